"""The composition root of the gate: judges by name, the key that seals certificates, and where answers are kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from brainwiki.ports import Shelf

if TYPE_CHECKING:
    from brainwiki.dream.judging.ports import Calibrated

JUDGES = ("deterministic", "llm", "ensemble", "accept-all", "reject-all", "coin")  # that can be calibrated


def judge(name: str, record: Callable[[Mapping[str, Any]], None] = lambda _: None) -> Calibrated:
    """The judge of this name; every call of a model is told to `record`. Raises JudgeError, DriverError, MissingExtraError."""
    from brainwiki.adapters.judges import judge as chosen

    return chosen(name, record)


def gate_key(root: str, *, make: bool = False) -> bytes | None:
    """The key that seals certificates; None where there is none. Raises JudgeError."""
    from brainwiki.adapters.gate_key import gate_key as held

    return held(root, make=make)


def answers_shelf(root: str) -> Shelf:
    """Where a calibration that was stopped keeps its answers: in the user's cache folder."""
    from brainwiki.adapters.shelf import FactShelf

    return FactShelf(root, "gate")
