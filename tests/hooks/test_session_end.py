"""The hook for the end of a session, as a real process: what it takes in, what it says, and that it never stops an agent."""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from brainwiki.hooks import session_end as hook
from brainwiki.transcripts.own_runs import mark
from tests.helpers import REPOSITORY, make_brain
from tests.repositories import commit, git, new
from tests.usecases.test_intake import rollout

SCRIPT = Path(hook.__file__)
SLOW = "#!/bin/sh\nsleep 30\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A repository with a brain, and a transcript beside it."""
    folder = new(tmp_path / "r")
    make_brain(folder, {"index.md": "# Index\n"})
    commit(folder, {})
    (tmp_path / "t.jsonl").write_bytes(rollout("hi", "there"))
    return folder


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """A folder for the path in which `brainwiki` is this very one."""
    return planted(tmp_path, f'#!/bin/sh\nPYTHONPATH={REPOSITORY} exec {sys.executable} -m brainwiki "$@"\n')


def planted(tmp_path: Path, text: str) -> Path:
    place = tmp_path / "bin"
    place.mkdir(exist_ok=True)
    (place / "brainwiki").write_text(text)
    (place / "brainwiki").chmod(0o755)
    return place


def said(folder: Path, event: str = "SessionEnd", **more: Any) -> bytes:
    value = {"session_id": "x1", "transcript_path": str(folder.parent / "t.jsonl"), "cwd": str(folder / "wiki")}
    return json.dumps({**value, "hook_event_name": event, **more}).encode()


def run(raw: bytes, program: Path, *arguments: str) -> dict[str, str]:
    """The answer of the file, run as a plugin runs it."""
    path = f"{program}{os.pathsep}{os.environ['PATH']}"
    command = [sys.executable, "-I", "-S", str(SCRIPT), *arguments]
    done = subprocess.run(command, input=raw, capture_output=True, check=True, env={**os.environ, "PATH": path})
    assert done.stderr == b""
    answer: dict[str, str] = json.loads(done.stdout)
    return answer


def patient(monkeypatch: pytest.MonkeyPatch, raw: bytes, capsysbinary: Any, *arguments: str) -> dict[str, str]:
    """The answer in this process, with all the time that the work needs."""
    reading, writing = os.pipe()
    os.write(writing, raw)
    os.close(writing)
    with os.fdopen(reading, "rb") as file:
        monkeypatch.setattr(sys, "stdin", file)
        monkeypatch.setattr(hook, "PATIENCE", 60)
        monkeypatch.setenv("PYTHONPATH", str(REPOSITORY))
        assert hook.main([*arguments], [sys.executable, "-m", "brainwiki"]) == 0
    answer: dict[str, str] = json.loads(capsysbinary.readouterr().out)
    return answer


def committed(folder: Path) -> int:
    return len(git(folder, "ls-tree", "-r", "--name-only", "main", "wiki/sessions/").split())


def test_a_session_goes_into_the_brain_of_its_working_directory(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: Any
) -> None:
    answer = patient(monkeypatch, said(folder), capsysbinary)
    assert answer == {"systemMessage": "brainwiki: 2 new turns of this session were taken in."}
    assert (committed(folder), git(folder, "status", "--porcelain")) == (2, "")
    answer = patient(monkeypatch, said(folder), capsysbinary)
    assert answer == {"systemMessage": "brainwiki: nothing new in this session."}


def test_after_each_answer_only_trouble_is_told(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: Any
) -> None:
    assert patient(monkeypatch, said(folder, "Stop"), capsysbinary) == {}
    assert committed(folder) == 2
    (folder.parent / "t.jsonl").write_text("{}\n")
    answer = patient(monkeypatch, said(folder, "Stop"), capsysbinary)
    assert "nothing was taken of this session: " in answer["systemMessage"]
    assert "of no known format" in answer["systemMessage"]


def test_a_consolidation_run_is_not_kept(folder: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: Any) -> None:
    (folder.parent / "t.jsonl").write_bytes(rollout(mark("run-1"), "attach"))
    answer = patient(monkeypatch, said(folder), capsysbinary)
    assert answer == {"systemMessage": "brainwiki: nothing but a consolidation run, which is not kept."}
    assert committed(folder) == 0


def test_the_named_brain_comes_first(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: Any
) -> None:
    assert "2 new turns" in str(patient(monkeypatch, said(folder, cwd="/"), capsysbinary, "--root", str(folder)))
    assert "there is no folder" in str(patient(monkeypatch, said(folder), capsysbinary, "--root", str(tmp_path / "no")))


def test_an_error_of_the_command_is_its_last_line(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: Any
) -> None:
    shutil.rmtree(folder / ".git")
    answer = patient(monkeypatch, said(folder), capsysbinary)
    assert "lies in no Git repository" in answer["systemMessage"]


def test_as_a_file_alone_it_finds_the_program(folder: Path, program: Path) -> None:
    answer = run(said(folder), program)
    assert "taken in" in answer["systemMessage"]
    end = time.monotonic() + 30
    while time.monotonic() < end and committed(folder) < 2:
        time.sleep(0.05)
    assert committed(folder) == 2


def test_an_agent_is_not_kept_waiting(folder: Path, tmp_path: Path) -> None:
    program = planted(tmp_path, SLOW)
    start = time.monotonic()
    assert run(said(folder), program) == {"systemMessage": "brainwiki: this session is being taken in."}
    assert time.monotonic() - start < 10


def test_what_the_host_does_not_say(folder: Path, program: Path, tmp_path: Path) -> None:
    for raw, told in (
        (b"", "not JSON"),
        (b"[]", "not a JSON object"),
        (b"{" * 100_000, "not JSON"),
        (said(folder, transcript_path=None), "names no transcript"),
        (said(folder, transcript_path="/no/where"), "there is no transcript /no/where"),
        (said(folder, transcript_path=str(folder)), "there is no transcript"),
        (said(folder, cwd=str(tmp_path)), "no brain at"),
        (said(folder, cwd=7), "names no working directory"),
        (said(folder, cwd="/no/where"), "names no working directory"),
    ):
        answer = run(raw, program)
        assert told in answer["systemMessage"], raw[:80]
    assert committed(folder) == 0


def test_without_the_program(folder: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-I", "-S", str(SCRIPT)]
    done = subprocess.run(command, input=said(folder), capture_output=True, check=True, env={"PATH": str(tmp_path)})
    assert "`brainwiki` is not on the path" in json.loads(done.stdout)["systemMessage"]


def test_the_command_is_the_same(folder: Path) -> None:
    command = [sys.executable, "-m", "brainwiki", "hook", "session-end"]
    done = subprocess.run(command, input=b"{}", capture_output=True, check=True, cwd=folder)
    assert "names no transcript" in json.loads(done.stdout)["systemMessage"]


def test_it_is_one_file_of_the_standard_library() -> None:
    tree = ast.parse(SCRIPT.read_text("utf-8"))
    names = {
        alias.name.split(".")[0] for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names
    }
    names |= {str(node.module).split(".")[0] for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert names <= set(sys.stdlib_module_names)
