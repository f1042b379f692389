"""Compare two states of a brain: claims, pages and links, of the whole brain or of one page."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from dataclasses import replace

from brainwiki.claims.contradiction import Pair, pairs
from brainwiki.claims.difference import ClaimChange, difference
from brainwiki.claims.grounds import Ground, grounds
from brainwiki.claims.support import Cited, Proof
from brainwiki.errors import UnknownNameError
from brainwiki.graph.context import ContextLink, links_of
from brainwiki.graph.reach import reach
from brainwiki.model.change import Change
from brainwiki.model.chronicle import trace
from brainwiki.model.evidence import cited_paths
from brainwiki.model.finding import Finding
from brainwiki.model.names import fold
from brainwiki.model.page import Claim, Page
from brainwiki.model.past import Past
from brainwiki.model.wiki import Wiki
from brainwiki.ports import Progress
from brainwiki.review.comparison import FORGOTTEN, Broken, Comparison, PageChange
from brainwiki.review.risk import assessed
from brainwiki.review.standing import standings
from brainwiki.rules.families.change_files import new_suppressions
from brainwiki.usecases.change import read_change
from brainwiki.usecases.explore import find_page
from brainwiki.usecases.forgotten import forgotten_names, is_forgotten, is_withheld
from brainwiki.usecases.workspace import States, Workspace

_NOWHERE = ("missing", "ambiguous", "escape")
_LINES = 400  # of a page's text difference


def compare(
    states: States,
    workspace: Workspace,
    name: str = "",
    on_progress: Progress | None = None,
    findings: tuple[Finding, ...] | None = None,
) -> Comparison:
    """What led from the base to the head; with a `name` only what concerns that page, in whichever state it stands.

    `findings` are what `check_change` found new, where it was asked. What the deletion log of `workspace` (the brain as it lies
    there now) names is not told. Raises UnknownNameError and AmbiguousNameError for the page.
    """
    change = _followed(read_change(states, on_progress), workspace.history.past(workspace.prefix))
    names = forgotten_names(workspace)
    found = difference(change)
    claims = tuple(one for one in found.changes if not is_forgotten(one.origin or one.page, names))
    told = tuple(pair for pair in pairs(change, found) if not is_forgotten(pair.page, names))
    whole = Comparison(
        states.fork,
        states.tip,
        tuple(_allowed(one, change, names) for one in claims),
        tuple(one for one in _pages(change) if not is_forgotten(one.path, names)),
        tuple(one for one in _broken(change) if not is_forgotten(one.path, names)),
        tuple(path for path in _orphaned(change) if not is_forgotten(path, names)),
        tuple(sorted(change.outside)),
        found.limited,
        grounds=_grounds(change, claims, told, names),
        pairs=tuple(_allowed_pair(one, names) for one in told),
        standings=tuple(one for one in standings(change) if not is_forgotten(one.path, names)),
        silenced=tuple(sorted(after.path for before, after in change.pairs if after and _is_silenced(before, after))),
        findings=_findings(findings, change, names),
    )
    part = _only(whole, change, name, names) if name else whole
    touched = {path for one in part.pages for path in (one.path, one.was) if path}
    hidden = [path for path in change.head.pages if is_forgotten(path, names)]
    return assessed(replace(part, reach=reach(change.head, touched, change.base, hidden)))


def _is_silenced(before: Page | None, after: Page) -> bool:
    return any(new_suppressions(before, after))


def _findings(found: tuple[Finding, ...] | None, change: Change, names: frozenset[str]) -> tuple[Finding, ...] | None:
    """The findings without those on pages that were forgotten, or that rest on what was: a message may quote."""
    if found is None or not names:
        return found
    prefix = change.head.path_prefix
    return tuple(one for one in found if not _is_hidden(one.path.removeprefix(prefix), change, names))


def _is_hidden(path: str, change: Change, names: frozenset[str]) -> bool:
    pages = [(wiki, wiki.pages[path]) for wiki in (change.base, change.head) if path in wiki.pages]
    return is_forgotten(path, names) or any(is_withheld(Cited(*one).all_proofs(), names) for one in pages)


def _grounds(
    change: Change, claims: Iterable[ClaimChange], told: Iterable[Pair], names: frozenset[str]
) -> dict[Proof, Ground]:
    """Where every proof that is told leads, by the proof as it is told; the later state knows best."""
    wanted = {proof for one in claims for proof in (*one.rested, *one.rests)}
    wanted |= {proof for one in told for proof in (*one.active_rests, *one.incoming_rests)}
    moved = {old: new for new, old in change.renamed.items()}
    found: dict[Proof, Ground] = {}
    for before, after in change.pairs:
        for wiki, page in ((change.base, before), (change.head, after)):
            if page is not None and wanted:
                own = grounds(wiki, page, moved if wiki is change.base else None).values()
                found.update({_without_quote(proof, names): one for proof, one in own if proof in wanted})
    return found


def _followed(change: Change, past: Past) -> Change:
    """The change with the renames that its commits made one by one: a page that was edited much on the way is still that page."""
    between = {commit.id for commit in change.commits}
    if not change.added or not change.deleted or between.isdisjoint(past.revisions):
        return change
    chronicle = trace(past, change.head.pages)
    found: dict[str, str] = {}
    for path in sorted(change.added):
        names = [step.touch.was for step in chronicle.of(path) if step.revision.id in between and step.touch.was]
        if names and names[-1] in change.deleted and names[-1] not in found.values():
            found[path] = names[-1]
    old = set(found.values())
    guessed = {new: was for new, was in change.renamed.items() if new not in found and was not in old}
    return replace(change, renamed=dict(sorted({**guessed, **found}.items())))


def _pages(change: Change) -> Iterator[PageChange]:
    for before, after in change.pairs:
        if after is None:
            assert before is not None
            yield PageChange(before.path, "deleted")
        elif before is None:
            yield PageChange(after.path, "added")
        elif before.path != after.path:
            yield PageChange(after.path, "renamed", before.path)
        else:
            yield PageChange(after.path, "edited")


def _broken(change: Change) -> Iterator[Broken]:
    """Links that lead nowhere in the head and did not stand so in the base."""
    for page in change.head.survey.doubtful:
        before = change.base.pages.get(change.renamed.get(page.path, page.path))
        known = {_target(found) for found in _nowhere(change.base, before)} if before is not None else frozenset()
        for found in _nowhere(change.head, page):
            if _target(found) not in known:
                yield Broken(page.path, found.place[0], found.link.target, found.state)


def _nowhere(wiki: Wiki, page: Page) -> Iterator[ContextLink]:
    return (found for found in links_of(wiki, page) if found.state in _NOWHERE)


def _target(found: ContextLink) -> str:
    return fold(found.link.target)


def _orphaned(change: Change) -> Iterator[str]:
    """Pages that nothing leads to now, and that something led to before or that were not there."""
    now, before = _reached(change.head), _reached(change.base)
    for page in change.head:
        if page.kind in ("page", "note", "source") and page.path not in now:
            old = change.renamed.get(page.path, page.path)
            if old in before or old not in change.base.pages:
                yield page.path


def _reached(wiki: Wiki) -> frozenset[str]:
    """What other pages link to or cite, as rule BW210 sees it."""
    found = set(cited_paths(wiki))
    for page in wiki:
        if page.kind != "log" and not (page.kind == "index" and wiki.dialect.generated_index):
            found.update(path for path in wiki.survey.reach[page.path] if path != page.path)
    return frozenset(found)


def _only(whole: Comparison, change: Change, name: str, names: frozenset[str]) -> Comparison:
    """The part of a comparison that concerns one page."""
    before, after = _sides(change, name)
    paths = {one.path for one in (before, after) if one is not None}
    return replace(
        whole,
        claims=tuple(one for one in whole.claims if not paths.isdisjoint((one.page, one.origin))),
        pages=tuple(one for one in whole.pages if one.path in paths),
        broken=tuple(one for one in whole.broken if one.path in paths),
        orphaned=tuple(path for path in whole.orphaned if path in paths),
        outside=(),
        pairs=tuple(one for one in whole.pairs if one.page in paths),
        standings=tuple(one for one in whole.standings if one.path in paths),
        silenced=tuple(path for path in whole.silenced if path in paths),
        findings=_on_page(whole.findings, {f"{change.head.path_prefix}{path}" for path in paths}),
        page=after or before,
        lines=_lines(change, before, after, names),
    )


def _on_page(findings: tuple[Finding, ...] | None, paths: set[str]) -> tuple[Finding, ...] | None:
    return None if findings is None else tuple(one for one in findings if one.path in paths)


def _sides(change: Change, name: str) -> tuple[Page | None, Page | None]:
    """The page that a name means, before and after; a name of the head counts first."""
    try:
        after = find_page(change.head, name)
        return change.base.pages.get(change.renamed.get(after.path, after.path)), after
    except UnknownNameError:
        before = find_page(change.base, name)
        present = {old: new for new, old in change.renamed.items()}.get(before.path, before.path)
        return before, change.head.pages.get(present)


def _lines(change: Change, before: Page | None, after: Page | None, names: frozenset[str]) -> tuple[str, ...]:
    """The difference of a page's text; where anything of it rests on what was forgotten, that is said in its place."""
    sides = [(wiki, page) for wiki, page in ((change.base, before), (change.head, after)) if page is not None]
    if any(is_withheld(Cited(wiki, page).all_proofs(), names) for wiki, page in sides):
        return ("(left out: the page rests, or rested, on what was forgotten)",)
    old, new = (page.text.split("\n") if page is not None else [] for page in (before, after))
    found = list(difflib.unified_diff(old, new, lineterm="", n=2))[2:]
    more = len(found) - _LINES
    return tuple([*found[:_LINES], f"(… {more:,} more lines)"] if more > 0 else found)


def _allowed(one: ClaimChange, change: Change, names: frozenset[str]) -> ClaimChange:
    """A change of a claim without the words and quotes that were forgotten."""
    if not names:
        return one
    return one._replace(
        before=_told(one.before, change.base, one.origin or one.page, names),
        after=_told(one.after, change.head, one.page, names),
        gained=_quoteless(one.gained, names),
        lost=_quoteless(one.lost, names),
        kept=_quoteless(one.kept, names),
        retargeted=tuple((_without_quote(old, names), _without_quote(new, names)) for old, new in one.retargeted),
    )


def _allowed_pair(one: Pair, names: frozenset[str]) -> Pair:
    """The same of a pair of claims; the active one stands in the later state too, or stood in the earlier one."""
    if not names:
        return one
    hidden = [is_withheld(proofs, names) for proofs in (one.active_rests, one.incoming_rests)]
    active, incoming = (
        claim._replace(text=FORGOTTEN) if is_so else claim
        for claim, is_so in zip((one.active, one.incoming), hidden, strict=True)
    )
    rests = [_quoteless(proofs, names) for proofs in (one.active_rests, one.incoming_rests)]
    return one._replace(active=active, incoming=incoming, active_rests=rests[0], incoming_rests=rests[1])


def _quoteless(proofs: Iterable[Proof], names: frozenset[str]) -> tuple[Proof, ...]:
    return tuple(_without_quote(proof, names) for proof in proofs)


def _told(claim: Claim | None, wiki: Wiki, path: str, names: frozenset[str]) -> Claim | None:
    page = wiki.pages.get(path)
    if claim is None or page is None or not is_withheld(Cited(wiki, page).proofs(claim), names):
        return claim
    return claim._replace(text=FORGOTTEN)


def _without_quote(proof: Proof, names: frozenset[str]) -> Proof:
    return proof._replace(quote="") if is_withheld((proof,), names) else proof
