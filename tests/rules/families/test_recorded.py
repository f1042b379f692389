"""Sessions as they were recorded, their books, and their observations: what is missing, damaged or told twice."""

from __future__ import annotations

import pytest

from brainwiki.config.profile import load_profile
from brainwiki.model.books import Booked
from brainwiki.rules import engine
from brainwiki.rules.rule import View
from tests.helpers import NOW, Texts, state_of, titled

SID = "sessions/2026-05-03-x-cccccccccc"
HEAD = "---\ntype: session\ntitle: Talk\nstarted: 2026-05-03T09:00:00Z\nturns: 2\n---\n"


def turns(*numbers: int) -> str:
    return "".join(f'{{"turn": {one}, "role": "user", "at": "", "text": "Words."}}\n' for one in numbers)


def told(texts: Texts, code: str, *books: Booked) -> list[tuple[str, str]]:
    """The findings of one rule: path and message."""
    profile = load_profile("brain")
    view = View(state_of(texts, profile.dialect), NOW, profile.required, books=books)
    return [(one.path, one.message) for one in engine.run(view, engine.Settings(select=(code,))).findings]


def receipt(adopted: str, rejected: str) -> str:
    return f"---\ntype: proposal\ntitle: P\n{adopted}{rejected}---\nWords.\n"


def test_each_half_of_a_session_that_is_missing_is_told() -> None:
    page, talk = f"{SID}/session.md", f"{SID}/transcript.jsonl"
    assert told({page: f"{HEAD}A talk.\n"}, "BW701") == [(page, "There is no transcript.jsonl beside the summary.")]
    assert told({talk: turns(1)}, "BW701") == [(talk, "There is no session.md beside the transcript.")]
    assert [path for path, _ in told({page: HEAD}, "BW701")] == [page, page]
    assert told({page: f"{HEAD}\n\nA talk.\n", talk: turns(1)}, "BW701") == []
    kept = HEAD.replace("turns", 'transcript: "sha256:00"\nturns')
    assert told({page: f"{kept}A talk.\n"}, "BW701") == []


def test_pages_of_sessions_that_are_no_sessions_of_their_own() -> None:
    assert told({"sessions/readme.md": titled("About sessions")}, "BW701") == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (turns(1, 3), "The transcript goes to turn 3 and lacks 2."),
        (turns(2), "The transcript goes to turn 2 and lacks 1."),
        (turns(1, 9), "The transcript goes to turn 9 and lacks 2, 3, 4 and 4 more."),
        (turns(1) + "x\n", "Line 2 of the transcript is no turn: not JSON: JSONDecodeError."),
        ("x\n" + "[]\n" + turns(1), "Line 1 of the transcript is no turn: not JSON: JSONDecodeError, and 1 more."),
    ],
)
def test_turns_that_are_missing_or_unreadable(text: str, message: str) -> None:
    assert told({f"{SID}/transcript.jsonl": text}, "BW702") == [(f"{SID}/transcript.jsonl", message)]


@pytest.mark.parametrize("text", ["", turns(1), turns(1, 2, 3), turns(2, 1)])
def test_turns_as_they_should_be(text: str) -> None:
    assert told({f"{SID}/transcript.jsonl": text}, "BW702") == []


def test_a_turn_with_a_giant_number_costs_no_time() -> None:
    found = told({f"{SID}/transcript.jsonl": turns(1, 10**15)}, "BW702")
    assert found[0][1].endswith("lacks 2, 3, 4 and 999,999,999,999,995 more.")


def test_damaged_events_are_told_up_to_three() -> None:
    book = Booked("ledger/s.jsonl", ((1, "it is no JSON"), (4, "it lacks a key")), ("turns 1 to 2: why",), 1, 1)
    assert told({}, "BW703", book) == [
        ("brainwiki/state/ledger/s.jsonl", message)
        for message in (
            "Line 1 is damaged: it is no JSON.",
            "Line 4 is damaged: it lacks a key.",
            "An event does not follow: turns 1 to 2: why.",
        )
    ]
    many = Booked("ledger/s.jsonl", tuple((number, "x") for number in range(9)))
    assert told({}, "BW703", many)[-1][1] == "6 more events are damaged."
    assert told({}, "BW703", Booked("ledger/s.jsonl", came_in=2, kept=2)) == []


def test_sums_that_do_not_add_up() -> None:
    books = (Booked("ledger/a.jsonl", came_in=3, kept=2), Booked("ledger/b.jsonl", came_in=2, kept=2))
    assert told({}, "BW704", *books) == [
        ("brainwiki/state/ledger/a.jsonl", "3 ranges of turns came in, and 2 are accounted for.")
    ]


def test_an_observation_is_adopted_or_rejected() -> None:
    both = receipt("adopted: [o-a, o-b]\n", "rejected:\n  - o-a\n  - id: o-b\n    reason: r\n  - id: o-c\n")
    assert told({"proposals/p.md": both}, "BW705") == [
        ("proposals/p.md", "The receipt adopts o-a and rejects it."),
        ("proposals/p.md", "The receipt adopts o-b and rejects it."),
    ]


def test_a_page_does_not_rest_on_what_receipts_only_reject() -> None:
    page = titled("A", more="observations: [o-a, o-b, o-z]\n")
    rejecting = receipt("", "rejected: [o-a, o-b]\n")
    texts = {"knowledge/a.md": page, "proposals/1.md": rejecting}
    assert [message for _, message in told(texts, "BW705")] == [
        "The page rests on o-a, which proposals/1 rejects.",
        "The page rests on o-b, which proposals/1 rejects.",
    ]
    later = receipt("adopted: [o-a, o-b]\n", "")
    assert told({**texts, "proposals/2.md": later}, "BW705") == []


@pytest.mark.parametrize(
    "value", ["rejected: o-a\n", "rejected: {id: o-a}\n", "rejected: [{}, [o-a]]\n", "rejected:\n"]
)
def test_odd_forms_are_read_as_far_as_they_go(value: str) -> None:
    found = told({"proposals/p.md": receipt("adopted: o-a\n", value)}, "BW705")
    assert len(found) == (1 if ": o-a" in value and "[" not in value else 0)
