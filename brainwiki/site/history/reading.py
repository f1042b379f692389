"""The versions of one page, read by pieces: what one version has in common with another is read once."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from brainwiki.claims.life import State, is_retracted, proofs_of
from brainwiki.claims.support import Proof
from brainwiki.markup import parser
from brainwiki.markup.document import Document
from brainwiki.markup.frontmatter import HANDLER
from brainwiki.model.dialect import Dialect
from brainwiki.model.page import Claim, Page
from brainwiki.site.history.blocks import Block, Content, Value, Version, read, values
from brainwiki.site.history.difference import Sheet
from brainwiki.site.history.pieces import Piece, cut, piece, reaches


class Reading(NamedTuple):
    """A version as read. `rows` number its blocks so that any two that differ have two numbers (the numbers of `Version` part only
    what a difference parts); the digests are those of the text, and of the text without white space."""

    version: Version
    rows: tuple[int, ...]
    state: State
    text_digest: str
    words_digest: str


class _Front(NamedTuple):
    """Front matter as read: where the body begins, its values, and what the claims of the page rest on."""

    body: int
    values: tuple[Value, ...]
    proofs: Mapping[str, Proof]
    status: str
    is_retracted: bool


class _Part(NamedTuple):
    """A piece, or a whole body, with its blocks by their numbers."""

    blocks: tuple[Block, ...]
    claims: tuple[Claim, ...]
    rows: tuple[int, ...]
    numbers: tuple[int, ...]
    names: tuple[str, ...] = ()
    has_footnotes: bool = False
    is_closed: bool = True


_OPEN = _Part((), (), (), (), is_closed=False)


class Reader:
    """Reads the versions of the page at `path`. `blocks` are all blocks that were met, by their rows."""

    def __init__(self, path: str, dialect: Dialect, secret: str) -> None:
        self.path = path
        self.dialect = dialect
        self.secret = secret
        self.sheet = Sheet()
        self.blocks: list[Block] = []
        self._rows: dict[Block, int] = {}
        self._fronts: dict[str, _Front] = {}
        self._parts: dict[str, _Part] = {}
        self._bare: dict[str, _Part] = {}  # what stands at the beginning of its text
        self._bodies: dict[tuple[str, bool], _Part] = {}

    def page(self, text: str) -> Page:
        """The whole page of a text."""
        return parser.read(self.path, Document(b"", text, False, ()), self.dialect)

    def read(self, text: str, page: Callable[[], Page]) -> Reading:
        """A version by its text; `page` gives the whole of it where it is asked for."""
        front = self._front(text)
        if len(text) > parser.MAX_PAGE:
            body = self._part(Piece(read(Content(text, front.body), self.secret)[0]))
        else:
            body = self._body(text[front.body :], not front.body)
        is_evidence = body.has_footnotes and self.dialect.footnotes == "evidence"
        proofs = proofs_of(page()) if is_evidence else front.proofs
        return Reading(
            Version(front.values, body.blocks, len(text), body.numbers),
            body.rows,
            State(body.claims, proofs, front.status, front.is_retracted, page),
            _digest(text),
            _digest("".join(text.split())),
        )

    def _front(self, text: str) -> _Front:
        block = HANDLER.locate(text)
        front = text[: block.body] if block is not None else ""
        found = self._fronts.get(front)
        if found is None:
            page = self.page(front)
            found = _Front(page.body, values(page), proofs_of(page), page.status, is_retracted(page))
            self._fronts[front] = found
        return found

    def _body(self, body: str, is_bare: bool) -> _Part:
        """A body by its pieces where they may be read one by one; `is_bare` says that no front matter stands before it."""
        texts = cut(body)
        parts = self._pieces(texts, is_bare)
        if parts is None:
            found = self._bodies.get((body, is_bare))
            if found is None:
                found = self._bodies[body, is_bare] = self._part(piece(body, self.dialect, self.secret, is_bare))
            return found
        if len(parts) == 1:
            return parts[0]
        return _Part(
            tuple(chain.from_iterable([part.blocks for part in parts])),
            tuple(chain.from_iterable([part.claims for part in parts])),
            tuple(chain.from_iterable([part.rows for part in parts])),
            tuple(chain.from_iterable([part.numbers for part in parts])),
        )

    def _pieces(self, texts: Sequence[str], is_bare: bool) -> list[_Part] | None:
        """The pieces of a body; None where one of them reaches over its end, or two name the same block id."""
        known = self._parts
        for text in texts:
            if text not in known and reaches(text, self.dialect):
                known[text] = _OPEN
            if known.get(text) is _OPEN:
                return None
        parts = []
        for text in texts:
            known = self._bare if is_bare else self._parts
            found = known.get(text)
            if found is None:
                found = known[text] = self._part(piece(text, self.dialect, self.secret, is_bare))
            is_bare = False
            if not found.is_closed:
                return None
            parts.append(found)
        names = [name for part in parts for name in part.names]
        return parts if len(set(names)) == len(names) else None

    def _part(self, found: Piece) -> _Part:
        rows = []
        for block in found.blocks:
            row = self._rows.setdefault(block, len(self.blocks))
            if row == len(self.blocks):
                self.blocks.append(block)
            rows.append(row)
        numbers = tuple(map(self.sheet.number, found.blocks))
        return _Part(
            found.blocks, found.claims, tuple(rows), numbers, found.names, found.has_footnotes, found.is_closed
        )


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()
