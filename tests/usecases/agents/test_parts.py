"""Each part of an installation by itself: known again, brought up to date, told apart from others, refused where it must be."""

from __future__ import annotations

import json
import tomllib
from typing import Any

import pytest

from brainwiki.errors import AgentFileError
from brainwiki.usecases.agents.hosts import HOSTS
from brainwiki.usecases.agents.parts import block_part, file_part, free_name, hook_part, server_name, server_part
from brainwiki.usecases.agents.texts import Brain, end_hook, hook_command, start_hook
from tests.usecases.agents.helpers import MACHINE, brain_at

CLAUDE, CODEX, GEMINI = HOSTS["claude"], HOSTS["codex"], HOSTS["gemini"]
SCRIPT = "/home/ann/.claude/brainwiki/session_start.py"


def hook(brain: Brain | None = None, host: Any = CLAUDE) -> Any:
    brain = brain or brain_at()
    return hook_part("s.json", host, start_hook(brain, SCRIPT))


def commands(text: str | None) -> list[str]:
    data = json.loads(text or "{}")
    return [handler["command"] for group in data["hooks"]["SessionStart"] for handler in group["hooks"]]


def test_a_hook_in_a_new_file() -> None:
    text = hook().add(None)
    assert json.loads(text) == {
        "hooks": {
            "SessionStart": [
                {
                    "hooks": [
                        {
                            "type": "command",
                            "command": f"/usr/bin/python3.11 -I -S {SCRIPT} --root /home/ann/notes",
                            "timeout": 10,
                        }
                    ]
                }
            ]
        }
    }
    assert hook().add(text) == text
    assert hook().remove(text) is None


def test_time_limits_are_in_the_hosts_unit() -> None:
    assert '"timeout": 10000' in hook(host=GEMINI).add(None)
    assert '"timeout": 10\n' in hook(host=CODEX).add(None)


def test_hooks_of_two_brains_stand_side_by_side() -> None:
    one, two = hook(brain_at("/a/my notes")), hook(brain_at("/a/my notes2"))
    both = two.add(one.add('{"x": 1}'))
    assert [command.rpartition(" --root ")[2] for command in commands(both)] == ["'/a/my notes'", "'/a/my notes2'"]
    assert two.remove(both) == one.add('{"x": 1}')
    assert one.remove(two.remove(both)) == '{"x": 1}'
    assert two.remove(one.remove(both)) == '{"x": 1}'


def test_an_older_command_is_brought_up_to_date_in_its_place() -> None:
    text = hook().add('{"hooks": {"SessionStart": [{"hooks": [{"command": "first"}]}]}}')
    old = (
        text.replace("/usr/bin/python3.11", "/old/python")
        .replace('"timeout": 10', '"timeout": 99')
        .replace(" -I -S", "")
    )
    assert commands(old) != commands(text)
    renewed = hook().add(old)
    assert commands(renewed) == commands(text)
    assert '"timeout": 99' in renewed  # the user's


def test_a_users_own_hook_beside_ours_stays() -> None:
    text = (
        hook()
        .add(None)
        .replace('"hooks": [\n          {', '"hooks": [\n          {"command": "mine"},\n          {', 1)
    )
    left = hook().remove(text)
    assert commands(left) == ["mine"]


def test_a_hook_that_was_written_twice_goes_twice() -> None:
    handler = json.dumps({"type": "command", "command": hook_command(brain_at(), SCRIPT)})
    text = f'{{"hooks": {{"SessionStart": [{{"hooks": [{handler}]}}, {{"hooks": [{handler}, {{"command": "x"}}]}}]}}}}'
    assert commands(hook().remove(text)) == ["x"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"hooks": []}', "s.json: `hooks` is no object. Nothing was written."),
        ('{"hooks": {"SessionStart": 1}}', "s.json: `hooks.SessionStart` is no list. Nothing was written."),
        ("{", "s.json: no key where one belongs in line 1. Nothing was written."),
        ("", "s.json: no value where one belongs in line 1. Nothing was written."),
        ('{\n// x\n"a": 1}', "s.json: a comment, which this host does not take, in line 2. Nothing was written."),
    ],
)
def test_settings_that_cannot_be_understood_are_named(text: str, message: str) -> None:
    with pytest.raises(AgentFileError) as caught:
        hook().add(text)
    assert caught.value.message == message


def test_comments_stay_where_the_host_takes_them() -> None:
    text = '{\n  // mine\n  "a": 1, // too\n}\n'
    changed = hook(host=GEMINI).add(text)
    assert "// mine" in changed
    assert "// too" in changed
    assert hook(host=GEMINI).remove(changed) == text


def test_odd_hooks_of_others_are_left_alone() -> None:
    text = (
        '{"hooks": {"SessionStart": [1, {"hooks": 2}, {"hooks": [3, {"command": 4}, {"prompt": "session_start.py"}]}]}}'
    )
    assert hook().remove(hook().add(text)) == text
    assert hook().remove(text) == text


def test_a_server_in_json() -> None:
    part = server_part("m.json", brain_at(), CLAUDE)
    text = part.add(None)
    assert json.loads(text or "") == {
        "mcpServers": {
            "brainwiki": {
                "type": "stdio",
                "command": "/opt/venv/bin/brainwiki",
                "args": ["mcp", "--root", "/home/ann/notes"],
            }
        }
    }
    assert part.add(text) == text
    assert part.remove(text) is None
    assert (
        "type" not in json.loads(server_part("m.json", brain_at(), GEMINI).add(None) or "")["mcpServers"]["brainwiki"]
    )


def test_a_server_is_brought_up_to_date_and_keeps_what_the_user_added() -> None:
    part = server_part("m.json", brain_at(), GEMINI)
    old = '{"mcpServers": {"memory": {"args": ["-m", "brainwiki", "mcp", "--root", "/home/ann/notes"], "trust": true, "command": "/old/python"}}}'
    assert json.loads(part.add(old) or "")["mcpServers"] == {
        "memory": {"args": ["mcp", "--root", "/home/ann/notes"], "trust": True, "command": "/opt/venv/bin/brainwiki"}
    }
    assert (
        part.remove(
            '{"a": 1, "mcpServers": {"memory": {"command": "brainwiki", "args": ["mcp", "--root", "/home/ann/notes"]}}}'
        )
        == '{"a": 1}'
    )


def test_names_of_servers_are_free_and_told_apart() -> None:
    text: str | None = '{"mcpServers": {"brainwiki": {"command": "somebody-else"}}}'
    roots = ["/home/ann/notes", "/home/ann/job/notes", "/home/ann/日本"]
    for root in roots:
        text = server_part("m.json", brain_at(root), CLAUDE).add(text)
    entries = json.loads(text or "")["mcpServers"]
    assert list(entries)[:2] == ["brainwiki", "brainwiki-notes"]
    assert all(name.isascii() for name in entries)
    assert [entry["args"][-1] for entry in list(entries.values())[1:]] == roots
    assert server_name(text, brain_at(roots[0]), CLAUDE) == "brainwiki-notes"
    assert server_name(text, brain_at("/elsewhere"), CLAUDE) == ""
    for root in reversed(roots):
        text = server_part("m.json", brain_at(root), CLAUDE).remove(text)
    assert text == '{"mcpServers": {"brainwiki": {"command": "somebody-else"}}}'


def test_free_names_are_the_same_every_time() -> None:
    assert free_name({}, "/x/My Notes") == "brainwiki"
    assert free_name({"brainwiki": 1}, "/x/My Notes/") == "brainwiki-my-notes"
    assert free_name({"brainwiki": 1, "brainwiki-my-notes": 1}, "C:\\x\\My Notes") == free_name(
        {"brainwiki": 1, "brainwiki-my-notes": 1}, "C:\\x\\My Notes"
    )
    assert free_name([], "/") == "brainwiki"


def test_a_server_in_toml() -> None:
    part = server_part("c.toml", brain_at(), CODEX)
    made = part.add(None)
    assert part.add(made) == made
    assert part.remove(made) is None
    text = part.add('# mine\n[mcp_servers.brainwiki]\ncommand = "other"\n')
    assert tomllib.loads(text or "")["mcp_servers"]["brainwiki-notes"]["args"] == ["mcp", "--root", "/home/ann/notes"]
    assert server_name(text, brain_at(), CODEX) == "brainwiki-notes"
    assert part.remove(text) == '# mine\n[mcp_servers.brainwiki]\ncommand = "other"\n'
    old = (text or "").replace("/opt/venv/bin/brainwiki", "/old/brainwiki")
    assert part.add(old) == text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a = = 1", "c.toml: Invalid value"),
        ("mcp_servers = { x = { command = 'y' } }\n", "c.toml: "),
        ("mcp_servers = 3\n", "c.toml: "),
    ],
)
def test_toml_that_cannot_take_a_table_is_named(text: str, message: str) -> None:
    with pytest.raises(AgentFileError) as caught:
        server_part("c.toml", brain_at(), CODEX).add(text)
    assert caught.value.message.startswith(message)


def test_a_block_names_brain_and_server() -> None:
    text = block_part("CLAUDE.md", brain_at("/home/ann/my notes"), "brainwiki-notes").add(None) or ""
    assert "## Memory of `/home/ann/my notes`" in text
    assert "`brainwiki search --root '/home/ann/my notes' \"WORDS\"`, or the MCP server `brainwiki-notes`" in text
    shared = block_part("AGENTS.md", brain_at("/home/ann/notes", "project"), "").add(None) or ""
    assert "/home/ann" not in shared
    with pytest.raises(AgentFileError, match=r"CLAUDE.md: .*edited.* Nothing was written"):
        block_part("CLAUDE.md", brain_at("/home/ann/my notes"), "").remove(text.replace("reviewed", "my"))


def test_a_file_of_ours_serves_several_and_goes_with_the_last() -> None:
    one = file_part("skills/x/SKILL.md", "# Skill\n", "codex=/a", ("skills", "skills/x", ".codex"))
    two = file_part("skills/x/SKILL.md", "# Skill\n", "codex=/b", ())
    text = two.add(one.add(None))
    assert two.add(text) == text
    left = one.remove(text)
    assert one.remove(left) == left
    assert "skills/x" in (left or "")
    assert ".codex" not in (left or "")
    assert two.remove(left) is None
    newer = file_part("skills/x/SKILL.md", "# New\n", "codex=/a", ()).add(text) or ""
    assert newer.startswith("# New\n<!-- brainwiki:sealed for codex=/a|skills|skills/x|.codex codex=/b ")


def test_a_file_of_others_is_never_overwritten() -> None:
    part = file_part("skills/x/SKILL.md", "# Skill\n", "codex=/a", ())
    with pytest.raises(AgentFileError, match="is not a file that this command wrote"):
        part.add("# My own skill\n")
    with pytest.raises(AgentFileError, match="was edited since"):
        part.remove((part.add(None) or "").replace("# Skill", "# My skill"))


def test_a_projects_files_hold_no_path_of_a_machine() -> None:
    brain = Brain("/home/ann/work", "project", MACHINE)
    for text in (
        hook(brain).add(None),
        server_part("m.json", brain, CLAUDE).add(None),
        server_part("c.toml", brain, CODEX).add(None),
    ):
        assert "/" not in (text or "")
    assert hook(brain).remove(hook(brain).add("{}")) == "{}"


def test_windows_quotes_with_double_quotes() -> None:
    brain = Brain("C:\\my notes", "user", MACHINE._replace(python="C:\\py\\python.exe", is_windows=True))
    command = hook_command(brain, "C:\\x\\session_start.py")
    assert command == '"C:\\py\\python.exe" -I -S "C:\\x\\session_start.py" --root "C:\\my notes"'
    part = hook_part("s.json", CLAUDE, start_hook(brain, "C:\\x\\session_start.py"))
    assert part.remove(part.add("{}")) == "{}"


def test_the_hook_for_the_end_of_a_session() -> None:
    """Beside that for the start, known again in every version, and out again without a trace."""
    brain = brain_at()
    start, end = (hook_part("s.json", CLAUDE, one) for one in (start_hook(brain, SCRIPT), end_hook(brain, CLAUDE.end)))
    both = end.add(start.add(None))
    data = json.loads(both or "")
    assert [*data["hooks"]] == ["SessionStart", "SessionEnd"]
    (handler,) = data["hooks"]["SessionEnd"][0]["hooks"]
    assert handler["command"] == "/opt/venv/bin/brainwiki hook session-end --root /home/ann/notes"
    assert end.add(both) == both
    older = (both or "").replace("/opt/venv/bin/brainwiki hook", "/old/bin/brainwiki hook")
    assert end.add(older) == both
    assert start.remove(end.remove(both)) is None
    assert end.remove(end.add('{"hooks": {}}')) == '{"hooks": {}}'
    other = end_hook(brain_at("/home/ann/more"), CLAUDE.end)
    assert not other.is_own(handler["command"])
    shared = end_hook(Brain("/home/ann/work", "project", MACHINE), CODEX.end)
    assert (shared.event, shared.command) == ("Stop", "brainwiki hook session-end")
    assert shared.is_own(shared.command)
    assert not shared.is_own(handler["command"])
