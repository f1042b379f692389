"""BW4xx: what is past its date, out of use, or kept as history."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

from brainwiki.model.affected import same_field
from brainwiki.model.finding import Severity
from brainwiki.model.page import Page
from brainwiki.model.wiki import Wiki
from brainwiki.rules.families.matter import instant, is_date
from brainwiki.rules.rule import Example, Hit, Rule, View

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}$")
_LOST = {"escape": "leaves the brain", "outside": "is no page of the brain"}
_HIDDEN = frozenset({"code", "fence", "comment", "html"})
_HISTORY = re.compile(r"^[ \t>]*(?:[-*+]|[0-9]{1,9}[.)])[ \t]+(\(until\b([^)\n]{0,80})\)?)", re.MULTILINE)


def _stale(page: Page, view: View) -> Iterator[Hit]:
    """A page whose date has passed at the instant of the run."""
    value = page.text_of("stale_after")
    limit = instant(value)
    if limit is not None and limit <= view.now:
        start = page.marks[("stale_after",)].start
        yield Hit(start, start + len(value), f"The page is stale since {limit.date().isoformat()}.", value)


def _replaced(wiki: Wiki) -> Iterator[Page]:
    """Pages that something took the place of, or should have."""
    return (page for page in wiki if page.status == "deprecated" or "superseded_by" in page.brief)


def _without_successor(page: Page, view: View) -> Iterator[Hit]:
    name = page.successor
    if name:
        target = view.wiki.resolve_name(page.path, name)
        if target.path is None:
            start = page.marks[("superseded_by",)].start
            why = f"names {len(target.paths)} pages" if target.paths else _LOST.get(target.tier, "names nothing")
            message = f"The successor {page.text_of('superseded_by')} {why}."
            yield Hit(
                start, start + 1, message, f"successor {name}", "Name a page that exists by path, file name or title."
            )
    elif page.status == "deprecated" and page.brief.get("superseded_by", "") == "":
        mark = page.marks.get(("status",))
        start = mark.start if mark else 0
        yield Hit(
            start,
            start + len("deprecated"),
            "The page is deprecated and names nothing that took its place.",
            "successor",
        )


def successor(page: Page, view: View) -> str | None:
    """The path of the page that took this one's place, where it names one that exists."""
    name = page.successor
    path = view.wiki.resolve_name(page.path, name).path if name else None
    return path if path in view.wiki.pages else None


def _circles(view: View) -> Iterator[Hit]:
    """Each circle of successors is told once, at its first page."""
    done: set[str] = set()
    for page in view.wiki:
        trail: dict[str, None] = {}
        at: str | None = page.path
        while at is not None and at not in done and at not in trail:
            trail[at] = None
            at = successor(view.wiki.pages[at], view)
        if at is not None and at in trail:
            circle = list(trail)
            circle = circle[circle.index(at) :]
            first = min(circle)
            turn = circle.index(first)
            circle = circle[turn:] + circle[:turn]
            names = " → ".join(view.wiki.pages[path].id for path in (*circle, circle[0]))
            start = view.wiki.pages[first].marks[("superseded_by",)].start
            yield Hit(
                start, start + 1, f"The successors go in a circle: {names}.", " ".join(sorted(circle)), path=first
            )
        done.update(trail)


def _history(page: Page, view: View) -> Iterator[Hit]:
    """History items that lack their date or their evidence; where the body was not read, nobody can say."""
    if "(until" not in page.text or page.is_unread:
        return
    claims = [claim.start for claim in page.claims]
    for match in _HISTORY.finditer(page.text, page.body):
        start, end = match.span(1)
        if page.inside(start, _HIDDEN):
            continue
        line_end = page.text.find("\n", end)
        first = bisect_left(claims, start)
        if not is_date(match[2].strip()):
            lack = "ends on a day that does not exist" if _DAY.match(match[2].strip()) else "has no date"
            yield Hit(start, end, f"The history item {lack}: {match[1]!r}.", match[1])
        elif first == len(claims) or 0 <= line_end <= claims[first]:
            yield Hit(start, end, "The history item names no evidence.", match[1])


def _page(title: str, more: str) -> str:
    return f"---\ntype: concept\ntitle: {title}\ndescription: d\n{more}---\nText.\n"


def _whole(more: str, body: str = "Text.\n", note: str = "") -> Example:
    return Example(f"---\ntype: concept\ntitle: Example\ndescription: d\n{more}---\n{body}", note, wrap=False)


_SOURCE = "sources:\n  - id: 1\n    resource: https://example.org/a\n"

RULES: tuple[Rule, ...] = (
    Rule(
        code="BW401",
        slug="stale-page",
        severity=Severity.WARN,
        summary="A page that is past its `stale_after`.",
        why="Its writer said how long it may be trusted unread; that time is over.",
        remedy="Check the page against its evidence, then set a new date or mend it.",
        bad=(_whole("stale_after: 2020-01-01T00:00:00Z\n"),),
        good=(_whole("stale_after: 2999-01-01T00:00:00Z\n"),),
        scope="wiki",
        among=lambda wiki: (page for page in wiki if "stale_after" in page.brief),
        check=_stale,
    ),
    Rule(
        code="BW402",
        slug="no-successor",
        severity=Severity.WARN,
        summary="A deprecated page without a successor, or a successor that is not there.",
        why="A reader learns that it no longer holds and not what does.",
        remedy='Add `superseded_by: "[[page]]"`; where nothing took its place, say so in the page and suppress this.',
        bad=(
            _whole("status: deprecated\n"),
            _whole('status: deprecated\nsuperseded_by: "[[nwe]]"\n', note="no page of that name"),
        ),
        good=(
            Example(
                _page("Example", 'status: deprecated\nsuperseded_by: "[[new]]"\n'),
                wrap=False,
                files={"knowledge/new.md": _page("New", "")},
            ),
        ),
        scope="wiki",
        among=_replaced,
        check=_without_successor,
    ),
    Rule(
        code="BW403",
        slug="successor-circle",
        severity=Severity.BLOCK,
        summary="Pages that name one another as successors in a circle.",
        why="Whoever follows them never arrives at what holds.",
        remedy="Decide which page is current, and remove its `superseded_by`.",
        bad=(
            Example(
                _page("Example", 'superseded_by: "[[other]]"\n'),
                wrap=False,
                files={"knowledge/other.md": _page("Other", 'superseded_by: "[[example]]"\n')},
            ),
        ),
        good=(
            Example(
                _page("Example", 'superseded_by: "[[other]]"\n'),
                wrap=False,
                files={"knowledge/other.md": _page("Other", "")},
            ),
        ),
        scope="wiki",
        spared=lambda change: same_field(change, ("superseded_by",)),
        check_wiki=_circles,
    ),
    Rule(
        code="BW404",
        slug="bare-history",
        severity=Severity.BLOCK,
        summary="A history item without its date or its evidence.",
        why="History is kept so that a reader can see since when something holds and how it was known before.",
        remedy="Write `- (until 2026-05-02) What held before. [cite:1]`.",
        bad=(
            _whole(_SOURCE, "- It is blue. [cite:1]\n    - (until spring) It was red. [cite:1]\n"),
            _whole(_SOURCE, "- It is blue. [cite:1]\n    - (until 2026-05-02) It was red.\n"),
        ),
        good=(_whole(_SOURCE, "- It is blue. [cite:1]\n    - (until 2026-05-02) It was red. [cite:1]\n"),),
        check=_history,
    ),
)
