"""The allow-list against attacks: what runs, loads, frames, overlays or poses as our own does not come through."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.markup.structure import MARKDOWN
from brainwiki.site.text.balance import TAG
from brainwiki.site.text.sanitise import ATTRIBUTES, DROPPED, MAX_DEPTH, TAGS, clean, is_passive_svg
from tests.helpers import PROPERTY

ATTACKS = [
    "<script>alert(1)</script>",
    "<scr<script>ipt>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg onload=alert(1)><circle/></svg>",
    "<svg><script>alert(1)</script></svg>",
    "<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>",
    "<iframe src=https://evil.example></iframe>",
    "<object data=x></object><embed src=x>",
    "<form action=https://evil.example><input name=q><button>go</button></form>",
    "<a href='javascript:alert(1)'>x</a>",
    "<a href=' java\nscript:alert(1)'>x</a>",
    "<a href='&#106;avascript:alert(1)'>x</a>",
    "<a href='vbscript:x'>x</a>",
    "<a href='data:text/html,<script>alert(1)</script>'>x</a>",
    "<p style='position:fixed;inset:0'>cover</p>",
    "<style>body{display:none}</style>",
    "<link rel=stylesheet href=//evil.example/x.css>",
    "<meta http-equiv=refresh content='0;url=//evil.example'>",
    "<base href=//evil.example>",
    "<video src=x onerror=alert(1)></video><audio src=x>",
    "<details open ontoggle=alert(1)>x</details>",
    "<template><script>alert(1)</script></template>",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'></noscript>",
    "<textarea><img src=x onerror=alert(1)></textarea>",
    "<title></title><script>alert(1)</script>",
    "<select><option><script>alert(1)</script></select>",
    "<!--><img src=x onerror=alert(1)>-->",
    "<a href=x onclick=alert(1) onmouseover=alert(2)>x</a>",
    "<b id=__drawer class=md-toggle name=q>x</b>",
    "<p background=x bgcolor=red srcset=x ping=//evil.example>x</p>",
    "<xss autofocus tabindex=1 onfocus=alert(1)>x</xss>",
    "<img src=`x` onerror=alert(1)//",
    "<body onload=alert(1)><html><head>",
]
FORBIDDEN = re.compile(
    r"<(?:script|iframe|object|embed|form|button|svg|math|style|link|meta|base|video|audio|template|noscript|textarea|title|select)\b"
    r"|\son[a-z]+=|javascript:|vbscript:|data:|\sstyle=|\sclass=\"md-|id=\"__|\bsrcset=|\bping=",
    re.IGNORECASE,
)


@pytest.mark.parametrize("attack", ATTACKS)
@pytest.mark.parametrize(
    "frame", ["{}", "text {} text\n", "> {}\n", "- {}\n", "| a |\n|---|\n| {} |\n", "<div>\n{}\n</div>\n"]
)
def test_attacks_do_not_come_through(attack: str, frame: str) -> None:
    found = clean(MARKDOWN.html(frame.format(attack)))
    assert found is not None
    tags = "".join(match[0] for match in TAG.finditer(found))
    assert not FORBIDDEN.search(tags), found
    assert found.count("<") == len(TAG.findall(found)), "every sign that opens a tag is a tag of the one form"


@given(st.text("<>/=\"'& abip!-[]()`*\n", max_size=60))
@PROPERTY
def test_whatever_is_cleaned_is_well_formed_and_stays_as_it_is(markup: str) -> None:
    found = clean(MARKDOWN.html(markup))
    assert found is not None
    assert found.count("<") == len(TAG.findall(found))
    assert all(name in TAGS for _, name, _ in TAG.findall(found))
    assert clean(found) == found


def test_harmless_html_stays() -> None:
    markup = '<p>H<sub>2</sub>O <kbd>Ctrl</kbd> <mark>m</mark> <ruby>漢<rt>かん</rt></ruby> <abbr title="t">a</abbr> <del>d</del></p>'
    assert clean(markup) == markup
    assert (
        clean('<details open=""><summary>s</summary>x</details>') == '<details open=""><summary>s</summary>x</details>'
    )
    assert clean('<td colspan="2" rowspan="x">c</td>') == "c"
    assert clean('<table><tbody><tr><td colspan="2" rowspan="x">c</td></tr></tbody></table>') == (
        '<table><tbody><tr><td colspan="2">c</td></tr></tbody></table>'
    )


def test_classes_are_only_those_of_the_markdown_reader() -> None:
    assert clean('<code class="language-c++ bw-x">a</code>') == "<code>a</code>"
    assert clean('<code class="language-c++">a</code>') == '<code class="language-c++">a</code>'
    assert clean('<span class="math math-inline bw-missing">a</span>') == '<span class="math math-inline">a</span>'
    assert clean('<p class="bw-banner">a</p>') == "<p>a</p>"


def test_names_are_link_targets_but_never_ours_or_the_themes() -> None:
    assert clean('<a id="part">x</a>') == '<a id="part">x</a>'
    assert clean('<a name="part">x</a>') == '<a name="part">x</a>'
    assert clean('<b id="__search">x</b><b id="bw-evidence-1">y</b>') == "<b>x</b><b>y</b>"
    assert clean('<img id="x" name="y" src="z">') == '<img src="z">'


def test_inputs_are_ticked_boxes_and_nothing_else() -> None:
    assert clean('<input type="password" name="q" value="v" checked>') == '<input checked="" type="checkbox">'


def test_alignment_of_cells_needs_no_style() -> None:
    found = clean(MARKDOWN.html("| a | b |\n|:-:|--:|\n| 1 | 2 |\n"))
    assert found is not None
    assert '<th align="center">a</th><th align="right">b</th>' in found
    assert "style" not in found


def test_comments_vanish() -> None:
    assert clean(MARKDOWN.html("a <!-- bw-ignore BW301: why --> b\n\n<!-- block -->\n")) == "<p>a  b</p>\n\n"


@pytest.mark.parametrize("markup", ["<div>" * 5000, "<b>" * 5000 + "</i>" * 5000, MARKDOWN.html("> " * 2000 + "x\n")])
def test_what_nests_too_deeply_is_refused_and_not_walked(markup: str) -> None:
    assert clean(markup) is None


def test_long_flat_pages_are_not_deep() -> None:
    found = clean(MARKDOWN.html("- a\n" * 5000))
    assert found is not None
    assert found.count("<li>") == 5000
    assert clean("<div>" * MAX_DEPTH + "</div>" * MAX_DEPTH) is not None


def test_the_allow_list_is_written_and_closed() -> None:
    assert not TAGS & DROPPED
    assert not TAGS & {
        "script",
        "style",
        "iframe",
        "object",
        "embed",
        "form",
        "svg",
        "math",
        "video",
        "audio",
        "link",
        "meta",
        "base",
    }
    names = {name for found in ATTRIBUTES.values() for name in found}
    assert not any(name.startswith("on") for name in names)
    assert not names & {"style", "srcset", "srcdoc", "formaction", "background", "ping", "action"}
    assert set(ATTRIBUTES) <= TAGS | {"*"}


SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0"/>%s</svg>'


@pytest.mark.parametrize(
    "inner",
    [b"", b"<style>path{fill:url(#g)}</style>", b'<use href="#a"/>', b'<image href="data:image/png;base64,AA"/>'],
)
def test_drawings_are_passive(inner: bytes) -> None:
    assert is_passive_svg(SVG % inner)


@pytest.mark.parametrize(
    "inner",
    [
        b"<script>alert(1)</script>",
        b"<SCRIPT href='x'/>",
        b'<path onload="alert(1)"/>',
        b'<a href="javascript:alert(1)">x</a>',
        b"<foreignObject><p>x</p></foreignObject>",
        b'<image href="https://evil.example/x.png"/>',
        b"<image href='//evil.example/x.png'/>",
        b"<style>@import 'x'</style>",
        b"<style>p{fill:url(https://evil.example)}</style>",
        b'<a href="&#106;avascript:alert(1)">x</a>',
        b"<!ENTITY x 'y'>",
        b'<set attributeName="href" to="x"/>',
        b'<animate attributeName="href"/>',
    ],
)
def test_drawings_that_run_load_or_link_are_not(inner: bytes) -> None:
    assert not is_passive_svg(SVG % inner)


def test_drawings_in_other_encodings_are_not_passive() -> None:
    assert not is_passive_svg((SVG % b"").decode().encode("utf-16"))
    assert not is_passive_svg(b'<?xml version="1.0" encoding="utf-7"?>' + SVG % b"")
    assert not is_passive_svg(b'<?xml-stylesheet href="x.css"?>' + SVG % b"")
    assert is_passive_svg(b'<?xml version="1.0" encoding="UTF-8"?>' + SVG % b"")
    assert not is_passive_svg(b"no drawing")
    assert not is_passive_svg(b"\xff<svg/>")
