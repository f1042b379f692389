"""All that the sections put on the site: each address once, keys for all, pages of the wiki before listings."""

from __future__ import annotations

from brainwiki.site.output import PageOutput
from brainwiki.site.sections.outputs import outputs
from tests.helpers import titled
from tests.site.sections.rooms import keys, made, pages_of, room_of
from tests.site.sites import SESSION, TALK, talk_site

TEXTS = {
    "index.md": "# Home\n",
    "k/a.md": titled("A", more="tags: [t]\n"),
    "k/index.md": titled("All of K"),
    "tasks/t.md": "---\ntype: task\ntitle: T\nstate: held\n---\nT\n",
    "rules/r.md": "---\ntype: rule\ntitle: R\n---\nR\n",
    "proposals/p.md": "---\ntype: proposal\ntitle: P\n---\nP\n",
}
EVERYTHING = ("sessions", "tasks", "proposals")


def test_every_section_comes_out_once() -> None:
    found = [
        one.address if isinstance(one, PageOutput) else one.path
        for one in outputs(room_of(talk_site(TEXTS, EVERYTHING)))
    ]
    assert len(found) == len(set(found))
    assert set(found) == {
        "pages/", "pages/types/concept/", "tags/", "tags/t/", "sources/", "sessions/", "tasks/", "rules/", "review/",
        "health/", "llms.txt", "robots.txt",
    }  # fmt: skip


def test_each_has_a_key() -> None:
    assert all(keys(talk_site(TEXTS, EVERYTHING)).values())


def test_every_page_can_be_made_and_loads_what_it_needs() -> None:
    site = talk_site(TEXTS, EVERYTHING)
    for address in pages_of(site):
        part = made(site, address)
        assert part.title
        assert "assets/stylesheets/bw-sections.css" in part.styles
        assert "<script" not in part.content + part.head
        assert " style=" not in part.content + part.head


def test_the_same_state_gives_the_same_keys_and_pages() -> None:
    one, other = talk_site(TEXTS, EVERYTHING), talk_site(TEXTS, EVERYTHING)
    assert keys(one) == keys(other)
    assert all(made(one, address) == made(other, address) for address in pages_of(one) if address)
    assert SESSION in TALK.path
