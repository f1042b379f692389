"""Serving: the site follows the brain, findings are its home page where they block, and nothing stops the server."""

from __future__ import annotations

import socket
import threading
import urllib.request
from base64 import b64encode
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from urllib.error import HTTPError

import pytest

from brainwiki.bootstrap import open_workspace
from brainwiki.errors import ServeError
from brainwiki.site.serve import Server
from brainwiki.usecases.workspace import Workspace
from tests.helpers import NOW, titled, write_files

Brain = Callable[..., Workspace]
Start = Callable[[Workspace], Server]

GOOD = titled("X", "All is [[x|well]].\n")
BAD = titled("X", "See [[nope]] & more.\n")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def get(url: str) -> str:
    with urllib.request.urlopen(url, timeout=20) as answer:
        return str(answer.read().decode("utf-8"))


@pytest.fixture
def start() -> Iterator[Start]:
    """Starts servers, and ends each at the end of the test."""
    running: list[tuple[Server, threading.Thread]] = []

    def run(workspace: Workspace) -> Server:
        server = Server(lambda: open_workspace(workspace.root, now=NOW), "127.0.0.1", free_port())
        ready = threading.Event()
        thread = threading.Thread(target=server.run, args=(lambda url: ready.set(),))
        running.append((server, thread))
        thread.start()
        assert ready.wait(30)
        return server

    yield run
    for server, thread in running:
        server.live.shutdown()
        thread.join(20)
        assert not thread.is_alive()
        assert not Path(server.scratch).exists()


def write(workspace: Workspace, text: str, path: str = "wiki/knowledge/a/x.md") -> None:
    write_files(Path(workspace.root), {path: text})


def test_a_site_is_served_with_live_reload(brain: Brain, start: Start) -> None:
    server = start(brain({"index.md": "# Home of X\n\n- [[x]]\n", "knowledge/a/x.md": GOOD}))
    home = get(server.url)
    assert "Home of X" in home
    assert "livereload(" in home
    script = home[home.rindex("<script>") + 8 : home.rindex("</script>")]
    allowed = b64encode(sha256(script.encode()).digest()).decode()
    assert f"script-src 'self' 'sha256-{allowed}'" in home, "the server's own script, and no other"
    assert home.count("connect-src 'self'") == 1
    assert "All is" in get(f"{server.url}knowledge/a/x/")
    with pytest.raises(HTTPError) as missing:
        get(f"{server.url}nope/")
    assert missing.value.code == 404
    assert "There is no such page" in missing.value.read().decode()


def test_findings_are_the_home_page_and_go_when_they_are_mended(brain: Brain, start: Start) -> None:
    workspace = brain(
        {
            "index.md": "# Home of X\n",
            "knowledge/a/x.md": BAD,
            "tasks/t.md": "---\ntype: task\ntitle: T\nstate: done\n---\n[[gone]]\n",
        }
    )
    server = start(workspace)
    home = get(server.url)
    assert "findings block" in home
    assert "<mark>[[nope]]</mark> &amp; more." in home
    assert "[[gone]]" in home, "whoever serves sees all"
    assert "Home of X" not in home
    assert "See" in get(f"{server.url}knowledge/a/x/"), "the rest is built as far as it goes"
    write(workspace, GOOD)
    write(workspace, "---\ntype: task\ntitle: T\nstate: done\n---\nDone.\n", "wiki/tasks/t.md")
    server.rebuild()
    assert "Home of X" in get(server.url)
    assert "findings block" not in get(server.url)


def test_a_change_on_the_disk_is_followed(brain: Brain, start: Start) -> None:
    workspace = brain({"index.md": "# Home of X\n", "knowledge/a/x.md": GOOD})
    server = start(workspace)
    rebuilt = threading.Event()
    rebuild = server.live.builder
    server.live.builder = lambda: (rebuild(), rebuilt.set())
    for attempt in range(60):  # the watcher may look for the first time after a change
        write(workspace, titled("X", f"All is new, {attempt}.\n"))
        if rebuilt.wait(1):
            break
    assert rebuilt.is_set()
    assert "All is new" in get(f"{server.url}knowledge/a/x/")


def test_a_broken_configuration_is_told_and_the_server_goes_on(brain: Brain, start: Start) -> None:
    workspace = brain({"index.md": "# Home of X\n", "knowledge/a/x.md": GOOD})
    server = start(workspace)
    good = Path(workspace.root, "brainwiki.toml").read_text()
    write(workspace, 'profil = "<brain>"\n', "brainwiki.toml")
    server.rebuild()
    home = get(server.url)
    assert "The site cannot be built" in home
    assert "unknown key `profil`; did you mean `profile`?" in home
    write(workspace, good, "brainwiki.toml")
    server.rebuild()
    assert "Home of X" in get(server.url)


def test_words_of_an_error_are_text(brain: Brain) -> None:
    workspace = brain({"knowledge/a/x.md": GOOD})
    server = Server(lambda: open_workspace(workspace.root + "/<b>gone"), "127.0.0.1", free_port())
    try:
        server.rebuild()
        text = Path(server.site, "index.html").read_text("utf-8")
        assert "&lt;b&gt;gone" in text
        assert "<b>gone" not in text
    finally:
        server.close()


def test_a_port_that_is_taken_is_one_line(brain: Brain) -> None:
    workspace = brain({"knowledge/a/x.md": GOOD})
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        server = Server(lambda: open_workspace(workspace.root, now=NOW), "127.0.0.1", port)
        with pytest.raises(ServeError, match=f"Cannot serve on 127.0.0.1:{port}: Address already in use"):
            server.run(lambda url: None)
    assert not Path(server.site).exists()
