"""The labelled turns are sound: what the `rules` driver is measured with holds what it says.

`tests/data/statements/heldout.jsonl` was written by hand on 2026-12-01, before the `rules` driver and without sight of it. It
holds 150 turns of users of coding agents and assistants, 50 a language (en, ja, zh). Nothing was taken from recorded conversations or from other data sets: jobs, names and numbers are invented.

Form of a line: `id`, `language`, `before` (earlier turns as `role` and `text`), `role` (always `user`), `text`, and
`expect`: a list of statements, empty where the turn gives nothing to keep. A statement has
- `kind`: remember, standing, decision, preference, number, correction or retraction;
- `quote`: the whole sentence as said, found in `text` exactly once;
- `statement`: the sentence as a memory would hold it, and
- `also`: further kinds that are as defensible as the first; a driver may answer with any of them.

How it was labelled: by the question of what a careful person would want kept. Where an opening trigger ("remember
that", "from now on", "correction:", これからは, 记住), a lead-in ("FYI", "ok so") or politeness can be taken off without
changing what is said, the statement is without it; where the trigger is the verb of the sentence ("we decided",
"I prefer", "is now", ことにした, 决定), it stays. The rest of the sentence stays as the user wrote it, typing errors too.
Where the trigger stands alone, the quote is the sentence with the content. The statement of a retraction with
"forget that" is what no longer holds. Compare statements loosely (by their words), quotes and kinds exactly.
Lines with nothing are hard on purpose: questions, conditions, guesses, what others said, negated triggers, things
still open, words that merely hold a trigger, pasted mails, logs, code and transcripts, stories of the past, orders
for now, thanks.

`heldout-year.jsonl` holds the 205 turns of the user in `tests/data/example` in the same form, with `session` and `turn`,
at most two turns `before`, and `may` beside `expect`: statements without a clear trigger that a driver may draw and need
not. It agrees with the golden memory of the year (`tests/test_year_data.py`), and was labelled with it.
`tests/scoring.py` counts what is drawn from either file.
"""

from __future__ import annotations

import json
import unicodedata
from collections import Counter
from typing import Any

import pytest

from tests.helpers import REPOSITORY

FOLDER = REPOSITORY / "tests/data/statements"
KINDS = ("remember", "standing", "decision", "preference", "number", "correction", "retraction")
LANGUAGES = ("en", "ja", "zh")
KEYS = ["id", "language", "before", "role", "text", "expect"]


def lines(name: str) -> list[dict[str, Any]]:
    """The labelled turns of a file."""
    return [json.loads(line) for line in (FOLDER / name).read_text("utf-8").splitlines()]


HELD_OUT = lines("heldout.jsonl")
YEAR = lines("heldout-year.jsonl")
ALL = pytest.mark.parametrize("turn", [*HELD_OUT, *YEAR], ids=lambda turn: turn["id"])


def labels(turn: dict[str, Any]) -> list[dict[str, Any]]:
    """What a turn gives, and what it may give, each in the order of the text."""
    return [*turn["expect"], *turn.get("may", [])]


@ALL
def test_a_line_has_the_form(turn: dict[str, Any]) -> None:
    assert [key for key in turn if key not in ("session", "turn", "may")] == KEYS
    assert turn["role"] == "user"
    assert turn["language"] in LANGUAGES
    assert turn["text"].strip() == turn["text"] != ""
    assert unicodedata.is_normalized("NFC", turn["text"])
    assert all(list(one) == ["role", "text"] and one["role"] in ("user", "assistant") for one in turn["before"])


@ALL
def test_quotes_stand_in_the_text_once_and_in_order(turn: dict[str, Any]) -> None:
    for given in (turn["expect"], turn.get("may", [])):
        places = [turn["text"].index(one["quote"]) for one in given]
        assert places == sorted(set(places))
    assert len({one["quote"] for one in labels(turn)}) == len(labels(turn))
    assert all(turn["text"].count(one["quote"]) == 1 for one in labels(turn))


@ALL
def test_a_quote_is_a_whole_sentence(turn: dict[str, Any]) -> None:
    for one in labels(turn):
        start = turn["text"].index(one["quote"])
        before = turn["text"][:start].rstrip(" ")
        after = turn["text"][start + len(one["quote"]) :]
        assert before == "" or before.endswith(("\n", ".", "!", "?", "。", "！", "？", "- ", "\n-", "：", "1.")), before
        assert one["quote"].endswith((".", "!", "?", "。", "！", "？")) or after == "" or after.startswith("\n")


@ALL
def test_kinds_are_known_and_a_statement_ends_with_a_stop(turn: dict[str, Any]) -> None:
    for one in labels(turn):
        assert set(one) - {"also"} == {"kind", "quote", "statement"}
        assert {one["kind"], *one.get("also", [])} <= set(KINDS)
        assert one["kind"] not in one.get("also", [])
        assert one["statement"].endswith("." if one["statement"].isascii() else (".", "。"))


@ALL
def test_a_statement_is_made_of_the_words_of_its_quote(turn: dict[str, Any]) -> None:
    for one in labels(turn):
        said = Counter(one["quote"].casefold())
        held = Counter(one["statement"].casefold().rstrip(".。"))
        assert sum((held - said).values()) <= 4, held - said


def test_nothing_is_there_twice() -> None:
    assert len({turn["id"] for turn in HELD_OUT}) == 150
    assert all(turn["id"].startswith(turn["language"] + "-") for turn in HELD_OUT)
    assert len({"".join(turn["text"].casefold().split()) for turn in HELD_OUT}) == 150


def test_languages_are_balanced_and_so_is_what_gives_nothing() -> None:
    assert Counter(turn["language"] for turn in HELD_OUT) == dict.fromkeys(LANGUAGES, 50)
    nothing = Counter(turn["language"] for turn in HELD_OUT if not turn["expect"])
    assert nothing == dict.fromkeys(LANGUAGES, 22)


def test_every_kind_is_there_three_times_in_every_language() -> None:
    kinds = Counter((turn["language"], one["kind"]) for turn in HELD_OUT for one in turn["expect"])
    assert all(kinds[language, kind] >= 3 for language in LANGUAGES for kind in KINDS)
    assert sum(kinds.values()) == 88
    assert all(any(len(turn["expect"]) == 2 for turn in HELD_OUT if turn["language"] == one) for one in LANGUAGES)


def test_turns_are_short_and_long_and_of_several_forms() -> None:
    texts = [turn["text"] for turn in HELD_OUT]
    assert min(map(len, texts)) < 20 < 400 < max(map(len, texts))
    for mark in ("```", "\n> ", "\n- ", "\n\n"):
        assert any(mark in text for text in texts)
    assert sum(bool(turn["before"]) for turn in HELD_OUT) >= 6


def test_the_turns_of_the_year_are_those_of_the_example_brain() -> None:
    sessions = REPOSITORY / "tests/data/example/wiki/sessions"
    read = {path.parent.name: path.read_text("utf-8").splitlines() for path in sessions.glob("*/transcript.jsonl")}
    turns = [(name, json.loads(line)) for name in sorted(read) for line in read[name]]
    said = [(name, one["turn"], one["text"]) for name, one in turns if one["role"] == "user"]
    assert [(turn["session"], turn["turn"], turn["text"]) for turn in YEAR] == said
    assert len(said) == 205


def test_the_labels_of_the_year_agree_with_the_golden_memory() -> None:
    golden = json.loads((REPOSITORY / "tests/data/year/rules/golden.json").read_text("utf-8"))
    given = {(turn["session"], turn["turn"], one["statement"]) for turn in YEAR for one in turn["expect"]}
    may = {(turn["session"], turn["turn"], one["statement"]) for turn in YEAR for one in turn["may"]}
    for claim in golden["claims"]:
        assert (*claim["evidence"][0], claim["text"]) in (may if claim.get("optional") else given)
        for one in claim["history"]:
            if not one.get("start"):
                assert (*one["evidence"][0], one["text"]) in (may if one.get("optional") else given)
    for one in golden["never"]:
        quotes = {label["quote"] for turn in YEAR for label in labels(turn)}
        assert (one["quote"] in quotes) == (one["as"] == "current")
    assert len(given) == 34
