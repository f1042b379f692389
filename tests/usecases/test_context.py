"""A context packed from a brain: every lane, evidence beside its claim, what must stay out, and never over budget."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path

import pytest

from brainwiki.bootstrap import open_workspace
from brainwiki.model.pack import Offer, Pack, Section
from brainwiki.retrieval.panel import page
from brainwiki.usecases.context import Wanted, pack_context
from brainwiki.usecases.workspace import Workspace
from tests.helpers import NOW, REPOSITORY, make_brain, titled

Build = Callable[..., Workspace]

SESSION = "sessions/2026-05-02-x-aaaaaaaaaa"
SOURCES = f"""sources:
  - id: 1
    resource: {SESSION}#turn-1
    quote: The pump runs at 40 bar.
    at: "2026-05-02T10:00:00Z"
  - id: 2
    resource: sources/report
    title: Pump report
    quote: "Its limit is   55 bar."
    at: "2026-04-01T08:00:00Z"
  - id: 3
    resource: https://example.org/pump
  - id: 4
    resource: sources/gone
    quote: Secret words.
"""
BODY = (
    "The pump runs at 40 bar. [cite:1,2]\n\n`[cite:3]` is no cite, this is: never more than 55 bar. [cite:2][cite:4]\n"
)
TASK = "---\ntype: task\ntitle: {title}\nstate: {state}\ndue: {due}\n---\nAbout the pump.\n\n## {heading}\n\n1. Look at {title}.\n\n## Later\n\nNo.\n"
TEXTS = {
    "index.md": "# Mine\n\nA home that a person wrote: [[pump]].\n",
    "knowledge/pump.md": titled("Pump", BODY, SOURCES + "confidence: 0.9\n"),
    "knowledge/valve.md": titled("Valve", "A valve has nothing to do with it.\n", "status: deprecated\n"),
    "notes/tips/bar.md": "---\ntype: note\ntitle: Bar\n---\nOne bar is 100 kPa, said of the pump.\n",
    "sources/report.md": "---\ntype: source\ntitle: Pump report\n---\nThe pump was tested. Its limit is 55 bar.\n",
    "rules/units.md": "---\ntype: rule\ntitle: Units\n---\nAlways write bar.\n",
    "rules/old.md": "---\ntype: rule\ntitle: Old\nstatus: deprecated\n---\nWrite psi.\n",
    "tasks/late.md": TASK.format(title="Late", state="waiting", due="2026-11-01", heading="Resume instructions"),
    "tasks/now.md": TASK.format(title="Now", state="held", due="2026-11-30", heading="復帰時の指示："),
    "tasks/bare.md": "---\ntype: task\ntitle: Bare\ndescription: Do it.\nstate: active\ndue: 2026-11-29\n---\n",
    "tasks/next.md": TASK.format(title="Next", state="waiting", due="2026-12-01", heading="Resume instructions"),
    "tasks/done.md": TASK.format(title="Done", state="done", due="2026-11-01", heading="Resume instructions"),
    "tasks/undated.md": TASK.format(title="Undated", state="held", due="soon", heading="Resume instructions"),
    f"{SESSION}/session.md": "---\ntype: session\ntitle: A talk about it\nstarted: 2026-05-02T10:00:00Z\n---\nA summary.\n",
    f"{SESSION}/transcript.jsonl": '{"turn": 1, "role": "user", "at": "2026-05-02T10:00:00Z", "text": "The pump runs at 40 bar. I looked."}\n'
    '{"turn": 2, "role": "assistant", "at": "2026-05-02T10:01:00Z", "text": "The pump will be noted, at 40 bar."}\n',
    "forgotten.jsonl": '{"names": ["sources/gone"]}\n',
}  # fmt: skip


@pytest.fixture
def packed(brain: Build) -> Pack:
    return pack_context(brain(TEXTS), "pump bar")


def lane(pack: Pack, name: str) -> list[Section]:
    return [section for section in pack.sections if section.lane == name]


def test_lanes_stand_in_their_order(packed: Pack) -> None:
    heads = [line for line in packed.text.splitlines() if line.startswith("## ")]
    assert heads[:2] == ["## Standing rules", "## Compact index"]
    assert [head for head in heads if head in ("## Knowledge", "## Notes", "## Session evidence", "## Sources")] == [
        "## Knowledge", "## Notes", "## Session evidence", "## Sources",
    ]  # fmt: skip
    assert packed.text.startswith("# From the memory “")


def test_rules_are_whole_and_never_ranked(packed: Pack) -> None:
    assert [(one.path, one.status, one.reason) for one in lane(packed, "rules")] == [
        ("rules/old.md", "skipped", "deprecated: this rule no longer holds"),
        ("rules/units.md", "included", "standing rule: always, whole"),
    ]
    assert "Always write bar." in packed.text
    assert "Write psi." not in packed.text
    assert packed.warnings == ()


def test_tasks_that_are_due_bring_their_instructions_the_oldest_first(packed: Pack) -> None:
    due = [(one.path, one.reason) for one in lane(packed, "tasks") if one.reason.startswith("due")]
    assert due == [
        ("tasks/late.md", "due 2026-11-01, 29 days ago; waiting"),
        ("tasks/bare.md", "due 2026-11-29, 1 day ago; active; it has no instructions for resuming it"),
        ("tasks/now.md", "due 2026-11-30, today; held"),
    ]
    assert (
        '<section path="tasks/late.md" title="Late" due="2026-11-01" state="waiting">\n1. Look at Late.\n</section>'
        in packed.text
    )
    assert "1. Look at Now." in packed.text
    assert ">\nDo it.\n<" in packed.text


def test_a_task_that_is_found_says_whether_it_is_due(packed: Pack) -> None:
    found = {one.path: one for one in lane(packed, "tasks") if not one.reason.startswith("due")}
    assert found["tasks/late.md"].reason == "duplicate of Late"
    assert found["tasks/next.md"].reason.endswith("; not due")


def test_evidence_stands_beside_its_claim(packed: Pack) -> None:
    section = packed.text.partition('<section path="knowledge/pump.md"')[2].partition("</section>")[0]
    assert section.splitlines()[-3:] == [
        f"[1] “The pump runs at 40 bar.” ({SESSION}#turn-1)",
        "[2] “Its limit is 55 bar.” (Pump report, sources/report, 2026-04-01)",
        "[4] (forgotten)",
    ]
    assert "Secret words." not in packed.text
    assert 'confidence="90%"' in section


def test_what_repeats_the_evidence_is_left_out(brain: Build) -> None:
    texts = {
        **TEXTS,
        f"{SESSION}/transcript.jsonl": '{"turn": 1, "role": "user", "at": "", "text": "The pump runs at 40 bar."}\n',
    }
    turn = next(one for one in lane(pack_context(brain(texts), "pump bar"), "sessions") if one.turn == 1)
    assert (turn.status, turn.reason) == ("skipped", "duplicate of Pump")


def test_standing_and_reasons_reach_the_sections(packed: Pack) -> None:
    pump = lane(packed, "knowledge")[0]
    assert (pump.label, pump.status, pump.freshness, pump.confidence, pump.tier) == (
        "Pump",
        "included",
        "fresh",
        90,
        "unverified",
    )
    assert pump.reason == "found: number 2 by words; named “Pump”; confidence × 0.98"
    turns = {one.turn: one for one in lane(packed, "sessions")}
    assert turns[2].label == "A talk about it, turn 2"
    assert (turns[2].date, turns[2].tier) == ("2026-05-02", "")


def test_the_index_of_a_person_is_brought_as_it_is(packed: Pack) -> None:
    assert "A home that a person wrote: [[pump]]." in packed.text


def test_a_question_that_nothing_answers_brings_what_is_newest_and_says_so(brain: Build) -> None:
    pack = pack_context(brain(TEXTS), "zzzz")
    assert pack.mode == "recency"
    assert pack.degraded
    assert all("newest" in one.reason for one in lane(pack, "knowledge") if one.status == "included")


def test_a_kind_that_nothing_was_found_in_adds_nothing(brain: Build) -> None:
    pack = pack_context(brain(TEXTS), "valve")
    assert pack.mode == "sparse"
    assert [one.path for one in lane(pack, "knowledge")] == ["knowledge/valve.md"]
    assert lane(pack, "notes") == lane(pack, "sources") == []


def test_rules_that_do_not_fit_are_told_loudly(brain: Build) -> None:
    pack = pack_context(
        brain({**TEXTS, "rules/long.md": "---\ntype: rule\ntitle: Long\n---\n" + "Be careful. " * 400}),
        "pump",
        Wanted(600),
    )
    (warning,) = pack.warnings
    assert warning.startswith("Standing rules are missing: rules/long.md. The rules need about ")
    assert "NOT INCLUDED, FOR LACK OF ROOM: rules/long.md." in pack.text


def test_rules_that_take_more_than_their_share_are_told(brain: Build) -> None:
    pack = pack_context(
        brain({**TEXTS, "rules/long.md": "---\ntype: rule\ntitle: Long\n---\n" + "Be careful. " * 90}),
        "pump",
        Wanted(1_000),
    )
    assert [warning for warning in pack.warnings if warning.startswith("Standing rules take ")]


def test_the_configuration_sets_shares(brain: Build) -> None:
    off = pack_context(brain(TEXTS, config="lanes = { sources = { share = 0, floor = 0 } }\n"), "pump bar")
    assert {one.reason for one in lane(off, "sources")} == {"lane share: this lane is switched off"}


def test_texts_of_the_caller_get_lanes_of_their_own(brain: Build) -> None:
    offers = [
        Offer("files", "main.py", "print(1)", "src/main.py", "open in the editor"),
        Offer("tools", "grep", "Searches."),
    ]
    pack = pack_context(brain(TEXTS), "pump", Wanted(offers=offers))
    assert [(one.label, one.reason) for one in lane(pack, "files")] == [("main.py", "open in the editor")]
    assert [(one.label, one.reason) for one in lane(pack, "tools")] == [("grep", "given by the caller")]
    assert pack.text.index("## Files") < pack.text.index("## Tools")


def test_a_brain_of_nothing(brain: Build) -> None:
    pack = pack_context(brain({}), "anything")
    assert pack.sections == ()
    assert pack.used > 0
    assert pack_context(brain({}), "", Wanted(5)).text == ""


def test_other_kinds_of_wikis_are_packed_too(brain: Build) -> None:
    texts = {
        "a.md": "# Pump\n\nThe pump runs.[^1]\n\n[^1]: The [report](raw/report.md), “40 bar”.\n",
        "b/c.md": "Pump too.\n",
    }
    for profile in ("obsidian", "llm-wiki", "okf"):
        pack = pack_context(brain(texts, profile), "pump")
        assert any(one.status == "included" for one in lane(pack, "knowledge")), profile


EXAMPLE = REPOSITORY / "tests/data/example"


@pytest.mark.parametrize(
    "question", ["background correction", "センサーのドリフト", "传感器漂移", 'C++ "a b', "", "猫"]
)
def test_any_budget_of_a_real_brain_is_kept(question: str) -> None:
    workspace = open_workspace(str(EXAMPLE), now=datetime(2026, 12, 8, tzinfo=UTC))
    for budget in (1, 60, 300, 900, 2_000, 8_000, 100_000):
        pack = pack_context(workspace, question, Wanted(budget, budget // 10))
        assert pack.used + pack.reserve <= budget
        assert pack.used == sum(one.tokens for one in pack.admitted) or pack.used <= budget
        assert [one.lane for one in pack.sections] == sorted(
            (one.lane for one in pack.sections), key=[lane.name for lane in pack.lanes].index
        )
    assert pack.used < 60_000


def test_a_larger_budget_never_brings_less(brain: Build) -> None:
    workspace = open_workspace(str(EXAMPLE), now=NOW)
    sizes = [
        pack_context(workspace, "background correction", Wanted(budget)).used
        for budget in (500, 1_000, 2_000, 4_000, 8_000)
    ]
    assert all(one < other for one, other in pairwise(sizes))


def test_the_same_question_gives_the_same_bytes() -> None:
    one, other = (pack_context(open_workspace(str(EXAMPLE), now=NOW), "ギア診断") for _ in range(2))
    assert one == other


AWKWARD = ["C++", '"a b', "NOT", "foo-bar*", "🙇🏽‍♀️", "猫", " ", "a OR (b", "type:concept", "before:2026-01-01 pump", "-", "\x00", "\ud800", "x" * 100_000, "ポンプ " * 20_000]  # fmt: skip


@pytest.mark.parametrize("question", AWKWARD, ids=range(len(AWKWARD)))
def test_no_question_is_too_odd(brain: Build, question: str) -> None:
    pack = pack_context(brain(TEXTS), question, Wanted(1_500, 200))
    assert pack.used <= 1_300
    pack.text.encode("utf-8")


def test_names_that_are_no_text_stop_nothing(brain: Build, tmp_path: Path) -> None:
    folder = tmp_path / "odd\udcff"
    folder.mkdir()
    workspace = make_brain(
        folder,
        {"knowledge/pump\udcfe.md": titled("Pump"), "rules/r\udcfd.md": "---\ntype: rule\ntitle: R\n---\nObey.\n"},
    )
    pack = pack_context(workspace, "pump")
    pack.text.encode("utf-8")
    page(pack).encode("utf-8")
    assert "Obey." in pack.text
