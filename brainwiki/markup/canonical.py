"""Front matter in its usual form, read by one expression a line: block keys, lists of texts or of mappings, one-line values.

A fast path and never a second opinion: whatever leaves this subset (escapes, comments, block scalars, empty values, anchors …) is
refused, and the strict loader on libyaml's events reads the block instead. On what it accepts, the values are the same.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

_KEY, _DOUBLE, _SINGLE, _FLOW, _PLAIN = 3, 4, 5, 6, 7  # groups of a line
# A line: its indent, a dash, a key, and a value: "…" without escapes, '…' without doubled quotes, a list of plain words in
# brackets, or plain words that YAML cannot take for anything else.
_LINE = re.compile(
    r"^( *)(- )?(?:([A-Za-z_][A-Za-z0-9_\-]*):(?: +(?=\S)|$))?"
    r"(?:\"([^\"\\\x00-\x1f\x7f]*)\"|'([^'\x00-\x1f\x7f]*)'|\[([A-Za-z0-9_/.\- ,\u3041-\u30fe\u4e00-\u9fff]*)\]"
    r"|([A-Za-z0-9_/.\u00a1-\ud7ff\uf900-\uffef][^:#\x00-\x1f\x7f]*"
    r"(?:(?::(?=[^\s])|(?<=[^\s])#)[^:#\x00-\x1f\x7f]*)*(?<![\s:])))?$",
    re.MULTILINE,
)
# Plain words that other loaders take for a truth value, a number, or a time of day: to us they are text.
AMBIGUOUS = re.compile(
    r"(?:[Yy]es|YES|[Nn]o|NO|[Oo]n|ON|[Oo]ff|OFF|[YyNn]"  # YAML 1.1 booleans
    r"|[-+]?[0-9]+(?::[0-5]?[0-9])+(?:\.[0-9]*)?"  # base sixty: 12:30
    r"|[-+]?0[0-9_]+|0x[0-9A-Fa-f_]+|0o[0-7_]+|0b[01_]+"  # octal and other bases
    r"|[-+]?[0-9][0-9]*_[0-9_]*(?:\.[0-9_]*)?"  # 1_000
    r"|[-+]?[0-9]+\.[0-9]*0|[-+]?[0-9]+\."  # 1.10 loses its zero
    r"|[-+]?[0-9]+(?:\.[0-9]*)?[eE][-+]?[0-9]+"  # 683e725 becomes a number, or infinity
    r"|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)"
    r"|[0-9]{16,})$"
)
SUSPECT = frozenset("0123456789+-.yYnNoO")  # what such words begin with
_MAX_DEPTH = 6


class NotCanonicalError(Exception):
    """The block is not of the subset; the strict loader must read it."""


class Canonical(NamedTuple):
    """A block's values, where each entry of `sources` stands, and whether any plain word is ambiguous."""

    meta: dict[str, Any]
    starts: tuple[int, ...]
    ambiguous: bool


def read(yaml_text: str, offset: int) -> Canonical:
    """The values of a block that begins at `offset` of the page; raises NotCanonicalError for anything unusual."""
    reader = _Reader(yaml_text)
    meta = reader.mapping(0, 1)
    if reader.row < reader.count:
        raise NotCanonicalError
    return Canonical(meta, tuple([offset + start for start in reader.starts]), reader.ambiguous)


class _Reader:
    """Walks the lines of a block, each as matched by the one expression."""

    def __init__(self, yaml_text: str) -> None:
        if not (yaml_text.isascii() or yaml_text.replace("\n", "").isprintable()):
            raise NotCanonicalError
        end = len(yaml_text.rstrip("\n"))
        self.rows = list(_LINE.finditer(yaml_text, 0, end))
        self.count = len(self.rows)
        if end < len(yaml_text) - 1 or self.count != yaml_text.count("\n", 0, end) + 1 or self.rows[0][1]:
            raise NotCanonicalError  # a match is a whole line: fewer matches than lines leave one unread
        self.row = 0
        self.starts: list[int] = []
        self.ambiguous = False

    def mapping(self, indent: int, depth: int) -> dict[str, Any]:
        """A block mapping whose keys stand at `indent`; in a list its first key stands behind the dash."""
        if depth > _MAX_DEPTH:
            raise NotCanonicalError
        found: dict[str, Any] = {}
        behind_dash = depth > 1 and self.rows[self.row][2] is not None
        while self.row < self.count:
            line = self.rows[self.row]
            at = len(line[1])
            if behind_dash:
                behind_dash = False
            elif at != indent or line[2]:
                if at > indent:
                    raise NotCanonicalError
                break
            key, kind = line[_KEY], line.lastindex or 0
            if key is None or key in found:
                raise NotCanonicalError
            self.row += 1
            if kind > _KEY:
                found[key] = self.scalar(kind, line[kind])
            else:
                found[key] = self.below(indent, key == "sources" and depth == 1, depth)
        return found

    def below(self, indent: int, are_sources: bool, depth: int) -> Any:
        """What stands under a key without a value on its line."""
        if self.row >= self.count:
            raise NotCanonicalError
        line = self.rows[self.row]
        at = len(line[1])
        if line[2] and at >= indent:
            return self.sequence(at, are_sources, depth + 1)
        if at <= indent:
            raise NotCanonicalError
        return self.mapping(at, depth + 1)

    def sequence(self, indent: int, are_sources: bool, depth: int) -> list[Any]:
        """A block list whose dashes stand at `indent`."""
        items: list[Any] = []
        while self.row < self.count:
            line = self.rows[self.row]
            at = len(line[1])
            if at != indent or not line[2]:
                if at > indent:
                    raise NotCanonicalError
                break
            kind = line.lastindex or 0
            if are_sources:
                self.starts.append(line.end(2))
            if line[_KEY] is not None:
                items.append(self.mapping(indent + 2, depth + 1))
            elif kind > _KEY:
                self.row += 1
                items.append(self.scalar(kind, line[kind]))
            else:
                raise NotCanonicalError
        return items

    def scalar(self, kind: int, value: str) -> Any:
        """A value that stands on one line."""
        if kind == _PLAIN:
            if value[0] in SUSPECT and AMBIGUOUS.match(value):
                self.ambiguous = True
            return value
        return self.flow(value) if kind == _FLOW else value

    def flow(self, inside: str) -> list[str]:
        """A list of plain words in brackets."""
        if not inside.strip(" "):
            return []
        items = [item.strip(" ") for item in inside.split(",")]
        for item in items:
            if not item or item[0] == "-":
                raise NotCanonicalError
            if item[0] in SUSPECT and AMBIGUOUS.match(item):
                self.ambiguous = True
        return items
