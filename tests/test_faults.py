"""A sample of seeded faults is found, each where it was planted; and the harness itself sees what is missed and what is odd."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

import pytest

from brainwiki.rules.register import RULES
from tests import faults
from tests.faults import Fault, Ground
from tests.helpers import REPOSITORY
from tests.planting import HARMLESS, PLANTERS, UNPLANTED, Planted, Spot
from tests.planting.spot import gaps, paragraph

SEED = 20261130
SAMPLE = max(60, len(faults.FAULTY))  # at least one of each kind
HARMLESS_SAMPLE = 12


@cache
def fields() -> tuple[Ground, ...]:
    """The wikis of this repository, read once."""
    own = REPOSITORY / "wiki"
    example = REPOSITORY / "tests/data/example/wiki"
    return faults.ground("own", own), faults.ground("example", example)


@cache
def sample() -> tuple[Fault, ...]:
    """Faults of every kind, and edits that are none, the same in every run."""
    return (*faults.plan(list(fields()), SAMPLE, SEED), *faults.plan(list(fields()), HARMLESS_SAMPLE, SEED, [HARMLESS]))


def test_every_rule_is_planted_or_says_why_not() -> None:
    rules = {rule.code for rule in RULES if rule.scope != "change"}
    assert rules <= set(PLANTERS) | set(UNPLANTED)
    assert set(PLANTERS) <= rules | {HARMLESS}
    assert not set(PLANTERS) & set(UNPLANTED)


def test_the_wikis_are_clean_before_anything_is_planted() -> None:
    assert [field.untouched.total() for field in fields()] == [0, 0]


def test_a_sample_of_faults_is_found_and_nothing_else_with_it() -> None:
    verdicts = faults.judge_all(list(sample()))
    assert [faults.told(one) for one in verdicts if not one.found or one.unexplained] == []
    assert len(verdicts) == SAMPLE + HARMLESS_SAMPLE
    assert {one.fault.code for one in verdicts} == set(PLANTERS)


def test_chance_is_the_same_in_every_run() -> None:
    again = faults.plan(list(fields()), SAMPLE, SEED)
    assert [(one.code, one.planted) for one in again] == [(one.code, one.planted) for one in sample()[:SAMPLE]]
    other = faults.plan(list(fields()), SAMPLE, SEED + 1)
    assert [one.planted for one in other] != [one.planted for one in again]


def test_faults_of_one_batch_touch_different_pages() -> None:
    found = list(faults.batches(sample()))
    assert sum(len(batch) for batch in found) == SAMPLE + HARMLESS_SAMPLE
    for batch in found:
        touched = [path for fault in batch for path in fault.touched]
        assert len(touched) == len(set(touched))
        assert len({fault.ground.name for fault in batch}) == 1
        assert len(batch) <= faults.BATCH


def blind(field: Ground, code: str) -> Ground:
    """The wiki with the rule of this code put out of work."""
    rules = tuple(rule for rule in RULES if rule.code != code)
    return replace(field, settings=replace(field.settings, rules=rules))


def test_a_rule_that_does_not_work_is_seen() -> None:
    fault = next(one for one in sample() if one.code == "BW301")
    (verdict,) = faults.judge([fault._replace(ground=blind(fault.ground, "BW301"))])
    assert not verdict.found
    assert faults.told(verdict).startswith(f"missed {fault.ground.name}: {fault.planted.path}:")


@pytest.mark.parametrize(
    ("change", "found", "odd"),
    [
        ({}, True, False),
        ({"line": 9999}, False, False),
        ({"path": "knowledge/none.md"}, False, False),
        ({"edits": {}}, False, False),
    ],
)
def test_a_finding_elsewhere_or_none_at_all_does_not_count(change: dict[str, object], found: bool, odd: bool) -> None:
    fault = next(one for one in sample() if one.code == "BW503")
    moved = fault._replace(planted=replace(fault.planted, **change))  # type: ignore[arg-type]
    (verdict,) = faults.judge([moved])
    assert (verdict.found, bool(verdict.unexplained)) == (found, odd)


def test_a_finding_that_was_there_before_does_not_count() -> None:
    field = fields()[0]
    spot = Spot(next(page for page in field.view.wiki if page.kind == "page" and gaps(page)), field.view, Random(1))
    planted = paragraph(spot, "See [[]].")
    assert planted is not None
    dirty_wiki = replace(field.view.wiki, pages=field.view.wiki.pages)
    dirty = Ground("dirty", replace(field.view, wiki=dirty_wiki), field.settings)
    dirty.untouched.update({(planted.path, "BW204", one[2]): 1 for one in new_keys(field, planted)})
    assert faults.judge([Fault("BW204", field, planted)])[0].found
    assert not faults.judge([Fault("BW204", dirty, planted)])[0].found


def new_keys(field: Ground, planted: Planted) -> list[faults.Key]:
    """What is found after an edit."""
    return [faults.key(finding) for finding in field.check(planted.edits)]


def test_what_nothing_explains_is_told() -> None:
    field = fields()[0]
    spot = Spot(next(page for page in field.view.wiki if page.kind == "page" and gaps(page)), field.view, Random(1))
    planted = paragraph(spot, "See [[]] and [[nowhere-at-all]].")
    assert planted is not None
    (verdict,) = faults.judge([Fault("BW204", field, planted)])
    assert verdict.found
    assert [code for _, code, _ in verdict.unexplained] == ["BW201"]
    assert "BW201 nowhere-at-all" in faults.told(verdict)
    explained = replace(planted, also=frozenset({"BW201"}))
    assert faults.judge([Fault("BW204", field, explained)])[0].unexplained == ()


def test_the_table_adds_up() -> None:
    one, two = sample()[:2]
    verdicts = [faults.Verdict(one, True), faults.Verdict(two, False), faults.Verdict(two, True, (("a", "b", "c"),))]
    lines = [line.split() for line in faults.table(verdicts).splitlines()]
    assert lines[0] == ["code", "planted", "found", "missed", "unexplained"]
    assert lines[1:] == [
        [one.code, "1", "1", "0", "0"],
        [two.code, "2", "1", "1", "1"],
        ["all", "3", "2", "1", "1"],
    ]


def test_the_command_ends_with_1_where_a_fault_is_missed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(faults, "grounds", lambda: list(fields()))
    assert faults.main(["--count", "3", "--code", "BW204"]) == 0
    assert "BW204          3       3       0            0" in capsys.readouterr().out
    monkeypatch.setattr(faults, "grounds", lambda: [blind(field, "BW204") for field in fields()])
    assert faults.main(["--count", "2", "--code", "BW204"]) == 1
    assert capsys.readouterr().out.startswith("missed ")
