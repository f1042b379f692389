"""The laws of hostile pages, wikis and changes on examples that are the same in each run, and what new ones once found."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.fuzz import LAWS, laws_of_change, laws_of_wiki, page_with_other, tried

EXAMPLES = {"pages": 200, "wikis": 120, "changes": 100}


@pytest.mark.parametrize("name", list(LAWS))
def test_the_laws_hold(name: str) -> None:
    counts: Counter[str] = Counter()
    tried(name, counts, EXAMPLES[name], derandomize=True)
    assert counts[name] >= EXAMPLES[name]


def titled(title: str, body: str = "Text.\n") -> bytes:
    return f"---\ntype: concept\ntitle: {title}\ndescription: d\n---\n{body}".encode()


def test_the_order_of_pages_does_not_tell_who_was_first() -> None:
    laws_of_wiki("brain", {"knowledge/b.md": titled("T"), "knowledge/a.md": titled("T")})


@pytest.mark.parametrize("turn", ["²", "٣", "9" * 5_000, "0"])
def test_a_turn_that_is_no_number_is_missing(turn: str) -> None:
    session = {"sessions/s/session.md": titled("S"), "sessions/s/transcript.jsonl": b'{"turn": 1, "text": "x"}'}
    laws_of_wiki("brain", {**session, "knowledge/a.md": titled("A", f"[[sessions/s#turn-{turn}]]\n")})


def test_a_state_against_itself_and_against_nothing() -> None:
    state = {"knowledge/a.md": titled("A", "It runs. [cite:1]\n"), "forgotten.jsonl": b"{}"}
    laws_of_change(state, state, {})
    laws_of_change(state, {}, {})
    laws_of_change({}, state, {})


@pytest.mark.parametrize("raw", [b"", b"\xff", b"---\n", b"\r", b"\xef\xbb\xbf---\r\n---\r\n"])
def test_the_smallest_pages(raw: bytes) -> None:
    page_with_other("brain", "knowledge/a.md", raw)


def test_a_successor_that_goes_is_told_on_the_page_that_names_it() -> None:
    before = {
        "knowledge/a.md": b"---\ntype: concept\ntitle: A\ndescription: d\nsuperseded_by: '[[b]]'\n---\nText.\n",
        "knowledge/b.md": titled("B"),
    }
    laws_of_change(before, {"knowledge/a.md": before["knowledge/a.md"]}, {})
