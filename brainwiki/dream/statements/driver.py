"""The default driver: no model and no key. It takes what the user said explicitly, and leaves the rest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from brainwiki.dream.corrections import correction_of
from brainwiki.dream.statements.deciding import Decisions, Said
from brainwiki.dream.statements.memory import Memory, instant
from brainwiki.dream.statements.reading import statements
from brainwiki.dream.statements.statement import Statement
from brainwiki.dream.task import Assigned, Task
from brainwiki.model.names import squeeze
from brainwiki.model.update import Consolidation

_EARLIEST = datetime.min.replace(tzinfo=UTC)


class RulesDriver:
    """Draws explicit statements by rules, in English, Japanese and Chinese."""

    name = "dream-rules/1"

    def draw(self, task: Task) -> Consolidation:
        """What the user stated in the new turns of a task; sessions beyond the stop conditions are named as unread."""
        memory = Memory(task.wiki)
        decisions = Decisions(task, memory)
        unread: list[str] = []
        over = 0
        for number, assigned in enumerate(in_order(task.sessions)):
            room = task.budget.observations - len(decisions.observations)
            found = [] if number >= task.budget.sessions else list(said(assigned, memory, task.forgotten))
            if unread or number >= task.budget.sessions or len(found) > room and decisions.observations:
                unread.append(assigned.session)
                continue
            for one in found[:room]:
                decisions.take(one)
            over += max(0, len(found) - room)
        updates = tuple(one for one in decisions.updates if one is not None)
        seen = tuple(decisions.observations.values())
        note = f"{over} statements of one session were over the stop condition and are not drawn." if over else ""
        left = tuple(decisions.left[one.id] for one in seen if one.id in decisions.left)
        return Consolidation(seen, updates, left, _title(len(seen) - len(left)), note, tuple(unread))


def in_order(sessions: Sequence[Assigned]) -> list[Assigned]:
    """Sessions by the instant of their first new turn, so that the later statement wins."""
    return sorted(sessions, key=_begin)


def said(assigned: Assigned, memory: Memory, forgotten: frozenset[str]) -> Iterator[Said]:
    """The statements of the user in the new turns of a session that no page rests on yet."""
    name = f"sessions/{assigned.session}"
    if name in forgotten:
        return
    right = correction_of(assigned)
    if right is not None:
        quote = squeeze(right.turn.text)
        if f"{name}#turn-{right.turn.number}" not in forgotten:
            told = Statement("correction", quote, right.text, 0, "")
            yield Said(assigned.session, right.turn, told, instant(right.turn.at), right.page, right.claim)
        return
    for turn in assigned.new:
        place = f"{name}#turn-{turn.number}"
        if turn.role != "user" or place in forgotten:
            continue
        for one in statements(turn.text):
            quote = squeeze(one.quote)
            if (place, quote) not in memory.known and all(sign.isprintable() for sign in quote):
                yield Said(assigned.session, turn, one, instant(turn.at), talk=assigned.turns)


def _begin(assigned: Assigned) -> tuple[datetime, str]:
    found = next((at for turn in assigned.new if (at := instant(turn.at)) is not None), None)
    return found or instant(assigned.started) or _EARLIEST, assigned.session


def _title(count: int) -> str:
    return "" if not count else f"{count} {'statement' if count == 1 else 'statements'} of the user"
