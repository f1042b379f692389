"""The document of `brainwiki sessions`."""

from __future__ import annotations

from brainwiki.dream.accounts import books_of
from brainwiki.dream.ledger import Ledger, ledger_of, read_ledger
from brainwiki.dream.life import STATES
from brainwiki.dream.telling import balanced, sessions_as_json
from tests.dream.events import event, path


def test_states_add_up_to_the_ranges() -> None:
    stuck = ledger_of("s", [*path("ingested", "summarized", "rejected"), *path("ingested", first=6, last=9)])
    done = ledger_of("t", path("ingested", "summarized", "nothing-new"))
    value = sessions_as_json([books_of(stuck), books_of(done)])
    assert value["total"] == sum(value["states"].values()) == 3
    assert [*value["states"]] == [*STATES]
    assert value["balanced"] is True
    first, second = value["sessions"]
    keys = ("id", "state", "turns", "through_turn", "attempts", "reason")
    assert [first[key] for key in keys] == ["s", "rejected", 9, 0, 0, "because"]
    assert [second.get(key) for key in keys] == ["t", "nothing-new", 5, 5, 0, None]
    assert first["ranges"] == [
        {"first": 1, "last": 5, "state": "rejected", "attempts": 0, "at": "2026-05-02T10:12:02Z", "reason": "because"},
        {"first": 6, "last": 9, "state": "new", "attempts": 0, "at": "2026-05-02T10:12:00Z"},
    ]


def test_nothing_came_in() -> None:
    value = sessions_as_json([])
    assert (value["total"], value["balanced"], value["sessions"]) == (0, True, [])
    empty = sessions_as_json([books_of(Ledger("s"))])["sessions"][0]
    assert (empty["state"], empty["turns"], empty["attempts"], empty["ranges"]) == (None, 0, 0, [])


def test_what_speaks_against_the_sums() -> None:
    sound = ledger_of("s", path("ingested"))
    torn = books_of(read_ledger("s", sound.raw[:-1]))
    value = sessions_as_json([torn])
    assert value["balanced"] is False
    assert value["total"] == 0
    assert value["sessions"][0]["problems"] == ["line 1: its last line has no end"]
    wrong = books_of(sound.grown(event("proposed", proposal="p")))
    assert not balanced([wrong])
