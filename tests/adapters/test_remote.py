"""Which remotes may be asked, and that nothing in an address starts a program."""

from __future__ import annotations

from pathlib import Path

import pytest

from brainwiki.adapters.remote import Network, checked_branch, checked_remote, shown
from brainwiki.errors import RemoteError
from tests.remotes import make_remote
from tests.repositories import new


@pytest.mark.parametrize(
    "url",
    [
        "https://example.org/team/brain.git",
        "https://me:token@example.org/team/brain",
        "https://example.org:8443/x",
        "ssh://git@example.org/team/brain.git",
        "ssh://git@example.org:2222/~/brain",
        "git@example.org:team/brain.git",
        "example.org:brain",
    ],
)
def test_what_may_be_asked(url: str) -> None:
    assert checked_remote(f" {url}\n") == url


@pytest.mark.parametrize(
    "url",
    [
        "",
        " ",
        "--upload-pack=touch x",
        "-u",
        "ext::sh -c 'touch x'",
        "ext::touch%20x",
        "fd::7",
        "foo+bar::x",
        "::x",
        "http://example.org/x",
        "git://example.org/x",
        "ftp://example.org/x",
        "rsync://example.org/x",
        "javascript://x",
        "EXT::x",
        "HTTP://example.org",
        "ssh://-oProxyCommand=touch/x",
        "ssh://-x@example.org/x",
        "-oProxyCommand=x:y",
        "git@example.org:-x",
        "-x@example.org:y",
        "https:///x",
        "https://[::1/x",
        "https://example.org:port/x",
        "https://example.org/a b",
        "https://example.org/a\nb",
        "https://example.org/\x00",
        "nothing/there",
        "/nothing/there",
        "file:///nothing/there",
        "C:\\brain",
        "example.org://x",
    ],
)
def test_what_is_refused(url: str) -> None:
    with pytest.raises(RemoteError, match="is refused"):
        checked_remote(url)


def test_a_folder_is_a_file_url(tmp_path: Path) -> None:
    odd = tmp_path / "a b%41é"
    odd.mkdir()
    assert checked_remote(str(odd)) == f"file://{tmp_path}/a%20b%2541%C3%A9"
    assert checked_remote(f"file://{tmp_path}") == f"file://{tmp_path}"


def test_a_password_is_not_shown() -> None:
    assert shown("https://me:secret@example.org/x") == "https://…@example.org/x"
    assert shown("https://example.org/x@y") == "https://example.org/x@y"
    with pytest.raises(RemoteError) as caught:
        checked_remote("http://me:secret@example.org/x")
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("name", ["main", "feature/x", "日本", "a-b.c"])
def test_branches(name: str) -> None:
    assert checked_branch(name) == name


@pytest.mark.parametrize(
    "name",
    [
        "",
        "-x",
        "--all",
        "a b",
        "a..b",
        "a~1",
        "a^",
        "a:b",
        "/a",
        "a/",
        "a//b",
        "x.lock",
        "a@{1}",
        "a\nb",
        "a*",
        ".a",
        "a/.b",
    ],
)
def test_what_is_no_branch(name: str) -> None:
    with pytest.raises(RemoteError, match="no name of a branch"):
        checked_branch(name)


def test_git_itself_refuses_other_transports(tmp_path: Path) -> None:
    place = new(tmp_path / "r")
    network = Network(str(place), str(place / ".git"))
    mark = tmp_path / "mark"
    for url in (f"ext::touch {mark}", "http://127.0.0.1:9/x", "git://127.0.0.1/x"):
        with pytest.raises(RemoteError, match="did not give"):
            network.asked(url, "ls-remote", "--end-of-options", url)
    assert not mark.exists()


def test_an_answer_and_a_refusal(tmp_path: Path) -> None:
    remote = make_remote(tmp_path)
    place = new(tmp_path / "r")
    network = Network(str(place), str(place / ".git"))
    assert b"refs/heads/main" in network.asked("x", "ls-remote", f"file://{remote}")
    with pytest.raises(RemoteError) as caught:
        network.asked("https://me:secret@example.org/x", "ls-remote", f"file://{tmp_path}/nix")
    assert "secret" not in str(caught.value)
    assert str(caught.value).count("\n") == 0
