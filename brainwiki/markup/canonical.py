"""Front matter in its usual form, read line by line: block keys, lists of texts or of mappings, one-line values.

A fast path and never a second opinion: whatever leaves this subset (escapes, comments, block scalars, empty values, anchors …) is
refused, and the strict loader on libyaml's events reads the block instead. On what it accepts, values and marks are the same.
"""

from __future__ import annotations

import re
from typing import Any

from brainwiki.model.page import Mark, MetaPath

_KEY = re.compile(r"([A-Za-z_][A-Za-z0-9_\-]*):(?: +|$)")
# A one-line value: "…" without escapes, '…' without doubled quotes, or plain words that YAML cannot take for anything else.
_DOUBLE = re.compile(r'"([^"\\]*)"$')
_SINGLE = re.compile(r"'([^']*)'$")
_PLAIN = re.compile(
    r"[A-Za-z0-9_/.\u00a1-\ud7ff\uf900-\uffef](?:[^:#\x00-\x1f\x7f]|:(?=[^\s])|(?<=[^\s])#)*(?<![\s:])$"
)
_FLOW = re.compile(r"\[([A-Za-z0-9_/.\- ,\u3041-\u30fe\u4e00-\u9fff]*)\]$")
_FLOW_ITEM = re.compile(
    r" *([A-Za-z0-9_/.\u3041-\u30fe\u4e00-\u9fff](?:[A-Za-z0-9_/.\- \u3041-\u30fe\u4e00-\u9fff]*[A-Za-z0-9_/.\-\u3041-\u30fe\u4e00-\u9fff])?) *(?:,|$)"
)
_MAX_DEPTH = 6


class NotCanonicalError(Exception):
    """The block is not of the subset; the strict loader must read it."""


def read(yaml_text: str, offset: int) -> tuple[dict[str, Any], dict[MetaPath, Mark]]:
    """Values and marks of a block that begins at `offset` of the page; raises NotCanonicalError for anything unusual."""
    reader = _Reader(yaml_text, offset)
    meta = reader.mapping(0, ())
    if reader.row < len(reader.rows):
        raise NotCanonicalError
    return meta, reader.marks


class _Reader:
    """Walks the lines of a block; a row is (indent, rest of the line, offset of the rest)."""

    def __init__(self, yaml_text: str, offset: int) -> None:
        self.rows: list[tuple[int, str, int]] = []
        self.marks: dict[MetaPath, Mark] = {}
        self.row = 0
        for line in yaml_text.split("\n"):
            rest = line.lstrip(" ")
            indent = len(line) - len(rest)
            self.rows.append((indent, rest, offset + indent))
            offset += len(line) + 1
        if self.rows and not self.rows[-1][1]:
            self.rows.pop()
        if not self.rows or self.rows[0][0]:
            raise NotCanonicalError

    def mapping(self, indent: int, path: MetaPath) -> dict[str, Any]:
        """A block mapping whose keys stand at `indent`."""
        if len(path) > _MAX_DEPTH:
            raise NotCanonicalError
        self.marks[path] = Mark(self.rows[self.row][2], False)
        found: dict[str, Any] = {}
        while self.row < len(self.rows):
            at, rest, start = self.rows[self.row]
            if at != indent or rest[0:2] == "- ":
                if at > indent:
                    raise NotCanonicalError
                break
            key = _KEY.match(rest)
            if key is None or key[1] in found:
                raise NotCanonicalError
            found[key[1]] = self.value(rest, key.end(), start, indent, (*path, key[1]))
        return found

    def value(self, rest: str, at: int, start: int, indent: int, path: MetaPath) -> Any:
        """What follows a key: a value on its line, or a block under it."""
        self.row += 1
        if at < len(rest):
            return self.scalar(rest[at:], start + at, path)
        if self.row >= len(self.rows):
            raise NotCanonicalError
        below, first, _ = self.rows[self.row]
        if first.startswith("- ") and below >= indent:
            return self.sequence(below, path)
        if below <= indent or not first:
            raise NotCanonicalError
        return self.mapping(below, path)

    def sequence(self, indent: int, path: MetaPath) -> list[Any]:
        """A block list whose dashes stand at `indent`."""
        self.marks[path] = Mark(self.rows[self.row][2], False)
        items: list[Any] = []
        while self.row < len(self.rows):
            at, rest, start = self.rows[self.row]
            if at != indent or not rest.startswith("- "):
                if at > indent:
                    raise NotCanonicalError
                break
            inner = rest[2:]
            if not inner or inner[0] == " ":
                raise NotCanonicalError
            if _KEY.match(inner):
                self.rows[self.row] = (indent + 2, inner, start + 2)
                items.append(self.mapping(indent + 2, (*path, len(items))))
            else:
                self.row += 1
                items.append(self.scalar(inner, start + 2, (*path, len(items))))
        return items

    def scalar(self, words: str, start: int, path: MetaPath) -> Any:
        """A value that stands on one line."""
        sign = words[0]
        if sign == "[":
            return self.flow(words, start, path)
        match = (_DOUBLE if sign == '"' else _SINGLE if sign == "'" else _PLAIN).match(words)
        if match is None or not (words.isascii() or words.isprintable()):
            raise NotCanonicalError
        plain = match.lastindex is None
        self.marks[path] = Mark(start, plain)
        return words if plain else match[1]

    def flow(self, words: str, start: int, path: MetaPath) -> list[str]:
        """A list of plain words in brackets."""
        inside = _FLOW.match(words)
        if inside is None:
            raise NotCanonicalError
        self.marks[path] = Mark(start, False)
        items: list[str] = []
        at, end = inside.span(1)
        while at < end:
            item = _FLOW_ITEM.match(words, at, end)
            if item is None:
                raise NotCanonicalError
            self.marks[(*path, len(items))] = Mark(start + item.start(1), True)
            items.append(item[1])
            at = item.end()
        return items
