"""A client for the tests: a server in this process, and answers as text."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import anyio
from mcp import Client

from brainwiki.bootstrap import open_workspace
from brainwiki.mcp.memory import Memory
from brainwiki.mcp.server import make_server
from tests.helpers import NOW


def memory_of(folder: Path) -> Memory:
    """The memory in a folder."""
    return Memory(open_workspace(str(folder), now=NOW))


def alone(go: Callable[..., Awaitable[None]], *arguments: Any) -> None:
    """Run a coroutine in a thread of its own: that of the tests may have an event loop of a browser's already."""
    with ThreadPoolExecutor(1) as threads:
        threads.submit(anyio.run, go, *arguments).result()


def asked(folder: Path, story: Callable[[Client], Awaitable[None]]) -> None:
    """Run a story with a client of a server in this process."""

    async def run() -> None:
        async with Client(make_server(memory_of(folder))) as client:
            await story(client)

    alone(run)


async def call(client: Client, tool: str, *, fails: bool = False, **arguments: Any) -> str:
    """The text that a tool answers."""
    found: Any = await client.call_tool(tool, arguments)
    text: str = found.content[0].text
    assert bool(found.is_error) == fails, text
    assert len(found.content) == 1
    return text
