"""Serving a site that follows the brain: built anew on each change, with the findings as its home page where they block."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable
from html import escape
from pathlib import Path

from mkdocs.commands.build import build as mkdocs_build
from mkdocs.livereload import LiveReloadServer

from brainwiki.errors import BrainwikiError, ServeError
from brainwiki.site.build import configuration
from brainwiki.site.plugin import Given
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
    """MkDocs' server that says when it listens."""

    ready: Callable[[], None] = staticmethod(lambda: None)

    def server_activate(self) -> None:
        """Listen, then say so: what connects from now on is answered."""
        super().server_activate()
        self.ready()


class Server:
    """A live site. `reopen` gives the workspace as it is now; `host` and `port` say where to listen."""

    def __init__(self, reopen: Callable[[], Workspace], host: str, port: int) -> None:
        self.reopen = reopen
        self.url = f"http://{host}:{port}/"
        self.address = (host, port)
        self.site = tempfile.mkdtemp(prefix="brainwiki-site-")
        self.docs = tempfile.mkdtemp(prefix="brainwiki-docs-")
        self.live = _Live(builder=self.rebuild, host=host, port=port, root=self.site)
        self.live.error_handler = self.error_page

    def rebuild(self) -> None:
        """Read, check and build; what cannot even be read is told on the home page."""
        try:
            workspace = self.reopen()
            config = configuration(workspace, self.site, self.docs)
            config.site_url = self.url
            config.plugins["brainwiki"].given = Given(workspace, check(workspace), "root")
            mkdocs_build(config, serve_url=self.url)
        except BrainwikiError as error:
            Path(self.site, "index.html").write_text(_STOPPED.format(escape(str(error))), "utf-8")

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
        shutil.rmtree(self.site, ignore_errors=True)
        shutil.rmtree(self.docs, ignore_errors=True)
