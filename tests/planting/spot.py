"""Where a fault is planted and what it consists of; the table of planters, and the edits that they are made of."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random

from brainwiki.model.names import parent
from brainwiki.model.page import Link, Page
from brainwiki.model.wiki import Wiki
from brainwiki.rules.rule import View

Codes = frozenset[str]

NONE: Codes = frozenset()
UNLINKED: Codes = frozenset({"BW210", "BW211"})
LISTED: Codes = frozenset({"BW407"})  # a generated index lists every page by its title and description
NEW: Codes = UNLINKED | {"BW114", "BW115", "BW306"}  # a new page that has but a type, a title and a description
QUOTED: Codes = frozenset({"BW305"})  # words that were changed may be quoted elsewhere
# What follows where a page loses its title, its headings, its links or itself.
LOST: Codes = UNLINKED | LISTED | {"BW201", "BW202", "BW203", "BW206", "BW212", "BW213", "BW304", "BW305", "BW402"}
# What a page shows whose front matter cannot be read or is gone.
UNREAD: Codes = LOST | {"BW109", "BW112", "BW114", "BW301", "BW309"}

_KANA = re.compile("[\u3041-\u30fe]")
_HAN = re.compile("[\u4e00-\u9fff]")
_HIDDEN = frozenset({"code", "fence", "html", "math", "comment"})
KEY = re.compile(r"^(?P<key>[A-Za-z_]+):[ \t]*(?P<value>[^\n]*)$", re.MULTILINE)
WORD = re.compile(r"(?<![\w\[\]\\<&/#^$*_.:-])[^\W\d_]{4,}(?![\w\]\\>&/#^$*_.:(-])|[\u3041-\u30fe\u4e00-\u9fff]{3}")
_FORMS = ("{}", "- {}", "1. {}", "> {}", "## {}", "> - {}", "- a\n  - {}")
_TABLE = "| a | b |\n|---|---|\n| x | {} |"


@dataclass(frozen=True)
class Spot:
    """Where a fault may be planted: a page, what rules see of the wiki around it, and the dice."""

    page: Page
    view: View
    dice: Random

    @property
    def wiki(self) -> Wiki:
        return self.view.wiki

    @property
    def text(self) -> str:
        return self.page.text

    def line(self, offset: int) -> int:
        """The line of an offset in the page's text."""
        return self.text.count("\n", 0, offset) + 1

    def number(self) -> int:
        """A number that no name of a real wiki holds."""
        return self.dice.randrange(10**8, 10**9)

    def at(self, page: Page) -> Spot:
        """The same on another page."""
        return Spot(page, self.view, self.dice)


@dataclass(frozen=True)
class Planted:
    """A planted fault: new texts by path, where its finding is expected, and the codes that may follow from it: `also` on the
    pages that it touches, `elsewhere` on others. Lone surrogates stand for bytes that are not UTF-8."""

    edits: Mapping[str, str]
    path: str
    line: int
    also: Codes = NONE
    elsewhere: Codes = NONE


Plant = Callable[[Spot], Planted | None]  # None: such a fault does not fit here
PLANTERS: dict[str, list[Plant]] = {}


def planter(code: str) -> Callable[[Plant], Plant]:
    """Enters a function into the table under the code that it plants."""

    def enter(plant: Plant) -> Plant:
        PLANTERS.setdefault(code, []).append(plant)
        return plant

    return enter


def edit(
    spot: Spot, start: int, end: int, words: str, down: int = 0, also: Codes = NONE, elsewhere: Codes = NONE
) -> Planted:
    """Put `words` in place of a span; the finding is expected in the line where the span begins, or `down` lines below."""
    text = spot.text[:start] + words + spot.text[end:]
    also |= LISTED if is_listing(spot.page) else NONE
    return Planted({spot.page.path: text}, spot.page.path, spot.line(start) + down, also, elsewhere)


def whole(spot: Spot, text: str, line: int = 1, also: Codes = NONE, elsewhere: Codes = NONE) -> Planted:
    """A new text for the page."""
    return Planted({spot.page.path: text}, spot.page.path, line, also, elsewhere)


def gaps(page: Page) -> list[int]:
    """Offsets in the body where a new paragraph may begin: after an empty line, before a line that is not indented."""
    found = []
    at = page.text.find("\n\n", page.body)
    while at >= 0:
        after = page.text[at + 2 : at + 3]
        if after not in (" ", "\t", "\n", "") and not page.inside(at + 1, _HIDDEN) and not page.inside(at + 2, _HIDDEN):
            found.append(at + 2)
        at = page.text.find("\n\n", at + 1)
    return found


def paragraph(spot: Spot, words: str, down: int = 0, also: Codes = NONE, elsewhere: Codes = NONE) -> Planted | None:
    """A new paragraph somewhere in the body; the finding is expected in its first line, or `down` lines below."""
    places = gaps(spot.page)
    if not places:
        return None
    at = spot.dice.choice(places)
    return edit(spot, at, at, f"{words}\n\n", down, also | uncited(spot), elsewhere)


def uncited(spot: Spot) -> Codes:
    """What a statement without evidence is on this page."""
    demanding = spot.view.options.get("BW306", {}).get("types", ())
    return frozenset({"BW306"}) if spot.page.type in demanding else NONE


def sentence(spot: Spot, thing: str = "") -> str:
    """A sentence in the language of the page, with `thing` in it."""
    if _KANA.search(spot.text):
        return f"この一文は試しに置かれ、{thing}を含む。" if thing else "この一文は試しに置かれたものです。"
    if _HAN.search(spot.text):
        return f"这句话是为了检验而写的，其中有{thing}。" if thing else "这句话是为了检验而写的。"
    return f"This sentence was put here on purpose and holds {thing} in it." if thing else "It was put here on purpose."


def prose(spot: Spot, thing: str, also: Codes = NONE, elsewhere: Codes = NONE) -> Planted | None:
    """`thing` somewhere in the prose: in a new paragraph, list, quotation, heading or table, or after a word that is there."""
    if spot.dice.random() < 0.5:
        form = spot.dice.choice(_FORMS if "|" in thing else (*_FORMS, _TABLE))
        return paragraph(spot, form.format(sentence(spot, thing)), form.count("\n"), also, elsewhere)
    span = word(spot)
    if span is None:
        return None
    start, end = span
    around = spot.text[spot.text.rfind("\n", 0, start) + 1 :].partition("\n")[0]
    if "|" in thing and "|" in around or spot.text[end : end + 1].isascii() and spot.text[end : end + 1].isalnum():
        return None  # a row of a table, or a number that would become one with the thing
    return edit(spot, end, end, f" {thing}" if spot.text[start].isascii() else thing, 0, also, elsewhere | QUOTED)


def word(spot: Spot) -> tuple[int, int] | None:
    """A word of the body's prose, outside links, cites, headings, footnotes and everything that is no prose."""
    page = spot.page
    taken = [(one.start, one.end) for one in (*page.links, *page.cites, *page.headings, *page.ranges)]
    taken += page.footnotes.values()
    free = [match.span() for match in WORD.finditer(page.text, page.body) if match[0] != "until"]
    free = [span for span in free if not any(start <= span[1] and span[0] <= end for start, end in taken)]
    return spot.dice.choice(free) if free else None


def has_block(page: Page) -> bool:
    """Whether the page has front matter that was read and is asked for: listings bear none of its rules."""
    return page.has_front_matter and page.text.startswith("---\n") and bool(page.meta) and not is_listing(page)


def is_listing(page: Page) -> bool:
    """Whether the page is an index or a log."""
    return page.kind in ("index", "log")


def in_footnote(page: Page, offset: int) -> bool:
    """Whether an offset lies in the definition of a footnote."""
    return any(start <= offset < end for start, end in page.footnotes.values())


def fields(page: Page) -> list[re.Match[str]]:
    """The fields of the front matter that stand on one line."""
    found = [
        one for one in KEY.finditer(page.text, 4, page.body) if one["value"].strip()[:1] not in ("", "|", ">", "&")
    ]
    return [one for one in found if page.text[one.end() + 1 : one.end() + 2] not in (" ", "\t", "\n", "")]


def matter(spot: Spot, line: str, also: Codes = NONE, elsewhere: Codes = NONE) -> Planted | None:
    """A field of the front matter: as its first line, or in place of the field of that key, where it is one line."""
    if not has_block(spot.page):
        return None
    key = line.partition(":")[0]
    if key not in spot.page.meta:
        return edit(spot, 4, 4, f"{line}\n", 0, also, elsewhere)
    old = next((one for one in fields(spot.page) if one["key"] == key), None)
    return None if old is None else edit(spot, old.start(), old.end(), line, 0, also, elsewhere)


def new_page(spot: Spot, name: str, body: str, more: str = "") -> tuple[str, str]:
    """Path and text of a new page in the folder of an old one, of the old one's type."""
    folder = parent(spot.page.path)
    path = f"{folder}/{name}.md" if folder else f"{name}.md"
    title = f"Planted {spot.number()}"
    head = f"type: {spot.page.type or 'concept'}\ntitle: {title}\ndescription: Planted.\n"
    return path, f"---\n{head}{more}---\n# {title}\n\n{body}\n"


def own_links(spot: Spot, *forms: str) -> list[Link]:
    """Links of the page's body whose target stands in the text as it is, and that lead to another page."""
    found = []
    for link, target in spot.wiki.targets(spot.page):
        away = target.path in spot.wiki.pages and target.path != spot.page.path
        if away and link.form in forms and link.start >= spot.page.body:
            found.extend([link] if link.target and link.target in spot.text[link.start : link.end] else [])
    return found


def retarget(spot: Spot, link: Link, target: str) -> str:
    """The words of a link with another target."""
    words = spot.text[link.start : link.end]
    at = words.rfind(link.target) if link.form == "markdown" else words.find(link.target)
    return words[:at] + target + words[at + len(link.target) :]
