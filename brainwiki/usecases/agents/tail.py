"""Lines put at the end of a text and taken out again: what stood before keeps its bytes, its last line end or the lack of one."""

from __future__ import annotations

from collections.abc import Sequence


def created(lines: Sequence[str]) -> str:
    """A whole new file."""
    return "\n".join(lines) + "\n"


def with_lines(text: str, lines: Sequence[str]) -> str:
    """The text with two lines or more at its end, after an empty one.

    Where the text has no line end at its end, the lines have none either; by that it is known again what to take away.
    """
    end = "\r\n" if text.count("\r\n") * 2 > text.count("\n") else "\n"
    body = end.join(lines)
    if not text:
        return body
    return f"{text}{end}{body}{end}" if text.endswith("\n") else f"{text}{end}{end}{body}"


def without_lines(text: str, start: int, stop: int, ours: str) -> str:
    """The text without the lines from `start` to `stop` (the end of the last one, without its line end).

    `ours` begins other lines of ours: where they come first now, the empty line before them goes as well.
    """
    first = text.find("\n", start, stop)
    end = "\r\n" if first > start and text[first - 1] == "\r" else "\n"
    before, after = text[:start], text[stop:]
    if not after:
        return before.removesuffix(end + end)
    after = _without_end(after)
    if not before and _without_end(after).startswith(ours):
        return _without_end(after)
    if before.endswith(end) and before.removesuffix(end).endswith("\n"):
        before = before.removesuffix(end)
    return before + after


def _without_end(text: str) -> str:
    """The text without a line end at its start."""
    return text.removeprefix("\r\n") if text.startswith("\r\n") else text.removeprefix("\n")
