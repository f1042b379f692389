"""The history of a page: every revision under every name that it had, and what each did to its claims."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from brainwiki.bootstrap import open_workspace
from brainwiki.errors import AmbiguousNameError, GitError, UnknownNameError
from brainwiki.review.comparison import FORGOTTEN
from brainwiki.review.revisions import PageHistory
from brainwiki.usecases.history import LIMITED, UNREAD, WITHHELD, view_history
from brainwiki.usecases.workspace import Workspace
from tests.helpers import NOW, titled, write_files
from tests.past_brain import SECOND, SESSION, SOURCES, THIRD, Told, build
from tests.repositories import commit, git


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Told:
    """A brain with five commits; no test changes it."""
    return build(tmp_path_factory.mktemp("past") / "r")


@pytest.fixture
def own(tmp_path: Path) -> Told:
    """The same, for one test."""
    return build(tmp_path / "r")


def opened(folder: Path) -> Workspace:
    return open_workspace(str(folder), now=NOW)


def short(history: PageHistory) -> list[tuple[str, str]]:
    """Summary and kind of each revision."""
    return [(one.revision.summary if one.revision else "", one.did) for one in history.revisions]


def changes(history: PageHistory, place: int) -> list[tuple[str, tuple[str, ...], str, str]]:
    return [(turn.kind, turn.flags, turn.old, turn.new) for turn in history.revisions[place].turns]


def test_revisions_come_newest_first_through_a_rename(told: Told) -> None:
    found = view_history(opened(told.folder), "main-pump")
    assert short(found) == [
        ("Its colour", "edited"),
        ("A longer name", "renamed"),
        ("A new pressure", "edited"),
        ("The pump is written down", "new"),
    ]
    assert (found.path, found.title, found.total, found.more) == ("knowledge/main-pump.md", "The pump", 4, 0)
    assert (found.is_gone, found.is_cut) == (False, False)
    assert [one.was for one in found.revisions] == ["", "knowledge/pump.md", "", ""]
    assert [one.path for one in found.revisions][1:3] == ["knowledge/main-pump.md", "knowledge/pump.md"]
    assert [one.revision.id for one in found.revisions if one.revision] == list(reversed(told.commits[:4]))


def test_each_revision_tells_what_it_did_to_the_claims(told: Told) -> None:
    found = view_history(opened(told.folder), "The pump")
    assert changes(found, 2) == [("changed", ("number",), "The pump runs at 40 bar.", "The pump runs at 45 bar.")]
    assert changes(found, 1) == []
    kinds = {kind for kind, *_ in changes(found, 0)}
    assert kinds <= {"added", "removed", "changed"}
    assert any("9 kg" in old for _, _, old, _ in changes(found, 0))
    assert changes(found, 3) == []
    assert [one.claims for one in found.revisions] == [2, 2, 2, 2]
    assert (
        found.revisions[3].characters == len(git(told.folder, "show", f"{told.commits[0]}:wiki/knowledge/pump.md")) + 1
    )


def test_who_did_it_is_told(told: Told) -> None:
    revisions = [one.revision for one in view_history(opened(told.folder), "main-pump").revisions]
    assert [one.actor for one in revisions if one] == ["a@b.c", "a@b.c", "x", "Anna"]


@pytest.mark.parametrize("name", ["pump", "knowledge/pump.md", "wiki/knowledge/pump.md", "knowledge/pump"])
def test_an_old_name_leads_to_the_page(told: Told, name: str) -> None:
    if name == "pump":  # a bare file name is no path: it may be any folder's
        with pytest.raises(UnknownNameError):
            view_history(opened(told.folder), name)
    else:
        assert view_history(opened(told.folder), name).path == "knowledge/main-pump.md"


def test_a_page_that_is_gone_has_a_past(told: Told) -> None:
    found = view_history(opened(told.folder), "knowledge/hose")
    assert short(found) == [("No hose any more", "removed"), ("The pump is written down", "new")]
    assert (found.is_gone, found.title) == (True, "hose")


@pytest.mark.parametrize(
    ("limit", "skip", "told_", "more"), [(1, 0, ["Its colour"], 3), (2, 2, None, 0), (5, 9, [], 0)]
)
def test_a_part_is_told(told: Told, limit: int, skip: int, told_: list[str] | None, more: int) -> None:
    found = view_history(opened(told.folder), "main-pump", limit, skip)
    names = [summary for summary, _ in short(found)]
    assert names == (["A new pressure", "The pump is written down"] if told_ is None else told_)
    assert (found.more, found.total, found.skipped) == (more, 4, skip)


def test_what_is_not_committed_comes_first(own: Told) -> None:
    write_files(own.folder, {"wiki/knowledge/main-pump.md": titled("The pump", SECOND, SOURCES)})
    found = view_history(opened(own.folder), "main-pump")
    assert (found.total, found.revisions[0].revision, found.revisions[0].did) == (5, None, "edited")
    assert any("red" in old for _, _, old, _ in changes(found, 0))
    write_files(own.folder, {"wiki/knowledge/fresh.md": titled("Fresh", THIRD, SOURCES)})
    (fresh,) = view_history(opened(own.folder), "fresh").revisions
    assert (fresh.revision, fresh.did, fresh.claims, fresh.turns) == (None, "new", 2, ())


def test_line_ends_are_no_change(own: Told) -> None:
    path = own.folder / "wiki/knowledge/main-pump.md"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert view_history(opened(own.folder), "main-pump").revisions[0].revision is not None


def test_without_a_repository_there_is_what_lies_there(tmp_path: Path) -> None:
    write_files(tmp_path, {"brainwiki.toml": "", "wiki/knowledge/a.md": titled("A")})
    found = view_history(opened(tmp_path), "a")
    assert [(one.revision, one.did) for one in found.revisions] == [(None, "new")]


def test_names_that_mean_nothing_or_much(own: Told) -> None:
    with pytest.raises(UnknownNameError, match="valve"):
        view_history(opened(own.folder), "valv")
    write_files(own.folder, {"wiki/notes/x/valve.md": titled("Other", "x\n")})
    with pytest.raises(AmbiguousNameError):
        view_history(opened(own.folder), "valve")


def test_a_forgotten_page_has_no_past(own: Told) -> None:
    write_files(own.folder, {"wiki/forgotten.jsonl": json.dumps({"page": "knowledge/hose"}) + "\n"})
    with pytest.raises(UnknownNameError):
        view_history(opened(own.folder), "knowledge/hose.md")


@pytest.mark.parametrize("name", [f"{SESSION}#turn-2", SESSION])
def test_words_that_rest_on_a_forgotten_turn_are_left_out(own: Told, name: str) -> None:
    commit(own.folder, {"wiki/forgotten.jsonl": json.dumps({"turns": [name]}) + "\n"}, "Forget")
    found = view_history(opened(own.folder), "main-pump")
    words = [text for one in found.revisions for turn in one.turns for text in (turn.old, turn.new)]
    assert FORGOTTEN in words
    assert not any("bar" in text for text in words)
    assert any("9 kg" in text for text in words)
    assert found.revisions[2].note == WITHHELD


def test_a_content_that_cannot_be_read_is_said(told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    workspace = opened(told.folder)

    def refuse(*_: object) -> bytes:
        raise GitError("gone")

    monkeypatch.setattr(workspace.history, "blob", refuse)
    monkeypatch.setattr(workspace.history, "blobs", refuse)
    found = view_history(workspace, "main-pump")
    assert [one.note for one in found.revisions[1:]] == [UNREAD] * 4
    assert found.revisions[0].revision is None


def test_a_shallow_clone_says_so(told: Told, tmp_path: Path) -> None:
    git(tmp_path, "clone", "-q", "--depth", "3", f"file://{told.folder}", "c")
    found = view_history(opened(tmp_path / "c"), "main-pump")
    assert (found.is_cut, len(found.revisions)) == (True, 1)


def test_too_many_claims_are_said(own: Told) -> None:
    for words in ("bolt", "cable"):
        body = "".join(f"- Number {n} of {words} {n * 7 % 1009} here. [cite:2]\n" for n in range(1600))
        commit(own.folder, {"wiki/knowledge/many.md": titled("Many", body, SOURCES)}, words)
    assert LIMITED in [one.note for one in view_history(opened(own.folder), "many").revisions]
