"""Two states compared: claims, pages and links, of the whole brain or of one page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from brainwiki.bootstrap import open_workspace, states_of
from brainwiki.errors import NoCommitError, NoRepositoryError, UnknownNameError
from brainwiki.review.comparison import FORGOTTEN, Broken, Comparison, PageChange
from brainwiki.usecases.compare import compare
from tests.helpers import NOW, titled, write_files
from tests.past_brain import SESSION, Told, build
from tests.repositories import commit, git


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Told:
    """A brain with five commits; no test changes it."""
    return build(tmp_path_factory.mktemp("past") / "r")


@pytest.fixture
def own(tmp_path: Path) -> Told:
    """The same, for one test."""
    return build(tmp_path / "r")


def compared(folder: Path, base: str, head: str = "HEAD", page: str = "") -> Comparison:
    workspace = open_workspace(str(folder), now=NOW)
    return compare(states_of(workspace, base, head), workspace, page)


def words(found: Comparison) -> list[tuple[str, str, str]]:
    return [
        (one.change, one.before.text if one.before else "", one.after.text if one.after else "") for one in found.claims
    ]


def test_the_whole_past_at_once(told: Told) -> None:
    found = compared(told.folder, told.commits[0])
    assert (found.base, found.head, found.page, found.lines) == (told.commits[0], told.commits[4], None, ())
    assert found.pages == (
        PageChange("knowledge/hose.md", "deleted"),
        PageChange("knowledge/main-pump.md", "renamed", "knowledge/pump.md"),
    )
    assert ("changed", "The pump runs at 40 bar.", "The pump runs at 45 bar.") in words(found)
    assert {one.page for one in found.claims} == {"knowledge/main-pump.md"}
    assert found.broken == (
        Broken("index.md", 3, "pump", "missing"),
        Broken("index.md", 5, "hose", "missing"),
        Broken("knowledge/valve.md", 6, "hose", "missing"),
        Broken("knowledge/valve.md", 6, "pump", "missing"),
    )
    assert found.orphaned == ("knowledge/main-pump.md",)
    assert (found.outside, found.limited) == ((), "")


def test_one_commit(told: Told) -> None:
    found = compared(told.folder, told.commits[0], told.commits[1])
    (one,) = found.claims
    assert (one.change, one.flags, one.page) == ("changed", ("number",), "knowledge/pump.md")
    assert found.pages == (PageChange("knowledge/pump.md", "edited"),)
    assert (found.broken, found.orphaned) == ((), ())


def test_nothing_changed(told: Told) -> None:
    found = compared(told.folder, "HEAD", "HEAD")
    assert (found.claims, found.pages, found.broken, found.orphaned, found.outside) == ((), (), (), (), ())


def test_a_link_that_was_broken_before_is_not_told(own: Told) -> None:
    commit(own.folder, {"wiki/knowledge/valve.md": titled("The valve", "It shuts. [[hose]] [[nix]]\n\nNew.\n")}, "x")
    assert compared(own.folder, "HEAD~1").broken == (Broken("knowledge/valve.md", 6, "nix", "missing"),)


def test_what_came_without_a_link_is_an_orphan(own: Told) -> None:
    commit(own.folder, {"wiki/knowledge/alone.md": titled("Alone"), "brainwiki.toml": "# other\n"}, "x")
    found = compared(own.folder, "HEAD~1")
    assert found.orphaned == ("knowledge/alone.md",)
    assert found.outside == ("brainwiki.toml",)


def test_of_a_branch_only_its_own_work_counts(own: Told) -> None:
    git(own.folder, "checkout", "-q", "-b", "side", own.commits[1])
    commit(own.folder, {"wiki/knowledge/side.md": titled("Side")}, "x")
    found = compared(own.folder, "main", "side")
    assert (found.base, [one.path for one in found.pages]) == (own.commits[1], ["knowledge/side.md"])


@pytest.mark.parametrize("name", ["main-pump", "knowledge/pump.md"])
def test_one_page_in_either_state(told: Told, name: str) -> None:
    found = compared(told.folder, told.commits[0], page=name)
    assert found.page is not None
    assert [one.path for one in found.pages] == ["knowledge/main-pump.md"]
    assert found.claims
    assert (found.broken, found.orphaned, found.outside) == ((), ("knowledge/main-pump.md",), ())
    assert "-- The pump runs at 40 bar. [cite:1]" in found.lines
    assert "+- The pump runs at 45 bar. [cite:1]" in found.lines


def test_a_page_that_went_and_one_that_did_not_change(told: Told) -> None:
    gone = compared(told.folder, "HEAD~1", page="hose")
    assert gone.pages == (PageChange("knowledge/hose.md", "deleted"),)
    assert "-It bends." in gone.lines
    same = compared(told.folder, "HEAD~1", page="main-pump")
    assert (same.pages, same.claims, same.lines) == ((), (), ())


def test_a_long_difference_of_text_is_cut(own: Told) -> None:
    commit(own.folder, {"wiki/knowledge/long.md": titled("Long", "".join(f"Line {n}.\n\n" for n in range(500)))}, "x")
    lines = compared(own.folder, "HEAD~1", page="long").lines
    assert len(lines) == 401
    assert lines[-1] == "(… 607 more lines)"


def test_forgotten_words_are_not_told(own: Told) -> None:
    entry = json.dumps({"gone": [f"{SESSION}#turn-2", "knowledge/hose"]}) + "\n"
    write_files(own.folder, {"wiki/forgotten.jsonl": entry})
    found = compared(own.folder, own.commits[0])
    assert ("changed", FORGOTTEN, FORGOTTEN) in words(found)
    assert not any("bar" in text for one in words(found) for text in one)
    assert [one.path for one in found.pages] == ["knowledge/main-pump.md"]
    assert compared(own.folder, own.commits[0], page="main-pump").lines == (
        "(left out: the page rests, or rested, on what was forgotten)",
    )
    quotes = [proof.quote for one in found.claims for proof in (*one.gained, *one.lost)]
    assert not any("bar" in quote for quote in quotes)


def test_what_cannot_be_compared(told: Told, tmp_path: Path) -> None:
    with pytest.raises(NoCommitError):
        compared(told.folder, "nix")
    with pytest.raises(NoCommitError):
        compared(told.folder, "--output=x")
    with pytest.raises(UnknownNameError):
        compared(told.folder, "HEAD~1", page="nix")
    write_files(tmp_path, {"brainwiki.toml": "", "wiki/a.md": "x"})
    with pytest.raises(NoRepositoryError):
        compared(tmp_path, "HEAD")
