"""What a run tells the ledgers: which turns were read, which held nothing new, and which failed, with why."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from brainwiki.dream.accounts import Account
from brainwiki.dream.event import Event
from brainwiki.dream.life import ROWS, Name
from brainwiki.model.line import instant, plain
from brainwiki.model.receipt import Span
from brainwiki.usecases.ledger import Plan, read_books, record_all
from brainwiki.usecases.state_branch import WAIT
from brainwiki.usecases.workspace import Workspace


def tell(
    workspace: Workspace,
    spans: Iterable[Span],
    names: Sequence[Name],
    by: str,
    run: str,
    reason: str = "",
    wait: float = WAIT,
) -> None:
    """Write these events, one after the other, for each range: all in one commit. An event is left out where it does not follow on
    the state that the range is in, so that what another run did stands, and no watermark is moved twice."""
    found = list(dict.fromkeys(spans))
    at = instant(workspace.clock.now())

    def plan(these: list[Span]) -> Plan:
        def events(known: Account) -> Sequence[Event]:
            return [
                event
                for span in these
                for event in _following(known, span, names, Event("", 0, 0, at, by, plain(reason), run=run))
            ]

        return events

    plans: dict[str, Callable[[Account], Sequence[Event]]] = {
        session: plan([one for one in found if one.session == session]) for session in {one.session for one in found}
    }
    if plans:
        record_all(workspace, plans, by, wait)


def _following(known: Account, span: Span, names: Sequence[Name], like: Event) -> Iterable[Event]:
    """The events of one range that follow on one another."""
    held = known.find(span.first, span.last)
    state = held.state if held else None
    for name in names:
        row = ROWS[name]
        if state is not None and state in row.sources:
            reason = like.reason if row.needs_reason else ""
            yield like._replace(name=name, first=span.first, last=span.last, reason=reason)
            state = row.to


def overtaken(workspace: Workspace, spans: Iterable[Span], run: str) -> tuple[str, ...]:
    """The ranges that cannot be settled any more, since another run or a person did, each with its state. What this run itself wrote
    before it was killed is no hindrance: it goes on from there."""
    books = {one.account.session: one for one in read_books(workspace).books}
    wrong: list[str] = []
    for span in spans:
        events = books[span.session].ledger.events if span.session in books else ()
        if next((one.run for one in reversed(events) if (one.first, one.last) == span[1:]), "") == run:
            continue
        held = books[span.session].account.find(span.first, span.last) if span.session in books else None
        if held is None:
            wrong.append(f"turns {span.first} to {span.last} of {span.session} are no range of its ledger.")
        elif held.state not in ("new", "retrying", "summarized"):
            wrong.append(f"turns {span.first} to {span.last} of {span.session} are {held.state} by now.")
    return tuple(wrong)
