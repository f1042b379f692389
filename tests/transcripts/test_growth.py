"""Read again: nothing, more, or another branch; property tests over any course of growing, editing and reading again."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.transcripts.growth import Families, Stored, Turn, grown, is_same, lineage, veil
from brainwiki.transcripts.recorded import Said
from tests.helpers import PROPERTY

TEXTS = st.lists(st.sampled_from("abc"), min_size=1, max_size=8)


def turns(texts: Sequence[str]) -> tuple[Said, ...]:
    """Turns as read."""
    return tuple(Said("user", "", text, {}) for text in texts)


def kept(texts: Sequence[str], continues: str = "", after: int = 0) -> Stored:
    """A stored session."""
    return Stored(tuple(Turn("user", text) for text in texts), continues, after)


def test_new_nothing_more_and_changed() -> None:
    stored = {"base": kept("abc")}
    assert grown(turns("abc"), {}).kind == "new"
    same = grown(turns("abc"), stored)
    assert (same.kind, same.session, same.turns, same.fewer) == ("nothing-new", "base", (), 0)
    more = grown(turns("abcde"), stored)
    assert (more.kind, more.session, more.turns, more.after) == ("appended", "base", turns("de"), 3)
    other = grown(turns("abxy"), stored)
    assert (other.kind, other.session, other.turns, other.after) == ("changed", "base", turns("xy"), 2)
    none = grown(turns("x"), stored)
    assert (none.kind, none.session, none.turns, none.after) == ("changed", "base", turns("x"), 0)
    fewer = grown(turns("a"), stored)
    assert (fewer.kind, fewer.fewer) == ("nothing-new", 2)


def test_another_role_is_another_turn() -> None:
    assert grown((Said("system", "", "a", {}),), {"base": kept("a")}).kind == "changed"


def test_a_branch_is_gone_on_with_and_the_first_one_too() -> None:
    stored = {"base": kept("abc"), "branch": kept("xy", "base", 2)}
    assert lineage("branch", stored) == kept("abxy").turns
    assert grown(turns("abxy"), stored).kind == "nothing-new"
    more = grown(turns("abxyz"), stored)
    assert (more.session, more.turns, more.after) == ("branch", turns("z"), 2)
    back = grown(turns("abcd"), stored)
    assert (back.session, back.turns, back.after) == ("base", turns("d"), 3)
    third = grown(turns("abq"), stored)
    assert (third.kind, third.session, third.after) == ("changed", "base", 2)
    deep = grown(turns("abxq"), stored)
    assert (deep.kind, deep.session, deep.after) == ("changed", "branch", 1)


def test_a_family_is_a_session_and_all_that_continue_it() -> None:
    families = Families()
    for letter, before in (("a", ""), ("b", "a"), ("c", "b"), ("d", "")):
        families.add(f"2026-08-01-codex-{letter * 10}", f"2026-08-01-codex-{before * 10}" if before else "")
    assert [name[-1] for name in families.of("codex-aaaaaaaaaa")] == ["a", "b", "c"]
    assert [name[-1] for name in families.of("codex-dddddddddd")] == ["d"]
    assert families.of("codex-eeeeeeeeee") == []
    families.add("2026-08-01-x", "2026-08-01-x")
    assert families.of("x") == ["2026-08-01-x"]


def test_circles_and_what_is_not_there_end() -> None:
    assert grown(turns("ab"), {"x": kept("a", "y", 1), "y": kept("b", "x", 1)}).kind in (
        "appended",
        "nothing-new",
        "changed",
    )
    assert lineage("x", {"x": kept("a", "gone", 9)}) == kept("a").turns
    assert lineage("x", {"x": kept("a", "x", 9)}) == kept("a").turns


@given(TEXTS, TEXTS)
@PROPERTY
def test_two_readings_mean_what_they_say(before: list[str], now: list[str]) -> None:
    found = grown(turns(now), {"base": kept(before)})
    agreed = 0
    while agreed < min(len(before), len(now)) and before[agreed] == now[agreed]:
        agreed += 1
    wanted = "nothing-new" if agreed == len(now) else "appended" if agreed == len(before) else "changed"
    assert (found.kind, found.after, found.turns) == (wanted, agreed, turns(now[agreed:]))


@given(st.lists(TEXTS, min_size=1, max_size=12))
@PROPERTY
def test_any_course_of_readings_loses_nothing_and_rewrites_nothing(readings: list[list[str]]) -> None:
    stored: dict[str, Stored] = {}
    for number, texts in enumerate(readings):
        before = dict(stored)
        found = grown(turns(texts), stored)
        new = tuple(Turn("user", turn.text) for turn in found.turns)
        if found.kind == "appended":
            old = stored[found.session]
            assert found.after == len(old.turns)
            stored[found.session] = Stored(old.turns + new, old.continues, old.after)
        elif found.kind in ("new", "changed"):
            assert found.turns
            stored[f"s{number:02}"] = Stored(new, found.session, found.after)
        for name, old in before.items():
            assert stored[name].turns[: len(old.turns)] == old.turns
        lines = [lineage(name, stored) for name in stored]
        assert any(line[: len(texts)] == kept(texts).turns for line in lines)
        assert grown(turns(texts), stored).kind == "nothing-new"
    for texts in readings:
        assert grown(turns(texts), stored).kind == "nothing-new"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("a", "a", True),
        ("a", "b", False),
        (f"key {veil('an OpenAI key')} here", "key sk-123 here", True),
        ("key sk-123 here", f"key {veil('an OpenAI key')} here", True),
        (f"{veil('a')} and {veil('b')}", "x and y", True),
        (f"{veil('a')} and {veil('b')}", f"{veil('c')} and y", True),
        (f"key {veil('a')} here", "key sk-123 there", False),
        (f"key {veil('a')} here", "the key x here", False),
        (f"ab{veil('a')}ba", "aba", False),
        (f"a{veil('a')}b{veil('a')}c", "a c", False),
    ],
)
def test_texts_are_the_same_but_for_what_is_veiled(one: str, other: str, same: bool) -> None:
    assert is_same(one, other) is same
    assert is_same(other, one) is same


@given(
    st.lists(st.text("ab ", max_size=4), min_size=2, max_size=5),
    st.lists(st.text("ab", max_size=3), min_size=4, max_size=4),
)
@PROPERTY
def test_whatever_stood_under_a_veil_fits(pieces: list[str], secrets: list[str]) -> None:
    whole = "".join(piece + secret for piece, secret in zip(pieces, [*secrets[: len(pieces) - 1], ""], strict=True))
    assert is_same(veil("a key").join(pieces), whole)
