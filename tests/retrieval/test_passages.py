"""Units: what is found and as what kind, the days and standing that they bear, and the columns that are indexed."""

from __future__ import annotations

import pytest

from brainwiki.config.profile import load_profile
from brainwiki.markup import parser
from brainwiki.model.query import KINDS
from brainwiki.model.session import Turn
from brainwiki.retrieval.passages import LONGEST_TURN, Unit, columns, text_of, unit_of

BRAIN = load_profile("brain").dialect


def unit(path: str, text: str, turns: tuple[Turn, ...] = ()) -> Unit | None:
    return unit_of(path, parser.outline(path, text.encode(), BRAIN), turns)


def found(path: str, text: str, turns: tuple[Turn, ...] = ()) -> Unit:
    one = unit(path, text, turns)
    assert one is not None
    return one


def said(number: int, text: str, role: str = "user", at: str = "2026-03-04T10:00:00Z") -> Turn:
    return Turn(number, role, at, text, number + 1)


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("knowledge/a.md", "page"),
        ("notes/x/a.md", "note"),
        ("sessions/s/session.md", "session"),
        ("sources/a.md", "source"),
        ("tasks/a.md", "task"),
        ("rules/a.md", ""),
        ("proposals/a.md", ""),
        ("index.md", ""),
        ("log.md", ""),
    ],
)
def test_the_kind_of_a_row_is_that_of_its_file_and_rules_and_receipts_are_none(path: str, kind: str) -> None:
    one = unit(path, "---\ntype: x\n---\nWords.\n")
    assert (one.kind if one else "") == kind
    assert not kind or kind in KINDS


@pytest.mark.parametrize("status", ["rejected", "forgotten", "Rejected"])
def test_what_was_rejected_is_no_unit(status: str) -> None:
    assert unit("notes/a.md", f"---\nstatus: {status}\n---\nWords.\n") is None
    assert unit("notes/a.md", "---\nstatus: deprecated\n---\nWords.\n") is not None


def test_a_page_with_all_that_it_says_of_itself() -> None:
    one = found(
        "knowledge/a.md",
        "---\ntype: decision\ntitle: The  Pump\naliases: [Pumpe, ポンプ]\ntags: x\nscope: project:a\ndescription: How it runs\n"
        "status: draft\nstale_after: 2027-01-01T00:00:00Z\nconfidence: 0.7\ngenerated:\n  by: process:x\n  at: 2026-01-02T03:04:05Z\n"
        "verified:\n  - by: human:a\n    at: 2026-05-06T00:00:00Z\n  - by: human:b\n    at: 2026-02-01T00:00:00Z\n---\nIt runs.\n",
    )
    assert one._replace(passages=()) == Unit(
        "knowledge/a.md", "page", "decision", "The Pump", ("Pumpe", "ポンプ"), ("x",), "project:a", "How it runs", "2026-05-06",
        "draft", "2027-01-01T00:00:00Z", "2026-05-06T00:00:00Z", 0.7, "human-reviewed", (),
    )  # fmt: skip
    assert [(passage.text, passage.date) for passage in one.passages] == [("It runs.", "2026-05-06")]


@pytest.mark.parametrize(
    ("head", "date"),
    [
        ("updated: 2026-03-01\ncreated: 2020-01-01\n", "2026-03-01"),
        ("created: 2020-01-01T10:00:00+09:00\n", "2020-01-01"),
        ("date: soon\n", ""),
        ("date: 2026-13-45\n", ""),
        ("date: [2026-01-01]\n", ""),
        ("generated:\n  at: 2026-01-02T00:00:00Z\n", "2026-01-02"),
        ("generated: x\nverified: [a, {by: [b]}]\n", ""),
        ("", ""),
    ],
)
def test_the_day_of_a_page(head: str, date: str) -> None:
    assert found("knowledge/a.md", f"---\ntype: x\n{head}---\nText.\n").date == date


def test_the_title_is_declared_or_the_first_heading_or_the_name() -> None:
    assert found("knowledge/a-b.md", "---\ntitle: T\n---\n# H\n").title == "T"
    assert found("knowledge/a-b.md", "## Two\n\n# H\n").title == "H"
    assert found("knowledge/a-b.md", "Text.\n").title == "a-b"


def test_a_session_is_its_summary_and_its_turns() -> None:
    turns = (said(1, "Hello"), said(2, "Hi \ud800", "Ann", "yesterday"), said(3, "x" * 9_000, "tool", ""))
    one = found(
        "sessions/s/session.md", "---\ntype: session\ntitle: Talk\nstarted: 2026-03-03T23:00:00Z\n---\nWe met.\n", turns
    )
    assert (one.path, one.kind, one.title, one.date) == ("sessions/s", "session", "Talk", "2026-03-03")
    assert [(passage.turn, passage.date, passage.label, passage.line) for passage in one.passages] == [
        (None, "2026-03-03", "", 6),
        (1, "2026-03-04", "user", 2),
        (2, "2026-03-03", "Ann", 3),
        (3, "2026-03-03", "tool", 4),
    ]
    assert one.passages[2].text == "Hi \ufffd"
    assert len(one.passages[3].text) == LONGEST_TURN


def test_a_summary_without_words_is_no_passage_beside_turns() -> None:
    assert [passage.turn for passage in found("sessions/s/session.md", "", (said(1, "Hello"),)).passages] == [1]
    assert [passage.turn for passage in found("sessions/s/session.md", "").passages] == [None]


def test_columns_hold_names_headings_words_and_what_stands_around() -> None:
    text = "---\ntitle: Red Pumps\naliases: [Pumpe]\ntags: [water]\ndescription: about machines\n---\n# Red Pumps\n\nFirst. [cite:1]\n"
    body = "".join(f"\n## Part{number}\n\n{f'word{number} ' * 120}\n" for number in range(5))
    told = columns(found("knowledge/a.md", text + body))
    assert [one[0] for one in told] == ["red pump"] * len(told)
    assert told[0][1] == "pump water"
    assert "machin" in told[0][3]
    assert "machin" not in told[1][3]
    assert "cite" not in told[0][3].split()
    assert told[2][2].split() == ["part2"] or "part2" in told[2][2].split()
    for at, one in enumerate(told):
        near = {other for other in range(max(at - 2, 0), at + 3) if other != at and other < len(told)}
        assert one[4] == " ".join(told[other][3] for other in sorted(near))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Runs. [cite:1,2]", "run"),
        ("Runs.[^src-a]", "run"),
        ("[^src-a]: the note", "the note"),
        ("Runs. ^c-abc", "run"),
        ("See [the page](https://example.org/x).", "see the page"),
        ("See [[pump|the pump]].", "see pump the pump"),
        ("a^b ![x](y.png)", "a b x"),
    ],
)
def test_marks_are_no_words(text: str, shown: str) -> None:
    (one,) = columns(found("knowledge/a.md", f"---\ntitle: T\n---\n{text}\n"))
    assert one[3] == shown


def test_a_turn_is_found_by_its_day_and_its_speaker() -> None:
    one = found("sessions/s/session.md", "", (said(1, "Hello", "Ann"), said(2, "Hi", "user", "")))
    told = columns(one)
    assert told[0][3] == "ann hello 2026 03 04 2026-03-04 4 march 2026"
    assert told[1][3] == "hi"


def test_the_text_for_meaning_says_where_and_when() -> None:
    one = found("sessions/s/session.md", "---\ntitle: Talk\n---\n", (said(1, "Hello", "Ann"),))
    assert text_of(one.passages[0], one) == "Talk (2026-03-04)\nAnn: Hello"
    page = found("knowledge/a.md", "---\ntitle: T\n---\n## S\n\nWords.\n")
    assert text_of(page.passages[0], page) == "T > S\n## S\n\nWords."
