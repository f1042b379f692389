"""Folders and the navigation beside a page: its own folder, never more than a screen."""

from __future__ import annotations

import pytest

from brainwiki.site.pages.tree import MAX_SIBLINGS, Tree
from tests.helpers import titled
from tests.site.sites import SESSION, TALK, TALK_PAGE, site_of

TEXTS = {
    "index.md": "# Home\n",
    "log.md": "# Log\n",
    "root-page.md": titled("Root page"),
    "knowledge/a/x.md": titled("Xylophone"),
    "knowledge/a/y.md": titled("alpha"),
    "knowledge/b/index.md": titled("All of B"),
    "knowledge/b/z.md": titled("扉の話"),
    "sources/s.md": "---\ntype: source\ntitle: S\n---\nS\n",
    f"{SESSION}/session.md": TALK_PAGE,
}


@pytest.fixture
def tree() -> Tree:
    return Tree(site_of(TEXTS, publish=("sessions",), transcripts={SESSION: TALK}))


def test_folders_hold_pages_by_title(tree: Tree) -> None:
    assert [page.title for page in tree.pages["knowledge/a"]] == ["alpha", "Xylophone"]
    assert [page.title for page in tree.pages[""]] == ["Root page"]
    assert [page.title for page in tree.pages["knowledge/b"]] == ["扉の話"]
    assert tree.folders["knowledge"] == ("knowledge/a", "knowledge/b")
    assert dict(tree.counts) == {"": 6, "knowledge": 3, "knowledge/a": 2, "knowledge/b": 1, "sources": 1, "sessions": 1}


def test_sections_are_the_same_everywhere_and_know_where_one_is(tree: Tree) -> None:
    found = tree.sections("sources/")
    assert [(link.title, link.href, link.is_current) for link in found] == [
        ("Home", "../", False),
        ("Pages", "../pages/", False),
        ("Sources", "../sources/", True),
        ("Sessions", "../sessions/", False),
        ("Changes", "../log/", False),
    ]


def test_beside_a_page_stands_its_folder(tree: Tree) -> None:
    nav = tree.nav("knowledge/a/x/", "knowledge/a")
    assert nav.folder is not None
    assert (nav.folder.title, nav.folder.href, nav.folder.is_current) == ("A", "../../../knowledge/a/", False)
    assert [(link.title, link.is_current) for link in nav.siblings] == [("alpha", False), ("Xylophone", True)]
    assert nav.more is None


def test_a_folder_shows_the_folders_in_it_first_and_an_index_gives_its_title(tree: Tree) -> None:
    nav = tree.nav("knowledge/", "knowledge")
    assert [link.title for link in nav.siblings] == ["A", "All of B"]
    assert nav.folder is not None
    assert nav.folder.is_current
    assert [link.language for link in tree.nav("knowledge/b/", "knowledge/b").siblings] == ["ja"]


def test_what_has_a_section_is_not_repeated_at_the_root(tree: Tree) -> None:
    assert [link.title for link in tree.nav("", "").siblings] == ["Knowledge", "Root page"]


def test_nowhere(tree: Tree) -> None:
    nav = tree.nav("findings/", None)
    assert (nav.folder, nav.siblings, nav.more) == (None, (), None)


@pytest.mark.parametrize(("at", "first"), [(0, 0), (10, 0), (100, 75), (299, 250)])
def test_big_folders_show_the_neighbourhood(at: int, first: int) -> None:
    site = site_of({f"k/p{number:03}.md": titled(f"P {number:03}") for number in range(300)})
    nav = Tree(site).nav(f"k/p{at:03}/", "k")
    assert len(nav.siblings) == MAX_SIBLINGS
    assert nav.siblings[0].title == f"P {first:03}"
    assert [link.title for link in nav.siblings if link.is_current] == [f"P {at:03}"]
    assert nav.more is not None
    assert (nav.more.title, nav.more.href) == ("All 300 in this folder", "../../k/")


def test_sessions_stand_newest_first() -> None:
    texts = {
        f"sessions/{name}/session.md": f"---\ntype: session\ntitle: {title}\nstarted: {day}T09:00:00Z\n---\nS\n"
        for name, title, day in (("a", "B", "2026-01-01"), ("b", "A", "2026-03-01"), ("c", "C", "2026-02-01"))
    }
    found = Tree(site_of(texts, publish=("sessions",)))
    assert [page.title for page in found.pages["sessions"]] == ["A", "C", "B"]
