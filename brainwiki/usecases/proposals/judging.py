"""What a judge is asked about a proposal: each claim that changed, with the cited turns whole, and what it answered in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from brainwiki.claims.dating import day_of
from brainwiki.claims.difference import ClaimChange
from brainwiki.claims.grounds import ground
from brainwiki.claims.words import words_of
from brainwiki.dream.gate import Case, Evidence, Judge, Judgement
from brainwiki.errors import BrainwikiError
from brainwiki.markup.shown import counted
from brainwiki.model.evidence import Evidence as Located
from brainwiki.model.evidence import located, words
from brainwiki.model.line import plain
from brainwiki.model.page import Claim, Page, Source
from brainwiki.model.session import Turn
from brainwiki.model.wiki import Wiki
from brainwiki.review.comparison import Comparison

RELATED = 40  # claims of the page
_TOLD = 20  # judgements that a receipt gives one by one


def cases_of(comparison: Comparison, wiki: Wiki) -> tuple[Case, ...]:
    """A case for each claim whose words or evidence changed; `wiki` is the state after. A claim that only moved is none, nor is the
    line of history of one whose place another claim takes: both are one case."""
    taken = {one.incoming: one.active for one in comparison.pairs if one.outcome == "replaced"}
    changes = [
        one._replace(before=taken[one.after]) if one.before is None and one.after in taken else one
        for one in comparison.claims
    ]
    replaced = {
        (one.page, words_of(one.before.text).key)
        for one in changes
        if one.before is not None and one.after is not None and not one.after.until
    }
    return tuple(
        _case(one, wiki)
        for one in changes
        if one.change != "moved" and not (_is_history(one) and (one.page, _old_key(one)) in replaced)
    )


def _is_history(one: ClaimChange) -> bool:
    return one.after is not None and bool(one.after.until)


def _old_key(one: ClaimChange) -> str:
    return words_of(one.after.text).key if one.after is not None else ""


def _case(one: ClaimChange, wiki: Wiki) -> Case:
    page = wiki.pages.get(one.page)
    before, after = (_words(claim) for claim in (one.before, one.after))
    if _is_history(one):  # it goes: what was said is held against nothing that takes its place
        before, after = before or words_of(after).plain, ""
    if page is None:
        return Case(one.page, before, after, ())
    mine = {claim.id for claim in (one.before, one.after) if claim is not None}
    related = [claim.text for claim in page.claims if claim.id not in mine and not claim.until]
    cited = one.after.ids if one.after else ()
    told = _told(wiki, page, one.before)
    return Case(
        one.page, before, after, tuple(_evidence(wiki, page, cited)), tuple(related[:RELATED]), told, _names(page)
    )


def _names(page: Page) -> tuple[str, ...]:
    """The title of a page and what else it is called."""
    aliases = page.brief.get("aliases")
    return (
        (page.title, *(one for one in aliases if isinstance(one, str))) if isinstance(aliases, list) else (page.title,)
    )


def _words(claim: Claim | None) -> str:
    return claim.text if claim is not None else ""


def _evidence(wiki: Wiki, page: Page, ids: Sequence[str]) -> Iterator[Evidence]:
    """What a claim cites, each with the whole turn or passage around the quoted words; empty text where it cannot be read here."""
    for source, found in located(wiki, page):
        if source.id in ids:
            said = _turn(wiki, found)
            role = said.role if said else "web" if _is_web(wiki, source, found) else ""
            yield Evidence(source.resource, source.quote, words(wiki, found) or "", role)


def _is_web(wiki: Wiki, source: Source, found: Located) -> bool:
    """Whether a piece of evidence comes from the web, itself or as a record of a page there."""
    return ground(wiki, source, found).trust == "web"


def _told(wiki: Wiki, page: Page, claim: Claim | None) -> str:
    """The day of the latest session that a claim cites; empty where it cites none that can be read."""
    ids = claim.ids if claim is not None else ()
    found = [
        one.at[:10] or day_of(one.session)
        for source, place in located(wiki, page)
        if source.id in ids and (one := ground(wiki, source, place)).session
    ]
    return max(found, default="")


def _turn(wiki: Wiki, found: Located) -> Turn | None:
    """The turn that is cited."""
    cited = wiki.pages.get(found.path) if found.place == "turn" else None
    transcript = wiki.transcripts.get(cited.id) if cited else None
    return transcript.by_number.get(found.turn) if transcript else None


def gate_lines(judge: Judge, cases: Sequence[Case], findings: Mapping[str, int]) -> tuple[str, ...]:
    """What the gate says, as lines of the receipt: the rules first, then the judge, whose answers are advice."""
    counts = f"{findings.get('BLOCK', 0)} BLOCK, {findings.get('WARN', 0)} WARN"
    lines = [f"deterministic: {'refused' if findings.get('BLOCK') else 'passed'}, {counts}"]
    judged = _judged(judge, cases)
    if len(judged) != len(cases):
        return (*lines, f"{plain(judge.name, 60)}: unsure, it answered {len(judged)} of {counted(len(cases), 'case')}")
    verdicts = Counter(one.verdict for one in judged)
    told = ", ".join(f"{number} {verdict}" for verdict, number in sorted(verdicts.items()))
    lines.append(f"{plain(judge.name, 60)}: {told or 'no claim changed'}{_shared_reason(judged)}")
    if len({one.reason for one in judged}) > 1:
        numbered = enumerate(zip(cases, judged, strict=True), 1)
        lines += [_line(judge, number, case, one) for number, (case, one) in numbered if one.verdict != "supported"]
    return tuple(lines[: _TOLD + 2])


def _judged(judge: Judge, cases: Sequence[Case]) -> list[Judgement]:
    """What the judge says; one that fails says that it cannot tell, and whoever proposes goes on."""
    try:
        return [*judge.judge(cases)] if cases else []
    except Exception as error:  # a judge is a guest, as a driver is
        told = error.message if isinstance(error, BrainwikiError) else f"{type(error).__name__}: {error}"
        return [Judgement("unsure", f"the judge failed: {told}")] * len(cases)


def _shared_reason(judged: Sequence[Judgement]) -> str:
    """The reason that all judgements share."""
    reasons = {one.reason for one in judged}
    return f", {plain(reasons.pop(), 200)}" if len(reasons) == 1 and "" not in reasons else ""


def _line(judge: Judge, number: int, case: Case, one: Judgement) -> str:
    against = f" (against: {plain(one.contradicts, 100)})" if one.contradicts else ""
    claim = plain(case.after or case.before, 80)
    return f"{plain(judge.name, 60)} on claim {number} of {plain(case.page, 100)}: {one.verdict}, {plain(one.reason, 200)}{against}: {claim}"
