"""The site's own words: all there in three languages, values in their places."""

from __future__ import annotations

import re

import pytest

from brainwiki.site.interface import SAID
from brainwiki.site.words import LANGUAGES, TABLE, frame, graph, history, page, review, search, sections, words_of
from tests.helpers import REPOSITORY


@pytest.mark.parametrize("key", sorted(TABLE))
def test_every_word_is_there_in_every_language(key: str) -> None:
    row = TABLE[key]
    assert len(row) == len(LANGUAGES)
    assert all(row)
    assert len({word.count("{}") for word in row}) == 1, "the same values in each language"


def test_languages_are_chosen_by_their_tag() -> None:
    assert words_of("ja-JP")["home"] == "ホーム"
    assert words_of("zh-Hant")["home"] == "首页"
    assert words_of("en")["home"] == words_of("fi")["home"] == "Home"
    assert words_of("en").say("turns", 3) == "3 turns"


def test_no_two_rooms_have_a_word_under_one_key() -> None:
    assert len(TABLE) == sum(len(module.WORDS) for module in (page, frame, history, graph, review, search, sections))


def test_every_word_is_used_and_every_used_word_is_there() -> None:
    texts = [path.read_text("utf-8") for path in (REPOSITORY / "site_overrides").rglob("*.html")]
    texts += [
        path.read_text("utf-8") for path in (REPOSITORY / "brainwiki/site").rglob("*.py") if path.parent.name != "words"
    ]
    used = set(re.findall(r"\b(?:w|words)\.([a-z_]+)\b", "\n".join(texts)))
    used |= set(re.findall(r"""(?:say\(|words\[|w\[)["']([a-z_\-]+)["']""", "\n".join(texts)))
    families = tuple(key for key in used if key.endswith("_"))  # the rest of the key comes from a value
    families += tuple(re.findall(r"""(?:say\(|words\[)f["']([a-z_]+_)\{""", "\n".join(texts)))
    used -= {"say", "get", "split", "isascii", "lower", "replace", "language", "py", *families}
    assert used <= set(TABLE)
    assert all(any(key.startswith(family) for key in TABLE) for family in families)
    plain = "\n".join(texts)
    named_by_pages = {"stable"}  # states are looked up as pages write them
    kinds = {
        f"h_{kind}" for kind in ("added", "changed", "reworded", "moved", "retracted")
    }  # of what became of a claim
    named = kinds | {key for key in TABLE if key.startswith(families)} | named_by_pages | set(SAID)
    unused = [key for key in TABLE.keys() - named if not re.search(rf"\b{re.escape(key)}\b", plain)]
    assert unused == []
