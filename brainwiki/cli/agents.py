"""`init --agent`: install a brain into coding agents, show what that would change, or take it out again."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from itertools import pairwise, takewhile
from typing import Any, NamedTuple

from brainwiki.bootstrap import agent_files
from brainwiki.cli.common import Request, paint
from brainwiki.ports import Scope
from brainwiki.usecases.agents.hosts import HOOK_PROGRAM, HOSTS
from brainwiki.usecases.agents.install import Step, carry_out, plan, plan_removal
from brainwiki.usecases.agents.texts import Brain, server

_MARKS = {"created": "+", "changed": "~", "removed": "-", "unchanged": "="}
_STYLES = {"created": "good", "changed": "warn", "removed": "block", "unchanged": "quiet"}
_LONGEST = 200  # characters of a line in a diff that only shows where a change stands
_AROUND = 20  # characters of a longer one that are shown beside what changes in it


class Asked(NamedTuple):
    """The options of `init` that are about agents."""

    agents: tuple[str, ...]
    scope: Scope
    dry_run: bool
    uninstall: bool


def install(request: Request, root: str, asked: Asked) -> None:
    """Install the brain at `root`, or remove it, and say which files that changed."""
    files, machine = agent_files(root, asked.scope)
    brain = Brain(root, asked.scope, machine)
    steps = (plan_removal if asked.uninstall else plan)(files, asked.agents, brain)
    if not asked.dry_run:
        carry_out(files, steps)
    notes = [] if asked.uninstall else list(_notes(brain, asked))
    value = {
        "version": 1,
        "root": root,
        "scope": asked.scope,
        "agents": list(asked.agents),
        "dry_run": asked.dry_run,
        "files": [{"path": files.full(step.path), "change": step.change, **_shown(step, asked)} for step in steps],
        "notes": notes,
    }
    lines = [line for step in steps for line in _told(files.full(step.path), step, asked)]
    request.show(value, "\n".join([*lines, *_end(steps, asked, root), *notes]))


def _shown(step: Step, asked: Asked) -> dict[str, Any]:
    return {"diff": "\n".join(diff(step))} if asked.dry_run else {}


def _told(path: str, step: Step, asked: Asked) -> Iterator[str]:
    """A file for a person: what becomes of it, and how, where that was asked for."""
    yield f"  {paint(_MARKS[step.change], _STYLES[step.change])} {path}"
    if asked.dry_run:
        for line in diff(step):
            style = {"+": "good", "-": "block", "@": "caret"}.get(line[:1], "quiet")
            yield "    " + paint(line, style)


def diff(step: Step) -> list[str]:
    """What changes in a file, line by line; long lines are cut to what changes in them, since a host's state may be one line."""
    before, after = (_lines(raw) for raw in (step.before, step.after))
    found = list(difflib.unified_diff(before, after, lineterm=""))[2:]
    for number, (one, two) in enumerate(pairwise(found)):
        if one[:1] == "-" and two[:1] == "+" and max(len(one), len(two)) > _LONGEST:
            found[number], found[number + 1] = _apart(one, two)
    return [line if line[:1] in "+-@" or len(line) <= _LONGEST else line[:_LONGEST] + "…" for line in found]


def _apart(one: str, two: str) -> tuple[str, str]:
    """Two long lines without most of what both have in front and behind."""
    start = max(_common(one[1:], two[1:]) - _AROUND, 0)
    end = max(_common(one[:start:-1], two[:start:-1]) - _AROUND, 0)

    def cut(line: str) -> str:
        stop = len(line) - end
        return line[0] + ("…" if start else "") + line[1 + start : stop] + ("…" if end else "")

    return cut(one), cut(two)


def _common(one: str, two: str) -> int:
    """How many characters both begin with."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, two, strict=False)))


def _lines(raw: bytes | None) -> list[str]:
    return [] if raw is None else raw.decode("utf-8", "replace").replace("\r\n", "\n").split("\n")


def _end(steps: tuple[Step, ...], asked: Asked, root: str) -> list[str]:
    names = ", ".join(asked.agents)
    changes = sum(step.change != "unchanged" for step in steps)
    if not changes:
        return [f"Nothing to do: {names} {'know nothing of' if asked.uninstall else 'have'} the memory at {root}."]
    if asked.dry_run:
        return [f"{changes} file{'s' if changes > 1 else ''} would change; nothing was written."]
    return [f"The memory at {root} was {'taken out of' if asked.uninstall else 'given to'} {names}."]


def _notes(brain: Brain, asked: Asked) -> Iterator[str]:
    """What the user has to know or to do."""
    yield from (HOSTS[agent].after for agent in asked.agents if HOSTS[agent].after)
    if brain.scope == "project":
        yield f"Whoever works here needs `brainwiki` and `{HOOK_PROGRAM}` on the path."
    entry = server(brain)
    if "generic" in asked.agents:
        yield f"For an agent with MCP of its own: {' '.join([entry['command'], *map(brain.quoted, entry['args'])])}"
    if not brain.machine.has_mcp:
        yield "The MCP server needs the extra `mcp`: pip install 'brainwiki[mcp]'. All else works without it."
