"""Questions to the search index: a query as SQL. Whatever was typed reaches SQLite as a value or as a quoted term, never as syntax."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence

from brainwiki.adapters.rows import facet
from brainwiki.model.query import Query
from brainwiki.retrieval.asking import runs_of, squeezed
from brainwiki.retrieval.tokens import terms as terms_of

ROWS = 1_500  # that are ranked for one question: terms that stand nearly everywhere are left out where rarer ones are there
LOOKED = 3_000  # rows whose text is held against phrases
_NAMES = "{title aliases headings}"
_OWN = "{title aliases headings body}"


class Lookup:
    """Questions to one open file, while nothing is written: how often a term occurs is remembered."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._connection.execute("CREATE VIRTUAL TABLE IF NOT EXISTS temp.counts USING fts5vocab (main, words, row)")
        self._counts: dict[str, int] = {}

    def lexical(self, query: Query, terms: Sequence[str], limit: int) -> list[int]:
        """Rows that hold any of the terms and satisfy the query, best first."""
        chosen = self._telling(terms)
        if not chosen:
            return []
        runs = (" ".join(run) for run in runs_of(query.words))
        match = " OR ".join(map(_quoted, (*chosen, *runs)))
        if self._count(chosen[0]) > ROWS and not query.phrases:
            return self._everywhere(query, match, limit)
        needed = [_quoted(term) for phrase in query.phrases for term in dict.fromkeys(terms_of(phrase))]
        if needed:
            match = f"{_OWN} : ({' AND '.join(needed)}) AND ({match})"
        where, values = _where(query)
        if not where:
            sql = "SELECT rowid FROM words WHERE words MATCH ? ORDER BY rank"
        else:
            sql = (
                "SELECT w.rowid FROM words w JOIN passages p ON p.id = w.rowid JOIN units u ON u.id = p.unit "
                f"WHERE w.words MATCH ?{where} ORDER BY w.rank"
            )
        return self._fitting(query, f"{sql} LIMIT ?", (match, *values), limit)

    def _everywhere(self, query: Query, match: str, limit: int) -> list[int]:
        """Rows for a term that stands nearly everywhere: to rank them all would take long and tell nothing, so those that have it
        in their names come first, and others as they come."""
        where, values = _where(query)
        base = "SELECT w.rowid FROM words w JOIN passages p ON p.id = w.rowid JOIN units u ON u.id = p.unit WHERE w.words MATCH ?"
        named = self._fitting(
            query, f"{base}{where} ORDER BY w.rank LIMIT ?", (f"{_NAMES} : ({match})", *values), limit
        )
        others = self._fitting(query, f"{base}{where} LIMIT ?", (f"body : ({match})", *values), limit)
        return list(dict.fromkeys([*named, *others]))[:limit]

    def recent(self, query: Query, limit: int) -> list[int]:
        """The newest rows that satisfy the query; what bears no day comes last."""
        where, values = _where(query)
        sql = (
            "SELECT p.id FROM passages p JOIN units u ON u.id = p.unit "
            f"WHERE u.kind <> ''{where} ORDER BY p.date DESC, u.path, p.place LIMIT ?"
        )
        return self._fitting(query, sql, values, limit)

    def _fitting(self, query: Query, sql: str, values: Sequence[object], limit: int) -> list[int]:
        """The rows of a statement whose texts hold the phrases and nothing that is excluded."""
        checked = bool(query.phrases or query.excluded)
        found = [row for (row,) in self._connection.execute(sql, (*values, LOOKED if checked else limit))]
        return self.holding(query, found)[:limit] if checked else found

    def holding(self, query: Query, rows: Sequence[int]) -> list[int]:
        """Those of some rows whose own text, title or headings hold each phrase and nothing that is excluded, in their order."""
        phrases, excluded = ([squeezed(one) for one in many] for many in (query.phrases, query.excluded))
        found = []
        for row in rows:
            told = self._connection.execute(
                "SELECT u.title, u.aliases, p.section, p.heads, p.text FROM passages p JOIN units u ON u.id = p.unit "
                "WHERE p.id = ?",
                (row,),
            ).fetchone()
            text = squeezed("\n".join(told)) if told else ""
            if all(one in text for one in phrases) and not any(_stands(one, text) for one in excluded):
                found.append(row)
        return found

    def allowed(self, query: Query) -> set[int] | None:
        """The rows that the filters of a query let through; None where it has none."""
        where, values = _where(query)
        if not where:
            return None
        sql = f"SELECT p.id FROM passages p JOIN units u ON u.id = p.unit WHERE u.kind <> ''{where}"
        return {row for (row,) in self._connection.execute(sql, values)}

    def _telling(self, terms: Sequence[str]) -> list[str]:
        """The terms that are there, rarest first, as many as keep the rows that must be ranked within bounds; one at least."""
        counted = sorted((count, term) for term in terms if (count := self._count(term)))
        chosen: list[str] = []
        total = 0
        for count, term in counted:
            total += count
            if chosen and total > ROWS:
                break
            chosen.append(term)
        return chosen

    def _count(self, term: str) -> int:
        """The rows that hold a term."""
        known = self._counts.get(term)
        if known is None:
            found = self._connection.execute("SELECT doc FROM temp.counts WHERE term = ?", (term,)).fetchone()
            known = self._counts[term] = int(found[0]) if found else 0
        return known


def _quoted(term: str) -> str:
    doubled = term.replace('"', '""')
    return f'"{doubled}"'


def _stands(words: str, text: str) -> bool:
    """Whether a text holds words as words: `art` does not stand in `start`."""
    at = text.find(words)
    while at >= 0:
        before, after = text[at - 1 : at], text[at + len(words) : at + len(words) + 1]
        cut = _joins(before, words[:1]) or _joins(words[-1:], after)
        if not cut:
            return True
        at = text.find(words, at + 1)
    return False


def _joins(left: str, right: str) -> bool:
    """Whether two neighbouring characters belong to one word; those of Chinese and Japanese always stand for themselves."""
    return all(char.isalnum() and ord(char) < 0x2E80 for char in (left, right) if char) and bool(left and right)


def _where(query: Query) -> tuple[str, list[object]]:
    """The filters of a query as conditions on a unit `u` and a passage `p`, with their values."""
    conditions: list[str] = []
    values: list[object] = []

    def either(condition: str, many: Iterable[Sequence[object]]) -> None:
        told = list(many)
        if told:
            conditions.append(f"({' OR '.join([condition] * len(told))})")
            values.extend(value for one in told for value in one)

    filters = query.filters
    either("instr(u.facets, ?) > 0", ((facet("type", one),) for one in filters.types))
    either("instr(u.facets, ?) > 0", ((facet("tag", one),) for one in filters.tags))
    either("instr(u.facets, ?) > 0", ((facet("scope", one),) for one in filters.scopes))
    either("u.kind = ?", ((one,) for one in filters.kinds))
    either("substr(u.name, 1, ?) = ?", ((len(one), one) for one in filters.inside))
    either("p.date <> '' AND p.date < ?", ((one,) for one in (filters.before,) if one))
    either("p.date >= ?", ((one,) for one in (filters.after,) if one))
    return "".join(f" AND {one}" for one in conditions), values
