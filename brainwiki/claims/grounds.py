"""What a piece of evidence is worth to a reviewer: whose words they are, whether they stand there, and what it comes from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

from brainwiki.claims.support import Cited, Proof
from brainwiki.model.evidence import Evidence, is_quoted, located
from brainwiki.model.names import squeeze
from brainwiki.model.page import Page, Source
from brainwiki.model.session import Turn
from brainwiki.model.wiki import Wiki

# Whose words a proof is: those of a turn by the role of who spoke (unknown: the turn is not at hand), of the web, of a record that
# is kept in the brain or beside it, of another page, of a commit, or of nobody but the entry itself.
Trust = Literal["user", "assistant", "tool", "system", "web", "record", "page", "commit", "asserted", "unknown"]
LOW: frozenset[Trust] = frozenset(
    {"assistant", "tool", "system", "web", "unknown"}
)  # no person's word stands behind it

_ROLES: Mapping[str, Trust] = {"user": "user", "assistant": "assistant", "tool": "tool", "system": "system"}
_WEB = ("https://", "http://")


class Ground(NamedTuple):
    """Where a proof leads. `found` says whether its quote stands there (None: there is none, or it cannot be read here).

    `session` is the id of the session as a path, `turn` the number of the turn (0: none), `role` who spoke, `at` when; `path` the
    page that it leads to. `origin` names what the proof comes from: proofs of one origin are one witness.
    """

    trust: Trust
    found: bool | None = None
    session: str = ""
    turn: int = 0
    role: str = ""
    at: str = ""
    path: str = ""
    origin: str = ""


def grounds(wiki: Wiki, page: Page, moved: Mapping[str, str] | None = None) -> dict[str, tuple[Proof, Ground]]:
    """The proofs of a page with their grounds by source id, of two with one id the first; `moved` as for `Cited`."""
    cited = Cited(wiki, page, moved)
    found: dict[str, tuple[Proof, Ground]] = {}
    for source, evidence in located(wiki, page):
        if source.id not in found:
            found[source.id] = cited.entries[source.id][0], ground(wiki, source, evidence)
    return found


def ground(wiki: Wiki, source: Source, evidence: Evidence) -> Ground:
    """What stands at the end of an evidence edge."""
    quoted = is_quoted(wiki, evidence, source.quote) if source.quote else None
    target = wiki.pages.get(evidence.path)
    if evidence.place in ("turn", "session") and target is not None:
        turn = _turn(wiki, target, evidence, source.quote)
        role = turn.role if turn else ""
        said = Ground(_ROLES.get(role, "unknown"), quoted, target.id, evidence.turn, role, path=target.path)
        return said._replace(
            turn=turn.number if turn else evidence.turn, at=(turn.at if turn else "") or source.at, origin=target.id
        )
    trust, origin = _kept(evidence, target, source)
    return Ground(trust, quoted, at=source.at, path=evidence.path, origin=origin)


def _turn(wiki: Wiki, session: Page, evidence: Evidence, quote: str) -> Turn | None:
    """The turn that is cited, or the one that holds the quote where the whole session is."""
    transcript = wiki.transcripts.get(session.id)
    if transcript is None:
        return None
    if evidence.turn:
        return transcript.by_number.get(evidence.turn)
    wanted = squeeze(quote)
    return next((turn for turn in transcript.turns if wanted and wanted in squeeze(turn.text)), None)


def _kept(evidence: Evidence, target: Page | None, source: Source) -> tuple[Trust, str]:
    """Trust and origin of what is no session; a record of a web page is as good as that page."""
    if evidence.place in ("page", "lines") and target is not None:
        resource = target.text_of("resource")
        if target.kind == "source":
            return ("web" if resource.startswith(_WEB) else "record"), resource.partition("#")[0] or target.id
        return "page", target.id
    if evidence.place == "url":
        return "web", evidence.address.partition("#")[0]
    if evidence.place == "commit":
        return "commit", evidence.address.partition(":")[2].partition(":")[0]
    if evidence.place in ("raw", "file"):
        return "record", evidence.path
    if evidence.place == "asserted":
        return "asserted", squeeze(source.title)
    return "unknown", source.resource


def witnesses(found: Iterable[Ground]) -> int:
    """How many independent origins these grounds have."""
    return len({one.origin for one in found if one.origin})
