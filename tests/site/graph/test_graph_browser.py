"""The graph in a real browser: mouse, keyboard, phone, dark, files, without scripts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.site.browsing import Visit, width_over

HUSH_LINE = "knowledge/projects/hush-line/"
DRAWING = "document.querySelector('.bw-near, .bw-map').drawing"


@pytest.fixture
def visit(browser: Browser, example_address: str, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """A tab as the test wants it."""
    wanted = getattr(request, "param", {})
    context = browser.new_context(
        viewport={"width": wanted.get("width", 1280), "height": 844},
        color_scheme=wanted.get("scheme", "light"),
        java_script_enabled=wanted.get("scripts", True),
        reduced_motion=wanted.get("motion", "no-preference"),
        device_scale_factor=wanted.get("sharp", 1),
        has_touch=wanted.get("touch", False),
    )
    yield Visit(context, example_address)
    context.close()


def drawn(page: Page) -> Locator:
    """The connections of the page, brought into sight and drawn."""
    page.locator(".bw-near").scroll_into_view_if_needed()
    expect(page.locator(".bw-near--drawn canvas")).to_be_visible()
    page.locator(".bw-near canvas").scroll_into_view_if_needed()
    return page.locator(".bw-near")


def scene(page: Page, what: str) -> Any:
    return page.evaluate(f"(() => {{ const s = {DRAWING}.scene(); return {what}; }})()")


def point(page: Page, title: str) -> tuple[float, float]:
    """Where a node is in the window."""
    box = page.locator("canvas").bounding_box()
    assert box is not None
    x, y = page.evaluate(f"title => {DRAWING}.place({DRAWING}.scene().nodes.find(n => n.title === title))", title)
    return box["x"] + x, box["y"] + y


def picture(page: Page) -> str:
    """What is on the canvas, after it was drawn."""
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    return str(page.evaluate("document.querySelector('canvas').toDataURL()"))


def test_nothing_is_drawn_before_the_section_is_near(visit: Visit) -> None:
    page = visit.go(HUSH_LINE, settled=True)
    expect(page.locator(".bw-graph")).to_be_hidden()
    drawn(page)
    assert not [url for url in visit.requests if "/vendor/" in url], "the force layout is for two steps"
    assert visit.errors == []
    assert visit.elsewhere() == []


def test_the_drawing_holds_what_the_list_says(visit: Visit) -> None:
    page = visit.go(HUSH_LINE)
    section = drawn(page)
    named = set(section.locator("ul[data-kind] a").all_text_contents())
    assert set(scene(page, "s.nodes.slice(1).map(n => n.title)")) == named
    assert scene(page, "s.nodes[0].title") == "Hush Line"
    assert scene(page, "s.nodes.filter(n => n.here).length") == 1
    links = section.locator("ul[data-kind=context]")
    wanted = sum(
        len(one.locator("a").all()) * (2 if one.get_attribute("data-way") == "both" else 1) for one in links.all()
    )
    assert scene(page, "s.edges.filter(e => e.kind === 'links').length") == wanted
    shapes = set(scene(page, "s.nodes.map(n => n.shape)"))
    assert shapes == {"page", "source", "session", "task"}


def test_the_mouse_shows_and_opens_a_neighbour(visit: Visit) -> None:
    page = visit.go(HUSH_LINE)
    drawn(page)
    before = picture(page)
    page.mouse.move(*point(page, "Elias Quist"))
    assert picture(page) != before
    expect(page.locator(".bw-near__lists a.bw-near__lit")).to_have_text(["Elias Quist"])
    page.mouse.click(*point(page, "Elias Quist"))
    page.wait_for_url("**/elias-quist/")


def test_the_list_is_the_keyboards_way(visit: Visit) -> None:
    page = visit.go(HUSH_LINE)
    section = drawn(page)
    before = picture(page)
    link = section.locator("ul[data-kind] a", has_text="Elias Quist").first
    link.focus()
    focused = picture(page)
    assert focused != before
    link.blur()
    assert picture(page) == before
    link.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/elias-quist/")


def test_kinds_of_edges_can_be_left_out_by_keyboard(visit: Visit) -> None:
    page = visit.go(HUSH_LINE)
    drawn(page)
    before = picture(page)
    page.locator("[name=rests]").focus()
    page.keyboard.press("Space")
    without = picture(page)
    assert without != before
    page.keyboard.press("Space")
    assert picture(page) == before


def test_two_steps_come_from_the_sites_data(visit: Visit) -> None:
    page = visit.go(HUSH_LINE)
    drawn(page)
    one = scene(page, "s.nodes.length")
    page.locator("[name=two]").check()
    page.wait_for_function(f"() => {DRAWING}.scene().nodes.length > {one}")
    assert [url for url in visit.requests if "/data/graph/" in url]
    assert scene(page, "s.nodes.length") <= 150
    titles = scene(page, "s.nodes.filter(n => n.step === 2).map(n => n.title)")
    assert "Field kit" in titles
    first = scene(page, "s.nodes.map(n => [n.x, n.y])")
    page.locator("[name=two]").uncheck()
    assert scene(page, "s.nodes.length") == one
    page.locator("[name=two]").check()
    page.wait_for_function(f"() => {DRAWING}.scene().nodes.length > {one}")
    assert scene(page, "s.nodes.map(n => [n.x, n.y])") == first, "the same places each time"
    page.mouse.click(*point(page, "Field kit"))
    page.wait_for_url("**/field-kit/")
    assert visit.errors == []


def test_nodes_and_the_view_can_be_moved(visit: Visit) -> None:
    page = visit.go(HUSH_LINE)
    drawn(page)
    x, y = point(page, "Elias Quist")
    still = point(page, "Acoustic camera")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 30, y + 40, steps=4)
    page.mouse.up()
    assert point(page, "Elias Quist") == pytest.approx((x + 30, y + 40), abs=6)
    assert point(page, "Acoustic camera") == pytest.approx(still, abs=1)
    page.locator("button[name=in]").click()
    here, other = point(page, "Hush Line"), point(page, "Acoustic camera")
    assert abs(other[0] - here[0]) > abs(still[0] - here[0])
    page.locator("button[name=fit]").click()
    assert page.url.endswith(HUSH_LINE), "nothing was opened"


@pytest.mark.parametrize("visit", [{"width": 390, "touch": True}], indirect=True)
def test_a_phone_shows_it_on_the_whole_screen(visit: Visit) -> None:
    page = visit.go(HUSH_LINE)
    drawn(page)
    assert width_over(page) <= 0
    page.locator("button[name=large]").tap()
    dialog = page.locator("dialog.bw-graph-dialog")
    expect(dialog).to_be_visible()
    box = dialog.bounding_box()
    assert box is not None
    assert (box["width"], box["height"]) == (390, 844)
    assert page.locator("button[name=large]").get_attribute("aria-label") == "Close"
    page.touchscreen.tap(*point(page, "Elias Quist"))
    assert page.url.endswith(HUSH_LINE), "a finger looks first"
    page.touchscreen.tap(*point(page, "Elias Quist"))
    page.wait_for_url("**/elias-quist/")


def test_escape_leads_back_from_the_whole_screen(visit: Visit) -> None:
    page = visit.go(HUSH_LINE)
    drawn(page)
    page.locator("button[name=large]").click()
    page.keyboard.press("Escape")
    expect(page.locator("dialog.bw-graph-dialog")).to_have_count(0)
    expect(page.locator(".bw-near .bw-graph canvas")).to_be_visible()
    expect(page.locator("button[name=large]")).to_be_focused()
    assert page.locator("button[name=large]").get_attribute("aria-label") == "Enlarge"


COLOURS = """() => { const c = document.querySelector('canvas'); const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;
  let sum = 0, count = 0; for (let i = 0; i < d.length; i += 4) if (d[i + 3] > 200) { sum += d[i] + d[i + 1] + d[i + 2]; count += 1; }
  return sum / count / 3; }"""


@pytest.mark.parametrize("visit", [{"scheme": "dark", "sharp": 2}], indirect=True)
def test_it_wears_the_colours_of_the_page_and_is_sharp(visit: Visit) -> None:
    page = visit.go(HUSH_LINE)
    drawn(page)
    dark = picture(page)
    page.evaluate("document.body.setAttribute('data-md-color-scheme', 'default')")
    assert picture(page) != dark, "another scheme, another picture"
    width = page.evaluate("[document.querySelector('canvas').width, document.querySelector('canvas').clientWidth]")
    assert width[0] == 2 * width[1]


@pytest.mark.parametrize("visit", [{"motion": "reduce"}], indirect=True)
def test_nothing_moves_by_itself(visit: Visit) -> None:
    page = visit.go(HUSH_LINE)
    drawn(page)
    first = picture(page)
    page.wait_for_timeout(300)
    assert picture(page) == first


@pytest.mark.parametrize("visit", [{"scripts": False}], indirect=True)
def test_without_scripts_the_lists_say_it(visit: Visit) -> None:
    page = visit.go(HUSH_LINE)
    expect(page.locator(".bw-near h3", has_text="Rests on")).to_be_visible()
    expect(page.locator(".bw-near__lists a", has_text="Elias Quist")).to_be_visible()
    expect(page.locator(".bw-near .bw-graph")).to_be_hidden()
    page.locator(".bw-near__all a").click()
    expect(page.locator("h1")).to_have_text("Graph")
    expect(page.locator(".bw-graph")).to_be_hidden()
    page.locator(".bw-map__cluster summary", has_text="Hush Line").click()
    expect(page.locator(".bw-map__cluster[open] a", has_text="Petra Aldmark").first).to_be_visible()


def test_it_works_where_the_site_is_opened_as_files(visit: Visit, example: Path) -> None:
    page = visit.page
    page.goto(f"file://{example}/{HUSH_LINE}index.html")
    drawn(page)
    page.locator("[name=two]").check()
    page.wait_for_function(f"() => {DRAWING}.scene().nodes.some(n => n.step === 2)")
    page.goto(f"file://{example}/graph/index.html")
    expect(page.locator(".bw-map canvas")).to_be_visible()


def test_the_map_is_filtered_and_found(visit: Visit) -> None:
    page = visit.go("graph/", settled=True)
    everything = scene(page, "s.nodes.length")
    assert everything > 100
    assert page.locator(".bw-map__cluster[data-first] a").count() == everything, "the lists name the same pages"
    page.locator("[name=find]").fill("hush")
    assert set(scene(page, "s.nodes.filter(n => !n.faint).map(n => n.title.toLowerCase().includes('hush'))")) == {True}
    expect(page.locator(".bw-map__cluster a", has_text="Elias Quist")).to_be_hidden()
    expect(page.locator(".bw-map__cluster a", has_text="Hush Pilot").first).to_be_visible()
    page.locator("[name=find]").fill("no such page at all")
    expect(page.locator(".bw-map__none")).to_be_visible()
    page.locator("[name=find]").fill("")
    page.locator("[name=type]").select_option(label="person")
    titles = scene(page, "s.nodes.filter(n => !n.faint).map(n => n.title)")
    assert "Elias Quist" in titles
    assert "Hush Line" not in titles
    page.locator("[name=type]").select_option("")
    page.locator("[name=find]").fill("Elias Q")
    page.locator("[name=find]").press("Enter")
    page.wait_for_url("**/elias-quist/")
    assert visit.errors == []
    assert visit.elsewhere() == []


def test_what_is_stale_is_judged_in_the_browser(visit: Visit) -> None:
    page = visit.page
    page.clock.set_fixed_time("2199-01-01T00:00:00Z")
    visit.go("graph/", settled=True)
    dated = scene(page, "s.nodes.filter(n => n.stale).length")
    assert dated > 0
    page.locator("[name=fresh]").select_option("stale")
    assert scene(page, "s.nodes.filter(n => !n.faint).length") == dated
    page.locator("[name=fresh]").select_option("current")
    assert scene(page, "s.nodes.filter(n => !n.faint && n.stale).length") == 0


def test_a_cluster_leads_to_its_list(visit: Visit) -> None:
    page = visit.go("graph/", settled=True)
    page.locator("canvas").scroll_into_view_if_needed()
    box = page.locator("canvas").bounding_box()
    assert box is not None
    title, x, y = page.evaluate(
        f"""() => {{ const d = {DRAWING}; const c = d.scene().circles[1];
        return [c.title, ...d.place({{ x: c.x, y: c.y - c.r + 4 }})]; }}"""
    )
    page.mouse.click(box["x"] + x, box["y"] + y)
    cluster = page.locator(".bw-map__cluster[open]")
    expect(cluster).to_have_count(1)
    expect(cluster.locator("h2")).to_have_text(title)
    expect(cluster.locator("summary")).to_be_focused()


@pytest.mark.parametrize("visit", [{"width": 390}], indirect=True)
def test_the_map_fits_a_phone(visit: Visit) -> None:
    page = visit.go("graph/", settled=True)
    expect(page.locator("canvas")).to_be_visible()
    assert width_over(page) <= 0
