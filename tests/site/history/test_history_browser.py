"""The history of a page in a real browser: read it, open a difference, compare any two, by keyboard, on a phone, without scripts."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from brainwiki.bootstrap import open_workspace
from brainwiki.site.build import build, output_folder
from brainwiki.usecases.check import check
from tests.helpers import NOW, write_files
from tests.site.browsing import Visit, served, width_over, window_of
from tests.site.sites import sourced

PAGE = "knowledge/pump/"
HISTORY = f"{PAGE}history/"
SOURCE = {"id": "1", "resource": "https://a.example", "quote": "60 bar"}
ONE = sourced(
    "## Numbers\n\nIt runs at 60 bar. [cite:1]\n\nThe hall is cold. [cite:1]\n\n## Care\n\nOil it each week, says the maker.\n",
    SOURCE,
)
TWO = ONE.replace("60 bar.", "70 bar.")
THREE = TWO.replace("\n\nOil it each week, says the maker.\n", "\n").replace(
    "The hall", "Oil it each week, says the maker.\n\nThe hall"
)
FOUR = THREE.replace("is cold", "is warm").replace("title: Page", "title: Pump")
NOT_YET = FOUR.replace("is warm", "is hot")


def commit(root: Path, number: int, texts: dict[str, str], author: str) -> None:
    """Write files and commit them."""
    write_files(root, texts)
    name = {"NAME": author, "EMAIL": "a@example.org", "DATE": f"2026-05-0{number}T09:30:00+02:00"}
    who = {f"GIT_{side}_{key}": value for side in ("AUTHOR", "COMMITTER") for key, value in name.items()}
    for arguments in (("add", "-A"), ("commit", "-qm", f"Commit {number}")):
        subprocess.run(["git", *arguments], cwd=root, check=True, env={**os.environ, **who})


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of a brain with one page of four commits and a change that is not committed."""
    root = tmp_path_factory.mktemp("history")
    subprocess.run(["git", "init", "-qb", "main", str(root)], check=True)
    commit(root, 1, {"brainwiki.toml": "format = 1\n", "wiki/knowledge/pump.md": ONE}, "Ada")
    commit(root, 2, {"wiki/knowledge/pump.md": TWO}, "dream/0.1")
    commit(root, 3, {"wiki/knowledge/pump.md": THREE}, "Ada")
    commit(root, 4, {"wiki/knowledge/pump.md": FOUR}, "Eve & Co")
    write_files(root, {"wiki/knowledge/pump.md": NOT_YET})
    workspace = open_workspace(str(root), now=NOW)
    out = tmp_path_factory.mktemp("out") / "site"
    build(workspace, check(workspace), output_folder(workspace, str(out)))
    return out


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    """The site, served on this machine."""
    with served(folder) as found:
        yield found


@pytest.fixture
def visit(browser: Browser, address: str, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """A tab; the test may set `width`, `scheme` and `scripts` by a mark."""
    context = window_of(browser, getattr(request, "param", {}))
    yield Visit(context, address)
    context.close()


def entries(page: Page) -> list[str]:
    """The anchors of the revisions, newest first."""
    found: list[str] = page.locator(".bw-history > .bw-rev").evaluate_all("all => all.map(one => one.id)")
    return found


def test_from_a_page_to_its_history_and_back(visit: Visit) -> None:
    page = visit.go(PAGE)
    line = page.locator(".bw-history-line")
    expect(line).to_contain_text("Last changed 2026-05-04 Eve & Co changed since, not committed yet 4 revisions")
    line.locator("a").click()
    page.wait_for_url(f"**/{HISTORY}")
    expect(page.locator("h1")).to_have_text("History of Pump")
    assert len(entries(page)) == 5
    page.locator(".bw-crumbs a").click()
    page.wait_for_url(f"**/{PAGE}")
    assert visit.elsewhere() == []
    assert visit.errors == []


def test_the_newest_difference_is_open_and_others_open(visit: Visit) -> None:
    page = visit.go(HISTORY)
    first, second = page.locator(".bw-rev").nth(0), page.locator(".bw-rev").nth(1)
    expect(first).to_contain_text("Not committed yet")
    expect(first.locator("ins")).to_be_visible()
    expect(second.locator("ins").first).to_be_hidden()
    second.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(second.locator(".bw-d-values")).to_contain_text("title")
    third = page.locator(".bw-rev").nth(2)
    third.locator("summary").click()
    expect(third.locator(".bw-d-moved").last).to_contain_text("↱ moved to “Numbers”: Oil it each week, says the maker.")
    expect(page.locator(".bw-rev").nth(3).locator(".bw-actor__kind")).to_have_text("agent")


def test_a_permalink_shows_its_revision_and_opens_it(visit: Visit) -> None:
    page = visit.go(HISTORY)
    anchor = entries(page)[3]
    page = visit.go(f"{HISTORY}#{anchor}")
    entry = page.locator(f"#{anchor}")
    expect(entry).to_be_in_viewport()
    expect(entry.locator("del")).to_be_visible()


def test_any_two_are_compared_and_the_address_keeps_the_pair(visit: Visit) -> None:
    page = visit.go(HISTORY)
    found = entries(page)
    page.locator(f"#{found[4]} input[name=bw-from]").check()
    page.locator(f"#{found[2]} input[name=bw-to]").check()
    page.locator(".bw-compare__button").first.click()
    panel = page.locator(".bw-compared")
    expect(panel.locator("h3")).to_have_text("Comparing 2026-05-01 09:30 with 2026-05-03 09:30")
    expect(panel.locator("h3")).to_be_focused()
    expect(page.locator(".bw-said[role=status]")).to_have_text("Comparing 2026-05-01 09:30 with 2026-05-03 09:30")
    assert page.url.endswith(f"#compare={found[4][2:]}..{found[2][2:]}")
    marks = panel.locator(".bw-d").evaluate(
        "e => [...e.querySelectorAll('del, ins')].map(one => one.lastChild.textContent)"
    )
    assert marks == ["60", "70"]
    expect(panel.locator(".bw-d-moved").last).to_contain_text("Oil it each week")
    again = visit.go(HISTORY + page.url.partition("#")[2].join(("#", "")))
    again.reload()
    expect(again.locator(".bw-compared .bw-d")).to_be_visible()
    expect(again.locator(f"#{found[4]} input[name=bw-from]")).to_be_checked()
    again.locator(".bw-compare__close").click()
    expect(again.locator(".bw-compared")).to_have_count(0)
    assert "#" not in again.url
    assert visit.errors == []


def test_only_an_older_revision_can_be_compared_with_a_newer(visit: Visit) -> None:
    page = visit.go(HISTORY)
    found = entries(page)
    expect(page.locator(f"#{found[0]} input[name=bw-from]")).to_be_disabled()
    page.locator(f"#{found[3]} input[name=bw-from]").check()
    expect(page.locator(f"#{found[3]} input[name=bw-to]")).to_be_disabled()
    expect(page.locator(f"#{found[2]} input[name=bw-to]")).to_be_enabled()
    visit.go(f"{HISTORY}#compare={found[0][2:]}..{found[3][2:]}")
    expect(page.locator(".bw-compared")).to_have_count(0)
    visit.go(f"{HISTORY}#compare=nothing..<b>")
    expect(page.locator(".bw-compared")).to_have_count(0)


def test_comparing_by_keyboard_alone(visit: Visit) -> None:
    page = visit.go(HISTORY)
    found = entries(page)
    page.locator(f"#{found[1]} input[name=bw-from]").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(page.locator(f"#{found[3]} input[name=bw-from]")).to_be_checked()
    page.locator(".bw-compare__button").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".bw-compared h3")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator(".bw-compare__close")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".bw-compare__button")).to_be_focused()


def test_neighbours_compared_in_the_browser_say_what_the_build_says(visit: Visit) -> None:
    page = visit.go(HISTORY)
    found = entries(page)
    for newer, older in pairwise(found):
        page.evaluate("hash => { location.hash = hash; }", f"compare={older[2:]}..{newer[2:]}")
        panel = page.locator(".bw-compared .bw-difference")
        expect(panel).to_be_visible()
        page.wait_for_function(
            "names => document.querySelector('.bw-compared h3')?.textContent.endsWith(names)",
            arg=page.locator(f"#{newer} .bw-rev__when").inner_text(),
        )
        assert panel.inner_html() == page.locator(f"#{newer} .bw-difference").inner_html()


def test_compare_with_now(visit: Visit) -> None:
    page = visit.go(HISTORY)
    page.locator(".bw-rev").nth(3).locator(".bw-rev__current").click()
    expect(page.locator(".bw-compared h3")).to_have_text("Comparing 2026-05-02 09:30 with Not committed yet")


def test_it_works_from_a_file(browser: Browser, folder: Path) -> None:
    context = browser.new_context()
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"{(folder / HISTORY / 'index.html').as_uri()}")
    found = entries(page)
    page.evaluate("hash => { location.hash = hash; }", f"compare={found[4][2:]}..{found[1][2:]}")
    expect(page.locator(".bw-compared .bw-d")).to_contain_text("bar")
    assert [error for error in errors if "search" not in error] == []
    context.close()


@pytest.mark.parametrize("visit", [{"scripts": False}], indirect=True)
def test_without_scripts_all_differences_can_be_read(visit: Visit) -> None:
    page = visit.go(HISTORY)
    expect(page.locator(".bw-rev input")).to_have_count(0)
    expect(page.locator(".bw-compare")).to_have_count(0)
    entry = page.locator(".bw-rev").nth(3)
    entry.locator("summary").click()
    expect(entry.locator("del")).to_be_visible()
    expect(page.locator(".bw-lives__table tbody tr")).to_have_count(2)


def test_a_claim_and_its_life_lead_to_each_other(visit: Visit) -> None:
    page = visit.go(HISTORY)
    row = page.locator(".bw-lives__table tbody tr").first
    expect(row).to_contain_text("2026-05-02 changed (number)")
    anchor = row.get_attribute("id") or ""
    visit.go(f"{HISTORY}#{anchor}")
    expect(row).to_be_in_viewport()
    row.locator("th a").click()
    page.wait_for_url(f"**/{PAGE}#{anchor.removeprefix('claim-')}")
    expect(page.locator(".bw-claim:target")).to_contain_text("70 bar")


@pytest.mark.parametrize("visit", [{"width": 390}, {"width": 390, "scripts": False}], indirect=True)
def test_a_phone_shows_all_of_it(visit: Visit) -> None:
    page = visit.go(HISTORY)
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
    assert width_over(page) <= 0
    expect(page.locator(".bw-d-values td").first).to_be_visible()
    box = page.locator(".bw-rev__difference > summary").first.bounding_box()
    assert box is not None
    assert box["height"] >= 24


CONTRAST = """e => {
  const rgb = text => { const c = document.createElement('canvas').getContext('2d'); c.fillStyle = text; c.fillRect(0, 0, 1, 1);
    return [...c.getImageData(0, 0, 1, 1).data].slice(0, 3); };
  const light = text => { const [r, g, b] = rgb(text).map(v => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const style = getComputedStyle(e);
  const [a, b] = [light(style.color), light(style.backgroundColor)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}"""


@pytest.mark.parametrize("visit", [{"scheme": "dark"}, {"scheme": "light"}], indirect=True)
def test_marks_are_told_by_more_than_colour_and_can_be_read(visit: Visit) -> None:
    page = visit.go(HISTORY)
    for name, line in (("ins", "underline"), ("del", "line-through")):
        mark = page.locator(f".bw-difference {name}").first
        assert line in mark.evaluate("e => getComputedStyle(e).textDecorationLine")
        assert mark.evaluate(CONTRAST) >= 4.5
