"""A rule on changes is explained by both states of its examples, in the manual, in the terminal and as data."""

from __future__ import annotations

from dataclasses import replace

from brainwiki.rules.explain import as_json, as_page, as_text
from brainwiki.rules.register import BY_CODE
from brainwiki.rules.rule import Example, Rule

PATH = Example.path


def plain(text: str, style: str) -> str:
    """Words without colour."""
    return text


def rule(*bad: Example) -> Rule:
    """A rule with these bad examples and no good ones."""
    return replace(BY_CODE["BW602"], bad=bad, good=())


def shown(example: Example) -> str:
    """What the manual shows of an example."""
    return as_page(rule(example)).partition("## Bad\n\n")[2].partition("\n\nSee [[rule-families]]")[0]


def test_two_states_of_a_page_stand_in_two_blocks() -> None:
    assert shown(Example("After.\n", wrap=False, base={PATH: "Before.\n"})) == (
        "Before:\n\n````markdown\nBefore.\n````\n\nAfter:\n\n````markdown\nAfter.\n````"
    )


def test_a_note_stands_over_both_blocks() -> None:
    text = shown(Example("b\n", "a rewording", wrap=False, base={PATH: "a\n"}))
    assert "A rewording, before:\n" in text
    assert "A rewording, after:\n" in text


def test_several_files_are_named_and_only_those_that_differ() -> None:
    example = Example(
        "Same.\n",
        wrap=False,
        files={"knowledge/x.md": "New.\n", "knowledge/same.md": "s\n"},
        base={PATH: "Same.\n", "knowledge/gone.md": "Old.\n", "knowledge/same.md": "s\n"},
    )
    before, _, after = shown(example).partition("After:")
    assert before == (
        "Before:\n\n````markdown\n── knowledge/example.md ──\nSame.\n\n── knowledge/gone.md ──\nOld.\n\n"
        "── knowledge/x.md ──\n(no such file)\n````\n\n"
    )
    assert "── knowledge/gone.md ──\n(no such file)" in after
    assert "── knowledge/x.md ──\nNew." in after
    assert "same.md" not in shown(example)


def test_a_page_that_is_new_is_named_too() -> None:
    assert shown(Example("New.\n", wrap=False, base={})).startswith(
        "Before:\n\n````markdown\n── knowledge/example.md ──\n(no such file)\n````"
    )


def test_long_states_are_cut() -> None:
    text = shown(Example("a\n" * 40, wrap=False, base={PATH: "b\n" * 16}))
    assert text.count("\na") == 16
    assert "…" in text
    assert "…" not in text.partition("After:")[0]


def test_the_terminal_shows_both_states() -> None:
    text = as_text(rule(Example("b\n", wrap=False, base={PATH: "a\n"})), plain)
    assert text.endswith("Bad (before):\n    a\n\nBad (after):\n    b")


def test_an_example_of_one_state_is_shown_as_ever() -> None:
    one = Example("Text.\n", "words")
    assert shown(one) == "Words:\n\n````markdown\nText.\n````"
    assert as_text(rule(one), plain).endswith("Bad (words):\n    Text.")


def test_as_data_the_state_before_stands_only_where_there_is_one() -> None:
    value = as_json(rule(Example("b\n", base={PATH: "a\n"}), Example("c\n")))
    assert value["bad"] == [
        {"text": "b\n", "note": "", "files": {}, "base": {PATH: "a\n"}},
        {"text": "c\n", "note": "", "files": {}},
    ]
