"""A correction names its place in a form that is read again, and what it says takes the place of what was wrong."""

from __future__ import annotations

from dataclasses import replace

import pytest

from brainwiki.dream.corrections import correction_of
from brainwiki.dream.drafting import draft
from brainwiki.dream.statements.driver import RulesDriver
from brainwiki.dream.task import Assigned, Task
from brainwiki.errors import TranscriptError
from brainwiki.model.session import Turn, transcript_of
from brainwiki.model.update import Consolidation
from brainwiki.transcripts import correction as event
from brainwiki.transcripts import registry
from tests.helpers import NOW, titled, wiki_of

SESSION = "2026-05-02-correction-abcdefghij"
PAGE = "knowledge/lab"
WIKI = wiki_of(
    {
        f"{PAGE}.md": titled(
            "Lab",
            "- The limit is 18 dB. [cite:1]\n    - (until 2026-01-01) The limit was 20 dB. [cite:1]\n- It is in Kobe. [cite:1]\n",
            'sources:\n  - {id: 1, resource: "https://e.org"}\n',
        ),
        "rules/house.md": titled("House", "Write briefly.\n"),
    }
)
NOW_CLAIM, OLD_CLAIM, OTHER = WIKI.pages[f"{PAGE}.md"].claims


def assigned(text: str, page: str = PAGE, claim: str = "", said: str = "", session: str = SESSION) -> Assigned:
    """The session that an event becomes."""
    raw = event.written(event.Correction(text, "human:anna", "2026-05-02T23:30:00+02:00", page, claim, said))
    (recorded,) = registry.read(raw, "x").sessions
    turns = tuple(Turn(number, one.role, one.at, one.text, number) for number, one in enumerate(recorded.turns, 1))
    return Assigned(session, 1, len(turns), turns)


def drawn(*sessions: Assigned) -> Consolidation:
    """What the default driver makes of corrections."""
    return RulesDriver().draw(Task("run-1", "c" * 40, NOW, WIKI, sessions))


def test_an_event_is_a_session_of_the_words_and_their_place() -> None:
    raw = event.written(
        event.Correction("It is 16 dB.", "human:anna", "2026-05-02T10:00:00Z", PAGE, NOW_CLAIM.id, "The\nlimit")
    )
    reading = registry.read(raw, "x")
    (recorded,) = reading.sessions
    assert (reading.format, recorded.tool) == ("correction", "correction")
    assert [(turn.role, turn.text) for turn in recorded.turns] == [
        ("system", f"Correction of {PAGE}, claim {NOW_CLAIM.id}: The limit"),
        ("user", "It is 16 dB."),
    ]
    assert recorded.turns[1].meta == {"by": "human:anna"}
    assert recorded.account.balanced
    with pytest.raises(TranscriptError, match="has no `text`"):
        registry.read(b'{"brainwiki": "correction"}', "x")


def test_a_claim_is_superseded() -> None:
    found = drawn(assigned("It is 16 dB", claim=NOW_CLAIM.id, said=NOW_CLAIM.text))
    (seen,), (update,) = found.observations, found.updates
    assert (update.do, update.page, update.claim, update.text) == ("supersede", PAGE, NOW_CLAIM.id, "It is 16 dB.")
    assert (seen.turn, seen.quote, seen.subject, seen.kind, seen.at) == (
        2,
        "It is 16 dB",
        PAGE,
        "correction",
        "2026-05-02",
    )
    assert update.observations == (seen.id,)


@pytest.mark.parametrize(
    ("text", "claim", "do", "changed"),
    [
        ("The limit is 18 dB.", NOW_CLAIM.id, "support", NOW_CLAIM.id),
        ("It was 21 dB.", OLD_CLAIM.id, "add", ""),
        ("It is 16 dB.", "c-gone", "add", ""),
        ("The doors are new.", "", "add", ""),
        ("The limit is 16 dB.", "", "supersede", NOW_CLAIM.id),
        ("それは大阪にある", OTHER.id, "supersede", OTHER.id),
    ],
)
def test_what_becomes_of_other_places(text: str, claim: str, do: str, changed: str) -> None:
    (update,) = drawn(assigned(text, claim=claim)).updates
    assert (update.do, update.page, update.claim) == (do, PAGE, changed)


def test_without_a_place_it_is_looked_for() -> None:
    (update,) = drawn(assigned("The limit of the lab is 16 dB.", "")).updates
    assert (update.page, update.claim) == (PAGE, NOW_CLAIM.id)


@pytest.mark.parametrize("page", ["knowledge/nowhere", "rules/house"])
def test_a_page_that_is_gone_or_out_of_the_scope_is_not_written(page: str) -> None:
    found = drawn(assigned("The limit of the lab is 16 dB.", page))
    assert all(update.page == PAGE for update in found.updates)


def test_of_two_corrections_the_later_one_stands_and_the_earlier_is_its_history() -> None:
    first = assigned("It is 16 dB.", claim=NOW_CLAIM.id)
    again = assigned("It is 15 dB.", claim=NOW_CLAIM.id, session="2026-05-03-correction-bbbbbbbbbb")
    later = again._replace(turns=tuple(turn._replace(at="2026-05-03T10:00:00Z") for turn in again.turns))
    found = drawn(later, first)
    assert [(update.do, update.text) for update in found.updates] == [
        ("supersede", "It is 16 dB."),
        ("supersede", "It is 15 dB."),
    ]
    talks = {f"sessions/{one.session}": transcript_of(one.session, one.turns) for one in (first, later)}
    drafted = draft(
        replace(WIKI, transcripts=talks), found, NOW, "dream-rules/1", lambda path: WIKI.pages[path].text.encode()
    )
    assert drafted.mistakes == ()
    text = (drafted.files[f"{PAGE}.md"] or b"").decode()
    assert [line.strip() for line in text.split("\n") if " dB" in line and "quote" not in line][:3] == [
        f"- It is 15 dB. [cite:3] ^{NOW_CLAIM.id}",
        "- (until 2026-05-03) It is 16 dB. [cite:2]",
        "- (until 2026-05-02) The limit is 18 dB. [cite:1]",
    ]


def test_only_our_own_events_name_a_place() -> None:
    assert correction_of(assigned("It is 16 dB.", session="2026-05-02-codex-abcdefghij")) is None
    two = assigned("It is 16 dB.")
    assert correction_of(two) is not None
    assert correction_of(two._replace(turns=(*two.turns, two.turns[1]._replace(number=3)))) is None
    unnamed = correction_of(two._replace(turns=(two.turns[0]._replace(text="Correction"), two.turns[1])))
    assert unnamed is not None
    assert (unnamed.page, unnamed.claim) == ("", "")
    assert correction_of(two._replace(first=3)) is None
    assert correction_of(two._replace(turns=())) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [("It is 16 dB", "It is 16 dB."), ("16 dBです", "16 dBです。"), ("是16 dB。", "是16 dB。"), ("a\n b!", "a b!")],
)
def test_a_correction_ends_with_a_stop(text: str, expected: str) -> None:
    found = correction_of(assigned(text))
    assert found is not None
    assert found.text == expected
