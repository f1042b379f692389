"""What changed is built anew and nothing else: after any change, the site is that of a full build, byte for byte."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from brainwiki.bootstrap import open_workspace
from brainwiki.site import build as building
from brainwiki.site.before import Before
from brainwiki.site.build import Built, Wish, build
from brainwiki.usecases.check import check
from tests.helpers import NOW
from tests.site.random_brain import RandomBrain

STEPS = int(os.environ.get("BRAINWIKI_STEPS", "12"))
SEEDS = [int(seed) for seed in os.environ.get("BRAINWIKI_SEEDS", "3 5 8").split()]
EVERY = 2  # steps after which all is built anew and compared

# Limits that a random brain goes beyond: it stays small, and its listings, conversations and leaves have several parts.
SMALL = {
    "urls.IN_A_PART": 4,
    "sections.folders.IN_A_PART": 4,
    "sections.room.IN_A_PART": 4,
    "sections.review.IN_A_PART": 4,
    "sections.folders.MAX_TAGS": 2,
    "sections.sessions.NEWEST": 2,
    "sections.home.MAX_CHANGED": 2,
    "sections.health.MAX_LISTED": 2,
    "sections.health.MAX_FILES": 2,
    "sections.machines.BUDGET": 600,
    "sections.machines.MAX_GROUPS": 3,
    "sections.sources.FEW": 0,
    "pages.tree.MAX_SIBLINGS": 4,
    "pages.backlinks.MAX_PAGES": 2,
    "pages.backlinks.MAX_SENTENCES": 2,
    "pages.receipts.MAX_NAMED": 1,
    "stretches.TURNS": 5,
    "shards.IN_A_SHARD": 4,
    "search.index.IN_A_BLOCK": 4,
    "search.index.CAP": 4,
    "search.index.GROUP": 2,
    "search.documents.MANY": 24,
    "search.documents.SHOWN": 60,
    "search.documents.LEAST": 10,
    "search.documents.MOST_SECTIONS": 3,
    "history.changes.IN_A_LEAF": 3,
    "history.changes.MOST_LINES": 2,
    "history.changes.NEWEST": 4,
    "history.leaves.NEWEST": 4,
    "history.leaves.MONTHS": 1,
    "history.feed.MOST": 3,
    "history.view.MOST_TOLD": 3,
    "history.compared.MOST_TOLD": 3,
    "history.view.MOST_LISTED": 4,
    "history.lives.MOST_EVENTS": 1,
    "history.lives.MOST_LOST": 1,
    "graph.atlas.MAX_NODES": 12,
    "graph.atlas.MAX_CLUSTERS": 2,
    "graph.atlas.MAX_EDGES": 10,
    "graph.outputs.LISTED": 2,
    "graph.data.NEAR": 2,
    "graph.data.TAGS": 2,
    "graph.connections.SHOWN": 4,
    "graph.related.SHOWN": 2,
    "graph.related.HUB": 5,
    "graph.related.FEW": 2,
}


def built(root: Path, out: Path, cache: Path, full: bool) -> Built:
    """The site of a workspace as it stands, with a cache of its own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BRAINWIKI_CACHE", str(cache))
        workspace = open_workspace(str(root), now=NOW)
        return build(workspace, check(workspace, shelf=workspace.shelf), str(out), Wish(full))


def files_of(folder: Path) -> dict[str, bytes]:
    """Every file of a folder, the empty folders too."""
    found = {}
    for path in folder.rglob("*"):
        name = path.relative_to(folder).as_posix()
        if path.is_file():
            found[name] = path.read_bytes()
        elif not any(path.iterdir()):
            found[f"{name}/"] = b""
    return found


def difference(one: dict[str, bytes], other: dict[str, bytes]) -> list[str]:
    return sorted(path for path in {*one, *other} if one.get(path) != other.get(path))


@pytest.mark.parametrize("seed", SEEDS)
def test_a_step_gives_what_a_full_build_gives(tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    if seed % 4:
        for name, limit in SMALL.items():
            monkeypatch.setattr(f"brainwiki.site.{name}", limit)
    brain = RandomBrain(tmp_path / "brain", seed)
    step, full = tmp_path / "step", tmp_path / "full"
    done: list[str] = []
    kept = 0
    for count in range(STEPS):
        kept += built(brain.folder, step, tmp_path / "cache", False).kept
        if count % EVERY:
            assert built(brain.folder, full, tmp_path / f"cache-{count}", True).kept == 0
            differing = difference(files_of(step), files_of(full))
            assert not differing, f"seed {seed} after {done[-3:]} at step {count}: {differing}"
        done.append(brain.step())
    assert kept > STEPS


@pytest.mark.parametrize("seed", SEEDS)
def test_where_texts_alone_change_only_what_shows_them_is_looked_at(
    tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[Before] = []

    class Noted(Before):
        def __init__(self, *given: Any) -> None:
            super().__init__(*given)
            looks.append(self)

    monkeypatch.setattr(building, "Before", Noted)
    if seed % 2:
        for name, limit in SMALL.items():
            monkeypatch.setattr(f"brainwiki.site.{name}", limit)
    brain = RandomBrain(tmp_path / "brain", seed)
    step, full = tmp_path / "step", tmp_path / "full"
    built(brain.folder, step, tmp_path / "cache", False)
    unseen = moved = 0
    for count in range(STEPS * 2):
        done = [brain.say_otherwise() for _ in range(brain.rng.choice((0, 1, 1, 2)))]
        brain.save()
        built(brain.folder, step, tmp_path / "cache", False)
        look = looks[-1]
        unseen += look.changed is not None and any(map(look.is_unseen, look.site.addresses.pages))
        moved += bool(look.moved)
        built(brain.folder, full, tmp_path / f"cache-{count}", True)
        differing = difference(files_of(step), files_of(full))
        assert not differing, f"seed {seed} after {done} at step {count}: {differing}"
    assert unseen > STEPS
    assert moved
