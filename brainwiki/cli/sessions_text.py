"""The accounts of sessions, for people at a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from brainwiki.cli.common import paint
from brainwiki.dream.accounts import Account, Books, Range, sums
from brainwiki.dream.life import LADDER
from brainwiki.dream.telling import balanced
from brainwiki.markup.shown import counted, visible
from brainwiki.usecases.ledger import Recorded
from brainwiki.usecases.state_branch import BRANCH, Lost, State

_STYLES = {"dead-letter": "block", "rejected": "warn", "retrying": "warn", "integrated": "good", "nothing-new": "good"}
_HINTS = {
    "dead-letter": "brainwiki sessions reopen {}",
    "rejected": "brainwiki sessions retry {}, or give-up",
}
_WIDTH = max(map(len, LADDER))


def sessions_text(books: Sequence[Books], unbooked: Sequence[str] = (), wordy: bool = False) -> str:
    """The sums; then every session that is not done with, the least finished first. `wordy` lists all, with each range.
    `unbooked` are sessions in the brain of which no ledger tells."""
    apart = f"{counted(len(unbooked), 'session')} of the brain without a ledger: in no state, and not in the sums."
    if not books:
        return f"No session has a ledger yet.\n{apart}" if unbooked else "No session came in yet."
    open_books = [one for one in books if wordy or one.problems or not _is_done(one.account)]
    ranked = sorted(open_books, key=_rank)
    parts = [_sums(books), *("\n".join(_session(one, wordy)) for one in ranked)]
    done = len(books) - len(open_books)
    if done:
        parts.append(paint(f"{counted(done, 'session')} more {'is' if done == 1 else 'are'} done with: -v", "quiet"))
    if unbooked:
        parts.append("\n".join([paint(apart, "warn"), *(f"  {visible(one)}" for one in unbooked if wordy)]))
    return "\n\n".join(parts)


def _is_done(found: Account) -> bool:
    return bool(found.ranges) and all(one.is_done for one in found.ranges)


def _rank(books: Books) -> tuple[bool, int, str]:
    least = books.account.least
    return not books.problems, LADDER.index(least.state) if least else -1, books.account.session


def _sums(books: Sequence[Books]) -> str:
    """One line: all ranges, and how many are in each state."""
    added = sums(books)
    held = ", ".join(f"{added.states[state]} {state}" for state in reversed(LADDER) if added.states[state])
    line = (
        f"{counted(added.total, 'range')} of turns in {counted(len(books), 'session')}: {held or 'none in any state'}."
    )
    if balanced(books):
        return f"{line} {paint('The sums add up.', 'good')}"
    what = "A ledger cannot be trusted." if added.add_up else "The sums do not add up."
    return f"{line} {paint(what, 'block')}"


def _session(books: Books, wordy: bool) -> Iterator[str]:
    found = books.account
    least = found.least
    yield f"{paint(visible(found.session), 'path')}  {_through(found)}"
    for problem in books.problems:
        yield f"  {paint('broken', 'block')}  {visible(problem)}"
    for held in found.ranges if wordy else [one for one in found.ranges if not one.is_done]:
        yield f"  {_range(held)}"
        if held.reason:
            yield f"  {'':{_WIDTH}}  {paint(visible(held.reason), 'quiet')}"
    if least and least.state in _HINTS:
        yield f"  → {_HINTS[least.state].format(visible(found.session))}"


def _through(found: Account) -> str:
    if not found.ranges:
        return "no turn"
    return f"{counted(found.turns, 'turn')}, done through {found.watermark}"


def _range(held: Range) -> str:
    state = paint(f"{held.state:{_WIDTH}}", _STYLES.get(held.state, "caret"))
    turns = f"turn {held.first}" if held.first == held.last else f"turns {held.first}-{held.last}"
    tried = f", tried again {_times(held.attempts)}" if held.attempts else ""
    proposal = f", proposal {visible(held.proposal)}" if held.proposal else ""
    return f"{state}  {turns}, {_since(held)}{tried}{proposal}"


def _since(held: Range) -> str:
    return f"since {held.at[:16].replace('T', ' ')}Z"


def recorded_text(done: Recorded) -> str:
    """What a decision did."""
    told = []
    for event in done.written:
        held = done.account.find(event.first, event.last)
        told.append(f"{visible(done.account.session)}  {event.turns}: {held.state if held else ''}")
    return "\n".join(told) or "Nothing was left to do."


def joined_text(joined: State | None) -> str:
    """What a join did."""
    if joined is None:
        return "Nothing to join."
    told = f"Joined with what was fetched. Next: `git push origin {BRANCH}`."
    return "\n".join([told, *([lost_text(joined.lost)] if joined.lost else [])])


def lost_text(lost: Iterable[Lost]) -> str:
    """Events that were written here and do not follow on what was fetched."""
    rows = [
        f"  {one.session}  {one.refused.event.name} of {one.refused.event.turns}: {one.refused.why}" for one in lost
    ]
    return "\n".join(["Written here, and overtaken by what was fetched:", *map(visible, rows)])


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"
