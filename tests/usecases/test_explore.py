"""Exploring: how a page and a claim are named, and what the three use cases give, on the example brain and on small ones."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from brainwiki.bootstrap import open_workspace
from brainwiki.config.profile import load_profile
from brainwiki.errors import AmbiguousNameError, UnknownNameError
from brainwiki.graph.trail import Trail
from brainwiki.model.wiki import Wiki
from brainwiki.usecases.explore import ClaimsView, find_claim, find_page, find_part, view_graph, view_links, why
from brainwiki.usecases.workspace import Workspace
from tests.helpers import REPOSITORY, titled, wiki_of

Build = Callable[..., Workspace]

BODY = "One. [cite:1] ^c-abcd\n\nTwo. [cite:1] ^c-abxy\n\nThree. [cite:1] ^note-1\n\nFour. [cite:1]\n"
ONE = "sources:\n  - id: 1\n    resource: sources/report\n"
SMALL = {
    "index.md": "# Home\n\n- [[c-sharp]]\n",
    "knowledge/c-sharp.md": titled('"C# in short"', BODY, f"aliases: [シャープ]\n{ONE}"),
    "knowledge/x/twin.md": titled("Twin one", "See [[c-sharp]] and [[nobody]].\n"),
    "knowledge/y/twin.md": titled("Twin two"),
    "sources/report.md": "---\ntype: source\ntitle: Report\n---\nText.\n",
}


@pytest.fixture
def example() -> Workspace:
    return open_workspace(str(REPOSITORY / "tests/data/example"))


@pytest.fixture
def wiki() -> Wiki:
    return wiki_of(SMALL, load_profile("brain").dialect, prefix="wiki")


@pytest.mark.parametrize(
    "name",
    [
        "knowledge/c-sharp",
        "knowledge/c-sharp.md",
        "wiki/knowledge/c-sharp.md",
        "c-sharp",
        "C-SHARP",
        "C# in short",
        "シャープ",
        " c-sharp ",
    ],
)
def test_a_page_is_named_like_a_wikilink_or_by_its_path_in_the_workspace(wiki: Wiki, name: str) -> None:
    assert find_page(wiki, name).path == "knowledge/c-sharp.md"
    assert find_part(wiki, name) == (wiki.pages["knowledge/c-sharp.md"], "")


@pytest.mark.parametrize(
    "name", ["c-sharp#c-abcd", "knowledge/c-sharp.md#c-abcd", "C# in short#c-abcd", "c-sharp# c-abcd"]
)
def test_a_title_may_hold_the_sign_that_parts_page_and_claim(wiki: Wiki, name: str) -> None:
    page, part = find_part(wiki, name)
    assert (page.path, part) == ("knowledge/c-sharp.md", "c-abcd")


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("c-shrap", "Did you mean c-sharp?"),
        ("ｃ-sharp", "Did you mean c-sharp?"),
        ("", "Check the name."),
        ("/etc/hosts", "Check the name."),
        ("../x", "Check the name."),
        ("c-shrap#c-abcd", "Did you mean c-sharp?"),
    ],
)
def test_an_unknown_page_is_told_with_near_names(wiki: Wiki, name: str, hint: str) -> None:
    with pytest.raises(UnknownNameError) as raised:
        find_part(wiki, name)
    assert raised.value.remedy.startswith(hint)
    assert raised.value.exit_code == 2


def test_a_name_of_two_pages_is_told_with_both(wiki: Wiki) -> None:
    with pytest.raises(
        AmbiguousNameError, match=r"'twin' names 2 pages\. Give one of: knowledge/x/twin, knowledge/y/twin"
    ):
        find_page(wiki, "twin")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("c-abcd", "One."),
        ("^c-abcd", "One."),
        ("c-abx", "Two."),
        ("abx", "Two."),
        ("note-1", "Three."),
        ("^note-1", "Three."),
    ],
)
def test_a_claim_is_named_by_its_id_or_its_beginning(wiki: Wiki, name: str, words: str) -> None:
    assert find_claim(wiki.pages["knowledge/c-sharp.md"], name).text == words


def test_an_exact_id_wins_over_a_longer_one() -> None:
    page = wiki_of({"a.md": titled("A", "One. [cite:1] ^c-a\n\nTwo. [cite:1] ^c-ab\n", ONE)}).pages["a.md"]
    assert find_claim(page, "c-a").text == "One."


def test_an_unknown_claim_and_an_ambiguous_one(wiki: Wiki) -> None:
    page = wiki.pages["knowledge/c-sharp.md"]
    with pytest.raises(UnknownNameError, match=r"No claim 'knowledge/c-sharp#c-abce'\. Did you mean c-abcd"):
        find_claim(page, "c-abce")
    with pytest.raises(AmbiguousNameError, match=r"'c-ab' names 2 claims\. Give one of: c-abcd, c-abxy\."):
        find_claim(page, "c-ab")
    with pytest.raises(UnknownNameError):
        find_claim(page, "^")


def test_a_heading_is_no_claim(brain: Build) -> None:
    workspace = brain({"knowledge/a.md": titled("A", "# Costs\n\nOne. [cite:1]\n", ONE)})
    with pytest.raises(UnknownNameError, match="No claim 'knowledge/a#costs'"):
        why(workspace, "a#costs")


def test_the_whole_graph(brain: Build) -> None:
    view = view_graph(brain(SMALL))
    assert list(view.graph.nodes) == [
        "knowledge/c-sharp",
        "knowledge/x/twin",
        "knowledge/y/twin",
        "missing:nobody",
        "sources/report",
    ]
    assert [(edge.source, edge.target, edge.kind) for edge in view.graph.edges] == [
        ("knowledge/c-sharp", "sources/report", "evidence"),
        ("knowledge/x/twin", "knowledge/c-sharp", "context"),
        ("knowledge/x/twin", "missing:nobody", "context"),
    ]
    assert view.orphans == ("knowledge/x/twin", "knowledge/y/twin")
    assert [len(ids) for ids in view.parts] == [4, 1]
    assert sum(view.ranks.values()) == pytest.approx(1)
    assert (view.around, view.distances) == (None, {})


@pytest.mark.parametrize(
    ("kind", "kinds"), [("context", {"context"}), ("evidence", {"evidence"}), ("all", {"context", "evidence"})]
)
def test_each_kind_of_graph(brain: Build, kind: str, kinds: set[str]) -> None:
    view = view_graph(brain(SMALL), kind)
    assert {edge.kind for edge in view.graph.edges} == kinds
    assert view.orphans == ("knowledge/x/twin", "knowledge/y/twin")


def test_around_a_page(brain: Build) -> None:
    workspace = brain(SMALL)
    near = view_graph(workspace, "all", "シャープ")
    assert near.around is not None
    assert (near.around.id, near.hops) == ("knowledge/c-sharp", 1)
    assert near.distances == {"knowledge/c-sharp": 0, "knowledge/x/twin": 1, "sources/report": 1}
    far = view_graph(workspace, "all", "c-sharp", 2)
    assert list(far.graph.nodes) == ["knowledge/c-sharp", "knowledge/x/twin", "missing:nobody", "sources/report"]
    assert list(view_graph(workspace, "context", "c-sharp").graph.nodes) == ["knowledge/c-sharp", "knowledge/x/twin"]
    assert list(view_graph(workspace, "all", "c-sharp", 0).graph.nodes) == ["knowledge/c-sharp"]


def test_around_any_node(brain: Build) -> None:
    view = view_graph(brain(SMALL), "all", "missing:nobody")
    assert view.distances == {"missing:nobody": 0, "knowledge/x/twin": 1}


def test_a_listing_is_no_node(brain: Build) -> None:
    with pytest.raises(UnknownNameError, match="No node of the graph 'index'"):
        view_graph(brain(SMALL), "all", "index")
    with pytest.raises(UnknownNameError, match="No page 'elsewhere'"):
        view_graph(brain(SMALL), "all", "elsewhere")


def test_links_of_a_page(brain: Build) -> None:
    workspace = brain(SMALL)
    view = view_links(workspace, "c-sharp")
    assert view.out == ()
    assert [(link.page.id, link.place[0]) for link in view.into] == [("index", 3), ("knowledge/x/twin", 6)]
    assert [link.state for link in view_links(workspace, "Twin one").out] == ["page", "missing"]
    assert [node.id for node in view_links(workspace, "report").cited_by] == ["knowledge/c-sharp"]


def test_why_of_a_page_and_of_a_claim(brain: Build) -> None:
    workspace = brain(SMALL)
    page = why(workspace, "c-sharp")
    assert isinstance(page, ClaimsView)
    assert [claim.text for claim, _ in page.claims] == ["One.", "Two.", "Three.", "Four."]
    assert page.uncited == ()
    claim = why(workspace, "c-sharp#c-abcd")
    assert isinstance(claim, Trail)
    assert [step.support for step in claim.steps] == ["verifiable"]


def test_why_of_a_page_without_claims_shows_its_sources(brain: Build) -> None:
    view = why(brain({**SMALL, "knowledge/z.md": titled("Z", "No cite.\n", ONE)}), "z")
    assert isinstance(view, ClaimsView)
    assert (view.claims, [step.source.id for step in view.uncited]) == ((), ["1"])


@pytest.mark.parametrize(
    ("name", "until", "turn", "words"),
    [
        ("answer-format#c-diagrams", "2026-05-02", 3, "Diagrams instead of bullet lists, please."),
        ("edge or cloud#c-edge", "2026-03-05", 5, "We reverse the cloud decision"),
        ("半無響室#c-vqdmr4vz", "2026-07-07", 5, "予算は3,150万円になりました。"),
    ],
)
def test_claims_of_the_example(example: Workspace, name: str, until: str, turn: int, words: str) -> None:
    found = why(example, name)
    assert isinstance(found, Trail)
    (step,) = found.steps
    said = {one.turn.number: one for one in step.turns}
    assert list(said) == [turn - 1, turn, turn + 1]
    assert [number for number, one in said.items() if one.is_cited] == [turn]
    assert words in said[turn].turn.text
    assert (step.support, step.quoted) == ("verifiable", True)
    assert [old.until for old, _ in found.history] == [until]


def test_the_graph_of_the_example(example: Workspace) -> None:
    view = view_graph(example)
    kinds = [node.kind for node in view.graph.nodes.values()]
    assert {kind: kinds.count(kind) for kind in sorted(set(kinds))} == {
        "note": 17,
        "page": 36,
        "proposal": 3,
        "rule": 2,
        "session": 51,
        "source": 10,
        "task": 5,
    }
    assert (view.orphans, len(view.parts)) == ((), 1)
    edge = next(
        edge
        for edge in view.graph.edges
        if edge.source.endswith("answer-format") and edge.kind == "evidence" and edge.count > 1
    )
    assert edge.target == "sessions/2026-05-02-claude-code-xa55oe4457"
    assert (edge.count, len(edge.claims), edge.claims[0]) == (4, 4, "c-diagrams")


def test_every_page_of_a_real_wiki_can_be_explored(corpus: Path) -> None:
    """Each wiki that can be found: one page of each folder, by its path."""
    workspace = open_workspace(str(corpus))
    view = view_graph(workspace)
    pages = {node.path.rpartition("/")[0]: node for node in view.graph.nodes.values() if node.path}
    assert len(view.graph.nodes) == sum(len(ids) for ids in view.parts)
    for node in pages.values():
        assert view_links(workspace, node.path).page.path == node.path
        found = why(workspace, node.path)
        assert isinstance(found, ClaimsView)
        for claim, steps in found.claims[:1]:
            assert len(steps) == len(claim.ids)
            assert isinstance(why(workspace, f"{node.path}#{claim.id}"), Trail)
