"""What tests of runs share: a brain in a repository with sessions that came in, and a driver that does as it is told."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from brainwiki.bootstrap import open_workspace
from brainwiki.dream.event import Event
from brainwiki.dream.task import Driver, Task
from brainwiki.model.observation import observation
from brainwiki.model.update import Consolidation, Left, Update
from brainwiki.usecases.ledger import read_books, record
from brainwiki.usecases.workspace import Workspace
from tests.helpers import NOW
from tests.repositories import commit, git, new

TEA, COFFEE = "2026-05-02-test-aaaaaaaaaa", "2026-05-03-test-bbbbbbbbbb"
SAID = {
    TEA: (("user", "From now on I drink green tea."), ("assistant", "Noted."), ("user", "The budget is 40 euros.")),
    COFFEE: (("user", "Coffee makes me nervous, so no coffee."), ("assistant", "All right.")),
}
PAGE = "knowledge/tea"
TEXT = (
    "---\ntype: preference\ntitle: Tea\ndescription: What is drunk.\naliases: [green tea]\nsources:\n"
    "  - id: 1\n    resource: https://example.org/tea\n---\n- Drinks black tea. [cite:1]\n"
)
INDEX = "# Index\n\n- [[tea]]\n"
RULE = "---\ntype: rule\ntitle: Style\ndescription: How.\n---\nWrite short sentences.\n"


def session(name: str, said: tuple[tuple[str, str], ...]) -> dict[str, str]:
    """The two files of a session."""
    turns = [
        {"turn": number, "role": role, "at": f"{name[:10]}T09:{number:02}:00+00:00", "text": text}
        for number, (role, text) in enumerate(said, 1)
    ]
    head = f"---\ntype: session\ntitle: Talk\nstarted: {name[:10]}T09:01:00+00:00\nturns: {len(turns)}\n---\n"
    return {
        f"wiki/sessions/{name}/session.md": f"{head}\n{len(turns)} turns, not summarised yet.\n",
        f"wiki/sessions/{name}/transcript.jsonl": "".join(json.dumps(one) + "\n" for one in turns),
    }


def field(folder: Path, config: str = "", **files: str) -> Workspace:
    """A workspace whose brain is committed, and whose sessions came in."""
    new(folder)
    git(folder, "config", "core.autocrlf", "false")
    texts = {"wiki/index.md": INDEX, f"wiki/{PAGE}.md": TEXT, "wiki/rules/style.md": RULE, **files}
    for name, said in SAID.items():
        texts |= session(name, said)
    commit(folder, {**texts, "brainwiki.toml": f'profile = "brain"\n{config}'})
    workspace = open_workspace(str(folder), now=NOW)
    for name, said in SAID.items():
        told = Event("ingested", 1, len(said), "2026-05-04T00:00:00Z", "process:ingest")
        assert record(workspace, name, lambda _, told=told: [told], "process:ingest").refused is None  # type: ignore[misc]
    return workspace


def states(workspace: Workspace) -> dict[str, list[str]]:
    """The states of all ranges, by session."""
    return {one.account.session: [held.state for held in one.account.ranges] for one in read_books(workspace).books}


def drawn() -> dict[str, Any]:
    """What an agent writes down of both sessions: something of the first, nothing of the other."""
    return {
        "version": 1,
        "title": "Green tea",
        "observations": [
            {
                "id": "a",
                "session": TEA,
                "turn": 1,
                "quote": "From now on I drink green tea.",
                "subject": PAGE,
                "statement": "Drinks green tea.",
                "kind": "preference",
            },
            {
                "id": "b",
                "session": TEA,
                "turn": 3,
                "quote": "The budget is 40 euros.",
                "subject": "budget",
                "statement": "The budget is 40 euros.",
            },
        ],
        "updates": [
            {"do": "supersede", "page": PAGE, "claim": "c-black", "text": "Drinks green tea.", "observations": ["a"]}
        ],
        "left": [{"observation": "b", "reason": "Nobody will ask for it."}],
    }


class Told:
    """A driver that does as it is told."""

    name = "dream-test/1"

    def __init__(self, work: Callable[[Task], Consolidation]) -> None:
        self.work = work

    def draw(self, task: Task) -> Consolidation:
        """What it was told to draw."""
        return self.work(task)


def green(task: Task) -> Consolidation:
    """The preference of the first session, and the other one left."""
    page = task.wiki.pages[f"{PAGE}.md"]
    seen = observation(TEA, 1, "From now on I drink green tea.", PAGE, "Drinks green tea.", "preference", "2026-05-02")
    left = observation(COFFEE, 1, "no coffee", "coffee", "Drinks no coffee.", "preference", "2026-05-03")
    updates = (Update("supersede", PAGE, page.claims[0].id, "Drinks green tea.", (seen.id,)),)
    sessions = {one.session for one in task.sessions}
    return Consolidation(
        tuple(one for one in (seen, left) if one.session in sessions),
        updates if TEA in sessions else (),
        (Left(left.id, "too vague"),) if COFFEE in sessions else (),
        "Green tea",
    )


def nothing(_: Task) -> Consolidation:
    """Nothing at all."""
    return Consolidation()


def made(work: Callable[[Task], Consolidation]) -> Callable[[object], Driver]:
    """What makes a driver."""
    return lambda _: Told(work)
