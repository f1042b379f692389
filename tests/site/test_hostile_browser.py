"""One hundred and fifty attacks in every text of a brain, in a real browser: none runs, none asks another host, none is even refused
by the policy, since none got that far."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext

from brainwiki.bootstrap import open_workspace
from brainwiki.site.build import build, output_folder
from brainwiki.usecases.check import check
from tests.helpers import NOW
from tests.site.browsing import served
from tests.site.hostile_brain import SESSION, make
from tests.site.payloads import PAYLOADS

WATCH = """
window.caught = [];
window.pwn = () => { window.caught.push("ran"); };
window.alert = window.prompt = window.confirm = window.pwn;
document.addEventListener("securitypolicyviolation", e => window.caught.push("policy: " + e.violatedDirective + " " + e.blockedURI + " " + e.sample));
"""
TOUCH_ALL = """() => {
  const all = document.querySelectorAll(".md-content a, .md-content summary, .md-content button, .md-content [tabindex]");
  for (const element of [...all].slice(0, 120)) {
    for (const name of ["pointerenter", "pointerover", "mouseenter", "mouseover", "focusin", "focus", "pointerleave", "mouseout", "blur"])
      element.dispatchEvent(new Event(name, { bubbles: true }));
    if (element.tagName === "SUMMARY") element.click();
  }
  return [window.bw && typeof window.bw.load, document.body.querySelectorAll("script:not([src]):not([type='application/json'])").length];
}"""


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """The site of the hostile brain, served."""
    folder = make(tmp_path_factory.mktemp("hostile") / "workspace")
    out = folder.parent / "site"
    workspace = open_workspace(str(folder), now=NOW)
    build(workspace, check(workspace), output_folder(workspace, str(out)))
    with served(out) as address:
        yield address, out


@pytest.fixture
def watched(browser: Browser) -> Iterator[BrowserContext]:
    """A browser in which an attack that runs leaves a trace."""
    context = browser.new_context()
    context.add_init_script(WATCH)
    yield context
    context.close()


def addresses(out: Path) -> list[str]:
    """Every page of the site, redirects left out: they lead away from themselves."""
    found = []
    for path in sorted(out.rglob("*.html")):
        if 'http-equiv="refresh"' not in path.read_text("utf-8"):
            found.append(path.relative_to(out).as_posix().removesuffix("index.html"))
    return found


def test_nothing_that_is_written_runs_asks_or_is_refused(watched: BrowserContext, hostile: tuple[str, Path]) -> None:
    root, out = hostile
    pages = addresses(out)
    assert len(pages) > 2 * len(PAYLOADS), "a page and a source for each payload"
    assert any(SESSION in one for one in pages)
    tab = watched.new_page()
    foreign: list[str] = []
    opened: list[str] = []
    tab.on(
        "request", lambda request: foreign.append(request.url) if not request.url.startswith((root, "data:")) else None
    )
    tab.on("dialog", lambda dialog: (opened.append(dialog.message), dialog.dismiss()))
    tab.on("popup", lambda popup: opened.append(popup.url))
    bad: dict[str, object] = {}
    for address in pages:
        tab.goto(root + address, wait_until="load")
        state = tab.evaluate(TOUCH_ALL)
        caught = tab.evaluate("window.caught")
        if caught or foreign or opened or state[0] != "function" or tab.url.partition("#")[0] != root + address:
            bad[address] = (caught, list(foreign), list(opened), state, tab.url)
            foreign.clear()
            opened.clear()
    assert bad == {}
