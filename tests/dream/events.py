"""Events for tests: short to write, and at random."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from hypothesis import strategies as st

from brainwiki.dream.event import Event
from brainwiki.dream.life import NAMES, ROWS
from brainwiki.model.line import plain

AT = "2026-05-02T10:12:00Z"
BY = "process:dream"


def event(name: str, first: int = 1, last: int = 5, **more: Any) -> Event:
    """An event that is right in itself."""
    more.setdefault("reason", "because" if name in ROWS and ROWS[name].needs_reason else "")
    return Event(name, first, last, more.pop("at", AT), more.pop("by", BY), **more)


def path(*names: str, first: int = 1, last: int = 5) -> list[Event]:
    """Events of one range, each at another instant."""
    return [event(name, first, last, at=f"2026-05-02T10:12:{second:02}Z") for second, name in enumerate(names)]


texts = st.text(max_size=40).map(plain)
words = texts.filter(bool)
instants = st.datetimes(min_value=datetime(2000, 1, 1)).map(lambda one: f"{one.isoformat()}Z")


@st.composite
def sound_events(draw: st.DrawFn) -> Event:
    """Any event that a ledger may hold."""
    name = draw(st.sampled_from(NAMES))
    first = draw(st.integers(1, 10**6))
    observations = draw(st.lists(words, unique=True, max_size=4)) if name == "integrated" else []
    cut = draw(st.integers(0, len(observations)))
    return Event(
        name,
        first,
        first + draw(st.integers(0, 10**6)),
        draw(instants),
        draw(words),
        draw(words if ROWS[name].needs_reason else texts),
        tuple(observations[:cut]),
        tuple(observations[cut:]),
        draw(texts),
        draw(texts),
    )


loose_events = st.builds(
    event,
    st.sampled_from([*NAMES, "integrate"]),
    st.integers(-1, 12),
    st.integers(0, 14),
    run=st.sampled_from(["", "a", "b"]),
)
