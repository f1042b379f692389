"""A comparison and a history as Markdown: everything told, within a limit, and nothing renders, links or calls."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.claims.contradiction import Pair
from brainwiki.claims.difference import ClaimChange
from brainwiki.claims.grounds import Ground
from brainwiki.claims.life import Turn
from brainwiki.claims.support import Proof
from brainwiki.graph.reach import Reach, Reached
from brainwiki.model.finding import Finding, Severity
from brainwiki.review.comparison import Broken, Comparison, PageChange, Reason
from brainwiki.review.history_markdown import history_as_markdown
from brainwiki.review.markdown import MARKER, comparison_as_markdown
from brainwiki.review.revisions import PageHistory, Revised
from brainwiki.review.standing import Standing
from tests.helpers import PROPERTY, bare
from tests.markup.inert import ODD, READER, assert_inert
from tests.review.test_comparison import CHANGED, GONE, NEW, claim, compared
from tests.review.test_revisions import EDITED, MADE, OPEN

WORDS = st.lists(ODD, max_size=20).map("".join)


def test_a_comparison() -> None:
    broken = (Broken("knowledge/a.md", 3, "nix", "missing"),)
    ground = Ground("user", False, "sessions/x", 3, "user")
    told = comparison_as_markdown(
        compared(
            CHANGED,
            GONE,
            NEW,
            broken=broken,
            orphaned=("knowledge/c.md",),
            outside=("checks/x",),
            limited="Many.",
            grounds={CHANGED.gained[0]: ground},
            standings=(Standing("knowledge/a.md", "A", (None, 0.9), (1, 2)),),
            reach=Reach(2, 1, (Reached("knowledge/d.md", "D", 4),)),
            findings=(FINDING, FINDING._replace(severity=Severity.WARN, code="BW602")),
            pairs=(PAIR, PAIR._replace(outcome="changed")),
            risk="high",
            reasons=(Reason("high", "removed", 4, ("a.md", "b.md", "c.md", "d.md")), Reason("high", "limited", 1)),
        )
    )
    assert told == EXPECTED


FINDING = Finding("wiki/a.md", 3, 1, "BW603", "x", Severity.BLOCK, 3, 9, "Lost [[x]].", "r", None, "s")
PAIR = Pair("open", "knowledge/a.md", claim("It is 4."), claim("It is 5."), (), (CHANGED.gained[0],), ("number",))
EXPECTED = """<!-- brainwiki:diff -->
## brainwiki: 3 claims on 2 pages: 1 added, 1 changed (1 number), 1 removed; evidence: 1 gained, 2 lost; 1 link broken; \
1 page orphaned; reaches 3 pages; 1 BLOCK, 1 WARN

From `bbbbbbbbbb` to `hhhhhhhhhh`.

**Risk: high**

- high: 4 claims removed without becoming history (`a.md`, `b.md`, `c.md` …)
- high: too many claims to compare one by one

Limited: Many.

### What blocks

- BW603 `wiki/a.md`:3 Lost `[[x]]`.

### Claims against each other

- `knowledge/a.md` both stand (number)
  - active: It is <del>4</del>.
  - incoming: It is <ins>5</ins>.
    - `sessions/x` turn 3 (the user) “at 45 bar”, **the quote does not stand there**

### Pages

| page | claims | evidence | confidence | sources |
|---|---|---|---|---|
| renamed `knowledge/a.md`, before `knowledge/old.md` | 1 changed | 1 gained, 1 lost | none → 0.9 | 1 → 2 |
| edited `knowledge/b.md` | 1 removed, 1 added | 1 lost |  |  |

Reach: 2 pages at one step, 1 at two. Best linked: `knowledge/d.md` (4 pages)

### Links that lead nowhere now

- `knowledge/a.md`:3 `nix`, missing

### Pages that nothing leads to now

- `knowledge/c.md`

### Outside the pages

- `checks/x`

<details>
<summary>1 WARN</summary>

- BW602 `wiki/a.md`:3 Lost `[[x]]`.

</details>

<details>
<summary><code>knowledge/a.md</code> 1 claim</summary>

- **changed** (number, evidence), asserted before, verifiable now
  - before: It <del>ran</del> at <del>40</del> bar.
  - now: It <ins>runs</ins> at <ins>45</ins> bar.
  - came from `knowledge/old.md`
  - evidence gained: `sessions/x` turn 3 (the user) “at 45 bar”, **the quote does not stand there**
  - evidence lost: `sources/y#top`

</details>

<details>
<summary><code>knowledge/b.md</code> 2 claims</summary>

- **removed**, uncited: It hums.
  - evidence lost: `z`
- **added**, uncited: It sings.

</details>"""


def test_exchanged_evidence_is_told_as_such() -> None:
    gained, lost = CHANGED.gained[0], CHANGED.lost[0]
    told = comparison_as_markdown(compared(CHANGED._replace(retargeted=((lost, gained),))))
    assert "  - evidence exchanged: `sources/y#top`; now `sessions/x` turn 3 “at 45 bar”\n" in told
    assert "evidence gained" not in told
    assert "evidence lost" not in told


def test_where_nothing_is_to_decide_the_risk_says_so() -> None:
    assert "**Risk: low**, nothing to decide" in comparison_as_markdown(compared())


def test_a_bar_in_a_name_ends_no_cell() -> None:
    told = comparison_as_markdown(compared(pages=(PageChange("a|b.md", "edited"),)))
    assert "| edited `a\\|b.md` |  |  |  |  |" in told


def test_a_long_text_is_cut_with_its_marks_whole() -> None:
    long = ClaimChange("changed", "a.md", claim("a " * 400 + "old"), claim("a " * 400 + "new"))
    told = comparison_as_markdown(compared(long))
    assert told.count("<ins>") == told.count("</ins>")
    assert len(max(told.splitlines(), key=len)) < 1000


def test_the_marker_of_a_stranger_is_no_marker() -> None:
    told = comparison_as_markdown(compared(ClaimChange("added", f"{MARKER}.md", None, claim(f"{MARKER} @all"))))
    assert told.startswith(f"{MARKER}\n")
    assert not [line for line in told.splitlines()[1:] if line.startswith(MARKER)]
    assert next(token.content for token in READER.parse(told) if token.type == "html_block").strip() == MARKER


def test_of_one_page_the_text_is_shown_in_a_fence_that_it_cannot_close() -> None:
    told = comparison_as_markdown(compared(page=bare(path="a.md"), lines=("-```", "+````x", " z")))
    assert told.endswith("### Text\n\n``````diff\n-```\n+````x\n z\n``````")
    (fence,) = [token for token in READER.parse(told) if token.type == "fence"]
    assert fence.content == "-```\n+````x\n z\n"


@pytest.mark.parametrize("limit", [900, 2_000, 20_000])
def test_what_does_not_fit_is_counted(limit: int) -> None:
    many = [ClaimChange("added", f"p{n // 9}.md", None, claim(f"It is {n}.")) for n in range(500)]
    told = comparison_as_markdown(compared(*many), limit)
    assert len(told) <= limit
    assert told.count("<details>") == told.count("</details>")
    shown = told.count("**added**")
    found = re.search(r"Left out here: ([\d,]+) more claims", told)
    assert shown + int(found[1].replace(",", "") if found else 0) == 500


def test_long_lists_are_cut() -> None:
    pages = tuple(PageChange(f"p{n}.md", "added") for n in range(150))
    told = comparison_as_markdown(compared(pages=pages))
    assert "| and 50 more |" in told
    assert told.count("| added") == 100


def test_names_without_end_are_cut_too() -> None:
    wide = tuple(Broken("a" * 290, 3, "b" * 190, "missing") for _ in range(200))
    told = comparison_as_markdown(compared(broken=wide), 8_000)
    assert len(told) <= 8_000
    assert told.endswith("More is left out here; `brainwiki diff` shows all.")


def blocks_of(told: str) -> list[str]:
    """The comment without what is ours in every one: marks of words, folds, headings, the table's frame and places."""
    for token in READER.parse(told):
        if token.type == "html_block":
            own = r"</?details>\n?|<summary>(?:<code>[^<>]*</code> )?[\d,]+ (?:claims?|WARN)</summary>\n?"
            assert re.sub(own, "", token.content) == "", token
        for inline in token.children or ():
            assert inline.type != "html_inline" or inline.content in ("<del>", "</del>", "<ins>", "</ins>"), inline
    told = re.sub(r"</?(?:ins|del)>", " ", told)
    told = re.sub(r"(?m)^</?details>$|^<summary>.*</summary>$|^### |^\|[-|]+\|$", "", told)
    told = re.sub(r"(?m)^\| | \|(?= |$)|:\d+ (?=`)|(?<=\d) → (?=\d)", " ", told)
    return told.replace("“", " ").replace("”", " ").split("\n\n")


@PROPERTY
@given(WORDS, WORDS, WORDS)
def test_no_words_of_a_brain_do_anything(one: str, other: str, path: str) -> None:
    change = ClaimChange(
        "changed", path or "p", claim(one), claim(other), ("number",), (Proof(other or "r", one, 1),), (), origin=one
    )
    found = compared(change, pages=(PageChange(path or "p", "renamed", one or "q"),), limited=other)
    told = comparison_as_markdown(found)
    marker, _, rest = told.split("\n", 2)
    assert marker == MARKER
    for block in blocks_of(rest):
        assert_inert(block)
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
