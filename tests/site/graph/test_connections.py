"""Connections of a page: groups, caps, digests that tell all that is shown."""

from __future__ import annotations

import pytest

from brainwiki.site.graph.connections import SHOWN, Connections, Group, Near, shares
from brainwiki.site.pages.backlinks import gather
from brainwiki.site.state import Site
from tests.helpers import titled
from tests.site.sites import SESSION, site_of, sourced, talk_site


def connections(site: Site) -> Connections:
    return Connections(site, gather(site))


TEXTS = {
    "knowledge/a.md": titled("A", "See [[b]], [[c]] and [[d]].\n"),
    "knowledge/b.md": titled("Bee", "See [[a]].\n"),
    "knowledge/c.md": sourced("So [cite:1], or so [cite:2].\n", {"id": "1", "resource": "sources/report"}, {"id": "2", "resource": f"{SESSION}#turn-1"}),
    "knowledge/d.md": titled("<script>alert(1)</script>", "Text.\n"),
    "knowledge/e.md": titled("E", "See [[a]] and [[d]].\n"),
    "knowledge/f.md": titled("F", "See [[b]] and [[c]].\n"),
    "knowledge/lone.md": titled("Lone"),
    "index.md": "---\ntitle: All\n---\n[[a]]\n",
}  # fmt: skip


def titles(groups: tuple[Group, ...]) -> dict[str, list[str]]:
    return {f"{group.kind} {group.way}": [page.title for page in group.pages] for group in groups}


def test_neighbours_stand_in_groups_by_title() -> None:
    found = connections(talk_site(TEXTS))
    view = found.view("knowledge/a.md")
    assert view is not None
    assert titles(view.groups) == {
        "context both": ["Bee"],
        "context out": ["<script>alert(1)</script>", "Page"],
        "context in": ["E"],
    }
    assert view.groups[0].pages[0] == Near("../b/", "Bee", "en", "page")
    assert (view.address, view.title, view.shape, view.map) == ("knowledge/a/", "A", "page", "../../graph/")
    assert [one.title for one in view.related] == ["F", "Diagrams or lists", "Report"], "F leads to b and c as well"


def test_evidence_stands_apart_and_says_its_shape() -> None:
    found = connections(talk_site(TEXTS))
    cited = found.view("knowledge/c.md")
    assert cited is not None
    assert titles(cited.groups)["evidence out"] == ["Diagrams or lists", "Report"]
    assert [page.shape for page in cited.groups[-1].pages] == ["session", "source"]
    source = found.view("sources/report.md")
    assert source is not None
    assert titles(source.groups) == {"evidence in": ["Page"]}


def test_what_is_not_published_is_not_named() -> None:
    view = connections(talk_site(TEXTS, publish=())).view("knowledge/c.md")
    assert view is not None
    assert titles(view.groups)["evidence out"] == ["Report"]


@pytest.mark.parametrize("path", ["knowledge/lone.md", "index.md", "nowhere.md", f"{SESSION}/session.md"])
def test_a_page_that_is_joined_to_nothing_shows_nothing(path: str) -> None:
    found = connections(talk_site({**TEXTS, "knowledge/c.md": titled("C")}, publish=()))
    assert found.view(path) is None
    assert found.digest_of(path) == ""


def test_no_page_names_more_than_it_should() -> None:
    many = {f"k/{number:03}.md": titled(f"N {number:03}", "See [[hub]].\n") for number in range(300)}
    links = " ".join(f"[[{number:03}]]" for number in range(100, 130))
    found = connections(site_of({**many, "k/hub.md": titled("Hub", f"{links}\n")}))
    view = found.view("k/hub.md")
    assert view is not None
    shown = {group.way: (len(group.pages), group.more) for group in view.groups}
    assert shown == {"both": (20, 10), "in": (20, 250)}
    assert sum(len(group.pages) for group in view.groups) == SHOWN
    assert len(view.related) == 0


@pytest.mark.parametrize(
    ("sizes", "room", "shown"),
    [
        ([3, 0, 2], 40, [3, 0, 2]),
        ([100, 2, 3, 4], 40, [31, 2, 3, 4]),
        ([100, 100, 1], 40, [20, 19, 1]),
        ([100, 100, 100], 2, [1, 1, 0]),
        ([], 5, []),
        ([7], 0, [0]),
    ],
)
def test_room_is_shared(sizes: list[int], room: int, shown: list[int]) -> None:
    assert shares(sizes, room) == shown


def test_a_page_says_its_language() -> None:
    texts = {
        "k/a.md": titled("A", "[[雨]] [[記録]] [[b]]\n"),
        "k/b.md": titled("Über"),
        "k/雨.md": "---\ntitle: 雨\nlang: ja\n---\n雨。\n",
        "k/記録.md": titled("記録", "これは記録です。ことばはかなで分かります。\n"),
    }
    view = connections(site_of(texts)).view("k/a.md")
    assert view is not None
    assert {page.title: page.language for page in view.groups[0].pages} == {"Über": "en", "記録": "ja", "雨": "ja"}


CHANGES = {
    "a neighbour's title": {"knowledge/b.md": titled("Bees", "See [[a]].\n")},
    "a neighbour less": {"knowledge/e.md": titled("E", "See [[d]].\n")},
    "the direction": {"knowledge/b.md": titled("Bee", "Text.\n")},
    "its own title": {"knowledge/a.md": titled("Aa", "See [[b]], [[c]] and [[d]].\n")},
    "the title of what is related": {"knowledge/f.md": titled("Eff", "See [[b]] and [[c]].\n")},
}


@pytest.mark.parametrize("what", CHANGES)
def test_the_digest_differs_where_what_is_shown_does(what: str) -> None:
    before = connections(talk_site(TEXTS))
    after = connections(talk_site({**TEXTS, **CHANGES[what]}))
    assert before.view("knowledge/a.md") != after.view("knowledge/a.md")
    assert before.digest_of("knowledge/a.md") != after.digest_of("knowledge/a.md")


def test_a_change_that_does_not_show_leaves_the_digest() -> None:
    before = connections(talk_site(TEXTS))
    after = connections(
        talk_site({**TEXTS, "knowledge/b.md": titled("Bee", "Other words. See [[a]].\n"), "knowledge/lone.md": titled("Other")})
    )  # fmt: skip
    for path in TEXTS:
        assert before.view(path) == after.view(path)
        assert before.digest_of(path) == after.digest_of(path)


def test_renaming_a_page_two_steps_away_leaves_a_page_as_it_is() -> None:
    before = connections(talk_site(TEXTS))
    after = connections(talk_site({**TEXTS, "knowledge/e.md": titled("Renamed", "See [[a]] and [[d]].\n")}))
    assert before.digest_of("knowledge/f.md") == after.digest_of("knowledge/f.md")
    assert before.view("knowledge/f.md") == after.view("knowledge/f.md")
    assert before.digest_of("knowledge/a.md") != after.digest_of("knowledge/a.md")
