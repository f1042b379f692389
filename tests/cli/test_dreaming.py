"""`dream` as a command: an agent's steps, a driver's run, exit codes, and the marks around a run."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from brainwiki.adapters import drivers
from brainwiki.cli.main import main
from brainwiki.usecases.workspace import Workspace
from tests.usecases.dream.runs import COFFEE, PAGE, TEA, Told, drawn, field, green, states

Run = Callable[..., Result]


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return field(tmp_path)


@pytest.fixture
def dream(workspace: Workspace) -> Run:
    """Runs `dream` in that brain."""

    def call(*arguments: str, code: int = 0) -> Result:
        result = CliRunner().invoke(
            main, ["dream", *arguments, "--root", workspace.root, "--now", "2026-11-30T12:00:00Z"]
        )
        assert result.exit_code == code, result.output
        return result

    return call


def value_of(result: Result) -> Any:
    return json.loads(result.stdout)


def test_an_agent_starts_writes_and_submits(dream: Run, workspace: Workspace) -> None:
    begun = value_of(dream("start", "--json"))
    assert [one["session"] for one in begun["sessions"]] == [TEA, COFFEE]
    assert begun["pages"][0]["page"] == PAGE
    value = drawn()
    file = Path(begun["place"]) / "consolidation.json"
    file.write_text(json.dumps(value))
    wrong = value_of(dream("submit", begun["run"], "--json", code=1))
    assert (wrong["outcome"], len(wrong["mistakes"])) == ("mistakes", 1)
    value["updates"][0]["claim"] = begun["pages"][0]["claims"][0]["claim"]
    file.write_text(json.dumps(value))
    done = value_of(dream("submit", begun["run"], "--by", "claude-code/2", "--json"))
    assert done["outcome"] == "proposed"
    assert done["nothing_new"] == [{"session": COFFEE, "first": 1, "last": 2}]
    branch = f"brainwiki/proposal/{done['proposal']['id']}"
    assert workspace.refs().branches("brainwiki/proposal") == {branch: done["proposal"]["commit"]}
    assert states(workspace)[TEA] == ["proposed"]


def test_the_marks_stand_around_what_a_run_prints(dream: Run) -> None:
    begun = dream("start")
    name = begun.stdout.split("\n")[0].removeprefix("[brainwiki consolidation run ").removesuffix("]")
    assert f"then run: brainwiki dream submit {name}" in begun.stderr
    assert dream("drop", name).stdout.split("\n")[0] == f"[brainwiki consolidation run {name} ended]"
    told = dream("start", "--json")
    assert told.stderr.startswith("[brainwiki consolidation run ")
    assert value_of(told)["mark"] + "\n" in told.stderr


def test_a_file_may_lie_elsewhere_and_nothing_new_is_fine(dream: Run, tmp_path: Path, workspace: Workspace) -> None:
    begun = value_of(dream("start", "--json", "--sessions", TEA))
    (tmp_path / "mine.json").write_text("{}")
    told = dream("submit", begun["run"], "--file", str(tmp_path / "mine.json"))
    assert "Nothing new in 1 session" in told.stdout
    assert told.stdout.rstrip().endswith(" ended]")
    assert states(workspace) == {TEA: ["nothing-new"], COFFEE: ["new"]}


def test_runs_are_listed_and_dropped(dream: Run) -> None:
    assert dream("list").stdout == "No run is under way.\n"
    begun = value_of(dream("start", "--json", "--limit", "1"))
    listed = value_of(dream("list", "--json"))["runs"]
    assert [(one["run"], one["open"], one["turns"]) for one in listed] == [
        (begun["run"], True, [{"session": TEA, "first": 1, "last": 3}])
    ]
    assert "turns 1-3" in dream("list").stdout
    assert dream("start", "--sessions", TEA, code=2).stderr.startswith("brainwiki: ")
    assert value_of(dream("drop", begun["run"][:12], "--json")) == {"version": 1, "dropped": begun["run"]}
    assert value_of(dream("start", "--json", "--limit", "1"))["sessions"][0]["session"] == TEA


def test_nothing_due_is_a_result(dream: Run) -> None:
    dream("start")
    again = dream("start")
    assert again.stdout == "Nothing is due.\n"
    assert "holds its turns" in again.stderr
    assert value_of(dream("start", "--json"))["run"] is None
    assert "Nothing is due" in dream("run").stdout if "rules" not in drivers.DRIVERS else True


def test_a_driver_runs_in_one_step(dream: Run, monkeypatch: pytest.MonkeyPatch, workspace: Workspace) -> None:
    monkeypatch.setitem(drivers.DRIVERS, "test", drivers.Maker("tests.cli.test_dreaming", "good_driver"))
    assert value_of(dream("run", "--driver", "test", "--json"))["outcome"] == "proposed"
    assert states(workspace)[TEA] == ["proposed"]
    assert value_of(dream("run", "--driver", "test", "--json"))["outcome"] == "nothing-due"


def test_a_driver_that_fails_is_exit_code_1(dream: Run, monkeypatch: pytest.MonkeyPatch, workspace: Workspace) -> None:
    monkeypatch.setitem(drivers.DRIVERS, "test", drivers.Maker("tests.cli.test_dreaming", "bad_driver"))
    told = value_of(dream("run", "--driver", "test", "--json", code=1))
    assert told["outcome"] == "failed"
    assert "ZeroDivisionError" in told["reasons"][0]
    assert states(workspace)[TEA] == ["retrying"]
    assert dream("run", "--driver", "magic", code=2).stderr.startswith("brainwiki: There is no driver 'magic'.")


def good_driver() -> Told:
    return Told(green)


def bad_driver() -> Told:
    return Told(lambda _: 1 / 0)  # type: ignore[arg-type,return-value]


def test_an_actor_has_a_form(dream: Run) -> None:
    begun = value_of(dream("start", "--json"))
    assert "no actor" in dream("submit", begun["run"], "--by", "some body", code=2).stderr


def test_a_run_that_is_none_is_one_line(dream: Run) -> None:
    for arguments in (("submit", "nothing"), ("drop", "../x"), ("submit", "")):
        assert dream(*arguments, code=2).stderr.startswith("brainwiki: ")
