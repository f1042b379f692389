"""What `check --fix` and `check --baseline` did, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from brainwiki.cli.common import paint
from brainwiki.markup.shown import counted, visible
from brainwiki.rules.baseline import PATH
from brainwiki.usecases.baseline import Shrunk
from brainwiki.usecases.mend import Mending


def mending_as_json(mending: Mending) -> dict[str, Any]:
    """The keys that `--fix` adds to the report."""
    return {
        "fixed": [{"path": one.path, "codes": list(one.codes), "count": one.count} for one in mending.fixed],
        "left_alone": [{"path": one.path, "code": one.code, "reason": one.reason} for one in mending.left],
    }


def mending_as_text(mending: Mending) -> str:
    """What was mended, file by file, and what was left alone although its rule has a safe fix."""
    return "\n".join(_mended(mending))


def _mended(mending: Mending) -> Iterator[str]:
    count = sum(one.count for one in mending.fixed)
    if not count:
        yield "Mended nothing."
    else:
        yield f"Mended {counted(count, 'finding')} in {counted(len(mending.fixed), 'file')}."
    for one in mending.fixed:
        yield f"  {paint(visible(one.path), 'path')}  {', '.join(one.codes)}: {counted(one.count, 'finding')}"
    for left in mending.left:
        yield f"Left alone: {paint(visible(left.path), 'path')} {left.code}: {left.reason}."


def baseline_as_json(action: str, shrunk: Shrunk) -> dict[str, Any]:
    """The key that `--baseline` adds to the report."""
    return {
        "baseline": {
            "path": PATH,
            "action": action,
            "written": shrunk.written,
            "before": shrunk.before,
            "after": shrunk.after,
        }
    }


def baseline_as_text(action: str, shrunk: Shrunk) -> str:
    """What became of the baseline, in one line."""
    holds = f"it allows {counted(shrunk.after, 'finding')} on {counted(shrunk.pages, 'page')}"
    if shrunk.written and action == "write":
        return f"Wrote {PATH}: {holds}."
    if shrunk.written:
        return f"Pruned {PATH} by {counted(shrunk.before - shrunk.after, 'finding')}: {holds}."
    return f"{PATH} stays as it is: {holds}." if shrunk.after else f"{PATH} is not needed: there is nothing to allow."
