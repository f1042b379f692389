"""Two states of a brain compared: what became of claims, evidence, pages and links, how far it reaches, and how risky it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from brainwiki.claims.contradiction import Pair
from brainwiki.claims.difference import ClaimChange, Flag, Kind
from brainwiki.claims.grounds import Ground
from brainwiki.claims.support import Proof
from brainwiki.graph.reach import NOWHERE, Reach
from brainwiki.markup.shown import counted
from brainwiki.model.finding import Finding, Severity
from brainwiki.model.page import Page
from brainwiki.model.receipt import Risk
from brainwiki.review.standing import Standing

PageDid = Literal["added", "renamed", "deleted", "edited"]

FORGOTTEN = "(forgotten)"  # stands for words whose evidence was erased on purpose
MEANING: tuple[Flag, ...] = ("number", "date", "negation", "modal")  # flags that a headline counts
_ORDER: tuple[Kind, ...] = ("added", "changed", "reworded", "moved", "retracted", "removed")


class PageChange(NamedTuple):
    """What became of one page; `was` is its old path where it was renamed, else empty. Paths are from the brain's root."""

    path: str
    did: PageDid
    was: str = ""


class Broken(NamedTuple):
    """A link that leads nowhere and did not before: the page it stands on, its line, its target and what is wrong with it."""

    path: str
    line: int
    target: str
    state: str


class Reason(NamedTuple):
    """Why a change is as risky as it is: the risk that this alone gives, its kind (a key of `risk.WORDS`), the number of what it
    counts, and the pages or files that it is about."""

    risk: Risk
    kind: str
    number: int
    paths: tuple[str, ...] = ()


@dataclass(frozen=True)
class Comparison:
    """What led from `base` to `head` (ids of commits; an empty base: nothing was there yet).

    `page` is the one page that this is about, None: the whole brain. `orphaned` are pages that nothing links to or cites any
    more, or that came without. `outside` are touched paths of the workspace that are no page (configuration, schemas, baseline),
    `silenced` pages that got a comment which silences a rule. `lines` is the difference of the page's text as unified lines, for
    one page only. `limited` says why claims could not be paired one by one, empty where they could.

    `grounds` tells of each proof of a changed claim where it leads, `pairs` which claims stand against each other, `standings` how
    the pages stood and stand. `findings` are new findings of the rules, None where nobody asked them.
    """

    base: str
    head: str
    claims: tuple[ClaimChange, ...]
    pages: tuple[PageChange, ...]
    broken: tuple[Broken, ...]
    orphaned: tuple[str, ...]
    outside: tuple[str, ...] = ()
    limited: str = ""
    page: Page | None = None
    lines: tuple[str, ...] = ()
    grounds: Mapping[Proof, Ground] = field(default_factory=dict)
    pairs: tuple[Pair, ...] = ()
    standings: tuple[Standing, ...] = ()
    reach: Reach = NOWHERE
    silenced: tuple[str, ...] = ()
    findings: tuple[Finding, ...] | None = None
    risk: Risk = "low"
    reasons: tuple[Reason, ...] = ()

    def of_severity(self, severity: Severity) -> int:
        """How many new findings have a severity."""
        return sum(1 for finding in self.findings or () if finding.severity is severity)


def headline(comparison: Comparison) -> str:
    """One line that counts what happened; it judges nothing."""
    told = _claims(comparison)
    gained, lost = evidence_counts(comparison.claims)
    if gained or lost:
        told += f"; evidence: {', '.join(f'{count:,} {what}' for count, what in ((gained, 'gained'), (lost, 'lost')) if count)}"
    if comparison.broken:
        told += f"; {counted(len(comparison.broken), 'link')} broken"
    if comparison.orphaned:
        told += f"; {counted(len(comparison.orphaned), 'page')} orphaned"
    reached = comparison.reach.hop1 + comparison.reach.hop2
    if reached:
        told += f"; reaches {counted(reached, 'page')}"
    if comparison.findings is not None:
        told += f"; {comparison.of_severity(Severity.BLOCK):,} BLOCK, {comparison.of_severity(Severity.WARN):,} WARN"
    return told


def _claims(comparison: Comparison) -> str:
    kinds = Counter(one.change for one in comparison.claims)
    parts = [f"{kinds[kind]:,} {kind}{_flags(comparison.claims, kind)}" for kind in _ORDER if kinds[kind]]
    where = counted(len(comparison.pages), "page")
    if parts:
        return f"{counted(kinds.total(), 'claim')} on {where}: {', '.join(parts)}"
    return f"no claim changed; {where} did" if comparison.pages else "nothing changed in the pages"


def _flags(claims: Iterable[ClaimChange], kind: Kind) -> str:
    """How many of the changed claims say another number, date, negation or modal word."""
    counts = Counter(flag for one in claims if one.change == kind == "changed" for flag in one.flags)
    told = ", ".join(f"{counts[flag]:,} {flag}" for flag in MEANING if counts[flag])
    return f" ({told})" if told else ""


def evidence_counts(claims: Iterable[ClaimChange]) -> tuple[int, int]:
    """How many proofs claims gained and lost, those of new and of removed ones included."""
    gained = lost = 0
    for one in claims:
        gained, lost = gained + len(one.gained), lost + len(one.lost)
    return gained, lost
