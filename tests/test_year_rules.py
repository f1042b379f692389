"""The example's year through the `rules` driver, month by month, ends in the memory that a hand wrote before.

What it is held to is `tests/data/year/rules/golden.json`; `tests/test_year_data.py` says what its parts mean.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from brainwiki.bootstrap import states_of
from brainwiki.claims.support import Cited
from brainwiki.dream.statements.driver import RulesDriver
from brainwiki.model.finding import Severity
from brainwiki.usecases.change import check_change
from brainwiki.usecases.check import check
from brainwiki.usecases.dream.run import run
from brainwiki.usecases.load import load_wiki
from brainwiki.usecases.proposals.opening import Opened
from tests import repositories, year
from tests.scoring import plain
from tests.year import Year

RULES = year.DATA / "rules"
GOLDEN = json.loads((RULES / "golden.json").read_bytes())
REQUIRED = [claim for claim in GOLDEN["claims"] if not claim.get("optional")]

# Required claims that no careful rule reads, with the reason.
NOT_READ: dict[str, str] = {}

_UNTIL = re.compile(r"\(until [0-9-]+\)\s*")

Place = tuple[str, int]
Entry = dict[str, Any]


class Held(NamedTuple):
    """A claim of a page that rests on a session or takes the place of one: its words without their date of history, the day until which
    it held, the turns that it rests on, its support, its id and that of the claim it stands under."""

    page: str
    text: str
    until: str
    turns: frozenset[Place]
    support: str
    id: str
    parent: str


class Replay:
    """The year in one repository, with what was held at the end of each month."""

    def __init__(self, folder: Path) -> None:
        self.year = Year(folder, RULES / "start")
        self.months: dict[str, list[Held]] = {}
        self.proposals = 0

    def month(self, month: str, sessions: list[str]) -> None:
        """Sessions come in, the driver draws from them, a person approves, and it is applied; the accounts balance after each step."""
        self.year.now = year.end_of(month)
        self.year.take_in({f"{name}.json": year.recorded(name) for name in sessions})
        done = run(self.year.workspace, lambda record: RulesDriver())
        self.year.balance()
        assert not done.failed, done
        proposal = done.submitted.proposal if done.submitted else None
        if proposal is not None:
            assert isinstance(proposal, Opened), proposal
            assert self.year.approve(proposal.id).held.state == "approved"
            applied = self.year.apply(proposal.id)
            assert (applied.outcome, applied.left) == ("applied", ())
            self.proposals += 1
        assert {state for states in self.year.states().values() for state in states} <= {"integrated", "nothing-new"}
        blocks = [one for one in check(self.year.workspace).report.findings if one.severity is Severity.BLOCK]
        assert blocks == [], month
        self.months[month] = held_in(self.year)

    @property
    def held(self) -> list[Held]:
        """What is held at the end of the year."""
        return next(reversed(self.months.values()))


def held_in(replayed: Year) -> list[Held]:
    """The claims of all pages, page by page in their order."""
    wiki = load_wiki(replayed.workspace)
    found = []
    for page in (one for one in wiki if one.kind in ("page", "note")):
        cited, resources = Cited(wiki, page), {one.id: one.resource for one in page.sources}
        for claim in page.claims:
            turns = frozenset(place_of(resources[name]) for name in claim.ids if "#turn-" in resources[name])
            words = _UNTIL.sub("", claim.text)
            found.append(Held(page.id, words, claim.until, turns, cited.support(claim), claim.id, claim.parent))
    return found


def place_of(resource: str) -> Place:
    """The session and the number of a turn that a source names."""
    session, _, number = resource.removeprefix("sessions/").partition("#turn-")
    return session, int(number)


def chain(claim: Entry) -> list[Entry]:
    """A claim and its history, newest first."""
    return [claim, *claim["history"]]


def places(*entries: Entry) -> set[Place]:
    return {(session, number) for one in entries for session, number in one["evidence"]}


def says(held: Held, entry: Entry) -> bool:
    """Whether a claim has the words of an entry, in one of its forms."""
    return plain(held.text) in {plain(text) for text in (entry["text"], *entry.get("or", []))}


def is_on(held: Held, claim: Entry) -> bool:
    """Whether a claim stands where it should: on its page, on one where a search may rightly lead, or on a new one of the folder."""
    pages = (claim["page"], *claim.get("page_also", []))
    return any(held.page.startswith(page) if page.endswith("/") else held.page == page for page in pages)


def current(claim: Entry, entry: Entry, held: list[Held]) -> Held | None:
    """The claim that states an entry as what holds now."""
    rests = [one for one in held if not one.until and says(one, entry) and is_on(one, claim)]
    return next((one for one in rests if entry.get("start") or is_evidence(one, claim, entry)), None)


def is_evidence(held: Held, claim: Entry, entry: Entry) -> bool:
    """Whether a claim rests on the turns of an entry, and on none beside those of the whole claim."""
    return bool(held.turns & places(entry)) and held.turns <= places(*chain(claim))


def past(claim: Entry, entry: Entry, held: list[Held], of: Held | None) -> Held | None:
    """The claim that states an entry as history: under the current one, or with nothing in its place."""
    for one in held:
        under = of is None or (one.page, one.parent) == (of.page, of.id)
        if one.until in until(claim, entry) and says(one, entry) and is_on(one, claim) and under:
            return one
    return None


def until(claim: Entry, entry: Entry) -> set[str]:
    """The days on which an entry may end: that of the turn which superseded it, by its own clock and in UTC."""
    newer = chain(claim)[chain(claim).index(entry) - 1]
    instants = [at_of(place) for place in places(newer)]
    return {
        entry["until"],
        *(at.astimezone(UTC).date().isoformat() for at in instants if str(at)[:10] == entry["until"]),
    }


def at_of(place: Place) -> datetime:
    """The instant of a turn."""
    turns = {one["turn"]: one["at"] for one in year.turns_of(place[0])}
    return datetime.fromisoformat(turns[place[1]])


def missing(claim: Entry, held: list[Held]) -> list[str]:
    """What of a required claim and its history is not there, in words."""
    now = current(claim, claim, held)
    told = [] if now else [f"now: {claim['text']}"]
    history = [one for one in claim["history"] if not one.get("optional")]
    if now is None and claim.get("or_retired"):
        told = []
    return told + [f"until {one['until']}: {one['text']}" for one in history if past(claim, one, held, now) is None]


@pytest.fixture(scope="module")
def replayed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Replay]:
    """The year, replayed once for all tests here."""
    with pytest.MonkeyPatch.context() as patch:
        year.as_named_there(patch)
        replay = Replay(tmp_path_factory.mktemp("year"))
        for month in GOLDEN["months"]:
            replay.month(month["month"], month["sessions"])
        yield replay


def test_every_required_claim_and_its_history_is_held(replayed: Replay) -> None:
    """Each on its page, the current state first and what was true before under it."""
    lost = {claim["text"]: missing(claim, replayed.held) for claim in REQUIRED}
    told = {text: one for text, one in lost.items() if one and text not in NOT_READ}
    said = "\n".join(f"{text}\n    lacks {one}" for text, one in told.items())
    assert not told, f"{len(told)} of {len(REQUIRED)} required claims are not held as they should be:\n{said}"
    assert [text for text in NOT_READ if not lost[text]] == []  # what is read by now is no exception


def test_nothing_is_held_that_nobody_said(replayed: Replay) -> None:
    """Every claim that rests on a session is one of the memory written by hand, or the history of one."""
    wrong = [one for one in replayed.held if one.turns and not is_known(one)]
    assert wrong == []


def is_known(held: Held) -> bool:
    for claim in GOLDEN["claims"]:
        for entry in chain(claim):
            rests = entry.get("start") or is_evidence(held, claim, entry)
            may = entry is not claim or claim.get("or_retired") or not held.until
            if says(held, entry) and rests and is_on(held, claim) and may:
                return True
    return False


def test_no_trap_is_held(replayed: Replay) -> None:
    """What must not be held is held nowhere, or only as history."""
    caught = [(trap["quote"], one) for trap in GOLDEN["never"] for one in replayed.held if holds_trap(one, trap)]
    assert caught == []


def holds_trap(held: Held, trap: Entry) -> bool:
    if trap["as"] == "current" and held.until or (trap["session"], trap["turn"]) not in held.turns:
        return False
    said, own = plain(trap["quote"]), plain(held.text)
    return said in own or own in said


def test_each_month_ends_with_what_held_then(replayed: Replay) -> None:
    """What had been said last by the end of a month is the current state of that month."""
    lost = []
    for month, held in replayed.months.items():
        for claim in (one for one in REQUIRED if one["text"] not in NOT_READ):
            said = [one for one in chain(claim) if is_said_by(one, month)]
            if not said or said[0].get("optional") or said[0] is claim and claim.get("or_retired"):
                continue
            if current(claim, said[0], held) is None:
                lost.append((month, said[0]["text"]))
    assert lost == []


def is_said_by(entry: Entry, month: str) -> bool:
    """Whether something was said by the end of a month; what the brain began with is known from the first."""
    return bool(entry.get("start")) or min(session for session, _ in places(entry))[:7] <= month


def test_every_claim_is_verifiable(replayed: Replay) -> None:
    assert {one.support for one in replayed.held} == {"verifiable"}


def test_sessions_that_give_nothing_bear_optional_claims_alone(replayed: Replay) -> None:
    """They are drawn with nothing new, unless a claim was found that one may find."""
    states = replayed.year.states()
    for session in GOLDEN["nothing"]:
        borne = [one for one in replayed.held if session in {name for name, _ in one.turns}]
        assert states[session] == (["integrated"] if borne else ["nothing-new"]), session


def test_the_accounts_end_with_everything_done(replayed: Replay) -> None:
    states = replayed.year.states()
    assert set(states) == set(year.sessions())
    assert {tuple(held) for held in states.values()} == {("integrated",), ("nothing-new",)}
    assert replayed.proposals == 12
    assert replayed.year.told >= 12 * 4  # so often the sums were looked at


def test_the_brain_has_no_findings(replayed: Replay) -> None:
    """Neither as it is nor as a change since the beginning, in which each page needs its receipt."""
    workspace = replayed.year.workspace
    assert [one for one in check(workspace).report.findings if one.severity is Severity.BLOCK] == []
    changed = check_change(states_of(workspace, replayed.year.first, "HEAD")).report
    assert [one for one in changed.findings if one.severity is Severity.BLOCK] == []


def test_drawing_again_changes_nothing(replayed: Replay) -> None:
    """Every session was read; there is nothing left to draw."""
    before = replayed.year.tips()
    done = run(replayed.year.workspace, lambda record: RulesDriver())
    assert done.submitted is None or done.submitted.proposal is None
    assert replayed.year.tips() == before


def test_the_repository_is_sound_and_the_working_tree_clean(replayed: Replay) -> None:
    folder = replayed.year.folder
    repositories.git(folder, "fsck", "--strict", "--no-dangling")
    assert repositories.git(folder, "status", "--porcelain") == ""
