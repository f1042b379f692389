"""What is searched and previewed: the published pages and evidence files, each with a short number and what scripts show of it.

`data/docs/<shard>.js` gives `bw.load("docs/" + bw.shard(address))` one value for each address in that shard:

    {address: [title, kind, type, language, description, tags, sections, more, code]}

`address` is that of the page from the site's root, not quoted (`knowledge/a/page/`); `title`, `kind` (page, note, source,
session, task, rule, proposal, raw), `type` (empty: none), `language` (BCP 47) and `description` (empty: none) are texts, `tags`
is a list of texts. `sections` is a list of `[anchor, heading, text]`: what stands above the first heading has neither anchor
nor heading, the turns of a session have `turn-3` and the speaker, the lines of an evidence file `L41` and no heading. `text`
is plain, on one line, as readers see it. `more` is 1 where not all of the text is here, else 0. `code` names the page in the
search index.

An index, the log, listings and whatever is not published are not in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from hashlib import blake2b
from typing import NamedTuple

from brainwiki.model.page import Page
from brainwiki.site.output import digest
from brainwiki.site.pages.evidence import speaker_of
from brainwiki.site.shards import MOST, sum_of
from brainwiki.site.state import Site
from brainwiki.site.text.plain import Section, sections

LEFT_OUT = ("index", "log")
SHOWN = 2_000  # characters of a page that are kept for passages and previews
LEAST = 160  # of each section, as far as that goes
MOST_SECTIONS = 40
LINES = 40  # of an evidence file, in one section
TURN = 4_000  # characters of a turn, and of a section of an evidence file, that are searched
MOST_READ = 200_000  # characters of a page that are searched

SIGNS = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"  # 64, in the order of their codes
MANY = 1 << 14  # pages up to which numbers of three signs have room between them

Entry = tuple[str, str, str, str, str, tuple[str, ...], tuple[tuple[str, str, str], ...], int, str]


class Document(NamedTuple):
    """A page that can be found: its address, its number, the same in signs, and a digest of all that is told of it."""

    page: Page
    address: str
    number: int
    code: str
    key: str


Known = Callable[[str, str], str]  # of what stands at a path and an address


def unknown(path: str, address: str) -> str:
    """No key is known."""
    del path, address
    return ""


def documents(site: Site, known: Known = unknown) -> list[Document]:
    """Everything that can be found, by number. A page keeps its number while it keeps its address, whatever else changes. `known`
    tells the keys that are known already.

    The number is taken from the sum of the address that its shard comes from too; where two would be equal, the later address
    steps on to the next free one of its own shard. Numbers are small, so that postings are, and room is left between them.
    """
    pages = [(address, site.wiki.pages[path]) for path, address in site.addresses.pages.items()]
    found = [(address, page) for address, page in pages if page.kind not in LEFT_OUT]
    found += [(address, site.wiki.evidence[path]) for path, address in site.addresses.raws.items()]
    width = 3 if len(found) <= MANY else 4
    space = 1 << 6 * width
    keys = _Keys(site)
    taken: dict[int, Document] = {}
    for address, page in sorted(found, key=lambda one: one[0]):
        number = sum_of(address) % space
        while number in taken:
            number = (number + MOST) % space
        key = known(page.path, address) or keys.of(page, address)
        taken[number] = Document(page, address, number, code(number, width), key)
    return [taken[number] for number in sorted(taken)]


def code(number: int, width: int) -> str:
    """A number as so many signs, whose order is that of the numbers."""
    return "".join([SIGNS[number >> 6 * place & 63] for place in range(width - 1, -1, -1)])


class _Keys:
    """What is told of a page depends on this: its address, its file and how it is read, its transcript, and the names of pages
    that it links to without words of its own."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.names: dict[tuple[str, ...], str] = {}

    def of(self, page: Page, address: str) -> str:
        """The digest of all that."""
        said = [address, page.path, self.site.reading, page.version or digest(page.text)]
        if page.kind != "raw":
            for link, target in self.site.wiki.targets(page):
                if not link.label and link.form in ("wikilink", "embed"):
                    name = self.names.get(target.paths)
                    said.append(self.name(target.paths) if name is None else name)
        if page.kind == "session" and page.id in self.site.wiki.transcripts:
            talk = self.site.wiki.transcripts[page.id]
            said.append(talk.version or digest(talk.turns))
        return blake2b("\n".join(said).encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()

    def name(self, paths: tuple[str, ...]) -> str:
        """The names of the page that a link means, as far as it is shown."""
        other = self.site.wiki.pages.get(paths[0]) if len(paths) == 1 else None
        shown = other is not None and self.site.is_shown(other.path)
        found = self.names[paths] = repr((other.title, other.aliases)) if other is not None and shown else ""
        return found


def texts(site: Site, page: Page) -> list[Section]:
    """The text of a page that is searched, in sections, each capped."""
    if page.kind == "raw":
        lines = page.text[:MOST_READ].split("\n")
        found = [
            Section(f"L{at + 1}" if at else "", "", " ".join(" ".join(lines[at : at + LINES]).split()))
            for at in range(0, len(lines), LINES)
        ]
        return [one for one in found if one.text]
    found = list(sections(site, page))
    if page.kind == "session":
        found += _turns(site, page)
    return list(_within(found))


def _turns(site: Site, page: Page) -> Iterator[Section]:
    talk = site.wiki.transcripts.get(page.id)
    for turn in talk.turns if talk is not None else ():
        text = " ".join(turn.text[:TURN].split())
        yield Section(f"turn-{turn.number}", speaker_of(site.words_of(page), turn.role), text)


def _within(found: Iterable[Section]) -> Iterator[Section]:
    """Sections until the cap of a page is reached."""
    room = MOST_READ
    for one in found:
        if room <= 0:
            return
        yield one._replace(text=one.text[:room])
        room -= len(one.text)


def entry(site: Site, document: Document, found: list[Section]) -> Entry:
    """What scripts are told of a page with these sections."""
    page = document.page
    kept, is_cut = shortened(found)
    title = page.title if page.kind != "raw" else page.path.rpartition("/")[2]
    return (
        title,
        page.kind,
        page.type,
        site.language(page),
        page.description,
        page.tags,
        tuple((one.anchor, one.heading, one.text) for one in kept),
        int(is_cut),
        document.code,
    )


def shortened(found: list[Section]) -> tuple[list[Section], bool]:
    """The sections within what is shown of a page, and whether anything was left out: short ones stay whole, long ones share the rest."""
    kept = found[:MOST_SECTIONS]
    limit = _share([len(one.text) for one in kept], SHOWN)
    cut = [one._replace(text=_begin(one.text, max(limit, LEAST))) for one in kept]
    return cut, cut != found


def _share(sizes: list[int], room: int) -> int:
    """The greatest limit with which all sizes, cut to it, stay within the room."""
    for place, size in enumerate(sorted(sizes)):
        left = len(sizes) - place
        if size * left > room:
            return room // left
        room -= size
    return max(sizes, default=0)


def _begin(text: str, limit: int) -> str:
    """The beginning of a text, to the end of a word where one ends near."""
    if len(text) <= limit:
        return text
    blank = text.rfind(" ", limit - 24, limit)
    return text[: blank if blank > 0 else limit]
