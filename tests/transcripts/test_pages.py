"""The files of a session: what other parts of the program read is what was written, whatever the words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.markup import frontmatter
from brainwiki.markup import transcript as stored
from brainwiki.transcripts import pages
from brainwiki.transcripts.pages import Head, digest, grown_page, page, span, title_of, transcript
from brainwiki.transcripts.recorded import Recorder, Said
from tests.helpers import PROPERTY

AT = "2026-08-01T00:00:00+00:00"
LATER = "2026-08-01T00:05:00+00:00"
TURNS = (Said("user", AT, "hi\nthere", {"model": "m"}), Said("assistant", LATER, "hello", {}))
HEAD = Head("Tea: a talk", "codex", "codex", "sha256:aa")


def test_a_transcript_is_one_turn_a_line() -> None:
    first, second = transcript(TURNS).decode().splitlines()
    assert first == (
        '{"turn": 1, "role": "user", "at": "2026-08-01T00:00:00+00:00", "text": "hi\\nthere", "meta": {"model": "m"}}'
    )
    assert second.startswith('{"turn": 2, "role": "assistant"')
    assert transcript(TURNS[1:], 2) == transcript(TURNS)[len(first) + 1 :]
    assert transcript(()) == b""


@given(
    st.lists(st.tuples(st.sampled_from(["user", "tool"]), st.text(st.characters(exclude_categories=()), min_size=1)))
)
@PROPERTY
def test_a_transcript_is_read_as_it_was_written(turns: list[tuple[str, str]]) -> None:
    out = Recorder("codex")
    for role, text in turns:
        out.say(role, text, AT)
    read = stored.parse("sessions/x/transcript.jsonl", transcript(out.turns))
    assert not read.broken
    assert [(turn.role, turn.text, turn.at) for turn in read.turns] == [(t.role, t.text, t.at) for t in out.turns]
    assert [turn.number for turn in read.turns] == list(range(1, len(out.turns) + 1))


def test_the_head_of_a_session() -> None:
    assert page(HEAD, TURNS) == (
        "---\n"
        "type: session\n"
        'title: "Tea: a talk"\n'
        'started: "2026-08-01T00:00:00+00:00"\n'
        'ended: "2026-08-01T00:05:00+00:00"\n'
        'agent: "codex"\n'
        "origin:\n"
        '  format: "codex"\n'
        '  digest: "sha256:aa"\n'
        "turns: 2\n"
        "---\n\n"
        "2 turns, not summarised yet.\n"
    )


def test_a_branch_names_what_it_continues_and_an_undated_session_no_instants() -> None:
    text = page(HEAD._replace(continues="sessions/a#turn-3"), [Said("user", "", "hi", {})])
    meta = frontmatter.read(text).meta
    assert meta["origin"]["continues"] == "sessions/a#turn-3"
    assert "started" not in meta
    assert "ended" not in meta
    assert text.endswith("\n1 turn, not summarised yet.\n")
    dated = frontmatter.read(page(HEAD, [Said("user", "", "hi", {})], "2026-11-30")).meta
    assert dated["started"] == "2026-11-30T00:00:00+00:00"
    assert "ended" not in dated


@given(st.text(st.characters(exclude_categories=())), st.text(st.characters(exclude_categories=()), min_size=1))
@PROPERTY
def test_any_title_is_one_line_of_yaml_that_reads_back(title: str, said: str) -> None:
    turns = [Said("user", AT, said, {})]
    read = frontmatter.read(page(HEAD._replace(title=title), turns))
    assert not read.problems
    assert read.meta["title"] == (title_of(title, turns) or "codex")
    assert read.meta["type"] == "session"


def test_titles() -> None:
    assert title_of(" A\n title\t", ()) == "A title"
    assert title_of("", TURNS) == "hi there"
    assert title_of("", [Said("tool", "", "ran", {})]) == "ran"
    assert title_of("", ()) == ""
    assert title_of("x" * 200, ()) == "x" * 89 + "…"


def test_digest_and_span() -> None:
    assert digest(b"") == "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert span(TURNS) == (AT, LATER)
    assert span(()) == ("", "")


def test_a_page_that_grew_says_so_and_else_stays() -> None:
    grown = grown_page(page(HEAD, TURNS[:1]), 2, LATER, "sha256:bb")
    assert grown == page(HEAD._replace(digest="sha256:bb"), TURNS)


def test_a_summary_written_by_somebody_stays() -> None:
    before = page(HEAD, TURNS[:1]).replace("1 turn, not summarised yet.", "They spoke of tea.\n\nturns: 1\n  digest: x")
    grown = grown_page(before.replace("type: session\n", "type: session\nmine: 5 # kept\n"), 2, "", "sha256:bb")
    assert grown.endswith("They spoke of tea.\n\nturns: 1\n  digest: x\n")
    assert "mine: 5 # kept\n" in grown
    assert f'ended: "{AT}"' in grown
    assert "\nturns: 2\n---" in grown


@pytest.mark.parametrize("text", ["", "words", "---\nopen: 1\n", "---\n---\nx"])
def test_a_page_without_such_a_head_stays(text: str) -> None:
    assert grown_page(text, 2, LATER, "sha256:bb") == text


def test_the_page_of_a_transcript_that_is_kept_elsewhere() -> None:
    text = "---\ntype: session\nturns: 12\n---\n\nturns: 3\n"
    one, two = (pages.digest(raw) for raw in (b"1", b"2"))
    assert (pages.turns_of(text), pages.seal_of(text)) == (12, "")
    sealed = pages.sealed_page(text, one)
    assert sealed == f'---\ntype: session\ntranscript: "{one}"\nturns: 12\n---\n\nturns: 3\n'
    assert (pages.turns_of(sealed), pages.seal_of(sealed)) == (12, one)
    assert pages.sealed_page(sealed, two) == sealed.replace(one, two)
    assert pages.seal_of(sealed.replace("\n", "\r\n")) == one
    assert pages.turns_of(sealed.replace("\n", "\r\n")) == 12
    assert (pages.turns_of("turns: 3\n"), pages.seal_of(f'transcript: "{one}"\n')) == (0, "")
