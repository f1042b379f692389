"""The frame in a real browser: the policy holds on every kind of page, everyone can use it, it prints, and works as a file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, Page, expect

from tests.site import kinds
from tests.site.browsing import Visit, served, width_over

EVERYTHING = "knowledge/a/everything/"
JAPANESE, CHINESE = kinds.PAGES[2:4]

# What axe-core finds and why it stays: rule, then the reason.
ACCEPTED = {
    "region": "The drawer's check box stands before all landmarks: the theme's style rules find the drawer from there.",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return kinds.build_kinds(tmp_path_factory.mktemp("kinds"))


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    with served(folder) as found:
        yield found


@pytest.fixture(scope="module")
def raw(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(kinds.build_raw(tmp_path_factory.mktemp("raw"))) as found:
        yield found


@pytest.fixture
def visit(browser: Browser, address: str, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """A tab; the test may name settings of its context by a mark."""
    wanted = {"viewport": {"width": 1280, "height": 844}, **getattr(request, "param", {})}
    context = browser.new_context(**wanted)
    yield Visit(context, address)
    context.close()


def width(pixels: int, **more: object) -> dict[str, object]:
    return {"viewport": {"width": pixels, "height": 844}, **more}


# The policy ----------------------------------------------------------------------------------------------------------


def test_no_kind_of_page_breaks_the_policy(visit: Visit, raw: str) -> None:
    for path in kinds.PAGES:
        visit.go(path)
    visit.address = raw
    for path in kinds.RAW_PAGES:
        visit.go(path)
    visit.page.wait_for_load_state("networkidle")
    assert [error for error in visit.errors if "pic.png" not in error] == []


def test_what_slipped_into_a_page_would_not_run(visit: Visit) -> None:
    page = visit.go(EVERYTHING)
    page.evaluate(
        """() => {
          const box = document.createElement("div");
          box.innerHTML = '<img src="x" onerror="window.ran = 1"><p id="painted" style="color: rgb(1, 2, 3)">x</p>';
          document.body.append(box);
          const script = document.createElement("script");
          script.textContent = "window.ran = 2";
          document.body.append(script);
        }"""
    )
    page.wait_for_timeout(200)
    assert page.evaluate("window.ran") is None
    assert page.locator("#painted").evaluate("e => getComputedStyle(e).color") != "rgb(1, 2, 3)"
    assert len([error for error in visit.errors if "Content Security Policy" in error]) >= 3


def test_it_all_works_as_files(browser: Browser, folder: Path) -> None:
    context = browser.new_context(color_scheme="dark")
    visit = Visit(context, f"file://{folder}/")
    page = visit.go(EVERYTHING + "index.html", settled=True)
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "slate")
    assert page.locator(".bw-body").evaluate("e => getComputedStyle(e).fontSize") != "16px", "the styles are there"
    page.locator("[data-md-component=palette] label:visible").click()
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "default")
    page.locator(".bw-nav a", has_text="Health").click()
    page.wait_for_url("**/health/index.html")
    page.keyboard.press("/")
    page.locator("#bw-search-input").fill("emphasis")
    expect(page.locator("#bw-search-list [role=option]").first).to_be_visible()
    page.keyboard.press("Enter")
    page.wait_for_url("**/index.html*")
    expect(page.locator("h1")).to_be_visible()
    assert [error for error in visit.errors if "search" not in error and "pic.png" not in error] == []
    context.close()


# Everyone ------------------------------------------------------------------------------------------------------------------


def violations(page: Page) -> list[str]:
    """What axe-core finds on a page: rule, element, message."""
    page.evaluate(AXE_SCRIPT)
    page.evaluate(
        "Promise.allSettled(document.getAnimations().map(one => one.finished))"
    )  # what fades in has its colour then
    found = page.evaluate("axe.run({resultTypes: ['violations']})")["violations"]
    return [
        f"{one['id']}: {node['target']} {node['failureSummary']}"
        for one in found
        if one["id"] not in ACCEPTED
        for node in one["nodes"]
    ]


@pytest.mark.parametrize(
    ("pixels", "scheme", "paths"),
    [
        (1280, "light", kinds.PAGES),
        (390, "dark", kinds.PAGES),
        (1280, "dark", (EVERYTHING, f"{EVERYTHING}history/")),
        (390, "light", (EVERYTHING, "health/")),
    ],
    ids=["wide-light", "narrow-dark", "wide-dark", "narrow-light"],
)
def test_axe_finds_nothing_on_any_kind_of_page(
    browser: Browser, address: str, raw: str, pixels: int, scheme: str, paths: tuple[str, ...]
) -> None:
    context = browser.new_context(**width(pixels, color_scheme=scheme))
    page = context.new_page()
    found: dict[str, list[str]] = {}
    for url in [address + path for path in paths] + [raw + path for path in kinds.RAW_PAGES]:
        page.goto(url, wait_until="load")
        page.evaluate("document.fonts.ready")
        found[url] = violations(page)
    context.close()
    assert {url: some for url, some in found.items() if some} == {}


@pytest.mark.parametrize("visit", [width(390)], indirect=True)
def test_axe_finds_nothing_in_the_open_drawer(visit: Visit) -> None:
    page = visit.go(EVERYTHING)
    page.locator("label[for=__drawer].md-header__button").click()
    expect(page.locator(".bw-nav a").first).to_be_in_viewport()
    page.wait_for_timeout(400)
    assert violations(page) == []


@pytest.mark.parametrize("visit", [width(1280, color_scheme=scheme) for scheme in ("light", "dark")], indirect=True)
def test_axe_finds_nothing_in_what_opens(visit: Visit) -> None:
    page = visit.go(EVERYTHING)
    page.locator(".bw-body a.bw-link").first.hover()
    expect(page.locator(".bw-pop")).to_be_visible()
    assert violations(page) == [], "a preview"
    page.locator(".bw-cite a").first.hover()
    expect(page.locator(".bw-pop__body--evidence")).to_be_visible()
    assert violations(page) == [], "evidence"
    page.keyboard.press("Escape")
    page.locator(".bw-near").scroll_into_view_if_needed()
    page.locator("button[name=large]").click()
    expect(page.locator("dialog.bw-graph-dialog")).to_be_visible()
    assert violations(page) == [], "the connections on the whole screen"
    page.keyboard.press("Escape")
    expect(page.locator("dialog.bw-graph-dialog")).to_have_count(0)
    page.keyboard.press("/")
    expect(page.locator("#bw-search-input")).to_be_focused()
    page.locator("#bw-search-input").fill("everything")
    expect(page.locator("#bw-search [role=option]").first).to_be_visible()
    assert violations(page) == [], "the search"
    page = visit.go(f"{EVERYTHING}history/")
    page.locator(".bw-rev__current").last.click()
    expect(page.locator(".bw-compared .bw-difference")).to_be_visible()
    assert violations(page) == [], "a comparison"


def test_the_first_stop_of_the_keyboard_skips_the_frame(visit: Visit) -> None:
    page = visit.go(EVERYTHING)
    page.keyboard.press("Tab")
    skip = page.locator(".md-skip")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    expect(skip).to_have_css("opacity", "1")
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('main') !== null")


FOCUSED = """() => { const e = document.activeElement; const n = e.matches('.md-option') ? e.nextElementSibling : e;
  const s = getComputedStyle(n), b = n.getBoundingClientRect();
  return { name: e.outerHTML.slice(0, 90), shown: s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) > 0, width: b.width,
           end: e === document.body }; }"""


def test_wherever_the_keyboard_is_one_can_see_it(visit: Visit) -> None:
    page = visit.go(EVERYTHING)
    seen = 0
    for _ in range(150):
        page.keyboard.press("Tab")
        focused = page.evaluate(FOCUSED)
        if focused["end"]:
            break
        if "md-search" in focused["name"]:
            continue
        seen += 1
        assert focused["shown"], focused
        assert focused["width"] > 0, focused
    assert seen > 40


@pytest.mark.parametrize("visit", [width(390)], indirect=True)
def test_the_drawer_opens_and_closes_by_keyboard(visit: Visit) -> None:
    page = visit.go(EVERYTHING)
    toggle, first = page.locator("#__drawer"), page.locator(".bw-nav a[aria-current]")
    expect(page.locator(".bw-nav a").first).to_be_hidden()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(toggle).to_be_focused()
    assert (
        page.locator("label[for=__drawer].md-header__button").evaluate("e => getComputedStyle(e).outlineStyle")
        != "none"
    )
    page.keyboard.press("Space")
    expect(first).to_be_focused()
    expect(first).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(toggle).to_be_focused()
    expect(first).to_be_hidden()


@pytest.mark.parametrize("visit", [width(390, java_script_enabled=False)], indirect=True)
def test_the_drawer_opens_without_scripts(visit: Visit) -> None:
    page = visit.go(EVERYTHING)
    page.locator("label[for=__drawer].md-header__button").click()
    expect(page.locator(".bw-nav a").first).to_be_in_viewport()


@pytest.mark.parametrize("visit", [width(320), width(640), width(768)], indirect=True)
def test_enlarged_text_needs_no_scrolling_sideways(visit: Visit) -> None:
    for path in kinds.PAGES:
        assert width_over(visit.go(path)) <= 0, path


@pytest.mark.parametrize("visit", [width(1280, reduced_motion="reduce")], indirect=True)
def test_who_wants_stillness_has_it(visit: Visit) -> None:
    page = visit.go(EVERYTHING)
    moving = page.evaluate(
        """() => Array.from(document.querySelectorAll("*")).filter((e) => {
             const s = getComputedStyle(e);
             return s.transitionDuration.split(", ").some((t) => parseFloat(t) > 0) && s.transitionProperty !== "none"
               || s.animationName !== "none";
           }).length"""
    )
    assert moving == 0


@pytest.mark.parametrize("visit", [width(1280, forced_colors="active")], indirect=True)
def test_shapes_stay_where_the_system_picks_the_colours(visit: Visit) -> None:
    page = visit.go(EVERYTHING)
    colour = "e => getComputedStyle(e, '::before').backgroundColor"
    paper = page.locator("body").evaluate("e => getComputedStyle(e).backgroundColor")
    assert page.locator(".bw-mark").evaluate(colour) not in (paper, "rgba(0, 0, 0, 0)")
    assert page.locator(".bw-cite a").first.evaluate("e => getComputedStyle(e).borderTopStyle") == "solid"


# Colours, languages ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("visit", "paper"),
    [
        (width(1280, color_scheme="dark", java_script_enabled=False), "rgb(21, 24, 27)"),
        (width(1280, color_scheme="light", java_script_enabled=False), "rgb(252, 251, 248)"),
    ],
    indirect=["visit"],
)
def test_the_systems_colours_are_followed_without_scripts(visit: Visit, paper: str) -> None:
    page = visit.go(EVERYTHING)
    assert page.locator("body").evaluate("e => getComputedStyle(e).backgroundColor") == paper


@pytest.mark.parametrize("visit", [width(1280, color_scheme="dark")], indirect=True)
def test_the_colours_are_right_before_the_first_line_is_painted(visit: Visit) -> None:
    """The theme's script, which comes last, is held back: what was chosen is there without it."""
    visit.page.route("**/bundle.*.js", lambda route: route.abort())
    page = visit.go(EVERYTHING)
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "slate")


def test_automatic_colours_follow_the_system_again(visit: Visit) -> None:
    page = visit.go(EVERYTHING)
    switch = page.locator("[data-md-component=palette] label:visible")
    for name in ("Light colours", "Dark colours", "Colours of the system"):
        switch.click()
        expect(switch).to_have_attribute("title", name)
    page.emulate_media(color_scheme="dark")
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "slate")


def style(page: Page, place: str, name: str) -> str:
    return str(page.locator(place).first.evaluate(f"e => getComputedStyle(e).{name}"))


def test_japanese_and_chinese_are_set_as_they_are_printed(visit: Visit) -> None:
    page = visit.go(JAPANESE)
    expect(page.locator("html")).to_have_attribute("lang", "ja")
    expect(page.locator("#bw-evidence")).to_have_text("根拠")
    expect(page.locator(".bw-nav a").first).to_have_text("Home")
    assert style(page, ".bw-body em", "fontStyle") == "normal"
    assert "sesame" in style(page, ".bw-body em", "textEmphasisStyle")
    assert style(page, ".bw-body p", "lineBreak") == "strict"
    assert style(page, ".bw-body p", "wordBreak") == "auto-phrase"
    assert float(style(page, ".bw-body p", "lineHeight")[:-2]) > 1.75 * float(
        style(page, ".bw-body p", "fontSize")[:-2]
    )
    assert style(page, ".md-header", "wordBreak") == "normal"
    visit.go(CHINESE)
    expect(page.locator("html")).to_have_attribute("lang", "zh")
    assert "Noto Sans CJK SC" in style(page, ".bw-body", "fontFamily")
    assert style(page, ".bw-body em", "fontStyle") == "normal"
    assert "dot" in style(page, ".bw-body em", "textEmphasisStyle")
    assert "Noto Sans CJK JP" in style(page, ".bw-body [lang=ja]", "fontFamily")
    visit.go(EVERYTHING)
    assert style(page, ".bw-body em", "fontStyle") == "italic"
    assert style(page, ".bw-body p", "lineBreak") == "auto"


# Print -----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("visit", [width(1280, color_scheme="dark")], indirect=True)
def test_paper_shows_the_text_its_evidence_and_where_links_lead(visit: Visit) -> None:
    page = visit.go(EVERYTHING)
    page.emulate_media(media="print")
    for place in (
        ".md-header",
        ".md-sidebar--primary",
        ".md-sidebar--secondary",
        ".md-footer",
        ".bw-action",
        ".bw-crumbs",
    ):
        expect(page.locator(place).first).to_be_hidden()
    assert style(page, "body", "backgroundColor") == "rgb(255, 255, 255)"
    assert style(page, ".bw-body p:has(em)", "color") == "rgb(0, 0, 0)"
    expect(page.locator("#bw-evidence-1 .bw-entry__number")).to_be_visible()
    expect(page.locator("#bw-evidence-1 blockquote")).to_be_visible()
    expect(page.locator(".bw-body details", has_text="Folded").locator("p")).to_be_visible()
    after = "e => getComputedStyle(e, '::after').content"
    assert "https://far.example/page" in page.locator(".bw-body a.bw-external").first.evaluate(after)
    assert page.locator(".bw-body a.bw-link").first.evaluate(after) == "none"
    assert len(page.pdf(format="A4")) > 10_000
