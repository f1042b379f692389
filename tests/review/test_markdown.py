"""A comparison and a history as Markdown: everything told, within a limit, and nothing renders, links or calls."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.claims.difference import ClaimChange
from brainwiki.claims.life import Turn
from brainwiki.claims.support import Proof
from brainwiki.review.comparison import Broken, Comparison, PageChange
from brainwiki.review.markdown import comparison_as_markdown, history_as_markdown
from brainwiki.review.revisions import PageHistory, Revised
from tests.helpers import PROPERTY, bare
from tests.markup.inert import ODD, READER, assert_inert
from tests.review.test_comparison import CHANGED, GONE, NEW, claim, compared
from tests.review.test_revisions import EDITED, MADE, OPEN

WORDS = st.lists(ODD, max_size=20).map("".join)


def test_a_comparison() -> None:
    broken = (Broken("knowledge/a.md", 3, "nix", "missing"),)
    told = comparison_as_markdown(
        compared(
            CHANGED, GONE, NEW, broken=broken, orphaned=("knowledge/c.md",), outside=("checks/x",), limited="Many."
        )
    )
    assert (
        told
        == """## brainwiki: 3 claims on 2 pages: 1 added, 1 changed, 1 removed; 1 link broken; 1 page orphaned

From `bbbbbbbbbb` to `hhhhhhhhhh`.

Many.

### Pages

- renamed `knowledge/a.md`, before `knowledge/old.md`
- edited `knowledge/b.md`

### Links that lead nowhere now

- `knowledge/a.md`:3 `nix`, missing

### Pages that nothing leads to now

- `knowledge/c.md`

### Outside the pages

- `checks/x`

### Claims

**`knowledge/a.md`**

- **changed** (number, evidence)
  - before: It ran at 40 bar.
  - now: It runs at 45 bar.
  - came from `knowledge/old.md`
  - evidence gained: `sessions/x` turn 3 “at 45 bar”
  - evidence lost: `sources/y#top`

**`knowledge/b.md`**

- **removed** It hums.
- **added** It sings.
  - support: uncited"""
    )


def test_of_one_page_the_text_is_shown_in_a_fence_that_it_cannot_close() -> None:
    told = comparison_as_markdown(compared(page=bare(path="a.md"), lines=("-```", "+````x", " z")))
    assert told.endswith("### Text\n\n``````diff\n-```\n+````x\n z\n``````")
    (fence,) = [token for token in READER.parse(told) if token.type == "fence"]
    assert fence.content == "-```\n+````x\n z\n"


@pytest.mark.parametrize("limit", [600, 2_000, 20_000])
def test_what_does_not_fit_is_counted(limit: int) -> None:
    many = [ClaimChange("added", f"p{n // 9}.md", None, claim(f"It is {n}.")) for n in range(500)]
    told = comparison_as_markdown(compared(*many), limit)
    assert len(told) <= limit
    shown = told.count("**added**")
    found = re.search(r"Left out here: ([\d,]+) more claims", told)
    assert shown + int(found[1].replace(",", "") if found else 0) == 500


def test_long_lists_are_cut() -> None:
    pages = tuple(PageChange(f"p{n}.md", "added") for n in range(150))
    told = comparison_as_markdown(compared(pages=pages))
    assert "- and 50 more" in told
    assert told.count("- added") == 100


@PROPERTY
@given(WORDS, WORDS, WORDS)
def test_no_words_of_a_brain_do_anything(one: str, other: str, path: str) -> None:
    change = ClaimChange(
        "changed", path or "p", claim(one), claim(other), ("number",), (Proof(other or "r", one, 1),), (), origin=one
    )
    found = compared(change, pages=(PageChange(path or "p", "renamed", one or "q"),), limited=other)
    told = comparison_as_markdown(found)
    # headings and places are ours
    assert_inert(re.sub(r"(?m)^## brainwiki: |:\d+ (?=`)", " ", told.replace("“", " ").replace("”", " ")))
    history = PageHistory(
        path or "p",
        one,
        (
            Revised(
                MADE._replace(summary=one, actor=other),
                "edited",
                "a",
                other,
                turns=(Turn("added", (), 0, 0, one, other),),
            ),
        ),
        1,
    )
    assert_inert(re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d", "", history_as_markdown(history).replace("/", " ")))


def test_a_history() -> None:
    assert (
        history_as_markdown(PageHistory("knowledge/a.md", "The A", (OPEN, EDITED), 7))
        == """## The A

`knowledge/a.md`: 7 revisions.

### Not committed yet

- renamed, before `knowledge/b.md`: 2 claims

### 2026-05-02 10:00 `cccccccccc`

A new pressure — `human:anna`

- edited: 2 claims
- **changed** (number)
  - before: 40
  - now: 45
- why

5 older revisions left out."""
    )
    assert history_as_markdown(PageHistory("a.md", "A", (EDITED,), 1, 0, True, True)).endswith(
        "Older revisions are not in this clone."
    )
    assert "`a.md`, which is gone: 1 revision." in history_as_markdown(PageHistory("a.md", "A", (), 1, 0, False, True))


def test_an_unborn_base_has_a_name() -> None:
    assert "From `nothing` to `abc`." in comparison_as_markdown(Comparison("", "abc", (), (), (), ()))
