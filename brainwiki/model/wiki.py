"""The immutable snapshot of a brain."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from brainwiki.model.dialect import Dialect
from brainwiki.model.escape import Escape
from brainwiki.model.names import Nearby, fold, fold_wide, stem
from brainwiki.model.page import Link, Page
from brainwiki.model.resolver import Edge, Resolver, Target
from brainwiki.model.session import Transcript


class Survey(NamedTuple):
    """All links of a brain in short: the pages with one that is not plainly right (to nothing, to several pages, out of the
    brain, to a part of a page, or to itself), and by page the paths that its links lead to, each once."""

    doubtful: tuple[Page, ...]
    reach: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class Wiki:
    """One state of a brain.

    `pages` by path from the brain's root, in order; `files` every other file; `transcripts` by session id path
    (`sessions/<id>`); `evidence` read-only texts by path from the workspace; `prefix` the brain's folder in the workspace;
    `commits` says which cited commits exist (absent: cannot be known here). `proofs` is a memory of quotes that were found and
    digests that hold, by the version of the text and the turn: `evidence` fills it, and a run may be given that of an earlier
    one. `sibling` is another state with mostly the same pages: its answers are taken over where nothing that they depend on
    differs.
    """

    pages: Mapping[str, Page]
    dialect: Dialect = field(default_factory=Dialect)
    files: frozenset[str] = frozenset()
    transcripts: Mapping[str, Transcript] = field(default_factory=dict)
    evidence: Mapping[str, Page] = field(default_factory=dict)
    prefix: str = ""
    commits: Mapping[str, bool] = field(default_factory=dict)
    escapes: tuple[Escape, ...] = ()
    proofs: dict[tuple[str, int], set[str]] = field(default_factory=dict, compare=False, repr=False)
    sibling: Wiki | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        paths = list(self.pages)
        ordered = sorted(paths)
        if paths != ordered:  # a file whose name was composed anew stands elsewhere in the listing
            object.__setattr__(self, "pages", {path: self.pages[path] for path in ordered})

    @property
    def path_prefix(self) -> str:
        """What stands before a page's path in a path from the workspace: the brain's folder with its slash, or nothing."""
        return f"{self.prefix}/" if self.prefix else ""

    def __iter__(self) -> Iterator[Page]:
        return iter(self.pages.values())

    @cached_property
    def places(self) -> dict[str, Any]:
        """A cache of where resources lead, whatever page names them; filled by `evidence`."""
        return {}

    @cached_property
    def evidence_of(self) -> dict[str, tuple[Any, ...]]:
        """A cache of located evidence by page; filled by `evidence.located`."""
        return {}

    @cached_property
    def squeezed(self) -> dict[tuple[str, int], str]:
        """A cache of texts in the form in which quotes are compared, by path and turn; filled by `evidence`."""
        return {}

    @cached_property
    def digests(self) -> dict[tuple[Any, ...], str]:
        """A cache of the digests of cited texts, by evidence; filled by `evidence.digest`."""
        return {}

    @cached_property
    def squeezed_lines(self) -> dict[str, tuple[str, tuple[int, ...]]]:
        """A cache of texts squeezed line by line, by path, with the offset at which each line begins; filled by `evidence`."""
        return {}

    @cached_property
    def first_mentions(self) -> dict[str, tuple[str, int]]:
        """Where each wikilink target is first named: folded target to (path, offset)."""
        found: dict[str, tuple[str, int]] = {}
        for page in self:
            for link in page.links:
                if link.form not in ("markdown", "image"):
                    found.setdefault(fold(link.target), (page.path, link.start))
        return found

    @cached_property
    def known_names(self) -> tuple[str, ...]:
        """Every name that a wikilink may use, for `did you mean`."""
        return tuple(
            sorted({stem(p.id) for p in self} | {p.title for p in self} | {a for p in self for a in p.aliases})
        )

    @cached_property
    def deprecated(self) -> frozenset[str]:
        """Paths of the pages that are deprecated."""
        return frozenset(page.path for page in self if page.status == "deprecated")

    @cached_property
    def nearby(self) -> Nearby:
        """Near misses among the known names."""
        return Nearby(self.known_names)

    @cached_property
    def nearby_files(self) -> Nearby:
        """Near misses among the names of files."""
        return Nearby(self.by_file_name)

    @cached_property
    def by_file_name(self) -> dict[str, list[str]]:
        """The paths of all files of a name, in order."""
        found: dict[str, list[str]] = {}
        for path in sorted((*self.pages, *self.files)):
            found.setdefault(path.rpartition("/")[2], []).append(path)
        return found

    @cached_property
    def wide_names(self) -> dict[str, str]:
        """Names under NFKC, for links that match in no stricter way."""
        return {fold_wide(name): name for name in self.known_names}

    @cached_property
    def resolver(self) -> Resolver:
        """The one resolver of links; that of the sibling where it gives the same answers."""
        if self.sibling is not None and self.sibling.resolver.agrees(self.pages, self.files, self.evidence):
            return self.sibling.resolver
        return Resolver(self.pages, self.dialect, self.files, self.evidence, self.prefix)

    def targets(self, page: Page) -> tuple[Edge, ...]:
        """Every link of a page with what it means."""
        return self.resolver.edges(page)

    def resolve(self, page: Page, link: Link) -> Target:
        """What `link`, standing on `page`, means."""
        return self.resolver.resolve(page, link)

    def resolve_name(self, path: str, name: str) -> Target:
        """What the wikilink target `name` means on the page at `path`."""
        return self.resolver.resolve_name(path, name)

    def resolve_relative(self, page: Page, target: str) -> Target:
        """What the destination of a Markdown link on `page` means."""
        return self.resolver.resolve_relative(page, target)

    def page_at(self, name: str) -> Page | None:
        """The page at a path, with or without `.md`; None where nothing or several answer."""
        path = self.resolver.path_at(name)
        return self.pages[path] if path else None

    @cached_property
    def survey(self) -> Survey:
        """What one pass over all links tells."""
        doubtful: list[Page] = []
        reach: dict[str, tuple[str, ...]] = {}
        for page in self:
            reached: dict[str, None] = {}
            plain = True
            for link, target in self.resolver.edges(page):
                paths = target.paths
                if len(paths) == 1:
                    reached[paths[0]] = None
                    plain = plain and not link.fragment
                elif target.tier != "outside":
                    plain = False
            if not plain or page.path in reached:
                doubtful.append(page)
            reach[page.path] = tuple(reached)
        return Survey(tuple(doubtful), reach)

    def context(self, page: Page) -> Iterator[tuple[Link, Target]]:
        """The context edges of a page: its links without those in the definition of a footnote that is evidence."""
        notes = sorted(page.footnotes.values()) if self.dialect.footnotes == "evidence" else []
        at = 0  # links and notes both come in the order of the page
        for link, target in self.targets(page):
            while at < len(notes) and notes[at][1] <= link.start:
                at += 1
            if at == len(notes) or link.start < notes[at][0]:
                yield link, target
