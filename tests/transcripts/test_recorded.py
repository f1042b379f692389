"""Accounts balance, texts can be written, caps are told, and names from a file are not trusted."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from brainwiki.transcripts.recorded import LONGEST_TEXT, Account, Recorded, Recorder, clean, total
from tests.helpers import PROPERTY


def test_turns_and_account() -> None:
    out = Recorder("codex", "n", "t")
    out.say("user", " hi \r\n there ", "2026-08-01T00:00:00+00:00", model="m", empty="", number=3)
    out.settle(0)
    out.merge()
    out.skip("x", 2)
    out.settle(1, "y")
    found = out.done()
    assert (found.tool, found.native, found.title) == ("codex", "n", "t")
    assert found.turns[0] == ("user", "2026-08-01T00:00:00+00:00", "hi \n there", {"model": "m"})
    assert found.account == Account(5, 1, 1, (("x", 2), ("y", 1)))
    assert found.account.balanced
    assert found.account.told() == "5 records: 1 taken, 1 merged, 2 x, 1 y"


def test_an_account_that_lost_a_record_does_not_balance() -> None:
    assert not Account(3, 1, 1).balanced


def test_a_turn_without_words_is_none_and_is_counted() -> None:
    out = Recorder("codex")
    out.say("user", " \n ")
    out.settle(0)
    assert out.done() == Recorded("codex", account=Account(1, 0, 0, (("without words", 1),), (("without words", 1),)))


def test_a_text_over_the_cap_is_cut_and_says_so() -> None:
    out = Recorder("codex")
    out.say("tool", "a" * (LONGEST_TEXT + 5), model="m" * 5000)
    out.take()
    (turn,) = out.done().turns
    assert len(turn.text) == LONGEST_TEXT
    assert turn.meta["cut"] == f"{LONGEST_TEXT} of {LONGEST_TEXT + 5} characters"
    assert len(turn.meta["model"]) == 300
    assert dict(out.done().account.parts) == {"texts cut": 1}


def test_kinds_come_from_the_file_and_stay_few_and_short() -> None:
    out = Recorder("codex")
    for number in range(500):
        out.skip(f"kind {number}\n{'x' * 500}")
    out.skip(None)
    out.skip({"a": 1})
    account = out.done().account
    assert account.records == 502
    assert account.balanced
    assert len(account.skipped) <= 61
    assert all(len(kind) <= 60 and "\n" not in kind for kind, _ in account.skipped)


def test_first_and_last_instant_pass_over_turns_without_one() -> None:
    out = Recorder("cursor")
    assert (out.done().started, out.done().ended) == ("", "")
    for at in ("", "2026-08-01T00:00:00+00:00", "2026-08-02T00:00:00+00:00", ""):
        out.say("user", "x", at)
    assert out.done().started == "2026-08-01T00:00:00+00:00"
    assert out.done().ended == "2026-08-02T00:00:00+00:00"


def test_names_that_are_no_text_are_none() -> None:
    assert (Recorder("codex", 5, ["x"]).done().native, Recorder("codex", 5, ["x"]).done().title) == ("", "")


@given(st.text(st.characters(exclude_categories=())))
@PROPERTY
def test_clean_text_can_be_written(text: str) -> None:
    assert "\r" not in clean(text)
    clean(text).encode()
    assert clean(clean(text)) == clean(text)


def test_accounts_add_up() -> None:
    one = Account(3, 1, 1, (("a", 1),), (("p", 2),), 1)
    two = Account(2, 0, 0, (("a", 1), ("b", 1)))
    assert total((one, two)) == Account(5, 1, 1, (("a", 2), ("b", 1)), (("p", 2),), 1)
    assert total(()) == Account()
    assert "1 turns of own consolidation runs" in one.told()
