"""The example brain's site in a real browser: nothing comes from elsewhere, evidence leads down, it reads on a phone and in the dark."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.site.browsing import Visit, width_over

HUSH_LINE = "knowledge/projects/hush-line/"
JAPANESE = "knowledge/projects/%E6%98%9F%E8%A6%8B%E3%83%B6%E6%B5%A6%E3%82%AE%E3%82%A2%E8%A8%BA%E6%96%AD/"
SESSION = "sessions/2026-09-22-codex-mydhveu7r6/"
PAGES = [
    "",
    HUSH_LINE,
    JAPANESE,
    SESSION,
    "pages/",
    "sessions/",
    "tasks/",
    "sources/",
    "rules/",
    "log/",
    "knowledge/projects/",
    "404.html",
]


@pytest.fixture
def visit(browser: Browser, example_address: str, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """A tab; the test may set `width`, `scheme` and `scripts` by a mark."""
    wanted = getattr(request, "param", {})
    context = browser.new_context(
        viewport={"width": wanted.get("width", 1280), "height": 844},
        color_scheme=wanted.get("scheme", "light"),
        java_script_enabled=wanted.get("scripts", True),
    )
    yield Visit(context, example_address)
    context.close()


@pytest.mark.parametrize("path", PAGES)
def test_no_page_asks_another_host_or_complains(visit: Visit, path: str) -> None:
    visit.go(path, settled=True)
    assert visit.elsewhere() == []
    assert visit.errors == []
    assert len(visit.requests) > 3, "style sheets and the theme's script were asked for"


@pytest.mark.parametrize("visit", [{"width": 390}], indirect=True)
@pytest.mark.parametrize("path", PAGES)
def test_nothing_is_wider_than_a_phone(visit: Visit, path: str) -> None:
    page = visit.go(path)
    assert width_over(page) <= 0
    title = page.locator("h1").first
    expect(title).to_be_visible()
    assert title.evaluate("e => parseFloat(getComputedStyle(e).fontSize)") >= 20
    if "404" not in path:
        assert page.locator(".md-content__inner").evaluate("e => parseFloat(getComputedStyle(e).fontSize)") >= 15


def test_a_mark_leads_to_the_foot_and_down_to_the_turn_that_was_said(visit: Visit) -> None:
    page = visit.go(HUSH_LINE)
    mark = page.locator(".bw-body .bw-cite a", has_text="2").first
    assert "So Hush Line now has 64 sensors" in (mark.get_attribute("title") or "")
    assert mark.get_attribute("aria-label") == "Evidence 2"
    mark.click()
    entry = page.locator("#bw-evidence-2")
    expect(entry).to_be_in_viewport()
    expect(entry.locator("blockquote")).to_have_text("So Hush Line now has 64 sensors instead of 48.")
    assert entry.evaluate("e => getComputedStyle(e).backgroundColor") != page.locator("#bw-evidence-3").evaluate(
        "e => getComputedStyle(e).backgroundColor"
    )
    entry.locator("a.bw-down").click()
    page.wait_for_url("**/sessions/**#turn-3-q-*")
    turn = page.locator(".bw-turn", has=page.locator("#turn-3"))
    expect(turn).to_be_in_viewport()
    expect(turn.locator(".bw-turn__text")).to_contain_text("So Hush Line now has 64 sensors instead of 48.")
    colours = [
        page.locator(".bw-turn", has=page.locator(f"#turn-{n}")).evaluate("e => getComputedStyle(e).backgroundColor")
        for n in (1, 3)
    ]
    assert colours[0] != colours[1], "the turn is highlighted"
    expect(turn.locator(".bw-turn__cited a", has_text="Hush Line").first).to_be_visible()


def test_what_rests_on_evidence_leads_back_to_the_sentence(visit: Visit) -> None:
    page = visit.go(HUSH_LINE)
    entry = page.locator("#bw-evidence-2")
    entry.locator("summary").click()
    entry.locator(".bw-rests a").first.click()
    claim = page.locator(".bw-claim:target")
    expect(claim).to_have_count(1)
    expect(claim).to_be_in_viewport()
    expect(claim).to_contain_text("The scope is 64 sensors")
    assert claim.evaluate("e => getComputedStyle(e).backgroundColor") != "rgba(0, 0, 0, 0)"


def test_marks_and_links_do_not_look_alike(visit: Visit) -> None:
    page = visit.go(HUSH_LINE)
    colour = "e => getComputedStyle(e).color"
    assert page.locator(".bw-body .bw-cite a").first.evaluate(colour) != page.locator(
        ".bw-body a.bw-link"
    ).first.evaluate(colour)
    assert "underline" in page.locator(".bw-body a.bw-link").first.evaluate(
        "e => getComputedStyle(e).textDecorationLine"
    )


LIGHTNESS = """e => { const [r, g, b] = getComputedStyle(e).%s.match(/[\\d.]+/g).map(Number); return (r * 299 + g * 587 + b * 114) / 1000 }"""


@pytest.mark.parametrize(
    ("visit", "is_dark"), [({"scheme": "dark"}, True), ({"scheme": "light"}, False)], indirect=["visit"]
)
def test_dark_and_light_follow_the_system_and_can_be_switched(visit: Visit, is_dark: bool) -> None:
    page = visit.go(HUSH_LINE)

    def is_dark_now() -> bool:
        paper = page.locator("body").evaluate(LIGHTNESS % "backgroundColor")
        ink = page.locator(".bw-body p").first.evaluate(LIGHTNESS % "color")
        assert abs(paper - ink) > 120, "text stands out"
        return bool(paper < ink)

    assert is_dark_now() == is_dark
    switch = page.locator("[data-md-component=palette] label:visible")
    expect(switch).to_have_attribute("title", "Colours of the system")
    switch.click()
    expect(switch).to_have_attribute("title", "Light colours")
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "default")
    if not is_dark:
        switch.click()
        expect(switch).to_have_attribute("title", "Dark colours")
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "default" if is_dark else "slate")
    assert is_dark_now() != is_dark
    visit.go(SESSION)
    assert page.locator("body").get_attribute("data-md-color-scheme") == ("default" if is_dark else "slate"), (
        "the choice is kept"
    )


@pytest.mark.parametrize("visit", [{"width": 390}], indirect=True)
def test_the_menu_of_a_phone_leads_to_the_folders_pages(visit: Visit) -> None:
    page = visit.go(HUSH_LINE)
    link = page.locator(".bw-nav a", has_text="Hush Pilot")
    expect(link).not_to_be_in_viewport()
    page.locator(".md-header label[for=__drawer]").click()
    expect(link).to_be_in_viewport()
    link.click()
    page.wait_for_url("**/hush-pilot/")
    expect(page.locator(".bw-banner")).to_contain_text("This page has been superseded.")


@pytest.mark.parametrize("visit", [{"scripts": False}], indirect=True)
def test_all_of_it_can_be_read_without_scripts(visit: Visit) -> None:
    page = visit.go(HUSH_LINE)
    expect(page.locator("#bw-evidence-1 blockquote")).to_be_visible()
    expect(page.locator(".bw-chip--confidence")).to_have_text("95 % confident")
    page.locator(".bw-body .bw-cite a").first.click()
    assert page.url.endswith("#bw-evidence-1")


def test_pages_say_their_language_and_break_lines_by_its_rules(visit: Visit) -> None:
    page = visit.go(JAPANESE)
    body = page.locator(".bw-body")
    assert body.get_attribute("lang") == "ja"
    assert body.evaluate("e => getComputedStyle(e).lineBreak") == "strict"
    assert "Noto Sans CJK JP" in body.evaluate("e => getComputedStyle(e).fontFamily")
    assert page.locator("html").get_attribute("lang") == "ja"
    assert page.locator(".md-header").get_attribute("lang") == "en"
    assert "Noto Sans CJK JP" not in page.locator(".md-header").evaluate("e => getComputedStyle(e).fontFamily")


def test_the_keyboard_reaches_evidence(visit: Visit) -> None:
    page = visit.go(HUSH_LINE)
    mark = page.locator(".bw-body .bw-cite a").first
    mark.focus()
    assert mark.evaluate("e => getComputedStyle(e).outlineStyle") != "none"
    page.keyboard.press("Enter")
    expect(page.locator("#bw-evidence-1")).to_be_in_viewport()


def test_a_focus_that_came_before_the_scripts_shows_what_is_there(visit: Visit) -> None:
    visit.page.add_init_script("""
        new MutationObserver((records, observer) => {
            const link = document.querySelector(".bw-body a.bw-link");
            if (link) { link.focus(); window.early = !window.bw; observer.disconnect(); }
        }).observe(document, { childList: true, subtree: true });
    """)
    page = visit.go(HUSH_LINE)
    assert page.evaluate("window.early")
    expect(page.locator(".bw-pop .bw-pop__title")).not_to_be_empty()


def test_print_leaves_the_frame_away(visit: Visit) -> None:
    page = visit.go(HUSH_LINE)
    page.emulate_media(media="print")
    expect(page.locator(".bw-header")).to_be_hidden()
    expect(page.locator("#bw-evidence-1 blockquote")).to_be_visible()


def test_the_browser_refuses_what_a_page_might_still_ask_for(visit: Visit) -> None:
    page = visit.go(HUSH_LINE)
    page.evaluate(
        "() => { const i = new Image(); i.src = 'https://elsewhere.invalid/x.png'; document.body.append(i); }"
    )
    page.wait_for_function("() => performance.now() > 0")
    page.evaluate("() => fetch('https://elsewhere.invalid/y').catch(() => 'refused')")
    assert any("Content Security Policy" in error for error in visit.errors)


def test_the_built_folder_is_small(example: Path) -> None:
    pages = [path.stat().st_size for path in example.rglob("index.html")]
    assert len(pages) > 140
    assert max(pages) < 150_000
