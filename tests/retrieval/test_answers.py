"""Answers as JSON: the keys of the contract, and what is left out where it says nothing."""

from __future__ import annotations

import json

from brainwiki.model.hit import Answer, Hit, Reason
from brainwiki.retrieval.answers import as_json

HIT = Hit(
    "a.md", "A", "S > T", 3, None, "page", "concept", "2026-01-02", "Words.", "All words.", 0.123456789,
    Reason(1, 2, 0.87654321, 0.11111111, 0.95, 0.85, "Alias", "a note"), 70, "aging", False, "unverified", "account",
)  # fmt: skip
ALWAYS = {
    "path", "title", "section", "line", "turn", "kind", "type", "date", "snippet", "score", "why", "confidence", "freshness", "stale",
    "tier", "scope",
}  # fmt: skip


def test_a_hit_has_the_keys_of_the_contract_and_numbers_that_can_be_read() -> None:
    (hit,) = as_json(Answer("q", "hybrid", "", (HIT,)))["hits"]
    assert set(hit) == ALWAYS
    assert (hit["score"], hit["turn"], hit["line"], hit["date"]) == (0.123457, None, 3, "2026-01-02")
    assert hit["why"] == {
        "lexical_rank": 1, "semantic_rank": 2, "fused": 0.111111, "confidence": 0.95, "recency": 0.85, "cosine": 0.8765,
        "alias": "Alias", "note": "a note",
    }  # fmt: skip


def test_what_says_nothing_is_left_out() -> None:
    (hit,) = as_json(Answer("q", "sparse", "why", (HIT._replace(why=Reason(1)),)))["hits"]
    assert set(hit["why"]) == {"lexical_rank", "semantic_rank", "fused", "confidence", "recency"}
    assert hit["why"]["semantic_rank"] is None


def test_an_answer_says_how_it_was_found() -> None:
    value = as_json(Answer("q", "hybrid", "", ()))
    assert value == {"version": 1, "query": "q", "mode": "hybrid", "degraded": None, "hits": []}
    value = as_json(Answer("q", "recency", "no words", (), ("cut",)))
    assert (value["degraded"], value["notes"]) == ("no words", ["cut"])


def test_further_passages_are_short_and_have_none_themselves() -> None:
    more = HIT._replace(line=9, section="U", snippet="More.", score=0.1)
    (hit,) = as_json(Answer("q", "hybrid", "", (HIT._replace(others=(more,)),)))["hits"]
    assert hit["others"] == [{"section": "U", "line": 9, "snippet": "More.", "score": 0.1}]
    assert json.loads(json.dumps(hit)) == hit
