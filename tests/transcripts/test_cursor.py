"""Cursor: no instants, the user's words in a wrapper, an id in the file's name."""

from __future__ import annotations

from tests.transcripts.samples import FOLDER, lines, one, parts, said, skipped


def user(text: str) -> dict[str, object]:
    """One line of the user."""
    return {"role": "user", "message": {"content": [{"type": "text", "text": text}]}}


def test_the_sample() -> None:
    name = "agent-transcripts/fa6ea856-ac09-4701-8cd0-5f266e44839f.jsonl"
    found = one((FOLDER / "cursor.jsonl").read_bytes(), name)
    assert said(found) == [("user", "rename foo"), ("assistant", "Renamed."), ("tool", 'Grep {"pattern": "foo"}')]
    assert (found.native, found.started) == ("fa6ea856-ac09-4701-8cd0-5f266e44839f", "")
    assert skipped(found) == {"turn_ended": 1}


def test_what_stands_around_the_query_is_not_the_users() -> None:
    found = one(lines(user("<attached_files>x</attached_files>\n<user_query>\nrename\n</user_query>"), user("plain")))
    assert said(found) == [("user", "rename"), ("user", "plain")]
    assert parts(found) == {"text around a query": 1}


def test_wrappers_that_do_not_close_hide_nothing() -> None:
    assert said(one(lines(user("a </user_query> b <user_query> c")))) == [("user", "a </user_query> b <user_query> c")]
    assert said(one(lines(user("<user_query>quote </user_query> me</user_query>")))) == [
        ("user", "quote </user_query> me")
    ]


def test_reminders_are_not_the_users() -> None:
    found = one(lines(user("<system_reminder>x</system_reminder>"), user("<user_query>a</user_query>")))
    assert [role for role, _ in said(found)] == ["system", "user"]


def test_lines_of_any_shape_are_counted() -> None:
    found = one(lines(user("a"), 7, {"role": "user"}, {"role": "tool", "message": {}}) + b'{"role"')
    assert skipped(found) == {"not an object": 1, "tool": 1, "unfinished last line": 1, "user": 1}
