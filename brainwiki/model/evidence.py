"""Where a source leads: from an evidence entry to the page, turn, lines, address or commit that it names."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable
from itertools import accumulate
from typing import Literal, NamedTuple

from brainwiki.model.names import fold, has_scheme, join, parent, slug, squeeze
from brainwiki.model.page import Page, Source
from brainwiki.model.wiki import Wiki

Place = Literal["page", "lines", "session", "turn", "raw", "file", "url", "commit", "asserted", "broken"]

_TURN = re.compile(r"turn-([1-9][0-9]{0,8})$")
_LINES = re.compile(r"L([1-9][0-9]{0,8})(?:-L([1-9][0-9]{0,8}))?$")
_COMMIT = re.compile(r"[0-9a-f]{7,64}$")


class Evidence(NamedTuple):
    """What stands at the end of an evidence edge.

    `path` is a page's path (or a workspace path for `raw`), `turn` a turn's number (0: none), `lines` a span of body lines
    (from 1), `address` a URL or a commit. `verifiable` is False where the words cannot be read here; `reason` says why, or what
    is broken.
    """

    place: Place
    path: str = ""
    turn: int = 0
    lines: tuple[int, int] = (0, 0)
    address: str = ""
    verifiable: bool = True
    reason: str = ""


def located(wiki: Wiki, page: Page) -> tuple[tuple[Source, Evidence], ...]:
    """Each evidence entry of a page with where it leads; followed once for all who ask. Entries without a resource are left out."""
    found = wiki.evidence_of.get(page.path)
    if found is None:
        found = wiki.evidence_of[page.path] = _of_sibling(wiki, page) or tuple(
            [
                (source, locate(wiki, page, source))
                for source in page.sources
                if source.resource or source.form == "asserted"
            ]
        )
    return found


def _of_sibling(wiki: Wiki, page: Page) -> tuple[tuple[Source, Evidence], ...] | None:
    """The answer that another state found, where the page and all that it cites are the same there."""
    other = wiki.sibling
    if other is None or other.resolver is not wiki.resolver or other.pages.get(page.path) is not page:
        return None
    found = other.evidence_of.get(page.path)
    if found is None or any(other.pages.get(one.path) is not wiki.pages.get(one.path) for _, one in found):
        return None
    sessions = [wiki.pages[one.path].id for _, one in found if one.place in ("turn", "session")]
    same = all(other.transcripts.get(session) is wiki.transcripts.get(session) for session in sessions)
    return found if same and not any(one.place == "broken" for _, one in found) else None


def cited_paths(wiki: Wiki) -> frozenset[str]:
    """Paths of all pages that some other page's evidence leads to."""
    return frozenset(
        evidence.path
        for page in wiki
        for _, evidence in located(wiki, page)
        if evidence.path and evidence.path != page.path
    )


def out_of_reach(wiki: Wiki, pages: Iterable[Page]) -> tuple[tuple[str, int], ...]:
    """How many sources of these pages cannot be read here, by reason, most first: they are counted and never block."""
    reasons = Counter(
        evidence.reason
        for page in pages
        for _, evidence in located(wiki, page)
        if not evidence.verifiable and evidence.place != "broken" and evidence.reason
    )
    return tuple(sorted(reasons.items(), key=lambda item: (-item[1], item[0])))


def locate(wiki: Wiki, page: Page, source: Source) -> Evidence:
    """Follow `source`, an entry of `page`, to its evidence; a dead end is `broken` with the reason."""
    if source.form == "asserted":
        return Evidence("asserted", verifiable=False, reason="only the words of the citation vouch for it")
    if source.form == "resource":
        if source.resource not in wiki.places:
            wiki.places[source.resource] = _resource(wiki, source.resource)
        return wiki.places[source.resource] or _beside(wiki, page, source.resource)
    if has_scheme(source.resource):
        return _address(source.resource)
    name, _, fragment = source.resource.partition("#")
    target = wiki.resolve_name(page.path, name) if source.form == "wikilink" else wiki.resolve_relative(page, name)
    if target.path is None:
        return Evidence("broken", reason="several pages answer to it" if target.paths else "nothing is there")
    if target.tier == "evidence":
        return _raw_or_file(wiki, target.path, fragment)
    return Evidence("page" if target.path in wiki.pages else "file", target.path)


def _resource(wiki: Wiki, resource: str) -> Evidence | None:
    """Where a resource leads from any page; None where that may depend on the page."""
    if resource.startswith("git:"):
        return _commit(wiki, resource)
    if resource.startswith("task:"):
        resource = f"tasks/{resource.removeprefix('task:')}"
    elif has_scheme(resource):
        return _address(resource)
    name, _, fragment = resource.partition("#")
    inside = join("", name)
    if inside is None or name.startswith(("/", "\\")) and not wiki.dialect.root_links:
        return Evidence("broken", reason="the path leaves the brain")
    found = wiki.page_at(inside)
    if found is not None:
        return _inside(wiki, found, fragment)
    return None if wiki.dialect.near_resources else _raw_or_file(wiki, inside, fragment)


def _beside(wiki: Wiki, page: Page, resource: str) -> Evidence:
    """The same for a path relative to `page`, as other dialects write resources; else a file at the root."""
    name, _, fragment = resource.partition("#")
    inside = join(parent(page.path), name)
    found = wiki.page_at(inside) if inside else None
    return _inside(wiki, found, fragment) if found is not None else _raw_or_file(wiki, join("", name) or "", fragment)


def _raw_or_file(wiki: Wiki, inside: str, fragment: str) -> Evidence:
    raw = wiki.evidence.get(inside)
    if raw is not None:
        lines = _span(fragment)
        if lines and lines[1] > raw.lines:
            return Evidence("broken", reason=f"the file has {raw.lines} lines")
        return Evidence("raw", inside, lines=lines or (0, 0))
    if inside in wiki.files:
        return Evidence("file", inside, verifiable=False, reason="not a text page")
    return Evidence("broken", reason="nothing is there")


def _address(resource: str) -> Evidence:
    if resource.startswith(("https://", "http://")):
        return Evidence("url", address=resource, verifiable=False, reason="a web address is not read while offline")
    return Evidence("url", address=resource, verifiable=False, reason="an address that is not read here")


def _commit(wiki: Wiki, resource: str) -> Evidence:
    commit = resource.removeprefix("git:").partition(":")[0]
    if not _COMMIT.match(commit):
        return Evidence("broken", address=resource, reason="not a commit id of 7 to 64 hex digits")
    known = wiki.commits.get(commit)
    if known is False:
        return Evidence("broken", address=resource, reason="the repository has no such commit")
    reason = "" if known else "the repository's history is not at hand"
    return Evidence("commit", address=resource, verifiable=False, reason=reason)


def _span(fragment: str) -> tuple[int, int] | None:
    match = _LINES.match(fragment)
    if not match:
        return None
    first = int(match[1])
    return first, max(first, int(match[2] or first))


def _inside(wiki: Wiki, page: Page, fragment: str) -> Evidence:
    if page.kind == "session":
        return _in_session(wiki, page, fragment)
    if not fragment:
        return Evidence("page", page.path)
    lines = _span(fragment)
    if lines:
        if lines[1] > page.lines:
            return Evidence("broken", page.path, reason=f"the page's body has {page.lines} lines")
        return Evidence("lines", page.path, lines=lines)
    if fragment.startswith("^"):
        known = fragment[1:] in page.blocks or fragment[1:] in page.claim_ids
    else:
        known = bool({fold(fragment), slug(fragment)} & page.fragments) or fragment in page.claim_ids
    return Evidence("page", page.path) if known else Evidence("broken", page.path, reason=f"no part #{fragment} on it")


def _in_session(wiki: Wiki, page: Page, fragment: str) -> Evidence:
    if not fragment:
        return Evidence("session", page.path)
    match = _TURN.match(fragment)
    if not match:
        return Evidence("broken", page.path, reason=f"#{fragment} is not #turn-N")
    turn = int(match[1])
    transcript = wiki.transcripts.get(page.id)
    if transcript is None:
        return Evidence("turn", page.path, turn, verifiable=False, reason="the transcript is not at hand")
    if turn not in transcript.numbers:
        return Evidence("broken", page.path, reason=f"the session has no turn {turn}")
    return Evidence("turn", page.path, turn)


def words(wiki: Wiki, evidence: Evidence) -> str | None:
    """The text in which a quote must be found, or None where there is none to read."""
    if not evidence.verifiable or evidence.place == "broken":
        return None
    if evidence.place == "raw":
        return wiki.evidence[evidence.path].text
    if evidence.place == "turn":
        page = wiki.pages[evidence.path]
        return wiki.transcripts[page.id].by_number[evidence.turn].text
    if evidence.place == "session":
        page = wiki.pages[evidence.path]
        transcript = wiki.transcripts.get(page.id)
        turns = [turn.text for turn in transcript.turns] if transcript else []
        return "\n\n".join([page.text[page.body :], *turns])
    if evidence.place in ("page", "lines"):
        page = wiki.pages[evidence.path]
        return page.text[page.body :]
    return None


def is_quoted(wiki: Wiki, evidence: Evidence, quote: str) -> bool | None:
    """Whether the quote stands in the evidence, after NFKC and white space; None where it cannot be read here."""
    if not evidence.verifiable or evidence.place == "broken":
        return None
    proven = (_version(wiki, evidence), evidence.turn)
    if proven[0] and quote in wiki.proofs.get(proven, ()):
        return True
    key = (evidence.path, evidence.turn)
    text = wiki.squeezed.get(key)
    if text is None:
        raw = words(wiki, evidence)
        if raw is None:
            return None
        text = wiki.squeezed[key] = squeeze(raw)
    found = squeeze(quote) in text
    if found and proven[0]:
        wiki.proofs.setdefault(proven, set()).add(quote)
    return found


def _version(wiki: Wiki, evidence: Evidence) -> str:
    """The content id of the one file that holds the evidence; empty where there is none, or more than one."""
    page = wiki.pages.get(evidence.path)
    if page is None or evidence.place == "session":
        return ""
    return wiki.transcripts[page.id].version if evidence.place == "turn" else page.version


def digest_of(text: str) -> str:
    """The digest of a cited text: `sha256:` and 64 hex digits over its UTF-8 bytes, squeezed as quotes are compared."""
    return _sealed(squeeze(text))


def digest(wiki: Wiki, evidence: Evidence) -> str | None:
    """The digest of what an evidence entry cites: the turn, the lines, else all of it; None where it cannot be read here.

    A session counts as unread where its transcript is not at hand, for it holds most of the words.
    """
    found = wiki.digests.get(evidence)
    if found is None:
        text = words(wiki, evidence)
        if text is None or evidence.place == "session" and wiki.pages[evidence.path].id not in wiki.transcripts:
            return None
        found = digest_of(text) if evidence.lines == (0, 0) else _sealed(_cited_lines(wiki, evidence))
        wiki.digests[evidence] = found
    return found


def is_sealed(wiki: Wiki, evidence: Evidence, seal: str) -> bool | None:
    """Whether `seal`, a digest or the beginning of one, is of what the entry cites; None where it cannot be read here."""
    if not evidence.verifiable or evidence.place == "broken":
        return None
    proven, known = (_version(wiki, evidence), evidence.turn), f"\0{evidence.lines} {seal}"  # no quote holds a NUL
    if proven[0] and known in wiki.proofs.get(proven, ()):
        return True
    found = digest(wiki, evidence)
    if found is not None and found.startswith(seal) and proven[0]:
        wiki.proofs.setdefault(proven, set()).add(known)
    return None if found is None else found.startswith(seal)


def _sealed(squeezed: str) -> str:
    return f"sha256:{hashlib.sha256(squeezed.encode('utf-8', 'surrogatepass')).hexdigest()}"


def _cited_lines(wiki: Wiki, evidence: Evidence) -> str:
    """The lines of an evidence, squeezed; the text is squeezed once, however many entries cite lines of it."""
    known = wiki.squeezed_lines.get(evidence.path)
    if known is None:
        page = wiki.evidence[evidence.path] if evidence.place == "raw" else wiki.pages[evidence.path]
        lines = [squeeze(line) for line in page.body_lines]
        ends = tuple(accumulate((len(line) + 1 if line else 0 for line in lines), initial=0))
        known = wiki.squeezed_lines[evidence.path] = (" ".join(line for line in lines if line), ends)
    text, ends = known
    return text[ends[evidence.lines[0] - 1] : ends[evidence.lines[1]]].strip()
