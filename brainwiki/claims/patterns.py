"""Patterns that are compiled when they are first needed: most of them never are, and a command should not wait for them."""

from __future__ import annotations

import re
from functools import cache


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """A pattern, compiled once; flags stand in it."""
    return re.compile(pattern)
