"""A whole run with a driver: what it draws is proposed, and whatever fails leaves its turns due."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from brainwiki.adapters import drivers
from brainwiki.bootstrap import driver
from brainwiki.dream.task import Driver, Task
from brainwiki.errors import DriverError
from brainwiki.model.observation import observation
from brainwiki.model.update import Consolidation, Update
from brainwiki.usecases.dream.run import run
from brainwiki.usecases.dream.runs import read_runs
from brainwiki.usecases.dream.start import Choice
from brainwiki.usecases.ledger import read_books
from brainwiki.usecases.proposals.books import held
from brainwiki.usecases.proposals.opening import Opened
from tests.usecases.dream.runs import COFFEE, PAGE, TEA, Told, field, green, made, nothing, states


def test_a_driver_draws_and_its_work_is_proposed(tmp_path: Path) -> None:
    workspace = field(tmp_path)
    ran = run(workspace, made(green))
    assert ran.submitted is not None
    assert isinstance(ran.submitted.proposal, Opened)
    assert states(workspace) == {TEA: ["proposed"], COFFEE: ["nothing-new"]}
    assert read_runs(workspace) == ()
    assert run(workspace, made(green)).run == ""


def test_nothing_is_drawn_of_nothing(tmp_path: Path) -> None:
    workspace = field(tmp_path)
    ran = run(workspace, made(nothing), Choice((TEA,)))
    assert ran.submitted is not None
    assert ran.submitted.proposal is None
    assert states(workspace) == {TEA: ["nothing-new"], COFFEE: ["new"]}


def test_an_update_that_cannot_be_drafted_is_left_with_why_and_the_rest_goes_on(tmp_path: Path) -> None:
    def work(task: Task) -> Consolidation:
        found = green(task)
        seen = observation(TEA, 3, "The budget is 40 euros.", "notes/x/budget", "The budget is 40 euros.", "number")
        bad = (
            Update("create", "notes/x/budget", type="note", title="Budget", description="The budget."),
            Update("add", "notes/x/budget", text="One. And two.", observations=(seen.id,)),
        )
        return replace(found, observations=(*found.observations, seen), updates=(*found.updates, *bad))

    workspace = field(tmp_path)
    ran = run(workspace, made(work))
    assert ran.submitted is not None, ran
    assert isinstance(ran.submitted.proposal, Opened)
    receipt = held(workspace, ran.submitted.proposal.id).receipt
    assert receipt is not None
    assert list(receipt.writes) == [f"{PAGE}.md"]
    assert [one.reason[:40] for one in receipt.left] == ["too vague", "could not be drafted: `text` has 2 sente"]


def crash(_: Task) -> Consolidation:
    raise RuntimeError("out of\nmemory")


def fail(_: Task) -> Consolidation:
    raise DriverError("The model does not answer.", "Start it.")


def leave(_: Task) -> Consolidation:
    raise SystemExit(3)


def lie(task: Task) -> Consolidation:
    found = green(task)
    return Consolidation(tuple(one._replace(quote="I never said so.") for one in found.observations), found.updates)


def sleep(_: Task) -> Consolidation:
    time.sleep(3)
    return Consolidation()


@pytest.mark.parametrize(
    ("work", "words"),
    [
        (crash, "RuntimeError: out of memory"),
        (fail, "The model does not answer."),
        (leave, "SystemExit: 3"),
        (lie, "is not sound"),
        (sleep, "took longer than 0.2 seconds"),
    ],
)
def test_whatever_fails_is_told_and_the_turns_stay_due(
    tmp_path: Path, work: Callable[[Task], Consolidation], words: str
) -> None:
    workspace = field(tmp_path)
    ran = run(workspace, made(work), timeout=0.2 if work is sleep else 30)
    assert ran.submitted is None
    books = {one.account.session: one.account for one in read_books(workspace).books}
    assert states(workspace) == {TEA: ["retrying"], COFFEE: ["retrying"]}
    assert all(words in account.ranges[0].reason for account in books.values())
    assert all((account.watermark, account.ranges[0].attempts) == (0, 1) for account in books.values())
    assert read_runs(workspace) == ()


def test_whoever_interrupts_a_run_frees_its_turns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from brainwiki.usecases.dream import run as module

    def interrupted(*_: object) -> Consolidation:
        raise KeyboardInterrupt

    workspace = field(tmp_path)
    monkeypatch.setattr(module, "within", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run(workspace, made(green))
    assert read_runs(workspace) == ()
    assert states(workspace) == {TEA: ["new"], COFFEE: ["new"]}


def test_the_calls_of_a_driver_are_written_down_while_it_works(tmp_path: Path) -> None:
    workspace = field(tmp_path)
    seen: list[bytes] = []

    def make(record: Callable[[Mapping[str, Any]], None]) -> Driver:
        record({"call": "early"})

        def work(task: Task) -> Consolidation:
            record({"call": "緑茶"})
            seen.append(Path(workspace.staging().recorded(task.run)).read_bytes())
            return Consolidation()

        return Told(work)

    done = run(workspace, make)
    assert Path(done.calls).read_bytes() == seen[0]
    assert seen == ['{"call": "early"}\n{"call": "緑茶"}\n'.encode()]


def test_a_driver_is_loaded_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(DriverError, match="no driver 'magic'"):
        driver("magic", lambda _: None)
    monkeypatch.setitem(drivers.DRIVERS, "later", drivers.Maker("brainwiki.dream.nowhere", "X"))
    with pytest.raises(DriverError, match="not part of this version"):
        driver("later", lambda _: None)
    monkeypatch.setitem(drivers.DRIVERS, "here", drivers.Maker("tests.usecases.dream.runs", "made", records=True))
    assert callable(driver("here", lambda _: None))


def test_a_driver_that_is_not_there_begins_nothing(tmp_path: Path) -> None:
    workspace = field(tmp_path)
    with pytest.raises(DriverError):
        run(workspace, lambda record: driver("magic", record))
    assert read_runs(workspace) == ()
    assert (tmp_path / "wiki" / f"{PAGE}.md").is_file()
