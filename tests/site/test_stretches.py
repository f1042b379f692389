"""How long conversations are cut, and on which page each turn stands."""

from __future__ import annotations

from dataclasses import replace

from brainwiki.model.session import Transcript, Turn, transcript_of
from brainwiki.site.memo import ShortMemo
from brainwiki.site.state import Site
from brainwiki.site.stretches import SHOWN, SIGNS, TURNS, Stretch, Stretches, cut, ordered
from tests.site.sites import SESSION, TALK_PAGE, site_of

PATH = f"{SESSION}/session.md"
BASE = f"{SESSION}/"


def turns(count: int, text: str = "words") -> tuple[Turn, ...]:
    return tuple(Turn(n, "user", "", text, n) for n in range(1, count + 1))


def site(transcript: Transcript | None, others: dict[str, str] | None = None) -> Site:
    return site_of(
        {PATH: TALK_PAGE, **(others or {})},
        publish=("sessions",),
        transcripts={SESSION: transcript} if transcript else {},
    )


def test_a_conversation_is_cut_by_the_number_of_its_turns() -> None:
    assert cut(transcript_of("t", turns(TURNS))) == ((1, TURNS),)
    assert cut(transcript_of("t", turns(2 * TURNS + 1))) == (
        (1, TURNS),
        (TURNS + 1, 2 * TURNS),
        (2 * TURNS + 1, 2 * TURNS + 1),
    )
    assert cut(transcript_of("t", ())) == ()


def test_and_by_what_is_shown_of_their_texts() -> None:
    half = "x" * SHOWN
    fits = SIGNS // SHOWN
    assert cut(transcript_of("t", turns(fits + 1, half))) == ((1, fits), (fits + 1, fits + 1))
    assert cut(transcript_of("t", turns(fits, "x" * 2_000_000))) == ((1, fits),), "what is not shown does not count"


def test_turns_stand_by_number_and_the_first_of_two_counts() -> None:
    odd = transcript_of(
        "t", tuple(Turn(n, "user", "", text, 1) for n, text in ((3, "c"), (1, "a"), (3, "again"), (2, "b")))
    )
    assert [(turn.number, turn.text) for turn in ordered(odd)] == [(1, "a"), (2, "b"), (3, "c")]


def test_each_turn_has_its_page() -> None:
    found = site(transcript_of("t", turns(250)))
    page = found.wiki.pages[PATH]
    assert found.stretches.of(page) == (Stretch(1, 1, 100), Stretch(2, 101, 200), Stretch(3, 201, 250))
    assert [found.stretches.with_turn(page, turn) for turn in (1, 100, 101, 250, 999)] == [1, 1, 2, 3, 3]
    assert [found.stretches.address(page, part) for part in (1, 3)] == [BASE, f"{BASE}part-3/"]
    assert site(None).stretches.of(page) == ()
    assert site(None).stretches.with_turn(page, 300) == 1


def test_links_lead_to_the_part_that_holds_the_turn() -> None:
    found = site(transcript_of("t", turns(250)), {"knowledge/a/p.md": "---\ntype: concept\ntitle: P\n---\nx\n"})
    page = found.wiki.pages["knowledge/a/p.md"]
    assert found.at(page, PATH, "turn-7").href == f"../../../{BASE}#turn-7"
    assert found.at(page, PATH, "turn-107").href == f"../../../{BASE}part-2/#turn-107"
    assert found.at(page, PATH, "turn-207-q-0a1b2c3d").href == f"../../../{BASE}part-3/#turn-207-q-0a1b2c3d"
    session = found.wiki.pages[PATH]
    assert found.at(session, PATH, "turn-7").href == "#turn-7"
    assert found.at(session, PATH, "turn-107").href == "part-2/#turn-107"


def test_a_page_that_has_the_address_keeps_it() -> None:
    own = {f"{SESSION}/part-2.md": "---\ntype: concept\ntitle: P\n---\nx\n"}
    found = site(transcript_of("t", turns(150)), own)
    taken = f"{BASE}part-2/" in found.addresses.pages.values()
    assert found.stretches.address(found.wiki.pages[PATH], 2) == f"{BASE}{'turns-' if taken else ''}part-2/"


def test_cuts_are_kept_by_the_content_of_the_transcript() -> None:
    memo, asked = ShortMemo(), []

    def read() -> tuple[Turn, ...]:
        asked.append(1)
        return turns(150)

    for _ in range(2):
        transcript = replace(transcript_of("t", turns(150)), read=read, version="abc")
        found = site(transcript)
        own = Stretches(found.wiki, memo, found.addresses.pages)
        assert len(own.of(found.wiki.pages[PATH])) == 2
    assert asked == [1], "the second time the text is not read"
