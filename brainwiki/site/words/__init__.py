"""The words of the site itself, in the languages that it speaks; pages keep their own. Each room has a module of its own here."""

from __future__ import annotations

from brainwiki.site.words import graph, history, page, search, sections
from brainwiki.site.words.row import Row

LANGUAGES = ("en", "ja", "zh")  # the columns of a row

TABLE: dict[str, Row] = {**page.WORDS, **history.WORDS, **graph.WORDS, **search.WORDS, **sections.WORDS}


class Words(dict[str, str]):
    """The words of one language by key; a word that takes a value holds `{}`."""

    def say(self, key: str, *values: object) -> str:
        """The word with its values filled in."""
        return self[key].format(*values)


def words_of(language: str) -> Words:
    """The site's words in a language (a BCP 47 tag), English where it is not spoken."""
    base = language.partition("-")[0].lower()
    column = LANGUAGES.index(base) if base in LANGUAGES else 0
    return Words((key, row[column]) for key, row in TABLE.items())
