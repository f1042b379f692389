"""The life of a proposal: its events as one table, the state that they lead to, and two histories as one."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple, get_args

from brainwiki.model.actor import is_agent
from brainwiki.review.happening import Draft, Event, Fingerprint, line_of, mistake, read_line

State = Literal["open", "approved", "rejected", "applied", "stale"]
Name = Literal["opened", "edited", "approved", "rejected", "stale", "applied", "reverted"]

STATES: tuple[State, ...] = get_args(State)
NAMES: tuple[Name, ...] = get_args(Name)
GATE = "process:gate/"  # the beginning of the actor that a certified gate approves as
_GATE = re.compile(r"process:gate/(?:deterministic|llm|ensemble)\Z")
_SEALED = re.compile(r"certificate [0-9a-f]{64}\Z")
_LOW = re.compile(r"^risk: low$", re.MULTILINE)
WAITING: frozenset[State] = frozenset({"open", "approved"})  # nobody has ended it yet

FOLDER = "proposals"
_ENDING = ".jsonl"


class Row(NamedTuple):
    """One kind of event: from which states it leads, and to which.

    `brings`: it brings a commit with its receipt and the draft that it was made of. `opens`: it leads from no state. `person`: only
    people may say so, and of the whole of a proposal of low risk a gate that names its certificate.
    """

    event: Name
    sources: tuple[State, ...]
    to: State
    brings: bool = False
    opens: bool = False
    person: bool = False
    needs_reason: bool = False


TABLE: tuple[Row, ...] = (
    Row("opened", (), "open", brings=True, opens=True),
    Row("edited", ("open", "approved"), "open", brings=True),
    Row("approved", ("open",), "approved", person=True),
    Row("rejected", ("open", "approved"), "rejected", needs_reason=True),
    Row("stale", ("open", "approved"), "stale", needs_reason=True),
    Row("applied", ("open", "approved", "stale", "rejected"), "applied"),  # whoever finds it in the brain is right
    Row("reverted", ("applied",), "applied"),
)
ROWS: dict[str, Row] = {row.event: row for row in TABLE}


class Refused(NamedTuple):
    """An event that does not follow on what came before it, and why."""

    event: Event
    why: str


class Fault(NamedTuple):
    """What is damaged in the file of a proposal: the line from 1, and why."""

    line: int
    why: str


@dataclass(frozen=True)
class Life:
    """What became of a proposal, as the lines of its file say.

    `state` is empty where nothing has happened yet. `commit`, `receipt` and `draft` are those that it stands by now, `commits` all
    that it ever stood by. `agreed` are the observations that people approved one by one, `prints` what was rejected, without its words,
    `reverted` the proposal that undid it. A refused event changes nothing.
    """

    id: str
    raw: bytes = b""
    events: tuple[Event, ...] = ()
    state: State | Literal[""] = ""
    commit: str = ""
    receipt: str = ""
    draft: Draft = field(default_factory=Draft)
    commits: tuple[str, ...] = ()
    agreed: frozenset[str] = frozenset()
    prints: tuple[Fingerprint, ...] = ()
    reverted: str = ""
    refused: tuple[Refused, ...] = ()
    faults: tuple[Fault, ...] = ()

    def after(self, event: Event) -> Life | Refused:
        """The life after one event more, or why that does not follow; the bytes are left as they are."""
        row = ROWS.get(event.name)
        wrong = wrong_in(event) or ("" if row is None else self._why_not(row, event))
        if row is None or wrong:
            return Refused(event, wrong)
        moved = replace(
            self,
            events=(*self.events, event),
            state=row.to,
            prints=(*self.prints, *event.prints),
            reverted=event.proposal or self.reverted,
        )
        if row.brings:
            commits = tuple(dict.fromkeys((*self.commits, event.commit)))
            return replace(
                moved,
                commit=event.commit,
                receipt=event.receipt,
                draft=event.draft,
                commits=commits,
                agreed=frozenset(),
            )
        return self._agreed(moved, event) if row.event == "approved" else moved

    def _why_not(self, row: Row, event: Event) -> str:
        """Why an event of this kind does not follow; empty where it does."""
        if row.opens:
            return f"the proposal is {self.state} already" if self.state else ""
        if self.state not in row.sources:
            return f"`{row.event}` follows on {' or '.join(row.sources)}, and the proposal is {self.state or 'unknown'}"
        if row.event == "approved" and event.commit != self.commit:
            return "what was approved is not what the proposal holds now"
        if row.event == "approved" and is_by_gate(event) and not _is_low(self.receipt):
            return "a gate approves what is of low risk, and nothing else"
        unknown = [one for one in event.observations if one not in self.draft.consolidation.adopted]
        if row.event == "approved" and unknown:
            return f"the proposal does not adopt {unknown[0]}"
        return ""

    def _agreed(self, moved: Life, event: Event) -> Life:
        """The life after an approval: of the whole, or of observations; when all of them are approved, the whole is."""
        if not event.observations:
            return moved
        agreed = self.agreed | {*event.observations}
        whole = agreed >= {*self.draft.consolidation.adopted}
        return replace(moved, state="approved" if whole else self.state, agreed=agreed)

    def grown(self, event: Event) -> Life:
        """The life with one event more, its line behind the others; raises ValueError where it does not follow."""
        if self.faults:
            raise ValueError(f"line {self.faults[0].line}: {self.faults[0].why}")
        known = (*self.events, *(one.event for one in self.refused))
        event = event._replace(step=max((one.step for one in known), default=0) + 1)
        found = self.after(event)
        if isinstance(found, Refused):
            raise ValueError(found.why)
        return replace(found, raw=self.raw + line_of(event))

    def holds(self, event: Event) -> bool:
        """Whether this very event stands in it, at whichever step."""
        return any(one._replace(step=event.step) == event for one in self.events)


def wrong_in(event: Event) -> str:
    """What is wrong with an event taken alone; empty where nothing is."""
    row = ROWS.get(event.name)
    if row is None:
        return f"no event is called {event.name[:40]!r}"
    if row.person and is_agent(event.by) and not is_by_gate(event):
        return f"only people may say `{event.name}`, and {event.by} is none"
    if row.needs_reason and not event.reason:
        return f"`{event.name}` gives no reason"
    if row.brings and not (event.commit and event.receipt):
        return f"`{event.name}` names no commit, or brings no receipt"
    return mistake(event)


def is_by_gate(event: Event) -> bool:
    """Whether an approval is a gate's: of the whole, by a judge that can be certified, with the seal of its certificate as the reason.
    This is the one way past the rule that only people approve."""
    is_whole = event.name == "approved" and not event.observations
    return is_whole and bool(_GATE.match(event.by)) and bool(_SEALED.match(event.reason))


def sealed(seal: str) -> str:
    """The reason by which a gate's approval names its certificate."""
    return f"certificate {seal}"


def _is_low(receipt: str) -> bool:
    """Whether the front matter of a receipt says that the risk is low."""
    return bool(_LOW.search(receipt.partition("\n---\n")[0]))


def path_of(proposal: str) -> str:
    """Where the events of a proposal stand on the branch of the states."""
    return f"{FOLDER}/{proposal}{_ENDING}"


def proposal_of(path: str) -> str:
    """The proposal whose events stand at a path; empty where none do."""
    folder, _, name = path.rpartition("/")
    return name.removesuffix(_ENDING) if folder == FOLDER and name.endswith(_ENDING) and name != _ENDING else ""


def life_of(proposal: str, events: Iterable[Event]) -> Life:
    """The life that holds these events; raises ValueError as `grown` does."""
    life = Life(proposal)
    for event in events:
        life = life.grown(event)
    return life


def read_life(proposal: str, raw: bytes) -> Life:
    """The life that the lines of a file tell of. Damaged lines are faults; events are taken in their order, whoever wrote the file."""
    faults: list[Fault] = []
    events: list[tuple[int, str, bytes, Event]] = []
    pieces = raw.split(b"\n")
    if pieces.pop():
        faults.append(Fault(len(pieces) + 1, "its last line has no end"))
    for number, piece in enumerate(pieces, 1):
        found = read_line(piece)
        if isinstance(found, str):
            faults.append(Fault(number, found))
        else:
            events.append((found.step, found.at, piece, found))
    life = Life(proposal)
    for _, _, _, event in sorted({one[:3]: one for one in events}.values(), key=lambda one: one[:3]):
        result = life.after(event)
        life = result if isinstance(result, Life) else replace(life, refused=(*life.refused, result))
    return replace(life, raw=raw, faults=tuple(faults))


def merge(one: bytes, other: bytes) -> bytes:
    """Two histories of one proposal as one: every line that either holds, once, by step, then instant, then bytes. It is the same
    whoever merges, and in whichever order. Raises ValueError where a line is damaged."""
    lines = {line for raw in (one, other) for line in raw.splitlines(keepends=True)}
    keyed = []
    for line in lines:
        found = read_line(line.removesuffix(b"\n"))
        if isinstance(found, str) or not line.endswith(b"\n"):
            raise ValueError(found if isinstance(found, str) else "a line has no end")
        keyed.append((found.step, found.at, line))
    return b"".join(line for _, _, line in sorted(keyed))
