"""What became of the claims of one page from one version to the next."""

from __future__ import annotations

from brainwiki.claims.life import Turn, Turns, turns
from tests.helpers import page_of

HEAD = "---\ntype: concept\ntitle: T\ndescription: d\n{}sources:\n  - id: 1\n    resource: https://a.example\n    quote: q\n  - id: 2\n    resource: https://b.example\n---\n"


def became(before: str, after: str, head: str = "", old_head: str = "") -> Turns:
    """The turns between two bodies."""
    return turns(page_of(before, HEAD.format(old_head)), page_of(after, HEAD.format(head)))


def short(found: Turns) -> list[tuple[object, ...]]:
    """Turns without texts."""
    return [(one.kind, one.flags, one.before, one.after) for one in found.turns]


def test_nothing_became() -> None:
    assert became("It runs at 60 bar. [cite:1]\n", "It runs at 60 bar. [cite:1]\n\nMore words.\n") == Turns((), None)


def test_a_number_changed() -> None:
    found = became(
        "A is on. [cite:1]\n\nIt runs at 60 bar. [cite:1]\n", "It runs at 70 bar. [cite:1]\n\nA is on. [cite:1]\n"
    )
    assert found.turns == (Turn("changed", ("number",), 1, 0, "It runs at 60 bar.", "It runs at 70 bar."),)
    assert found.origins == (1, 0)
    assert not found.limited


def test_japanese_and_chinese() -> None:
    assert short(became("圧力は60 barである。[cite:1]\n", "圧力は70 barである。[cite:1]\n")) == [
        ("changed", ("number",), 0, 0)
    ]
    assert short(became("这台机器可以运行。[cite:1]\n", "这台机器不可以运行。[cite:1]\n")) == [
        ("changed", ("negation",), 0, 0)
    ]


def test_added_and_removed() -> None:
    found = became("Alpha holds water. [cite:1]\n", "Whales dive very deep. [cite:2]\n")
    assert short(found) == [("removed", (), 0, -1), ("added", (), -1, 0)]
    assert found.origins == (-1,)


def test_evidence_counts_by_what_it_is_and_not_by_its_number() -> None:
    before = page_of("It runs. [cite:1]\n", HEAD.format(""))
    after = page_of("It runs. [cite:7]\n", HEAD.format("").replace("id: 1", "id: 7"))
    assert turns(before, after) == Turns((), None)
    assert short(became("It runs well. [cite:1]\n", "It runs well. [cite:1,2]\n")) == [("changed", ("evidence",), 0, 0)]


def test_a_claim_that_loses_all_its_cites_is_gone_as_a_claim() -> None:
    found = became("It runs at 60 bar. [cite:1]\n", "It runs at 60 bar.\n")
    assert short(found) == [("changed", ("evidence",), 0, -1)]
    assert short(became("It runs at 60 bar.\n", "It runs at 60 bar. [cite:1]\n")) == [("changed", ("evidence",), -1, 0)]


def test_what_becomes_history_is_retracted() -> None:
    found = became(
        "- Likes tea. [cite:1]\n", "- Likes coffee. [cite:2]\n    - (until 2026-05-02) Liked tea. [cite:1]\n"
    )
    assert short(found) == [("added", (), -1, 0), ("retracted", (), 0, 1)]
    assert found.origins == (-1, 0)


def test_a_page_that_goes_out_of_use_takes_its_claims_back() -> None:
    gone = "status: deprecated\nsuperseded_by: '[[other]]'\n"
    assert short(became("It runs. [cite:1]\n", "It runs. [cite:1]\n", gone)) == [("retracted", (), 0, 0)]
    assert short(became("It runs. [cite:1]\n\nA b. [cite:2]\n", "It runs. [cite:1]\n", gone, gone)) == [
        ("retracted", (), 1, -1)
    ]


def test_merged_and_split() -> None:
    one = "The pump of the hall runs at 60 bar. [cite:1] The pump of the hall was bought in Kobe. [cite:1]\n"
    both = "The pump of the hall runs at 60 bar and was bought in Kobe. [cite:1]\n"
    merged, split = became(one, both), became(both, one)
    assert {flag for turn in merged.turns for flag in turn.flags} <= {"merged", "number"}
    assert any(turn.flags == ("merged",) for turn in merged.turns)
    assert any(turn.flags == ("split",) for turn in split.turns)
    assert split.origins == (0, 0)
