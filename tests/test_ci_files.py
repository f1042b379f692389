"""Where the check runs: the hook, the workflow for others, and what `init` writes, as their services would read them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from brainwiki import __version__
from brainwiki.cli.main import main
from brainwiki.usecases.around import check_files
from tests.adapters.test_git import git
from tests.helpers import REPOSITORY, command_of

CALLED = REPOSITORY / ".github/workflows/brainwiki-check.yml"
MANIFEST = REPOSITORY / ".pre-commit-hooks.yaml"
MANUAL = (REPOSITORY / "wiki/knowledge/guide/check-in-ci.md").read_text("utf-8")
PULL = {"BASE": "origin/main", "ROOT": "."}
PUSH = {"BASE": "", "ROOT": "."}


def written(service: Any) -> dict[str, str]:
    """The files that `init` writes for a service."""
    return {one.path: one.text for one in check_files(service, __version__)}


WORKFLOWS = {
    "called": CALLED.read_text("utf-8"),
    "written": written("github")[".github/workflows/brain.yml"],
    "own": (REPOSITORY / ".github/workflows/brain.yml").read_text("utf-8"),
}
GITLAB = written("gitlab")[".gitlab-ci.yml"]


def steps(text: str) -> list[dict[str, Any]]:
    """The steps of all jobs of a workflow."""
    return [step for job in yaml.safe_load(text)["jobs"].values() for step in job.get("steps", ())]


def parsed(words: list[str]) -> dict[str, Any]:
    """The values of a command of brainwiki by option, as click reads them; an option or a value that does not exist raises."""
    command = command_of(words[0])
    values = command.make_context(words[0], words[1:]).params
    return {max(one.opts, key=len): values[one.name or ""] for one in command.params}


def run(folder: Path, script: str, env: Mapping[str, str], code: int = 0) -> tuple[int, list[list[str]]]:
    """Run a script as a runner does, with a `brainwiki` that notes its words and ends with `code`: exit code and calls."""
    tools = folder / "tools"
    tools.mkdir(exist_ok=True)
    calls = folder / "calls"
    calls.write_text("", "utf-8")
    for name, end in (("brainwiki", code), ("pip", 0)):
        note = f'printf "%s\\t" "{name}" "$@" >> {calls}; printf "\\n" >> {calls}' if name == "brainwiki" else ":"
        (tools / name).write_text(f"#!/bin/sh\n{note}\nexit {end}\n", "utf-8")
        (tools / name).chmod(0o755)
    place = {"GITHUB_STEP_SUMMARY": str(folder / "summary"), "RUNNER_TEMP": str(folder)}
    whole = {"PATH": f"{tools}{os.pathsep}{os.environ['PATH']}", **place, **env}
    done = subprocess.run(
        ["bash", "-e", "-c", script], cwd=folder, env=whole, capture_output=True, check=False, timeout=60
    )
    return done.returncode, [line.split("\t")[1:-1] for line in calls.read_text("utf-8").splitlines()]


def checks(text: str) -> list[str]:
    """The scripts of a workflow that run the check."""
    return [step["run"] for step in steps(text) if "brainwiki check" in step.get("run", "")]


@pytest.mark.parametrize("name", WORKFLOWS)
def test_no_script_expands_what_an_event_says(name: str) -> None:
    assert [step["run"] for step in steps(WORKFLOWS[name]) if "${{" in step.get("run", "")] == []


@pytest.mark.parametrize("name", ["called", "written"])
def test_a_workflow_may_only_read(name: str) -> None:
    workflow = yaml.safe_load(WORKFLOWS[name])
    assert workflow["permissions"] == {"contents": "read"}
    assert all("permissions" not in job for job in workflow["jobs"].values())
    assert "secrets" not in WORKFLOWS[name].partition("\non:\n")[2]
    assert "pull_request_target" not in WORKFLOWS[name]


def test_the_job_that_may_write_runs_nothing_of_the_repository() -> None:
    for job in yaml.safe_load(WORKFLOWS["own"])["jobs"].values():
        if "write" in job.get("permissions", {}).values():
            assert job["permissions"] == {"contents": "read", "security-events": "write", "actions": "read"}
            assert all("run" not in step and "checkout" not in step["uses"] for step in job["steps"])
            assert "head.repo.full_name == github.repository" in job["if"]


@pytest.mark.parametrize("name", ["called", "written"])
def test_actions_are_pinned_and_the_history_is_there_without_credentials(name: str) -> None:
    used = [step for step in steps(WORKFLOWS[name]) if "uses" in step]
    assert all(re.fullmatch(r"actions/[\w-]+@[0-9a-f]{40}", step["uses"]) for step in used)
    out = [step["with"] for step in used if step["uses"].startswith("actions/checkout@")]
    assert all(one["persist-credentials"] is False for one in out)
    assert out[0]["fetch-depth"] == 0
    assert "repository" not in out[0]


def test_the_called_workflow_takes_these_inputs() -> None:
    call = yaml.safe_load(WORKFLOWS["called"])[True]  # `on` is a boolean for this reader
    assert list(call) == ["workflow_call"]
    inputs = call["workflow_call"]["inputs"]
    assert {name: (one["type"], one["default"]) for name, one in inputs.items()} == {
        "root": ("string", "."),
        "python-version": ("string", "3.12"),
        "base": ("string", ""),
        "sarif": ("boolean", False),
    }
    assert all(one["description"] for one in inputs.values())


def test_the_called_workflow_installs_itself_at_the_ref_that_was_called() -> None:
    own = next(step["with"] for step in steps(WORKFLOWS["called"]) if "repository" in step.get("with", {}))
    assert own["repository"] == "${{ job.workflow_repository }}"
    assert own["ref"] == "${{ job.workflow_sha }}"
    assert f"pip install --quiet ./{own['path']}\n" in WORKFLOWS["called"]


@pytest.mark.parametrize(
    ("known", "code"), [({"REPOSITORY": "a/b", "COMMIT": "c"}, 0), ({"REPOSITORY": "", "COMMIT": ""}, 1)]
)
def test_without_its_own_ref_the_called_workflow_stops(tmp_path: Path, known: dict[str, str], code: int) -> None:
    first = steps(WORKFLOWS["called"])[0]
    assert set(first["env"]) == set(known)
    assert run(tmp_path, first["run"], known)[0] == code


@pytest.mark.parametrize("name", ["called", "written"])
def test_the_base_is_that_of_a_pull_request(name: str) -> None:
    env = next(iter(yaml.safe_load(WORKFLOWS[name])["jobs"].values()))["env"]
    assert "github.event_name == 'pull_request' && format('origin/{0}', github.base_ref) || ''" in env["BASE"]
    assert ("inputs.base || " in env["BASE"]) == (name == "called")


@pytest.mark.parametrize(
    ("name", "formats"), [("called", ["markdown", "sarif", "github"]), ("written", ["markdown", "github"])]
)
def test_a_pull_request_is_checked_for_what_it_changes(tmp_path: Path, name: str, formats: list[str]) -> None:
    found = [parsed(call) for script in checks(WORKFLOWS[name]) for call in run(tmp_path, script, PULL)[1]]
    assert [one["--format"] for one in found] == formats
    assert [one["--changed"] for one in found if one["--format"] != "sarif"] == ["origin/main", "origin/main"]
    assert all(one["--changed"] is None for one in found if one["--format"] == "sarif")


@pytest.mark.parametrize("name", ["called", "written"])
def test_a_push_is_checked_whole(tmp_path: Path, name: str) -> None:
    found = [parsed(call) for script in checks(WORKFLOWS[name]) for call in run(tmp_path, script, PUSH)[1]]
    assert {one["--changed"] for one in found} == {None}
    assert {one["paths"] for one in found} == {()}


def test_a_root_and_a_base_with_blanks_are_one_word_each(tmp_path: Path) -> None:
    for script in checks(WORKFLOWS["called"]):
        (call,) = run(tmp_path, script, {"ROOT": "my brain; exit 9", "BASE": "a b $(exit 9)"})[1]
        request = parsed(call)
        assert request["--root"] == "my brain; exit 9"
        assert request["--changed"] in ("a b $(exit 9)", None)
        assert request["paths"] == ()


@pytest.mark.parametrize("name", ["called", "written"])
@pytest.mark.parametrize(("code", "ends"), [(0, {0}), (1, {0, 1}), (2, {1, 2})])
def test_findings_fail_the_last_step_only_and_a_broken_run_each(
    tmp_path: Path, name: str, code: int, ends: set[int]
) -> None:
    found = [run(tmp_path, script, PUSH, code)[0] for script in checks(WORKFLOWS[name])]
    assert set(found) == ends
    assert found[-1] == code
    assert all(end == 0 for end in found[:-1]) == (code < 2)


@pytest.mark.parametrize(
    ("env", "base"), [({"CI_MERGE_REQUEST_DIFF_BASE_SHA": "0123abc"}, "0123abc"), ({}, None)], ids=["request", "branch"]
)
def test_the_job_for_gitlab_checks_twice_and_reports_once(
    tmp_path: Path, env: dict[str, str], base: str | None
) -> None:
    job = yaml.safe_load(GITLAB)["brain"]
    script = "\n".join(job["script"])
    for code in (0, 1, 2):
        end, calls = run(tmp_path, script, env, code)
        assert (end == 0) == (code == 0)
        assert [parsed(call)["--format"] for call in calls] == (["gitlab", "text"] if code < 2 else ["gitlab"])
        assert {parsed(call)["--changed"] for call in calls} == {base}
    assert job["artifacts"] == {"when": "always", "reports": {"codequality": "gl-code-quality-report.json"}}
    assert (tmp_path / "gl-code-quality-report.json").exists()
    assert job["variables"]["GIT_DEPTH"] == "0"


@pytest.mark.parametrize("text", [WORKFLOWS["written"], GITLAB, written("none")[".pre-commit-config.yaml"]])
def test_what_is_written_installs_this_version(text: str) -> None:
    assert f'"brainwiki=={__version__}"' in text
    assert "{version}" not in text


def precommit(*words: str) -> subprocess.CompletedProcess[str]:
    """pre-commit, the program."""
    command = [sys.executable, "-m", "pre_commit", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


def test_the_hook_is_a_valid_manifest() -> None:
    done = precommit("validate-manifest", str(MANIFEST))
    assert done.returncode == 0, done.stdout


def test_the_written_hook_is_a_valid_configuration(tmp_path: Path) -> None:
    config = tmp_path / "config.yaml"
    config.write_text(written("none")[".pre-commit-config.yaml"], "utf-8")
    done = precommit("validate-config", str(config))
    assert done.returncode == 0, done.stdout
    assert "unexpected key" not in done.stdout + done.stderr.lower()


def test_both_hooks_check_the_index_once_whatever_is_staged() -> None:
    (hook,) = yaml.safe_load(MANIFEST.read_text("utf-8"))
    (local,) = yaml.safe_load(written("none")[".pre-commit-config.yaml"])["repos"][0]["hooks"]
    for one in (hook, local):
        assert parsed(one["entry"].split()[1:])["--staged"] is True
        assert one["entry"].split()[0] == "brainwiki"
        assert (one["id"], one["language"]) == ("brainwiki-check", "python")
        assert (one["pass_filenames"], one["require_serial"], one["always_run"]) == (False, True, True)
        assert one["stages"] == ["pre-commit", "pre-merge-commit"]


def test_the_hook_in_the_life_of_a_brain(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (hook,) = yaml.safe_load(MANIFEST.read_text("utf-8"))
    monkeypatch.chdir(tmp_path)
    page = tmp_path / "wiki/knowledge/concepts/how-this-brain-works.md"
    git(tmp_path, "init", "-q")
    CliRunner().invoke(main, ["init"])

    def commit() -> str:
        git(tmp_path, "add", "-A")
        done = CliRunner().invoke(main, hook["entry"].split()[1:])
        if done.exit_code == 0:
            git(tmp_path, "commit", "-q", "-m", "work")
        return f"{done.exit_code} {' '.join(sorted(set(re.findall('BLOCK (BW[0-9]+)', done.output))))}"

    text = page.read_text("utf-8")
    assert commit() == "0 ", "the first commit of all"
    page.write_text(f"{text}\nMore. [cite:7]\n", "utf-8")
    assert commit() == "1 BW301", "a cite without a source"
    page.unlink()
    assert commit() == "1 BW201 BW606", "a page that others link to"
    page.write_text(f"{text}\nMore. [cite:1]\n", "utf-8")
    assert commit() == "0 ", "a good change"


@pytest.mark.parametrize(
    ("path", "counts"),
    [
        ("wiki/knowledge/pump.md", True),
        ("wiki/sessions/2026-05-02-codex-abcdefghij/transcript.jsonl", True),
        ("brainwiki.toml", True),
        ("docs/pyproject.toml", True),
        ("checks/schemas/concept.json", True),
        ("src/main.py", False),
        ("notbrainwiki.toml", False),
        ("README.md.bak", False),
    ],
)
def test_the_pattern_of_the_hook_names_what_the_check_reads(path: str, counts: bool) -> None:
    (hook,) = yaml.safe_load(MANIFEST.read_text("utf-8"))
    assert bool(re.search(hook["files"], path)) is counts


def blocks(text: str) -> list[str]:
    """The YAML blocks of a page."""
    return re.findall(r"^```yaml\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("text", [WORKFLOWS["written"], GITLAB, written("none")[".pre-commit-config.yaml"]])
def test_the_manual_shows_what_is_written(text: str) -> None:
    assert re.sub(r"\A#.*\n", "", text) in blocks(MANUAL)


def test_the_manual_calls_the_workflow_in_five_lines_with_inputs_that_exist() -> None:
    inputs = yaml.safe_load(WORKFLOWS["called"])[True]["workflow_call"]["inputs"]
    calls = [block for block in blocks(MANUAL) if f"/{CALLED.name}@" in block]
    assert len(calls[0].splitlines()) == 5
    for block in calls:
        for job in yaml.safe_load(block)["jobs"].values():
            assert set(job.get("with", {})) <= set(inputs)


def test_every_target_that_a_job_makes_is_there() -> None:
    targets = set(re.findall(r"^([a-z]+):", (REPOSITORY / "Makefile").read_text("utf-8"), re.MULTILINE))
    made = {
        target
        for path in (REPOSITORY / ".github/workflows").glob("*.yml")
        for step in steps(path.read_text("utf-8"))
        for target in re.findall(r"make ([a-z]+)", step.get("run", ""))
    }
    assert {"test", "build", "properdocs"} <= made <= targets


def test_the_way_out_is_built_beside_what_is_pinned_and_compared() -> None:
    rule = re.search(r"^properdocs:.*\n((?:\t.*\n)+)", (REPOSITORY / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert rule is not None
    assert "$(VENV)" not in rule[1], "an environment of its own"
    assert "--require-hashes -r requirements.lock" in rule[1]
    assert '--no-deps "properdocs>=1.6.7,<1.7"' in rule[1], "it brings nothing that is not locked"
    assert rule[1].strip().endswith("diff -r build/properdocs build/mkdocs")
