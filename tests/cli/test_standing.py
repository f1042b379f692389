"""`brainwiki status`: one screen, and what is to be done next."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from brainwiki.cli.main import main
from brainwiki.dream.event import Event
from brainwiki.usecases.dream.start import Choice, start
from brainwiki.usecases.dream.submit import submit_file
from brainwiki.usecases.ledger import record
from tests.helpers import NOW, make_brain, titled
from tests.repositories import commit, new
from tests.usecases.dream.runs import COFFEE, TEA, drawn, field


def status(folder: Path, code: int = 0) -> tuple[str, dict[str, Any]]:
    """What the command says, and its document."""
    asked = ["status", "--root", str(folder), "--now", NOW.isoformat()]
    text, document = (CliRunner().invoke(main, [*asked, *more]) for more in ([], ["--json"]))
    assert (text.exit_code, document.exit_code) == (code, code), text.output
    return text.output, json.loads(document.stdout)


def test_a_quiet_brain_has_nothing_that_waits(tmp_path: Path) -> None:
    new(tmp_path)
    make_brain(tmp_path, {"index.md": "# Index\n\n- [[a]]\n", "knowledge/a.md": titled("A", "Text.\n")})
    commit(tmp_path, {})
    text, value = status(tmp_path)
    assert "  Pages      1 page\n" in text
    assert "Sessions   none came in yet" in text
    assert "Proposals  none waits" in text
    assert text.endswith("Nothing waits.\n")
    assert (value["branch"], value["pages"], value["next"], value["proposals"]) == ("main", {"page": 1}, [], [])


def test_sessions_runs_and_proposals_are_told_with_their_commands(tmp_path: Path) -> None:
    workspace = field(tmp_path)
    _, value = status(tmp_path)
    assert value["sessions"]["due"] == 2
    assert value["next"] == [{"what": "2 ranges of turns are due", "command": "brainwiki dream run"}]
    begun = start(workspace, "process:dream", Choice((TEA,)))
    assert begun.work is not None
    text, value = status(tmp_path)
    assert (value["sessions"]["runs"], value["sessions"]["due"]) == (1, 1)
    assert "Runs       1 under way" in text
    made = drawn()
    made["updates"] = [{"do": "add", "page": "knowledge/tea", "text": "Drinks green tea.", "observations": ["a"]}]
    submit_file(workspace, begun.work.run.name, "dream-agent/1", json.dumps(made).encode())
    record(workspace, COFFEE, lambda _: [Event("failed", 1, 2, "2026-05-05T00:00:00Z", "x", "no model")], "x")
    record(workspace, COFFEE, lambda _: [Event("gave-up", 1, 2, "2026-05-06T00:00:00Z", "x", "enough")], "x")
    text, value = status(tmp_path)
    assert [one["state"] for one in value["proposals"]] == ["open"]
    assert "open, " in text
    assert "risk, today  Green tea" in text
    assert [one["command"] for one in value["next"]] == ["brainwiki review list", "brainwiki sessions"]
    assert value["next"][0]["what"] == "1 proposal waits for a review"
    assert value["next"][1]["what"] == "1 range of turns given up"


def test_what_blocks_ends_with_one(tmp_path: Path) -> None:
    field(tmp_path, **{"wiki/knowledge/b.md": "no front matter\n"})
    text, value = status(tmp_path, code=1)
    assert "1 BLOCK" in text
    assert value["next"][0] == {"what": "1 finding blocks", "command": "brainwiki check"}


def test_without_a_repository_the_rest_is_told(tmp_path: Path) -> None:
    make_brain(tmp_path, {"knowledge/a.md": titled("A", "Text.\n")})
    text, value = status(tmp_path)
    assert "lies in no Git repository" in text
    assert (value["branch"], value["sessions"], value["proposals"]) == (None, None, None)
