"""What came of recorded conversations: for people at a terminal, and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from brainwiki.cli.common import paint
from brainwiki.markup.shown import counted, visible
from brainwiki.transcripts.recorded import Account
from brainwiki.usecases.ingest import FileTold, Ingested
from brainwiki.usecases.intake import Taken

_MARKS = {"new": ("+", "good"), "appended": ("~", "good"), "changed": ("+", "warn"), "nothing-new": ("=", "quiet")}
_SHOWN = 20  # sessions of one file that are listed without -v


def ingested_text(done: Ingested, dry_run: bool, wordy: bool) -> str:
    """A block for each file that was read or failed; then the sums, and what was left to do."""
    blocks = ["\n".join(_file(one, wordy)) for one in done.files if wordy or one.state != "passed"]
    return "\n".join([*blocks, *([""] if blocks else []), *_end(done, dry_run, wordy)])


def _file(one: FileTold, wordy: bool) -> Iterator[str]:
    name = paint(visible(one.name), "path")
    if one.intake is None:
        style = "block" if one.state == "failed" else "quiet"
        yield f"{name}  {paint('failed' if one.state == 'failed' else 'passed over', style)}: {visible(one.reason)}."
        if one.state == "failed" and one.remedy:
            yield f"  → {visible(one.remedy)}"
        return
    yield f"{name}  {one.intake.format}, {visible(one.intake.account.told())}"
    sessions = one.intake.sessions
    for taken in sessions if wordy else sessions[:_SHOWN]:
        yield from _session(taken)
    if not wordy and len(sessions) > _SHOWN:
        yield paint(f"  … and {len(sessions) - _SHOWN} more: -v", "quiet")
    if one.intake.empty:
        yield paint(f"  {counted(one.intake.empty, 'session')} in it without a turn", "quiet")


def _session(taken: Taken) -> Iterator[str]:
    mark, style = _MARKS[taken.kind]
    yield f"  {paint(mark, style)} {taken.id}  {_what(taken)}"
    if taken.continues:
        yield f"      edited at its origin; it goes on from {taken.continues}"
    kinds = Counter(one.kind for one in taken.redactions)
    for kind, count in sorted(kinds.items()):
        turns = sorted({one.turn for one in taken.redactions if one.kind == kind})
        where = ", ".join("the title" if turn == 0 else f"turn {turn}" for turn in turns[:5])
        more = ", …" if len(turns) > 5 else ""
        yield paint(f"      taken out: {kind}{f', {count} times' if count > 1 else ''} ({where}{more})", "warn")


def _what(taken: Taken) -> str:
    if taken.kind == "nothing-new":
        return "nothing new" + (f" (the file holds {taken.fewer} turns fewer)" if taken.fewer else "")
    if taken.kind == "appended":
        last = taken.first + taken.turns - 1
        return f"{counted(taken.turns, 'new turn')} ({taken.first}-{last})"
    return counted(taken.turns, "turn")


def _end(done: Ingested, dry_run: bool, wordy: bool) -> Iterator[str]:
    kinds = Counter(taken.kind for _, taken in done.sessions)
    turns = sum(taken.turns for _, taken in done.sessions)
    parts = [
        (kinds["new"] + kinds["changed"], "new"),
        (kinds["appended"], "grown"),
        (kinds["nothing-new"], "known already"),
    ]
    told = ", ".join(f"{count} {what}" for count, what in parts if count)
    would = " would come in; nothing was written" if dry_run and turns else ""
    yield f"{counted(sum(kinds.values()), 'session')}{f': {told}' if told else ''}; {counted(turns, 'new turn')}{would}."
    for commit in done.commits:
        yield f"Commit {commit[:12]}."
    known = {taken.id for _, taken in done.sessions if taken.turns}
    late = sorted({one.session for one in done.booking.booked} - known)
    if late:
        yield f"Of an earlier run, now in the ledgers, too: {', '.join(late[:5])}{', …' if len(late) > 5 else ''}."
    for session, why in done.booking.refused:
        yield paint(f"{visible(session)} is not in the ledgers: {visible(why)}; see `brainwiki sessions`.", "block")
    passed = sum(one.state == "passed" for one in done.files)
    if passed and not wordy:
        yield f"{counted(passed, 'file')} passed over, which no reader knows: -v."
    failed = sum(one.state == "failed" for one in done.files)
    if failed:
        yield paint(f"{counted(failed, 'file')} failed.", "block")
    if done.left:
        yield paint("Left as they are in the working tree, since they hold something else:", "warn")
        yield from (f"  {visible(path)}" for path in done.left)


def ingested_as_json(done: Ingested, dry_run: bool) -> dict[str, Any]:
    """The document of `--json`."""
    return {
        "version": 1,
        "dry_run": dry_run,
        "commits": list(done.commits),
        "files": [_file_as_json(one) for one in done.files],
        "sessions": [{"file": name, **_session_as_json(one)} for name, one in done.sessions],
        "booked": [{"id": one.session, "first": one.first, "last": one.last} for one in done.booking.booked],
        "not_booked": [{"id": session, "reason": why} for session, why in done.booking.refused],
        "left": list(done.left),
    }


def _file_as_json(one: FileTold) -> dict[str, Any]:
    value: dict[str, Any] = {"file": one.name, "state": one.state}
    if one.intake is None:
        return {**value, "reason": one.reason, "remedy": one.remedy}
    return {**value, "format": one.intake.format, **_account(one.intake.account), "empty": one.intake.empty}


def _account(account: Account) -> dict[str, Any]:
    return {
        "records": account.records,
        "taken": account.taken,
        "merged": account.merged,
        "skipped": dict(account.skipped),
        "parts": dict(account.parts),
        "own": account.own,
    }


def _session_as_json(one: Taken) -> dict[str, Any]:
    told = [{"kind": found.kind, "turn": found.turn, "part": found.part} for found in one.redactions]
    value = {"id": one.id, "change": one.kind, "first": one.first, "turns": one.turns, "redactions": told}
    return {**value, "continues": one.continues} if one.continues else value
