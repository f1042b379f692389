"""Ranking: both lists count, factors have floors, the latest moves only the best few, pages come once, ties are settled."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.model.query import Query
from brainwiki.retrieval.ranking import TOP, Candidate, Ranked, Weights, by_date, named, rank
from tests.helpers import PROPERTY

TODAY = date(2026, 12, 1)
WEIGHTS = Weights()
PLAIN = Query("q", "q")


def one(row: int, path: str = "", **more: object) -> Candidate:
    facts: dict[str, object] = {"kind": "page", "place": 0, "turn": None, "date": "", "confidence": None, "names": ()}
    return Candidate(row, path or f"p{row:03}", **{**facts, **more})  # type: ignore[arg-type]


def ranked(
    known: list[Candidate],
    lexical: list[int],
    semantic: list[tuple[int, float]] | None = None,
    query: Query = PLAIN,
    weights: Weights = WEIGHTS,
) -> list[Ranked]:
    return rank(query, lexical, semantic or [], {each.row: each for each in known}, TODAY, weights)


def rows(found: list[Ranked]) -> list[int]:
    return [each.candidate.row for each in found]


def test_the_sum_of_both_lists_decides_and_is_told() -> None:
    found = ranked([one(1), one(2), one(3)], [1, 2], [(2, 0.9), (3, 0.8)])
    assert rows(found) == [2, 1, 3]
    assert found[0].why._asdict() == {
        "lexical_rank": 2, "semantic_rank": 1, "cosine": 0.9, "fused": pytest.approx(1.5 / 22 + 1 / 21), "confidence": 0.95,
        "recency": 1.0, "alias": "", "note": "",
    }  # fmt: skip
    assert found[1].why.semantic_rank is None
    assert found[2].why.lexical_rank is None


def test_rows_that_are_not_known_take_no_rank() -> None:
    found = ranked([one(2)], [1, 2], [(9, 0.9), (2, 0.8)])
    assert [(each.why.lexical_rank, each.why.semantic_rank) for each in found] == [(1, 1)]


def test_confidence_is_a_factor_with_a_floor() -> None:
    found = ranked([one(1, confidence=0.0), one(2, confidence=1.0), one(3)], [1, 2, 3])
    assert {each.candidate.row: each.why.confidence for each in found} == {1: 0.8, 2: 1.0, 3: 0.95}
    assert rows(found)[0] == 2


@pytest.mark.parametrize(
    ("kind", "day", "recency"),
    [
        ("note", "2026-12-01", 1.0),
        ("session", "2026-06-04", 0.925),
        ("note", "1990-01-01", 0.85),
        ("note", "2030-01-01", 1.0),
        ("note", "", 1.0),
        ("page", "1990-01-01", 1.0),
        ("source", "1990-01-01", 1.0),
        ("task", "1990-01-01", 1.0),
    ],
)
def test_notes_and_sessions_fade_to_a_floor_and_pages_do_not(kind: str, day: str, recency: float) -> None:
    (found,) = ranked([one(1, kind=kind, date=day)], [1])
    assert found.why.recency == pytest.approx(recency, abs=0.001)
    assert found.score == pytest.approx(1.5 / 21 * recency * 0.95, abs=0.001)


def test_how_things_fade_is_configured() -> None:
    (found,) = ranked([one(1, date="2025-12-01")], [1], weights=Weights(page_half_life=365, recency_floor=0.5))
    assert found.why.recency == pytest.approx(0.75)
    (found,) = ranked([one(1, kind="note", date="1990-01-01")], [1], weights=Weights(half_life=0))
    assert found.why.recency == 1.0


@pytest.mark.parametrize(
    "query", [Query("q", "q", intent="time"), Query("q", "q", period=("2020-01-01", "2021-01-01"))]
)
def test_a_question_for_a_point_in_time_does_not_favour_the_new(query: Query) -> None:
    (found,) = ranked([one(1, kind="note", date="1990-01-01")], [1], query=query)
    assert found.why.recency == 1.0


def test_a_day_that_is_named_is_a_gain_and_told() -> None:
    query = Query("q", "q", period=("2026-03-01", "2026-04-01"))
    found = ranked([one(1, date="2026-04-01"), one(2, date="2026-03-31"), one(3)], [1, 2, 3], query=query)
    assert rows(found)[0] == 2
    assert found[0].why.note == "dated 2026-03-31, which the question names"
    assert found[1].why.note == ""


def test_a_question_for_the_latest_orders_only_the_best_few_and_says_so() -> None:
    known = [one(row, date=f"2026-01-{row:02}") for row in range(1, 9)]
    found = ranked(known, list(range(1, 9)), query=Query("q", "q", intent="latest"))
    assert rows(found) == [5, 4, 3, 2, 1, 6, 7, 8]
    assert found[0].why.note == "the best 5 by date, since the question asks for the latest"
    assert found[TOP].why.note == ""
    assert rows(ranked(known[:1], [1], query=Query("q", "q", intent="latest"))) == [1]


def test_undated_ones_come_last_among_the_latest() -> None:
    found = ranked([one(1), one(2, date="2020-01-01")], [1, 2], query=Query("q", "q", intent="latest"))
    assert rows(found) == [2, 1]


def test_a_page_comes_once_with_its_best_passage_and_the_others_behind_it() -> None:
    known = [one(1, "a", place=3), one(2, "b"), one(3, "a", place=1), one(4, "a", place=2)]
    found = ranked(known, [1, 2, 3, 4])
    assert rows(found) == [1, 2]
    assert rows(list(found[0].others)) == [3, 4]


def test_every_turn_of_a_session_is_a_find_of_its_own() -> None:
    known = [one(row, "s", kind="session", turn=row) for row in (1, 2)] + [one(3, "s", kind="session")]
    assert rows(ranked(known, [1, 2, 3])) == [1, 2, 3]


def test_equal_scores_are_ordered_by_path_and_place() -> None:
    known = [one(9, "b"), one(8, "a", place=2), one(7, "a", place=1)]
    assert rows(ranked(known, [], [(9, 0.5)])) == [9]
    both = rank(
        Query("q", "q"), [9], [(7, 0.5)], {each.row: each for each in known}, TODAY, Weights(lexical=1, semantic=1)
    )
    assert rows(both) == [7, 9]


@pytest.mark.parametrize(
    ("words", "names", "alias"),
    [
        ("how does the Pump run", ("Pump", "Pumpe"), "Pump"),
        ("how does the pumpe run", ("Pump", "Pumpe"), "Pumpe"),
        ("how do pumps run", ("Pump",), ""),
        ("ベクトルDBの使い方", ("ベクトルデータベース", "ベクトルDB"), "ベクトルDB"),
        ("猫の話", ("猫",), ""),
        ("圖書館", ("图书馆",), "图书馆"),
    ],
)
def test_a_name_that_is_asked_for_is_told(words: str, names: tuple[str, ...], alias: str) -> None:
    (found,) = named(Query(words, words), ranked([one(1, names=names)], [1]))
    assert found.why.alias == alias


def test_where_nothing_can_be_ranked_the_newest_come_first() -> None:
    found = by_date(
        [one(1, "b"), one(2, "c", date="2026-01-01"), one(3, "a", date="2026-01-01"), one(4, "d", date="2026-02-01")],
        "why",
    )
    assert rows(found) == [4, 3, 2, 1]
    assert {(each.score, each.why.note) for each in found} == {(0.0, "why")}


@PROPERTY
@given(
    st.lists(st.tuples(st.integers(0, 3), st.floats(0, 1), st.integers(0, 9_000)), min_size=1, max_size=20),
    st.randoms(use_true_random=False),
)
def test_factors_move_within_their_bounds_and_nothing_is_lost(
    facts: list[tuple[int, float, int]], chance: object
) -> None:
    known = [
        one(
            row,
            f"p{path}",
            confidence=confidence,
            kind="note",
            date=date.fromordinal(TODAY.toordinal() - age).isoformat(),
        )
        for row, (path, confidence, age) in enumerate(facts)
    ]
    order = list(range(len(known)))
    chance.shuffle(order)  # type: ignore[attr-defined]
    found = ranked(known, order, [(row, 0.5) for row in reversed(order)])
    every = [each for best in found for each in (best, *best.others)]
    assert sorted(rows(every)) == list(range(len(known)))
    assert len({each.candidate.path for each in found}) == len(found)
    assert [each.score for each in found] == sorted((each.score for each in found), reverse=True)
    for each in every:
        assert 0.8 * 0.85 * each.why.fused <= each.score * 1.000001 <= each.why.fused * 1.000002
