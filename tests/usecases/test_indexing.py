"""Files to units: pages, sessions from either file, plain texts, and nothing of what was forgotten."""

from __future__ import annotations

import json
from typing import cast

from brainwiki.config.profile import load_profile
from brainwiki.ports import FileStore
from brainwiki.retrieval.passages import Unit
from brainwiki.usecases.indexing import Units, content_id
from brainwiki.usecases.places import Source
from tests.stores import Memory

STORE = cast("FileStore", Memory({}))
TALK = b'{"turn": 1, "text": "hello"}\n{"turn": 2, "text": "secret"}\nbroken\n'


def made(
    path: str, *files: tuple[str, bytes], name: str = "", log: object = None, profile: str = "brain"
) -> Unit | None:
    units = Units(load_profile(profile).dialect, json.dumps(log).encode() if log else b"")
    return units.of(Source(path, STORE, tuple(file for file, _ in files), name or path), [raw for _, raw in files])


def texts(unit: Unit | None) -> list[str]:
    return [one.text for one in unit.passages] if unit is not None else []


def test_a_page() -> None:
    assert texts(made("knowledge/a.md", ("knowledge/a.md", b"Words.\n"))) == ["Words."]
    assert made("rules/a.md", ("rules/a.md", b"Words.\n")) is None


def test_a_session_from_both_files_and_from_either() -> None:
    page, talk = ("sessions/s/session.md", b"We met.\n"), ("sessions/s/transcript.jsonl", TALK)
    assert texts(made("sessions/s/session.md", page, talk)) == ["We met.", "hello", "secret"]
    assert texts(made("sessions/s/session.md", page)) == ["We met."]
    alone = made("sessions/s/transcript.jsonl", talk, name="sessions/s/session.md")
    assert texts(alone) == ["hello", "secret"]
    assert alone is not None
    assert (alone.path, alone.kind, alone.title) == ("sessions/s", "session", "s")


def test_a_transcript_is_nothing_where_a_profile_knows_no_sessions() -> None:
    page, talk = ("x/session.md", b"A page.\n"), ("x/transcript.jsonl", TALK)
    assert texts(made("x/session.md", page, talk, profile="obsidian")) == ["A page."]
    assert made("x/transcript.jsonl", talk, name="x/session.md", profile="obsidian") is None


def test_evidence_is_a_source_whatever_it_says_of_itself() -> None:
    found = made("/raw/rules/a.md", ("rules/a.md", b"---\ntype: rule\n---\n# T\n\nWords.\n"), name="raw/rules/a.md")
    assert found is not None
    assert (found.kind, found.title, found.path) == ("source", "T", "raw/rules/a.md")
    plain = made("/raw/a.txt", ("a.txt", b"# no heading\n\nWords \xff.\n"), name="raw/a.txt")
    assert plain is not None
    assert (plain.kind, plain.title, texts(plain)) == ("source", "a.txt", ["# no heading\n\nWords \ufffd."])


def test_what_was_forgotten_is_nothing() -> None:
    assert made("knowledge/a.md", ("knowledge/a.md", b"Words.\n"), log={"pages": ["knowledge/a"]}) is None
    page, talk = ("sessions/s/session.md", b""), ("sessions/s/transcript.jsonl", TALK)
    assert texts(made("sessions/s/session.md", page, talk, log={"turns": ["sessions/s#turn-2"]})) == ["hello"]
    assert made("sessions/s/session.md", page, talk, log={"x": "sessions/s"}) is None


def test_content_ids_are_those_of_git() -> None:
    assert content_id([b""]) == "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"
    assert content_id([b"", b"a"]).split(" ") == [content_id([b""]), content_id([b"a"])]
