"""Small files that lead on from where a page stood under an old name, and from its aliases."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from html import escape
from urllib.parse import quote

from brainwiki.model.names import fold, parent, slug
from brainwiki.model.page import Page
from brainwiki.site.history.chronicle import chronicle
from brainwiki.site.history.names import public
from brainwiki.site.language import of_text
from brainwiki.site.output import FileOutput, digest
from brainwiki.site.state import Site
from brainwiki.site.urls import RESERVED, relative, wanted_by

MOST = 20_000  # files
OF_A_PAGE = 16  # aliases
_LONGEST = 200  # bytes of a name
_THEME = frozenset({"sitemap.xml", "sitemap.xml.gz", "404.html"})  # files that are no outputs of ours
SCRIPT = "assets/javascripts/bw-redirect.js"
_POLICY = "default-src 'none'; script-src 'self'; base-uri 'none'; form-action 'none'"


def outputs(site: Site, taken: Iterable[str]) -> Iterator[FileOutput]:
    """A file for each old address of a published page and each alias that nothing stands at. `taken` are the paths of all other
    files of the site; what two pages claim leads nowhere."""
    occupied = frozenset(fold(path) for path in taken)
    former = _claimed(_former(site))
    also = _claimed(_aliases(site))
    known = {fold(address) for address in former}
    claims = {**former, **{address: path for address, path in also.items() if fold(address) not in known}}
    free = (address for address in sorted(claims) if _is_free(address, occupied))
    for count, address in enumerate(free):
        if count >= MOST:
            break
        path = claims[address]
        if path:
            page = site.wiki.pages[path]
            key = digest(address, site.addresses.pages[path], page.title, site.url)
            yield FileOutput(f"{address}index.html", key, partial(_file, site, address, page))


def _claimed(pairs: Iterable[tuple[str, str]]) -> Mapping[str, str]:
    """The page that each address leads to; an address that several claim, also in other letter case, leads to none (empty)."""
    found: dict[str, tuple[str, str]] = {}
    for address, path in pairs:
        first, before = found.setdefault(fold(address), (address, path))
        if before != path:
            found[fold(address)] = (first, "")
    return dict(found.values())


def _former(site: Site) -> Iterator[tuple[str, str]]:
    """Where published pages stood under names that they had, as far as these may be told."""
    told = public(site)
    found = chronicle(site)
    for old, path in found.old.items():
        if site.is_shown(path) and told(old, found.steps[path][0].touch.after):
            is_session = site.wiki.dialect.kind_of(old) == "session"
            name = old.removesuffix("/session.md") if is_session else old.removesuffix(".md")
            yield wanted_by(old, name), path


def _aliases(site: Site) -> Iterator[tuple[str, str]]:
    """Where readers may look for a page by another of its names: in its folder, and at the site's root."""
    for path in site.addresses.pages:
        for alias in site.wiki.pages[path].aliases[:OF_A_PAGE]:
            name = slug(alias)
            if name.strip("-") and len(name.encode("utf-8", "replace")) <= _LONGEST:
                for folder in dict.fromkeys((parent(path), "")):
                    inside = f"{folder}/{name}" if folder else name
                    if wanted_by(f"{inside}.md", inside) == f"{inside}/":  # no name that the site keeps for itself
                        yield f"{inside}/", path


def _is_free(address: str, occupied: frozenset[str]) -> bool:
    """Whether a file may be written at an address: nothing stands there, and no file where a folder would be needed."""
    parts = fold(address).strip("/").split("/")
    folders = {"/".join(parts[:depth]) for depth in range(1, len(parts) + 1)}
    is_ours = parts[0] in RESERVED | _THEME or any(len(part.encode("utf-8", "replace")) > 255 for part in parts)
    return bool(parts[0]) and not is_ours and fold(f"{address}index.html") not in occupied and not folders & occupied


def _file(site: Site, address: str, page: Page) -> bytes:
    """The file at an old address. Its script keeps the fragment of the address that was asked for; without scripts the browser goes
    on by itself too, and there is a link."""
    target = site.addresses.pages[page.path]
    href = escape(relative(address, target))
    canonical = escape(site.url + quote(target)) if site.url else href
    language = escape(site.config.language)
    title = escape(page.title)
    link = f'<a href="{href}" lang="{escape(of_text(page.title, site.config.language))}">{title}</a>'
    before, _, after = site.words["moved"].partition("{}")
    return (
        f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width,initial-scale=1">\n'
        f'<meta name="robots" content="noindex">\n<title>{title}</title>\n<link rel="canonical" href="{canonical}">\n'
        f'<script src="{escape(relative(address, SCRIPT))}" data-to="{href}"></script>\n'
        f'<noscript><meta http-equiv="refresh" content="0; url={href}"></noscript>\n'
        f"</head>\n<body>\n<p>{escape(before)}{link}{escape(after)}</p>\n</body>\n</html>\n"
    ).encode("utf-8", "replace")
