"""A file's bytes to a `Page`: the one answer to what is a link, a cite or a claim."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, Literal, NamedTuple
from urllib.parse import unquote

from brainwiki.markup import claims, document, frontmatter, history, scanner, sentences, structure
from brainwiki.model.dialect import Dialect, Kind
from brainwiki.model.names import has_scheme, slug
from brainwiki.model.page import Heading, Link, MetaPath, Page, Problem, Range, Source, Whole

MAX_PAGE = 1024 * 1024

_SOURCE_KEYS = Source._fields[:7]  # what an entry says; the rest is where it says so
_BARE_URL = re.compile(r"https?://[^\s<>\"'）」、。]+")
_LOCATOR = re.compile(
    r"[\s,;:(]*(?:lines?|l\.|ll\.)\s*([1-9][0-9]{0,6})(?:\s*[-–]\s*([1-9][0-9]{0,6}))?\b", re.IGNORECASE
)
_CITE_MARKS = re.compile(r"\s*(?:\[cite:[^\]]*\]|\[\^[^\]\s]*\])")
_WIKI_MARKS = re.compile(r"!?\[\[(?:[^\]|]*\|)?([^\]]*)\]\]")
_TRAILING_ID = re.compile(r"\s\^[A-Za-z0-9\-]+$")
_CONFLICT_SIGNS = ("<<<<<<<", "|||||||", ">>>>>>>", "> > > > > > >")
_CONFLICT = re.compile(r"^(?:<{7} |\|{7} |>{7} |<{7}$|>{7}$|(?:> ){6}> )", re.MULTILINE)


def parse(path: str, raw: bytes, dialect: Dialect) -> Page:
    """Parse the file at `path` (from the brain's root). Whatever is wrong with it becomes a problem of the page."""
    return read(path, document.read(raw), dialect)


def read(path: str, source: document.Document, dialect: Dialect) -> Page:
    """The page of a document that was decoded already."""
    text = source.text
    matter = frontmatter.read(text)
    declared = matter.meta.get("type")
    kind = dialect.kind_of(path, declared if isinstance(declared, str) else None)
    problems = [*source.problems, *_telling(matter.problems, source)]
    brief = {key: _brief(value) for key, value in matter.meta.items()}
    lines = text.count("\n", matter.body) + 1
    if len(text) > MAX_PAGE:
        problems.append(Problem("oversized-page", 0, 0, str(len(text))))
        whole = _whole(text, matter, problems)
        return Page(
            path,
            kind,
            whole,
            brief,
            sources=tuple(_declared(matter)),
            confidence=_confidence(matter.meta.get("confidence"), dialect),
            status=_status(matter.meta.get("status"), dialect),
            lines=lines,
        )
    shape = structure.read(text, matter.body)
    scan = scanner.scan(text, matter.body, shape, dialect.footnotes, dialect.comments)
    problems.extend(scan.problems)
    if shape.open_fence >= 0:
        problems.append(Problem("unclosed-fence", shape.open_fence, shape.open_fence + 3, ""))
    problems.extend(_conflicts(text, shape.ranges))
    links = _links(scan.links, shape.links, matter, dialect)
    ranges = tuple(sorted((*shape.ranges, *scan.comments))) if scan.comments else tuple(shape.ranges)
    headings = _headings(shape.headings)
    said = claims.find(path, text, shape, scan) if "(until" in text else ()  # history is a fact, other claims are not
    return Page(
        path=path,
        kind=kind,
        read=_whole(
            text,
            matter,
            problems,
            headings=headings,
            cites=tuple(scan.cites),
            ranges=ranges,
            read_claims=partial(tuple, said) if said else partial(claims.find, path, text, shape, scan),
            read_sentences=partial(sentences.read, text, shape.blocks, links, ranges),
        ),
        brief=brief,
        parts=tuple((heading.text, heading.anchor) for heading in headings),
        first=next((heading.text for heading in headings if heading.level == 1), ""),
        blocks={block_id.name: block_id.start for block_id in scan.block_ids},
        links=links,
        sources=tuple(_sources(matter, text, shape, links, dialect)),
        footnotes={label: (start, end) for label, start, end in reversed(shape.footnotes)},
        anchors=frozenset(shape.anchors),
        confidence=_confidence(matter.meta.get("confidence"), dialect),
        status=_status(matter.meta.get("status"), dialect),
        lines=lines,
        history=history.read(text, said),
    )


class Outline(NamedTuple):
    """What an index needs of a file: kind, front matter, text with the offset of its body, headings, what is not prose. Links,
    cites and claims are not looked for, which is most of a parse, and headings bear no anchors."""

    kind: Kind
    meta: Mapping[str, Any]
    text: str
    body: int
    headings: tuple[Heading, ...]
    ranges: tuple[Range, ...]
    confidence: float | None
    status: str


def outline(path: str, raw: bytes, dialect: Dialect) -> Outline:
    """The outline of the file at `path`; it says what `parse` says. Over the size cap there are no headings and no ranges."""
    text = document.read(raw).text
    matter = frontmatter.read(text)
    declared = matter.meta.get("type")
    shape = structure.read(text, matter.body) if len(text) <= MAX_PAGE else structure.Structure()
    return Outline(
        dialect.kind_of(path, declared if isinstance(declared, str) else None),
        matter.meta,
        text,
        matter.body,
        tuple([Heading(head.level, _heading_words(head.text), head.start, head.end, "") for head in shape.headings]),
        tuple(shape.ranges),
        _confidence(matter.meta.get("confidence"), dialect),
        _status(matter.meta.get("status"), dialect),
    )


def _whole(text: str, matter: frontmatter.FrontMatter, problems: list[Problem], **more: Any) -> Callable[[], Whole]:
    """The reader of a page that was just parsed: it has the rest at hand."""
    whole = Whole(
        text,
        matter.body,
        matter.meta,
        matter.ambiguous,
        problems=tuple(problems),
        has_front_matter=matter.present,
        read_marks=lambda: matter.marks,
        **more,
    )
    return lambda: whole


def _brief(value: Any) -> str | tuple[str, ...] | None:
    """A front-matter value as facts keep it: text, or the texts of a list."""
    if isinstance(value, list):
        return tuple(item for item in value if isinstance(item, str))
    return value if isinstance(value, str) else None


def _telling(problems: tuple[Problem, ...], source: document.Document) -> Iterator[Problem]:
    """Problems of the front matter, without what only follows from bytes that are no text (UTF-16 is one long example)."""
    garbled = any(problem.kind == "not-utf8" and problem.start == 0 for problem in source.problems)
    return (problem for problem in problems if not (garbled and problem.kind == "no-front-matter"))


def _conflicts(text: str, ranges: Iterable[Range]) -> Iterator[Problem]:
    """The first marker of each conflict outside fences, in the body or in the front matter."""
    if not any(sign in text for sign in _CONFLICT_SIGNS):
        return
    fences = [r for r in ranges if r.kind in ("fence", "code")]
    starts = [fence.start for fence in fences]
    inside = False
    for match in _CONFLICT.finditer(text):
        before = bisect_right(starts, match.start()) - 1
        if before >= 0 and match.start() < fences[before].end:
            continue
        if not inside:
            yield Problem("conflict-marker", match.start(), match.end(), match[0].strip())
        inside = match[0][0] == "<" or inside and match[0][0] == "|"


def _headings(raw: Iterable[structure.RawHeading]) -> tuple[Heading, ...]:
    """Headings with unique anchors: a repeat gets -1, -2 and so on."""
    found: list[Heading] = []
    used: dict[str, int] = {}
    for heading in raw:
        words = _heading_words(heading.text)
        base = slug(words) or "section"
        anchor = base
        while anchor in used:
            anchor = f"{base}-{used[base]}"
            used[base] += 1
        used.setdefault(anchor, 1)
        found.append(Heading(heading.level, words, heading.start, heading.end, anchor))
    return tuple(found)


def _heading_words(words: str) -> str:
    """The words of a heading as readers see them: no cites, no block id, a link by its label."""
    if "[" in words or "^" in words:
        return _TRAILING_ID.sub("", _WIKI_MARKS.sub(r"\1", _CITE_MARKS.sub("", words))).strip()
    return words


def _links(
    wikilinks: list[Link], markdown: list[structure.MarkdownLink], matter: frontmatter.FrontMatter, dialect: Dialect
) -> tuple[Link, ...]:
    found = list(wikilinks)
    found.extend(_markdown_link(link) for link in markdown if not link.destination.startswith("cite:"))
    if dialect.meta_links:
        found.extend(_meta_links(matter))
    found.sort(key=lambda link: link.start)
    return tuple(found)


def _markdown_link(link: structure.MarkdownLink) -> Link:
    """A Markdown link as an edge: a path keeps no query, its fragment is decoded; an address stays whole."""
    form: Literal["image", "markdown"] = "image" if link.is_image else "markdown"
    if has_scheme(link.destination):
        return Link(link.destination, "", "", link.start, link.end, form)
    target, _, fragment = link.destination.partition("#")
    return Link(target.partition("?")[0], unquote(fragment), "", link.start, link.end, form)


def _meta_links(matter: frontmatter.FrontMatter) -> Iterator[Link]:
    """Links in front-matter values, where the dialect makes them context edges."""
    for path, words in scalars(matter.meta):
        if "[[" in words:
            start = matter.marks[path].start
            yield from scanner.links_in(words, start, start + len(words))


def scalars(value: Any, path: MetaPath = ()) -> Iterator[tuple[MetaPath, str]]:
    """Every text in a front-matter value with its path."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from scalars(item, (*path, index))
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from scalars(item, (*path, key))


def _declared(matter: frontmatter.FrontMatter) -> Iterator[Source]:
    """The entries of `sources`; what is not a mapping is left to the schema rule."""
    entries = matter.meta.get("sources")
    if not isinstance(entries, list):
        return
    for position, entry in enumerate(entries):
        if not isinstance(entry, dict):
            continue
        start = matter.starts[position]
        words = [value if isinstance(value := entry.get(key, ""), str) else "" for key in _SOURCE_KEYS]
        yield Source._make((*words, start, position, "resource"))


def _sources(
    matter: frontmatter.FrontMatter, text: str, shape: structure.Structure, links: tuple[Link, ...], dialect: Dialect
) -> Iterator[Source]:
    """Evidence entries: those of front matter, then those that footnotes define, where the dialect reads them so."""
    declared = list(_declared(matter))
    yield from declared
    if dialect.footnotes != "evidence":
        return
    known = {source.id for source in declared}
    starts = [link.start for link in links]
    for label, start, end in shape.footnotes:
        if label not in known:
            known.add(label)
            first = bisect_left(starts, start)
            inside = first < len(links) and links[first].start < end
            yield _footnote(label, start, text[start:end], links[first] if inside else None)


def _footnote(label: str, start: int, definition: str, first: Link | None) -> Source:
    """The source of a citation footnote: the first link of its definition, else its words alone."""
    words = " ".join(definition.partition("]:")[2].split())
    url = _BARE_URL.search(definition)
    if first is not None and (url is None or first.start <= start + url.start()):
        form: Literal["wikilink", "markdown"] = "wikilink" if first.form in ("wikilink", "embed") else "markdown"
        fragment = first.fragment or _lines_named(definition[first.end - start :])
        resource = f"{first.target}#{fragment}" if fragment else first.target
        return Source(label, resource, words, "", "", "", "", start, -1, form)
    if url is not None:
        return Source(label, _bare_url(url[0]), words, "", "", "", "", start, -1, "resource")
    return Source(label, "", words, "", "", "", "", start, -1, "asserted")


def _bare_url(words: str) -> str:
    """An address in prose without the stops after it; a parenthesis that opened in the address stays."""
    url = words.rstrip(".,;")
    surplus = min(url.count(")") - url.count("("), len(url) - len(url.rstrip(")")))
    return url[: len(url) - surplus].rstrip(".,;") if surplus > 0 else url


def _lines_named(words: str) -> str:
    """The anchor of a locator in words, `, lines 3-4 — …`, right after a footnote's link; empty where there is none."""
    match = _LOCATOR.match(words)
    if match is None:
        return ""
    return f"L{match[1]}-L{match[2]}" if match[2] else f"L{match[1]}"


def _confidence(value: Any, dialect: Dialect) -> float | None:
    """A confidence between 0 and 1, from a number or from the dialect's words."""
    if not isinstance(value, str):
        return None
    if value.strip().lower() in dialect.confidence_words:
        return dialect.confidence_words[value.strip().lower()]
    try:
        number = float(value)
    except ValueError:
        return None
    return number if 0 <= number <= 1 else None


def _status(value: Any, dialect: Dialect) -> str:
    """The life-cycle state, in our words."""
    if not isinstance(value, str) or not value.strip():
        return "stable"
    word = value.strip().lower()
    return dialect.status_words.get(word, word)
