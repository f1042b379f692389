"""Installing into whole homes: applied, applied again and taken out, byte for byte; nothing is written where anything is wrong."""

from __future__ import annotations

import contextlib
import json
import os
import stat
import tempfile
import tomllib
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from brainwiki.adapters.home import AgentFolder
from brainwiki.errors import AgentFileError
from brainwiki.ports import Scope
from brainwiki.usecases.agents import texts
from brainwiki.usecases.agents.hosts import AGENTS, HOSTS
from brainwiki.usecases.agents.install import carry_out, plan, plan_removal
from tests.helpers import PROPERTY, write_files
from tests.usecases.agents.helpers import MemoryFiles, apply, brain_at, install, snapshot, uninstall
from tests.usecases.agents.texts_of_others import VALUES, instruction_texts, json_texts, toml_texts

STRICT = [".claude/settings.json", ".claude.json", ".mcp.json", ".codex/hooks.json"]
INSTRUCTIONS = [".claude/CLAUDE.md", ".codex/AGENTS.md", ".gemini/GEMINI.md", "CLAUDE.md", "AGENTS.md", "GEMINI.md"]


@st.composite
def homes(draw: st.DrawFn) -> dict[str, bytes]:
    """Files of agents, each there or not."""
    found: dict[str, bytes] = {}
    for path in STRICT:
        if draw(st.booleans()):
            found[path] = draw(json_texts()).encode()
    if draw(st.booleans()):
        found[".gemini/settings.json"] = draw(json_texts(with_comments=True)).encode()
    if draw(st.booleans()):
        found[".codex/config.toml"] = draw(toml_texts()).encode()
    for path in INSTRUCTIONS:
        if draw(st.booleans()):
            found[path] = draw(instruction_texts())
    return found


@PROPERTY
@given(homes(), st.sampled_from(["user", "project"]), st.lists(st.sampled_from(AGENTS), min_size=1, max_size=4))
def test_applied_again_and_taken_out_nothing_is_left(files: dict[str, bytes], scope: Scope, agents: list[str]) -> None:
    home, brain = MemoryFiles(files), brain_at(scope=scope)
    before = dict(home.tree)
    assert apply(home, *agents, brain=brain) - {"unchanged"}
    after = dict(home.tree)
    assert apply(home, *agents, brain=brain) == {"unchanged"}
    assert home.tree == after
    apply(home, *agents, brain=brain, remove=True)
    assert home.tree == before
    assert apply(home, *agents, brain=brain, remove=True) == {"unchanged"}


@settings(PROPERTY, max_examples=10)
@given(homes(), st.sampled_from(["user", "project"]))
def test_the_same_on_a_disk(files: dict[str, bytes], scope: Scope) -> None:
    with tempfile.TemporaryDirectory() as name:
        home = Path(name)
        write_files(home, files)
        before = snapshot(home)
        brain = brain_at(scope=scope)
        install(home, *AGENTS, brain=brain)
        after = snapshot(home)
        install(home, *AGENTS, brain=brain)
        assert snapshot(home) == after != before
        uninstall(home, *AGENTS, brain=brain)
        assert snapshot(home) == before


@PROPERTY
@given(homes(), st.permutations([*AGENTS]), st.permutations([*AGENTS]), st.sampled_from(["user", "project"]))
def test_agents_come_and_go_one_by_one_in_any_order(
    files: dict[str, bytes], coming: list[str], going: list[str], scope: Scope
) -> None:
    home, brain = MemoryFiles(files), brain_at(scope=scope)
    before = dict(home.tree)
    for agent in coming:
        apply(home, agent, brain=brain)
    for number, agent in enumerate(going):
        apply(home, agent, brain=brain, remove=True)
        for other in going[number + 1 :]:
            changes = {step.change for step in plan(home, [other], brain)}
            assert changes == {"unchanged"}, f"{agent} took something of {other}"
    assert home.tree == before


@PROPERTY
@given(homes(), st.booleans())
def test_two_brains_are_told_apart(files: dict[str, bytes], last_goes_first: bool) -> None:
    home, one, two = MemoryFiles(files), brain_at("/home/ann/notes"), brain_at("/home/ann/job/notes")
    before = dict(home.tree)
    apply(home, *AGENTS, brain=one)
    with_one = dict(home.tree)
    apply(home, *AGENTS, brain=two)
    servers = json.loads((home.tree[".claude.json"] or b"").decode("utf-8-sig"))["mcpServers"].values()
    assert [entry["args"][-1] for entry in servers if entry.get("type") == "stdio"] == [one.root, two.root]
    first, second = (two, one) if last_goes_first else (one, two)
    apply(home, *AGENTS, brain=first, remove=True)
    assert not last_goes_first or home.tree == with_one
    apply(home, *AGENTS, brain=second, remove=True)
    assert home.tree == before


def without_empty(value: object) -> object:
    """A settings value without hooks and servers where there are none: a host may have written either form."""
    if not isinstance(value, dict):
        return value
    hooks = value.get("hooks")
    if isinstance(hooks, dict):
        value = {**value, "hooks": {key: groups for key, groups in hooks.items() if groups}}
    return {key: inner for key, inner in value.items() if inner or key not in ("hooks", "mcpServers")}


@PROPERTY
@given(json_texts(), VALUES, st.sampled_from([None, 1, 2, 4, "\t"]), st.booleans())
def test_a_host_that_writes_its_settings_anew_keeps_its_own(
    text: str, value: object, indent: int | None, is_last: bool
) -> None:
    paths = (".claude/settings.json", ".claude.json", ".codex/hooks.json")
    home, brain = MemoryFiles(dict.fromkeys(paths, text.encode())), brain_at()
    apply(home, "claude", "codex", brain=brain)
    for path in paths:
        data = json.loads((home.tree[path] or b"").decode("utf-8-sig"))
        data = {**data, "new": value} if is_last else {"new": value, **data}
        home.tree[path] = json.dumps(data, indent=indent).encode()
    apply(home, "claude", "codex", brain=brain, remove=True)
    wanted = {**json.loads(text.lstrip("\ufeff")), "new": value}
    for path in paths:
        assert without_empty(json.loads(home.tree[path] or b"")) == without_empty(wanted)


def test_later_edits_of_a_user_are_kept(tmp_path: Path) -> None:
    write_files(tmp_path, {".claude/settings.json": '{\n  "model": "a"\n}\n', ".claude/CLAUDE.md": "# Mine\n"})
    install(tmp_path, "claude", "codex")
    settings = tmp_path / ".claude/settings.json"
    settings.write_text(settings.read_text().replace('"model": "a"', '"model": "b",\n  "env": {"X": "1"}'))
    with (tmp_path / ".claude/CLAUDE.md").open("a") as file:
        file.write("\nLater words.\n")
    with (tmp_path / ".codex/config.toml").open("a") as file:
        file.write('\n[projects."/x"]\ntrust_level = "trusted"\n')
    data = json.loads((tmp_path / ".claude.json").read_text())
    (tmp_path / ".claude.json").write_text(json.dumps({"numStartups": 1, **data}))  # the host writes it anew
    uninstall(tmp_path, "claude", "codex")
    assert settings.read_text() == '{\n  "model": "b",\n  "env": {"X": "1"}\n}\n'
    assert (tmp_path / ".claude/CLAUDE.md").read_text() == "# Mine\n\nLater words.\n"
    assert tomllib.loads((tmp_path / ".codex/config.toml").read_text()) == {
        "projects": {"/x": {"trust_level": "trusted"}}
    }
    assert json.loads((tmp_path / ".claude.json").read_text()) == {"numStartups": 1}
    assert not (tmp_path / ".agents").exists()


def test_what_is_written_is_what_the_hosts_read(tmp_path: Path) -> None:
    install(tmp_path, *AGENTS)
    for path in (".claude", ".agents", ".gemini"):
        text = (tmp_path / path / "skills/brainwiki/SKILL.md").read_text("utf-8")
        head = yaml.safe_load(text.split("---\n")[1])
        assert head["name"] == "brainwiki"
    for path in (".claude/settings.json", ".codex/hooks.json", ".gemini/settings.json"):
        (group,) = json.loads((tmp_path / path).read_text())["hooks"]["SessionStart"]
        assert group["hooks"][0]["type"] == "command"
    assert "brainwiki" in json.loads((tmp_path / ".claude.json").read_text())["mcpServers"]
    assert "brainwiki" in json.loads((tmp_path / ".gemini/settings.json").read_text())["mcpServers"]
    assert "brainwiki" in tomllib.loads((tmp_path / ".codex/config.toml").read_text())["mcp_servers"]
    for path in (".claude/CLAUDE.md", ".codex/AGENTS.md", ".gemini/GEMINI.md"):
        assert (tmp_path / path).read_text().count("brainwiki:begin") == 1


BROKEN = {
    ".claude/settings.json": "{",
    ".claude.json": "[]",
    ".codex/hooks.json": '{"hooks": 1}',
    ".codex/config.toml": "= 1",
    ".gemini/settings.json": "",
    ".claude/CLAUDE.md": "<!-- brainwiki:begin / 00000000 -->\n",
    ".gemini/GEMINI.md": "a\0b",
    ".agents/skills/brainwiki/SKILL.md": "# Mine\n",
    ".claude/brainwiki/session_start.py": "print()\n",
}


@pytest.mark.parametrize("path", BROKEN)
def test_one_file_that_is_wrong_stops_it_all(tmp_path: Path, path: str) -> None:
    write_files(tmp_path, {path: BROKEN[path], "other": "x"})
    before = snapshot(tmp_path)
    with pytest.raises(AgentFileError) as caught:
        install(tmp_path, *AGENTS)
    assert caught.value.message.startswith(f"{path}: ")
    assert "Nothing was written" in str(caught.value)
    assert snapshot(tmp_path) == before
    with contextlib.suppress(AgentFileError):  # some of them hold nothing of ours for sure
        uninstall(tmp_path, *AGENTS)
    assert snapshot(tmp_path) == before


@pytest.mark.parametrize("path", [".claude/settings.json", ".codex/config.toml", ".gemini/GEMINI.md"])
def test_a_read_only_file_stops_it_all(tmp_path: Path, path: str) -> None:
    write_files(tmp_path, {path: "{}" if path.endswith("json") else "# x\n"})
    (tmp_path / path).chmod(0o444)
    before = snapshot(tmp_path)
    with pytest.raises(AgentFileError, match="read-only"):
        install(tmp_path, *AGENTS)
    assert snapshot(tmp_path) == before


def test_links_to_dotfiles_stay_links(tmp_path: Path) -> None:
    write_files(tmp_path, {"dotfiles/claude.json": '{"a":1}', "dotfiles/CLAUDE.md": "# Mine", ".claude/x": ""})
    (tmp_path / ".claude/settings.json").symlink_to("../dotfiles/claude.json")
    (tmp_path / ".claude/CLAUDE.md").symlink_to(tmp_path / "dotfiles/CLAUDE.md")
    (tmp_path / ".codex").symlink_to("dotfiles/codex")
    (tmp_path / "dotfiles/codex").mkdir()
    (tmp_path / ".gemini").mkdir()
    (tmp_path / ".gemini/settings.json").symlink_to("../dotfiles/not-yet.json")
    (tmp_path / "dotfiles/claude.json").chmod(0o640)
    before = snapshot(tmp_path)
    install(tmp_path, *AGENTS)
    after = snapshot(tmp_path)
    for path in (".claude/settings.json", ".claude/CLAUDE.md", ".codex", ".gemini/settings.json"):
        assert after[path] == before[path]
    assert b"session_start.py" in (tmp_path / "dotfiles/claude.json").read_bytes()
    assert (tmp_path / "dotfiles/not-yet.json").exists()
    assert stat.S_IMODE(os.stat(tmp_path / "dotfiles/claude.json").st_mode) == 0o640
    uninstall(tmp_path, *AGENTS)
    assert snapshot(tmp_path) == before


def test_a_link_out_of_the_home_stops_it_all(tmp_path: Path) -> None:
    home = tmp_path / "home"
    write_files(tmp_path, {"store/settings.json": "{}", "home/.claude/x": ""})
    (home / ".claude/settings.json").symlink_to(tmp_path / "store/settings.json")
    before = snapshot(tmp_path)
    with pytest.raises(AgentFileError, match="a symlink leads to"):
        install(home, "claude")
    assert snapshot(tmp_path) == before


def test_files_that_were_written_are_put_back_where_one_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_files(tmp_path, {".claude/settings.json": "{}", ".claude.json": "{}"})
    before = {path: raw for path, raw in snapshot(tmp_path).items() if raw != "folder"}
    write = AgentFolder.write

    def failing(self: AgentFolder, path: str, old: bytes | None, new: bytes | None) -> None:
        if path == ".claude.json":
            raise OSError(28, "No space left on device", path)
        write(self, path, old, new)

    monkeypatch.setattr(AgentFolder, "write", failing)
    with pytest.raises(OSError, match="No space"):
        install(tmp_path, "claude")
    assert {path: raw for path, raw in snapshot(tmp_path).items() if raw != "folder"} == before


def test_a_plan_writes_nothing(tmp_path: Path) -> None:
    write_files(tmp_path, {".claude/settings.json": "{}"})
    before = snapshot(tmp_path)
    files = AgentFolder(str(tmp_path))
    changes = {step.path: step.change for step in plan(files, ["claude"], brain_at())}
    plan_removal(files, ["claude"], brain_at())
    assert snapshot(tmp_path) == before
    assert changes == {
        ".claude/skills/brainwiki/SKILL.md": "created",
        ".claude/skills/brainwiki-dream/SKILL.md": "created",
        ".claude/skills/brainwiki-dream/references/consolidation.md": "created",
        ".claude/brainwiki/session_start.py": "created",
        ".claude/settings.json": "changed",
        ".claude.json": "created",
        ".claude/CLAUDE.md": "created",
    }


def test_an_older_skill_and_hook_are_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(texts, "skill", lambda: "# Old\n")
        patch.setattr(texts, "script", lambda: "# old\n")
        install(tmp_path, "claude")
    changed = {step.path for step in install(tmp_path, "claude") if step.change != "unchanged"}
    assert changed == {".claude/skills/brainwiki/SKILL.md", ".claude/brainwiki/session_start.py"}
    uninstall(tmp_path, "claude")
    assert snapshot(tmp_path) == {}


def test_an_entry_that_leaves_a_trace_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_files(tmp_path, {".claude/settings.json": "{}"})
    monkeypatch.setattr("brainwiki.usecases.agents.json_edit.without_item", lambda text, *rest: text + " ")
    with pytest.raises(AgentFileError, match="without a trace"):
        plan(AgentFolder(str(tmp_path)), ["claude"], brain_at())


def test_a_step_that_changes_nothing_is_not_written(tmp_path: Path) -> None:
    install(tmp_path, "claude")
    times = {path: os.stat(tmp_path / path).st_mtime_ns for path in snapshot(tmp_path)}
    carry_out(AgentFolder(str(tmp_path)), plan(AgentFolder(str(tmp_path)), ["claude"], brain_at()))
    assert {path: os.stat(tmp_path / path).st_mtime_ns for path in snapshot(tmp_path)} == times


def test_every_place_is_relative_and_each_scope_has_a_skill() -> None:
    for host in HOSTS.values():
        for scope in ("user", "project"):
            places = host.places(scope)
            assert places.skill.endswith("/skills/brainwiki/SKILL.md")
            assert not [path for path in places if path.startswith("/") or ".." in path]
            assert not places.script or scope == "user"


@pytest.mark.parametrize("root", ["/a\nb", "/a\udce9", "/a\u202eb"])
def test_a_path_that_no_settings_file_can_hold(tmp_path: Path, root: str) -> None:
    with pytest.raises(AgentFileError, match="no settings file can hold this path"):
        install(tmp_path, *AGENTS, brain=brain_at(root))
    assert snapshot(tmp_path) == {}
