"""BW122: pages that hold a place and say nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator

from brainwiki.model.finding import Severity
from brainwiki.model.page import Page
from brainwiki.rules.rule import Example, Hit, Rule, View

_FILLER = re.compile(
    r"(?:todo|tbd|tba|fixme|wip|work in progress|coming soon|to be written|to be done|placeholder|stub|content goes here"
    r"|lorem ipsum.*|待创建|待补充|待完善|施工中|準備中|作成中|未記入|執筆中)[\s.!:…。！：-]*",
    re.IGNORECASE | re.DOTALL,
)
_MARKS = re.compile(r"[\s#>*+\-_.…:：。—=~]+")
_LONG = 400  # a longer page says something, whatever it begins with


def _stub(page: Page, view: View) -> Iterator[Hit]:
    """A body that is nothing but headings, rules, comments and filler; a short page is fine."""
    if page.kind not in ("page", "note") or not page.has_front_matter or page.is_unread:
        return
    if len(page.text) - page.body > _LONG or page.links or page.cites:
        return
    words = _without(page)
    if not _MARKS.sub("", words):
        yield Hit(page.body, page.body, "The page says nothing: it has no text of its own.", "no text")
    elif _FILLER.fullmatch(words.strip(" \t\n*_>-[]()")):
        filler = words.strip().splitlines()[0][:40]
        yield Hit(page.body, page.body, f"The page says nothing yet: {filler!r}.", filler)


def _without(page: Page) -> str:
    """The body without headings and comments."""
    spans = [(h.start, h.end) for h in page.headings] + [(r.start, r.end) for r in page.ranges if r.kind == "comment"]
    pieces, at = [], page.body
    for start, end in sorted(spans):
        if start >= at:
            pieces.append(page.text[at:start])
            at = end
    pieces.append(page.text[at:])
    return "\n".join(pieces)


RULES: tuple[Rule, ...] = (
    Rule(
        code="BW122",
        slug="stub-page",
        severity=Severity.BLOCK,
        summary="A page of nothing but headings or filler.",
        why="A stub answers the link and not the question, and whoever counts pages counts it.",
        remedy="Write one sentence that is true, or delete the page; a link to a missing page is more honest.",
        bad=(
            Example("# Title\n\n## Part\n"),
            Example("# Title\n\nTODO\n"),
            Example("Lorem ipsum dolor sit amet, consectetur.\n"),
        ),
        good=(Example("# Title\n\nOne sentence is enough.\n"), Example("# Todo\n\nThe word TODO marks open work.\n")),
        check=_stub,
    ),
)
