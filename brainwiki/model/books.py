"""What the books of a brain say that a check must know: of each file of events what is damaged, and whether its sums add up."""

from __future__ import annotations

from typing import NamedTuple


class Booked(NamedTuple):
    """One file of events on the branch of the states: its path there, what is wrong with lines (number, why), what does not follow (in
    words), and how many ranges of turns came in and how many an account is kept of."""

    path: str
    faults: tuple[tuple[int, str], ...] = ()
    disorder: tuple[str, ...] = ()
    came_in: int = 0
    kept: int = 0
