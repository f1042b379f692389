"""Sessions as conversations, texts as numbered lines: plain text with a place for every turn and line."""

from __future__ import annotations

import json

import pytest

from brainwiki.config.config import Config
from brainwiki.model.session import Transcript, Turn, transcript_of
from brainwiki.site.pages.backlinks import gather
from brainwiki.site.pages.conversations import (
    Conversation,
    Line,
    PartLink,
    conversation,
    deeper,
    lines_of,
    quotes_of,
)
from brainwiki.site.pages.turns import Block
from brainwiki.site.text.quotes import Piece, quote_anchor
from tests.site.sites import SESSION, TALK, TALK_PAGE, site_of, sourced, talk_site

CITING = sourced(
    "A. [cite:1] B. [cite:2]\n",
    {"id": "1", "resource": f"{SESSION}#turn-2"},
    {"id": "2", "resource": f"{SESSION}#turn-3"},
)


def talk(transcript: Transcript | None = TALK, **more: object) -> Conversation:
    site = site_of(
        {f"{SESSION}/session.md": TALK_PAGE, "knowledge/a/page.md": CITING},
        publish=("sessions",),
        transcripts={SESSION: transcript} if transcript else {},
        **more,
    )
    return conversation(site, site.wiki.pages[f"{SESSION}/session.md"], gather(site))


def test_each_turn_has_a_place_a_speaker_and_a_time() -> None:
    found = talk().turns
    assert [(turn.anchor, turn.speaker, turn.time) for turn in found] == [
        ("turn-1", "User", "09:00"),
        ("turn-2", "Assistant", "09:01"),
        ("turn-3", "Tool", "09:02"),
        ("turn-4", "Tool", "10:00"),
    ]
    assert [turn.date for turn in found] == ["2026-05-02", "", "", "2026-05-03"], "a date where a day begins"


def test_words_stay_as_they_were_said() -> None:
    assert talk().turns[1].blocks == (Block("text", (Piece("You like <b>diagrams</b>\nmore than lists."),)),)


def test_tools_are_folded_unless_they_are_cited() -> None:
    found = talk().turns
    assert [turn.is_folded for turn in found] == [False, False, False, True]
    assert [[mention.title for mention in turn.cited_by] for turn in found] == [[], ["Page"], ["Page"], []]
    assert found[3].first_words == "a second day"


def test_a_turn_leads_to_the_claims_that_rest_on_it() -> None:
    mention = talk().turns[1].cited_by[0]
    said = mention.sentences[0]
    assert said.words == "A."
    assert said.href.startswith("../../knowledge/a/page/#c-")


def test_a_transcript_that_is_not_at_hand() -> None:
    assert talk(None) == Conversation((), False, 0)


def test_broken_lines_are_counted_and_repeated_numbers_shown_once() -> None:
    odd = transcript_of(
        "t",
        (Turn(1, "user", "", "one", 1), Turn(1, "user", "", "again", 2), Turn(2, "narrator", "x", "two", 3)),
        ((4, "not JSON"),),
    )
    found = talk(odd)
    assert [(turn.number, turn.role, turn.speaker, turn.blocks[0].pieces[0].words) for turn in found.turns] == [
        (1, "user", "User", "one"),
        (2, "other", "narrator", "two"),
    ]
    assert found.unread == 1


def test_turns_say_their_language() -> None:
    odd = transcript_of(
        "t",
        (
            Turn(1, "user", "", "測定点は9か所です。", 1),
            Turn(2, "user", "", "先看望屿试用结果。", 2),
            Turn(3, "user", "", "ok", 3),
        ),
    )
    assert [turn.language for turn in talk(odd).turns] == ["ja", "zh", "en"]
    assert talk(odd, config=Config(language="ja")).turns[0].speaker == "User", "around an English page"


def test_lines_are_numbered_from_one_and_cited_ones_marked() -> None:
    assert lines_of("a\n\n<b>\n", frozenset({3})) == (
        Line(1, (Piece("a"),), False),
        Line(2, (), False),
        Line(3, (Piece("<b>"),), True),
        Line(4, (), False),
    )


def test_long_tool_output_is_named_by_its_first_words() -> None:
    long = transcript_of("t", (Turn(1, "tool", "", "word " * 500, 1),))
    assert len(talk(long).turns[0].first_words) <= 90
    assert talk_site({}).wiki.transcripts[SESSION] is TALK


def quoting(*quotes: tuple[str, str]) -> str:
    """A page that rests on turns with these quotes."""
    cites = " ".join(f"Claim {n}. [cite:{n}]" for n in range(1, len(quotes) + 1))
    entries = [
        {"id": str(n), "resource": f"{SESSION}#{anchor}", "quote": json.dumps(quote)}
        for n, (anchor, quote) in enumerate(quotes, 1)
    ]
    return sourced(f"{cites}\n", *entries)


def told(transcript: Transcript, citing: str, part: int = 1) -> Conversation:
    """A part of the conversation that a page rests on."""
    site = site_of(
        {f"{SESSION}/session.md": TALK_PAGE, "knowledge/a/page.md": citing},
        publish=("sessions",),
        transcripts={SESSION: transcript},
    )
    return conversation(site, site.wiki.pages[f"{SESSION}/session.md"], gather(site), part)


def test_quoted_words_are_marked_where_they_were_said() -> None:
    found = told(TALK, quoting(("turn-2", "<b>diagrams</b> more than"), ("turn-2", "You like"), ("turn-1", "not said")))
    assert found.turns[1].blocks[0].pieces == (
        Piece("You like", True, (quote_anchor("You like", "turn-2"),)),
        Piece(" "),
        Piece("<b>diagrams</b>\nmore than", True, (quote_anchor("<b>diagrams</b> more than", "turn-2"),)),
        Piece(" lists."),
    )
    assert found.turns[1].quotes == ()
    assert found.turns[0].quotes == (quote_anchor("not said", "turn-1"),), "a link to it leads to the turn at least"


LONG = transcript_of(
    "t", tuple(Turn(n, "user", f"2026-05-02T09:00:{n % 60:02}Z", f"turn {n}", n) for n in range(1, 251))
)


def test_a_long_conversation_stands_in_parts() -> None:
    citing = quoting(("turn-150", "turn 150"))
    first, second, third = (told(LONG, citing, part) for part in (1, 2, 3))
    assert [len(one.turns) for one in (first, second, third)] == [100, 100, 50]
    assert [one.number for one in first.parts] == [1, 2, 3]
    assert (first.before, first.after) == (None, PartLink(2, 101, 200, "part-2/"))
    assert second.before == PartLink(1, 1, 100, "../")
    assert second.after == PartLink(3, 201, 250, "../part-3/")
    assert third.after is None
    assert (first.total, first.part, second.part) == (250, 1, 2)
    assert [turn.date for turn in second.turns[:2]] == ["2026-05-02", ""], "each part says its day"
    cited = [turn for turn in second.turns if turn.cited_by]
    assert [turn.number for turn in cited] == [150]
    assert cited[0].cited_by[0].href == "../../../knowledge/a/page/"
    assert cited[0].cited_by[0].sentences[0].href.startswith("../../../knowledge/a/page/#c-")


def test_a_short_conversation_has_no_parts() -> None:
    found = talk()
    assert (found.parts, found.before, found.after, found.total) == ((), None, None, 4)


@pytest.mark.parametrize(
    ("href", "part", "expected"),
    [("../x/", 1, "../x/"), ("../x/", 2, "../../x/"), ("./", 2, "../"), ("#turn-3", 2, "#turn-3"), ("", 2, "")],
)
def test_parts_lie_one_folder_deeper(href: str, part: int, expected: str) -> None:
    assert deeper(href, part) == expected


def test_a_quote_over_several_lines_is_marked_in_each() -> None:
    found = lines_of("one two\nthree\n\nfour five", frozenset({1}), ["two three four", "five"])
    anchor = quote_anchor("two three four")
    assert found == (
        Line(1, (Piece("one "), Piece("two", True, (anchor,))), True),
        Line(2, (Piece("three", True),), False),
        Line(3, (), False),
        Line(4, (Piece("four", True), Piece(" "), Piece("five", True, (quote_anchor("five"),))), False),
    )


def test_quotes_of_a_page_are_those_of_no_turn() -> None:
    text = sourced(
        "A. [cite:1,2,3]\n",
        {"id": "1", "resource": "sources/report#L1", "quote": "It runs"},
        {"id": "2", "resource": "sources/report", "quote": "It runs"},
        {"id": "3", "resource": f"{SESSION}#turn-1", "quote": "How do I"},
    )
    site = talk_site({"knowledge/a/page.md": text})
    edges = gather(site)
    assert quotes_of(site, site.wiki.pages["sources/report.md"], edges) == ("It runs",)
    assert quotes_of(site, site.wiki.pages[f"{SESSION}/session.md"], edges) == ()
