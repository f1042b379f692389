"""A page as parsed: front matter, headings, links, cites, claims, each with its span in the text."""

from __future__ import annotations

import bisect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any, Literal, NamedTuple

from brainwiki.model.dialect import Kind
from brainwiki.model.names import Nearby, fold, heading_keys, stem

MetaPath = tuple[str | int, ...]


class Mark(NamedTuple):
    """Where a front-matter value stands (offset in the page's text) and whether it was written without quotes."""

    start: int
    plain: bool


class Problem(NamedTuple):
    """Something wrong that reading found: `kind` is a rule's slug, offsets count code points of the page's text.

    `detail` is one or more words for the rule's message, parted by NUL.
    """

    kind: str
    start: int
    end: int
    detail: str


class Heading(NamedTuple):
    """A heading: level 1 to 6, its plain text, its span, the unique anchor that the site gives it."""

    level: int
    text: str
    start: int
    end: int
    anchor: str


class Link(NamedTuple):
    """A context edge as written: `[[target#fragment|label]]`, `[label](target#fragment)` or a link in front matter."""

    target: str
    fragment: str
    label: str
    start: int
    end: int
    form: Literal["wikilink", "embed", "markdown", "image", "meta"]


class Cite(NamedTuple):
    """An evidence edge as written: the source ids of one `[cite:1,3]` or the label of one `[^x]`."""

    ids: tuple[str, ...]
    start: int
    end: int
    form: Literal["cite", "footnote"]


class Source(NamedTuple):
    """One entry of a page's evidence: from `sources` in front matter, or from a footnote's definition.

    `form` tells how `resource` is to be read: as FORMAT's resource, as a wikilink's target, as a relative link, or not at
    all (`asserted`: only the words of `title` vouch for it). `start` is an offset in the text, `position` the place in the list (-1 for a footnote).
    """

    id: str
    resource: str
    title: str
    quote: str
    at: str
    author: str
    digest: str
    start: int
    position: int
    form: Literal["resource", "wikilink", "markdown", "asserted"]


class Claim(NamedTuple):
    """A sentence that bears at least one cite.

    `id` is its block id or `c-` and 8 base32 digits; `text` is the normalised sentence without cites; `ids` the cited source
    ids; `until` the end date where it is a history item; `parent` the id of the claim it stands under, else empty.
    """

    id: str
    text: str
    start: int
    end: int
    ids: tuple[str, ...]
    until: str
    parent: str
    explicit: bool


class Replaced(NamedTuple):
    """A claim that took the place of another: its id, and the source ids on which its item and the old claim rest."""

    claim: str
    ids: tuple[str, ...]
    old: tuple[str, ...]


class Range(NamedTuple):
    """A stretch of text that is not prose, and what it is."""

    start: int
    end: int
    kind: Literal["code", "fence", "html", "math", "comment"]


@dataclass(frozen=True)
class Whole:
    """What only the text of a page tells. `text` is its LF view without BOM, `body` the offset where the front matter ends.

    `meta` holds the front matter as written, `marks` the place of each of its values, `ambiguous` says that a plain one may mean
    something else to another loader. Marks, claims and sentences are found when first asked for: most checks never ask.
    """

    text: str
    body: int = 0
    meta: Mapping[str, Any] = field(default_factory=dict)
    ambiguous: bool = False
    headings: tuple[Heading, ...] = ()
    cites: tuple[Cite, ...] = ()
    ranges: tuple[Range, ...] = ()
    problems: tuple[Problem, ...] = ()
    has_front_matter: bool = False
    read_marks: Callable[[], Mapping[MetaPath, Mark]] = field(default=dict, compare=False, repr=False)
    read_claims: Callable[[], tuple[Claim, ...]] = field(default=tuple, compare=False, repr=False)
    read_sentences: Callable[[], tuple[tuple[int, int], ...]] = field(default=tuple, compare=False, repr=False)


def only_text(text: str) -> Callable[[], Whole]:
    """The reader of a page that is nothing but text."""
    whole = Whole(text)
    return lambda: whole


@dataclass(frozen=True)
class Page:
    """One Markdown file of the brain: the facts by which other pages and most rules know it, and `read` for all the rest.

    A run over a large brain keeps the facts of every page and the text of few; `read` gives the whole page, which is read
    again where it was let go. `brief` holds the top level of the front matter: texts, the texts of lists, and None for a
    mapping. `parts` are the headings by text and anchor, `first` is the first heading of level 1. `lines` counts the lines of the body, `version` is the content id of the file (Git's blob id), empty where it was never a file.
    `history` tells which claims of the page replaced others.
    """

    path: str
    kind: Kind
    read: Callable[[], Whole] = field(compare=False, repr=False)
    brief: Mapping[str, str | tuple[str, ...] | None] = field(default_factory=dict)
    parts: tuple[tuple[str, str], ...] = ()
    first: str = ""
    blocks: Mapping[str, int] = field(default_factory=dict)
    links: tuple[Link, ...] = ()
    sources: tuple[Source, ...] = ()
    footnotes: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    anchors: frozenset[str] = frozenset()
    confidence: float | None = None
    status: str = "stable"
    lines: int = 1
    version: str = ""
    history: tuple[Replaced, ...] = ()

    def let_go(self, version: str, read: Callable[[], Whole]) -> Page:
        """The same page by its facts alone; `read` gets the rest anew."""
        page = object.__new__(Page)
        page.__dict__.update({name: self.__dict__[name] for name in _FACTS}, version=version, read=read)
        return page  # `replace` does the same in four times the time, which ten thousand pages feel

    @cached_property
    def whole(self) -> Whole:
        """The rest of the page; read when first asked for."""
        return self.read()

    def forget(self) -> None:
        """Let go of the text and of all that was found in it: who asks for it again has it read again."""
        for name in _HEAVY:
            self.__dict__.pop(name, None)

    @property
    def text(self) -> str:
        """The page's text: its LF view without BOM."""
        return self.whole.text

    @property
    def body(self) -> int:
        """The offset where the front matter ends."""
        return self.whole.body

    @property
    def meta(self) -> Mapping[str, Any]:
        """The front matter as written."""
        return self.whole.meta

    @property
    def marks(self) -> Mapping[MetaPath, Mark]:
        """Where each value of the front matter stands."""
        return self.whole.read_marks()

    @property
    def headings(self) -> tuple[Heading, ...]:
        """The page's headings in order."""
        return self.whole.headings

    @property
    def cites(self) -> tuple[Cite, ...]:
        """The page's cites in order."""
        return self.whole.cites

    @property
    def has_front_matter(self) -> bool:
        """Whether a front-matter block opens the page, readable or not."""
        return self.whole.has_front_matter

    @property
    def ranges(self) -> tuple[Range, ...]:
        """The stretches that are not prose, in order."""
        return self.whole.ranges

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What reading the page found wrong."""
        return self.whole.problems

    @property
    def is_unread(self) -> bool:
        """Whether the body was not read, since the page is over the size cap: its links, cites and claims are then unknown."""
        return any(problem.kind == "oversized-page" for problem in self.problems)

    @cached_property
    def claims(self) -> tuple[Claim, ...]:
        """The page's claims in order."""
        return self.whole.read_claims() if self.cites else ()

    @cached_property
    def sentences(self) -> tuple[tuple[int, int], ...]:
        """The spans of all sentences, cited or not, in order."""
        return self.whole.read_sentences()

    @cached_property
    def id(self) -> str:
        """The path without `.md`; a session's id path without `/session.md`."""
        return self.path.removesuffix("/session.md") if self.kind == "session" else self.path.removesuffix(".md")

    def text_of(self, key: str) -> str:
        """A front-matter value as one line of text, empty where it is missing or not text."""
        value = self.brief.get(key)
        return " ".join(value.split()) if isinstance(value, str) else ""

    def list_of(self, key: str) -> tuple[str, ...]:
        """A front-matter value as a tuple of texts; a single text counts as one."""
        value = self.brief.get(key)
        if isinstance(value, str):
            return (value,) if value else ()
        return value or ()

    @cached_property
    def title(self) -> str:
        """The declared title, else the first heading, else the file's name."""
        return self.text_of("title") or self.first or stem(self.id)

    @property
    def type(self) -> str:
        """The declared type, empty where there is none."""
        return self.text_of("type")

    @property
    def description(self) -> str:
        """The one line that the index shows."""
        return self.text_of("description")

    @property
    def aliases(self) -> tuple[str, ...]:
        """Other names that resolve to this page."""
        return self.list_of("aliases")

    @property
    def tags(self) -> tuple[str, ...]:
        """Tags, as written."""
        return self.list_of("tags")

    @cached_property
    def fragments(self) -> frozenset[str]:
        """Every form in which a `#fragment` may name a heading or an HTML anchor of this page."""
        keys = {fold(anchor) for anchor in self.anchors}
        for words, anchor in self.parts:
            keys |= heading_keys(words)
            keys.add(anchor)
        return frozenset(keys)

    @property
    def successor(self) -> str:
        """The name that `superseded_by` holds, empty where there is none or it is not one text."""
        return self.text_of("superseded_by").strip("[] ").partition("|")[0].partition("#")[0]

    @cached_property
    def claim_ids(self) -> frozenset[str]:
        """The ids of the page's claims."""
        return frozenset(claim.id for claim in self.claims)

    @cached_property
    def equal_headings(self) -> Mapping[str, tuple[int, str]]:
        """By each form in which more than one heading may be named: how many there are, and the anchor of the second."""
        found: dict[str, tuple[int, str]] = {}
        for words, anchor in self.parts:
            for key in heading_keys(words) - {""}:
                count, second = found.get(key, (0, ""))
                found[key] = (count + 1, second or anchor if count else "")
        return {key: known for key, known in found.items() if known[0] > 1}

    @cached_property
    def nearby_anchors(self) -> Nearby:
        """Near misses among the anchors of the headings."""
        return Nearby((anchor for _, anchor in self.parts), 200)

    @cached_property
    def _line_starts(self) -> list[int]:
        starts, found = [0], self.text.find("\n")
        while found >= 0:
            starts.append(found + 1)
            found = self.text.find("\n", found + 1)
        return starts

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both from 1, columns in code points."""
        index = bisect.bisect_right(self._line_starts, offset) - 1
        return index + 1, offset - self._line_starts[index] + 1

    def offset(self, line: int, column: int) -> int:
        """The offset of a line and column, as `place` gives them; beyond the text it is the text's end."""
        if line > len(self._line_starts):
            return len(self.text)
        return min(self._line_starts[line - 1] + column - 1, len(self.text))

    @cached_property
    def _spans(self) -> dict[frozenset[str], list[tuple[int, int]]]:
        return {}

    def inside(self, offset: int, kinds: frozenset[str]) -> bool:
        """Whether an offset lies in a range of one of these kinds."""
        spans = self._spans.get(kinds)
        if spans is None:
            spans = self._spans[kinds] = [(one.start, one.end) for one in self.ranges if one.kind in kinds]
        index = bisect.bisect_right(spans, offset, key=lambda span: span[0]) - 1
        return index >= 0 and offset < spans[index][1]

    def line(self, number: int) -> str:
        """The text of line `number` (from 1) without its line end."""
        start = self._line_starts[number - 1]
        end = self.text.find("\n", start)
        return self.text[start : end if end >= 0 else len(self.text)]

    @cached_property
    def body_lines(self) -> list[str]:
        """The lines after the front matter: what `#L10-L14` counts, from 1."""
        return self.text[self.body :].split("\n")

    @cached_property
    def source_ids(self) -> frozenset[str]:
        """The ids of the page's evidence entries."""
        return frozenset([source.id for source in self.sources])

    @cached_property
    def cited_ids(self) -> frozenset[str]:
        """The ids that the page's cites name."""
        return frozenset([source_id for cite in self.cites for source_id in cite.ids])

    def source(self, source_id: str) -> Source | None:
        """The first evidence entry with this id."""
        return next((source for source in self.sources if source.id == source_id), None)


_FACTS = tuple(one.name for one in fields(Page))
_HEAVY = ("whole", "claims", "sentences", "claim_ids", "cited_ids", "body_lines", "_line_starts", "_spans")
