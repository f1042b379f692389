"""Faults of evidence and of the life cycle: BW3xx, BW4xx."""

from __future__ import annotations

import re
from dataclasses import replace

from brainwiki.model.evidence import Evidence, is_quoted, located
from brainwiki.model.page import Cite, Source
from brainwiki.rules.compact_index import LEAD
from tests.planting.spot import (
    LISTED,
    NEW,
    NONE,
    UNLINKED,
    WORD,
    Codes,
    Planted,
    Spot,
    edit,
    has_block,
    is_listing,
    matter,
    new_page,
    own_links,
    paragraph,
    planter,
    prose,
    sentence,
    uncited,
)

_ENTRIES = re.compile(r"^sources:[ \t]*\n(?P<blank>[ \t]*)- ", re.MULTILINE)
_UNCITED: Codes = frozenset({"BW302"})
_CITE_LOST: Codes = frozenset({"BW302", "BW306", "BW404", "BW408"})
_HISTORY = re.compile(
    r"^[ \t]*- \(until (?P<date>[0-9-]{10})\)[^\n]*?(?P<cites>(?:\[cite:[0-9,]+\])+)[^\n]*$", re.MULTILINE
)


@planter("BW301")
def misspelt_cite(spot: Spot) -> Planted | None:
    cites = [one for one in spot.page.cites if one.form == "cite"]
    if not cites:
        return None
    cite = spot.dice.choice(cites)
    wrong = str(spot.dice.randrange(900, 999))
    ids = spot.dice.choice([wrong, ",".join((*cite.ids, wrong)), ",".join((wrong, *cite.ids))])
    lost = set(cite.ids) - {i for one in spot.page.cites if one is not cite for i in one.ids}
    return edit(
        spot, cite.start, cite.end, f"[cite:{ids}]", also=_UNCITED | {"BW408"} if lost and ids == wrong else NONE
    )


@planter("BW301")
def cite_of_nothing(spot: Spot) -> Planted | None:
    if is_listing(spot.page) or not spot.wiki.dialect.cites:
        return None
    forms = ["[cite:987]", "[cite:987,988]", "[cite:x-1]"]
    if spot.wiki.dialect.footnotes == "evidence" and spot.page.footnotes:
        forms.append("[^987]")
    return prose(spot, spot.dice.choice(forms))


@planter("BW302")
def source_that_nobody_cites(spot: Spot) -> Planted | None:
    return entry(spot, "987", "https://example.org/planted")


@planter("BW302")
def cites_lost(spot: Spot) -> Planted | None:
    """Every cite of one source is taken out of the page."""
    entries = [one for one in written(spot) if one[0].id in {i for cite in spot.page.cites for i in cite.ids}]
    if not entries or spot.page.kind in ("proposal", "session") or is_listing(spot.page):
        return None
    lost = spot.dice.choice(entries)[0]
    text, also = spot.text, NONE
    for cite in reversed(spot.page.cites):
        if lost.id in cite.ids and cite.form == "cite":
            left = ",".join(one for one in cite.ids if one != lost.id)
            text = text[: cite.start] + (f"[cite:{left}]" if left else "") + text[cite.end :]
            also = _CITE_LOST
        elif lost.id in cite.ids:
            return None
    return Planted({spot.page.path: text}, spot.page.path, spot.line(lost.start), also)


def written(spot: Spot) -> list[tuple[Source, Evidence]]:
    """The evidence entries of the page that stand in its front matter, with where they lead."""
    return [one for one in located(spot.wiki, spot.page) if one[0].form == "resource" and one[0].position >= 0]


def entry(
    spot: Spot, number: str, resource: str, more: str = "", down: int = 0, also: Codes = NONE, elsewhere: Codes = NONE
) -> Planted | None:
    """A new first entry of `sources`, in the form of those that are there."""
    page = spot.page
    if not has_block(page) or page.kind in ("session", "proposal"):
        return None
    match = _ENTRIES.search(page.text, 4, page.body)
    if match is None and "sources" in page.meta:
        return None
    blank = match["blank"] if match else "  "
    lines = [f"{blank}- id: {number}", f"{blank}  resource: {resource}", *([f"{blank}  {more}"] if more else [])]
    words = "\n".join([*([] if match else ["sources:"]), *lines, ""])
    at = match.start("blank") if match else 4
    return edit(spot, at, at, words, down + (0 if match else 1), also, elsewhere)


@planter("BW303")
def id_twice(spot: Spot) -> Planted | None:
    """A new entry with the id of an old one, which then is the second."""
    if spot.page.footnotes or not written(spot):
        return None
    old = spot.dice.choice(written(spot))[0]
    planted = entry(spot, old.id, "https://example.org/planted", also=frozenset({"BW304", "BW305", "BW308"}))
    return replace(planted, line=spot.line(old.start) + 2) if planted and old.id else None


@planter("BW304")
def misspelt_resource(spot: Spot) -> Planted | None:
    inside = [one for one in written(spot) if one[1].place in ("page", "lines", "turn", "session", "raw")]
    if not inside:
        return None
    old, found = spot.dice.choice(inside)
    span = span_of(spot, old, "resource", old.resource)
    name, _, fragment = old.resource.partition("#")
    wrong = [f"{name}-xq" + (f"#{fragment}" if fragment else ""), f"git:{spot.number()}z", f"../../../../../../{name}"]
    if found.place == "turn":
        wrong += [f"{name}#turn-99999", f"{name}#turn-x", f"{name}#turn-0"]
    elif found.place in ("page", "lines"):
        wrong += [f"{name}#L99990-L99999", f"{name}#no-such-part", f"{name}#^no-such-block"]
    if span is None:
        return None
    also = frozenset({"BW308", "BW212"})
    planted = edit(spot, *span, spot.dice.choice(wrong), also=also, elsewhere=UNLINKED)
    return replace(planted, line=spot.line(old.start))


def span_of(spot: Spot, source: Source, key: str, value: str) -> tuple[int, int] | None:
    """Where a value of an entry stands, if it stands there as it is read."""
    mark = spot.page.marks.get(("sources", source.position, key))
    at = spot.text.find(value, mark.start) if mark and value else -1
    return (at, at + len(value)) if mark and at in (mark.start, mark.start + 1) else None


@planter("BW304")
def new_dead_end(spot: Spot) -> Planted | None:
    resources = [
        "sources/nowhere-at-all",
        "sessions/2020-01-01-x-aaaaaaaaaa#turn-1",
        "task:nothing",
        "git:nothex",
        "/etc/hosts",
    ]
    return entry(spot, "987", spot.dice.choice(resources), also=_UNCITED)


@planter("BW305")
def changed_quote(spot: Spot) -> Planted | None:
    """A word of a quote is spelt another way, or loses its capital, or is left out."""
    quoted = [one for one, found in written(spot) if one.quote and is_quoted(spot.wiki, found, one.quote)]
    spans = [span for one in quoted if (span := span_of(spot, one, "quote", one.quote)) is not None]
    if not spans:
        return None
    start, end = spot.dice.choice(spans)
    inner = [match.span() for match in WORD.finditer(spot.text, start, end)][1:-1]
    if not inner:
        return None
    first, last = spot.dice.choice(inner)
    old = spot.text[first:last]
    new = spot.dice.choice(
        [f"{old}xq", old.swapcase(), f"not {old}", old[:-1], old[::-1] if old[::-1] != old else f"{old}s"]
    )
    return edit(spot, first, last, new if new != old else f"{old}x")


@planter("BW305")
def invented_quote(spot: Spot) -> Planted | None:
    found = [one for one, place in written(spot) if place.place in ("page", "raw", "turn")]
    if not found:
        return None
    words = spot.dice.choice(["No source has ever said so.", "こんなことは誰も言っていない。", "没有人说过这句话。"])
    return entry(spot, "987", spot.dice.choice(found).resource, f'quote: "{words}"', 2, _UNCITED)


@planter("BW307")
def foreign_cite(spot: Spot) -> Planted | None:
    forms = ["[[cite:1]]", "[cite: 1, 2]", "[x](cite:1)", "\\[cite:1]", "\\[cite:1\\]", "[cite_start]", "[cite:]"]
    if is_listing(spot.page) or not spot.wiki.dialect.cites:
        return None
    return prose(spot, spot.dice.choice(forms), frozenset({"BW204"}))


@planter("BW307")
def mangled_cite(spot: Spot) -> Planted | None:
    """A formatter or another tool got hold of a cite."""
    cites = [one for one in spot.page.cites if one.form == "cite"]
    if not cites:
        return None
    cite = spot.dice.choice(cites)
    ids = ",".join(cite.ids)
    forms = [f"\\[cite:{ids}]", f"\\[cite:{ids}\\]", f"[[cite:{ids}]]", f"[cite: {ids}]", f"[{ids}](cite:{ids})"]
    also = _CITE_LOST | {"BW204"}
    return edit(spot, cite.start, cite.end, spot.dice.choice(forms), also=also)


@planter("BW308")
def one_session(spot: Spot) -> Planted | None:
    sessions = [one for one in sorted(spot.wiki.transcripts) if f"{one}/session.md" in spot.wiki.pages]
    if spot.page.kind != "page" or not sessions:
        return None
    session = spot.dice.choice(sessions)
    turn = spot.dice.choice(sorted(spot.wiki.transcripts[session].by_number))
    more = f"sources:\n  - id: 1\n    resource: {session}#turn-{turn}\n"
    path, text = new_page(spot, f"planted-{spot.number()}", f"{sentence(spot)}[cite:1]", more)
    return Planted({path: text}, path, 1, NEW, LISTED)


@planter("BW309")
def cites_itself(spot: Spot) -> Planted | None:
    return None if spot.page.kind == "source" else entry(spot, "987", spot.page.id, also=_UNCITED)


@planter("BW309")
def cites_back(spot: Spot) -> Planted | None:
    """A page cites one that cites it."""
    paths = {found.path for _, found in located(spot.wiki, spot.page) if found.place == "page"} - {spot.page.path}
    pages = [spot.wiki.pages[path] for path in sorted(paths) if spot.wiki.pages[path].kind == "page"]
    if spot.page.kind != "page" or not pages:
        return None
    return entry(spot.at(spot.dice.choice(pages)), "987", spot.page.id, also=_UNCITED, elsewhere=frozenset({"BW309"}))


@planter("BW306")
def statement_without_evidence(spot: Spot) -> Planted | None:
    if not uncited(spot) or not spot.page.cites:
        return None
    form = spot.dice.choice(["{}", "- {}", "> {}", "- a [[{id}]]\n  - {}"])
    return paragraph(
        spot, form.replace("{id}", spot.page.id).format(sentence(spot)), form.count("\n"), frozenset({"BW209"})
    )


@planter("BW306")
def statement_that_lost_its_cites(spot: Spot) -> Planted | None:
    claims = [one for one in spot.page.claims if not one.until]
    if not uncited(spot) or len(claims) < 2:
        return None
    claim = spot.dice.choice(claims)
    text = spot.text
    for cite in reversed(spot.page.cites):
        if claim.start <= cite.start < claim.end:
            text = text[: cite.start] + text[cite.end :]
    return Planted({spot.page.path: text}, spot.page.path, spot.line(claim.start), _CITE_LOST)


@planter("BW310")
def changed_evidence(spot: Spot) -> Planted | None:
    found = [
        one for one, place in written(spot) if place.verifiable and place.place in ("page", "lines", "turn", "raw")
    ]
    if not found:
        return None
    seal = f"digest: sha256:{spot.dice.randrange(16**15, 16**16):x}"
    return entry(spot, "987", spot.dice.choice(found).resource, seal, 2, _UNCITED)


@planter("BW310")
def digest_of_no_form(spot: Spot) -> Planted | None:
    seal = spot.dice.choice(["digest: md5:0123456789abcdef", "digest: sha256:0123", "digest: later"])
    return entry(spot, "987", "https://example.org/planted", seal, 2, _UNCITED)


@planter("BW311")
def evidence_the_wrong_way_round(spot: Spot) -> Planted | None:
    """A claim and the one that it replaced change their cites, each from one session and the latter's the older."""
    days = {source.id: found.path[9:19] for source, found in written(spot) if found.place == "turn"}
    by_id = {claim.id: claim for claim in spot.page.claims}
    for pair in spot.dice.sample(spot.page.history, k=len(spot.page.history)):
        new = by_id[pair.claim]
        old = next(one for one in spot.page.claims if one.parent == new.id and one.until and one.ids == pair.old)
        mine = [cite for cite in spot.page.cites if new.start <= cite.start < new.end]
        its = [cite for cite in spot.page.cites if old.start <= cite.start < old.end]
        if len(mine) != 1 or len(its) != 1 or pair.ids != new.ids or not {*pair.ids, *pair.old} <= days.keys():
            continue
        if min(days[one] for one in pair.ids) > max(days[one] for one in pair.old):
            text = spot.text[: its[0].start] + _mark(mine[0]) + spot.text[its[0].end :]
            text = text[: mine[0].start] + _mark(its[0]) + text[mine[0].end :]
            return Planted({spot.page.path: text}, spot.page.path, spot.line(new.start))
    return None


def _mark(cite: Cite) -> str:
    return f"[cite:{','.join(cite.ids)}]"


@planter("BW401")
def stale(spot: Spot) -> Planted | None:
    return matter(spot, f"stale_after: {spot.dice.choice(['2020-01-01T00:00:00Z', '2026-11-30T13:00:00+02:00'])}")


@planter("BW402")
def no_successor(spot: Spot) -> Planted | None:
    if "superseded_by" in spot.page.meta:
        return None
    return matter(spot, "status: deprecated", elsewhere=frozenset({"BW212"}) | LISTED)


@planter("BW403")
def circle(spot: Spot) -> Planted | None:
    """The page and the target of one of its links take each other's place."""
    links = own_links(spot, "wikilink", "markdown")
    if not links:
        return None
    other = spot.wiki.pages[spot.wiki.resolve(spot.page, spot.dice.choice(links)).path or ""]
    if "superseded_by" in (*spot.page.meta, *other.meta) or {spot.page.kind, other.kind} != {"page"}:
        return None
    one = matter(spot, f'superseded_by: "[[{other.id}]]"')
    two = matter(spot.at(other), f'superseded_by: "[[{spot.page.id}]]"')
    if one is None or two is None:
        return None
    return Planted({**one.edits, **two.edits}, min(spot.page.path, other.path), 2)


@planter("BW405")
def two_values(spot: Spot) -> Planted | None:
    """A page that says two things of one, or one of which another page says something else."""
    if not spot.wiki.dialect.typed_properties or spot.page.kind not in ("page", "note") or not has_block(spot.page):
        return None
    if "properties" in spot.page.meta or spot.page.status == "deprecated":
        return None
    first = "properties:\n  - property: planted rate\n    value: {}\n"
    if spot.dice.random() < 0.5:
        block = first.format("one") + "  - property: planted rate\n    value: two\n"
        return edit(spot, 4, 4, block, 4)
    for link in own_links(spot, "wikilink"):
        other = spot.wiki.pages[spot.wiki.resolve(spot.page, link).path or ""]
        if (
            other.kind in ("page", "note")
            and has_block(other)
            and "properties" not in other.meta
            and other.status == "stable"
        ):
            one = edit(spot, 4, 4, first.format("25.6 kHz") + f"    subject: {other.id}\n")
            two = edit(spot.at(other), 4, 4, first.format("４８ kHz"))
            return Planted({**one.edits, **two.edits}, max(one.path, two.path), 4)
    return None


@planter("BW406")
def history_alone(spot: Spot) -> Planted | None:
    """The day is later than any evidence: a later source would be what retracted it."""
    ids = sorted({i for cite in spot.page.cites for i in cite.ids if cite.form == "cite"})
    if not ids or is_listing(spot.page):
        return None
    cite = f"[cite:{spot.dice.choice(ids)}]"
    forms = ["- (until 2031-05-02) {} {}", "1. (until 2031-05-02) {} {}", "- a\n\ntext\n\n- (until 2031-05-02) {} {}"]
    form = spot.dice.choice(forms)
    return paragraph(spot, form.format(sentence(spot), cite), form.count("\n"))


@planter("BW406")
def item_under_history(spot: Spot) -> Planted | None:
    ids = sorted({i for cite in spot.page.cites for i in cite.ids if cite.form == "cite"})
    if not ids or is_listing(spot.page):
        return None
    cite = f"[cite:{spot.dice.choice(ids)}]"
    items = f"- A. {cite}\n    - (until 2026-05-02) B. {cite}\n        - {sentence(spot)}"
    return paragraph(spot, items, 2)


@planter("BW407")
def description_that_is_new(spot: Spot) -> Planted | None:
    """A page says something else of itself than the index does."""
    index = spot.wiki.pages.get("index.md")
    if index is None or LEAD not in index.text or "description" not in spot.page.meta:
        return None
    lines = [
        index.text.count("\n", 0, link.start) + 1
        for link, target in spot.wiki.targets(index)
        if target.path == spot.page.path
    ]
    planted = matter(spot, f"description: Planted {spot.number()}.")
    return replace(planted, path=index.path, line=lines[0]) if planted and lines else None


@planter("BW407")
def log_out_of_order(spot: Spot) -> Planted | None:
    log = spot.wiki.pages.get("log.md")
    days = [heading for heading in log.headings if heading.level == 2] if log else []
    if log is None or not spot.wiki.dialect.generated_index or len(days) < 2:
        return None
    day = spot.dice.choice(days[1:])
    wrong = spot.dice.choice(["2099-01-01", "Yesterday", "2026-02-31", "2026-5-2"])
    return edit(spot.at(log), day.start, day.start, f"## {wrong}\n\n- Planted.\n\n")


@planter("BW408")
def empty_confidence(spot: Spot) -> Planted | None:
    if spot.page.kind not in ("page", "note") or spot.page.cites:
        return None
    return matter(spot, "confidence: 0.9")


@planter("BW408")
def impossible_confidence(spot: Spot) -> Planted | None:
    return matter(
        spot, f"confidence: {spot.dice.choice(['1.01', '-1', 'fairly', '[0.5]', 'nan', '90%'])}", frozenset({"BW115"})
    )


@planter("BW404")
def bare_history(spot: Spot) -> Planted | None:
    items = ["- (until spring) {}", "- (until 2026-05-02) {}", "* (until 2026-02-31) {}", "1. (until 2026-05-02) {}"]
    items += [
        "> - (until 2026-05-02) {}",
        "- a\n    - (until 2026-05-02) {}",
        "- (until ) {}",
        "- (until 2026-05-02 {}",
    ]
    if is_listing(spot.page):
        return None
    item = spot.dice.choice(items)
    return paragraph(spot, item.format(sentence(spot)), item.count("\n"), frozenset({"BW406"}))


@planter("BW404")
def history_that_lost_something(spot: Spot) -> Planted | None:
    """An item of a page's history loses its cites, or its date is no date any more."""
    items = list(_HISTORY.finditer(spot.text, spot.page.body))
    if not items or is_listing(spot.page):
        return None
    item = spot.dice.choice(items)
    if spot.dice.random() < 0.5:
        return edit(spot, *item.span("cites"), "", also=_CITE_LOST)
    return edit(spot, *item.span("date"), spot.dice.choice(["2026-02-31", "spring", "2026/05/02", "2026-5-2", ""]))
