"""Addresses, tokens, and the guard before the server."""

from __future__ import annotations

from typing import Any

import pytest

from brainwiki.mcp.http import Address, AddressError, Guard, address_of, token_of
from tests.mcp.brains import alone

TOKEN = "0123456789abcdef"


@pytest.mark.parametrize(
    ("text", "host", "port", "told"),
    [
        ("127.0.0.1:8765", "127.0.0.1", 8765, "127.0.0.1:8765"),
        ("localhost:0", "localhost", 0, "localhost:0"),
        ("[::1]:80", "::1", 80, "[::1]:80"),
        ("127.9.9.9:1", "127.9.9.9", 1, "127.9.9.9:1"),
    ],
)
def test_addresses(text: str, host: str, port: int, told: str) -> None:
    found = address_of(text)
    assert found == Address(host, port)
    assert (found.is_loopback, found.told()) == (True, told)


@pytest.mark.parametrize(
    "text", ["", "8765", ":8765", "127.0.0.1", "127.0.0.1:", "127.0.0.1:x", "127.0.0.1:-1", "127.0.0.1:65536", "a:٣"]
)
def test_what_is_no_address(text: str) -> None:
    with pytest.raises(AddressError, match="is no address"):
        address_of(text)


@pytest.mark.parametrize(
    "text", ["0.0.0.0:80", "192.168.1.2:80", "example.org:80", "[::]:80", "localhost.example.org:80"]
)
def test_other_machines_only_on_request(text: str) -> None:
    with pytest.raises(AddressError, match="--allow-remote"):
        address_of(text)
    assert not address_of(text, may_be_remote=True).is_loopback


def test_tokens() -> None:
    assert token_of(f" {TOKEN}\n") == TOKEN
    for wrong in ("", "short", "0123456789 abcdef", "0123456789abcdé", "0123456789abcde\x01"):
        with pytest.raises(AddressError, match="at least 16"):
            token_of(wrong)


def status(headers: list[tuple[bytes, bytes]], kind: str = "http") -> int | None:
    """What the guard answers; 200 where it lets through, None where it says nothing."""
    sent: list[dict[str, Any]] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def receive() -> Any:
        return {"type": "http.request"}

    async def send(message: Any) -> None:
        sent.append(message)

    alone(Guard(app, TOKEN, ["http://localhost:1"]), {"type": kind, "headers": headers}, receive, send)
    return sent[0]["status"] if sent else None


RIGHT = (b"authorization", b"Bearer " + TOKEN.encode())


@pytest.mark.parametrize(
    ("headers", "wanted"),
    [
        ([RIGHT], 200),
        ([(b"authorization", b"bearer  " + TOKEN.encode())], 200),
        ([], 401),
        ([RIGHT, RIGHT], 401),
        ([(b"authorization", TOKEN.encode())], 401),
        ([(b"authorization", b"Bearer \xff\xfe")], 401),
        ([RIGHT, (b"origin", b"http://localhost:1")], 200),
        ([RIGHT, (b"origin", b"http://localhost:2")], 403),
        ([RIGHT, (b"origin", b"")], 403),
        ([RIGHT, (b"origin", b"http://localhost:1"), (b"origin", b"http://evil")], 403),
        ([(b"origin", b"http://evil")], 403),
    ],
)
def test_the_guard(headers: list[tuple[bytes, bytes]], wanted: int) -> None:
    assert status(headers) == wanted


def test_the_guard_lets_no_socket_through() -> None:
    assert status([RIGHT], "websocket") is None
    assert status([], "lifespan") == 200
