"""The words of the site itself, in the languages that it speaks; pages keep their own. Each room has a module of its own here."""

from __future__ import annotations

from functools import lru_cache

from brainwiki.site.words import frame, graph, history, page, review, search, sections
from brainwiki.site.words.row import Row

LANGUAGES = ("en", "ja", "zh")  # the columns of a row

TABLE: dict[str, Row] = {
    **page.WORDS,
    **frame.WORDS,
    **history.WORDS,
    **graph.WORDS,
    **search.WORDS,
    **sections.WORDS,
    **review.WORDS,
}


class Words(dict[str, str]):
    """The words of one language by key; a word that takes a value holds `{}`. `language` is the tag of the language."""

    language: str = LANGUAGES[0]

    def say(self, key: str, *values: object) -> str:
        """The word with its values filled in."""
        return self[key].format(*values)


def is_spoken(language: str) -> bool:
    """Whether the site has words of its own in a language (a BCP 47 tag)."""
    return base_of(language) in LANGUAGES


def base_of(language: str) -> str:
    """The language of a tag without script and region."""
    return language.partition("-")[0].lower()


def words_of(language: str) -> Words:
    """The site's words in a language (a BCP 47 tag), English where it is not spoken."""
    base = base_of(language)
    return _words(base if base in LANGUAGES else LANGUAGES[0])


@lru_cache(len(LANGUAGES))
def _words(base: str) -> Words:
    column = LANGUAGES.index(base)
    found = Words((key, row[column]) for key, row in TABLE.items())
    found.language = base
    # templates ask for attributes first, and a miss costs them more than the rest of the value
    found.__dict__.update((key, word) for key, word in found.items() if not hasattr(Words, key))
    return found
