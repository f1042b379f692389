"""How risky a change is, from what it did alone: a label that chooses reviewers, with every reason for it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from brainwiki.claims.difference import ClaimChange
from brainwiki.claims.grounds import LOW, Ground
from brainwiki.claims.support import Proof
from brainwiki.markup.shown import counted
from brainwiki.model.finding import Severity
from brainwiki.model.receipt import Risk
from brainwiki.review.comparison import Comparison, Reason

LARGE = 25  # pages at one and two steps
_RANK: Mapping[Risk, int] = {"high": 0, "medium": 1, "low": 2}
_RESTATED = frozenset({"number", "date", "negation"})

# What a stranger's words could want of whoever reads them: that something is done, paid, trusted or visited.
_ASKS = re.compile(
    r"https?://|\bwww\.|[\w.+-]{1,64}@[\w-]{1,63}\.[a-z]{2,}|\b[a-z]{2}\d{2}(?: ?[a-z0-9]{4}){3,8}\b|\b0x[0-9a-f]{16,}"
    r"|(?<![\d.,:/-])\+?\d(?:[ -]?\d){8,}(?![\d.,:/-])"
    r"|\b(?:always|never|must|should|ignore|disregard|override|execute|run|install|send|forward|upload|transfer|pay"
    r"|wire|click|visit|log ?in|trust|approve|disable|from now on|account|password|passphrase|credential|token|api key)s?\b"
    r"|必ず|常に|決して|無視|実行|送信|送る|送って|転送|振り?込|支払|信頼|承認|無効|口座|パスワード|アカウント"
    r"|必须|务必|总是|始终|忽略|无视|执行|运行|发送|转发|转账|汇款|支付|信任|批准|禁用|账户|账号|密码",
    re.IGNORECASE,
)

# The words of each reason; `{}` stands for what is counted.
WORDS: Mapping[str, tuple[str, str, str]] = {  # the sentence, what is counted, and its plural
    "findings": ("{} of the rules", "blocking finding", ""),
    "checks": ("{} of configuration, schemas, baseline or local rules touched", "file", ""),
    "silenced": ("{} got a comment that silences a rule", "page", ""),
    "rules": ("standing instructions change on {}", "page", ""),
    "unseen": ("invisible characters came to {}", "page", ""),
    "asks": ("{} with instructions, accounts or addresses, and no person's word as evidence", "claim", ""),
    "misquoted": ("{} with a quote that does not stand in its evidence", "claim", ""),
    "restated": ("{} with another number, date or negation on the same evidence", "claim", ""),
    "unproven": ("{} left without any of the earlier evidence", "claim", ""),
    "evidence": ("{} with less evidence than before", "claim", ""),
    "removed": ("{} removed without becoming history", "claim", ""),
    "limited": ("too many claims to compare one by one", "", ""),
    "reach": ("{} within two steps", "page", ""),
    "surer": ("confidence rose on {} without new evidence", "page", ""),
    "open": ("{} against each other, both standing", "pair of claims", "pairs of claims"),
    "low": ("{} without any person's word as evidence", "claim", ""),
    "uncited": ("{} without evidence", "new claim", ""),
    "changed": ("{} with another meaning", "claim", ""),
    "retargeted": ("{} with evidence exchanged under its number", "claim", ""),
    "retracted": ("{} now history", "claim", ""),
    "added": ("{}", "new claim", ""),
    "links": ("{} broken or orphaned", "link or page", "links or pages"),
    "pages": ("{} deleted", "page", ""),
    "same": ("{} only reworded, moved or better supported", "claim", ""),
}


def assessed(comparison: Comparison) -> Comparison:
    """The comparison with its risk and the reasons for it, the gravest first."""
    reasons = tuple(sorted(_reasons(comparison), key=lambda one: _RANK[one.risk]))
    return replace(comparison, risk=reasons[0].risk if reasons else "low", reasons=reasons)


def words_of(reason: Reason) -> str:
    """A reason in words."""
    words, one, many = WORDS[reason.kind]
    told = f"{reason.number:,} {many}" if many and reason.number != 1 else counted(reason.number, one)
    return words.format(told)


def _reasons(found: Comparison) -> Iterator[Reason]:
    blocking = [one.path for one in found.findings or () if one.severity is Severity.BLOCK]
    unseen = [one.path for one in found.standings if one.unseen]
    rules = [one.path for one in found.standings if one.is_rule]
    yield from _if("high", "findings", blocking)
    yield from _if("high", "checks", found.outside)
    yield from _if("high", "silenced", found.silenced)
    yield from _if("high", "rules", rules)
    yield from _if("high", "unseen", unseen)
    if found.limited:
        yield Reason("high", "limited", 1)
    reached = found.reach.hop1 + found.reach.hop2
    if reached > LARGE:
        yield Reason("high", "reach", reached, tuple(one.path for one in found.reach.best))
    for risk, kind, test in _CLAIMS:
        yield from _if(risk, kind, [one.page for one in found.claims if test(one, found.grounds)])
    yield from _if("medium", "surer", _surer(found))
    yield from _if("medium", "open", [one.page for one in found.pairs if one.outcome == "open"])
    yield from _if("medium", "links", [*(one.path for one in found.broken), *found.orphaned])
    yield from _if("medium", "pages", [one.path for one in found.pages if one.did == "deleted"])


def _if(risk: Risk, kind: str, paths: Iterable[str]) -> Iterator[Reason]:
    """A reason where it is about anything."""
    told = list(paths)
    if told:
        yield Reason(risk, kind, len(told), tuple(dict.fromkeys(told)))


def _surer(found: Comparison) -> Iterator[str]:
    """Pages whose confidence rose while no evidence came to their claims."""
    gained = {one.page for one in found.claims if one.gained}
    for one in found.standings:
        before, after = one.confidence
        if before is not None and after is not None and after > before and one.path not in gained:
            yield one.path


Grounds = Mapping[Proof, Ground]
Test = Callable[[ClaimChange, Grounds], bool]


def _stands(one: ClaimChange) -> bool:
    return one.after is not None and not one.after.until


def _is_low(one: ClaimChange, grounds: Grounds) -> bool:
    """Whether a claim that says something new rests on nothing but the words of programs and strangers."""
    if one.change not in ("added", "changed") or not _stands(one) or not one.gained:
        return False
    return all(grounds[proof].trust in LOW for proof in one.rests if proof in grounds)


def _asks(one: ClaimChange, grounds: Grounds) -> bool:
    return _is_low(one, grounds) and one.after is not None and bool(_ASKS.search(one.after.text))


def _misquoted(one: ClaimChange, grounds: Grounds) -> bool:
    return any(grounds[proof].found is False for proof in one.gained if proof in grounds)


def _restated(one: ClaimChange, grounds: Grounds) -> bool:
    is_other = one.change == "changed" and _stands(one) and bool(_RESTATED.intersection(one.flags))
    return is_other and not one.gained and one.before is not None and bool(one.before.ids)


def _unproven(one: ClaimChange, grounds: Grounds) -> bool:
    return _stands(one) and one.before is not None and one.supported != "uncited" and one.support == "uncited"


def _lost(one: ClaimChange, grounds: Grounds) -> bool:
    return _stands(one) and bool(one.lost) and not one.gained and not _unproven(one, grounds)


def _removed(one: ClaimChange, grounds: Grounds) -> bool:
    return one.change == "removed" and one.before is not None and not one.before.until


def _changed(one: ClaimChange, grounds: Grounds) -> bool:
    is_said = set(one.flags) - {"evidence"} or one.before is None or one.after is None
    if one.change != "changed" or _restated(one, grounds):
        return False
    return bool(is_said) or one.before is not None and one.after is not None and one.before.text != one.after.text


def _uncited(one: ClaimChange, grounds: Grounds) -> bool:
    return one.change == "added" and one.support == "uncited"


def _is_same(one: ClaimChange, grounds: Grounds) -> bool:
    if one.change in ("reworded", "moved"):
        return not one.lost
    same = one.before is not None and one.after is not None and one.before.text == one.after.text
    return one.change == "changed" and same and not one.lost


_CLAIMS: tuple[tuple[Risk, str, Test], ...] = (
    ("high", "asks", _asks),
    ("high", "misquoted", _misquoted),
    ("high", "restated", _restated),
    ("high", "unproven", _unproven),
    ("high", "evidence", _lost),
    ("high", "removed", _removed),
    ("medium", "low", lambda one, grounds: _is_low(one, grounds) and not _asks(one, grounds)),
    ("medium", "uncited", _uncited),
    ("medium", "changed", _changed),
    ("medium", "retargeted", lambda one, grounds: bool(one.retargeted)),
    ("medium", "retracted", lambda one, grounds: one.change == "retracted"),
    ("medium", "added", lambda one, grounds: one.change == "added" and one.support != "uncited"),
    ("low", "same", _is_same),
)
