"""The command as a real process, reached by the SDK's client over standard input and output or over HTTP."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from mcp.client.stdio import StdioServerParameters

from tests.helpers import REPOSITORY

TOKEN = "a-token-for-this-test-alone"


def environment() -> dict[str, str]:
    """This process's environment, with this repository's code."""
    return {**os.environ, "PYTHONPATH": str(REPOSITORY), "PYTHONWARNINGS": ""}


def over_stdio(folder: Path) -> StdioServerParameters:
    """The command for a client that starts it itself."""
    arguments = ["-m", "brainwiki", "mcp", "--root", str(folder)]
    return StdioServerParameters(command=sys.executable, args=arguments, env=environment())


@contextmanager
def over_http(folder: Path, *options: str, token: str | None = TOKEN) -> Iterator[tuple[str, str]]:
    """A server on a free port: its URL and its token. It is ended afterwards, and must not have written to standard output."""
    env = environment() | ({"BRAINWIKI_MCP_TOKEN": token} if token is not None else {})
    command = [sys.executable, "-m", "brainwiki", "mcp", "--root", str(folder), "--http", "127.0.0.1:0", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env, text=True) as process:
        assert process.stderr is not None
        assert process.stdout is not None
        try:
            url = re.search(r"http://\S+", _line(process.stderr.readline, "http://"))
            assert url is not None
            if token is None:
                token = _line(process.stderr.readline, "token: ").removeprefix("token: ").strip()
            yield url[0], token
        finally:
            process.terminate()
            process.wait(60)
        assert process.stdout.read() == ""


def _line(read: object, mark: str) -> str:
    """The first line with a mark; the others are notes."""
    for _ in range(20):
        line = read()  # type: ignore[operator]
        if mark in line or not line:
            return str(line)
    return ""
