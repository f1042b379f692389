"""Formulas as MathML: converted whole or shown as code, and never a way in for markup."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.site.text.balance import TAG
from brainwiki.site.text.mathml import MAX_FORMULA, TAGS, to_mathml
from tests.helpers import PROPERTY


def test_a_formula_in_a_line() -> None:
    found = to_mathml("x_i < 1", "inline")
    assert found == (
        '<math xmlns="http://www.w3.org/1998/Math/MathML" display="inline"><mrow>'
        "<msub><mi>x</mi><mi>i</mi></msub><mo>&lt;</mo><mn>1</mn></mrow></math>"
    )


def test_a_formula_of_its_own() -> None:
    assert 'display="block"' in to_mathml(r"\frac{1}{2}", "block")
    assert "<mfrac><mrow><mn>1</mn></mrow><mrow><mn>2</mn></mrow></mfrac>" in to_mathml(r"\frac{1}{2}", "block")


@pytest.mark.parametrize("name", ["aligned", "gathered", "equation", "align*", "multline*"])
def test_aligned_equations_are_tables(name: str) -> None:
    found = to_mathml(rf"\begin{{{name}}}a&=b\\c&=d\end{{{name}}}", "block")
    assert found.count("<mtr>") == 2
    assert "&amp;" not in found


def test_signs_that_few_fonts_have_are_others() -> None:
    assert "<mi>∼</mi>" in to_mathml(r"x\sim y", "inline") or "<mo>∼</mo>" in to_mathml(r"x\sim y", "inline")
    assert "∖" in to_mathml(r"A\setminus B", "inline")
    assert "≃" in to_mathml(r"a\simeq b", "inline")


@pytest.mark.parametrize(
    "formula",
    [
        r"\frac{",
        r"\undefinedcommand{x}",
        "{" * 3000,
        r"\newcommand{\a}{\a\a}\a",
        r"\def\x{y}\x",
        "x" * (MAX_FORMULA + 1),
    ],
)
def test_what_cannot_be_converted_whole_is_code(formula: str) -> None:
    found = to_mathml(formula, "inline")
    assert found.startswith('<code class="bw-math">')
    assert "<math" not in found


@pytest.mark.parametrize(
    "formula",
    [
        r"\text{<script>alert(1)</script>}",
        r"\text{</mtext></math><img src=x onerror=alert(1)>}",
        r"\href{javascript:alert(1)}{x}",
        r"\text{<annotation-xml encoding='text/html'><img src=x onerror=alert(1)>}",
        r"\text{<style>*{display:none}</style>}",
        '"><img src=x onerror=alert(1)>',
        r"\color{red;background:url(//evil.example)}x",
        r"\style{position:fixed}{x}",
        r"\class{md-overlay}{x}",
        r"\text{&lt;script&gt;}",
    ],
)
def test_no_markup_comes_in_through_a_formula(formula: str) -> None:
    for found in (to_mathml(formula, "inline"), to_mathml(formula, "block")):
        tags = TAG.findall(found)
        assert found.count("<") == len(tags)
        assert {name for _, name, _ in tags} <= TAGS | {"code"}
        assert "javascript" not in "".join(text for _, _, text in tags)
        assert not any(word in text for _, _, text in tags for word in ("href", "style=", 'class="md', " on", "url("))


@given(st.text(r"\{}^_&<>/=abfrtx$'\" ", max_size=60))
@PROPERTY
def test_any_formula_gives_well_formed_markup(formula: str) -> None:
    found = to_mathml(formula, "inline")
    tags = TAG.findall(found)
    assert found.count("<") == len(tags)
    assert sum(1 for closing, _, _ in tags if closing) * 2 == len(tags)


@pytest.mark.parametrize("formula", [r"\frac12" * 500, "x_{" * 60 + "}" * 60, r"\left(" * 200 + r"\right)" * 200])
def test_long_formulas_are_converted_too(formula: str) -> None:
    found = to_mathml(formula, "block")
    assert found.startswith("<math")
    assert found.endswith("</math>")
