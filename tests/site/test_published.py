"""What is shown: pages and sources always, sessions, tasks and proposals on request, attachments by a written list."""

from __future__ import annotations

import pytest

from brainwiki.site.published import is_attachment, is_image, is_reviewed, select, shown_kinds
from tests.helpers import titled, wiki_of
from tests.site.sites import SESSION, TALK, TALK_PAGE, site_of

PAGES = {
    "index.md": "# Home\n",
    "log.md": "# Log\n",
    "knowledge/a/x.md": titled("X"),
    "notes/n/y.md": "---\ntype: note\n---\nY\n",
    "sources/s.md": "---\ntype: source\ntitle: S\n---\nS\n",
    "rules/r.md": "---\ntype: rule\ntitle: R\n---\nR\n",
    "tasks/t.md": "---\ntype: task\ntitle: T\nstate: done\n---\nT\n",
    "proposals/p.md": "---\ntype: proposal\ntitle: P\n---\nP\n",
    f"{SESSION}/session.md": TALK_PAGE,
}
ALWAYS = {"index.md", "log.md", "knowledge/a/x.md", "notes/n/y.md", "sources/s.md", "rules/r.md"}


@pytest.mark.parametrize(
    ("publish", "more"),
    [
        ((), set()),
        (("tasks",), {"tasks/t.md"}),
        (("sessions",), {f"{SESSION}/session.md"}),
        (("proposals", "tasks"), {"proposals/p.md", "tasks/t.md"}),
    ],
)
def test_personal_kinds_are_shown_only_where_named(publish: tuple[str, ...], more: set[str]) -> None:
    site = site_of(PAGES, publish=publish, transcripts={SESSION: TALK})
    assert set(site.addresses.pages) == ALWAYS | more


def test_what_is_not_published_has_no_listing_and_no_folder() -> None:
    site = site_of(PAGES, transcripts={SESSION: TALK})
    assert set(site.addresses.listings) == {"pages", "sources", "rules", "health"}
    assert "sessions" not in site.addresses.folders
    assert "tasks" not in site.addresses.folders


def test_only_used_files_of_listed_kinds_are_copied() -> None:
    body = "![[a.png]] [doc](../../files/b.pdf) ![[c.html]] [d](../../files/d.jsonl) ![[e.svg]] ![[active.svg]] [f](f.js)\n"
    names = (
        "img/a.png",
        "files/b.pdf",
        "img/c.html",
        "files/d.jsonl",
        "img/e.svg",
        "img/active.svg",
        "knowledge/a/f.js",
        "img/unused.png",
    )
    wiki = wiki_of({"knowledge/a/x.md": titled("X", body)}, files=frozenset(names))
    found = select(wiki, (), lambda path: "active" not in path)
    assert found.files == ("files/b.pdf", "img/a.png", "img/e.svg")


def test_files_that_only_private_pages_use_stay() -> None:
    texts = {
        "tasks/t.md": "---\ntype: task\ntitle: T\nstate: done\n---\n![[secret.png]]\n",
        "knowledge/a/x.md": titled("X"),
    }
    wiki = site_of(texts, files=frozenset({"img/secret.png"})).wiki
    assert select(wiki, (), lambda path: True).files == ()
    assert select(wiki, ("tasks",), lambda path: True).files == ("img/secret.png",)


def test_a_cited_file_is_an_attachment() -> None:
    more = "sources:\n  - id: 1\n    resource: papers/p.pdf\n  - id: 2\n    resource: papers/data.jsonl\n"
    wiki = wiki_of(
        {"knowledge/a/x.md": titled("X", "Yes. [cite:1,2]\n", more)},
        files=frozenset({"papers/p.pdf", "papers/data.jsonl"}),
    )
    assert select(wiki, (), lambda path: True).files == ("papers/p.pdf",)


def test_open_proposals_are_no_kind_of_page() -> None:
    assert shown_kinds(("open-proposals",)) == shown_kinds(())
    assert "proposal" in shown_kinds(("proposals",))
    assert [is_reviewed(one) for one in ((), ("tasks",), ("proposals",), ("open-proposals",))] == [
        False,
        False,
        True,
        True,
    ]


@pytest.mark.parametrize("name", ["a.PNG", "a.jpeg", "a.svg", "a.pdf", "a.csv", "a.txt", "a.webp", "a.avif", "a.gif"])
def test_attachments(name: str) -> None:
    assert is_attachment(name)
    assert is_image(name) == (name[2:].lower() not in ("pdf", "csv", "txt"))


@pytest.mark.parametrize(
    "name", ["a.html", "a.js", "a.css", "a.json", "forgotten.jsonl", "a.md", "a", "a.exe", "a.xml", "a.svgz", ".env"]
)
def test_no_attachments(name: str) -> None:
    assert not is_attachment(name)
    assert not is_image(name)
