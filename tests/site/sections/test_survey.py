"""What the evidence of the published pages tells."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from brainwiki.site.pages.facts import version_of
from brainwiki.site.sections.survey import Survey, band_of
from tests.helpers import titled
from tests.site.sites import SESSION, TALK, TALK_PAGE, site_of, sourced

REPORT = "---\ntype: source\ntitle: Report\npublished: 2026-01-02\n---\nIt runs at 40 bar.\n"
TEXTS = {
    f"{SESSION}/session.md": TALK_PAGE,
    "sources/report.md": REPORT,
    "k/a.md": sourced(
        "It runs. [cite:1]\n\nIt still runs. [cite:1,2]\n\nIt hums. [cite:3]\n",
        {"id": "1", "resource": "sources/report", "quote": "It runs at 40 bar."},
        {"id": "2", "resource": "sources/report", "quote": "It stands."},
        {"id": "3", "resource": f"{SESSION}#turn-2", "quote": "You like", "at": "'2026-04-01T09:00:00Z'"},
    ).replace(
        "description: d", "description: d\nconfidence: 0.8\nverified:\n  - {by: human:a, at: 2026-05-01T00:00:00Z}"
    ),
    "k/b.md": sourced(
        "It is. [cite:1]\n",
        {"id": "1", "resource": "https://example.org/x"},
        {"id": "2", "resource": "nowhere"},
        {"id": "3", "resource": "sources/report"},
        {"id": "4", "resource": "k/b"},
        {"id": "5", "resource": f"{SESSION}#turn-1"},
    ).replace("description: d", "description: d\nverified:\n  - by: process:x\n    at: 2026-05-01T00:00:00Z"),
    "k/c.md": titled("C"),
    "tasks/t.md": "---\ntype: task\ntitle: T\n---\nT\n",
}


def test_everything_is_counted() -> None:
    tally = Survey(site_of(TEXTS, transcripts={SESSION: TALK})).tally
    assert dict(tally.support) == {"quoted": 2, "misquoted": 1, "unreadable": 1, "broken": 1, "readable": 3}
    assert dict(tally.days) == {"2026-01-02": 3, "2026-04-01": 1, "2026-05-02": 1}
    assert tally.undated == 3
    assert dict(tally.claims) == {"sources/report.md": 3, f"{SESSION}/session.md": 1}
    assert dict(tally.pages) == {"sources/report.md": 2, f"{SESSION}/session.md": 2}
    assert dict(tally.tiers) == {"human-reviewed": 1, "machine-confirmed": 1, "unverified": 1}
    assert dict(tally.bands) == {4: 1, -1: 2}
    assert tally.bare == ("k/c.md",)
    assert tally.all_claims == 4


def test_what_rests_on_what_is_known_without_reading_a_text() -> None:
    assert dict(Survey(site_of(TEXTS)).resting) == {"sources/report.md": 2, f"{SESSION}/session.md": 2}


def test_the_text_of_a_page_is_read_once_for_each_content_of_it() -> None:
    site = site_of(TEXTS)
    first = Survey(site).tally
    read: list[str] = []
    pages = {path: replace(page, read=partial(read.append, path)) for path, page in site.wiki.pages.items()}
    for path, page in pages.items():
        object.__setattr__(page, "version", version_of(site.wiki.pages[path]))
    wiki = replace(site.wiki, pages=pages)
    object.__setattr__(wiki, "squeezed", site.wiki.squeezed)
    assert Survey(replace(site, wiki=wiki, memo=site.memo)).tally == first
    assert read == []


@pytest.mark.parametrize(
    ("confidence", "band"), [(None, -1), (0.0, 0), (0.19, 0), (0.2, 1), (0.5, 2), (0.79, 3), (0.8, 4), (1.0, 4), (7, 4)]
)
def test_bands(confidence: float | None, band: int) -> None:
    assert band_of(confidence) == band
