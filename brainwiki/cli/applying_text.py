"""What became of proposals that were applied, undone or merged elsewhere: for people at a terminal, and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from brainwiki.cli.common import paint
from brainwiki.markup.shown import counted, visible
from brainwiki.usecases.proposals.applying import Applied
from brainwiki.usecases.proposals.fitting import Misfit
from brainwiki.usecases.proposals.reverting import Reverted
from brainwiki.usecases.proposals.syncing import Synced

_STYLES = {"applied": "good", "already": "quiet", "stale": "warn", "refused": "block"}
_LEFT = 10  # paths that are named


def applied_as_json(found: Sequence[Applied]) -> dict[str, Any]:
    """The outcomes as a document."""
    return {
        "version": 1,
        "proposals": [
            {
                "id": one.id,
                "outcome": one.outcome,
                "commit": one.commit or None,
                "merged": [*one.merged],
                "left": [*one.left],
                "reasons": _reasons(one.reasons),
            }
            for one in found
        ],
    }


def _reasons(found: Iterable[Misfit]) -> list[dict[str, str | None]]:
    return [{"page": one.path or None, "reason": one.reason} for one in found]


def applied_text(found: Sequence[Applied]) -> str:
    """The outcomes in words."""
    return "\n".join(line for one in found for line in _applied(one)) or "No approved proposal waits."


def _applied(one: Applied) -> Iterator[str]:
    told = {
        "applied": f"is in the brain: {one.commit[:12]}",
        "already": "is in the brain already; nothing was changed",
        "stale": "does not fit the brain as it is now; its sessions wait for the next Dream",
        "refused": "was not applied",
    }[one.outcome]
    yield f"{paint(one.id, _STYLES[one.outcome])} {told}."
    for path in one.merged:
        yield f"  merged claim by claim: {visible(path)}"
    yield from _misfits(one.reasons)
    yield from _left(one.left)


def _misfits(reasons: Iterable[Misfit]) -> Iterator[str]:
    for one in reasons:
        yield f"  {paint(visible(one.path), 'path')}: {visible(one.reason)}" if one.path else f"  {visible(one.reason)}"


def _left(paths: Sequence[str]) -> Iterator[str]:
    """What of the working tree was not brought along."""
    if paths:
        yield paint(
            f"  Left in the working tree as {'it is' if len(paths) == 1 else 'they are'}, since somebody works there:",
            "warn",
        )
    yield from (f"    {visible(path)}" for path in paths[:_LEFT])
    if len(paths) > _LEFT:
        yield f"    … and {len(paths) - _LEFT} more"


def reverted_as_json(found: Reverted) -> dict[str, Any]:
    """The undoing as a document."""
    opened = found.opened
    shown = {"id": opened.id, "commit": opened.commit, "risk": opened.risk} if opened else None
    return {"version": 1, "id": found.id, "opened": shown, "reasons": _reasons(found.reasons)}


def reverted_text(found: Reverted) -> str:
    """The undoing in words."""
    if found.opened is None:
        return "\n".join(
            [f"{paint(found.id, 'block')} cannot be undone as a whole; nothing was proposed.", *_misfits(found.reasons)]
        )
    new = found.opened.id
    lines = [f"{paint(new, 'good')} undoes {found.id}, and waits for its review (risk {found.opened.risk})."]
    return "\n".join([*lines, paint(f"  brainwiki review show {new}", "quiet")])


def synced_as_json(found: Synced) -> dict[str, Any]:
    """What was seen as a document."""
    return {
        "version": 1,
        "merged": [{"id": one.id, "was": one.was, "differs": [*one.differs]} for one in found.merged],
        "rejected": [*found.rejected],
        "unclosed": [{"id": one.id, "reason": one.why} for one in found.unclosed],
        "listings": [*found.listings],
        "commit": found.commit or None,
        "left": [*found.left],
        "branches": {name: [*ids] for name, ids in found.settled._asdict().items()},
    }


def synced_text(found: Synced) -> str:
    """What was seen in words."""
    return "\n".join(_synced(found)) or "Nothing new: the books agree with the brain."


def _synced(found: Synced) -> Iterator[str]:
    for one in found.merged:
        yield f"{paint(one.id, 'good')} was merged."
        if one.differs:
            yield paint(f"  Not as its receipt says: {', '.join(map(visible, one.differs))}", "warn")
    yield from (f"{paint(one, 'warn')} was closed: rejected." for one in found.rejected)
    yield from (
        f"{paint(visible(one.id), 'quiet')} was closed, and stays as it is: {visible(one.why)}."
        for one in found.unclosed
    )
    if found.listings:
        yield f"Written anew: {', '.join(found.listings)} ({found.commit[:12]})."
    yield from _left(found.left)
    if found.settled.lost:
        yield paint(
            f"The commits of {counted(len(found.settled.lost), 'proposal')} are not in this repository: fetch {_branches(found.settled.lost)}",
            "warn",
        )
    if found.settled.foreign:
        yield paint(
            f"No event names where these branches stand; they were left alone: {_branches(found.settled.foreign)}",
            "warn",
        )


def _branches(ids: Iterable[str]) -> str:
    return ", ".join(f"brainwiki/proposal/{visible(one)}" for one in ids)
