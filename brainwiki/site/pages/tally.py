"""What only the text of a page tells of its standing: by whom it was checked, how many claims it makes, and on what they rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from brainwiki.model.page import Page
from brainwiki.model.standing import trust
from brainwiki.site.pages.facts import version_of
from brainwiki.site.state import Site

_ROOM = "standing"


class Standing(NamedTuple):
    """The trust tier of a page, the number of its claims, and how many of them cite each source id."""

    tier: str
    claims: int
    resting: tuple[tuple[str, int], ...]


def keep_standing(site: Site, page: Page) -> None:
    """Work out the standing of a page while its text is at hand, for those who count."""
    site.memo.get(_ROOM, _key(site, page), lambda: tuple(_standing(page)))


def standings(site: Site, pages: Iterable[Page]) -> Iterator[tuple[Page, Standing]]:
    """The standing of each of these pages; only those of which nothing is kept are read."""
    wanted = [(page, _key(site, page)) for page in pages]
    known = site.memo.known(_ROOM, [key for _, key in wanted])
    for page, key in wanted:
        if key in known:
            yield page, Standing(*known[key])
            continue
        found = _standing(page)
        site.memo.keep(_ROOM, key, tuple(found))
        site.forget(page)
        yield page, found


def _key(site: Site, page: Page) -> str:
    return f"{version_of(page)} {site.reading}"


def _standing(page: Page) -> Standing:
    resting = Counter(source_id for claim in page.claims for source_id in dict.fromkeys(claim.ids))
    return Standing(trust(page), len(page.claims), tuple(resting.items()))
