"""What a check must know of the branch of the states: its ledgers and the files of its proposals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from brainwiki.dream.accounts import books_of
from brainwiki.dream.ledger import FOLDER, read_ledger, session_of
from brainwiki.errors import GitError, NoStateError, StateMergeError
from brainwiki.model.books import Booked
from brainwiki.review import life
from brainwiki.usecases.state_branch import BRANCH, read_state
from brainwiki.usecases.workspace import Workspace


def booked(workspace: Workspace) -> tuple[Booked, ...]:
    """Every file of events, with what is wrong with it; none where there is no such branch, which is seen without starting Git.

    Where what was fetched cannot be joined, that is the fault of the file which stands against it.
    """
    try:
        refs = workspace.refs()
    except NotImplementedError:  # a state of a brain in Git has no branches
        return ()
    if not refs.may_have(BRANCH):
        return ()
    try:
        state = read_state(refs)
        files = {**state.files(FOLDER), **state.files(life.FOLDER)}
    except (GitError, NoStateError):  # whoever lacks Git can still check
        return ()
    except StateMergeError as error:
        return (Booked(error.path, ((1, error.message),)),)
    return tuple(booked_of(files))


def booked_of(files: Mapping[str, bytes]) -> Iterable[Booked]:
    """The same of files by path."""
    for path, raw in sorted(files.items()):
        if session := session_of(path):
            books = books_of(read_ledger(session, raw))
            faults = tuple((one.line, one.why) for one in books.ledger.faults)
            disorder = tuple(f"{one.event.turns}: {one.why}" for one in books.account.refused)
            yield Booked(path, faults, disorder, books.ledger.came_in, len(books.account.ranges))
        elif proposal := life.proposal_of(path):
            yield Booked(path, tuple((one.line, one.why) for one in life.read_life(proposal, raw).faults))
