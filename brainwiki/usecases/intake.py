"""A file of recorded sessions to what is to be written of it: read, without secrets, held against what is stored. Writes nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple, Protocol

from brainwiki.errors import TranscriptError
from brainwiki.markup import frontmatter
from brainwiki.markup import transcript as stored_transcript
from brainwiki.transcripts import growth, identity, pages, registry
from brainwiki.transcripts.growth import Growth, Stored, Turn
from brainwiki.transcripts.recorded import Account, Recorded
from brainwiki.usecases.redact import Redaction, redacted

_PLACE = "sessions/"


class Files(NamedTuple):
    """The two files of a stored session as they stand."""

    page: str
    transcript: bytes


class Kept(Protocol):
    """The stored sessions, as far as they are asked for."""

    def pages(self, tool: str) -> Mapping[str, str]:
        """`session.md` of every stored session of a tool (more does no harm), by its id."""

    def transcript(self, name: str) -> bytes:
        """`transcript.jsonl` of one of them."""


@dataclass(frozen=True)
class Taken:
    """One session as it goes into the brain.

    `kind` is `new`, `appended`, `nothing-new` or `changed`; `files` are both files whole (None for `nothing-new`), `turns` and
    `first` the range that is new in the transcript, `continues` the stored session that a changed one goes on from.
    """

    id: str
    kind: str
    files: Files | None
    first: int
    turns: int
    account: Account
    redactions: tuple[Redaction, ...] = ()
    continues: str = ""
    fewer: int = 0


@dataclass(frozen=True)
class Intake:
    """All of a file: its format, what is to be written, the whole account, and how many sessions in it held no turn."""

    format: str
    sessions: tuple[Taken, ...]
    account: Account
    empty: int


def take_in(raw: bytes, name: str, kept: Kept, undated: str, format_name: str = registry.AUTO) -> Intake:
    """Read `raw` and hold it against what is stored. `undated` is the date of the id of a session that names no instant.

    Errors are those of `registry.read`, and TranscriptError where a stored transcript cannot be read.
    """
    reading = registry.read(raw, name, format_name)
    shelf = _Shelf(kept, reading.format)
    digest = pages.digest(raw)
    taken: list[Taken] = []
    for recorded in reading.sessions:
        one = _taken(recorded, shelf, digest, undated)
        taken.append(one)
        if one.files:
            shelf.put(one.id, one.files)
    return Intake(reading.format, tuple(taken), reading.account, len(reading.empty))


class _Shelf:
    """The stored sessions of one tool, and those of this run; a transcript is read when its family is asked for."""

    def __init__(self, kept: Kept, tool: str) -> None:
        self._kept = kept
        self._fresh: dict[str, Files] = {}
        self._pages = dict(kept.pages(tool))
        self._families = growth.Families()
        for name, page in self._pages.items():
            self._families.add(name, _continues(page)[0])

    def __contains__(self, name: str) -> bool:
        return name in self._pages

    def put(self, name: str, files: Files) -> None:
        """Keep what this run will write, for the sessions that follow in the same file."""
        if name not in self._pages:
            self._families.add(name, _continues(files.page)[0])
        self._pages[name] = files.page
        self._fresh[name] = files

    def files(self, name: str) -> Files:
        """Both files of a session."""
        return self._fresh.get(name) or Files(self._pages[name], self._kept.transcript(name))

    def family(self, key: str) -> dict[str, Stored]:
        """Every stored session of one origin."""
        return {name: _stored(name, self.files(name)) for name in self._families.of(key)}


def _taken(recorded: Recorded, shelf: _Shelf, digest: str, undated: str) -> Taken:
    safe, redactions = redacted(recorded)
    found = growth.grown(safe.turns, shelf.family(identity.key(recorded)))
    if found.kind == "nothing-new":
        return Taken(found.session, found.kind, None, found.after + 1, 0, safe.account, (), "", found.fewer)
    if found.kind == "appended":
        return _appended(safe, found, shelf.files(found.session), digest, redactions)
    if found.kind == "changed":
        new = identity.branch_id(recorded, found.session, found.after, found.turns[0])
        continues = f"{_PLACE}{found.session}" + (f"#turn-{found.after}" if found.after else "")
    else:
        new, continues = identity.session_id(recorded, undated), ""
    if new in shelf:
        raise TranscriptError(f"{_PLACE}{new}", "it is there already with other turns", "Restore the session from Git.")
    head = pages.Head(safe.title, safe.tool, safe.tool, digest, continues)
    files = Files(pages.page(head, found.turns, new[:10]), pages.transcript(found.turns))
    shown = _within(redactions, len(safe.turns) - len(found.turns), 1)
    return Taken(new, found.kind, files, 1, len(found.turns), safe.account, shown, found.session)


def _appended(safe: Recorded, found: Growth, files: Files, digest: str, redactions: tuple[Redaction, ...]) -> Taken:
    """The stored bytes with the new turns behind them; what was stored is not touched."""
    before = files.transcript if files.transcript.endswith(b"\n") or not files.transcript else files.transcript + b"\n"
    whole = before + pages.transcript(found.turns, found.after + 1)
    ended = replace(safe, turns=found.turns).ended
    page = pages.grown_page(files.page, found.after + len(found.turns), ended, digest)
    shown = _within(redactions, len(safe.turns) - len(found.turns), found.after + 1)
    return Taken(found.session, found.kind, Files(page, whole), found.after + 1, len(found.turns), safe.account, shown)


def _within(redactions: tuple[Redaction, ...], after: int, first: int) -> tuple[Redaction, ...]:
    """Of what was taken out, that which concerns turns behind the first `after`, by their numbers in the file, where they start at `first`.

    The title counts where the session is written whole.
    """
    told = [one._replace(turn=one.turn - after + first - 1) for one in redactions if one.turn > after]
    titles = [one for one in redactions if not one.turn] if first == 1 else []
    return (*titles, *told)


def _stored(name: str, files: Files) -> Stored:
    read = stored_transcript.parse(f"{_PLACE}{name}/transcript.jsonl", files.transcript)
    if read.broken:
        line, why = read.broken[0]
        raise TranscriptError(
            read.path, f"line {line} of the stored transcript cannot be read ({why})", "Restore it from Git."
        )
    turns = tuple(Turn(turn.role, turn.text) for turn in read.turns)
    return Stored(turns, *_continues(files.page))


def _continues(page: str) -> tuple[str, int]:
    """What `origin.continues` names: the id of a session and the number of the turn."""
    if "continues" not in page:
        return "", 0
    origin = frontmatter.read(page.replace("\r\n", "\n")).meta.get("origin")
    place = origin.get("continues") if isinstance(origin, dict) else None
    if not isinstance(place, str) or not place.startswith(_PLACE):
        return "", 0
    name, _, number = place[len(_PLACE) :].partition("#turn-")
    return name, int(number) if number.isascii() and number.isdigit() and len(number) < 10 else 0
