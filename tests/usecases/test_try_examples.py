"""The examples of a rule are tried: what is not as they say is told, for built-in and local rules alike."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from brainwiki.model.change import Change
from brainwiki.model.page import Page
from brainwiki.rules.register import BY_CODE, RULES
from brainwiki.rules.rule import Example, Hit, Rule, View
from brainwiki.usecases.try_examples import broken_promises
from tests.rules.test_local import SHOUT

NEEDS_MORE = {"BW118": "a list of types", "BW901": "a rule that ran and found nothing"}
NO_PAGE = ("BW505", "BW904", "BW905")  # what no text of a page can show
PLAIN = [rule for rule in RULES if rule.code not in (*NEEDS_MORE, *NO_PAGE)]


@pytest.mark.parametrize("rule", PLAIN, ids=[rule.code for rule in PLAIN])
def test_built_in_rules_keep_their_promises(rule: Rule) -> None:
    assert broken_promises(rule) == ()


def test_a_promise_that_is_broken_is_told() -> None:
    assert broken_promises(SHOUT) == ()
    assert broken_promises(replace(SHOUT, bad=(Example("No!\n"), Example("No.\n")), good=(Example("Yes!\n"),))) == (
        "The bad example 2 of XW101 is not found.",
        "The good example 1 of XW101 is found: The page shouts.",
    )
    assert broken_promises(replace(SHOUT, bad=(), good=())) == (
        "XW101 has no bad example.",
        "XW101 has no good example.",
    )


def test_a_crash_keeps_no_promise() -> None:
    def crash(page: Page, view: View) -> Iterator[Hit]:
        yield Hit(0, 1, "Found.", "x")
        raise KeyError("x")

    assert broken_promises(replace(SHOUT, check=crash)) == (
        "In bad example 1 of XW101: The rule XW101 crashed: KeyError: 'x'.",
        "In good example 1 of XW101: The rule XW101 crashed: KeyError: 'x'.",
    )


def test_profile_and_instant_count() -> None:
    dated = Example(
        "---\ntype: concept\ntitle: T\ndescription: d\nstale_after: 2026-06-01T00:00:00Z\n---\nx\n", wrap=False
    )
    stale = replace(BY_CODE["BW401"], bad=(dated,))
    assert broken_promises(stale) == ()
    assert broken_promises(stale, now=datetime(2026, 1, 1, tzinfo=UTC)) == ("The bad example 1 of BW401 is not found.",)
    footnote = replace(BY_CODE["BW307"], bad=(Example("A note.[^1]\n\n[^1]: A report.\n"),), good=(Example("x\n"),))
    assert broken_promises(footnote) == ()
    assert broken_promises(footnote, profile="obsidian") == ("The bad example 1 of BW307 is not found.",)


def test_an_example_with_a_base_is_a_change() -> None:
    def grown(view: View, change: Change) -> Iterator[Hit]:
        for path in sorted(change.added):
            yield Hit(0, 1, f"{path} is new; {len(change.edited)} edited, {dict(change.renamed)}.", "new", path=path)

    page = "---\ntype: concept\ntitle: {}\ndescription: d\n---\n{}\n"
    old = {"knowledge/old.md": page.format("Old", "Words that stay as they are.")}
    rule = replace(SHOUT, scope="change", check=None, check_change=grown)
    more = Example("Text.\n", base=old, files=old)
    same = Example(page.format("Old", "Other words."), wrap=False, path="knowledge/old.md", base=old)
    assert broken_promises(replace(rule, bad=(more,), good=(same,))) == ()
    moved = Example(old["knowledge/old.md"], wrap=False, base=old)
    assert broken_promises(replace(rule, bad=(more,), good=(moved,))) == (
        "The good example 1 of XW101 is found: knowledge/example.md is new; "
        "0 edited, {'knowledge/example.md': 'knowledge/old.md'}.",
    )
