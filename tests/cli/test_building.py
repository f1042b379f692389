"""`build` and `serve` as commands: what they say, as text and as JSON, and how they end."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from brainwiki.adapters.site_folder import SiteFolder
from brainwiki.cli.main import main
from brainwiki.usecases.workspace import Workspace
from tests.helpers import titled, write_files

Brain = Callable[..., Workspace]

GOOD = {"index.md": "# Home\n\n- [[x]]\n", "knowledge/a/x.md": titled("X", "Text.\n")}
BAD = {"knowledge/a/x.md": titled("X", "See [[nope]].\n")}


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


def counts_of(line: str, out: str) -> tuple[int, int, int]:
    """How many files a build says to have made, kept and removed in a folder; the first two are all that it has."""
    found = re.fullmatch(
        rf"Built (\d+) of (\d+) files in {re.escape(out)}(?:; (\d+) kept)?(?:[;,] (\d+) removed)?\n", line
    )
    assert found, line
    made, total, kept, removed = (int(number or 0) for number in found.groups())
    assert made + kept == total
    return made, kept, removed


def test_a_site_is_built_into_the_workspaces_folder(brain: Brain) -> None:
    root = brain(GOOD).root
    result = run("build", "--root", root)
    assert (result.exit_code, result.stderr) == (0, "")
    assert counts_of(result.stdout, f"{root}/site")[1:] == (0, 0)
    assert Path(root, "site/knowledge/a/x/index.html").is_file()


def test_a_second_build_makes_what_changed(brain: Brain) -> None:
    root = brain({**GOOD, "knowledge/a/y.md": titled("Y", "Text.\n"), "knowledge/b/z.md": titled("Z", "Text.\n")}).root
    out = f"{root}/site"
    made, kept, removed = counts_of(run("build", "--root", root).stdout, out)
    assert (kept, removed) == (0, 0)
    assert counts_of(run("build", "--root", root).stdout, out) == (0, made, 0)
    write_files(Path(root, "wiki"), {"knowledge/a/y.md": titled("Y", "More text.\n")})
    few, kept, removed = counts_of(run("build", "--root", root).stdout, out)
    assert 0 < few < kept
    assert (few + kept, removed) == (made, 0)
    Path(root, "wiki/knowledge/b/z.md").unlink()
    few, kept, removed = counts_of(run("build", "--root", root).stdout, out)
    assert (few + kept, removed) == (made - 2, 2), "the page and its folder"
    assert counts_of(run("build", "--root", root, "--full").stdout, out) == (made - 2, 0, 0)


def test_a_build_beside_another_says_so(brain: Brain) -> None:
    root = brain(GOOD).root
    with SiteFolder(f"{root}/site"):
        result = run("build", "--root", root)
    assert result.exit_code == 2
    assert result.stderr == (
        f"brainwiki: Another build is writing into {root}/site. Run the command again when it has ended.\n"
    )


def test_as_json(brain: Brain, tmp_path: Path) -> None:
    result = run("build", "--root", brain(GOOD).root, "--out", str(tmp_path / "o"), "--json")
    found = json.loads(result.stdout)
    assert found["made"] > found["pages"] > len(GOOD)
    assert {**found, "made": 0, "pages": 0} == {
        "version": 1,
        "out": str(tmp_path / "o"),
        "pages": 0,
        "files": 0,
        "block": 0,
        "made": 0,
        "kept": 0,
        "removed": 0,
    }


def test_findings_stop_the_build_with_the_report(brain: Brain, tmp_path: Path) -> None:
    root = brain(BAD).root
    result = run("build", "--root", root, "--out", str(tmp_path / "o"))
    assert result.exit_code == 1
    assert "BLOCK BW201  Nothing answers to [[nope]]." in result.stdout
    assert not (tmp_path / "o").exists()
    as_json = run("build", "--root", root, "--out", str(tmp_path / "o"), "--json")
    assert as_json.exit_code == 1
    assert json.loads(as_json.stdout)["summary"]["block"] == 1


def test_a_build_in_spite_of_findings_is_asked_for(brain: Brain, tmp_path: Path) -> None:
    result = run("build", "--root", brain(BAD).root, "--out", str(tmp_path / "o"), "--allow-block", "--json")
    assert (result.exit_code, json.loads(result.stdout)["block"]) == (0, 1)
    assert (tmp_path / "o/findings/index.html").is_file()


def test_a_foreign_wiki_is_read_with_the_profile_that_fits(tmp_path: Path) -> None:
    write_files(tmp_path / "vault", {"a.md": "See [[b]].\n", "b.md": "B\n", ".obsidian/app.json": "{}"})
    result = run("build", "--root", str(tmp_path / "vault"), "--out", str(tmp_path / "o"))
    assert result.exit_code == 0
    assert "with the profile obsidian (guessed" in result.stderr
    assert counts_of(result.stdout, str(tmp_path / "o"))[1:] == (0, 0)
    forced = run(
        "build",
        "--root",
        str(tmp_path / "vault"),
        "--out",
        str(tmp_path / "o"),
        "--profile",
        "okf",
        "--allow-block",
        "-q",
    )
    assert (forced.exit_code, forced.stderr) == (0, "")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--out", "{root}/wiki/site"], "the wiki's own folder"),
        (["--out", "{root}"], "the wiki's own folder"),
        (["--out", "{home}"], "holds files and no site of ours"),
    ],
)
def test_a_folder_that_must_not_be_emptied_is_exit_2(
    brain: Brain, tmp_path: Path, arguments: list[str], words: str
) -> None:
    root = brain(GOOD).root
    write_files(tmp_path / "home", {"letter.txt": "mine"})
    result = run("build", "--root", root, *(one.format(root=root, home=tmp_path / "home") for one in arguments))
    assert result.exit_code == 2
    assert words in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert (tmp_path / "home/letter.txt").read_text() == "mine"


def test_without_configuration_a_folder_must_be_named(tmp_path: Path) -> None:
    write_files(tmp_path / "w", {"a.md": "# A\n"})
    result = run("build", "--root", str(tmp_path / "w"), "-q")
    assert result.exit_code == 2
    assert (
        result.stderr
        == "brainwiki: No folder to build into. Name one with --out; nothing is written into a wiki without configuration.\n"
    )


def test_serve_says_where_it_is_and_ends_on_an_interrupt(brain: Brain) -> None:
    root = brain(GOOD).root
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "brainwiki", "serve", "--root", root, "--port", str(port)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"}
    ) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line == f"Serving http://127.0.0.1:{port}/ (Ctrl-C ends it)\n"
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=20) as answer:
            assert b"<h1" in answer.read()
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0


def test_serve_on_a_port_that_is_taken_is_exit_2(brain: Brain) -> None:
    root = brain(GOOD).root
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        result = run("serve", "--root", root, "--port", str(port))
    assert result.exit_code == 2
    assert f"Cannot serve on 127.0.0.1:{port}" in result.stderr
    assert "--port" in result.stderr


def test_both_commands_are_explained() -> None:
    text = run("build", "--help").stdout
    for option in ("--out DIR", "--allow-block", "--profile", "--root DIR", "--json"):
        assert option in text
    text = run("serve", "--help").stdout
    assert "--host" in text
    assert "127.0.0.1" in text
    assert "8000" in text
