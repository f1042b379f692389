"""A driver that draws at random, with words that were never said before, so that one can see where they end up."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from brainwiki.dream.task import Assigned, Task
from brainwiki.errors import DriverError
from brainwiki.model.observation import Observation, observation
from brainwiki.model.page import Claim
from brainwiki.model.update import Consolidation, Left, Update


class Teller:
    """A driver that draws at random: something, nothing, not everything, now and then nonsense, or it fails."""

    name = "teller/1"

    def __init__(self, random: Random) -> None:
        self.random = random
        self.words = 0

    def word(self) -> str:
        """A word that was never said before, nor will be again."""
        self.words += 1
        return f"word{self.words:05}"

    def draw(self, task: Task) -> Consolidation:
        """What this driver makes of a task."""
        if self.random.random() < 0.06:
            raise DriverError("It does not feel like it.", "Try again.")
        seen: list[Observation] = []
        updates: list[Update] = []
        left: list[Left] = []
        unread: list[str] = []
        taken: set[str] = set()
        for assigned in task.sessions:
            act = self.random.choice(("nothing", "unread", "left", "draw", "draw", "draw", "draw"))
            if act == "unread":
                unread.append(assigned.session)
            elif act != "nothing":
                one = self.seen(task, assigned)
                if one.id in {other.id for other in seen}:
                    continue
                seen.append(one)
                if act == "left":
                    left.append(Left(one.id, "nobody will ask for it"))
                else:
                    updates.extend(self.updates(task, one, taken))
        kept = tuple(name for name in dict.fromkeys(unread) if name not in {one.session for one in seen})
        return Consolidation(tuple(seen), tuple(updates), tuple(left), self.word(), "", kept)

    def seen(self, task: Task, assigned: Assigned) -> Observation:
        """One observation; sometimes of a turn that does not say it."""
        turn = self.random.choice(assigned.new)
        pages = [page.id for page in task.wiki if page.path.startswith("knowledge/")]
        fresh = f"knowledge/things/thing-{self.random.randrange(8)}"
        subject = self.random.choice([*pages, fresh])
        quote = turn.text if self.random.random() > 0.03 else "nobody said that"
        return observation(assigned.session, turn.number, quote, subject, f"It is {self.word()}.", at=turn.at[:10])

    def updates(self, task: Task, one: Observation, taken: set[str]) -> Iterator[Update]:
        """What adopts an observation."""
        page = task.wiki.pages.get(f"{one.subject}.md")
        rests = (one.id,)
        if page is None:
            if one.subject not in taken:
                name = one.subject.rpartition("/")[2]
                yield Update("create", one.subject, type="concept", title=name, description=f"All of {name}.")
            taken.add(one.subject)
            yield Update("add", one.subject, text=one.statement, observations=rests)
            return
        current = [claim for claim in page.claims if not claim.until and claim.id not in taken]
        act = self.random.choice(("add", "supersede", "supersede", "support", "retire"))
        if act == "add" or not current:
            yield Update("add", one.subject, text=one.statement, observations=rests)
            return
        claim: Claim = self.random.choice(current)
        taken.add(claim.id)
        text = one.statement if act == "supersede" else ""
        do: Any = act
        yield Update(do, one.subject, claim.id, text, rests)
