"""Nothing is lost and nothing passes: whatever is done with a brain, and wherever the program is killed, the sums hold."""

from __future__ import annotations

import pytest

from brainwiki.dream.life import NAMES as TURNS
from brainwiki.review.life import NAMES as PROPOSALS
from tests.steps import World

WORLDS, STEPS = 6, 80  # by hand many more: ten thousand steps in worlds of two hundred to five hundred


@pytest.fixture(scope="module")
def worlds() -> list[World]:
    """Brains that were worked on: files come in, grow, are drawn from, rejected, retried, approved, applied, undone, merged and closed
    elsewhere, edited by hand, and the program is killed now and then. After each step everything that must hold was looked at."""
    found = [World(seed) for seed in range(WORLDS)]
    for world in found:
        for _ in range(STEPS):
            world.step()
    return found


def test_random_steps_keep_the_sums(worlds: list[World]) -> None:
    """Every range that came in is in one state, no watermark goes back, no page changes without a receipt, and no rejected word
    stands in the brain."""
    assert sum(world.done["crash"] for world in worlds) > 20
    assert sum(world.done["apply: applied"] for world in worlds) > 5


def test_nearly_every_event_came_up(worlds: list[World]) -> None:
    """The steps reach what may happen to turns and to proposals, so that they prove something; so few need not reach the rarest."""
    seen = set().union(*(world.events() for world in worlds))
    assert seen <= {*TURNS, *PROPOSALS}
    assert len({*TURNS, *PROPOSALS} - seen) <= 2, seen


def test_what_is_left_can_be_finished(worlds: list[World]) -> None:
    """After the last kill the next runs come to an end: what is in the brain is in the ledgers, and branches are as the books say."""
    for world in worlds:
        world.finish()
        assert world.told_turns() == world.kept_turns()
