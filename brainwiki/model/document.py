"""A JSON document as the commands print it."""

from __future__ import annotations

import json
import re
from typing import Any

_SURROGATE = re.compile("[\ud800-\udfff]")


def dump(value: Any) -> str:
    """A JSON document as the commands print it; a lone surrogate (from `\\ud800` in a transcript) stays an escape."""
    text = json.dumps(value, ensure_ascii=False, indent=2)
    return _SURROGATE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
