"""Reach counts the pages that link to or cite what changed, and those behind them; listings lead nowhere."""

from __future__ import annotations

from brainwiki.config.profile import load_profile
from brainwiki.graph.reach import NOWHERE, Reached, reach
from brainwiki.model.wiki import Wiki
from tests.helpers import Texts, titled
from tests.helpers import wiki_of as bare_wiki

SOURCE = "sources:\n  - id: 1\n    resource: knowledge/a\n"
TEXTS = {
    "index.md": "# Index\n\n- [[a]]\n- [[b]]\n",
    "log.md": "# Log\n\n- [[a]]\n",
    "knowledge/a.md": titled("A"),
    "knowledge/b.md": titled("B", "[[a]] and [[a]]\n"),
    "knowledge/c.md": titled("C", "So. [cite:1]\n", SOURCE),
    "knowledge/d.md": titled("D", "[[b]] [[c]]\n"),
    "knowledge/e.md": titled("E", "[[b]] [[e]]\n"),
    "knowledge/far.md": titled("Far", "[[d]]\n"),
    "proposals/p.md": "---\ntype: proposal\ntitle: P\n---\n[[a]]\n",
}


def wiki_of(texts: Texts) -> Wiki:
    return bare_wiki(texts, load_profile("brain").dialect)


def test_links_and_cites_count_once_and_listings_and_receipts_not() -> None:
    found = reach(wiki_of(TEXTS), ["knowledge/a.md"])
    assert (found.hop1, found.hop2) == (2, 2)
    assert found.best == (
        Reached("knowledge/b.md", "B", 2),
        Reached("knowledge/c.md", "C", 1),
        Reached("knowledge/d.md", "D", 1),
        Reached("knowledge/e.md", "E", 0),
    )


def test_what_changed_is_not_reached_by_itself() -> None:
    assert reach(wiki_of(TEXTS), ["knowledge/a.md", "knowledge/b.md"])[:2] == (3, 1)
    assert reach(wiki_of(TEXTS), []) == NOWHERE
    assert reach(wiki_of(TEXTS), ["knowledge/none.md"]) == NOWHERE


def test_who_led_to_a_page_that_is_gone_is_known_from_before() -> None:
    after = {path: text for path, text in TEXTS.items() if path != "knowledge/a.md"}
    assert reach(wiki_of(after), ["knowledge/a.md"])[:2] == (0, 0)
    assert reach(wiki_of(after), ["knowledge/a.md"], wiki_of(TEXTS))[:2] == (2, 2)


def test_hidden_pages_are_counted_and_not_named_and_five_are() -> None:
    many = {f"knowledge/p{number}.md": titled(f"P {number}", "[[a]]\n") for number in range(9)}
    found = reach(wiki_of({**TEXTS, **many}), ["knowledge/a.md"], hidden=["knowledge/b.md"])
    assert found.hop1 == 11
    assert len(found.best) == 5
    assert "knowledge/b.md" not in {one.path for one in found.best}
