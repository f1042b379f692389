"""Links into the repository's own pages: editing a page, reporting a claim that is wrong."""

from __future__ import annotations

from urllib.parse import quote, urlencode

from brainwiki.model.page import Page
from brainwiki.site.state import Site

_MAX = 1200  # characters of a report's text: servers refuse long addresses


def edit_link(site: Site, page: Page) -> str:
    """The address at which the page's file is edited; empty where no repository is configured."""
    if not site.config.repository:
        return ""
    branch = quote(site.config.branch, safe="/")
    return f"{_repository(site)}/edit/{branch}/{quote(_path(site, page), errors='replace')}"


def page_report(site: Site, page: Page) -> str:
    """The address at which a mistake on the page is reported; empty where no repository is configured."""
    return _report(
        site, f"{page.title}: a mistake", f"Page: {_path(site, page)}\n\nWhat is wrong, and how do you know?\n"
    )


def claim_report(site: Site, page: Page, claim_id: str, words: str) -> str:
    """The address at which a claim is reported, with its id and words filled in; empty where no repository is configured."""
    if not site.config.repository:
        return ""
    body = f"Page: {_path(site, page)}\nClaim: {claim_id}\n\n> {words[:_MAX]}\n\nWhat is wrong, and how do you know?\n"
    return _report(site, f"{page.title}: claim {claim_id}", body)


def _report(site: Site, title: str, body: str) -> str:
    if not site.config.repository:
        return ""
    return (
        f"{_repository(site)}/issues/new?{urlencode({'title': title, 'body': body}, errors='replace', quote_via=quote)}"
    )


def _repository(site: Site) -> str:
    return site.config.repository.rstrip("/")


def _path(site: Site, page: Page) -> str:
    """The page's path in the repository."""
    if page.kind == "raw" or not site.wiki.prefix:
        return page.path
    return f"{site.wiki.prefix}/{page.path}"
