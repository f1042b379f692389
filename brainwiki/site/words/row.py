"""The form of one word."""

from __future__ import annotations

# English, Japanese, Chinese; `{}` stands for a value
Row = tuple[str, str, str]
