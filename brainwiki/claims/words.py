"""What a claim says, in a form that can be compared: its words, numbers, dates, negations and modal words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from brainwiki.claims import figures, polarity
from brainwiki.claims.figures import Figures
from brainwiki.claims.polarity import Polarity
from brainwiki.model.names import squeeze

_UNTIL = re.compile(r"\(until ([0-9]{4}-[0-9]{2}-[0-9]{2})\)\s*")
_WIKILINK = re.compile(r"!?\[\[([^\[\]|\n]*?)\\?(?:\|([^\[\]\n]*))?\]\]")
_MARKDOWN_LINK = re.compile(r"!?\[([^\[\]\n]*)\]\([^()\n]*\)")
_ADDRESS = re.compile(r"(?<![a-z])https?://[^\s<>、。]+")
_CJK = (
    "\u3005-\u3007\u3041-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
_TOKEN = re.compile(f"([{_CJK}]+)|[^\\W_{_CJK}]+")
_NO_MARKS = str.maketrans("", "", "*`")  # emphasis and code inside a number: `**40** bar`

# Words that say nothing of what a sentence is about; they come and go with a negation or a change of tense.
_SMALL_WORDS = frozenset(
    "a an the is are was were be been being do does did has have had will would shall should can could may might must "
    "it its this that of to in on at by for and or but as any some ever only".split()
)


@dataclass(frozen=True)
class Words:
    """A sentence read once. `shown` is what a reader sees: NFKC, lower case, links by their label, without `(until …)`.

    `key` is equal for equal words, whatever the punctuation; `tokens` are words, and pairs of characters in text
    without blanks; `frame` are the tokens without numbers, negations, modal and small words.
    """

    text: str

    @cached_property
    def plain(self) -> str:
        """The sentence without its date of history, NFKC, lower case, contractions spread."""
        until = _UNTIL.match(self.text)
        return polarity.spread(squeeze(self.text[until.end() :] if until else self.text).lower())

    @cached_property
    def shown(self) -> str:
        """The words with a link by its label, or by its target where it has none."""
        if "[" not in self.plain:
            return self.plain
        shown = _WIKILINK.sub(lambda match: match[2] if match[2] is not None else match[1], self.plain)
        return _MARKDOWN_LINK.sub(lambda match: match[1], shown)

    @cached_property
    def key(self) -> str:
        """The words in order; the whole text where it has no words."""
        return " ".join(match[0] for match in _TOKEN.finditer(self.shown)) or self.shown

    @cached_property
    def tokens(self) -> frozenset[str]:
        """The set of tokens by which sentences are alike."""
        return frozenset(_tokens(self.shown)) or frozenset({self.shown})

    @cached_property
    def figures(self) -> Figures:
        """Numbers and dates; those in the name of a page or in an address are no statement."""
        text = self.plain.translate(_NO_MARKS)
        if "[" in text:
            text = _WIKILINK.sub(lambda match: match[2] or " ", text)
            text = _MARKDOWN_LINK.sub(lambda match: match[1], text)
        return figures.read(_ADDRESS.sub(" ", text) if "://" in text else text)

    @cached_property
    def polarity(self) -> Polarity:
        """Negations and modal words; a month of May is none."""
        return polarity.read(self.figures.rest)

    @cached_property
    def frame(self) -> frozenset[str]:
        """What the sentence is about: the tokens that stay when a number, a date or a negation changes."""
        tokens = {_stem(token) for token in _tokens(self.polarity.rest) if token not in _SMALL_WORDS}
        if "[[" in self.plain:
            for match in _WIKILINK.finditer(self.plain):
                tokens.update(_tokens("" if match[2] else match[1]))
        return frozenset(tokens)


@lru_cache(maxsize=4096)
def words_of(text: str) -> Words:
    """A sentence in comparable form; the same sentence is read once."""
    return Words(text)


def likeness(one: frozenset[str], other: frozenset[str]) -> float:
    """How much two sets share, 0 to 1: twice what they share over what they hold (Sørensen and Dice, 1945 and 1948)."""
    held = len(one) + len(other)
    return 2 * len(one & other) / held if held else 1.0


def _tokens(text: str) -> Iterable[str]:
    """Words; of a run of Chinese or Japanese characters its pairs of neighbours."""
    for match in _TOKEN.finditer(text):
        run = match[1]
        if run is None or len(run) == 1:
            yield match[0]
        else:
            yield from (run[at : at + 2] for at in range(len(run) - 1))


def _stem(token: str) -> str:
    """An English word without its plural or third-person `s`: `does not run` and `runs` are about one thing."""
    return token[:-1] if len(token) > 3 and token.endswith("s") and not token.endswith("ss") else token
