"""Sentences that bear a cite: where a claim begins and ends, what it says, and the id by which history knows it."""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_left
from collections.abc import Iterable
from typing import NamedTuple

from brainwiki.markup.scanner import BlockId, Scan
from brainwiki.markup.structure import Block, Structure
from brainwiki.model.digits import base32
from brainwiki.model.names import squeeze
from brainwiki.model.page import Cite, Claim

_CITED = "\x02"  # stands for a cite while sentences are split
_STOP = re.compile("[.!?。！？｡．]+[\"'”’)\\]」』）]*(?:[*_~]+(?=[\\s\x02]|$))?")  # `**Bold.**` ends after its marks
_ENDS = frozenset(" \t\n\r\x02\u3000\xa0")  # what may follow a Western stop; the end of the block may too
_EASTERN = frozenset("。！？｡．")  # these end a sentence whatever follows
# A run of cites, also in parentheses, also on the next line of a list or a quote.
_CITE_RUN = re.compile(r"(?:[ \t\u3000\xa0]*(?:\n[ \t>]*)?(?:\x02+|[(（]\x02[\x02, \t]*[)）]))+")
_UNTIL = re.compile(r"\(until ([0-9]{4}-[0-9]{2}-[0-9]{2})\)")
_WORD = re.compile(r"[^\s\x00\x01\x02(\[\"']+$")
_RUN = re.compile(r"\x02(?: ?\x02)+|[(（]\x02[\x02, ]*[)）]")
_GAP = re.compile(r" ?\x02(?= ?$|[.,;:!?)。、，．！？；：」』）])|\x02")  # a cite before a stop leaves no blank
_QUOTE_MARK = re.compile(r"\n[ \t]*(?:>[ \t]*)+")
_MARKUP_EDGE = " \t\n|>"

ABBREVIATIONS = frozenset(
    "e.g. i.e. etc. vs. cf. no. nos. dr. mr. mrs. ms. prof. st. fig. figs. eq. sec. ch. pp. p. vol. ed. eds. al. approx. ca. "
    "inc. ltd. co. corp. jr. sr. u.s. u.k. a.m. p.m. jan. feb. mar. apr. jun. jul. aug. sep. sept. oct. nov. dec. "
    "z.b. d.h. bzw. nr. usw. vgl. ggf. ca.".split()
)


class Sentence(NamedTuple):
    """A sentence as a span of its block or page."""

    start: int
    end: int


def find(path: str, text: str, structure: Structure, scan: Scan) -> tuple[Claim, ...]:
    """The claims of a page in order; `path` goes into their ids."""
    if not scan.cites:
        return ()
    finder = _Finder(path, text, structure, scan)
    for block in structure.blocks:
        finder.block(block)
    return tuple(finder.claims)


class _Finder:
    """Walks the blocks of a page and gathers its claims, with the history items under them."""

    def __init__(self, path: str, text: str, structure: Structure, scan: Scan) -> None:
        self.path = path
        self.text = text
        self.scan = scan
        self.cite_starts = [cite.start for cite in scan.cites]
        self.id_starts = [block_id.start for block_id in scan.block_ids]
        self.claims: list[Claim] = []
        self.seen: dict[str, int] = {}
        self.above: dict[int, str] = {}
        spans = [(link.start, link.end, "\x00") for link in scan.links]
        spans.extend((link.start, link.end, "\x00") for link in structure.links)
        spans.extend((cite.start, cite.end, _CITED) for cite in scan.cites)
        # A cite wins over a reference link that swallowed it: `[cite:1][cite:2]` with a definition of `cite:2`.
        self.spans = sorted(spans, key=lambda span: (span[0], span[2] != _CITED))
        self.span_starts = [span[0] for span in self.spans]

    def block(self, block: Block) -> None:
        """The claims of one block; a block without cites only says what stands above its children."""
        for depth in [depth for depth in self.above if depth >= block.depth]:
            del self.above[depth]
        cites = self.cites_between(block.start, block.end)
        if cites:
            until = _UNTIL.match(self.text[block.start : block.start + 40].lstrip())
            self.sentences(block, cites, until[1] if until else "")
            self.use_block_id(block)
        self.above.setdefault(block.depth, "")

    def sentences(self, block: Block, cites: list[Cite], until: str) -> None:
        """The sentences of a block that bear cites."""
        at = 0
        for sentence in split(self.masked(block.start, block.end)):
            end = block.start + sentence.end
            first = at
            while at < len(cites) and cites[at].start < end:
                at += 1
            if at > first:
                self.claim(block, _trim(self.text, block.start + sentence.start, end), cites[first:at], until)

    def cites_between(self, start: int, end: int) -> list[Cite]:
        """The cites that begin in a span."""
        return self.scan.cites[bisect_left(self.cite_starts, start) : bisect_left(self.cite_starts, end)]

    def masked(self, start: int, end: int) -> str:
        """The prose of a span with links hidden and cites as one sign, so that stops inside them do not count."""
        pieces, at = [], start
        for first, last, sign in self.spans[bisect_left(self.span_starts, start) : bisect_left(self.span_starts, end)]:
            if first < at:
                continue
            pieces.append(self.scan.prose[at:first])
            pieces.append(sign * (last - first))
            at = last
        pieces.append(self.scan.prose[at:end])
        return "".join(pieces)

    def claim(self, block: Block, sentence: Sentence, cites: list[Cite], until: str) -> None:
        """One claim: a sentence and its cites."""
        words = self.words(sentence.start, sentence.end, cites)
        ids = cites[0].ids
        if len(cites) > 1 or len(ids) > 1:
            ids = tuple(dict.fromkeys(source_id for cite in cites for source_id in cite.ids))
        claim_id = self.name(words)
        parent = self.above.get(block.depth - 1, "") if block.depth > 1 else ""
        self.claims.append(Claim(claim_id, words, sentence.start, sentence.end, ids, until, parent, False))
        self.above[block.depth] = claim_id

    def words(self, start: int, end: int, cites: list[Cite]) -> str:
        """The sentence without cites and block id, white space as one blank."""
        cuts = [(cite.start, cite.end) for cite in cites]
        cuts.extend((block_id.start, block_id.end) for block_id in self.block_ids_between(start, end))
        pieces, at = [], start
        for first, last in sorted(cuts):
            pieces.append(self.text[at:first])
            at = last
        pieces.append(self.text[at:end])
        words = _CITED.join(pieces)
        if "\n" in words:
            words = _QUOTE_MARK.sub("\n", words)
        words = _GAP.sub("", _RUN.sub(_CITED, " ".join(words.split())))
        return " ".join(words.split()).strip(_MARKUP_EDGE)

    def block_ids_between(self, start: int, end: int) -> list[BlockId]:
        """The block ids that begin in a span."""
        ids = self.scan.block_ids
        return ids[bisect_left(self.id_starts, start) : bisect_left(self.id_starts, end)]

    def name(self, words: str) -> str:
        """`c-` and 8 base32 digits over path and words; repeats on a page get an ordinal."""
        claim_id = claim_name(self.path, words)
        count = self.seen[claim_id] = self.seen.get(claim_id, 0) + 1
        return claim_id if count == 1 else f"{claim_id}-{count}"

    def use_block_id(self, block: Block) -> None:
        """An explicit `^c-…` at the end of the block names its last claim."""
        if not self.claims or self.claims[-1].start < block.start:
            return
        for block_id in self.block_ids_between(block.start, block.end + 1):
            if block_id.name.startswith("c-"):
                self.claims[-1] = self.claims[-1]._replace(id=block_id.name, explicit=True)
                self.above[block.depth] = block_id.name


def named(path: str, claims: Iterable[Claim]) -> tuple[Claim, ...]:
    """The claims of a page with the ids that `find` gives them, where the parts of the page were read one by one."""
    found: list[Claim] = []
    seen: dict[str, int] = {}
    for claim in claims:
        name = claim_name(path, claim.text)
        count = seen[name] = seen.get(name, 0) + 1
        own = name if count == 1 else f"{name}-{count}"
        found.append(claim if claim.explicit else claim._replace(id=own))
    return tuple(found)


def claim_name(path: str, words: str) -> str:
    """A claim's derived id, from the page's path and the claim's normalised words."""
    digest = hashlib.sha256(f"{path}\n{squeeze(words)}".encode("utf-8", "surrogatepass")).digest()
    number = int.from_bytes(digest[:5], "big")
    return "c-" + base32(number, 8)


def split(prose: str) -> list[Sentence]:
    """Sentences of a block's prose as spans; cites that follow a stop belong to the sentence before it."""
    sentences: list[Sentence] = []
    start = 0
    at = 0
    while True:
        stop = _STOP.search(prose, at)
        if stop is None:
            break
        at = stop.end()
        is_open = at < len(prose) and prose[at] not in _ENDS
        if is_open and _EASTERN.isdisjoint(stop[0]):
            continue
        run = _CITE_RUN.match(prose, at)
        if stop[0] in ".．" and _is_no_stop(prose, stop) and not (run and _begins(prose, run.end())):
            continue
        if run:
            at = run.end()
        sentences.append(Sentence(start, at))
        start = at
    if start < len(prose):
        sentences.append(Sentence(start, len(prose)))
    return sentences


def _begins(prose: str, at: int) -> bool:
    """Whether a new sentence begins after the cites at `at`: then the dot before them ended one, abbreviation or not."""
    following = prose[at : at + 8].lstrip()[:1]
    return following.isupper() or following.isdigit()


def _trim(text: str, start: int, end: int) -> Sentence:
    inner = text[start:end]
    return Sentence(start + len(inner) - len(inner.lstrip()), end - len(inner) + len(inner.rstrip()))


def _is_no_stop(prose: str, stop: re.Match[str]) -> bool:
    """Whether a dot ends an abbreviation, an initial, or stands inside a number."""
    at = stop.start()
    if stop[0][0] == "．":
        return prose[at - 1 : at].isdigit() and prose[stop.end() : stop.end() + 1].isdigit()
    word = _WORD.search(prose, max(0, at - 24), at)
    if word is None:
        return False
    letters = word[0]
    if len(letters) == 1:
        return letters.isascii() and letters.isalpha() and letters.isupper()
    return f"{letters.lower()}." in ABBREVIATIONS
