"""How a page stood and stands: confidence, independent origins of its current claims, and signs that nobody sees."""

from __future__ import annotations

import pytest

from brainwiki.review.standing import Standing, standings
from tests.helpers import change_of, titled

ONE = "  - id: 1\n    resource: https://e.org/a\n"
SAME = "  - id: 2\n    resource: https://e.org/a#further\n"
TWO = "  - id: 2\n    resource: https://e.org/b\n"
PATH = "knowledge/a.md"


def only(before: str, after: str) -> Standing:
    (found,) = standings(change_of({PATH: before} if before else {}, {PATH: after} if after else {}))
    return found


def page(body: str, entries: str = ONE, more: str = "") -> str:
    return titled("A", body, f"{more}sources:\n{entries}")


def test_sources_of_one_origin_count_once_and_history_does_not_count() -> None:
    assert only(page("It runs. [cite:1]\n"), page("It runs. [cite:1,2]\n", ONE + SAME)).sources == (1, 1)
    assert only(page("It runs. [cite:1]\n"), page("It runs. [cite:1,2]\n", ONE + TWO)).sources == (1, 2)
    past = "- It runs. [cite:2]\n    - (until 2026-05-02) It ran. [cite:1]\n"
    assert only(page("It runs. [cite:1]\n"), page(past, ONE + TWO)).sources == (1, 1)


def test_confidence_on_both_sides() -> None:
    found = only(page("x", more="confidence: 0.6\n"), page("x y", more="confidence: 0.9\n"))
    assert found.confidence == (0.6, 0.9)
    assert only("", page("x")) == Standing(PATH, "A")
    assert only(page("It runs. [cite:1]\n", more="confidence: 0.6\n"), "") == Standing(PATH, "A", (0.6, None), (1, 0))


@pytest.mark.parametrize("sign", ["\u200b", "\u202e", "\u2066", "\U000e0041", "\u2060", "\ue000"])
def test_signs_that_nobody_sees_count_where_they_are_new(sign: str) -> None:
    assert only(page("It runs."), page(f"It r{sign}uns.")).unseen == 1
    assert only(page(f"It r{sign}uns."), page(f"It r{sign}uns well.")).unseen == 0
    assert only(page(f"It r{sign}uns."), page(f"It r{sign}un{sign}s.")).unseen == 1


def test_an_emoji_and_a_script_that_joins_are_seen() -> None:
    assert only(page("It runs."), page("It runs 👩‍🚀❤️ می‌خواهم.")).unseen == 0


def test_rule_files_are_told_and_listings_left_out() -> None:
    rule = "---\ntype: rule\ntitle: R\ndescription: d\n---\nAlways.\n"
    found = standings(change_of({"index.md": "# A\n"}, {"index.md": "# B\n", "rules/r.md": rule}))
    assert [(one.path, one.is_rule) for one in found] == [("rules/r.md", True)]
