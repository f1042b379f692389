"""All that the sections put on the site, without what the wiki has a page of its own for."""

from __future__ import annotations

from collections.abc import Iterator

from brainwiki.site.output import Output, PageOutput
from brainwiki.site.sections import folders, health, machines, review, sessions, sources, tasks
from brainwiki.site.sections.room import Room


def outputs(room: Room) -> Iterator[Output]:
    """Listings, review, health and what machines read; home is another's."""
    taken = set(room.site.addresses.pages.values())
    for output in _sections(room):
        if not isinstance(output, PageOutput) or output.address not in taken:
            yield output
            if isinstance(output, PageOutput):
                taken.add(output.address)


def _sections(room: Room) -> Iterator[Output]:
    yield from folders.outputs(room)
    yield from sources.outputs(room)
    yield from sessions.outputs(room)
    yield from tasks.outputs(room)
    yield from review.outputs(room)
    yield from health.outputs(room)
    yield from machines.outputs(room)
