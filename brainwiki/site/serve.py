"""Serving a site that follows the brain: built anew on each change, with the findings as its home page where they block."""

from __future__ import annotations

import base64
import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import replace
from html import escape
from pathlib import Path
from threading import Lock
from typing import Any

from mkdocs.livereload import LiveReloadServer

from brainwiki.errors import BrainwikiError, ServeError
from brainwiki.site.build import Wish, build
from brainwiki.usecases.check import check
from brainwiki.usecases.workspace import Workspace

_STOPPED = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>The site cannot be built</title>
<style>:root{{color-scheme:light dark}}body{{font:16px/1.6 system-ui,sans-serif;max-width:42rem;margin:4rem auto;padding:0 1rem}}
pre{{white-space:pre-wrap;overflow-wrap:anywhere}}</style>
<body><h1>The site cannot be built</h1><pre>{}</pre><p>Mend it and save: this page follows.</p></body></html>
"""


class _Live(LiveReloadServer):
    """MkDocs' server that says when it listens, and whose own script the policy of our pages lets in by its sum."""

    ready: Callable[[], None] = staticmethod(lambda: None)

    def server_activate(self) -> None:
        """Listen, then say so: what connects from now on is answered."""
        super().server_activate()
        self.ready()

    def _inject_js_into_html(self, content: bytes, epoch: float) -> bytes:
        page = super()._inject_js_into_html(content, epoch)
        script = page[page.rindex(b"<script>") + 8 : page.rindex(b"</script>")]
        sum_of = base64.b64encode(hashlib.sha256(script).digest())
        polls = b"" if b"connect-src" in content else b"; connect-src 'self'"
        allowed = b"script-src 'self' 'sha256-%b'%b" % (sum_of, polls)
        return bytes(page.replace(b"script-src 'self'", allowed, 1))


class _Last:
    """What was built last, as long as the server runs."""

    keeps = True

    def __init__(self) -> None:
        self._kept: tuple[str, list[Any]] = ("", [])

    def load(self, stamp: str) -> list[Any]:
        """What was noted under this stamp."""
        return self._kept[1] if self._kept[0] == stamp else []

    def save(self, stamp: str, values: Iterable[Any]) -> None:
        """Note it in place of what was there."""
        self._kept = (stamp, list(values))


class Server:
    """A live site. `reopen` gives the workspace as it is now; `host` and `port` say where to listen."""

    def __init__(self, reopen: Callable[[], Workspace], host: str, port: int) -> None:
        self.reopen = reopen
        self.url = f"http://{host}:{port}/"
        self.address = (host, port)
        self.scratch = tempfile.mkdtemp(prefix="brainwiki-")  # nobody else may look into it
        self.site = os.path.join(self.scratch, "site")
        os.mkdir(self.site)
        self.last = _Last()
        self._home: bytes | None = None
        self._turn = Lock()
        self.live = _Live(builder=self.rebuild, host=host, port=port, root=self.site)
        self.live.error_handler = self.error_page

    def rebuild(self) -> None:
        """Read, check and build what changed, one after the other; what cannot even be read is told on the home page."""
        with self._turn:
            self._rebuild()

    def _rebuild(self) -> None:
        self._show_home()
        try:
            workspace = self.reopen()
            if workspace.kept is not None:
                workspace = replace(workspace, kept=workspace.kept._replace(last=lambda _: self.last))
            wish = Wish(on_block="root", site_url=self.url)
            build(workspace, check(workspace, shelf=workspace.shelf), self.site, wish)
        except BrainwikiError as error:
            self._hide_home(_STOPPED.format(escape(str(error))))

    def _hide_home(self, markup: str) -> None:
        """Show something else where the home page is, until the next build."""
        home = Path(self.site, "index.html")
        self._home = home.read_bytes() if home.exists() else b""
        home.write_text(markup, "utf-8")

    def _show_home(self) -> None:
        """The home page as it was built: a build that makes it anew may not come."""
        if self._home is not None:
            Path(self.site, "index.html").write_bytes(self._home)
            self._home = None

    def error_page(self, code: int) -> bytes | None:
        """The site's own page for what is not found."""
        path = Path(self.site, f"{code}.html")
        return path.read_bytes() if path.exists() else None

    def run(self, ready: Callable[[str], None]) -> None:
        """Build, say that the site is ready, and follow changes until interrupted. Raises ServeError where the port is taken."""
        try:
            self.rebuild()
            self.watch(self.reopen())
            self.live.ready = lambda: ready(self.url)
            self.live.serve()
        except OSError as error:
            raise ServeError(*self.address, error.strerror or str(error)) from None
        except KeyboardInterrupt:
            pass
        finally:
            self.close()

    def watch(self, workspace: Workspace) -> None:
        """Follow the brain and the files that set it up."""
        self.live.watch(workspace.brain.root)
        for name in (workspace.configured, "mkdocs.yml"):
            if name and workspace.files.exists(name):
                self.live.watch(os.path.join(workspace.root, name))

    def close(self) -> None:
        """End the server and remove what was built."""
        self.live.shutdown()
        shutil.rmtree(self.scratch, ignore_errors=True)
