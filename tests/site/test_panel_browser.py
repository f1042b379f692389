"""The context window panel in a real browser: in light, dark and on a phone, with a keyboard, and against one hundred and fifty attacks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext

from brainwiki.bootstrap import open_workspace
from brainwiki.model.hit import Freshness
from brainwiki.model.pack import LANES, LaneUse, Pack, Section
from brainwiki.retrieval.panel import page
from brainwiki.usecases.context import Wanted, pack_context
from tests.helpers import NOW, REPOSITORY
from tests.site.browsing import Visit, served, width_over, window_of
from tests.site.payloads import PAYLOADS

WATCH = """
window.caught = [];
window.pwn = () => { window.caught.push("ran"); };
window.alert = window.prompt = window.confirm = window.pwn;
document.addEventListener("securitypolicyviolation", e => window.caught.push("policy: " + e.violatedDirective));
"""
OPEN_ALL = """() => {
  for (const one of document.querySelectorAll("details")) one.open = true;
  for (const one of document.querySelectorAll("*"))
    for (const name of ["click", "mouseover", "focus", "load", "error", "animationstart", "toggle"]) one.dispatchEvent(new Event(name, { bubbles: true }));
  return window.caught;
}"""


def hostile() -> Pack:
    """A pack in which every text is an attack."""
    names = [lane.name for lane in LANES]
    labels: list[Freshness] = ["fresh", "aging", "stale"]
    sections = tuple(
        Section(names[at % 10], attack, attack, at, ("included", "truncated", "skipped")[at % 3], attack, labels[at % 3], 50, attack, attack, attack, at, at % 2)  # type: ignore[arg-type]
        for at, attack in enumerate(PAYLOADS)
    )  # fmt: skip
    everything = "\n".join(PAYLOADS)
    lanes = tuple(LaneUse(lane.name, lane.title, lane.share, lane.floor, 100, 50, 5, 10) for lane in LANES)
    return Pack(
        everything, 2_000, 500, 600, PAYLOADS[0], everything, sections, lanes, 100, "sparse", everything, PAYLOADS
    )


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("panel")
    workspace = open_workspace(str(REPOSITORY / "tests/data/example"), now=NOW)
    pack = pack_context(workspace, "background correction 暗騒音", Wanted(4_000, 500))
    (folder / "real.html").write_text(page(pack), "utf-8")
    (folder / "hostile.html").write_text(page(hostile()), "utf-8", "replace")
    with served(folder) as root:
        yield root


def opened(browser: Browser, **wanted: object) -> BrowserContext:
    return window_of(browser, wanted)


def test_no_attack_runs_asks_or_is_even_refused(browser: Browser, address: str) -> None:
    with opened(browser) as context:
        context.add_init_script(WATCH)
        visit = Visit(context, address)
        shown = visit.go("hostile.html", settled=True)
        assert shown.evaluate(OPEN_ALL) == []
        assert visit.elsewhere() == []
        assert (
            shown.evaluate("document.querySelectorAll('script, img, iframe, a, form, [onerror], [onload]').length") == 0
        )
        assert [text for text in visit.errors if "favicon" not in text] == []
        assert shown.locator("tbody th[scope=row]").count() == len(PAYLOADS) + len(LANES)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 360])
def test_everyone_can_use_it(browser: Browser, address: str, scheme: str, width: int) -> None:
    with opened(browser, scheme=scheme, width=width) as context:
        visit = Visit(context, address)
        shown = visit.go("real.html")
        for fold in shown.locator("summary").all():
            fold.focus()
            shown.keyboard.press("Enter")
        assert shown.locator("details[open]").count() == shown.locator("details").count() == 2
        assert width_over(shown) == 0
        found = Axe().run(shown)
        assert found.violations_count == 0, found.generate_report()
        assert len(found.response["passes"]) > 10
        assert visit.elsewhere() == []


def test_the_bar_fills_its_place_and_every_lane_has_its_colour(browser: Browser, address: str) -> None:
    with opened(browser) as context:
        shown = Visit(context, address).go("real.html")
        boxes = [box for one in shown.locator(".bar rect").all() if (box := one.bounding_box())]
        bar = shown.locator(".bar").bounding_box()
        assert bar is not None
        assert sum(box["width"] for box in boxes) == pytest.approx(bar["width"], rel=0.02)
        colours = shown.evaluate(
            "[...document.querySelectorAll('.lanes .key')].map(one => getComputedStyle(one).backgroundColor)"
        )
        assert len(set(colours)) == len(LANES)


def test_it_works_without_scripts(browser: Browser, address: str) -> None:
    with opened(browser, scripts=False) as context:
        shown = Visit(context, address).go("real.html")
        shown.locator("summary").last.click()
        assert shown.locator("pre").is_visible()
        assert "## Standing rules" in shown.locator("pre").inner_text()
