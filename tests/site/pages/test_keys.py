"""Keys of pages: they change with what a page shows of others, and with nothing else."""

from __future__ import annotations

import pytest

from brainwiki.site.pages.backlinks import gather
from brainwiki.site.pages.keys import Keys
from brainwiki.site.state import Site
from tests.helpers import Texts, titled
from tests.site.sites import SESSION, sourced, talk_site

TALK = f"{SESSION}/session.md"


@pytest.fixture(autouse=True)
def short_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Conversations go on after two turns: the one of these tests has two parts."""
    monkeypatch.setattr("brainwiki.site.stretches.TURNS", 2)


def keys_of(site: Site) -> tuple[str, str]:
    """The keys of the session's own page and of its second part."""
    keys, page = Keys(site, gather(site)), site.wiki.pages[TALK]
    return keys.page(page), keys.part(page, site.stretches.of(page)[1])


def citing(turn: int, words: str = "So it is.") -> Texts:
    """A page that rests on a turn."""
    return {"knowledge/a.md": sourced(f"{words} [cite:1]\n", {"id": "1", "resource": f"{SESSION}#turn-{turn}"})}


def test_a_part_shows_who_rests_on_its_own_turns() -> None:
    first, third = keys_of(talk_site(citing(1))), keys_of(talk_site(citing(3)))
    assert first[1] == keys_of(talk_site(citing(2)))[1] == keys_of(talk_site({}))[1]
    assert first[1] != third[1]
    assert third[1] != keys_of(talk_site(citing(3, "So it was.")))[1]


def test_a_session_leads_to_its_parts_where_they_stand() -> None:
    texts = {f"{SESSION}/part-2/session.md": titled("In the way")}
    taken = talk_site(texts)
    assert taken.stretches.address(taken.wiki.pages[TALK], 2) == f"{SESSION}/turns-part-2/"
    assert keys_of(taken) != keys_of(talk_site({}))


def test_tags_lead_where_their_listings_stand() -> None:
    tagged = titled("A", more="tags: [x]\n")

    def key(texts: Texts) -> str:
        site = talk_site({"knowledge/a.md": tagged, **texts})
        return Keys(site, gather(site)).page(site.wiki.pages["knowledge/a.md"])

    assert key({}) == key({"knowledge/b.md": titled("B")})
    assert key({}) != key({"tags/x.md": titled("In the way")})
