"""One hundred and fifty attacks in every text of a brain and of its past, in a real browser: none runs, none asks another host, none
is even refused by the policy, since none got that far."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import quote
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from brainwiki.bootstrap import open_workspace
from brainwiki.site.build import build, output_folder
from brainwiki.usecases.check import check
from tests.helpers import NOW, write_files
from tests.site.browsing import served
from tests.site.hostile_brain import SESSION, make
from tests.site.payloads import PAYLOADS
from tests.site.search.sites import value_of

URL = "https://pages.example.org/m/"
ATOM = "{http://www.w3.org/2005/Atom}"

# An attack that runs leaves a trace; and nothing waits long, so that windows beside links open at once.
WATCH = """
window.caught = [];
window.pwn = () => { window.caught.push("ran"); };
window.alert = window.prompt = window.confirm = window.pwn;
document.addEventListener("securitypolicyviolation", e => window.caught.push("policy: " + e.violatedDirective + " " + e.blockedURI + " " + e.sample));
const later = window.setTimeout.bind(window);
window.setTimeout = (run, time, ...more) => later(run, Math.min(time || 0, 5), ...more);
window.until = async (found) => {
  for (let n = 0; n < 200 && !found(); n += 1) await new Promise((done) => later(done, 10));
  return found();
};
"""
# Touches what can be touched, opens what is folded, looks at a link, at a mark, at the connections and at a comparison of two
# revisions; tells the state of the site's own scripts, scripts in the page, and which of these four were seen.
TOUCH_ALL = """async () => {
  const all = document.querySelectorAll(".md-content a, .md-content summary, .md-content button, .md-content [tabindex]");
  const isHistory = Boolean(document.querySelector(".bw-history"));
  for (const element of [...all].slice(0, isHistory ? 20 : 60)) {
    for (const name of ["pointerenter", "pointerover", "mouseenter", "mouseover", "focusin", "focus", "pointerleave", "mouseout", "blur"])
      element.dispatchEvent(new Event(name, { bubbles: true }));
    if (element.tagName === "SUMMARY") element.click();
  }
  const seen = {};
  const hover = async (name, selector) => {
    const link = document.querySelector(selector);
    if (!link) return;
    link.scrollIntoView({ block: "center" });
    link.dispatchEvent(new PointerEvent("pointerover", { bubbles: true, pointerType: "mouse" }));
    const title = () => document.querySelector("#bw-pop[role=group]");
    seen[name] = Boolean(await window.until(() => title() && link.getAttribute("aria-describedby") === "bw-pop"));
  };
  await hover("preview", ".bw-body a.bw-link:not([href^='#'])");
  await hover("evidence", ".bw-cite a[href^='#']");
  const near = document.querySelector(".bw-near");
  if (near) {
    near.scrollIntoView();
    seen.near = Boolean(await window.until(() => near.drawing));
  }
  const revisions = document.querySelectorAll(".bw-history[data-compare] > .bw-rev");
  if (revisions.length > 2) {
    const name = (one) => one.id.slice(2);
    location.hash = "compare=" + name(revisions[revisions.length - 1]) + ".." + name(revisions[0]);
    seen.compared = Boolean(await window.until(() => document.querySelector(".bw-compared .bw-difference")));
  }
  const scripts = document.body.querySelectorAll("script:not([src]):not([type='application/json'])").length;
  return [window.bw && typeof window.bw.load, scripts, seen, window.caught];
}"""


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the hostile brain."""
    folder = make(tmp_path_factory.mktemp("hostile") / "workspace")
    write_files(folder, {"mkdocs.yml": f"site_url: {URL}\n"})
    workspace = open_workspace(str(folder), now=NOW)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("brainwiki.site.history.feed.MOST", 1000)
        patch.setattr("brainwiki.rules.compact_index.BUDGET", 1_000_000)
        patch.setattr("brainwiki.site.sections.machines.BUDGET", 1_000_000)
        build(workspace, check(workspace), output_folder(workspace, str(folder.parent / "site")))
    return folder.parent / "site"


@pytest.fixture(scope="module")
def root(out: Path) -> Iterator[str]:
    """The same, served."""
    with served(out) as address:
        yield address


@pytest.fixture
def watched(browser: Browser) -> Iterator[BrowserContext]:
    """A browser in which an attack that runs leaves a trace."""
    context = browser.new_context(viewport={"width": 1000, "height": 600})
    context.add_init_script(WATCH)
    yield context
    context.close()


class Alarm:
    """What a tab asked of others, and which dialogs and windows opened."""

    def __init__(self, tab: Page, root: str) -> None:
        self.found: list[str] = []
        tab.on("request", lambda one: None if one.url.startswith((root, "data:")) else self.found.append(one.url))
        tab.on("dialog", lambda one: (self.found.append(one.message), one.dismiss()))
        tab.on("popup", lambda one: self.found.append(one.url))
        tab.on("pageerror", lambda error: self.found.append(str(error)))

    def heard(self) -> list[str]:
        """What there was since one asked last."""
        found, self.found = self.found.copy(), []
        self.found.clear()
        return found


# As files -------------------------------------------------------------------------------------------------------------------

RUNS = ("script", "link", "img", "source", "video", "audio")
NEVER = ("style", "iframe", "object", "embed", "base", "form", "frame", "applet", "portal")


class Foreign(HTMLParser):
    """Collects what no page of the site may hold: handlers, styles, scripts of its own, addresses that are loaded from elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = dict(attrs)
        bad = [
            name
            for name in names
            if name.startswith("on") or name in ("style", "srcdoc", "ping", "formaction", "action")
        ]
        loads = names.get("src" if tag != "link" else "href") or ""
        is_loaded = tag in RUNS and names.get("rel") not in ("canonical", "alternate feed")
        if is_loaded and ":" in loads.partition("/")[0] + loads[:2].replace("//", ":"):
            bad.append(loads)
        if tag in NEVER or (tag == "script" and "src" not in names and names.get("type") != "application/json"):
            bad.append(tag)
        href = (names.get("href") or "").strip().lower()
        if href.partition(":")[0].strip() in ("javascript", "vbscript", "data", "blob"):
            bad.append(href)
        if names.get("http-equiv") not in (None, "Content-Security-Policy", "refresh", "x-ua-compatible"):
            bad.append(str(names["http-equiv"]))
        if names.get("http-equiv") == "refresh" and not (names.get("content") or "").startswith("0; url=../"):
            bad.append(str(names["content"]))
        self.found += [f"{tag} {one}" for one in bad]


def test_no_page_holds_anything_that_acts(out: Path) -> None:
    pages = sorted(out.rglob("*.html"))
    assert len(pages) > 6 * len(PAYLOADS), "pages, sources, their histories, types, tags, other names"
    bad = {}
    for path in pages:
        parser = Foreign()
        parser.feed(path.read_text("utf-8"))
        if parser.found:
            bad[path.relative_to(out).as_posix()] = parser.found
    assert bad == {}


def test_data_is_one_call_with_plain_values(out: Path) -> None:
    files = sorted((out / "data").rglob("*.js"))
    assert {path.relative_to(out / "data").parts[0] for path in files} == {
        "docs",
        "graph",
        "history",
        "search",
        "words",
    }
    for path in files:
        raw = path.read_bytes()
        name = path.relative_to(out / "data").with_suffix("").as_posix()
        if name == "words/palette":  # our own HTML, put where its script stands
            assert re.fullmatch(rb'bwPut\("[^<]*"\);\n', raw)
            continue
        assert raw.startswith(f"bw.take({json.dumps(name)},".encode())
        value_of(raw)
        assert b"<" not in raw


def test_the_feed_is_xml_and_what_it_shows_is_text(out: Path) -> None:
    feed = ElementTree.parse(out / "changes.xml").getroot()
    entries = feed.findall(f"{ATOM}entry")
    assert len(entries) > len(PAYLOADS)
    for entry in entries:
        shown = ElementTree.fromstring(f"<x>{entry.findtext(f'{ATOM}content')}</x>")
        assert {one.tag for one in shown.iter()} <= {"x", "ul", "li", "p", "a", "s"}
        hrefs = [one.get("href", "") for one in [*shown.iter("a"), *entry.iter(f"{ATOM}link")]]
        assert all(href.startswith(URL) for href in hrefs)
    ElementTree.parse(out / "sitemap.xml")


def test_a_line_of_the_list_for_machines_stays_a_line(out: Path) -> None:
    for line in (out / "llms.txt").read_text("utf-8").splitlines():
        assert line[:3] in ("", "# \\", "# <", "> A", "## ", "- [") or line.startswith(("# ", "> ")), line
        if line.startswith("- ["):
            assert f"]({URL}" in line


# In a browser ---------------------------------------------------------------------------------------------------------------


def addresses(out: Path) -> list[str]:
    """Pages of the site, redirects left out: they lead away from themselves. Of those that differ in one name alone some are left
    out: sources, histories of sources, tasks and receipts, listings of one type or one tag."""
    found = []
    for path in sorted(out.rglob("*.html")):
        address = path.relative_to(out).as_posix().removesuffix("index.html")
        first, *rest = address.split("/")
        is_many = rest and (
            (first in ("sources", "tasks", "proposals") and "history" in rest)
            or address.startswith(("pages/types/", "tags/"))
            or first == "sources"
        )
        if (
            is_many and sum(map(ord, address)) % 12 or first == "404.html"
        ):  # whose links start at the site's own address
            continue
        if "bw-redirect.js" not in path.read_text("utf-8"):
            found.append(quote(address))
    return found


def test_nothing_that_is_written_runs_asks_or_is_refused(watched: BrowserContext, root: str, out: Path) -> None:
    pages = addresses(out)
    assert any(SESSION in one for one in pages)
    tab = watched.new_page()
    alarm = Alarm(tab, root)
    bad: dict[str, object] = {}
    seen: dict[str, int] = {}
    for address in pages:
        tab.goto(root + address, wait_until="load")
        ready, scripts, shown, caught = tab.evaluate(TOUCH_ALL)
        for name in shown:
            seen[name] = seen.get(name, 0) + bool(shown[name])
        heard = alarm.heard()
        if caught or heard or ready != "function" or scripts or tab.url.partition("#")[0] != root + address:
            bad[address] = (caught, heard, ready, scripts, tab.url)
    assert bad == {}
    assert seen["compared"] == len(PAYLOADS), "the versions of each page"
    assert seen["evidence"] >= len(PAYLOADS) - 10
    assert seen["preview"] >= len(PAYLOADS) - 10
    assert seen["near"] > len(PAYLOADS)


def test_an_old_name_leads_on_and_nowhere_else(watched: BrowserContext, root: str, out: Path) -> None:
    tab = watched.new_page()
    alarm = Alarm(tab, root)
    found = [path for path in sorted(out.rglob("index.html")) if "bw-redirect.js" in path.read_text("utf-8")]
    assert len(found) > len(PAYLOADS)
    for path in found[::20]:
        tab.goto(root + quote(path.relative_to(out).as_posix().removesuffix("index.html")))
        tab.wait_for_url(f"{root}knowledge/**")
        expect(tab.locator("h1")).to_be_visible()
        assert (tab.evaluate("window.caught"), alarm.heard()) == ([], [])


QUERIES = (
    "pwn",
    "script",
    "<img src=x onerror=pwn()>",
    "javascript",
    "elsewhere.example",
    "</title><script>",
    '"onmouseover',
    "type:task",
)


def test_what_is_found_is_text(watched: BrowserContext, root: str) -> None:
    tab = watched.new_page()
    alarm = Alarm(tab, root)
    tab.goto(f"{root}knowledge/a/p-0/")
    tab.keyboard.press("/")
    for query in QUERIES:
        tab.locator("#bw-search-input").fill(query)
        tab.wait_for_function("text => sessionStorage.getItem('bw-search') === text", arg=query)
        expect(tab.locator("#bw-search [role=option]").first).to_be_visible()
        for _ in range(12):
            tab.keyboard.press("ArrowDown")
        assert tab.locator("#bw-search [role=listbox]").locator("img, script, svg[onload], iframe").count() == 0
        assert (tab.evaluate("window.caught"), alarm.heard()) == ([], []), query


def test_the_map_shows_names_as_they_are(watched: BrowserContext, root: str) -> None:
    tab = watched.new_page()
    alarm = Alarm(tab, root)
    tab.goto(f"{root}graph/")
    expect(tab.locator(".bw-map canvas")).to_be_visible()
    for name in ("type", "tag"):
        tab.locator(f"[name={name}]").select_option(index=3)
        tab.locator(f"[name={name}]").select_option(index=0)
    tab.locator("[name=find]").fill("<script")
    box = tab.locator(".bw-map canvas").bounding_box()
    assert box is not None
    for place in range(1, 10):
        tab.mouse.move(box["x"] + box["width"] * place / 10, box["y"] + box["height"] / 2)
    for summary in tab.locator(".bw-map__cluster summary").all()[:5]:
        summary.click()
    assert (tab.evaluate("window.caught"), alarm.heard()) == ([], [])
