"""What is wrong with what was drawn, held against the task that it was drawn for; every mistake in words to act on."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from brainwiki.dream.task import Assigned, Refusal, Task
from brainwiki.model.names import fold, squeeze, stem
from brainwiki.model.observation import Observation, observation_id, quote_digest
from brainwiki.model.session import Turn
from brainwiki.model.update import Consolidation, Update

ROLES = (
    "user",
    "assistant",
    "tool",
)  # whose words may be evidence; those of others than the user are marked with who said them
_OWN_RUN = re.compile(r"^\[brainwiki consolidation run [0-9a-z][0-9a-z-]{3,63}", re.MULTILINE)
_SENTENCE = re.compile(r"[^.!?。！？｡\n]*[.!?。！？｡]+[\"'”’)\]」』）]*|[^.!?。！？｡\n]+")
_MOST_SENTENCES = 400  # of one turn that are held against what was rejected
_LONGEST_RUN = 4


def mistakes(task: Task, drawn: Consolidation) -> tuple[str, ...]:
    """What is wrong with what was drawn; nothing where it may be drafted. What only the pages tell, the draft tells."""
    found = [
        *_ids(drawn),
        *(told for one in drawn.observations for told in _observation(task, one)),
        *_accounts(drawn),
        *_subjects(drawn),
        *_refused(task, drawn),
        *_budget(task, drawn),
        *_forgotten(task, drawn),
        *_unread(task, drawn),
        *_summaries(task, drawn),
    ]
    return tuple(dict.fromkeys(found))


def _ids(drawn: Consolidation) -> Iterator[str]:
    counts = Counter(one.id for one in drawn.observations)
    for name, count in counts.items():
        if count > 1:
            yield f"observation {name} is there {count} times; the same words of one turn on one subject are one observation."


def _observation(task: Task, one: Observation) -> Iterator[str]:
    """What is wrong with an observation and the turn that it names."""
    where = f"observation {one.id}"
    if one.id != observation_id(one.session, one.turn, one.quote, one.subject):
        yield f"{where}: the id does not belong to this session, turn, quote and subject."
    assigned = [each for each in task.sessions if each.session == one.session]
    if not assigned:
        yield f"{where}: the session {one.session!r} is not of this run."
        return
    turn = next((turn for each in assigned for turn in each.new if turn.number == one.turn), None)
    if turn is None:
        new = ", ".join(f"{each.first} to {each.last}" for each in assigned)
        yield f"{where}: turn {one.turn} is none of the new turns {new} of {one.session}."
        return
    yield from (f"{where}: {told}." for told in _turn(task, one, turn))
    if one.at and turn.at and one.at != turn.at[:10]:
        yield f"{where}: `at` is the day of the turn, {turn.at[:10]}."
    if not one.subject or not one.statement.strip():
        yield f"{where}: the {'statement' if one.subject else 'subject'} is empty."


def _turn(task: Task, one: Observation, turn: Turn) -> Iterator[str]:
    """Why a turn cannot vouch for what is said."""
    quote = squeeze(one.quote)
    if turn.role not in ROLES:
        yield f"turn {turn.number} is of the role {turn.role!r}; only words of {', '.join(ROLES)} are evidence"
    if not quote:
        yield "the quote is empty"
    elif quote not in squeeze(turn.text):
        yield f"the quote does not stand in turn {turn.number}; copy its exact words"
    if any(not char.isprintable() and char != "\u200d" for char in quote):
        yield "the quote holds characters that nobody sees; quote a part without them"
    if turn.role != "user" and _is_own(task, one, turn, quote):
        yield f"turn {turn.number} repeats what the memory says; memory is never made of itself"


def _is_own(task: Task, one: Observation, turn: Turn, quote: str) -> bool:
    """Whether words of a tool or an assistant are the memory's own."""
    if "[cite:" in quote or _OWN_RUN.search(turn.text):
        return True
    page = task.wiki.pages.get(f"{one.subject}.md")
    return page is not None and any(squeeze(claim.text) in quote for claim in page.claims)


def _accounts(drawn: Consolidation) -> Iterator[str]:
    """Every observation is adopted or left, never both."""
    known = {one.id for one in drawn.observations}
    adopted = {name for update in drawn.updates for name in update.observations}
    left = Counter(one.observation for one in drawn.left)
    for name in sorted((adopted | left.keys()) - known):
        yield f"observation {name} is named, and is not among the observations."
    for name in (one.id for one in drawn.observations):
        if name in adopted and name in left:
            yield f"observation {name} is both adopted and left; decide on one."
        elif name not in adopted and name not in left:
            yield f"observation {name} is neither adopted by an update nor left with a reason."
        if left[name] > 1:
            yield f"observation {name} is left {left[name]} times."
    for one in drawn.left:
        if not one.reason.strip():
            yield f"observation {one.observation} is left without a reason."


def _subjects(drawn: Consolidation) -> Iterator[str]:
    """An adopted observation is about a page that it changes."""
    for one in drawn.observations:
        pages = {update.page for update in drawn.updates if one.id in update.observations}
        if pages and one.subject not in pages and not any(page.startswith("sessions/") for page in pages):
            yield f"observation {one.id}: its subject is {one.subject}, and it changes {', '.join(sorted(pages))}; name that page as its subject."


def _refused(task: Task, drawn: Consolidation) -> Iterator[str]:
    """What was rejected does not come back with the same words, or words around them."""
    adopted = set(drawn.adopted)
    for one in drawn.observations:
        if one.id in adopted and is_refused(task, one):
            yield f"observation {one.id} was rejected before (turn {one.turn}, {one.subject}); leave it."


def is_refused(task: Task, one: Observation) -> bool:
    """Whether this was rejected before: words of one turn on one subject that are, hold, or stand in the rejected ones."""
    digests = {
        each.quote
        for each in task.refused
        if (each.session, each.turn, each.subject) == (one.session, one.turn, one.subject)
    }
    if not digests:
        return False
    if quote_digest(one.quote) in digests:
        return True
    turn = next((turn for each in task.sessions for turn in each.turns if _is(each, turn, one)), None)
    quote = squeeze(one.quote)
    return turn is not None and any(
        quote_digest(span) in digests and (squeeze(span) in quote or quote in squeeze(span))
        for span in _spans(turn.text)
    )


def _is(assigned: Assigned, turn: Turn, one: Observation) -> bool:
    return (assigned.session, turn.number) == (one.session, one.turn)


def _spans(text: str) -> Iterator[str]:
    """The words that somebody may have quoted of a text: up to four sentences in a row, with and without the last stop."""
    ends = [match.span() for match in _SENTENCE.finditer(text)][:_MOST_SENTENCES]
    for place, (start, _) in enumerate(ends):
        for _, end in ends[place : place + _LONGEST_RUN]:
            yield text[start:end]
            yield text[start:end].rstrip(".!?。！？｡\"'”’)]」』） \t")
    yield text


def _budget(task: Task, drawn: Consolidation) -> Iterator[str]:
    """The stop conditions of the run."""
    pages = {update.page for update in drawn.updates if update.do != "summarise"}
    counts = (
        ("observations", len(drawn.observations), task.budget.observations),
        ("pages that change", len(pages), task.budget.pages),
        ("claims that go", sum(_gone(task, update) for update in drawn.updates), task.budget.retired),
    )
    for what, count, most in counts:
        if count > most:
            yield f"{count} {what}; this run stops at {most}. Leave the rest for another run."


def _gone(task: Task, update: Update) -> int:
    """How many claims an update takes away without putting one in their place."""
    if update.do != "retire":
        return 0
    page = task.wiki.pages.get(f"{update.page}.md")
    return 1 if update.claim or page is None else sum(not claim.until for claim in page.claims)


def _forgotten(task: Task, drawn: Consolidation) -> Iterator[str]:
    """What was forgotten on purpose stays so."""
    if not task.forgotten:
        return
    names = {fold(name): name for name in task.forgotten}
    names |= {fold(stem(name)): name for name in task.forgotten if not name.startswith("sessions/")}
    for one in drawn.observations:
        if any(name in task.forgotten for name in (f"sessions/{one.session}", one.resource)):
            yield f"observation {one.id}: what was said there was forgotten on purpose."
    for number, update in enumerate(drawn.updates, 1):
        told = (update.page, stem(update.page), update.target, update.title, *update.aliases)
        found = next((names[fold(name)] for name in told if name and fold(name) in names), "")
        if found:
            yield f"update {number} ({update.do} {update.page}): {found} was forgotten on purpose; it does not come back."


def _unread(task: Task, drawn: Consolidation) -> Iterator[str]:
    """Sessions that were not come to are of the run, and give nothing."""
    known = {one.session for one in task.sessions}
    for name in drawn.unread:
        if name not in known:
            yield f"the unread session {name!r} is not of this run."
        elif any(one.session == name for one in drawn.observations):
            yield f"the session {name} is named as unread, and something was observed in it."


def _summaries(task: Task, drawn: Consolidation) -> Iterator[str]:
    """Only sessions of the run are summarised, each once."""
    known = {f"sessions/{one.session}/session" for one in task.sessions}
    pages = [update.page for update in drawn.updates if update.do == "summarise"]
    for page, count in Counter(pages).items():
        if page not in known:
            yield f"{page} is no session of this run, so it is not summarised in it."
        elif count > 1:
            yield f"{page} is summarised {count} times."


def refusals_of(task: Task, session: str) -> Iterable[Refusal]:
    """What was rejected of a session."""
    return sorted(one for one in task.refused if one.session == session)
