"""Names of sessions: by tool and native id, never by title; stable however a session grows."""

from __future__ import annotations

import base64
import hashlib
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.transcripts.identity import branch_id, digits, key, session_id
from brainwiki.transcripts.recorded import Recorded, Said
from tests.helpers import PROPERTY

ID = re.compile(r"\d{4}-\d\d-\d\d-[a-z][a-z-]*-[a-z2-7]{10}")


def talk(*turns: tuple[str, str, str], native: str = "", title: str = "") -> Recorded:
    """A session of Codex, each turn role, instant, text."""
    return Recorded("codex", native, title, tuple(Said(role, at, text, {}) for role, at, text in turns))


FIRST = ("user", "2026-08-01T01:00:00+09:00", "hi")


def test_the_date_is_of_the_first_turn_in_utc() -> None:
    assert session_id(talk(FIRST, native="x")).startswith("2026-07-31-codex-")


def test_the_digits_are_of_tool_and_native_id() -> None:
    wanted = base64.b32encode(hashlib.sha256(b"codex\0x").digest()).decode()[:10].lower()
    assert session_id(talk(FIRST, native="x")) == f"2026-07-31-codex-{wanted}"
    assert key(talk(FIRST, native="x", title="other")) == f"codex-{wanted}"
    assert ID.fullmatch(session_id(talk(FIRST, native="x")))


def test_without_a_native_id_the_first_words_of_the_user_and_their_time_name_it() -> None:
    before = ("system", "2026-07-01T00:00:00+00:00", "rules")
    named = digits("codex", "hi", FIRST[1])
    assert key(talk(before, FIRST)) == f"codex-{named}"
    assert key(talk(FIRST, before)) == f"codex-{named}"
    assert key(talk(before)) == f"codex-{digits('codex', 'rules', before[1])}"


def test_a_session_without_instants_needs_a_date() -> None:
    undated = talk(("user", "", "hi"), native="x")
    assert session_id(undated, "2026-11-30").startswith("2026-11-30-codex-")
    with pytest.raises(ValueError, match="no date was given"):
        session_id(undated)
    with pytest.raises(ValueError, match="without turns"):
        key(talk())


def test_a_branch_has_a_name_of_its_own_and_keeps_the_date() -> None:
    recorded = talk(FIRST, native="x")
    base = session_id(recorded)
    one, two = (branch_id(recorded, base, after, Said("user", "", "a", {})) for after in (0, 1))
    assert len({base, one, two}) == 3
    assert branch_id(recorded, base, 0, Said("user", "", "b", {})) not in (base, one, two)
    assert one.startswith("2026-07-31-codex-")
    assert ID.fullmatch(one)


def test_parts_cannot_run_into_each_other() -> None:
    assert digits("a", "bc") != digits("ab", "c")
    assert digits("\ud800") == digits("?")


@given(st.lists(st.tuples(st.sampled_from(["user", "tool"]), st.just(FIRST[1]), st.text()), max_size=5), st.text())
@PROPERTY
def test_a_session_that_grows_keeps_its_name(more: list[tuple[str, str, str]], native: str) -> None:
    assert session_id(talk(FIRST, *more, native=native)) == session_id(talk(FIRST, native=native))
