"""`brainwiki check` over 10,000 generated pages beside `rumdl check`, whole processes in turn: CPU seconds, memory, growth."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmarks import corpus

HERE = Path(sys.executable).parent
OURS, PEER = str(HERE / "brainwiki"), str(HERE / "rumdl")
COLD, WARM = 1.5, 1.5  # times the peer in the same run
CHANGED = 0.7  # CPU seconds, five files of 10,000
MEMORY = 150.0  # MB at 10,000 pages
GROWTH = 5.5  # times the CPU seconds for five times the pages
SETTLED = 2.5  # seconds after which a file's times can be trusted
IDENTITY = {f"GIT_{who}_{what}": "bench@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}


@dataclass(frozen=True)
class Cost:
    """What one process cost: user and system CPU seconds, its children included, and peak memory in MB."""

    cpu: float
    memory: float


def run(command: list[str], folder: Path, environment: Mapping[str, str]) -> Cost:
    """Run a command to its end and take its resource usage; its exit code 0 or 1 is a result, anything else an error."""
    inherited = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    process = subprocess.Popen(
        command, cwd=folder, env={**inherited, **environment}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )  # bytecode is kept, as an installation keeps it
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        raise SystemExit(f"{command[0]} ended with {process.returncode}")
    scale = 1024 if sys.platform != "darwin" else 1024 * 1024
    return Cost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / scale)


def least(costs: list[Cost]) -> Cost:
    """The least CPU of several runs, with the most memory of any."""
    return Cost(min(cost.cpu for cost in costs), max(cost.memory for cost in costs))


class Bench:
    """One generated brain in a repository, its cache and its peer's beside it, and what was measured on it."""

    def __init__(self, scratch: Path, pages: int, runs: int) -> None:
        self.folder = scratch / f"brain-{pages}"
        self.runs = runs
        self.environment = {"BRAINWIKI_CACHE": str(scratch / f"cache-{pages}")}
        corpus.write(self.folder, pages)
        self.ours = [OURS, "check", "--quiet"]
        self.peer = [PEER, "check", "."]

    def once(self, *command: str) -> Cost:
        """One run of a command in the brain's folder."""
        return run(list(command), self.folder, self.environment)

    def pair(self, ours: list[str], peer: list[str]) -> tuple[Cost, Cost]:
        """Ours and the peer in turn, several times; the least of each."""
        both = [(self.once(*ours), self.once(*peer)) for _ in range(self.runs)]
        return least([our for our, _ in both]), least([other for _, other in both])

    def cold(self) -> tuple[Cost, Cost]:
        """Every file read and parsed, nothing kept."""
        return self.pair([*self.ours, "--no-cache"], [*self.peer, "--no-cache"])

    def warm(self) -> tuple[Cost, Cost]:
        """Nothing changed since the last run of each."""
        time.sleep(SETTLED)
        for _ in range(2):
            self.once(*self.ours)
            self.once(*self.peer)
        return self.pair(self.ours, self.peer)

    def changed(self) -> Cost:
        """A commit that edits five pages and breaks none, checked against the one before."""
        git = ["git", "-c", "core.hooksPath=/dev/null", "-c", "gc.auto=0"]
        environment = {**os.environ, **IDENTITY}

        def commit(message: str) -> None:
            for arguments in (["add", "-A"], ["commit", "-q", "-m", message]):
                subprocess.run([*git, *arguments], cwd=self.folder, env=environment, check=True, capture_output=True)

        subprocess.run([*git, "init", "-q"], cwd=self.folder, env=environment, check=True, capture_output=True)
        commit("one")
        pages = sorted((self.folder / "wiki/knowledge").rglob("*.md"))
        for page in pages[:: len(pages) // 5][:5]:
            page.write_text(page.read_text("utf-8") + "\nMore is known: see [[page-17]].\n", "utf-8")
        commit("two")
        command = [*self.ours, "--changed", "HEAD~1"]
        self.once(*command)
        return least([self.once(*command) for _ in range(self.runs)])


def judged(kept: bool) -> str:
    """Whether a limit was kept, in a word."""
    return "kept" if kept else "MISSED"


def main() -> int:
    """Measure and print; 1 where a limit is missed."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--pages", type=int, default=10_000)
    arguments.add_argument("--runs", type=int, default=5)
    arguments.add_argument("--no-growth", action="store_true", help="leave out five times the pages")
    options = arguments.parse_args()
    misses: list[str] = []

    def tell(name: str, figure: str, limit: str, is_kept: Callable[[], bool]) -> None:
        print(f"  {name:28} {figure:48} limit {limit:8} {judged(is_kept())}", flush=True)
        misses.extend([] if is_kept() else [name])

    with tempfile.TemporaryDirectory() as scratch:
        bench = Bench(Path(scratch), options.pages, options.runs)
        print(f"{options.pages + corpus.SOURCES:,} pages, least of {options.runs} runs, load {os.getloadavg()[0]:.1f}")
        cold, peer = bench.cold()
        ratio = cold.cpu / peer.cpu
        tell("cold", f"{cold.cpu:.2f} CPU s, rumdl {peer.cpu:.2f}: {ratio:.2f} x", f"{COLD} x", lambda: ratio <= COLD)
        warm, peer = bench.warm()
        second = warm.cpu / peer.cpu
        tell("warm", f"{warm.cpu:.2f} CPU s, rumdl {peer.cpu:.2f}: {second:.2f} x", f"{WARM} x", lambda: second <= WARM)
        changed = bench.changed()
        tell("--changed, five files, warm", f"{changed.cpu:.2f} CPU s", f"{CHANGED} s", lambda: changed.cpu <= CHANGED)
        most = max(cold.memory, warm.memory, changed.memory)
        figures = f"cold {cold.memory:.0f}, warm {warm.memory:.0f}, changed {changed.memory:.0f} MB"
        tell("memory", figures, f"{MEMORY:.0f} MB", lambda: most <= MEMORY * max(1, options.pages / 10_000))
        if not options.no_growth:
            large = Bench(Path(scratch), options.pages * 5, 1)
            many = large.once(*large.ours, "--no-cache")
            growth = many.cpu / cold.cpu
            tell(
                "growth, five times as many",
                f"{many.cpu:.2f} CPU s: {growth:.2f} x",
                f"{GROWTH} x",
                lambda: growth <= GROWTH,
            )
    return 1 if misses else 0


if __name__ == "__main__":
    sys.exit(main())
