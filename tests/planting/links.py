"""Faults of links: BW2xx."""

from __future__ import annotations

from dataclasses import replace

from brainwiki.model.evidence import located
from brainwiki.model.names import parent, stem
from brainwiki.model.page import Link
from tests.planting.spot import (
    LISTED,
    LOST,
    NEW,
    UNLINKED,
    Planted,
    Spot,
    edit,
    has_block,
    in_footnote,
    is_listing,
    matter,
    new_page,
    own_links,
    paragraph,
    planter,
    prose,
    retarget,
    sentence,
)

_FULL_WIDTH = {code: code + 0xFEE0 for code in range(0x21, 0x7F)}
_UP = "../" * 40


@planter("BW201")
def misspelt_link(spot: Spot) -> Planted | None:
    links = own_links(spot, "wikilink")
    if not links:
        return None
    link = spot.dice.choice(links)
    target = spot.dice.choice([f"{link.target}-{spot.number()}", f"planted/{spot.number()}/{link.target}"])
    also = frozenset({"BW304", "BW305"}) if in_footnote(spot.page, link.start) else frozenset()
    return edit(spot, link.start, link.end, retarget(spot, link, target), also=also, elsewhere=UNLINKED)


@planter("BW201")
def new_broken_link(spot: Spot) -> Planted | None:
    name = f"nowhere-{spot.number()}"
    forms = ["[[{}]]", "[[{}|x]]", "[[{}#Part]]", "[[ {} ]]", "[[迷子の{}]]", "[[{}.md]]", "[[{}#^b|ラベル]]"]
    return prose(spot, spot.dice.choice(forms).format(name))


@planter("BW202")
def twin(spot: Spot) -> Planted | None:
    """A second page of the same name in another folder, and a link by that name from a third folder."""
    here = parent(spot.page.path)
    pages = [one for one in spot.wiki if one.kind == "page" and parent(one.path) not in ("", here)]
    if not pages:
        return None
    name = stem(spot.dice.choice(pages).id)
    path, text = new_page(spot, f"planted-{spot.number()}/{name}", sentence(spot))
    planted = prose(spot, f"[[{name}]]", NEW, LOST)
    return None if planted is None else replace(planted, edits={**planted.edits, path: text})


@planter("BW203")
def missing_part(spot: Spot) -> Planted | None:
    links = [link for link in own_links(spot, "wikilink", "markdown") if not link.fragment]
    if not links:
        return None
    link = spot.dice.choice(links)
    part = spot.dice.choice(["Planted-part", "^planted", "turn-98765", "植えた見出し"])
    also = frozenset({"BW304"}) if in_footnote(spot.page, link.start) else frozenset()
    return edit(spot, link.start, link.end, retarget(spot, link, f"{link.target}#{part}"), also=also)


@planter("BW203")
def missing_part_of_the_page(spot: Spot) -> Planted | None:
    return prose(
        spot, spot.dice.choice([f"[[#Planted {spot.number()}]]", f"[[#^p{spot.number()}]]", f"[x](#p{spot.number()})"])
    )


@planter("BW204")
def malformed_link(spot: Spot) -> Planted | None:
    forms = ["[[]]", "[[ ]]", "[[a [[]] b]]", "[[|label]]", "[[\u3000]]"]
    return prose(spot, spot.dice.choice(forms))


@planter("BW204")
def link_never_closed(spot: Spot) -> Planted | None:
    return paragraph(spot, sentence(spot, spot.dice.choice(["[[never closed", "[[a|b", "![[picture"])))


@planter("BW205")
def link_out(spot: Spot) -> Planted | None:
    forms = [
        f"[x]({_UP}etc/hosts)",
        f"[[{_UP}etc/hosts]]",
        f"![x]({_UP}a.png)",
        "[[C:\\Windows\\x]]",
        f"[x](<{_UP}a b.md>)",
    ]
    return prose(spot, spot.dice.choice(forms))


@planter("BW206")
def misspelt_path(spot: Spot) -> Planted | None:
    links = own_links(spot, "markdown")
    if not links:
        return None
    link = spot.dice.choice(links)
    words = retarget(spot, link, f"xq-{spot.number()}/{link.target.lstrip('/')}")
    also = frozenset({"BW304"}) if in_footnote(spot.page, link.start) else frozenset()
    return edit(spot, link.start, link.end, words, also=also, elsewhere=UNLINKED)


@planter("BW206")
def new_broken_path(spot: Spot) -> Planted | None:
    name = f"planted-{spot.number()}"
    forms = [
        "[x]({}.md)",
        "![x]({}.png)",
        "[x](<{} b.md>)",
        "[x]({}.md#part)",
        "[x]({}.md 'title')",
        "[x](./{}%20b.md)",
    ]
    return prose(spot, spot.dice.choice(forms).format(name))


@planter("BW207")
def bar_in_a_table(spot: Spot) -> Planted | None:
    links = own_links(spot, "wikilink")
    if not links:
        return None
    target = spot.dice.choice(links).target
    rows = [f"| [[{target}|label]] | x |", f"| x | [[{target}|label]] |"]
    return paragraph(spot, f"| a | b |\n|---|---|\n{spot.dice.choice(rows)}", 2)


@planter("BW208")
def wide_link(spot: Spot) -> Planted | None:
    names = [link.target for link in own_links(spot, "wikilink") if link.target.isascii() and "/" not in link.target]
    return prose(spot, f"[[{spot.dice.choice(names).translate(_FULL_WIDTH)}]]") if names else None


@planter("BW209")
def self_link(spot: Spot) -> Planted | None:
    name = spot.dice.choice([spot.page.id, stem(spot.page.id), spot.page.title])
    plain = "|" not in name and "#" not in name and "]" not in name and "[" not in name
    if not plain or spot.wiki.resolve_name(spot.page.path, name).path != spot.page.path or is_listing(spot.page):
        return None
    return prose(spot, f"[[{name}]]")


@planter("BW210")
def unlinked(spot: Spot) -> Planted | None:
    """The only link to a page becomes plain words."""
    if is_listing(spot.page):
        return None
    into = _links_into(spot)
    cited = {found.path for page in spot.wiki for _, found in located(spot.wiki, page) if found.path != page.path}
    for link in own_links(spot, "wikilink"):
        other = spot.wiki.pages[spot.wiki.resolve(spot.page, link).path or ""]
        alone = into[other.path] == [link] and other.path not in cited and not in_footnote(spot.page, link.start)
        if alone and other.kind in ("page", "note", "source"):
            planted = edit(spot, link.start, link.end, link.label or "x", elsewhere=frozenset({"BW211"}))
            return replace(planted, path=other.path, line=1)
    return None


def _links_into(spot: Spot) -> dict[str, list[Link]]:
    """Links by the path that they lead to, of all pages that count for orphans."""
    into: dict[str, list[Link]] = {}
    for page in spot.wiki:
        if page.kind != "log" and not (page.kind == "index" and spot.wiki.dialect.generated_index):
            for link, target in spot.wiki.targets(page):
                if target.path and target.path != page.path:
                    into.setdefault(target.path, []).append(link)
    return into


@planter("BW210")
def unlinked_from_the_start(spot: Spot) -> Planted | None:
    if spot.page.kind not in ("page", "note", "source"):
        return None
    path, text = new_page(spot, f"planted-{spot.number()}", sentence(spot))
    return Planted({path: text}, path, 1, NEW, LISTED)


@planter("BW211")
def unreachable(spot: Spot) -> Planted | None:
    """Two new pages that link to one another and are linked by nobody else."""
    if spot.page.kind != "page" or not any(page.kind == "index" for page in spot.wiki):
        return None
    name = f"planted-{spot.number()}"
    one, first = new_page(spot, f"{name}-a", f"[[{name}-b]]")
    two, second = new_page(spot, f"{name}-b", f"[[{name}-a]]")
    return Planted({one: first, two: second}, one, 1, NEW, LISTED)


@planter("BW212")
def link_to_deprecated(spot: Spot) -> Planted | None:
    """The target of one of the page's links goes out of date."""
    if spot.page.kind != "page" or spot.page.status == "deprecated":
        return None
    links = own_links(spot, "wikilink", "markdown")
    for link in spot.dice.sample(links, k=len(links)):
        other = spot.wiki.pages[spot.wiki.resolve(spot.page, link).path or ""]
        fits = other.kind == "page" and has_block(other) and not {"status", "superseded_by"} & set(other.meta)
        planted = (
            matter(spot.at(other), "status: deprecated") if fits and not in_footnote(spot.page, link.start) else None
        )
        if planted is not None:
            also, elsewhere = frozenset({"BW402"}), frozenset({"BW212"}) | LISTED
            return Planted(planted.edits, spot.page.path, spot.line(link.start), also, elsewhere)
    return None


@planter("BW213")
def broken_embed(spot: Spot) -> Planted | None:
    name = f"planted-{spot.number()}"
    return prose(
        spot, spot.dice.choice(["![[{}.png]]", "![[{}]]", "![[{}.pdf#page=2]]", "![[{}.png|300]]"]).format(name)
    )
