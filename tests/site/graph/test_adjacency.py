"""Edges between what is published: both kinds, both directions, each once."""

from __future__ import annotations

from brainwiki.site.graph.adjacency import Adjacency, Sides, adjacency
from brainwiki.site.pages.backlinks import gather
from brainwiki.site.state import Site
from tests.helpers import bare, titled
from tests.site.sites import SESSION, site_of, sourced, talk_site


def found_of(site: Site) -> Adjacency:
    return adjacency(site, gather(site))


def named(found: Adjacency, path: str) -> tuple[list[str], ...]:
    sides = found.sides[found.numbers[path]]
    return tuple([found.pages[one].path for one in side] for side in sides)


TEXTS = {
    "knowledge/a.md": titled("A", "See [[b]] and [[b]] again, [[a]] itself, [[nowhere]].\n"),
    "knowledge/b.md": sourced("So [cite:1]. See [[a]].\n", {"id": "1", "resource": "sources/report"}),
    "knowledge/c.md": sourced("So [cite:1].\n", {"id": "1", "resource": f"{SESSION}#turn-1"}),
    "index.md": "---\ntitle: All\n---\n[[a]] [[b]] [[c]]\n",
}


def test_both_kinds_and_directions_are_there_once() -> None:
    found = found_of(talk_site(TEXTS))
    assert named(found, "knowledge/a.md") == (["knowledge/b.md"], ["knowledge/b.md"], [], [])
    assert named(found, "knowledge/b.md") == (["knowledge/a.md"], ["knowledge/a.md"], ["sources/report.md"], [])
    assert named(found, "sources/report.md") == ([], [], [], ["knowledge/b.md"])
    assert named(found, f"{SESSION}/session.md") == ([], [], [], ["knowledge/c.md"])


def test_a_listing_joins_nothing_and_what_is_not_published_is_not_there() -> None:
    found = found_of(talk_site(TEXTS, publish=()))
    assert found.sides[found.numbers["index.md"]] == Sides()
    assert f"{SESSION}/session.md" not in found.numbers
    assert found.near[found.numbers["knowledge/c.md"]] == ()
    assert list(found.addresses) == [found.addresses[found.numbers[page.path]] for page in found.pages]


def test_evidence_files_of_the_workspace_are_nodes() -> None:
    raw = {"raw/notes.txt": bare("One line.\n", "raw/notes.txt", "raw")}
    page = "---\ntitle: P\n---\nText [notes](../raw/notes.txt).\n"
    found = found_of(site_of({"p.md": page}, "llm-wiki", evidence=raw, prefix="wiki"))
    assert [page.path for page in found.pages] == ["p.md", "raw/notes.txt"]
    assert found.addresses[1] == "raw/notes/"
    assert found.near == ((1,), (0,))


def test_neighbours_are_joined_whatever_the_kind() -> None:
    found = Adjacency(
        tuple(bare(path=f"{name}.md") for name in "abc"),
        ("a/", "b/", "c/"),
        (Sides(links=(1,), rests=(2,)), Sides(linked=(0,)), Sides(cited=(0,))),
    )
    assert found.near == ((1, 2), (0,), (0,))
    assert found.numbers == {"a.md": 0, "b.md": 1, "c.md": 2}


def test_an_empty_site_has_no_edges() -> None:
    assert found_of(site_of({})) == Adjacency((), (), ())
