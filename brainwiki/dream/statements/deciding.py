"""What becomes of a statement: a new claim, more evidence, a claim replaced or retired, or nothing, with the reason."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from brainwiki.claims.words import words_of
from brainwiki.dream import sayings
from brainwiki.dream.checking import is_refused
from brainwiki.dream.statements.memory import Held, Match, Memory
from brainwiki.dream.statements.placing import place
from brainwiki.dream.statements.statement import Statement
from brainwiki.dream.statements.trigger import Kind
from brainwiki.dream.task import Task
from brainwiki.model.names import fold, squeeze, stem
from brainwiki.model.observation import Observation, observation
from brainwiki.model.session import Turn
from brainwiki.model.update import Do, Left, Update

OUT_OF_SCOPE = "the page that it is about is out of the scope of this run"
EQUALLY = "it may be about one of several pages, and none is likelier"
REFUSED = "it was rejected before"
FORGOTTEN = "what it is about was forgotten on purpose"
NEWER = "the memory rests on something newer"
NOTHING = "the memory holds nothing that it takes back"
SEVERAL = "it may take back one of several claims"
BUDGET = "the stop condition of this run was reached"
TWICE = "another statement of this run changes the same claim"
LATER = "a later statement of this run took its place"
MARKUP = "a page would read its words as something else"
_AGREES = 0.6  # of what a statement is about that a page found by search must hold
_ENOUGH = 3
_VALUES: frozenset[Kind] = frozenset({"number", "correction"})
_TALK = 12  # turns back in which the subject of a value is looked for
_READ = 2_000  # characters of each


class Where(NamedTuple):
    """The page that a statement is about (empty: a new one), what it holds about the same thing, or why none can be told."""

    page: str = ""
    matches: tuple[Match, ...] = ()
    reason: str = ""


class Said(NamedTuple):
    """A statement where it was said. `page` and `claim` are what the user named as wrong, each empty where nothing is named; `talk`
    are the turns of its session."""

    session: str
    turn: Turn
    statement: Statement
    at: datetime | None
    page: str = ""
    claim: str = ""
    talk: tuple[Turn, ...] = ()


class Decisions:
    """The observations, updates and reasons of one run, statement by statement; the later one wins."""

    def __init__(self, task: Task, memory: Memory) -> None:
        self.task, self.memory = task, memory
        self.observations: dict[str, Observation] = {}
        self.updates: list[Update | None] = []
        self.left: dict[str, Left] = {}
        self.pages: set[str] = set()
        self.retired = 0
        self.forgotten = {fold(one) for one in task.forgotten} | {
            fold(stem(one)) for one in task.forgotten if not one.startswith("sessions/")
        }

    def take(self, said: Said) -> None:
        """Decide on one statement."""
        statement = said.statement
        where = Where(reason=statement.reason or _unfit(statement.text))
        if not where.reason and said.page in self.memory.pages:
            where = self.named(said)
        elif not where.reason:
            where = self.retracted(statement) if statement.kind == "retraction" else self.subject(said)
        fresh = None if where.page else place(statement.kind, statement.text or statement.quote, self.memory.ids)
        page = where.page or (fresh.page if fresh else "")
        seen = self.observe(said, page)
        if seen is None:
            return
        reason = where.reason or self.objection(seen, page, fresh)
        if not reason:
            reason = self.decide(said, seen, where, fresh)
        if reason:
            self.left[seen.id] = Left(seen.id, reason)

    def observe(self, said: Said, page: str) -> Observation | None:
        """The observation of a statement, or None where there is one of the same words already."""
        statement = said.statement
        day = said.turn.at[:10]
        text = statement.text or statement.quote
        seen = observation(said.session, said.turn.number, statement.quote, page, text, statement.kind, day)
        if seen.id in self.observations or seen.id in self.memory.observed:
            return None
        self.observations[seen.id] = seen
        return seen

    def objection(self, seen: Observation, page: str, fresh: Update | None) -> str:
        """Why a statement may not be adopted on its page."""
        if not page.startswith(tuple(f"{one}/" for one in self.task.scope)):
            return OUT_OF_SCOPE
        names = (page, stem(page), fresh.title if fresh else "")
        if any(fold(name) in self.forgotten for name in names if name):
            return FORGOTTEN
        if page not in self.pages and len(self.pages) >= self.task.budget.pages:
            return BUDGET
        return REFUSED if is_refused(self.task, seen) else ""

    def named(self, said: Said) -> Where:
        """The place that the user named: the claim itself, where it holds still, whatever it is about."""
        statement = said.statement
        held = next((one for one in self.memory.on(said.page) if said.claim and one.claim == said.claim), None)
        if held is None:
            return Where(said.page, () if said.claim else tuple(self.memory.matches(statement, said.page)))
        is_same = squeeze(held.text) == squeeze(statement.text)
        return Where(said.page, (Match(held, "same" if is_same else "other", 1.0),))

    def subject(self, said: Said) -> Where:
        """The page that a statement is about: by its name, by a claim about the same thing, by the talk, by the search."""
        statement = said.statement
        named = self.memory.names.find(statement.text).pages
        if len(named) == 1:
            return Where(named[0], tuple(self.memory.matches(statement, named[0])))
        if named:
            fitting = [(page, tuple(held)) for page in named if (held := self.memory.matches(statement, page))]
            return Where(*fitting[0]) if len(fitting) == 1 else Where(named[0], reason=EQUALLY)
        found = tuple(self.task.find(statement.text))
        matches = self.memory.everywhere(statement, found)
        if matches:
            return _one_page(matches)
        if statement.kind in _VALUES and (talked := self.talked_of(said)).page:
            return talked
        page = next(iter(found[:1]), "")
        return Where(page) if page in self.memory.pages and self.agrees(page, statement) else Where()

    def talked_of(self, said: Said) -> Where:
        """The page named last in the same talk that gives the same thing another value: `the budget is now 30 million` is about the
        house that was spoken of, where that has one budget."""
        end = bisect_right(said.talk, said.turn.number, key=lambda turn: turn.number)
        for turn in reversed(said.talk[max(0, end - _TALK) : end]):
            if turn.role != "user":
                continue
            for page in self.memory.names.find(turn.text[:_READ]).pages:
                matches = self.memory.matches(said.statement, page)
                if len(matches) == 1:
                    return Where(page, tuple(matches))
        return Where()

    def agrees(self, page: str, statement: Statement) -> bool:
        """Whether a page that the search gave holds most of what a statement is about."""
        known = self.memory.pages[page]
        told = (known.title, known.description, *known.aliases, *(one.text for one in self.memory.on(page)))
        frame = words_of(statement.text).frame
        shared = frame & frozenset(token for text in told for token in words_of(text).frame)
        return len(shared) >= _ENOUGH and len(shared) >= _AGREES * len(frame)

    def retracted(self, statement: Statement) -> Where:
        """The claim that a retraction takes back."""
        named = self.memory.names.find(statement.text).pages
        found = tuple(self.task.find(statement.text))
        matches = [match for page in named for match in self.memory.taken_back(statement, page, found)]
        matches = sorted(matches or self.memory.taken_back(statement, "", found), key=lambda one: -one.likeness)
        if not matches:
            return Where(named[0] if len(named) == 1 else "", reason=NOTHING)
        best = matches[0]
        if len(matches) > 1 and matches[1].likeness >= best.likeness - 1e-9:
            return Where(best.held.page, reason=SEVERAL)
        return Where(best.held.page, (best,))

    def decide(self, said: Said, seen: Observation, where: Where, fresh: Update | None) -> str:
        """Make the updates that adopt an observation; a reason where none can be made."""
        match = where.matches[0] if where.matches else None
        if match is None:
            return self.add(said, seen, fresh)
        held = match.held
        if said.statement.kind == "retraction":
            return self.retire(said, seen, held)
        if match.relation == "same":
            self.support(seen, held)
            return ""
        return self.supersede(said, seen, held)

    def add(self, said: Said, seen: Observation, fresh: Update | None) -> str:
        """A new claim, on a page that is there or on a new one."""
        text = sayings.safe(said.statement.text)
        if fresh is not None:
            self.write(fresh._replace(observations=(seen.id,)))
            self.memory.make(fresh.page, fresh.title)
        place = self.write(Update("add", seen.subject, text=text, observations=(seen.id,)))
        self.memory.add(seen.subject, text, said.at, place)
        return ""

    def support(self, seen: Observation, held: Held) -> None:
        """More evidence for a claim: with what wrote it in this run, or by an update of its own."""
        place = held.written if held.written >= 0 else held.supported
        if place >= 0:
            self.join(place, seen)
            return
        held.supported = self.write(Update("support", held.page, held.claim, observations=(seen.id,)))

    def supersede(self, said: Said, seen: Observation, held: Held) -> str:
        """The claim becomes the history of the statement, unless it rests on something newer."""
        if held.at is not None and said.at is not None and said.at < held.at:
            return NEWER
        self.drop_support(held)
        text = sayings.safe(said.statement.text)
        place = self.write(Update("supersede", held.page, held.claim, text, (seen.id,)))
        self.memory.restate(held, text, said.at, place)
        return ""

    def retire(self, said: Said, seen: Observation, held: Held) -> str:
        """The claim holds no more."""
        if held.at is not None and said.at is not None and said.at < held.at:
            return NEWER
        if self.does(held.written) == "supersede":
            return TWICE
        if self.retired >= self.task.budget.retired:
            return BUDGET
        self.drop_support(held)
        self.write(Update("retire", held.page, held.claim, observations=(seen.id,)))
        held.is_gone = True
        self.retired += 1
        return ""

    def write(self, update: Update) -> int:
        """One more update; its place."""
        self.pages.add(update.page)
        self.updates.append(update)
        return len(self.updates) - 1

    def join(self, place: int, seen: Observation) -> None:
        """One more observation for an update."""
        update = self.updates[place]
        if update is not None:
            self.updates[place] = update._replace(observations=(*update.observations, seen.id))

    def does(self, place: int) -> Do | None:
        """What an update of this run does."""
        update = self.updates[place] if place >= 0 else None
        return update.do if update is not None else None

    def drop_support(self, held: Held) -> None:
        """What gave evidence to the old words in this run is told as overtaken: a claim takes one update of its words."""
        update = self.updates[held.supported] if held.supported >= 0 else None
        if update is not None:
            self.updates[held.supported] = None
            for name in update.observations:
                self.left[name] = Left(name, LATER)
        held.supported = -1


def _one_page(matches: Sequence[Match]) -> Where:
    """The page of the claims about the same thing; none where they stand on several and none says the same."""
    same = [one for one in matches if one.relation == "same"]
    kept = same or list(matches)
    pages = dict.fromkeys(one.held.page for one in kept)
    if len(pages) > 1 and not same:
        return Where(kept[0].held.page, reason=EQUALLY)
    return Where(kept[0].held.page, tuple(kept))


def _unfit(text: str) -> str:
    """Why a sentence cannot stand on a page as it was said."""
    return MARKUP if "[[" in text or "[cite" in text or sayings.mistake_in(text) else ""
