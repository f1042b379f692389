"""Files of recorded conversations into the brain: an account of each, one commit for many, and the ledgers after it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from brainwiki.errors import BrainwikiError, UnknownFormatError
from brainwiki.markup.shown import counted
from brainwiki.model.recording import Recording
from brainwiki.transcripts import registry
from brainwiki.usecases.booking import Booking, book, entries
from brainwiki.usecases.brain_branch import BrainChange, Place, change_brain, place_of
from brainwiki.usecases.inbox import PAGE, TRANSCRIPT, waiting
from brainwiki.usecases.intake import Intake, Taken, take_in
from brainwiki.usecases.kept import Sessions
from brainwiki.usecases.state_branch import INBOX, WAIT, Change, State, change_state, read_state
from brainwiki.usecases.workspace import Workspace

BY = "process:ingest"
TOGETHER = (
    64 * 1024 * 1024
)  # bytes of files that are taken in at once: what is new in them waits in memory for its commit
_LISTED = 50  # sessions that a commit names

FileState = Literal["read", "passed", "failed"]


class Asked(NamedTuple):
    """How to take files in: as which format, and whether only to say what would come of it."""

    format: str = registry.AUTO
    dry_run: bool = False
    by: str = BY


PLAIN = Asked()


class FileTold(NamedTuple):
    """What came of one file: read, with its intake; passed over, because it was found in a folder and no reader knows it; or failed,
    with the reason and the remedy."""

    name: str
    state: FileState
    intake: Intake | None = None
    reason: str = ""
    remedy: str = ""


@dataclass(frozen=True)
class Ingested:
    """All of a run: its files in order, the commits that were made, what was entered into ledgers, and the paths of the working tree
    that were left as they are."""

    files: tuple[FileTold, ...]
    commits: tuple[str, ...]
    booking: Booking
    left: tuple[str, ...]

    @property
    def failed(self) -> bool:
        """Whether something is left to mend."""
        return bool(self.booking.refused) or any(one.state == "failed" for one in self.files)

    @property
    def sessions(self) -> Iterator[tuple[str, Taken]]:
        """Every session with the name of its file."""
        for file in self.files:
            for one in file.intake.sessions if file.intake else ():
                yield file.name, one


OnFile = Callable[[str], None]


def ingest(
    workspace: Workspace,
    recordings: Iterable[Recording],
    asked: Asked = PLAIN,
    wait: float = WAIT,
    on_file: OnFile = lambda name: None,
) -> Ingested:
    """Take files in. What a reader cannot read is told and keeps nothing else out.

    Whatever is killed in between leaves a brain that the next run completes: sessions first, then the ledgers, which are entered
    from what the brain holds. Raises LockedError, MovedError, NoStateError, NoBranchError, StateMergeError, OutsideError, GitError.
    """
    run = _Run(workspace, asked, wait, on_file)
    place_of(workspace)  # before anything is read
    for batch in _batches(recordings):
        run.take(batch)
    booking = Booking() if asked.dry_run else book(workspace, asked.by, wait)
    return run.done(booking)


def _batches(recordings: Iterable[Recording]) -> Iterator[list[Recording]]:
    batch: list[Recording] = []
    size = 0
    for one in recordings:
        if batch and size + one.size > TOGETHER:
            yield batch
            batch, size = [], 0
        batch.append(one)
        size += one.size
    if batch:
        yield batch


class _Run:
    """One run over many files."""

    def __init__(self, workspace: Workspace, asked: Asked, wait: float, on_file: OnFile) -> None:
        self._workspace = workspace
        self._asked = asked
        self._wait = wait
        self._on_file = on_file
        self._files: list[FileTold] = []
        self._commits: list[str] = []
        self._left: list[str] = []
        self._booked: list[Booking] = []
        self._dry: Sessions | None = None

    def done(self, booking: Booking) -> Ingested:
        """What came of it all."""
        books = (*self._booked, booking)
        whole = Booking(
            tuple(one for book in books for one in book.booked),
            tuple(dict.fromkeys(one for book in books for one in book.refused)),
        )
        return Ingested(tuple(self._files), tuple(self._commits), whole, tuple(dict.fromkeys(self._left)))

    def take(self, batch: Sequence[Recording]) -> None:
        """Take in some files that fit into memory together."""
        if self._asked.dry_run:
            self._dry = self._dry or self._sessions(place_of(self._workspace))
            self._files += self._read(batch, self._dry)
        elif self._workspace.config.ingest == "with-proposal":
            self._wait_for_proposal(batch)
        else:
            self._commit(batch)

    def _sessions(self, place: Place) -> Sessions:
        held = waiting(read_state(self._workspace.refs()))
        return Sessions(self._workspace, place, held)

    def _read(self, batch: Sequence[Recording], sessions: Sessions) -> list[FileTold]:
        undated = self._workspace.clock.now().date().isoformat()
        found = []
        for one in batch:
            self._on_file(one.name)
            told = _told(one, sessions, undated, self._asked.format)
            if told.intake is not None:
                sessions.put(told.intake)
            found.append(told)
        return found

    def _commit(self, batch: Sequence[Recording]) -> None:
        """Into the brain's branch. Files are read before the lock is taken, and once more where the branch moved since."""
        place = place_of(self._workspace)
        sessions = self._sessions(place)
        files = self._read(batch, sessions)

        def plan(now: Place) -> BrainChange | None:
            nonlocal place, sessions, files
            if now != place:
                place, sessions = now, self._sessions(now)
                files = self._read(batch, sessions)
            return BrainChange(sessions.changes("sessions"), _message(sessions)) if sessions.fresh else None

        written = change_brain(self._workspace, self._asked.by, plan, self._wait)
        self._files += files
        if written is not None:
            self._commits.append(written.commit)
            self._left += written.left

    def _wait_for_proposal(self, batch: Sequence[Recording]) -> None:
        """Into the branch of states, with the ledgers in the same commit."""
        files: list[FileTold] = []
        booking = Booking()

        def change(state: State) -> Change | None:
            nonlocal files, booking
            held = waiting(state)
            sessions = Sessions(self._workspace, place_of(self._workspace), held)
            files = self._read(batch, sessions)
            turns = {name: one.transcript.count(b"\n") for name, one in sessions.fresh.items()}
            booking, ledgers = entries(self._workspace, state, self._asked.by, turns)
            gone: dict[str, bytes | None] = dict.fromkeys(
                f"{INBOX}/{name}/{file}" for name in sessions.settled for file in (PAGE, TRANSCRIPT)
            )
            changes = {**gone, **sessions.changes(INBOX), **ledgers}
            return Change(changes, _message(sessions)) if sessions.fresh else None

        before = read_state(self._workspace.refs()).tip
        after = change_state(self._workspace.refs(), self._workspace.clock, self._asked.by, change, self._wait)
        self._files += files
        if after.tip != before:
            self._booked.append(booking)
            self._commits.append(after.tip)


def _told(one: Recording, sessions: Sessions, undated: str, format_name: str) -> FileTold:
    """One file held against what is stored; a reader that fails keeps no other file out."""
    try:
        raw = one.read()
        if one.found and not raw.strip():
            return FileTold(one.name, "passed", None, "it is empty")
        return FileTold(one.name, "read", take_in(raw, one.name, sessions, undated, format_name))
    except UnknownFormatError as error:
        state: FileState = "passed" if one.found else "failed"
        return FileTold(one.name, state, None, _reason(error, one.name), error.remedy)
    except BrainwikiError as error:
        return FileTold(one.name, "failed", None, _reason(error, one.name), error.remedy)
    except OSError as error:
        return FileTold(one.name, "failed", None, f"the system refused ({error.strerror or error})")
    except Exception as error:
        remedy = "Report it with the file's format; nothing was taken from it."
        return FileTold(one.name, "failed", None, f"its reader failed ({type(error).__name__})", remedy)


def _reason(error: BrainwikiError, name: str) -> str:
    return error.message.removeprefix(f"{name}: ").rstrip(".")


def _message(sessions: Sessions) -> str:
    """The message of a commit: which sessions, and up to which turn; nothing of what was said."""
    rows = [f"{name}: {counted(files.transcript.count(10), 'turn')}" for name, files in sorted(sessions.fresh.items())]
    more = [f"and {len(rows) - _LISTED} more"] if len(rows) > _LISTED else []
    return "\n".join([f"Take in {counted(len(rows), 'session')}", "", *rows[:_LISTED], *more, ""])
