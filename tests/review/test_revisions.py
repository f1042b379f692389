"""The revisions of a page as a JSON document."""

from __future__ import annotations

from brainwiki.claims.life import Turn
from brainwiki.model.past import Revision
from brainwiki.review.revisions import PageHistory, Revised, history_as_json

MADE = Revision("c" * 40, "2026-05-02T10:00:00+02:00", "Anna", "human:anna", False, "p-1", "A new pressure")
EDITED = Revised(MADE, "edited", "knowledge/a.md", "", 2, 80, (Turn("changed", ("number",), 0, 0, "40", "45"),), "why")
OPEN = Revised(None, "renamed", "knowledge/a.md", "knowledge/b.md", 2, 81)


def test_the_document() -> None:
    value = history_as_json(PageHistory("knowledge/a.md", "A", (OPEN, EDITED), 7, 1, True))
    assert {key: value[key] for key in ("version", "total", "skipped", "more", "cut")} == {
        "version": 1,
        "total": 7,
        "skipped": 1,
        "more": 4,
        "cut": True,
    }
    assert value["page"] == {"path": "knowledge/a.md", "title": "A", "gone": False}
    opened, edited = value["revisions"]
    assert edited == {
        "commit": "c" * 40,
        "at": "2026-05-02T10:00:00+02:00",
        "author": "Anna",
        "actor": "human:anna",
        "by_agent": False,
        "proposal": "p-1",
        "summary": "A new pressure",
        "change": "edited",
        "path": "knowledge/a.md",
        "from": None,
        "claims": {
            "total": 2,
            "changes": [{"change": "changed", "before": "40", "after": "45", "flags": ["number"]}],
        },
        "characters": 80,
        "note": "why",
    }
    assert (opened["commit"], opened["at"], opened["by_agent"], opened["from"]) == (None, None, None, "knowledge/b.md")
    assert (opened["claims"], opened["note"]) == ({"total": 2, "changes": []}, None)


def test_more_is_never_less_than_nothing() -> None:
    assert PageHistory("a.md", "A", (), 3, 9).more == 0
    assert PageHistory("a.md", "A", (EDITED,), 3, 1).more == 1
