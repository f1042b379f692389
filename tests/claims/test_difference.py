"""What became of each claim between two states of a brain."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.claims import matching
from brainwiki.claims.difference import ClaimChange, Difference, difference
from brainwiki.claims.support import Proof
from brainwiki.model.wiki import Wiki
from tests.helpers import PROPERTY, Texts, change_of, titled

A, B = "knowledge/a.md", "knowledge/b.md"
SOURCES = "sources:\n  - id: 1\n    resource: https://e.org/1\n  - id: 2\n    resource: https://e.org/2\n"
FIRST, SECOND = Proof("https://e.org/1", "", 0), Proof("https://e.org/2", "", 0)
RUNS = "The pump in the cellar runs at 40 bar."


def page(body: str, more: str = SOURCES) -> str:
    return titled("A", body, more)


def compare(before: str, after: str) -> tuple[ClaimChange, ...]:
    """What became of the claims of one page."""
    return difference(change_of({A: page(before)}, {A: page(after)})).changes


def kinds(before: str, after: str) -> list[str]:
    return [one.change for one in compare(before, after)]


def only(before: str, after: str) -> ClaimChange:
    (one,) = compare(before, after)
    return one


def test_the_same_claims_are_no_change() -> None:
    body = f"{RUNS} [cite:1] It hums. [cite:2]\n"
    assert compare(body, body) == ()
    assert compare(body, f"# New\n\nIt hums. [cite:2]\n\nText.\n\n{RUNS} [cite:1]\n") == ()


def test_renumbered_cites_are_no_change() -> None:
    swapped = SOURCES.replace("id: 1", "id: x").replace("id: 2", "id: 1").replace("id: x", "id: 2")
    change = change_of({A: page(f"{RUNS} [cite:1]\n")}, {A: page(f"{RUNS} [cite:2]\n", swapped)})
    assert difference(change).changes == ()


@pytest.mark.parametrize(
    ("before", "after", "change", "flags"),
    [
        (RUNS, "The pump in the cellar runs at 400 bar.", "changed", ("number",)),
        (RUNS, "The pump in the cellar runs at forty bar.", "reworded", ()),
        (RUNS, "The pump in the cellar **runs** at 40 bar!", "reworded", ()),
        (RUNS, "In the cellar the pump runs at 40 bar.", "reworded", ()),
        (RUNS, "The pump in the cellar does not run at 40 bar.", "changed", ("negation",)),
        (RUNS, "The pump in the cellar may run at 40 bar.", "changed", ("modal",)),
        ("It was built on 2 May 2026 in Kiel.", "It was built on 3 May 2026 in Kiel.", "changed", ("date",)),
        ("It was built on 2 May 2026 in Kiel.", "It was built on 2026-05-02 in Kiel.", "reworded", ()),
        (
            "It must run at 40 bar by day.",
            "It may not run at 30 bar by day.",
            "changed",
            ("number", "negation", "modal"),
        ),
        ("The pump in the cellar is old and loud.", "The pump in the cellar is new and silent there.", "changed", ()),
        ("圧力は40バールである。", "圧力は400バールである。", "changed", ("number",)),
        ("圧力は40バールである。", "圧力は四十バールである。", "reworded", ()),
        ("ポンプは夜に動く。", "ポンプは夜に動かない。", "changed", ("negation",)),
        ("泵在晚上运行。", "泵在晚上不运行。", "changed", ("negation",)),
        ("泵在晚上可以运行。", "泵在晚上必须运行。", "changed", ("modal",)),
        ("2026年5月2日に建てられた。", "2026年5月3日に建てられた。", "changed", ("date",)),
    ],
)
def test_what_bears_on_the_meaning_is_flagged(before: str, after: str, change: str, flags: tuple[str, ...]) -> None:
    one = only(f"{before} [cite:1]\n", f"{after} [cite:1]\n")
    assert (one.change, one.flags) == (change, flags)
    assert (one.gained, one.lost) == ((), ())
    assert (one.before and one.before.text, one.after and one.after.text) == (before, after)


def test_other_evidence_is_a_change_of_the_claim() -> None:
    one = only(f"{RUNS} [cite:1]\n", f"{RUNS} [cite:1,2]\n")
    assert (one.change, one.flags, one.gained, one.lost) == ("changed", ("evidence",), (SECOND,), ())
    one = only(f"{RUNS} [cite:1]\n", f"{RUNS} [cite:2]\n")
    assert (one.change, one.gained, one.lost) == ("changed", (SECOND,), (FIRST,))


def test_another_quote_is_other_evidence() -> None:
    one, two = (
        f"sources:\n  - id: 1\n    resource: https://e.org/1\n    quote: {word}\n" for word in ("forty", "fifty")
    )
    (found,) = difference(change_of({A: page(f"{RUNS} [cite:1]\n", one)}, {A: page(f"{RUNS} [cite:1]\n", two)})).changes
    assert (found.gained, found.lost) == ((Proof(FIRST.resource, "fifty", 0),), (Proof(FIRST.resource, "forty", 0),))


def test_claims_that_come_and_go() -> None:
    one = only("Text.\n", f"{RUNS} [cite:1]\n")
    assert (one.change, one.before, one.gained, one.support, one.supported) == (
        "added",
        None,
        (FIRST,),
        "unverifiable",
        "uncited",
    )
    one = only(f"{RUNS} [cite:1]\n", "Text.\n")
    assert (one.change, one.after, one.lost, one.support, one.supported) == (
        "removed",
        None,
        (FIRST,),
        "unverifiable",
        "unverifiable",
    )


def test_a_claim_that_lost_its_cite_is_changed_and_uncited() -> None:
    one = only(f"{RUNS} [cite:1]\n", f"Text. {RUNS} More.\n")
    assert (one.change, one.flags, one.lost, one.support, one.supported) == (
        "changed",
        ("evidence",),
        (FIRST,),
        "uncited",
        "unverifiable",
    )
    assert one.after is not None
    assert one.after.ids == ()
    assert one.after.text == RUNS
    one = only(f"{RUNS}\n", f"{RUNS} [cite:1]\n")
    assert (one.change, one.gained, one.support, one.supported) == ("changed", (FIRST,), "unverifiable", "uncited")


@pytest.mark.parametrize(
    "body",
    [
        f"It hums. [cite:2] {RUNS} It is blue. [cite:2]\n",
        f"- It hums. [cite:2]\n- {RUNS}\n",
        f"> {RUNS} ^c-1\n\nIt hums. [cite:2]\n",
        f"| a | b |\n|---|---|\n| {RUNS} | x |\n",
        f"1. {RUNS}\n\n   It hums. [cite:2]\n",
    ],
)
def test_the_place_of_an_uncited_sentence_is_found(body: str) -> None:
    lost = [one for one in compare(f"{RUNS} [cite:1]\n\nIt hums. [cite:2]\n", body) if one.support == "uncited"]
    assert [one.before and one.before.text for one in lost] == [RUNS]
    text = page(body)
    after = lost[0].after
    assert after is not None
    assert text[after.start : after.end].startswith("The pump") or text[after.start : after.end].startswith(
        "| The pump"
    )


def test_a_sentence_that_was_there_without_a_cite_before_is_no_claim_that_lost_one() -> None:
    assert kinds(f"{RUNS} [cite:1]\n\n{RUNS}\n", f"{RUNS}\n") == ["removed"]


def test_a_cite_that_stands_alone_claims_nothing() -> None:
    assert compare("[cite:1]\n\nText.\n", "Text.\n") == ()


def test_the_example_of_the_format_is_a_retraction() -> None:
    changes = compare(
        "- Prefers bullet lists. [cite:1]\n",
        "- Prefers diagrams to bullet lists. [cite:2]\n    - (until 2026-05-02) Preferred bullet lists. [cite:1]\n",
    )
    assert [(one.change, one.before and one.before.text, one.after and one.after.text) for one in changes] == [
        ("added", None, "Prefers diagrams to bullet lists."),
        ("retracted", "Prefers bullet lists.", "(until 2026-05-02) Preferred bullet lists."),
    ]


@pytest.mark.parametrize(
    ("now", "past"),
    [
        ("図を好む。[cite:2]", "(until 2026-05-02) 箇条書きを好んだ。[cite:1]"),
        ("図を好む。[cite:2]", "(until 2026-05-02) 箇条書きを好む。[cite:1]"),
    ],
)
def test_a_retraction_in_japanese(now: str, past: str) -> None:
    assert sorted(kinds("- 箇条書きを好む。[cite:1]\n", f"- {now}\n    - {past}\n")) == ["added", "retracted"]


def test_an_explicit_id_keeps_the_claim_though_its_words_changed() -> None:
    changes = compare(
        "- Prefers bullet lists. [cite:1] ^c-style\n",
        "- Draws everything. [cite:2] ^c-style\n    - (until 2026-05-02) Preferred bullet lists. [cite:1]\n",
    )
    assert [(one.change, one.after and one.after.text) for one in changes] == [
        ("changed", "Draws everything."),
        ("added", "(until 2026-05-02) Preferred bullet lists."),
    ]


def test_history_that_holds_again_is_restored_and_another_date_is_told() -> None:
    one = only("- (until 2026-05-02) It was red. [cite:1]\n", "- It was red. [cite:1]\n")
    assert (one.change, one.flags) == ("changed", ("restored",))
    one = only("- (until 2026-05-02) It was red. [cite:1]\n", "- (until 2026-05-03) It was red. [cite:1]\n")
    assert (one.change, one.flags) == ("changed", ("date",))


@pytest.mark.parametrize("body", [f"{RUNS} [cite:1]\n", "Text.\n"])
def test_all_claims_of_a_page_that_gets_a_successor_are_retracted(body: str) -> None:
    old = {A: page(f"{RUNS} [cite:1]\n"), B: page("Text.\n")}
    deprecated = f'status: deprecated\nsuperseded_by: "[[b]]"\n{SOURCES}'
    new = {**old, A: page(body, deprecated)}
    assert [one.change for one in difference(change_of(old, new)).changes] == ["retracted"]
    assert [
        one.change for one in difference(change_of(old, {**new, A: page("Text.\n", "status: deprecated\n")})).changes
    ] == ["removed"]
    again = {**new, A: page(f"{body}\nMore.\n", deprecated)}
    assert difference(change_of(new, again)).changes == ()


def test_a_page_that_was_deprecated_with_a_successor_may_go() -> None:
    old = {A: page(f"{RUNS} [cite:1]\n", f'status: deprecated\nsuperseded_by: "[[b]]"\n{SOURCES}'), B: page("Text.\n")}
    (one,) = difference(change_of(old, {B: old[B]})).changes
    assert (one.change, one.page, one.near) == ("retracted", A, 0)


def test_a_renamed_page_keeps_its_claims_and_evidence_on_a_renamed_page_stays() -> None:
    text = page(f"{RUNS} [cite:1]\n", "sources:\n  - id: 1\n    resource: sources/s\n")
    moved = text.replace("sources/s", "sources/t")
    old: Texts = {A: text, "sources/s.md": titled("S")}
    assert difference(change_of(old, {B: text, "sources/s.md": titled("S")})).changes == ()
    assert difference(change_of(old, {A: moved, "sources/t.md": titled("S")})).changes == ()


def test_a_renamed_and_edited_page_tells_where_its_claims_come_from() -> None:
    change = change_of(
        {A: page(f"{RUNS} [cite:1]\n")},
        {B: page(f"{RUNS} [cite:2]\n")},
        renamed={B: A},
        added=frozenset(),
        deleted=frozenset(),
    )
    (one,) = difference(change).changes
    assert (one.change, one.page, one.origin) == ("changed", B, A)


def test_a_claim_that_moved_to_another_page() -> None:
    old = {A: page(f"{RUNS} [cite:1] It hums. [cite:2]\n"), B: page("Text.\n")}
    new = {A: page("It hums. [cite:2]\n"), B: page(f"Text. {RUNS} [cite:1]\n")}
    (one,) = difference(change_of(old, new)).changes
    assert (one.change, one.origin, one.page, one.flags) == ("moved", A, B, ())
    gone = {B: new[B]}
    assert sorted(one.change for one in difference(change_of(old, gone)).changes) == ["moved", "removed"]


def test_a_lost_claim_would_stand_after_the_one_before_it() -> None:
    before = "It hums. [cite:1]\n\n- First of all it is blue. [cite:1]\n- Second. [cite:2]\n"
    after = "# Head\n\nIt hums. [cite:1]\n\nMore.\n"
    places = [one.near for one in compare(before, after)]
    assert places == [page(after).index("It hums")] * 2
    assert only("It hums. [cite:1]\n", "More.\n").near == page("").index("---\n", 4) + 4


PARTS = "The pump in the cellar runs at 40 bar. [cite:1] The pump in the cellar hums loudly at night. [cite:1]\n"
WHOLE = "The pump in the cellar runs at 40 bar and hums loudly at night. [cite:1]\n"


def test_claims_that_were_merged_or_split_are_reworded() -> None:
    assert [(one.change, one.flags) for one in compare(PARTS, WHOLE)] == [("reworded", ()), ("reworded", ("merged",))]
    assert [(one.change, one.flags) for one in compare(WHOLE, PARTS)] == [("reworded", ()), ("reworded", ("split",))]
    merged, split = compare(PARTS, WHOLE)[1], compare(WHOLE, PARTS)[1]
    texts = [claim.text for claim in (merged.before, merged.after, split.before, split.after) if claim]
    hums, whole = "The pump in the cellar hums loudly at night.", WHOLE.partition(" [")[0]
    assert texts == [hums, whole, whole, hums]
    assert (merged.gained, merged.lost, merged.support, merged.supported) == ((), (), "unverifiable", "unverifiable")


@pytest.mark.parametrize(
    "whole",
    [
        WHOLE.replace("[cite:1]", "[cite:2]"),
        WHOLE.replace("hums loudly", "does not hum loudly").replace("40", "41"),
        WHOLE.replace(" and hums loudly at night", ""),
    ],
)
def test_a_claim_without_its_evidence_or_with_another_meaning_was_not_merged(whole: str) -> None:
    assert ("merged",) not in [one.flags for one in compare(PARTS.replace("at night", "at 50 bar"), whole)]


def test_a_repetition_that_goes_is_no_loss() -> None:
    assert [(one.change, one.flags) for one in compare(f"{RUNS} [cite:1] {RUNS} [cite:1]\n", f"{RUNS} [cite:1]\n")] == [
        ("reworded", ("merged",))
    ]


def test_listings_are_left_out_and_new_pages_are_compared() -> None:
    text = page(f"{RUNS} [cite:1]\n")
    found = difference(change_of({}, {"index.md": text, "log.md": text, A: text, "sources/s.md": text})).changes
    assert [(one.page, one.change) for one in found] == [(A, "added"), ("sources/s.md", "added")]


def test_the_difference_is_worked_out_once() -> None:
    change = change_of({A: page(f"{RUNS} [cite:1]\n")}, {A: page("Text.\n")})
    assert difference(change) is difference(change)
    assert difference(change_of({}, {})) == Difference(())


def test_a_limited_answer_says_so_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matching, "MAX_PAIRS", 1)
    found = difference(
        change_of(
            {A: page("Aa bb cc. [cite:1] Dd ee ff. [cite:1]\n")}, {A: page("Aa bb gg. [cite:1] Dd ee hh. [cite:1]\n")}
        )
    )
    assert found.limited == (
        "Too many claims without a partner to compare one by one; only equal words were paired: "
        "knowledge/a.md (2 claims before, 2 after)."
    )
    assert found.unpaired[A] == (2, 2)
    assert Counter(one.change for one in found.changes) == {"added": 2, "removed": 2}


SENTENCES = st.sampled_from(
    [
        f"{subject} {verb}{stop}{cite}"
        for subject, verb in itertools.product(
            ["The pump in the cellar", "It", "ポンプは"],
            ["runs at 40 bar", "runs at 400 bar", "does not run", "動く", "is [[b|blue]]"],
        )
        for stop in (". ", "。")
        for cite in ("[cite:1] ", "[cite:1,2] ", "[cite:2]\n\n", "")
    ]
)
BODIES = st.lists(SENTENCES, max_size=5).map(lambda pieces: "".join(pieces) + "\n")
STATES = st.dictionaries(st.sampled_from([A, B, "notes/t/c.md"]), BODIES.map(page), max_size=3)


@PROPERTY
@given(STATES)
def test_a_state_does_not_differ_from_itself(state: dict[str, str]) -> None:
    change = change_of(state, state)
    touched = replace(change, edited=frozenset(state))
    assert difference(touched).changes == ()


@PROPERTY
@given(STATES, STATES)
def test_swapped_states_swap_what_was_added_and_removed(one: dict[str, str], other: dict[str, str]) -> None:
    there, back = (difference(change_of(*states)) for states in ((one, other), (other, one)))
    mirror = {"added": "removed", "removed": "added", "merged": "split", "split": "merged"}

    def told(changes: tuple[ClaimChange, ...], swap: bool) -> Counter[tuple[object, ...]]:
        found: Counter[tuple[object, ...]] = Counter()
        for change in changes:
            sides = (change.before and change.before.text, change.after and change.after.text)
            proofs = (change.gained, change.lost)
            kind = mirror.get(change.change, change.change) if swap else change.change
            flags = tuple(mirror.get(flag, flag) if swap else flag for flag in change.flags)
            found[(kind, *(sides[::-1] if swap else sides), *(proofs[::-1] if swap else proofs), flags)] += 1
        return found

    assert told(there.changes, False) == told(back.changes, True)


@PROPERTY
@given(STATES, STATES, st.randoms(use_true_random=False))
def test_the_order_of_pages_does_not_matter(one: dict[str, str], other: dict[str, str], chance: object) -> None:
    change = change_of(one, other)

    def mixed(wiki: Wiki) -> Wiki:
        paths = list(wiki.pages)
        chance.shuffle(paths)  # type: ignore[attr-defined]
        return replace(wiki, pages={path: wiki.pages[path] for path in paths})

    again = replace(change, base=mixed(change.base), head=mixed(change.head))
    assert difference(again) == difference(change)


@PROPERTY
@given(STATES, STATES)
def test_places_are_real_and_changes_come_in_order(one: dict[str, str], other: dict[str, str]) -> None:
    change = change_of(one, other)
    changes = difference(change).changes
    for found in changes:
        head = change.head.pages.get(found.page)
        assert 0 <= found.near <= (len(head.text) if head else 0)
        assert found.before is not None or found.after is not None
        assert (found.after is None) == (found.change == "removed")
        assert (found.before is None) == (found.change == "added")
        if found.after is not None and head is not None:
            assert head.text[found.after.start : found.after.end].strip()
    assert [(found.page, found.near) for found in changes] == sorted((found.page, found.near) for found in changes)
