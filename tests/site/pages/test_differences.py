"""A difference on the site: words marked, quotes beside their claims, links to what is published, and nothing of what is not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from brainwiki.model.past import Past, Touch
from brainwiki.site.pages.differences import (
    MOST_CLAIMS,
    MOST_RECEIPTS,
    Difference,
    arrivals,
    counts_of,
    difference,
    keys,
    of_receipt,
    outline,
)
from brainwiki.site.state import Site
from brainwiki.site.words import words_of
from tests.helpers import titled
from tests.site.pages.test_parts import maker
from tests.site.sites import SESSION, SOURCE_PAGE, talk_site

BASE = "review/p/"
PAGE = "knowledge/a/pump.md"
RECEIPT = "proposals/p.md"
TEXTS = {
    PAGE: titled("The pump"),
    "knowledge/a/other.md": titled("他のページ"),
    "tasks/secret.md": "---\ntype: task\ntitle: Secret\n---\nT\n",
    RECEIPT: "---\ntype: proposal\ntitle: P\n---\nB\n",
}


def proof(resource: str, **more: object) -> dict[str, Any]:
    return {"resource": resource, **more}


SAID = proof(f"{SESSION}/session.md", turn=1, quote="How do I like diagrams?", trust="user", found=True, role="user")


def claim(change: str, before: str = "", after: str = "", **more: Any) -> dict[str, Any]:
    evidence = {"gained": [], "lost": [], "kept": [], "retargeted": []} | more.pop("evidence", {})
    sides = [{"id": "c-1", "text": text, "until": None} if text else None for text in (before, after)]
    whole = {"change": change, "page": PAGE, "before": sides[0], "after": sides[1], "flags": []}
    return whole | {"evidence": evidence, "support": "verifiable", "supported": "verifiable"} | more


def document(*claims: dict[str, Any], **more: Any) -> dict[str, Any]:
    found: dict[str, Any] = {
        "risk": "medium",
        "reasons": [],
        "claims": list(claims),
        "contradictions": [],
        "pages": [{"path": PAGE, "change": "edited", "title": "The pump"}],
        "links": {"broken": [], "orphaned": []},
        "reach": {"hop1": 0, "hop2": 0, "best": []},
        "outside": [],
        "findings": None,
        "limited": None,
    }
    return found | more


def site(publish: tuple[str, ...] = ("sessions", "proposals")) -> Site:
    return talk_site(TEXTS, publish)


def shown(
    found: Mapping[str, Any], publish: tuple[str, ...] = ("sessions", "proposals"), language: str = "en"
) -> Difference:
    told = difference(site(publish), found, BASE, words_of(language), RECEIPT)
    assert told is not None
    return told


def only(*claims: dict[str, Any], publish: tuple[str, ...] = ("sessions", "proposals")) -> Any:
    (page,) = shown(document(*claims), publish).pages
    (one,) = page.claims
    return one


def test_nothing_is_known_of_commits_that_are_not_here() -> None:
    assert difference(site(), {}, BASE, words_of("en")) is None


def test_the_words_that_changed_are_marked_on_both_sides() -> None:
    one = only(claim("changed", "It runs at 40 bar.", "It runs at 45 bar.", flags=["number"]))
    assert [(piece.state, piece.text) for piece in one.before.pieces] == [
        ("=", "It runs at "),
        ("-", "40"),
        ("=", " bar."),
    ]
    assert [(piece.state, piece.text) for piece in one.after.pieces] == [
        ("=", "It runs at "),
        ("+", "45"),
        ("=", " bar."),
    ]
    assert one.flags == ("number",)


def test_a_claim_that_only_one_state_has_bears_no_mark() -> None:
    new = only(claim("added", after="It [[pump|runs]] **well**."))
    assert [piece.text for piece in new.after.pieces] == ["It runs well."]
    assert new.before.pieces == ()
    same = only(claim("changed", "Same.", "Same.", flags=["evidence"]))
    assert [piece.state for piece in (*same.before.pieces, *same.after.pieces)] == ["=", "="]


def test_signs_that_hide_are_told_by_their_codes() -> None:
    (piece,) = only(claim("added", after="a\u202eb\u200b<script>")).after.pieces
    assert piece.text == "a[U+202E]b[U+200B]<script>"


def test_quotes_stand_beside_their_claim_with_whose_words_they_are() -> None:
    lost = proof("sources/report.md", quote="It runs at 40 bar.", trust="record", found=True)
    web = proof("https://e.org/a", quote="x", trust="web", found=None)
    found = only(claim("changed", "a", "b", evidence={"gained": [SAID], "lost": [lost], "kept": [web]}))
    gained, gone, kept = found.quotes
    assert (gained.sign, gained.who, gained.where) == ("+", "The user", "Diagrams or lists · turn\u00a01")
    assert gained.href.endswith("#turn-1")
    assert (gone.sign, gone.who, gone.where, gone.is_outside) == ("-", "A record", "Report", False)
    assert (kept.sign, kept.href, kept.is_outside) == ("=", "https://e.org/a", True)


def test_all_evidence_of_a_new_or_a_removed_claim_is_just_its_own() -> None:
    assert [one.sign for one in only(claim("added", after="a", evidence={"gained": [SAID]})).quotes] == ["="]
    assert [one.sign for one in only(claim("removed", "a", evidence={"lost": [SAID]})).quotes] == ["="]


def test_a_session_that_is_not_published_is_quoted_without_a_link_or_a_name() -> None:
    (one,) = only(claim("added", after="a", evidence={"gained": [SAID]}), publish=("proposals",)).quotes
    assert (one.href, one.where) == ("", "Not published · turn\u00a01")
    away = SAID | {"resource": "sessions/new/session.md"}
    assert only(claim("added", after="a", evidence={"gained": [away]})).quotes[0].where.startswith("Not published")


def test_an_address_of_another_kind_is_no_link() -> None:
    (one,) = only(claim("added", after="a", evidence={"gained": [proof("javascript:alert(1)")]})).quotes
    assert (one.href, one.who) == ("", "Not at hand")


def test_pages_that_are_not_published_are_counted_and_not_named() -> None:
    secret = claim("added", after="Secret words.", page="tasks/secret.md")
    finding = {
        "code": "BW1",
        "slug": "s",
        "severity": "BLOCK",
        "path": "tasks/secret.md",
        "line": 1,
        "message": "Secret",
    }
    found = shown(
        document(
            secret,
            pages=[
                {"path": "tasks/secret.md", "change": "edited", "title": "Secret"},
                {"path": RECEIPT, "change": "added", "title": "P"},
            ],
            findings=[finding],
            links={"broken": [{"path": "tasks/secret.md", "target": "Secret"}], "orphaned": ["tasks/secret.md"]},
            reach={"hop1": 1, "hop2": 0, "best": [{"path": "tasks/secret.md", "title": "Secret", "links": 3}]},
            contradictions=[{"outcome": "open", "page": "tasks/secret.md"}],
        )
    )
    assert "ecret" not in repr(found)
    assert (found.hidden_pages, found.hidden_claims) == (1, 1)
    assert found.reach == (1, 0)


def test_a_new_page_is_called_by_its_title_and_has_no_link() -> None:
    new = {"path": "knowledge/a/new.md", "change": "added", "title": "新しいページ"}
    (page,) = shown(document(pages=[new])).pages
    assert (page.page.title, page.page.href, page.page.change, page.language) == ("新しいページ", "", "added", "ja")


def test_how_a_page_stood_is_told_where_it_changed() -> None:
    changed = {
        "path": PAGE,
        "change": "deleted",
        "title": "The pump",
        "confidence": {"before": None, "after": 0.9},
        "sources": {"before": 2, "after": 2},
    }
    (page,) = shown(document(pages=[changed])).pages
    assert (page.confidence, page.sources, page.page.change) == (("–", "90 %"), ("", ""), "removed")


def test_pairs_stand_side_by_side_and_a_changed_claim_tells_both_sides_itself() -> None:
    sides = {
        "active": {"text": "It is 4.", "evidence": [SAID]},
        "incoming": {"text": "It is 5.", "evidence": []},
        "page": PAGE,
        "flags": ["number"],
    }
    (pair,) = shown(document(contradictions=[sides | {"outcome": "open"}, sides | {"outcome": "changed"}])).pairs
    assert [piece.text for piece in pair.active.pieces if piece.state == "-"] == ["4"]
    assert [piece.text for piece in pair.incoming.pieces if piece.state == "+"] == ["5"]
    assert [one.who for one in pair.active.quotes] == ["The user"]
    assert (pair.outcome, pair.flags, pair.page.href != "") == ("open", ("number",), True)


@pytest.mark.parametrize(
    ("language", "words"), [("en", "new claims: 2"), ("ja", "新しい記述：2件"), ("zh", "新陈述：2条")]
)
def test_reasons_and_counts_speak_the_language(language: str, words: str) -> None:
    reason = {"risk": "medium", "kind": "added", "count": 2, "pages": []}
    assert shown(document(reasons=[reason]), language=language).reasons == (("medium", words),)
    kinds = list(
        counts_of([claim("removed", "a", evidence={"lost": [SAID]}), claim("added", after="b")], words_of("en"))
    )
    assert kinds == ["1 added", "1 removed", "evidence lost: 1"]


def test_too_many_claims_are_counted() -> None:
    found = shown(document(*(claim("added", after=f"It is {n}.") for n in range(MOST_CLAIMS + 7)), limited="Many."))
    assert (found.left, found.limited) == (7, True)


def test_findings_stand_with_their_pages() -> None:
    first = {"code": "BW603", "slug": "s", "severity": "BLOCK", "path": PAGE, "line": 3, "message": "m\u200b"}
    found = shown(document(findings=[first, first | {"severity": "WARN"}]))
    (block,), (warn,) = found.blocking, found.warning
    assert (block.code, block.page.title, block.line) == ("BW603", "The pump", 3)
    assert "\u200b" not in warn.message
    assert found.asked
    assert not shown(document()).asked
    assert [anchor for _, anchor, _ in outline(found, words_of("en"))] == ["v-blocks", "v-what", "v-warns"]


def arrived(*paths: str) -> Past:
    touches = tuple(Touch(f"{number:040}", path, "", "b") for number, path in enumerate(paths))
    edited = Touch("e" * 40, "proposals/old.md", "a", "b")
    return Past("h", {}, (edited, *touches, Touch("f" * 40, "proposals/old.md", "", "a")))


def test_receipts_came_with_the_commit_that_made_them_and_only_the_newest_are_compared() -> None:
    many = replace(site(), past=arrived(*(f"proposals/p{number}.md" for number in range(MOST_RECEIPTS))))
    assert len(arrivals(many)) == MOST_RECEIPTS
    assert "proposals/old.md" not in arrivals(many)
    assert arrivals(replace(site(), past=arrived("knowledge/x.md"))) == {"proposals/old.md": "f" * 40}


def test_a_receipt_shows_what_its_commit_changed() -> None:
    asked: list[tuple[str, str, bool]] = []

    def compare(base: str, head: str, asks: bool) -> Mapping[str, Any]:
        asked.append((base, head, asks))
        return document(claim("added", after="It hums."))

    found = replace(site(), past=arrived(RECEIPT), compare=compare)
    page = found.wiki.pages[RECEIPT]
    told = of_receipt(found, page, "proposals/p/", words_of("en"))
    assert told is not None
    assert asked == [(f"{'0' * 40}~1", "0" * 40, False)]
    assert keys(found) != keys(replace(found, compare=lambda base, head, asks: document()))
    assert keys(found).keys() == {RECEIPT}
    assert of_receipt(site(), page, "proposals/p/", words_of("en")) is None


def test_the_page_of_a_receipt_carries_it() -> None:
    made = maker({**TEXTS, "sources/report.md": SOURCE_PAGE}, publish=("proposals",))
    site_with = replace(
        made.site, past=arrived(RECEIPT), compare=lambda *_: document(claim("added", after="It <b>hums</b>."))
    )
    made.site = site_with
    part = made.page(RECEIPT)
    assert "It &lt;b&gt;hums&lt;/b&gt;." in part.content
    assert "assets/stylesheets/bw-review.css" in part.styles
    assert [one["name"] for one in part.contents][:1] == ["What changes"]
