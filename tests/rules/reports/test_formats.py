"""What holds of every format: it stands every report, is valid by its schema, gives the same bytes twice, and is in the manual."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from itertools import islice
from typing import Any

import fastjsonschema
import pytest
import xmlschema
from click.testing import CliRunner

from brainwiki.cli.main import main
from brainwiki.rules.reports.formats import FORMATS, Output
from brainwiki.usecases.workspace import Workspace
from tests.helpers import REPOSITORY, titled
from tests.rules.awkward import AWKWARD
from tests.test_manual import section

SCHEMAS = REPOSITORY / "tests/data/schemas"


@cache
def json_schema(name: str) -> Callable[[Any], Any]:
    """A validator, compiled: the largest report has thousands of results."""
    validator: Callable[[Any], Any] = fastjsonschema.compile(json.loads((SCHEMAS / name).read_text("utf-8")))
    return validator


@cache
def xml_schema() -> xmlschema.XMLSchema:
    return xmlschema.XMLSchema(SCHEMAS / "junit-10.xsd")


def is_json(text: str) -> None:
    assert set(json.loads(text)) == {"version", "root", "summary", "lowered", "findings"}


def is_printable(text: str) -> None:
    assert all(line.isprintable() or "\u3000" in line for line in text.split("\n"))


def is_commands(text: str) -> None:
    lines = text.split("\n")
    if not lines[-1].startswith("Clean: "):  # without findings it is the text
        assert len(lines) <= 21
        assert all(re.match("::(error|warning|notice) ", line) for line in lines)


def is_markdown(text: str) -> None:
    assert len(text) <= 60_000
    assert text.startswith("## brainwiki: ")
    assert all(line.isprintable() for line in text.split("\n"))


VALID: Mapping[str, Callable[[str], object]] = {
    "text": is_printable,
    "json": is_json,
    "sarif": lambda text: json_schema("sarif-2.1.0.json")(json.loads(text)),
    "github": is_commands,
    "gitlab": lambda text: json_schema("gitlab-code-quality.json")(json.loads(text)),
    "rdjson": lambda text: json_schema("rdjson.json")(json.loads(text)),
    "junit": lambda text: xml_schema().validate(text),
    "markdown": is_markdown,
}


def test_every_format_has_its_validator() -> None:
    assert list(VALID) == list(FORMATS)


@pytest.mark.parametrize("case", AWKWARD)
@pytest.mark.parametrize("name", FORMATS)
def test_a_format_stands_every_report(name: str, case: str) -> None:
    report, pages = AWKWARD[case]
    for silenced in (False, True):
        text = FORMATS[name](Output(report, pages, "…/brain", silenced=silenced))
        text.encode()  # no lone surrogate is left
        VALID[name](text)
        assert FORMATS[name](Output(report, pages, "…/brain", silenced=silenced)) == text


@pytest.mark.parametrize("name", ["sarif", "gitlab", "rdjson"])
def test_strings_of_foreign_json_are_unicode(name: str) -> None:
    for report, pages in islice(AWKWARD.values(), 24):
        json.dumps(json.loads(FORMATS[name](Output(report, pages))), ensure_ascii=False).encode()


def test_a_finding_on_no_file_is_on_the_whole_wiki() -> None:
    report, pages = AWKWARD["name: no path"]
    text = {name: FORMATS[name](Output(report, pages)) for name in FORMATS}
    assert text["text"].startswith(".\n")
    assert '"uri": "."' in text["sarif"]
    assert "::error file=.,line=1" in text["github"]
    assert '"path": "."' in text["gitlab"]
    assert '"path": "."' in text["rdjson"]
    assert 'name="."' in text["junit"]
    assert "**`.`**" in text["markdown"]


def test_validators_find_mistakes() -> None:
    report, pages = AWKWARD["mixed"]
    for name, word, wrong in (
        ("sarif", '"ruleIndex": 0', '"ruleIndex": "0"'),
        ("gitlab", '"blocker"', '"BLOCK"'),
        ("rdjson", '"line": 2', '"line": 0'),
        ("junit", ' failures="2"', ""),
    ):
        text = FORMATS[name](Output(report, pages))
        assert word in text
        with pytest.raises((fastjsonschema.JsonSchemaException, xmlschema.XMLSchemaException)):
            VALID[name](text.replace(word, wrong))


@pytest.mark.parametrize("name", FORMATS)
def test_the_command_prints_the_format(name: str, brain: Callable[..., Workspace]) -> None:
    workspace = brain({"knowledge/a.md": titled("A", "日本 See [[nowhere]].\n")})
    result = CliRunner().invoke(main, ["check", "--root", workspace.root, "--format", name])
    assert result.exit_code == 1
    VALID[name](result.stdout.rstrip("\n"))
    assert "nowhere" in result.stdout
    clean = CliRunner().invoke(main, ["check", "-q", "--select", "BW301", "--root", workspace.root, "--format", name])
    assert clean.exit_code == 0
    assert bool(clean.stdout) is (name != "text")


def test_the_manual_names_every_format() -> None:
    words = section((REPOSITORY / "wiki/knowledge/reference/cli.md").read_text("utf-8"), "brainwiki check")
    listed = next(line for line in words.split("\n") if line.startswith("- `--format`"))
    assert re.findall("`([a-z]+)`", listed) == list(FORMATS)
    formats = (REPOSITORY / "wiki/knowledge/formats/report-formats.md").read_text("utf-8")
    assert [name for name in FORMATS if f"`{name}`" not in formats] == []
