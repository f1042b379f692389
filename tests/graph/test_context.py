"""Context edges: which links count, where they lead, and the sentence in which each stands."""

from __future__ import annotations

import pytest

from brainwiki.config.profile import load_profile
from brainwiki.graph.context import ContextLink, context_graph, links_of, links_to, sentence_at
from brainwiki.graph.nodes import Edge
from brainwiki.model.wiki import Wiki
from tests.helpers import bare, page_of, titled, wiki_of

BRAIN = load_profile("brain").dialect
LLM = load_profile("llm-wiki").dialect


def small(body: str, **more: object) -> Wiki:
    texts = {
        "knowledge/a.md": titled("Alpha", body),
        "knowledge/b.md": titled("Beta", more="aliases: [ベータ]\n"),
        "knowledge/x/twin.md": titled("Twin one"),
        "knowledge/y/twin.md": titled("Twin two"),
    }
    return wiki_of(texts, BRAIN, **more)


def found(wiki: Wiki, path: str = "knowledge/a.md") -> list[ContextLink]:
    return list(links_of(wiki, wiki.pages[path]))


@pytest.mark.parametrize(
    ("written", "state", "node"),
    [
        ("[[b]]", "page", "knowledge/b"),
        ("[[Beta|the other]]", "page", "knowledge/b"),
        ("[[ベータ]]", "page", "knowledge/b"),
        ("[[knowledge/b#costs]]", "page", "knowledge/b"),
        ("![[b]]", "page", "knowledge/b"),
        ("[b](b.md)", "page", "knowledge/b"),
        ("[[#here]]", "self", "knowledge/a"),
        ("[[Alpha]]", "self", "knowledge/a"),
        ("[[nobody]]", "missing", "missing:nobody"),
        ("[b](../notes/c.md)", "missing", "missing:notes/c.md"),
        ("[[twin]]", "ambiguous", "missing:twin"),
        ("[[/etc/hosts]]", "escape", "missing:/etc/hosts"),
        ("[x](../../../x.md)", "escape", "missing:../../../x.md"),
        ("[x](https://example.org)", "web", None),
        ("![x](../img/x.png)", "file", None),
    ],
)
def test_what_a_link_is(written: str, state: str, node: str | None) -> None:
    (link,) = found(small(f"See {written} now.\n", files=frozenset({"img/x.png"})))
    assert (link.state, link.node.id if link.node else None) == (state, node)


def test_an_ambiguous_link_names_its_candidates() -> None:
    (link,) = found(small("See [[twin]].\n"))
    assert link.candidates == ("knowledge/x/twin", "knowledge/y/twin")
    assert link.node is not None
    assert link.node.reason == "several pages answer to it"


def test_place_and_label() -> None:
    body = "One.\n\nTwo [[b|the pump]] and [the *b*](b.md) and [b][1].\n\n[1]: b.md\n"
    links = found(small(body))
    assert [link.label for link in links] == ["the pump", "the *b*", "b"]
    assert [link.place for link in links] == [(8, 5), (8, 24), (8, 44)]


def test_links_in_front_matter_count_where_the_dialect_says_so() -> None:
    texts = {"a.md": '---\nup: "[[b]]"\n---\nText.\n', "b.md": "Text.\n"}
    vault = wiki_of(texts, load_profile("obsidian").dialect)
    (link,) = found(vault, "a.md")
    assert (link.link.form, link.node.id if link.node else "") == ("meta", "b")
    assert found(wiki_of(texts, BRAIN), "a.md") == []


def test_a_link_in_a_citation_footnote_is_evidence() -> None:
    body = "See [[b]]. A claim.[^1] Another.[^2]\n\n[^1]: [[b]], page 3\n[^2]: [[nobody]]\n\nAnd [[b]] again.\n"
    texts = {"a.md": titled("Alpha", body), "b.md": titled("Beta")}
    assert [link.place[0] for link in found(wiki_of(texts, LLM), "a.md")] == [6, 11]
    assert len(found(wiki_of(texts, load_profile("obsidian").dialect), "a.md")) == 4


def test_links_that_come_in() -> None:
    wiki = wiki_of(
        {
            "index.md": "- [[a]]\n",
            "knowledge/a.md": titled("Alpha", "See [[Alpha]] and [[b]].\n"),
            "knowledge/b.md": titled("Beta", "From [[a]].\n\nAgain [[a#x|there]].\n"),
        },
        BRAIN,
    )
    into = [(link.page.id, link.place[0], link.link.fragment) for link in links_to(wiki, wiki.pages["knowledge/a.md"])]
    assert into == [("index", 1, ""), ("knowledge/b", 6, ""), ("knowledge/b", 8, "x")]


@pytest.mark.parametrize(
    ("body", "word", "sentence"),
    [
        ("One. See [[b]] now. Three.\n", "[[b]]", "See [[b]] now."),
        ("- One.\n- See [[b|Mr. Bean. Yes]] now. Three.\n", "[[b", "See [[b|Mr. Bean. Yes]] now."),
        ("3. See [[b]].\n", "[[b]]", "See [[b]]."),
        ("前文。[[b]]を見る。後文。\n", "[[b]]", "[[b]]を見る。"),
        ("| x | [[b]] |\n|---|---|\n| y | z |\n", "[[b]]", "x | [[b]]"),
        ("The pump, see [[b]], runs. [cite:1] Next.\n", "[[b]]", "The pump, see [[b]], runs."),
        ("> Said in [[b]].\n", "[[b]]", "Said in [[b]]."),
    ],
)
def test_the_sentence_around_a_link(body: str, word: str, sentence: str) -> None:
    page = page_of(body)
    assert sentence_at(page, page.text.index(word)) == sentence


def test_the_sentence_of_an_empty_place_is_its_line() -> None:
    page = bare("One.\n\n")
    assert sentence_at(page, 5) == ""


def test_the_graph_counts_links_and_leaves_out_listings() -> None:
    wiki = wiki_of(
        {
            "index.md": "[[a]] [[b]] [[nobody]]\n",
            "knowledge/a.md": titled("Alpha", "[[b]] [[Beta|x]] ![[b]] [[a]] [[index]] [[Nobody]] [[nobody]]\n"),
            "knowledge/b.md": titled("Beta", "[x](https://example.org)\n"),
        },
        BRAIN,
    )
    graph = context_graph(wiki)
    assert {key: node.kind for key, node in graph.nodes.items()} == {
        "knowledge/a": "page",
        "knowledge/b": "page",
        "missing:nobody": "missing",
    }
    assert graph.edges == (
        Edge("knowledge/a", "knowledge/b", "context", 3),
        Edge("knowledge/a", "missing:nobody", "context", 2),
    )
    assert graph.nodes["missing:nobody"].title == "Nobody"


def test_a_hand_written_index_is_a_node_of_other_dialects() -> None:
    graph = context_graph(wiki_of({"index.md": "[[a]]\n", "log.md": "[[a]]\n", "a.md": titled("Alpha")}, LLM))
    assert list(graph.nodes) == ["a", "index"]
    assert graph.edges == (Edge("index", "a", "context", 1),)


def test_a_read_only_text_is_a_node() -> None:
    raw = {"raw/talk.txt": bare("Text.", "raw/talk.txt", "raw")}
    wiki = wiki_of(
        {"a.md": titled("Alpha", "[talk](../raw/talk.txt) [gone](../raw/gone.txt)\n")}, LLM, evidence=raw, prefix="wiki"
    )
    graph = context_graph(wiki)
    assert graph.nodes["raw/talk.txt"].kind == "raw"
    assert [edge.target for edge in graph.edges] == ["missing:../raw/gone.txt", "raw/talk.txt"]


def test_the_same_graph_from_pages_in_any_order() -> None:
    texts = {f"{name}.md": titled(name, "[[a]] [[b]] [[c]] [[zz]]\n") for name in "abc"}
    forward, backward = wiki_of(texts, LLM), wiki_of(dict(reversed(texts.items())), LLM)
    assert context_graph(forward) == context_graph(backward)
