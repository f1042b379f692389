"""What `read` gives for a name: a page, a section of it, a session's turns, or a text that is evidence and no page."""

from __future__ import annotations

import re

from brainwiki.errors import UnknownNameError
from brainwiki.mcp.telling import page_head, turns_text
from brainwiki.model.names import fold, heading_keys, near
from brainwiki.model.page import Page
from brainwiki.model.wiki import Wiki
from brainwiki.usecases.explore import find_page, find_part
from brainwiki.usecases.forgotten import refuse_forgotten

_TURN = re.compile(r"(?:(.*/)?(sessions/[^#]+?))(?:/session|/transcript)?(?:\.jsonl|\.md)?#turn-([0-9]{1,9})\Z")
_TRANSCRIPT = re.compile(r"(?:.*/)?(sessions/[^#]+)/transcript(?:\.jsonl)?\Z")
_AROUND = 3  # turns before and after the one that was named


def reading(wiki: Wiki, name: str, names: frozenset[str]) -> str:
    """The text for a name; `names` are those that were forgotten. Raises UnknownNameError and AmbiguousNameError."""
    wanted = name.strip()
    turn = _TURN.match(wanted)
    if turn is not None:
        return _turns(wiki, turn[2], int(turn[3]), names)
    transcript = _TRANSCRIPT.match(wanted)
    if transcript is not None:
        return _turns(wiki, transcript[1], 0, names)
    raw = wiki.evidence.get(wanted)
    if raw is not None:
        return f"# {wanted}\n(evidence as it was taken in; no page)\n\n{raw.text}"
    page, part = find_part(wiki, wanted)
    refuse_forgotten(page.path, names)
    if part:
        return f"{page_head(page)}\nsection: {part}\n\n{_section(page, part)}"
    return f"{page_head(page)}{_sources(page)}{_talk(wiki, page)}\n\n{page.text[page.body :].strip()}"


def _sources(page: Page) -> str:
    """The sources by the ids that the text cites."""
    lines = [f"  [{source.id}] {source.resource or source.title}" for source in page.sources]
    return "\nsources (`why` follows them):\n" + "\n".join(lines) if lines else ""


def _talk(wiki: Wiki, page: Page) -> str:
    """How to read on from a session's summary."""
    transcript = wiki.transcripts.get(page.id)
    if transcript is None:
        return ""
    return f"\nturns: {len(transcript.numbers)}; read {page.id}/transcript, or {page.id}#turn-N for one with its neighbours"


def _section(page: Page, part: str) -> str:
    """The section under a heading, to the next one of its level; or the paragraph with a block id."""
    if part.startswith("^"):
        if part[1:] not in page.blocks:
            raise UnknownNameError("block", f"{page.id}#{part}", near(part[1:], page.blocks))
        at = page.blocks[part[1:]]
        start, end = page.text.rfind("\n\n", 0, at) + 2, page.text.find("\n\n", at)
        return page.text[max(start, page.body) : end if end >= 0 else len(page.text)].strip()
    keys = heading_keys(part)
    for place, heading in enumerate(page.headings):
        if heading.anchor == part or not keys.isdisjoint(heading_keys(heading.text)):
            later = (other.start for other in page.headings[place + 1 :] if other.level <= heading.level)
            return page.text[heading.start : next(later, len(page.text))].strip()
    known = {fold(heading.text): heading.text for heading in page.headings}
    close = tuple(known[one] for one in near(fold(part), known))
    raise UnknownNameError("section", f"{page.id}#{part}", close or tuple(known.values())[:5])


def _turns(wiki: Wiki, session: str, number: int, names: frozenset[str]) -> str:
    transcript = wiki.transcripts.get(session)
    if transcript is None:
        raise UnknownNameError("session", session, near(session, wiki.transcripts))
    refuse_forgotten(f"{session}/session.md", names)
    if number and number not in transcript.numbers:
        last = max(transcript.numbers, default=0)
        raise UnknownNameError("turn", f"{session}#turn-{number}", (f"{session}#turn-{last}",) if last else ())
    try:
        title = find_page(wiki, session).title
    except UnknownNameError:
        title = session
    first, until = (max(1, number - _AROUND), number + _AROUND) if number else (0, 0)
    return f"# {title}\npath: {session} (transcript)\n\n{turns_text(transcript, session, names, first, until)}"
