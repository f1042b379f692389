"""The golden memory of the example brain's year is sound: it says what the `rules` driver may be held to.

`tests/data/year/rules/golden.json` was written by hand on 2026-12-01 by reading every turn of the user in the 51
sessions of `tests/data/example`, without sight of the `rules` driver. The year begins
with the brain in `tests/data/year/rules/start`: 24 pages that give statements a subject, with one sentence each, which
rests on a set-up sheet and not on a session, so that it is right before the first session is read.

- `claims`: what the memory holds on 2026-11-30. `page` is the id of the page (for a new page its folder, ending in
  `/`), `page_also` are others where a search may rightly lead; `kind` is the kind of the statement, `text` the
  sentence as memory holds it, `or` other forms that are as right (a word of politeness or an opening trigger more).
  `evidence` are session and turn, `quotes` the words relied on, one for each. Compare texts without case, width of
  characters and the final stop.
- `history`: what was true before, newest first. `until` is the day of the turn that superseded it, by the clock of that
  turn (the day in UTC is as right). With `start` the sentence stands in the start brain, and its evidence is what the
  year may add to it.
- `optional` (with `why`): a driver without a model need not find it. Where an optional claim is missing, its newest
  history that is neither optional nor missing is expected as the current state. `or_retired`: the superseded
  sentence may also be retired with nothing in its place.
- `never`: what must not be held: with `as` "any" not at all, with "current" only as history (under any claim), once
  what superseded it was read. A sentence of `never` may share its turn with a claim.
- `nothing`: sessions that may rightly give nothing; no claim rests on them that is not optional.
- `plain`: the other turns of the user. Claims, history, `never` and `plain` account for every turn.
- `months`: the sessions in the order in which the year is replayed. What a month ends with follows from the dates of
  the evidence and from `until`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from brainwiki.bootstrap import open_workspace
from brainwiki.usecases.check import check
from tests.helpers import REPOSITORY

RULES = REPOSITORY / "tests/data/year/rules"
START = RULES / "start"
SESSIONS = REPOSITORY / "tests/data/example/wiki/sessions"
GOLDEN = json.loads((RULES / "golden.json").read_text("utf-8"))
CLAIMS = GOLDEN["claims"]
KINDS = ("remember", "standing", "decision", "preference", "number", "correction", "retraction")
NEW = ("knowledge/preferences/", "knowledge/decisions/", "notes/remembered/")
ALL = pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: "-".join(map(str, claim["evidence"][0])))


def turns() -> Iterator[tuple[tuple[str, int], dict[str, Any]]]:
    """Every turn of the user, by session and number."""
    for path in sorted(SESSIONS.glob("*/transcript.jsonl")):
        for line in path.read_text("utf-8").splitlines():
            turn = json.loads(line)
            if turn["role"] == "user":
                yield (path.parent.name, turn["turn"]), turn


USER = dict(turns())


def stated(claim: dict[str, Any]) -> list[dict[str, Any]]:
    """The claim and its history, newest first."""
    return [claim, *claim["history"]]


def places(one: dict[str, Any]) -> set[tuple[str, int]]:
    return {(session, turn) for session, turn in one["evidence"]}


def day_of(one: dict[str, Any]) -> date:
    """The day on which it was said first; before the year where the start brain has it."""
    days = [date.fromisoformat(USER[place]["at"][:10]) for place in places(one)]
    return date(2025, 11, 1) if one.get("start") else min(days)


def words(text: str) -> set[str]:
    """Words of Latin script and numbers, and characters of other scripts, without case."""
    spaced = "".join(char if char.isascii() and char.isalnum() else " " for char in text.casefold())
    return set(spaced.split()) | {char for char in text if not char.isascii() and char.isalpha()}


@ALL
def test_evidence_is_a_turn_of_the_user_that_has_the_quoted_words(claim: dict[str, Any]) -> None:
    for one in stated(claim):
        assert one["evidence"] or one.get("start")
        for (session, turn), quote in zip(one["evidence"], one.get("quotes", []), strict=True):
            assert USER[session, turn]["text"].count(quote) == 1


@ALL
def test_a_statement_is_made_of_words_of_its_turn(claim: dict[str, Any]) -> None:
    for one in stated(claim):
        if not one.get("start"):
            said = set().union(*(words(USER[place]["text"]) for place in places(one)))
            assert all(words(text) <= said for text in (one["text"], *one.get("or", [])))


@ALL
def test_a_statement_is_a_sentence_with_its_stop(claim: dict[str, Any]) -> None:
    for one in stated(claim):
        for text in (one["text"], *one.get("or", [])):
            assert text.endswith((".", "。"))
            assert text.strip() == text
            assert "[cite:" not in text


@ALL
def test_dates_are_in_order_and_end_with_what_superseded(claim: dict[str, Any]) -> None:
    for newer, older in zip(stated(claim), claim["history"], strict=False):
        assert date.fromisoformat(older["until"]) == day_of(newer)
        assert day_of(older) < day_of(newer)


@ALL
def test_a_page_is_in_the_start_brain_or_new(claim: dict[str, Any]) -> None:
    assert claim["kind"] in KINDS
    pages = [claim["page"], *claim.get("page_also", [])]
    assert len(set(pages)) == len(pages)
    assert all(page in NEW or (START / "wiki" / f"{page}.md").is_file() for page in pages)


@ALL
def test_what_the_start_brain_gave_stands_there(claim: dict[str, Any]) -> None:
    for one in claim["history"]:
        if one.get("start"):
            assert one["text"] in (START / "wiki" / f"{claim['page']}.md").read_text("utf-8")


@ALL
def test_what_is_optional_says_why(claim: dict[str, Any]) -> None:
    assert all(bool(one.get("optional")) == bool(one.get("why")) for one in stated(claim))


def test_what_never_must_be_held_was_said_by_the_user() -> None:
    assert len(GOLDEN["never"]) >= 60
    for one in GOLDEN["never"]:
        assert USER[one["session"], one["turn"]]["text"].count(one["quote"]) == 1
        assert one["why"].endswith(".")
        assert one["as"] in ("any", "current")


def test_what_never_must_be_held_is_no_claim() -> None:
    forbidden = {one["quote"].casefold() for one in GOLDEN["never"] if one["as"] == "any"}
    superseded = {one["quote"].casefold() for one in GOLDEN["never"] if one["as"] == "current"}
    required = {text.casefold() for one in CLAIMS if not one.get("optional") for text in (one["text"], *one["quotes"])}
    held = {text.casefold() for claim in CLAIMS for one in stated(claim) for text in (one["text"], *one.get("or", []))}
    assert not forbidden & (held | required)
    assert not superseded & required


def test_a_required_claim_is_there_once() -> None:
    texts = [claim["text"] for claim in CLAIMS]
    assert len(set(texts)) == len(texts)
    assert sum(not claim.get("optional") for claim in CLAIMS) >= 30
    assert sum(bool(claim["history"]) for claim in CLAIMS if not claim.get("optional")) >= 12


def test_sessions_that_may_give_nothing_bear_no_required_claim() -> None:
    bearing = {
        session
        for claim in CLAIMS
        for one in stated(claim)
        if not one.get("optional") and not one.get("start")
        for session, _ in one["evidence"]
    }
    everything = {session for session, _ in USER}
    assert len(everything) == 51
    assert set(GOLDEN["nothing"]) == everything - bearing
    assert GOLDEN["nothing"] == sorted(GOLDEN["nothing"])


def test_every_turn_of_the_user_is_accounted_for() -> None:
    held = set().union(*(places(one) for claim in CLAIMS for one in stated(claim)))
    never = {(one["session"], one["turn"]) for one in GOLDEN["never"]}
    plain = {(session, turn) for session, turn in GOLDEN["plain"]}
    assert not plain & (held | never)
    assert held | never | plain == set(USER)


def test_months_hold_every_session_once_in_order() -> None:
    replayed = [session for month in GOLDEN["months"] for session in month["sessions"]]
    assert replayed == sorted({session for session, _ in USER})
    assert [month["month"] for month in GOLDEN["months"]] == sorted({session[:7] for session in replayed})
    assert all(session[:7] == month["month"] for month in GOLDEN["months"] for session in month["sessions"])


def test_every_language_has_required_claims() -> None:
    texts = [claim["text"] for claim in CLAIMS if not claim.get("optional")]
    kana = [text for text in texts if any("぀" <= char <= "ヿ" for char in text)]
    latin = [text for text in texts if text.isascii()]
    assert len(latin) >= 10
    assert len(kana) >= 8
    assert len(texts) - len(latin) - len(kana) >= 5


def test_the_start_brain_is_clean_and_rests_on_no_session() -> None:
    report = check(open_workspace(str(START), now=datetime(2025, 11, 1, 12, tzinfo=UTC))).report
    assert [str(finding) for finding in report.findings] == []
    assert not (START / "wiki/sessions").exists()
    assert len(pages_of(START)) == 24


def pages_of(root: Path) -> list[Path]:
    return sorted(root.glob("wiki/knowledge/*/*.md"))
