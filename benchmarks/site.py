"""`brainwiki build` over generated brains with a past, beside plain MkDocs with Material over the same pages: CPU seconds, memory, size."""

from __future__ import annotations

import argparse
import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks import corpus, history
from benchmarks.check import HERE, SETTLED, Cost, judged, run

OURS, PEER = str(HERE / "brainwiki"), str(HERE / "mkdocs")
COMMITS = 0.8  # a page
FULL = 1.0  # times the peer in the same run
ONE, RENAMED, PAST = (
    2.0,
    8.0,
    5.0,
)  # CPU seconds at 10,000 pages: a page changed, the most linked page renamed, the past read
MEMORY, SIZE = 400.0, 300.0  # MB at 10,000 pages
GROWTH = 1.1  # times the HTML of one page in a wiki of a fifth of the size

_LINK = re.compile(r"\[\[page-([0-9]+)\]\]")
_CITE = re.compile(r" ?\[cite:[0-9]+\]")
_PEER_YML = """site_name: Plain
docs_dir: docs
site_dir: site
theme:
  name: material
  font: false
  features: [navigation.prune, toc.follow]
plugins: [search]
"""
_READ_PAST = (
    "from brainwiki.bootstrap import open_workspace; from brainwiki.site.history.chronicle import trace; "
    "w = open_workspace('.'); past = w.history.past(w.prefix); trace(past, {one.path for one in past.touches})"
)


def place(number: int) -> str:
    """Where the generated brain keeps a page, below `knowledge/`."""
    return f"{corpus.FOLDERS[number % len(corpus.FOLDERS)]}/set-{number // 500}/page-{number}.md"


def plain(folder: Path, pages: int) -> None:
    """The same pages for plain MkDocs: wikilinks as Markdown links, cites left out."""
    (folder / "docs").mkdir(parents=True)
    (folder / "mkdocs.yml").write_text(_PEER_YML, "utf-8")
    (folder / "docs/index.md").write_text("# Plain\n", "utf-8")
    for path, text in corpus.generate(pages):
        file = folder / "docs" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        text = _LINK.sub(lambda found: f"[page {found[1]}](../../{place(int(found[1]))})", text)
        file.write_text(_CITE.sub("", text), "utf-8")


def megabytes(folder: Path) -> float:
    """The sizes of all files, as `du --apparent-size` counts them."""
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) / 1e6


class Bench:
    """One generated brain with its past, its cache and its site."""

    def __init__(self, scratch: Path, pages: int) -> None:
        self.pages = pages
        self.brain = scratch / f"brain-{pages}"
        self.out = scratch / f"site-{pages}"
        self.plain = scratch / f"plain-{pages}"
        self.cache = scratch / f"cache-{pages}"
        self.environment = {"BRAINWIKI_CACHE": str(self.cache), "NO_MKDOCS_2_WARNING": "1", "PYTHONHASHSEED": "0"}
        corpus.write(self.brain, pages)
        history.write(self.brain, int(pages * COMMITS))
        time.sleep(SETTLED)

    def build(self, *options: str) -> Cost:
        """One build as a command."""
        return run([OURS, "build", "--out", str(self.out), *options], self.brain, self.environment)

    def full(self) -> Cost:
        """Every page made with nothing kept from before."""
        shutil.rmtree(self.cache, ignore_errors=True)
        return self.build("--full")

    def peer(self) -> Cost:
        """The same pages by plain MkDocs."""
        plain(self.plain, self.pages)
        return run([PEER, "build", "--quiet"], self.plain, self.environment)

    def one_changed(self) -> Cost:
        """A sentence more on one page, as an editor saves it."""
        page = self.brain / "wiki/knowledge" / place(42)
        page.write_text(page.read_text("utf-8") + "\nMore is known: see [[page-17]].\n", "utf-8")
        return self.build()

    def hub_renamed(self) -> Cost:
        """The most linked page gets another name, and all links follow."""
        counts: dict[str, int] = {}
        for _, text in corpus.generate(self.pages):
            for number in _LINK.findall(text):
                counts[number] = counts.get(number, 0) + 1
        hub = max(counts, key=lambda number: (counts[number], number))
        page = self.brain / "wiki/knowledge" / place(int(hub))
        page.rename(page.with_name(f"hub-{hub}.md"))
        for file in (self.brain / "wiki").rglob("*.md"):
            text = file.read_text("utf-8")
            if f"[[page-{hub}]]" in text:
                file.write_text(text.replace(f"[[page-{hub}]]", f"[[hub-{hub}]]"), "utf-8")
        return self.build()

    def past(self) -> Cost:
        """Every commit, page by page through renames, as a build reads it that has nothing kept."""
        cache = f"{self.cache}-past"
        shutil.rmtree(cache, ignore_errors=True)
        return run([sys.executable, "-c", _READ_PAST], self.brain, {**self.environment, "BRAINWIKI_CACHE": cache})

    def html(self) -> int:
        """The bytes of one page's HTML."""
        return (self.out / "knowledge" / place(7).removesuffix(".md") / "index.html").stat().st_size


def main() -> int:
    """Measure and print; 1 where a limit is missed."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--pages", type=int, default=10_000)
    arguments.add_argument("--scratch", type=Path, help="a folder for brains and sites, kept afterwards")
    options = arguments.parse_args()
    misses: list[str] = []

    def tell(name: str, figure: str, limit: str, is_kept: bool) -> None:
        print(f"  {name:34} {figure:52} limit {limit:8} {judged(is_kept)}", flush=True)
        misses.extend([] if is_kept else [name])

    def seconds(name: str, cost: Cost, limit: float) -> None:
        tell(name, f"{cost.cpu:.2f} CPU s, {cost.memory:.0f} MB", f"{limit} s", cost.cpu <= limit)

    with tempfile.TemporaryDirectory() as temporary:
        scratch = options.scratch or Path(temporary)
        small, large = (Bench(scratch, pages) for pages in (options.pages // 5, options.pages))
        print(f"{options.pages:,} pages, {int(options.pages * COMMITS):,} commits, load {os.getloadavg()[0]:.1f}")
        sizes = []
        for bench in (small, large):
            ours, peer = bench.full(), bench.peer()
            figure = f"{ours.cpu:.2f} CPU s, plain {peer.cpu:.2f}: {ours.cpu / peer.cpu:.2f} x; {ours.memory:.0f} MB"
            tell(f"full, {bench.pages:,} pages", figure, f"{FULL} x", ours.cpu <= FULL * peer.cpu)
            sizes.append(bench.html())
        share = options.pages / 10_000
        tell("memory", f"{ours.memory:.0f} MB", f"{MEMORY:.0f} MB", ours.memory <= MEMORY * max(1, share))
        size = megabytes(large.out)
        figure = f"{size:.0f} MB, plain {megabytes(large.plain / 'site'):.0f}"
        tell("size of the site", figure, f"{SIZE:.0f} MB", size <= SIZE * share)
        tell("one page's HTML", f"{sizes[0]:,} and {sizes[1]:,} bytes", f"{GROWTH} x", sizes[1] <= GROWTH * sizes[0])
        steps: list[tuple[str, Callable[[], Cost], float]] = [
            ("the past from Git", large.past, PAST),
            ("nothing changed", large.build, ONE),
            ("one page changed", large.one_changed, ONE),
            ("the most linked page renamed", large.hub_renamed, RENAMED),
            ("full, with what is kept", lambda: large.build("--full"), FULL * peer.cpu),
        ]
        for name, measure, limit in steps:
            seconds(name, measure(), round(limit, 1))
    return 1 if misses else 0


if __name__ == "__main__":
    sys.exit(main())
