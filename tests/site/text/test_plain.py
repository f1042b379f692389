"""Plain words of a page: what readers see, cut at its headings, nothing that is hidden from them."""

from __future__ import annotations

from brainwiki.site.text.plain import Section, sections
from tests.helpers import Texts
from tests.site.sites import page, site_of

HEAD = "---\ntype: concept\ntitle: Page\ndescription: d\n---\n"


def plain(body: str, others: Texts | None = None, publish: tuple[str, ...] = ()) -> list[Section]:
    """The sections of a page with this body."""
    site = site_of({"knowledge/a/page.md": HEAD + body, **(others or {})}, publish=publish)
    found = sections(site, page(site, "knowledge/a/page.md"))
    assert all(site.secret not in text for one in found for text in one)
    return found


def test_sections_begin_at_headings_and_the_title_is_none() -> None:
    found = plain("# Page\n\nAbove.\n\n## Why *so*\n\nOne.\nTwo.\n\n### Deeper\n\n## Empty\n")
    assert found == [
        Section("", "", "Above."),
        Section("why-so", "Why so", "One. Two."),
        Section("deeper", "Deeper", ""),
        Section("empty", "Empty", ""),
    ]


def test_links_are_words_and_cites_are_nothing() -> None:
    others = {"knowledge/a/star-gear.md": "---\ntype: concept\ntitle: 星見ヶ浦\naliases: [Star Gear]\n---\n"}
    text = "It runs[cite:1] at [[star-gear]], [[Star Gear]], [[star-gear|the gear]] and [there](star-gear.md) [cite:1,2].\n"
    assert plain(text, others)[0].text == "It runs at 星見ヶ浦, Star Gear, the gear and there."


def test_a_page_that_is_not_published_keeps_the_name_that_was_written() -> None:
    others = {"tasks/plan.md": "---\ntype: task\ntitle: A secret plan\n---\n"}
    assert plain("See [[tasks/plan]].", others)[0].text == "See tasks/plan."
    assert plain("See [[tasks/plan]].", others, ("tasks",))[0].text == "See A secret plan."
    assert plain("See [[nowhere]] and [[nowhere#part]].")[0].text == "See nowhere and nowhere."


def test_what_is_hidden_stays_hidden() -> None:
    text = "Seen <!-- nor this --> <script>alert(1)</script><b>bold</b> &lt;i&gt;.\n"
    assert plain(text)[0].text == "Seen bold <i>."
    site = site_of({"a.md": "Seen %%not this%% too.\n"}, "obsidian")
    assert sections(site, page(site, "a.md"))[0].text == "Seen too."


def test_cells_items_and_lines_are_words_of_their_own() -> None:
    assert plain("| a | b |\n|---|---|\n| c | d |\n")[0].text == "a b c d"
    assert (
        plain("- one\n- two\n\n> [!note] Mind\n> this\n\n```\nx = 1\ny = 2\n```\n")[0].text
        == "one two Mind this x = 1 y = 2"
    )
    assert plain("un**break**able `co`de")[0].text == "unbreakable code"


def test_block_ids_and_footnote_marks_are_nothing() -> None:
    assert plain("A line ^c-aaaaaaaa\n\nNote[^x].\n\n[^x]: Words of it.\n")[0].text.startswith("A line Note")
    assert "c-aaaaaaaa" not in plain("A line ^c-aaaaaaaa\n")[0].text


def test_a_page_that_cannot_be_laid_out_is_its_source() -> None:
    deep = ">" * 5_000 + " deep\n"
    assert "deep" in plain(deep)[-1].text
