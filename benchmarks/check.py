"""`brainwiki check` over 10,000 generated pages beside `rumdl check`, whole processes in turn: CPU seconds and memory."""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from benchmarks import corpus

LIMIT = 5.0


@dataclass(frozen=True)
class Cost:
    """What one process cost: user and system CPU seconds, peak memory in MB."""

    cpu: float
    memory: float


def run(command: list[str], folder: Path) -> Cost:
    """Run a command to its end and take its resource usage; its exit code 0 or 1 is a result, anything else an error."""
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        raise SystemExit(f"{command[0]} ended with {process.returncode}")
    scale = 1024 if sys.platform != "darwin" else 1024 * 1024
    return Cost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / scale)


def best(costs: list[Cost]) -> Cost:
    """The cheapest of several runs."""
    return min(costs, key=lambda cost: cost.cpu)


def main() -> int:
    """Measure and print; 1 where the limit is missed."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--pages", type=int, default=10_000)
    arguments.add_argument("--runs", type=int, default=5)
    options = arguments.parse_args()
    here = Path(sys.executable).parent
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        corpus.write(folder, options.pages)
        ours: list[Cost] = []
        peers: list[Cost] = []
        for _ in range(options.runs):
            ours.append(run([str(here / "brainwiki"), "check", "--quiet"], folder))
            peers.append(run([str(here / "rumdl"), "check", "--no-cache", "."], folder))
    our, peer = best(ours), best(peers)
    pages = options.pages + corpus.SOURCES
    print(
        f"check of {pages:,} pages, best of {options.runs}, load {os.getloadavg()[0]:.1f}, this process {resource.getpagesize()} B pages"
    )
    print(f"  brainwiki check   {our.cpu:6.2f} CPU s   {our.memory:6.0f} MB")
    print(f"  rumdl --no-cache  {peer.cpu:6.2f} CPU s   {peer.memory:6.0f} MB   ratio {our.cpu / peer.cpu:.2f}")
    limit = LIMIT * options.pages / 10_000
    print(f"  limit {limit:.1f} CPU s: {'kept' if our.cpu <= limit else 'MISSED'}")
    return 0 if our.cpu <= limit else 1


if __name__ == "__main__":
    sys.exit(main())
