"""A file as it was given: its text, its JSON document or its JSON Lines, with errors that name the place."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cached_property
from pathlib import PurePath
from typing import Any, NamedTuple

from brainwiki.errors import TranscriptError
from brainwiki.transcripts.recorded import clean

MOST_BYTES = 256 * 1024 * 1024
_HEAD_LINES = 60
_YEARS = range(1990, 2200)  # an instant outside is a slip of a tool, not a time
_MILLISECONDS = 100_000_000_000  # a number beyond is no count of seconds
_UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_UNPACK = "Unpack it first."
_FOREIGN = (
    (b"PK\x03\x04", "a zip archive", _UNPACK),
    (b"\x1f\x8b", "compressed by gzip", _UNPACK),
    (b"\x28\xb5\x2f\xfd", "compressed by zstd", _UNPACK),
    (b"SQLite format 3\x00", "a database", "Have its tool export it first, as with `opencode export`."),
)


class Entry(NamedTuple):
    """One record of JSON Lines with its line, from 1."""

    line: int
    value: Any


class Given:
    """Bytes and their name. What is asked for is read once; errors are TranscriptError."""

    def __init__(self, raw: bytes, name: str) -> None:
        self.raw = raw
        self.name = name
        if len(raw) > MOST_BYTES:
            raise TranscriptError(name, f"it has {len(raw)} bytes, and at most {MOST_BYTES} are read")
        for start, what, remedy in _FOREIGN:
            if raw.startswith(start):
                raise TranscriptError(name, f"it is {what}", remedy)

    @cached_property
    def text(self) -> str:
        """The file as text with plain line ends."""
        try:
            text = self.raw.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = self.raw.count(b"\n", 0, error.start) + 1
            raise TranscriptError(self.name, f"line {line} is not UTF-8", "Save it as UTF-8.") from error
        return text.replace("\r\n", "\n")

    @cached_property
    def _whole(self) -> tuple[Any, str]:
        """The JSON document and an empty text, or None and why there is none."""
        if self.text.lstrip()[:1] not in ("{", "["):
            return None, "it is not JSON"
        try:
            return _loads(self.text), ""
        except (ValueError, RecursionError) as error:
            return None, _why(error)

    @property
    def document(self) -> Any:
        """The file as one JSON value, None where it is none."""
        return self._whole[0]

    @property
    def why_no_document(self) -> str:
        """What keeps the file from being one JSON value."""
        return self._whole[1]

    @cached_property
    def head(self) -> list[dict[str, Any]]:
        """The objects among the first lines of JSON Lines: what a format is told by."""
        found: list[dict[str, Any]] = []
        for line in self._first_lines():
            try:
                value = _loads(line) if line.lstrip().startswith("{") else None
            except (ValueError, RecursionError):
                continue
            if isinstance(value, dict):
                found.append(value)
        return found

    def _first_lines(self) -> list[str]:
        start, lines = 0, []
        for _ in range(_HEAD_LINES):
            end = self.text.find("\n", start)
            lines.append(self.text[start : end if end >= 0 else len(self.text)])
            if end < 0:
                break
            start = end + 1
        return lines

    def entries(self) -> Iterator[Entry]:
        """Every line as JSON. The last one may be unfinished, where its tool still writes: its value is UNFINISHED."""
        lines = self.text.split("\n")
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                yield Entry(number, _loads(line))
            except (ValueError, RecursionError) as error:
                if number == len(lines) > 1:
                    yield Entry(number, UNFINISHED)
                    return
                raise TranscriptError(self.name, f"line {number} cannot be read: {_why(error)}") from error

    @property
    def own_id(self) -> str:
        """The UUID at the end of the file's name, which is the session's where a tool writes one file a session; else empty."""
        stem = PurePath(self.name.replace("\\", "/")).stem
        return stem[-36:].lower() if _UUID.fullmatch(stem[-36:]) else ""


UNFINISHED = object()


def _loads(text: str) -> Any:
    """JSON, where NaN and Infinity stand for nothing."""
    return json.loads(text, parse_constant=lambda name: None)


def _why(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"no JSON at line {error.lineno}, column {error.colno}"
    return "it is nested too deep" if isinstance(error, RecursionError) else "a number in it is too long"


def instant(value: Any) -> str:
    """ISO 8601 with offset from what tools write: ISO text (without an offset it is UTC), seconds, milliseconds, `{"$date": …}`."""
    if isinstance(value, dict):
        value = value.get("$date")
        value = value.get("$numberLong") if isinstance(value, dict) else value
    try:
        if isinstance(value, str) and not value.strip().lstrip("-").isdigit():
            moment = datetime.fromisoformat(value.strip())
        elif isinstance(value, str | int | float) and not isinstance(value, bool):
            number = float(value)
            moment = datetime.fromtimestamp(number / 1000 if abs(number) > _MILLISECONDS else number, UTC)
        else:
            return ""
    except (ValueError, OverflowError, OSError):
        return ""
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return moment.isoformat() if moment.year in _YEARS else ""


def mapping(value: Any) -> dict[str, Any]:
    """The value where it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def listing(value: Any) -> list[Any]:
    """The value where it is a list, else an empty one."""
    return value if isinstance(value, list) else []


def words(value: Any) -> str:
    """The value where it is text, else an empty one."""
    return value if isinstance(value, str) else ""


def written(value: Any) -> str:
    """A value as text: text as it is, nothing as nothing, else JSON."""
    if value is None or isinstance(value, str):
        return value or ""
    try:
        return clean(json.dumps(value, ensure_ascii=False))
    except RecursionError:
        return "(nested too deep to show)"
