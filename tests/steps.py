"""A small brain under random steps: files come in and grow, are drawn from, reviewed and applied, and the program stops anywhere.

Everything that the program does is its own use cases; branches, working tree and runs are kept in memory, so that many steps take
little time. `check` says after each step what must hold.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from datetime import UTC, datetime, timedelta
from random import Random

from brainwiki.dream.accounts import Books, sums
from brainwiki.dream.telling import balanced
from brainwiki.errors import ProposalError
from brainwiki.markup import parser
from brainwiki.model.content import blob_id
from brainwiki.model.recording import Recording
from brainwiki.ports_git import Draft
from brainwiki.review.happening import Event
from brainwiki.review.receipts import read_receipt
from brainwiki.usecases.decide import Decision, decide
from brainwiki.usecases.dream.run import run
from brainwiki.usecases.ingest import ingest
from brainwiki.usecases.ledger import read_books
from brainwiki.usecases.proposals.applying import apply
from brainwiki.usecases.proposals.books import Held, complete, read_proposals
from brainwiki.usecases.proposals.deciding import approve, reject
from brainwiki.usecases.proposals.reverting import revert
from brainwiki.usecases.proposals.syncing import sync
from tests.memory_refs import Crash, MemoryRefs, Ticking, memory_workspace
from tests.teller import Teller

PERSON = "human:mika"
BEGIN = datetime(2026, 1, 1, 8, tzinfo=UTC)
START = {
    "brainwiki.toml": b'profile = "brain"\nadopted = "2026-01-01"\n',
    "wiki/index.md": b"# Small\n\nOne line a page: what this brain knows. Follow a link to read on.\n",
}
_WORD = re.compile(r"word[0-9]{5}")
_STEPS: Mapping[str, int] = {
    "new": 16,
    "grow": 14,
    "again": 3,
    "dream": 22,
    "approve": 18,
    "apply": 16,
    "revert": 9,
    "reject": 6,
    "reject_one": 4,
    "close": 2,
    "merge": 3,
    "edit_page": 8,
    "decide": 6,
    "sync": 4,
    "complete": 2,
    "wait": 4,
}


class World:
    """The brain, what was recorded so far, and what must hold. `done` counts steps and what came of them."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.refs = MemoryRefs()
        self.clock = Ticking(BEGIN)
        self.refs.tips["main"] = self.refs.make(Draft((), START, "Start", BEGIN, PERSON))
        self.refs.tree.update(START)
        self.workspace = memory_workspace(self.refs, self.clock)
        self.teller = Teller(self.random)
        self.talks: dict[str, int] = {}
        self.by_person: set[str] = set()
        self.checked = self.refs.tip("main")
        self.marks: dict[str, int] = {}
        self.reopens = False
        self.done: Counter[str] = Counter()

    # Steps.

    def step(self) -> None:
        """One random step, in which the program may be killed somewhere; then everything that must hold is looked at."""
        name = self.random.choices(list(_STEPS), list(_STEPS.values()))[0]
        self.clock.moment += timedelta(seconds=self.random.randrange(1, 4000))
        crash = self.random.random() < 0.25
        self.refs.touch = self.fuse(self.random.randrange(1, 16)) if crash else lambda: None
        self.reopens = False
        try:
            getattr(self, name)()
            self.done[name] += 1
        except Crash:
            self.done["crash"] += 1
            name = "crash"
        self.refs.touch = lambda: None
        assert not self.refs.held
        self.check(name)

    def fuse(self, calls: int) -> Callable[[], None]:
        """What kills the program at so many touches."""
        left = calls

        def touch() -> None:
            nonlocal left
            left -= 1
            if not left:
                raise Crash

        return touch

    def new(self) -> None:
        """A session that was never seen comes in."""
        name = f"talk{len(self.talks):04}"
        self.talks[name] = self.random.randrange(1, 5)
        self.take_in(name)

    def grow(self) -> None:
        """A session has further turns, and comes in again."""
        if self.talks:
            name = self.random.choice(list(self.talks))
            self.talks[name] += self.random.randrange(1, 4)
            self.take_in(name)

    def again(self) -> None:
        """A session comes in as it was."""
        if self.talks:
            self.take_in(self.random.choice(list(self.talks)))

    def take_in(self, name: str) -> None:
        """Ingest what a tool recorded."""
        raw = recorded(name, self.talks[name])
        assert not ingest(self.workspace, [Recording(name, len(raw), False, lambda: raw)]).failed

    def dream(self) -> None:
        """A run from its beginning to its end."""
        ran = run(self.workspace, lambda _: self.teller)
        what = "failed" if ran.failed else type(ran.submitted and ran.submitted.proposal).__name__
        self.done[f"dream: {what}"] += 1

    def waiting(self, *states: str) -> Held | None:
        """One proposal in one of these states."""
        found = [one for one in read_proposals(self.workspace) if one.state in states]
        return self.random.choice(found) if found else None

    def is_in(self, one: Held) -> bool:
        """Whether the receipt of a proposal is in the brain."""
        return self.refs.read(self.refs.tip("main"), f"wiki/proposals/{one.id}.md") is not None

    def unless_merged(self, one: Held) -> AbstractContextManager[None]:
        """What a host merged cannot be decided any more: that is said, and the books hear of it by `sync`."""
        return suppress(ProposalError) if self.is_in(one) else nullcontext()

    def approve(self) -> None:
        """A person approves."""
        one = self.waiting("open")
        if one:
            with self.unless_merged(one):
                approve(self.workspace, one.id, PERSON)

    def reject(self) -> None:
        """A person rejects."""
        one = self.waiting("open", "approved")
        if one:
            with self.unless_merged(one):
                reject(self.workspace, one.id, PERSON, "It is not so.")

    def reject_one(self) -> None:
        """A person rejects one observation of several."""
        one = self.waiting("open", "approved")
        if one:
            adopted = one.life.draft.consolidation.adopted
            with self.unless_merged(one):
                if adopted:
                    reject(self.workspace, one.id, PERSON, "That one is not so.", (self.random.choice(adopted),))

    def apply(self) -> None:
        """What was approved goes into the brain, or is stale."""
        one = self.waiting("approved")
        if one:
            self.done[f"apply: {apply(self.workspace, one.id, PERSON).outcome}"] += 1

    def revert(self) -> None:
        """What was applied is undone by a new proposal."""
        one = self.waiting("applied")
        if one and not one.life.reverted:
            self.done[f"revert: {'opened' if revert(self.workspace, one.id, PERSON).opened else 'refused'}"] += 1

    def merge(self) -> None:
        """A code host merges the branch of a proposal, squashed into one commit of its own; the next `sync` sees it."""
        one = self.waiting("open", "approved")
        if one is None or not one.branch:
            return
        tip = self.refs.tip("main")
        base, head, now = (self.refs.files(commit) for commit in (one.base, one.tip, tip))
        paths = {path for path in {*base, *head} if base.get(path) != head.get(path)}
        if any(now.get(path) != base.get(path) for path in paths):
            return  # the host would say that it conflicts
        self.write({path: head.get(path) for path in paths}, "Merged by a host")

    def close(self) -> None:
        """A code host closed the pull request of a proposal."""
        one = self.waiting("open")
        if one:
            sync(self.workspace, "process:sync", {one.id: "closed there"})

    def edit_page(self) -> None:
        """A person edits a page by hand and commits it."""
        tip = self.refs.tip("main")
        pages = list(self.refs.files(tip, "wiki/knowledge"))
        if pages:
            path = self.random.choice(pages)
            text = self.refs.files(tip)[path].replace(b"It is", self.random.choice((b"It is", b"It was", b"That is")))
            self.write({path: text + b"\nA person said so.\n"}, "By hand", is_by_hand=True)

    def write(self, files: Mapping[str, bytes | None], message: str, is_by_hand: bool = False) -> None:
        """A commit on the branch of the brain by somebody else, with the working tree behind it."""
        with self.refs.lock(0):
            self.refs.resume()
            tip = self.refs.tip("main")
            made = self.refs.make(Draft((tip,), files, message, self.clock.now(), PERSON))
            if is_by_hand:
                self.by_person.add(made)
            self.refs.advance("main", tip, made)

    def decide(self) -> None:
        """A person decides about what was rejected, given up, or held nothing; where it is reopened, a mark may go back."""
        action, states = self.random.choice(
            (
                ("retry", {"rejected"}),
                ("give-up", {"rejected", "retrying"}),
                ("reopen", {"dead-letter", "rejected", "nothing-new"}),
            )
        )
        found = [
            (one.account.session, held.first, held.last)
            for one in self.books()
            for held in one.account.ranges
            if held.state in states
        ]
        if found:
            session, first, last = self.random.choice(found)
            self.reopens = action == "reopen"  # also where the program is killed behind the write
            decide(self.workspace, Decision(action, session, PERSON, "", (first, last)))

    def sync(self) -> None:
        """What became of proposals elsewhere is looked at."""
        sync(self.workspace, "process:sync")

    def complete(self) -> None:
        """What a kill left is finished."""
        complete(self.workspace)

    def wait(self) -> None:
        """Days go by."""
        self.clock.moment += timedelta(hours=self.random.randrange(1, 60))

    def finish(self) -> None:
        """What a kill left is finished: what was recorded comes in, and branches are brought to what the books say."""
        for name in self.talks:
            self.take_in(name)
        sync(self.workspace, "process:sync")
        found = complete(self.workspace)
        assert (found.moved, found.removed, found.lost, found.foreign) == ((), (), (), ())
        self.reopens = False
        self.check("again")

    # What must hold.

    def told_turns(self) -> dict[str, int]:
        """How many turns the ledgers have of each session."""
        return {one.account.session: one.account.turns for one in self.books()}

    def kept_turns(self) -> dict[str, int]:
        """How many turns the brain has of each session."""
        held = self.refs.files(self.refs.tip("main"), "wiki/sessions", "/transcript.jsonl")
        return {path.split("/")[2]: raw.count(b"\n") for path, raw in held.items()}

    def books(self) -> Sequence[Books]:
        """The books of all sessions."""
        return read_books(self.workspace).books

    def events(self) -> set[str]:
        """The names of all events that ledgers and proposals tell of."""
        ledgers = {event.name for one in self.books() for event in one.ledger.events}
        return ledgers | {event.name for one in read_proposals(self.workspace) for event in one.events}

    def check(self, name: str) -> None:
        """Sums, watermarks, receipts and words, after a step of this name."""
        books = self.books()
        assert sums(books).add_up
        assert balanced(books), [one.problems for one in books if one.problems]
        brain = self.refs.files(self.refs.tip("main"))
        self.check_turns(name)
        self.check_marks(books, brain)
        self.check_receipts()
        self.check_words(brain)

    def check_turns(self, name: str) -> None:
        """The ledgers have no turn that the brain has not, and after files came in none that they lack."""
        held, told = self.kept_turns(), self.told_turns()
        assert told.keys() <= held.keys()
        assert all(told[session] <= held[session] for session in told)
        if name in ("new", "grow", "again"):
            assert told == held

    def check_marks(self, books: Sequence[Books], brain: Mapping[str, bytes]) -> None:
        """A watermark goes back only where a person reopened; below it everything is in the brain, or held nothing new."""
        for one in books:
            found = one.account
            assert self.reopens or found.watermark >= self.marks.get(found.session, 0)
            self.marks[found.session] = found.watermark
            for held in found.ranges:
                if held.state == "integrated":
                    assert f"wiki/proposals/{held.proposal}.md" in brain

    def check_receipts(self) -> None:
        """Each page that a commit of the program changed has, in that commit, a receipt that names it with this very content."""
        at, tip = self.refs.tip("main"), self.checked
        while at != tip:
            kept = self.refs.commits[at]
            before = self.refs.files(kept.parents[0])
            changed = [path for path in {*before, *kept.files} if before.get(path) != kept.files.get(path)]
            pages = [path for path in changed if path.startswith(("wiki/knowledge/", "wiki/notes/"))]
            if pages and at not in self.by_person:
                named = self.named(kept.files[path] for path in changed if path.startswith("wiki/proposals/"))
                assert {path: blob_id(kept.files[path]) for path in pages}.items() <= named.items(), kept.message
            at = kept.parents[0]
        self.checked = self.refs.tip("main")

    def named(self, receipts: Iterator[bytes]) -> dict[str, str]:
        """The pages that receipts name, with the contents that they wrote."""
        found: dict[str, str] = {}
        for raw in receipts:
            receipt = read_receipt(parser.parse("proposals/x.md", raw, self.workspace.profile.dialect))
            assert receipt is not None
            found |= {f"wiki/{path}": write.after for path, write in receipt.writes.items()}
        return found

    def check_words(self, brain: Mapping[str, bytes]) -> None:
        """What was applied stands in the brain, as what holds or as history; what was rejected, or waits, stands nowhere in it."""
        inside = set(_WORD.findall("".join(raw.decode() for path, raw in brain.items() if "/sessions/" not in path)))
        shown = {path: raw for path, raw in self.refs.tree.items() if "/sessions/" not in path}
        inside |= set(_WORD.findall("".join(raw.decode() for raw in shown.values())))
        for one in read_proposals(self.workspace):
            words = [words_of(event) for event in one.events if event.commit and event.name in ("opened", "edited")]
            now = words[-1]
            dropped = set().union(*words[:-1]) - now
            assert not dropped & inside, one.id
            if one.life.reverted:
                continue  # what it said may be history, or gone with its page
            if f"wiki/proposals/{one.id}.md" in brain:
                assert now <= inside, (one.id, now - inside)
            else:
                assert one.state != "applied"
                assert not now & inside, (one.id, one.state)


def words_of(event: Event) -> set[str]:
    """The words that the updates of a draft bring."""
    return set(_WORD.findall(" ".join(update.text for update in event.draft.consolidation.updates)))


def recorded(name: str, turns: int) -> bytes:
    """What a tool recorded of a session: the user says one thing a turn."""
    lines = [
        {
            "type": "user",
            "sessionId": name,
            "uuid": f"{name}-{number}",
            "timestamp": (BEGIN + timedelta(minutes=number)).isoformat(),
            "message": {"role": "user", "content": f"In {name} the number {number} was {number * 7}."},
        }
        for number in range(1, turns + 1)
    ]
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)
