"""The server over HTTP: on this machine alone unless that was asked for, with a token, and closed to pages in a browser.

A page of any site that is open in a browser here can send requests to this machine. So a request must show the token, must not
come from a page of another origin, and must name this server as its host.
"""

from __future__ import annotations

import hmac
import ipaddress
import json
import socket
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from mcp.server.mcpserver import MCPServer
from mcp.server.transport_security import TransportSecuritySettings
from starlette.types import ASGIApp, Receive, Scope, Send

from brainwiki.errors import BrainwikiError, ServeError

PATH = "/mcp"
SHORTEST = 16  # characters of a token
_LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


class AddressError(BrainwikiError):
    """An address that the server must not or cannot listen at, or a token that protects nothing."""


class Address(NamedTuple):
    """Where to listen; port 0 takes a free one."""

    host: str
    port: int

    @property
    def is_loopback(self) -> bool:
        """Whether only this machine can reach it."""
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False

    def told(self) -> str:
        """The address as it stands in a URL."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def address_of(text: str, may_be_remote: bool = False) -> Address:
    """The address in `HOST:PORT`; raises AddressError for one that is none, or that other machines reach without leave."""
    host, colon, port = text.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if not colon or not host or not (port.isascii() and port.isdigit()) or int(port) > 65535:
        raise AddressError(f"{text!r} is no address.", "Write HOST:PORT, for example 127.0.0.1:8765.")
    found = Address(host, int(port))
    if not found.is_loopback and not may_be_remote:
        raise AddressError(
            f"{host} can be reached from other machines.",
            "Listen at 127.0.0.1, or say that you mean it with --allow-remote.",
        )
    return found


def token_of(text: str) -> str:
    """A token as it is compared; raises AddressError for one that is too short or could not stand in a header."""
    token = text.strip()
    if len(token) < SHORTEST or not token.isascii() or not token.isprintable() or " " in token:
        raise AddressError(
            f"The token needs at least {SHORTEST} printable ASCII characters without blanks.",
            'Make one: python3 -c "import secrets; print(secrets.token_urlsafe(32))"',
        )
    return token


class Guard:
    """Lets a request through that shows the token and comes from no foreign page."""

    def __init__(self, app: ASGIApp, token: str, origins: Iterable[str]) -> None:
        self._app = app
        self._token = token.encode("ascii")
        self._origins = frozenset(origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One connection."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        refusal = self._refusal(scope["headers"])
        if refusal:
            await _refuse(send, *refusal)
        else:
            await self._app(scope, receive, send)

    def _refusal(self, headers: Iterable[tuple[bytes, bytes]]) -> tuple[int, str] | None:
        """Status and words for a request that is turned away; None for one that may pass."""
        origins = [value for name, value in headers if name == b"origin"]
        if any(value.decode("latin-1") not in self._origins for value in origins):
            return 403, "A page of another origin may not ask this memory."
        given = [value for name, value in headers if name == b"authorization"]
        scheme, _, token = given[0].partition(b" ") if len(given) == 1 else (b"", b"", b"")
        is_right = hmac.compare_digest(token.strip(), self._token)
        if scheme.lower() != b"bearer" or not is_right:
            return 401, "Send the token of this server: Authorization: Bearer …"
        return None


async def _refuse(send: Send, status: int, words: str) -> None:
    body = json.dumps({"error": words}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    if status == 401:
        headers.append((b"www-authenticate", b"Bearer"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def guarded(server: MCPServer[Any], address: Address, token: str) -> Guard:
    """The application for an address with its real port."""
    hosts = [f"{name}:{address.port}" for name in _LOOPBACK]
    if not address.is_loopback:
        hosts.append(address.told())
    is_any = address.host in ("0.0.0.0", "::")  # noqa: S104 — asked for by --allow-remote; under which name cannot be known
    security = TransportSecuritySettings(
        enable_dns_rebinding_protection=not is_any,
        allowed_hosts=hosts,
        allowed_origins=[f"http://{host}" for host in hosts],
    )
    app = server.streamable_http_app(
        streamable_http_path=PATH,
        stateless_http=True,
        json_response=True,
        host=address.host,
        transport_security=security,
    )
    return Guard(app, token, [f"http://{host}" for host in hosts])


def serve(server: MCPServer[Any], address: Address, token: str, ready: Callable[[str], None]) -> None:
    """Serve until the process is told to end; `ready` is called with the URL once the port is taken. Raises ServeError."""
    import uvicorn

    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    try:
        listener = socket.create_server((address.host, address.port), family=family)
    except OSError as error:
        raise ServeError(address.host, address.port, error.strerror or str(error), "--http") from None
    with listener:
        bound = Address(address.host, listener.getsockname()[1])
        app = guarded(server, bound, token)
        settings = uvicorn.Config(app, log_config=None, access_log=False, lifespan="on", server_header=False, ws="none")
        ready(f"http://{bound.told()}{PATH}")
        uvicorn.Server(settings).run(sockets=[listener])
