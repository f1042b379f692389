"""BW3xx: cites, sources, and the quotes that tie them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from brainwiki.model.evidence import is_quoted, located
from brainwiki.model.finding import Severity
from brainwiki.model.names import Nearby
from brainwiki.model.page import Page, Source
from brainwiki.rules.rule import Example, Hit, Rule, View, from_problem


def _cite_without_source(page: Page, view: View) -> Iterator[Hit]:
    known = page.source_ids
    if page.cited_ids <= known:
        return
    nearby = Nearby(known, 200)
    for cite in page.cites:
        for source_id in cite.ids:
            if source_id not in known:
                hint = nearby.near(source_id)
                remedy = f"Did you mean {hint[0]}?" if hint else ""
                what = (
                    f"[^{source_id}] has no definition"
                    if cite.form == "footnote"
                    else f"[cite:{source_id}] has no entry in `sources`"
                )
                yield Hit(cite.start, cite.end, f"{what}.", source_id, remedy)


def _entry(page: Page, source: Source) -> tuple[int, int]:
    """The span by which a finding shows an evidence entry."""
    return source.start, source.start + max(1, len(source.id))


def _never_cited(page: Page, view: View) -> Iterator[Hit]:
    if not page.sources or page.kind in ("proposal", "session") or page.is_unread:
        return
    used = page.cited_ids
    if page.source_ids <= used:
        return
    for source in page.sources:
        if source.id and source.id not in used:
            yield Hit(*_entry(page, source), f"Source {source.id} is never cited on this page.", source.id)


def _duplicate_id(page: Page, view: View) -> Iterator[Hit]:
    if len(page.source_ids) == len(page.sources):
        return
    seen: dict[str, Source] = {}
    for source in page.sources:
        if source.id and source.id in seen:
            line = page.place(seen[source.id].start)[0]
            yield Hit(
                *_entry(page, source), f"The source id {source.id} is used twice: first in line {line}.", source.id
            )
        seen.setdefault(source.id, source)


def _unresolved(page: Page, view: View) -> Iterator[Hit]:
    for source, evidence in located(view.wiki, page):
        if evidence.place == "broken":
            yield Hit(
                *_entry(page, source),
                f"Source {source.id} leads nowhere: {source.resource}: {evidence.reason}.",
                f"{source.id} {source.resource}",
            )


def _not_quoted(page: Page, view: View) -> Iterator[Hit]:
    for source, evidence in located(view.wiki, page):
        if source.quote and is_quoted(view.wiki, evidence, source.quote) is False:
            mark = page.marks.get(("sources", source.position, "quote"))
            start = mark.start if mark else source.start
            yield Hit(
                start,
                start + len(source.quote),
                f"The quote of source {source.id} does not stand in {source.resource}.",
                f"{source.id} {source.quote[:80]}",
            )


def _one_session(page: Page, view: View) -> Iterator[Hit]:
    """Pages all of whose evidence comes from one session."""
    if page.kind != "page":
        return
    found = [evidence for _, evidence in located(view.wiki, page)]
    sessions = {evidence.path for evidence in found}
    if found and len(sessions) == 1 and all(evidence.place in ("turn", "session") for evidence in found):
        (only,) = sessions
        yield Hit(0, 0, f"All evidence of the page comes from one session: {view.wiki.pages[only].id}.", only)


def _circular(page: Page, view: View) -> Iterator[Hit]:
    """Evidence that is the page itself, or a page that cites this one back; sources may be their own."""
    if page.kind == "source":
        return
    cites_back: dict[str, bool] = {}
    for source, evidence in located(view.wiki, page):
        other = view.wiki.pages.get(evidence.path)
        if other is None or evidence.place not in ("page", "lines") or other.kind == "source":
            continue
        if other.path not in cites_back:
            cites_back[other.path] = any(back.path == page.path for _, back in located(view.wiki, other))
        if other.path == page.path:
            yield Hit(*_entry(page, source), f"Source {source.id} is the page itself.", source.id)
        elif cites_back[other.path]:
            yield Hit(
                *_entry(page, source), f"Source {source.id} is {other.id}, which cites this page in turn.", source.id
            )


_REPORT = {"sources/report.md": "---\ntype: source\ntitle: Report\n---\n# Report\n\nThe pump runs at 40 bar.\n"}


def _cited(sources: str, body: str, note: str = "") -> Example:
    head = "---\ntype: concept\ntitle: Pump\ndescription: d\n"
    return Example(f"{head}{sources}---\n{body}", note, wrap=False, files=_REPORT)


_ONE = "sources:\n  - id: 1\n    resource: sources/report\n    quote: runs at 40 bar\n"
_GOOD = (_cited(_ONE, "The pump runs at 40 bar. [cite:1]\n"),)


def _mutual(resource: str) -> Example:
    """A page that cites `knowledge/other`, which cites `resource`."""
    other = f"---\ntype: concept\ntitle: Other\ndescription: d\nsources:\n  - id: 1\n    resource: {resource}\n---\nIt runs. [cite:1]\n"
    example = _cited("sources:\n  - id: 1\n    resource: knowledge/other\n", "The pump runs. [cite:1]\n")
    return replace(example, files={**_REPORT, "knowledge/other.md": other})


def _talk(second: str) -> Example:
    """A page that cites two turns of a session, or a turn and something else."""
    example = _cited(
        f"sources:\n  - id: 1\n    resource: sessions/2026-05-02-x-a#turn-2\n  - id: 2\n    resource: {second}\n",
        "It runs. [cite:1] It is blue. [cite:2]\n",
    )
    session = "---\ntype: session\ntitle: Talk\nstarted: 2026-05-02T09:00:00Z\nturns: 2\n---\nA talk.\n"
    turns = "".join(f'{{"turn": {n}, "role": "user", "at": "2026-05-02T09:00:00Z", "text": "x"}}\n' for n in (1, 2))
    folder = "sessions/2026-05-02-x-a"
    return replace(example, files={f"{folder}/session.md": session, f"{folder}/transcript.jsonl": turns})


RULES: tuple[Rule, ...] = (
    Rule(
        "BW301",
        "cite-without-source",
        Severity.BLOCK,
        "A cite whose id is not in `sources`.",
        "The claim looks proven and nobody can say by what.",
        "Add the source to the front matter, or correct the id.",
        bad=(_cited(_ONE, "The pump runs at 40 bar. [cite:1] It is blue. [cite:2]\n"),),
        good=_GOOD,
        check=_cite_without_source,
    ),
    Rule(
        "BW302",
        "source-never-cited",
        Severity.WARN,
        "A source that no sentence of the page cites.",
        "Either a claim lost its cite, or the entry is a left-over.",
        "Cite it where it is relied on, or remove the entry.",
        bad=(_cited(_ONE + "  - id: 2\n    resource: sources/report\n", "The pump runs at 40 bar. [cite:1]\n"),),
        good=_GOOD,
        check=_never_cited,
    ),
    Rule(
        "BW303",
        "duplicate-source-id",
        Severity.BLOCK,
        "Two sources of a page with one id.",
        "A cite then points to two things at once.",
        "Give each entry an id of its own.",
        bad=(_cited(_ONE + "  - id: 1\n    resource: sources/report\n", "The pump runs at 40 bar. [cite:1]\n"),),
        good=_GOOD,
        check=_duplicate_id,
    ),
    Rule(
        "BW304",
        "resource-not-found",
        Severity.BLOCK,
        "A source whose resource does not resolve: page, session, turn, lines or commit.",
        "The way down from the claim to the record ends in nothing.",
        "Correct the resource; `brainwiki why` shows where each one leads.",
        bad=(
            _cited("sources:\n  - id: 1\n    resource: sources/reprot\n", "The pump runs. [cite:1]\n"),
            _cited(
                "sources:\n  - id: 1\n    resource: sources/report#L90\n    quote: runs at 40 bar\n",
                "The pump runs. [cite:1]\n",
            ),
        ),
        good=_GOOD,
        scope="wiki",
        check=_unresolved,
    ),
    Rule(
        "BW305",
        "quote-not-found",
        Severity.BLOCK,
        "A quote that does not stand in its resource.",
        "A quote is what makes a cite checkable; one that cannot be found proves nothing.",
        "Copy the exact words from the resource; case and punctuation count, white space and character width do not.",
        bad=(
            _cited(
                "sources:\n  - id: 1\n    resource: sources/report\n    quote: runs at 400 bar\n",
                "The pump runs. [cite:1]\n",
            ),
        ),
        good=_GOOD,
        scope="wiki",
        check=_not_quoted,
    ),
    Rule(
        "BW307",
        "foreign-cite",
        Severity.BLOCK,
        "A citation in another tool's form, or one that a formatter mangled.",
        "It is not read as evidence; a claim may have lost its only proof to an automatic fix.",
        "Write `[cite:1]` or `[cite:1,3]`, with ids of this page's `sources`.",
        bad=(
            _cited(
                _ONE,
                "The pump runs at 40 bar. [cite:1] It [hums](cite:1). It is [[cite:1]] blue [cite: 1, 2].\n",
                "four broken forms",
            ),
            _cited("", "A Markdown footnote.[^1]\n\n[^1]: A report.\n"),
        ),
        good=_GOOD,
        integrity=True,
        problem="foreign-cite",
        check=from_problem("foreign-cite", lambda page, words: f"This is not a cite of this format: {words[0]}."),
    ),
    Rule(
        code="BW308",
        slug="one-session",
        severity=Severity.WARN,
        summary="A page that rests on a single session.",
        why="What was said once may have been a mood or a mistake; a second session makes it a habit.",
        remedy="Add evidence from elsewhere when there is some; until then read the page as a first impression.",
        bad=(_talk("sessions/2026-05-02-x-a#turn-1"),),
        good=(_talk("https://example.org/a"),),
        scope="wiki",
        check=_one_session,
    ),
    Rule(
        code="BW309",
        slug="circular-evidence",
        severity=Severity.BLOCK,
        summary="A page that cites itself, or one that cites it back.",
        why="Two pages that vouch for one another prove nothing, and a memory that feeds on itself grows surer without learning.",
        remedy="Cite what both pages go back to: a session, a source, a commit.",
        bad=(
            _cited("sources:\n  - id: 1\n    resource: knowledge/example\n", "The pump runs. [cite:1]\n"),
            _mutual("knowledge/example"),
        ),
        good=(_mutual("sources/report"),),
        scope="wiki",
        check=_circular,
    ),
)
