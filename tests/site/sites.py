"""What the tests of the site share: a site of pages that were never on a disk, one page rendered, a built folder to look into."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from brainwiki.config.config import Config
from brainwiki.config.profile import load_profile
from brainwiki.model.page import Page
from brainwiki.model.session import Turn, transcript_of
from brainwiki.model.wiki import Wiki
from brainwiki.site.pages.evidence import cited, entries
from brainwiki.site.published import select
from brainwiki.site.state import Site
from brainwiki.site.text.placeholders import new_secret
from brainwiki.site.text.render import Rendered, render
from brainwiki.site.urls import assign
from tests.helpers import NOW, Texts, wiki_of

SESSION = "sessions/2026-05-02-claude-code-abcdefghij"
TALK = transcript_of(
    f"{SESSION}/transcript.jsonl",
    (
        Turn(1, "user", "2026-05-02T09:00:00+02:00", "How do I like diagrams?", 1),
        Turn(2, "assistant", "2026-05-02T09:01:00+02:00", "You like <b>diagrams</b>\nmore than lists.", 2),
        Turn(3, "tool", "2026-05-02T09:02:00+02:00", "exit code 0", 3),
        Turn(4, "tool", "2026-05-03T10:00:00+02:00", "a second day", 4),
    ),
)
TALK_PAGE = (
    "---\ntype: session\ntitle: Diagrams or lists\nstarted: 2026-05-02T09:00:00+02:00\nturns: 4\n---\nOn diagrams.\n"
)
SOURCE_PAGE = (
    "---\ntype: source\ntitle: Report\nauthor: A. Writer\npublished: 2026-01-02\n---\nIt runs at 40 bar.\n\nAnd more.\n"
)


def site_of(
    texts: Texts,
    profile: str = "brain",
    publish: tuple[str, ...] = (),
    config: Config | None = None,
    now: datetime = NOW,
    **more: object,
) -> Site:
    """A site of these pages (texts by path); `more` goes to the wiki."""
    wiki = wiki_of(texts, load_profile(profile).dialect, **more)
    return site_with(wiki, publish, config, now)


def site_with(wiki: Wiki, publish: tuple[str, ...] = (), config: Config | None = None, now: datetime = NOW) -> Site:
    """A site of a wiki."""
    config = replace(config or Config(), publish=publish)
    selection = select(wiki, publish, lambda path: "active" not in path)
    return Site(wiki, assign(wiki, selection), config, "Memory", now, new_secret())


def talk_site(texts: Texts, publish: tuple[str, ...] = ("sessions",), **more: object) -> Site:
    """A site with one session, one source and these pages."""
    base = {f"{SESSION}/session.md": TALK_PAGE, "sources/report.md": SOURCE_PAGE}
    return site_of({**base, **texts}, publish=publish, transcripts={SESSION: TALK}, **more)


def rendered(site: Site, path: str) -> Rendered:
    """One page of a site, rendered with its own evidence."""
    page = site.wiki.pages[path]
    return render(site, page, cited(entries(site, page)))


def body_of(text: str, others: Texts | None = None, profile: str = "brain", **more: object) -> str:
    """The HTML of one page's body; the page stands at knowledge/a/page.md."""
    head = "---\ntype: concept\ntitle: Page\ndescription: d\n"
    whole = text if text.startswith("---\n") else f"{head}---\n{text}"
    site = site_of({"knowledge/a/page.md": whole, **(others or {})}, profile, **more)
    found = rendered(site, "knowledge/a/page.md")
    assert site.secret not in found.body
    return found.body


def sourced(body: str, *sources: Mapping[str, str]) -> str:
    """A page's text with these entries of evidence."""
    lines = ["---", "type: concept", "title: Page", "description: d", "sources:"]
    for source in sources:
        first, *rest = source.items()
        lines.append(f"  - {first[0]}: {first[1]}")
        lines.extend(f"    {key}: {value}" for key, value in rest)
    return "\n".join([*lines, "---", body])


def text_of(folder: Path, path: str) -> str:
    """A file of a built site."""
    return (folder / path).read_text("utf-8")


def requests_of(markup: str) -> list[str]:
    """Every address that a browser loads by itself when it shows this HTML: scripts, styles, images, frames, icons."""
    found = re.findall(r'<(?:script|img|iframe|source|video|audio|embed|track|input)\b[^>]*?\ssrc="([^"]*)"', markup)
    found += re.findall(r'<link\b(?![^>]*rel="canonical")[^>]*?\shref="([^"]*)"', markup)
    found += re.findall(r"url\((?!['\"]?data:)([^)]*)\)", markup)
    return found


def page(site: Site, path: str) -> Page:
    """A page of a site."""
    return site.wiki.pages[path]
