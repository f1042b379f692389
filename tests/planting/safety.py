"""Faults that are dangerous, and comments that silence nothing: BW5xx, BW9xx."""

from __future__ import annotations

from tests.planting.evidence import entry
from tests.planting.spot import QUOTED, UNREAD, Planted, Spot, edit, matter, paragraph, planter, prose, sentence, word

_INVISIBLE = ("\u200b", "\u202e", "\u2066", "\U000e0041\U000e0042", "\u00ad", "\u2060", "\ufeff", "\u3164", "\u200f")
_ACTIVE = (
    "<script>steal()</script>",
    "<SCRIPT src=//example.org/x.js></SCRIPT>",
    '<b onclick="x()">you</b>',
    "<svg/onload=x()>",
    "[run](javascript:alert(1))",
    "[run](JaVaScRiPt:alert(1))",
    "[run](<java\tscript:x()>)",
    "<iframe src='https://example.org'></iframe>",
    '<img src=x onerror="x()">',
    '<a href="java&#115;cript:x()">y</a>',
    "![x](data:text/html;base64,PHNjcmlwdD4=)",
    "<form action=https://example.org><input name=a></form>",
    "<javascript:alert(1)>",
)


@planter("BW503")
def invisible(spot: Spot) -> Planted | None:
    span = word(spot)
    if span is None:
        return None
    return edit(spot, span[0] + 2, span[0] + 2, spot.dice.choice(_INVISIBLE), elsewhere=QUOTED)


@planter("BW503")
def invisible_in_a_field(spot: Spot) -> Planted | None:
    return matter(spot, f'planted: "a{spot.dice.choice(_INVISIBLE)}b"', UNREAD)


@planter("BW503")
def invisible_in_code(spot: Spot) -> Planted | None:
    code = spot.dice.choice(["`a{}b`", "`` a{}b ``"])
    return prose(spot, code.format(spot.dice.choice(_INVISIBLE)))


@planter("BW504")
def active_html(spot: Spot) -> Planted | None:
    return prose(spot, spot.dice.choice(_ACTIVE), also=frozenset({"BW206"}))


@planter("BW504")
def active_source(spot: Spot) -> Planted | None:
    resources = ["javascript:alert(1)", "data:text/html,x", "VBScript:x", "file:///etc/hosts"]
    return entry(spot, "987", f'"{spot.dice.choice(resources)}"', also=frozenset({"BW302"}))


@planter("BW901")
def useless_suppression(spot: Spot) -> Planted | None:
    form = spot.dice.choice(
        ["<!-- bw-ignore BW204: once needed -->\n{}", "{} <!-- bw-ignore-file BW204: once needed -->"]
    )
    return paragraph(spot, form.format(sentence(spot)))


@planter("BW902")
def unknown_code(spot: Spot) -> Planted | None:
    code = spot.dice.choice(["BW99", "BW999", "bw204", "", "BW2O4", "broken-wikilink"])
    return paragraph(spot, f"<!-- bw-ignore {code}: misspelt -->\n{sentence(spot)}")


@planter("BW903")
def without_reason(spot: Spot) -> Planted | None:
    return paragraph(spot, f"<!-- bw-ignore BW204{spot.dice.choice(['', ':', ': '])} -->\n{sentence(spot)}")
