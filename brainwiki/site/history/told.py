"""What is told of each step of a page's past: its difference as HTML, and what became of the page's claims.

A step is told by the contents before and after it alone, so that what was worked out once is kept by their ids.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache, partial
from typing import NamedTuple

from brainwiki.claims.life import Turn, Turns, turns_between
from brainwiki.markup import claims, document
from brainwiki.model.page import Claim, Page
from brainwiki.site.history.chronicle import chronicle
from brainwiki.site.history.difference import difference
from brainwiki.site.history.drawing import draw
from brainwiki.site.history.reading import Reader, Reading
from brainwiki.site.output import digest
from brainwiki.site.state import Site

FORMAT = 2  # of what is kept; another one is made anew
TOGETHER = 48  # contents that are read at once
MOST_PAGES = 4  # whole versions that are held
LOST = frozenset({"removed", "retracted"})


class Told(NamedTuple):
    """One step: its difference as HTML (empty: none, or a new page), the characters of the page before and after, its claims
    after, what changed among them, and where each stood before (None: all where they were)."""

    html: str
    before: int
    after: int
    claims: int
    turns: tuple[Turn, ...]
    origins: tuple[int, ...] | None
    limited: bool


def teller(site: Site, page: Page, content: str) -> Teller:
    """The teller of a page whose present content has this id; the last one is kept, for a page's history and its data are made
    one after the other."""
    found = site.rooms.get("teller")
    if not isinstance(found, Teller) or found.page is not page or found.content != content:
        found = site.rooms["teller"] = Teller(site, page, content)
    return found


class Teller:
    """Tells the steps of one page, whose present content has the id `content`; each version of it is read once."""

    def __init__(self, site: Site, page: Page, content: str) -> None:
        self.site = site
        self.page = page
        self.content = content
        self.reader = Reader(page.path, site.wiki.dialect, site.secret)
        self._pages = lru_cache(MOST_PAGES)(self._whole)
        self._asked: set[tuple[str, str]] = set()  # steps that were looked for
        self._readings: dict[str, Reading] = {}
        self._told: dict[tuple[str, str], Told] = {}
        self._wanted: list[str] = []  # contents that will be asked for, in about this order
        self._ahead: dict[str, bytes] = {}  # some of them
        self._language = site.words["d_added"]

    def _text(self, blob: str) -> str:
        """The text of a version by the id of its content."""
        if blob == self.content and not self._is_committed:
            return self.page.text
        raw = self._raw(blob)
        return raw.decode("ascii") if raw.isascii() and b"\r" not in raw else document.read(raw).text

    def _raw(self, blob: str) -> bytes:
        """The bytes of a version; with it come those that will be asked for next, where they can be had together."""
        found = self._ahead.pop(blob, None)
        if found is not None:
            return found
        if blob not in self._wanted:
            return self.site.read_blob(blob)
        place = self._wanted.index(blob)
        self._ahead = dict(self.site.read_blobs(self._wanted[place : place + TOGETHER]))
        self._wanted = self._wanted[place + TOGETHER :]
        return self._ahead.pop(blob) if blob in self._ahead else self.site.read_blob(blob)

    def _whole(self, blob: str) -> Page:
        return self.page if blob == self.content else self.reader.page(self._text(blob))

    @cached_property
    def _is_committed(self) -> bool:
        """Whether a commit has the present content: to read it there is cheaper than to parse the page again."""
        return any(step.touch.after == self.content for step in chronicle(self.site).of(self.page.path))

    def reading(self, blob: str) -> Reading:
        """A version of the page, by the id of its content."""
        found = self._readings.get(blob)
        if found is None:
            found = self._readings[blob] = self.reader.read(self._text(blob), partial(self._pages, blob))
        return found

    def recall(self, steps: Iterable[tuple[str, str]]) -> None:
        """Look at once for what was kept of steps, each the ids before and after it."""
        keys = {self._key(*step): step for step in steps if step not in self._asked}
        self._asked.update(keys.values())
        for key, plain in self.site.memo.known("history", keys.keys()).items():
            self._told[keys[key]] = _told(plain)
        missing = [blob for step in keys.values() if step not in self._told for blob in reversed(step) if blob]
        self._wanted = [blob for blob in dict.fromkeys(missing) if blob not in self._readings]

    def told(self, before: str, after: str) -> Told:
        """What a step tells; an empty id is a page that is not there."""
        found = self._told.get((before, after))
        if found is None and (before, after) not in self._asked:
            self.recall(((before, after),))
            found = self._told.get((before, after))
        if found is None:
            plain = _plain(self._tell(before, after))
            self.site.memo.keep("history", self._key(before, after), plain)
            found = self._told[before, after] = _told(plain)
        return found

    def claims(self) -> tuple[Claim, ...]:
        """The claims of the present page; what they say and rest on, not where they stand."""
        key = digest(FORMAT, "claims", self.page.path, self.content, self.site.wiki.dialect.name)
        kept = self.site.memo.get("history", key, self._plain_claims)
        return tuple([Claim(one, said, 0, 0, tuple(ids), "", "", False) for one, said, ids in kept])

    def _plain_claims(self) -> tuple[tuple[str, str, tuple[str, ...]], ...]:
        named = claims.named(self.page.path, self.reading(self.content).state.claims)
        return tuple([(one.id, one.text, one.ids) for one in named])

    def _key(self, before: str, after: str) -> str:
        return digest(FORMAT, before, after, self._language, self.site.wiki.dialect.name)

    def _tell(self, before: str, after: str) -> Told:
        if not after:
            return Told("", self.reading(before).version.size, 0, 0, (), (), False)
        new = self.reading(after)
        count = len(new.state.claims)
        if not before:
            return Told("", 0, new.version.size, count, (), (-1,) * count, False)
        old = self.reading(before)
        same_text, same_words = old.text_digest == new.text_digest, old.words_digest == new.words_digest
        found = difference(self.reader.sheet, old.version, new.version, same_text, same_words)
        html = draw(found, self.reader.sheet, self.site.words)
        became = Turns((), None) if same_text else turns_between(old.state, new.state)
        return Told(html, old.version.size, new.version.size, count, became.turns, became.origins, became.limited)


def _plain(told: Told) -> tuple[object, ...]:
    """What is kept: no words of claims but of those that are gone."""
    became = tuple(
        (one.kind, one.flags, one.before, one.after, one.old if one.kind in LOST else "", "") for one in told.turns
    )
    return (told.html, told.before, told.after, told.claims, became, told.origins, told.limited)


def _told(plain: tuple[object, ...]) -> Told:
    """What was kept, which may have come back with lists for tuples."""
    html, before, after, claims, became, origins, limited = plain
    made = tuple(Turn(kind, tuple(flags), *rest) for kind, flags, *rest in became)  # type: ignore[attr-defined]
    return Told(html, before, after, claims, made, None if origins is None else tuple(origins), limited)  # type: ignore[arg-type]
