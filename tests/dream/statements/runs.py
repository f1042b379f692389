"""What tests of the rules driver share: sessions as files, a run over some of them, and the brain that comes of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from brainwiki.dream.checking import mistakes
from brainwiki.dream.drafting import draft
from brainwiki.dream.statements.driver import RulesDriver
from brainwiki.dream.task import Assigned, Task
from brainwiki.model.update import Consolidation
from tests.dream.drafts import DIALECT, NOW
from tests.helpers import state_of

FIRST, SECOND = "2026-05-01-test-aaaaaaaaaa", "2026-06-01-test-bbbbbbbbbb"
Files = Mapping[str, str | bytes]


class Run(NamedTuple):
    """The files after a run, and what was drawn."""

    files: dict[str, str | bytes]
    drawn: Consolidation

    @property
    def pages(self) -> dict[str, str]:
        """The bodies of pages and notes by id."""
        return {
            path.removesuffix(".md"): _text(raw).split("\n---\n", 1)[1].strip()
            for path, raw in self.files.items()
            if path.startswith(("knowledge/", "notes/"))
        }

    @property
    def reasons(self) -> list[str]:
        """Why observations were left, in order."""
        return [one.reason for one in self.drawn.left]

    @property
    def does(self) -> list[str]:
        """What the updates do, in order."""
        return [one.do for one in self.drawn.updates]


def session(name: str, *said: str, role: str = "user") -> dict[str, str | bytes]:
    """The files of a session whose turns are all of one role."""
    day = name[:10]
    lines = [
        {"turn": number, "role": role, "at": f"{day}T10:{number // 60:02}:{number % 60:02}+02:00", "text": text}
        for number, text in enumerate(said, 1)
    ]
    head = f"---\ntype: session\ntitle: Talk\nstarted: {day}T10:00:00+02:00\nagent: test\nturns: {len(said)}\n---\nA talk.\n"
    talk = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    return {f"sessions/{name}/session.md": head, f"sessions/{name}/transcript.jsonl": talk}


def task_of(files: Files, *names: str, **more: Any) -> Task:
    """A task over all turns of some sessions."""
    wiki = state_of(files, DIALECT)
    turns = {name: wiki.transcripts[f"sessions/{name}"].turns for name in names}
    assigned = tuple(Assigned(name, 1, len(turns[name]), turns[name], "Talk", turns[name][0].at) for name in names)
    return Task("run-one", "0" * 40, NOW, wiki, assigned, **more)


def run(files: Files, *names: str, **more: Any) -> Run:
    """Draw, hold it against the task, draft it; nothing may be wrong."""
    task = task_of(files, *names, **more)
    drawn = RulesDriver().draw(task)
    assert mistakes(task, drawn) == ()
    drafted = draft(task.wiki, drawn, NOW, RulesDriver.name)
    assert drafted.mistakes == ()
    made = {path: raw for path, raw in drafted.files.items() if raw is not None}
    return Run({**files, **made}, drawn)


def say(*said: str, files: Files | None = None, name: str = FIRST, **more: Any) -> Run:
    """One session of the user, drawn at once."""
    return run({**(files or {}), **session(name, *said)}, name, **more)


def _text(raw: str | bytes) -> str:
    return raw if isinstance(raw, str) else raw.decode()
