"""What a build may take over unseen: how far a change of one page reaches, and what makes everything be looked at."""

from __future__ import annotations

from pathlib import Path

import material
import pytest

from brainwiki.bootstrap import open_workspace
from brainwiki.site.before import MOST, Before, Sight
from brainwiki.site.everything import maker_of, outputs
from brainwiki.site.look import overrides
from brainwiki.site.memo import ShortMemo
from brainwiki.site.opening import site_of
from brainwiki.site.output import KEPT
from brainwiki.site.templates import Templates
from brainwiki.usecases.check import check
from tests.helpers import NOW, make_brain, titled

THEME = f"{Path(material.__file__).parent}/templates"
HEAD = "---\ntype: concept\ntitle: {title}\ndescription: d\n{more}---\n{body}\n"
SOURCES = 'sources:\n  - id: 1\n    resource: sources/report\n    quote: "runs at 40 bar"\n'


def a_page(title: str, body: str, more: str = "") -> str:
    return HEAD.format(title=title, body=body, more=more)


TEXTS = {
    "knowledge/a/one.md": a_page("One", "See [[two]]. It runs. [cite:1]", SOURCES),
    "knowledge/a/two.md": a_page("Two", "See [[three]]."),
    "knowledge/a/three.md": a_page("Three", "See [[four]]."),
    "knowledge/a/four.md": a_page("Four", "See [[five]]."),
    "knowledge/a/five.md": a_page("Five", "Alone."),
    "knowledge/a/citing.md": a_page("Citing", "So. [cite:1]", SOURCES.replace("sources/report", "knowledge/a/two")),
    "sources/report.md": "---\ntype: source\ntitle: Report\n---\nIt runs at 40 bar.\n",
    "notes/a/hint.md": "---\ntype: note\ntitle: Hint\n---\nA hint.\n",
}


class Kept:
    """A brain on a disk, and what each look at it saw of it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        make_brain(root, TEXTS)
        self.last: Sight | None = None

    def write(self, path: str, text: str) -> None:
        (self.root / "wiki" / path).write_text(text, "utf-8")

    def look(self) -> Before:
        """The state as it is beside the last one, all rooms asked."""
        workspace = open_workspace(str(self.root), now=NOW)
        found = check(workspace, shelf=workspace.shelf)
        maker = maker_of(site_of(workspace, found.wiki, "T", "", ShortMemo()), Templates([overrides(), THEME]))
        before = Before(maker, found.report, self.last)
        self.files = {one.file: one.key for one in outputs(maker, found.report, False, before)}
        self.last = before.sight({})
        return before


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Kept:
    monkeypatch.setenv("BRAINWIKI_CACHE", str(tmp_path / "cache"))
    found = Kept(tmp_path / "brain")
    assert found.look().changed is None  # nothing is known at first
    return found


def unseen(before: Before) -> set[str]:
    return {path for path in TEXTS if before.is_unseen(path)}


def test_where_nothing_changed_nothing_is_looked_at(kept: Kept) -> None:
    before = kept.look()
    assert before.is_same
    assert unseen(before) == set(TEXTS)
    assert kept.files["health/index.html"] == kept.files["knowledge/a/one/index.html"] == KEPT


def test_another_text_reaches_what_shows_it(kept: Kept) -> None:
    kept.write("knowledge/a/two.md", a_page("Two", "See [[three]] and more."))
    before = kept.look()
    assert before.changed == {"knowledge/a/two.md"}
    assert not before.moved
    assert set(TEXTS) - unseen(before) == {"knowledge/a/two.md", "knowledge/a/three.md", "knowledge/a/citing.md"}
    assert kept.files["graph/index.html"] == KEPT
    assert kept.files["health/index.html"] != KEPT


def test_another_link_reaches_two_steps_in_the_graph(kept: Kept) -> None:
    kept.write("knowledge/a/two.md", a_page("Two", "See [[three]] and [[hint]]."))
    before = kept.look()
    assert before.moved >= {"knowledge/a/two.md", "knowledge/a/three.md", "notes/a/hint.md"}
    assert unseen(before) == set()
    assert kept.files["graph/index.html"] != KEPT
    kept.write("notes/a/hint.md", "---\ntype: note\ntitle: Hint\n---\nAnother hint.\n")
    assert "knowledge/a/five.md" in unseen(kept.look())


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("knowledge/a/two.md", a_page("Second", "See [[three]].")),
        ("knowledge/a/two.md", a_page("Two", "See [[three]].", "tags: [new]\n")),
        ("knowledge/a/two.md", a_page("Two", "See [[three]].\n\n## A heading")),
        ("knowledge/a/two.md", a_page("Two", "記憶の証拠は三つある。次の頁を見る。[[three]]")),  # another language
        ("sources/report.md", "---\ntype: source\ntitle: Report\n---\nIt runs at 40 bar. So.\n"),
        ("knowledge/a/new.md", a_page("New", "New.")),
        ("pic.txt", "a file"),
    ],
)
def test_whatever_others_may_see_makes_all_be_looked_at(kept: Kept, path: str, text: str) -> None:
    kept.write(path, text)
    before = kept.look()
    assert before.changed is None
    assert unseen(before) == set()
    assert KEPT not in kept.files.values()
    assert kept.look().is_same


def test_a_page_that_goes_makes_all_be_looked_at(kept: Kept) -> None:
    (kept.root / "wiki/knowledge/a/five.md").unlink()
    assert kept.look().changed is None


def test_many_changes_are_one_look_at_all(kept: Kept) -> None:
    for number in range(MOST + 1):
        kept.write(f"notes/a/n{number}.md", titled(f"N{number}"))
    kept.look()
    for number in range(MOST + 1):
        kept.write(f"notes/a/n{number}.md", titled(f"N{number}", "Other words.\n"))
    assert kept.look().changed is None
    kept.write("notes/a/n0.md", titled("N0", "Other words still.\n"))
    assert kept.look().changed == {"notes/a/n0.md"}
