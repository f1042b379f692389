"""A rule is its test: every bad example gives the rule's code, no good one does."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import partial
from pathlib import Path

import pytest

from brainwiki.bootstrap import open_workspace
from brainwiki.model.change import Commit
from brainwiki.rules import engine
from brainwiki.rules.register import BY_CODE, BY_SLUG, RULES, find
from brainwiki.rules.rule import Example, Rule, View
from brainwiki.usecases.check import check
from brainwiki.usecases.mend import mend
from brainwiki.usecases.state_branch import Change, change_state
from tests.helpers import NOW, change_of, encoded, make_brain
from tests.repositories import new

FRONT_MATTER = "---\ntype: concept\ntitle: Example\ndescription: d\n---\n"
STATES = "brainwiki/state/"  # the branch of the states, in an example
UNSHOWN = {"BW505": "a symlink is no text", "BW904": "no page makes a rule crash", "BW905": "no page"}


def codes(folder: Path, example: Example) -> Counter[str]:
    """The codes that a small brain around an example gives; page types are closed to `concept`."""
    text = FRONT_MATTER + example.text if example.wrap else example.text
    if example.base is not None:
        return change_codes(example.base, {**example.files, example.path: text})
    texts = {**example.files, example.path: text}
    told = {path.removeprefix(STATES): encoded(texts.pop(path)) for path in [*texts] if path.startswith(STATES)}
    workspace = make_brain(folder, texts, config='types = ["concept"]\n')
    if told:
        new(folder)
        change_state(workspace.refs(), workspace.clock, "x", lambda _: Change(told, "m"))
    return Counter(finding.code for finding in check(workspace).report.findings)


def change_codes(base: Mapping[str, str], head: Mapping[str, str]) -> Counter[str]:
    """The codes that a change gives which an agent committed, in a workspace that asks for receipts."""
    commit = Commit("1f" * 20, "dream/1", True, frozenset({*base, *head}))
    change = change_of(base, head, commits=(commit,), adopted=True)
    report = engine.run(View(change.head, NOW, change=change), engine.Settings(select=("BW6",)))
    return Counter(finding.code for finding in report.findings)


def cases(which: str) -> list[object]:
    """Every example of one sort with its rule."""
    found = ((rule, example, number) for rule in RULES for number, example in enumerate(getattr(rule, which), 1))
    return [pytest.param(rule, example, id=f"{rule.code}-{number}") for rule, example, number in found]


@pytest.mark.parametrize(("rule", "example"), cases("bad"))
def test_a_bad_example_gives_the_rules_code(tmp_path: Path, rule: Rule, example: Example) -> None:
    assert codes(tmp_path, example)[rule.code] >= 1


@pytest.mark.parametrize(("rule", "example"), cases("good"))
def test_a_good_example_does_not(tmp_path: Path, rule: Rule, example: Example) -> None:
    assert codes(tmp_path, example)[rule.code] == 0


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule.mend], ids=lambda rule: rule.code)
def test_a_safe_fix_mends_the_first_bad_example(tmp_path: Path, rule: Rule) -> None:
    assert codes(tmp_path, rule.bad[0])[rule.code] >= 1
    workspace = open_workspace(str(tmp_path), now=NOW)
    found = mend(workspace, partial(check, workspace, select=(rule.code,)))
    assert [one.codes for one in found.fixed] == [(rule.code,)]
    assert (found.left, found.checked.report.findings) == ((), ())


@pytest.mark.parametrize("rule", RULES, ids=[rule.code for rule in RULES])
def test_a_rule_says_what_it_must(rule: Rule) -> None:
    assert re.fullmatch(r"BW[1-9][0-9]{2}", rule.code)
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", rule.slug)
    for words in (rule.summary, rule.why, rule.remedy):
        assert words.endswith(".")
        assert words == words.strip()
    assert rule.good
    assert bool(rule.bad) is (rule.code not in UNSHOWN)
    checks = (rule.check, rule.check_wiki, rule.check_change)
    assert sum(check is not None for check in checks) == (0 if rule.scope == "engine" else 1)
    assert rule.check_wiki is None or rule.scope == "wiki"
    assert (rule.check_change is not None) == (rule.scope == "change")
    assert all((example.base is not None) == (rule.scope == "change") for example in (*rule.bad, *rule.good))


def test_codes_come_in_order_and_name_one_rule_each() -> None:
    listed = [rule.code for rule in RULES]
    assert listed == sorted(set(listed))
    assert len(BY_CODE) == len(BY_SLUG) == len(RULES)


def test_rules_are_found_by_code_and_slug_in_any_case() -> None:
    assert find("bw201") is find("BW201") is find("broken-wikilink") is find("Broken-Wikilink")


@pytest.mark.parametrize(("name", "near"), [("BW2O1", "BW201"), ("broken-wikilinks", "broken-wikilink")])
def test_a_misspelt_rule_is_told_with_its_neighbours(name: str, near: str) -> None:
    with pytest.raises(Exception, match=f"No rule '{name}'. Did you mean .*{near}"):
        find(name)
