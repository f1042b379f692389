"""Edits that look like faults and are none: after them nothing may be found that was not found before."""

from __future__ import annotations

from brainwiki.model.evidence import is_quoted
from tests.planting.evidence import span_of, written
from tests.planting.spot import (
    WORD,
    Planted,
    Spot,
    edit,
    has_block,
    matter,
    own_links,
    paragraph,
    planter,
    prose,
    retarget,
    sentence,
    whole,
)

HARMLESS = "none"
_THINGS = (
    "`[[nowhere]] and [cite:99]`",
    "`` <script>x()</script> ``",
    "\\[[nowhere]]",
    "\\[\\[nowhere\\]\\]",
    "$[[1,2],[3,4]]$",
    "<!-- [[nowhere]] [cite:99] -->",
    "👩\u200d🚀, ❤\ufe0f and 🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "می\u200cخواهم",
    "क\u094d\u200dष",
    "葛\U000e0100",
    "2026-02-31, no, 1.10 and 0x1F",
    "(until further notice)",
    "https://example.org/a?b=[c]&d=e",
    "<https://example.org/x>",
    "[words](https://example.org/(x))",
    "x < y > z & a <= b",
    "&lt;script&gt;",
    "a[0][1] and b[[]",
    "onclick = x",
    "data: image",
    "<b>bold</b> and <kbd>Ctrl</kbd>",
    "BW201 and bw-ignore",
    "“quoted” – and …",
    "C:\\Users\\x",
)
_BLOCKS = (
    "```\n<<<<<<< HEAD\n[[nowhere]] [cite:99]\n=======\nx\n>>>>>>> x\n```",
    "    [[nowhere]] in code that is indented\n    <script>x()</script>",
    "~~~~python\n# ```\n[[nowhere]]\n~~~~",
    "> ```\n> [[nowhere]]\n> ```",
    "Title\n=======\n\nText.",
    "---",
    "<!-- bw-ignore BW204: shown on purpose -->\nSee [[]].",
    "| a | b |\n|---|---|\n| `x \\| y` | z |",
    "$$\n[[1, 2], [3, 4]]\n$$",
)


@planter(HARMLESS)
def lookalike(spot: Spot) -> Planted | None:
    return prose(spot, spot.dice.choice(_THINGS))


@planter(HARMLESS)
def lookalike_block(spot: Spot) -> Planted | None:
    return paragraph(spot, f"{sentence(spot)}\n\n{spot.dice.choice(_BLOCKS)}")


@planter(HARMLESS)
def other_white_space(spot: Spot) -> Planted | None:
    """A quote with other blanks, or with characters of another width, is the same quote."""
    quoted = [one for one, found in written(spot) if one.quote and is_quoted(spot.wiki, found, one.quote)]
    spans = [span for one in quoted if (span := span_of(spot, one, "quote", one.quote)) is not None]
    if not spans:
        return None
    start, end = spot.dice.choice(spans)
    words = [match.span() for match in WORD.finditer(spot.text, start, end) if match[0].isascii()]
    if not words:
        return None
    first, last = spot.dice.choice(words)
    wide = spot.text[first:last].translate({code: code + 0xFEE0 for code in range(0x21, 0x7F)})
    return edit(
        spot, first, last, spot.dice.choice([f"{wide}", f" {spot.text[first:last]}"]) if first > start + 1 else wide
    )


@planter(HARMLESS)
def other_case(spot: Spot) -> Planted | None:
    """A wikilink in capitals means the same page."""
    links = own_links(spot, "wikilink")
    if not links:
        return None
    link = spot.dice.choice(links)
    same = f"{spot.text[: link.start]}{retarget(spot, link, link.target.swapcase())}{spot.text[link.end :]}"
    return whole(spot, same)


@planter(HARMLESS)
def other_line_ends(spot: Spot) -> Planted | None:
    return whole(spot, spot.text.replace("\n", "\r\n"))


@planter(HARMLESS)
def link_to_a_heading(spot: Spot) -> Planted | None:
    links = [link for link in own_links(spot, "wikilink") if not link.fragment]
    if not links:
        return None
    link = spot.dice.choice(links)
    headings = spot.wiki.pages[spot.wiki.resolve(spot.page, link).path or ""].headings
    names = [one.anchor for one in headings]
    names += [one.text for one in headings if not set(one.text) & set("[]|#^`*_<>\\&")]
    if not names:
        return None
    return edit(spot, link.start, link.end, retarget(spot, link, f"{link.target}#{spot.dice.choice(names)}"))


@planter(HARMLESS)
def field_that_is_fine(spot: Spot) -> Planted | None:
    values = [
        '"no"',
        "2026-08-01",
        "2026",
        "yes please",
        "12",
        "1.5",
        "'0123'",
        '[a, "1.10"]',
        "{a: b}",
        "null",
        "true",
        "~",
    ]
    return matter(spot, f"planted: {spot.dice.choice(values)}")


@planter(HARMLESS)
def comment_in_front_matter(spot: Spot) -> Planted | None:
    return edit(spot, 4, 4, "# planted: one: two [[nowhere]]\n") if has_block(spot.page) else None
