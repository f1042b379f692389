"""Folders and the navigation beside a page: its own folder, never more than a screen."""

from __future__ import annotations

import posixpath
import re
from urllib.parse import unquote

import pytest

from brainwiki.config.config import Config
from brainwiki.config.profile import load_profile
from brainwiki.site.pages.tree import MAX_SIBLINGS, Link, Nav, Tree
from brainwiki.site.published import select
from brainwiki.site.state import Site
from brainwiki.site.text.placeholders import new_secret
from brainwiki.site.urls import assign
from tests.helpers import NOW, titled, wiki_of
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


def titles(nav: Nav) -> list[str]:
    """The words of the rows beside a page."""
    return [re.sub("<[^>]*>", "", row) for row in nav.siblings]


def hrefs(rows: tuple[str, ...]) -> list[str]:
    """Where rows lead."""
    return [unquote(re.findall('href="([^"]*)"', row)[0]) for row in rows]


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
        ("Sources", "./", True),
        ("Sessions", "../sessions/", False),
        ("Changes", "../log/", False),
        ("Graph", "../graph/", False),
        ("Health", "../health/", False),
    ]


def test_sections_that_others_add_stand_in_the_register_s_order() -> None:
    wiki = wiki_of(TEXTS, load_profile("brain").dialect)
    selection = select(wiki, (), lambda path: True)
    site = Site(wiki, assign(wiki, selection, ("graph", "changes")), Config(), "Memory", NOW, new_secret())
    assert [link.title for link in Tree(site).sections("")] == [
        "Home",
        "Pages",
        "Sources",
        "Changes",
        "Graph",
        "Health",
    ]
    assert [link.href for link in Tree(site).sections("")][3:] == ["changes/", "graph/", "health/"]


def test_beside_a_page_stands_its_folder(tree: Tree) -> None:
    nav = tree.nav("knowledge/a/x/", "knowledge/a")
    assert nav.folder is not None
    assert (nav.folder.title, nav.folder.href, nav.folder.is_current) == ("A", "../", False)
    assert nav.siblings == (
        '<li><a href="../y/">alpha</a></li>',
        '<li><a href="./" class="md-nav__link--active" aria-current="page">Xylophone</a></li>',
    )
    assert tree.nav("knowledge/a/y/", "knowledge/a").siblings == (
        '<li><a href="./" class="md-nav__link--active" aria-current="page">alpha</a></li>',
        '<li><a href="../x/">Xylophone</a></li>',
    )
    assert nav.more is None


def test_a_folder_shows_the_folders_in_it_first_and_an_index_gives_its_title(tree: Tree) -> None:
    nav = tree.nav("knowledge/", "knowledge")
    assert titles(nav) == ["A", "All of B"]
    assert nav.folder is not None
    assert nav.folder.is_current
    (row,) = tree.nav("knowledge/b/", "knowledge/b").siblings
    assert row == '<li><a href="../b/z/" lang="ja">扉の話</a></li>'


def test_what_has_a_section_is_not_repeated_at_the_root(tree: Tree) -> None:
    assert titles(tree.nav("", "")) == ["Knowledge", "Root page"]


def test_the_navigation_of_a_page_does_not_grow_with_the_wiki() -> None:
    texts = {f"k/p{number:03}.md": titled(f"P {number:03}") for number in range(100)}
    more = {
        **texts,
        **{f"k/z{number:03}.md": titled(f"Z {number:03}") for number in range(500)},
        "other/x.md": titled("X"),
    }
    assert Tree(site_of(texts)).nav("k/p050/", "k") == Tree(site_of(more)).nav("k/p050/", "k")


def test_only_links_in_another_language_say_theirs(tree: Tree) -> None:
    assert not any("lang=" in row for row in tree.nav("knowledge/a/x/", "knowledge/a").siblings)


def test_a_row_is_text_in_html() -> None:
    assert Link("<b>", 'x"y', language='"').row == '<li><a href="x&quot;y" lang="&quot;">&lt;b&gt;</a></li>'


@pytest.mark.parametrize(
    "base", ["", "root-page/", "knowledge/", "knowledge/a/", "knowledge/a/x/", "sources/s/", "log/"]
)
def test_rows_lead_where_they_say_from_every_page(tree: Tree, base: str) -> None:
    """Rows are kept for all pages that stand in one folder: each address is right from each of them."""
    for folder in ("", "knowledge", "knowledge/a", "sources"):
        nav = tree.nav(base, folder)
        found = [posixpath.normpath(posixpath.join("/", base, href)) for href in hrefs((*nav.sections, *nav.siblings))]
        wanted = [link[1] for link in (*tree._sections, *tree._links[folder])]
        assert found == [posixpath.normpath(f"/{address}") for address in wanted]


def test_nowhere(tree: Tree) -> None:
    nav = tree.nav("findings/", None)
    assert (nav.folder, nav.siblings, nav.more) == (None, (), None)


@pytest.mark.parametrize(("at", "first"), [(0, 0), (8, 0), (100, 92), (299, 284)])
def test_big_folders_show_the_neighbourhood(at: int, first: int) -> None:
    site = site_of({f"k/p{number:03}.md": titled(f"P {number:03}") for number in range(300)})
    nav = Tree(site).nav(f"k/p{at:03}/", "k")
    assert len(nav.siblings) == MAX_SIBLINGS
    assert titles(nav)[0] == f"P {first:03}"
    assert [row for row in nav.siblings if "aria-current" in row] == [Link(f"P {at:03}", "./", True).row]
    assert nav.more is not None
    assert (nav.more.title, nav.more.href) == ("All in this folder", "../")


def test_sessions_stand_newest_first() -> None:
    texts = {
        f"sessions/{name}/session.md": f"---\ntype: session\ntitle: {title}\nstarted: {day}T09:00:00Z\n---\nS\n"
        for name, title, day in (("a", "B", "2026-01-01"), ("b", "A", "2026-03-01"), ("c", "C", "2026-02-01"))
    }
    found = Tree(site_of(texts, publish=("sessions",)))
    assert [page.title for page in found.pages["sessions"]] == ["A", "C", "B"]
