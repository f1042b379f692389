"""What a reader sees and touches on a page, in a real browser: windows beside links, evidence, claims, history, long conversations."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from brainwiki.site.build import build, output_folder
from brainwiki.site.text.quotes import quote_anchor
from brainwiki.usecases.check import check
from tests.helpers import make_brain
from tests.site.browsing import Visit, served, width_over, window_of

SESSION = "sessions/2026-05-02-claude-code-abcdefghij"
OTHER = "sessions/2026-05-03-claude-code-abcdefghik"
EVIL = "<img src=x onerror=pwn()><script>pwn()</script>\"'"
QUOTE = f"The valve opens at 40 bar {EVIL}"
VALVE = "knowledge/a/valve/"


def transcript(texts: list[tuple[str, str]]) -> str:
    """Turns as the file holds them; a new day begins at turn 201."""
    return "".join(
        json.dumps(
            {"turn": n, "role": role, "at": f"2026-05-0{2 + (n - 1) // 200}T09:{n // 10 % 60:02}:00Z", "text": text}
        )
        + "\n"
        for n, (role, text) in enumerate(texts, 1)
    )


LONG = [(("user", "assistant", "tool")[n % 3], f"Turn {n} is about valves.") for n in range(1, 251)]
LONG[149] = ("user", f"{QUOTE}, said the maker.")
LONG[2] = ("assistant", "\n".join(f"line {n}" for n in range(1, 101)))
LONG[3] = ("assistant", "See:\n\n```python\nprint('<b>')\n```\n\nThat is **all**.")
HUGE = [("user", "Run it."), ("tool", "x y z\n" * 90_000 + "the needle\n" + "a b c\n" * 200_000)]


def session(title: str, count: int) -> str:
    return f"---\ntype: session\ntitle: {title}\ndescription: d\nstarted: 2026-05-02T09:00:00Z\nturns: {count}\n---\nSummary.\n"


TEXTS = {
    "index.md": "# Memory\n\n- [[valve]]\n",
    "knowledge/a/valve.md": f"""---
type: concept
title: Valve
description: The valve of the plant.
stale_after: 2099-01-01T00:00:00Z
sources:
  - id: 1
    resource: {SESSION}#turn-150
    quote: {json.dumps(QUOTE)}
  - id: 2
    resource: {OTHER}#turn-2
    quote: the needle
  - id: 3
    resource: knowledge/a/pump
    quote: A pump moves water.
---
It opens at 40 bar, see [[pump]]. [cite:1] It is in the log. [cite:2]

## Numbers

- It weighs 3 kg. [cite:3] ^c-aaaaaaa2
    - (until 2026-01-01) It weighed 4 kg. [cite:1] ^c-aaaaaaa3
    - (until 2025-01-01) It weighed 5 kg. [cite:1] ^c-aaaaaaa4
- The [part about water](pump.md#water) and the [[{SESSION}/session#turn-120|turn 120]].

## A heading that is long enough to be wrapped on a phone, twice or even three times

Text.
""",
    "knowledge/a/pump.md": f"""---
type: '{EVIL.replace("'", "")}'
title: {json.dumps("Pump " + EVIL)}
description: {json.dumps("Moves water. " + EVIL)}
aliases: [{json.dumps(EVIL)}]
tags: [{json.dumps(EVIL)}]
stale_after: 2026-01-01T00:00:00Z
verified:
  - by: human:mika
    at: 2026-01-01T00:00:00Z
---
A pump moves water. See [[valve]].

## Water

Water is wet. {"It flows down the hill and is pumped up again. " * 20}
""",
    f"{SESSION}/session.md": session("Long talk", 250),
    f"{SESSION}/transcript.jsonl": transcript(LONG),
    f"{OTHER}/session.md": session("Huge output", 2),
    f"{OTHER}/transcript.jsonl": transcript(HUGE),
}
CONFIG = 'publish = ["sessions"]\n\n[rules]\nBW119 = "off"\n'


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of these pages, built once."""
    folder = tmp_path_factory.mktemp("page")
    workspace = make_brain(folder / "brain", TEXTS, "brain", CONFIG)
    out = folder / "site"
    build(workspace, check(workspace), output_folder(workspace, str(out)))
    return out


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    with served(site) as address:
        yield address


@pytest.fixture
def visit(browser: Browser, address: str, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """A tab; the test may set `width`, `touch` and `scripts`. No test may have run a text of a page."""
    wanted = getattr(request, "param", {})
    context = window_of(browser, wanted, permissions=["clipboard-read", "clipboard-write"])
    context.add_init_script("window.pwned = 0; window.pwn = () => window.pwned++;")
    tab = Visit(context, address)
    yield tab
    if wanted.get("scripts", True):
        assert tab.page.evaluate("window.pwned || 0") == 0
    assert tab.errors == []
    assert tab.elsewhere() == []
    context.close()


TOUCH = {"width": 390, "touch": True}
without_scripts = pytest.mark.parametrize("visit", [{"scripts": False}], indirect=True)
by_touch = pytest.mark.parametrize("visit", [TOUCH], indirect=True)


def window(page: Page) -> Locator:
    return page.locator(".bw-pop")


def link(page: Page) -> Locator:
    return page.locator(".bw-body a.bw-link").first


def mark(page: Page, number: int) -> Locator:
    return page.locator(f".bw-body .bw-cite a[href='#bw-evidence-{number}']").first


def is_inside(page: Page) -> bool:
    return bool(
        page.evaluate(
            "() => { const r = document.querySelector('.bw-pop').getBoundingClientRect();"
            " return r.left >= 0 && r.top >= 0 && r.right <= innerWidth && r.bottom <= innerHeight; }"
        )
    )


# Previews -----------------------------------------------------------------------------------------------------------


def test_a_link_tells_of_its_page_when_the_pointer_rests(visit: Visit) -> None:
    page = visit.go(VALVE)
    link(page).hover()
    expect(window(page)).to_be_visible()
    expect(window(page).locator(".bw-pop__title")).to_have_text(f"Pump {EVIL}")
    expect(window(page).locator(".bw-pop__about")).to_have_text(f"Moves water. {EVIL}")
    expect(window(page)).to_contain_text("A pump moves water. See Valve.")
    assert window(page).locator("img, script").count() == 0
    assert is_inside(page)
    under = page.evaluate(
        "() => { const l = document.querySelector('.bw-body a.bw-link').getBoundingClientRect();"
        " const p = document.querySelector('.bw-pop').getBoundingClientRect();"
        " return p.top >= l.bottom || p.bottom <= l.top; }"
    )
    assert under, "the window is not over its link"
    page.mouse.move(5, 5)
    expect(window(page)).to_have_count(0)


def test_a_window_stays_while_the_pointer_is_in_it_and_goes_by_escape(visit: Visit) -> None:
    page = visit.go(VALVE)
    link(page).hover()
    window(page).hover()
    page.wait_for_timeout(500)
    expect(window(page)).to_be_visible()
    page.keyboard.press("Escape")
    expect(window(page)).to_have_count(0)


def test_a_pinned_window_stays_until_it_is_closed(visit: Visit) -> None:
    page = visit.go(VALVE)
    link(page).hover()
    window(page).get_by_role("button", name="Keep open").click()
    page.mouse.move(5, 5)
    page.wait_for_timeout(600)
    expect(window(page)).to_have_count(1)
    mark(page, 1).hover()
    expect(window(page)).to_have_count(2)
    page.mouse.move(5, 5)
    expect(window(page)).to_have_count(1)
    window(page).get_by_role("button", name="Close").click()
    expect(window(page)).to_have_count(0)


def test_a_link_to_a_part_shows_that_part(visit: Visit) -> None:
    page = visit.go(VALVE)
    page.get_by_role("link", name="part about water").hover()
    expect(window(page).locator(".bw-pop__heading")).to_have_text("Water")
    told = window(page).locator(".bw-pop__text").inner_text()
    assert told.startswith("Water is wet.")
    assert told.endswith("again.")
    assert len(told) <= 361


def test_a_link_to_a_turn_of_a_later_part_shows_that_turn_or_its_session(visit: Visit) -> None:
    page = visit.go(VALVE)
    turn = page.get_by_role("link", name="turn 120")
    assert (turn.get_attribute("href") or "").endswith(f"{SESSION}/part-2/#turn-120")
    turn.hover()
    expect(window(page).locator(".bw-pop__title")).to_have_text("Long talk")


def test_the_keyboard_opens_enters_and_leaves_a_window(visit: Visit) -> None:
    page = visit.go(VALVE)
    link(page).focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    expect(window(page)).to_be_visible()
    assert link(page).get_attribute("aria-describedby") == "bw-pop"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.bw-pop') !== null")
    page.keyboard.press("Escape")
    expect(window(page)).to_have_count(0)
    assert link(page).evaluate("e => e === document.activeElement"), "the focus is back"
    page.wait_for_timeout(900)
    expect(window(page)).to_have_count(0)


def test_the_keyboard_goes_on_behind_a_window(visit: Visit) -> None:
    page = visit.go(VALVE)
    mark(page, 1).focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(window(page)).to_be_visible()
    for _ in range(12):
        page.keyboard.press("Tab")
        if not page.evaluate("document.activeElement.closest('.bw-pop') !== null"):
            break
    assert page.evaluate("document.activeElement.matches('.bw-copy, .bw-cite a, .bw-body a')")
    expect(window(page)).to_have_count(0)


@by_touch
def test_a_tap_on_a_link_is_a_plain_link(visit: Visit) -> None:
    page = visit.go(VALVE)
    link(page).tap()
    page.wait_for_url("**/pump/")
    expect(window(page)).to_have_count(0)


# Evidence -----------------------------------------------------------------------------------------------------------


def test_a_mark_shows_its_evidence_and_leads_down_to_the_words(visit: Visit) -> None:
    page = visit.go(VALVE)
    mark(page, 1).hover()
    expect(window(page).locator("blockquote")).to_have_text(QUOTE)
    expect(window(page)).to_contain_text("Long talk turn 150 · User")
    expect(window(page)).to_contain_text("quote found")
    window(page).get_by_role("link", name="Read turn 150").click()
    page.wait_for_url(f"**/part-2/#{quote_anchor(QUOTE, 'turn-150')}")
    words = page.locator("mark:target")
    expect(words).to_have_text(QUOTE)
    expect(words).to_be_in_viewport()
    expect(page.locator(".bw-turn:has(#turn-150) .bw-turn__cited a")).to_have_text("Valve")


def test_evidence_in_a_page_tells_who_reviewed_it(visit: Visit) -> None:
    page = visit.go(VALVE)
    expect(page.locator("#bw-evidence-3 .bw-trust")).to_have_text("reviewed by a person")
    mark(page, 3).hover()
    expect(window(page)).to_contain_text("reviewed by a person")
    assert window(page).locator("img, script").count() == 0


@by_touch
def test_the_first_tap_opens_evidence_and_the_second_goes_to_the_foot(visit: Visit) -> None:
    page = visit.go(VALVE)
    mark(page, 1).tap()
    expect(window(page).locator("blockquote")).to_have_text(QUOTE)
    assert "#" not in page.url
    assert is_inside(page)
    assert width_over(page) <= 0
    mark(page, 1).tap()
    page.wait_for_url("**#bw-evidence-1")
    expect(window(page)).to_have_count(0)


@without_scripts
def test_without_scripts_a_mark_leads_to_the_foot_and_down(visit: Visit) -> None:
    page = visit.go(VALVE)
    mark(page, 1).click()
    assert page.url.endswith("#bw-evidence-1")
    page.locator("#bw-evidence-1 a.bw-down").click()
    expect(page.locator("mark:target")).to_have_text(QUOTE)
    expect(page.locator("mark:target")).to_be_in_viewport()


# Claims and their history -------------------------------------------------------------------------------------------


def test_a_claim_offers_its_link(visit: Visit) -> None:
    page = visit.go(VALVE)
    page.locator("#c-aaaaaaa2").hover(position={"x": 5, "y": 8})
    offer = page.locator(".bw-copy")
    expect(offer).to_be_visible()
    offer.click()
    expect(page.locator(".bw-live[role=status]")).to_have_text("Link copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == f"{visit.address}{VALVE}#c-aaaaaaa2"
    visit.page.goto(copied)
    expect(page.locator(".bw-claim:target")).to_contain_text("It weighs 3 kg.")


@by_touch
def test_on_a_phone_the_link_is_in_the_window_of_the_evidence(visit: Visit) -> None:
    page = visit.go(VALVE)
    mark(page, 3).tap()
    window(page).get_by_role("button", name="Copy link to this claim").tap()
    expect(page.locator(".bw-live[role=status]")).to_have_text("Link copied")
    assert str(page.evaluate("navigator.clipboard.readText()")).endswith("#c-aaaaaaa2")


def test_history_is_folded_and_opens_for_a_link(visit: Visit) -> None:
    page = visit.go(VALVE)
    history = page.locator(".bw-history")
    expect(history.locator("summary")).to_have_text("Earlier: 2")
    expect(page.locator("#c-aaaaaaa3")).to_be_hidden()
    history.locator("summary").click()
    expect(page.locator("#c-aaaaaaa3")).to_be_visible()
    visit.go("")
    visit.go(f"{VALVE}#c-aaaaaaa4")
    expect(page.locator("#c-aaaaaaa4")).to_be_in_viewport()


@without_scripts
def test_without_scripts_a_link_into_history_shows_it(visit: Visit) -> None:
    page = visit.go(f"{VALVE}#c-aaaaaaa4")
    expect(page.locator("#c-aaaaaaa4")).to_be_in_viewport()


# The head -----------------------------------------------------------------------------------------------------------


def test_freshness_is_told_by_the_readers_clock(visit: Visit) -> None:
    page = visit.go(VALVE)
    expect(page.locator(".bw-chip--fresh")).to_have_text("fresh until 2099-01-01")
    expect(page.locator(".bw-stale")).to_be_hidden()
    visit.go("knowledge/a/pump/")
    expect(page.locator(".bw-chip--stale")).to_contain_text("stale since 2026-01-01 (")
    expect(page.locator(".bw-stale")).to_be_visible()
    expect(page.locator(".bw-facts time .bw-age")).not_to_be_empty()


@without_scripts
def test_without_scripts_freshness_is_a_date(visit: Visit) -> None:
    page = visit.go("knowledge/a/pump/")
    expect(page.locator(".bw-chip--check")).to_have_text("check after 2026-01-01")
    expect(page.locator(".bw-stale")).to_be_hidden()


def test_a_mention_marks_the_words_of_the_link(visit: Visit) -> None:
    page = visit.go(VALVE)
    mention = page.locator("#bw-linked-from ~ ul li", has_text="Pump")
    expect(mention.locator("mark")).to_have_text("Valve")


# Conversations ------------------------------------------------------------------------------------------------------


def test_a_long_conversation_goes_on_in_place(visit: Visit) -> None:
    page = visit.go(f"{SESSION}/")
    expect(page.locator(".bw-turn")).to_have_count(100)
    more = page.locator(".bw-part-next a")
    expect(more).to_have_text("Next turns: 101 to 200")
    more.click()
    expect(page.locator(".bw-turn")).to_have_count(200)
    expect(more).to_have_text("Next turns: 201 to 250")
    cited = page.locator(".bw-turn:has(#turn-150) .bw-turn__cited a")
    assert str(cited.evaluate("e => e.href")).startswith(f"{visit.address}{VALVE}#c-"), "links stay right"
    more.click()
    expect(page.locator(".bw-turn")).to_have_count(250)
    expect(more).to_have_count(0)
    expect(page.locator(".bw-live")).to_have_text("50 turns added")
    expect(page.locator(".bw-day")).to_have_text(["2026-05-02", "2026-05-03"])
    assert page.url.endswith(f"{SESSION}/")


def test_a_turn_is_found_on_whichever_part_it_stands(visit: Visit) -> None:
    page = visit.go(f"{SESSION}/#turn-201")
    page.wait_for_url("**/part-3/#turn-201")
    expect(page.locator("#turn-201")).to_be_in_viewport()
    page.get_by_role("link", name="Earlier turns: 101 to 200").click()
    page.wait_for_url("**/part-2/#turn-200")
    visit.go(f"{SESSION}/#turn-3-q-00000000")
    page.wait_for_url("**#turn-3")


@without_scripts
def test_without_scripts_the_parts_are_pages(visit: Visit) -> None:
    page = visit.go(f"{SESSION}/")
    page.locator(".bw-part-next a").click()
    assert page.url.endswith("/part-2/")
    expect(page.locator(".bw-turn").first).to_contain_text("Turn 101 is about valves.")
    expect(page.locator("h1")).to_have_text("Long talk")
    page.locator(".bw-part-next a").click()
    expect(page.locator(".bw-turn")).to_have_count(50)
    page.locator(".bw-crumbs a", has_text="Long talk").click()
    assert page.url.endswith(f"{SESSION}/")


def test_opened_as_a_file_the_next_part_is_a_plain_link(visit: Visit, site: Path) -> None:
    page = visit.page
    page.goto((site / SESSION / "index.html").as_uri())
    expect(page.locator(".bw-chip").first).to_be_visible()
    assert (
        page.locator(".bw-part-next a").evaluate(
            "e => { const event = new MouseEvent('click', {bubbles: true, cancelable: true});"
            " addEventListener('click', (late) => { window.held = late.defaultPrevented; late.preventDefault(); });"
            " e.dispatchEvent(event); return window.held; }"
        )
        is False
    )
    visit.requests.clear()
    visit.errors.clear()  # a browser refuses some of the frame's own requests for files


def test_long_turns_are_folded_and_code_is_code(visit: Visit) -> None:
    page = visit.go(f"{SESSION}/")
    long = page.locator(".bw-turn:has(#turn-3)")
    expect(long.get_by_text("line 41")).to_be_hidden()
    long.get_by_text("Show all: 60 more lines").click()
    expect(long.get_by_text("line 100")).to_be_visible()
    code = page.locator(".bw-turn:has(#turn-4) pre")
    expect(code).to_have_text("print('<b>')\n")
    expect(page.locator(".bw-turn:has(#turn-4)")).to_contain_text("That is **all**.")


def test_tool_output_shows_its_first_words_and_size(visit: Visit) -> None:
    page = visit.go(f"{SESSION}/")
    tool = page.locator(".bw-turn:has(#turn-2)")
    expect(tool.locator("summary")).to_have_text("Turn 2 is about valves. 23 B")
    expect(tool.locator(".bw-turn__text")).to_be_hidden()
    page.locator("#turn-2 .bw-turn__number").click()
    expect(tool.locator(".bw-turn__text")).to_be_visible()


def test_a_huge_output_is_cut_and_its_quote_is_shown(visit: Visit, site: Path) -> None:
    assert (site / OTHER / "index.html").stat().st_size < 90_000
    page = visit.go(f"{OTHER}/#{quote_anchor('the needle', 'turn-2')}")
    expect(page.locator("mark:target")).to_have_text("the needle")
    expect(page.locator("mark:target")).to_be_in_viewport()
    expect(page.locator(".bw-turn__cut")).to_have_count(2)
    expect(page.locator(".bw-turn__cut").nth(1)).to_contain_text("cut: 1.2 MB not shown here")


@by_touch
@pytest.mark.parametrize("path", [VALVE, "knowledge/a/pump/", f"{SESSION}/", f"{SESSION}/part-3/", f"{OTHER}/"])
def test_nothing_is_wider_than_a_phone(visit: Visit, path: str) -> None:
    assert width_over(visit.go(path)) <= 0


@by_touch
def test_the_contents_of_a_phone_close_behind_the_reader(visit: Visit) -> None:
    page = visit.go(VALVE)
    contents = page.locator(".bw-contents")
    contents.locator("summary").tap()
    contents.get_by_role("link", name="Numbers").tap()
    expect(contents.get_by_role("link", name="Numbers")).to_be_hidden()
    assert page.url.endswith("#numbers")
