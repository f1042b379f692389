"""One table in and out of a TOML text."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from brainwiki.usecases.agents.tail import with_lines
from brainwiki.usecases.agents.toml_edit import parse, spans, table, with_values, without_table
from tests.helpers import PROPERTY
from tests.usecases.agents.texts_of_others import toml_texts

PATH = ("mcp_servers", "ours")
ENTRY = {"command": '/opt/é "x"', "args": ["mcp", "--root", "/a\\b"]}


@PROPERTY
@given(toml_texts())
def test_a_table_goes_in_and_out(text: str) -> None:
    changed = with_lines(text, table(PATH, ENTRY))
    data = tomllib.loads(changed)
    assert data["mcp_servers"].pop("ours") == ENTRY
    if not data["mcp_servers"]:
        del data["mcp_servers"]
    assert data == tomllib.loads(text)
    assert without_table(changed, PATH) == text


@PROPERTY
@given(toml_texts(), st.sampled_from(['[projects."/x"]\ntrust_level = "trusted"\n', "# mine\n", "[z]\n[[y]]\n"]))
def test_what_a_host_wrote_behind_it_stays(text: str, more: str) -> None:
    changed = with_lines(text, table(PATH, ENTRY))
    assume("[projects" not in text or "[projects" not in more)
    left = without_table(f"{changed}\n{more}", PATH)
    assert left.startswith(text)
    assert left.endswith(more)
    assert tomllib.loads(left) == tomllib.loads(f"{text}\n{more}")


def test_tables_below_it_go_with_it() -> None:
    text = (
        with_lines("a = 1\n", table(PATH, ENTRY))
        + '\n[b]\nc = 1\n\n[mcp_servers.ours.env]\nX = "1"\n[ "mcp_servers" . \'ours\' . tools]\n'
    )
    left = tomllib.loads(without_table(text, PATH))
    assert left == {"a": 1, "b": {"c": 1}}


def test_a_comment_before_the_next_table_belongs_to_that() -> None:
    text = with_lines("", table(PATH, ENTRY)) + "\n\n# about b\n[b]\n"
    assert without_table(text, PATH) == "\n# about b\n[b]\n"


@pytest.mark.parametrize(
    "text",
    [
        "[mcp_servers]\nours = {command = 'x'}\n",
        "mcp_servers.ours.command = 'x'\n",
        "s = '''\n[mcp_servers.ours]\n'''\n",
        "",
    ],
)
def test_a_table_in_another_form_is_not_guessed(text: str) -> None:
    with pytest.raises(ValueError, match="is not written as one table"):
        spans(text, PATH)


def test_values_change_in_their_lines() -> None:
    text = "# c\n[mcp_servers.ours] # mine\n  command = 'old' # why\nextra = 1\nargs = [ 'x' ]\n[z]\ncommand = 'z'\n"
    changed = with_values(text, PATH, ENTRY)
    data = tomllib.loads(changed)
    assert data["mcp_servers"]["ours"] == {**ENTRY, "extra": 1}
    assert data["z"] == {"command": "z"}
    with pytest.raises(ValueError, match="`args`"):
        with_values("[mcp_servers.ours]\ncommand = 'x'\n", PATH, ENTRY)


def test_what_is_no_toml_is_refused() -> None:
    for text in ("a = = 1", "a = " + "[" * 5000):
        with pytest.raises(ValueError, match=r"."):
            parse(text)


def test_texts_are_written_as_toml_reads_them() -> None:
    odd = {"command": '\x7f\t\x01é\U0001f642"\\', "args": []}
    assert tomllib.loads("\n".join(table(("x",), odd)))["x"] == odd
