"""Placeholders: what stands in a page's text for a link, a cite or an anchor while Markdown is read and HTML is cleaned."""

from __future__ import annotations

import html
import re
import secrets
from collections.abc import Iterator
from functools import lru_cache
from typing import Literal, NamedTuple

Kind = Literal["link", "cite", "block", "heading", "claim-start", "claim-end"]

_LEFT, _RIGHT = "\u2e28", "\u2e29"  # punctuation that Markdown gives no meaning


class Mark(NamedTuple):
    """What a placeholder stands for: our own HTML, and the plain words where only text may stand.

    `name` is the anchor of a heading or the id of the claim that begins, ends or is first cited here.
    """

    kind: Kind
    html: str = ""
    words: str = ""
    name: str = ""


class Span(NamedTuple):
    """A stretch of a page's text and what takes its place; an empty stretch is an insertion."""

    start: int
    rank: int
    end: int
    mark: Mark | None


def new_secret() -> str:
    """A name that no text can hold by chance or by guess: placeholders of one process begin with it."""
    return f"bw{secrets.token_hex(12)}x"


class Placeholders:
    """The placeholders of one rendering, in the order in which they were handed out."""

    def __init__(self, secret: str) -> None:
        self._secret = secret
        self._pattern = _pattern(secret)
        self.marks: list[Mark] = []
        self._edges: list[tuple[bool, bool]] = []

    def encode(self, text: str, start: int, end: int, spans: list[Span]) -> str:
        """`text[start:end]` with every span replaced; spans are sorted and lie in the stretch."""
        pieces, at = [], start
        for span in spans:
            if span.start < at:
                continue  # it lies in a comment
            pieces.append(text[at : span.start])
            at = span.end
            if span.mark is not None:
                pieces.append(self._put(span.mark, text, span))
        pieces.append(text[at:end])
        return "".join(pieces)

    def _put(self, mark: Mark, text: str, span: Span) -> str:
        """A placeholder, spaced or edged so that emphasis around it is read as around a word.

        CommonMark asks what stands beside `**`: with a letter beyond it, a letter must stand here, with punctuation beyond it,
        punctuation. Both emphasis next to a link and emphasis in text without blanks then work as writers mean them.
        """
        token = self.token(len(self.marks))
        left = right = False
        if mark.kind in ("link", "cite"):
            left = _is_edge(text[max(0, span.start - 40) : span.start].rstrip("*_~")[-1:])
            right = _is_edge(text[span.end : span.end + 40].lstrip("*_~")[:1])  # a `$` too wants no letter beside it
        self.marks.append(mark)
        self._edges.append((left, right))
        if mark.kind == "heading":
            return f" {token} "
        if mark.kind == "claim-start":
            return f"{token} "
        if mark.kind == "claim-end":
            return f" {token}"
        return f"{_LEFT if left else ''}{token}{_RIGHT if right else ''}"

    def find(self, markup: str) -> Iterator[tuple[str, int | None]]:
        """The pieces of a text and the number of the placeholder that follows each (None after the last)."""
        at = 0
        for match in self._pattern.finditer(markup):
            index = int(match[2])
            if index >= len(self.marks):
                continue
            left, right = self._edges[index]
            yield markup[at : match.start() + (0 if left else len(match[1]))], index
            at = match.end() - (0 if right else len(match[3]))
        yield markup[at:], None

    def token(self, number: int) -> str:
        """The placeholder with this number, as it stands in a text."""
        return f"{self._secret}{number}z"

    def lift(self, markup: str, kinds: tuple[Kind, ...]) -> tuple[str, list[int]]:
        """The text with plain words (HTML) for placeholders of these kinds, and their numbers."""
        if self._secret not in markup:
            return markup, []
        pieces: list[str] = []
        lifted: list[int] = []
        for piece, number in self.find(markup):
            pieces.append(piece)
            if number is not None and self.marks[number].kind in kinds:
                lifted.append(number)
                pieces.append(html.escape(self.marks[number].words))
            elif number is not None:
                pieces.append(self.token(number))
        return "".join(pieces), lifted

    def as_text(self, markup: str) -> str:
        """The text with plain words (HTML) for all placeholders: where only text may stand."""
        return self._pattern.sub(self._words, markup) if self._secret in markup else markup

    def _words(self, match: re.Match[str]) -> str:
        """The plain words for one placeholder; without the edges that were put beside it."""
        index = int(match[2])
        if index >= len(self.marks):
            return match[0]
        left, right = self._edges[index]
        words = html.escape(self.marks[index].words)
        return f"{'' if left else match[1]}{words}{'' if right else match[3]}"


@lru_cache(maxsize=4)
def _pattern(secret: str) -> re.Pattern[str]:
    return re.compile(f"({_LEFT}?){secret}([0-9]+)z({_RIGHT}?)")


def _is_edge(char: str) -> bool:
    """Whether what stands beyond a run of emphasis is no letter: a blank, punctuation, or nothing."""
    return not char.isalnum()
