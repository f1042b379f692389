"""The driver that asks a language model: what do new turns say, and what does each of it change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from brainwiki.dream.by_model import answers, prompts, schemas
from brainwiki.dream.by_model.asking import Asker, Question
from brainwiki.dream.task import Assigned, Task
from brainwiki.errors import AnswerError, BudgetError, DriverError
from brainwiki.model.names import fold
from brainwiki.model.observation import Observation, observation
from brainwiki.model.page import Page
from brainwiki.model.session import Turn
from brainwiki.model.update import Consolidation, Left, Update

STRETCH = 8_000  # characters of turns that one question shows
CANDIDATES = 4  # pages that one question shows
VERSION = "1"


class ModelDriver:
    """Asks for the observations of each stretch of turns, then for the place of each observation. `stretch` is in characters."""

    def __init__(self, asker: Asker, stretch: int = STRETCH) -> None:
        self._asker = asker
        self._stretch = stretch

    @property
    def name(self) -> str:
        """The actor that it works as."""
        return f"dream-llm/{VERSION}"

    def draw(self, task: Task) -> Consolidation:
        """What the sessions of a task say that the memory does not.

        From the first session on that the budget does not reach, or that the model has no usable answer for, the sessions are named as
        unread, and stay due: nothing that was said is passed over. Raises DriverError where that is the first of all.
        """
        drawn = _Drawn(task)
        for number, assigned in enumerate(task.sessions):
            before = drawn.copy()
            try:
                self._session(assigned, drawn)
            except (AnswerError, BudgetError) as error:
                if not number:
                    raise DriverError(error.message, error.remedy) from None
                return before.consolidation(self._asker.name, tuple(one.session for one in task.sessions[number:]))
        return drawn.consolidation(self._asker.name, ())

    def _session(self, assigned: Assigned, drawn: _Drawn) -> None:
        seen = [one for part in stretches(assigned, self._stretch) for one in self._observed(assigned, part, drawn)]
        for one in {one.id: one for one in seen}.values():
            self._place(one, drawn)
        if seen:
            with suppress(AnswerError):
                drawn.updates.append(self._summary(assigned))

    def _observed(self, assigned: Assigned, turns: Sequence[Turn], drawn: _Drawn) -> Iterator[Observation]:
        """What some turns say. Turns before the new ones are shown, and give nothing; nor does what nobody said."""
        task = drawn.task
        new = [turn for turn in turns if turn.number >= assigned.first]
        answer = self._asker.ask(
            Question(
                "observe",
                prompts.OBSERVE + prompts.standing_of(task.standing),
                prompts.turns_of(assigned, turns),
                schemas.OBSERVED,
                lambda _: (),
            )
        )
        by_number = {turn.number: turn for turn in new}
        for told in answer["observations"]:
            if answers.wrong_observation(told, by_number):
                drawn.invented += 1
                continue
            turn = by_number[told["turn"]]
            quote = " ".join(told["quote"].split())
            subject = self._subject(told["subject"], task)
            day = (turn.at or assigned.started)[:10]
            yield observation(
                assigned.session, turn.number, quote, subject, answers.sentence(told["statement"]), told["kind"], day
            )

    @staticmethod
    def _subject(name: str, task: Task) -> str:
        """The id of the page of this name; where there is none, the name itself stands for the subject."""
        path = task.wiki.resolve_name("", name).path
        return path.removesuffix(".md") if path else " ".join(name.split())

    def _place(self, seen: Observation, drawn: _Drawn) -> None:
        """Ask what an observation changes, and take in the answer."""
        task = drawn.task
        if any((one.session, one.turn, one.subject) == (seen.session, seen.turn, seen.subject) for one in task.refused):
            drawn.leave(seen, "rejected before")
            return
        made = drawn.made.get(fold(seen.subject))
        if made:
            drawn.adopt(seen, (Update("add", made, text=seen.statement),))
            return
        candidates = candidates_of(seen, task)
        question = Question(
            "place",
            prompts.PLACE,
            prompts.case_of(seen, candidates),
            schemas.PLACED,
            lambda told: [*answers.wrong_place(told, candidates), *drawn.touched_before(told)],
            800,
        )
        answer = self._asker.ask(question)
        updates = answers.updates_of(answer, drawn.taken)
        if updates:
            drawn.adopt(seen, updates)
        else:
            drawn.leave(seen, answers.sentence(answer["reason"]) or "the model left it")

    def _summary(self, assigned: Assigned) -> Update:
        """Ask for the summary of a session."""
        first = next(stretches(assigned, self._stretch, all_turns=True), [])
        answer = self._asker.ask(
            Question(
                "summarise",
                prompts.SUMMARISE,
                prompts.turns_of(assigned, first),
                schemas.SUMMARY,
                lambda told: [] if answers.sentence(told["summary"]) else ["`summary` is empty"],
                600,
            )
        )
        text = " ".join(answers.sentence(line) for line in answer["summary"].split("\n"))
        return Update("summarise", f"sessions/{assigned.session}/session", text=text.strip())


@dataclass
class _Drawn:
    """What was drawn so far; `made` are the pages that this run creates, by their subject; `invented` counts quotes
    that nobody said."""

    task: Task
    observations: dict[str, Observation] = field(default_factory=dict)
    updates: list[Update] = field(default_factory=list)
    left: list[Left] = field(default_factory=list)
    made: dict[str, str] = field(default_factory=dict)
    touched: set[tuple[str, str]] = field(default_factory=set)
    invented: int = 0

    @property
    def taken(self) -> frozenset[str]:
        """The ids of the pages that are there, or will be."""
        return frozenset(page.id for page in self.task.wiki) | {update.page for update in self.updates}

    def copy(self) -> _Drawn:
        """The same as it is now."""
        return _Drawn(
            self.task,
            dict(self.observations),
            [*self.updates],
            [*self.left],
            dict(self.made),
            {*self.touched},
            self.invented,
        )

    def touched_before(self, answer: answers.Answer) -> list[str]:
        """Why a decision cannot stand beside those before it: a claim is changed once in a run."""
        is_again = (answer["page"], answer["claim"]) in self.touched and answer["do"] != "add"
        return (
            ["this claim is changed by an earlier observation of this run; add a claim, or leave it"]
            if is_again
            else []
        )

    def leave(self, seen: Observation, reason: str) -> None:
        """Keep an observation that nothing is made of."""
        self.observations[seen.id] = seen
        self.left.append(Left(seen.id, reason))

    def adopt(self, seen: Observation, updates: Sequence[Update]) -> None:
        """Take updates in. From now on the observation is about the page that they change, whatever it was called before."""
        placed = observation(seen.session, seen.turn, seen.quote, updates[-1].page, seen.statement, seen.kind, seen.at)
        self.observations[placed.id] = placed
        self.updates += [one._replace(observations=(placed.id,)) for one in updates]
        self.touched.update((one.page, one.claim) for one in updates if one.claim)
        self.made |= {fold(seen.subject): one.page for one in updates if one.do == "create"}

    def consolidation(self, model: str, unread: tuple[str, ...]) -> Consolidation:
        """All of it."""
        note = [f"Drawn by the model {model}."]
        if self.invented:
            note.append(f"Dropped for quotes that no user said: {self.invented}.")
        if unread:
            note.append(f"Sessions that were not read: {len(unread)}.")
        seen = tuple(self.observations.values())
        return Consolidation(seen, tuple(self.updates), tuple(self.left), note=" ".join(note), unread=unread)


def stretches(assigned: Assigned, most: int, *, all_turns: bool = False) -> Iterator[list[Turn]]:
    """The new turns in stretches of so many characters, each after the turn before it, so that an answer stands by its question.

    A stretch holds a turn at least. Tool turns are left out: nobody is quoted from them.
    """
    turns = [turn for turn in assigned.turns if turn.role in ("user", "assistant")]
    begin = next((at for at, turn in enumerate(turns) if turn.number >= assigned.first), len(turns))
    at = 0 if all_turns else begin
    while at < len(turns):
        part = turns[max(0, at - 1) : at] if not all_turns else []
        size = sum(len(turn.text) for turn in part)
        taken = 0
        while at < len(turns) and (not taken or size + len(turns[at].text) <= most):
            part.append(turns[at])
            size += len(turns[at].text)
            at, taken = at + 1, taken + 1
        yield part


def candidates_of(seen: Observation, task: Task) -> list[Page]:
    """The pages that an observation may concern: its subject, and what the search of the brain gives; inside the scope."""
    named = [seen.subject, *task.find(f"{seen.subject} {seen.statement}")]
    pages = [page for one in dict.fromkeys(named) if (page := task.wiki.pages.get(f"{one}.md")) is not None]
    return [page for page in pages if page.id.split("/")[0] in task.scope][:CANDIDATES]
