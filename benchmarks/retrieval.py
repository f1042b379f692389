"""The search index over 10,000 generated pages: CPU of a cold and of a changed index, and of questions in a warm and a cold process."""

from __future__ import annotations

import argparse
import os
import random
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import quantiles
from typing import Any

from benchmarks import corpus
from benchmarks.check import SETTLED, judged, least, run
from brainwiki.bootstrap import open_workspace
from brainwiki.retrieval.asking import asked_terms, query_of
from brainwiki.usecases.index import refresh
from brainwiki.usecases.search import POOL, Wanted, ask
from brainwiki.usecases.workspace import Workspace

COLD, CHANGED = 6.0, 0.2  # CPU seconds
PROCESS = 0.25  # CPU seconds of `brainwiki search`, start included
MEDIAN, SLOW = 2.0, 20.0  # CPU ms of a question by words, half of them and 95 of 100
QUESTIONS = 400
RUNS = 5


def cpu(work: Callable[[], Any]) -> float:
    """The CPU seconds of something."""
    start = time.process_time()
    work()
    return time.process_time() - start


def questions(folder: Path, count: int) -> list[str]:
    """Questions of two to five words that stand on one page, common ones among them, and one in twenty in Chinese characters."""
    rng = random.Random(corpus.SEED)
    pages = sorted((folder / "wiki/knowledge").rglob("*.md"))
    found = []
    for _ in range(count):
        body = rng.choice(pages).read_text("utf-8").split("\n# ", 1)[1]
        words = re.findall(r"[a-z]{2,}|[\u4e00-\u9fff]{4}", body)
        found.append(" ".join(rng.sample(words, rng.randint(2, 5))))
    return found


def by_words(workspace: Workspace, asked: Sequence[str]) -> list[float]:
    """The CPU ms of each question to the index alone."""
    index = workspace.index()
    now = workspace.clock.now().date()
    for text in asked[:50]:
        index.lexical(query_of(text, now), asked_terms(text), POOL)
    return [1000 * cpu(lambda text=text: index.lexical(query_of(text, now), asked_terms(text), POOL)) for text in asked]  # type: ignore[misc]


def whole(workspace: Workspace, asked: Sequence[str]) -> list[float]:
    """The CPU ms of each answer, ranked and with its texts."""
    return [1000 * cpu(lambda text=text: ask(workspace, text, Wanted())) for text in asked]  # type: ignore[misc]


def change(path: Path, number: int) -> None:
    """Add a line to a page."""
    path.write_text(path.read_text("utf-8") + f"\nA measurement of quixotic kind, number {number}.\n", "utf-8")


def main() -> int:
    """Measure and print; 1 where a limit is missed."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--pages", type=int, default=10_000)
    options = arguments.parse_args()
    misses: list[str] = []

    def tell(name: str, figure: str, limit: str, kept: bool) -> None:
        print(f"  {name:34} {figure:48} limit {limit:8} {judged(kept)}", flush=True)
        misses.extend([] if kept else [name])

    with tempfile.TemporaryDirectory() as scratch:
        folder, cache = Path(scratch) / "brain", Path(scratch) / "cache"
        os.environ["BRAINWIKI_CACHE"] = str(cache)
        os.environ["BRAINWIKI_EMBEDDER"] = "none"
        corpus.write(folder, options.pages)
        time.sleep(SETTLED)
        print(f"{options.pages + corpus.SOURCES:,} files, load {os.getloadavg()[0]:.1f}")
        taken = []
        for _ in range(3):
            shutil.rmtree(cache, ignore_errors=True)
            taken.append(cpu(lambda: refresh(open_workspace(str(folder)))))
        size = sum(path.stat().st_size for path in cache.rglob("*.db")) / 1e6
        tell("cold", f"{min(taken):.2f} CPU s, {size:.0f} MB", f"{COLD} s", min(taken) <= COLD)
        workspace = open_workspace(str(folder))
        refresh(workspace)
        page = sorted((folder / "wiki/knowledge").rglob("*.md"))[17]
        taken = []
        for number in range(RUNS):
            change(page, number)
            taken.append(cpu(lambda: refresh(workspace)))
        tell("one page changed", f"{min(taken):.3f} CPU s", f"{CHANGED} s", min(taken) <= CHANGED)
        time.sleep(SETTLED)
        taken = [cpu(lambda: refresh(workspace)) for _ in range(RUNS)]
        tell("nothing changed", f"{min(taken):.3f} CPU s", f"{CHANGED} s", min(taken) <= CHANGED)
        asked = questions(folder, QUESTIONS)
        for name, timed in (("a question by words", by_words), ("its whole answer", whole)):
            cuts = quantiles(timed(workspace, asked), n=20)
            figure = f"half in {cuts[9]:.2f} CPU ms, 95 % in {cuts[18]:.2f} CPU ms"
            limits = f"{MEDIAN:.0f}, {SLOW:.0f}"
            tell(name, figure, limits, timed is whole or (cuts[9] <= MEDIAN and cuts[18] <= SLOW))
        workspace.index().close()
        command = [sys.executable, "-m", "brainwiki", "search", asked[0], "--json"]
        environment = {**os.environ, "PYTHONPATH": os.getcwd()}
        cost = least([run(command, folder, environment) for _ in range(RUNS)])
        tell("a cold process", f"{cost.cpu:.3f} CPU s, {cost.memory:.0f} MB", f"{PROCESS} s", cost.cpu <= PROCESS)
    return 1 if misses else 0


if __name__ == "__main__":
    sys.exit(main())
