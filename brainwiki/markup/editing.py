"""Edits of front matter: entries added to a list, a value set; whatever else stands there stays byte for byte."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

from brainwiki.markup.frontmatter import HANDLER, Block
from brainwiki.markup.writer import Edit
from brainwiki.model.page import MetaPath, Page

Entry = Mapping[str, str] | str  # one of a list: a mapping of scalars, or a scalar, each written out as YAML

_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]+")
_COMMENT = re.compile(r"[ \t]+#.*")
_TOP_KEY = re.compile(r"[^\s#\-\[{&*!|>%@`][^\n]*?:(?:[ \t]|$)", re.MULTILINE)
_CLOSING = {"[": "]", "{": "}"}


class UnusualError(ValueError):
    """The front matter has a form that is not edited by program; its words say which."""


def plain(text: str) -> str:
    """Text on one line without control characters."""
    return " ".join(_CONTROLS.sub(" ", text).split())


def quoted(text: str) -> str:
    """`plain` text as a scalar in double quotes, whose escapes YAML and JSON share: no text can end it early."""
    return json.dumps(plain(text), ensure_ascii=False)


def add_entries(page: Page, key: str, entries: Sequence[Entry]) -> Edit:
    """Put entries at the end of the list `key`, which is made where it is missing; a flow list stays one.

    Raises UnusualError where there is a value that is no list, or the block cannot be read.
    """
    block = _block(page)
    if block is None:
        return Edit(0, 0, f"---\n{key}:\n{_as_block(entries, '  ')}\n---\n")
    if key not in page.meta:
        return Edit(block.end, block.end, f"{key}:\n{_as_block(entries, '  ')}\n")
    value = page.meta[key]
    if value in ("", [], "null", "~"):
        return _filled(page, block, key, entries)
    if not isinstance(value, list):
        raise UnusualError(f"its `{key}` is no list")
    start = page.marks[(key,)].start
    if page.text[start] == "[":
        return _in_flow(page.text, start, entries)
    first = page.marks[(key, 0)].start
    line = page.text.rfind("\n", 0, first) + 1
    indent = " " * (len(page.text[line:first]) - len(page.text[line:first].lstrip(" ")))
    if page.text[line + len(indent)] != "-":
        raise UnusualError(f"the list `{key}` is laid out in an unusual way")
    end = _list_end(page.text, line, len(indent), block.end)
    return Edit(end, end, "\n" + _as_block(entries, indent))


def set_text(page: Page, key: str, value: str) -> Edit:
    """Set a key to a scalar (`value` is written out as YAML); the key is put at the end where it is missing."""
    block = _block(page)
    if block is None:
        return Edit(0, 0, f"---\n{key}: {value}\n---\n")
    if key not in page.meta:
        return Edit(block.end, block.end, f"{key}: {value}\n")
    if not isinstance(page.meta[key], str):
        raise UnusualError(f"its `{key}` is no text")
    return _scalar(page, (key,), value)


def set_pairs(page: Page, key: str, pairs: Mapping[str, str]) -> tuple[Edit, ...]:
    """Set a key to a mapping of scalars (written out as YAML). Where the mapping has these keys their values alone change."""
    block = _block(page)
    lines = f"{key}:\n" + "".join(f"  {name}: {value}\n" for name, value in pairs.items())
    if block is None:
        return (Edit(0, 0, f"---\n{lines}---\n"),)
    held = page.meta.get(key)
    if key not in page.meta:
        return (Edit(block.end, block.end, lines),)
    if isinstance(held, dict) and all(isinstance(held.get(name), str) for name in pairs):
        return tuple(_scalar(page, (key, name), value) for name, value in pairs.items())
    start, end = _key_span(page.text, block, key)
    return (Edit(start, end, lines),)


def _block(page: Page) -> Block | None:
    """The block of a page, None where it has none; raises UnusualError for one that cannot be edited."""
    if not page.has_front_matter:
        return None
    block = HANDLER.locate(page.text)
    if block is None:
        raise UnusualError("its front matter is never closed")
    lines = [line for line in page.text[block.start : block.end].split("\n") if line.strip() and line[0] != "#"]
    if not page.meta and lines:
        raise UnusualError("its front matter cannot be read")
    if lines and not _TOP_KEY.match(lines[0]):
        raise UnusualError("its front matter is laid out in an unusual way")
    return block


def _as_block(entries: Sequence[Entry], indent: str) -> str:
    """Entries as lines of a block list, without the last line end."""
    lines: list[str] = []
    for entry in entries:
        said = [entry] if isinstance(entry, str) else [f"{key}: {value}" for key, value in entry.items()]
        lines.extend(f"{indent}{'  ' if place else '- '}{one}" for place, one in enumerate(said))
    return "\n".join(lines)


def _in_flow(text: str, start: int, entries: Sequence[Entry]) -> Edit:
    """Entries before the bracket that closes a flow list."""
    at = _flow(text, start)[1]
    words = ", ".join(
        entry if isinstance(entry, str) else f"{{{', '.join(f'{key}: {value}' for key, value in entry.items())}}}"
        for entry in entries
    )
    before = " " if text[at - 1] == "," else "" if text[at - 1] == "[" else ", "
    return Edit(at, at, before + words)


def _filled(page: Page, block: Block, key: str, entries: Sequence[Entry]) -> Edit:
    """Entries for a list that is empty, or a key without a value."""
    start, end = _key_span(page.text, block, key)
    if page.meta[key] == []:
        opening = page.marks[(key,)].start
        before = len(page.text[:opening].rstrip(" \t"))
        return Edit(before, flow_end(page.text, opening), "\n" + _as_block(entries, "  "))
    line = page.text[start:end].split("\n", 1)[0]
    colon = start + line.index(":") + 1
    return Edit(colon, start + len(_COMMENT.sub("", line).rstrip()), "\n" + _as_block(entries, "  "))


def _list_end(text: str, start: int, indent: int, limit: int) -> int:
    """The end of the last line of a block list whose first line begins at `start` and whose dashes stand at `indent`."""
    last = at = start
    while at < limit:
        end = text.find("\n", at)
        line = text[at:end]
        deep = len(line) - len(line.lstrip(" "))
        if line.strip() and deep <= indent and not (deep == indent and re.match(r"-(?:\s|$)", line[indent:])):
            if not line.lstrip().startswith("#"):
                break
        elif line.strip():
            last = end
        at = end + 1
    return last


def _key_span(text: str, block: Block, key: str) -> tuple[int, int]:
    """From the line of a top-level key to the next line that is not of its value."""
    opening = re.compile(rf"^(?:{re.escape(key)}|\"{re.escape(key)}\"|'{re.escape(key)}')[ \t]*:", re.MULTILINE)
    found = opening.search(text, block.start, block.end)
    if found is None:
        raise UnusualError(f"its `{key}` is written in an unusual way")
    following = re.compile(r"^[^\s#]", re.MULTILINE).search(text, text.find("\n", found.start()) + 1, block.end)
    end = following.start() if following else block.end
    return found.start(), end


def _scalar(page: Page, path: MetaPath, value: str) -> Edit:
    """A scalar replaced where it stands."""
    text, start = page.text, page.marks[path].start
    if text[start] in "|>&*!":
        raise UnusualError(f"its `{path[0]}` is written in an unusual way")
    if text[start] in "\"'":
        return Edit(start, quote_end(text, start), value)
    line_end = text.find("\n", start)
    words = _COMMENT.sub("", text[start:line_end])
    if len(path) > 1 and text[page.marks[path[:1]].start] == "{":
        words = re.split(r"[,}]", words, maxsplit=1)[0]
    words = words.rstrip()
    before = "" if words or text[start - 1] in " \t" else " "
    return Edit(start, start + len(words), before + value)


def quote_end(text: str, start: int) -> int:
    """The offset behind a quoted scalar that opens at `start`."""
    sign, at = text[start], start + 1
    while at < len(text):
        if text[at] == "\\" and sign == '"':
            at += 1
        elif text[at] == sign:
            if sign == '"' or text[at + 1 : at + 2] != "'":
                return at + 1
            at += 1
        at += 1
    raise UnusualError("a quote is never closed")


def flow_end(text: str, start: int) -> int:
    """The offset behind a flow list or mapping that opens at `start`."""
    return _flow(text, start)[0]


def _flow(text: str, start: int) -> tuple[int, int]:
    """The offset behind a flow list or mapping that opens at `start`, and that behind the last thing in it."""
    open_signs: list[str] = []
    at = last = start
    while at < len(text):
        sign = text[at]
        if sign in "\"'" and text[at - 1] in " \t\n[{,:":
            at = last = quote_end(text, at)
            continue
        if sign == "#" and text[at - 1] in " \t\n":
            at = text.find("\n", at) + 1 or len(text)
            continue
        if sign in _CLOSING:
            open_signs.append(_CLOSING[sign])
        elif open_signs and sign == open_signs[-1]:
            open_signs.pop()
            if not open_signs:
                return at + 1, last
        at += 1
        last = last if sign.isspace() else at
    raise UnusualError("a bracket is never closed")
