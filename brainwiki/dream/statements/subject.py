"""What a statement is about: pages whose names stand in it, found in one pass over its words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from brainwiki.dream.statements.placing import STOP_WORDS
from brainwiki.model.names import fold, squeeze, stem
from brainwiki.model.page import Page

_SHORTEST = 3
_SHORTEST_CJK = 2
_LONGEST = 120
FOLDERS = ("knowledge/", "notes/")


class Named(NamedTuple):
    """Pages that a sentence names by the longest name in it; several where two have that name."""

    pages: tuple[str, ...]
    name: str


class Names:
    """The names of pages: titles, aliases and file names, by their first two signs and their length."""

    def __init__(self, pages: Iterable[Page]) -> None:
        self._pages: dict[str, dict[str, None]] = {}
        self._of: dict[str, tuple[str, ...]] = {}
        for page in pages:
            self.add(page.id, (page.title, *page.aliases, stem(page.id)))
        self._lengths: dict[str, tuple[int, ...]] | None = None

    def add(self, page: str, names: Iterable[str]) -> None:
        """Names of one page; those that a sentence holds by chance are none."""
        found = dict.fromkeys(
            form
            for name in names
            for form in (key(name), key(name.replace("-", " ").replace("_", " ")))
            if _is_name(form)
        )
        self._of[page] = tuple(found)
        for form in found:
            self._pages.setdefault(form, {})[page] = None
        self._lengths = None

    def of(self, page: str) -> tuple[str, ...]:
        """All names of a page, folded."""
        return self._of.get(page, ())

    def find(self, text: str) -> Named:
        """The pages that a sentence names. The time grows with the sentence, not with the number of pages."""
        text = key(text)
        lengths = self._by_length()
        best = ""
        for at in range(len(text) - 1):
            if _is_inside(text, at):
                continue
            for length in lengths.get(text[at : at + 2], ()):
                if length <= len(best):
                    break
                name = text[at : at + length]
                if name in self._pages and len(name) == length and not _is_inside(text, at + length):
                    best = name
                    break
        return Named(tuple(self._pages.get(best, ())), best)

    def _by_length(self) -> dict[str, tuple[int, ...]]:
        if self._lengths is None:
            found: dict[str, set[int]] = {}
            for name in self._pages:
                found.setdefault(name[:2], set()).add(len(name))
            self._lengths = {start: tuple(sorted(lengths, reverse=True)) for start, lengths in found.items()}
        return self._lengths


def key(text: str) -> str:
    """The form in which names are looked for."""
    return fold(squeeze(text))


def _is_name(name: str) -> bool:
    if not name or len(name) > _LONGEST or name in STOP_WORDS or not any(sign.isalpha() for sign in name):
        return False
    return len(name) >= (_SHORTEST if name.isascii() else _SHORTEST_CJK)


def _is_inside(text: str, at: int) -> bool:
    """Whether an offset stands inside a word of a script that parts words by blanks."""
    return 0 < at < len(text) and _is_letter(text[at - 1]) and _is_letter(text[at])


def _is_letter(sign: str) -> bool:
    return sign.isalnum() and sign < "\u2e80"
