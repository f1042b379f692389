"""From the bytes of a tool to the files of sessions: new, grown, the same, edited; and never a secret."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.errors import TranscriptError
from brainwiki.markup import frontmatter
from brainwiki.markup import transcript as stored
from brainwiki.transcripts import growth
from brainwiki.transcripts.own_runs import mark
from brainwiki.usecases.check import check
from brainwiki.usecases.intake import Files, Intake, take_in
from tests.helpers import PROPERTY, make_brain
from tests.rules.tokens import KINDS
from tests.transcripts.samples import FILES

TODAY = "2026-11-30"
TOKEN = dict(KINDS)["a GitHub token"]


def rollout(*texts: str, native: str = "x1") -> bytes:
    """A rollout of Codex in which the user says these texts, a minute each."""
    records: list[dict[str, Any]] = [{"type": "session_meta", "payload": {"id": native}}]
    for number, text in enumerate(texts):
        content = [{"type": "input_text", "text": text}]
        at = f"2026-08-01T00:{number:02}:00Z"
        records.append(
            {
                "timestamp": at,
                "type": "response_item",
                "payload": {"type": "message", "role": "user", "content": content},
            }
        )
    return "".join(json.dumps(one) + "\n" for one in records).encode()


class Brain:
    """Sessions in memory, as a brain would keep them."""

    def __init__(self) -> None:
        self.files: dict[str, Files] = {}
        self.asked: list[str] = []

    def take(self, raw: bytes, name: str = "f") -> Intake:
        """Take a file in and keep what is to be written."""
        found = take_in(raw, name, self, TODAY)
        for one in found.sessions:
            if one.files:
                self.files[one.id] = one.files
        return found

    def pages(self, tool: str) -> dict[str, str]:
        """The pages of all sessions."""
        return {name: files.page for name, files in self.files.items()}

    def transcript(self, name: str) -> bytes:
        """A transcript, of which only those of a family may be asked for."""
        self.asked.append(name)
        return self.files[name].transcript

    def texts(self, name: str) -> list[str]:
        """The turns of a session."""
        read = stored.parse(name, self.files[name].transcript)
        assert not read.broken
        assert [turn.number for turn in read.turns] == list(range(1, len(read.turns) + 1))
        return [turn.text for turn in read.turns]


def test_a_new_session() -> None:
    brain = Brain()
    found = brain.take(rollout("hi", "there"))
    (one,) = found.sessions
    assert (found.format, found.empty, found.account.balanced) == ("codex", 0, True)
    assert (one.kind, one.first, one.turns, one.continues) == ("new", 1, 2, "")
    assert one.id.startswith("2026-08-01-codex-")
    meta = frontmatter.read(brain.files[one.id].page).meta
    assert (meta["type"], meta["title"], meta["agent"], str(meta["turns"])) == ("session", "hi", "codex", "2")
    assert meta["origin"]["format"] == "codex"
    assert meta["origin"]["digest"].startswith("sha256:")
    assert brain.texts(one.id) == ["hi", "there"]


def test_read_again_nothing_changes_and_grown_it_appends() -> None:
    brain = Brain()
    brain.take(rollout("a", "b"))
    before = dict(brain.files)
    (same,) = brain.take(rollout("a", "b")).sessions
    assert (same.kind, same.files, same.turns) == ("nothing-new", None, 0)
    assert brain.files == before
    (more,) = brain.take(rollout("a", "b", "c")).sessions
    assert (more.kind, more.id, more.first, more.turns) == ("appended", same.id, 3, 1)
    assert brain.files[more.id].transcript.startswith(before[more.id].transcript)
    meta = frontmatter.read(brain.files[more.id].page).meta
    assert (str(meta["turns"]), meta["ended"]) == ("3", "2026-08-01T00:02:00+00:00")
    (fewer,) = brain.take(rollout("a")).sessions
    assert (fewer.kind, fewer.fewer) == ("nothing-new", 2)


def test_a_session_edited_at_its_origin_becomes_a_new_one_that_continues_it() -> None:
    brain = Brain()
    (base,) = brain.take(rollout("a", "b", "c")).sessions
    (other,) = brain.take(rollout("a", "x", "y")).sessions
    assert (other.kind, other.continues, other.first, other.turns) == ("changed", base.id, 1, 2)
    assert brain.texts(base.id) == ["a", "b", "c"]
    assert brain.texts(other.id) == ["x", "y"]
    assert frontmatter.read(brain.files[other.id].page).meta["origin"]["continues"] == f"sessions/{base.id}#turn-1"
    (again,) = brain.take(rollout("a", "x", "y", "z")).sessions
    assert (again.kind, again.id, again.first, again.turns) == ("appended", other.id, 3, 1)
    (first,) = brain.take(rollout("q")).sessions
    assert frontmatter.read(brain.files[first.id].page).meta["origin"]["continues"] == f"sessions/{base.id}"
    assert len(brain.files) == 3


def test_no_secret_is_written_and_each_is_told() -> None:
    brain = Brain()
    (one,) = brain.take(rollout(f"Use {TOKEN}", "ok")).sessions
    assert [(each.kind, each.turn, each.part) for each in one.redactions] == [("a GitHub token", 1, "text")]
    assert TOKEN not in brain.files[one.id].page
    assert TOKEN.encode() not in brain.files[one.id].transcript
    assert 'title: "Use [redacted: a GitHub token]"' in brain.files[one.id].page
    (more,) = brain.take(rollout(f"Use {TOKEN}", "ok", f"and {TOKEN}")).sessions
    assert [(each.kind, each.turn) for each in more.redactions] == [("a GitHub token", 3)]
    assert more.kind == "appended"


def test_secrets_are_told_by_their_turn_in_the_file_that_is_written() -> None:
    brain = Brain()
    brain.take(rollout("a", "b", "c"))
    (other,) = brain.take(rollout("a", "b", "x", f"key {TOKEN}")).sessions
    assert [(each.turn, each.part) for each in other.redactions] == [(2, "text")]
    (more,) = brain.take(rollout("a", "b", "x", f"key {TOKEN}", f"and {TOKEN}")).sessions
    assert (more.id, [each.turn for each in more.redactions]) == (other.id, [3])
    export = [{"uuid": "k", "name": f"Key {TOKEN}", "chat_messages": [{"sender": "human", "text": "hi"}]}]
    (titled,) = brain.take(json.dumps(export).encode()).sessions
    assert [(each.turn, each.part) for each in titled.redactions] == [(0, "title")]


def test_a_program_that_knows_more_secrets_takes_nothing_for_an_edit() -> None:
    brain = Brain()
    (one,) = brain.take(rollout("Use word-1234 now", "ok")).sessions
    page, raw = brain.files[one.id]
    brain.files[one.id] = Files(page, raw.replace(b"word-1234", growth.veil("a key").encode()))
    assert [each.kind for each in brain.take(rollout("Use word-1234 now", "ok")).sessions] == ["nothing-new"]


def test_our_own_runs_are_never_taken_in() -> None:
    brain = Brain()
    found = brain.take(rollout(f"{mark('abcd1234')}\nConsolidate.", "Old: likes tea."))
    assert (found.sessions, found.empty, found.account.own) == ((), 1, 2)
    assert brain.files == {}


def test_sessions_without_instants_are_named_by_the_day_they_came_and_found_again_later() -> None:
    brain = Brain()
    raw = b'{"role": "user", "message": {"content": "hi"}}\n'
    (one,) = brain.take(raw).sessions
    assert one.id.startswith(f"{TODAY}-cursor-")
    (later,) = take_in(raw, "f", brain, "2026-12-24").sessions
    assert (later.kind, later.id) == ("nothing-new", one.id)


def test_many_sessions_in_one_file_are_held_against_each_other() -> None:
    message = {"isCreatedByUser": True, "messageId": "a", "text": "hi", "createdAt": "2026-08-01T00:00:00Z"}
    talks = [{**message, "conversationId": name} for name in ("one", "two")]
    found = Brain().take(json.dumps(talks).encode())
    assert [one.kind for one in found.sessions] == ["new", "new"]
    assert len({one.id for one in found.sessions}) == 2


def test_only_transcripts_of_the_same_origin_are_read() -> None:
    brain = Brain()
    (one,) = brain.take(rollout("a", native="one")).sessions
    (two,) = brain.take(rollout("b", native="two")).sessions
    assert brain.asked == []
    brain.take(rollout("b", "c", native="two"))
    assert set(brain.asked) == {two.id}
    assert one.id != two.id


def test_what_is_there_under_the_same_name_is_never_overwritten() -> None:
    """As when somebody wrote a page by hand: its `continues` is gone, and with it its family."""
    brain = Brain()
    brain.take(rollout("a", "b"))
    (other,) = brain.take(rollout("a", "x")).sessions
    page, raw = brain.files[other.id]
    brain.files[other.id] = Files(page.replace("continues", "went_on"), raw)
    with pytest.raises(TranscriptError, match="it is there already with other turns"):
        brain.take(rollout("a", "x"))


def test_what_is_written_passes_the_rules_of_the_brain(tmp_path: Path) -> None:
    brain = Brain()
    brain.take(rollout("a", f"the key {TOKEN}"))
    brain.take(rollout("a", "other"))
    brain.take(b'{"role": "user", "message": {"content": "no instant"}}\n')
    for path in FILES:
        brain.take(path.read_bytes(), path.name)
    texts: dict[str, str | bytes] = {}
    for name, files in brain.files.items():
        texts[f"sessions/{name}/session.md"] = files.page
        texts[f"sessions/{name}/transcript.jsonl"] = files.transcript
    found = check(make_brain(tmp_path, texts)).found
    assert [one for one in found if "sessions/" in one.path] == []


def test_a_stored_transcript_that_cannot_be_read_is_an_error_with_its_line() -> None:
    brain = Brain()
    (one,) = brain.take(rollout("a")).sessions
    brain.files[one.id] = Files(brain.files[one.id].page, b'{"turn": 1}\n')
    with pytest.raises(TranscriptError, match=f"sessions/{one.id}/transcript.jsonl: line 1 of the stored transcript"):
        brain.take(rollout("a", "b"))


def test_a_stored_transcript_without_its_last_line_end_is_appended_to_whole() -> None:
    brain = Brain()
    (one,) = brain.take(rollout("a")).sessions
    brain.files[one.id] = Files(brain.files[one.id].page, brain.files[one.id].transcript.rstrip(b"\n"))
    brain.take(rollout("a", "b"))
    assert brain.texts(one.id) == ["a", "b"]


@given(st.lists(st.lists(st.sampled_from(["a", "b", f"key {TOKEN}"]), min_size=1, max_size=6), min_size=1, max_size=8))
@PROPERTY
def test_any_course_of_readings_appends_alone_and_then_changes_nothing(readings: list[list[str]]) -> None:
    brain = Brain()
    for texts in readings:
        before = dict(brain.files)
        found = brain.take(rollout(*texts))
        assert found.account.balanced
        for name, files in before.items():
            assert brain.files[name].transcript.startswith(files.transcript)
        written = dict(brain.files)
        assert [one.kind for one in brain.take(rollout(*texts)).sessions] == ["nothing-new"]
        assert brain.files == written
    assert all(TOKEN.encode() not in files.transcript and TOKEN not in files.page for files in brain.files.values())
    for texts in readings:
        assert [one.kind for one in brain.take(rollout(*texts)).sessions] == ["nothing-new"]
