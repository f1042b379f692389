"""Receipts: what is written is read again, older forms are read too, and no stranger's words render in them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.config.profile import load_profile
from brainwiki.markup import parser
from brainwiki.model.line import plain
from brainwiki.model.page import Page
from brainwiki.model.receipt import Receipt, Span, Vouched, Write
from brainwiki.model.update import Left
from brainwiki.review.receipts import path_of, read_receipt, receipt_text
from brainwiki.rules.families.change_files import _writes
from tests.helpers import PROPERTY, REPOSITORY, bare
from tests.markup.inert import ODD

BASE = "a" * 40
WHOLE = Receipt(
    "2026-05-03-abcdefgh",
    "Diagrams take the place of lists",
    "One claim changed.",
    BASE,
    Vouched("dream/0.1", "2026-05-03T02:00:00Z"),
    (Span("2026-05-02-x-a", 1, 12), Span("2026-05-02-x-a", 13, 13), Span("2026-05-03-x-b", 2, 4)),
    {"knowledge/a.md": "1" * 40, "notes/図.md": "2" * 40},
    {
        "knowledge/a.md": Write("1" * 40, "3" * 40),
        "knowledge/gone.md": Write("4" * 40, ""),
        "notes/n.md": Write("", "5" * 40),
    },
    ("o-aaaaaaaaaa", "o-bbbbbbbbbb"),
    (Left("o-cccccccccc", 'an aside: "nobody" asked'),),
    {"BLOCK": 0, "WARN": 2},
    ("deterministic: passed, 0 BLOCK, 2 WARN", "people: 1 unsure, a person decides"),
    "high",
    (Vouched("human:mika", "2026-05-03T08:00:00+02:00"),),
    "2026-05-01-hgfedcba",
    "Answers are drawings now.\n\nThe old wish is kept.",
)
BARE = Receipt("p", "T", "D", "", Vouched("dream/0.1", "2026-05-03T02:00:00Z"))


def parsed(receipt: Receipt) -> Page:
    return parser.parse(path_of(receipt.id), receipt_text(receipt).encode(), load_profile("brain").dialect)


def read(receipt: Receipt) -> Receipt | None:
    return read_receipt(parsed(receipt))


def test_what_is_written_is_read_again() -> None:
    found = read(WHOLE)
    assert found is not None
    assert found == WHOLE
    assert read(BARE) == BARE
    assert not parsed(WHOLE).problems


@PROPERTY
@given(st.lists(ODD, max_size=12).map("".join))
def test_a_receipt_that_is_written_again_says_the_same(words: str) -> None:
    """As apply does, which adds who approved: with the note as it was given, nothing doubles, and nothing grows."""
    strange = replace(
        BARE, title=words.strip() or "p", gate=(f"people: {words}",), left=(Left("o-a", f"for {words}"),), reverts="p-0"
    )
    for receipt in (WHOLE, strange, replace(strange, note=words.strip())):
        once = parsed(receipt)
        found = read_receipt(once)
        assert found is not None
        assert receipt_text(replace(found, note=receipt.note)) == once.text


def test_the_words_say_what_it_does_with_links_to_what_is_there_afterwards() -> None:
    assert receipt_text(WHOLE).partition("\n---\n")[2] == (
        "\nAnswers are drawings now.\n\nThe old wish is kept.\n\nIt undoes the proposal `2026-05-01-hgfedcba`.\n\n"
        "## What it changes\n\n- Edits [[knowledge/a]].\n- Removes `knowledge/gone.md`.\n- Adds [[notes/n]].\n"
    )
    assert "Nothing." in receipt_text(BARE)
    odd = Receipt(
        "p",
        "T",
        "D",
        BASE,
        BARE.generated,
        writes={"notes/a|b.md": Write("", "5"), "sessions/s/t.jsonl": Write("", "6")},
    )
    assert "- Adds `notes/a|b.md`.\n- Adds `sessions/s/t.jsonl`." in receipt_text(odd)


def test_the_rule_on_receipts_reads_the_same_writes() -> None:
    assert dict(_writes(parsed(WHOLE).meta["writes"], "wiki")) == {
        path: one.after for path, one in WHOLE.writes.items()
    }


@PROPERTY
@given(st.lists(ODD, max_size=12).map("".join), st.lists(ODD, max_size=12).map("".join))
def test_strange_words_stay_words(words: str, more: str) -> None:
    strange = Receipt(
        "p", words, more, BASE, Vouched(plain(words, 200), ""), note=words, left=(Left("o-a", more),), gate=(words,)
    )
    page = parsed(strange)
    assert not page.problems
    assert (page.links, page.cites) == ((), ())
    found = read_receipt(page)
    assert found is not None
    assert found.title == (plain(words, 300) or "p")
    assert found.left == (Left("o-a", plain(more, 160)),)
    assert found.risk == "medium"


@pytest.mark.parametrize(
    "path", sorted((REPOSITORY / "tests/data/example/wiki/proposals").glob("*.md")), ids=lambda path: path.stem
)
def test_receipts_written_by_hand(path: Path) -> None:
    page = parser.parse(f"proposals/{path.name}", path.read_bytes(), load_profile("brain").dialect)
    found = read_receipt(page)
    assert found is not None
    assert (found.id, len(found.base), len(found.sessions), len(found.left)) == (path.stem, 40, 1, 1)
    assert found.sessions[0].first == 0
    assert found.generated.by == "dream/0.1"
    assert [one.by for one in found.verified] == ["human:mika"]
    assert all(one.startswith("o-") for one in found.adopted)
    assert len(found.gate) == 3
    assert found.note.startswith(page.text[page.body :].strip()[:20])
    assert (found.writes, found.risk, found.left[0].reason) == ({}, "medium", "")


def test_what_is_no_receipt() -> None:
    assert read_receipt(bare(path="knowledge/a.md")) is None
    assert read_receipt(bare(path="proposals/a.md", kind="proposal")) is not None


def test_a_receipt_of_odd_values_is_read_as_far_as_it_goes() -> None:
    text = (
        "---\ntype: proposal\nsessions: s\nrejected: [o-a]\nrisk: huge\nverified: x\nfindings: {BLOCK: many}\n"
        "writes: {a.md: gone, b.md: {from: null, to: ABC}}\ngenerated: me\n---\nWords.\n"
    )
    found = read_receipt(parser.parse("proposals/p.md", text.encode(), load_profile("brain").dialect))
    assert found == Receipt(
        "p",
        "",
        "",
        "",
        Vouched("", ""),
        (Span("s", 0, 0),),
        {},
        {"a.md": Write("", ""), "b.md": Write("", "abc")},
        (),
        (Left("o-a", ""),),
        note="Words.",
    )


def test_a_large_receipt_is_read_whole() -> None:
    many = Receipt(
        "p",
        "T",
        "D",
        BASE,
        Vouched("dream/0.1", "2026-05-03T02:00:00Z"),
        tuple(Span(f"2026-05-02-claude-code-{number:010}", 1, 999) for number in range(20)),
        {f"knowledge/projects/some-long-name-{number:03}.md": "1" * 40 for number in range(150)},
        {f"knowledge/projects/some-long-name-{number:03}.md": Write("1" * 40, "2" * 40) for number in range(40)},
        (),
        tuple(Left(f"o-{number:010}", "理由" * 200) for number in range(200)),
    )
    found = read(many)
    assert found is not None
    assert (len(found.left), len(found.reads), len(found.writes)) == (200, 150, 40)
    assert {len(one.reason) for one in found.left} == {120}
