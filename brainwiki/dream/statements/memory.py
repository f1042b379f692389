"""The claims that hold now, in the brain and in the run so far, and which of them are about the same thing as a statement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from brainwiki.claims.words import likeness, words_of
from brainwiki.dream.statements.likeness import Relation, about, holds, names_all, relation
from brainwiki.dream.statements.statement import Statement
from brainwiki.dream.statements.subject import FOLDERS, Names
from brainwiki.dream.statements.trigger import Kind
from brainwiki.markup.claims import claim_name
from brainwiki.model.names import fold, squeeze
from brainwiki.model.page import Claim, Page
from brainwiki.model.wiki import Wiki

MOST_PAGES = 2_000  # pages whose claims are all compared; of a larger brain those that its search gives
_POSTINGS = 400
_NEAREST = 60
_CHOICES: frozenset[Kind] = frozenset({"preference", "standing", "decision", "correction"})
_CHOSEN = ("knowledge/preferences/", "knowledge/decisions/")


@dataclass(eq=False)
class Held:
    """A claim that holds. `at` is the instant of its newest evidence; `written` and `supported` are the places among the
    updates of the run of what wrote its words and of what gave it evidence, -1 where nothing did."""

    page: str
    claim: str
    text: str
    at: datetime | None = None
    written: int = -1
    supported: int = -1
    is_gone: bool = False


class Match(NamedTuple):
    """A claim that is about the same thing, and whether it says the same."""

    held: Held
    relation: Relation
    likeness: float


class Memory:
    """What a brain holds under the folders where pages may be, with what a run adds to it."""

    def __init__(self, wiki: Wiki) -> None:
        pages = [page for page in wiki if page.id.startswith(FOLDERS) and page.status != "deprecated"]
        self.pages = {page.id: page for page in pages}
        self.ids = {fold(path.removesuffix(".md")) for path in (*wiki.pages, *wiki.files)}
        self.names = Names(pages)
        self.known = {(one.resource, squeeze(one.quote)) for page in pages for one in page.sources}
        self.observed = {one for page in pages for one in page.list_of("observations")}
        self._held: dict[str, list[Held]] = {}
        self._index: dict[str, list[Held]] | None = None

    def on(self, page: str) -> list[Held]:
        """The claims of one page that hold."""
        if page not in self._held:
            known = self.pages.get(page)
            self._held[page] = _current(known) if known is not None and not known.is_unread else []
        return [one for one in self._held[page] if not one.is_gone]

    def add(self, page: str, text: str, at: datetime | None, written: int) -> Held:
        """A claim that the run adds to a page."""
        self.on(page)
        held = Held(page, claim_name(f"{page}.md", text), text, at, written)
        self._held[page].append(held)
        self._file(held)
        return held

    def restate(self, held: Held, text: str, at: datetime | None, written: int) -> None:
        """Another sentence in the place of a claim, which keeps its id."""
        held.text, held.at, held.written = text, at, written
        self._file(held)

    def make(self, page: str, title: str) -> None:
        """A page that the run makes."""
        self.ids.add(fold(page))
        self._held[page] = []
        self.names.add(page, (title, page.rpartition("/")[2]))

    def matches(self, statement: Statement, page: str) -> list[Match]:
        """The claims of a page that are about the same thing as a statement, nearest first."""
        return _matches(statement, self.on(page), self.names.of(page), near=True)

    def everywhere(self, statement: Statement, found: Sequence[str]) -> list[Match]:
        """The claims of the whole brain about the same thing, nearest first; `found` are pages that the search gave."""
        near = self.nearest(statement.text, found)
        matches = _matches(statement, near, (), near=False)
        if statement.gone and not matches:
            near = [one for one in self.nearest(statement.gone, found) if one.page.startswith(_CHOSEN)]
            matches = [
                Match(one, "other", _alike(one, statement)) for one in near if names_all(one.text, statement.gone)
            ]
        return matches

    def taken_back(self, statement: Statement, page: str, found: Sequence[str]) -> list[Match]:
        """The claims that a retraction may mean, the likeliest first: on a page where it names one, else anywhere."""
        names = self.names.of(page)
        near = self.on(page) if page else self.nearest(statement.text, found)
        scored = [Match(one, "other", _taken(one, statement.text, names)) for one in near]
        return sorted((one for one in scored if one.likeness), key=lambda one: -one.likeness)

    def nearest(self, text: str, found: Sequence[str]) -> list[Held]:
        """Claims that share the rarest words with a text, those that share most first."""
        index = self._all(found)
        tokens = sorted(words_of(text).tokens, key=lambda token: (len(index.get(token, ())), token))
        shared: Counter[int] = Counter()
        known: dict[int, Held] = {}
        for token in tokens:
            for one in index.get(token, ())[:_POSTINGS]:
                shared[id(one)] += 1
                known[id(one)] = one
        best = [known[name] for name, _ in shared.most_common(_NEAREST)]
        return [one for one in best if not one.is_gone]

    def _all(self, found: Sequence[str]) -> dict[str, list[Held]]:
        """The index of all claims by token; of a large brain, of the pages that were found or that the run made."""
        if len(self.pages) > MOST_PAGES:
            return _indexed(one for page in {*self._held, *found} for one in self.on(page))
        if self._index is None:
            self._index = _indexed(one for page in dict.fromkeys((*self.pages, *self._held)) for one in self.on(page))
        return self._index

    def _file(self, held: Held) -> None:
        if self._index is not None:
            for token in words_of(held.text).tokens:
                self._index.setdefault(token, []).append(held)


def instant(text: str) -> datetime | None:
    """An instant with its offset, or None."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo is not None else None


def _indexed(claims: Iterable[Held]) -> dict[str, list[Held]]:
    index: dict[str, list[Held]] = {}
    for one in claims:
        for token in words_of(one.text).tokens:
            index.setdefault(token, []).append(one)
    return index


def _current(page: Page) -> list[Held]:
    instants = {one.id: instant(one.at) for one in page.sources}
    return [Held(page.id, one.id, one.text, _newest(one, instants)) for one in page.claims if not one.until]


def _newest(claim: Claim, instants: dict[str, datetime | None]) -> datetime | None:
    known = [at for one in claim.ids if (at := instants.get(one)) is not None]
    return max(known, default=None)


def _matches(statement: Statement, claims: Iterable[Held], names: tuple[str, ...], *, near: bool) -> list[Match]:
    new = about(statement.text, names)
    choice = statement.kind in _CHOICES
    found: list[Match] = []
    for one in claims:
        known = relation(new, about(one.text, names), choice=choice, near=near)
        if known == "none" and near and statement.gone and names_all(one.text, statement.gone):
            known = "other"
        if known != "none":
            found.append(Match(one, known, _alike(one, statement)))
    return sorted(found, key=lambda match: (match.relation != "same", -match.likeness))


def _alike(held: Held, statement: Statement) -> float:
    return likeness(words_of(held.text).tokens, words_of(statement.text).tokens)


def _taken(held: Held, text: str, names: tuple[str, ...]) -> float:
    """How surely a retraction means a claim; the names of its page are known and say nothing."""
    rest = fold(squeeze(text))
    for name in sorted(names, key=len, reverse=True):
        rest = rest.replace(name, " ")
    return max(holds(held.text, text), holds(held.text, rest))
