"""Proofs survive renumbering and moved lines; the class of support is that of the best source."""

from __future__ import annotations

import pytest

from brainwiki.claims.support import Cited, Proof
from brainwiki.config.profile import load_profile
from brainwiki.model.page import Claim
from brainwiki.model.session import Turn, transcript_of
from brainwiki.model.wiki import Wiki
from tests.helpers import titled, wiki_of

SESSION = "sessions/2026-01-01-x-aaaaaaaaaa"
REPORT = "---\ntype: source\ntitle: Report\n---\n# Part\n\nIt runs at 40 bar.\n\nIt is blue.\n"


def wiki(entries: str, body: str = "It runs. [cite:1]\n", profile: str = "brain") -> Wiki:
    return wiki_of(
        {
            "knowledge/a.md": titled("A", body, f"sources:\n{entries}" if entries else ""),
            "sources/report.md": REPORT,
            f"{SESSION}/session.md": "---\ntype: session\ntitle: A talk\n---\nThey spoke.\n",
        },
        load_profile(profile).dialect,
        transcripts={SESSION: transcript_of("t", (Turn(1, "user", "", "x", 1),))},
    )


def cited(entries: str, **more: str) -> tuple[Cited, Claim]:
    found = wiki(entries, **more)
    page = found.pages["knowledge/a.md"]
    return Cited(found, page), page.claims[0]


def entry(number: int, resource: str, quote: str = "") -> str:
    return f"  - id: {number}\n    resource: {resource}\n" + (f"    quote: {quote}\n" if quote else "")


@pytest.mark.parametrize(
    ("resource", "quote", "proof", "support"),
    [
        ("sources/report", "", Proof("sources/report.md", "", 0), "verifiable"),
        ("sources/report.md", "", Proof("sources/report.md", "", 0), "verifiable"),
        ("sources/report#L3", "at 40 bar", Proof("sources/report.md", "at 40 bar", 0), "verifiable"),
        ("sources/report#L3", "", Proof("sources/report.md#L3", "", 0), "verifiable"),
        ("sources/report#part", "", Proof("sources/report.md#part", "", 0), "verifiable"),
        (f"{SESSION}#turn-1", "x", Proof(f"{SESSION}/session.md", "x", 1), "verifiable"),
        (f"{SESSION}#turn-1", "", Proof(f"{SESSION}/session.md", "", 1), "verifiable"),
        ("https://e.org/a#b", "", Proof("https://e.org/a#b", "", 0), "unverifiable"),
        ("git:abcdef1:x.py", "", Proof("git:abcdef1:x.py", "", 0), "unverifiable"),
        ("sources/none", "", Proof("sources/none", "", 0), "uncited"),
        (f"{SESSION}#turn-9", "", Proof(f"{SESSION}#turn-9", "", 0), "uncited"),
    ],
)
def test_where_a_proof_leads_and_what_it_is_worth(resource: str, quote: str, proof: Proof, support: str) -> None:
    page, claim = cited(entry(1, resource, quote))
    assert page.proofs(claim) == {proof}
    assert page.support(claim) == support


def test_the_best_source_decides() -> None:
    page, claim = cited(entry(1, "sources/none") + entry(2, "https://e.org"), body="It runs. [cite:1,2]\n")
    assert page.support(claim) == "unverifiable"
    page, claim = cited(entry(1, "https://e.org") + entry(2, "sources/report"), body="It runs. [cite:1,2]\n")
    assert page.support(claim) == "verifiable"
    assert len(page.proofs(claim)) == 2


def test_a_cite_without_a_source_is_no_proof() -> None:
    page, claim = cited(entry(2, "sources/report"))
    assert page.proofs(claim) == frozenset()
    assert page.support(claim) == "uncited"
    assert page.all_proofs() == {Proof("sources/report.md", "", 0)}


def test_another_number_for_the_same_source_is_the_same_proof() -> None:
    one, first = cited(entry(1, "sources/report#L3", "at 40  bar"))
    two, second = cited(entry(7, "sources/report#L5", "at 40 bar"), body="It runs. [cite:7]\n")
    assert one.proofs(first) == two.proofs(second)


def test_a_renamed_source_stays_the_same_proof() -> None:
    found = wiki(entry(1, "sources/report"))
    page = found.pages["knowledge/a.md"]
    moved = Cited(found, page, {"sources/report.md": "sources/new.md"})
    assert moved.proofs(page.claims[0]) == {Proof("sources/new.md", "", 0)}


def test_bare_words_of_a_footnote_are_asserted() -> None:
    page, claim = cited("", body="It runs.[^a]\n\n[^a]: A talk with  Ada.\n", profile="llm-wiki")
    assert page.proofs(claim) == {Proof("A talk with Ada.", "", 0)}
    assert page.support(claim) == "asserted"
