"""What agents may write through the server: corrections and proposals, staged and nothing else."""

from __future__ import annotations

import json
from pathlib import Path

from mcp import Client

from tests.mcp.brains import asked, call
from tests.repositories import git
from tests.usecases.dream.runs import PAGE, drawn, field


def test_a_correction_is_kept_and_changes_no_page(tmp_path: Path) -> None:
    field(tmp_path)
    before = git(tmp_path, "rev-parse", f"HEAD:wiki/{PAGE}.md")

    async def story(client: Client) -> None:
        claims = await call(client, "why", page="tea")
        claim = next(word.strip("[]`():") for word in claims.split() if word.strip("[]`():").startswith("c-"))
        told = await call(client, "correct", text="I drink white tea.", page="green tea", claim=claim)
        assert told.startswith("Taken in as sessions/2026-11-30-correction-")
        assert f"It corrects {PAGE}." in told
        assert "No claim" in await call(client, "correct", fails=True, text="x", page="tea", claim="c-none")
        assert "no search finds" not in await call(client, "search", query="white tea")

    asked(tmp_path, story)
    assert git(tmp_path, "rev-parse", f"HEAD:wiki/{PAGE}.md") == before
    assert git(tmp_path, "log", "-1", "--format=%an").startswith("brainwiki-mcp/")


def test_a_proposal_is_opened_or_every_mistake_is_told(tmp_path: Path) -> None:
    field(tmp_path)

    async def story(client: Client) -> None:
        value = drawn()
        wrong = await call(client, "propose", fails=True, consolidation=json.dumps(value))
        assert wrong.startswith("Nothing was proposed. Mend this, and propose again:\n- ")
        for one in value["updates"]:
            one.pop("claim", None)
            one["do"] = "add"
        told = await call(client, "propose", consolidation=json.dumps(value))
        assert told.startswith("Opened the proposal 2026-11-30-")
        assert "is no JSON" in await call(client, "propose", fails=True, consolidation="{]")

    asked(tmp_path, story)
    assert len(git(tmp_path, "branch", "--list", "brainwiki/proposal/*").split("\n")) == 1
    assert "green" not in git(tmp_path, "show", f"HEAD:wiki/{PAGE}.md").partition("---\n-")[2]
