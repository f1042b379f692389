"""`workset` as a command: a working set is made, filled, and goes on; what is wrong is one line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from brainwiki.cli.main import main
from tests.remotes import SESSION, make_remote, push
from tests.repositories import git, new

Run = Callable[..., Result]


@pytest.fixture
def remote(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A remote, and a cache folder of this test's own."""
    monkeypatch.setenv("BRAINWIKI_CACHE", str(tmp_path / "cache"))
    return make_remote(tmp_path)


def run(*arguments: object, code: int = 0) -> Result:
    result = CliRunner().invoke(main, ["workset", *map(str, arguments)])
    assert result.exit_code == code, result.output
    return result


def document(result: Result) -> Any:
    assert result.stderr == ""
    return json.loads(result.stdout)


def test_a_whole_story(remote: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "w"
    value = document(run("boot", remote, folder, "--json", "--budget", "0.01"))
    assert (value["version"], value["remote"], value["branch"]) == (1, f"file://{remote}", "main")
    assert value["commit"] == git(remote, "rev-parse", "main")
    assert "wiki/rules/units.md" in value["brought"]
    assert not (folder / "wiki/sources").exists()
    monkeypatch.chdir(folder / "wiki")
    found = run("add", "what does it weigh")
    assert "[2] sources/manual “It weighs 9 kg.”" in found.stdout
    assert "  + wiki/sources/manual.md" in found.stdout
    assert "Searching the whole brain" in found.stderr
    again = document(run("add", "what does it weigh", "--json", "--root", folder))
    assert again["brought"] == []
    assert "wiki/sources/manual.md" in again["present"]
    assert "knowledge/pump.md" in [hit["path"] for hit in again["hits"]]
    assert "It weighs 9 kg." in again["extract"]
    assert git(folder, "status", "--porcelain") == ""
    for arguments in (["check", "--quiet"], ["search", "pump", "--json"], ["why", "pump"]):
        assert CliRunner().invoke(main, [*arguments, "--root", str(folder)]).exit_code in (0, 1)
    made = push(remote, {"wiki/knowledge/zebra.md": "---\ntype: concept\ntitle: Z\ndescription: d\n---\nStripes.\n"})
    git(folder, "pull", "-q", "--ff-only")
    later = document(run("add", "stripes", "--json", "--root", folder))
    assert (later["commit"], later["brought"]) == (made, ["wiki/knowledge/zebra.md"])


def test_a_second_boot_brings_what_is_missing(remote: Path, tmp_path: Path) -> None:
    folder = tmp_path / "w"
    small = document(run("boot", remote, folder, "--json", "--budget", "0.01"))
    assert run("boot", remote, folder, "--budget", "0.01").stdout.count("+") == 0
    push(remote, {"wiki/notes/x.md": "---\ntype: note\ntitle: X\n---\nNew.\n"})
    first = document(run("boot", remote, folder, "--json"))
    assert set(small["brought"]) <= {*first["brought"], *first["present"]}
    assert first["commit"] == small["commit"]
    second = document(run("boot", remote, folder, "--json"))
    assert second["brought"] == []
    assert set(second["present"]) == {*first["brought"], *first["present"]}
    assert (second["bytes"], second["commit"]) == (first["bytes"], first["commit"])


def test_no_room_is_told(remote: Path, tmp_path: Path) -> None:
    (remote.parent / "author/wiki/notes/care").mkdir(parents=True, exist_ok=True)
    push(remote, {"wiki/notes/care/long.md": "---\ntype: note\ntitle: L\n---\n" + "Word. " * 5_000})
    text = run("boot", remote, tmp_path / "w", "--budget", "0.01", "--quiet")
    assert "1 file had no room: --budget gives more." in text.stdout
    assert text.stderr == ""


def test_a_branch_and_a_profile(remote: Path, tmp_path: Path) -> None:
    git(remote.parent / "author", "push", "-q", "origin", "main~1:refs/heads/old")
    value = document(run("boot", remote, tmp_path / "w", "--branch", "old", "--profile", "okf", "--json"))
    assert (value["branch"], "wiki/knowledge/valve.md" in value["brought"]) == ("old", False)
    assert git(tmp_path / "w", "config", "brainwiki.profile") == "okf"
    assert document(run("add", "pump", "--root", tmp_path / "w", "--json"))["hits"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("boot", "ext::touch {mark}", "{folder}/w"), "names a program"),
        (("boot", "http://example.org/x", "{folder}/w"), "is refused"),
        (("boot", "{folder}/nix", "{folder}/w"), "no folder is there"),
        (("boot", "{folder}", "{folder}/w"), "did not give what was asked"),
        (("boot", "{remote}", "{folder}/author"), "is no working set"),
        (("boot", "{remote}", "{folder}"), "is not empty"),
        (("boot", "{remote}", "{folder}/w", "--branch=-x"), "is no name of a branch"),
        (("boot", "{remote}", "{folder}/w", "--branch", "nix"), "did not give what was asked"),
        (("add", "pump", "--root", "{folder}/author"), "is no working set"),
        (("add", "pump", "--root", "{folder}/nix"), "is no working set"),
    ],
)
def test_what_is_wrong(remote: Path, tmp_path: Path, arguments: tuple[str, ...], says: str) -> None:
    names = {"remote": remote, "folder": tmp_path, "mark": tmp_path / "mark"}
    result = run(*(one.format(**names) for one in arguments), code=2)
    assert says in result.stderr
    assert result.stdout == ""
    assert "Traceback" not in result.stderr
    assert not (tmp_path / "mark").exists()


def test_options_are_not_addresses(remote: Path, tmp_path: Path) -> None:
    assert "is refused" in run("boot", "--", "--upload-pack=touch x", tmp_path / "w", code=2).stderr


def test_another_remote_is_another_working_set(remote: Path, tmp_path: Path) -> None:
    run("boot", remote, tmp_path / "w")
    other = new(tmp_path / "other", "--bare")
    assert "of another remote or branch" in run("boot", other, tmp_path / "w", code=2).stderr
    assert "of another remote or branch" in run("boot", remote, tmp_path / "w", "--branch", "x", code=2).stderr


def test_a_remote_without_a_configuration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BRAINWIKI_CACHE", str(tmp_path / "cache"))
    remote = make_remote(tmp_path, {"wiki/a.md": "---\ntype: concept\ntitle: A\n---\nx\n"})
    assert "Say how to read it with --profile" in run("boot", remote, tmp_path / "w", code=2).stderr
    assert not (tmp_path / "w").exists()
    value = document(run("boot", remote, tmp_path / "w", "--profile", "okf", "--json"))
    assert value["brought"] == ["wiki/a.md"]
    assert document(run("add", "x", "--root", tmp_path / "w", "--json"))["present"] == ["wiki/a.md"]


def test_words_of_a_brain_do_not_steer_a_terminal(remote: Path, tmp_path: Path) -> None:
    push(remote, {"wiki/knowledge/bad.md": "---\ntype: concept\ntitle: B\n---\nA zebra \x1b[31mred.\n"})
    run("boot", remote, tmp_path / "w", "--quiet")
    text = run("add", "zebra", "--root", tmp_path / "w", "--quiet").stdout
    assert "\x1b" not in text
    assert "zebra" in text
    assert SESSION not in text
