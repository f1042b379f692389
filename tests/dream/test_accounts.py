"""Accounts: every range in one state, whatever the events; two ledgers made one."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from brainwiki.dream.accounts import Account, Books, Range, Refused, account, books_of, merge, sums
from brainwiki.dream.event import Event
from brainwiki.dream.ledger import Ledger, ledger_of, read_ledger
from brainwiki.dream.life import DONE, LADDER, NAMES, ROWS, STATES
from tests.dream.events import event, loose_events, path, sound_events
from tests.helpers import PROPERTY

THOUSANDS = settings(PROPERTY, max_examples=2000)


def states(found: Account) -> list[str]:
    return [one.state for one in found.ranges]


@pytest.mark.parametrize(
    ("names", "state", "attempts", "watermark"),
    [
        (["ingested"], "new", 0, 0),
        (["ingested", "summarized", "nothing-new"], "nothing-new", 0, 5),
        (["ingested", "summarized", "proposed", "integrated"], "integrated", 0, 5),
        (["ingested", "summarized", "proposed", "rejected"], "rejected", 0, 0),
        (["ingested", "summarized", "rejected", "retry"], "retrying", 1, 0),
        (["ingested", "failed", "failed", "failed"], "retrying", 3, 0),
        (["ingested", "failed", "summarized", "proposed", "stale"], "summarized", 1, 0),
        (["ingested", "summarized", "failed", "gave-up"], "dead-letter", 1, 0),
        (["ingested", "failed", "gave-up", "reopened"], "new", 0, 0),
        (["ingested", "summarized", "nothing-new", "reopened"], "new", 0, 0),
    ],
)
def test_a_life(names: list[str], state: str, attempts: int, watermark: int) -> None:
    found = account("s", path(*names))
    assert found.refused == ()
    assert [(one.first, one.last, one.state, one.attempts) for one in found.ranges] == [(1, 5, state, attempts)]
    assert (found.watermark, found.turns) == (watermark, 5)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("state", STATES)
def test_each_event_on_each_state(name: str, state: str) -> None:
    row = ROWS[name]
    before = Account("s", (Range(1, 5, state, 2),))  # type: ignore[arg-type]
    after = before.after(event(name, *((6, 9) if row.opens else (1, 5))))
    if row.opens:
        assert isinstance(after, Account)
        assert states(after) == [state, "new"]
    elif state in row.sources:
        assert isinstance(after, Account)
        assert states(after) == [row.to]
        assert after.watermark == (5 if row.passes else 0)
    else:
        assert after == Refused(event(name), after.why)  # type: ignore[union-attr]


def test_what_is_refused_says_why() -> None:
    before = account("s", path("ingested"))
    for told, why in (
        (event("ingested", 1, 9), "turns 1 to 9 do not follow on turn 5"),
        (event("ingested", 7, 9), "do not follow"),
        (event("summarized", 1, 4), "turns 1 to 4 are no range"),
        (event("proposed"), "follows on summarized, and these turns are new"),
        (event("gone"), "no event is called 'gone'"),
        (event("failed", reason=""), "gives no reason"),
    ):
        found = before.after(told)
        assert isinstance(found, Refused)
        assert why in found.why
    assert account("s", [*path("ingested"), event("proposed")]).refused[0].event == event("proposed")


def test_ranges_go_their_own_ways_and_the_least_finished_is_shown() -> None:
    events = [
        *path("ingested", "summarized", "rejected"),
        *path("ingested", "summarized", "nothing-new", first=6, last=9),
    ]
    found = account("s", [*events, *path("ingested", first=10, last=10)])
    assert states(found) == ["rejected", "nothing-new", "new"]
    assert found.least == found.ranges[0]
    assert found.watermark == 0
    done = account("s", [*events, *path("retry", "summarized", "nothing-new")])
    assert done.watermark == 9
    assert done.least == done.ranges[0]
    assert account("s", ()).least is None


def test_what_a_range_remembers() -> None:
    events = [
        event("ingested"),
        event("summarized"),
        event("proposed", proposal="p"),
        event("rejected", reason="no quote"),
    ]
    found = account("s", events)
    assert (found.ranges[0].reason, found.ranges[0].proposal, found.ranges[0].event) == ("no quote", "p", "rejected")
    again = account("s", [*events, event("retry")])
    assert (again.ranges[0].reason, again.ranges[0].proposal) == ("", "p")
    assert account("s", [*events, event("reopened")]).ranges[0].proposal == ""


@THOUSANDS
@given(st.lists(loose_events, max_size=30))
def test_no_sequence_of_events_loses_a_range(events: list[Event]) -> None:
    """Illegal events are values; those that are legal keep the sums; only what is done moves the watermark."""
    found = Account("s")
    came_in = 0
    for told in events:
        result = found.after(told)
        if isinstance(result, Refused):
            assert result.why
            assert result.event == told
            continue
        came_in += told.name == "ingested"
        assert result.watermark >= found.watermark or told.name == "reopened"
        assert result.watermark == found.watermark or told.name in ("nothing-new", "integrated", "reopened")
        assert result.turns >= found.turns
        found = result
    assert len(found.ranges) == came_in
    assert [turn for one in found.ranges for turn in range(one.first, one.last + 1)] == [*range(1, found.turns + 1)]
    whole = account("s", events)
    assert whole.ranges == found.ranges
    assert len(whole.refused) == len(events) - sum(not isinstance(one, Refused) for one in _results(events))


def _results(events: list[Event]) -> list[Account | Refused]:
    found, results = Account("s"), []
    for told in events:
        result = found.after(told)
        results.append(result)
        found = result if isinstance(result, Account) else found
    return results


@PROPERTY
@given(
    st.lists(
        st.lists(
            sound_events() | loose_events.filter(lambda one: one.last >= one.first > 0 and one.name in NAMES),
            max_size=10,
        ),
        max_size=4,
    )
)
def test_sums_add_up_or_a_problem_says_why(lives: list[list[Event]]) -> None:
    books = [books_of(ledger_of(f"s{number}", events)) for number, events in enumerate(lives)]
    added = sums(books)
    assert added.total == sum(one.name == "ingested" for life in lives for one in life)
    assert sum(added.states.values()) == sum(len(one.account.ranges) for one in books)
    assert added.add_up or any("are lost" in problem for one in books for problem in one.problems)
    assert [*added.states] == [*STATES]


def test_problems() -> None:
    sound = ledger_of("s", path("ingested", "summarized"))
    assert books_of(sound).problems == ()
    torn = books_of(read_ledger("s", sound.raw.replace(b"[1,5]", b"[1,x]", 1)))
    assert torn.problems == (
        "line 1: it is no JSON",
        "line 2: the line before it was changed, removed or moved",
        "`summarized` of turns 1 to 5: turns 1 to 5 are no range of this session",
        "1 of 1 ranges are lost",
    )
    assert not sums([torn]).add_up
    twice = books_of(sound.grown(event("ingested", 2, 7)))
    assert twice.problems[-1] == "1 of 2 ranges are lost"


def test_two_ledgers_become_one() -> None:
    base = ledger_of("s", path("ingested"))
    first = base.grown(event("summarized")).grown(event("nothing-new"))
    second = base.grown(event("failed")).grown(event("ingested", 6, 9)).grown(event("summarized", 6, 9))
    merged = merge(first, second)
    assert states(account("s", merged.ledger.events)) == ["nothing-new", "summarized"]
    assert merged.ledger.raw.startswith(first.raw)
    assert [(one.event.name, one.why.partition(", ")[2]) for one in merged.refused] == [
        ("failed", "and these turns are nothing-new")
    ]
    assert merge(merged.ledger, second).ledger == merged.ledger
    assert merge(first, base).ledger == first
    assert merge(base, first).ledger == first
    assert merge(Ledger("s"), first).ledger == first


def test_turns_that_came_in_twice_are_taken_once() -> None:
    base = ledger_of("s", path("ingested"))
    first, second = base.grown(event("ingested", 6, 8)), base.grown(event("ingested", 6, 10))
    merged = merge(first, second)
    assert [(one.first, one.last) for one in account("s", merged.ledger.events).ranges] == [(1, 5), (6, 8), (9, 10)]
    assert merged.refused == ()
    shorter = merge(second, first)
    assert shorter.ledger == second
    assert "do not follow" in shorter.refused[0].why


def test_only_sound_ledgers_of_one_session_are_merged() -> None:
    base = ledger_of("s", path("ingested"))
    for other in (ledger_of("t", path("ingested")), read_ledger("s", base.raw[:-1])):
        with pytest.raises(ValueError, match="sound"):
            merge(base, other)


legal = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=12)


def _walk(ledger: Ledger, choices: list[tuple[int, int]], run: str) -> Ledger:
    """A ledger that goes on by legal events, which chance chooses."""
    for which, what in choices:
        found = account("s", ledger.events)
        fitting = [
            event(name, one.first, one.last, run=run)
            for one in found.ranges
            for name in NAMES
            if one.state in ROWS[name].sources
        ]
        fitting.append(event("ingested", found.turns + 1, found.turns + 1 + what, run=run))
        chosen = fitting[(which * 10 + what) % len(fitting)]
        if not ledger.holds(chosen):
            ledger = ledger.grown(chosen)
    return ledger


@settings(PROPERTY, max_examples=120)
@given(legal, legal, legal)
def test_a_merge_loses_no_turn_and_no_line_of_the_first(
    shared: list[tuple[int, int]], one: list[tuple[int, int]], other: list[tuple[int, int]]
) -> None:
    base = _walk(Ledger("s"), shared, "base")
    first, second = _walk(base, one, "one"), _walk(base, other, "other")
    merged = merge(first, second)
    books = books_of(merged.ledger)
    assert merged.ledger.raw.startswith(first.raw)
    assert books.problems == ()
    assert sums([books]).add_up
    assert books.account.turns == max(account("s", first.events).turns, account("s", second.events).turns)
    refused = {one.event for one in merged.refused}
    assert all(merged.ledger.holds(told) or told in refused or told.name == "ingested" for told in second.events)
    assert merged.refused or merge(merged.ledger, second).ledger == merged.ledger
    assert read_ledger("s", merged.ledger.raw) == merged.ledger


class Life(RuleBasedStateMachine):
    """One session that grows, is worked on, fails, is rejected, given up and opened again, by writers of whom some die before or
    after they have written; beside it a model that knows only which turns are in which state."""

    def __init__(self) -> None:
        super().__init__()
        self.ledger = Ledger("s")
        self.model: dict[int, str] = {}
        self.attempts: dict[int, int] = {}
        self.clock = 0

    def _told(self, name: str, first: int, last: int) -> Event:
        self.clock += 1
        return event(
            name, first, last, at=f"2026-05-02T{self.clock // 3600:02}:{self.clock // 60 % 60:02}:{self.clock % 60:02}Z"
        )

    def _write(self, told: Event, dies: str) -> None:
        """What a writer does: read, see whether it follows, write; then, if it did not live to see it, all of that again."""
        for _ in range(2 if dies else 1):
            if dies == "before":
                dies = ""
                continue
            ledger = read_ledger("s", self.ledger.raw)
            if ledger.holds(told):
                continue
            result = account("s", ledger.events).after(told)
            if isinstance(result, Refused):
                return
            self.ledger = ledger.grown(told)
            for turn in range(told.first, told.last + 1):
                self.model[turn] = ROWS[told.name].to
                old = self.attempts.get(turn, 0)
                self.attempts[turn] = {"retry": old + 1, "failed": old + 1, "reopened": 0, "ingested": 0}.get(
                    told.name, old
                )

    deaths = st.sampled_from(["", "", "before", "after"])

    @rule(count=st.integers(1, 5), dies=deaths)
    def grows(self, count: int, dies: str) -> None:
        turns = len(self.model)
        self._write(self._told("ingested", turns + 1, turns + count), dies)

    @precondition(lambda self: self.model)
    @rule(name=st.sampled_from([name for name in NAMES if name != "ingested"]), which=st.integers(0, 99), dies=deaths)
    def happens(self, name: str, which: int, dies: str) -> None:
        ranges = account("s", self.ledger.events).ranges
        one = ranges[which % len(ranges)]
        self._write(self._told(name, one.first, one.last), dies)

    @precondition(lambda self: self.model)
    @rule(name=st.sampled_from(["summarized", "retry", "reopened"]), first=st.integers(1, 9), last=st.integers(1, 9))
    def is_misled(self, name: str, first: int, last: int) -> None:
        """Turns that are no range."""
        if account("s", self.ledger.events).find(first, last) is None:
            before = self.ledger
            self._write(self._told(name, first, last), "")
            assert self.ledger == before

    @invariant()
    def the_books_say_what_the_model_knows(self) -> None:
        books = books_of(read_ledger("s", self.ledger.raw))
        assert books.problems == ()
        assert sums([books]).add_up
        found = {turn: one.state for one in books.account.ranges for turn in range(one.first, one.last + 1)}
        tried = {turn: one.attempts for one in books.account.ranges for turn in range(one.first, one.last + 1)}
        assert found == self.model
        assert tried == self.attempts
        undone = [turn for turn, state in sorted(self.model.items()) if state not in DONE]
        assert books.account.watermark == (undone[0] - 1 if undone else len(self.model))
        if books.account.least:
            assert books.account.least.state == min(self.model.values(), key=LADDER.index)


Life.TestCase.settings = settings(PROPERTY, max_examples=50, stateful_step_count=30)
TestLife = Life.TestCase


def test_books_are_values() -> None:
    books = books_of(ledger_of("s", path("ingested")))
    assert isinstance(books, Books)
    assert replace(books.account, ranges=()).turns == 0
