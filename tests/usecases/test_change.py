"""A change is checked out of Git: what is new in it, wherever that shows, and nothing that was there before."""

from __future__ import annotations

import os
import random
import shutil
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner

from brainwiki.bootstrap import open_workspace, states_of
from brainwiki.cli.main import main
from brainwiki.errors import BrainwikiError, NoCommitError
from brainwiki.model.content import blob_id
from brainwiki.model.finding import Finding
from brainwiki.rules.register import BY_CODE, RULES
from brainwiki.rules.rule import Example
from brainwiki.usecases import change as module
from brainwiki.usecases.change import change_of, check_change
from brainwiki.usecases.check import Checked, check
from brainwiki.usecases.load import load_wiki
from brainwiki.usecases.workspace import States
from tests.helpers import HEAD, NOW, Texts, encoded, titled, write_files
from tests.repositories import commit, git, new

CONFIG = 'profile = "brain"\n'
CLEAN = {
    "brainwiki.toml": CONFIG,
    "wiki/knowledge/a.md": titled("A", "[[b]]\n"),
    "wiki/knowledge/b.md": titled("B", "[[a]]\n"),
}
A, B, C, D = (f"wiki/knowledge/{name}.md" for name in "abcd")


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """An empty repository."""
    return new(tmp_path / "r")


def states(folder: Path, base: str = "HEAD~1", head: str = "HEAD") -> States:
    """Two states of the workspace."""
    return states_of(open_workspace(str(folder), now=NOW), base, head)


def checked(folder: Path, base: str = "HEAD~1", head: str = "HEAD", **how: tuple[str, ...]) -> Checked:
    """What is new; a rule that crashes fails the test."""
    errors: list[Exception] = []
    found = check_change(states(folder, base, head), on_crash=errors.append, **how)
    assert errors == []
    return found


def found(folder: Path, base: str = "HEAD~1", head: str = "HEAD", **how: tuple[str, ...]) -> list[tuple[str, int, str]]:
    """Path, line and code of each new finding."""
    return [(one.path, one.line, one.code) for one in checked(folder, base, head, **how).report.findings]


def codes(folder: Path, base: str = "HEAD~1", head: str = "HEAD") -> list[tuple[str, str]]:
    """Path and code of each new finding."""
    return [(path, code) for path, _, code in found(folder, base, head)]


SESSION = "wiki/sessions/2026-05-02-chat-aaaaaaaaaa"
TALK = f"{SESSION}/transcript.jsonl"
SOURCE = f"sources:\n  - id: 1\n    resource: {SESSION.removeprefix('wiki/')}#turn-2\n    quote: at 40 bar\n"
ITEM = "- [[{0}]]\n"
STORY = {
    "brainwiki.toml": CONFIG + 'adopted = "2026-01-01"\n',
    "wiki/knowledge/pump.md": titled(
        "Pump", "The pump runs at 40 bar. [cite:1]\n\nIt hums all night in the cellar. [cite:1]\n\nSee [[ghost]].\n", SOURCE
    ),
    "wiki/knowledge/valve.md": titled("The valve", "It is blue. [cite:1] See [[nobody]].\n", SOURCE),
    "wiki/knowledge/house.md": titled("House", "It holds the [[valve]] and the [[pump]].\n"),
    f"{SESSION}/session.md": "---\ntype: session\ntitle: Talk\nstarted: 2026-05-02T09:00:00Z\nturns: 2\n---\nThey spoke of the [[pump]].\n",
    TALK: '{"turn": 1, "role": "user", "at": "", "text": "How high?"}\n{"turn": 2, "role": "user", "at": "", "text": "It runs at 40 bar."}\n',
}  # fmt: skip


def test_the_branch_of_the_story(repository: Path) -> None:
    """It renames a page, drops a claim, makes 40 to 400 and rewrites the transcript: exactly that is found."""
    commit(repository, STORY)
    git(repository, "checkout", "-q", "-b", "proposal")
    pump = titled("Pump", "The pump runs at 400 bar. [cite:1]\n\nSee [[ghost]].\n", SOURCE)
    moved = {"wiki/knowledge/pump.md": pump, "wiki/knowledge/tap.md": STORY["wiki/knowledge/valve.md"]}
    commit(
        repository,
        {**moved, TALK: STORY[TALK].replace("40", "400")},
        author="dream/1",
        gone=("wiki/knowledge/valve.md",),
    )
    line = pump.split("The pump")[0].count("\n") + 1
    quote = pump.split("quote")[0].count("\n") + 1
    house = STORY["wiki/knowledge/house.md"].split("It holds")[0].count("\n") + 1
    assert found(repository, "main", "proposal") == [
        ("wiki/knowledge/house.md", house, "BW201"),
        ("wiki/knowledge/pump.md", 1, "BW601"),
        ("wiki/knowledge/pump.md", quote, "BW305"),
        ("wiki/knowledge/pump.md", line, "BW602"),
        ("wiki/knowledge/pump.md", line, "BW605"),
        ("wiki/knowledge/tap.md", 1, "BW210"),
        ("wiki/knowledge/tap.md", 1, "BW601"),
        ("wiki/knowledge/tap.md", 1, "BW606"),
        ("wiki/knowledge/tap.md", quote, "BW305"),
        (TALK, 1, "BW607"),
    ]
    report = checked(repository, "main", "proposal").report
    assert {one.code for one in report.findings if one.severity == "BLOCK"} == {
        "BW201",
        "BW305",
        "BW601",
        "BW606",
        "BW607",
    }
    assert (report.files, report.lowered) == (4, ())


def test_the_same_branch_by_a_person_is_warned_for_its_receipts_only(repository: Path) -> None:
    commit(repository, STORY)
    text = STORY["wiki/knowledge/house.md"] + "It is old.\n"
    commit(repository, {"wiki/knowledge/house.md": text}, author="Anna")
    (one,) = checked(repository).report.findings
    assert (one.code, one.severity.value, one.path) == ("BW601", "WARN", "wiki/knowledge/house.md")


@pytest.mark.parametrize(
    ("author", "message", "severity"),
    [
        ("process:dream", "m", "BLOCK"),
        ("dream[bot]", "m", "BLOCK"),
        ("dream/1", "m", "BLOCK"),
        ("Anna", "m\n\nBrainwiki-Actor: process:dream", "BLOCK"),
        ("dream[bot]", "m\n\nBrainwiki-Actor: human:anna", "BLOCK"),
        ("Anna", "m\n\nBrainwiki-Actor: human:anna", "WARN"),
        ("Anna", "m", "WARN"),
    ],
)
def test_receipts_are_asked_of_agents(repository: Path, author: str, message: str, severity: str) -> None:
    commit(repository, {**CLEAN, "brainwiki.toml": CONFIG + 'adopted = "2026-01-01"\n'})
    commit(repository, {B: titled("B", "[[a]] More.\n")}, message, author)
    (one,) = checked(repository).report.findings
    assert (one.code, one.path, one.severity.value) == ("BW601", B, severity)


@pytest.mark.parametrize("form", ["sha1", "sha256"])
def test_a_receipt_names_the_blob_that_git_names(tmp_path: Path, form: str) -> None:
    folder = new(tmp_path / form, f"--object-format={form}")
    commit(folder, {**CLEAN, "brainwiki.toml": CONFIG + 'adopted = "2026-01-01"\n'})
    write_files(folder, {B: titled("B", "[[a]] More.\n")})
    blob = git(folder, "hash-object", B)
    receipt = f"---\ntype: proposal\ntitle: P\ndescription: d\nwrites:\n  knowledge/b.md: {{from: 1111111, to: {blob}}}\n---\nOf [[b]].\n"
    commit(folder, {"wiki/proposals/p.md": receipt}, author="process:dream")
    assert [code for _, code in codes(folder) if code.startswith("BW6")] == []
    commit(folder, {"wiki/proposals/p.md": receipt.replace(blob, "0" * len(blob))}, author="process:dream")
    assert ("wiki/knowledge/b.md", "BW601") in codes(folder, "HEAD~2")


def test_before_adoption_nobody_is_asked(repository: Path) -> None:
    commit(repository, CLEAN)
    commit(repository, {B: titled("B", "[[a]] More.\n")}, author="dream/1")
    assert found(repository) == []


def test_a_change_cannot_adopt_or_leave_for_itself(repository: Path) -> None:
    commit(repository, CLEAN)
    adopting = {B: titled("B", "[[a]] More.\n"), "brainwiki.toml": CONFIG + 'adopted = "2026-01-01"\n'}
    commit(repository, adopting, author="dream/1")
    assert codes(repository) == [("brainwiki.toml", "BW609")]
    commit(repository, {B: titled("B", "[[a]] Even more.\n"), "brainwiki.toml": CONFIG}, author="dream/1")
    assert codes(repository) == [("brainwiki.toml", "BW609"), (B, "BW601")]


def test_damage_is_told_at_pages_that_nobody_touched(repository: Path) -> None:
    quoting = "sources:\n  - id: 1\n    resource: knowledge/b\n    quote: the b\n"
    commit(
        repository,
        {
            **CLEAN,
            B: titled("B", "[[a]] This is the b.\n"),
            C: titled("C", "It says so. [cite:1] [[a]]\n", quoting),
            D: titled("D", "[[c]] [b](b.md#part) ![[b]]\n\n[[d2]]\n"),
            "wiki/knowledge/d2.md": titled("D2", "[[d]]\n"),
        },
    )
    commit(repository, {}, gone=(B,))
    line = HEAD.count("\n") + 1
    assert found(repository) == [
        (A, line, "BW201"),
        (B, 1, "BW606"),
        (C, HEAD.count("\n") + 1, "BW304"),
        (D, line, "BW206"),
        (D, line, "BW213"),
    ]
    git(repository, "reset", "-q", "--hard", "HEAD~1")
    commit(repository, {B: titled("B", "[[a]] This is another.\n")})
    assert codes(repository) == [(C, "BW305")]


def test_old_findings_are_not_told_wherever_they_moved(repository: Path) -> None:
    wrong = titled("C", "[[none]] [[]]\n\n[[none]] [cite:7]\n")
    commit(repository, {**CLEAN, C: wrong})
    assert len({code for _, code in codes(repository, "HEAD", "HEAD")}) == 0
    above = wrong.replace("---\n[[none]]", "---\nNew words.\n\nAnd more.\n\n[[none]]")
    commit(repository, {C: above})
    assert found(repository) == []
    commit(repository, {D: above}, gone=(C,))
    assert found(repository) == []
    commit(repository, {"wiki/notes/x/e.md": above.replace("And more", "And less")}, gone=(D,))
    assert found(repository) == []
    commit(repository, {"wiki/notes/x/e.md": above + "\n[[none]]\n"})
    last = above.count("\n") + 2
    assert found(repository) == [("wiki/notes/x/e.md", last, "BW201")]


def test_a_finding_that_changes_its_page_is_new_there(repository: Path) -> None:
    commit(repository, {**CLEAN, C: titled("C", "[[a]] [[none]]\n"), D: titled("D", "[[c]]\n\n[[a]]\n")})
    commit(repository, {C: titled("C", "[[a]]\n"), D: titled("D", "[[c]]\n\n[[a]] [[none]]\n")})
    assert codes(repository) == [(D, "BW201")]


def test_a_suppression_without_effect_is_new_only_once(repository: Path) -> None:
    useless = titled(
        "C", "<!-- bw-ignore BW204: why -->\nWords.\n\n<!-- bw-ignore BW201, BW204: why -->\n[[none]] [[]]\n"
    )
    commit(repository, {**CLEAN, C: useless})
    commit(repository, {C: useless + "\n[[a]]\n"})
    assert found(repository) == []
    commit(repository, {C: useless.replace("[[none]] [[]]", "[[none]]")})
    assert [code for _, code in codes(repository)] == ["BW901"]


def loosened(folder: Path, config: str, more: Texts, gone: tuple[str, ...] = ()) -> list[tuple[str, str]]:
    """What is new where a change brings a wrong page and these checks."""
    commit(folder, {**more, C: titled("C", "[[none]] [[a]]\n"), "brainwiki.toml": config}, gone=gone)
    return codes(folder)


@pytest.mark.parametrize(
    "config",
    [
        CONFIG + '[rules]\nBW201 = "off"\nBW210 = "off"\nBW609 = "off"\n',
        CONFIG + '[rules]\nBW201 = "WARN"\n',
        CONFIG + '[paths."*"]\nBW201 = "off"\nreason = "mine"\n',
        CONFIG + 'exclude = ["*"]\n',
        'profile = "obsidian"\n',
        'brain = "elsewhere"\n',
    ],
)
def test_a_change_is_judged_by_the_rules_that_it_found(repository: Path, config: str) -> None:
    commit(repository, {**CLEAN, "elsewhere/x.md": titled("X")})
    assert loosened(repository, config, {}) == [("brainwiki.toml", "BW609"), (C, "BW210"), (C, "BW201")]
    severities = [one.severity.value for one in checked(repository).report.findings]
    assert severities == ["WARN", "WARN", "BLOCK"]


def test_a_table_in_the_projects_file_counts_too_and_other_tables_do_not(repository: Path) -> None:
    table = '[tool.brainwiki]\nprofile = "brain"\n'
    base = {path: text for path, text in CLEAN.items() if path != "brainwiki.toml"}
    commit(repository, {**base, "pyproject.toml": table})
    commit(repository, {B: titled("B", "[[a]] x\n"), "pyproject.toml": '[project]\nname = "x"\n' + table})
    assert codes(repository) == []
    commit(
        repository, {B: titled("B", "[[a]] y\n"), "pyproject.toml": table + '[tool.brainwiki.rules]\nBW201 = "off"\n'}
    )
    assert codes(repository) == [("pyproject.toml", "BW609")]


def test_schemas_come_from_the_base(repository: Path) -> None:
    strict = '{"type": "object", "required": ["owner"]}'
    owned = {
        path: text.replace("---\ntype", "---\nowner: me\ntype") for path, text in CLEAN.items() if path.endswith(".md")
    }
    commit(repository, {**CLEAN, **owned, "checks/schemas/concept.json": strict})
    wrong = {B: titled("B", "[[a]] x\n")}
    commit(repository, {**wrong, "checks/schemas/concept.json": "{}"})
    assert codes(repository) == [("checks/schemas/concept.json", "BW609"), (B, "BW115")]
    git(repository, "reset", "-q", "--hard", "HEAD~1")
    commit(repository, wrong, gone=("checks/schemas/concept.json",))
    assert codes(repository) == [("checks/schemas/concept.json", "BW609"), (B, "BW115")]
    git(repository, "reset", "-q", "--hard", "HEAD~1")
    (repository / "checks/schemas/concept.json").unlink()
    os.symlink("../other.json", repository / "checks/schemas/concept.json")
    commit(repository, {**wrong, "checks/other.json": "{}"})
    assert codes(repository)[:2] == [("checks/other.json", "BW609"), ("checks/schemas/concept.json", "BW609")]
    assert (B, "BW115") in codes(repository)


def test_a_stricter_schema_of_the_change_does_not_judge_it_yet(repository: Path) -> None:
    commit(repository, CLEAN)
    commit(repository, {"checks/schemas/concept.json": '{"type": "object", "required": ["owner"]}'})
    assert codes(repository) == []
    commit(repository, {B: titled("B", "[[a]] x\n")})
    assert codes(repository) == []  # it was as wrong before
    commit(repository, {C: titled("C", "[[a]] x\n")})
    assert codes(repository) == [(C, "BW210"), (C, "BW115")]


def test_settings_are_those_of_the_base_as_it_is_now(repository: Path) -> None:
    """The base moved ahead: its new rules hold for the branch, and its new pages are no part of the change."""
    commit(repository, CLEAN)
    git(repository, "checkout", "-q", "-b", "side")
    commit(repository, {B: titled("B", "[[a]] [[none]]\n")})
    git(repository, "checkout", "-q", "main")
    moved = {
        "brainwiki.toml": CONFIG + 'evidence = ["raw"]\n[rules]\nBW201 = "WARN"\n',
        "raw/x.md": "x",
        C: titled("C", "[[gone]]\n"),
    }
    commit(repository, {**moved, "checks/schemas/concept.json": '{"type": "object", "required": ["owner"]}'}, gone=(A,))
    git(repository, "checkout", "-q", "side")
    report = checked(repository, "main", "side").report
    assert [(one.path, one.code, one.severity.value) for one in report.findings] == [(B, "BW201", "WARN")]
    assert report.lowered == ("BW201 is WARN by configuration",)
    both = states(repository, "main", "side")
    assert both.base.brain.listing().files == ("knowledge/a.md", "knowledge/b.md")
    assert list(both.head.settings.listing().files) == sorted((*moved, B, "checks/schemas/concept.json"))


def test_an_evidence_folder_that_a_change_removes_is_told_where_it_is_cited(repository: Path) -> None:
    source = "sources:\n  - id: 1\n    resource: raw/x.md\n    quote: bar\n"
    config = CONFIG + 'evidence = ["raw"]\n'
    commit(
        repository,
        {**CLEAN, "brainwiki.toml": config, "raw/x.md": "40 bar", B: titled("B", "It runs. [cite:1] [[a]]\n", source)},
    )
    assert codes(repository, "HEAD", "HEAD") == []
    commit(repository, {}, gone=("raw/x.md",))
    (repository / "raw").mkdir(exist_ok=True)
    assert codes(repository) == [(B, "BW304")]


def test_a_commit_and_a_range(repository: Path) -> None:
    one = commit(repository, CLEAN)
    two = commit(repository, {C: titled("C", "[[none]] [[a]]\n")})
    three = commit(repository, {A: titled("A", "[[b]] [[c]] [[void]]\n")})
    assert codes(repository, one, three) == [(A, "BW201"), (C, "BW201")]
    assert codes(repository, one, two) == [(C, "BW210"), (C, "BW201")]
    assert codes(repository, two, three) == [(A, "BW201")]
    assert codes(repository, three, two) == codes(repository, three, three) == []
    for words, wanted in ((f"{one}..{two}", (C, "BW201")), (f"{two}..", (A, "BW201")), (two, (A, "BW201"))):
        result = CliRunner().invoke(main, ["check", "--root", str(repository), "--changed", words])
        assert (result.exit_code, wanted[0] in result.stdout, wanted[1] in result.stdout) == (1, True, True), words
    write_files(repository, {A: titled("A", "[[b]] [[c]] [[edited]]\n")})
    assert codes(repository, two, three) == [(A, "BW201")]


def test_staged_is_the_index_and_not_the_working_tree(repository: Path) -> None:
    commit(repository, CLEAN)
    write_files(repository, {A: titled("A", "[[b]] [[staged]]\n")})
    git(repository, "add", A)
    write_files(repository, {A: titled("A", "[[b]] [[edited]]\n"), D: titled("D", "[[untracked]]\n")})
    (one,) = checked(repository, "HEAD", "").report.findings
    assert (one.path, one.code, "[[staged]]" in one.message) == (A, "BW201", True)
    result = CliRunner().invoke(main, ["check", "--root", str(repository), "--staged"])
    assert result.exit_code == 1
    assert "See" not in result.stdout
    assert "[[b]] [[staged]]" in result.stdout
    git(repository, "reset", "-q")
    assert CliRunner().invoke(main, ["check", "--root", str(repository), "--staged"]).exit_code == 0
    both = CliRunner().invoke(main, ["check", "--root", str(repository), "--staged", "--changed", "a..b"])
    assert both.exit_code == 2


def test_staged_against_another_base(repository: Path) -> None:
    commit(repository, CLEAN)
    commit(repository, {B: titled("B", "[[a]] [[none]]\n")})
    write_files(repository, {A: titled("A", "[[b]] [[void]]\n")})
    git(repository, "add", A)
    assert codes(repository, "HEAD", "") == [(A, "BW201")]
    assert codes(repository, "HEAD~1", "") == [(A, "BW201"), (B, "BW201")]


def test_an_announced_file_is_no_empty_page(repository: Path) -> None:
    commit(repository, CLEAN)
    write_files(repository, {C: titled("C", "[[a]]\n"), B: titled("B", "[[a]] x\n")})
    git(repository, "add", "-N", C)
    git(repository, "add", B)
    assert codes(repository, "HEAD", "") == []


def test_before_the_first_commit_all_that_is_staged_is_new(repository: Path) -> None:
    write_files(repository, {**CLEAN, C: titled("C", "[[none]]\n")})
    git(repository, "add", "brainwiki.toml", A, C)
    assert codes(repository, "HEAD", "") == [(A, "BW210"), (A, "BW201"), (C, "BW210"), (C, "BW201")]
    git(repository, "add", B)
    assert codes(repository, "HEAD", "") == [(C, "BW210"), (C, "BW201")]
    both = states(repository, "HEAD", "")
    assert (both.commits, both.base.brain.listing().files, both.head.configured) == ((), (), "brainwiki.toml")
    with pytest.raises(NoCommitError, match="no commit 'HEAD'"):
        states(repository, "HEAD", "HEAD")


@pytest.mark.parametrize(
    "base", [{"README.md": "# Code\n\n[[none]]\n", "docs/x.md": "[[x]]\n"}, {"main.py": "x"}, {"x.txt": ""}]
)
def test_a_brain_that_is_new_brings_its_settings(repository: Path, base: Texts) -> None:
    """Notes elsewhere in the repository do not make it a brain whose guessed profile would judge the one that comes."""
    commit(repository, base)
    commit(repository, {**CLEAN, C: titled("C", "[[none]]\n")})
    assert codes(repository) == [(C, "BW210"), (C, "BW201")]
    assert states(repository).head.profile.name == "brain"


def test_a_brain_without_a_configuration_is_judged_by_its_guessed_profile(repository: Path) -> None:
    pages = {path: text for path, text in CLEAN.items() if path.endswith(".md")}
    commit(repository, pages)
    commit(repository, {C: titled("C", "[[none]]\n"), "brainwiki.toml": CONFIG + '[rules]\nBW201 = "off"\n'})
    assert (C, "BW201") in codes(repository)
    assert states(repository).head.guessed


def test_a_base_whose_configuration_is_wrong_can_be_mended(repository: Path) -> None:
    commit(repository, {**CLEAN, "brainwiki.toml": "profile = 3\n"})
    commit(repository, {"brainwiki.toml": CONFIG})
    assert codes(repository) == []


def test_a_workspace_in_a_folder_of_the_repository(repository: Path) -> None:
    inside = {f"süß/mem/{path}": text for path, text in CLEAN.items()}
    commit(repository, {**inside, "README.md": "x", "wiki/knowledge/b.md": "[[other]]\n"})
    commit(
        repository,
        {
            f"süß/mem/{B}": titled("B", "[[none]]\n"),
            "wiki/knowledge/b.md": "[[else]]\n",
            "süß/mem/brainwiki.toml": CONFIG + 'title = "T"\n',
        },
    )
    root = repository / "süß/mem"
    assert codes(root) == [("brainwiki.toml", "BW609"), (A, "BW210"), (B, "BW201")]
    write_files(root, {A: titled("A", "[[b]] [[staged]]\n")})
    git(repository, "add", ".")
    assert codes(root, "HEAD", "") == [(A, "BW201")]


def test_a_brain_that_is_the_repository(repository: Path) -> None:
    commit(
        repository, {"brainwiki.toml": 'brain = "."\n', "a.md": titled("A", "[[b]]\n"), "b.md": titled("B", "[[a]]\n")}
    )
    commit(repository, {"b.md": titled("B", "[[a]] [[none]]\n"), "brainwiki.toml": 'brain = "."\ntitle = "T"\n'})
    assert codes(repository) == [("b.md", "BW201"), ("brainwiki.toml", "BW609")]


def test_a_brain_behind_a_symlink(repository: Path) -> None:
    write_files(repository, {path.replace("wiki/", "memory/"): text for path, text in CLEAN.items()})
    os.symlink("memory", repository / "wiki")
    commit(repository, {})
    commit(repository, {"memory/knowledge/b.md": titled("B", "[[a]] [[none]]\n")})
    assert [code for _, code in codes(repository)] == ["BW201"]


def test_files_that_are_symlinks(repository: Path) -> None:
    commit(repository, CLEAN)
    os.symlink("../../secret.md", repository / "wiki/knowledge/out.md")
    os.symlink("b.md", repository / "wiki/knowledge/twin.md")
    commit(repository, {"secret.md": "secret"})
    new_ones = codes(repository)
    assert ("wiki/knowledge/out.md", "BW505") in new_ones
    assert ("wiki/knowledge/twin.md", "BW123") in new_ones
    commit(repository, {A: titled("A", "[[b]] x\n"), "secret.md": "changed"})
    assert codes(repository) == []
    commit(repository, {B: titled("B", "[[a]] [[none]]\n")})
    assert {path for path, code in codes(repository) if code == "BW201"} == {B, "wiki/knowledge/twin.md"}


def test_a_transcript_that_becomes_a_symlink_is_compared_by_its_lines(repository: Path) -> None:
    commit(repository, STORY)
    (repository / TALK).rename(repository / SESSION / "talk.txt")
    os.symlink("talk.txt", repository / TALK)
    commit(repository, {})
    assert codes(repository) == []
    commit(repository, {f"{SESSION}/talk.txt": STORY[TALK].replace("40", "41")})
    assert (TALK, "BW607") in codes(repository)


def test_logs_that_grow_and_logs_that_do_not(repository: Path) -> None:
    log = '{"id": "sessions/x", "at": "2026-05-02T09:00:00Z"}\n'
    commit(repository, {**CLEAN, "wiki/forgotten.jsonl": log, "wiki/ledger/s.jsonl": "1\n2\n"})
    commit(repository, {"wiki/forgotten.jsonl": log + log, "wiki/ledger/s.jsonl": "1\n2\n3\n"})
    assert codes(repository) == []
    commit(repository, {"wiki/forgotten.jsonl": log, "wiki/ledger/s.jsonl": "1\n3\n"})
    assert codes(repository) == [("wiki/forgotten.jsonl", "BW608"), ("wiki/ledger/s.jsonl", "BW608")]
    commit(repository, {}, gone=("wiki/ledger/s.jsonl",))
    assert codes(repository) == [("wiki/ledger/s.jsonl", "BW608")]


def test_only_paths_and_rules_that_were_asked_for(repository: Path) -> None:
    commit(repository, CLEAN)
    commit(repository, {A: titled("A", "[[b]] [[]] [[x]]\n"), B: titled("B", "[[a]] [[]] [[x]]\n")})
    assert [one[::2] for one in found(repository, only=(A,))] == [(A, "BW204"), (A, "BW201")]
    assert [one[::2] for one in found(repository, select=("BW204",))] == [(A, "BW204"), (B, "BW204")]
    assert [one[::2] for one in found(repository, ignore=("BW201",))] == [(A, "BW204"), (B, "BW204")]
    assert found(repository, only=("wiki/notes",)) == []


def test_an_index_out_of_date_is_no_fault_of_a_change(repository: Path) -> None:
    commit(repository, {**CLEAN, "wiki/index.md": "# Brain\n\n- [[a]]\n- [[b]]\n"})
    commit(repository, {C: titled("C", "[[a]]\n")})
    assert "BW407" not in [code for _, code in codes(repository)]


def test_what_the_change_is(repository: Path) -> None:
    """Added, deleted, edited, renamed, outside and commits; pages that did not change are one object in both states."""
    commit(repository, {**CLEAN, C: titled("C", "[[a]]\n"), "checks/x.json": "1", "notes.txt": "n"})
    two = commit(
        repository,
        {
            B: titled("B", "[[a]] x\n"),
            D: titled("C", "[[a]]\n"),
            "wiki/n.md": titled("N"),
            "checks/x.json": "2",
            "notes.txt": "m",
        },
        gone=(C,),
    )
    both = states(repository)
    report = check_change(both)
    base, head = load_wiki(both.base), report.wiki
    change = change_of(both, base, head)
    assert (change.added, change.deleted) == ({"knowledge/d.md", "n.md"}, {"knowledge/c.md"})
    assert (change.renamed, change.outside) == ({"knowledge/d.md": "knowledge/c.md"}, {"checks/x.json"})
    assert set(change.blobs) == {"knowledge/d.md", "n.md", *change.edited}
    assert change.blobs["n.md"] == blob_id(encoded(titled("N")))
    assert [one.id for one in change.commits] == [two]


def test_facts_of_git_and_of_the_disk_do_not_mix(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A branch is checked while the base lies on the disk: what is kept then must not be taken for the files on the disk."""
    monkeypatch.setenv("BRAINWIKI_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr("brainwiki.adapters.filesystem._SETTLED", -(10**12))
    monkeypatch.setattr(module, "MANY_NEWS", 0)
    commit(repository, {**CLEAN, C: titled("C", "[[a]] [[]]\n")})
    git(repository, "checkout", "-q", "-b", "side")
    commit(repository, {B: titled("B", "[[a]] [[none]] [[]]\n"), D: titled("D", "[[a]] [[]]\n")}, gone=(C,))
    git(repository, "checkout", "-q", "main")

    def full() -> list[tuple[str, str]]:
        workspace = open_workspace(str(repository), now=NOW)
        return [(one.path, one.code) for one in check(workspace, shelf=workspace.shelf).report.findings]

    wanted = full()
    assert wanted == full() == [(C, "BW210"), (C, "BW204")]
    first = codes(repository, "main", "side")
    assert full() == wanted
    assert codes(repository, "main", "side") == first
    git(repository, "checkout", "-q", "side")
    on_side = full()
    assert (B, "BW201") in on_side
    assert codes(repository, "side", "main") == []
    assert full() == on_side


def shown(example: Example) -> Texts:
    """The files of an example, below the brain's folder."""
    text = HEAD + example.text if example.wrap else example.text
    return {f"wiki/{path}": file for path, file in {example.path: text, **example.files}.items()}


EXAMPLES = [
    pytest.param(rule.code, example, id=f"{rule.code}-{number}")
    for rule in RULES
    for number, example in enumerate(rule.bad)
    if rule.scope in ("file", "wiki") and rule.code not in ("BW119", "BW120", "BW403", "BW407")
    and example.path == Example.path
    # names are what is wrong there, or what a circle is known by
]  # fmt: skip


@pytest.mark.parametrize(("code", "example"), EXAMPLES)
def test_no_old_finding_of_any_rule_is_told_when_its_page_is_renamed(
    repository: Path, code: str, example: Example
) -> None:
    texts = shown(example)
    path = f"wiki/{example.path}"
    try:
        commit(repository, {"brainwiki.toml": CONFIG, **texts})
    except UnicodeEncodeError:
        texts = {
            name: text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
            for name, text in texts.items()
        }
        commit(repository, {"brainwiki.toml": CONFIG, **texts})
    commit(repository, {"wiki/knowledge/example-2.md": texts[path]}, gone=(path,))
    assert [one.code for one in check_change(states(repository), select=(code,)).report.findings] == []


WORDS = (
    "<!-- bw-ignore BW201: x -->\n[[{}]]",
    *("[[{}]]", "[[]]", "[cite:1]", "[cite:9]", "[x]({}.md)", "![[{}]]", "[[{}#Part]]", "Words.", "## Part"),
    *("“[[cite:1]]”", "![[pic.png]]", "[p](../pic.png)", "[[2026-05-02-chat-aaaaaaaaaa]]", "[[T]]"),
)
LINES = '{{"turn": {}, "role": "user", "at": "", "text": "{}"}}\n'


def random_page(rng: random.Random, names: list[str]) -> str:
    """A page with some things right and some wrong."""
    resource = rng.choice(
        [f"knowledge/{rng.choice(names)}", f"{SESSION.removeprefix('wiki/')}#turn-{rng.randint(1, 2)}"]
    )
    more = f"sources:\n  - id: 1\n    resource: {resource}\n    quote: Words\n"
    lines = [
        " ".join(rng.choice(WORDS).format(rng.choice([*names, "none"])) for _ in range(rng.randint(1, 3)))
        for _ in range(rng.randint(0, 5))
    ]
    extra = ["", more, "status: deprecated\n", f"aliases: [{rng.choice(names)}]\n", more + "confidence: 0.5\n"]
    extra.append(f'status: deprecated\nsuperseded_by: "[[{rng.choice(names)}]]"\n')
    return titled(rng.choice(["Same", *names]), "\n\n".join(lines) + "\n", rng.choice(extra))


def random_files(rng: random.Random) -> dict[str, str]:
    """What is no page of knowledge, each there or not: a picture, a session and its transcript, an index."""
    texts = {
        "wiki/pic.png": "x",
        f"{SESSION}/session.md": "---\ntype: session\ntitle: T\nstarted: 2026-05-02T09:00:00Z\n---\nOf [[p1]].\n",
        TALK: "".join(LINES.format(turn, rng.choice(["Words", "Else"])) for turn in range(1, rng.randint(1, 3) + 1)),
        "wiki/index.md": "# Brain\n\n- [[p1]]\n- [[p2]]\n",
    }
    return {path: text for path, text in texts.items() if rng.random() < 0.7}


def edited(rng: random.Random, texts: dict[str, str], names: list[str]) -> dict[str, str]:
    """The same brain after a few random edits, without renames: those are told by a guess of their own."""
    after = dict(texts)
    for _ in range(rng.randint(1, 4)):
        path = rng.choice(sorted(path for path in after if "knowledge" in path))
        kind = rng.choice(("above", "below", "new", "gone", "whole", "files"))
        if kind == "above":
            after[path] = after[path].replace("d\n---\n", "d\n---\nFirst of all.\n\n", 1)
        elif kind == "below":
            after[path] += "\n" + rng.choice(WORDS).format(rng.choice([*names, "none"])) + "\n"
        elif kind == "new":
            after[f"wiki/knowledge/{rng.choice(names)}.md"] = random_page(rng, names)
        elif kind == "gone" and sum("knowledge" in path for path in after) > 1:
            del after[path]
        elif kind == "files":
            after = {path: text for path, text in after.items() if "knowledge" in path} | random_files(rng)
        else:
            after[path] = random_page(rng, names)
    return after


def full_check(folder: Path, texts: Texts) -> Counter[tuple[str, str]]:
    """Fingerprints and messages of all findings of a brain in a folder."""
    write_files(folder, {"brainwiki.toml": CONFIG, **texts})
    found = check(open_workspace(str(folder), now=NOW), ignore=("BW407",)).report.findings
    shutil.rmtree(folder)
    return Counter((one.fingerprint, one.code) for one in found)


@pytest.mark.parametrize("seed", range(40))
def test_what_is_new_is_the_difference_of_two_full_checks(
    tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "renames", lambda deleted, added: {})
    rng = random.Random(seed)
    names = [f"p{number}" for number in range(8)]
    before = {f"wiki/knowledge/{name}.md": random_page(rng, names) for name in rng.sample(names, 6)} | random_files(rng)
    after = edited(rng, before, names)
    repository = new(tmp_path / "r")
    commit(repository, {"brainwiki.toml": CONFIG, **before})
    commit(repository, after, gone=tuple(before.keys() - after.keys()))
    told: list[Finding] = [one for one in checked(repository).report.findings if BY_CODE[one.code].scope != "change"]
    old, now = full_check(tmp_path / "old", before), full_check(tmp_path / "now", after)
    assert Counter((one.fingerprint, one.code) for one in told) == now - old


def test_what_cannot_be_run_says_so(repository: Path) -> None:
    commit(repository, CLEAN)
    for base, head in (("none", "HEAD"), ("HEAD", "none"), ("--all", "HEAD"), ("", "HEAD")):
        with pytest.raises(BrainwikiError):
            states(repository, base, head)
    result = CliRunner().invoke(main, ["check", "--root", str(repository), "--changed", "none"])
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)


@pytest.mark.parametrize("form", ["sha1", "sha256"])
def test_what_is_staged_is_judged_as_its_commit_would_be(tmp_path: Path, form: str) -> None:
    """The same findings and content ids, and nothing is written meanwhile."""
    root = new(tmp_path / "r", f"--object-format={form}")
    base = commit(root, CLEAN | {"brainwiki.toml": CONFIG + 'adopted = "2026-01-01"\n'})
    texts = {A: titled("A", "[[nowhere]]\n"), C: titled("C", "[[a]]\n"), "wiki/knowledge/é.md": titled("E", "x\n")}
    edits: dict[str, bytes | None] = {path: encoded(text) for path, text in texts.items()} | {B: None}
    before = sorted(root.rglob("*"))
    staged = open_workspace(str(root), "", NOW).staged(base, edits, "dream-rules/1")
    found = check_change(staged)
    assert sorted(root.rglob("*")) == before
    commit(root, texts, "x\n\nbrainwiki-actor: dream-rules/1", gone=(B,))
    made = states_of(open_workspace(str(root), "", NOW), base, "HEAD")
    expected = check_change(made)
    assert [(one.code, one.path, one.fingerprint) for one in found.report.findings] == [
        (one.code, one.path, one.fingerprint) for one in expected.report.findings
    ]
    assert {"BW201", "BW601"} <= {one.code for one in found.report.findings}
    assert {page.path: page.version for page in found.wiki} == {page.path: page.version for page in expected.wiki}
