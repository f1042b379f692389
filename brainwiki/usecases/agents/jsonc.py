"""JSON with the places of its values, so that one value can be put in or taken out and every other byte stays."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

DEPTH = 200

_BLANK = re.compile("[ \t\r\n]*")
_COMMENT = re.compile("//[^\r\n]*|/\\*.*?\\*/", re.DOTALL)
_STRING = re.compile('"(?:[^"\\\\\x00-\x1f]|\\\\.)*"')
_SCALAR = re.compile("-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null")


class JsonTextError(ValueError):
    """The text is not JSON; `line` counts from 1."""

    def __init__(self, what: str, line: int) -> None:
        super().__init__(f"{what} in line {line}")


class Node(NamedTuple):
    """A value and where it stands: `start` to `end` in the text; `items` are what a list or an object holds."""

    start: int
    end: int
    value: Any
    items: tuple[Item, ...] = ()


class Item(NamedTuple):
    """A member or an element: its key (None in a list), where it begins, and its value."""

    key: str | None
    start: int
    node: Node


def parse(text: str, with_comments: bool = False) -> Node:
    """The one value of a text, after a byte order mark; raises JsonTextError.

    `with_comments` also takes comments and a comma after the last item, as some hosts do. A key that stands twice is refused:
    nobody could say which one counts.
    """
    reader = _Reader(text, with_comments)
    node = reader.value(reader.blank(1 if text.startswith("\ufeff") else 0), 0)
    if reader.blank(node.end) != len(text):
        raise reader.error("more than one value", node.end)
    return node


class _Reader:
    """A reader of one text; every method takes an offset and gives what it found or where it ends."""

    def __init__(self, text: str, with_comments: bool) -> None:
        self._text = text
        self._with_comments = with_comments

    def error(self, what: str, at: int) -> JsonTextError:
        return JsonTextError(what, self._text.count("\n", 0, at) + 1)

    def blank(self, at: int) -> int:
        """The end of blanks and comments."""
        while True:
            at = self._end(_BLANK, at)
            comment = _COMMENT.match(self._text, at)
            if not comment:
                return at
            if not self._with_comments:
                raise self.error("a comment, which this host does not take,", at)
            at = comment.end()

    def _end(self, pattern: re.Pattern[str], at: int) -> int:
        match = pattern.match(self._text, at)
        return match.end() if match else at

    def value(self, at: int, depth: int) -> Node:
        if depth > DEPTH:
            raise self.error("nested too deep", at)
        opening = self._text[at : at + 1]
        if opening == "{":
            items, end = self._items(at, "}", depth)
            return Node(at, end, {item.key: item.node.value for item in items}, items)
        if opening == "[":
            items, end = self._items(at, "]", depth)
            return Node(at, end, [item.node.value for item in items], items)
        end = self._end(_STRING if opening == '"' else _SCALAR, at)
        if end == at:
            raise self.error("no value where one belongs", at)
        return Node(at, end, self._scalar(at, end))

    def _scalar(self, at: int, end: int) -> Any:
        try:
            return json.loads(self._text[at:end])
        except ValueError:
            raise self.error("a value that cannot be read", at) from None

    def _items(self, at: int, closing: str, depth: int) -> tuple[tuple[Item, ...], int]:
        items: list[Item] = []
        keys: set[str | None] = set()
        at = self.blank(at + 1)
        while self._text[at : at + 1] != closing:
            item = self._member(at, depth) if closing == "}" else Item(None, at, self.value(at, depth + 1))
            if item.key is not None and item.key in keys:
                raise self.error(f"the key {item.key!r} a second time", at)
            keys.add(item.key)
            items.append(item)
            at = self.blank(item.node.end)
            if self._text[at : at + 1] == ",":
                comma, at = at, self.blank(at + 1)
                if self._text[at : at + 1] == closing and not self._with_comments:
                    raise self.error("a comma after the last item", comma)
            elif self._text[at : at + 1] != closing:
                raise self.error("no comma or end where one belongs", at)
        return tuple(items), at + 1

    def _member(self, at: int, depth: int) -> Item:
        end = self._end(_STRING, at)
        if end == at:
            raise self.error("no key where one belongs", at)
        colon = self.blank(end)
        if self._text[colon : colon + 1] != ":":
            raise self.error("no colon after a key", end)
        return Item(self._scalar(at, end), at, self.value(self.blank(colon + 1), depth + 1))


def commas(text: str, start: int, end: int) -> Iterator[int]:
    """Where commas stand between two items, comments left out."""
    at = start
    while at < end:
        comment = _COMMENT.match(text, at)
        if comment:
            at = comment.end()
            continue
        if text[at] == ",":
            yield at
        at += 1
