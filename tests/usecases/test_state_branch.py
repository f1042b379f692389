"""The branch of the ledgers: begun on first use, joined with what was fetched, written by whoever wins."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path

import pytest

from brainwiki.adapters.clock import FixedClock
from brainwiki.adapters.refs import GitRefs
from brainwiki.dream.accounts import account
from brainwiki.dream.event import Event
from brainwiki.dream.ledger import Ledger, ledger_of, path_of, read_ledger
from brainwiki.errors import LockedError, MovedError, StateMergeError
from brainwiki.ports_git import Draft
from brainwiki.usecases import state_branch as module
from brainwiki.usecases.state_branch import BRANCH, Change, State, change_state, read_state
from tests.dream.events import event, path
from tests.repositories import git, new

CLOCK = FixedClock(datetime(2026, 5, 2, tzinfo=UTC))
Write = Callable[[GitRefs, Mapping[str, bytes | None]], State]


def write(refs: GitRefs, files: Mapping[str, bytes | None], wait: float = 5) -> State:
    """Put these files on the branch."""
    return change_state(refs, CLOCK, "process:test", lambda _: Change(files, "a change"), wait)


def ledger(*names: str, more: tuple[Event, ...] = ()) -> Ledger:
    return ledger_of("s", [*path(*names), *more])


def events(refs: GitRefs, session: str = "s") -> list[str]:
    return [one.name for one in read_ledger(session, read_state(refs).read(path_of(session))).events]


@pytest.fixture
def two(tmp_path: Path) -> tuple[GitRefs, GitRefs]:
    """Two clones of one bare repository, which holds the branch with a ledger."""
    new(tmp_path / "hub", "--bare")
    for name in ("a", "b"):
        git(tmp_path, "clone", "-q", str(tmp_path / "hub"), name)
    a, b = GitRefs(str(tmp_path / "a")), GitRefs(str(tmp_path / "b"))
    write(a, {path_of("s"): ledger("ingested").raw, "x/1": b"1", "x/2": b"2"})
    push(tmp_path / "a")
    fetch(tmp_path / "b")
    return a, b


def push(folder: Path) -> None:
    git(folder, "push", "-q", "origin", BRANCH)
    git(folder, "fetch", "-q")


def fetch(folder: Path) -> None:
    git(folder, "fetch", "-q")


def test_the_branch_begins_on_first_use_and_shares_nothing_with_others(tmp_path: Path) -> None:
    refs = GitRefs(str(new(tmp_path / "r")))
    assert read_state(refs) == State(refs, "", ())
    assert read_state(refs).files("ledger") == {}
    state = write(refs, {"ledger/s.jsonl": b"x"})
    assert state == read_state(refs) == State(refs, refs.tip(BRANCH), (refs.tip(BRANCH),))
    assert (state.read("ledger/s.jsonl"), state.read("gone")) == (b"x", b"")
    assert git(tmp_path / "r", "log", "--format=%s|%an|%ad", "--date=iso-strict", BRANCH) == (
        "a change|process:test|2026-05-02T00:00:00+00:00"
    )


def test_without_a_change_nothing_is_written(tmp_path: Path) -> None:
    refs = GitRefs(str(new(tmp_path / "r")))
    assert change_state(refs, CLOCK, "x", lambda _: None).tip == ""
    assert refs.tip(BRANCH) == ""


def test_a_fresh_clone_reads_what_was_fetched_and_goes_on_from_there(
    two: tuple[GitRefs, GitRefs], tmp_path: Path
) -> None:
    _, b = two
    assert b.tip(BRANCH) == ""
    assert events(b) == ["ingested"]
    before = b.tracked(BRANCH)[0]
    state = write(b, {path_of("s"): ledger("ingested", "failed").raw})
    assert git(tmp_path / "b", "rev-parse", f"{state.tip}^") == before
    push(tmp_path / "b")


def test_who_is_behind_takes_what_was_fetched(two: tuple[GitRefs, GitRefs], tmp_path: Path) -> None:
    a, b = two
    write(b, {path_of("s"): ledger("ingested", "failed").raw})
    push(tmp_path / "b")
    assert events(a) == ["ingested"]
    fetch(tmp_path / "a")
    assert events(a) == ["ingested", "failed"]
    write(a, {"x/3": b"3"})
    push(tmp_path / "a")
    assert events(a) == ["ingested", "failed"]


def test_the_loser_of_a_push_keeps_its_events_behind_those_of_the_winner(
    two: tuple[GitRefs, GitRefs], tmp_path: Path
) -> None:
    a, b = two
    grown = event("ingested", 6, 9)
    write(a, {path_of("s"): ledger("ingested", more=(grown,)).raw, "x/1": None, "x/a": b"a"})
    write(b, {path_of("s"): ledger("ingested", "failed").raw, path_of("t"): b"t", "x/2": b"22"})
    push(tmp_path / "a")
    fetch(tmp_path / "b")
    state = read_state(b)
    assert len(state.heads) == 2
    assert state.heads[0] == a.tip(BRANCH)
    assert events(b) == ["ingested", "ingested", "failed"]
    assert state.files("x") == {"x/2": b"22", "x/a": b"a"}
    assert {*state.files("ledger")} == {path_of("s"), path_of("t")}
    assert b.tip(BRANCH) not in (state.heads[0], "")
    done = write(b, {"x/b": b"b"})
    assert git(tmp_path / "b", "rev-list", "--parents", "-1", done.tip).split()[1:] == [*state.heads]
    assert done.files("x") == {"x/2": b"22", "x/a": b"a", "x/b": b"b"}
    assert events(b) == ["ingested", "ingested", "failed"]
    push(tmp_path / "b")
    fetch(tmp_path / "a")
    assert events(a) == events(b)
    assert git(tmp_path / "a", "fsck", "--strict", "--no-dangling") == ""


def test_an_event_that_was_overtaken_is_told_and_stays_in_the_message(
    two: tuple[GitRefs, GitRefs], tmp_path: Path
) -> None:
    a, b = two
    write(a, {path_of("s"): ledger("ingested", "summarized", "nothing-new").raw})
    write(b, {path_of("s"): ledger("ingested", more=(event("failed", reason="time"),)).raw})
    push(tmp_path / "a")
    fetch(tmp_path / "b")
    lost = read_state(b).lost
    assert [(one.session, one.refused.event.name) for one in lost] == [("s", "failed")]
    write(b, {"x/b": b"b"})
    message = git(tmp_path / "b", "log", "-1", "--format=%B", BRANCH)
    assert message.startswith("a change\n\ns: `failed` not kept: ")
    assert read_state(b).lost == ()


def test_three_histories_become_one(tmp_path: Path) -> None:
    refs = GitRefs(str(new(tmp_path / "r")))
    base = ledger("ingested")
    grown = [base.grown(event("ingested", 6, last)) for last in (7, 9, 12)]
    first = refs.commit(BRANCH, "", Draft((), {path_of("s"): base.raw}, "m", CLOCK.now(), "x"))
    for name, one in zip(("one", "two"), grown, strict=False):
        tip = refs.commit(name, "", Draft((first,), {path_of("s"): one.raw, name: b"1"}, "m", CLOCK.now(), "x"))
        git(tmp_path / "r", "update-ref", f"refs/remotes/{name}/{BRANCH}", tip)
    refs.commit(BRANCH, first, Draft((first,), {path_of("s"): grown[2].raw}, "m", CLOCK.now(), "x"))
    done = write(refs, {"x": b""})
    found = account("s", read_ledger("s", done.read(path_of("s"))).events)
    assert [(one.first, one.last) for one in found.ranges] == [(1, 5), (6, 7), (8, 9), (10, 12)]
    assert (done.read("one"), done.read("two")) == (b"1", b"1")
    assert len(read_state(refs).heads) == 1


@pytest.mark.parametrize(
    ("name", "one", "other", "why"),
    [
        ("x/1", b"a", b"b", "both sides changed it"),
        ("ledger/-.jsonl", b"a", b"b", "both sides changed it"),
        ("ledger/s.jsonl", ledger("ingested", "failed").raw, b"x\n", "line 1: it is no JSON"),
    ],
)
def test_what_cannot_be_joined_is_told(
    two: tuple[GitRefs, GitRefs], tmp_path: Path, name: str, one: bytes, other: bytes, why: str
) -> None:
    a, b = two
    write(a, {name: one})
    push(tmp_path / "a")
    write(b, {name: other})
    fetch(tmp_path / "b")
    tip = b.tip(BRANCH)
    with pytest.raises(StateMergeError, match=why):
        read_state(b)
    with pytest.raises(StateMergeError, match=name.replace(".", r"\.")):
        write(b, {"y": b""})
    assert b.tip(BRANCH) == tip


def test_a_file_that_grew_on_both_sides_and_one_that_one_side_removed(
    two: tuple[GitRefs, GitRefs], tmp_path: Path
) -> None:
    a, b = two
    write(a, {"x/1": b"1 more", "x/2": None})
    push(tmp_path / "a")
    write(b, {"x/1": b"1 more and more", "x/2": b"2 more"})
    fetch(tmp_path / "b")
    assert read_state(b).files("x") == {"x/1": b"1 more and more", "x/2": b"2 more"}


def test_whoever_loses_a_race_reads_again(tmp_path: Path) -> None:
    refs, other = GitRefs(str(new(tmp_path / "r"))), GitRefs(str(tmp_path / "r"))
    seen: list[bytes] = []

    def plan(state: State) -> Change:
        """Another writer that knows nothing of our lock is faster, twice."""
        held = state.read("a")
        seen.append(held)
        if len(seen) < 3:
            tip = other.tip(BRANCH)
            other.commit(BRANCH, tip, Draft((tip,) if tip else (), {"a": held + b"x"}, "m", CLOCK.now(), "x"))
        return Change({"a": held + b"o"}, "m")

    assert change_state(refs, CLOCK, "x", plan).read("a") == b"xxo"
    assert seen == [b"", b"x", b"xx"]


def test_whoever_always_loses_gives_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refs = GitRefs(str(new(tmp_path / "r")))

    def moved(*_: object) -> str:
        raise MovedError(BRANCH)

    monkeypatch.setattr(GitRefs, "commit", moved)
    with pytest.raises(MovedError):
        write(refs, {"a": b""})


def test_another_writer_is_waited_for(tmp_path: Path) -> None:
    refs = GitRefs(str(new(tmp_path / "r")))
    with refs.lock(0), pytest.raises(LockedError):
        write(refs, {"a": b""}, wait=0.02)
    assert refs.tip(BRANCH) == ""
    assert module.WAIT > 1


def test_a_session_that_waits_in_two_clones_is_the_one_that_goes_further(
    two: tuple[GitRefs, GitRefs], tmp_path: Path
) -> None:
    """Both took the same session in, each with as much of it as there was."""
    a, b = two
    page = "---\nturns: {}\n---\n\n{}\n"
    paths = ("inbox/s/session.md", "inbox/s/transcript.jsonl")
    write(a, dict(zip(paths, (page.format(9, "x").encode(), b"1\n" * 9), strict=True)))
    push(tmp_path / "a")
    write(b, dict(zip(paths, (page.format(10, "a").encode(), b"2\n" * 10), strict=True)))
    fetch(tmp_path / "b")
    held = read_state(b).files("inbox")
    assert held == {paths[0]: page.format(10, "a").encode(), paths[1]: b"2\n" * 10}
