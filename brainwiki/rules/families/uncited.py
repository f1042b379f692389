"""BW306: statements without a cite on pages whose type asks for evidence, and what does not count as a statement."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from brainwiki.markup import structure
from brainwiki.markup.structure import Block
from brainwiki.model.finding import Severity
from brainwiki.model.page import Page
from brainwiki.rules.rule import Example, Hit, Rule, View

_SHOWN = 80  # characters of a sentence that a message shows
_LINK = "\uf8ff"  # stands for a link while a sentence is looked at
_BLOCK_ID = re.compile(r"\^[A-Za-z0-9][A-Za-z0-9-]*\s*$")
_BOLD = re.compile(r"(?:\*\*([^*]+)\*\*|__([^_]+)__)$")
_SEE = re.compile(r"(?:see|siehe|voir|cf)\b", re.IGNORECASE)
_DASH = re.compile(r"\s[-–—]\s|[—–：]|:\s")
_WORD = re.compile(r"[^\W_]+")
_STOPS = tuple(".!。！｡．…")
_OPEN = tuple("?？:：")  # a question states nothing, and a lead-in is stated by what follows
_EDGES = " \t\n\u3000>|*_~\"'“”‘’()（）「」『』"
# Words that say of a link no more than that it may be read too.
_LEADS = frozenset(
    "see also and or cf compare related more with here siehe auch und voir aussi et 参照 を参照 も参照 詳しくは 参考 関連 と や も "
    "および 参见 详见 另见 参看 相关 见 详情见 和 与 及 以及 參見 詳見 另見 與".split()
)


def _bare(page: Page, view: View) -> Iterator[Hit]:
    """Statements without evidence; a page that cites nothing at all is told once."""
    demanding = view.options.get("BW306", {}).get("types", ())
    if page.type not in demanding or page.kind not in ("page", "note") or page.status == "deprecated":
        return
    for start, end in _unproved(page):
        words = " ".join(page.text[start:end].split())
        shown = words if len(words) <= _SHOWN else f"{words[:_SHOWN]}…"
        if not page.cites:
            yield Hit(start, end, f"No sentence of this page names evidence; the first is {shown!r}.", "no evidence")
            return
        yield Hit(start, end, f"The sentence names no evidence: {shown!r}.", words[:_SHOWN])


def _unproved(page: Page) -> Iterator[tuple[int, int]]:
    """The spans of statements that no claim covers, in order."""
    if not page.sentences:
        return
    prose = _prose(page)
    notes = _Queue(sorted(page.footnotes.values()))
    blocks = sorted(structure.read(page.text, page.body).blocks)
    claims = _Queue([(claim.start, claim.end) for claim in page.claims])
    sentences = _Queue(page.sentences)
    noted: list[tuple[int, int]] = []
    for block, after in zip(blocks, [*blocks[1:], None], strict=True):
        proved, spans = claims.before(block.end), sentences.before(block.end)
        noted = notes.before(block.end)[-1:] or noted
        if noted and block.start < noted[0][1]:
            spans = []  # the definition of a footnote is evidence itself
        elif _is_one(page.text, block):
            spans = [] if proved or _is_head(page.text, block) else [(block.start, block.end)]
        leads = after is not None and after.depth > block.depth > 0
        for start, end in _without(spans, proved):
            if _states(prose[start:end], leads and end >= block.end):
                shown = page.text[start:end]
                yield start + len(shown) - len(shown.lstrip(" \t\n>|")), start + len(shown.rstrip(" \t\n|"))


class _Queue:
    """Spans in order, taken off in portions."""

    def __init__(self, spans: Sequence[tuple[int, int]]) -> None:
        self.spans = spans
        self.at = 0

    def before(self, end: int) -> list[tuple[int, int]]:
        """The next spans that begin before `end`."""
        first = self.at
        while self.at < len(self.spans) and self.spans[self.at][0] < end:
            self.at += 1
        return list(self.spans[first : self.at])


def _prose(page: Page) -> str:
    """The page's text with signs for its links, and blanks for its cites and all that is not prose, at the same length."""
    spans = [(link.start, link.end, _LINK) for link in page.links]
    spans.extend((cite.start, cite.end, " ") for cite in page.cites)
    spans.extend((one.start, one.end, " ") for one in page.ranges)
    pieces: list[str] = []
    at = 0
    for start, end, sign in sorted(spans):
        if end > at:
            start = max(start, at)
            pieces.extend((page.text[at:start], sign * (end - start)))
            at = end
    return "".join([*pieces, page.text[at:]])


def _is_one(text: str, block: Block) -> bool:
    """Whether a block is one statement however many stops it holds: a table's row, or the words of somebody else."""
    return block.kind == "row" or ">" in text[text.rfind("\n", 0, block.start) + 1 : block.start]


def _is_head(text: str, block: Block) -> bool:
    """Whether a table's row is its head: a line of hyphens and bars follows."""
    start = text.find("\n", block.end - 1) + 1
    line = text[start : text.find("\n", start)] if start else ""
    return block.kind == "row" and "-" in line and not line.strip("|-: \t>")


def _without(spans: Iterable[tuple[int, int]], holes: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """What is left of spans after holes are cut out of them; both in order."""
    hole = 0
    for start, end in spans:
        while hole < len(holes) and holes[hole][0] < end:
            if holes[hole][0] > start:
                yield start, holes[hole][0]
            start = max(start, holes[hole][1])
            if holes[hole][1] > end:
                break
            hole += 1
        if start < end:
            yield start, end


def _states(piece: str, leads: bool) -> bool:
    """Whether a sentence says something that could be false: no question, lead-in, bold heading or pointer to other pages.

    `leads` says that items stand under it: then it needs a stop of its own to be more than their name.
    """
    words = _BLOCK_ID.sub("", piece).strip(_EDGES)
    if words.endswith(_OPEN) or _is_label(piece.strip()) or leads and not words.endswith(_STOPS):
        return False
    if _LINK in words and _SEE.match(words):
        return False
    dash = _DASH.search(words) if words.startswith(_LINK) else None
    told = words[: dash.start()] if dash else words
    return any(word.casefold() not in _LEADS for word in _WORD.findall(told))


def _is_label(piece: str) -> bool:
    """Whether a piece is a heading in all but name: bold, and without a stop or of two or three words."""
    bold = _BOLD.match(piece)
    if bold is None:
        return False
    words = bold[1] or bold[2]
    return not words.endswith(_STOPS) or len(words) < 24 and words.isascii() and words.count(" ") < 3


def _page(kind: str, body: str, more: str = "") -> Example:
    source = "sources:\n  - id: 1\n    resource: https://example.org/a\n"
    return Example(f"---\ntype: {kind}\ntitle: Answers\ndescription: d\n{source}---\n{body}", more, wrap=False)


RULES: tuple[Rule, ...] = (
    Rule(
        code="BW306",
        slug="claim-without-evidence",
        severity=Severity.WARN,
        summary="A statement without evidence on a page whose type asks for it.",
        why="What is remembered of a person is acted on unasked; without a record nobody can tell a wish from a guess.",
        remedy="Cite the session or source that says so, or take the sentence out.",
        bad=(
            _page(
                "preference", "Prefers diagrams. [cite:1] Dislikes long lists.\n", "the second sentence cites nothing"
            ),
            _page("person", "- She leads the field work. [cite:1]\n- She speaks Swedish.\n"),
        ),
        good=(
            _page("preference", "Prefers diagrams. [cite:1] Dislikes long lists. [cite:1]\n"),
            _page("preference", "Of two minds:\n\n- Prefers diagrams. [cite:1]\n\n## See also\n\n- [[example]]\n"),
            _page("concept", "A pump moves water.\n", "another type"),
        ),
        check=_bare,
    ),
)
