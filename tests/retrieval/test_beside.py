"""Hits become candidates: evidence beside each passage, and the reason in words."""

from __future__ import annotations

import pytest

from brainwiki.config.profile import load_profile
from brainwiki.markup import parser
from brainwiki.model.hit import Hit, Reason
from brainwiki.model.page import Page, Source
from brainwiki.retrieval.beside import QUOTE, because, candidate_of, evidence_line
from tests.helpers import encoded, titled

BRAIN = load_profile("brain").dialect
SOURCES = "sources:\n" + "".join(
    f'  - id: {number}\n    resource: sources/s{number}\n    quote: "Quote {number}."\n' for number in (1, 2, 3)
)


def page_with(body: str, dialect_name: str = "brain") -> Page:
    return parser.parse("knowledge/a.md", encoded(titled("A", body, SOURCES)), load_profile(dialect_name).dialect)


def hit_of(text: str, **fields: object) -> Hit:
    found = Hit("knowledge/a.md", "A", "", 9, None, "page", "concept", "2026-05-02", "snippet", text, 0.1, Reason(1), 80, "fresh", False, "human-reviewed", "")  # fmt: skip
    return found._replace(**fields)  # type: ignore[arg-type]


def source_of(**fields: str) -> Source:
    given = {
        "id": "1",
        "resource": "sources/x",
        "title": "",
        "quote": "",
        "at": "",
        "author": "",
        "digest": "",
    } | fields
    return Source(*(given[key] for key in Source._fields[:7]), 0, 0, "resource")  # type: ignore[arg-type]


def test_only_what_a_passage_cites_stands_under_it() -> None:
    one, two = "One. [cite:1][cite:2]", "Three. [cite:3,1]"
    page = page_with(f"{one}\n\nBetween.\n\n{two}\n")
    found = candidate_of(hit_of(two, others=(hit_of(one),)), page, BRAIN)
    assert [[note for _, note in part.notes] for part in found.parts] == [
        ["[3] “Quote 3.” (sources/s3)", "[1] “Quote 1.” (sources/s1)"],
        ["[1] “Quote 1.” (sources/s1)", "[2] “Quote 2.” (sources/s2)"],
    ]
    assert [offset for offset, _ in found.parts[0].notes] == [two.index("[cite"), two.index("[cite")]


def test_a_passage_without_its_comments_is_read_on_its_own() -> None:
    page = page_with("One. <!-- said --> [cite:1]\n\n`[cite:2]` is code.\n")
    found = candidate_of(hit_of("One.  [cite:1]\n\n`[cite:2]` is code."), page, BRAIN)
    assert [note for _, note in found.parts[0].notes] == ["[1] “Quote 1.” (sources/s1)"]


def test_a_cite_of_nothing_and_a_file_that_is_gone_bring_no_evidence() -> None:
    assert candidate_of(hit_of("One. [cite:9]"), page_with("One. [cite:9]\n"), BRAIN).parts[0].notes == ()
    assert candidate_of(hit_of("One. [cite:1]"), None, BRAIN).parts[0].notes == ()


def test_footnotes_are_evidence_where_the_dialect_says_so() -> None:
    body = "One.[^x]\n\n[^x]: The [report](raw/r.md) of May.\n"
    page = parser.parse("a.md", encoded(f"# A\n\n{body}"), load_profile("llm-wiki").dialect)
    found = candidate_of(hit_of("One.[^x]", path="a.md"), page, page_dialect := load_profile("llm-wiki").dialect)
    assert page_dialect.footnotes == "evidence"
    (note,) = [note for _, note in found.parts[0].notes]
    assert note.startswith("[x] (")
    assert "raw/r.md" in note


def test_a_source_in_one_line() -> None:
    assert evidence_line(source_of(quote="a\n  b")) == "[1] “a b” (sources/x)"
    assert evidence_line(source_of(title="T", at="2026-04-01T08:00:00Z")) == "[1] (T, sources/x, 2026-04-01)"
    assert (
        evidence_line(source_of(resource="sessions/2026-04-01-x#turn-1", at="2026-04-01"))
        == "[1] (sessions/2026-04-01-x#turn-1)"
    )
    assert evidence_line(source_of(at="soon")) == "[1] (sources/x)"
    long = evidence_line(source_of(quote="word " * 500))
    assert len(long) < QUOTE + 40
    assert "…”" in long


@pytest.mark.parametrize("name", ["sources/x", "sessions/s#turn-2", "sessions/s"])
def test_forgotten_evidence_is_not_quoted(name: str) -> None:
    source = source_of(resource="sessions/s#turn-2" if name.startswith("sessions") else "sources/x.md", quote="secret")
    assert evidence_line(source, {name}) == "[1] (forgotten)"
    assert "secret" in evidence_line(source, {"sources/other"})


def test_reasons_in_words() -> None:
    assert because(Reason(2, 5, 0.5, 0.1, 0.9, 0.75, "pump", "newest first")) == (
        "found: number 2 by words; number 5 by meaning; named “pump”; confidence × 0.90; age × 0.75; newest first"
    )
    assert because(Reason(confidence=0.999)) == "found: by date"


def test_standing_stands_in_the_tag_where_it_says_something() -> None:
    page = candidate_of(hit_of("Text.", freshness="stale", section="A > B"), None, BRAIN)
    assert dict(page.attributes) == {
        "section": "A > B", "date": "2026-05-02", "freshness": "stale", "confidence": "80%", "trust": "human-reviewed", "scope": "",
    }  # fmt: skip
    turn = candidate_of(
        hit_of("Text.", kind="session", turn=3, tier="unverified", confidence=None, section="B"), None, BRAIN
    )
    assert (turn.lane, turn.label, turn.turn, turn.tier) == ("sessions", "A, turn 3", 3, "")
    assert dict(turn.attributes)["confidence"] == dict(turn.attributes)["freshness"] == ""
    assert dict(candidate_of(hit_of("## B\n\nText.", section="A > B"), None, BRAIN).attributes)["section"] == ""


def test_passages_that_fit_much_less_leave_their_room_to_other_pages() -> None:
    hit = hit_of("Best.", others=(hit_of("Near.", score=0.07), hit_of("Far.", score=0.04)))
    assert [part.text for part in candidate_of(hit, None, BRAIN).parts] == ["Best.", "Near."]
