"""`brainwiki correct`: the words are kept, and the answer says what happens next."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from brainwiki.cli.main import main
from tests.helpers import make_brain
from tests.repositories import commit, new
from tests.usecases.test_correct import BRAIN


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A brain in a repository."""
    folder = new(tmp_path / "r")
    make_brain(folder, BRAIN)
    commit(folder, {})
    return folder


def run(folder: Path, *arguments: str, said: str = "") -> tuple[int, str]:
    """The exit code and the output of a command."""
    found = CliRunner().invoke(main, ["correct", "--root", str(folder), *arguments], input=said)
    return found.exit_code, found.output


def test_the_answer_names_the_session_and_the_place(folder: Path) -> None:
    code, text = run(folder, "The lab is in Osaka.", "--page", "lab", "--by", "human:anna")
    assert code == 0
    assert "Taken in as sessions/" in text
    assert "It corrects knowledge/lab." in text
    assert "until it is reviewed, the memory stays as it is" in text


def test_json_and_input(folder: Path) -> None:
    code, text = run(folder, "-", "--json", "--now", "2026-12-01T10:00:00Z", said="It is 16 dB.\n")
    assert code == 0
    found = json.loads(text)
    assert found == {"version": 1, "session": found["session"], "page": None, "claim": None}
    assert found["session"].startswith("2026-12-01-correction-")


@pytest.mark.parametrize("arguments", [(), (" ",), ("x", "--page", "nowhere"), ("x", "--claim", "c-1")])
def test_mistakes_are_usage_or_clear_errors(folder: Path, arguments: tuple[str, ...]) -> None:
    code, text = run(folder, *arguments)
    assert code == 2
    assert "Traceback" not in text
