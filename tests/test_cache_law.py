"""The law of the cache: with it or without, cold or warm, whatever was touched in between, a check says the same bytes."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from brainwiki.adapters import filesystem
from brainwiki.cli.main import main
from brainwiki.model.page import Page
from brainwiki.usecases.archive import Archive
from tests.conftest import Build
from tests.helpers import markdown_files, titled, write_files

FORMS = ("json", "text", "sarif")
Check = Callable[..., tuple[int, str, str]]


@pytest.fixture
def cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache outside the workspace; files that changed just now count as settled, so that their signatures are used."""
    folder = tmp_path_factory.mktemp("cache") / "cache"
    monkeypatch.setenv("BRAINWIKI_CACHE", str(folder))
    monkeypatch.setattr(filesystem, "_SETTLED", -(10**12))
    return folder


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the pages that were examined anew, as they are."""
    seen: list[str] = []
    page = Archive.page

    def counted(self: Archive, store: object, path: str, name: str) -> Page:
        before = self.news
        found = page(self, store, path, name)  # type: ignore[arg-type]
        if self.news > before:
            seen.append(name)
        return found

    monkeypatch.setattr(Archive, "page", counted)
    return seen


def run(root: Path, *arguments: str) -> Result:
    """A check of a workspace at one instant."""
    return CliRunner().invoke(main, ["check", "--root", str(root), "--now", "2026-11-30T12:00:00Z", *arguments])


def said(root: Path, *arguments: str) -> tuple[int, str, str]:
    """Exit code, output and notes."""
    result = run(root, *arguments)
    assert result.exit_code in (0, 1), result.output
    return result.exit_code, result.stdout, result.stderr


def in_all_forms(root: Path, *arguments: str) -> list[tuple[int, str, str]]:
    """What a check says in each form."""
    return [said(root, "--format", form, *arguments) for form in FORMS]


def copied(corpus: Path, folder: Path) -> Path:
    """A workspace of one's own with the pages of a corpus."""
    own = corpus.name == "wiki"
    shutil.copytree(corpus, folder / "wiki" if own else folder, symlinks=True)
    if own:
        (folder / "brainwiki.toml").write_text('profile = "brain"\npublish = ["sessions"]\n')
    return folder


def test_the_bytes_are_the_same(corpus: Path, cache: Path, tmp_path: Path, parsed: list[str]) -> None:
    root = copied(corpus, tmp_path / "workspace")
    before = sorted(path for path in root.rglob("*"))
    wanted = in_all_forms(root, "--no-cache")
    assert not cache.exists()

    assert in_all_forms(root) == wanted  # the first of them is cold
    parsed.clear()
    assert in_all_forms(root) == wanted  # warm
    assert parsed == []

    shutil.rmtree(cache)
    assert in_all_forms(root) == wanted

    for path in markdown_files(root):
        os.utime(path)
    parsed.clear()
    assert in_all_forms(root) == wanted  # touched and not changed: each is read once more
    assert len(parsed) == len(set(parsed)) == json.loads(wanted[0][1])["summary"]["files"]

    path = root / ("wiki" if (root / "wiki").is_dir() else "") / parsed[len(parsed) // 2]
    content = path.read_bytes()
    path.write_bytes(content + b"\n[[nowhere at all]] [[]] [cite:99]\n<!-- bw-ignore BW301: x -->\n")
    changed = in_all_forms(root, "--no-cache")
    assert in_all_forms(root) == changed != wanted
    path.write_bytes(content)
    assert in_all_forms(root) == wanted  # changed and back

    assert sorted(path for path in root.rglob("*")) == before


def test_a_part_is_the_same_warm_and_whole_afterwards(corpus: Path, cache: Path, tmp_path: Path) -> None:
    root = copied(corpus, tmp_path / "workspace")
    folder = next(path for path in markdown_files(root)).parent
    parts = (
        ("--select", "BW2"),
        ("--ignore", "BW2,BW1"),
        ("--select", "BW115,BW301", "--ignore", "BW3"),
        ("--select", "BW9"),
        (str(folder),),
        (str(markdown_files(root)[-1]), "--select", "BW2"),
        ("--profile", "okf"),
        ("--silenced", "--format", "sarif"),
    )
    wanted = [said(root, "--no-cache", *part) for part in parts]
    assert [said(root, *part) for part in parts] == wanted  # the first of them is cold, and keeps what it knows of all
    whole = said(root, "--no-cache", "--json")
    assert said(root, "--json") == whole
    assert [said(root, *part) for part in parts] == wanted
    assert said(root, "--json") == whole


def found(root: Path, *arguments: str) -> list[tuple[str, str, str]]:
    """Code, path and message of each finding; the same without the cache."""
    code, text, _ = said(root, "--json", *arguments)
    assert (code, text) == said(root, "--json", "--no-cache", *arguments)[:2]
    return [(one["code"], one["path"], one["message"]) for one in json.loads(text)["findings"]]


def codes(root: Path, *arguments: str) -> list[str]:
    """The codes of what is found."""
    return [code for code, _, _ in found(root, *arguments)]


TWO = {"knowledge/a.md": titled("A", "[[b]]\n"), "knowledge/b.md": titled("B", "[[a]]\n")}


def test_a_schema_that_changes_is_no_stale_one(brain: Build, cache: Path, tmp_path: Path) -> None:
    brain(TWO)
    schema = tmp_path / "checks/schemas/concept.json"
    assert codes(tmp_path) == []
    for text, wanted in (
        ('{"type": "object", "required": ["owner"]}', ["BW115", "BW115"]),
        ('{"type": "object", "required": ["title"]}', []),
        ('{"type": "object", "properties": {"title": {"enum": ["A"]}}}', ["BW115"]),
    ):
        write_files(tmp_path, {"checks/schemas/concept.json": text})
        assert codes(tmp_path) == wanted
    schema.rename(schema.with_name("entity.json"))
    assert codes(tmp_path) == []


def test_settings_that_change_are_no_stale_ones(brain: Build, cache: Path, tmp_path: Path) -> None:
    texts = {**TWO, "knowledge/c.md": titled("C", "[[a]] [[]] [[none]]\n")}
    for profile, config, wanted in (
        ("brain", "", ["BW210", "BW204", "BW201"]),
        ("brain", 'types = ["entity"]\n', ["BW118", "BW118", "BW118", "BW210", "BW204", "BW201"]),
        ("brain", 'types = ["concept"]\n', ["BW210", "BW204", "BW201"]),
        ("brain", '[rules]\nBW204 = "off"\n', ["BW210", "BW201"]),
        ("brain", '[rules]\nBW204 = "BLOCK"\n', ["BW210", "BW204", "BW201"]),
        ("brain", '[paths."knowledge/c*"]\nBW204 = "off"\nreason = "r"\n', ["BW210", "BW201"]),
        ("brain", 'exclude = ["knowledge/b.md"]\n', ["BW210", "BW204", "BW201"]),
        ("obsidian", "", None),
        ("okf", "", None),
        ("llm-wiki", "", None),
        ("brain", "", ["BW210", "BW204", "BW201"]),
    ):
        brain(texts, profile, config)
        now = codes(tmp_path)
        assert wanted is None or sorted(now) == sorted(wanted), (profile, config)


def test_another_brain_in_the_same_workspace(brain: Build, cache: Path, tmp_path: Path) -> None:
    brain(TWO)
    write_files(tmp_path, {"memory/knowledge/a.md": titled("A", "[[none]]\n")})
    assert codes(tmp_path) == []
    (tmp_path / "brainwiki.toml").write_text('brain = "memory"\n')
    assert codes(tmp_path) == ["BW210", "BW201"]
    (tmp_path / "brainwiki.toml").write_text('brain = "wiki"\n')
    assert codes(tmp_path) == []


def test_options_of_a_rule_are_part_of_what_facts_depend_on(
    brain: Build, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from dataclasses import replace

    from brainwiki import bootstrap
    from brainwiki.config.profile import Profile, load_profile

    brain(TWO)
    assert codes(tmp_path) == []
    changed = replace(load_profile("brain"), required={"page": ("type", "title", "description", "owner")})

    def other(name: str) -> Profile:
        return changed

    monkeypatch.setattr(bootstrap, "load_profile", other)
    assert codes(tmp_path) == ["BW114", "BW114"]
    changed = replace(load_profile("brain"), options={"BW115": {"typed_properties": False}})
    assert codes(tmp_path) == []


def test_pages_that_come_go_and_move(brain: Build, cache: Path, tmp_path: Path) -> None:
    brain(TWO)
    folder = tmp_path / "wiki/knowledge"
    assert codes(tmp_path) == []
    (folder / "b.md").rename(folder / "c.txt")
    assert codes(tmp_path) == ["BW210", "BW201"]
    (folder / "c.txt").rename(folder / "b.md")
    assert codes(tmp_path) == []
    (folder / "b.md").rename(folder / "CON.md")  # its title answers to the link still
    assert codes(tmp_path) == ["BW119"]
    (folder / "CON.md").rename(folder / "b.md")
    assert codes(tmp_path) == []
    (folder / "a.md").unlink()
    assert codes(tmp_path) == ["BW210", "BW201"]
    (folder / "a.md").symlink_to("b.md")
    assert "BW123" in codes(tmp_path)
    (folder / "a.md").unlink()
    write_files(tmp_path / "wiki", TWO)
    assert codes(tmp_path) == []


def test_two_pages_that_change_places(brain: Build, cache: Path, tmp_path: Path) -> None:
    """Each file keeps its inode, its size and its times; only the names differ."""
    brain({**TWO, "knowledge/b.md": titled("B", "[[a]] [[]]\n")})
    folder = tmp_path / "wiki/knowledge"
    assert found(tmp_path)[0][:2] == ("BW204", "wiki/knowledge/b.md")
    (folder / "a.md").rename(folder / "x")
    (folder / "b.md").rename(folder / "a.md")
    (folder / "x").rename(folder / "b.md")
    assert ("BW204", "wiki/knowledge/a.md") in [one[:2] for one in found(tmp_path)]


def test_a_transcript_and_its_quotes(brain: Build, cache: Path, tmp_path: Path) -> None:
    session = "sessions/2026-05-02-chat-aaaaaaaaaa"
    source = f"sources:\n  - id: 1\n    resource: {session}#turn-1\n    quote: at 40 bar\n"
    turn = '{"turn": 1, "role": "user", "at": "", "text": "It runs at 40 bar."}\n'
    texts = {
        "knowledge/a.md": titled("A", "It runs. [cite:1] [[a2]]\n", source),
        "knowledge/a2.md": titled("A2", "[[a]]\n"),
        f"{session}/session.md": "---\ntype: session\ntitle: T\nstarted: 2026-05-02T09:00:00Z\nturns: 1\n---\nOf [[a]].\n",
        f"{session}/transcript.jsonl": turn,
    }
    brain(texts)
    clean = codes(tmp_path)
    assert "BW305" not in clean
    assert codes(tmp_path) == clean
    transcript = tmp_path / "wiki" / session / "transcript.jsonl"
    transcript.write_text(turn.replace("40", "41"))
    assert sorted(codes(tmp_path)) == sorted([*clean, "BW305"])
    transcript.write_text(turn.replace('"turn": 1', '"turn": 2'))
    assert codes(tmp_path) == ["BW304", "BW702"]
    transcript.write_text(turn)
    assert codes(tmp_path) == clean


def test_a_crash_is_told_alike_and_only_where_its_rule_was_asked_for(
    brain: Build, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from brainwiki.rules import schemas

    def crash(*_: object) -> object:
        raise RuntimeError("today")

    brain({"knowledge/a.md": titled("A", "[[]]\n")})
    monkeypatch.setattr(schemas, "explain", crash)
    write_files(tmp_path, {"checks/schemas/concept.json": '{"type": "object", "required": ["owner"]}'})
    for _ in range(2):
        assert "BW904" in codes(tmp_path)
        assert codes(tmp_path, "--select", "BW204") == ["BW204"]
        assert codes(tmp_path, "--select", "BW115") == ["BW904"]


@pytest.mark.parametrize("warm", [False, True])
@pytest.mark.parametrize("what", ["knowledge/a.md", "sessions/s/transcript.jsonl"])
@pytest.mark.parametrize("how", ["changed", "gone"])
def test_a_file_that_changes_under_a_run_ends_it(
    brain: Build, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, warm: bool, what: str, how: str
) -> None:
    """It changes after it was listed and known, before a rule looks at its text."""
    turn = '{"turn": 1, "role": "user", "at": "", "text": "It runs at 40 bar."}\n'
    source = "sources:\n  - id: 1\n    resource: sessions/s#turn-1\n    quote: nobody said so\n"
    brain(
        {
            "knowledge/a.md": titled("A", "It runs. [cite:1] [[none]]\n", source),
            "sessions/s/session.md": "---\ntype: session\ntitle: T\nstarted: 2026-05-02T09:00:00Z\n---\nOf [[a]].\n",
            "sessions/s/transcript.jsonl": turn,
        }
    )
    if warm:
        assert {"BW201", "BW305"} <= set(codes(tmp_path))
    full = tmp_path / "wiki" / what
    transcript, before = Archive.transcript, full.read_bytes()

    def and_then(self: Archive, store: object, path: str) -> object:
        known = transcript(self, store, path)  # type: ignore[arg-type]
        if how == "gone":
            full.unlink()
        else:
            full.write_bytes(before + b" \n")
        return known

    with monkeypatch.context() as patch:
        patch.setattr(Archive, "transcript", and_then)
        result = run(tmp_path, "--json")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"brainwiki: {what} changed while the brain was read. Run the command again.\n"
    full.write_bytes(before)
    assert {"BW201", "BW305"} <= set(codes(tmp_path))


def test_a_cache_of_nonsense_changes_nothing(brain: Build, cache: Path, tmp_path: Path) -> None:
    brain({"knowledge/a.md": titled("A", "[[]]\n")})
    wanted = codes(tmp_path)
    for path in (cache / "facts").iterdir():
        for content in (b"", b"nonsense", path.read_bytes()[:-3], path.read_bytes() + b"x"):
            path.write_bytes(content)
            assert codes(tmp_path) == wanted
