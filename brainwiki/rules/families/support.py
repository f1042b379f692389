"""BW3xx and BW408 on what evidence is worth: has it changed, is it older than what it replaced, does a confidence rest on any."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from brainwiki.model.evidence import Evidence, digest_of, is_quoted, is_sealed, located
from brainwiki.model.finding import Severity
from brainwiki.model.page import Claim, Page, Source
from brainwiki.model.wiki import Wiki
from brainwiki.rules.families.matter import instant, is_date
from brainwiki.rules.rule import Example, Hit, Rule, View

_DIGEST = re.compile(r"sha256:([0-9a-fA-F]{16,64})$")
_SHOWN = 40  # characters of a value that a message shows
_Entry = tuple[Source, Evidence]


def _changed(page: Page, view: View) -> Iterator[Hit]:
    """Entries whose digest is not that of what they cite now; a quote that still stands there makes it mild."""
    for source, evidence in located(view.wiki, page) if any(source.digest for source in page.sources) else ():
        given = _DIGEST.match(source.digest)
        if not source.digest or given and is_sealed(view.wiki, evidence, f"sha256:{given[1].lower()}") is not False:
            continue
        mark = page.marks.get(("sources", source.position, "digest"))
        start = mark.start if mark else source.start
        if given is None:
            message = f"The digest of source {source.id} has no known form: {source.digest[:_SHOWN]!r}."
            remedy = "Write `sha256:` and at least 16 hex digits, or leave it out."
            yield Hit(start, start + len(source.digest), message, f"{source.id} form", remedy, mild=True)
        else:
            stands = bool(source.quote) and is_quoted(view.wiki, evidence, source.quote) is True
            but = "; the quote still stands there" if stands else ""
            message = f"Source {source.id} has changed since it was cited: {source.resource}{but}."
            yield Hit(start, start + len(source.digest), message, f"{source.id} {source.resource}", mild=stands)


class _Date(NamedTuple):
    """When a piece of evidence dates from: a day `YYYY-MM-DD` or an instant; the session that it stands in, if in one; and
    whether the date only says when it was written down."""

    at: str | datetime
    session: str = ""
    loose: bool = False


def _backwards(page: Page, view: View) -> Iterator[Hit]:
    """Current claims all of whose evidence is older than some of a claim which they replaced; told once for each."""
    entries = {source.id: (source, evidence) for source, evidence in reversed(located(view.wiki, page))}
    claims: dict[str, Claim] = {}
    told: set[str] = set()
    for claim, ids, old in page.history:
        mine, its = [entries.get(one) for one in ids], [entries.get(one) for one in old]
        if claim in told or not _may_be_later(view.wiki, its, mine):
            continue
        ends, dates = _ends(_known(view.wiki, mine)), _known(view.wiki, its)
        later = [date for date in dates if _is_later(date, ends)]
        if later:
            told.add(claim)
            claims = claims or {one.id: one for one in reversed(page.claims)}
            current = claims[claim]
            days = f"{max(map(_shown, ends.ats))}; what it replaced rests on evidence of {max(_shown(one.at) for one in later)}"
            mild = len(later) < len(dates) or ends.loose or any(one.loose for one in later)
            yield Hit(
                current.start, current.end, f"The claim rests on evidence of {days}.", current.text[:80], mild=mild
            )


def _may_be_later(wiki: Wiki, its: list[_Entry | None], mine: list[_Entry | None]) -> bool:
    """Whether evidence can be later than other, told from sessions as wholes: few transcripts have to be read."""
    sessions = {entry[1].path: wiki.pages[entry[1].path] for entry in mine if entry and _in_session(wiki, entry[1])}
    starts = [moment for moment in (instant(page.text_of("started")) for page in sessions.values()) if moment]
    begin = max(starts, default=None)
    for entry in its:
        if entry is None or not _in_session(wiki, entry[1]):
            return True
        end = instant(wiki.pages[entry[1].path].text_of("ended"))
        if entry[1].path not in sessions and (begin is None or end is None or end > begin):
            return True
    return False


def _in_session(wiki: Wiki, evidence: Evidence) -> bool:
    page = wiki.pages.get(evidence.path)
    return page is not None and page.kind == "session"


def _dated(wiki: Wiki, entry: _Entry) -> _Date | None:
    """The date of an evidence entry, None where it is unknown."""
    source, evidence = entry
    page = wiki.pages.get(evidence.path)
    if page is not None and page.kind == "session":
        transcript = wiki.transcripts.get(page.id)
        turn = transcript.by_number.get(evidence.turn) if transcript else None
        return _date(turn.at if turn and turn.at else page.text_of("started"), page.path)
    if source.at or page is None or page.kind != "source":
        return _date(source.at)
    declared = page.text_of("at") or page.text_of("published")
    generated = page.meta.get("generated")
    if declared or not isinstance(generated, dict):
        return _date(declared)
    return _date(str(generated.get("at", "")), loose=True)


def _date(value: str, session: str = "", loose: bool = False) -> _Date | None:
    moment = instant(value)
    if moment is not None:
        return _Date(moment, session, loose)
    counts = is_date(value) and "1000" < value < "9000"  # hours are added to it
    return _Date(value, session, loose) if counts else None


def _known(wiki: Wiki, entries: Iterable[_Entry | None]) -> list[_Date]:
    """The dates of evidence entries; none at all where one of them is unknown."""
    found = [_dated(wiki, entry) if entry else None for entry in entries]
    known = [date for date in found if date is not None]
    return known if len(known) == len(found) else []


class _Ends(NamedTuple):
    """Where the evidence of a claim ends in time: its newest day and newest instant, its sessions, and whether any is loose."""

    ats: tuple[str | datetime, ...]
    sessions: frozenset[str]
    loose: bool


def _ends(dates: list[_Date]) -> _Ends:
    days = [date.at for date in dates if isinstance(date.at, str)]
    moments = [date.at for date in dates if isinstance(date.at, datetime)]
    ats = (*([max(days)] if days else ()), *([max(moments)] if moments else ()))
    return _Ends(ats, frozenset(date.session for date in dates), any(date.loose for date in dates))


def _is_later(date: _Date, ends: _Ends) -> bool:
    """Whether a date comes after all of some; in one conversation the old state may well be told after the new one."""
    if not ends.ats or date.session and date.session in ends.sessions:
        return False
    return all(_before(at, date.at) for at in ends.ats)


def _before(one: str | datetime, other: str | datetime) -> bool:
    """Whether one date comes before another, wherever on earth a bare day was meant."""
    if isinstance(one, str) and isinstance(other, str):
        return one < other
    if isinstance(one, str):
        one = _midnight(one) + timedelta(hours=36)  # where the day ends last
    if isinstance(other, str):
        other = _midnight(other) - timedelta(hours=14)  # where the day begins first
    return one < other


def _midnight(day: str) -> datetime:
    return datetime.fromisoformat(day).replace(tzinfo=UTC)


def _shown(at: str | datetime) -> str:
    return at if isinstance(at, str) else at.isoformat(timespec="minutes")


def _confidence(page: Page, view: View) -> Iterator[Hit]:
    """A confidence that is none, or one that nothing on its page bears out."""
    if "confidence" not in page.meta:
        return
    value = page.meta["confidence"]
    if page.confidence is None:
        shown = repr(value[:_SHOWN]) if isinstance(value, str) and value else "empty" if not value else "not one value"
        words = sorted(view.wiki.dialect.confidence_words)
        remedy = f"Write a number from 0 to 1, or one of {', '.join(words)}." if words else ""
        start = _place_of_confidence(page)
        yield Hit(start, start + 1, f"The confidence is {shown}; it must be a number from 0 to 1.", "form", remedy)
        return
    used = page.cited_ids
    if page.kind in ("page", "note") and not page.is_unread and not any(source.id in used for source in page.sources):
        message = (
            f"The confidence of {page.text_of('confidence')} rests on nothing: no sentence of the page cites a source."
        )
        start = _place_of_confidence(page)
        yield Hit(start, start + 1, message, "no evidence", "Cite what makes you so sure, or take the confidence out.")


def _place_of_confidence(page: Page) -> int:
    mark = page.marks.get(("confidence",))
    return mark.start if mark else 0


_TEXT = "The pump runs at 40 bar.\n"
_REPORT = f"---\ntype: source\ntitle: Report\npublished: 2026-05-02\n---\n{_TEXT}"


def _cited(more: str, body: str = "The pump runs. [cite:1]\n", note: str = "") -> Example:
    head = "---\ntype: concept\ntitle: Pump\ndescription: d\n"
    return Example(f"{head}{more}---\n{body}", note, wrap=False, files={"sources/report.md": _REPORT})


def _sealed(text: str, quote: str = "") -> Example:
    """A page that cites a report of which it keeps the digest of `text`."""
    seal = f"    digest: {digest_of(text)[:23]}\n"
    return _cited("sources:\n  - id: 1\n    resource: sources/report\n" + quote + seal)


def _replaced(now: str, before: str) -> Example:
    """A claim and the one that it replaced, each with the day of its evidence."""
    sources = "".join(
        f"  - id: {n}\n    resource: https://example.org/{n}\n    at: {day}\n" for n, day in ((1, before), (2, now))
    )
    body = "- It runs at 40 bar. [cite:2]\n    - (until 2026-05-02) It ran at 30 bar. [cite:1]\n"
    return _cited(f"sources:\n{sources}", body)


_ONE = "sources:\n  - id: 1\n    resource: sources/report\n"

RULES: tuple[Rule, ...] = (
    Rule(
        code="BW310",
        slug="evidence-changed",
        severity=Severity.BLOCK,
        summary="Evidence that is not what it was when it was cited.",
        why="The digest was taken of the words that were read; what stands there now may say something else.",
        remedy="Read the evidence again; where it still bears the claim, take a new digest, else mend the claim.",
        bad=(_sealed("The pump runs at 30 bar.\n"),),
        good=(_sealed(_TEXT),),
        scope="wiki",
        among=lambda wiki: (page for page in wiki if any(source.digest for source in page.sources)),
        check=_changed,
    ),
    Rule(
        code="BW311",
        slug="older-evidence",
        severity=Severity.BLOCK,
        summary="A current claim whose evidence is older than that of the claim it replaced.",
        why="Then the older record has won over the newer one, mostly because a source was read late.",
        remedy="Put what the newer evidence says first, or cite what made the older one right again.",
        bad=(_replaced("2026-03-01", "2026-04-01"),),
        good=(_replaced("2026-05-02", "2026-04-01"),),
        scope="wiki",
        among=lambda wiki: (page for page in wiki if page.history),
        check=_backwards,
    ),
    Rule(
        code="BW408",
        slug="empty-confidence",
        severity=Severity.BLOCK,
        summary="A confidence outside 0 to 1, or on a page that cites no source.",
        why="Ranking and review go by this number; with nothing under it, it is a feeling.",
        remedy="Write a number from 0 to 1, such as `confidence: 0.8`.",
        bad=(
            _cited("confidence: 0.9\n", "The pump runs.\n"),
            _cited(f"confidence: 1.5\n{_ONE}"),
            _cited(f"confidence: high\n{_ONE}", note="a word where the format has a number"),
        ),
        good=(_cited(f"confidence: 0.9\n{_ONE}"),),
        check=_confidence,
    ),
)
