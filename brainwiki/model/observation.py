"""One atomic statement drawn from one turn of one session, with the id by which it is adopted or rejected."""

from __future__ import annotations

import hashlib
from typing import NamedTuple

from brainwiki.model.digits import base32
from brainwiki.model.names import squeeze


class Observation(NamedTuple):
    """What one turn says about one subject.

    `quote` are the exact words of the turn, `subject` the id of the page that they are about (its path without `.md`; there need
    be no such page yet), `statement` the sentence that memory would hold, without cites. `kind` is an open word (preference,
    decision, number, fact, correction, …), `at` the day of the turn (YYYY-MM-DD, empty where unknown).
    """

    id: str
    session: str
    turn: int
    quote: str
    subject: str
    statement: str
    kind: str = "fact"
    at: str = ""

    @property
    def resource(self) -> str:
        """The place of the turn as a page's `sources` name it."""
        return f"sessions/{self.session}#turn-{self.turn}"


def observation(
    session: str, turn: int, quote: str, subject: str, statement: str, kind: str = "fact", at: str = ""
) -> Observation:
    """An observation with its id."""
    return Observation(
        observation_id(session, turn, quote, subject), session, turn, quote, subject, statement, kind, at
    )


def observation_id(session: str, turn: int, quote: str, subject: str) -> str:
    """`o-` and 10 base32 digits over session, turn, the quoted span and its subject, never the statement: the same session read
    twice gives the same ids, however it is paraphrased."""
    named = "\n".join((session, str(turn), squeeze(quote), subject))
    number = int.from_bytes(hashlib.sha256(named.encode("utf-8", "surrogatepass")).digest()[:7], "big") >> 6
    return "o-" + base32(number, 10)


def quote_digest(quote: str) -> str:
    """32 hex digits over a quoted span (normalised): by it a rejection is known without its words."""
    return hashlib.sha256(squeeze(quote).encode("utf-8", "surrogatepass")).hexdigest()[:32]
