"""The evidence trail of a claim: from the sentence through its sources down to the turn, the lines or the address that bears it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from brainwiki.graph.evidence import MAX_DEPTH
from brainwiki.graph.nodes import Node, evidence_node
from brainwiki.model.evidence import Evidence, is_quoted, locate
from brainwiki.model.names import squeeze
from brainwiki.model.page import Claim, Page, Source
from brainwiki.model.session import Turn
from brainwiki.model.wiki import Wiki

Support = Literal["verifiable", "asserted", "unverifiable", "broken"]
Cut = Literal["", "self", "circular", "told", "deep"]

SUPPORTS: tuple[Support, ...] = ("verifiable", "asserted", "unverifiable", "broken")

_NO_QUOTE = "the quote does not stand there"
_KNOWN_COMMIT = "the commit is there; what it says is not read here"


class Said(NamedTuple):
    """A turn as shown: `is_cited` for the turn that the source names, False for the one before and after it."""

    turn: Turn
    is_cited: bool


class Line(NamedTuple):
    """A line of a page's file or of a read-only text: its number in the file and in the body (as `#L10` counts), both from 1."""

    number: int
    body_number: int
    text: str


class Down(NamedTuple):
    """What a cited page itself rests on: a claim of it in which the cited words stand, or None for the page as a whole."""

    claim: Claim | None
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class Step:
    """One source of a claim, followed.

    `quoted` says whether the quote stands there (None: no quote, or nothing to read); `reason` why the source is not
    verifiable; `node` where it leads; `turns` the cited turn between its neighbours; `span` the cited words as offsets in
    the page's text and `lines` the lines around them; `moved` that the quote stands on other lines than those cited;
    `down` what the cited page rests on in turn, and `cut` why that was not followed: the page cites itself (self), it
    comes back to a page above (circular), the trail told it before (told), or it is too deep (deep). `origin` is what a
    cited page names as its own `resource`.
    """

    source: Source
    evidence: Evidence
    support: Support
    quoted: bool | None = None
    reason: str = ""
    node: Node | None = None
    turns: tuple[Said, ...] = ()
    lines: tuple[Line, ...] = ()
    span: tuple[int, int] | None = None
    moved: bool = False
    down: tuple[Down, ...] = ()
    cut: Cut = ""
    origin: str = ""


@dataclass(frozen=True)
class Trail:
    """A claim of a page with its sources followed, its history items with theirs, and the claim that replaced it, if one did."""

    page: Page
    claim: Claim
    steps: tuple[Step, ...]
    history: tuple[tuple[Claim, tuple[Step, ...]], ...] = ()
    replaced_by: Claim | None = None


def trail(wiki: Wiki, page: Page, claim: Claim) -> Trail:
    """Follow every source of a claim of `page`, and those of the history items under it."""
    follow = _Follower(wiki)
    steps = follow.claim(page, claim, (page.path,))
    history = tuple(
        (old, follow.claim(page, old, (page.path,))) for old in page.claims if old.until and old.parent == claim.id
    )
    above = next((other for other in page.claims if claim.until and other.id == claim.parent), None)
    return Trail(page, claim, steps, history, above)


def first_steps(wiki: Wiki, page: Page, claim: Claim) -> tuple[Step, ...]:
    """The sources of a claim with their support, not followed any further."""
    return tuple(step_of(wiki, page, source) for source in _sources(page, claim))


def uncited(wiki: Wiki, page: Page) -> tuple[Step, ...]:
    """The sources of a page that no claim cites, with their support."""
    used = {source_id for claim in page.claims for source_id in claim.ids}
    return tuple(step_of(wiki, page, source) for source in page.sources if source.id not in used)


def step_of(wiki: Wiki, page: Page, source: Source) -> Step:
    """Where a source leads, and what kind of support it gives."""
    if source.form != "asserted" and not source.resource:
        return Step(source, Evidence("broken"), "broken", reason="cited, but defined nowhere")
    evidence = locate(wiki, page, source)
    node = evidence_node(wiki, source, evidence)
    quoted = is_quoted(wiki, evidence, source.quote) if source.quote else None
    support, reason = _support(evidence, quoted)
    return Step(source, evidence, support, quoted, reason, node)


def _support(evidence: Evidence, quoted: bool | None) -> tuple[Support, str]:
    if evidence.place == "broken":
        return "broken", evidence.reason
    if evidence.place == "asserted":
        return "asserted", evidence.reason
    if quoted is False:
        return "broken", _NO_QUOTE
    if evidence.place == "file":
        return "unverifiable", evidence.reason or "not a text page"
    if not evidence.verifiable:
        return "unverifiable", evidence.reason or _KNOWN_COMMIT
    return "verifiable", ""


def _sources(page: Page, claim: Claim) -> list[Source]:
    """The cited entries in the order of the cites; a cite without an entry becomes an empty one."""
    return [page.source(one) or Source(one, "", "", "", "", "", "", claim.start, -1, "resource") for one in claim.ids]


class _Follower:
    """Walks down one trail; `told` keeps a page that is cited as a whole from being told twice."""

    def __init__(self, wiki: Wiki) -> None:
        self.wiki = wiki
        self.told: set[tuple[str, str]] = set()

    def claim(self, page: Page, claim: Claim, above: tuple[str, ...]) -> tuple[Step, ...]:
        """The sources of a claim, each followed; `above` holds the paths of the pages from the first one down to `page`."""
        return tuple(self.follow(page, source, above) for source in _sources(page, claim))

    def follow(self, page: Page, source: Source, above: tuple[str, ...]) -> Step:
        """One source: its words, and what its page rests on."""
        step = step_of(self.wiki, page, source)
        place = step.evidence.place
        if place in ("turn", "session"):
            return self.session(step)
        if place in ("page", "lines"):
            target = self.wiki.pages[step.evidence.path]
            shown = replace(_with_lines(step, target), origin=target.text_of("resource"))
            return self.further(shown, target, above)
        return _with_lines(step, self.wiki.evidence[step.evidence.path]) if place == "raw" else step

    def session(self, step: Step) -> Step:
        """The quoted turn with its neighbours; where the whole session is cited, the turn or summary that bears the quote."""
        page = self.wiki.pages[step.evidence.path]
        transcript = self.wiki.transcripts.get(page.id)
        turns = transcript.turns if transcript else ()
        at = _cited_turn(step, turns)
        if at < 0:
            return _with_lines(step, page)
        near = range(max(0, at - 1), min(len(turns), at + 2))
        return replace(step, turns=tuple(Said(turns[index], index == at) for index in near))

    def further(self, step: Step, target: Page, above: tuple[str, ...]) -> Step:
        """What the cited page rests on: the claims in the cited words, or all its cited sources where none are named."""
        claims = _claims_in(step, target)
        if claims is not None and not claims or not target.claims:
            return step
        if target.path in above:
            return replace(step, cut="self" if target.path == above[-1] else "circular")
        if len(above) > MAX_DEPTH:
            return replace(step, cut="deep")
        key = (target.path, " ".join(claim.id for claim in claims or ()))
        if key in self.told:
            return replace(step, cut="told")
        self.told.add(key)
        below = (*above, target.path)
        if claims is None:
            return replace(step, down=(Down(None, self.whole(target, below)),))
        return replace(step, down=tuple(Down(claim, self.claim(target, claim, below)) for claim in claims))

    def whole(self, page: Page, above: tuple[str, ...]) -> tuple[Step, ...]:
        """Every source that a page cites, once."""
        used = dict.fromkeys(source_id for claim in page.claims for source_id in claim.ids)
        return tuple(self.follow(page, source, above) for one in used if (source := page.source(one)))


def _cited_turn(step: Step, turns: tuple[Turn, ...]) -> int:
    """The index of the turn that a source names, or that holds its quote where it names the session; -1 for none."""
    number, quote = step.evidence.turn, squeeze(step.source.quote)
    if number:
        return next((index for index, turn in enumerate(turns) if turn.number == number), -1)
    return next((index for index, turn in enumerate(turns) if quote and quote in squeeze(turn.text)), -1)


def _claims_in(step: Step, target: Page) -> list[Claim] | None:
    """The claims of the cited page that the cited words touch; None where the page is cited as a whole."""
    part = step.source.resource.partition("#")[2].removeprefix("^")
    named = [claim for claim in target.claims if claim.id == part]
    if named:
        return named
    if not step.span:
        return [] if step.quoted is False else None
    start, end = step.span
    return [claim for claim in target.claims if claim.start < end and start < claim.end]


def _with_lines(step: Step, page: Page) -> Step:
    """The step with the span and the lines that bear its quote, else with those that it cites."""
    quote = step.source.quote if step.quoted else ""
    cited = _cited_span(page, step.evidence.lines)
    if cited:
        found = quote_span(page.text[cited[0] : cited[1]], quote)
        if found or not quote:
            span = (cited[0] + found[0], cited[0] + found[1]) if found else cited
            return replace(step, span=span, lines=_lines(page, *cited))
    anywhere = quote_span(page.text[page.body :], quote)
    if anywhere is None:
        return step
    span = (page.body + anywhere[0], page.body + anywhere[1])
    return replace(step, span=span, lines=_lines(page, *span), moved=cited is not None)


def _cited_span(page: Page, lines: tuple[int, int]) -> tuple[int, int] | None:
    """The offsets of a span of body lines, or None where no lines are cited."""
    first, last = lines
    if not first:
        return None
    start = page.body + sum(len(line) + 1 for line in page.body_lines[: first - 1])
    return start, start + len("\n".join(page.body_lines[first - 1 : last]))


def _lines(page: Page, start: int, end: int) -> tuple[Line, ...]:
    """The lines of a span of the page's text."""
    before = page.place(page.body)[0] - 1
    first, last = page.place(start)[0], page.place(max(start, end - 1))[0]
    return tuple(Line(number, number - before, page.line(number)) for number in range(first, last + 1))


def quote_span(text: str, quote: str) -> tuple[int, int] | None:
    """Where a quote first stands in a text, as offsets, after NFKC and white space; None where it does not."""
    wanted = squeeze(quote)
    exact = text.find(quote.strip())
    if exact >= 0 and wanted:
        return exact, exact + len(quote.strip())
    if not wanted or wanted not in squeeze(text):
        return None
    end = _least(len(text), lambda size: wanted in squeeze(text[:size]))
    length = _least(end, lambda size: wanted in squeeze(text[end - size : end]))
    return end - length, end


def _least(most: int, holds: Callable[[int], bool]) -> int:
    """The least size up to `most` for which a condition holds that stays true once it is; it holds for `most`."""
    low, high = 0, most
    while low < high:
        middle = (low + high) // 2
        if holds(middle):
            high = middle
        else:
            low = middle + 1
    return high
