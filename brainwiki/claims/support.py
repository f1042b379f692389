"""What a claim rests on: its proofs in a form that survives renumbering, and its class of support."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from brainwiki.model.evidence import Evidence, located
from brainwiki.model.names import squeeze
from brainwiki.model.page import Claim, Page, Source
from brainwiki.model.wiki import Wiki

# verifiable: words that can be read here; unverifiable: something that is elsewhere (a web address, a commit, a transcript that is
# not at hand); asserted: nothing but the words of the entry; uncited: nothing, or what leads nowhere.
Support = Literal["verifiable", "unverifiable", "asserted", "uncited"]


class Proof(NamedTuple):
    """One piece of evidence by what it leads to: a path, address or bare words; the exact quote; the turn (0: none).

    `resource` keeps a fragment only where no quote says what is meant, since lines and headings move.
    """

    resource: str
    quote: str
    turn: int


class Cited:
    """The evidence of one page of a snapshot: proofs and support of its claims.

    `moved` maps old paths to present ones, so that evidence on a renamed page stays the same evidence.
    """

    def __init__(self, wiki: Wiki, page: Page, moved: Mapping[str, str] | None = None) -> None:
        self.entries: dict[str, tuple[Proof, Evidence]] = {}
        for source, evidence in located(wiki, page):
            self.entries.setdefault(source.id, (_proof(source, evidence, moved or {}), evidence))

    def all_proofs(self) -> frozenset[Proof]:
        """Every proof that the page names, cited or not."""
        return frozenset(proof for proof, _ in self.entries.values())

    def proofs(self, claim: Claim) -> frozenset[Proof]:
        """The proofs of a claim; a cite without a source is none."""
        return frozenset(self.entries[one][0] for one in claim.ids if one in self.entries)

    def support(self, claim: Claim) -> Support:
        """The best class among a claim's sources."""
        found = [self.entries[one][1] for one in claim.ids if one in self.entries]
        found = [evidence for evidence in found if evidence.place != "broken"]
        if any(evidence.verifiable for evidence in found):
            return "verifiable"
        if any(evidence.place != "asserted" for evidence in found):
            return "unverifiable"
        return "asserted" if found else "uncited"


def _proof(source: Source, evidence: Evidence, moved: Mapping[str, str]) -> Proof:
    quote = squeeze(source.quote)
    if evidence.place == "broken":
        return Proof(source.resource, quote, 0)
    if evidence.place == "asserted":
        return Proof(squeeze(source.title), quote, 0)
    name = moved.get(evidence.path, evidence.path) or evidence.address
    fragment = source.resource.partition("#")[2] if evidence.path and not evidence.turn and not quote else ""
    return Proof(f"{name}#{fragment}" if fragment else name, quote, evidence.turn)
