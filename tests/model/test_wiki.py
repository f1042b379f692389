"""The one resolver: tiers, ambiguity, folding, files, folders, and paths that leave the brain."""

from __future__ import annotations

import unicodedata

import pytest

from brainwiki.model.dialect import Dialect
from brainwiki.model.page import Link
from brainwiki.model.resolver import Target
from brainwiki.model.wiki import Wiki
from tests.helpers import bare, titled, wiki_of

PAGES = {
    "index.md": "# Index\n",
    "knowledge/pump.md": titled("The Pump", more="aliases: [Pumpe, ポンプ]\n"),
    "knowledge/parts/valve.md": titled("Valve"),
    "knowledge/parts/seal.md": titled("Seal", more="aliases: [O-ring]\n"),
    "knowledge/other/valve.md": titled("Another valve"),
    "knowledge/other/note.md": titled("Pumpe"),
    "knowledge/topics/index.md": titled("Topics"),
    "knowledge/tcp.md": titled("TCP/IP", more='aliases: ["C: a history"]\n'),
    "knowledge/a b.md": titled("Blank"),
    "notes/Ünïcode.md": titled("Unicode"),
    "sessions/2026-05-02-x/session.md": "---\ntype: session\n---\nText.\n",
}


@pytest.fixture
def wiki() -> Wiki:
    """A brain with twins, folders, files and a session."""
    dialect = Dialect(kinds={"sessions": "session"}, reserved={"index.md": "index"})
    return wiki_of(PAGES, dialect, files=frozenset({"files/plan.pdf", "files/Photo.PNG", "knowledge/parts/list.csv"}))


@pytest.mark.parametrize(
    ("name", "tier", "paths"),
    [
        ("knowledge/pump", "path", ["knowledge/pump.md"]),
        ("knowledge/pump.md", "path", ["knowledge/pump.md"]),
        ("KNOWLEDGE/Pump", "path", ["knowledge/pump.md"]),
        ("knowledge/parts/valve", "path", ["knowledge/parts/valve.md"]),
        ("other/valve", "relative", ["knowledge/other/valve.md"]),
        ("./other/valve.md", "relative", ["knowledge/other/valve.md"]),
        ("../notes/ünïcode", "relative", ["notes/Ünïcode.md"]),
        ("tcp", "relative", ["knowledge/tcp.md"]),
        ("seal", "basename", ["knowledge/parts/seal.md"]),
        ("Seal.md", "basename", ["knowledge/parts/seal.md"]),
        ("The Pump", "title", ["knowledge/pump.md"]),
        ("the pump", "title", ["knowledge/pump.md"]),
        ("Pumpe", "title", ["knowledge/other/note.md"]),
        ("ポンプ", "alias", ["knowledge/pump.md"]),
        ("o-RING", "alias", ["knowledge/parts/seal.md"]),
        ("TCP/IP", "title", ["knowledge/tcp.md"]),
        ("C: a history", "alias", ["knowledge/tcp.md"]),
        ("a%20b", "relative", ["knowledge/a b.md"]),
        ("A B", "relative", ["knowledge/a b.md"]),
        ("knowledge/topics", "path", ["knowledge/topics/index.md"]),
        ("2026-05-02-x", "basename", ["sessions/2026-05-02-x/session.md"]),
        ("sessions/2026-05-02-x", "path", ["sessions/2026-05-02-x/session.md"]),
        ("index", "path", ["index.md"]),
        ("plan.pdf", "file", ["files/plan.pdf"]),
        ("files/plan.pdf", "file", ["files/plan.pdf"]),
        ("photo.png", "file", ["files/Photo.PNG"]),
        ("parts/list.csv", "file", ["knowledge/parts/list.csv"]),
        ("", "self", ["knowledge/pump.md"]),
        ("  ", "self", ["knowledge/pump.md"]),
        ("nothing", "none", []),
        ("knowledge/nothing", "none", []),
        ("pump/x", "none", []),
        ("plan", "none", []),
        ("100%", "none", []),
        ("%zz", "none", []),
    ],
)
def test_what_a_wikilink_means(wiki: Wiki, name: str, tier: str, paths: list[str]) -> None:
    assert wiki.resolve_name("knowledge/pump.md", name) == Target(tier, tuple(paths))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "name", ["/etc/hosts", "../../x", "..\\..\\x", "C:/x", "\\\\server\\x", "a/../../../x", "%2e%2e/%2e%2e/x"]
)
def test_wikilinks_that_leave_the_brain(wiki: Wiki, name: str) -> None:
    target = wiki.resolve_name("knowledge/pump.md", name)
    assert (target.tier, target.path) == ("escape", None)


def test_twins_are_an_ambiguity_and_never_a_guess(wiki: Wiki) -> None:
    target = wiki.resolve_name("index.md", "valve")
    assert target == Target("basename", ("knowledge/other/valve.md", "knowledge/parts/valve.md"))
    assert target.path is None


def test_the_page_beside_wins_over_a_twin_elsewhere(wiki: Wiki) -> None:
    assert wiki.resolve_name("knowledge/other/note.md", "valve") == Target("relative", ("knowledge/other/valve.md",))


def test_a_stricter_tier_wins_even_where_a_looser_one_is_clear() -> None:
    wiki = wiki_of({"a/x.md": titled("X"), "b/x.md": titled("Y"), "c/z.md": titled("x")})
    assert wiki.resolve_name("c/z.md", "x").tier == "basename"
    assert len(wiki.resolve_name("c/z.md", "x").paths) == 2
    assert wiki.resolve_name("c/z.md", "Y") == Target("title", ("b/x.md",))


def test_names_are_found_in_every_composition() -> None:
    for on_disk in ("NFC", "NFD"):
        path = unicodedata.normalize(on_disk, "notes/été.md")
        wiki = wiki_of({path: titled("Ä"), "b.md": titled("B")})
        for written in ("NFC", "NFD"):
            for name in ("été", "notes/été", "ä", "ÉTÉ"):
                assert wiki.resolve_name("b.md", unicodedata.normalize(written, name)).path == path


def test_an_alias_of_two_pages_is_an_ambiguity_and_of_one_page_twice_is_none() -> None:
    wiki = wiki_of(
        {
            "a.md": titled("A", more="aliases: [x, X]\n"),
            "b.md": titled("B", more="aliases: [y]\n"),
            "c.md": titled("C", more="aliases: [y]\n"),
        }
    )
    assert wiki.resolve_name("a.md", "x") == Target("alias", ("a.md",))
    assert wiki.resolve_name("a.md", "y") == Target("alias", ("b.md", "c.md"))


def test_listings_have_no_basename_but_a_path() -> None:
    dialect = Dialect(reserved={"index.md": "index"}, special="any")
    wiki = wiki_of({"index.md": "# I\n", "a/index.md": "# A\n", "b/index.md": "# B\n", "b/c.md": titled("C")}, dialect)
    assert wiki.resolve_name("b/c.md", "index") == Target("path", ("index.md",))
    assert wiki.resolve_name("index.md", "b").path == "b/index.md"


@pytest.mark.parametrize(
    ("target", "tier", "path"),
    [
        ("pump.md", "path", "knowledge/pump.md"),
        ("./parts/seal.md", "path", "knowledge/parts/seal.md"),
        ("../index.md", "path", "index.md"),
        ("pump", "path", "knowledge/pump.md"),
        ("a%20b.md", "path", "knowledge/a b.md"),
        ("../files/plan.pdf", "file", "files/plan.pdf"),
        ("parts", "file", "knowledge/parts"),
        ("parts/", "file", "knowledge/parts"),
        ("..", "file", ""),
        ("topics", "path", "knowledge/topics/index.md"),
        ("", "self", "knowledge/pump.md"),
        ("https://a.b", "outside", None),
        ("//a.b/c", "outside", None),
        ("seal.md", "none", None),
        ("The Pump", "none", None),
        ("../../x.md", "escape", None),
        ("/index.md", "escape", None),
        ("%2e%2e/%2e%2e/x", "escape", None),
        ("%2Fetc/hosts", "escape", None),
    ],
)
def test_what_a_markdown_link_means(wiki: Wiki, target: str, tier: str, path: str | None) -> None:
    found = wiki.resolve_relative(wiki.pages["knowledge/pump.md"], target)
    assert (found.tier, found.path) == (tier, path)


def test_links_are_resolved_by_their_form(wiki: Wiki) -> None:
    page = wiki.pages["knowledge/pump.md"]
    assert wiki.resolve(page, Link("The Pump", "", "", 0, 0, "wikilink")).tier == "title"
    assert wiki.resolve(page, Link("The Pump", "", "", 0, 0, "embed")).tier == "title"
    assert wiki.resolve(page, Link("The Pump", "", "", 0, 0, "meta")).tier == "title"
    assert wiki.resolve(page, Link("The Pump", "", "", 0, 0, "markdown")).tier == "none"
    assert wiki.resolve(page, Link("pump.md", "", "", 0, 0, "image")).tier == "path"


def test_paths_from_the_root_count_where_the_dialect_says_so() -> None:
    wiki = wiki_of({"a/b.md": titled("B"), "c.md": titled("C")}, Dialect(root_links=True))
    page = wiki.pages["a/b.md"]
    assert wiki.resolve_relative(page, "/c.md") == Target("path", ("c.md",))
    assert wiki.resolve_name("a/b.md", "/c") == Target("path", ("c.md",))
    assert wiki.resolve_relative(page, "/../c.md").tier == "escape"
    assert wiki.resolve_relative(page, "\\c.md").tier == "escape"


def test_links_into_read_only_evidence() -> None:
    raw = {"raw/report.md": bare("x", "raw/report.md", "raw")}
    wiki = wiki_of({"a/b.md": titled("B")}, prefix="wiki", evidence=raw)
    page = wiki.pages["a/b.md"]
    assert wiki.resolve_relative(page, "../../raw/report.md") == Target("evidence", ("raw/report.md",))
    assert wiki.resolve_relative(page, "../../raw/other.md").tier == "none"
    assert wiki.resolve_relative(page, "../../secret.txt").tier == "escape"
    assert wiki.resolve_relative(page, "../../../raw/report.md").tier == "escape"


def test_links_into_evidence_of_a_brain_that_is_its_workspace() -> None:
    wiki = wiki_of({"a/b.md": titled("B")}, evidence={"raw/report.md": bare("x", "raw/report.md", "raw")})
    assert wiki.resolve_relative(wiki.pages["a/b.md"], "../raw/report.md") == Target("evidence", ("raw/report.md",))
    assert wiki.resolve_relative(wiki.pages["a/b.md"], "../../raw/report.md").tier == "escape"


def test_pages_by_path(wiki: Wiki) -> None:
    for name in ("knowledge/pump", "knowledge/pump.md", "/knowledge/pump/", "Knowledge/PUMP"):
        found = wiki.page_at(name)
        assert found is not None
        assert found.path == "knowledge/pump.md"
    assert wiki.page_at("pump") is None
    assert wiki.page_at("") is None


def test_a_path_that_two_pages_answer_to_is_no_page() -> None:
    wiki = wiki_of({"a.md": titled("A"), "a/index.md": titled("B")})
    assert wiki.page_at("a") is None
    assert wiki.resolve_name("a.md", "a").path is None
    assert wiki.page_at("a/index") is wiki.pages["a/index.md"]


def test_targets_of_a_page_are_resolved_once() -> None:
    wiki = wiki_of({"a.md": titled("A", "[[b]] [c](c.md) [[b]]\n"), "b.md": titled("B")})
    page = wiki.pages["a.md"]
    assert [(link.target, target.tier) for link, target in wiki.targets(page)] == [
        ("b", "path"),
        ("c.md", "none"),
        ("b", "path"),
    ]
    assert wiki.targets(page) is wiki.targets(page)


def test_first_mentions_know_the_first_page_and_place() -> None:
    wiki = wiki_of({"a.md": "[[X]] [[y]]\n", "b.md": "[[x]] [[z]] [w](w)\n"})
    assert wiki.first_mentions == {"x": ("a.md", 0), "y": ("a.md", 6), "z": ("b.md", 6)}


def test_folders_and_names(wiki: Wiki) -> None:
    assert {"knowledge", "knowledge/parts", "files", "sessions/2026-05-02-x"} <= wiki.resolver.folders
    assert {"pump", "The Pump", "Pumpe", "2026-05-02-x"} <= set(wiki.known_names)
    assert wiki.nearby.near("The Pmup") == ("The Pump",)
    assert wiki.nearby_files.near("plan.pfd") == ("plan.pdf",)
    assert wiki.wide_names["the pump"] == "The Pump"
    assert list(wiki) == list(wiki.pages.values())


def test_links_in_footnotes_that_are_evidence_are_no_context() -> None:
    body = "See [[a]].[^x] And [[b]].[^y]\n\n[^y]: [[c]]\n\nThen [[d]].\n\n[^x]: [[e]] and [[f]]\n"
    for footnotes, wanted in (("evidence", ["a", "b", "d"]), ("text", ["a", "b", "c", "d", "e", "f"])):
        wiki = wiki_of({"knowledge/p.md": titled("P", body)}, Dialect(footnotes=footnotes))
        assert [link.target for link, _ in wiki.context(wiki.pages["knowledge/p.md"])] == wanted
