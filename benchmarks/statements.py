"""Precision and recall of the statements that the rules driver reads, on a file of labelled turns: `python -m benchmarks.statements FILE`.

A line of the file is one turn: `{"id", "language", "role", "text", "expect": [{"kind", "quote", "statement"}]}`. A statement is
right where an expected one of the same group of kinds holds at least half of its words; one that the driver would leave is not
counted. Without a file the development set is read, on which the rules were made, so that its figures say little.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.statements import DEVELOPMENT, read_cases, report, score


def main() -> int:
    """Print the table, then each mistake; 1 where precision is below 0.95."""
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else DEVELOPMENT
    found = score(read_cases(path))
    print(f"{path.name}\n{report(found)}")
    print("\n".join(found.mistakes))
    right, emitted = found.whole.precision
    return 0 if emitted and right / emitted >= 0.95 else 1


if __name__ == "__main__":
    sys.exit(main())
