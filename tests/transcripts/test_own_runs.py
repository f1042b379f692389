"""Turns of our own consolidation runs are never taken in: the mark, its end, and what only looks like one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.transcripts.own_runs import mark, without_own_runs
from brainwiki.transcripts.recorded import Account, Recorded, Said
from tests.helpers import PROPERTY
from tests.transcripts.samples import lines, one, reading, said

BEGIN, END = mark("abcd1234"), mark("abcd1234", ended=True)


def talk(*turns: tuple[str, str]) -> Recorded:
    """A session."""
    made = tuple(Said(role, "", text, {}) for role, text in turns)
    return Recorded("codex", "n", "", made, Account(len(turns), len(turns)))


def kept(*texts: str) -> list[str]:
    """The texts that stay of turns of the user and the assistant in turn."""
    turns = [("user" if number % 2 == 0 else "assistant", text) for number, text in enumerate(texts)]
    return [words for _, words in said(without_own_runs(talk(*turns)))]


def test_the_mark() -> None:
    assert BEGIN == "[brainwiki consolidation run abcd1234]"
    assert END == "[brainwiki consolidation run abcd1234 ended]"
    for run in ("", "abc", "ABCD", "a b c", "abcd]\n", "<id>", "x" * 65):
        with pytest.raises(ValueError, match="cannot name a run"):
            mark(run)


def test_a_run_goes_from_its_mark_to_its_end() -> None:
    assert kept("hi", f"{BEGIN}\nRead these", "old: I like tea", f"done\n{END}", "and now?") == ["hi", "and now?"]
    assert kept("hi", f"{BEGIN}\nRead", "x", "y") == ["hi"]
    assert kept(f"{BEGIN}\nall\n{END}", "after") == ["after"]
    assert kept("x", f"{mark('other-run')}\n", END, "y", mark("other-run", ended=True), "z") == ["x", "z"]


@pytest.mark.parametrize(
    "text",
    [
        "[brainwiki consolidation run <id>]",
        f"The line `{BEGIN}` opens a run",
        f"> {BEGIN}",
        END,
        f"{'x' * 5000}\n{BEGIN}\n{'y' * 5000}",
    ],
)
def test_words_about_the_mark_are_kept(text: str) -> None:
    assert kept(text, "after") == [text, "after"]


def test_the_account_says_how_many_turns_went() -> None:
    found = without_own_runs(talk(("user", "hi"), ("tool", BEGIN), ("assistant", "x")))
    assert (found.account.own, found.account.balanced) == (2, True)
    same = talk(("user", "hi"))
    assert without_own_runs(same) is same


def test_a_file_of_nothing_but_a_run_is_no_error_and_no_session() -> None:
    record = {"type": "user", "sessionId": "s", "message": {"content": f"{BEGIN}\nConsolidate."}}
    found = reading(lines(record))
    assert (found.sessions, len(found.empty), found.account.own) == ((), 1, 1)


def test_a_run_inside_a_session_of_an_agent() -> None:
    def line(kind: str, content: object) -> dict[str, object]:
        return {"type": kind, "sessionId": "s", "message": {"content": content}}

    result = [{"type": "tool_result", "tool_use_id": "t", "content": f'{BEGIN}\n{{"sessions": []}}'}]
    end = [{"type": "tool_result", "tool_use_id": "u", "content": f"submitted\n{END}"}]
    found = one(
        lines(
            line("user", "I like tea"),
            line("user", result),
            line("assistant", "The user likes tea"),
            line("user", end),
            line("user", "Thanks"),
        )
    )
    assert said(found) == [("user", "I like tea"), ("user", "Thanks")]


@given(st.lists(st.sampled_from(["words", BEGIN, END, mark("other-run")]), max_size=12), st.integers(0, 12))
@PROPERTY
def test_a_session_that_grows_only_appends(texts: list[str], upto: int) -> None:
    assert kept(*texts)[: len(kept(*texts[:upto]))] == kept(*texts[:upto])
    assert set(kept(*texts)) <= {"words", END}
