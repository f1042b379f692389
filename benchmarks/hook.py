"""The hook for the start of a session as agents run it: CPU seconds and size of its answer; fails above the limits."""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from brainwiki.hooks import session_start

LIMIT_SECONDS = 0.3
LIMIT_CHARACTERS = 10_000
RUNS = 7


def brain(folder: Path, pages: int, tasks: int) -> str:
    """A workspace whose index names so many pages, with so many tasks that are due."""
    (folder / "wiki/tasks").mkdir(parents=True)
    (folder / "brainwiki.toml").write_text("format = 1\n", "utf-8")
    lines = (
        f"- [[page-{number}|Page {number}]] — What page {number} says in one line, 一行。\n" for number in range(pages)
    )
    (folder / "wiki/index.md").write_text("# Index\n\n" + "".join(lines), "utf-8")
    for number in range(tasks):
        text = f"---\ntype: task\ntitle: Task {number}\nstate: waiting\ndue: 2026-01-01\n---\nText.\n"
        (folder / f"wiki/tasks/t{number}.md").write_text(text, "utf-8")
    return str(folder)


def measured(root: str) -> tuple[float, int]:
    """The median CPU seconds of a run, and the characters of the answer."""
    command = [sys.executable, "-I", "-S", session_start.__file__, "--root", root]
    seconds, size = [], 0
    for _ in range(RUNS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(command, input=b'{"hook_event_name": "SessionStart"}', capture_output=True, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        size = len(done.stdout.decode("utf-8"))
    return statistics.median(seconds), size


def main() -> int:
    """Print a line a brain."""
    bad = 0
    print(f"{'pages':>7} {'tasks':>7} {'CPU s':>7} {'characters':>11}")
    for pages, tasks in ((0, 0), (100, 10), (10_000, 100), (10_000, 2_000), (100_000, 10_000)):
        with tempfile.TemporaryDirectory() as name:
            seconds, size = measured(brain(Path(name), pages, tasks))
        print(f"{pages:>7} {tasks:>7} {seconds:>7.3f} {size:>11}")
        bad += seconds > LIMIT_SECONDS or size >= LIMIT_CHARACTERS
    return 1 if bad else 0


if __name__ == "__main__":
    os.environ.pop("PYTHONPATH", None)
    sys.exit(main())
