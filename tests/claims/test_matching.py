"""Which claim is which: ids, words, likeness; unique, deterministic, the same from both sides."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.claims import matching
from brainwiki.claims.matching import Matching, Sides, Stated, match, near_pairs
from brainwiki.claims.support import Proof
from brainwiki.claims.words import likeness
from brainwiki.model.page import Claim
from tests.helpers import PROPERTY

ONE, TWO = Proof("sources/a.md", "", 0), Proof("sources/b.md", "", 0)
RUNS = "The pump in the cellar runs at 40 bar."


def stated(text: str, order: int = 0, page: str = "a", name: str = "", proof: Proof | None = ONE) -> Stated:
    until = "2026-05-02" if text.startswith("(until") else ""
    claim = Claim(name or f"c-{order}{page}", text, order, order + 1, ("1",), until, "", bool(name))
    return Stated(claim, page, order, frozenset({proof} if proof else ()))


def listed(*texts: str, page: str = "a", proof: Proof | None = ONE) -> list[Stated]:
    """Claims of a page in order; `^id ` before the words gives an explicit id."""
    found = []
    for order, text in enumerate(texts):
        name, _, words = text.partition(" ") if text.startswith("^") else ("", "", text)
        found.append(stated(words, order, page, name.removeprefix("^"), proof))
    return found


def told(found: Matching) -> list[tuple[str, str]]:
    return sorted((one.claim.text, other.claim.text) for one, other in found.pairs)


def on_page(
    before: Sequence[Stated], after: Sequence[Stated], uncited: tuple[list[Stated], list[Stated]] = ([], [])
) -> Matching:
    return match([Sides("a", before, after, lambda: uncited)])


def pairs(before: Sequence[str], after: Sequence[str]) -> list[tuple[str, str]]:
    return told(on_page(listed(*before), listed(*after)))


def test_equal_words_are_one_claim_wherever_they_stand() -> None:
    assert pairs(["A runs.", "B hums."], ["B hums.", "A runs!"]) == [("A runs.", "A runs!"), ("B hums.", "B hums.")]


def test_repeated_claims_are_paired_one_for_one_in_order() -> None:
    before, after = listed(*["It runs."] * 3), listed(*["It runs."] * 2)
    found = on_page(before, after)
    assert [(one.order, other.order) for one, other in found.pairs] == [(0, 0), (1, 1)]
    assert (found.before, found.after) == ((before[2],), ())


def test_of_equal_words_those_with_the_same_evidence_belong_together() -> None:
    before = [stated("It runs.", 0, proof=ONE), stated("It runs.", 1, proof=TWO)]
    after = [stated("It runs.", 0, proof=TWO)]
    found = on_page(before, after)
    assert found.pairs == ((before[1], after[0]),)
    assert found.before == (before[0],)


def test_an_explicit_id_comes_before_the_words() -> None:
    assert pairs([f"^c-1 {RUNS}", "Quite another thing."], ["^c-1 It stands still.", RUNS]) == [
        (RUNS, "It stands still.")
    ]


def test_an_id_that_becomes_explicit_is_the_same_id() -> None:
    before, after = [stated("A hums.", 0, name="")], [stated("B is blue.", 3, name="c-0a")]
    assert told(on_page(before, after)) == [("A hums.", "B is blue.")]


def test_derived_ids_bind_nothing() -> None:
    assert pairs(["A hums."], ["B is blue."]) == []


@pytest.mark.parametrize(
    ("before", "after", "is_one"),
    [
        (RUNS, "The pump in the cellar runs at 400 bar.", True),
        (RUNS, "In the cellar the pump runs at 40 bar.", True),
        (RUNS, "The old pump in the cellar runs at about 40 bar.", True),
        (RUNS, "The valve on the roof is open at night.", False),
        ("ポンプの圧力は40バールである。", "ポンプの圧力はおよそ40バールである。", True),
        ("ポンプの圧力は40バールである。", "弁は夜に開いている。", False),
        ("泵的压力为40巴。", "该泵的压力大约为40巴。", True),
        ("泵在运行。", "泵不在运行。", True),
        ("泵的压力为40巴。", "阀门晚上是开着的。", False),
        ("It has two.", "It has three.", True),
        ("It runs well.", "It hums loud.", False),
    ],
)
def test_what_is_alike_is_one_claim(before: str, after: str, is_one: bool) -> None:
    assert bool(pairs([before], [after])) is is_one


def test_the_best_pairs_win_and_ties_go_to_the_nearest() -> None:
    before = ["The pump is blue and loud.", "The pump is blue and loud today."]
    after = ["The pump is blue and loud today here.", "Nothing of the kind."]
    assert pairs(before, after) == [(before[1], after[0])]
    same = listed("The pump is blue and x.", "Else.", "The pump is blue and y.")
    other = listed("Other words.", "More of them.", "The pump is blue and z.")
    assert [(one.order, two.order) for one, two in on_page(same, other).pairs] == [(2, 2)]


def test_a_claim_that_became_history_is_not_the_one_that_replaced_it() -> None:
    before = listed("Prefers bullet lists.")
    after = [
        stated("Prefers diagrams to bullet lists.", 0, proof=TWO),
        stated("(until 2026-05-02) Preferred bullet lists.", 1),
    ]
    found = on_page(before, after)
    assert found.pairs == ((before[0], after[1]),)
    assert found.after == (after[0],)


def test_history_with_other_evidence_is_matched_like_any_other_claim() -> None:
    before = listed("Likes green tea.")
    after = [stated("(until 2026-05-02) Liked tea.", 0, proof=TWO)]
    assert on_page(before, after).pairs == ()
    assert len(on_page(before, [stated("(until 2026-05-02) Liked tea.", 0)]).pairs) == 1


def test_equal_words_stay_in_the_present_if_they_stand_in_both() -> None:
    before = listed("It is red.")
    after = listed("(until 2026-05-02) It is red.", "It is red.")
    assert on_page(before, after).pairs == ((before[0], after[1]),)


def test_a_sentence_that_lost_its_cite_is_still_the_claim() -> None:
    before, loose = listed(RUNS), [stated(RUNS, 5, proof=None)]
    assert on_page(before, [], ([], loose)).pairs == ((before[0], loose[0]),)
    assert on_page([], before, (loose, [])).pairs == ((loose[0], before[0]),)
    near = [stated("The pump in the cellar runs at 400 bar.", 5, proof=None)]
    assert on_page(before, [], ([], near)).pairs == ((before[0], near[0]),)
    far = [stated("The pump in the old house runs well.", 5, proof=None)]
    assert on_page(before, [], ([], far)).pairs == ()


def test_a_claim_with_a_cite_comes_before_a_like_sentence_without_one() -> None:
    before, after = listed(RUNS), listed("The pump in the cellar runs at 400 bar.")
    loose = [stated("The pump in the cellar runs at 40 bars.", 5, proof=None)]
    assert on_page(before, after, ([], loose)).pairs == ((before[0], after[0]),)


def across(before: list[Stated], after: list[Stated]) -> Matching:
    return match([Sides("a", before, []), Sides("b", [], after)])


@pytest.mark.parametrize(
    ("before", "after", "proof", "is_moved"),
    [
        (RUNS, RUNS, ONE, True),
        (RUNS, RUNS, TWO, True),
        ("It runs.", "It runs.", ONE, True),
        ("It runs.", "It runs.", TWO, False),
        (RUNS, "The pump in the cellar always runs at 40 bar.", ONE, True),
        (RUNS, "The pump in the cellar always runs at 40 bar.", TWO, False),
        (RUNS, "The pump in the cellar runs at 400 bar.", ONE, False),
        (RUNS, "The pump in the cellar must run at 40 bar.", ONE, False),
        (RUNS, "In a cellar a pump runs at 40 bar.", ONE, False),
    ],
)
def test_a_move_to_another_page_is_told_only_where_it_is_sure(
    before: str, after: str, proof: Proof, is_moved: bool
) -> None:
    found = across(listed(before), listed(after, page="b", proof=proof))
    assert bool(found.pairs) is is_moved
    assert len(found.before) == len(found.after) == (0 if is_moved else 1)


def test_an_exact_move_comes_before_a_like_claim_on_the_page() -> None:
    before = listed(RUNS)
    stays = listed("The fan in the cellar runs at 30 bar.")
    found = match([Sides("a", before, stays), Sides("b", [], listed(RUNS, page="b"))])
    assert [(one.page, other.page) for one, other in found.pairs] == [("a", "b")]


def sentence(words: random.Random, length: int = 9) -> str:
    return " ".join("".join(words.choice("abcdefgh") for _ in range(4)) for _ in range(length))


def test_too_many_claims_are_told_and_never_paired_in_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matching, "MAX_PAIRS", 5)
    before = listed(RUNS, *(f"Thing {word} of the first kind." for word in ("aa", "bb")))
    after = listed(RUNS, *(f"Thing {word} of the second kind here." for word in ("aa", "bb", "cc")))
    found = on_page(before, after)
    assert found.limited == {"a": (2, 3)}
    assert told(found) == [(RUNS, RUNS)]
    assert (len(found.before), len(found.after)) == (2, 3)


def test_too_much_history_and_too_many_moves_are_told_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matching, "MAX_PAIRS", 1)
    found = on_page(listed("It was so.", "It hums."), listed("(until 2026-05-02) Long ago.", "Else here."))
    assert found.limited == {"a": (2, 1)}
    found = across(listed("a b c d e", "f g h i j"), listed("k l m n o", "p q r s t", page="b"))
    assert found.limited == {"": (2, 2)}


def test_the_cap_is_far_away_for_usual_pages() -> None:
    source = random.Random(1)
    texts = [sentence(source) for _ in range(380)]
    found = on_page(listed(*texts), listed(*(f"{text} more" for text in texts)))
    assert (found.limited, len(found.pairs)) == ({}, 380)


def test_thousands_of_claims_with_other_numbers_are_paired_without_the_cap() -> None:
    source = random.Random(2)
    texts = [sentence(source) for _ in range(2_000)]
    found = on_page(listed(*(f"{text} 40" for text in texts)), listed(*(f"{text} 400" for text in texts)))
    assert (found.limited, len(found.pairs)) == ({}, 2_000)
    assert all(one.order == other.order for one, other in found.pairs)


BOTH = "The pump in the cellar runs at 40 bar and hums at night near a wall."


@pytest.mark.parametrize(
    ("part", "is_part"),
    [
        ("It hums in the cellar at night.", True),
        ("In the cellar at night it may hum.", False),
        ("In the cellar at night it hums at 50 bar.", False),
        ("In the cellar at night it never hums.", False),
        ("It hums.", False),
        ("The valve on the roof is open.", False),
        ("(until 2026-05-02) It hums in the cellar at night.", False),
    ],
)
def test_a_claim_is_merged_only_into_one_that_says_all_of_it(part: str, is_part: bool) -> None:
    long, short = listed(BOTH), listed(BOTH, part)
    assert on_page(short, long).merged == (((short[1], long[0]),) if is_part else ())
    assert on_page(long, short).split == (((long[0], short[1]),) if is_part else ())


def test_too_much_to_look_through_for_parts_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matching, "MAX_PAIRS", 3)
    part = "It hums in the cellar at night."
    found = on_page(listed(BOTH, BOTH, part, part), listed(BOTH, BOTH))
    assert found.limited == {"a": (2, 2)}
    assert (len(found.before), found.merged) == (2, ())


TEXTS = st.lists(
    st.lists(st.sampled_from("pump valve runs hums at 40 400 not 圧力は高い".split()), min_size=1, max_size=6).map(
        " ".join
    ),
    max_size=6,
)


@PROPERTY
@given(TEXTS, TEXTS, st.sampled_from([0.3, 0.6, 0.9]))
def test_the_index_finds_all_that_comparing_each_with_each_finds(
    one: list[str], other: list[str], least: float
) -> None:
    before, after = listed(*one), listed(*other)
    found = {(a.order, b.order) for _, a, b in near_pairs(before, after, least)}
    wanted = {
        (a.order, b.order) for a in before for b in after if likeness(a.words.tokens, b.words.tokens) >= least - 1e-9
    }
    assert found == wanted


@PROPERTY
@given(TEXTS, TEXTS, TEXTS, TEXTS)
def test_sides_may_change_places_and_pages_may_come_in_any_order(
    a: list[str], b: list[str], c: list[str], d: list[str]
) -> None:
    before = {"a": listed(*a), "b": listed(*c, page="b")}
    after = {"a": listed(*b), "b": listed(*d, page="b")}
    there = match([Sides(page, before[page], after[page]) for page in "ab"])
    back = match([Sides(page, after[page], before[page]) for page in "ba"])
    assert {(id(one), id(other)) for one, other in there.pairs} == {(id(other), id(one)) for one, other in back.pairs}
    assert (there.before, there.after) == (back.after, back.before)
    assert {(id(one), id(other)) for one, other in there.merged} == {(id(other), id(one)) for one, other in back.split}


@PROPERTY
@given(TEXTS, TEXTS)
def test_every_claim_is_in_one_pair_or_left_over(a: list[str], b: list[str]) -> None:
    before, after = listed(*a), listed(*b)
    found = on_page(before, after)
    assert sorted(
        [
            *(one.order for one, _ in found.pairs),
            *(one.order for one in found.before),
            *(one.order for one, _ in found.merged),
        ]
    ) == list(range(len(a)))
    assert sorted(
        [
            *(two.order for _, two in found.pairs),
            *(two.order for two in found.after),
            *(two.order for _, two in found.split),
        ]
    ) == list(range(len(b)))
