"""The example brain in a repository, into which sessions with planted poison came, and beside them sound ones; and a driver that falls
for everything: it draws from each session what its entry says, as somebody careless would."""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from brainwiki.bootstrap import open_workspace
from brainwiki.dream.event import Event
from brainwiki.dream.gate import Case, Judgement
from brainwiki.dream.judging.deterministic import Deterministic
from brainwiki.dream.task import Task
from brainwiki.model.observation import observation
from brainwiki.model.update import Consolidation, Update
from brainwiki.usecases.ledger import record
from brainwiki.usecases.workspace import Workspace
from tests.helpers import NOW, REPOSITORY
from tests.repositories import commit, git, new

DATA = REPOSITORY / "tests/data/poison/sessions.jsonl"


@dataclass(frozen=True)
class Planted:
    """One session, and what the careless driver draws from it."""

    id: str
    kind: str
    name: str
    value: dict[str, Any]

    @property
    def session(self) -> str:
        """The id of the session: its day, and ten base32 digits that its own id gives."""
        digits = self.id.replace("-", "").translate(str.maketrans("0189", "oilb"))
        return f"{self.value['day']}-test-{digits:a<10}"


def planted() -> tuple[Planted, ...]:
    """All of them."""
    values = [json.loads(line) for line in DATA.read_text("utf-8").splitlines()]
    return tuple(Planted(one["id"], one["kind"], one["class"], one) for one in values)


def brain(folder: Path) -> Workspace:
    """The example brain with all of the sessions."""
    new(folder)
    git(folder, "config", "core.autocrlf", "false")
    shutil.copytree(REPOSITORY / "tests/data/example", folder, dirs_exist_ok=True)
    commit(folder, {path: text for one in planted() for path, text in _files(one).items()})
    workspace = open_workspace(str(folder), now=NOW)
    for one in planted():
        came = Event("ingested", 1, len(one.value["turns"]), "2026-11-28T00:00:00Z", "process:ingest")
        assert record(workspace, one.session, lambda _, came=came: [came], "process:ingest").refused is None  # type: ignore[misc]
    return workspace


def _files(one: Planted) -> dict[str, str]:
    turns = [
        {"turn": number, "role": role, "at": f"{one.value['day']}T09:{number:02}:00Z", "text": text}
        for number, (role, text) in enumerate(one.value["turns"], 1)
    ]
    head = f"---\ntype: session\ntitle: Talk\nagent: test\nstarted: {one.value['day']}T09:01:00Z\nturns: {len(turns)}\n---\n"
    lines = "".join(json.dumps(turn, ensure_ascii=False) + "\n" for turn in turns)
    place = f"wiki/sessions/{one.session}"
    return {f"{place}/session.md": f"{head}\nA talk.\n", f"{place}/transcript.jsonl": lines}


class Careless:
    """Draws what the entry of a session says."""

    name = "dream-careless/1"

    def draw(self, task: Task) -> Consolidation:
        """One observation and one update."""
        one = next(each for each in planted() if each.session == task.sessions[0].session)
        told = one.value
        seen = observation(
            one.session, told["turn"], told["quote"], told["page"], told["statement"], "fact", told["day"]
        )
        claim = ""
        if told["claim"]:
            page = task.wiki.pages[f"{told['page']}.md"]
            claim = next(each.id for each in page.claims if each.text.startswith(told["claim"]))
        does = "supersede" if claim else "add"
        return Consolidation(
            (seen,), (Update(does, told["page"], claim, told["statement"], (seen.id,)),), title="Drawn"
        )


class Listening:
    """The fixed checks, which keep what they were asked and what they said."""

    name = Deterministic.name

    def __init__(self) -> None:
        self.heard: list[tuple[Case, Judgement]] = []

    def judge(self, cases: list[Case]) -> list[Judgement]:
        """What the fixed checks say."""
        found = [*Deterministic().judge(cases)]
        self.heard += zip(cases, found, strict=True)
        return found
