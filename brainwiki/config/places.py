"""Where the keys of a TOML file stand: the library that reads the values forgets their places."""

from __future__ import annotations

import re
import tomllib

Keys = tuple[str, ...]
Places = dict[Keys, tuple[int, int]]

_BLANK = re.compile(r"[ \t]*")
_BETWEEN = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")  # blanks, line ends and comments
_PART = re.compile(r"""[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'""")
_STRING = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*"{3,5}'  # up to two quotes may stand before the three that close
    r"|'''(?:[^']|'(?!''))*'{3,5}"
    r"""|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'""",
    re.DOTALL,
)
_SCALAR = re.compile(r"[^,\]}#\n]+")


def places(text: str, table: Keys = ()) -> Places:
    """The spans of the keys below `table` of a TOML text, by their path from there; offsets count code points.

    The text must be one that tomllib reads. Of a key that several lines lead to (`[a]`, `a.b = 1`) only what ends a line counts.
    """
    reader = _Reader(text)
    reader.read()
    depth = len(table)
    return {keys[depth:]: span for keys, span in reader.found.items() if keys[:depth] == table and len(keys) > depth}


class _Reader:
    """Walks through a TOML text once, from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.found: Places = {}

    def read(self) -> None:
        """All statements: headers, and keys with their values."""
        inside: Keys = ()
        self.skip(_BETWEEN)
        while self.at < len(self.text):
            if self.text[self.at] == "[":
                self.at += 2 if self.text.startswith("[[", self.at) else 1
                inside = self.keys()[0]
                self.at = self.line_end()
            else:
                self.pair(inside)
            self.skip(_BETWEEN)

    def skip(self, pattern: re.Pattern[str]) -> None:
        """Go past what the pattern matches here."""
        match = pattern.match(self.text, self.at)
        self.at = match.end() if match else self.at

    def line_end(self) -> int:
        """The end of the line."""
        end = self.text.find("\n", self.at)
        return end if end >= 0 else len(self.text)

    def keys(self) -> tuple[Keys, tuple[int, int]]:
        """A dotted key and the span of its last part."""
        parts: list[str] = []
        while True:
            self.skip(_BLANK)
            match = _PART.match(self.text, self.at)
            if match is None:
                raise ValueError(f"no key at {self.at}")
            parts.append(_plain(match[0]))
            self.at = match.end()
            self.skip(_BLANK)
            if not self.text.startswith(".", self.at):
                return tuple(parts), match.span()
            self.at += 1

    def pair(self, inside: Keys) -> None:
        """`key = value`, in the table `inside`."""
        keys, span = self.keys()
        self.found[inside + keys] = span
        self.at += 1  # the sign between them
        self.skip(_BLANK)
        self.value(inside + keys)

    def value(self, keys: Keys) -> None:
        """A value; tables and lists are walked through for the keys in them."""
        sign = self.text[self.at]
        if sign in "{[":
            self.at += 1
            self.members(keys, "}" if sign == "{" else "]")
        else:
            self.skip(_STRING if sign in "\"'" else _SCALAR)

    def members(self, keys: Keys, closing: str) -> None:
        """What stands between brackets, up to the closing one."""
        self.skip(_BETWEEN)
        while not self.text.startswith(closing, self.at):
            if closing == "}":
                self.pair(keys)
            else:
                self.value(keys)
            self.skip(_BETWEEN)
            if self.text.startswith(",", self.at):
                self.at += 1
                self.skip(_BETWEEN)
        self.at += 1


def _plain(part: str) -> str:
    """One part of a key without its quotes."""
    if part[0] not in "\"'":
        return part
    return str(tomllib.loads(f"key = {part}")["key"])
