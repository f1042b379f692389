"""Inputs made to be slow come to an end and give the right answer. `make bench` prints what each costs."""

from __future__ import annotations

from collections import Counter

import pytest

from benchmarks.pathological import INPUTS, STATES, Input, States, change_of, check, compare
from brainwiki.markup import claims
from brainwiki.model.page import Page
from tests.helpers import page_of


def summary(page: Page) -> dict[str, int]:
    """How many of each thing a page holds, without what it holds none of."""
    counts = {
        "links": len(page.links),
        "cites": len(page.cites),
        "claims": len(page.claims),
        "headings": len(page.headings),
    }
    for problem in page.problems:
        counts[problem.kind] = counts.get(problem.kind, 0) + 1
    return {name: count for name, count in counts.items() if count}


WANTED: dict[str, dict[str, int]] = {
    "40,000 opening brackets": {"malformed-link": 1},
    "300,000 opening links": {"malformed-link": 1},
    "10,000 open cites": {},
    "backtick runs of 1 to 400": {},
    "backtick runs of 1 to 1,400": {},
    "a page of 10 MB": {"oversized-page": 1},
    "30,000 paragraphs with block ids": {"cites": 30_000, "claims": 30_000},
    "100,000 dots": {"cites": 1, "claims": 1},
    "dots and stars": {"cites": 1, "claims": 1},
    "100,000 cites in one sentence": {"cites": 100_000, "claims": 1},
    "one cite of 100,000 ids": {"cites": 1, "claims": 1},
    "50,000 fences with conflicts": {},
    "90,000 conflict markers": {"conflict-marker": 1},
    "20,000 rows of a table": {"links": 20_000, "cites": 20_000, "claims": 20_000},
    "20,000 bare bars in a table": {"links": 20_000, "bar-in-cell": 20_000},
    "20,000 bare bars in a row": {"bar-in-cell": 20_000},
    "40,000 bare bars behind a row": {"links": 39_999, "bar-in-cell": 1},
    "2,000 bare bars beside claims": {"cites": 2_000, "claims": 2_000, "bar-in-cell": 2_000},
    "40,000 names of other width": {"links": 40_000},
    "100,000 mixed line ends": {"mixed-line-ends": 1},
    "lists 900 deep": {"cites": 900, "claims": 900},
    "quotes 10,000 deep": {"cites": 1, "claims": 1},
    "80,000 escapes and emphases": {},
    "200,000 open links": {},
    "200,000 open comments": {},
    "300,000 open tags": {},
    "900,000 dollars": {},
    "900,000 carets": {},
    "30,000 equal headings": {"headings": 30_000},
    "900,000 blanks in a link": {"malformed-link": 1},
    "900,000 blanks before a cite": {"cites": 1, "claims": 1},
    "30,000 Japanese sentences": {"cites": 30_000, "claims": 30_000},
    "40,000 footnotes with links": {"links": 40_000},
    "15,000 history items": {"cites": 7_500, "claims": 7_500},
    "8,000 claims over newer ones": {"cites": 16_000, "claims": 16_000},
    "8,000 claims under their history": {"cites": 16_000, "claims": 16_000},
    "50,000 bare statements": {"cites": 1, "claims": 1},
    "600 digests of lines": {},
    "1,500 values of one property": {},
    "open comments of Obsidian": {},
    "20,000 links to no claim": {"links": 20_000, "cites": 20_000, "claims": 20_000},
    "dead links beside 20,000 headings": {"links": 20_000, "headings": 20_000},
    "5,000 misspelt headings": {"links": 5_000, "headings": 5_000},
    "20,000 links to equal headings": {"links": 20_000, "headings": 20_000},
    "20,000 misspelt sources": {"cites": 20_000, "claims": 1},
    "100,000 zero-width blanks": {},
    "2,000 broken links": {"links": 2_000},
    "a run of letters and 140,000 names of secrets": {},
    "14,000 values of secrets": {},
    "36,000 private keys without an end": {},
    "330,000 openings of a signed token": {},
    "160,000 openings of an address": {},
    "one comment that calls agents 90,000 times": {},
    "one comment of 320,000 は": {},
    "60,000 comments": {},
    "28,000 quoted instructions": {},
    "28,000 instructions": {},
    "90,000 hidden elements without an end": {},
    "150,000 attributes without an end": {},
    "300,000 tag characters": {},
    "180,000 groups of digits on a public page": {},
    "250,000 beginnings of mail addresses on a public page": {},
    "60,000 brackets in YAML": {"yaml-too-complex": 1},
    "60,000 braces in YAML": {"yaml-too-complex": 1},
    "30,000 nested lists in YAML": {"yaml-too-complex": 1},
    "12,000 equal keys": {"duplicate-key": 11_999},
    "900,000 letters in YAML": {"yaml-too-complex": 1},
    "nine levels of nine aliases": {"yaml-too-complex": 1},
    "6,000 ambiguous values": {},
    "2,400 sources": {},
    "300,000 lines that close no block": {"no-front-matter": 1},
    "900,000 line ends": {"empty-page": 1, "no-front-matter": 1},
}


def test_every_input_has_its_answer_here() -> None:
    assert [given.name for given in INPUTS] == list(WANTED)


@pytest.mark.parametrize("given", INPUTS, ids=[given.name for given in INPUTS])
def test_a_slow_input_gives_the_right_answer(given: Input) -> None:
    assert summary(check(given)) == WANTED[given.name]


# What became of the claims of two states that were made to be slow to compare, and whether the answer is limited.
WANTED_OF_STATES: dict[str, tuple[dict[str, int], bool]] = {
    "2,000 claims with other numbers": ({"changed": 2_000}, False),
    "2,000 claims in other words": ({"added": 2_000, "removed": 2_000}, True),
    "400 claims of the same words": ({"changed": 400}, False),
    "2,000 claims that lost their cite": ({"changed": 2_000}, False),
    "2,000 claims dropped beside 2,000": ({"removed": 2_000}, False),
    "5,000 equal claims": ({"removed": 1_000}, False),
    "100,000 digits": ({"changed": 1}, False),
    "50,000 numbers with commas": ({"changed": 1}, False),
    "100,000 signs of a thousand": ({"changed": 1}, False),
    "20,000 spelled numbers": ({"changed": 1}, False),
    "20,000 millions": ({"changed": 1}, False),
    "15,000 dates": ({"changed": 1}, False),
    "50,000 days without a month": ({"changed": 1}, False),
    "50,000 commit ids": ({"reworded": 1}, False),
    "50,000 negations": ({"changed": 1}, False),
    "50,000 Japanese negations": ({"changed": 1}, False),
    "50,000 open labels": ({"reworded": 1}, False),
    "50,000 open addresses": ({"reworded": 1}, False),
}


@pytest.mark.parametrize("given", STATES, ids=[given.name for given in STATES])
def test_slow_states_give_the_right_answer(given: States) -> None:
    found = compare(change_of(given))
    kinds = Counter(change.change for change in found.changes)
    assert (dict(kinds), bool(found.limited)) == WANTED_OF_STATES[given.name]


def test_every_pair_of_states_has_its_answer_here() -> None:
    assert [given.name for given in STATES] == list(WANTED_OF_STATES)


def test_a_conflict_is_found_behind_thousands_of_fences() -> None:
    page = page_of("```\n<<<<<<< x\n```\n" * 20_000 + "\n<<<<<<< real\n")
    (problem,) = page.problems
    assert (problem.kind, page.text[problem.start :]) == ("conflict-marker", "<<<<<<< real\n")


def test_an_open_fence_is_found_behind_thousands_of_closed_ones() -> None:
    page = page_of("```\na\n```\n" * 20_000 + "```\nb\n")
    (problem,) = page.problems
    assert (problem.kind, page.text[problem.start :]) == ("unclosed-fence", "```\nb\n")


def test_each_footnote_finds_its_own_link_among_thousands() -> None:
    page = page_of("".join(f"[^{i}]: [[page {i}]]\n\n" for i in range(10_000)), footnotes="evidence")
    assert [source.resource for source in page.sources] == [f"page {i}" for i in range(10_000)]


def test_anchors_of_thousands_of_equal_headings_are_unique() -> None:
    page = page_of("# a\n# a-1\n" * 5_000)
    assert len({heading.anchor for heading in page.headings}) == 10_000


@pytest.mark.parametrize(
    "piece", ["." * 5_000 + "x", ".)" * 5_000 + "x", ".**" * 5_000 + "x", ". " * 5_000, "e.g. " * 5_000, "。" * 5_000]
)
def test_stops_without_end_are_split_once(piece: str) -> None:
    sentences = claims.split(piece)
    assert "".join(piece[one.start : one.end] for one in sentences) == piece


def test_a_claim_keeps_its_words_between_thousands_of_cites() -> None:
    (claim,) = page_of("It runs" + " [cite:1]" * 5_000 + " at 40 bar" + "[cite:2]" * 5_000 + ".\n").claims
    assert (claim.text, claim.ids) == ("It runs at 40 bar.", ("1", "2"))
