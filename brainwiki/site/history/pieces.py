"""The body of a version in pieces that can be read one by one: versions of a page share nearly all of them.

A piece begins after a blank line, with a heading or a word at the very left: there every list, quote, table and paragraph has
ended. What can reach over such a place makes a body one piece: definitions, HTML that may go on, comments, an open fence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from brainwiki.markup import claims, scanner, structure
from brainwiki.model.dialect import Dialect
from brainwiki.model.page import Claim
from brainwiki.site.history.blocks import Block, Content, read

# What may begin a piece: letters, or the signs of a heading. Digits and the signs of lists, quotes, tables and HTML may go on
# with what stands before them.
_CUT = re.compile(r"(?<=\n\n)(?=[^\W\d_]|#{1,6}[ \t\n])")
_CUT_OR_FENCE = re.compile(
    r"(?<=\n\n)(?=[^\W\d_]|#{1,6}[ \t\n])|^ {0,3}(`{3,}(?=[^`\n]*$)|~{3,})([^\n]*)$", re.MULTILINE
)
_FENCES = ("```", "~~~")

# Definitions of links and footnotes (`]]:` is none, but for an escaped bracket); comments, instructions and declarations; HTML
# that holds more than a name. An address in angle brackets ends where it stands.
_REACHING = re.compile(
    r"(?<!\])\]:|\\\]\]:|<[!?]|<(?=(?:script|pre|style|textarea)\b)"
    r"|<(?=[a-z/])(?!/?[a-z][a-z0-9-]* ?/?>|[a-z][a-z0-9+.-]{1,31}:[^\s<>\"']*>|[a-z0-9._+-]+@[a-z0-9.-]+>)",
    re.IGNORECASE,
)
_COMMENT = "%%"
# One line of words without a sign that Markdown or we give a meaning, alone or behind the signs of a heading.
_WORD = r"[^\W_](?:[^\W_]|[,.;:?!'\"()/+-])*"
_PLAIN = re.compile(rf"(?:(#{{1,6}}) |(?=[^\W\d_]))({_WORD}(?: {_WORD})*)\n{{0,2}}\Z")


class Piece(NamedTuple):
    """A stretch of a body: its blocks, its claims (their places, parents and worked-out ids mean nothing), the names of its block
    ids, whether it defines footnotes, and whether what follows is read without it."""

    blocks: tuple[Block, ...]
    claims: tuple[Claim, ...] = ()
    names: tuple[str, ...] = ()
    has_footnotes: bool = False
    is_closed: bool = True


def cut(body: str) -> list[str]:
    """The pieces of a body; joined they are the body."""
    if any(sign in body for sign in _FENCES):
        places = list(_places(body))
    else:
        places = [match.start() for match in _CUT.finditer(body)]
    return [body[start:end] for start, end in zip([0, *places], [*places, len(body)], strict=True)]


def _places(body: str) -> Iterator[int]:
    """Where pieces begin that are in no fence, as far as lines tell: a fence in a list may end before its last line."""
    fence = ""
    for match in _CUT_OR_FENCE.finditer(body):
        sign = match[1]
        if sign is None:
            if not fence:
                yield match.start()
        elif not fence:
            fence = sign
        elif sign.startswith(fence) and not match[2].strip():
            fence = ""


def reaches(text: str, dialect: Dialect) -> bool:
    """Whether a piece has something that may mean something for another one, as far as its signs tell."""
    return _REACHING.search(text) is not None or dialect.comments and _COMMENT in text


def piece(text: str, dialect: Dialect, secret: str, is_first: bool) -> Piece:
    """Read a piece, or a whole body; the first one of a page without front matter stands at the beginning of its text."""
    plain = _PLAIN.match(text)
    if plain is not None:
        return Piece((Block(f"h{len(plain[1])}" if plain[1] else "p", "", "", ((plain[2],),)),))
    body = 0 if is_first else 1  # what stands before a body is no line of it
    text = text if is_first else f"\n{text}"
    shape = structure.read(text, body)
    scan = scanner.scan(text, body, shape, dialect.footnotes, dialect.comments)
    blocks, source = read(
        Content(text, body, scan.links, scan.cites, {one.name: one.start for one in scan.block_ids}), secret
    )
    return Piece(
        blocks,
        tuple(map(_stated, claims.find("", text, shape, scan))),
        tuple([one.name for one in scan.block_ids]),
        bool(shape.footnotes),
        shape.open_fence < 0 and "]:" not in source,
    )


def _stated(claim: Claim) -> Claim:
    """A claim without its place."""
    return claim._replace(id=claim.id if claim.explicit else "", start=0, end=0, parent="")
