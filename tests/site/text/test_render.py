"""Pages as HTML: what the parser found is what the reader gets, once each, and nothing else is made of it."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.bootstrap import open_workspace
from brainwiki.config.config import Config
from brainwiki.model.page import Page
from brainwiki.site.state import Site
from brainwiki.site.text import render as render_module
from brainwiki.site.text.balance import TAG, text_of
from brainwiki.site.text.render import render, words
from brainwiki.usecases.load import load_wiki
from tests.helpers import HEAD, PROPERTY, REPOSITORY, markdown_files, titled
from tests.site.sites import body_of, rendered, site_of, site_with, sourced

OTHER = {
    "knowledge/b/other.md": titled(
        "The other page", "## Costs\n\nText. ^b1\n\n## 費用 と 効果\n", "aliases: [Twin, もう一つ]\n"
    )
}
LINK = '<a class="bw-link" href="../../b/other/{}">{}</a>'
ONE = {"id": "1", "resource": "https://example.org/a", "title": "First"}
TWO = {"id": "2", "resource": "https://example.org/b", "title": "Second"}


def mark(number: str, title: str = "First") -> str:
    return f'<a href="#bw-evidence-{number}" title="{title}" aria-label="Evidence {number}">{number}</a>'


def sup(*inner: str) -> str:
    return f'<sup class="bw-cite">{"".join(inner)}</sup>'


# Links -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[[other]]", LINK.format("", "The other page")),
        ("[[knowledge/b/other]]", LINK.format("", "The other page")),
        ("[[The Other Page]]", LINK.format("", "The other page")),
        ("[[other|this one]]", LINK.format("", "this one")),
        ("[[Twin]]", LINK.format("", "Twin")),
        ("[[もう一つ]]", LINK.format("", "もう一つ")),
        ("[[other#Costs]]", LINK.format("#costs", "The other page › Costs")),
        ("[[other#costs|x]]", LINK.format("#costs", "x")),
        ("[[other#費用 と 効果|x]]", LINK.format("#%E8%B2%BB%E7%94%A8-%E3%81%A8-%E5%8A%B9%E6%9E%9C", "x")),
        ("[[other#^b1|x]]", LINK.format("#b-b1", "x")),
        ('[[other|a <b> & "c"]]', LINK.format("", "a &lt;b&gt; &amp; &quot;c&quot;")),
        ("[words](../b/other.md)", LINK.format("", "words")),
        ("[words](../b/other.md#costs)", LINK.format("#costs", "words")),
        ("[*so* `c`](<../b/other.md>)", LINK.format("", "<em>so</em> <code>c</code>")),
        ("[w](../b/other.md?plain=1)", LINK.format("", "w")),
    ],
)
def test_links_to_pages(text: str, expected: str) -> None:
    assert body_of(f"See {text}.\n", OTHER) == f"<p>See {expected}.</p>\n"


def test_links_on_the_same_page() -> None:
    found = body_of("# Page\n\n## Part one\n\n[[#Part one]] [x](#part-one) [[#^b]]\n\nText. ^b\n")
    assert '<a class="bw-link" href="#part-one">Part one</a> <a class="bw-link" href="#part-one">x</a>' in found
    assert '<a class="bw-link" href="#b-b">b</a>' in found
    assert 'Text. <span class="bw-block" id="b-b"></span>' in found


@pytest.mark.parametrize(
    ("text", "shown"),
    [("[[nope]]", "nope"), ("[[nope|words]]", "words"), ("[words](nope.md)", "words"), ("![words](nope.png)", "words")],
)
def test_what_is_missing_is_seen_to_be_missing(text: str, shown: str) -> None:
    found = body_of(f"See {text}.\n")
    assert re.fullmatch(
        rf'<p>See <span class="bw-missing" title="No page answers to “nope[^"]*”">{shown}</span>\.</p>\n', found
    )


def test_an_ambiguous_name_is_no_guess() -> None:
    twins = {"knowledge/x/twin.md": titled("A"), "knowledge/y/twin.md": titled("B")}
    assert 'title="Several pages answer to “twin”">twin</span>' in body_of("[[twin]]\n", twins)


def test_a_page_that_is_not_published_is_named_and_not_linked() -> None:
    task = {"tasks/t.md": "---\ntype: task\ntitle: Secret plan\nstate: done\n---\nx\n"}
    assert (
        body_of("[[t]]\n", task)
        == '<p><span class="bw-private" title="“Secret plan” is not published">Secret plan</span></p>\n'
    )
    assert 'href="../../../tasks/t/"' in body_of("[[t]]\n", task, publish=("tasks",))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "[w](https://example.org/?a=1&b=2)",
            '<a class="bw-external" href="https://example.org/?a=1&amp;b=2" rel="noopener nofollow">w</a>',
        ),
        (
            "<https://example.org>",
            '<a class="bw-external" href="https://example.org" rel="noopener nofollow">https://example.org</a>',
        ),
        (
            "[w](mailto:a@example.org)",
            '<a class="bw-external" href="mailto:a@example.org" rel="noopener nofollow">w</a>',
        ),
        ("[w](javascript:alert(1))", "w"),
        ("[w](//evil.example/x)", "<span>w</span>"),
        ("[w](ftp://example.org)", "w"),
        ("[w](C:/x)", "w"),
        (
            '<a href="https://example.org" onclick="x()" target="_blank">w</a>',
            '<a class="bw-external" href="https://example.org" rel="noopener nofollow">w</a>',
        ),
    ],
)
def test_links_that_lead_outside(text: str, expected: str) -> None:
    assert body_of(f"{text}\n") == f"<p>{expected}</p>\n"


@pytest.mark.parametrize("target", ["../../../../etc/passwd", "/etc/passwd", "\\\\\\\\evil.example\\\\x"])
def test_links_that_leave_the_brain_lead_nowhere(target: str) -> None:
    found = body_of(f"[w]({target})\n")
    assert "href" not in found
    assert "bw-missing" in found


def test_images_of_the_brain_are_shown() -> None:
    files = {"files": frozenset({"img/a b.png", "img/d.pdf"})}
    assert body_of('![alt & c](<../../img/a b.png> "t")\n', **files) == (
        '<p><img src="../../../files/img/a%20b.png" alt="alt &amp; c" title="t" loading="lazy"></p>\n'
    )
    assert 'alt="a b.png" width="300" loading="lazy"' in body_of("![[a b.png|300]]\n", **files)
    assert 'width="30" height="20"' in body_of("![[a b.png|30x20]]\n", **files)
    assert 'alt="words"' in body_of("![[a b.png|words]]\n", **files)
    assert '<a class="bw-link bw-link--file" href="../../../files/img/d.pdf">w</a>' in body_of(
        "[w](../../img/d.pdf)\n", **files
    )


@pytest.mark.parametrize("source", ["https://example.org/x.png", "http://example.org/x.png"])
def test_an_image_on_another_host_is_a_link(source: str) -> None:
    expected = f'<a class="bw-external" href="{source}" rel="noopener nofollow">alt</a>'
    assert body_of(f"![alt]({source})\n") == f"<p>{expected}</p>\n"
    assert body_of(f'<img src="{source}" alt="alt">\n') == f"{expected}\n"
    assert body_of(f"[![alt]({source})](https://example.org)\n").count("<a ") == 1


def test_images_that_are_no_address() -> None:
    assert body_of("![alt](data:image/png;base64,AA)\n") == '<p><span class="bw-image">alt</span></p>\n'
    assert "<img" not in body_of("![alt](//evil.example/x.png)\n")


def test_an_embedded_page_is_a_card() -> None:
    assert body_of("![[other]]\n", OTHER) == (
        '<p><a class="bw-card" href="../../b/other/"><span class="bw-card__title">The other page</span>'
        '<span class="bw-card__about">d</span></a></p>\n'
    )
    assert '<span class="bw-card bw-card--plain"><span class="bw-missing"' in body_of("![[nope.base]]\n")


def test_links_inside_links_stand_behind_them() -> None:
    found = body_of("[see [[other]] now](https://example.org)\n", OTHER)
    outer = '<a class="bw-external" href="https://example.org" rel="noopener nofollow">see The other page now</a>'
    assert found == f"<p>{outer}{LINK.format('', 'The other page')}</p>\n"


def test_links_in_tables_keep_their_cells() -> None:
    found = body_of("| a | b |\n|---|---|\n| [[other\\|x]] | y |\n", OTHER)
    assert f"<td>{LINK.format('', 'x')}</td><td>y</td>" in found
    assert found.startswith('<div class="bw-table"><table class="bw-grid">')


def test_a_link_to_a_page_in_another_language_says_so() -> None:
    other = {"knowledge/b/ja.md": titled("半無響室の扉", "日本語の本文です。扉は二重です。\n")}
    assert 'lang="ja">半無響室の扉</a>' in body_of("English words here. [[ja]]\n", other)


# Cites and claims --------------------------------------------------------------------------------------------------


def test_a_cite_is_a_numbered_mark_and_its_sentence_a_claim() -> None:
    found = body_of(sourced("It is so. [cite:1] And so [cite:1,2].\n", ONE, TWO))
    ids = re.findall(r'<span class="bw-claim" id="(c-[a-z2-7]{8})">', found)
    assert len(set(ids)) == 2
    assert f">It is so.{sup(mark('1'))}</span> <span" in found
    assert f">And so{sup(mark('1'), mark('2', 'Second'))}.</span></p>" in found


def test_claims_are_those_of_the_parser() -> None:
    site = site_of(
        {
            "knowledge/a/page.md": sourced(
                "One. [cite:1] Two, three [cite:2].\n\n- four [cite:1] ^c-abcdefgh\n", ONE, TWO
            )
        }
    )
    page = site.wiki.pages["knowledge/a/page.md"]
    assert re.findall(r'class="bw-claim[^"]*" id="([^"]*)"', rendered(site, page.path).body) == [
        claim.id for claim in page.claims
    ]
    assert page.claims[-1].id == "c-abcdefgh"


@pytest.mark.parametrize(
    "body",
    [
        "| a [cite:1] | b |\n|---|---|\n| c | d [cite:2] |\n",
        "> One.\n> Two [cite:1].\n",
        "- [ ] task [cite:1]\n- [x] done [cite:2]\n",
        "**One. Two** three [cite:1].\n",
        "> [!note] Title\n> words [cite:1]\n",
        "1. a [cite:1]\n\n   b [cite:2]\n",
        "- a\n    - b [cite:1]\n        - c [cite:2]\n",
        "*a [cite:1]* and `code`. **b [cite:2]**\n",
        "文一。文二[cite:1]。**文三**[cite:2]。\n",
        "## Head [cite:1]\n\nText [cite:2].\n",
        "Setext [cite:1]\n===\n\nText [cite:2]\n",
    ],
)
def test_every_claim_has_one_anchor_and_every_cite_one_mark(body: str) -> None:
    site = site_of({"knowledge/a/page.md": sourced(body, ONE, TWO)})
    page = site.wiki.pages["knowledge/a/page.md"]
    result = rendered(site, page.path)
    found = result.body + (result.title.inner if result.title else "")
    assert sorted(re.findall(r'class="bw-claim[^"]*" id="([^"]*)"', found)) == sorted(claim.id for claim in page.claims)
    assert re.findall(r'href="#bw-evidence-(\d)"', found) == [one for cite in page.cites for one in cite.ids]
    assert is_balanced(result.body)


def is_balanced(markup: str) -> bool:
    stack: list[str] = []
    for closing, name, _ in TAG.findall(markup):
        if name in ("br", "hr", "img", "input", "wbr", "col"):
            continue
        if not closing:
            stack.append(name)
        elif not stack or stack.pop() != name:
            return False
    return not stack


def test_history_is_marked_as_earlier() -> None:
    found = body_of(sourced("- Now. [cite:2]\n    - (until 2026-05-02) Then. [cite:1]\n", ONE, TWO))
    assert '<li><span class="bw-claim bw-claim--earlier" id="c-' in found
    assert found.count("bw-claim--earlier") == 1


def test_a_cite_without_its_evidence_is_seen() -> None:
    assert sup('<span class="bw-missing" title="No such evidence: 9">9</span>') in body_of(
        sourced("So. [cite:9]\n", ONE)
    )


def test_a_cite_that_markdown_does_not_show_is_not_lost() -> None:
    found = body_of(sourced("| a | b |\n|---|---|\n| c | d | e [cite:1] |\n", ONE))
    assert found.endswith(f"{sup(mark('1'))}</p>")
    assert '<p class="bw-unplaced"><span class="bw-claim" id="c-' in found


def test_evidence_with_names_is_numbered() -> None:
    found = body_of(
        sourced(
            "So. [cite:report] Also [cite:memo].\n",
            {"id": "memo", "resource": "https://example.org/m", "title": "M"},
            {"id": "report", "resource": "https://example.org/r", "title": "R"},
        )
    )
    assert sup(mark("2", "R")) in found
    assert sup(mark("1", "M")) in found


def test_footnotes_are_evidence_where_the_dialect_says_so() -> None:
    text = "---\ntitle: P\ntype: concept\n---\nSo.[^a] And[^b].\n\n## Refs\n\n[^a]: [[other]], p. 3\n[^b]: Words\n    alone [cite:x]\n"
    site = site_of({"p.md": text, "other.md": titled("Other")}, "llm-wiki")
    found = rendered(site, "p.md")
    assert re.findall(r'href="#bw-evidence-(\d)"', found.body) == ["1", "2"]
    assert "Refs" not in found.body
    assert "footnote" not in found.body
    assert found.foot_anchor == "refs"
    assert [one.anchor for one in found.titles] == []
    assert found.notes["a"] == '<p><a class="bw-link" href="../other/">Other</a>, p. 3</p>'
    assert text_of(found.notes["b"]) == "Words alonex"


def test_a_heading_with_more_than_footnotes_stays() -> None:
    text = "---\ntitle: P\ntype: concept\n---\nSo.[^a]\n\n## Refs\n\nText.\n\n[^a]: w\n"
    found = rendered(site_of({"p.md": text}, "llm-wiki"), "p.md")
    assert '<h2 id="refs">Refs' in found.body
    assert found.foot_anchor == ""


def test_footnotes_that_are_no_evidence_stay_footnotes() -> None:
    found = body_of("---\ntitle: P\n---\nSo.[^1]\n\n[^1]: note [[other]]\n", OTHER, "obsidian")
    assert '<sup class="bw-footnote-mark" id="bw-ref-1"><a href="#bw-note-1">1</a></sup>' in found
    assert (
        f'<div class="bw-footnote" id="bw-note-1"><a class="bw-footnote__label" href="#bw-ref-1">1</a><div><p>note {LINK.format("", "The other page")}</p>'
        in found
    )


# What stays as it is ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "`[[other]] [cite:1]`",
        "```\n[[other]] [cite:1]\n```",
        "    [[other]] [cite:1]",
        "\\[\\[other\\]\\]",
        "<!-- [[other]] [cite:1] -->",
        "~~~~\n[[other]]\n~~~",
    ],
)
def test_code_comments_and_escapes_are_left_alone(text: str) -> None:
    found = body_of(sourced(f"{text}\n", ONE), OTHER)
    assert "bw-link" not in found
    assert "bw-cite" not in found
    if "<!--" not in text:
        assert "[[other]]" in html.unescape(text_of(found))
    else:
        assert text_of(found) == ""


def test_code_blocks_are_highlighted_and_formulas_are_mathml() -> None:
    found = body_of("```python\nx = 1\n```\n\n$a<b$ and\n\n$$\n\\frac12\n$$\n")
    assert '<div class="highlight" data-lang="python">' in found
    assert '<math xmlns="http://www.w3.org/1998/Math/MathML" display="inline">' in found
    assert 'display="block"><mrow><mfrac>' in found
    assert "math-inline" not in found


def test_lists_nest_as_the_parser_reads_them() -> None:
    found = body_of("- a\n    - b\n        1. c\n        2. d\n- [x] e\n- [ ] f\n")
    assert "<li>a\n<ul>\n<li>b\n<ol>\n<li>c</li>\n<li>d</li>\n</ol>\n</li>\n</ul>\n</li>" in found
    assert '<input type="checkbox" aria-label="done" disabled checked>\ne' in found
    assert '<input type="checkbox" aria-label="to do" disabled>\nf' in found


def test_comments_of_obsidian_vanish() -> None:
    found = body_of("---\ntitle: P\n---\na %%hidden [[x]]\n\n# H\n\n%% b [[other]]\n", OTHER, "obsidian")
    assert text_of(found) == "a b The other page"
    assert "<h" not in found


# Headings ---------------------------------------------------------------------------------------------------------


def test_headings_get_the_parsers_anchors() -> None:
    site = site_of(
        {"knowledge/a/page.md": f"{HEAD}# Example\n\n## Costs\n\n## Costs\n\n### 見出し [[other]]\n\n##\n", **OTHER}
    )
    page = site.wiki.pages["knowledge/a/page.md"]
    found = rendered(site, page.path)
    assert [one.anchor for one in found.titles] == [heading.anchor for heading in page.headings[1:]]
    assert found.title is not None
    assert (found.title.anchor, found.title.inner) == ("example", "Example")
    assert '<h2 id="costs-1">Costs<a class="headerlink" href="#costs-1" aria-label="#">#</a></h2>' in found.body
    assert "<h1" not in found.body


@pytest.mark.parametrize(
    ("title", "first", "is_title"),
    [
        ("DDPM", "# DDPM (Denoising Models)", True),
        ("Revenue", "# Definition", False),
        ("A long title of a page", "# a long TITLE", True),
        ("X", "Words first\n\n# X", False),
        ("X", "> # X", False),
        ("X", "X\n===", True),
    ],
)
def test_the_first_heading_is_the_title_where_it_says_so(title: str, first: str, is_title: bool) -> None:
    site = site_of({"knowledge/a/page.md": f"---\ntype: concept\ntitle: {title}\n---\n{first}\n\nText.\n"})
    found = rendered(site, "knowledge/a/page.md")
    assert (found.title is not None) == is_title
    assert ("<h2" in found.body) != is_title


def test_a_page_without_a_declared_title_takes_its_first_heading() -> None:
    site = site_of({"p.md": "# Some *words* [[nope]]\n\nText.\n"}, "obsidian")
    found = rendered(site, "p.md")
    assert found.title is not None
    assert found.title.inner.startswith("Some <em>words</em> <span class=")


# Robustness -------------------------------------------------------------------------------------------------------


def test_pages_that_cannot_be_laid_out_are_shown_as_written() -> None:
    assert body_of("> " * 2000 + "<b>x\n").startswith('<pre class="bw-source">&gt; &gt;')
    assert body_of("x" * 10 + "\n" * 5 + "<div>" * 1000).startswith('<pre class="bw-source">')


def test_rendering_twice_gives_the_same() -> None:
    text = sourced("- [x] a [cite:1] [[other]]\n\n`c` $x$ ![[other]] <b id=q title=t>b</b>\n", ONE)
    assert body_of(text, OTHER) == body_of(text, OTHER)


def test_names_of_our_own_cannot_be_forged() -> None:
    found = body_of('<p id="bw-evidence-1" class="bw-cite">x</p>\n\n<h2 id="__search">y</h2>\n\n<b id="fine">z</b>\n')
    assert 'id="bw-' not in found
    assert "bw-cite" not in found
    assert "__search" not in found
    assert '<b id="fine">z</b>' in found


def check_agreement(site: Site, page: Page) -> None:
    """Every link and cite that the parser found is in the HTML once, and no other; nothing of the machinery is left."""
    result = render(site, page, {})
    found = "".join([result.title.inner if result.title else "", result.body, *result.notes.values()])
    assert site.secret not in found
    assert "\u2e28bw" not in found
    wanted = [link for link in page.links if link.form in ("wikilink", "embed")]
    shown = re.findall(
        r'class="bw-(?:link[^"]*|card|missing|private)"|<img ', re.sub(r'<sup class="bw-cite".*?</sup>', "", found)
    )
    markdown = [link for link in page.links if link.form in ("markdown", "image")]
    plain = re.findall(r'class="bw-(?:external|image)"|<span>', found)
    assert len(wanted) <= len(shown) + len(plain)
    assert found.count('<sup class="bw-cite"') == len(page.cites), page.path
    if not markdown and "<a" not in page.text and "<img" not in page.text:
        assert len(shown) == len(wanted), page.path
    assert len(re.findall(r'class="bw-claim[^"]*" id="', found)) == len(page.claims), page.path
    assert is_balanced(result.body)


def test_agreement_on_real_wikis(corpus: Path) -> None:
    root = corpus.parent if corpus.name == "wiki" else corpus
    site = site_with(load_wiki(open_workspace(str(root))), ("sessions", "tasks", "proposals"))
    for page in site.wiki:
        check_agreement(site, page)


def test_agreement_on_pages_that_are_wrong() -> None:
    cases = markdown_files(REPOSITORY / "tests/badwiki/cases")
    site = site_of({f"knowledge/c/{path.name}": path.read_bytes() for path in cases if path.stat().st_size < 200_000})
    assert len(site.wiki.pages) > 100
    for page in site.wiki:
        check_agreement(site, page)


PIECES = st.sampled_from(
    ["[[other]]", "[cite:1]", "**", "*", "_", "`", " ", "\n", "\n\n", "- ", "> ", "| ", "|---|\n", "# ", "word", "文。", "[a](x.md)", "![[p]]",
     "<b>", "</b>", "$", "\\", "[^1]", "[^1]: ", "```\n", "    ", "^id", "<!--", "-->", "[!note]", "~~", "1. ", "[x] ", "<div>", "[["]
)  # fmt: skip


@given(st.lists(PIECES, max_size=25))
@PROPERTY
def test_agreement_on_anything(pieces: list[str]) -> None:
    text = "".join(pieces)
    for profile in ("brain", "llm-wiki", "obsidian"):
        site = site_of({"knowledge/a/page.md": sourced(text, ONE), **OTHER}, profile)
        page = site.wiki.pages["knowledge/a/page.md"]
        result = render(site, page, {})
        found = "".join([result.title.inner if result.title else "", result.body, *result.notes.values()])
        assert site.secret not in found
        assert found.count('<sup class="bw-cite"') == len(page.cites)
        assert len(re.findall(r'class="bw-claim[^"]*" id="', found)) == len(page.claims)
        assert is_balanced(result.body)


# Words ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("- It *is* **so**, see [[other|this]]. [cite:1] ^c-abcdefgh", "It is so, see this."),
        ("| a [[other]] | b |", "a The other page b"),
        ("> quoted `code` & <b>x</b>", "quoted code & x"),
        ("1. [ ] task [words](x.md) ![alt](y.png)", "task words"),
        ("$x^2$ ok", "x^2 ok"),
        ("### Heading words", "Heading words"),
    ],
)
def test_plain_words_of_a_stretch(text: str, expected: str) -> None:
    site = site_of({"knowledge/a/page.md": sourced(text, ONE), **OTHER})
    page = site.wiki.pages["knowledge/a/page.md"]
    assert words(site, page, page.body, len(page.text)) == expected


def test_words_of_the_site_in_its_language() -> None:
    assert "「nope」というページはありません" in body_of("測定点は9か所です。[[nope]]\n")
    assert "No page answers to" in body_of("Words. [[nope]]\n", config=Config(language="ja"))
    korean = "---\ntype: concept\ntitle: T\nlang: ko\n---\n[[nope]]\n"
    assert "「nope」というページはありません" in body_of(korean, config=Config(language="ja"))


# Addresses, highlights, cells, history ---------------------------------------------------------------------------------


def bare_links(text: str) -> list[str]:
    """The addresses that became links in a paragraph."""
    return re.findall(r'<a class="bw-external" href="([^"]*)" rel="noopener nofollow">\1</a>', body_of(f"{text}\n"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("See https://example.org/a?b=1&c=2.", ["https://example.org/a?b=1&amp;c=2"]),
        ("(https://example.org/x_(y))", ["https://example.org/x_(y)"]),
        ("https://example.orgを見る", ["https://example.org"]),
        ("http://a.example, http://b.example", ["http://a.example", "http://b.example"]),
        ("> “https://example.org”", ["https://example.org"]),
        ("`https://example.org`", []),
        ("    https://example.org", []),
        ("xhttps://example.org https://", []),
        ("javascript://example.org", []),
    ],
)
def test_bare_addresses_are_links(text: str, expected: list[str]) -> None:
    assert bare_links(text) == expected


def test_an_address_in_a_link_or_before_a_cite_is_left_whole() -> None:
    found = body_of(sourced("[https://a.example](https://b.example) https://c.example/[cite:1]\n", ONE))
    assert found.count('<a class="bw-external"') == 2
    assert 'href="https://c.example/"' in found
    assert found.count("bw-cite") == 1


def test_an_address_breaks_out_of_nothing() -> None:
    found = body_of('https://example.org/"onmouseover="x https://example.org/<b>y</b>&quot;z\n')
    link = '<a class="bw-external" href="https://example.org/" rel="noopener nofollow">https://example.org/</a>'
    assert found.strip() in (
        f'<p>{link}"onmouseover="x {link}<b>y</b>"z</p>',
        f"<p>{link}&quot;onmouseover=&quot;x {link}<b>y</b>&quot;z</p>",
    )


def test_a_vault_marks_words() -> None:
    vault = "---\ntitle: P\n---\n==so it is== a == b == c, `==x==` a==b==c\n"
    assert (
        body_of(vault, profile="obsidian").strip()
        == "<p><mark>so it is</mark> a == b == c, <code>==x==</code> a==b==c</p>"
    )
    assert "<mark>" not in body_of("==so it is==\n")


def test_a_cell_with_a_long_text_gets_room() -> None:
    found = body_of(f"| a | b |\n|---|:-:|\n| short | {'word ' * 20}|\n")
    assert '<td class="bw-long"' not in found.partition("short")[0]
    assert 'align="center" class="bw-long">word' in found


def test_what_was_true_once_is_folded_under_what_is() -> None:
    body = "- It is 5. [cite:1]\n    - (until 2026-02-01) It was 4. [cite:1] ^c-aaaaaaa2\n    - (until 2026-01-01) It was *3*.\n"
    found = body_of(sourced(body, ONE))
    assert '<details class="bw-history"><summary>Earlier: 2</summary><ul>' in found
    assert '<span class="bw-claim bw-claim--earlier" id="c-aaaaaaa2">(until 2026-02-01) It was 4.' in found
    assert found.count("</details>") == 1


@pytest.mark.parametrize(
    "body",
    [
        "- (until 2026-01-01) It was 3.\n",
        "- It is.\n    - (until 2026-01-01) It was 3.\n    - It is still.\n",
        "- It is.\n    - until 2026-01-01 it was 3.\n",
        "- It is.\n    1. (until 2026-01-01) It was 3.\n",
    ],
)
def test_other_lists_stay_open(body: str) -> None:
    assert "bw-history" not in body_of(body)


def test_the_fold_speaks_the_language_of_the_page() -> None:
    found = body_of("- 圧力は五バールです。\n    - (until 2026-01-01) 圧力は四バールでした。\n")
    assert "<summary>以前：1件</summary>" in found


@pytest.mark.parametrize(
    "text",
    [
        "Plain words, with \"quotes\" - and 'more'; 1. 2 # 3 + 4 = 5 %.",
        "日本語の文、そして「引用」です。",
        "a [[other]] b.",
    ],
)
def test_words_without_marks_are_those_that_markdown_gives(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    site = site_of({"x.md": titled("T", f"{text}\n"), **OTHER})
    page = site.wiki.pages["x.md"]
    start = page.text.rindex(text)
    quick = words(site, page, start, start + len(text))
    monkeypatch.setattr(render_module, "_IS_WORDS", re.compile("(?!)"))
    assert quick == words(site, page, start, start + len(text))
