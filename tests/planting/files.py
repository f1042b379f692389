"""Faults of bytes, names and front matter: BW1xx."""

from __future__ import annotations

import re

from brainwiki.markup.parser import MAX_PAGE
from brainwiki.model.names import stem
from tests.planting.spot import (
    LISTED,
    LOST,
    NEW,
    QUOTED,
    UNLINKED,
    UNREAD,
    Planted,
    Spot,
    edit,
    fields,
    has_block,
    is_listing,
    matter,
    new_page,
    paragraph,
    planter,
    prose,
    sentence,
    whole,
    word,
)


@planter("BW101")
def bad_byte(spot: Spot) -> Planted | None:
    return prose(spot, f"caf{spot.dice.choice(BYTES)}")


BYTES = ("\udce9", "\udcff", "\udc80", "\udc93x\udc94")


@planter("BW101")
def bad_byte_in_a_field(spot: Spot) -> Planted | None:
    return matter(spot, f"planted: caf{spot.dice.choice(BYTES)}")


@planter("BW102")
def byte_order_mark(spot: Spot) -> Planted | None:
    return edit(spot, 0, 0, "\ufeff")


@planter("BW103")
def control_character(spot: Spot) -> Planted | None:
    span = word(spot)
    signs = [sign for sign in "\x00\x07\x08\x1b\x7f\x85\x9b" if sign not in spot.text]
    return None if span is None else edit(spot, span[0] + 2, span[0] + 2, spot.dice.choice(signs), elsewhere=QUOTED)


@planter("BW103")
def control_character_in_a_field(spot: Spot) -> Planted | None:
    return matter(spot, f'planted: "a{spot.dice.choice(chr(7) + chr(0) + chr(27))}b"', UNREAD, LOST)


@planter("BW104")
def emptied(spot: Spot) -> Planted | None:
    if is_listing(spot.page):
        return None
    return whole(spot, spot.dice.choice(["", "\n", " \n\t\n", "\u3000\n"]), also=UNLINKED, elsewhere=LOST)


@planter("BW105")
def unfinished_merge(spot: Spot) -> Planted | None:
    words = sentence(spot)
    middle = spot.dice.choice(["", f"||||||| 1a2b3c4\n{words}\n"])
    return paragraph(spot, f"<<<<<<< HEAD\n{words}\n{middle}=======\n{words}\n>>>>>>> branch")


@planter("BW105")
def unfinished_merge_in_a_line(spot: Spot) -> Planted | None:
    """A merge of one line, wherever that line stands."""
    span = word(spot)
    if span is None:
        return None
    start = spot.text.rfind("\n", 0, span[0]) + 1
    end = spot.text.find("\n", start)
    line = spot.text[start : end if end >= 0 else len(spot.text)]
    words = f"<<<<<<< HEAD\n{line}\n=======\n{line}\n>>>>>>> 1a2b3c4 (Reworded)"
    # What the line was part of may be no list any more, and whatever was wrong with it is so twice.
    cut = LOST | {"BW302", "BW306", "BW404", "BW406"}
    return edit(spot, start, start + len(line), words, also=cut, elsewhere=QUOTED)


@planter("BW105")
def unfinished_merge_of_a_field(spot: Spot) -> Planted | None:
    block = "<<<<<<< HEAD\nplanted: a\n=======\nplanted: b\n>>>>>>> branch\n"
    return edit(spot, 4, 4, block, also=UNREAD, elsewhere=LOST) if has_block(spot.page) else None


@planter("BW106")
def open_fence(spot: Spot) -> Planted | None:
    sign = spot.dice.choice(["```````", "~~~~~~~", " ```````", "~~~~~~~ {.python}"])
    if sign.strip()[:7] in spot.text:
        return None
    hidden = frozenset({"BW301", "BW302", "BW408", "BW901"})
    return paragraph(spot, f"{sign}\n{sentence(spot)}", also=hidden, elsewhere=LOST)


@planter("BW107")
def without_front_matter(spot: Spot) -> Planted | None:
    body = spot.text[spot.page.body :].lstrip("\n")
    if not has_block(spot.page) or body.startswith("---") or not body:
        return None
    return whole(spot, body, also=UNREAD, elsewhere=LOST)


@planter("BW108")
def unclosed_front_matter(spot: Spot) -> Planted | None:
    end = spot.text.rfind("---\n", 4, spot.page.body)
    if not has_block(spot.page) or end < 0 or re.search(r"^---[ \t]*$", spot.text[end + 4 :], re.MULTILINE):
        return None
    words = spot.text[:end] + spot.dice.choice(["", "----\n", "...\n", " ---\n", "—\n"])
    return edit(spot, 0, end + 4, words, also=UNREAD, elsewhere=LOST)


@planter("BW109")
def no_yaml(spot: Spot) -> Planted | None:
    values = ["one: two", "[one, two", "@one", "'it's'", "`x`", "%x", "} x"]
    if "'" not in spot.text[: spot.page.body]:
        values.append("'never closed")  # with another one below, both close
    return matter(spot, f"planted: {spot.dice.choice(values)}", UNREAD, LOST)


@planter("BW109")
def tab_before_a_key(spot: Spot) -> Planted | None:
    return edit(spot, 4, 4, "planted:\n\tone: 1\n", 1, UNREAD, LOST) if has_block(spot.page) else None


@planter("BW109")
def title_with_a_colon(spot: Spot) -> Planted | None:
    """The quotes around a title are lost and there is a colon in it."""
    return matter(spot, f"title: {spot.page.title.replace(':', '')}: more", UNREAD, LOST) if spot.page.title else None


@planter("BW110")
def key_twice(spot: Spot) -> Planted | None:
    if not has_block(spot.page) or not fields(spot.page):
        return None
    field = spot.dice.choice(fields(spot.page))
    return edit(spot, field.end() + 1, field.end() + 1, f"{field[0]}\n")


@planter("BW110")
def key_twice_in_an_entry(spot: Spot) -> Planted | None:
    match = re.compile(r"^(?P<blank> +)resource: [^\n]*\n", re.MULTILINE).search(spot.text, 0, spot.page.body)
    if match is None or not has_block(spot.page):
        return None
    return edit(spot, match.end(), match.end(), match[0], also=frozenset({"BW304"}))


@planter("BW111")
def too_complex(spot: Spot) -> Planted | None:
    values = ["&x [1, 2]", "!!python/name:os.system", "!x 1", "*x", "[[[[[[[[[[1]]]]]]]]]]"]
    return matter(spot, f"planted: {spot.dice.choice(values)}", UNREAD, LOST)


@planter("BW112")
def no_mapping(spot: Spot) -> Planted | None:
    if not has_block(spot.page):
        return None
    words = spot.dice.choice(["- one\n- two\n", "just words\n", "", "# only a comment\n", "null\n"])
    return whole(spot, f"---\n{words}---\n{spot.text[spot.page.body :]}", also=UNREAD, elsewhere=LOST)


@planter("BW113")
def second_block(spot: Spot) -> Planted | None:
    block = "---\ntitle: Again\ntags: [x]\n---\n"
    return edit(spot, spot.page.body, spot.page.body, block) if has_block(spot.page) else None


@planter("BW114")
def field_lost(spot: Spot) -> Planted | None:
    """A required field is emptied, or its line is gone."""
    needed = [one for one in spot.view.required.get(spot.page.kind, ()) if "|" not in one]
    found = [one for one in fields(spot.page) if one["key"] in needed]
    if not has_block(spot.page) or not found:
        return None
    field = spot.dice.choice(found)
    also = frozenset({"BW309"}) if field["key"] == "type" else frozenset()
    if spot.dice.random() < 0.5 and field["key"] != "type":
        value = spot.dice.choice(['""', '" "', "''"])
        return edit(spot, field.start(), field.end(), f"{field['key']}: {value}", elsewhere=LOST)
    text = spot.text[: field.start()] + spot.text[field.end() + 1 :]
    return whole(spot, text, also=also, elsewhere=LOST)


@planter("BW115")
def unfit(spot: Spot) -> Planted | None:
    lines = [
        "tags: one",
        "aliases: {a: b}",
        "verified: [x]",
        "generated: {by: x}",
        "stale_after: [2026]",
        "sources: [{resource: https://example.org}]",
        "observations: x",
        "scope: {}",
    ]
    lines += ["properties: [{property: x}]"] if spot.wiki.dialect.typed_properties else []
    line = spot.dice.choice(lines)
    lost = LOST if line.startswith(("aliases", "sources")) else frozenset()
    also = frozenset({"BW301", "BW408"}) if line.startswith("sources") else frozenset()
    return matter(spot, line, also, lost)


@planter("BW116")
def ambiguous_scalar(spot: Spot) -> Planted | None:
    values = ["no", "On", "y", "1.10", "683e725", "0123", "12:30", "1_000", "0x1F", ".inf", "12345678901234567", "+1_0"]
    value = spot.dice.choice(values)
    return matter(spot, spot.dice.choice([f"planted: {value}", f"planted: [{value}]", f"planted: {{a: {value}}}"]))


@planter("BW117")
def impossible_instant(spot: Spot) -> Planted | None:
    values = [
        "2027-02-31T00:00:00Z",
        "2027-08-01T09:30:00",
        "2027-08-01",
        "2027-13-01T00:00:00Z",
        "soon",
        "2027-08-01T25:00Z",
    ]
    value = spot.dice.choice(values)
    return matter(spot, spot.dice.choice([f"stale_after: {value}", f"generated: {{by: human:x, at: {value}}}"]))


@planter("BW118")
def unknown_type(spot: Spot) -> Planted | None:
    if spot.page.kind != "page" or not spot.page.type:
        return None
    return matter(spot, f"type: {spot.page.type}x", elsewhere=LISTED)


@planter("BW119")
def illegal_name(spot: Spot) -> Planted | None:
    names = [
        "con",
        "aux.x",
        "what?",
        "a:b",
        "a|b",
        "x./y",
        " x",
        "lpt1",
        "n" * 253,
        "a*",
        'a"b',
        "a\\b",
        "名" * 90,
        "nul/x",
    ]
    path, text = new_page(spot, spot.dice.choice(names), sentence(spot))
    return Planted({path: text}, path, 1, NEW, LISTED)


@planter("BW120")
def name_in_capitals(spot: Spot) -> Planted | None:
    name = stem(spot.page.path)
    if name.upper() == name or is_listing(spot.page) or spot.page.kind == "session":
        return None
    path, text = new_page(spot, name.upper(), sentence(spot))
    also = NEW | {"BW202", "BW304"}
    return Planted({path: text}, max(path, spot.page.path), 1, also, LOST)


@planter("BW121")
def oversized(spot: Spot) -> Planted | None:
    if is_listing(spot.page) or spot.page.kind == "session":
        return None
    words = f"{sentence(spot)}\n\n"
    text = spot.text + "\n\n" + words * (MAX_PAGE // len(words) + 1)
    return whole(spot, text, elsewhere=LOST)


@planter("BW122")
def stub(spot: Spot) -> Planted | None:
    if not has_block(spot.page) or spot.page.kind not in ("page", "note"):
        return None
    fillers = [
        "TODO",
        "Coming soon…",
        "Lorem ipsum dolor sit amet.",
        "待补充",
        "準備中。",
        "## Part",
        "",
        "<!-- later -->",
    ]
    start = f"{spot.text[: spot.page.body]}"
    text = f"{start}# Title\n\n{spot.dice.choice(fillers)}\n"
    return whole(spot, text, start.count("\n") + 1, frozenset({"BW302", "BW306", "BW408"}), LOST)


@planter("BW123")
def name_of_another(spot: Spot) -> Planted | None:
    page = spot.page
    before = [one for one in spot.wiki if one.kind in ("page", "note") and one.path < page.path]
    titles = [one.text_of("title") for one in before if one.text_of("title")]
    if page.kind not in ("page", "note", "source") or "aliases" in page.meta or not titles:
        return None
    title = spot.dice.choice(titles)
    title = spot.dice.choice([title, title.upper()])
    return matter(spot, f'aliases: ["{title}"]') if '"' not in title and "\\" not in title else None


@planter("BW124")
def mixed_line_ends(spot: Spot) -> Planted | None:
    ends = [match.start() for match in re.finditer("\n", spot.text)]
    if len(ends) < 3:
        return None
    text = list(spot.text)
    for at in spot.dice.sample(ends, k=spot.dice.randint(1, len(ends) - 1)):
        text[at] = "\r\n"
    return whole(spot, "".join(text))
