"""The search over 10,000 generated pages: CPU seconds of a full and a changed index, its weight, and the first answer in a browser."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterable
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from playwright.sync_api import sync_playwright

from benchmarks import corpus
from benchmarks.check import SETTLED, judged
from brainwiki.bootstrap import open_workspace
from brainwiki.config.config import Config
from brainwiki.ports import Memo
from brainwiki.site.build import build, output_folder
from brainwiki.site.memo import ShortMemo
from brainwiki.site.output import FileOutput
from brainwiki.site.pages.backlinks import gather
from brainwiki.site.published import select
from brainwiki.site.search.documents import texts
from brainwiki.site.search.room import outputs
from brainwiki.site.state import Site
from brainwiki.site.urls import assign
from brainwiki.usecases.check import check

FULL, CHANGED = 6.0, 0.15  # CPU seconds
WEIGHT = 12.0  # MB of the index
FIRST = 500.0  # ms from the question to the first page that is shown, nothing loaded before
CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def site_of(folder: Path, memo: Memo) -> Site:
    """The state of a generated brain as a build has it before it asks for outputs."""
    workspace = open_workspace(str(folder))
    wiki = check(workspace, shelf=workspace.shelf).wiki
    site = Site(
        wiki, assign(wiki, select(wiki, (), bool)), Config(), "bench", workspace.clock.now(), "bwbenchx", memo=memo
    )
    gather(site)  # links are resolved once for all rooms
    return site


def cpu(found: list[FileOutput], run: Iterable[FileOutput]) -> float:
    """The CPU seconds in which outputs come."""
    start = time.process_time()
    found.extend(run)
    return time.process_time() - start


def write(folder: Path, found: Iterable[FileOutput]) -> float:
    """Write files; the CPU seconds in which they were made."""
    spent = 0.0
    for output in found:
        start = time.process_time()
        content = output.make()
        spent += time.process_time() - start
        path = folder / output.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return spent


def shell(scratch: Path, shards: int) -> Path:
    """A site of one page whose scripts believe that there are so many shards."""
    workspace = scratch / "one"
    (workspace / "wiki").mkdir(parents=True)
    (workspace / "wiki/index.md").write_text("# Home\n", "utf-8")
    (workspace / "brainwiki.toml").write_text('format = 1\nbrain = "wiki"\n', "utf-8")
    opened = open_workspace(str(workspace))
    out = scratch / "site"
    build(opened, check(opened), output_folder(opened, str(out)))
    home = out / "index.html"
    home.write_text(home.read_text("utf-8").replace('data-shards="1"', f'data-shards="{shards}"'), "utf-8")
    shutil.rmtree(out / "data")
    return out


class Quiet(SimpleHTTPRequestHandler):
    """Serves a folder and says nothing."""

    def log_message(self, *args: object) -> None:
        """Silence."""


def answers(out: Path, questions: Iterable[str]) -> list[tuple[str, float, int]]:
    """For each question, in a tab of its own: ms until a page is shown, and how many data files that took."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(out)))
    Thread(target=server.serve_forever, daemon=True).start()
    browser_path = next(found for found in map(shutil.which, CHROMIUM) if found)
    found = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
        for question in questions:
            context = browser.new_context()
            page = context.new_page()
            page.goto(f"http://127.0.0.1:{server.server_port}/")
            page.keyboard.press("/")
            taken = page.evaluate(
                """question => new Promise(done => {
                  const field = document.querySelector("#bw-search-input");
                  const start = performance.now();
                  const look = () => document.querySelector("#bw-search-0") ? done(performance.now() - start) : requestAnimationFrame(look);
                  field.value = question;
                  field.dispatchEvent(new Event("input"));
                  look();
                })""",
                question,
            )
            files = page.evaluate(
                "performance.getEntriesByType('resource').filter(e => e.name.includes('/data/')).length"
            )
            found.append((question, float(taken), int(files)))
            context.close()
        browser.close()
    server.shutdown()
    return found


def main() -> int:
    """Measure and print; 1 where a limit is missed."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--pages", type=int, default=10_000)
    options = arguments.parse_args()
    misses: list[str] = []

    def tell(name: str, figure: str, limit: str, kept: bool) -> None:
        print(f"  {name:30} {figure:56} limit {limit:8} {judged(kept)}", flush=True)
        misses.extend([] if kept else [name])

    with tempfile.TemporaryDirectory() as scratch:
        os.environ["BRAINWIKI_CACHE"] = str(Path(scratch) / "cache")
        brain = Path(scratch) / "brain"
        corpus.write(brain, options.pages)
        time.sleep(SETTLED)
        memo = ShortMemo()
        site = site_of(brain, memo)
        for page in site.wiki:
            len(page.text)  # a full build reads every page for its HTML in any case
        out = shell(Path(scratch), site.shards)
        found: list[FileOutput] = []
        keys = cpu(found, outputs(site))
        made = write(out, found)
        print(f"{len(site.wiki.pages):,} pages, load {os.getloadavg()[0]:.1f}")
        tell("full", f"{keys + made:.2f} CPU s", f"{FULL} s", keys + made <= FULL)
        sizes = {
            name: sum(path.stat().st_size for path in (out / "data" / name).iterdir()) / 1e6
            for name in ("search", "docs")
        }
        largest = max(path.stat().st_size for path in (out / "data/search").iterdir()) / 1e3
        figure = (
            f"{sizes['search']:.1f} MB in {site.shards} shards, largest {largest:.0f} kB; texts {sizes['docs']:.1f} MB"
        )
        tell("index", figure, f"{WEIGHT} MB", sizes["search"] <= WEIGHT)
        path = sorted((brain / "wiki/knowledge").rglob("*.md"))[17]
        path.write_text(path.read_text("utf-8") + "\nA measurement of quixotic kind.\n", "utf-8")
        known = {output.path: output.key for output in found}
        later = site_of(brain, memo)
        again: list[FileOutput] = []
        keys = cpu(again, outputs(later))
        changed = [output for output in again if known.get(output.path) != output.key]
        made = write(out, changed)
        figure = f"{keys + made:.2f} CPU s, {len(changed)} files of {len(again)}"
        tell("one page changed", figure, f"{CHANGED} s", keys + made <= CHANGED)
        words = texts(later, later.wiki.pages["knowledge/people/set-0/page-21.md"])[1].text.split()
        questions = [
            "quixotic",
            words[2],
            "more",
            "see mitora kasa",
            "記憶証拠",
            "憶",
            "measu",
            f"{words[0]} {words[1]} {words[2]}",
        ]
        for question, taken, files in answers(out, questions):
            tell(f"first answer, {question[:14]}", f"{taken:.0f} ms, {files} files", f"{FIRST:.0f} ms", taken <= FIRST)
    return 1 if misses else 0


if __name__ == "__main__":
    sys.exit(main())
