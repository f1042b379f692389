"""The feed is Atom as RFC 4287 has it, whatever commits and titles hold."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime
from urllib.parse import urljoin
from xml.etree import ElementTree

import pytest

from brainwiki.config.config import Config
from brainwiki.model.past import Past
from brainwiki.site.history.changes import changes
from brainwiki.site.history.feed import feed
from tests.site.history.pasts import edit, gone, new, past, with_past
from tests.site.sites import site_of

ATOM = "{http://www.w3.org/2005/Atom}"
EVIL = 'a ]]> <script>alert(1)</script> & "q" \x00\x1b\ufffe\udc80 予算'


def page(title: str) -> str:
    return f"---\ntype: concept\ntitle: '{title}'\ndescription: d\n---\nText.\n"


def made(told: Past, url: str = "", language: str = "en", title: str = "Alpha <b>") -> ElementTree.Element:
    site = site_of({"knowledge/a.md": page(title)}, config=Config(language=language))
    site = replace(with_past(site, told), url=url, title="Brain & <mind>")
    return ElementTree.fromstring(feed(site, changes(site)).decode("utf-8"))


def one_text(element: ElementTree.Element, name: str) -> str:
    found = element.findall(ATOM + name)
    assert len(found) == 1
    return found[0].text or ""


def links(element: ElementTree.Element) -> dict[str, str]:
    return {link.attrib["rel"]: link.attrib["href"] for link in element.findall(f"{ATOM}link")}


@pytest.mark.parametrize("url", ["", "https://brain.example/wiki/"])
def test_every_feed_and_entry_has_what_it_must(url: str) -> None:
    told = past(*([edit("knowledge/a.md", str(n), str(n + 1))] for n in range(60)), [gone("knowledge/x.md")])
    found = made(told, url)
    entries = found.findall(f"{ATOM}entry")
    assert len(entries) == 50
    assert one_text(found, "title") == "Brain & <mind>: Changes"
    assert found.attrib["{http://www.w3.org/XML/1998/namespace}lang"] == "en"
    ids = [one_text(element, "id") for element in (found, *entries)]
    assert len(set(ids)) == 51
    assert all(re.match(r"(https|tag|urn):", one) for one in ids)
    for element in (found, *entries):
        assert datetime.fromisoformat(one_text(element, "updated")).tzinfo is not None
    assert one_text(found, "updated") == one_text(entries[0], "updated")
    for entry in entries:
        assert one_text(entry, "title")
        assert one_text(entry.findall(f"{ATOM}author")[0], "name") == "Anna"
        assert entry.findall(f"{ATOM}content")[0].attrib == {"type": "html"}
    assert one_text(entries[0], "content") == "<ul><li>removed: <s>x</s></li></ul>"


def test_with_an_address_links_are_absolute_and_ids_are_tags() -> None:
    found = made(past([new("knowledge/a.md")]), "https://brain.example:8080/wiki/")
    entry = found.findall(f"{ATOM}entry")[0]
    assert one_text(found, "id") == "https://brain.example:8080/wiki/changes.xml"
    assert one_text(entry, "id") == f"tag:brain.example,2026-03-01:commit:{1:040x}"
    assert links(found) == {
        "self": "https://brain.example:8080/wiki/changes.xml",
        "alternate": "https://brain.example:8080/wiki/changes/",
    }
    assert links(entry) == {"alternate": "https://brain.example:8080/wiki/changes/2026-03/#r-000000000000"}
    assert one_text(entry, "content") == (
        '<ul><li>new: <a href="https://brain.example:8080/wiki/knowledge/a/">Alpha &lt;b&gt;</a></li></ul>'
    )


def test_without_an_address_links_start_at_the_feed_and_ids_stay() -> None:
    told = past([new("knowledge/a.md")])
    found, again = made(told), made(told)
    entry = found.findall(f"{ATOM}entry")[0]
    assert links(found) == {"self": "changes.xml", "alternate": "changes/"}
    assert urljoin("file:///site/changes.xml", links(entry)["alternate"]) == (
        "file:///site/changes/2026-03/#r-000000000000"
    )
    assert one_text(entry, "id").startswith("urn:uuid:")
    assert ElementTree.tostring(found) == ElementTree.tostring(again)
    assert one_text(entry, "content") == "<ul><li>new: Alpha &lt;b&gt;</li></ul>"


def test_nothing_in_a_commit_or_title_leaves_its_place() -> None:
    told = past(
        [new("knowledge/a.md"), new(f"knowledge/{EVIL}.md")],
        c1=lambda one: one._replace(summary=EVIL, actor=EVIL, author=EVIL),
    )
    entry = made(told, title="<script>").findall(f"{ATOM}entry")[0]
    safe = re.sub("[\x00\x1b\ufffe\udc80]", "\ufffd", EVIL)
    assert one_text(entry, "title") == safe
    assert one_text(entry.findall(f"{ATOM}author")[0], "name") == safe
    content = one_text(entry, "content")
    assert "<script" not in content
    assert "<li>new: &lt;script&gt;</li>" in content


def test_words_for_what_a_commit_lacks_in_the_sites_language() -> None:
    told = past([new("knowledge/a.md")], c1=lambda one: one._replace(summary="", actor="", author=""))
    entry = made(told, language="ja").findall(f"{ATOM}entry")[0]
    assert one_text(entry, "title") == "メッセージなし"
    assert one_text(entry.findall(f"{ATOM}author")[0], "name") == "不明"
    assert one_text(entry, "content").startswith("<ul><li>新規: ")


def test_a_feed_of_nothing() -> None:
    found = made(past())
    assert found.findall(f"{ATOM}entry") == []
    assert one_text(found, "updated") == "1970-01-01T00:00:00+00:00"
