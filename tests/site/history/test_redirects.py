"""Old names and aliases lead on, to published pages only, over nothing that stands there, to no place but this site."""

from __future__ import annotations

import posixpath
import re
from dataclasses import replace

import pytest

from brainwiki.config.config import Config
from brainwiki.model.past import Past
from brainwiki.site.history import redirects as module
from brainwiki.site.history.redirects import outputs
from brainwiki.site.state import Site
from brainwiki.site.urls import wanted_by
from tests.helpers import Texts
from tests.site.history.pasts import Deed, moved, new, past, with_past
from tests.site.sites import site_of


def page(title: str = "Alpha", aliases: str = "") -> str:
    return f"---\ntype: concept\ntitle: {title}\ndescription: d\naliases: [{aliases}]\n---\nText.\n"


def site(texts: Texts, *commits: list[Deed], publish: tuple[str, ...] = (), **settings: object) -> Site:
    return with_past(site_of(texts, publish=publish, config=Config(**settings)), past(*commits))


def taken(one: Site) -> list[str]:
    found = one.addresses
    pages = (*found.pages.values(), *found.raws.values(), *found.listings.values(), *found.folders.values())
    return [f"{address}index.html" for address in pages] + list(found.files.values())


def led(one: Site, *more: str) -> dict[str, str]:
    """Where each file leads, from the site's root."""
    files = {output.path: output.make().decode() for output in outputs(one, [*taken(one), *more])}
    links = {path: re.findall(r'data-to="([^"]*)"', text)[0] for path, text in files.items()}
    return {path: f"{posixpath.normpath(f'{posixpath.dirname(path)}/{link}')}/" for path, link in links.items()}


def test_an_old_name_leads_to_the_page() -> None:
    one = site(
        {"knowledge/b/c.md": page()},
        [new("knowledge/a.md")],
        [moved("knowledge/a.md", "knowledge/b/b.md")],
        [moved("knowledge/b/b.md", "knowledge/b/c.md")],
    )
    assert led(one) == {
        "knowledge/a/index.html": "knowledge/b/c/",
        "knowledge/b/b/index.html": "knowledge/b/c/",
    }


def test_a_folder_that_was_renamed() -> None:
    one = site(
        {"knowledge/new/index.md": page("Folder"), "knowledge/new/x.md": page("X")},
        [new("knowledge/old/index.md"), new("knowledge/old/x.md")],
        [
            moved("knowledge/old/index.md", "knowledge/new/index.md"),
            moved("knowledge/old/x.md", "knowledge/new/x.md"),
        ],
    )
    assert led(one) == {
        "knowledge/old/index.html": "knowledge/new/",
        "knowledge/old/x/index.html": "knowledge/new/x/",
    }


def test_nothing_is_written_over_what_stands_there() -> None:
    texts = {"knowledge/b.md": page("Beta", "taken, Free, files"), "knowledge/taken.md": page("Taken")}
    one = site(texts, [new("knowledge/TAKEN.md")], [moved("knowledge/TAKEN.md", "knowledge/b.md")])
    assert list(led(one)) == [
        "free/index.html",
        "knowledge/files/index.html",
        "knowledge/free/index.html",
        "taken/index.html",
    ]
    assert list(led(one, "FREE/index.html", "taken", "knowledge/files")) == ["knowledge/free/index.html"]
    assert "knowledge/free/index.html" not in led(one, "knowledge")


def test_an_alias_leads_from_the_pages_folder_and_from_the_root() -> None:
    one = site({"knowledge/a/x.md": page("X", "Café au lait, 別名, 'C++ / Rust'")})
    assert led(one) == {
        "c--rust/index.html": "knowledge/a/x/",
        "café-au-lait/index.html": "knowledge/a/x/",
        "knowledge/a/c--rust/index.html": "knowledge/a/x/",
        "knowledge/a/café-au-lait/index.html": "knowledge/a/x/",
        "knowledge/a/別名/index.html": "knowledge/a/x/",
        "別名/index.html": "knowledge/a/x/",
    }


def test_what_two_pages_claim_leads_nowhere() -> None:
    one = site({"knowledge/a/x.md": page("X", "Same, own"), "knowledge/b/y.md": page("Y", "SAME")})
    assert sorted(led(one)) == [
        "knowledge/a/own/index.html",
        "knowledge/a/same/index.html",
        "knowledge/b/same/index.html",
        "own/index.html",
    ]
    two = site({"knowledge/x.md": page("X", "Same"), "knowledge/y.md": page("Y", "same")})
    assert led(two) == {}


def test_an_old_name_goes_before_an_alias_of_another_page() -> None:
    one = site(
        {"knowledge/new.md": page("New"), "knowledge/y.md": page("Y", "OLD")},
        [new("knowledge/Old.md")],
        [moved("knowledge/Old.md", "knowledge/new.md")],
    )
    assert led(one) == {"knowledge/Old/index.html": "knowledge/new/", "old/index.html": "knowledge/y/"}


@pytest.mark.parametrize(
    "alias",
    ["'../../etc/passwd'", "'//evil.example'", "'https://evil.example/x'", "'/abs'", "'a\\b'", "'...'", "'.hidden'", "'---'",
     "assets", "data", "graph", "changes", "'404'", "'changes.xml'", "index.html", "'%2e%2e'", "''", f"'{'x' * 300}'", "'\"><b>'"],
)  # fmt: skip
def test_no_alias_leads_out_of_the_site_or_over_its_own_files(alias: str) -> None:
    one = site({"knowledge/x.md": page("X", alias)})
    for path, target in led(one).items():
        parts = path.split("/")
        assert ".." not in parts
        assert not path.startswith("/")
        assert "\\" not in path
        assert all(part and not part.startswith(".") for part in parts)
        assert parts[0] not in {"assets", "data", "graph", "changes", "404", "changes.xml", "files"}
        assert target == "knowledge/x/"
        assert all(len(part.encode()) <= 255 for part in parts)


def test_private_pages_and_private_names_are_not_told() -> None:
    texts = {
        "tasks/t.md": "---\ntype: task\ntitle: T\naliases: [hidden]\n---\nx\n",
        "knowledge/a.md": page(),
    }
    commits = (
        [new("tasks/old.md"), new("tasks/was-private.md", "2")],
        [moved("tasks/old.md", "tasks/t.md"), moved("tasks/was-private.md", "knowledge/a.md", "2")],
    )
    assert led(site(texts, *commits)) == {}
    assert sorted(led(site(texts, *commits, publish=("tasks",)))) == [
        "hidden/index.html",
        "tasks/hidden/index.html",
        "tasks/old/index.html",
        "tasks/was-private/index.html",
    ]


def test_a_session_that_was_renamed() -> None:
    text = "---\ntype: session\ntitle: S\n---\nx\n"
    one = site(
        {"sessions/new/session.md": text},
        [new("sessions/old/session.md")],
        [moved("sessions/old/session.md", "sessions/new/session.md")],
        publish=("sessions",),
    )
    assert led(one) == {"sessions/old/index.html": "sessions/new/"}


def test_the_file_itself() -> None:
    one = site({"knowledge/b c.md": page("'<b> & \"予算\"'", "al")}, language="ja")
    output = next(iter(outputs(one, taken(one))))
    assert output.path == "al/index.html"
    assert output.make().decode() == (
        '<!doctype html>\n<html lang="ja">\n<head>\n<meta charset="utf-8">\n'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'self'; base-uri 'none'; "
        "form-action 'none'\">\n"
        '<meta name="viewport" content="width=device-width,initial-scale=1">\n<meta name="robots" content="noindex">\n'
        "<title>&lt;b&gt; &amp; &quot;予算&quot;</title>\n"
        '<link rel="canonical" href="../knowledge/b%20c/">\n'
        '<script src="../assets/javascripts/bw-redirect.js" data-to="../knowledge/b%20c/"></script>\n'
        '<noscript><meta http-equiv="refresh" content="0; url=../knowledge/b%20c/"></noscript>\n'
        "</head>\n<body>\n"
        '<p>このページは<a href="../knowledge/b%20c/" lang="ja">&lt;b&gt; &amp; &quot;予算&quot;</a>へ移動しました。</p>\n'
        "</body>\n</html>\n"
    )
    assert (
        b'<link rel="canonical" href="https://x.example/w/knowledge/b%20c/">'
        in next(iter(outputs(replace(one, url="https://x.example/w/"), taken(one)))).make()
    )


def test_keys_name_what_the_file_shows() -> None:
    def key(one: Site) -> str:
        return next(iter(outputs(one, taken(one)))).key

    base = site({"knowledge/a.md": page("A", "al")})
    assert key(base) == key(site({"knowledge/a.md": page("A", "al"), "knowledge/other.md": page()}))
    assert key(base) != key(site({"knowledge/a.md": page("B", "al")}))
    assert key(base) != key(replace(base, url="https://x.example/"))


def test_there_are_only_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST", 3)
    assert len(led(site({"knowledge/a.md": page("A", ", ".join(f"n{number}" for number in range(30)))}))) == 3


def test_names_that_the_site_keeps_for_itself_have_other_addresses() -> None:
    assert wanted_by("changes.md", "changes") == "changes-pages/"
    assert wanted_by("changes/index.md", "changes/index") == "changes-pages/"
    assert wanted_by("changes.xml.md", "changes.xml") == "changes.xml-pages/"
    assert Past() == past()
