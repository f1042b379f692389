"""The mark of this program's own consolidation runs, and the turns of a session without them: memory is never made of itself."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from brainwiki.transcripts.recorded import Recorded, Said

_LINE = re.compile(r"^\[brainwiki consolidation run ([0-9a-z][0-9a-z-]{3,63})( ended)?\][ \t]*$", re.MULTILINE)
_NEAR = 2000  # the mark is printed first; deep inside a long text it is only quoted


def mark(run: str, *, ended: bool = False) -> str:
    """The line that opens a consolidation run, or ends it: whoever orients a run prints it first, whoever closes it last.

    `run` is 4 to 64 lower-case letters, digits and hyphens; ValueError where it is not.
    """
    line = f"[brainwiki consolidation run {run}{' ended' if ended else ''}]"
    if not _LINE.fullmatch(line):
        raise ValueError(f"{run!r} cannot name a run")
    return line


def without_own_runs(recorded: Recorded) -> Recorded:
    """The session without the turns of runs: from the turn that holds the mark to the one that holds its end, both left out.

    A run whose end is not there goes on to the last turn. The account says how many turns went.
    """
    kept = tuple(_outside(recorded.turns))
    gone = len(recorded.turns) - len(kept)
    return replace(recorded, turns=kept, account=replace(recorded.account, own=gone)) if gone else recorded


def _outside(turns: Iterable[Said]) -> Iterable[Said]:
    run = ""
    for turn in turns:
        marks = list(_marks(turn))
        opened = run or next((name for name, ended in marks if not ended), "")
        if not opened:
            yield turn
        run = "" if (opened, True) in marks else opened


def _marks(turn: Said) -> Iterable[tuple[str, bool]]:
    near = turn.text if len(turn.text) <= 2 * _NEAR else f"{turn.text[:_NEAR]}\n{turn.text[-_NEAR:]}"
    for match in _LINE.finditer(near):
        yield match[1], bool(match[2])
