"""A brain in a repository, with sessions that were read and wait for what is drawn from them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from brainwiki.bootstrap import open_workspace
from brainwiki.dream.event import Event
from brainwiki.model.observation import Observation, observation
from brainwiki.model.receipt import Span
from brainwiki.model.update import Consolidation, Left, Update
from brainwiki.usecases.ledger import record
from brainwiki.usecases.proposals.opening import Drawn, Opened, open_proposal
from brainwiki.usecases.workspace import Workspace
from tests.helpers import NOW
from tests.repositories import commit, git, new

TALK = "2026-05-02-x-aaaaaaaaaa"
OTHER = "2026-05-03-x-bbbbbbbbbb"
SAID = ("From now on show me diagrams.", "Noted.", "The budget is now 31.5 million.")
PAGE = "knowledge/answers.md"
BUDGET = "knowledge/budget.md"
BY = "dream/0.1"

INDEX = "# Index\n\n- [[answers]]\n- [[budget]]\n"
OLD = "Prefers bullet lists."


def page(title: str, claim: str, turn: int = 1, quote: str = "", session: str = TALK, more: str = "") -> str:
    """A page of one claim that a turn of a session backs."""
    return (
        f"---\ntype: concept\ntitle: {title}\ndescription: About {title}.\nsources:\n"
        f'  - id: 1\n    resource: "sessions/{session}#turn-{turn}"\n    quote: "{quote or SAID[turn - 1]}"\n---\n'
        f"- {claim} [cite:1]\n{more}"
    )


def talk(session: str = TALK) -> dict[str, str]:
    """The two files of a session."""
    turns = [
        {"turn": number, "role": ("user", "assistant", "user")[number - 1], "at": "2026-05-02T09:00:00Z", "text": text}
        for number, text in enumerate(SAID, 1)
    ]
    head = f"---\ntype: session\ntitle: Talk\nstarted: 2026-05-02T09:00:00Z\nturns: {len(turns)}\n---\nA talk.\n"
    return {
        f"sessions/{session}/session.md": head,
        f"sessions/{session}/transcript.jsonl": "".join(json.dumps(one) + "\n" for one in turns),
    }


FILES = {
    "index.md": INDEX,
    PAGE: page("Answers", OLD),
    BUDGET: page("Budget", "The budget is 30 million.", 3, "The budget is now"),
    **talk(),
    **talk(OTHER),
}


def field(folder: Path, config: str = "") -> Workspace:
    """A workspace whose brain is committed, and whose two sessions are summarized."""
    new(folder)
    git(folder, "config", "core.autocrlf", "false")
    texts = {f"wiki/{path}": text for path, text in FILES.items()}
    commit(folder, {**texts, "brainwiki.toml": f'profile = "brain"\n{config}'})
    workspace = open_workspace(str(folder), now=NOW)
    for session in (TALK, OTHER):
        tell(workspace, session, "ingested", "summarized")
    return workspace


def tell(workspace: Workspace, session: str, *names: str) -> None:
    """Events in the ledger of a session, for all its turns."""
    run = str(workspace.refs().tip("brainwiki/state"))[:8]  # the same events may come again
    events = [Event(name, 1, len(SAID), "2026-05-04T00:00:00Z", BY, "why", run=run) for name in names]
    assert record(workspace, session, lambda _: events, BY).refused is None


def base(workspace: Workspace) -> str:
    """The commit of the brain's branch."""
    return workspace.refs().tip("main")


DIAGRAMS = observation(TALK, 1, SAID[0], "knowledge/answers", "Prefers diagrams.", "preference", "2026-05-02")
MILLIONS = observation(TALK, 3, SAID[2], "knowledge/budget", "The budget is 31.5 million.", "number", "2026-05-02")
NEW_ANSWERS = page("Answers", "Prefers diagrams.", more="    - (until 2026-05-02) Prefers bullet lists. [cite:1]\n")
NEW_BUDGET = page("Budget", "The budget is 31.5 million.", 3)


def consolidation(*adopted: Observation, left: tuple[Observation, ...] = ()) -> Consolidation:
    """Observations that a claim was added for, and those that were left."""
    updates = tuple(Update("add", one.subject, text=one.statement, observations=(one.id,)) for one in adopted)
    return Consolidation(
        (*adopted, *left), updates, tuple(Left(one.id, "not said to be kept") for one in left), "New wishes"
    )


def drawn(workspace: Workspace, session: str = TALK, **more: object) -> Drawn:
    """What a run drew from a session: the page of answers says something else."""
    found = Drawn(
        "run-1",
        BY,
        base(workspace),
        {PAGE: NEW_ANSWERS.encode()},
        consolidation(DIAGRAMS, left=(MILLIONS,)),
        (Span(session, 1, len(SAID)),),
        frozenset({PAGE}),
    )
    return replace(found, **more)  # type: ignore[arg-type]


def opened(workspace: Workspace, session: str = TALK, **more: object) -> Opened:
    """A proposal that was opened."""
    found = open_proposal(workspace, drawn(workspace, session, **more))
    assert isinstance(found, Opened), found
    return found


def states(workspace: Workspace) -> dict[str, str]:
    """The state of each session."""
    from brainwiki.usecases.ledger import read_books

    return {one.account.session: one.account.ranges[0].state for one in read_books(workspace).books}


def both(workspace: Workspace) -> Drawn:
    """What a run drew from a session with a driver: two observations on two pages, one of which a new page is for."""
    from brainwiki.dream.drafting import draft
    from brainwiki.usecases.load import load_wiki

    there = workspace.staged(base(workspace), {}, BY).base
    wiki = load_wiki(there)
    old = wiki.pages[PAGE].claims[0].id
    updates = (
        Update("supersede", "knowledge/answers", old, DIAGRAMS.statement, (DIAGRAMS.id,)),
        Update(
            "create",
            "notes/remembered/the-budget",
            observations=(MILLIONS.id,),
            type="note",
            title=MILLIONS.statement.rstrip("."),
            description=MILLIONS.statement,
        ),
        Update("add", "notes/remembered/the-budget", text=MILLIONS.statement, observations=(MILLIONS.id,)),
    )
    found = Consolidation((DIAGRAMS, MILLIONS), updates, (), "New wishes")
    made = draft(wiki, found, NOW, BY, there.brain.read)
    assert not made.mistakes, made.mistakes
    return drawn(workspace, files=made.files, consolidation=found, reads=made.reads)


def opened_both(workspace: Workspace) -> Opened:
    """The proposal of these."""
    found = open_proposal(workspace, both(workspace))
    assert isinstance(found, Opened), found
    return found
