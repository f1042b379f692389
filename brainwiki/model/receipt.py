"""The record of a proposal: what it was drawn from, what it read and wrote, and what was said of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from brainwiki.model.update import Left

Risk = Literal["low", "medium", "high"]


class Write(NamedTuple):
    """The content of a file before and after, as blob ids; empty where there was, or is, no such file."""

    before: str
    after: str


class Span(NamedTuple):
    """Turns of a session."""

    session: str
    first: int
    last: int


class Vouched(NamedTuple):
    """Who stands for something (an actor), and when (an instant with offset)."""

    by: str
    at: str


@dataclass(frozen=True)
class Receipt:
    """The receipt `proposals/<id>.md`. Paths are from the brain's root, `base` is the commit that the proposal was made on.

    `reads` are the pages that it was drawn from, `writes` those that it changes. `adopted` and `left` are observations, each in one
    of them only. `findings` counts what the rules said (`BLOCK`, `WARN`), `gate` are lines `name: verdict, why`. `reverts` is the
    id of the proposal that this one undoes.
    """

    id: str
    title: str
    description: str
    base: str
    generated: Vouched
    sessions: tuple[Span, ...] = ()
    reads: Mapping[str, str] = field(default_factory=dict)
    writes: Mapping[str, Write] = field(default_factory=dict)
    adopted: tuple[str, ...] = ()
    left: tuple[Left, ...] = ()
    findings: Mapping[str, int] = field(default_factory=dict)
    gate: tuple[str, ...] = ()
    risk: Risk = "medium"
    verified: tuple[Vouched, ...] = ()
    reverts: str = ""
    note: str = ""
