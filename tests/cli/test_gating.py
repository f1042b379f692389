"""`gate` and the judge of a run as commands: figures, the certificate, exit codes, the alarm, and the JSON contract."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from brainwiki.adapters.gate_key import VARIABLE, gate_key
from brainwiki.adapters.judges import NAMES, judge
from brainwiki.bootstrap import open_workspace
from brainwiki.bootstrap_gate import JUDGES
from brainwiki.cli import deciding
from brainwiki.cli.main import main
from brainwiki.dream.gate import Case, Judgement
from brainwiki.dream.judging.certificate import PATH
from brainwiki.dream.judging.deterministic import Deterministic
from brainwiki.errors import DriverError, JudgeError
from brainwiki.usecases.proposals.books import read_proposals
from brainwiki.usecases.workspace import Workspace
from tests.helpers import NOW
from tests.repositories import commit
from tests.usecases.dream.runs import PAGE, TEA, drawn, field

Run = Callable[..., Result]
LAX = "accept = { false_accept = 1.0, false_reject = 1.0, j = 0.0 }\n"


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(VARIABLE, "k" * 32)
    monkeypatch.setenv("BRAINWIKI_CACHE", str(tmp_path / "cache"))
    for name in ("BRAINWIKI_LLM_URL", "BRAINWIKI_LLM_MODEL"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return field(tmp_path / "brain", LAX)


def run(workspace: Workspace, *arguments: str, code: int = 0) -> Result:
    result = CliRunner().invoke(main, [*arguments, "--root", workspace.root, "--now", "2026-11-30T12:00:00Z"])
    assert result.exit_code == code, result.output
    return result


def test_figures_are_printed_with_their_intervals(workspace: Workspace) -> None:
    told = run(workspace, "gate", "calibrate", "--part", "tune", "--repeats", "2").stdout
    for words in (
        "deterministic/1: 162 cases (tune)",
        "false accepts ",
        "false rejects ",
        "paraphrase",
        "zh false",
        "Youden's J 0.74",
        "0 of 162 cases flipped",
        "The bounds are met.",
    ):
        assert words in told
    value = json.loads(run(workspace, "gate", "calibrate", "--part", "tune", "--json").stdout)
    assert (value["version"], value["cases"], value["repeats"], value["missed"]) == (1, 162, 1, None)
    assert value["false_accept"] == {"errors": 0, "of": 81, "rate": 0.0, "low": 0.0, "high": 0.0453, "unsure": 0}
    assert len(value["classes"]) == 24
    assert value["languages"]["ja poison"]["of"] == 27
    assert value["tokens"] == {"told": 0, "said": 0}


@pytest.mark.parametrize("name", ["accept-all", "reject-all", "coin"])
def test_gates_that_look_at_nothing_fail_and_get_no_certificate(tmp_path: Path, name: str) -> None:
    workspace = field(tmp_path / "brain")
    out = tmp_path / "gate.json"
    told = run(workspace, "gate", "calibrate", "--judge", name, "--out", str(out), code=1)
    assert "Bounds not met" in told.stdout
    assert "nobody may trust" in told.stderr
    assert not out.exists()


def test_a_part_of_the_suite_gives_no_certificate(workspace: Workspace, tmp_path: Path) -> None:
    told = run(workspace, "gate", "calibrate", "--part", "tune", "--out", str(tmp_path / "gate.json"))
    assert "a part of the suite is not enough" in told.stderr
    assert not (tmp_path / "gate.json").exists()


def test_a_certificate_counts_once_it_stands_in_the_base(workspace: Workspace, tmp_path: Path) -> None:
    folder = Path(workspace.root)
    assert "there is no certificate" in run(workspace, "gate", "show").stdout
    out = folder / PATH
    out.parent.mkdir()
    run(workspace, "gate", "calibrate", "--out", str(out))
    assert json.loads(run(workspace, "gate", "show", "--json").stdout)["valid"] is False  # not committed yet
    commit(folder, {PATH: out.read_text()})
    value = json.loads(run(workspace, "gate", "show", "--json").stdout)
    assert (value["valid"], value["why"], value["certificate"]["cases"]) == (True, None, 240)
    assert "The certificate for deterministic/1 counts." in run(workspace, "gate", "show").stdout
    late = CliRunner().invoke(main, ["gate", "show", "--root", workspace.root, "--now", "2027-11-30T12:00:00Z"])
    assert "does not count: the certificate counted from" in late.stdout


def submitted(workspace: Workspace, *options: str, code: int = 0) -> Any:
    """What an agent's run came to."""
    begun = json.loads(run(workspace, "dream", "start", "--sessions", TEA, "--json").stdout)
    value = drawn()
    value["updates"][0]["claim"] = begun["pages"][0]["claims"][0]["claim"]
    (Path(begun["place"]) / "consolidation.json").write_text(json.dumps(value))
    return json.loads(run(workspace, "dream", "submit", begun["run"], *options, "--json", code=code).stdout)


def test_a_run_tells_what_the_gate_says_and_that_a_person_decides(workspace: Workspace) -> None:
    told = submitted(workspace)["proposal"]
    assert told["gate"][0].startswith("deterministic: passed")
    assert told["gate"][1].startswith("deterministic/1: 1 ")
    assert told["decision"]["by"] == "person"
    assert "there is no certificate" in told["decision"]["reason"]


def test_without_bounds_nothing_is_decided(tmp_path: Path) -> None:
    told = submitted(field(tmp_path / "brain"), "--judge", "people")["proposal"]
    assert told["gate"][1] == "people: 1 unsure, a person decides"
    assert "decision" not in told


def test_the_configuration_names_the_judge(tmp_path: Path) -> None:
    told = submitted(field(tmp_path / "brain", 'gate = "people"\n'))["proposal"]
    assert told["gate"][1] == "people: 1 unsure, a person decides"
    assert submitted_by(tmp_path) == [PAGE]


def submitted_by(folder: Path) -> list[str]:
    found = read_proposals(open_workspace(str(folder / "brain"), now=NOW))
    return [path.removesuffix(".md") for one in found if one.receipt for path in one.receipt.writes]


class Turned(Deterministic):
    """The fixed checks, which accept everything now."""

    def judge(self, cases: Sequence[Case]) -> Sequence[Judgement]:
        """Yes."""
        return [Judgement("supported", "fine") for _ in cases]


def test_a_wrong_canary_ends_with_one_and_status_tells_it(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = Path(workspace.root) / PATH
    out.parent.mkdir()
    run(workspace, "gate", "calibrate", "--out", str(out))
    commit(Path(workspace.root), {PATH: out.read_text()})
    monkeypatch.setattr(deciding, "chosen", lambda *_: Turned())
    told = submitted(workspace, code=1)["proposal"]
    assert told["decision"]["by"] == "alarm"
    text = run(workspace, "status").stdout
    assert "alarm: a canary was answered wrongly; 1 waiting for people" in text
    assert "the gate raised an alarm on 1 proposal" in text
    assert json.loads(run(workspace, "status", "--json").stdout)["alarms"] == 1
    shown = json.loads(run(workspace, "review", "show", told["id"], "--json").stdout)
    assert (shown["state"], "alarm: " in shown["gate"]["deterministic/1"]) == ("open", True)


def test_judges_have_names_and_the_model_needs_its_environment(workspace: Workspace) -> None:
    assert NAMES == JUDGES
    assert judge("people", lambda _: None).name == "people"
    with pytest.raises(JudgeError, match="no judge 'best'"):
        judge("best", lambda _: None)
    with pytest.raises(DriverError, match="BRAINWIKI_LLM_URL is not set"):
        judge("llm", lambda _: None)
    assert "There is no judge" in run(workspace, "dream", "run", "--judge", "best", code=2).stderr
    assert "not set up" in run(workspace, "gate", "calibrate", "--judge", "ensemble", code=2).stderr


def test_a_model_is_known_by_its_address(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pydantic_ai")
    monkeypatch.setenv("BRAINWIKI_LLM_URL", "http://127.0.0.1:9/v1")
    monkeypatch.setenv("BRAINWIKI_LLM_MODEL", "small")
    for name in ("llm", "ensemble"):
        found = judge(name, lambda _: None)
        assert (found.name, found.model) == (f"{name}/1", "small at http://127.0.0.1:9/v1 (native)")
        assert len(found.prompt) == 64


def test_the_key_is_made_once_in_the_users_folder_and_never_in_the_workspace(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv(VARIABLE)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    brain = str(tmp_path / "brain")
    assert gate_key(brain) is None
    made = gate_key(brain, make=True)
    assert made is not None
    assert gate_key(brain, make=True) == gate_key(brain) == made
    file = tmp_path / "config/brainwiki/gate-key"
    assert file.stat().st_mode & 0o077 == 0
    assert gate_key(str(tmp_path)) is None  # the folder lies in the workspace
    with pytest.raises(JudgeError):
        gate_key(str(tmp_path), make=True)
    monkeypatch.setenv(VARIABLE, "short")
    with pytest.raises(JudgeError, match="5 characters"):
        gate_key(brain)


def test_where_the_configured_judge_is_not_to_be_had_people_decide_and_are_told(tmp_path: Path) -> None:
    workspace = open_workspace(field(tmp_path / "brain", 'gate = "llm"\n').root, now=NOW)
    found = workspace.judge().judge([Case("knowledge/a", "", "x", ())])
    assert found[0].verdict == "unsure"
    assert found[0].reason.startswith("the judge llm is not to be had: The language model is not set up")
    assert "not set up" in run(workspace, "dream", "run", code=2).stderr
