"""Names in the deletion log: of a page, a session, a turn; whatever cannot be read names nothing."""

from __future__ import annotations

import pytest

from brainwiki.claims.support import Proof
from brainwiki.model.change import Log
from brainwiki.rules.families.tombstones import forgotten, is_forgotten, rests_on_forgotten
from tests.helpers import change_of


def names(*lines: str, path: str = "forgotten.jsonl") -> frozenset[str]:
    raw = "".join(f"{line}\n" for line in lines).encode()
    return forgotten(change_of({}, {}, logs=(Log(path, None, raw),)))


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ('{"id": "knowledge/a"}', {"knowledge/a"}),
        ('{"path": "knowledge/a.md", "at": "2026-05-02"}', {"knowledge/a", "2026-05-02"}),
        ('{"ids": ["sessions/s", "sessions/s#turn-3", 7]}', {"sessions/s", "sessions/s#turn-3"}),
        ('{"path": "sessions/s/session.md"}', {"sessions/s"}),
        ('{"path": "sessions/s/transcript.jsonl"}', {"sessions/s"}),
        ('{"path": "sessions/s/"}', {"sessions/s"}),
        ('{"count": 3, "nested": {"id": "x"}}', set()),
        ('["knowledge/a"]', set()),
        ("not JSON", set()),
        ("[" * 100_000, set()),
        ("", set()),
    ],
)
def test_what_an_entry_names(line: str, wanted: set[str]) -> None:
    assert names(line) == wanted


def test_all_entries_count_and_other_logs_do_not() -> None:
    assert names('{"id": "a"}', "{", '{"id": "b"}') == {"a", "b"}
    assert names('{"id": "a"}', path="ledger/s.jsonl") == frozenset()
    assert names('{"id": "a"}', path="sub/forgotten.jsonl") == {"a"}
    assert forgotten(change_of({}, {}, logs=(Log("forgotten.jsonl", b'{"id": "a"}\n', None),))) == frozenset()


@pytest.mark.parametrize(
    ("path", "is_named"),
    [("knowledge/a.md", True), ("knowledge/ab.md", False), ("sessions/s/session.md", True), ("knowledge/b.md", False)],
)
def test_a_page_is_named_by_its_id(path: str, is_named: bool) -> None:
    assert is_forgotten(path, names('{"ids": ["knowledge/a", "sessions/s"]}')) is is_named


@pytest.mark.parametrize(
    ("proof", "is_named"),
    [
        (Proof("sessions/s/session.md", "x", 3), True),
        (Proof("sessions/t/session.md", "x", 3), True),
        (Proof("sessions/t/session.md", "x", 4), False),
        (Proof("sessions/t/session.md", "x", 0), False),
        (Proof("sources/r.md#L3", "", 0), True),
        (Proof("https://e.org/sources/r", "", 0), False),
    ],
)
def test_a_proof_is_forgotten_with_its_session_or_its_turn(proof: Proof, is_named: bool) -> None:
    known = names('{"ids": ["sessions/s", "sessions/t#turn-3"], "path": "sources/r.md"}')
    assert rests_on_forgotten(proof, known) is is_named
