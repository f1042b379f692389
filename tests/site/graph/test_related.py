"""What is related: common neighbours, weighed; what was kept is what would be worked out."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from brainwiki.site.graph.adjacency import Adjacency
from brainwiki.site.graph.related import FEW, HUB, SHOWN, Related
from brainwiki.site.memo import ShortMemo
from tests.helpers import PROPERTY
from tests.site.graph.graphs import joined, of_names, page_of


class Counted(ShortMemo):
    """A memo that tells what was made anew."""

    def __init__(self) -> None:
        super().__init__()
        self.made = 0

    def keep(self, room: str, key: str, value: Any) -> None:
        self.made += 1
        super().keep(room, key, value)


def names(found: Adjacency, path: str, memo: ShortMemo | None = None) -> list[str]:
    related = Related(found, memo or ShortMemo())
    return [found.pages[one].path.removesuffix(".md") for one in related.of(found.numbers[path])]


def all_names(found: Adjacency, memo: ShortMemo) -> dict[str, list[str]]:
    related = Related(found, memo)
    return {page.path: [found.pages[one].path for one in related.of(number)] for number, page in enumerate(found.pages)}


def test_who_shares_most_comes_first_and_neighbours_are_left_out() -> None:
    found = of_names({"a": "xyz", "b": "xyz", "c": "xy", "d": "x", "x": "", "y": "", "z": "a"})
    assert names(found, "a.md") == ["b", "c", "d"]
    assert names(found, "x.md") == ["y", "z"]


def test_a_rare_common_neighbour_says_more_than_a_common_one() -> None:
    edges = {"a": "xy", "b": "x", "c": "y", **dict.fromkeys("defg", "y")}
    assert names(of_names(edges), "a.md")[0] == "b"


def test_a_hub_does_not_crowd_in() -> None:
    edges = {"a": "x", "b": "x", "h": "x" + "klmnopqrstuv"}
    assert names(of_names(edges), "a.md") == ["b", "h"]


def test_a_page_with_very_many_neighbours_is_not_suggested() -> None:
    leaves = [page_of(f"{number:03}.md") for number in range(HUB)]
    pages = [*leaves, page_of("a.md"), page_of("hub.md"), page_of("x.md"), page_of("y.md")]
    links = [("a.md", "x.md"), ("a.md", "y.md"), ("hub.md", "x.md")] + [("hub.md", leaf.path) for leaf in leaves]
    assert names(joined(pages, links), "a.md") == []
    assert names(joined(pages, links[:-1]), "a.md") == ["hub"]


def test_nobody_looks_through_a_page_with_very_many_neighbours() -> None:
    pages = [page_of(f"{number:03}.md") for number in range(HUB + 2)]
    full = joined([*pages[:HUB], page_of("hub.md")], [(page.path, "hub.md") for page in pages[:HUB]])
    assert names(full, "000.md") == [], "one common neighbour is not enough where it has many"
    links = [(page.path, hub) for page in pages for hub in ("hub.md", "hub-2.md")]
    over = joined([*pages, page_of("hub.md"), page_of("hub-2.md")], links)
    assert names(over, "000.md") == []
    under = joined([*pages[:HUB], page_of("hub.md"), page_of("hub-2.md")], links)
    assert len(names(under, "000.md")) == SHOWN


def test_one_common_neighbour_is_enough_where_it_has_few() -> None:
    few = of_names(dict.fromkeys("abcdefgh"[:FEW], "x"))
    assert names(few, "a.md") == ["b", "c", "d", "e", "f", "g"], "of equals the first paths"
    many = of_names(dict.fromkeys("abcdefghi"[: FEW + 1], "x"))
    assert names(many, "a.md") == []


def test_evidence_relates_as_links_do() -> None:
    pages = [page_of("a.md"), page_of("b.md"), page_of("s.md", kind="source")]
    assert names(joined(pages, rests=[("a.md", "s.md"), ("b.md", "s.md")]), "a.md") == ["b"]


def test_shared_tags_and_a_shared_folder_decide_between_equals() -> None:
    pages = [page_of("k/a.md", tags=["t"]), page_of("j/b.md"), page_of("l/c.md", tags=["t"]), page_of("x.md")]
    links = [(page.path, "x.md") for page in pages[:3]]
    assert names(joined(pages, links), "k/a.md") == ["l/c", "j/b"]
    pages = [page_of("k/a.md"), page_of("j/b.md"), page_of("k/c.md"), page_of("x.md")]
    assert names(joined(pages, [(page.path, "x.md") for page in pages[:3]]), "k/a.md") == ["k/c", "j/b"]


def test_listings_evidence_files_and_deprecated_pages_are_not_suggested() -> None:
    pages = [
        page_of("a.md"),
        page_of("b.md", kind="index"),
        page_of("c.md", kind="raw"),
        page_of("d.md", status="deprecated"),
        page_of("e.md"),
        page_of("x.md"),
    ]
    assert names(joined(pages, [(page.path, "x.md") for page in pages[:5]]), "a.md") == ["e"]


def test_a_page_without_neighbours_is_related_to_nothing() -> None:
    memo = Counted()
    assert names(joined([page_of("a.md"), page_of("b.md")]), "a.md", memo) == []
    assert memo.made == 0


EDGES = st.lists(st.tuples(st.integers(0, 11), st.integers(0, 11)), max_size=45)
TAGS = st.lists(st.sampled_from(["", "t", "u"]), min_size=12, max_size=12)


def drawn(edges: list[tuple[int, int]], tags: list[str], left_out: int = -1) -> Adjacency:
    pages = [page_of(f"{'jk'[one % 2]}/{one:02}.md", tags=[tags[one]] if tags[one] else []) for one in range(12)]
    paths = [page.path for page in pages]
    split = len(edges) // 2
    pairs = [(paths[one], paths[other]) for one, other in edges]
    kept = [page for number, page in enumerate(pages) if number != left_out]
    return joined(kept, pairs[:split], pairs[split:])


@PROPERTY
@given(EDGES, TAGS, EDGES, TAGS, st.integers(-1, 11))
def test_what_was_kept_is_what_would_be_worked_out(
    before: list[tuple[int, int]], old: list[str], after: list[tuple[int, int]], new: list[str], left_out: int
) -> None:
    memo = ShortMemo()
    all_names(drawn(before, old), memo)
    changed = drawn(before[: len(before) // 2] + after[:4], old[:6] + new[6:], left_out)
    assert all_names(changed, memo) == all_names(changed, ShortMemo())


def test_a_change_costs_only_what_is_near() -> None:
    links = [(f"{one:02}.md", f"{one + step:02}.md") for one in range(40) for step in (1, 2)]
    pages = [page_of(f"{number:02}.md") for number in range(42)]
    memo = Counted()
    all_names(joined(pages, links), memo)
    assert memo.made == 42
    all_names(joined(pages, links), memo)
    assert memo.made == 42, "nothing changed, nothing is made"
    # 20 and 24 are joined: of them and of their neighbours the degree or the neighbours differ, and who sees those looks anew.
    all_names(joined(pages, [*links, ("20.md", "24.md")]), memo)
    assert 42 < memo.made <= 42 + 14
    made = memo.made
    retitled = [page_of(page.path, title=f"New {page.path}") for page in pages]
    all_names(joined(retitled, links), memo)
    assert memo.made == made, "titles decide nothing"
