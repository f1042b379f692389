"""A year of sessions replayed month by month into a repository: ingested, drawn from, reviewed and applied, with the accounts in between.

Both the agent's path and the `rules` driver are replayed with it; what differs is who draws.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from brainwiki.bootstrap import open_workspace
from brainwiki.dream.accounts import sums
from brainwiki.dream.telling import balanced
from brainwiki.model.recording import Recording
from brainwiki.transcripts import identity
from brainwiki.usecases.context import pack_context
from brainwiki.usecases.decide import Decision, decide
from brainwiki.usecases.dream.start import start
from brainwiki.usecases.dream.submit import Submitted, submit_file
from brainwiki.usecases.ingest import Ingested, ingest
from brainwiki.usecases.ledger import read_books
from brainwiki.usecases.proposals.applying import Applied, apply
from brainwiki.usecases.proposals.deciding import Decided, approve, reject
from brainwiki.usecases.search import search
from brainwiki.usecases.workspace import Workspace
from tests import repositories
from tests.helpers import REPOSITORY

DATA = REPOSITORY / "tests/data/year"
EXAMPLE = REPOSITORY / "tests/data/example/wiki/sessions"
AGENT = "dream-agent/1"
PERSON = "human:mika"

_DATE = len("2025-11-03-")
_DIGITS = 10

Turn = dict[str, Any]


def sessions() -> tuple[str, ...]:
    """The ids of the example's sessions, in order."""
    return tuple(sorted(path.name for path in EXAMPLE.iterdir()))


def months() -> tuple[str, ...]:
    """The months of the year, such as `2025-11`."""
    return tuple(dict.fromkeys(name[:7] for name in sessions()))


def end_of(month: str) -> datetime:
    """The night after a month, when its sessions are consolidated."""
    year, number = (int(one) for one in month.split("-"))
    return datetime(year + number // 12, number % 12 + 1, 1, 2, tzinfo=UTC)


def turns_of(session: str) -> list[Turn]:
    """The turns of a session of the example."""
    lines = (EXAMPLE / session / "transcript.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def tool_of(session: str) -> str:
    """The tool that recorded a session."""
    return session[_DATE : -_DIGITS - 1]


def recorded(session: str, upto: int | None = None) -> bytes:
    """The file that the tool of a session wrote of it; of its first turns alone where `upto` is given."""
    native, turns = session[-_DIGITS:], turns_of(session)[:upto]
    if tool_of(session) == "chatgpt":
        return json.dumps([_chatgpt(native, turns)], ensure_ascii=False).encode()
    lines = _codex(native, turns) if tool_of(session) == "codex" else _claude_code(native, turns)
    return b"".join(json.dumps(line, ensure_ascii=False).encode() + b"\n" for line in lines)


def _claude_code(native: str, turns: Iterable[Turn]) -> Iterator[Turn]:
    for turn in turns:
        number, role = f"{native}-{turn['turn']}", turn["role"]
        content: Any = turn["text"]
        if role == "tool":
            content = [{"type": "tool_result", "tool_use_id": number, "content": turn["text"]}]
        elif role == "assistant":
            content = [{"type": "text", "text": turn["text"]}]
        kind = "assistant" if role == "assistant" else "user"
        message = {"role": kind, "content": content, "id": number}
        yield {"type": kind, "sessionId": native, "uuid": number, "timestamp": turn["at"], "message": message}


def _codex(native: str, turns: Iterable[Turn]) -> Iterator[Turn]:
    yield {"type": "session_meta", "timestamp": "", "payload": {"id": native}}
    for turn in turns:
        item: Turn = {"type": "message", "role": turn["role"], "content": [{"type": "text", "text": turn["text"]}]}
        if turn["role"] == "tool":
            item = {"type": "function_call_output", "call_id": str(turn["turn"]), "output": turn["text"]}
        yield {"type": "response_item", "timestamp": turn["at"], "payload": item}


def _chatgpt(native: str, turns: Iterable[Turn]) -> Turn:
    nodes: Turn = {}
    parent: str | None = None
    for turn in turns:
        name = f"{native}-{turn['turn']}"
        message = {
            "author": {"role": turn["role"]},
            "create_time": turn["at"],
            "content": {"content_type": "text", "parts": [turn["text"]]},
        }
        nodes[name] = {"id": name, "parent": parent, "message": message}
        parent = name
    return {"conversation_id": native, "mapping": nodes, "current_node": parent}


def as_named_there(patch: pytest.MonkeyPatch) -> None:
    """Let a session that is ingested have the digits of the example: they are given to it as the tool's own id, which cannot be
    worked out from a digest. All else of an id is as ever."""
    own = identity.digits

    def digits(*parts: str) -> str:
        return parts[1] if len(parts) == 2 and len(parts[1]) == _DIGITS and parts[1].isalnum() else own(*parts)

    patch.setattr(identity, "digits", digits)


class Year:
    """A repository that begins with a brain, and what a person and an agent do in it; `now` is the instant of their commands."""

    def __init__(self, folder: Path, start_from: Path) -> None:
        shutil.copytree(start_from, folder, dirs_exist_ok=True)
        repositories.new(folder)
        self.first = repositories.commit(folder, {}, "The brain before the year")
        self.folder = folder
        self.now = end_of(months()[0])
        self.told = 0

    @property
    def workspace(self) -> Workspace:
        """The workspace as a command opens it."""
        return open_workspace(str(self.folder), now=self.now)

    def take_in(self, files: Mapping[str, bytes]) -> Ingested:
        """Ingest recorded files by their names."""
        found = [Recording(name, len(raw), False, lambda raw=raw: raw) for name, raw in files.items()]  # type: ignore[misc]
        done = ingest(self.workspace, found)
        assert not done.failed, [one.reason for one in done.files]
        self.balance()
        return done

    def begin(self) -> str:
        """Begin a run; its name."""
        begun = start(self.workspace, AGENT)
        assert begun.work is not None
        assert begun.passed == ()
        self.balance()
        return begun.work.run.name

    def submit(self, run: str, answer: Mapping[str, Any]) -> Submitted:
        """Submit what an agent wrote down."""
        done = submit_file(self.workspace, run, AGENT, json.dumps(answer, ensure_ascii=False).encode())
        self.balance()
        return done

    def approve(self, proposal: str) -> Decided:
        """A person approves."""
        done = approve(self.workspace, proposal, PERSON)
        self.balance()
        return done

    def reject(self, proposal: str, reason: str, observations: tuple[str, ...] = ()) -> Decided:
        """A person rejects a proposal or observations of it."""
        done = reject(self.workspace, proposal, PERSON, reason, observations)
        self.balance()
        return done

    def retry(self) -> None:
        """A person has everything tried again that was rejected."""
        for session, states in self.states().items():
            if "rejected" in states:
                decide(self.workspace, Decision("retry", session, PERSON))
        self.balance()

    def apply(self, proposal: str) -> Applied:
        """An approved proposal goes into the brain."""
        done = apply(self.workspace, proposal, PERSON)
        self.balance()
        return done

    def states(self) -> dict[str, list[str]]:
        """The states of all ranges, by session."""
        books = read_books(self.workspace).books
        return {one.account.session: [held.state for held in one.account.ranges] for one in books}

    def balance(self) -> None:
        """Every range that came in is in one state, every ledger is sound, and no session is without one."""
        shelf = read_books(self.workspace)
        assert sums(shelf.books).add_up
        assert balanced(shelf.books), [one.problems for one in shelf.books]
        assert (shelf.lost, shelf.unbooked) == ((), ())
        self.told += 1

    def tips(self) -> str:
        """Where all branches stand."""
        return repositories.git(self.folder, "for-each-ref", "--format=%(refname) %(objectname)")

    def find(self, words: str) -> str:
        """What a search and a context say to these words."""
        hits = search(self.workspace, words).hits
        return "\n".join([*(f"{hit.path}: {hit.snippet}" for hit in hits), pack_context(self.workspace, words).text])

    def pages(self) -> dict[str, bytes]:
        """The pages under `knowledge/` and `notes/` of the working tree."""
        return pages_below(self.folder / "wiki")


def pages_below(folder: Path) -> dict[str, bytes]:
    """The pages under `knowledge/` and `notes/` of a brain, by path from its root."""
    found = (path for part in ("knowledge", "notes") for path in sorted((folder / part).rglob("*.md")))
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}
