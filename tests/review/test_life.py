"""The life of a proposal: the table, what follows on what, and two histories as one whoever merges them."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.model.observation import observation
from brainwiki.model.receipt import Span
from brainwiki.model.update import Consolidation, Left, Update
from brainwiki.review.happening import Draft, Event, Fingerprint, line_of, read_line
from brainwiki.review.life import (
    NAMES,
    ROWS,
    STATES,
    TABLE,
    Life,
    Refused,
    life_of,
    merge,
    path_of,
    proposal_of,
    read_life,
)
from tests.helpers import PROPERTY

ONE, TWO = "a" * 40, "b" * 40
O1 = observation("s", 1, "Show me diagrams.", "knowledge/a", "Prefers diagrams.")
O2 = observation("s", 3, "Budget 31.5", "knowledge/b", "The budget is 31.5.", kind="number", at="2026-05-02")
DRAFT = Draft(
    "run",
    "dream/0.1",
    "c" * 40,
    (Span("s", 1, 3),),
    Consolidation(
        (O1, O2),
        (
            Update("create", "knowledge/a", title="A", description="d", tags=("x",), observations=(O1.id,)),
            Update("add", "knowledge/b", text="The budget is 31.5.", observations=(O2.id,)),
        ),
        (Left("o-zzzzzzzzzz", "no"),),
        "Title",
        "Note\n\nmore",
    ),
    "older",
)


def event(name: str, at: str = "2026-05-02T10:00:00Z", by: str = "human:mika", **more: Any) -> Event:
    """An event that is right in itself."""
    if name in ROWS and ROWS[name].brings:
        more = {"commit": ONE, "receipt": "---\ntype: proposal\n---\n", "draft": DRAFT} | more
    if name == "approved":
        more.setdefault("commit", ONE)
    if name in ROWS and ROWS[name].needs_reason:
        more.setdefault("reason", "because")
    return Event(name, at, by, **more)


def life(*names: str) -> Life:
    return life_of("p", [event(name) for name in names])


def test_the_table_names_every_event_and_state_once() -> None:
    assert [row.event for row in TABLE] == [*NAMES]
    assert {row.to for row in TABLE} == {*STATES}
    assert all({*row.sources} <= {*STATES} for row in TABLE)


@pytest.mark.parametrize(
    ("names", "state"),
    [
        (["opened"], "open"),
        (["opened", "approved"], "approved"),
        (["opened", "approved", "applied"], "applied"),
        (["opened", "approved", "applied", "reverted"], "applied"),
        (["opened", "approved", "edited"], "open"),
        (["opened", "rejected"], "rejected"),
        (["opened", "approved", "rejected"], "rejected"),
        (["opened", "stale"], "stale"),
        (["opened", "rejected", "applied"], "applied"),
        (["opened", "stale", "applied"], "applied"),
    ],
)
def test_what_follows_on_what(names: list[str], state: str) -> None:
    found = life(*names)
    assert found.state == state
    assert read_life("p", found.raw) == found
    assert [one.step for one in found.events] == [*range(1, len(names) + 1)]


@pytest.mark.parametrize(
    ("names", "why"),
    [
        (["approved"], "unknown"),
        (["opened", "opened"], "open already"),
        (["opened", "rejected", "opened"], "rejected already"),
        (["opened", "rejected", "approved"], "follows on open, and the proposal is rejected"),
        (["opened", "stale", "edited"], "is stale"),
        (["opened", "applied", "rejected"], "is applied"),
        (["opened", "reverted"], "is open"),
        (["born"], "no event is called 'born'"),
    ],
)
def test_what_does_not_follow(names: list[str], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        life(*names)


@pytest.mark.parametrize(
    ("told", "why"),
    [
        (event("approved", by="process:ci"), "only people may say"),
        (event("approved", by="dream/0.1"), "only people may say"),
        (event("approved", by="codex[bot]"), "only people may say"),
        (event("approved", commit=TWO), "not what the proposal holds now"),
        (event("approved", commit=""), "not what the proposal holds now"),
        (event("approved", observations=("o-xxxxxxxxxx",)), "does not adopt"),
        (event("rejected", reason=""), "gives no reason"),
        (event("edited", receipt=""), "brings no receipt"),
        (event("edited", commit="main"), "no commit"),
        (event("stale", at="yesterday"), "instant"),
        (event("stale", at="2026-02-31T00:00:00Z"), "instant"),
        (event("stale", by=""), "`by` is not"),
        (event("stale", by="a\nb"), "`by` is not"),
        (event("stale", reason="a\nb"), "`reason` is not"),
        (event("applied", proposal="x" * 300), "`proposal` is not"),
    ],
)
def test_events_that_are_refused_change_nothing(told: Event, why: str) -> None:
    found = life("opened")
    result = found.after(told)
    assert isinstance(result, Refused)
    assert why in result.why


def test_an_approval_of_observations_is_whole_when_all_are_approved() -> None:
    first = life("opened").grown(event("approved", observations=(O2.id,)))
    assert (first.state, first.agreed) == ("open", {O2.id})
    whole = first.grown(event("approved", observations=(O1.id,)))
    assert whole.state == "approved"
    again = first.grown(event("edited", commit=TWO)).grown(event("approved", observations=(O1.id,), commit=TWO))
    assert (again.state, again.agreed) == ("open", {O1.id})


def test_what_a_proposal_stands_by() -> None:
    mark = Fingerprint("s", 1, "knowledge/a", "f" * 32)
    found = life("opened").grown(event("edited", commit=TWO, receipt="new", draft=Draft("r2"), prints=(mark,)))
    assert (found.commit, found.commits, found.receipt, found.draft.run) == (TWO, (ONE, TWO), "new", "r2")
    assert found.prints == (mark,)
    undone = life("opened", "applied").grown(event("reverted", proposal="q"))
    assert undone.reverted == "q"


def test_every_value_of_a_line_is_read_again() -> None:
    told = event(
        "edited", prints=(Fingerprint("s", 1, "knowledge/a", "f"),), reason="why", observations=("o-a",), step=7
    )
    assert read_line(line_of(told)[:-1]) == told
    odd = event("opened", draft=Draft(consolidation=Consolidation((O1._replace(kind="", quote="\ud800 ｆ"),))))
    assert isinstance(read_line(line_of(odd)[:-1]), Event)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (b'"step":1', b'"step":"1"', "wrong kind"),
        (b'"step":1', b'"step":true', "wrong kind"),
        (b'"step":1,', b"", "lacks a key"),
        (b'"by":', b'"who":', "lacks a key"),
        (b'"run":"run"', b'"run":1', "wrong kind"),
        (b'"do":"add"', b'"do":"delete"', "wrong kind"),
        (b'"turn":1', b'"turn":"1"', "wrong kind"),
        (b'"page":"knowledge/b",', b'"pages":"knowledge/b",', "wrong kind"),
        (b'"tags":["x"]', b'"tags":"x"', "wrong kind"),
        (b'"sessions":[{', b'"sessions":[1,{', "wrong kind"),
        (b'"draft":{', b'"draft":[],"more":{', "wrong kind"),
        (b'{"event"', b'{ "event"', "one form"),
        (b'{"event":', b'{"x":1,"event":', "one form"),
        (b"{", b"", "no JSON"),
        (b"T10:00:00Z", b"T25:00:00Z", "instant"),
    ],
)
def test_damaged_lines_are_told(old: bytes, new: bytes, why: str) -> None:
    raw = life("opened", "applied").raw
    found = read_life("p", raw.replace(old, new, 1))
    assert len(found.faults) == 1
    assert found.faults[0].line == 1
    assert why in found.faults[0].why
    with pytest.raises(ValueError, match="line 1"):
        found.grown(event("stale"))
    with pytest.raises(ValueError, match=r"."):
        merge(found.raw, b"")


def test_a_last_line_without_an_end_is_damaged() -> None:
    raw = life("opened", "stale").raw[:-1]
    assert [one.line for one in read_life("p", raw).faults] == [2]
    with pytest.raises(ValueError, match="no end"):
        merge(raw, b"")


def test_lines_that_do_not_follow_stay_and_are_told() -> None:
    approved, rejected = (
        life("opened").grown(event(name, at=at))
        for name, at in (("approved", "2026-05-02T11:00:00Z"), ("rejected", "2026-05-02T12:00:00Z"))
    )
    late = life("opened").grown(event("approved", at="2026-05-02T13:00:00Z"))
    assert read_life("p", merge(approved.raw, rejected.raw)).state == "rejected"
    both = read_life("p", merge(late.raw, rejected.raw))
    assert both.state == "rejected"
    assert [(one.event.name, "is rejected" in one.why) for one in both.refused] == [("approved", True)]


def test_what_was_approved_here_and_edited_there_is_approved_no_more() -> None:
    start = life("opened")
    approved = start.grown(event("approved", at="2026-05-02T12:00:00Z"))
    edited = start.grown(event("edited", at="2026-05-02T11:00:00Z", commit=TWO))
    found = read_life("p", merge(approved.raw, edited.raw))
    assert (found.state, found.commit) == ("open", TWO)


@st.composite
def histories(draw: st.DrawFn) -> list[bytes]:
    """Histories that went apart from one beginning, by clocks that do not agree."""
    begun = life("opened")
    found = []
    for _ in range(3):
        grown = begun
        for name in draw(st.lists(st.sampled_from(NAMES[1:]), max_size=4)):
            told = event(name, at=f"2026-05-02T10:00:{draw(st.integers(0, 59)):02}Z")
            if isinstance(grown.after(told), Life):
                grown = grown.grown(told)
        found.append(grown.raw)
    return found


@PROPERTY
@given(histories())
def test_the_same_life_whoever_merges(raws: list[bytes]) -> None:
    merged = {merge(merge(one, two), three) for one, two, three in permutations(raws)}
    merged |= {merge(one, merge(two, three)) for one, two, three in permutations(raws)}
    assert len(merged) == 1
    whole = merged.pop()
    assert merge(whole, raws[0]) == whole == merge(whole, whole)
    found = read_life("p", whole)
    assert found.faults == ()
    assert {*found.events} | {one.event for one in found.refused} == {
        one for raw in raws for one in read_life("p", raw).events
    }
    grown = found.grown(event("applied")) if found.state != "applied" else found
    assert merge(grown.raw, whole) == grown.raw


def test_lines_out_of_order_and_twice_are_one_life() -> None:
    found = life("opened", "approved", "applied")
    lines = found.raw.splitlines(keepends=True)
    assert read_life("p", b"".join([*lines[::-1], lines[0]])).events == found.events


def test_paths() -> None:
    assert proposal_of(path_of("2026-05-02-abc")) == "2026-05-02-abc"
    assert [
        proposal_of(path) for path in ("ledger/s.jsonl", "proposals/x.md", "a/proposals/x.jsonl", "proposals/.jsonl")
    ] == ["", "", "", ""]


def test_a_held_event_is_known_at_any_step() -> None:
    found = life("opened", "stale")
    assert found.holds(event("stale", step=99))
    assert not found.holds(event("stale", at="2026-05-02T10:00:01Z"))


SEAL = "certificate " + "5" * 64
LOW = "---\ntype: proposal\nrisk: low\n---\nrisk: low\n"


def by_gate(**more: Any) -> Event:
    """An approval by a gate that is right in itself."""
    return event("approved", by="process:gate/llm", **({"reason": SEAL} | more))


def test_a_gate_approves_the_whole_of_what_is_of_low_risk_and_names_its_certificate() -> None:
    life = life_of("p", [event("opened", receipt=LOW)]).grown(by_gate())
    assert (life.state, life.events[-1].by) == ("approved", "process:gate/llm")
    assert read_life("p", life.raw) == life


@pytest.mark.parametrize(
    "wrong",
    [
        {"by": "process:gate/people"},
        {"by": "process:gate/accept-all"},
        {"by": "process:gate/llm2"},
        {"by": "process:gate/llm\n"},
        {"by": "process:gate"},
        {"by": "process:dream"},
        {"by": "gate/llm"},
        {"by": "llm/1"},
        {"reason": ""},
        {"reason": "certificate 55"},
        {"reason": f"{SEAL} and more"},
        {"reason": f"{SEAL}\n"},
        {"observations": (O1.id,)},
    ],
)
def test_no_other_process_and_nothing_less_passes_that_door(wrong: dict[str, Any]) -> None:
    life = life_of("p", [event("opened", receipt=LOW)])
    found = life.after(by_gate()._replace(**wrong))
    assert isinstance(found, Refused)
    assert "only people may say" in found.why


@pytest.mark.parametrize(
    "receipt",
    [
        "---\ntype: proposal\nrisk: medium\n---\nrisk: low\n",
        "---\ntype: proposal\nrisk: high\n---\n",
        "---\ntype: proposal\n---\nrisk: low\n",
        "---\ntype: proposal\nnote: |\n  risk: low\n---\n",
    ],
)
def test_a_gate_approves_no_other_risk(receipt: str) -> None:
    found = life_of("p", [event("opened", receipt=receipt)]).after(by_gate())
    assert isinstance(found, Refused)
    assert found.why == "a gate approves what is of low risk, and nothing else"


def test_a_gate_says_nothing_but_approved_and_only_of_what_it_saw() -> None:
    life = life_of("p", [event("opened", receipt=LOW)])
    assert isinstance(life.after(by_gate()._replace(commit=TWO)), Refused)
    edited = life.grown(event("edited", receipt=LOW, commit=TWO))
    assert isinstance(edited.after(by_gate()), Refused)
    person = life.grown(event("approved"))
    assert person.state == "approved"
