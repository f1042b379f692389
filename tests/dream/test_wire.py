"""`consolidation.json` is read with every mistake of its form at once, and written so that it reads the same."""

from __future__ import annotations

import json

import pytest

from brainwiki.dream.wire import LARGEST, consolidation_as_json, read_consolidation
from brainwiki.model.observation import observation
from brainwiki.model.update import Consolidation, Left, Update
from tests.dream.drafts import PAGE, SESSION, TEA
from tests.dream.test_checking import task

VALUE = {
    "version": 1,
    "title": "Tea",
    "note": "Why.",
    "observations": [
        {
            "id": "a",
            "session": SESSION,
            "turn": 1,
            "quote": "I prefer green tea now.",
            "subject": f"{PAGE}.md",
            "statement": "Prefers green tea.",
            "kind": "preference",
        },
        {"session": SESSION, "turn": 3, "quote": "緑茶", "subject": "x", "statement": "X.", "at": "2026-05-01"},
    ],
    "updates": [{"do": "add", "page": f"{PAGE}.md", "text": "Prefers green tea.", "observations": ["a"]}],
    "left": [{"observation": observation(SESSION, 3, "緑茶", "x", "X.").id, "reason": "no"}],
    "unread": ["other"],
}


def mistakes_of(value: object) -> tuple[str, ...]:
    return read_consolidation(json.dumps(value).encode(), task()).mistakes


def test_labels_become_true_ids_and_days_come_from_turns() -> None:
    found = read_consolidation(json.dumps(VALUE).encode(), task())
    other = observation(SESSION, 3, "緑茶", "x", "X.", "fact", "2026-05-01")
    assert found.mistakes == ()
    assert found.consolidation == Consolidation(
        (TEA, other),
        (Update("add", PAGE, text="Prefers green tea.", observations=(TEA.id,)),),
        (Left(other.id, "no"),),
        "Tea",
        "Why.",
        ("other",),
    )


def test_what_is_written_reads_the_same() -> None:
    found = read_consolidation(json.dumps(VALUE).encode(), task()).consolidation
    again = read_consolidation(json.dumps(consolidation_as_json(found)).encode(), task())
    assert (again.mistakes, again.consolidation) == ((), found)
    assert read_consolidation(b"\xef\xbb\xbf{}", task()).consolidation == Consolidation()


def test_all_mistakes_of_form_come_at_once() -> None:
    found = mistakes_of(
        {
            "version": 2,
            "pages": [],
            "title": 3,
            "observations": [
                {"id": "a", "session": SESSION, "turn": "1", "quote": "x", "subject": "s"},
                {
                    "id": "a",
                    "session": SESSION,
                    "turn": 2,
                    "quote": "y",
                    "subject": "s",
                    "statement": "S.",
                    "role": "user",
                },
            ],
            "updates": [{"do": "write", "page": "p", "body": "whole page", "observations": "a"}],
            "left": ["a"],
            "unread": [1],
        }
    )
    for words in (
        "`version` is 2",
        "the file: there is no key 'pages'",
        "the file: `title` is no text",
        "observations[0]: `statement` is missing",
        "observations[0]: `turn` is no number",
        "observations[1]: the id 'a' is taken",
        "observations[1]: there is no key 'role'",
        "updates[0]: `do` is 'write'",
        "updates[0]: there is no key 'body'",
        "updates[0]: `observations` is no list of texts",
        "`left` is no list of objects",
        "the file: `unread` is no list of texts",
    ):
        assert any(words in one for one in found), words


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b"", "no JSON"),
        (b'{\n"a": }', "no JSON: line 2"),
        (b"[]", "no JSON object"),
        (b"\xff", "not UTF-8"),
        (b"[" * 100_000, "no JSON"),
        (b" " * (LARGEST + 1), "the most is"),
    ],
)
def test_what_is_no_document_is_told(raw: bytes, words: str) -> None:
    (found,) = read_consolidation(raw, task()).mistakes
    assert words in found
