"""A comparison counts in one line what happened, and is one JSON document."""

from __future__ import annotations

from brainwiki.claims.contradiction import Pair
from brainwiki.claims.difference import ClaimChange
from brainwiki.claims.grounds import Ground
from brainwiki.claims.support import Proof
from brainwiki.graph.reach import Reach, Reached
from brainwiki.model.finding import Finding, Severity
from brainwiki.model.page import Claim
from brainwiki.review.comparison import Broken, Comparison, PageChange, Reason, headline
from brainwiki.review.document import comparison_as_json
from brainwiki.review.standing import Standing
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
    assert headline(compared(CHANGED, GONE, NEW)) == (
        "3 claims on 2 pages: 1 added, 1 changed (1 number), 1 removed; evidence: 1 gained, 2 lost"
    )
    assert headline(compared(NEW, pages=(PageChange("b.md", "edited"),))) == "1 claim on 1 page: 1 added"
    assert headline(compared()) == "no claim changed; 2 pages did"
    assert headline(compared(pages=())) == "nothing changed in the pages"
    two = CHANGED._replace(flags=("number", "negation", "evidence"), gained=(), lost=())
    assert headline(compared(two, two, pages=())) == "2 claims on 0 pages: 2 changed (2 number, 2 negation)"
    found = Finding("a.md", 1, 1, "BW603", "x", Severity.BLOCK, 1, 1, "m", "r", None, "s")
    assert headline(compared(reach=Reach(30, 7), findings=(found,))) == (
        "no claim changed; 2 pages did; reaches 37 pages; 1 BLOCK, 0 WARN"
    )
    broken = Broken("a.md", 3, "x", "missing")
    assert headline(compared(broken=(broken,), orphaned=("a.md", "b.md"))) == (
        "no claim changed; 2 pages did; 1 link broken; 2 pages orphaned"
    )


def test_the_document() -> None:
    gained, lost = CHANGED.gained[0], CHANGED.lost[0]
    ground = Ground(
        "assistant", True, "sessions/x", 3, "assistant", "2026-05-02T10:00:00Z", "sessions/x/session.md", "o"
    )
    change = CHANGED._replace(retargeted=((lost, gained),), kept=(Proof("k", "", 0),))
    pair = Pair("changed", "knowledge/a.md", claim("It ran."), claim("It runs."), (lost,), (gained,), ("number",))
    finding = Finding("wiki/a.md", 3, 1, "BW603", "evidence-lost", Severity.BLOCK, 3, 9, "m", "r", None, "s")
    value = comparison_as_json(
        compared(
            change,
            broken=(Broken("a.md", 3, "x", "missing"),),
            outside=("checks/y",),
            grounds={gained: ground},
            pairs=(pair,),
            standings=(Standing("knowledge/a.md", "A", (None, 0.9), (1, 2)),),
            reach=Reach(2, 1, (Reached("knowledge/c.md", "C", 4),)),
            silenced=("knowledge/b.md",),
            findings=(finding,),
            risk="high",
            reasons=(Reason("high", "findings", 1, ("wiki/a.md",)),),
        )
    )
    shown = {"resource": "sessions/x", "turn": 3, "quote": "at 45 bar", "trust": "assistant", "found": True}
    shown |= {"session": "sessions/x", "role": "assistant", "at": "2026-05-02T10:00:00Z"}
    gone = {"resource": "sources/y#top"}
    assert value == {
        "version": 1,
        "base": "b" * 40,
        "head": "h" * 40,
        "headline": "1 claim on 2 pages: 1 changed (1 number); evidence: 1 gained, 1 lost; 1 link broken; reaches 3 pages;"
        " 1 BLOCK, 0 WARN",
        "risk": "high",
        "reasons": [
            {
                "risk": "high",
                "kind": "findings",
                "count": 1,
                "pages": ["wiki/a.md"],
                "text": "1 blocking finding of the rules",
            }
        ],
        "claims": [
            {
                "change": "changed",
                "page": "knowledge/a.md",
                "from": "knowledge/old.md",
                "before": {"id": "c-It ", "text": "It ran at 40 bar.", "until": None},
                "after": {"id": "c-It ", "text": "It runs at 45 bar.", "until": None},
                "flags": ["number", "evidence"],
                "evidence": {
                    "gained": [shown],
                    "lost": [gone],
                    "kept": [{"resource": "k"}],
                    "retargeted": [{"from": gone, "to": shown}],
                },
                "support": "verifiable",
                "supported": "asserted",
                "words": [
                    ["=", "It "],
                    ["-", "ran"],
                    ["+", "runs"],
                    ["=", " at "],
                    ["-", "40"],
                    ["+", "45"],
                    ["=", " bar."],
                ],
            }
        ],
        "contradictions": [
            {
                "outcome": "changed",
                "page": "knowledge/a.md",
                "flags": ["number"],
                "active": {"id": "c-It ", "text": "It ran.", "until": None, "evidence": [gone]},
                "incoming": {"id": "c-It ", "text": "It runs.", "until": None, "evidence": [shown]},
            }
        ],
        "pages": [
            {
                "path": "knowledge/a.md",
                "change": "renamed",
                "from": "knowledge/old.md",
                "title": "A",
                "confidence": {"before": None, "after": 0.9},
                "sources": {"before": 1, "after": 2},
            },
            {"path": "knowledge/b.md", "change": "edited"},
        ],
        "links": {"broken": [{"path": "a.md", "line": 3, "target": "x", "state": "missing"}], "orphaned": []},
        "reach": {"hop1": 2, "hop2": 1, "best": [{"path": "knowledge/c.md", "title": "C", "links": 4}]},
        "outside": ["checks/y"],
        "silenced": ["knowledge/b.md"],
        "findings": [
            {
                "code": "BW603",
                "slug": "evidence-lost",
                "severity": "BLOCK",
                "path": "wiki/a.md",
                "line": 3,
                "column": 1,
                "message": "m",
                "remedy": "r",
                "fingerprint": finding.fingerprint,
            }
        ],
        "limited": None,
    }


def test_where_the_rules_were_not_asked_the_document_says_so() -> None:
    assert comparison_as_json(compared())["findings"] is None
    assert comparison_as_json(compared(findings=()))["findings"] == []


def test_of_one_page_the_text_comes_too() -> None:
    value = comparison_as_json(compared(GONE, page=bare(path="knowledge/b.md"), lines=("-x", "+y"), limited="Many."))
    assert (value["page"], value["lines"], value["limited"]) == ("knowledge/b.md", ["-x", "+y"], "Many.")
    assert value["claims"][0]["before"]["until"] == "2026-05-02"
    assert value["claims"][0]["after"] is None
    assert "from" not in value["claims"][0]
    assert comparison_as_json(Comparison("", "", (), (), (), ()))["base"] is None
