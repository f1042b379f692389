"""What became of proposals on a code host, seen in the brain itself: merged ones have their receipt in it, however they were merged."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from brainwiki.errors import UnknownNameError
from brainwiki.model.line import plain
from brainwiki.ports import FileStore
from brainwiki.review.changelog import LOG, Entry, names
from brainwiki.review.life import State
from brainwiki.review.receipts import FOLDER, path_of
from brainwiki.usecases.brain_branch import BrainChange, Place, change_brain, place_of
from brainwiki.usecases.ledger import join_fetched
from brainwiki.usecases.listings import listings
from brainwiki.usecases.load import load_wiki
from brainwiki.usecases.proposals.applying import finish
from brainwiki.usecases.proposals.books import Held, Settled, complete, held, read_proposals
from brainwiki.usecases.proposals.deciding import reject
from brainwiki.usecases.proposals.reverting import receipt_in
from brainwiki.usecases.state_branch import WAIT
from brainwiki.usecases.workspace import Workspace

_TOLD = 5  # pages that a reason names


class Merged(NamedTuple):
    """A proposal that was found in the brain: its state until then, and the pages that are not as its receipt says, because somebody
    edited them while merging or since."""

    id: str
    was: State
    differs: tuple[str, ...] = ()


class Unclosed(NamedTuple):
    """A proposal that was said to be closed and is not rejected, and why."""

    id: str
    why: str


class Synced(NamedTuple):
    """What was seen: merged proposals and rejected ones, those that are not rejected although they were closed, the listings that
    were written (`commit`, `left` as with `apply`), and what became of branches."""

    merged: tuple[Merged, ...] = ()
    rejected: tuple[str, ...] = ()
    unclosed: tuple[Unclosed, ...] = ()
    listings: tuple[str, ...] = ()
    commit: str = ""
    left: tuple[str, ...] = ()
    settled: Settled = Settled()


def sync(workspace: Workspace, by: str, closed: Mapping[str, str] | None = None, wait: float = WAIT) -> Synced:
    """Bring the outcome of merges and closings into the books, make the listings anew, and take away branches that are done.

    `closed` maps proposals that were closed without a merge to the reason. A receipt in the brain counts more than that. Run again, it
    changes nothing. Raises what `apply` does.
    """
    join_fetched(workspace, by, wait)
    complete(workspace, wait)
    merged = tuple(_merged(workspace, by, wait))
    rejected, unclosed = _closed(workspace, by, closed or {}, wait)
    written, commit, left = _listings(workspace, by, wait)
    return Synced(merged, rejected, unclosed, written, commit, left, complete(workspace, wait))


def _merged(workspace: Workspace, by: str, wait: float) -> list[Merged]:
    """Tell the books of every proposal whose receipt is in the brain and that they do not have as applied."""
    place = place_of(workspace)
    receipts = workspace.refs().files(place.tip, f"{place.prefix}{FOLDER}") if place.tip else {}
    brain = workspace.staged(place.tip, {}, "").base.brain if receipts else None
    found: list[Merged] = []
    for one in read_proposals(workspace):
        if brain is None or one.state == "applied" or place.prefix + path_of(one.id) not in receipts:
            continue
        differs = _differs(workspace, brain, place, one)
        more = f" and {len(differs) - _TOLD} more" if len(differs) > _TOLD else ""
        reason = f"not as its receipt says: {', '.join(differs[:_TOLD])}{more}" if differs else ""
        finish(workspace, one.id, by, wait, place.tip, reason)
        found.append(Merged(one.id, one.state, differs))
    return found


def _differs(workspace: Workspace, brain: FileStore, place: Place, one: Held) -> tuple[str, ...]:
    """The pages whose content is not the one that the receipt records."""
    writes = receipt_in(workspace, place, one).writes
    booked = one.receipt.writes if one.receipt else {}
    paths = sorted({*writes, *booked})
    return tuple(path for path in paths if path not in writes or brain.version(path) != writes[path].after)


def _closed(
    workspace: Workspace, by: str, closed: Mapping[str, str], wait: float
) -> tuple[tuple[str, ...], tuple[Unclosed, ...]]:
    """Reject what was closed; what is in the brain, or has ended, is not."""
    rejected: list[str] = []
    unclosed: list[Unclosed] = []
    for name, reason in closed.items():
        try:
            one = held(workspace, name)
        except UnknownNameError:
            unclosed.append(Unclosed(plain(name, 100), "no proposal is called so"))
            continue
        if not one.is_waiting:
            unclosed += [] if one.state == "rejected" else [Unclosed(one.id, f"it is {one.state}")]
            continue
        done = reject(workspace, one.id, by, plain(reason) or "closed without a reason", wait=wait)
        if done.reasons:
            unclosed.append(Unclosed(one.id, done.reasons[0]))
        else:
            rejected.append(one.id)
    return tuple(rejected), tuple(unclosed)


def _listings(workspace: Workspace, by: str, wait: float) -> tuple[tuple[str, ...], str, tuple[str, ...]]:
    """Make index and log anew on the brain's branch: the paths that were written, the commit, and what was not brought along."""
    done: tuple[str, ...] = ()

    def plan(place: Place) -> BrainChange | None:
        nonlocal done
        done = ()
        if not place.tip:
            return None
        state = workspace.staged(place.tip, {}, "").base
        log = state.brain.read(LOG) if state.brain.exists(LOG) else b""
        files = listings(state, load_wiki(state), _entries(workspace, place, log))
        done = tuple(files)
        message = f"Index and log after what came in\n\nBrainwiki-Actor: {plain(by, 200)}\n"
        return BrainChange(files, message) if files else None

    written = change_brain(workspace, by, plan, wait)
    return (done, written.commit, written.left) if written else ((), "", ())


def _entries(workspace: Workspace, place: Place, log: bytes) -> list[Entry]:
    """A line for each proposal in the brain that the log does not name, on the day on which the books had it applied."""
    receipts = workspace.refs().files(place.tip, f"{place.prefix}{FOLDER}")
    found: list[tuple[str, Entry]] = []
    for one in read_proposals(workspace):
        at = next((event.at for event in one.events if event.name == "applied"), "")
        if at and place.prefix + path_of(one.id) in receipts and not names(log, one.id):
            found.append((at, Entry(receipt_in(workspace, place, one), at[:10])))
    return [entry for _, entry in sorted(found, key=lambda pair: (pair[0], pair[1].receipt.id))]
