"""`review` as a command: the list, one proposal, decisions of people, exit codes, and the JSON contract."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from brainwiki.cli import proposing as module
from brainwiki.cli.main import main
from brainwiki.ports_git import Draft
from brainwiki.usecases.proposals.books import branch_of, held
from brainwiki.usecases.proposals.editing import pages_of
from brainwiki.usecases.workspace import Workspace
from tests.repositories import git
from tests.usecases.proposals.field import (
    DIAGRAMS,
    MILLIONS,
    NEW_ANSWERS,
    OTHER,
    PAGE,
    SAID,
    TALK,
    base,
    field,
    opened,
    opened_both,
    page,
)

Run = Callable[..., Result]


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return field(tmp_path)


@pytest.fixture
def run(workspace: Workspace) -> Run:
    """Runs `review` in that brain."""

    def call(*arguments: str, code: int = 0, **more: Any) -> Result:
        options = ["--root", workspace.root, "--now", "2026-12-02"]
        result = CliRunner().invoke(main, ["review", *arguments, *options], **more)
        assert result.exit_code == code, result.output
        return result

    return call


def document(result: Result) -> Any:
    assert result.stderr == ""
    return json.loads(result.stdout)


def test_nothing_waits(run: Run) -> None:
    assert run("list").stdout == "No proposal waits.\n"
    assert document(run("list", "--json"))["proposals"] == []


def test_without_a_command_it_lists(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    found = opened(workspace)
    monkeypatch.chdir(workspace.root)
    result = CliRunner().invoke(main, ["review"])
    assert result.exit_code == 0
    assert found.id in result.stdout


def test_the_list(run: Run, workspace: Workspace) -> None:
    found = opened(workspace)
    other = opened(workspace, OTHER, files={PAGE: page("Answers", "Prefers long texts.").encode()})
    first, second = sorted((found, other), key=lambda one: one.id)
    assert run("list").stdout == "".join(
        f"{one.id}  open  risk {one.risk}  1 day old\n  New wishes\n  {PAGE}\n  overlaps {two.id} on {PAGE}\n{end}"
        for one, two, end in ((first, second, "\n"), (second, first, ""))
    )
    run("reject", found.id, "--reason", "no")
    told = run("list").stdout
    assert "overlaps" not in told
    assert "1 proposal more ended: --all" in told
    assert f"{found.id}  rejected" in run("list", "--all").stdout
    assert [one["id"] for one in document(run("list", "--json"))["proposals"]] == [other.id]
    assert [one["id"] for one in document(run("list", "--json", "--all"))["proposals"]] == [other.id, found.id]


def test_strangers_branches_are_listed_apart(run: Run, workspace: Workspace) -> None:
    found = opened(workspace)
    refs = workspace.refs()
    receipt = (refs.read(found.commit, f"wiki/proposals/{found.id}.md") or b"").replace(b"New wishes", b"\x1b[31mred")
    mine = refs.make(
        Draft((found.commit,), {"wiki/proposals/2026-01-01-mine.md": receipt}, "m", workspace.clock.now(), "x")
    )
    refs.move(branch_of("2026-01-01-mine"), "", mine)
    told = run("list").stdout
    assert "no event tells of" in told
    assert f"refs/heads/brainwiki/proposal/2026-01-01-mine  {mine[:10]}" in told
    assert "\x1b[31m" not in told


def test_one_proposal(run: Run, workspace: Workspace) -> None:
    found = opened_both(workspace)
    told = run("show", found.id[:-2]).stdout
    for words in (
        f"{found.id}  open",
        "New wishes",
        f"drawn by dream/0.1 from {TALK} 1-3",
        "Prefers diagrams.",
        f"“{SAID[0]}”",
        "risk medium",
        f"adopted   {MILLIONS.id}  knowledge/budget",
        "deterministic/1: ",
        "opened by dream/0.1",
        f"brainwiki review approve {found.id}",
    ):
        assert words in told
    assert "proposals/" not in told


def test_the_document_of_one(run: Run, workspace: Workspace) -> None:
    found = opened(workspace)
    told = document(run("show", found.id, "--json"))
    assert {
        "version",
        "id",
        "state",
        "base",
        "risk",
        "headline",
        "claims",
        "observations",
        "findings",
        "gate",
        "reach",
    } <= told.keys()
    assert (told["version"], told["id"], told["state"], told["base"]) == (1, found.id, "open", base(workspace))
    assert told["risk"] == "medium"
    assert told["headline"].startswith("2 claims on 1 page: 1 added, 1 retracted")
    added = next(one for one in told["claims"] if one["change"] == "added")
    assert (added["page"], added["before"], added["after"]["text"]) == (PAGE, None, "Prefers diagrams.")
    assert added["support"] == "verifiable"
    assert added["evidence"]["gained"][0]["quote"] == SAID[0]
    assert told["observations"]["adopted"] == [
        {
            "id": DIAGRAMS.id,
            "approved": False,
            "session": TALK,
            "turn": 1,
            "quote": SAID[0],
            "subject": "knowledge/answers",
            "statement": "Prefers diagrams.",
            "kind": "preference",
        }
    ]
    assert told["observations"]["rejected"] == [{"id": MILLIONS.id, "reason": "not said to be kept"}]
    assert told["findings"] == []
    assert told["gate"]["deterministic"] == "passed, 0 BLOCK, 0 WARN"
    assert {"hop1", "hop2"} <= told["reach"].keys()
    assert [one["event"] for one in told["events"]] == ["opened"]
    assert document(run("show", found.id, "--format", "json")) == told


def test_one_page_and_markdown(run: Run, workspace: Workspace) -> None:
    found = opened_both(workspace)
    told = run("show", found.id, "--page", "knowledge/answers").stdout
    assert "+- Prefers diagrams." in told
    assert "31.5 million. [cite" not in told
    markdown = run("show", found.id, "--format", "markdown").stdout
    assert markdown.startswith("<!-- brainwiki:diff -->\n## brainwiki: ")
    assert f"- adopted `{DIAGRAMS.id}` `sessions/{TALK}#turn-1`" in markdown
    run("show", found.id, "--page", "nowhere", code=2)


def test_a_proposal_whose_commit_is_gone_is_still_shown(run: Run, workspace: Workspace) -> None:
    found = opened(workspace)
    run("reject", found.id, "--reason", "She spoke of her sister.")
    folder = Path(workspace.root)
    git(folder, "reflog", "expire", "--expire=now", "--all")
    git(folder, "prune", "--expire=now")
    told = run("show", found.id).stdout
    assert "Its commit is not here" in told
    assert "She spoke of her sister." in told
    assert DIAGRAMS.id in told
    shown = document(run("show", found.id, "--json"))
    assert (shown["state"], shown["claims"]) == ("rejected", [])
    assert shown["limited"]
    assert "She spoke" not in run("show", found.id, "--format", "markdown").stdout.split("### Proposal")[0]


def test_approving(run: Run, workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("getpass.getuser", lambda: "mika")
    found = opened_both(workspace)
    told = run("approve", found.id, "--observation", DIAGRAMS.id).stdout
    assert told == f"{found.id}: 1 of 2 observations approved; still to decide: {MILLIONS.id}\n"
    assert "1 of 2 observations approved" in run("list").stdout
    done = document(run("approve", found.id, "--json"))
    assert (done["state"], done["refused"], done["commit"]) == ("approved", [], found.commit)
    assert held(workspace, found.id).events[-1].by == "human:mika"
    assert "approved" in run("show", found.id).stdout


def test_an_agent_does_not_approve(run: Run, workspace: Workspace) -> None:
    found = opened(workspace)
    result = run("approve", found.id, "--by", "codex/1.0", code=2)
    assert result.stderr == (
        "brainwiki: Only people approve proposals, and codex/1.0 is none. Say who you are with --by human:NAME.\n"
    )


def test_rejecting(run: Run, workspace: Workspace) -> None:
    found = opened_both(workspace)
    assert "Missing option '--reason'" in run("reject", found.id, code=2).stderr
    told = run("reject", found.id, "--reason", "no", "--observation", MILLIONS.id, "--by", "human:mika").stdout
    assert told == f"{found.id} is drafted again without what was rejected.\n"
    assert f"left      {MILLIONS.id}\n    no\n" in run("show", found.id).stdout
    assert run("reject", found.id, "--reason", "no").stdout == f"{found.id} is rejected.\n"
    assert "is rejected" in run("approve", found.id, code=2).stderr
    run("reject", "nothing", "--reason", "no", code=2)


def test_editing_with_files(run: Run, workspace: Workspace, tmp_path: Path) -> None:
    found = opened(workspace)
    (tmp_path / "new.md").write_text(NEW_ANSWERS.replace("Prefers diagrams.", "Prefers diagrams to lists."))
    told = run("edit", found.id, "--file", f"{PAGE}={tmp_path}/new.md").stdout
    assert told == f"{found.id} is changed; it waits for its approval.\n"
    (tmp_path / "bad.md").write_text("nothing")
    told = run("edit", found.id, "--file", f"{PAGE}={tmp_path}/bad.md", code=1).stdout
    assert told.startswith(f"{found.id} was left as it is (open):\n  BW107 ")
    refused = document(run("edit", found.id, "--file", f"{PAGE}={tmp_path}/bad.md", "--json", code=1))
    assert refused["refused"][0].startswith("BW107 ")
    for odd in ("x", "=x", "x="):
        assert "not of the form" in run("edit", found.id, "--file", odd, code=2).stderr
    run("edit", found.id, "--file", "knowledge/a.md=/nonexistent/x", code=2)


def test_editing_an_observation(run: Run, workspace: Workspace) -> None:
    found = opened_both(workspace)
    run("edit", found.id, "--observation", DIAGRAMS.id, "--statement", "Prefers drawings.")
    assert b"Prefers drawings." in (pages_of(workspace, found.id)[PAGE] or b"")
    assert "go together" in run("edit", found.id, "--observation", DIAGRAMS.id, code=2).stderr
    assert "go together" in run("edit", found.id, "--statement", "x", code=2).stderr
    wrong = run("edit", found.id, "--observation", DIAGRAMS.id, "--statement", "x", "--file", "a=b", code=2)
    assert "Give --file, or" in wrong.stderr


def test_editing_in_an_editor(run: Run, workspace: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = opened(workspace)
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.delenv("EDITOR", raising=False)
    assert "no terminal" in run("edit", found.id, code=2).stderr
    script = tmp_path / "editor"
    script.write_text("#!/bin/sh\nsed -i 's/Prefers diagrams/Prefers sketches/' \"$1\"\n")
    script.chmod(0o755)
    monkeypatch.setenv("EDITOR", str(script))
    assert run("edit", found.id).stdout == f"{found.id} is changed; it waits for its approval.\n"
    assert b"Prefers sketches." in (pages_of(workspace, found.id)[PAGE] or b"")
    monkeypatch.setenv("EDITOR", "true")
    assert "nothing was changed" in run("edit", found.id, code=1).stdout
    monkeypatch.setenv("EDITOR", "false")
    assert "Set EDITOR" in run("edit", found.id, code=2).stderr


def test_bytes_that_were_not_edited_come_back_as_they_were(workspace: Workspace) -> None:
    found = opened(workspace, files={PAGE: NEW_ANSWERS.replace("\n", "\r\n").encode()})

    def editor(content: bytes, extension: str) -> bytes:
        assert (type(content), extension) == (bytes, ".md")
        return content.replace(b"diagrams.", b"sketches.")

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("EDITOR", "x")
        came_back = module._edited(workspace, found.id, editor)
    assert came_back == {PAGE: NEW_ANSWERS.replace("diagrams.", "sketches.").replace("\n", "\r\n").encode()}


def test_words_of_a_fetched_history_do_not_steer_the_terminal(run: Run, workspace: Workspace) -> None:
    from brainwiki.model.observation import observation
    from brainwiki.model.receipt import Span
    from brainwiki.model.update import Consolidation, Update
    from brainwiki.review.happening import Draft as Drew
    from brainwiki.review.happening import Event
    from brainwiki.usecases.proposals.books import record_proposal

    red = "\x1b[31mred\u202e"
    odd = observation("s" + red, 1, red, red, red)._replace(id="o-" + red)
    drew = Drew(
        red,
        red,
        base(workspace),
        (Span(red, 1, 2),),
        Consolidation((odd,), (Update("add", red, observations=(odd.id,)),)),
    )
    text = '---\ntype: proposal\ntitle: "\\e[31m"\nadopted: ["o-\\e[31mred"]\ngate: ["a\\e[31m: b\\e"]\n---\n'
    event = Event("opened", "2026-11-30T12:00:00Z", "x", commit=base(workspace), receipt=text, draft=drew)
    record_proposal(workspace, "2026-01-01-odd", lambda _: [event], {}, "x")
    shown = run("list").stdout + run("show", "2026-01-01-odd").stdout
    shown += run("show", "2026-01-01-odd", "--format", "markdown").stdout
    shown += run("reject", "2026-01-01-odd", "--reason", red, "--by", "human:mika").stdout + run("list", "--all").stdout
    assert not {"\x1b", "\u202e"} & {*shown}
    assert "␛U+001B[31m" in shown
