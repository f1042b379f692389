"""BW602 to BW605: claims that were dropped, lost their evidence, grew surer, or say another number than before."""

from __future__ import annotations

from collections.abc import Iterator

from brainwiki.claims.contradiction import SAME_BUT_NEGATED, SAME_FRAME
from brainwiki.claims.difference import ClaimChange, difference
from brainwiki.claims.figures import is_refined, replaced
from brainwiki.claims.support import Cited
from brainwiki.claims.words import Words, likeness, words_of
from brainwiki.model.change import Change
from brainwiki.model.finding import Severity
from brainwiki.model.page import Claim, Page
from brainwiki.rules.families.tombstones import forgotten, is_forgotten, rests_on_forgotten
from brainwiki.rules.rule import Example, Hit, Rule, View

KNOWLEDGE = frozenset({"page", "note"})  # kinds of pages that hold what is known; the rest are records and lists


def _dropped(view: View, change: Change) -> Iterator[Hit]:
    """Current claims that stand nowhere any more; one hit for a page that is gone or was too long to compare."""
    names = forgotten(change)
    found = difference(change)
    whole: dict[str, list[Claim]] = {}
    for one in found.changes:
        if one.change != "removed" or one.before is None or one.before.until or not _is_knowledge(change, one):
            continue
        if is_forgotten(one.origin, names) or one.lost and all(rests_on_forgotten(proof, names) for proof in one.lost):
            continue
        if one.page in found.unpaired or one.page not in change.head.pages:
            whole.setdefault(one.page, []).append(one.before)
        else:
            message = f"The claim {_quoted(one.before)} was dropped."
            yield Hit(one.near, one.near, message, one.before.id, path=one.page)
    for path, claims in whole.items():
        count, stand, were = (
            ("1 claim", "stands", "was") if len(claims) == 1 else (f"{len(claims):,} claims", "stand", "were")
        )
        if path in found.unpaired:
            message = f"{count} of the page {were} dropped or rewritten, too many to pair one by one."
        else:
            message = f"The page was deleted with {count} of it that {stand} nowhere else: {_quoted(claims[0])}"
            message += ", …" if len(claims) > 1 else ""
        yield Hit(0, 0, message, "dropped", path=path)


def _unproven(view: View, change: Change) -> Iterator[Hit]:
    """Claims that led to evidence before and lead to none now. History without evidence is BW404."""
    for one in difference(change).changes:
        if one.before is None or one.after is None or one.change == "retracted" or not _is_knowledge(change, one):
            continue
        if one.supported != "uncited" and one.support == "uncited":
            yield _at(one, f"The claim {_quoted(one.after)} lost its last evidence.", one.before.id)


def _surer(view: View, change: Change) -> Iterator[Hit]:
    """Pages whose confidence rose while neither evidence nor a verification came with it."""
    moved = {old: new for new, old in change.renamed.items()}
    for before, after in change.pairs:
        if before is None or after is None or after.kind not in KNOWLEDGE:
            continue
        if before.confidence is None or after.confidence is None or after.confidence <= before.confidence:
            continue
        gained = Cited(change.head, after).all_proofs() - Cited(change.base, before, moved).all_proofs()
        if gained or _verified(after) > _verified(before):
            continue
        mark = after.marks.get(("confidence",))
        start = mark.start if mark else 0
        words = (before.text_of("confidence"), after.text_of("confidence"))
        message = f"The confidence rose from {words[0]} to {words[1]} without new evidence."
        yield Hit(start, start + len(words[1]), message, f"confidence {words[0]} {words[1]}", path=after.path)


def _verified(page: Page) -> int:
    """How often a page was verified."""
    value = page.meta.get("verified")
    return len(value) if isinstance(value, list) else 0


def _restated(view: View, change: Change) -> Iterator[Hit]:
    """Claims that say another number or date, or the opposite, and cite nothing that they did not cite before."""
    for one in difference(change).changes:
        if one.change != "changed" or one.before is None or one.after is None or not _is_knowledge(change, one):
            continue
        if one.gained or not one.before.ids or not one.after.ids or one.before.until or one.after.until:
            continue
        what = _difference_of(words_of(one.before.text), words_of(one.after.text))
        if what:
            yield _at(one, f"{what}, and the evidence is the same: {_quoted(one.after)}", f"{one.before.id} {what}")


def _difference_of(before: Words, after: Words) -> str:
    """Which number, date or negation took the place of another in one statement, in words; empty where none did."""
    frame = likeness(before.frame, after.frame)
    told = []
    if frame >= SAME_FRAME:
        for which in (1, 0):  # dates first: they are the longer words
            old, new = replaced(before.figures[which], after.figures[which])
            if old and new and not is_refined(old, new):
                told.append(f"{_listed(old)} became {_listed(new)}")
    if frame >= SAME_BUT_NEGATED and before.polarity.negations != after.polarity.negations:
        came = after.polarity.negations > before.polarity.negations
        told.append("a negation came in" if came else "a negation went away")
    what = " and ".join(told)
    return what[:1].upper() + what[1:]


def _listed(figures: tuple[str, ...]) -> str:
    """Numbers or dates in a message; a day without its year as `05-02`."""
    return ", ".join(figure.removeprefix("--") for figure in figures)


def _is_knowledge(change: Change, one: ClaimChange) -> bool:
    page = change.head.pages.get(one.page) or change.base.pages.get(one.origin)
    return page is not None and page.kind in KNOWLEDGE


def _at(one: ClaimChange, message: str, subject: str) -> Hit:
    """A hit on the claim as it stands now."""
    start, end = (one.after.start, one.after.end) if one.after else (one.near, one.near)
    return Hit(start, end, message, subject, path=one.page)


def _quoted(claim: Claim) -> str:
    """A claim's words in a message, cut to one line."""
    text = claim.text if len(claim.text) <= 80 else f"{claim.text[:79].rstrip()}…"
    return f"“{text}”"


_SOURCES = "sources:\n  - id: 1\n    resource: https://example.org/a\n"
_MORE = "  - id: 2\n    resource: https://example.org/b\n"


def page_text(body: str, more: str = _SOURCES, title: str = "Pump") -> str:
    """The text of a small page for an example; `more` are further lines of its front matter."""
    return f"---\ntype: concept\ntitle: {title}\ndescription: d\n{more}---\n{body}"


def changed(before: str, after: str, note: str = "") -> Example:
    """An example of one page in two states."""
    return Example(after, note, wrap=False, base={Example.path: before})


_ONE = page_text("The pump runs at 40 bar. [cite:1]\n")
_TWO = page_text("The pump runs at 40 bar. [cite:1] It hums at night. [cite:1]\n")

RULES: tuple[Rule, ...] = (
    Rule(
        code="BW602",
        slug="claim-dropped",
        severity=Severity.WARN,
        summary="A claim that was dropped without becoming history.",
        why="What was known, and by which evidence, is lost to whoever reads the page and not its history.",
        remedy="Keep it as `(until YYYY-MM-DD)` under what holds now, or deprecate the page and name its successor.",
        bad=(changed(_TWO, _ONE),),
        good=(
            changed(
                _TWO,
                page_text(
                    "- The pump runs at 40 bar. [cite:1]\n- It is silent. [cite:2]\n"
                    "    - (until 2026-05-02) It hummed at night. [cite:1]\n",
                    _SOURCES + _MORE,
                ),
                "the claim became history",
            ),
            changed(_TWO, page_text("The pump runs at 40 bar. [cite:1] At night it hums. [cite:1]\n"), "a rewording"),
        ),
        scope="change",
        check_change=_dropped,
    ),
    Rule(
        code="BW603",
        slug="evidence-lost",
        severity=Severity.BLOCK,
        summary="A claim that lost its last evidence and still stands.",
        why="The sentence now looks like one that nobody ever proved, and the way down to its record is gone.",
        remedy="Give the sentence its cite back, cite what proves it now, or make it history.",
        bad=(changed(_ONE, page_text("The pump runs at 40 bar.\n", "")),),
        good=(
            changed(
                _ONE,
                page_text("The pump runs at 40 bar. [cite:2]\n", "sources:\n" + _MORE),
                "other evidence took its place",
            ),
        ),
        scope="change",
        integrity=True,
        check_change=_unproven,
    ),
    Rule(
        code="BW604",
        slug="confidence-without-evidence",
        severity=Severity.WARN,
        summary="A confidence that rose while no evidence came to the page.",
        why="A memory that grows surer by being rewritten is surer of nothing.",
        remedy="Add the evidence or the verification that made it surer, or leave the confidence as it was.",
        bad=(changed(page_text("Text.\n", "confidence: 0.6\n"), page_text("Text.\n", "confidence: 0.9\n")),),
        good=(
            changed(
                page_text("It runs. [cite:1]\n", "confidence: 0.6\n" + _SOURCES),
                page_text("It runs. [cite:1,2]\n", "confidence: 0.9\n" + _SOURCES + _MORE),
            ),
        ),
        scope="change",
        check_change=_surer,
    ),
    Rule(
        code="BW605",
        slug="restated-claim",
        severity=Severity.WARN,
        summary="A claim that says another number or date, or the opposite, with the same evidence.",
        why="One evidence cannot prove both; a slip of the hand looks exactly like this.",
        remedy="Cite what says so now and keep the old claim as `(until YYYY-MM-DD)`, or restore it.",
        bad=(
            changed(_ONE, page_text("The pump runs at 400 bar. [cite:1]\n")),
            changed(page_text("泵在运行。[cite:1]\n"), page_text("泵不在运行。[cite:1]\n")),
        ),
        good=(
            changed(_ONE, page_text("The pump runs at 400 bar. [cite:2]\n", "sources:\n" + _MORE)),
            changed(_ONE, page_text("The pump runs at forty bar. [cite:1]\n"), "the same number in words"),
        ),
        scope="change",
        check_change=_restated,
    ),
)
