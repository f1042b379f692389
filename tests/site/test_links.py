"""Every link of a built site leads somewhere: pages, files and fragments, in this repository's wiki and in the example brain."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from click.testing import CliRunner

from brainwiki.cli.main import main
from tests.helpers import REPOSITORY

_ADDRESS = re.compile(r"[a-z]+:")


class Anchors(HTMLParser):
    """The links of a page, and the names that a fragment may lead to."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.names: set[str] = {"__toc", "__search", "__drawer"}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for key, value in attrs:
            if key == "id" or (tag == "a" and key == "name"):
                self.names.add(value or "")
            elif key in ("href", "src") and value:
                self.links.append(value)


def read(folder: Path) -> dict[str, Anchors]:
    """Every page of a site by its address path."""
    pages: dict[str, Anchors] = {}
    for path in folder.rglob("*.html"):
        anchors = Anchors()
        anchors.feed(path.read_text("utf-8"))
        pages["/" + path.relative_to(folder).as_posix().removesuffix("index.html")] = anchors
    return pages


def dead_links(folder: Path) -> list[str]:
    """Each link that leads to nothing, with the page that it stands on; addresses of other hosts are not looked at."""
    pages = read(folder)
    dead: list[str] = []
    for address, anchors in pages.items():
        for link in anchors.links:
            if _ADDRESS.match(link) or address == "/404.html":
                continue
            target = urlsplit(urljoin(f"http://site{address}", link))
            path, fragment = unquote(target.path), unquote(target.fragment.partition(":~:")[0])
            page = pages.get(path)
            if (
                page is None
                and not (folder / path.lstrip("/")).is_file()
                or page is not None
                and fragment
                and fragment not in page.names
            ):
                dead.append(f"{address} -> {link}")
    return dead


@pytest.mark.parametrize("root", [REPOSITORY, REPOSITORY / "tests/data/example"], ids=["own", "example"])
def test_every_link_leads_somewhere(tmp_path: Path, root: Path) -> None:
    result = CliRunner().invoke(main, ["build", "--root", str(root), "--out", str(tmp_path / "site"), "-q"])
    assert result.exit_code == 0, result.output
    assert len(read(tmp_path / "site")) > 100
    assert dead_links(tmp_path / "site") == []


def test_a_dead_link_is_seen(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(
        '<a href="a/">x</a><a href="#no">y</a><a href="b/#yes">z</a><a href="https://x.y">w</a>', "utf-8"
    )
    (tmp_path / "b").mkdir()
    (tmp_path / "b/index.html").write_text('<p id="yes">', "utf-8")
    assert dead_links(tmp_path) == ["/ -> a/", "/ -> #no"]
