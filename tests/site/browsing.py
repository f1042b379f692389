"""What the tests in a browser share: a folder that is served on this machine, a tab that remembers what went wrong."""

from __future__ import annotations

import functools
import http.server
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

WAIT = 10_000  # milliseconds that a tab waits for something to be there


class _Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves a folder and says nothing."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (the library's name)
        """Silence."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address at which a folder is served meanwhile, with a slash at the end."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def window_of(browser: Browser, wanted: Mapping[str, Any], **more: Any) -> BrowserContext:
    """A window as a test wants it: its `width`, `touch`, the `scheme` of its system, and whether `scripts` run."""
    return browser.new_context(
        viewport={"width": wanted.get("width", 1280), "height": 844},
        color_scheme=wanted.get("scheme", "light"),
        has_touch=wanted.get("touch", False),
        java_script_enabled=wanted.get("scripts", True),
        **more,
    )


class Visit:
    """A tab that remembers what it asked for and what went wrong; `address` is the root of the site that it visits."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.page: Page = context.new_page()
        self.page.set_default_timeout(WAIT)
        self.address = address
        self.requests: list[str] = []
        self.errors: list[str] = []
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on(
            "console",
            lambda message: self.errors.append(message.text) if message.type in ("error", "warning") else None,
        )
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))

    def go(self, path: str, settled: bool = False) -> Page:
        """Open a page; `settled` waits until it asks for nothing more."""
        self.page.goto(self.address + path, wait_until="networkidle" if settled else "load")
        return self.page

    def elsewhere(self) -> list[str]:
        """What was asked of another host."""
        return [url for url in self.requests if not url.startswith((self.address, "data:", "blob:"))]


def width_over(page: Page) -> int:
    """By how many pixels the page is wider than the window."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))
