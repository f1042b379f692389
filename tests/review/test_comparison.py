"""A comparison counts in one line what happened, and is one JSON document."""

from __future__ import annotations

from brainwiki.claims.difference import ClaimChange
from brainwiki.claims.support import Proof
from brainwiki.model.page import Claim
from brainwiki.review.comparison import Broken, Comparison, PageChange, comparison_as_json, headline
from tests.helpers import bare


def claim(text: str, until: str = "") -> Claim:
    return Claim(f"c-{text[:3]}", text, 0, 1, ("1",), until, "", False)


CHANGED = ClaimChange(
    "changed",
    "knowledge/a.md",
    claim("It ran at 40 bar."),
    claim("It runs at 45 bar."),
    ("number", "evidence"),
    (Proof("sessions/x", "at 45 bar", 3),),
    (Proof("sources/y#top", "", 0),),
    "verifiable",
    "asserted",
    "knowledge/old.md",
)
GONE = ClaimChange("removed", "knowledge/b.md", claim("It hums.", "2026-05-02"), None, lost=(Proof("z", "", 0),))
NEW = ClaimChange("added", "knowledge/b.md", None, claim("It sings."), support="uncited")


def compared(*claims: ClaimChange, **more: object) -> Comparison:
    pages = (PageChange("knowledge/a.md", "renamed", "knowledge/old.md"), PageChange("knowledge/b.md", "edited"))
    fields: dict[str, object] = {"pages": pages, "broken": (), "orphaned": ()}
    return Comparison("b" * 40, "h" * 40, claims, **{**fields, **more})  # type: ignore[arg-type]


def test_the_headline_counts() -> None:
    assert headline(compared(CHANGED, GONE, NEW)) == "3 claims on 2 pages: 1 added, 1 changed, 1 removed"
    assert headline(compared(NEW, pages=(PageChange("b.md", "edited"),))) == "1 claim on 1 page: 1 added"
    assert headline(compared()) == "no claim changed; 2 pages did"
    assert headline(compared(pages=())) == "nothing changed in the pages"
    broken = Broken("a.md", 3, "x", "missing")
    assert headline(compared(broken=(broken,), orphaned=("a.md", "b.md"))) == (
        "no claim changed; 2 pages did; 1 link broken; 2 pages orphaned"
    )


def test_the_document() -> None:
    value = comparison_as_json(compared(CHANGED, broken=(Broken("a.md", 3, "x", "missing"),), outside=("checks/y",)))
    assert value == {
        "version": 1,
        "base": "b" * 40,
        "head": "h" * 40,
        "headline": "1 claim on 2 pages: 1 changed; 1 link broken",
        "claims": [
            {
                "change": "changed",
                "page": "knowledge/a.md",
                "from": "knowledge/old.md",
                "before": {"id": "c-It ", "text": "It ran at 40 bar.", "until": None},
                "after": {"id": "c-It ", "text": "It runs at 45 bar.", "until": None},
                "flags": ["number", "evidence"],
                "evidence": {
                    "gained": [{"resource": "sessions/x", "turn": 3, "quote": "at 45 bar"}],
                    "lost": [{"resource": "sources/y#top"}],
                },
                "support": "verifiable",
            }
        ],
        "pages": [
            {"path": "knowledge/a.md", "change": "renamed", "from": "knowledge/old.md"},
            {"path": "knowledge/b.md", "change": "edited"},
        ],
        "links": {"broken": [{"path": "a.md", "line": 3, "target": "x", "state": "missing"}], "orphaned": []},
        "outside": ["checks/y"],
        "limited": None,
    }


def test_of_one_page_the_text_comes_too() -> None:
    value = comparison_as_json(compared(GONE, page=bare(path="knowledge/b.md"), lines=("-x", "+y"), limited="Many."))
    assert (value["page"], value["lines"], value["limited"]) == ("knowledge/b.md", ["-x", "+y"], "Many.")
    assert value["claims"][0]["before"]["until"] == "2026-05-02"
    assert value["claims"][0]["after"] is None
    assert "from" not in value["claims"][0]
    assert comparison_as_json(Comparison("", "", (), (), (), ()))["base"] is None
