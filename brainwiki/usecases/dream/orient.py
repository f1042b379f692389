"""Orient a run: everything that its driver may look at, as one value."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from brainwiki.dream.drafting import SCOPE
from brainwiki.dream.task import BUDGET, Budget, Standing, Task
from brainwiki.errors import BrainwikiError
from brainwiki.model.names import squeeze
from brainwiki.model.wiki import Wiki
from brainwiki.usecases.dream.runs import Run
from brainwiki.usecases.dream.talks import Memory, assigned
from brainwiki.usecases.forgotten import forgotten_names
from brainwiki.usecases.proposals.books import refusals
from brainwiki.usecases.search import Wanted, ask, freshen
from brainwiki.usecases.workspace import Workspace

_HITS = 8
_QUESTIONS = 300  # of one run
_LONGEST = 600  # characters of a question
_SIGNS = re.compile(r'["“”:：]|(?<!\S)-')  # what narrows a question; words that were said ask for nothing


class Work(NamedTuple):
    """A run with what it reads."""

    run: Run
    task: Task
    memory: Memory


def orient(workspace: Workspace, run: Run, memory: Memory, budget: Budget = BUDGET) -> Work:
    """The task of a run that reads this memory. Scope and budget are not the folder's to say: anybody may write there.

    Raises NoStateError, StateMergeError.
    """
    found = [one for span in run.spans if (one := assigned(memory.wiki, span)) is not None]
    sessions = max(
        budget.sessions, len({one.session for one in found})
    )  # whoever chose them has set this limit already
    task = Task(
        run.name,
        run.base,
        workspace.clock.now(),
        memory.wiki,
        tuple(found),
        standing_of(memory.wiki),
        forgotten_names(memory.state) | forgotten_names(workspace),
        refusals(workspace),
        SCOPE,
        budget._replace(sessions=sessions),
        finder(workspace, memory.wiki),
    )
    return Work(run, task, memory)


def standing_of(wiki: Wiki) -> tuple[Standing, ...]:
    """The rule files, whole."""
    return tuple(Standing(page.path, page.text[page.body :].strip()) for page in wiki if page.kind == "rule")


def finder(workspace: Workspace, wiki: Wiki) -> Callable[[str], Sequence[str]]:
    """What gives the pages that a text is about, best first, by the words of the search; nothing where that does not work."""
    known: dict[str, tuple[str, ...]] = {}
    broken = False

    def find(text: str) -> Sequence[str]:
        nonlocal broken
        question = squeeze(_SIGNS.sub(" ", text))[:_LONGEST]
        if not question or broken or (question not in known and len(known) >= _QUESTIONS):
            return ()
        try:
            if not known:
                freshen(workspace)
            if question not in known:
                known[question] = _asked(workspace, wiki, question)
        except (BrainwikiError, NotImplementedError, OSError):
            broken = True
            return ()
        return known[question]

    return find


def _asked(workspace: Workspace, wiki: Wiki, question: str) -> tuple[str, ...]:
    """The ids of pages in what the search answers."""
    wanted = Wanted(_HITS, "sparse", ("page", "note"), is_bare=True)
    answer = ask(workspace, question, wanted)
    if answer.mode != "sparse":
        return ()
    return tuple(wiki.pages[hit.path].id for hit in answer.hits if hit.path in wiki.pages)
