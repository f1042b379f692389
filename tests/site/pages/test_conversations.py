"""Sessions as conversations, texts as numbered lines: plain text with a place for every turn and line."""

from __future__ import annotations

from brainwiki.config.config import Config
from brainwiki.model.session import Transcript, Turn, transcript_of
from brainwiki.site.pages.backlinks import gather
from brainwiki.site.pages.conversations import Conversation, Line, conversation, lines_of
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
    assert talk().turns[1].text == "You like <b>diagrams</b>\nmore than lists."


def test_tools_are_folded_unless_they_are_cited() -> None:
    found = talk().turns
    assert [turn.is_folded for turn in found] == [False, False, False, True]
    assert [[mention.title for mention in turn.cited_by] for turn in found] == [[], ["Page"], ["Page"], []]
    assert found[3].first_words == "a second day"


def test_a_turn_leads_to_the_claims_that_rest_on_it() -> None:
    mention = talk().turns[1].cited_by[0]
    words, href = mention.sentences[0]
    assert words == "A."
    assert href.startswith("../../knowledge/a/page/#c-")


def test_a_transcript_that_is_not_at_hand() -> None:
    assert talk(None) == Conversation((), False, 0)


def test_broken_lines_are_counted_and_repeated_numbers_shown_once() -> None:
    odd = transcript_of(
        "t",
        (Turn(1, "user", "", "one", 1), Turn(1, "user", "", "again", 2), Turn(2, "narrator", "x", "two", 3)),
        ((4, "not JSON"),),
    )
    found = talk(odd)
    assert [(turn.number, turn.role, turn.speaker, turn.text) for turn in found.turns] == [
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
    assert talk(odd, config=Config(language="ja")).turns[0].speaker == "ユーザー"


def test_lines_are_numbered_from_one_and_cited_ones_marked() -> None:
    assert lines_of("a\n\n<b>\n", frozenset({3})) == (
        Line(1, "a", False),
        Line(2, "", False),
        Line(3, "<b>", True),
        Line(4, "", False),
    )


def test_long_tool_output_is_named_by_its_first_words() -> None:
    long = transcript_of("t", (Turn(1, "tool", "", "word " * 500, 1),))
    assert len(talk(long).turns[0].first_words) <= 90
    assert talk_site({}).wiki.transcripts[SESSION] is TALK
