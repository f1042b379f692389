"""Text set to the width of a terminal: words broken at blanks, Chinese and Japanese between characters, wide ones counted twice."""

from __future__ import annotations

import shutil
import unicodedata
from collections.abc import Iterator

from brainwiki.rules.explain import escaped
from brainwiki.rules.reports.report import width

WIDEST = 100

# Japanese and Chinese typesetting (JIS X 4051): what may not begin a line, and what may not end one.
_NOT_FIRST = frozenset(
    "、。，．,.・：；:;？！?!」』）〕］｝〉》】)]}”’ゝゞ々ーぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ…％%℃"
)
_NOT_LAST = frozenset("「『（〔［｛〈《【([{“‘￥$")


def columns() -> int:
    """Columns to write in: those of the terminal, at most `WIDEST`."""
    return min(WIDEST, shutil.get_terminal_size((WIDEST, 24)).columns)


def wrap(text: str, indent: str = "", room: int = 0) -> str:
    """A text as lines of at most `room` columns (0: the terminal's), each behind `indent`; its own line breaks stay.

    Invisible and control characters are shown by their code, so that no text can steer the terminal.
    """
    space = max(16, (room or columns()) - width(indent))
    lines = [line for row in escaped(text).replace("\t", " ").split("\n") for line in _row(row, space)]
    return "\n".join(f"{indent}{line}".rstrip() for line in lines)


def _row(row: str, space: int) -> list[str]:
    """One line of the text as lines of at most `space` columns."""
    lines: list[str] = []
    line, used = "", 0
    for unit in _units(row):
        size = width(unit.rstrip())
        if line and used + size > space:
            lines.append(line.rstrip())
            line, used = "", 0
        while size > space:
            head = _head(unit, space)
            lines.append(head)
            unit = unit[len(head) :]
            size = width(unit.rstrip())
        line += unit
        used += width(unit)
    return [*lines, line.rstrip()]


def _units(row: str) -> Iterator[str]:
    """Stretches that stay on one line, with the blanks that follow them."""
    unit = ""
    for char in row:
        if unit and _may_break(unit[-1], char):
            yield unit
            unit = ""
        unit += char
    yield unit


def _may_break(before: str, after: str) -> bool:
    """Whether a line may end between two characters."""
    if after == " " or unicodedata.combining(after):
        return False
    if before == " ":
        return True
    if after in _NOT_FIRST or before in _NOT_LAST:
        return False
    return _is_wide(before) or _is_wide(after)


def _is_wide(char: str) -> bool:
    return unicodedata.east_asian_width(char) in "WF"


def _head(unit: str, space: int) -> str:
    """As much of a long word as fits."""
    used = 0
    for at, char in enumerate(unit):
        used += width(char)
        if used > space:
            return unit[: max(1, at)]
    return unit


def cut(text: str, most: int, around: int = 0) -> str:
    """At most about `most` characters of a text, from before the offset `around`; `…` stands for what was left out."""
    if len(text) <= most:
        return text
    start = max(0, min(around - most // 3, len(text) - most))
    lead, tail = "…" if start else "", "…" if start + most < len(text) else ""
    return f"{lead}{text[start : start + most]}{tail}"
