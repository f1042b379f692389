"""A page that two sides changed is one page with every claim of both, or a conflict; never less, never more."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from brainwiki.claims.merging import Conflict, merge_page
from brainwiki.markup import parser
from brainwiki.model.dialect import Dialect
from brainwiki.model.page import Page

BASE = """---
type: preference
title: Drinks
description: What is drunk.
tags: [drinks]
sources:
  - id: 1
    resource: sessions/2026-01-01-cc-aaaaaaaaaa#turn-1
    quote: I like tea.
  - id: 2
    resource: sessions/2026-01-02-cc-bbbbbbbbbb#turn-3
    quote: No sugar.
observations:
  - o-aaaaaaaaaa
generated: {by: brainwiki/1, at: "2026-01-02T00:00:00Z"}
custom: "kept: as it is"   # a comment
---
# Drinks

- Likes tea. [cite:1]
- Takes no sugar. [cite:2]

## Places

The kitchen is on floor 2. [cite:2]

| place | cups |
|-------|------|
| home  | 3 [cite:1] |
"""


def page(raw: bytes) -> Page:
    return parser.parse("knowledge/drinks.md", raw, Dialect())


def sourced(text: str, number: int, turn: int, quote: str, last: int = 2) -> str:
    """A page with one source more."""
    entry = f"  - id: {number}\n    resource: sessions/2026-02-01-cc-cccccccccc#turn-{turn}\n    quote: {quote}\n"
    return text.replace("observations:", f"{entry}observations:", 1)


def with_claim(text: str, number: int, turn: int, words: str, after: str = "- Takes no sugar. [cite:2]") -> str:
    """A page with one claim more, on a source of its own."""
    return sourced(text, number, turn, words).replace(after, f"{after}\n- {words} [cite:{number}]", 1)


def merged(base: str, ours: str, theirs: str) -> str:
    """The merged page; both ways agree in whether there is a conflict."""
    raws = [text.encode() for text in (base, ours, theirs)]
    found = merge_page(*raws)
    assert isinstance(found, bytes), found
    assert isinstance(merge_page(raws[0], raws[2], raws[1]), bytes)
    return found.decode()


def conflict(base: str, ours: str, theirs: str) -> str:
    """The reasons why these cannot be merged; both ways agree."""
    raws = [text.encode() for text in (base, ours, theirs)]
    found = merge_page(*raws)
    assert isinstance(found, Conflict), found.decode()
    assert isinstance(merge_page(raws[0], raws[2], raws[1]), Conflict)
    return "; ".join(found.reasons)


def test_an_unchanged_side_gives_the_other_byte_for_byte() -> None:
    """Whatever the bytes are, also where they are no page at all."""
    odd = b"\xff\xfe not text\r\n"
    for raw in (BASE.encode(), BASE.replace("\n", "\r\n").encode(), odd, b""):
        assert merge_page(BASE.encode(), BASE.encode(), raw) == raw
        assert merge_page(BASE.encode(), raw, BASE.encode()) == raw
        assert merge_page(BASE.encode(), raw, raw) == raw


def test_two_changes_in_two_places_are_both_there() -> None:
    """One side changes a claim, the other one adds to another part; the rest stands byte for byte."""
    ours = BASE.replace("Likes tea.", "Likes green tea.")
    theirs = BASE.replace("floor 2", "floor 3")
    assert merged(BASE, ours, theirs) == BASE.replace("Likes tea.", "Likes green tea.").replace("floor 2", "floor 3")


def test_neighbours_may_change_on_two_sides() -> None:
    """Two items that stand one below the other are two pieces."""
    ours = BASE.replace("Likes tea.", "Likes green tea.")
    theirs = BASE.replace("Takes no sugar.", "Takes no sugar in tea.")
    found = merged(BASE, ours, theirs)
    assert "- Likes green tea. [cite:1]\n- Takes no sugar in tea. [cite:2]\n" in found


def test_additions_at_one_place_both_stay_theirs_first() -> None:
    """New sources under one number are two sources, and the proposal's cite follows its own."""
    ours = with_claim(BASE, 3, 1, "Likes water.")
    theirs = with_claim(BASE, 3, 9, "Likes milk.")
    found = merged(BASE, ours, theirs)
    assert "- Takes no sugar. [cite:2]\n- Likes milk. [cite:3]\n- Likes water. [cite:4]\n\n## Places" in found
    read = page(found.encode())
    assert [(one.id, one.quote) for one in read.sources][2:] == [("3", "Likes milk."), ("4", "Likes water.")]


def test_an_equal_source_on_both_sides_is_one() -> None:
    """The proposal's cites then name the one that the branch has."""
    shared = sourced(BASE, 3, 5, "Both.")
    theirs = shared.replace("- Takes no", "- Drinks at noon. [cite:3]\n- Takes no")
    ours = sourced(sourced(BASE, 3, 7, "Own."), 4, 5, "Both.").replace(
        "\n## Places", "- Drinks at night. [cite:3,4]\n\n## Places"
    )
    found = merged(BASE, ours, theirs)
    read = page(found.encode())
    assert [(one.id, one.quote) for one in read.sources][2:] == [("3", "Both."), ("4", "Own.")]
    assert "- Drinks at night. [cite:4,3]" in found


def test_the_same_new_claim_is_one_with_both_evidences() -> None:
    """Also where the two stand at different places."""
    ours = with_claim(BASE, 3, 1, "Likes water.")
    theirs = with_claim(BASE, 3, 9, "Likes water.", after="- Likes tea. [cite:1]")
    theirs = theirs.replace("quote: Likes water.", "quote: Water then.")
    found = merged(BASE, ours, theirs)
    assert found.count("Likes water. [cite") == 1
    assert "- Likes water. [cite:3][cite:4]\n" in found


def test_more_evidence_on_both_sides_for_one_claim() -> None:
    """Nobody changed its words: it rests on all."""
    ours = sourced(BASE, 3, 1, "Tea!").replace("tea. [cite:1]", "tea. [cite:1][cite:3]")
    theirs = sourced(BASE, 3, 2, "Tea again.").replace("tea. [cite:1]", "tea. [cite:1,3]")
    assert "- Likes tea. [cite:1,3][cite:4]\n" in merged(BASE, ours, theirs)


SUPERSEDED = "- Likes {0}. [cite:3] ^c-tea\n    - (until 2026-03-01) Likes tea. [cite:1]"


def test_a_claim_superseded_on_both_sides_is_a_conflict() -> None:
    """In place, and where each side moved it somewhere else so that the texts would merge."""
    old = "- Likes tea. [cite:1]"
    ours = sourced(BASE, 3, 1, "a").replace(old, SUPERSEDED.format("coffee"))
    theirs = sourced(BASE, 3, 2, "b").replace(old, SUPERSEDED.format("milk"))
    assert "changed on both sides" in conflict(BASE, ours, theirs)
    far = sourced(BASE, 3, 1, "a").replace(old + "\n", "") + "\n" + SUPERSEDED.format("coffee") + "\n"
    farther = (
        sourced(BASE, 3, 2, "b")
        .replace(old + "\n", "")
        .replace("## Places", SUPERSEDED.format("milk") + "\n\n## Places")
    )
    assert "superseded on both sides" in conflict(BASE, far, farther)


def test_superseded_on_one_side_and_supported_on_the_other_is_a_conflict() -> None:
    """Somebody must say whether the new evidence is for what was or for what is."""
    ours = sourced(BASE, 3, 1, "a").replace("- Likes tea. [cite:1]", SUPERSEDED.format("coffee"))
    theirs = sourced(BASE, 3, 2, "b").replace("tea. [cite:1]", "tea. [cite:1,3]")
    assert "changed on both sides" in conflict(BASE, ours, theirs)


def test_changed_here_and_taken_out_there_is_a_conflict() -> None:
    """Neither wins."""
    ours = BASE.replace("- Takes no sugar. [cite:2]\n", "")
    theirs = BASE.replace("no sugar", "little sugar")
    assert "taken out on the other" in conflict(BASE, ours, theirs)


def test_front_matter_goes_by_key() -> None:
    """Lists are united, `generated` is the proposal's, a key of one side is taken; comments stay."""
    ours = (
        BASE.replace("tags: [drinks]", "tags: [drinks, tea]")
        .replace("  - o-aaaaaaaaaa\n", "  - o-aaaaaaaaaa\n  - o-ours\n")
        .replace('brainwiki/1, at: "2026-01-02', 'brainwiki/2, at: "2026-03-02')
        .replace("description: What is drunk.", "description: What is drunk here.")
    )
    theirs = (
        BASE.replace("tags: [drinks]", "tags: [drinks, cups]")
        .replace("  - o-aaaaaaaaaa\n", "  - o-aaaaaaaaaa\n  - o-theirs\n")
        .replace('brainwiki/1, at: "2026-01-02', 'human:kim, at: "2026-03-01')
        .replace("custom:", "scope: account\ncustom:")
    )
    found = merged(BASE, ours, theirs)
    assert "tags: [drinks, cups, tea]\n" in found
    assert "observations:\n  - o-aaaaaaaaaa\n  - o-theirs\n  - o-ours\n" in found
    assert 'generated: {by: brainwiki/2, at: "2026-03-02T00:00:00Z"}\n' in found
    assert "description: What is drunk here.\n" in found
    assert 'scope: account\ncustom: "kept: as it is"   # a comment\n---\n' in found


@pytest.mark.parametrize("key", ["description", "title"])
def test_a_key_changed_on_both_sides_is_a_conflict(key: str) -> None:
    """Its name is told; the same change on both sides is none."""
    ours, theirs = (BASE.replace(f"{key}: ", f"{key}: {word} ") for word in ("Hot", "Cold"))
    assert f"`{key}` was changed on both sides" in conflict(BASE, ours, theirs)
    assert merged(BASE, ours, ours.replace("floor 2", "floor 3")) == ours.replace("floor 2", "floor 3")


def test_a_source_changed_or_taken_out() -> None:
    """One side's change is taken; two changes, or a cite to what is gone, are conflicts."""
    ours = BASE.replace("quote: No sugar.", "quote: No sugar, please.")
    theirs = with_claim(BASE, 3, 1, "Likes water.")
    assert "quote: No sugar, please.\n  - id: 3\n" in merged(BASE, ours, theirs)
    assert "source 2 was changed" in conflict(BASE, ours, BASE.replace("quote: No sugar.", "quote: None."))
    gone = (
        sourced(BASE, 3, 8, "x")
        .replace("- Likes tea. [cite:1]\n", "- Likes tea. [cite:3]\n")
        .replace("| home  | 3 [cite:1] |", "| home  | 3 [cite:3] |")
        .replace("  - id: 1\n    resource: sessions/2026-01-01-cc-aaaaaaaaaa#turn-1\n    quote: I like tea.\n", "")
    )
    cites = BASE.replace("floor 2. [cite:2]", "floor 2. [cite:1]").replace("custom:", "scope: x\ncustom:")
    assert "source" in conflict(BASE, gone, sourced(cites, 3, 9, "y"))


def test_rows_of_a_table_are_pieces() -> None:
    """Each side adds a row, another one changes."""
    ours = BASE.replace("| home  | 3 [cite:1] |\n", "| home  | 3 [cite:1] |\n| work  | 4 [cite:2] |\n")
    theirs = BASE.replace("| home  | 3 [cite:1] |\n", "| home  | 5 [cite:1] |\n| train | 1 [cite:2] |\n")
    assert merged(BASE, ours, theirs).endswith(
        "| home  | 5 [cite:1] |\n| train | 1 [cite:2] |\n| work  | 4 [cite:2] |\n"
    )


def test_line_ends_and_mark_of_the_branch_stay() -> None:
    """What the proposal adds gets the line ends that the page has now."""
    base = "\ufeff" + BASE.replace("\n", "\r\n")
    theirs = base.replace("floor 2", "floor 3")
    ours = "\ufeff" + with_claim(BASE, 3, 1, "Likes water.").replace("\n", "\r\n")
    found = merge_page(base.encode(), ours.encode(), theirs.encode())
    assert found == ours.replace("floor 2", "floor 3").encode()


def test_a_page_that_both_sides_made() -> None:
    """With the same title it is one page with the claims of both; with another title it is a conflict."""
    first = BASE.replace("- Takes no sugar. [cite:2]\n", "")
    second = BASE.replace("- Likes tea. [cite:1]\n", "")
    found = merged("", first, second)
    assert found.count("# Drinks\n") == 1
    assert Counter(one.text for one in page(found.encode()).claims) == Counter(
        one.text for one in page(BASE.encode()).claims
    )
    assert "`title` was changed" in conflict("", first, second.replace("title: Drinks", "title: Tea"))


@pytest.mark.parametrize(
    "broken",
    ["---\ntitle: [\n---\n# A\n", "---\ntitle: A\n\n# A\n", "---\na: 1\na: 2\n---\n", "---\n- a\n---\n"],
)
def test_what_cannot_be_read_is_a_conflict(broken: str) -> None:
    """It is told what is wrong; nothing is guessed."""
    assert "cannot be read" in conflict(BASE, broken, BASE.replace("tea", "milk"))


def test_odd_front_matter_is_a_conflict_only_where_it_must_be_taken_apart() -> None:
    """A flow list of sources that one side changed is taken as it stands."""
    flow = "---\ntitle: A\nsources: [{id: 1, resource: tasks/a}]\n---\n# A\n\nOne. [cite:1]\n"
    ours = flow.replace("One.", "Two.")
    theirs = flow.replace("title: A", "title: B")
    assert "cannot be merged" in conflict(
        flow, ours.replace("tasks/a", "tasks/b"), theirs.replace("tasks/a", "tasks/c")
    )


def test_too_much_at_once_is_a_conflict() -> None:
    """Thousands of pieces that were all rewritten are not compared one by one."""
    base, ours, theirs = ("# A\n\n" + "\n\n".join(f"{word} {n}" for n in range(3000)) for word in ("x", "a", "b"))
    assert "too much" in conflict(base, ours, theirs)


WORDS = {
    "en": (
        "Likes tea",
        "Works from Oslo",
        "The budget is 31 million",
        "Sleeps early",
        "Writes with a pen",
        "Has two cats",
    ),
    "ja": ("緑茶が好き", "大阪で働く", "予算は三千万円", "早く寝る", "万年筆で書く", "猫が二匹いる"),
    "zh": ("喜欢喝茶", "在上海工作", "预算是三千万", "早睡早起", "用钢笔写字", "养了两只猫"),
}


class Writer:
    """Random pages and random edits of them."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.lang = self.random.choice(list(WORDS))
        self.count = 0

    def words(self) -> str:
        self.count += 1
        stop = "." if self.lang == "en" else "。"
        return f"{self.random.choice(WORDS[self.lang])} {self.random.randrange(30)}{stop}"

    def page(self) -> dict[str, list]:
        sources = [(number, f"turn-{number}") for number in range(1, self.random.randint(2, 5))]
        body = [self.piece(sources) for _ in range(self.random.randint(1, 7))]
        return {"sources": sources, "body": body}

    def piece(self, sources: list) -> tuple:
        kind = self.random.choice(["item", "item", "paragraph", "heading", "history", "row"])
        cite = self.random.choice(sources)[0]
        return kind, self.words(), cite, self.random.choice(sources)[0], self.words()

    def edited(self, state: dict[str, list], who: str) -> dict[str, list]:
        sources, body = list(state["sources"]), list(state["body"])
        for _ in range(self.random.randint(0, 4)):
            number = max(one[0] for one in sources) + 1
            turn = f"turn-{who if self.random.random() < 0.8 else 'both'}-{number}"
            sources.append((number, turn))
            place = self.random.randrange(len(body) + 1)
            match self.random.choice(["add", "change", "drop", "supersede", "support", "move"]):
                case "add":
                    body.insert(place, (*self.piece([(number, turn)])[:3], number, self.words()))
                case "change" if place < len(body):
                    body[place] = (body[place][0], self.words(), *body[place][2:])
                case "drop" if place < len(body):
                    del body[place]
                case "supersede" if place < len(body) and body[place][0] == "item":
                    body[place] = ("history", self.words(), number, body[place][2], body[place][1])
                case "support" if place < len(body):
                    body[place] = (*body[place][:2], f"{body[place][2]},{number}", *body[place][3:])
                case "move" if place < len(body):
                    body.insert(self.random.randrange(len(body)), body.pop(place))
        return {"sources": sources, "body": body}


def written(state: dict[str, list]) -> bytes:
    """A state as a page."""
    lines = ["---", "type: note", "title: A", "sources:"]
    lines += [f"  - id: {number}\n    resource: sessions/s#{turn}" for number, turn in state["sources"]]
    lines += ["---", "# A", ""]
    last = ""
    for kind, words, cite, old, was in state["body"]:
        group = {"history": "item"}.get(kind, kind)
        if group != last or group not in ("item", "row"):
            lines.append("")
        if kind == "heading":
            lines.append(f"## {words}")
        elif kind == "row":
            lines += ["| a |", "|---|"] if last != "row" else []
            lines.append(f"| {words} [cite:{cite}] |")
        else:
            lines.append(f"{'- ' if group == 'item' else ''}{words} [cite:{cite}]")
        if kind == "history":
            lines.append(f"    - (until 2026-01-01) {was} [cite:{old}]")
        last = group
    return ("\n".join(lines) + "\n").encode()


def counted(raw: bytes) -> Counter[tuple[str, str]]:
    return Counter((one.text, one.until) for one in page(raw).claims)


def proofs(raw: bytes) -> dict[tuple[str, str], set[str]]:
    read = page(raw)
    by_id = {one.id: one.resource for one in read.sources}
    found: dict[tuple[str, str], set[str]] = {}
    for one in read.claims:
        found.setdefault((one.text, one.until), set()).update(by_id.get(name, f"?{name}") for name in one.ids)
    return found


def one_case(seed: int) -> str:
    """Random edits on two sides: what came of them."""
    writer = Writer(seed)
    state = writer.page()
    base, ours, theirs = (written(one) for one in (state, writer.edited(state, "o"), writer.edited(state, "t")))
    found, mirrored = merge_page(base, ours, theirs), merge_page(base, theirs, ours)
    assert isinstance(found, Conflict) == isinstance(mirrored, Conflict), seed
    assert merge_page(base, base, theirs) == theirs
    assert merge_page(base, ours, base) == ours
    if isinstance(found, Conflict):
        assert found.reasons
        return "conflict"
    assert isinstance(mirrored, bytes)
    was, mine, other, got = map(counted, (base, ours, theirs, found))
    for key in {*was, *mine, *other, *got}:
        if mine[key] == was[key]:
            assert got[key] == other[key], (seed, key)
        elif other[key] == was[key] or other[key] == mine[key]:
            assert got[key] == mine[key], (seed, key)
        else:
            raise AssertionError((seed, key))
    evidence = [proofs(raw) for raw in (base, ours, theirs, found)]
    for key in got:
        old, one, two, now = (held.get(key, set()) for held in evidence)
        assert now == (two | (one - old)) - (old - one), (seed, key)
    assert counted(mirrored) == got
    assert proofs(mirrored) == evidence[3]
    return "merged"


def test_no_claim_is_dropped_or_doubled_whatever_two_sides_do() -> None:
    """Random edits in three languages: every claim of both is there with its evidence, or it is a conflict, from both sides."""
    came_of = Counter(one_case(seed) for seed in range(400))
    assert came_of["merged"] > 100
    assert came_of["conflict"] > 20
