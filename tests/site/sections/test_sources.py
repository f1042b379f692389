"""Sources by host, with author, day and how many pages rest on each; rules by title."""

from __future__ import annotations

import pytest

from brainwiki.site.sections.sources import host_of
from brainwiki.site.urls import IN_A_PART
from tests.helpers import bare, titled
from tests.site.sections.rooms import changed, keys
from tests.site.sections.views import listing, shape
from tests.site.sites import site_of, sourced


def source(title: str, address: str = "", more: str = "") -> str:
    resource = f"resource: {address}\n" if address else ""
    return f"---\ntype: source\ntitle: {title}\n{resource}{more}description: about\n---\nIt runs at 40 bar.\n"


TEXTS = {
    "sources/a.md": source("A", "https://www.example.org/a"),
    "sources/b.md": source("B", "https://example.org/b", "author: A. W.\npublished: 2026-01-02\n"),
    "sources/c.md": source("c", "https://example.org/c"),
    "sources/d.md": source("D", "https://other.example/d"),
    "sources/e.md": source("E"),
    "k/x.md": sourced(
        "It runs. [cite:1]\n", {"id": "1", "resource": "sources/b"}, {"id": "2", "resource": "sources/b"}
    ),
    "k/y.md": sourced("It runs. [cite:1]\n", {"id": "1", "resource": "sources/b"}),
    "k/z.md": sourced("It runs. [cite:1]\n", {"id": "1", "resource": "sources/e"}),
}


def test_hosts_of_several_sources_make_groups() -> None:
    found = listing(site_of(TEXTS), "sources/")
    assert shape(found) == [("example.org", ["A", "B", "c"]), ("Other origins", ["D", "E"])]
    assert [group.anchor for group in found.groups] == ["from-exampleorg", "from-others"]
    second = found.groups[0].items[1]
    assert (second.at, second.when, second.details) == ("2026-01-02", "2026-01-02", ("A. W.", "2 pages rest on it"))
    assert [item.details for item in found.groups[1].items] == [("other.example",), ("1 page rests on it",)]


def test_few_sources_are_one_list_by_title() -> None:
    texts = {path: text for path, text in TEXTS.items() if path in ("sources/b.md", "sources/e.md")}
    assert shape(listing(site_of(texts), "sources/")) == [("", ["B", "E"])]


def test_rules_by_title() -> None:
    texts = {f"rules/{name}.md": f"---\ntype: rule\ntitle: {name}\n---\nR\n" for name in ("b", "A", "c")}
    assert shape(listing(site_of(texts), "rules/")) == [("", ["A", "b", "c"])]


def test_what_rests_on_a_source_is_part_of_its_key() -> None:
    edit = {"k/new.md": sourced("It runs. [cite:1]\n", {"id": "1", "resource": "sources/e"})}
    assert "sources/" in changed(keys(site_of(TEXTS)), keys(site_of({**TEXTS, **edit})))
    plain = {"k/new.md": titled("New")}
    assert "sources/" not in changed(keys(site_of(TEXTS)), keys(site_of({**TEXTS, **plain})))


def test_many_sources_go_on() -> None:
    texts = {f"sources/s{n:04}.md": source(f"S {n:04}") for n in range(IN_A_PART + 1)}
    assert shape(listing(site_of(texts), "sources/2/")) == [("", ["S 0500"])]


@pytest.mark.parametrize(
    ("address", "host"),
    [
        ("https://www.Example.org:8080/x?y", "example.org"),
        ("https://日本.example/x", "日本.example"),
        ("https://[broken", ""),
        ("javascript:alert(1)", ""),
        ("git:abcdef1", ""),
        ("", ""),
    ],
)
def test_hosts(address: str, host: str) -> None:
    assert host_of(bare(brief={"resource": address})) == host
