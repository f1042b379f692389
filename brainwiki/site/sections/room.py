"""What all sections share: the site, the check's report, keys of what is shown, and listings that go on over several pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, partial
from typing import NamedTuple

from brainwiki.model.finding import Report
from brainwiki.model.page import Page
from brainwiki.site.output import PageOutput, Part, digest
from brainwiki.site.pages.contexts import Crumb
from brainwiki.site.pages.facts import version_of
from brainwiki.site.pages.parts import Maker
from brainwiki.site.sections.listing import Facet, Group, Listing, steps
from brainwiki.site.sections.survey import Survey
from brainwiki.site.state import Site
from brainwiki.site.urls import IN_A_PART

STYLES = ("assets/stylesheets/bw-sections.css",)
SCRIPTS = ("assets/javascripts/bw-sections.js",)


def _nothing(base: str) -> tuple[()]:
    """No crumbs, no facets."""
    del base
    return ()


class Sheet(NamedTuple):
    """A listing before it is cut: title, the addresses of its parts, the paths of its pages in order, how those of one part are
    grouped on the page at an address, what stands around them, and by the same two what this depends on beside the pages."""

    title: str
    addresses: Sequence[str]
    paths: Sequence[str]
    groups: Callable[[str, Sequence[Page]], Iterable[Group]]
    crumbs: Callable[[str], tuple[Crumb, ...]] = _nothing
    facets: Callable[[str], tuple[Facet, ...]] = _nothing
    depends: Callable[[str, Sequence[str]], object] = lambda base, paths: ()
    folder: str | None = None
    kind: str = ""


class Room:
    """One state of the site, as the sections see it."""

    def __init__(self, maker: Maker, report: Report) -> None:
        self.maker = maker
        self.site: Site = maker.site
        self.report = report
        self._tokens: dict[str, str] = {}

    @cached_property
    def survey(self) -> Survey:
        """What the evidence of all published pages tells."""
        return Survey(self.site)

    def token(self, path: str) -> str:
        """What changes where the address of a page or anything in its file changes."""
        found = self._tokens.get(path)
        if found is None:
            version = version_of(self.site.wiki.pages[path])
            found = self._tokens[path] = f"{self.site.addresses.pages[path]}\t{version}"
        return found

    def key(self, paths: Iterable[str], *values: object) -> str:
        """The key of what shows these pages and values."""
        return digest("\n".join(map(self.token, paths)), *values)

    def outputs(self, sheet: Sheet) -> Iterator[PageOutput]:
        """The pages of a listing, each with a key of what it shows."""
        for number, base in enumerate(sheet.addresses):
            shown = sheet.paths[number * IN_A_PART : (number + 1) * IN_A_PART]
            key = self.key(shown, sheet.title, sheet.addresses, len(sheet.paths), sheet.depends(base, shown))
            yield PageOutput(base, key, partial(self._part, sheet, base, shown))

    def _part(self, sheet: Sheet, base: str, shown: Sequence[str]) -> Part:
        return self.show(self.listing(sheet, base, shown), sheet.folder)

    def listing(self, sheet: Sheet, base: str, shown: Sequence[str]) -> Listing:
        """What one part of a listing shows."""
        pages = [self.site.wiki.pages[path] for path in shown]
        return Listing(
            sheet.title,
            sheet.crumbs(base),
            tuple(sheet.groups(base, pages)),
            len(sheet.paths),
            sheet.facets(base) if base == sheet.addresses[0] else (),
            steps(base, sheet.addresses),
            kind=sheet.kind,
        )

    def show(self, found: Listing, folder: str | None = None) -> Part:
        """A listing as a page; `folder` is where the navigation opens."""
        # Groups of which a script makes others have no place in the contents.
        flat = [(2, group.anchor, group.title) for group in found.groups if group.title and not group.kind]
        return self.whole(found.title, self.render("listing", listing=found), flat, folder)

    def render(self, template: str, **context: object) -> str:
        """A template of the sections as HTML."""
        return self.maker.templates.render(template, self.site, None, **context)

    def whole(
        self, title: str, content: str, headings: Iterable[tuple[int, str, str]] = (), folder: str | None = None
    ) -> Part:
        """A page of our own making; headings as (level, anchor, words)."""
        return self.maker.whole(title, content, headings, folder)._replace(styles=STYLES, scripts=SCRIPTS)
