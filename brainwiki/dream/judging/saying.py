"""Checks on words: doubt, denial, new names, whose words they are, what they are about, and whether they say it at all."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from brainwiki.claims import dating
from brainwiki.claims.contradiction import opposed
from brainwiki.claims.words import words_of
from brainwiki.dream.gate import Judgement
from brainwiki.dream.judging import reading, wordings
from brainwiki.dream.judging.reading import Clause
from brainwiki.dream.judging.view import View
from brainwiki.model.names import squeeze

ENOUGH = 0.6  # share of what the claim brings that must stand in the cited words
ENOUGH_NEW = 0.7  # the same where the page said nothing before
_HEAD = 2  # words of a clause among which its subject stands
_TITLE = 2  # signs of a title after a name
_SUBJECT = 4  # unknown words by which a sentence says what it is about
_OF_ITSELF = 3  # words with which a claim says alone what it is about
_DENIES = re.compile(
    r"\b(?:den(?:y|ies|ied)|refus(?:e|es|ed)|declin(?:e|es|ed)|rejected|untrue|false|unable|failed to|ban(?:s|ned)?|forbid(?:s|den)?|prohibit(?:s|ed)?)\b"
    r"|あかん|だめ|ダメ|禁止|否定|拒否|断っ|断り|見送|嘘|へん(?:。|、|で|$)|ずじまい|禁止|拒绝|否认|婉拒|别(?=[再把给让])|谢绝"
)


def retraction(view: View) -> Judgement | None:
    """Where a claim goes and nothing takes its place: somebody says of this very thing that it ended, or is not so."""
    if view.case.after:
        return None
    about = view.page_tokens | view.old_tokens
    for clauses in view.clauses:
        for clause in clauses:
            told = {*clause.tokens}
            if not told & view.page_tokens or reading.share(told, about) < 0.3:
                continue
            if wordings.HEDGE.search(clause.text.lower()):
                return view.says("unsupported", "the end is told with doubt")
            if not view.trusted:
                return view.says("unsure", "no person said that it ended")
            if wordings.ENDED.search(clause.text.lower()) or _denials(clause.text):
                return view.says("supported", "the cited words say that it ended")
    is_named = bool(view.said_tokens & view.page_tokens)
    return view.says("unsure" if is_named else "unsupported", "the cited words do not say that this ended")


def doubt(view: View) -> Judgement | None:
    """What was said with doubt stays so."""
    if wordings.HEDGE.search(squeeze(view.case.after).lower()):
        return None
    for quote in view.quotes:
        words = wordings.PERMITS_NOT_DOUBTS.sub(" ", squeeze(quote).lower())
        found = wordings.HEDGE.search(words)
        if found:
            return view.says("unsupported", f"it was said with doubt ({found[0]})")
    return None


def denial(view: View) -> Judgement | None:
    """A `not` of the cited words is in the claim, and one of the claim in the cited words."""
    mine = _denials(view.case.after) % 2
    told = [
        (reading.share(clause.tokens, view.known), _denials(clause.text) % 2)
        for clauses in view.clauses
        for clause in clauses
        if {*clause.tokens} & (view.load or view.tokens)
    ]
    if not told:
        told = [(0.0, _denials(quote) % 2) for quote in view.quotes]
    if all(one == mine for _, one in told):
        return None
    closest = max(told)
    if closest[1] != mine or not any(one == mine for _, one in told):
        return view.says("unsupported", "the claim and the cited words differ in a `not`")
    return None


def _denials(text: str) -> int:
    return reading.read(text).polarity.negations + len(_DENIES.findall(squeeze(text).lower()))


def new_name(view: View) -> Judgement | None:
    """Two names are one only where somebody says so."""
    if wordings.SAYS_RENAMED.search(squeeze(view.case.after).lower()) and not wordings.RENAMED.search(
        view.said.lower()
    ):
        return view.says("unsupported", "nobody says that the two names are one")
    return None


def names(view: View) -> Judgement | None:
    """Each name that the claim brings stands in the cited words."""
    old = f"{view.page}\n{view.case.before}"
    for one in reading.names(view.case.after):
        if reading.knows(one.word, old) or reading.knows(one.word, view.said):
            continue
        if reading.opens(view.case.after, one) and " " not in one.word:
            continue  # any word may begin a sentence; whether it was said is for `words` to tell
        if reading.script_of(view.case.after) != reading.script_of(view.said):
            return view.says("unsure", "names in another script cannot be compared")
        return view.says("unsupported", f"{one.word} is not named in the cited words")
    return None


def strangers(view: View) -> Judgement | None:
    """What the claim brings is not said right after somebody else was named."""
    for quote in view.quotes:
        others = [*view.strangers(quote)]
        if not others:
            continue
        own = [one for one in reading.names(quote) if one not in others]
        places = [*_places(view, quote)]
        low = squeeze(quote).lower()
        own_starts = [one.start for one in own]
        taken = {at for one in others for at in range(one.start, one.start + len(one.word) + _TITLE)}
        found = (low.find(token) for token in view.page_tokens if len(token) > 1)
        own_starts += [at for at in found if at >= 0 and at not in taken]
        for place in places or [len(quote)]:
            other = max((one.start for one in others if one.start < place), default=-1)
            mine = max((start for start in own_starts if start <= place), default=-1)
            if other > mine:
                name = next(one.word for one in others if one.start == other)
                return view.says("unsupported", f"it is said of {name}, whom the claim does not name")
    return None


def _places(view: View, quote: str) -> Iterator[int]:
    """Where the words and numbers that the claim brings stand in a quote, each at its first place."""
    low = squeeze(quote).lower()
    for token in view.load:
        at = low.find(token)
        if at >= 0:
            yield at
    for number in view.numbers:
        at = low.find(number)
        if at >= 0:
            yield at


def apart(view: View) -> Judgement | None:
    """What the claim brings, and what it is about, stand together: not in two statements side by side."""
    for clauses in view.clauses:
        shared = [len({*clause.tokens} & view.rest) for clause in clauses]
        if not any(shared):
            continue
        about = [at for at, number in enumerate(shared) if number == max(shared)]
        for item in (*view.load, *view.numbers):
            held = [at for at, clause in enumerate(clauses) if _holds(clause, item)]
            if held and not any(_together(view, clauses, about, at, item) for at in held):
                return view.says("unsupported", f"“{item}” is said of something else than the claim is about")
    return None


def _holds(clause: Clause, item: str) -> bool:
    return item in clause.tokens or item in reading.read(clause.text).figures.numbers


def _together(view: View, clauses: Sequence[Clause], about: Sequence[int], at: int, item: str) -> bool:
    """Whether a clause says its item of the subject: it names the subject, or goes on after a clause that does."""
    if at in about:
        return True
    is_number = item in view.numbers
    for subject in about:
        others = {*clauses[subject].tokens} - view.known
        figures = {*reading.read(clauses[subject].text).figures.numbers} - {*view.numbers}
        if is_number and figures:
            continue  # the subject has a number of its own
        between = [token for one in clauses[subject + 1 : at] for token in one.tokens]
        foreign = {*between, *clauses[at].tokens} - view.known
        if subject < at and not foreign:
            return True
        if not others and not {*clauses[at].tokens} - view.known:
            return True
        if subject < at and not {*between} - view.known and _goes_on(view, clauses[subject], clauses[at], item):
            return True
    return False


def _goes_on(view: View, subject: Clause, clause: Clause, item: str) -> bool:
    """Whether a clause without a subject of its own goes on after one that begins with ours."""
    at = clause.text.lower().find(item)
    ahead = {*reading.tokens(clause.text[:at] if at >= 0 else clause.text)} - view.known
    begins = bool({*subject.tokens[:_HEAD]} & view.page_tokens)
    return begins and len(ahead) <= 1 and not any(view.strangers(subject.text))


def contradiction(view: View) -> Judgement | None:
    """Another claim of the page, word for word the same but for a figure or a `not`, still holds."""
    after = words_of(view.case.after)
    for related in view.case.related:
        other = words_of(related)
        if after.frame == other.frame and not dating.latest(related) and opposed(other, after):
            return view.says("contradicts", "another claim of the page says otherwise", related)
    return None


def subject(view: View) -> Judgement | None:
    """The turn names the page, or something that the claim was about before, or the claim speaks for itself."""
    named = {*reading.tokens(view.turns)}
    if named & view.page_tokens or len(named & view.rest) > 1:
        return None
    if not view.page_tokens & view.tokens and len(view.tokens) > _OF_ITSELF and view.tokens <= view.said_tokens:
        return None
    return view.says("unsure", f"the turn does not say that it is about {view.page[:60]}")


def elsewhere(view: View) -> Judgement | None:
    """A figure is taken from words that say what they are about, and that is nothing which page or claim names."""
    if view.load or not (view.numbers or view.dates):
        return None
    for clauses in view.clauses:
        told = [token for clause in clauses for token in clause.tokens]
        unknown = [token for token in told if token not in view.known]
        if {*told} & view.page_tokens or len(unknown) < _SUBJECT or len(unknown) < 2 * (len(told) - len(unknown)):
            return None
    return view.says("unsure", "the cited words tell a figure of something that neither page nor claim names")


def words(view: View) -> Judgement | None:
    """Enough of what the claim brings stands in the cited words."""
    if reading.script_of(view.case.after) != reading.script_of(view.said) and view.load:
        return view.says("unsure", "the evidence is in another language")
    brought = view.load or view.tokens - view.page_tokens
    if not view.load and (view.numbers or view.dates):
        return None
    share = reading.share(brought, view.said_tokens)
    if share >= (ENOUGH if view.case.before else ENOUGH_NEW):
        return None
    return view.says("unsure", f"only {share:.0%} of what the claim brings stands in the cited words")
