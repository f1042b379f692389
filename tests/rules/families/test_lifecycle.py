"""What is past its date, deprecated, replaced in a circle, or kept as history; evidence that turns in a circle."""

from __future__ import annotations

import itertools
from datetime import UTC, datetime

import pytest

from brainwiki.config.profile import load_profile
from brainwiki.model.session import Turn, transcript_of
from brainwiki.rules import engine
from brainwiki.rules.engine import Settings
from brainwiki.rules.rule import View
from tests.helpers import NOW, titled, wiki_of

ONE = "sources:\n  - id: 1\n    resource: {}\n"
SESSION = "---\ntype: session\ntitle: Talk\nstarted: 2026-05-02T09:00:00Z\nturns: 2\n---\nA talk.\n"
TURNS = transcript_of("sessions/s/transcript.jsonl", (Turn(1, "user", "", "x", 1), Turn(2, "user", "", "y", 2)))


def told(texts: dict[str, str], code: str, now: datetime = NOW, profile: str = "brain") -> list[tuple[str, int, str]]:
    """Path, line and message of each finding of one rule."""
    chosen = load_profile(profile)
    wiki = wiki_of(texts, chosen.dialect, transcripts={"sessions/s": TURNS})
    report = engine.run(View(wiki, now), Settings(chosen.severities, select=(code,)))
    return [(finding.path, finding.line, finding.message) for finding in report.findings]


@pytest.mark.parametrize(
    ("limit", "now", "count"),
    [
        ("2026-11-30T12:00:00Z", NOW, 1),
        ("2026-11-30T12:00:01Z", NOW, 0),
        ("2026-11-30T21:00:00+09:00", NOW, 1),
        ("2026-11-30 12:00z", datetime(2026, 11, 30, 11, 59, tzinfo=UTC), 0),
        ("2026-02-31T00:00:00Z", NOW, 0),
        ("2026-01-01", NOW, 0),
    ],
)
def test_a_page_is_stale_from_its_instant_on(limit: str, now: datetime, count: int) -> None:
    found = told({"knowledge/a.md": titled("A", more=f"stale_after: {limit}\n")}, "BW401", now)
    assert len(found) == count


def test_a_stale_page_is_told_at_its_date() -> None:
    found = told({"knowledge/a.md": titled("A", more='stale_after: "2026-01-31T23:00:00-02:00"\n')}, "BW401")
    assert found == [("knowledge/a.md", 5, "The page is stale since 2026-01-31.")]


@pytest.mark.parametrize(("more", "count"), [("", 1), ('superseded_by: "[[b]]"\n', 0), ("superseded_by: [[b]]\n", 0)])
def test_a_deprecated_page_names_a_successor(more: str, count: int) -> None:
    texts = {"knowledge/a.md": titled("A", more=f"status: deprecated\n{more}"), "knowledge/b.md": titled("B")}
    assert len(told(texts, "BW402")) == count


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("[[nowhere]]", "names nothing"),
        ("what came after", "names nothing"),
        ("[[../../../x]]", "leaves the brain"),
        ("[[twin]]", "names 2 pages"),
        ("[[b|the new one]]", ""),
        ("[[b#Part]]", ""),
        ("knowledge/b", ""),
        ("Ｂ", "names nothing"),
    ],
)
@pytest.mark.parametrize("status", ["deprecated", "stable"])
def test_a_successor_that_is_not_there_is_told(name: str, why: str, status: str) -> None:
    texts = {
        "knowledge/a.md": titled("A", more=f'status: {status}\nsuperseded_by: "{name}"\n'),
        "knowledge/b.md": titled("B"),
        "x/twin.md": titled("C"),
        "y/twin.md": titled("D"),
    }
    assert told(texts, "BW402") == ([("knowledge/a.md", 6, f"The successor {name} {why}.")] if why else [])


def test_the_open_knowledge_format_knows_no_successor() -> None:
    assert told({"a.md": titled("A", more="status: deprecated\n")}, "BW402", profile="okf") == []


def chain(*names: str) -> dict[str, str]:
    """Pages of which each names the next as its successor; the last names nothing."""
    texts = {
        f"knowledge/{name}.md": titled(name, more=f'superseded_by: "[[{after}]]"\n')
        for name, after in itertools.pairwise(names)
    }
    texts.setdefault(f"knowledge/{names[-1]}.md", titled(names[-1]))
    return texts


def test_a_circle_of_successors_is_told_once_at_its_first_page() -> None:
    found = told(chain("x", "c", "a", "b", "c"), "BW403")
    assert found == [
        ("knowledge/a.md", 5, "The successors go in a circle: knowledge/a → knowledge/b → knowledge/c → knowledge/a.")
    ]


def test_two_circles_are_two_and_a_chain_is_none() -> None:
    assert [path for path, _, _ in told({**chain("a", "b", "a"), **chain("p", "p")}, "BW403")] == [
        "knowledge/a.md",
        "knowledge/p.md",
    ]
    assert told(chain("a", "b", "c"), "BW403") == []
    assert told({"knowledge/a.md": titled("A", more='superseded_by: "[[nope]]"\n')}, "BW403") == []


@pytest.mark.parametrize(
    ("item", "word"),
    [
        ("- (until spring) It was red. [cite:1]", "no date"),
        ("- (until) It was red. [cite:1]", "no date"),
        ("1. (until 2026-13-01) It was red. [cite:1]", "a day that does not exist"),
        ("- (until 2026-05-02 It was red. [cite:1]", "no date"),
        ("* (until 2026-05-02) It was red.", "no evidence"),
        ("> - (until 2026-05-02) 赤かった。", "no evidence"),
    ],
)
def test_history_without_date_or_evidence_is_told(item: str, word: str) -> None:
    ((_, line, message),) = told(
        {"knowledge/a.md": titled("A", f"Text.\n\n{item}\n", ONE.format("https://e.org"))}, "BW404"
    )
    assert word in message
    assert line == 11


@pytest.mark.parametrize(
    "body",
    [
        "- (until 2026-05-02) It was red. [cite:1]\n",
        "- (until 2026-05-02) 赤かった[cite:1]。青かった。\n",
        "It is open (until late).\n",
        "```\n- (until spring) x\n```\n",
        "<!--\n- (until spring) x\n-->\n",
        "- until spring\n",
    ],
)
def test_other_items_are_no_bare_history(body: str) -> None:
    assert told({"knowledge/a.md": titled("A", body, ONE.format("https://e.org"))}, "BW404") == []


def cites(*resources: str) -> str:
    """A page that cites each of these."""
    entries = "".join(f"  - id: {number}\n    resource: {one}\n" for number, one in enumerate(resources, 1))
    body = " ".join(f"It is so. [cite:{number}]" for number in range(1, len(resources) + 1))
    return titled("A", f"{body}\n", f"sources:\n{entries}")


@pytest.mark.parametrize(
    ("resources", "count"),
    [
        (("sessions/s#turn-1",), 1),
        (("sessions/s#turn-1", "sessions/s#turn-2", "sessions/s"), 1),
        (("sessions/s#turn-1", "https://e.org"), 0),
        (("https://e.org",), 0),
        (("sessions/s#turn-9",), 0),
        ((), 0),
    ],
)
def test_a_page_on_one_session_is_told(resources: tuple[str, ...], count: int) -> None:
    texts = {"knowledge/a.md": cites(*resources) if resources else titled("A"), "sessions/s/session.md": SESSION}
    assert len(told(texts, "BW308")) == count


def test_a_page_that_cites_itself_or_is_cited_back_is_told() -> None:
    texts = {"knowledge/a.md": cites("knowledge/b"), "knowledge/b.md": cites("https://e.org", "knowledge/a")}
    assert told(texts, "BW309") == [
        ("knowledge/a.md", 6, "Source 1 is knowledge/b, which cites this page in turn."),
        ("knowledge/b.md", 8, "Source 2 is knowledge/a, which cites this page in turn."),
    ]
    assert told({"knowledge/a.md": cites("knowledge/a")}, "BW309") == [
        ("knowledge/a.md", 6, "Source 1 is the page itself.")
    ]


def test_sources_may_be_their_own_and_a_chain_is_no_circle() -> None:
    assert told({"sources/a.md": cites("sources/a")}, "BW309") == []
    assert (
        told(
            {"knowledge/a.md": cites("knowledge/b"), "knowledge/b.md": cites("sources/c"), "sources/c.md": titled("C")},
            "BW309",
        )
        == []
    )
