"""llms.txt and robots.txt: short, capped, and nothing in them that the site does not show."""

from __future__ import annotations

from dataclasses import replace

from brainwiki.rules.compact_index import BUDGET
from brainwiki.site.state import Site
from tests.helpers import titled
from tests.site.sections.rooms import changed, files_of, keys
from tests.site.sites import site_of

TEXTS = {
    "index.md": "# Memory\n",
    "knowledge/a/x.md": titled("X [page] <b>", more="aliases: [y]\n"),
    "knowledge/a/b/deep.md": titled("Deep"),
    "knowledge/a/c.md": titled("C page"),
    "knowledge/b/扉.md": titled("扉の話"),
    "sources/s.md": "---\ntype: source\ntitle: Report\ndescription: A report.\n---\nS\n",
    "sessions/s/session.md": "---\ntype: session\ntitle: Secret talk\n---\nS\n",
    "tasks/t.md": "---\ntype: task\ntitle: Secret task\n---\nS\n",
}


def text_of(site: Site, name: str = "llms.txt") -> str:
    return files_of(site)[name].make().decode("utf-8")


def test_a_map_of_the_pages_by_folder_sources_last() -> None:
    lines = text_of(site_of(TEXTS)).split("\n")
    assert lines[0] == "# Memory"
    assert lines[2].startswith("> A reviewed memory as a wiki:")
    assert [line for line in lines if line.startswith("## ")] == ["## A", "## B", "## B", "## Sources", "## Optional"]
    assert "- [X \\[page\\] \\<b\\>](knowledge/a/x/): d" in lines
    assert "- [扉の話](knowledge/b/%E6%89%89/): d" in lines
    assert "- [Report](sources/s/): A report." in lines
    assert lines[-4:] == ["- [Pages](pages/)", "- [Sources](sources/)", "- [Health](health/)", ""]
    assert "Secret" not in "\n".join(lines)


def test_addresses_are_whole_where_the_site_s_own_is_known() -> None:
    site = replace(site_of(TEXTS), url="https://memory.example/wiki/")
    assert "(https://memory.example/wiki/knowledge/a/c/)" in text_of(site)
    assert text_of(site, "robots.txt") == (
        "User-agent: *\nAllow: /\n\nSitemap: https://memory.example/wiki/sitemap.xml\n"
    )
    assert text_of(site_of(TEXTS), "robots.txt") == "User-agent: *\nAllow: /\n"


def test_big_wikis_stay_within_the_budget_of_an_index() -> None:
    texts = {f"k/f{n % 60}/p{n}.md": titled(f"A page with a long name {n}") for n in range(2_000)}
    found = text_of(site_of({**texts, "small/x.md": titled("X")}))
    assert BUDGET * 0.9 < len(found) < BUDGET + 1_000
    assert "## K\n" in found
    assert "## Small\n\n- [X](small/x/): d\n" in found
    assert " more](k/)" in found


def test_one_big_folder_is_cut_and_says_so() -> None:
    texts = {f"k/p{n:04}.md": titled(f"A page with a long name {n:04}") for n in range(1_000)}
    lines = text_of(site_of(texts)).split("\n")
    shown = [line for line in lines if line.startswith("- [A page")]
    assert f"- [{1_000 - len(shown)} more](k/)" in lines


def test_keys_name_what_is_written() -> None:
    before = keys(site_of(TEXTS))
    assert changed(before, keys(site_of({**TEXTS, "tasks/t.md": TEXTS["tasks/t.md"] + "more"}))) == {"health/"}
    assert "llms.txt" in changed(before, keys(site_of({**TEXTS, "knowledge/a/c.md": titled("D page")})))
    assert changed(before, keys(replace(site_of(TEXTS), url="https://x.example/"))) == {"llms.txt", "robots.txt"}
