"""Data for scripts: shards of what is near, the map, keys that tell all of it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from brainwiki.site.everything import maker_of
from brainwiki.site.graph import data
from brainwiki.site.graph.connections import Connections
from brainwiki.site.graph.data import Map, shard_file, shard_key, shards
from brainwiki.site.graph.outputs import outputs
from brainwiki.site.look import overrides
from brainwiki.site.output import FileOutput, PageOutput
from brainwiki.site.pages.backlinks import gather
from brainwiki.site.pages.parts import Maker
from brainwiki.site.shards import shard_of
from brainwiki.site.state import Site
from brainwiki.site.templates import Templates
from tests.helpers import titled
from tests.site.sites import site_of, talk_site

EVIL = "</script><img src=x onerror=alert(1)>"
TEXTS = {
    "knowledge/a.md": titled("A", "See [[b]] and [[c]].\n", "tags: [one, two]\nstale_after: 2026-01-01T00:00:00Z\n"),
    "knowledge/b.md": titled("Bee", "See [[a]] and [[c]].\n", "tags: [two]\n"),
    "knowledge/c.md": titled(EVIL.replace(":", ""), "Text.\n"),
    "knowledge/lone.md": titled("Lone"),
    "index.md": "---\ntitle: All\n---\n[[a]]\n",
}


def connections(site: Site) -> Connections:
    return Connections(site, gather(site))


def value_of(content: bytes) -> tuple[str, Any]:
    """The name and the value that a data file gives."""
    text = content.decode("utf-8")
    assert "<" not in text
    name, value = json.loads(f"[{text.removeprefix('bw.take(').removesuffix(');' + chr(10))}]")
    return name, value


def test_a_shard_holds_what_is_near_its_pages() -> None:
    found = connections(site_of(TEXTS))
    ((name, numbers),) = shards(found).items()
    assert name == "00"
    given, value = value_of(shard_file(found, name, numbers))
    assert given == "graph/00"
    table = [row[0] for row in value["n"]]
    assert set(value["a"]) == {"knowledge/a/", "knowledge/b/", "knowledge/c/"}, (
        "only pages that are joined to something"
    )
    own, *sides = value["a"]["knowledge/a/"]
    assert table[own] == "knowledge/a/"
    assert [[table[one] for one in side] for side in sides] == [
        ["knowledge/c/", "knowledge/b/"],
        ["knowledge/b/"],
        [],
        [],
    ]
    assert value["n"][own] == ["knowledge/a/", "A", 0]


def test_every_page_is_in_the_shard_that_a_script_looks_into() -> None:
    texts = {f"k/{number}.md": titled(f"N {number}", f"[[{number + 1}]]\n") for number in range(100)}
    found = connections(site_of(texts))
    assert found.site.shards == 4
    for name, numbers in shards(found).items():
        _, value = value_of(shard_file(found, name, numbers))
        assert all(shard_of(address, 4) == name for address in value["a"])
    assert sum(len(numbers) for numbers in shards(found).values()) == 100


def test_a_shard_is_capped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(data, "NEAR", 5)
    texts = {f"k/{number:02}.md": titled(f"N {number:02}", "[[hub]]\n") for number in range(20)}
    found = connections(site_of({**texts, "k/hub.md": titled("Hub")}))
    ((name, numbers),) = shards(found).items()
    _, value = value_of(shard_file(found, name, numbers))
    assert [value["n"][one][1] for one in value["a"]["k/hub/"][2]] == ["N 00", "N 01", "N 02", "N 03", "N 04"]


def test_the_key_of_a_shard_differs_where_its_content_does() -> None:
    def keyed(texts: dict[str, str]) -> tuple[str, bytes]:
        found = connections(site_of(texts))
        ((name, numbers),) = shards(found).items()
        return shard_key(found, numbers), shard_file(found, name, numbers)

    first = keyed(TEXTS)
    assert keyed({**TEXTS, "knowledge/b.md": titled("Bee", "Words. See [[a]] and [[c]].\n")}) == first
    for changed in (titled("Bees", "See [[a]] and [[c]].\n"), titled("Bee", "See [[a]].\n")):
        other = keyed({**TEXTS, "knowledge/b.md": changed})
        assert other[0] != first[0]
        assert other[1] != first[1]


def test_the_map_says_all_that_it_is_filtered_by() -> None:
    drawn = Map(connections(site_of(TEXTS)))
    assert (drawn.types, drawn.tags) == (("concept",), ("one", "two"))
    value = drawn.value()
    assert [row[:4] for row in value["nodes"]] == [
        ["knowledge/a/", "A", 0, 0],
        ["knowledge/b/", "Bee", 0, 0],
        ["knowledge/c/", EVIL.replace(":", ""), 0, 0],
    ]
    assert [row[7:] for row in value["nodes"]] == [[2, 0, [0, 1], "2026-01-01T00:00:00+00:00"], [2, 0, [1], ""], [2, 0, [], ""]]  # fmt: skip
    assert value["links"] == [0, 1, 0, 2, 1, 0, 1, 2]
    assert value["rests"] == []
    (cluster,) = value["clusters"]
    assert (cluster[0], cluster[4]) == ("A", 3)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("knowledge/b.md", titled("Bees", "See [[a]] and [[c]].\n", "tags: [two]\n")),
        ("knowledge/b.md", titled("Bee", "See [[a]] and [[c]].\n", "tags: [three]\n")),
        ("knowledge/b.md", titled("Bee", "See [[c]].\n", "tags: [two]\n")),
        ("knowledge/a.md", titled("A", "See [[b]] and [[c]].\n", "tags: [one, two]\nstale_after: 2027-01-01T00:00:00Z\n")),
        ("knowledge/lone.md", titled("Renamed")),
        ("knowledge/more.md", titled("More")),
    ],
)  # fmt: skip
def test_the_key_of_the_map_differs_where_the_map_does(path: str, text: str) -> None:
    before, after = (made({**TEXTS, **more}) for more in ({}, {path: text}))
    assert before["graph/"][0] != after["graph/"][0]
    assert (
        before["graph/"][1] != after["graph/"][1]
        or before["data/graph/global.js"][1] != after["data/graph/global.js"][1]
    )


def made(texts: dict[str, str]) -> dict[str, tuple[str, Any]]:
    """Keys and contents of all outputs of the graph, by address or path."""
    found: dict[str, tuple[str, Any]] = {}
    for output in outputs(maker_of(site_of(texts), Templates([overrides()]))):
        assert isinstance(output, PageOutput | FileOutput)
        found[output.address if isinstance(output, PageOutput) else output.path] = (output.key, output.make())
    return found


def test_outputs_are_the_data_and_one_page() -> None:
    found = made(TEXTS)
    assert set(found) == {"data/graph/00.js", "data/graph/global.js", "graph/"}
    assert all(key for key, _ in found.values())
    part = found["graph/"][1]
    assert part.title == "Graph"
    assert part.scripts == ("assets/javascripts/bw-graph.js", "assets/javascripts/bw-graph-map.js")
    assert 'href="../knowledge/a/">A</a>' in part.content
    assert "<img" not in part.content
    assert "Joined to nothing" in part.content
    assert 'href="../knowledge/lone/">Lone</a>' in part.content
    assert "style=" not in part.content


def test_a_site_without_pages_and_pages_without_connections_have_no_graph() -> None:
    assert made({}) == {}
    assert list(outputs(Maker(site_of(TEXTS), Templates([overrides()])))) == []


def test_what_is_not_published_is_in_no_data() -> None:
    texts = {"knowledge/p.md": titled("P", "See [[Diagrams or lists]] and [[report]].\n")}
    content = made_text(texts, ())
    assert "Diagrams" not in content
    assert "Report" in content
    assert "Diagrams" in made_text(texts, ("sessions",))


def made_text(texts: dict[str, str], publish: tuple[str, ...]) -> str:
    found = []
    for output in outputs(maker_of(talk_site(texts, publish), Templates([overrides()]))):
        assert isinstance(output, PageOutput | FileOutput)
        content = output.make()
        found.append(content.decode("utf-8") if isinstance(content, bytes) else content.content)
    return "\n".join(found)


def test_the_foot_of_a_page_shows_its_connections_and_loads_the_script() -> None:
    maker = maker_of(site_of(TEXTS), Templates([overrides()]))
    part = maker.page("knowledge/a.md")
    assert part.scripts == ("assets/javascripts/bw-graph.js", "assets/javascripts/bw-graph-near.js")
    assert part.styles == ("assets/stylesheets/bw-graph.css",)
    section = part.foot[part.foot.index('<section class="bw-section bw-near"') :]
    assert '<ul class="bw-plain" data-kind="context" data-way="both">\n<li><a href="../b/">Bee</a></li>' in section
    assert "&lt;/script&gt;&lt;img" in section
    assert "<img" not in section
    assert "style=" not in section
    assert [entry["id"] for entry in part.contents][-1] == "bw-near"
    alone = maker.page("knowledge/lone.md")
    assert "bw-near" not in alone.foot
    assert alone.scripts == ()


def test_a_neighbour_costs_few_bytes() -> None:
    texts = {f"k/{number:02}.md": titled(f"N {number:02}", "[[hub]]\n") for number in range(30)}
    maker = maker_of(site_of({**texts, "k/hub.md": titled("Hub")}), Templates([overrides()]))
    part = maker.page("k/hub.md")
    lists = part.foot[part.foot.index('data-way="in"') : part.foot.index('<p class="bw-near__all">')]
    assert len(lists) < 30 * 60
