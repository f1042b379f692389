"""A whole story with the SDK's client and a real process: start, search, read, links, why, history, diff, context."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from tests.mcp.brains import alone, call
from tests.mcp.processes import TOKEN, environment, over_http, over_stdio
from tests.past_brain import SESSION, Told, build


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Told:
    """A brain with five commits."""
    return build(tmp_path_factory.mktemp("past") / "r")


async def story(client: Client, told: Told) -> None:
    """An agent learns what the memory is, finds a page, and walks from it to its evidence and its past."""
    start: Any = (await client.get_prompt("start", {"task": "What pressure does the pump run at?"})).messages[0]
    assert "[[main-pump|The pump]]" in start.content.text
    hits = await call(client, "search", query="pump pressure bar")
    path = re.search(r"read: (knowledge/\S+)", hits)
    assert path is not None
    page = await call(client, "read", page=path[1])
    assert "The pump runs at 45 bar. [cite:1]" in page
    assert "knowledge/valve" in await call(client, "links", page=path[1])
    claims = await call(client, "why", page=path[1])
    claim = re.search(r"- (c-\w+): The pump runs at 45 bar", claims)
    assert claim is not None
    trail = await call(client, "why", page=path[1], claim=claim[1])
    assert "> turn 2 assistant 2026-01-01T10:00:05Z: The pump runs at 40 bar, as ever." in trail
    turn = re.search(rf"{SESSION}#turn-2", trail)
    assert turn is not None
    assert "How high is the pressure?" in await call(client, "read", page=turn[0])
    past = await call(client, "history", page=path[1])
    commits = re.findall(r"### \S+ \S+ `([0-9a-f]{10})`", past)
    assert [told.commits[n][:10] for n in (3, 2, 1, 0)] == commits
    difference = await call(client, "diff", base=commits[3], head=commits[2], page="knowledge/pump")
    assert "before: The pump runs at <del>40</del> bar." in difference
    assert "now: The pump runs at <ins>45</ins> bar." in difference
    assert "45 bar" in await call(client, "context", query="pump pressure", budget=2_000)
    assert "Did you mean" in await call(client, "read", page="main-pumb", fails=True)
    index: Any = (await client.read_resource("brain://index")).contents[0]
    assert "main-pump" in index.text


def run(make: Callable[[], AbstractAsyncContextManager[Client]], told: Told) -> None:
    async def go() -> None:
        async with make() as client:
            await story(client, told)

    alone(go)


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_over_standard_input_and_output(told: Told, mode: str) -> None:
    run(lambda: Client(over_stdio(told.folder), mode=mode), told)


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_over_http(told: Told, mode: str) -> None:
    async def go(url: str, token: str) -> None:
        async with (
            httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"}) as http,
            Client(streamable_http_client(url, http_client=http), mode=mode) as client,
        ):
            await story(client, told)

    with over_http(told.folder) as (url, token):
        alone(go, url, token)


def test_a_token_is_made_where_none_is_given(told: Told) -> None:
    with over_http(told.folder, token=None) as (url, token):
        assert len(token) >= 32
        status = httpx2.post(url, headers={"Authorization": f"Bearer {token}"}, json={}).status_code
        assert status != 401
        assert httpx2.post(url, json={}).status_code == 401


def test_requests_that_are_turned_away(told: Told, tmp_path: Path) -> None:
    secret = tmp_path / "token"
    secret.write_text(f"{TOKEN}\n")
    with over_http(told.folder, "--token-file", str(secret), token="") as (url, _):
        right = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json", "Accept": "application/json"}
        port = url.rpartition(":")[2].partition("/")[0]
        for change, status in (
            ({"Authorization": ""}, 401),
            ({"Authorization": f"Bearer {TOKEN}x"}, 401),
            ({"Authorization": f"Basic {TOKEN}"}, 401),
            ({"Authorization": f"Bearer {TOKEN[:-1]}"}, 401),
            ({"Origin": "https://example.org"}, 403),
            ({"Origin": "null"}, 403),
            ({"Origin": f"http://127.0.0.1.example.org:{port}"}, 403),
            ({"Origin": f"http://127.0.0.1:{int(port) - 1}"}, 403),
            ({"Host": f"example.org:{port}"}, 421),
        ):
            assert httpx2.post(url, headers={**right, **change}, content="{}").status_code == status, change
        for fine in ({}, {"Origin": f"http://127.0.0.1:{port}"}, {"Origin": f"http://localhost:{port}"}):
            assert httpx2.post(url, headers={**right, **fine}, content="{}").status_code not in (401, 403, 421)
        for other in ("/", "/sse", "/mcp/x"):
            assert httpx2.get(url.removesuffix("/mcp") + other).status_code == 401
        assert httpx2.get(url.removesuffix("/mcp") + "/x", headers=right).status_code == 404


def test_nothing_but_the_protocol_is_on_standard_output(told: Told) -> None:
    command = [sys.executable, "-m", "brainwiki", "mcp", "--root", str(told.folder)]
    done = subprocess.run(command, input="no json\n\n", capture_output=True, text=True, env=environment(), check=False)
    assert done.returncode == 0
    for line in done.stdout.splitlines():
        assert line.startswith('{"jsonrpc"')
    assert "Traceback" not in done.stderr
