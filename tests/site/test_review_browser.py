"""Five proposals as a reviewer meets them, in a real browser: light, dark and on a phone, with the keyboard, and a poisoned one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from brainwiki.bootstrap import open_workspace
from brainwiki.site.build import build, output_folder
from brainwiki.usecases.check import check
from tests.helpers import NOW
from tests.repositories import git
from tests.site.browsing import Visit, served, width_over, window_of
from tests.site.test_frame_browser import violations
from tests.situations import ORDER, PROPOSALS, SECOND, propose
from tests.situations import build as make_brain

OWN = {name: f"review/2026-06-02-dream-{name}/" for name in PROPOSALS}
RECEIPT = "proposals/2026-06-02-dream-number/"
PAGES = ["review/", RECEIPT, *(path for name, path in OWN.items() if name != "number")]


def built(folder: Path, out: Path) -> Path:
    workspace = open_workspace(str(folder), now=NOW)
    build(workspace, check(workspace), output_folder(workspace, str(out)))
    return out


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the brain after one of the five was merged."""
    folder = make_brain(tmp_path_factory.mktemp("review") / "r")
    git(folder, "merge", "-q", "--no-ff", "-m", "The budget grows", "brainwiki/proposal/2026-06-02-dream-number")
    return built(folder, folder.parent / "site")


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    with served(site) as address:
        yield address


@pytest.fixture
def visit(browser: Browser, address: str, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """A tab; no test may have run a text of a page, asked elsewhere or drawn a complaint."""
    wanted = getattr(request, "param", {})
    context = window_of(browser, wanted)
    context.add_init_script("window.alerts = 0; window.alert = () => window.alerts++;")
    tab = Visit(context, address)
    yield tab
    if wanted.get("scripts", True):
        assert tab.page.evaluate("window.alerts || 0") == 0
    assert tab.errors == []
    assert tab.elsewhere() == []
    context.close()


@pytest.mark.parametrize(
    "visit", [{}, {"scheme": "dark"}, {"width": 390}], indirect=True, ids=["light", "dark", "phone"]
)
def test_every_page_of_the_review_fits_and_is_for_everyone(visit: Visit) -> None:
    found = {}
    for path in PAGES:
        page = visit.go(path, settled=True)
        assert width_over(page) <= 0, path
        found[path] = violations(page)
    assert {path: some for path, some in found.items() if some} == {}


def test_the_list_leads_to_each_and_says_how_risky_it_is(visit: Visit) -> None:
    page = visit.go("review/")
    risks = {
        one.locator("h3").inner_text(): one.locator(".bw-v-risk").inner_text()
        for one in page.locator(".bw-proposal--open").all()
    }
    assert risks == {
        "The pump runs at 45 bar": "medium risk",
        "Aiko prefers diagrams": "medium risk",
        "No service in spring": "medium risk",
        "Invoices <b>now</b> @all": "high risk",
    }
    page.get_by_role("link", name="Aiko prefers diagrams").click()
    expect(page.locator("h1")).to_have_text("Aiko prefers diagrams")


def test_another_preference_stands_beside_the_old_one_with_both_quotes(visit: Visit) -> None:
    page = visit.go(OWN["preference"])
    pair = page.locator(".bw-v-pair")
    expect(pair.locator(".bw-v-side").first).to_contain_text("Prefers bullet lists in reports.")
    expect(pair.locator(".bw-v-side--new ins")).to_contain_text("diagrams to")
    expect(pair.locator(".bw-v-side--new blockquote")).to_have_text(
        "From now on I want diagrams instead of bullet lists."
    )
    pair.locator(".bw-v-side--new figcaption a").click()
    page.wait_for_url(f"**/{SECOND}/#turn-1")
    expect(page.locator(".bw-turn", has=page.locator("#turn-1"))).to_be_in_viewport()


def test_a_contradiction_says_that_both_stand(visit: Visit) -> None:
    page = visit.go(OWN["contradiction"])
    pair = page.locator(".bw-v-pair")
    expect(pair.locator(".bw-v-chip")).to_have_text("both stand")
    expect(pair.locator("del")).to_contain_text("40")
    expect(pair.locator("ins")).to_contain_text("45")
    assert pair.locator(".bw-v-who").all_inner_texts() == ["A record", "The user"]


def test_a_retraction_keeps_what_was_as_history(visit: Visit) -> None:
    page = visit.go(OWN["retraction"])
    claim = page.locator(".bw-v-claim--retracted")
    expect(claim.locator("ins")).to_contain_text("(until 2026-05-02)")
    expect(page.locator(".bw-v-claim--removed")).to_have_count(0)
    expect(page.locator(".bw-v-best a").first).to_have_text("Reports")


def test_a_poisoned_session_shows_its_signs_and_does_nothing(visit: Visit) -> None:
    page = visit.go(OWN["poisoned"], settled=True)
    expect(page.locator(".bw-v-risk")).to_have_text("high risk")
    assert page.locator(".bw-v-findings--block .bw-v-code").all_inner_texts() == ["BW503"] * 3 + ["BW504"] * 2
    body = page.locator(".bw-v")
    expect(body).to_contain_text(ORDER)
    expect(body).to_contain_text("[U+202E]")
    expect(body).to_contain_text("<script>alert(1)</script>")
    assert body.locator("script, img").count() == 0
    assert body.locator("a[href*='evil']").count() == 0
    assert {one.inner_text() for one in body.locator(".bw-v-who").all()} == {"The assistant"}


def test_the_receipt_of_an_applied_one_shows_what_it_changed(visit: Visit) -> None:
    page = visit.go(RECEIPT)
    expect(page.locator(".bw-receipt .bw-state--applied")).to_have_text("applied")
    expect(page.locator(".bw-v-pair ins")).to_contain_text("31.5")
    expect(page.locator(".bw-v-standing")).to_contain_text("confidence 70 % → 90 %")


@pytest.mark.parametrize("visit", [{"scripts": False}], indirect=True)
def test_all_of_it_is_there_without_scripts(visit: Visit) -> None:
    page = visit.go(OWN["contradiction"])
    expect(page.locator(".bw-v-pair ins")).to_be_visible()
    expect(page.locator(".bw-v-decide code").first).to_be_visible()


def test_the_keyboard_reaches_the_quotes_in_their_order(visit: Visit) -> None:
    page = visit.go(OWN["contradiction"])
    page.locator(".bw-receipt a").last.focus()
    reached = []
    for _ in range(3):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.textContent"))
        assert page.evaluate("document.activeElement.matches(':focus-visible')")
    assert reached == ["The pump", "Manual", "The pump again · turn\u00a01"]


def test_a_build_after_one_more_proposal_is_that_of_a_full_build(tmp_path: Path) -> None:
    folder = make_brain(tmp_path / "r")
    out = built(folder, tmp_path / "site")
    git(folder, "branch", "-q", "-D", "brainwiki/proposal/2026-06-02-dream-number")
    git(folder, "merge", "-q", "--no-ff", "-m", "Diagrams", "brainwiki/proposal/2026-06-02-dream-preference")
    propose(folder, "number")
    built(folder, out)
    whole = built(folder, tmp_path / "whole")

    def files(root: Path) -> dict[str, bytes]:
        return {
            path.relative_to(root).as_posix(): path.read_bytes()
            for path in sorted(root.rglob("*"))
            if path.is_file() and not path.name.startswith(".")
        }

    again, fresh = files(out), files(whole)
    assert again.keys() == fresh.keys()
    assert [path for path in again if again[path] != fresh[path]] == []
    assert "review/2026-06-02-dream-number/index.html" in again
    assert "review/2026-06-02-dream-preference/index.html" not in again
