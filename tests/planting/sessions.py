"""Faults of sessions, receipts and tasks: BW7xx."""

from __future__ import annotations

import re

from tests.planting.spot import LOST, NONE, Planted, Spot, has_block, matter, planter, whole

_DUE = re.compile(r"^due: .*\n", re.MULTILINE)
_STATE = re.compile(r"^state: .*$", re.MULTILINE)
_RESUME = re.compile(r"^## (?:Resume instructions|復帰時の指示|恢复指令)[ \t]*$", re.MULTILINE)
_ADOPTED = re.compile(r'^adopted:\n  - "?(o-[a-z2-7]{10})"?\n', re.MULTILINE)


@planter("BW701")
def no_summary(spot: Spot) -> Planted | None:
    if spot.page.kind != "session" or not has_block(spot.page) or spot.page.id not in spot.wiki.transcripts:
        return None
    also = frozenset({"BW104", "BW122", "BW302"})
    return whole(spot, spot.text[: spot.page.body], 1, also, LOST)


@planter("BW705")
def adopted_and_rejected(spot: Spot) -> Planted | None:
    found = _ADOPTED.search(spot.text) if spot.page.kind == "proposal" else None
    if found is None or "rejected:\n" not in spot.text:
        return None
    at = spot.text.index("rejected:\n") + len("rejected:\n")
    return whole(spot, f"{spot.text[:at]}  - {found[1]}\n{spot.text[at:]}")


@planter("BW706")
def asleep(spot: Spot) -> Planted | None:
    if spot.page.kind != "task" or not has_block(spot.page):
        return None
    return whole(spot, _DUE.sub("", _STATE.sub("state: held", spot.text)))


@planter("BW707")
def due_and_silent(spot: Spot) -> Planted | None:
    if spot.page.kind != "task" or not has_block(spot.page):
        return None
    text = _STATE.sub("state: waiting", _RESUME.sub("## What is known", spot.text))
    text = _DUE.sub("due: 2026-11-02\n", text)
    if "due: 2026-11-02\n" not in text:
        return None
    return whole(spot, text, text[: text.index("due: 2026-11-02")].count("\n") + 1, NONE, frozenset({"BW203"}))


@planter("BW708")
def bad_recurrence(spot: Spot) -> Planted | None:
    if spot.page.kind != "task":
        return None
    rule = spot.dice.choice(["every monday", "FREQ=WEEKLY;BYDAY=MON", "FREQ=DAILY;COUNT=3;UNTIL=20270101", "BYMONTH=3"])
    return matter(spot, f"repeat: {rule}")
