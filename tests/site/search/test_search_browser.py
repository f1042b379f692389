"""The search in a real browser: three languages, by keyboard, on a phone, from a file, without scripts, and with hostile pages."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest
from playwright.sync_api import Browser, Page, expect

from brainwiki.bootstrap import open_workspace
from brainwiki.site.build import build, output_folder
from brainwiki.usecases.check import check
from tests.helpers import NOW, Texts, make_brain
from tests.site.browsing import Visit, served, width_over
from tests.site.search.sites import docs_of, postings_of

HUSH_LINE = "knowledge/projects/hush-line/"


@pytest.fixture
def visit(browser: Browser, example_address: str, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """A tab; the test may set `width` and `scripts` by a mark."""
    wanted = getattr(request, "param", {})
    context = browser.new_context(
        viewport={"width": wanted.get("width", 1280), "height": 844}, java_script_enabled=wanted.get("scripts", True)
    )
    yield Visit(context, example_address)
    context.close()


def ask(page: Page, text: str) -> list[str]:
    """Ask in the open or closed dialog; the addresses of what is found, best first."""
    if not page.locator("#bw-search[open]").count():
        page.keyboard.press("/")
    page.locator("#bw-search-input").fill(text)
    status = page.locator("#bw-search [role=status]")
    page.wait_for_function(
        "text => { const list = document.querySelector('#bw-search [role=listbox]');"
        " return !list.hasAttribute('aria-busy') && document.querySelector('#bw-search-input').value === text"
        " && sessionStorage.getItem('bw-search') === text.trim() }",
        arg=text,
    )
    expect(status).not_to_be_empty()
    found = page.locator("#bw-search [role=option]").evaluate_all("all => all.map(e => e.pathname)")
    return [unquote(one).removeprefix("/") for one in found]


# What is found --------------------------------------------------------------------------------------------------------

QUESTIONS = {
    "hush line": HUSH_LINE,
    "Hush Pilot": "knowledge/projects/hush-pilot/",
    "number of sensors hush line": "notes/numbers/hush-line-sensor-count/",
    "wind screens": "notes/howto/windscreen-outdoors/",
    "measuring wind not fans": "knowledge/learnings/wind-screen-lesson/",
    "Mika Hayashi": "knowledge/people/mika-hayashi-lindqvist/",
    "半無響室の扉": "knowledge/decisions/chamber-door/",
    "半无响室": "knowledge/projects/kobe-chamber/",
    "減速機の診断": "knowledge/projects/星見ヶ浦ギア診断/",
    "减速机的诊断": "knowledge/projects/星見ヶ浦ギア診断/",
    "传感器漂移": "knowledge/concepts/sensor-drift/",
    "傳感器漂移": "knowledge/concepts/sensor-drift/",
    "校正": "knowledge/learnings/calibration-lesson/",
    "沈若岚": "knowledge/people/shen-ruolan/",
}


@pytest.mark.parametrize(("question", "expected"), QUESTIONS.items())
def test_the_first_hit_is_the_one_that_is_meant(visit: Visit, question: str, expected: str) -> None:
    found = ask(visit.go(""), question)
    assert found, question
    assert found[0] == expected
    assert visit.errors == []
    assert visit.elsewhere() == []


def test_rare_words_find_their_pages(visit: Visit, example: Path) -> None:
    """Words that one page has lead to it, typed as they stand."""
    files = {path.relative_to(example).as_posix(): path.read_bytes() for path in example.rglob("data/*/*.js")}
    postings, docs = postings_of(files), docs_of(files)
    address = {entry[8]: one for one, entry in docs.items()}
    rare = sorted(
        term for term, some in postings.items() if len(some) == 4 and re.fullmatch("[a-z]{5,}|[\u4e00-\u9fff]{2}", term)
    )
    page = visit.go("")
    for term in random.Random(3).sample(rare, 30):
        found = ask(page, f"{term} ")
        assert address[postings[term][:3]] in found[:10], term


def first(page: Page) -> list[str]:
    """What is marked in the first hit."""
    return page.locator("#bw-search-0 mark").all_inner_texts()


def test_every_form_of_a_word_is_found_and_marked(visit: Visit) -> None:
    page = visit.go("")
    assert ask(page, "ＨＵＳＨ　ｌｉｎｅ")[0] == HUSH_LINE
    assert "Hush" in first(page)
    ask(page, "傳感器漂移")
    assert first(page)[0] == "传感器漂移"
    ask(page, "measuring ")
    assert set(first(page)) & {"measured", "measure", "measures", "measuring", "Measured"}


def test_the_beginning_of_a_word_and_one_character_are_enough(visit: Visit) -> None:
    page = visit.go("")
    whole = ask(page, "calibrator ")
    assert ask(page, "calibr")[:1]
    assert set(whole) & set(ask(page, "calibra"))
    assert "knowledge/decisions/chamber-door/" in ask(page, "扉")
    assert first(page)
    assert set("".join(first(page))) == {"扉"}


def test_questions_can_be_narrowed(visit: Visit) -> None:
    page = visit.go("")
    everything = ask(page, "sensor ")
    decisions = ask(page, "type:decision sensor ")
    assert decisions
    assert set(decisions) < set(ask(page, "type:decision"))
    assert all(one.startswith("knowledge/decisions/") for one in decisions)
    assert all(one.startswith("notes/") for one in ask(page, "in:notes sensor "))
    assert all(one.startswith("notes/numbers/") for one in ask(page, "in:notes/numbers/ sensor "))
    assert ask(page, "tag:nothing-of-this sensor ") == []
    assert HUSH_LINE in everything
    assert HUSH_LINE not in ask(page, "sensor -hush")
    phrase = ask(page, '"wind is not a fan"')
    assert phrase[0] == "knowledge/learnings/wind-screen-lesson/"
    assert set(phrase) < set(ask(page, "wind fan "))
    assert ask(page, '"fan is not a wind"') == []


def test_nothing_found_is_said_with_advice(visit: Visit) -> None:
    page = visit.go("")
    assert ask(page, "zzzxqy") == []
    expect(page.locator("#bw-search [role=status]")).to_have_text("Nothing found for “zzzxqy”.")
    expect(page.locator(".bw-search__none")).to_be_visible()
    expect(page.locator("#bw-search-input")).to_have_attribute("aria-expanded", "false")


def test_more_than_a_screenful_is_shown_on_demand(visit: Visit) -> None:
    page = visit.go("")
    found = ask(page, "in:sessions")
    assert len(found) == 20
    page.locator(".bw-search__more").click()
    expect(page.locator("#bw-search [role=option]")).to_have_count(40)
    expect(page.locator("#bw-search-input")).to_be_focused()


# By keyboard ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("keys", ["/", "Control+k"])
def test_a_key_opens_and_escape_closes(visit: Visit, keys: str) -> None:
    page = visit.go(HUSH_LINE)
    page.keyboard.press(keys)
    field = page.locator("#bw-search-input")
    expect(field).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#bw-search")).to_be_hidden()
    expect(page.locator("#bw-search-button")).to_be_focused()


def test_the_button_opens_and_the_question_is_kept_for_the_tab(visit: Visit) -> None:
    page = visit.go(HUSH_LINE)
    button = page.locator("#bw-search-button")
    expect(button).to_have_attribute("aria-label", "Search ( / or Ctrl+K )")
    button.click()
    ask(page, "roll-out")
    page.locator(".bw-search__close").click()
    expect(page.locator("#bw-search")).to_be_hidden()
    visit.go("pages/")
    page.keyboard.press("/")
    expect(page.locator("#bw-search-input")).to_have_value("roll-out")
    expect(page.locator("#bw-search-0")).to_be_visible()


def test_arrows_choose_and_enter_goes(visit: Visit) -> None:
    page = visit.go("")
    found = ask(page, "sensor ")
    field = page.locator("#bw-search-input")

    def chosen() -> str:
        name = field.get_attribute("aria-activedescendant") or ""
        expect(page.locator(f"#{name}")).to_have_attribute("aria-selected", "true")
        assert page.locator("#bw-search [aria-selected=true]").count() == 1
        return name

    assert chosen() == "bw-search-0"
    page.keyboard.press("ArrowDown")
    assert chosen() == "bw-search-1"
    page.keyboard.press("End")
    assert chosen() == f"bw-search-{len(found) - 1}"
    page.keyboard.press("ArrowDown")
    assert chosen() == "bw-search-0"
    page.keyboard.press("ArrowUp")
    assert chosen() == f"bw-search-{len(found) - 1}"
    page.keyboard.press("Home")
    assert chosen() == "bw-search-0"
    expect(field).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/{found[1]}*")
    expect(page.locator("h1").first).to_be_visible()


def test_a_hit_leads_to_the_section_that_answers(visit: Visit) -> None:
    page = visit.go("")
    ask(page, "pinyin")
    expect(page.locator("#bw-search-0 .bw-search__heading")).to_have_text("Languages")
    page.keyboard.press("Enter")
    page.wait_for_url("**/mika-hayashi-lindqvist/#languages")
    expect(page.locator("#languages")).to_be_in_viewport()


def test_control_and_enter_open_another_tab(visit: Visit) -> None:
    page = visit.go("")
    ask(page, "hush line")
    with page.context.expect_page() as other:
        page.keyboard.press("Control+Enter")
    other.value.wait_for_load_state()
    assert HUSH_LINE in other.value.url
    expect(page.locator("#bw-search")).to_be_visible()


def test_the_dialog_is_named_and_its_parts_refer_to_each_other(visit: Visit) -> None:
    page = visit.go("")
    ask(page, "hush")
    assert page.get_by_role("dialog", name="Search").count() == 1
    field = page.get_by_role("combobox", name="Search this wiki")
    expect(field).to_have_attribute("aria-expanded", "true")
    expect(field).to_have_attribute("aria-controls", "bw-search-list")
    assert page.get_by_role("listbox", name="Results").get_attribute("id") == "bw-search-list"
    options = page.get_by_role("option").all()
    assert options
    assert all(one.get_attribute("tabindex") == "-1" for one in options)
    expect(page.locator("#bw-search [role=status]")).to_have_text(re.compile("[0-9]+ pages"))
    for _ in range(6):
        page.keyboard.press("Tab")
        assert page.evaluate(
            "document.activeElement === document.body || document.querySelector('#bw-search').contains(document.activeElement)"
        )


def test_an_address_may_hold_a_question(visit: Visit) -> None:
    page = visit.go("#q=hush%20line")
    expect(page.locator("#bw-search-input")).to_have_value("hush line")
    expect(page.locator("#bw-search-0")).to_contain_text("Hush Line")
    visit.go("pages/#q=%E0%A4%A")
    expect(page.locator("#bw-search")).to_be_hidden()
    assert visit.errors == []


def test_what_is_composed_is_not_sent(visit: Visit) -> None:
    """Enter ends the composing of Japanese or Chinese words first."""
    page = visit.go("")
    ask(page, "扉")
    page.locator("#bw-search-input").evaluate(
        "e => e.dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', isComposing: true, bubbles: true, cancelable: true}))"
    )
    expect(page.locator("#bw-search")).to_be_visible()
    assert page.url == visit.address


# Elsewhere ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("visit", [{"width": 390}], indirect=True)
def test_on_a_phone_it_is_the_whole_screen(visit: Visit) -> None:
    page = visit.go(HUSH_LINE)
    page.locator("#bw-search-button").click()
    ask(page, "传感器漂移")
    box = page.locator(".bw-search__inner").bounding_box()
    assert box is not None
    assert (box["x"], box["y"], box["width"], box["height"]) == (0, 0, 390, 844)
    assert width_over(page) <= 0
    assert page.locator(".bw-search__results").evaluate("e => e.scrollWidth - e.clientWidth") <= 0
    close = page.locator(".bw-search__close").bounding_box()
    assert close is not None
    assert min(close["width"], close["height"]) >= 40
    assert page.locator("#bw-search-input").evaluate("e => parseFloat(getComputedStyle(e).fontSize)") >= 16
    page.locator("#bw-search-0").click()
    page.wait_for_url("**/sensor-drift/")


def test_it_works_where_a_page_is_opened_as_a_file(browser: Browser, example: Path) -> None:
    context = browser.new_context()
    visit = Visit(context, f"{example.as_uri()}/")
    page = visit.go(f"{HUSH_LINE}index.html")
    page.keyboard.press("/")
    page.locator("#bw-search-input").fill("传感器漂移")
    expect(page.locator("#bw-search-0")).to_contain_text("传感器漂移")
    assert (page.locator("#bw-search-0").get_attribute("href") or "").startswith(
        "../../../knowledge/concepts/sensor-drift/"
    )
    assert visit.errors == []
    context.close()


@pytest.mark.parametrize("visit", [{"scripts": False}], indirect=True)
def test_without_scripts_the_button_leads_to_all_pages_and_says_so(visit: Visit) -> None:
    page = visit.go(HUSH_LINE)
    button = page.locator("#bw-search-button")
    expect(button).to_have_attribute("title", "All pages (searching needs scripts)")
    button.click()
    assert page.url.endswith("/pages/")
    expect(page.locator("#bw-search")).to_be_hidden()


def test_a_dialog_that_cannot_be_loaded_gives_way_to_the_list_of_pages(browser: Browser, example_address: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.route("**/data/words/search.js", lambda route: route.abort())
    page.goto(example_address)
    page.keyboard.press("/")
    page.wait_for_url(f"{example_address}pages/")
    context.close()


def test_an_index_that_cannot_be_loaded_is_told(browser: Browser, example_address: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.route("**/data/search/**", lambda route: route.abort())
    page.goto(example_address)
    page.keyboard.press("/")
    page.locator("#bw-search-input").fill("hush")
    expect(page.locator("#bw-search [role=status]")).to_have_text("The search index could not be loaded.")
    context.close()


EVIL = '<img src=x onerror="window.hit=1"><script>window.hit=1</script>'
HOSTILE: Texts = {
    "knowledge/a/evil.md": f"---\ntype: concept\ntitle: 'gear {EVIL}'\ndescription: 'gear {EVIL}'\ntags: ['{EVIL}']\n---\n"
    f"gear `{EVIL}` &lt;script&gt;window.hit=1&lt;/script&gt;\n\n## gear `{EVIL}`\n\ngear </script><b>bold</b>\n",
    "knowledge/a/__proto__.md": "---\ntype: concept\ntitle: constructor\n---\n__proto__ constructor toString hasOwnProperty\n",
    "index.md": "# Home\n",
}


def test_hostile_pages_are_shown_and_do_nothing(browser: Browser, tmp_path: Path) -> None:
    make_brain(tmp_path, HOSTILE)
    workspace = open_workspace(str(tmp_path), now=NOW)
    build(workspace, check(workspace), output_folder(workspace, str(tmp_path / "out")))
    context = browser.new_context()
    with served(tmp_path / "out") as address:
        visit = Visit(context, address)
        page = visit.go("knowledge/a/evil/")
        assert ask(page, "gear ") == ["knowledge/a/evil/"]
        expect(page.locator("#bw-search-0 .bw-search__name")).to_contain_text("<img src=x")
        assert page.locator("#bw-search img, #bw-search script, #bw-search-list b").count() == 0
        for question in (
            EVIL,
            "constructor",
            "__proto__",
            "toString",
            "type:__proto__",
            'in:"',
            "-",
            '"',
            ":",
            "\\",
            "()[",
            "\ud83d",
        ):
            page.locator("#bw-search-input").fill(question)
            page.wait_for_timeout(150)
        assert ask(page, "hasOwnProperty ") == ["knowledge/a/__proto__/"]
        assert page.evaluate("window.hit") is None
        assert visit.errors == []
        assert visit.elsewhere() == []
    context.close()
