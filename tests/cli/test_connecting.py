"""`mcp` as a command: what it refuses before anything is served."""

from __future__ import annotations

import importlib.util
import socket
from pathlib import Path

import pytest
from click.testing import CliRunner

from brainwiki.cli.main import main
from tests.helpers import write_files


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A brain of one page."""
    write_files(tmp_path, {"brainwiki.toml": "", "wiki/a.md": "x\n", "short": "abc\n"})
    return tmp_path


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--token-file", "x"], "belong to --http"),
        (["--allow-remote"], "belong to --http"),
        (["--http", "8765"], "'8765' is no address."),
        (["--http", "0.0.0.0:0"], "0.0.0.0 can be reached from other machines."),
        (["--http", "127.0.0.1:0", "--token-file", "{folder}/nix"], "The system refused"),
        (["--http", "127.0.0.1:0", "--token-file", "{folder}/short"], "The token needs at least 16"),
    ],
)
def test_what_is_refused(folder: Path, arguments: list[str], says: str) -> None:
    given = [one.replace("{folder}", str(folder)) for one in arguments]
    result = CliRunner().invoke(main, ["mcp", "--root", str(folder), *given])
    assert (result.exit_code, result.stdout) == (2, "")
    assert says in result.stderr
    assert "Traceback" not in result.stderr


def test_a_port_that_is_taken(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BRAINWIKI_MCP_TOKEN", "0123456789abcdef")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        result = CliRunner().invoke(main, ["mcp", "--root", str(folder), "--http", f"127.0.0.1:{port}"])
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"Cannot serve on 127.0.0.1:{port}" in result.stderr


def test_without_the_extra_it_says_what_to_install(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    result = CliRunner().invoke(main, ["mcp", "--root", str(folder)])
    assert (result.exit_code, result.stdout) == (2, "")
    assert "brainwiki[mcp]" in result.stderr


def test_there_must_be_a_brain(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["mcp", "--root", str(tmp_path / "nix")])
    assert (result.exit_code, result.stdout) == (2, "")
