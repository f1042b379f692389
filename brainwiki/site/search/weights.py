"""What each page is found by: its terms, each with a weight, and the terms of its filters.

The weight is the part of BM25 (Robertson and Zaragoza, 2009) that a page alone decides: how often a term stands in it, in title
and aliases more than in headings and text, saturated, and made less by the page's length. Lengths are held against one fixed
length, not against the mean of the wiki, so that a page's weights change with that page only. Rarity is the reader's part: it
comes from the number of pages in a list.
"""

from __future__ import annotations

from collections import Counter
from math import log2
from typing import NamedTuple

from brainwiki.model.names import stem as name_of
from brainwiki.model.page import Page
from brainwiki.retrieval.tokens import folded, terms
from brainwiki.site.search.documents import SIGNS, Document
from brainwiki.site.text.plain import Section

TITLE, HEADING, ABOUT, TEXT = 8, 3, 2, 1
K1, B, USUAL = 1.2, 0.7, 250  # saturation, share of the length, words of a page of usual length
STEPS = 8  # of a weight, for each halving
LENGTHS = 4  # of a page's length, for each doubling
TOP = 63


class Weights(NamedTuple):
    """The terms of a page, parted by line ends, the signs of their weights in the same order, and the terms of its filters."""

    terms: str
    signs: str
    filters: str


def weights(document: Document, found: list[Section]) -> Weights:
    """What a page with these sections is found by."""
    page = document.page
    text = terms("\n".join([one.text for one in found]))
    counts: dict[str, int] = Counter(text)
    for share, field in (
        (TITLE, [page.title, *page.aliases]),
        (HEADING, [one.heading for one in found if not one.anchor.startswith("turn-")]),
        (ABOUT, [page.description, *page.tags, name_of(page.id)]),
    ):
        for term in terms("\n".join(field)):
            counts[term] = counts.get(term, 0) + share
    less = K1 * (1 - B + B * _length(text) / USUAL)
    signs = {count: SIGNS[_level(count / (count + less))] for count in set(counts.values())}
    return Weights(
        "\n".join(counts),
        "".join([signs[count] for count in counts.values()]),
        "\n".join(sorted(filters(page, document.address))),
    )


def filters(page: Page, address: str) -> set[str]:
    """The terms by which a question is narrowed: `type:decision`, `tag:field`, `in:knowledge/projects`. No word holds a colon."""
    found = {f"type:{_plain(page.kind)}"} | {f"tag:{_plain(tag)}" for tag in page.tags}
    if page.type:
        found.add(f"type:{_plain(page.type)}")
    folders = address.rstrip("/").split("/")[:-1]
    found |= {f"in:{_plain('/'.join(folders[: depth + 1]))}" for depth in range(len(folders))}
    return found | {f"in:{_plain(folder)}" for folder in folders}


def _plain(text: str) -> str:
    return "-".join(folded(text).replace("=", " ").split())


def _length(text: list[str]) -> float:
    """Words; of Chinese and Japanese, whose characters come twice, half a word for each character. In steps of a fifth, so that
    some words more on a page leave the weights of all its other words as they are."""
    wide = sum([term > "\u3000" for term in text if not term.isascii()])
    return float(2 ** (round(LENGTHS * log2(max(1.0, len(text) - wide + wide / 4))) / LENGTHS))


def _level(share: float) -> int:
    return max(0, round(TOP + STEPS * log2(share)))
