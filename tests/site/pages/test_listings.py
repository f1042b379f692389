"""Generated listings: pages by folder and type, sources, sessions newest first, tasks by date, each folder, a home."""

from __future__ import annotations

from brainwiki.site.pages.listings import MAX_WHOLE, Listing, folder_listing, home, listing
from brainwiki.site.pages.tree import Tree
from brainwiki.site.state import Site
from tests.helpers import titled
from tests.site.sites import site_of


def task(title: str, state: str, due: str = "") -> str:
    return (
        f"---\ntype: task\ntitle: {title}\nstate: {state}\n"
        + (f"due: {due}\n" if due else "")
        + "owner: human:a\n---\nT\n"
    )


def session(title: str, started: str) -> str:
    return f"---\ntype: session\ntitle: {title}\nstarted: {started}\nagent: x/1\nturns: 3\n---\nS\n"


TEXTS = {
    "knowledge/a/x.md": titled("X page"),
    "knowledge/a/y.md": titled("a page", more="status: draft\n").replace("type: concept", "type: decision"),
    "knowledge/b/z.md": titled("扉の話", "日本語の本文です。\n"),
    "notes/n/k.md": "---\ntype: note\ntitle: Note\n---\nN\n",
    "sources/s.md": "---\ntype: source\ntitle: Report\nauthor: A. W.\npublished: 2026-01-02\ndescription: about\n---\nS\n",
    "rules/r.md": "---\ntype: rule\ntitle: Rule\ndescription: do\n---\nR\n",
    "tasks/late.md": task("Late", "held", "2027-01-01"),
    "tasks/soon.md": task("Soon", "waiting", "2026-12-01"),
    "tasks/some.md": task("Some day", "held"),
    "tasks/done.md": task("Over", "done", "2026-01-01"),
    "sessions/a/session.md": session("Old", "2026-05-02T09:00:00+02:00"),
    "sessions/b/session.md": session("New", "2026-06-02T09:00:00+02:00"),
    "sessions/c/session.md": session("Mid", "2026-05-20T09:00:00+02:00"),
}


def found(name: str, texts: dict[str, str] | None = None) -> Listing:
    site = site_of(texts or TEXTS, publish=("sessions", "tasks"))
    return listing(site, Tree(site), name)


def shape(one: Listing) -> list[tuple[str, list[str]]]:
    return [(group.title, [item.title for item in group.items]) for group in one.groups]


def test_pages_by_folder_and_by_type() -> None:
    assert shape(found("pages")) == [
        ("Knowledge / A", ["a page", "X page"]),
        ("Knowledge / B", ["扉の話"]),
        ("Notes / N", ["Note"]),
        ("concept", ["X page", "扉の話"]),
        ("decision", ["a page"]),
        ("note", ["Note"]),
    ]
    first = found("pages").groups[0]
    assert (first.href, first.size, first.anchor) == ("../knowledge/a/", 2, "in-knowledge-a")
    assert first.items[0].details == ("decision", "draft")
    assert first.items[1]._asdict() == {
        "title": "X page",
        "href": "../knowledge/a/x/",
        "about": "d",
        "language": "en",
        "details": ("concept",),
    }
    assert found("pages").groups[1].items[0].language == "ja"


def test_sources_and_rules_by_title() -> None:
    assert shape(found("sources")) == [("", ["Report"])]
    assert found("sources").groups[0].items[0].details == ("A. W.", "2026-01-02")
    assert shape(found("rules")) == [("", ["Rule"])]


def test_sessions_newest_first_by_month() -> None:
    assert shape(found("sessions")) == [("2026-06", ["New"]), ("2026-05", ["Mid", "Old"])]
    assert found("sessions").groups[0].items[0].details == ("2026-06-02", "x/1", "3 turns")


def test_tasks_by_due_date_then_without_then_done() -> None:
    assert shape(found("tasks")) == [("", ["Soon", "Late"]), ("no date", ["Some day"]), ("done", ["Over"])]
    assert found("tasks").groups[0].items[0].details == ("due 2026-12-01", "waiting", "human:a")


def test_a_folder_lists_its_pages_and_names_its_folders() -> None:
    site = site_of(TEXTS)
    tree = Tree(site)
    top = folder_listing(site, tree, "knowledge")
    assert [(group.title, group.size, group.href) for group in top.groups] == [
        ("Knowledge / A", 2, "../knowledge/a/"),
        ("Knowledge / B", 1, "../knowledge/b/"),
    ]
    inner = folder_listing(site, tree, "knowledge/a")
    assert [(crumb.title, crumb.href) for crumb in inner.crumbs] == [("Knowledge", "../../knowledge/")]
    assert shape(inner) == [("", ["a page", "X page"])]


def test_a_wiki_without_an_index_has_a_home() -> None:
    site: Site = site_of(TEXTS)
    one = home(site, Tree(site))
    assert (one.title, one.intro) == ("Memory", "This wiki has no index; here is what it holds.")
    assert shape(one)[0] == ("Knowledge / A", ["a page", "X page"])
    assert one.groups[0].items[0].href == "knowledge/a/y/"


def test_big_wikis_are_listed_by_folder_only() -> None:
    texts = {f"big/{'a' if n % 2 else 'b'}/p{n}.md": titled(f"P {n}") for n in range(MAX_WHOLE + 1)}
    one = found("pages", {**texts, "top.md": titled("Top"), "other/x.md": titled("X")})
    assert shape(one) == [("", ["Top"]), ("Other", [])]
    site = site_of({**texts, "big/x.md": titled("X")})
    assert [(group.title, group.size) for group in listing(site, Tree(site), "pages").groups] == [
        ("Big", MAX_WHOLE + 2)
    ]


def test_one_type_needs_no_second_list() -> None:
    assert shape(found("pages", {"k/a.md": titled("A"), "k/b.md": titled("B")})) == [("K", ["A", "B"])]


def test_anchors_are_plain_names() -> None:
    odd = titled("Odd").replace("type: concept", "type: '\"><script>x</script>'")
    anchors = [group.anchor for group in found("pages", {'k"on=x/a.md': odd, "k/b.md": titled("B")}).groups]
    assert anchors == ["in-k", "in-konx", "type-scriptx-script", "type-concept"]
