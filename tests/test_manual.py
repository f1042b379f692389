"""The generated pages of the wiki agree with the code, and pages about commands and settings name all that there is."""

from __future__ import annotations

import re

import click
import pytest

from brainwiki.cli.main import COMMANDS
from brainwiki.config.options import OPTIONS
from brainwiki.config.profile import NAMES, load_profile
from tests import manual
from tests.helpers import REPOSITORY, command_of

REFERENCE = REPOSITORY / "wiki" / "knowledge" / "reference"


def test_rule_pages_are_what_the_rules_say() -> None:
    found = {path.name: path.read_text("utf-8") for path in manual.PAGES.glob("*.md")}
    assert found == manual.rule_pages(), "run `make manual`"


def test_the_index_is_what_the_pages_say() -> None:
    assert (REPOSITORY / "wiki" / "index.md").read_text("utf-8") == manual.index(), "run `make manual`"


def section(text: str, heading: str) -> str:
    """The part of a page under a heading of level 2."""
    match = re.search(rf"^## {re.escape(heading)}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    assert match, f"no section {heading!r}"
    return match[1]


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_option_of_a_command_stands_in_its_section(name: str) -> None:
    words = section((REFERENCE / "cli.md").read_text("utf-8"), f"brainwiki {name}")
    shared = section((REFERENCE / "cli.md").read_text("utf-8"), "Options of every command")
    command = command_of(name)
    parts = command.commands.values() if isinstance(command, click.Group) else ()
    for parameter in (parameter for one in (command, *parts) for parameter in one.params):
        for option in parameter.opts:
            if option.startswith("--"):
                assert f"`{option}" in words or f"`{option}" in shared, f"{name} {option}"


def test_every_configuration_key_is_explained() -> None:
    text = (REFERENCE / "configuration.md").read_text("utf-8")
    for option in OPTIONS:
        assert f"`{option.key}`" in text
        assert option.example in text


def test_every_profile_is_explained() -> None:
    text = (REFERENCE / "profiles.md").read_text("utf-8")
    assert [name for name in NAMES if f"`{name}`" not in text] == []


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_that_a_profile_changes_stands_in_its_section(name: str) -> None:
    text = (REFERENCE / "profiles.md").read_text("utf-8")
    words = section(text, name)
    assert [code for code in load_profile(name).severities if f"[[{code}]]" not in words] == []
