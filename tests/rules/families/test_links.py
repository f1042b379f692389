"""Links: headings that stand twice, parts that are not there, and what the remedies suggest."""

from __future__ import annotations

import pytest

from brainwiki.config.profile import load_profile
from brainwiki.model.finding import Finding
from brainwiki.rules import engine
from brainwiki.rules.engine import Settings
from brainwiki.rules.rule import View
from tests.helpers import NOW, Texts, state_of, titled

TWICE = "## Facts\n\nOne.\n\n## Facts\n\nTwo.\n\n## 事実 A\n\n## 事実　A\n\n## !?\n\n## ?!\n"
TURNS = '{"turn": 1, "role": "user", "text": "x"}'


def found(texts: Texts, code: str) -> tuple[Finding, ...]:
    """The findings of one rule."""
    wiki = state_of(texts, load_profile("brain").dialect)
    return engine.run(View(wiki, NOW), Settings(select=(code,))).findings


@pytest.mark.parametrize(
    ("link", "count"),
    [
        ("[[b#Facts]]", 2),
        ("[[b#facts|there]]", 2),
        ("![[b#Facts]]", 2),
        ("[[b#事実 A]]", 2),
        ("[[b#Pool#Facts]]", 0),
        ("[[b#facts-1]]", 0),
        ("[x](b.md#facts)", 0),
        ("[[b#!?]]", 0),
        ("[[b#Other]]", 0),
        ("[[b]]", 0),
    ],
)
def test_a_link_to_a_heading_that_stands_twice_warns(link: str, count: int) -> None:
    findings = found({"knowledge/a.md": titled("A", f"{link}\n"), "knowledge/b.md": titled("B", TWICE)}, "BW202")
    assert [finding.severity.value for finding in findings] == ["WARN"] * bool(count)
    assert all(f" names {count} headings of knowledge/b." in finding.message for finding in findings)


def test_the_remedy_for_equal_headings_names_the_anchor_of_the_second() -> None:
    texts = {"knowledge/a.md": titled("A", "[[b#Facts]]\n"), "knowledge/b.md": titled("B", TWICE)}
    (finding,) = found(texts, "BW202")
    assert finding.remedy.endswith("`#facts-1`.")


@pytest.mark.parametrize(
    ("folder", "hint"),
    [("knowledge/good", "beta.md"), ("knowledge", "good/beta.md"), ("notes/x", "../../knowledge/good/beta.md")],
)
def test_a_missing_file_is_suggested_as_a_path_from_the_page(folder: str, hint: str) -> None:
    texts = {f"{folder}/a.md": titled("A", "[x](bta.md)\n"), "knowledge/good/beta.md": titled("B")}
    (finding,) = found(texts, "BW206")
    assert finding.remedy == f"Did you mean {hint}?"


def test_every_file_of_the_name_that_is_near_is_suggested() -> None:
    texts = {"a.md": titled("A", "[x](bta.md)\n"), "x/beta.md": titled("B"), "y/beta.md": titled("C")}
    (finding,) = found(texts, "BW206")
    assert finding.remedy == "Did you mean x/beta.md or y/beta.md?"


@pytest.mark.parametrize(("turn", "missing"), [("1", 0), ("2", 1), ("0", 1), ("²", 1), ("٣", 1), ("9" * 5_000, 1)])
def test_a_turn_of_a_session_is_a_part_of_it(turn: str, missing: int) -> None:
    session = {"sessions/s/session.md": titled("S"), "sessions/s/transcript.jsonl": TURNS}
    findings = found({**session, "knowledge/a.md": titled("A", f"[[sessions/s#turn-{turn}]]\n")}, "BW203")
    assert len(findings) == missing
