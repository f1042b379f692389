"""Addresses: natural ones for each page, none twice, none that the theme or the server uses."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.model.names import fold
from brainwiki.site.published import Selection
from brainwiki.site.urls import IN_A_PART, Addresses, assign, folder_of, relative, tag_key
from tests.helpers import PROPERTY, titled, wiki_of
from tests.site.sites import SESSION, TALK, TALK_PAGE, site_of


def addresses_of(*paths: str, files: tuple[str, ...] = (), raws: tuple[str, ...] = ()) -> Addresses:
    wiki = wiki_of({path: titled("T") for path in paths})
    return assign(wiki, Selection(paths, files, raws))


def test_a_page_stands_at_its_path_and_an_index_at_its_folder() -> None:
    found = addresses_of("index.md", "log.md", "knowledge/concepts/bar.md", "tables/index.md").pages
    assert found == {
        "index.md": "",
        "log.md": "log/",
        "knowledge/concepts/bar.md": "knowledge/concepts/bar/",
        "tables/index.md": "tables/",
    }


def test_a_session_stands_at_its_id_in_the_folder_of_all_sessions() -> None:
    site = site_of({f"{SESSION}/session.md": TALK_PAGE}, publish=("sessions",), transcripts={SESSION: TALK})
    assert site.addresses.pages == {f"{SESSION}/session.md": f"{SESSION}/"}
    assert folder_of(site.wiki.pages[f"{SESSION}/session.md"]) == "sessions"
    assert site.addresses.listings["sessions"] == site.addresses.folders["sessions"] == "sessions/"


def test_a_section_is_there_with_its_kind_of_page_or_when_told() -> None:
    texts = {"proposals/p.md": "---\ntype: proposal\ntitle: P\n---\nP\n", "x.md": titled("X")}
    assert list(site_of(texts).addresses.listings) == ["pages", "health"]
    found = site_of(texts, publish=("proposals",)).addresses
    assert list(found.listings.items()) == [("pages", "pages/"), ("review", "review/"), ("health", "health/")]
    assert found.folders == {"proposals": "review/"}
    told = assign(wiki_of(texts), Selection(("x.md",), (), ()), ("changes", "review"))
    assert list(told.listings) == ["pages", "review", "changes", "health"]


def test_folders_and_listings_get_addresses_and_own_indexes_keep_theirs() -> None:
    found = addresses_of("knowledge/a/x.md", "tables/index.md", "tables/y.md")
    assert found.folders == {"knowledge": "knowledge/", "knowledge/a": "knowledge/a/", "tables": "tables/"}
    assert found.listings == {"pages": "pages/", "health": "health/"}
    assert addresses_of("pages/index.md", "x.md").listings["pages"] == "pages/"


@pytest.mark.parametrize(
    ("paths", "expected"),
    [
        (("a.md", "a/index.md"), {"a/index.md": "a/", "a.md": "a-2/"}),
        (("A.md", "a.md"), {"A.md": "A/", "a.md": "a-2/"}),
        ((".hidden.md", "hidden.md"), {".hidden.md": "hidden/", "hidden.md": "hidden-2/"}),
        (("assets/x.md",), {"assets/x.md": "assets-pages/x/"}),
        (("data.md", "search.md"), {"data.md": "data-pages/", "search.md": "search/"}),
        (("Files/x.md",), {"Files/x.md": "Files-pages/x/"}),
        (("k/index.html.md",), {"k/index.html.md": "k/index.html-page/"}),
        (("k/.md",), {"k/.md": "k/page/"}),
        (("k/\udcff.md",), {"k/\udcff.md": "k/?/"}),
    ],
)
def test_addresses_never_clash(paths: tuple[str, ...], expected: dict[str, str]) -> None:
    assert addresses_of(*paths).pages == expected


def test_attachments_stand_apart_from_pages() -> None:
    found = addresses_of("img/a.png.md", files=("img/a.png", "assets/main.css"))
    assert found.files == {"img/a.png": "files/img/a.png", "assets/main.css": "files/assets/main.css"}
    assert found.pages == {"img/a.png.md": "img/a.png/"}


def test_evidence_files_of_the_workspace_get_addresses_beside_pages() -> None:
    found = addresses_of("raw/a.md", raws=("raw/a.md", "raw/a.txt", "raw/b.txt"))
    assert found.pages == {"raw/a.md": "raw/a/"}
    assert found.raws == {"raw/a.md": "raw/a-2/", "raw/a.txt": "raw/a-3/", "raw/b.txt": "raw/b/"}


def tagged(tag: str, title: str = "T") -> str:
    return titled(title, more=f"tags: {tag}\n")


def test_tags_have_addresses_in_every_script_and_are_merged_whatever_their_case() -> None:
    texts = {
        "a.md": tagged("[Field, '#日本語']"),
        "b.md": tagged("[field, FIELD, '日本語']"),
        "c.md": tagged("[field, 中文标签, a/b c]"),
    }
    found = site_of(texts).addresses
    assert {key: shelf.addresses for key, shelf in found.tags.items()} == {
        "field": ("tags/field/",),
        "日本語": ("tags/日本語/",),
        "中文标签": ("tags/中文标签/",),
        "a/b c": ("tags/a-b-c/",),
    }
    assert found.tags["field"].name == "field"
    assert found.tags["field"].paths == ("a.md", "b.md", "c.md")
    assert (found.tag("#FIELD"), found.tag("日本語"), found.tag("nowhere"), found.all_tags) == (
        "tags/field/",
        "tags/日本語/",
        "",
        "tags/",
    )


def test_tags_with_one_slug_stay_apart_and_the_plain_one_has_the_plain_address() -> None:
    found = site_of({"a.md": tagged("['c++', c, 'C#', '++', '***']")}).addresses.tags
    assert {key: shelf.addresses[0] for key, shelf in found.items()} == {
        "c++": "tags/c-3/",
        "c": "tags/c/",
        "c#": "tags/c-2/",
        "++": "tags/other-2/",
        "***": "tags/other/",
    }


def test_tags_and_types_leave_the_addresses_of_pages_alone() -> None:
    texts = {"tags/field.md": tagged("field"), "tags/index.md": titled("Mine"), "pages/types/concept.md": titled("C")}
    found = site_of(texts).addresses
    assert found.pages["tags/field.md"] == "tags/field/"
    assert found.all_tags == "tags-2/"
    assert found.tag("field") == "tags-2/field/"
    assert found.types["concept"].addresses == ("pages/types/concept-2/",)


def test_no_name_of_a_tag_is_too_long_for_a_file() -> None:
    address = site_of({"a.md": tagged("記" * 300)}).addresses.tag("記" * 300)
    assert address == f"tags/{'記' * 60}/"


def test_parts_of_long_listings_have_addresses_that_no_page_has() -> None:
    texts = {f"k/p{number}.md": titled(f"P {number}") for number in range(IN_A_PART)}
    assert site_of(texts).addresses.parts == {}
    found = site_of({**texts, "k/2.md": titled("Two")}).addresses
    assert found.parts == {"k/": ("k/", "k/2-2/")}
    assert found.types["concept"].addresses == ("pages/types/concept/", "pages/types/concept/2/")
    assert site_of({**texts, "k/2.md": titled("Two"), "k/index.md": titled("Mine")}).addresses.parts == {}


@given(st.lists(st.text("aAbß/#+ 日é", min_size=1, max_size=4), unique=True, max_size=8))
@PROPERTY
def test_whatever_the_tags_each_has_one_address_of_its_own(tags: list[str]) -> None:
    names = ", ".join(f"'{tag}'" for tag in tags)
    found = site_of({"a.md": tagged(f"[{names}]"), "tags/a.md": titled("A")}).addresses
    addresses = [fold(shelf.addresses[0]) for shelf in found.tags.values()] + [
        fold(one) for one in found.pages.values()
    ]
    assert len(set(addresses)) == len(addresses)
    assert all(
        (found.tag(tag) in {shelf.addresses[0] for shelf in found.tags.values()}) == bool(tag_key(tag)) for tag in tags
    )


@given(st.lists(st.text("abAB./é日", min_size=1, max_size=6), unique=True, max_size=8))
@PROPERTY
def test_whatever_the_names_no_two_pages_share_an_address(names: list[str]) -> None:
    paths = tuple(dict.fromkeys(f"{name.strip('/')}.md" for name in names if "//" not in name))
    found = addresses_of(*paths)
    everything = [*found.pages.values(), *{*found.listings.values()} - {*found.pages.values()}]
    assert len({fold(address) for address in everything}) == len(everything)
    assert all(address == "" or address.endswith("/") for address in everything)
    assert not any(part.startswith(".") for address in everything for part in address.split("/"))


@pytest.mark.parametrize(
    ("base", "address", "expected"),
    [
        ("", "", "./"),
        ("", "a/b/", "a/b/"),
        ("a/b/", "", "../../"),
        ("a/b/", "c/", "../../c/"),
        ("a/", "日本/", "../%E6%97%A5%E6%9C%AC/"),
        ("a/", "what?/#1/", "../what%3F/%231/"),
        ("k/a/x/", "k/a/y/", "../y/"),
        ("k/a/x/", "k/a/", "../"),
        ("k/a/", "k/a/x/", "x/"),
        ("k/a/x/", "k/a/x/", "./"),
        ("k/ab/", "k/a/", "../a/"),
        ("k/a/", "k/ab/", "../ab/"),
        ("a/", "a:b/", "../a%3Ab/"),
        ("", "a:b/", "a%3Ab/"),
    ],
)
def test_links_are_relative_and_quoted(base: str, address: str, expected: str) -> None:
    assert relative(base, address) == expected
