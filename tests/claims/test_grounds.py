"""A proof tells whose words it is, whether they stand there, and what it comes from; proofs of one origin are one witness."""

from __future__ import annotations

import pytest

from brainwiki.claims.grounds import LOW, Ground, grounds, witnesses
from brainwiki.config.profile import load_profile
from brainwiki.model.session import Turn, transcript_of
from brainwiki.model.wiki import Wiki
from tests.helpers import titled, wiki_of

SESSION = "sessions/2026-01-01-x-aaaaaaaaaa"
AWAY = "sessions/2026-01-02-x-bbbbbbbbbb"
TURNS = tuple(
    Turn(number, role, f"2026-01-01T10:0{number}:00Z", f"It is {role}.", number)
    for number, role in enumerate(("user", "assistant", "tool", "system", "narrator"), 1)
)


def wiki(entries: str, profile: str = "brain") -> Wiki:
    return wiki_of(
        {
            "knowledge/a.md": titled("A", "It runs. [cite:1]\n", f"sources:\n{entries}"),
            "knowledge/b.md": titled("B", "It runs as well.\n"),
            "sources/report.md": "---\ntype: source\ntitle: Report\n---\nIt runs at 40 bar.\n",
            "sources/web.md": "---\ntype: source\ntitle: W\nresource: https://e.org/a#part\n---\nIt runs.\n",
            f"{SESSION}/session.md": "---\ntype: session\ntitle: A talk\n---\nThey spoke.\n",
            f"{AWAY}/session.md": "---\ntype: session\ntitle: A talk elsewhere\n---\nThey spoke.\n",
        },
        load_profile(profile).dialect,
        transcripts={SESSION: transcript_of("t", TURNS)},
    )


def only(resource: str, quote: str = "", more: str = "") -> Ground:
    entry = f"  - id: 1\n    resource: {resource}\n{more}" + (f'    quote: "{quote}"\n' if quote else "")
    found = wiki(entry)
    ((_, ground),) = grounds(found, found.pages["knowledge/a.md"]).values()
    return ground


@pytest.mark.parametrize(("turn", "trust"), [(1, "user"), (2, "assistant"), (3, "tool"), (4, "system"), (5, "unknown")])
def test_a_turn_is_worth_what_its_speaker_is(turn: int, trust: str) -> None:
    role = TURNS[turn - 1].role
    found = only(f"{SESSION}#turn-{turn}", f"It is {role}.")
    assert found == Ground(
        trust, True, SESSION, turn, role, f"2026-01-01T10:0{turn}:00Z", f"{SESSION}/session.md", SESSION
    )


def test_of_a_whole_session_the_turn_that_holds_the_quote_speaks() -> None:
    assert only(SESSION, "It is tool.")[:5] == ("tool", True, SESSION, 3, "tool")
    assert only(SESSION)[:5] == ("unknown", None, SESSION, 0, "")


def test_a_transcript_that_is_not_at_hand_vouches_for_nothing() -> None:
    assert only(f"{AWAY}#turn-2", "x")[:5] == ("unknown", None, AWAY, 2, "")
    assert "unknown" in LOW


def test_a_quote_that_does_not_stand_there_is_told() -> None:
    assert only(f"{SESSION}#turn-1", "It is an assistant.").found is False
    assert only("sources/report", "at 40 bar").found is True


@pytest.mark.parametrize(
    ("resource", "trust", "origin"),
    [
        ("sources/report", "record", "sources/report"),
        ("sources/web", "web", "https://e.org/a"),
        ("https://e.org/a#x", "web", "https://e.org/a"),
        ("knowledge/b", "page", "knowledge/b"),
        ("git:abcdef1:x.py", "commit", "abcdef1"),
        ("sources/none", "unknown", "sources/none"),
    ],
)
def test_what_is_no_session(resource: str, trust: str, origin: str) -> None:
    found = only(resource)
    assert (found.trust, found.origin, found.session) == (trust, origin, "")


def test_bare_words_of_a_footnote_vouch_for_themselves() -> None:
    found = wiki_of({"a.md": "# A\n\nIt runs.[^1]\n\n[^1]: Said so.\n"}, load_profile("llm-wiki").dialect)
    ((_, ground),) = grounds(found, found.pages["a.md"]).values()
    assert (ground.trust, ground.origin) == ("asserted", "Said so.")


def test_the_day_of_the_entry_counts_where_no_turn_has_one() -> None:
    assert only("sources/report", more="    at: 2026-02-03\n").at == "2026-02-03"


def test_one_origin_is_one_witness() -> None:
    both = [only(f"{SESSION}#turn-1"), only(f"{SESSION}#turn-2"), only("sources/web"), only("https://e.org/a")]
    assert witnesses(both) == 2
    assert witnesses([]) == 0


def test_of_two_entries_with_one_id_the_first_is_meant() -> None:
    found = wiki("  - id: 1\n    resource: sources/report\n  - id: 1\n    resource: sources/web\n")
    told = grounds(found, found.pages["knowledge/a.md"])
    assert [one.trust for _, one in told.values()] == ["record"]
