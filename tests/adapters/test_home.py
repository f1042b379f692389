"""The folder of agents' files: confined, links kept, nothing half written; and what the machine offers."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

import pytest

from brainwiki.adapters.home import AgentFolder, home_folder, this_machine
from brainwiki.errors import AgentFileError, ChangedFileError, ExistsError, PathEscapeError
from tests.helpers import write_files


def test_files_are_made_replaced_and_removed(tmp_path: Path) -> None:
    files = AgentFolder(str(tmp_path))
    assert files.read(".x/a/b") is None
    assert files.missing_folders(".x/a/b") == (".x", ".x/a")
    files.write(".x/a/b", None, b"1")
    assert files.missing_folders(".x/a/b") == ()
    files.write(".x/a/b", b"1", b"2")
    assert files.read(".x/a/b") == b"2"
    files.write(".x/a/b", b"2", None)
    files.drop_folders([".x/a", ".x", ".never"])
    assert list(tmp_path.iterdir()) == []


def test_what_changed_since_it_was_read_is_left(tmp_path: Path) -> None:
    files = AgentFolder(str(tmp_path))
    write_files(tmp_path, {"a": "mine"})
    for after in (b"ours", None):
        with pytest.raises(ChangedFileError):
            files.write("a", b"other", after)
    with pytest.raises(ExistsError):
        files.write("a", None, b"ours")
    assert (tmp_path / "a").read_text() == "mine"


def test_folders_with_something_in_them_stay(tmp_path: Path) -> None:
    write_files(tmp_path, {".x/mine": ""})
    AgentFolder(str(tmp_path)).drop_folders([".x"])
    assert (tmp_path / ".x/mine").exists()


@pytest.mark.parametrize("path", ["../outside", "/etc/hostname", ".x/../../outside"])
def test_no_way_out(tmp_path: Path, path: str) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (tmp_path / "outside").write_text("x")
    files = AgentFolder(str(home))
    for act in (lambda: files.read(path), lambda: files.write(path, None, b""), lambda: files.demand_writable(path)):
        with pytest.raises((AgentFileError, PathEscapeError)):
            act()
    assert (tmp_path / "outside").read_text() == "x"


def test_a_link_is_followed_inside_and_stays_one(tmp_path: Path) -> None:
    write_files(tmp_path, {"dot/file": "1"})
    (tmp_path / "link").symlink_to("dot/file")
    (tmp_path / "dangling").symlink_to("dot/later")
    files = AgentFolder(str(tmp_path))
    files.write("link", b"1", b"2")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "dot/file").read_bytes() == b"2"
    files.write("dangling", None, b"3")
    assert (tmp_path / "dot/later").read_bytes() == b"3"
    files.write("dangling", b"3", None)
    assert (tmp_path / "dangling").is_symlink()
    assert not (tmp_path / "dot/later").exists()


def test_a_link_out_or_in_a_circle_is_refused(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "out").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(AgentFileError, match="a symlink leads to"):
        AgentFolder(str(home)).read("out")
    (home / "circle").symlink_to("circle")
    with pytest.raises(OSError, match=r"."):
        AgentFolder(str(home)).read("circle")


def test_only_files_are_settings(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    for name in ("folder", "pipe"):
        with pytest.raises(AgentFileError, match="no file of settings"):
            AgentFolder(str(tmp_path)).read(name)
    write_files(tmp_path, {"plain": ""})
    assert AgentFolder(str(tmp_path)).read("plain/below") is None
    with pytest.raises(AgentFileError, match="nothing can be written"):
        AgentFolder(str(tmp_path)).demand_writable("plain/below")


def test_a_read_only_file_is_told(tmp_path: Path) -> None:
    write_files(tmp_path, {"a": ""})
    (tmp_path / "a").chmod(0o400)
    with pytest.raises(AgentFileError, match="read-only"):
        AgentFolder(str(tmp_path)).demand_writable("a")
    AgentFolder(str(tmp_path)).demand_writable("new/folder/file")


def test_new_files_in_a_home_are_the_users_alone(tmp_path: Path) -> None:
    AgentFolder(str(tmp_path), is_private=True).write("a/b", None, b"")
    assert stat.S_IMODE((tmp_path / "a/b").stat().st_mode) == 0o600
    AgentFolder(str(tmp_path)).write("a/c", None, b"")
    assert stat.S_IMODE((tmp_path / "a/c").stat().st_mode) & 0o600 == 0o600


def test_agents_that_were_told_to_live_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home, claude, codex = tmp_path / "home", tmp_path / "claude", tmp_path / "codex"
    for folder in (home, claude, codex):
        folder.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(claude))
    monkeypatch.setenv("CODEX_HOME", str(codex))
    files = home_folder()
    for path in (".claude/settings.json", ".claude.json", ".codex/config.toml", ".gemini/settings.json"):
        files.write(path, None, path.encode())
        assert files.read(path) == path.encode()
    assert (claude / "settings.json").exists()
    assert (claude / ".claude.json").exists()
    assert (codex / "config.toml").exists()
    assert (home / ".gemini/settings.json").exists()
    assert files.full(".codex/a/b") == str(codex / "a/b")


def test_a_folder_that_is_not_there_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("CODEX_HOME", str(tmp_path / "no/such"))
    with pytest.raises(AgentFileError, match="it is not there"):
        home_folder()
    monkeypatch.delenv("CODEX_HOME")
    monkeypatch.setenv("HOME", str(tmp_path / "gone"))
    with pytest.raises(AgentFileError, match="home folder"):
        home_folder()


def test_the_machine_offers_what_outlives_this_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = this_machine()
    assert os.access(machine.python, os.X_OK)
    assert "brainwiki" in " ".join(machine.program)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "bin/python"))
    assert this_machine().program == (str(tmp_path / "bin/python"), "-m", "brainwiki")
    write_files(tmp_path, {"bin/brainwiki": ""})
    (tmp_path / "bin/brainwiki").chmod(0o755)
    assert this_machine().program == (str(tmp_path / "bin/brainwiki"),)
    monkeypatch.setattr(sys, "executable", "/home/ann/.cache/uv/archive-v0/abc/bin/python")
    assert this_machine().program[1:] == ("--from", "brainwiki[mcp]", "brainwiki")
