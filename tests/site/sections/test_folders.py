"""Listings of pages: by folder, type and tag; long ones go on over several pages, big wikis are listed by folder."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from brainwiki.site.sections.folders import MAX_TAGS
from brainwiki.site.urls import IN_A_PART, relative
from tests.helpers import titled
from tests.site.sections.rooms import changed, keys, made
from tests.site.sections.views import listing, shape
from tests.site.sites import site_of

TEXTS = {
    "knowledge/a/x.md": titled("X page", more="tags: [Alpha, 記憶]\n"),
    "knowledge/a/y.md": titled("a page", more="status: draft\ntags: [alpha]\n").replace(
        "type: concept", "type: decision"
    ),
    "knowledge/b/z.md": titled(
        "扉の話", "日本語の本文です。\n", more="description: 扉について\ntags: [記憶, 'c++']\n"
    ).replace("description: d\n", ""),
    "notes/n/k.md": "---\ntype: note\ntitle: Note\ntags: [c]\n---\nN\n",
    "sources/s.md": "---\ntype: source\ntitle: Report\n---\nS\n",
}


def test_all_pages_by_folder_with_types_and_tags_beside() -> None:
    found = listing(site_of(TEXTS), "pages/")
    assert shape(found) == [
        ("Knowledge / A", ["a page", "X page"]),
        ("Knowledge / B", ["扉の話"]),
        ("Notes / N", ["Note"]),
    ]
    assert found.size == 4
    first = found.groups[0]
    assert (first.href, first.size, first.anchor) == (relative("pages/", "knowledge/a/"), 2, "in-knowledge-a")
    assert first.items[0].details == ("decision", "draft")
    assert first.items[1][:5] == ("X page", relative("pages/", "knowledge/a/x/"), "d", "en", ("concept",))
    assert found.groups[1].items[0].language == "ja"
    types, tags = found.facets
    assert types.links == (
        ("concept", relative("pages/", "pages/types/concept/"), 2),
        ("decision", relative("pages/", "pages/types/decision/"), 1),
        ("note", relative("pages/", "pages/types/note/"), 1),
    )
    assert [(name, count) for name, _, count in tags.links] == [("Alpha", 2), ("c", 1), ("c++", 1), ("記憶", 2)]
    assert tags.more == relative("pages/", "tags/")


def test_a_type_and_a_tag_have_listings_of_their_own() -> None:
    site = site_of(TEXTS)
    assert shape(listing(site, "pages/types/concept/")) == [("", ["X page", "扉の話"])]
    tagged = listing(site, "tags/alpha/")
    assert (tagged.title, shape(tagged)) == ("Alpha", [("", ["a page", "X page"])])
    assert tagged.crumbs[0] == ("Tags", relative("tags/alpha/", "tags/"))
    assert shape(listing(site, "tags/記憶/")) == [("", ["X page", "扉の話"])]


def test_all_tags_with_their_counts() -> None:
    found = listing(site_of(TEXTS), "tags/")
    assert [(item.title, item.href, item.details) for item in found.groups[0].items] == [
        ("Alpha", relative("tags/", "tags/alpha/"), ("2",)),
        ("c", relative("tags/", "tags/c/"), ("1",)),
        ("c++", relative("tags/", "tags/c-2/"), ("1",)),
        ("記憶", relative("tags/", "tags/記憶/"), ("2",)),
    ]
    assert found.size == 4


def test_only_the_most_used_tags_stand_beside_all_pages() -> None:
    texts = {f"k/p{n:02}.md": titled(f"P {n:02}", more=f"tags: [t{n:02}, all]\n") for n in range(MAX_TAGS + 9)}
    tags = listing(site_of(texts), "pages/").facets[1]
    assert len(tags.links) == MAX_TAGS
    assert tags.links[0] == ("all", relative("pages/", "tags/all/"), MAX_TAGS + 9)


def test_a_folder_lists_its_folders_and_its_pages() -> None:
    site = site_of({**TEXTS, "knowledge/top.md": titled("Top")})
    top = listing(site, "knowledge/")
    assert shape(top) == [("", ["A", "B"]), ("", ["Top"])]
    assert [(item.href, item.details) for item in top.groups[0].items] == [
        (relative("knowledge/", "knowledge/a/"), ("2",)),
        (relative("knowledge/", "knowledge/b/"), ("1",)),
    ]
    inner = listing(site, "knowledge/a/")
    assert inner.crumbs == (("Knowledge", relative("knowledge/a/", "knowledge/")),)
    assert shape(inner) == [("", ["a page", "X page"])]


def many(count: int, folder: str = "k") -> dict[str, str]:
    return {f"{folder}/p{number:04}.md": titled(f"P {number:04}", more="tags: [t]\n") for number in range(count)}


def test_long_listings_go_on_over_several_pages() -> None:
    site = site_of(many(2 * IN_A_PART + 1))
    third = listing(site, "k/3/")
    assert shape(third) == [("", ["P 1000"])]
    assert [(step.number, step.is_current) for step in third.steps] == [(1, False), (2, False), (3, True)]
    assert third.steps[0].href == relative("k/3/", "k/")
    assert shape(listing(site, "tags/t/2/"))[0][1][0] == "P 0500"
    assert len(listing(site, "pages/types/concept/2/").groups[0].items) == IN_A_PART
    assert "Parts of this list" in made(site, "tags/t/").content


def test_of_many_parts_only_those_nearby_are_named() -> None:
    site = site_of(many(9 * IN_A_PART + 1))
    assert [step.number for step in listing(site, "k/5/").steps] == [1, 0, 3, 4, 5, 6, 7, 0, 10]
    assert [step.number for step in listing(site, "k/").steps] == [1, 2, 3, 0, 10]


def test_big_wikis_are_listed_by_folder_only() -> None:
    texts = {f"big/{'a' if n % 2 else 'b'}/p{n}.md": titled(f"P {n}") for n in range(IN_A_PART + 1)}
    found = listing(site_of({**texts, "top.md": titled("Top"), "other/x.md": titled("X")}), "pages/")
    assert shape(found) == [("", ["Top"]), ("Big", ["A", "B"]), ("Other", [])]
    assert [group.size for group in found.groups] == [1, IN_A_PART + 1, 1]
    assert [item.details for item in found.groups[1].items] == [("250",), ("251",)]


def test_a_flat_wiki_of_many_pages_is_cut() -> None:
    site = site_of({f"p{number:04}.md": titled(f"P {number:04}") for number in range(IN_A_PART + 2)})
    assert len(listing(site, "pages/").groups[0].items) == IN_A_PART
    assert shape(listing(site, "pages/2/")) == [("", ["P 0500", "P 0501"])]


def test_an_index_of_the_wiki_stands_where_a_listing_would() -> None:
    site = site_of({**TEXTS, "knowledge/a/index.md": titled("All of A"), "pages/index.md": titled("My own")})
    assert not {"knowledge/a/", "pages/"} & keys(site).keys()
    assert "pages/types/concept/" in keys(site)


@pytest.mark.parametrize(
    "name", ["type: '\"><script>x</script>'", "title: '<img src=x onerror=y>'", "tags: ['<b>x</b>']"]
)
def test_names_from_pages_are_text(name: str) -> None:
    key = name.partition(":")[0]
    text = "\n".join([*(line for line in titled("T").split("\n") if not line.startswith(f"{key}:"))])
    site = site_of({"k/a.md": text.replace("---\n", f"---\n{name}\n", 1), "k/b.md": titled("B")})
    for address in keys(site).keys() - {"robots.txt", "llms.txt"}:
        content = made(site, address).content
        assert "<script" not in content
        assert "<img" not in content
        assert "<b>" not in content


EDITS: tuple[tuple[Mapping[str, str], set[str]], ...] = (
    (
        {"knowledge/a/x.md": titled("X page", "Other words.\n", more="tags: [Alpha, 記憶]\n")},
        {"pages/", "knowledge/a/", "pages/types/concept/", "tags/alpha/", "tags/記憶/"},
    ),
    (
        {"knowledge/a/x.md": titled("X page", more="tags: [記憶]\n")},
        {"pages/", "knowledge/a/", "pages/types/concept/", "tags/alpha/", "tags/", "tags/記憶/"},
    ),
    ({"sources/s.md": "---\ntype: source\ntitle: Another\n---\nS\n"}, {"sources/"}),
    (
        {"knowledge/b/new.md": titled("New").replace("concept", "event")},
        {"pages/", "knowledge/", "knowledge/b/", "pages/types/event/"},
    ),
)


@pytest.mark.parametrize(("edit", "expected"), EDITS)
def test_a_change_makes_only_the_listings_anew_that_show_it(edit: Mapping[str, str], expected: set[str]) -> None:
    before, after = keys(site_of(TEXTS)), keys(site_of({**TEXTS, **edit}))
    assert changed(before, after) - {"", "health/", "llms.txt"} == expected


def test_a_listing_follows_the_addresses_of_the_folders_around_it() -> None:
    texts = {"knowledge/b/deep/x.md": titled("X")}
    before, after = (keys(site_of(found)) for found in (texts, {**texts, "knowledge/B.md": titled("In the way")}))
    assert {"knowledge/b/deep/", "pages/"} <= changed(before, after)
