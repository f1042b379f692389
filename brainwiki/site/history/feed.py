"""The newest changes as an Atom feed (RFC 4287)."""

from __future__ import annotations

import re
import uuid
from datetime import datetime
from html import escape
from urllib.parse import quote, urlsplit

from brainwiki.site.history.changes import Changes, Entry, Line
from brainwiki.site.state import Site
from brainwiki.site.urls import CHANGES, FEED

MOST = 50  # entries
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_SPACE = uuid.UUID("c0a3a2f4-6a6e-5b0e-9a55-6f2f5f4b9a31")  # of the ids of sites that do not know where they stand


def feed(site: Site, found: Changes) -> bytes:
    """The file of the feed. Links are absolute where the site knows its address, else they start at the feed's own."""
    newest = found.entries[:MOST]
    updated = max((entry.revision.at for entry in newest), key=_instant, default="1970-01-01T00:00:00+00:00")
    head = (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        f'<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="{_text(site.config.language)}">\n'
        f"  <title>{_text(site.title)}: {_text(site.words['changes'])}</title>\n"
        f"  <id>{_text(f'{site.url}{FEED}' if site.url else _uuid(f'feed {site.title}'))}</id>\n"
        f"  <updated>{updated}</updated>\n"
        f'  <link rel="self" type="application/atom+xml" href="{_text(site.url + FEED)}"/>\n'
        f'  <link rel="alternate" type="text/html" href="{_text(site.url + CHANGES)}"/>\n'
        "  <generator>brainwiki</generator>\n"
    )
    entries = "".join(_entry(site, entry, found.where[entry.revision.id]) for entry in newest)
    return f"{head}{entries}</feed>\n".encode("utf-8", "replace")


def _entry(site: Site, entry: Entry, where: str) -> str:
    told = entry.revision
    lines = "".join(f"<li>{_line(site, line)}</li>" for line in entry.lines)
    more = f"<p>{escape(site.words.say('more', entry.more))}</p>" if entry.more else ""
    return (
        "  <entry>\n"
        f"    <title>{_text(told.summary or site.words['no_message'])}</title>\n"
        f"    <id>{_text(_id(site, entry))}</id>\n"
        f"    <updated>{told.at}</updated>\n"
        f"    <author><name>{_text(told.actor or site.words['nobody'])}</name></author>\n"
        f'    <link rel="alternate" type="text/html" href="{_text(site.url + quote(where, safe="/#-"))}"/>\n'
        f'    <content type="html">{_text(f"<ul>{lines}</ul>{more}")}</content>\n'
        "  </entry>\n"
    )


def _line(site: Site, line: Line) -> str:
    """One page as HTML; without the site's address there is no link, since readers of feeds resolve none."""
    title = escape(line.title)
    if line.address is None:
        title = f"<s>{title}</s>"
    elif site.url:
        title = f'<a href="{escape(site.url + quote(line.address))}">{title}</a>'
    return f"{escape(site.words[line.did])}: {title}"


def _id(site: Site, entry: Entry) -> str:
    """An id that stays: by the host and the day (RFC 4151), else a name made of the commit."""
    host = urlsplit(site.url).hostname
    return f"tag:{host},{entry.day}:commit:{entry.revision.id}" if host else _uuid(entry.revision.id)


def _uuid(name: str) -> str:
    return f"urn:uuid:{uuid.uuid5(_SPACE, name)}"


def _instant(at: str) -> float:
    return datetime.fromisoformat(at).timestamp()


def _text(text: str) -> str:
    """Text for XML, without characters that it cannot hold."""
    return escape(_NOT_XML.sub("\ufffd", text))
