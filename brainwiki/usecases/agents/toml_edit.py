"""One table put at the end of a TOML text, and taken out again with the tables below it; everything else keeps its bytes."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from brainwiki.usecases.agents import tail

# Texts, comments, brackets and line ends; a text of several lines may end in up to five quotes.
_PIECE = re.compile(
    "\"\"\"(?:\\\\.|[^\\\\])*?\"{3,5}|'''.*?'{3,5}|\"(?:[^\"\\\\\n]|\\\\.)*\"|'[^'\n]*'|#[^\n]*|[][{}\n]", re.DOTALL
)
_PART = "\\s*(?:{0}|\"{0}\"|'{0}')\\s*"


class Line(NamedTuple):
    """A line on which something begins: where it starts and ends, and whether it is the head of a table."""

    start: int
    end: int
    is_head: bool


def parse(text: str) -> dict[str, Any]:
    """The values; raises ValueError."""
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("nested too deep") from None


def table(path: Sequence[str], values: Mapping[str, Any]) -> list[str]:
    """The lines of a table with texts and lists of texts; the path is of bare keys."""
    return [f"[{'.'.join(path)}]", *(f"{key} = {_value(value)}" for key, value in values.items())]


def _value(value: Any) -> str:
    # JSON's texts are TOML's; a DEL must be escaped there as well
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def without_table(text: str, path: Sequence[str]) -> str:
    """The text without a table and those below it; raises ValueError where the table has no head of its own."""
    for start, stop in reversed(spans(text, path)):
        text = tail.without_lines(text, start, stop, f"[{path[0]}.brainwiki")
    return text


def with_values(text: str, path: Sequence[str], values: Mapping[str, Any]) -> str:
    """The text with other values for keys of a table that is there; raises ValueError where a key has no line of its own."""
    start, stop = spans(text, path)[0]
    for key, value in values.items():
        inside = text[start:stop]
        line = re.search(rf"(?m)^[ \t]*{key}[ \t]*=[^\r\n]*", inside)
        if line is None:
            raise ValueError(f"`{key}` of [{'.'.join(path)}] has no line of its own")
        changed = inside[: line.start()] + f"{key} = {_value(value)}" + inside[line.end() :]
        text, stop = text[:start] + changed + text[stop:], stop + len(changed) - len(inside)
    return text


def spans(text: str, path: Sequence[str]) -> list[tuple[int, int]]:
    """Where a table and those below it stand: from the start of each head to the end of its last value. The table itself is the
    first; raises ValueError without it."""
    dotted = "\\.".join(_PART.format(re.escape(name)) for name in path)
    head = re.compile(f"[ \t]*\\[{dotted}(\\.[^\\]\n]*)?\\][ \t]*(?:#[^\n]*)?$")
    lines = _lines(text)
    found: list[tuple[int, int]] = []
    own = 0
    for number, line in enumerate(lines):
        match = head.match(text[line.start : line.end].rstrip("\r")) if line.is_head else None
        if match is None:
            continue
        last = number
        while last + 1 < len(lines) and not lines[last + 1].is_head:
            last += 1
        stop = lines[last].end
        found.append((line.start, stop - text[:stop].endswith("\r")))
        own += match[1] is None
    if own != 1:
        raise ValueError(f"[{'.'.join(path)}] is not written as one table")
    return found


def _lines(text: str) -> list[Line]:
    """Lines on which a head or a value begins; a value of several lines is one."""
    found: list[Line] = []
    start, depth = 0, 0
    for match in _PIECE.finditer(text + "\n"):
        piece = match[0]
        if piece in "[{":
            depth += 1
        elif piece in "]}":
            depth -= 1
        elif piece == "\n" and depth <= 0:
            line = text[start : match.start()].strip()
            if line and not line.startswith("#"):
                found.append(Line(start, match.start(), line.startswith("[")))
            start = match.end()
    return found
