"""The health of the brain: what the check finds, how far the evidence carries, what is to be looked at, what nothing leads to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from brainwiki.model.finding import Finding, Severity
from brainwiki.model.names import fold, slug
from brainwiki.model.page import Page
from brainwiki.rules.register import BY_CODE
from brainwiki.site.output import PageOutput, Part
from brainwiki.site.pages.evidence import Support
from brainwiki.site.pages.facts import version_of
from brainwiki.site.sections.charts import Bars, Columns, bars, by_time, columns
from brainwiki.site.sections.room import Room
from brainwiki.site.sections.survey import BANDS
from brainwiki.site.urls import by_title, relative

MAX_FILES = 20  # files that are named of one rule
MAX_LINES = 8  # lines that are named of one file
MAX_LISTED = 50  # pages that a list names
MAX_BARS = 12
SUPPORT: tuple[tuple[Support, str], ...] = (
    ("quoted", "good"),
    ("readable", "link"),
    ("unreadable", "soft"),
    ("asserted", "soft"),
    ("misquoted", "missing"),
    ("broken", "missing"),
)
CONTESTED = ("BW405", "BW311")  # two current values of one thing; evidence older than that of the claim it replaced


class Place(NamedTuple):
    """A page with what there is to say of it: title, link, language, small print, and the instant that it is about."""

    title: str
    href: str
    language: str
    note: str = ""
    at: str = ""


class Places(NamedTuple):
    """A list of pages: its heading, the sentence under it, the first of them, how many there are."""

    anchor: str
    title: str
    lead: str
    places: tuple[Place, ...]
    size: int


class RuleCount(NamedTuple):
    """The findings of one rule: code, slug, severity, what it finds, how many; the files that may be named; the findings in others."""

    code: str
    slug: str
    severity: str
    summary: str
    total: int
    files: tuple[Place, ...]
    more: int
    hidden: int


class Health(NamedTuple):
    """The page: figures as (value, words), findings by rule, plots and lists."""

    figures: tuple[tuple[str, str], ...]
    rules: tuple[RuleCount, ...]
    block: int
    warn: int
    silenced: int
    support: Bars
    ages: Columns
    undated: int
    sources: Bars
    confidence: Bars
    tiers: Bars
    check: Places
    lists: tuple[Places, ...]


def outputs(room: Room) -> Iterator[PageOutput]:
    """The page of the brain's health."""
    base = room.site.addresses.listings.get("health")
    if base is not None:
        yield PageOutput(base, _key(room), partial(_part, room, base))


def _key(room: Room) -> str:
    """All published pages and what their evidence leads to, and what the check found."""
    wiki, report = room.site.wiki, room.report
    findings = [(one.code, one.path, one.line, one.severity) for one in report.findings]
    others = [version_of(page) for page in wiki if not room.site.is_shown(page.path)]
    talks = sorted((name, one.version) for name, one in wiki.transcripts.items())
    return room.key(
        room.site.addresses.pages,
        findings,
        report.suppressed + report.baselined,
        others,
        talks,
        sorted(wiki.files),
        sorted(wiki.commits.items()),
        [(path, version_of(page)) for path, page in wiki.evidence.items()],
    )


def _part(room: Room, base: str) -> Part:
    words, found = room.site.words, health(room, base)
    headings = [(2, "findings", words["health_findings"]), (2, "evidence", words["evidence"])]
    headings += [(2, "trust", words["health_trust"]), (2, "links", words["health_links"])]
    return room.whole(words["health"], room.render("health", health=found), headings)


def health(room: Room, base: str) -> Health:
    """Everything that the page at the address `base` shows."""
    tally, report, words = room.survey.tally, room.report, room.site.words
    entries = sum(tally.support.values())
    shown = sum(1 for page in room.site.addresses.pages if room.site.wiki.pages[page].kind in ("page", "note"))
    figures = (
        (f"{shown:,}", words["pages"]),
        (f"{tally.all_claims:,}", words["claims"]),
        (f"{entries:,}", words["entries"]),
        (f"{100 * tally.support.get('quoted', 0) // entries} %" if entries else "–", words["quoted_share"]),
        (f"{report.block:,}", words["blocking"]),
        (f"{report.warn:,}", words["warning"]),
    )
    return Health(
        figures,
        tuple(_rules(room, base)),
        report.block,
        report.warn,
        report.suppressed + report.baselined,
        _support(room),
        columns(words["evidence_age"], words["period"], words["entries"], by_time(tally.days, words["quarter"])),
        tally.undated,
        _sources(room, base),
        _confidence(room),
        bars(
            words["by_trust"],
            words["trust"],
            words["pages"],
            [
                (words[tier], tally.tiers.get(tier, 0), kind, "", "")
                for tier, kind in (("human-reviewed", "good"), ("machine-confirmed", "link"), ("unverified", "soft"))
            ],
        ),
        _to_check(room, base),
        tuple(one for one in _lists(room, base) if one.size),
    )


def _support(room: Room) -> Bars:
    """Evidence entries by class of support, the firmest first."""
    words, support = room.site.words, room.survey.tally.support
    rows = [(words[name], support.get(name, 0), kind, "", "") for name, kind in SUPPORT]
    return bars(words["by_support"], words["support"], words["entries"], rows)


def _confidence(room: Room) -> Bars:
    words, bands = room.site.words, room.survey.tally.bands
    edges = (0.0, *BANDS, 1.0)
    rows = [(f"{low:g} – {high:g}", bands.get(n, 0), "link", "", "") for n, (low, high) in enumerate(pairwise(edges))]
    if not any(row[1] for row in rows):
        rows = []
    rows.append((words["not_stated"], bands.get(-1, 0), "soft", "", ""))
    return bars(words["by_confidence"], words["confidence_word"], words["pages"], rows)


def _sources(room: Room, base: str) -> Bars:
    """What most claims rest on, as far as it is published."""
    words, site = room.site.words, room.site
    claims = {path: count for path, count in room.survey.tally.claims.items() if site.is_shown(path) and count}
    pages = sorted(claims, key=lambda path: (-claims[path], path))[:MAX_BARS]
    rows = []
    for path in pages:
        page = site.wiki.pages[path]
        rows.append(
            (
                page.title,
                claims[path],
                "evidence",
                relative(base, site.addresses.pages[path]),
                site.language_of_name(page),
            )
        )
    return bars(words["most_cited"], words["source_word"], words["claims"], rows, room.survey.tally.all_claims)


def _rules(room: Room, base: str) -> Iterator[RuleCount]:
    """The findings by rule: what blocks first, then by number."""
    by_code: dict[str, list[Finding]] = {}
    for finding in room.report.findings:
        by_code.setdefault(finding.code, []).append(finding)
    for code in sorted(
        by_code, key=lambda code: (by_code[code][0].severity is not Severity.BLOCK, -len(by_code[code]), code)
    ):
        found = by_code[code]
        rule = room.report.local.get(code) or BY_CODE.get(code)
        by_path = _by_path(room, found)
        files = [_file(room, base, path, lines) for path, lines in list(by_path.items())[:MAX_FILES]]
        yield RuleCount(
            code,
            found[0].slug,
            found[0].severity.value,
            rule.summary if rule else "",
            len(found),
            tuple(files),
            len(by_path) - len(files),
            len(found) - sum(map(len, by_path.values())),
        )


def _by_path(room: Room, findings: Iterable[Finding]) -> dict[str, list[int]]:
    """The lines of findings in published pages, by path in the brain."""
    prefix, found = room.site.wiki.path_prefix, dict[str, list[int]]()
    for finding in findings:
        path = finding.path.removeprefix(prefix)
        if finding.path.startswith(prefix) and room.site.is_shown(path):
            found.setdefault(path, []).append(finding.line)
    return found


def _file(room: Room, base: str, path: str, lines: Sequence[int]) -> Place:
    numbers = list(dict.fromkeys(lines))
    said = ", ".join(map(str, numbers[:MAX_LINES])) + (", …" if len(numbers) > MAX_LINES else "")
    return _place(room, base, room.site.wiki.pages[path], room.site.words.say("at_lines", said))


def _place(room: Room, base: str, page: Page, note: str = "", at: str = "") -> Place:
    href = relative(base, room.site.addresses.pages[page.path])
    return Place(page.title, href, room.site.language_of_name(page), note, at)


def _to_check(room: Room, base: str) -> Places:
    """Pages that name a day past which they must be looked at, by that day."""
    dated = []
    for path in room.site.addresses.pages:
        page = room.site.wiki.pages[path]
        at = page.text_of("stale_after")
        if _is_day(at[:10]):
            dated.append((at, path))
    places = [_place(room, base, room.site.wiki.pages[path], at=at) for at, path in sorted(dated)[: 2 * MAX_LISTED]]
    words = room.site.words
    return Places("to-check", words["to_check"], words["to_check_lead"], tuple(places), len(dated))


def _is_day(text: str) -> bool:
    return len(text) == 10 and text[4] == text[7] == "-" and text.replace("-", "").isdigit()


def _lists(room: Room, base: str) -> Iterator[Places]:
    """Lists of pages that want a hand."""
    words, site = room.site.words, room.site
    linked = _linked(room)
    written = [page for page in map(site.wiki.pages.__getitem__, site.addresses.pages) if page.kind in ("page", "note")]
    leads = {page.path: bool(_reach(room, page.path)) for page in written}
    alone = [
        page
        for page in written
        if not linked.get(page.path) and not leads[page.path] and not room.survey.resting.get(page.path)
    ]
    ends = [page for page in written if linked.get(page.path) and not leads[page.path] and not page.successor]
    old = {path: linked.get(path, 0) for path in site.wiki.deprecated if site.is_shown(path) and linked.get(path)}
    changed = {page.path: len(page.history) for page in written if page.history}
    yield _listed(
        room, base, (words["bare_title"], words["bare_lead"]), [(path, "") for path in room.survey.tally.bare]
    )
    yield _listed(room, base, (words["orphans_title"], words["orphans_lead"]), [(page.path, "") for page in alone])
    yield _listed(room, base, (words["dead_ends_title"], words["dead_ends_lead"]), [(page.path, "") for page in ends])
    yield _wanted(room, base)
    found = _by_path(room, [one for one in room.report.findings if one.code in CONTESTED])
    yield _listed(
        room,
        base,
        (words["contested_title"], words["contested_lead"]),
        [(path, words.say("at_lines", ", ".join(map(str, lines[:MAX_LINES])))) for path, lines in found.items()],
    )
    yield _listed(
        room, base, (words["old_but_linked_title"], words["old_but_linked_lead"]), _counted(old, words["linked_n"])
    )
    yield _listed(
        room, base, (words["rewritten_title"], words["rewritten_lead"]), _counted(changed, words["rewritten_n"])
    )


def _counted(counts: Mapping[str, int], said: str) -> list[tuple[str, str]]:
    """Paths with a number in words, the highest first."""
    return [(path, said.format(f"{counts[path]:,}")) for path in sorted(counts, key=lambda path: (-counts[path], path))]


def _listed(room: Room, base: str, heading: tuple[str, str], named: Sequence[tuple[str, str]]) -> Places:
    """Pages under a heading and a sentence; those without a note stand by title."""
    wiki = room.site.wiki
    if not any(note for _, note in named):
        named = sorted(named, key=lambda one: by_title(wiki.pages[one[0]]))
    places = tuple(_place(room, base, wiki.pages[path], note) for path, note in named[:MAX_LISTED])
    return Places(f"list-{slug(heading[0])}", *heading, places, len(named))


def _reach(room: Room, path: str) -> list[str]:
    """The published pages that a published page links to."""
    return [one for one in room.site.wiki.survey.reach.get(path, ()) if one != path and room.site.is_shown(one)]


def _linked(room: Room) -> Counter[str]:
    """How many published pages link to each; listings (index, log) do not count."""
    found: Counter[str] = Counter()
    for path in room.site.addresses.pages:
        if room.site.wiki.pages[path].kind not in ("index", "log"):
            found.update(_reach(room, path))
    return found


def _wanted(room: Room, base: str) -> Places:
    """Names that published pages link to and no page answers to, the most wanted first."""
    wiki, words = room.site.wiki, room.site.words
    names: dict[str, tuple[str, set[str]]] = {}
    for page in wiki.survey.doubtful:
        for link, target in wiki.targets(page) if room.site.is_shown(page.path) else ():
            if target.tier == "none" and link.form in ("wikilink", "embed", "meta"):
                names.setdefault(fold(link.target), (link.target, set()))[1].add(page.path)
    ordered = sorted(names.values(), key=lambda one: (-len(one[1]), one[0]))
    places = tuple(
        Place(name, "", "", words.say("wanted_n", f"{len(pages):,}")) for name, pages in ordered[:MAX_LISTED]
    )
    return Places("wanted", words["wanted_title"], words["wanted_lead"], places, len(ordered))
