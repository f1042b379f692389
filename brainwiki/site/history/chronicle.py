"""The chronicle of a site: which commits each page owes its text to; worked out once for all pages."""

from __future__ import annotations

from brainwiki.model.chronicle import Chronicle, Did, Step, trace
from brainwiki.site.state import Site


def chronicle(site: Site) -> Chronicle:
    """The chronicle of a site, made when first asked for."""
    found = site.rooms.get("chronicle")
    if found is None:
        found = site.rooms["chronicle"] = trace(site.past, site.wiki.pages)
    assert isinstance(found, Chronicle)
    return found


__all__ = ["Chronicle", "Did", "Step", "chronicle", "trace"]
