"""A merged page is counted: whatever went wrong with its text, a claim that is lost, doubled or moved is seen."""

from __future__ import annotations

import pytest

from brainwiki.claims.counted import disagreements, superseded_twice
from brainwiki.claims.joining import Side
from brainwiki.claims.merging_keys import Matter
from brainwiki.markup import document, parser
from brainwiki.model.dialect import Dialect

HEAD = "---\ntitle: A\nsources:\n  - id: 1\n    resource: a\n  - id: 2\n    resource: b\n---\n"


def side(body: str, head: str = HEAD) -> Side:
    """A state of a page."""
    source = document.read((head + body).encode())
    return Side(source, parser.read("knowledge/a.md", source, Dialect()), Matter(source.text))


BASE = side("- One. [cite:1]\n- Two. [cite:1]\n")
OURS = side("- One. [cite:1,2]\n- Two. [cite:1]\n- Three. [cite:2]\n")
THEIRS = side("- One. [cite:1]\n- Four. [cite:1]\n")
RIGHT = "- One. [cite:1,2]\n- Four. [cite:1]\n- Three. [cite:2]\n"


def wrong(body: str, head: str = HEAD) -> str:
    """What is told of a result."""
    return "; ".join(disagreements((BASE, OURS, THEIRS), side(body, head), {"title": "A"}))


def test_what_both_sides_say_is_right() -> None:
    """One side's new evidence, the other's new words, and what came."""
    assert wrong(RIGHT) == ""


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (RIGHT.replace("- Three. [cite:2]\n", ""), "“Three.” would be lost or doubled"),
        (RIGHT + "- Three. [cite:2]\n", "“Three.” would be lost or doubled"),
        (RIGHT + "- Two. [cite:1]\n", "“Two.” would be lost or doubled"),
        (RIGHT.replace("[cite:1,2]", "[cite:1]"), "“One.” would rest on other evidence"),
        (RIGHT.replace("Three. [cite:2]", "Three. [cite:2,1]"), "“Three.” would rest on other evidence"),
        (RIGHT.replace("- Four", "    - (until 2026-01-01) Four"), "would be lost or doubled"),
        (RIGHT + "```\n", "the page would be damaged (unclosed-fence)"),
        (RIGHT.replace("[cite:1,2]", "[cite:1,2,9]"), "source 9 was taken out on one side and cited on the other"),
    ],
)
def test_what_went_wrong_is_told(body: str, told: str) -> None:
    """Each with the claim that it is about."""
    assert told in wrong(body)


def test_keys_and_sources_are_counted_too() -> None:
    """A value that nobody wanted, and a source that is gone."""
    assert wrong(RIGHT, HEAD.replace("title: A", "title: B")) == "`title` would say something else"
    assert "`sources` would say something else" in wrong(RIGHT, HEAD.replace("resource: b", "resource: c"))


def test_history_stands_under_what_it_stood_under() -> None:
    """A line of history that slipped below another claim is another statement."""
    base = side("- One. [cite:1]\n    - (until 2026-01-01) Zero. [cite:1]\n- Two. [cite:1]\n")
    found = side("- One. [cite:1]\n- Two. [cite:1]\n    - (until 2026-01-01) Zero. [cite:1]\n")
    assert disagreements((base, base, base), found, {"title": "A"}) == (
        "“(until 2026-01-01) Zero.” would stand under another claim",
    )


def superseded(new: str, day: str = "2026-02-01") -> Side:
    return side(f"- {new} [cite:2] ^c-aaaaaaaa\n    - (until {day}) One. [cite:1]\n- Two. [cite:1]\n")


def test_a_claim_is_made_history_by_one_side_or_by_both_in_one_way() -> None:
    """Another successor, another day, or none is a disagreement."""
    told = ("“One.” was superseded on both sides",)
    ours = superseded("Red.").page
    assert superseded_twice(BASE.page, ours, BASE.page) == ()
    assert superseded_twice(BASE.page, ours, superseded("Red.").page) == ()
    retired = side("- (until 2026-02-01) One. [cite:1]\n- Two. [cite:1]\n")
    for other in (superseded("Blue."), superseded("Red.", "2026-03-01"), retired):
        assert superseded_twice(BASE.page, ours, other.page) == told
        assert superseded_twice(BASE.page, other.page, ours) == told
