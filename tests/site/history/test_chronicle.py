"""A site asks for its chronicle once."""

from __future__ import annotations

from brainwiki.site.history.chronicle import chronicle
from tests.site.history.pasts import new, past, with_past
from tests.site.sites import site_of


def test_the_chronicle_of_a_site_is_made_once() -> None:
    site = with_past(site_of({"knowledge/a.md": "x"}), past([new("knowledge/a.md")]))
    assert len(chronicle(site).of("knowledge/a.md")) == 1
    assert chronicle(site) is chronicle(site)
