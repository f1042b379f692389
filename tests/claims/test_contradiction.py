"""Claims against each other: what becomes history under another, what says another number, and what both stand."""

from __future__ import annotations

import pytest

from brainwiki.claims.contradiction import Pair, opposed, pairs
from brainwiki.claims.difference import difference
from brainwiki.claims.support import Proof
from brainwiki.claims.words import words_of
from tests.helpers import change_of, titled

SOURCES = "sources:\n  - id: 1\n    resource: https://e.org/a\n  - id: 2\n    resource: https://e.org/b\n"
ONE, TWO = Proof("https://e.org/a", "", 0), Proof("https://e.org/b", "", 0)


def found(before: str, after: str) -> tuple[Pair, ...]:
    path = "knowledge/a.md"
    change = change_of({path: titled("A", before, SOURCES)}, {path: titled("A", after, SOURCES)})
    return pairs(change, difference(change))


@pytest.mark.parametrize(
    ("one", "other", "flags"),
    [
        ("The budget is 30 million yen.", "The budget is 31.5 million yen.", ("number",)),
        ("The launch is on 2026-05-02.", "The launch is on 2026-06-02.", ("date",)),
        ("The launch is in 2026-05.", "The launch is on 2026-05-02.", ()),
        ("The pump is fast and quiet.", "The pump is not fast and quiet.", ("negation",)),
        ("泵在运行。", "泵不在运行。", ("negation",)),
        ("予算は3,000万円です。", "予算は3,150万円です。", ("number",)),
        ("The pump weighs 9 kg.", "The valve costs 40 euros.", ()),
        ("Part 1 of the pump weighs 9 kg.", "Part 2 of the pump weighs 4 kg.", ()),
        ("The pump runs at 40 bar.", "The pump runs at 40 bar.", ()),
    ],
)
def test_what_is_opposed(one: str, other: str, flags: tuple[str, ...]) -> None:
    assert opposed(words_of(one), words_of(other)) == flags
    assert opposed(words_of(other), words_of(one)) == flags


def test_a_change_of_preference_pairs_the_new_with_what_became_its_history() -> None:
    (one,) = found(
        "- Prefers bullet lists. [cite:1]\n",
        "- Prefers diagrams. [cite:2]\n    - (until 2026-05-02) Preferred bullet lists. [cite:1]\n",
    )
    assert (one.outcome, one.page) == ("replaced", "knowledge/a.md")
    assert (one.active.text, one.incoming.text) == ("Prefers bullet lists.", "Prefers diagrams.")
    assert (one.active_rests, one.incoming_rests) == ((ONE,), (TWO,))


def test_history_under_a_claim_that_stood_before_is_no_pair() -> None:
    before = "- Prefers diagrams. [cite:2]\n- Prefers long bullet lists. [cite:1]\n"
    after = "- Prefers diagrams. [cite:2]\n    - (until 2026-05-02) Preferred long bullet lists. [cite:1]\n"
    assert found(before, after) == ()
    assert found("- Prefers lists. [cite:1]\n", "- (until 2026-05-02) Prefers lists. [cite:1]\n") == ()


def test_a_number_in_place_of_another() -> None:
    (one,) = found("It runs at 40 bar. [cite:1]\n", "It runs at 45 bar. [cite:1,2]\n")
    assert (one.outcome, one.flags) == ("changed", ("number",))
    assert (one.active_rests, one.incoming_rests) == ((ONE,), (ONE, TWO))
    assert found("It runs well. [cite:1]\n", "It runs very well. [cite:1]\n") == ()


def test_two_that_both_stand_are_one_pair_each() -> None:
    before = "- The pump of hall two runs at 40 bar. [cite:1]\n"
    (one,) = found(before, f"{before}- The pump of hall two runs at 45 bar. [cite:2]\n")
    assert (one.outcome, one.flags) == ("open", ("number",))
    assert (one.active.text[-7:], one.incoming.text[-7:]) == ("40 bar.", "45 bar.")
    assert (one.active_rests, one.incoming_rests) == ((ONE,), (TWO,))


def test_two_sessions_of_one_change_against_each_other_are_told_once() -> None:
    after = "- The pump of hall two runs at 40 bar. [cite:1]\n- The pump of hall two runs at 45 bar. [cite:2]\n"
    (one,) = found("- It is red. [cite:1]\n", f"- It is red. [cite:1]\n{after}")
    assert one.outcome == "open"


def test_a_page_that_is_gone_has_none() -> None:
    change = change_of({"knowledge/a.md": titled("A", "It runs at 40 bar. [cite:1]\n", SOURCES)}, {})
    assert pairs(change, difference(change)) == ()


def test_what_stood_against_each_other_before_is_not_new() -> None:
    other = "- The pump of hall two runs at 45 bar. [cite:2]\n"
    before = f"- The pump of hall two runs at 40 bar. [cite:1]\n{other}"
    assert [one.outcome for one in found(before, f"- The pump of hall two runs at 41 bar. [cite:1]\n{other}")] == [
        "changed"
    ]
