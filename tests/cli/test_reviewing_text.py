"""A comparison at a terminal: words marked, evidence with whose words it is, contradictions as pairs, nothing that steers it."""

from __future__ import annotations

import click

from brainwiki.claims.contradiction import Pair
from brainwiki.claims.difference import ClaimChange
from brainwiki.claims.grounds import Ground
from brainwiki.cli.reviewing_text import comparison_text
from brainwiki.model.finding import Finding, Severity
from brainwiki.review.comparison import Reason
from brainwiki.review.standing import Standing
from tests.review.test_comparison import CHANGED, GONE, NEW, claim, compared

GAINED, LOST = CHANGED.gained[0], CHANGED.lost[0]
PAIR = Pair("open", "knowledge/a.md", claim("It is 4."), claim("It is 5."), (LOST,), (GAINED,), ("number",))


def lines(*claims: ClaimChange, **more: object) -> list[str]:
    return click.unstyle(comparison_text(compared(*claims, **more))).splitlines()


def test_words_support_and_evidence_of_a_claim() -> None:
    told = lines(CHANGED, grounds={GAINED: Ground("user", False)})
    at = told.index("  changed  (number, evidence)  asserted → verifiable")
    assert told[at + 1 : at + 6] == [
        "    − It [-ran-] at [-40-] bar.",
        "    + It {+runs+} at {+45+} bar.",
        "    came from knowledge/old.md",
        "    + evidence sessions/x turn 3 (the user)  “at 45 bar”  the quote does not stand there",
        "    − evidence sources/y#top",
    ]


def test_exchanged_evidence_is_one_thing() -> None:
    told = lines(CHANGED._replace(retargeted=((LOST, GAINED),)))
    at = told.index("    evidence exchanged sources/y#top")
    assert told[at + 1] == "      now sessions/x turn 3  “at 45 bar”"
    assert not [line for line in told if line.startswith(("    + evidence", "    − evidence"))]


def test_a_pair_is_told_with_both_sides_and_a_changed_claim_is_none() -> None:
    told = lines(pairs=(PAIR, PAIR._replace(outcome="changed")))
    at = told.index("Claims against each other")
    assert told[at + 1 : at + 6] == [
        "  knowledge/a.md: both stand  (number)",
        "    active: It is [-4-].",
        "      sources/y#top",
        "    incoming: It is {+5+}.",
        "      sessions/x turn 3  “at 45 bar”",
    ]
    assert "Claims against each other" not in lines(pairs=(PAIR._replace(outcome="changed"),))
    assert "  … and 5 more" in lines(pairs=(PAIR,) * 35)


def test_risk_and_what_blocks_come_before_the_rest() -> None:
    block = Finding("wiki/a.md", 3, 1, "BW603", "x", Severity.BLOCK, 3, 9, "Lost.", "r", None, "s")
    reason = Reason("high", "removed", 4, ("a.md", "b.md", "c.md", "d.md"))
    told = lines(GONE, NEW, findings=(block,), risk="high", reasons=(reason,), limited="Many.")
    order = ["risk high", "Limited: Many.", "What blocks", "Pages", "knowledge/b.md"]
    assert [told.index(line) for line in order] == sorted(told.index(line) for line in order)
    assert "  high: 4 claims removed without becoming history (a.md, b.md, c.md …)" in told
    assert "    − It hums." in told
    assert "    + It sings." in told


def test_how_a_page_stood_is_told_beside_it() -> None:
    told = lines(standings=(Standing("knowledge/b.md", "B", (None, 0.9), (1, 2)),))
    assert "  edited   knowledge/b.md  confidence none → 0.9  independent sources 1 → 2" in told


def test_where_nothing_changed_there_is_no_risk_to_tell() -> None:
    assert lines(pages=()) == ["bbbbbbbbbb..hhhhhhhhhh: nothing changed in the pages"]


def test_no_word_of_a_brain_steers_the_terminal() -> None:
    evil = "\x1b[2J\u202ered"
    change = ClaimChange("changed", evil, claim(f"a {evil}"), claim(f"b {evil}"), (), (GAINED._replace(quote=evil),))
    told = comparison_text(compared(change, pairs=(PAIR._replace(page=evil, active=claim(evil)),)))
    assert "\x1b[2J" not in told
    assert "U+001B[2J" in told
    assert "\u202e" not in told


def test_a_long_claim_is_cut_around_what_changed() -> None:
    long = "word " * 300
    told = comparison_text(compared(CHANGED._replace(before=claim(f"{long}old"), after=claim(f"{long}new"))))
    assert "{+new+}" in told
    assert len(told) < 2_500
