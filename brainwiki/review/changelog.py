"""The log of a brain: a line for each proposal that came in, under its day; whatever else stands there stays as it is."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from brainwiki.markup import document
from brainwiki.markup.shown import prose
from brainwiki.markup.writer import Edit, write
from brainwiki.model.receipt import Receipt
from brainwiki.review.receipts import path_of

LOG = "log.md"

_DAY = re.compile(r"^## +([0-9]{4}-[0-9]{2}-[0-9]{2})\b[^\n]*$", re.MULTILINE)
_NEW = "# Log\n"
_TITLE = 120  # characters of a proposal's title
_WORDS = 300
_IN_LINK = re.compile(r"[\[\]|#^\\\x00-\x1f`<>*_~$]+")


class Entry(NamedTuple):
    """A proposal that came into the brain, and the day of that (YYYY-MM-DD)."""

    receipt: Receipt
    day: str


def logged(log: bytes | None, entries: Iterable[Entry]) -> bytes | None:
    """The log with a line for each entry that it does not name yet, the newest day first and, in a day, the newest line first.

    None where there is no log and nothing to write.
    """
    raw = log
    for entry in entries:
        if raw is None or not names(raw, entry.receipt.id):
            raw = _with(raw if raw is not None and raw.strip() else _NEW.encode(), entry)
    return raw


def names(log: bytes, proposal: str) -> bool:
    """Whether a log links to the receipt of a proposal."""
    target = re.escape(path_of(proposal).removesuffix(".md"))
    return re.search(rf"\[\[{target}(?:\.md)?[|\]#]".encode(), log) is not None


def _with(log: bytes, entry: Entry) -> bytes:
    source = document.read(log)
    text, line = source.text, _line(entry.receipt)
    for found in _DAY.finditer(text):
        if found[1] == entry.day:
            at = found.end()
            behind = "" if text[at : at + 2] in ("\n\n", "\n", "") else "\n"
            start = at + len(text[at:]) - len(text[at:].lstrip("\n"))
            if text.startswith("- ", start):
                return write(source, [Edit(start, start, f"{line}\n")])
            return write(source, [Edit(at, at, f"\n\n{line}{behind}")])
        if found[1] < entry.day:
            return write(source, [Edit(found.start(), found.start(), f"## {entry.day}\n\n{line}\n\n")])
    end = len(text.rstrip())
    return write(source, [Edit(end, len(text), f"\n\n## {entry.day}\n\n{line}\n")])


def _line(receipt: Receipt) -> str:
    """The line of a proposal. Its words may be a model's: nothing in them links or renders."""
    title = " ".join(_IN_LINK.sub(" ", receipt.title).split())[:_TITLE].strip() or receipt.id
    words = " ".join(receipt.description.split())
    more = f": {prose(words, _WORDS)}" if words and words != receipt.title else ""
    return f"- [[{path_of(receipt.id).removesuffix('.md')}|{title}]]{more}"
