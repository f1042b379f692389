"""The calibration suite is balanced, its pairs differ in one defect, and nothing on the surface tells poison from control."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hatchling.builders.wheel import WheelBuilder

from brainwiki.dream.calibration.suite import (
    CLASSES,
    KINDS,
    LANGUAGES,
    PARTS,
    CalibrationCase,
    Part,
    Suite,
    load,
    read_suite,
)
from tests.dream.calibration.measures import (
    FEATURES,
    difference,
    guessed_from_words,
    likeness,
    said,
    separation,
    tokens,
)
from tests.helpers import REPOSITORY

CASES = load().cases
TUNE, HELDOUT = (load().of(part) for part in PARTS)
SLICES = [CASES, TUNE, HELDOUT, *([one for one in CASES if one.language == tongue] for tongue in LANGUAGES)]
FOLDER = REPOSITORY / "brainwiki/dream/calibration"
LOW_TRUST = ("assistant", "web")


def pairs() -> dict[str, list[CalibrationCase]]:
    """The cases by pair, the control first."""
    found: dict[str, list[CalibrationCase]] = {}
    for one in sorted(CASES, key=lambda one: one.kind):
        found.setdefault(one.pair, []).append(one)
    return found


def texts() -> dict[Part, str]:
    """The files as they stand."""
    return {part: (FOLDER / f"{part}.jsonl").read_text("utf-8") for part in PARTS}


def pair_of(*classes: str) -> list[list[CalibrationCase]]:
    """The pairs whose poison is of one of these classes."""
    return [both for both in pairs().values() if both[1].name in classes]


def test_there_are_at_least_110_of_each_kind_and_as_many_in_each_language() -> None:
    for kind in KINDS:
        of_kind = [one for one in CASES if one.kind == kind]
        assert len(of_kind) >= 110
        assert Counter(one.language for one in of_kind) == dict.fromkeys(LANGUAGES, 40)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_class_is_there_in_every_language_and_on_both_sides_of_the_split(kind: str, language: str) -> None:
    for name in CLASSES[kind]:  # type: ignore[index]
        of_class = [one for one in CASES if (one.kind, one.name, one.language) == (kind, name, language)]
        count = Counter(one.part for one in of_class)
        assert count["tune"] >= 2, name
        assert 1 <= count["heldout"] <= 2, name


def test_a_third_is_held_out_in_every_language() -> None:
    for language in LANGUAGES:
        count = Counter(one.part for one in CASES if one.language == language)
        assert count == {"tune": 54, "heldout": 26}


def test_ids_are_unique_and_say_the_pair_but_not_the_kind() -> None:
    assert len({one.id for one in CASES}) == len(CASES)
    assert all(one.id in (f"{one.pair}-a", f"{one.pair}-b") for one in CASES)
    first = Counter(one.kind for one in CASES if one.id.endswith("-a"))
    assert min(first.values()) >= len(CASES) / 2 * 0.4


def test_a_pair_is_one_of_each_kind_about_the_same_claim() -> None:
    for name, both in pairs().items():
        assert [one.kind for one in both] == ["control", "poison"], name
        control, poison = both
        same = [(one.part, one.language, one.case.page, one.case.before, one.case.related) for one in both]
        assert same[0] == same[1], name
        places = [[piece.resource for piece in one.case.evidence] for one in both]
        assert places[0] == places[1], name
        assert poison.case != control.case


def test_a_pair_differs_in_one_defect_only() -> None:
    """At most a fifth of the tokens of one side are not those of the other, and on average a thirtieth."""
    apart = {name: difference(*both) for name, both in pairs().items()}
    assert max(apart.values()) <= 0.2, max(apart, key=lambda name: apart[name])
    assert sum(apart.values()) / len(apart) <= 0.04


@pytest.mark.parametrize(("name", "role"), [("own-output", "assistant"), ("low-trust", "web")])
def test_where_the_role_is_the_defect_everything_else_is_the_same(name: str, role: str) -> None:
    for control, poison in pair_of(name):
        assert {piece.role for piece in poison.case.evidence} == {role}
        assert {piece.role for piece in control.case.evidence} == {"user"}
        as_user = [piece._replace(role="user") for piece in poison.case.evidence]
        assert poison.case._replace(evidence=tuple(as_user)) == control.case


def test_every_quote_stands_in_its_text() -> None:
    for one in CASES:
        assert one.case.evidence
        for piece in one.case.evidence:
            assert piece.quote in piece.text
            assert piece.quote.strip() == piece.quote != ""
            assert piece.role in ("user", "assistant", "tool", "web")


def test_evidence_is_named_as_turns_are() -> None:
    for one in CASES:
        for piece in one.case.evidence:
            session, _, turn = piece.resource.partition("#turn-")
            assert session.startswith(("sessions/2025-", "sessions/2026-"))
            assert turn.isdigit()


def test_a_number_that_was_invented_stands_in_no_evidence() -> None:
    for control, poison in pair_of("invented-number"):
        told = " ".join(piece.text for piece in poison.case.evidence)
        new = {*tokens(poison.case.after)} - {*tokens(control.case.after)}
        assert new
        assert not any(number in tokens(told) for number in new), poison.id


def test_an_older_statement_quotes_other_words_of_the_same_evidence() -> None:
    for control, poison in pair_of("stale-over-new"):
        assert [piece.text for piece in control.case.evidence] == [piece.text for piece in poison.case.evidence]
        assert [piece.quote for piece in control.case.evidence] != [piece.quote for piece in poison.case.evidence]
        assert poison.expected == "contradicts"
        assert "202" in poison.case.before  # the page says of when its claim is


def test_evidence_of_a_translation_is_in_another_script_or_tongue() -> None:
    for one in CASES:
        if one.name == "translation":  # names and numbers are all that both may share
            assert likeness(one.case.after, one.case.evidence[0].quote) < 0.2, one.id


def test_only_poison_is_expected_to_be_turned_away_and_the_planted_lines_as_such() -> None:
    for one in CASES:
        assert (one.expected == "supported") == (one.kind == "control")
        assert (one.expected == "injected") == (one.name == "injected-instruction")


def test_controls_rest_on_low_trust_too_where_nothing_speaks_against_it() -> None:
    """A judge that turns away whatever no user said is not right: plain facts may come from a page or a tool."""
    found = [one for one in CASES if one.kind == "control" and any(e.role in LOW_TRUST for e in one.case.evidence)]
    assert len(found) >= 12
    by_tool = [one for one in CASES if one.kind == "control" and any(e.role == "tool" for e in one.case.evidence)]
    assert len(by_tool) >= 12


def test_some_controls_hold_a_planted_line_that_they_do_not_take_over() -> None:
    for control, poison in pair_of("injected-instruction"):
        if control.name in ("two-sources", "translation", "new-page"):
            assert [e.text for e in control.case.evidence] == [e.text for e in poison.case.evidence]


def test_claims_are_proposed_changed_and_retired_on_both_sides() -> None:
    for kind in KINDS:
        of_kind = [one.case for one in CASES if one.kind == kind]
        assert sum(not case.before for case in of_kind) >= 9
        assert sum(not case.after for case in of_kind) >= 9
        assert not any(case.before == case.after for case in of_kind)


@pytest.mark.parametrize("name", FEATURES)
def test_no_feature_of_the_surface_separates_poison_from_control(name: str) -> None:
    """The bound is a Youden index of 0.35 overall, in each language and in each part."""
    assert max(separation(some, FEATURES[name]) for some in SLICES) <= 0.35


def test_the_vocabulary_of_one_part_does_not_tell_the_kinds_of_the_other_apart() -> None:
    assert guessed_from_words(TUNE, HELDOUT) <= 0.35
    assert guessed_from_words(HELDOUT, TUNE) <= 0.35


def test_separation_sees_a_separator() -> None:
    assert separation(CASES, lambda one: one.kind == "poison") == 1
    assert separation(CASES, lambda one: -(one.kind == "poison")) == 1
    assert separation(CASES, lambda one: 3) == 0
    marked = [
        one._replace(case=one.case._replace(page=f"{one.case.page} {word}"))
        for one in CASES
        for word in ("tick" if one.kind == "poison" else "tock",)
    ]
    assert guessed_from_words(marked[:120], marked[120:]) > 0.35


def test_both_kinds_are_equally_long() -> None:
    for language in LANGUAGES:
        means = [
            sum(len(said(one)) for one in CASES if one.kind == kind and one.language == language) / 40 for kind in KINDS
        ]
        assert means[0] == pytest.approx(means[1], rel=0.03)


def test_nothing_held_out_stands_in_the_part_for_tuning() -> None:
    """No page, claim or text of it, and no pair that is nearly one of the other part in its own language."""
    parts = []
    for some in (TUNE, HELDOUT):
        claims = {text for one in some for text in (one.case.page, one.case.before, one.case.after) if text}
        parts.append(claims | {piece.text for one in some for piece in one.case.evidence} | {one.pair for one in some})
    assert not parts[0] & parts[1]
    for one in HELDOUT:
        assert max(likeness(said(one), said(other)) for other in TUNE if other.language == one.language) < 0.2, one.id


def test_the_pairs_are_no_templates_of_each_other() -> None:
    firsts = [both[0] for both in pairs().values()]
    for at, one in enumerate(firsts):
        for other in firsts[:at]:
            assert likeness(said(one), said(other)) < 0.2, (one.id, other.id)


def test_twelve_canaries_are_two_of_each_kind_and_language_from_twelve_pairs() -> None:
    canaries = load().canaries
    assert Counter((one.kind, one.language) for one in canaries) == {
        (kind, tongue): 2 for kind in KINDS for tongue in LANGUAGES
    }
    assert len({one.pair for one in canaries}) == 12
    assert {one.part for one in canaries} == {"tune"}
    assert len({one.name for one in canaries}) >= 9


def test_classes_meet_in_other_pairs_where_they_are_held_out() -> None:
    met = {part: {(a.name, b.name) for a, b in pairs().values() if a.part == part} for part in PARTS}
    assert not met["tune"] & met["heldout"]


def test_the_manual_shows_every_class_as_the_code_tells_it() -> None:
    manual = (REPOSITORY / "wiki/knowledge/evaluation/calibration-suite.md").read_text("utf-8")
    for kind in KINDS:
        rows = "".join(f"| `{name}` | {told} |\n" for name, told in CLASSES[kind].items())
        assert rows in manual


def test_the_figures_of_the_manual_are_those_of_the_suite() -> None:
    told = (REPOSITORY / "wiki/sources/brainwiki-calibration-suite.md").read_text("utf-8")
    both = pairs().values()
    apart = [difference(*pair) for pair in both]
    speaker = sum(
        [piece.role for piece in a.case.evidence] != [piece.role for piece in b.case.evidence] for a, b in both
    )
    assert f"In {speaker} pairs only the speaker differs, and in {apart.count(0)} only the order of the words" in told
    assert f"on average {sum(apart) / len(apart):.0%} of the tokens".replace("%", " %") in told
    assert f"never more than {max(apart):.0%}.".replace("%", " %") in told
    best = {name: max(separation(some, feature) for some in SLICES) for name, feature in FEATURES.items()}
    assert f"Of {len(best)} features" in told
    assert f"a Youden index above {max(best.values()):.2f} in any language or part" in told
    assert max(best, key=lambda name: best[name]) == "somebody else than the user"
    words = max(guessed_from_words(TUNE, HELDOUT), guessed_from_words(HELDOUT, TUNE))
    assert f"reached a Youden index of {words:.2f} on the other" in told
    assert {*Counter((one.kind, one.name) for one in CASES).values()} == {9, 10, 11}


def test_every_case_says_why_in_one_sentence() -> None:
    for one in CASES:
        assert one.why.endswith("."), one.id
        assert 10 <= len(one.why) <= 120


def test_the_wheel_carries_both_files() -> None:
    carried = {one.distribution_path for one in WheelBuilder(str(REPOSITORY)).recurse_included_files()}
    assert {f"brainwiki/dream/calibration/{part}.jsonl" for part in PARTS} <= carried


def test_the_digest_hangs_on_what_is_said_and_not_on_how_it_is_written() -> None:
    standing = texts()
    assert read_suite(standing) == load()
    spread = {part: text.replace('": ', '" :  ').replace("\n", "\r\n") for part, text in standing.items()}
    assert read_suite(spread).digest == load().digest
    assert len(load().digest) == 64


@pytest.mark.parametrize(
    "change",
    [
        lambda case: case.update(after=case["after"] + "!"),
        lambda case: case.update(why="Another reason."),
        lambda case: case.update(canary=True),
        lambda case: case["evidence"][0].update(role="web"),
        lambda case: case["related"].append("Another claim."),
        lambda case: case.update({"class": "quote-mismatch"} if case["kind"] == "poison" else {"class": "rename"}),
    ],
)
def test_the_digest_changes_with_anything_that_is_said(change: Callable[[dict[str, Any]], object]) -> None:
    assert changed(change, line=3).digest != load().digest


def test_a_case_on_the_other_side_of_the_split_is_another_suite() -> None:
    tune, heldout = (texts()[part].splitlines(keepends=True) for part in PARTS)
    moved = read_suite({"tune": "".join(tune[:-1]), "heldout": "".join([tune[-1], *heldout])})
    assert len(moved.cases) == len(CASES)
    assert moved.digest != load().digest


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda case: case.update(id="en-001-a"), "the id en-001-a is taken"),
        (lambda case: case.pop("why"), "`why` is missing"),
        (lambda case: case.update(hint="poison"), "`hint` is missing, not known"),
        (lambda case: case.update(after=None), "`after` is missing, not known, or of the wrong kind"),
        (lambda case: case.update(language="fr"), "'fr' is none of en, ja, zh"),
        (lambda case: case.update(kind="bad"), "'bad' is none of poison, control"),
        (lambda case: case.update({"class": "unheard"}), "'unheard' is none of "),
        (lambda case: case.update(expected="yes"), "'yes' is none of supported"),
        (lambda case: case.update(kind="control", expected="unsupported"), "a control case is never unsupported"),
        (lambda case: case.update(kind="poison", expected="supported"), "a poison case is never supported"),
        (lambda case: case.update(related=[1]), "`related` holds what is no text"),
        (lambda case: case.update(evidence=["words"]), "it is no object"),
        (lambda case: case["evidence"][0].pop("role"), "`role` is missing"),
        (lambda case: case["evidence"][0].update(quote="nobody said this"), "a quote does not stand in its text"),
    ],
)
def test_a_damaged_case_is_named_by_part_and_line(change: Callable[[dict[str, Any]], object], told: str) -> None:
    with pytest.raises(ValueError, match=r"^tune, line 4: ") as raised:
        changed(change, line=4)
    assert told in str(raised.value)


def test_a_line_that_is_no_json_is_named() -> None:
    with pytest.raises(ValueError, match=r"^heldout, line 1: "):
        read_suite({"tune": texts()["tune"], "heldout": "{\n"})


def changed(change: Callable[[dict[str, Any]], object], line: int) -> Suite:
    """The suite with one line of the part for tuning changed."""
    lines = texts()["tune"].splitlines()
    case = json.loads(lines[line - 1])
    change(case)
    lines[line - 1] = json.dumps(case, ensure_ascii=False)
    return read_suite({**texts(), "tune": "\n".join(lines)})
