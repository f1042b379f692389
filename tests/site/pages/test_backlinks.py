"""Edges read backwards: who links here with which sentence, who cites this and with which claims."""

from __future__ import annotations

from brainwiki.site.pages.backlinks import MAX_PAGES, MAX_SENTENCES, Mention, Told, cited_by, gather, linked_from
from brainwiki.site.state import Site
from brainwiki.site.text.quotes import Piece
from tests.helpers import titled
from tests.site.sites import SESSION, site_of, sourced, talk_site


def links_to(site: Site, path: str) -> list[Mention]:
    return linked_from(site, site.wiki.pages[path], gather(site))[0]


def sentences(site: Site, path: str) -> list[str]:
    return [said.words for mention in links_to(site, path) for said in mention.sentences]


def test_a_link_is_told_with_its_sentence() -> None:
    site = site_of(
        {
            "knowledge/a/x.md": titled("X", "First one. See [[y]] for e.g. more. Last.\n"),
            "knowledge/a/y.md": titled("Y"),
        }
    )
    assert links_to(site, "knowledge/a/y.md") == [
        Mention(
            "../x/",
            "X",
            "en",
            (Told((Piece("See "), Piece("Y", True), Piece(" for e.g. more."))),),
        )
    ]
    assert links_to(site, "knowledge/a/x.md") == []


def test_sentences_are_those_of_the_parser() -> None:
    body = (
        "A paragraph over\ntwo lines about [[y|this page]]. Not this.\n\n"
        "- item one\n- item [two](y.md) is *here*\n    - nested [[y]]\n\n"
        "| a | [[y]] cell |\n|---|---|\n\n> quoted [[y]] words\n\n## Head [[y]]\n\n文一。文二は[[y]]。文三。\n"
    )
    site = site_of({"knowledge/a/x.md": titled("X", body), "knowledge/a/y.md": titled("Y")})
    page, edges = site.wiki.pages["knowledge/a/y.md"], gather(site)
    assert len(edges.links[page.path]) == 7
    found = [site.wiki.pages["knowledge/a/x.md"].text[at : at + 2] for _, at in edges.links[page.path]]
    assert found == ["[[", "[t", "[[", "[[", "[[", "[[", "[["]
    told = sentences(site, page.path)
    assert told == ["A paragraph over two lines about this page.", "item two is here", "nested Y"]
    assert len(told) == MAX_SENTENCES


def test_a_link_in_a_claim_leads_to_the_claim() -> None:
    site = site_of(
        {
            "knowledge/a/x.md": sourced(
                "So it is, see [[y]]. [cite:1] ^c-abcdefgh\n", {"id": "1", "resource": "https://example.org"}
            ),
            "knowledge/a/y.md": titled("Y"),
        }
    )
    found = links_to(site, "knowledge/a/y.md")[0]
    assert [(said.words, said.href) for said in found.sentences] == [("So it is, see Y.", "../x/#c-abcdefgh")]


def test_listings_private_pages_and_the_page_itself_do_not_count() -> None:
    texts = {
        "index.md": "[[y]]\n",
        "log.md": "[[y]]\n",
        "tasks/t.md": "---\ntype: task\ntitle: T\nstate: done\n---\n[[y]]\n",
        "knowledge/a/y.md": titled("Y", "[[y]] [[#here]]\n\n## here\n"),
    }
    assert links_to(site_of(texts), "knowledge/a/y.md") == []
    assert [one.title for one in links_to(site_of(texts, publish=("tasks",)), "knowledge/a/y.md")] == ["T"]


def test_links_in_properties_count_without_a_sentence() -> None:
    site = site_of({"x.md": '---\nrelated: "[[y]]"\n---\nText.\n', "y.md": "Text.\n"}, "obsidian")
    assert links_to(site, "y.md") == [Mention("../x/", "x", "en", ())]


def test_links_in_evidence_footnotes_are_evidence() -> None:
    site = site_of(
        {
            "x.md": "---\ntype: a\ntitle: X\n---\nSo.[^1] And [[z]].\n\n[^1]: [[y]]\n",
            "y.md": titled("Y"),
            "z.md": titled("Z"),
        },
        "llm-wiki",
    )
    assert links_to(site, "y.md") == []
    assert len(links_to(site, "z.md")) == 1
    assert [mention.sentences for mention in cited_by(site, site.wiki.pages["y.md"], gather(site))[0]] == [
        (Told((Piece("So."),), "../x/" + "#" + site.wiki.pages["x.md"].claims[0].id),)
    ]


def test_pages_that_link_are_sorted_by_title_and_long_lists_are_cut() -> None:
    texts = {
        f"knowledge/a/p{number}.md": titled(f"P {number % 7} {number:03}", "[[y]]\n") for number in range(MAX_PAGES + 5)
    }
    site = site_of({**texts, "knowledge/a/y.md": titled("Y")})
    found, more = linked_from(site, site.wiki.pages["knowledge/a/y.md"], gather(site))
    assert (len(found), more) == (MAX_PAGES, 5)
    assert [one.title for one in found] == sorted(one.title for one in found)


def test_who_cites_a_session_and_each_of_its_turns() -> None:
    one = sourced(
        "A. [cite:1] B. [cite:2]\n",
        {"id": "1", "resource": f"{SESSION}#turn-1"},
        {"id": "2", "resource": f"{SESSION}#turn-2"},
    )
    two = sourced("C. [cite:1]\n", {"id": "1", "resource": SESSION}).replace("title: Page", "title: Other")
    site = talk_site({"knowledge/a/x.md": one, "knowledge/a/z.md": two})
    session, edges = site.wiki.pages[f"{SESSION}/session.md"], gather(site)

    def told(turn: int = 0) -> list[tuple[str, list[str]]]:
        return [
            (mention.title, [said.words for said in mention.sentences])
            for mention in cited_by(site, session, edges, turn)[0]
        ]

    assert told() == [("Other", ["C."]), ("Page", ["A.", "B."])]
    assert told(1) == [("Page", ["A."])]
    assert told(2) == [("Page", ["B."])]
    assert told(3) == []


def test_lines_that_evidence_counts_are_known() -> None:
    texts = {
        "knowledge/a/x.md": sourced(
            "A. [cite:1,2]\n",
            {"id": "1", "resource": "sources/report#L1-L2"},
            {"id": "2", "resource": "sources/report#L3"},
        )
    }
    assert gather(talk_site(texts)).lines == {"sources/report.md": frozenset({1, 2, 3})}


def test_a_huge_line_of_links_is_told_in_time() -> None:
    body = "word [[y]] " * 3000 + "\n"
    site = site_of({"knowledge/a/x.md": titled("X", body), "knowledge/a/y.md": titled("Y")})
    found = links_to(site, "knowledge/a/y.md")
    assert len(found) == 1
    assert len(found[0].sentences) == 1
    assert found[0].sentences[0].words.endswith("…")


def test_stops_in_links_and_code_end_no_sentence() -> None:
    site = site_of(
        {
            "knowledge/a/x.md": titled("X", "See `a. b` and [c. d](https://e.org/f.g) with [[y]] here. No.\n"),
            "knowledge/a/y.md": titled("Y"),
        }
    )
    assert sentences(site, "knowledge/a/y.md")[0].startswith("See a. b and")


def test_the_words_of_a_link_are_marked_in_its_sentence() -> None:
    body = "Both [[y]] and [the *other* way](y.md) and ![[y]] lead there.\n\n- **[[y|bold]]** is.\n"
    site = site_of({"knowledge/a/x.md": titled("X", body), "knowledge/a/y.md": titled("Y & <b>")})
    first, second = links_to(site, "knowledge/a/y.md")[0].sentences
    assert first.pieces == (
        Piece("Both "),
        Piece("Y & <b>", True),
        Piece(" and "),
        Piece("the other way", True),
        Piece(" and "),
        Piece("Y & <b>", True),
        Piece(" lead there."),
    )
    assert second.pieces == (Piece("bold", True), Piece(" is."))


def test_links_to_other_pages_in_the_sentence_are_not_marked() -> None:
    site = site_of(
        {
            "knowledge/a/x.md": titled("X", "See [[z]] and [[y]].\n"),
            "knowledge/a/y.md": titled("Y"),
            "knowledge/a/z.md": titled("Z"),
        }
    )
    assert links_to(site, "knowledge/a/y.md")[0].sentences[0].pieces == (
        Piece("See Z and "),
        Piece("Y", True),
        Piece("."),
    )


def test_a_long_sentence_is_cut_around_its_link() -> None:
    site = site_of(
        {"knowledge/a/x.md": titled("X", f"{'before ' * 100}[[y]]{' after' * 100}.\n"), "knowledge/a/y.md": titled("Y")}
    )
    said = links_to(site, "knowledge/a/y.md")[0].sentences[0]
    assert Piece("Y", True) in said.pieces
    assert said.words.startswith("… ")
    assert said.words.endswith("…")
    assert 300 < len(said.words) < 330


def test_a_long_claim_is_cut_at_its_end() -> None:
    text = sourced(f"{'word ' * 100}ends. [cite:1]\n", {"id": "1", "resource": "sources/report"})
    site = talk_site({"knowledge/a/x.md": text})
    found = cited_by(site, site.wiki.pages["sources/report.md"], gather(site))[0][0].sentences[0]
    assert found.words.startswith("word word")
    assert len(found.words) == 320


def test_the_words_of_claims_are_kept_where_nothing_was_put_into_them() -> None:
    text = (
        "It runs. [cite:1] It *stops* at [[y]]. [cite:1]\n\nSame. [cite:1] ^c-aaaaaaaa\n\nOther. [cite:1] ^c-aaaaaaaa\n"
    )
    site = site_of({"x.md": sourced(text, {"id": "1", "resource": "https://example.org/"}), "y.md": titled("Y")})
    page = site.wiki.pages["x.md"]
    assert list(gather(site).facts.said("x.md").claims_of(page).values()) == ["It runs."]
