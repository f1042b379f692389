"""The home page: the index as it stands, or what the brain holds, with the way to search, sections and changes above it."""

from __future__ import annotations

from dataclasses import replace

from brainwiki.config.config import Config
from brainwiki.model.past import Past, Revision, Touch
from brainwiki.site.sections.home import MAX_CHANGED
from brainwiki.site.state import Site
from brainwiki.site.urls import IN_A_PART
from tests.helpers import titled
from tests.site.sections.rooms import changed, keys, made
from tests.site.sites import site_of

PLAIN = {"knowledge/a/x.md": titled("X page"), "knowledge/b/z.md": titled("扉の話"), "notes/n.md": titled("Note")}
INDEX = "# Memory\n\nOne line a page.\n\n## Things\n\n- [[x|X page]] — what it is\n- [[nowhere]]\n"
TEXTS = {**PLAIN, "index.md": INDEX}


def past(*touches: tuple[str, str, str]) -> Past:
    """Touches of paths as (path, blob before, blob after), the newest first, one a day."""
    revisions = {
        f"c{n}": Revision(f"c{n}", f"2026-11-{28 - n:02}T10:00:00+02:00", "A", "human:a", False, "", "Secret summary")
        for n in range(len(touches))
    }
    return Past(
        "c0", revisions, tuple(Touch(f"c{n}", path, before, after) for n, (path, before, after) in enumerate(touches))
    )


def with_past(site: Site, *touches: tuple[str, str, str]) -> Site:
    return replace(site, past=past(*touches))


def test_the_index_is_shown_as_it_stands() -> None:
    part = made(site_of(TEXTS), "")
    assert part.title == "Memory"
    assert part.content.startswith('<div class="bw-home">')
    assert "One line a page." in part.content
    assert '<h2 id="things">' in part.content
    assert 'href="knowledge/a/x/"' in part.content
    assert "— what it is" in part.content
    assert part.foot == ""
    assert [entry["name"] for entry in part.contents] == ["Things"]


def test_above_it_stand_the_search_and_the_sections() -> None:
    head = made(site_of(TEXTS), "").head
    assert '<button type="button" class="bw-ask" data-bw-search hidden>' in head
    assert '<li><a href="pages/">Pages</a></li>' in head
    assert "Changed lately" not in head


def test_what_changed_last_each_page_once() -> None:
    touched = (
        ("knowledge/b/z.md", "b", "c"),
        ("knowledge/b/z.md", "a", "b"),
        ("gone.md", "a", ""),
        ("sessions/s/session.md", "", "a"),
        ("index.md", "a", "b"),
        ("knowledge/a/x.md", "", "a"),
    )
    head = made(with_past(site_of(TEXTS), *touched), "").head
    assert '<a href="knowledge/b/z/" lang="ja">扉の話</a> <time datetime="2026-11-28T10:00:00+02:00"' in head
    assert '<a href="knowledge/a/x/">X page</a> <span class="bw-new">new</span> <time datetime="2026-11-23' in head
    assert head.count("<time") == 2
    assert "gone" not in head
    assert "Secret" not in head


def test_a_few_changes_are_enough() -> None:
    texts = {f"k/p{n}.md": titled(f"P {n}") for n in range(MAX_CHANGED + 3)}
    site = with_past(site_of(texts), *((path, "", "a") for path in texts))
    assert made(site, "").content.count("data-at=") == MAX_CHANGED


def test_the_key_names_what_is_shown() -> None:
    site = site_of(TEXTS)
    key = keys(site)[""]
    assert key
    assert keys(site_of({**TEXTS, "notes/n.md": titled("Other note")}))[""] == key
    assert keys(site_of({**TEXTS, "knowledge/a/x.md": titled("Other")}))[""] != key
    assert keys(site_of({**TEXTS, "index.md": INDEX + "\nMore.\n"}))[""] != key
    assert keys(site_of({**TEXTS, "nowhere.md": titled("Nowhere")}))[""] != key
    assert keys(site_of({**TEXTS, "rules/r.md": "---\ntype: rule\ntitle: R\n---\nR\n"}))[""] != key
    seen = with_past(site, ("notes/n.md", "a", "b"))
    assert keys(seen)[""] != key
    assert keys(with_past(site, ("notes/n.md", "a", "b"), ("gone.md", "a", "b")))[""] == keys(seen)[""]


def test_an_index_that_cites_keeps_its_evidence() -> None:
    cited = "---\nsources:\n  - id: 1\n    resource: knowledge/a/x\n---\n# Memory\n\nIt is. [cite:1]\n"
    site = site_of({**PLAIN, "index.md": cited})
    assert "bw-evidence" in made(site, "").foot


def test_without_an_index_home_shows_the_pages_by_folder() -> None:
    site = site_of(PLAIN)
    part = made(site, "")
    assert (part.title, part.folder) == ("Memory", "")
    assert "<h1>Memory</h1>" in part.content
    assert "This wiki has no index; here is what it holds." in part.content
    assert 'class="bw-listing bw-listing--home"' in part.content
    assert 'href="knowledge/a/x/">X page</a>' in part.content
    assert "data-bw-search" in part.content
    assert changed(keys(site), keys(site_of({**PLAIN, "notes/n.md": titled("Other")}))) >= {"", "pages/"}


def test_a_big_wiki_without_an_index_shows_its_folders() -> None:
    site = site_of({f"big/p{n}.md": titled(f"P {n}") for n in range(IN_A_PART + 1)})
    content = made(site, "").content
    assert f'<a href="big/">Big</a> <span class="bw-count">{IN_A_PART + 1}</span>' in content
    assert "P 7" not in content


def test_home_speaks_the_language_of_the_site() -> None:
    head = made(site_of(TEXTS, config=Config(language="zh")), "").head
    assert "搜索这份记忆" in head
    assert ">页面</a>" in head
