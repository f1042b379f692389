"""Addresses: natural ones for each page, none twice, none that the theme or the server uses."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.model.names import fold
from brainwiki.site.published import Selection
from brainwiki.site.urls import Addresses, assign, folder_of, relative
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


def test_folders_and_listings_get_addresses_and_own_indexes_keep_theirs() -> None:
    found = addresses_of("knowledge/a/x.md", "tables/index.md", "tables/y.md")
    assert found.folders == {"knowledge": "knowledge/", "knowledge/a": "knowledge/a/", "tables": "tables/"}
    assert found.listings == {"pages": "pages/"}
    assert addresses_of("pages/index.md", "x.md").listings == {"pages": "pages/"}


@pytest.mark.parametrize(
    ("paths", "expected"),
    [
        (("a.md", "a/index.md"), {"a/index.md": "a/", "a.md": "a-2/"}),
        (("A.md", "a.md"), {"A.md": "A/", "a.md": "a-2/"}),
        ((".hidden.md", "hidden.md"), {".hidden.md": "hidden/", "hidden.md": "hidden-2/"}),
        (("assets/x.md",), {"assets/x.md": "assets-pages/x/"}),
        (("search.md",), {"search.md": "search-pages/"}),
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
    ],
)
def test_links_are_relative_and_quoted(base: str, address: str, expected: str) -> None:
    assert relative(base, address) == expected
