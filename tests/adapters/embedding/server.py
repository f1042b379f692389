"""A small server that speaks `/v1/embeddings`, and misbehaves where a test asks for it."""

from __future__ import annotations

import base64
import json
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

Asked = list[tuple[str, dict[str, str], dict[str, Any]]]


def vector(text: str) -> list[float]:
    """A vector that tells texts apart; not of length 1."""
    return [float(len(text)), float(sum(map(ord, text)) % 97), 3.0]


def as_base64(numbers: list[float]) -> str:
    return base64.b64encode(struct.pack(f"<{len(numbers)}f", *numbers)).decode()


def usual(body: dict[str, Any]) -> Any:
    """The answer of a server that only knows lists of numbers, in another order than asked."""
    items = [{"index": at, "embedding": vector(text)} for at, text in enumerate(body["input"])]
    return {"object": "list", "data": items[::-1]}


def packed(body: dict[str, Any]) -> Any:
    """The answer in Base64, without places."""
    return {"data": [{"embedding": as_base64(vector(text))} for text in body["input"]]}


@contextmanager
def serving(
    answer: Callable[[dict[str, Any]], Any] = usual, status: int = 200, wait: float = 0.0, to: str = ""
) -> Iterator[tuple[str, Asked]]:
    """The address of a server with this answer, and the requests that it got; `to` redirects, `wait` lets it sleep."""
    asked: Asked = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            asked.append((self.path, dict(self.headers), body))
            time.sleep(wait)
            found = answer(body)
            raw = found if isinstance(found, bytes) else json.dumps(found).encode()
            self.send_response(302 if to else status)
            if to:
                self.send_header("Location", to)
            self.send_header("Content-Length", str(len(raw)))
            self.end_headers()
            self.wfile.write(raw)

        do_GET = do_POST  # noqa: N815

        def log_message(self, *_: object) -> None:
            pass

        def handle(self) -> None:
            with suppress(BrokenPipeError, ConnectionResetError):  # the asker gave up
                super().handle()

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1", asked
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
