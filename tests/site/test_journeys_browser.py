"""What readers come for, from the first click to the last, across all rooms of the site: by mouse, keyboard and finger, on a wide
screen and a phone, with and without scripts, served and as files. Nothing asks another host on any of these ways."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from brainwiki.bootstrap import open_workspace
from brainwiki.site.build import build, output_folder
from brainwiki.usecases.check import check
from tests.helpers import NOW
from tests.repositories import commit, git
from tests.site.browsing import Visit, served, width_over, window_of
from tests.site.history.stories import story

HUSH_LINE = "knowledge/projects/hush-line/"
INSERTION_LOSS = "knowledge/concepts/insertion-loss/"
EDGE = "knowledge/decisions/edge-vs-cloud/"
RECEIPT = "proposals/2026-03-05-dream-ucv2od5s/"
SESSION = "sessions/2026-09-22-codex-mydhveu7r6/"
LOOSE = "knowledge/learnings/loose-end/"
EVERY = (
    "", "pages/", "knowledge/", "knowledge/projects/", HUSH_LINE, f"{HUSH_LINE}history/", f"{INSERTION_LOSS}history/", "sources/",
    "sessions/", SESSION, f"{SESSION}history/", "tasks/", "tasks/chamber-acceptance-test/", "rules/", "review/", RECEIPT, "changes/",
    "changes/2026-03/", "graph/", "health/", "findings/", "tags/", "tags/project/", "pages/types/project/", "log/", "404.html",
)  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the example brain with its past, an open proposal, and a page with a link that leads nowhere."""
    root = story(tmp_path_factory.mktemp("journeys") / "workspace")
    config = root / "brainwiki.toml"
    config.write_text(config.read_text("utf-8").replace('"proposals"', '"proposals", "open-proposals"'), "utf-8")
    loose = "---\ntype: learning\ntitle: Loose end\ndescription: d\n---\nSee [[no such page]].\n"
    commit(root, {f"wiki/{LOOSE.rstrip('/')}.md": loose}, "A loose end")
    branch = "brainwiki/proposal/2026-07-20-dream-abcdefgh"
    git(root, "checkout", "-qb", branch)
    receipt = "---\ntype: proposal\ntitle: Tie the loose end\ndescription: d\n---\n[[loose-end]]\n"
    texts = {
        f"wiki/proposals/{branch.rpartition('/')[2]}.md": receipt,
        f"wiki/{LOOSE.rstrip('/')}.md": loose.replace("See", "No"),
    }
    commit(root, texts, "Propose", "dream")
    git(root, "checkout", "-q", "main")
    workspace = open_workspace(str(root), now=NOW)
    build(workspace, check(workspace), output_folder(workspace, str(root.parent / "site")))
    return root.parent / "site"


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    """The same, served."""
    with served(folder) as found:
        yield found


@pytest.fixture
def visit(browser: Browser, address: str, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """A tab; the test may set `width`, `touch` and `scripts`. Nothing may have gone wrong in it or asked another host."""
    context = window_of(browser, getattr(request, "param", {}), reduced_motion="reduce")
    tab = Visit(context, address)
    yield tab
    assert tab.elsewhere() == []
    assert [one for one in tab.errors if "status of 404" not in one] == []
    context.close()


without_scripts = pytest.mark.parametrize("visit", [{"scripts": False}], indirect=True)
on_a_phone = pytest.mark.parametrize("visit", [{"width": 390, "touch": True}], indirect=True)


def search(page: Page, question: str) -> None:
    """Ask by keyboard, wherever one is; the first hit is there."""
    page.keyboard.press("/")
    page.locator("#bw-search-input").fill(question)
    page.wait_for_function("text => sessionStorage.getItem('bw-search') === text", arg=question)
    expect(page.locator("#bw-search [role=option]").first).to_be_visible()


def focus(page: Page, selector: str) -> None:
    """Put the focus on an element as the keyboard does."""
    page.keyboard.press("Shift")
    page.locator(selector).first.focus()


# (a) From home to the words that a claim rests on ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "page_found"),
    [
        ("sensors hush line", "notes/numbers/hush-line-sensor-count/"),
        ("減速機の診断", "knowledge/projects/星見ヶ浦ギア診断/"),
        ("传感器漂移", "knowledge/concepts/sensor-drift/"),
    ],
)
def test_from_home_by_keyboard_down_to_what_was_said(visit: Visit, question: str, page_found: str) -> None:
    page = visit.go("")
    search(page, question)
    page.keyboard.press("Enter")
    page.wait_for_function("part => decodeURIComponent(location.pathname).includes(part)", arg=page_found)
    focus(page, ".bw-body a.bw-link")
    window = page.locator(".bw-pop")
    expect(window).to_be_visible()
    expect(window.locator(".bw-pop__title")).not_to_be_empty()
    page.keyboard.press("Escape")
    expect(window).to_have_count(0)
    focus(page, ".bw-cite a")
    expect(page.locator(".bw-pop__body--evidence blockquote")).to_be_visible()
    quote = page.locator(".bw-pop__quote").inner_text()
    page.keyboard.press("Tab")
    expect(page.locator(".bw-pop__down")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**/sessions/**")
    marked = page.locator("mark:target, .bw-turn:has(:target) mark")
    expect(marked.first).to_be_in_viewport()
    words = re.sub(r"[\s“”]", "", "".join(marked.all_inner_texts()))
    assert words
    assert words in re.sub(r"[\s“”]", "", quote) or re.sub(r"[\s“”]", "", quote) in words


# (b) The past of a page ----------------------------------------------------------------------------------------------------


def test_from_a_page_into_its_past_and_back(visit: Visit) -> None:
    page = visit.go(INSERTION_LOSS)
    page.locator(".bw-history-line a").last.click()
    page.wait_for_url("**/history/")
    entries = page.locator(".bw-history > .bw-rev")
    expect(entries).to_have_count(3)
    entries.nth(2).locator("input[name=bw-from]").check()
    entries.nth(1).locator("input[name=bw-to]").check()
    page.locator(".bw-compare__button").first.click()
    expect(page.locator(".bw-compared h3")).to_have_text("Comparing 2026-01-05 09:00 with 2026-02-11 17:20")
    page.locator(".bw-rev__current").last.click()
    expect(page.locator(".bw-compared .bw-difference del")).to_contain_text("An older sentence.")
    shared = page.url
    visit.go("")
    page.goto(shared)
    expect(page.locator(".bw-compared h3")).to_have_text("Comparing 2026-01-05 09:00 with 2026-03-05 02:00")
    page.locator(".bw-crumbs a").last.click()
    page.wait_for_url(f"**/{INSERTION_LOSS}")
    page.go_back()
    expect(page.locator(".bw-compared")).to_be_visible()


def test_from_the_changes_to_a_page_and_a_proposal(visit: Visit) -> None:
    page = visit.go("changes/")
    page.locator(".bw-months a", has_text="2026-03").click()
    page.wait_for_url("**/changes/2026-03/")
    entry = page.locator(".bw-change", has_text="Reverse the cloud decision").first
    expect(entry.locator(".bw-actor")).to_be_visible()
    entry.locator("a", has_text="Edge instead of cloud").click()
    page.wait_for_url(f"**/{EDGE}**")


# (c) The graph -------------------------------------------------------------------------------------------------------------


def test_from_a_page_through_the_graph_to_the_map(visit: Visit) -> None:
    page = visit.go(HUSH_LINE)
    section = page.locator(".bw-near")
    section.scroll_into_view_if_needed()
    canvas = section.locator("canvas")
    expect(canvas).to_be_visible()
    canvas.scroll_into_view_if_needed()
    box = canvas.bounding_box()
    assert box is not None
    x, y = page.evaluate("""() => { const d = document.querySelector('.bw-near').drawing;
        return d.place(d.scene().nodes.find((one) => one.title === 'Elias Quist')); }""")
    page.mouse.move(box["x"] + x, box["y"] + y)
    expect(section.locator("a.bw-near__lit")).to_have_text("Elias Quist")
    page.mouse.click(box["x"] + x, box["y"] + y)
    page.wait_for_url("**/elias-quist/")
    focus(page, ".bw-near__lists a:has-text('Hush Line')")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/{HUSH_LINE}")
    focus(page, ".bw-near__all a")
    page.keyboard.press("Enter")
    page.wait_for_url("**/graph/")
    expect(page.locator(".bw-map canvas")).to_be_visible()
    page.locator("[name=type]").select_option("person")
    expect(page.locator(".bw-map__cluster a:visible", has_text="Elias Quist")).to_be_visible()
    expect(page.locator(".bw-map__cluster a:visible", has_text="Hush Line")).to_have_count(0)
    page.locator("[name=find]").fill("elias q")
    page.keyboard.press("Enter")
    page.wait_for_url("**/elias-quist/")


# (d) Health, review, tasks ---------------------------------------------------------------------------------------------------


def test_a_finding_leads_to_its_page(visit: Visit) -> None:
    page = visit.go("")
    page.locator(".bw-nav a", has_text="Health").click()
    page.wait_for_url("**/health/")
    link = page.locator("section[aria-labelledby=findings] a", has_text="Loose end").first
    link.evaluate(
        "e => { for (let one = e.closest('details'); one; one = one.parentElement.closest('details')) one.open = true; }"
    )
    link.click()
    page.wait_for_url(f"**/{LOOSE}**")
    expect(page.locator(".bw-body")).to_contain_text("no such page")


def test_what_was_decided_leads_to_what_it_wrote(visit: Visit) -> None:
    page = visit.go("review/")
    expect(page.locator("section[aria-labelledby=waiting]")).to_contain_text("Tie the loose end")
    page.get_by_role("link", name="Reverse the cloud decision", exact=True).first.click()
    page.wait_for_url(f"**/{RECEIPT}")
    receipt = page.locator(".bw-receipt")
    expect(receipt).to_contain_text("decided by human:mika")
    receipt.get_by_role("link", name="Edge instead of cloud").click()
    page.wait_for_url(f"**/{EDGE}")
    page.locator(".bw-history-line a").last.click()
    page.get_by_role("link", name="Reverse the cloud decision", exact=True).first.click()
    page.wait_for_url(f"**/{RECEIPT}")


def test_tasks_stand_by_the_day_on_which_they_are_due(visit: Visit) -> None:
    visit.page.clock.set_fixed_time("2026-12-10T12:00:00+01:00")
    page = visit.go("tasks/")
    groups = page.locator(".bw-listing--tasks .bw-group")
    expect(groups.nth(0)).to_contain_text("Overdue")
    expect(groups.nth(0)).to_contain_text("半無響室の受入検査")
    expect(groups.nth(1)).to_contain_text("The next seven days")
    expect(groups.nth(1)).to_contain_text("Test firmware 3")
    expect(groups.nth(2)).to_contain_text("Later")
    groups.nth(1).locator("a").click()
    expect(page.locator("h1")).to_have_text("Test firmware 3 of the acoustic camera")


def test_a_tag_leads_to_all_that_bears_it(visit: Visit) -> None:
    page = visit.go(HUSH_LINE)
    page.locator(".bw-names a", has_text="sundhamn").click()
    page.wait_for_url("**/tags/sundhamn/")
    page.get_by_role("link", name="Hush Line", exact=True).first.click()
    page.wait_for_url(f"**/{HUSH_LINE}")


# (e) A phone -------------------------------------------------------------------------------------------------------------------


@on_a_phone
def test_a_phone_has_menu_search_and_no_page_that_is_too_wide(visit: Visit) -> None:
    page = visit.go("")
    page.locator("label[for=__drawer].md-header__button").tap()
    page.locator(".bw-nav a", has_text="Sessions").tap()
    page.wait_for_url("**/sessions/")
    page.locator("#bw-search-button").tap()
    page.locator("#bw-search-input").fill("hush line")
    page.locator("#bw-search-0").tap()
    page.wait_for_url(f"**/{HUSH_LINE}**")
    mark = page.locator(".bw-cite a").first
    mark.tap()
    expect(page.locator(".bw-pop__body--evidence")).to_be_visible()
    page.locator(".bw-pop__close").tap()
    wide = {path: over for path in EVERY if (over := width_over(visit.go(path))) > 0}
    assert wide == {}


# (f) As files --------------------------------------------------------------------------------------------------------------------


def test_opened_as_files_everything_is_there(browser: Browser, folder: Path) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 844}, reduced_motion="reduce")
    visit = Visit(context, f"{folder.as_uri()}/")
    page = visit.go("index.html")
    search(page, "hush line")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/{HUSH_LINE}index.html**")
    focus(page, ".bw-body a.bw-link:has-text('Hush Pilot')")
    expect(page.locator(".bw-pop__title")).to_have_text("Hush Pilot")
    page.keyboard.press("Enter")
    page.wait_for_url("**/hush-pilot/index.html")
    expect(page.locator("h1")).to_have_text("Hush Pilot")
    page.locator(".bw-near").scroll_into_view_if_needed()
    expect(page.locator(".bw-near canvas")).to_be_visible()
    page.locator("[name=two]").check()
    page.wait_for_function(
        "() => document.querySelector('.bw-near').drawing.scene().nodes.some((one) => one.step === 2)"
    )
    page.locator(".bw-near__all a").click()
    page.wait_for_url("**/graph/index.html")
    page.locator("[name=find]").fill("elias q")
    page.keyboard.press("Enter")
    page.wait_for_url("**/elias-quist/index.html")
    visit.go(f"{INSERTION_LOSS}history/index.html")
    page.locator(".bw-rev__current").last.click()
    expect(page.locator(".bw-compared .bw-difference del")).to_contain_text("An older sentence.")
    visit.go("elias/index.html")
    page.wait_for_url("**/elias-quist/index.html")
    assert visit.elsewhere() == []
    assert visit.errors == []
    context.close()


# (g) Without scripts ---------------------------------------------------------------------------------------------------------------


@without_scripts
def test_without_scripts_everything_can_be_read(visit: Visit) -> None:
    page = visit.go("")
    page.locator(".md-content").get_by_role("link", name="Hush Line", exact=True).first.click()
    page.wait_for_url(f"**/{HUSH_LINE}")
    page.locator(".bw-cite a").first.click()
    expect(page.locator(".bw-entry:target blockquote")).to_be_visible()
    page.locator(".bw-entry:target .bw-entry__meta a").first.click()
    page.wait_for_url("**/sessions/**")
    expect(page.locator("mark:target")).to_be_visible()
    visit.go(HUSH_LINE)
    expect(page.locator(".bw-near__lists a").first).to_be_visible()
    page.locator("#bw-search-button").click()
    page.wait_for_url("**/pages/")
    page.locator(".md-content a", has_text="插入损失").first.click()
    page.locator(".bw-history-line a").last.click()
    expect(page.locator(".bw-difference").first).to_be_visible()
    expect(page.locator(".bw-difference del").first).to_contain_text("An older sentence.")
    for path, words in (
        ("tasks/", "2026-12"),
        ("health/", "Loose end"),
        ("review/", "Decided"),
        ("graph/", "Hush Line"),
    ):
        expect(visit.go(path).locator("main")).to_contain_text(words)


# (h) Other names -------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("visit", [{}, {"scripts": False}], indirect=True)
@pytest.mark.parametrize(
    ("name", "place"),
    [("knowledge/concepts/wrong-reading/", INSERTION_LOSS), ("elias/", "knowledge/people/elias-quist/")],
)
def test_an_old_name_and_an_alias_lead_on(visit: Visit, name: str, place: str) -> None:
    page = visit.go(name)
    page.wait_for_url(f"**/{place}")
    expect(page.locator("h1")).to_be_visible()


# (i) Nowhere else ------------------------------------------------------------------------------------------------------------------


def test_no_kind_of_page_asks_another_host_or_complains(visit: Visit) -> None:
    for path in EVERY:
        visit.go(path, settled=path in ("", HUSH_LINE, "graph/", "changes/"))
    assert visit.errors == []
