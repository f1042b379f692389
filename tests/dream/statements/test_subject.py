"""Pages that a sentence names."""

from __future__ import annotations

import time

import pytest

from brainwiki.dream.statements.subject import Names
from tests.helpers import titled, wiki_of

PAGES = {
    "knowledge/projects/hush-line.md": titled("Hush Line", more="aliases: [静音ライン, 静音全厂项目]\n"),
    "knowledge/projects/hush-line-phase-two.md": titled("Hush Line, phase two"),
    "knowledge/people/ren.md": titled("Onishi Ren", more="aliases: [大西蓮, 大西]\n"),
    "notes/numbers/chamber_budget.md": titled("What the chamber costs"),
    "notes/a/first-twin.md": titled("Twin"),
    "notes/b/second-twin.md": titled("Twin"),
    "notes/b/the.md": titled("It"),
    "notes/b/2026.md": titled("2026"),
}


@pytest.fixture(scope="module")
def names() -> Names:
    return Names(wiki_of(PAGES))


@pytest.mark.parametrize(
    ("text", "page"),
    [
        ("Hush Line's budget is 5.", "knowledge/projects/hush-line"),
        ("the HUSH line, phase two starts", "knowledge/projects/hush-line-phase-two"),
        ("See hush-line-phase-two for it", "knowledge/projects/hush-line-phase-two"),
        ("静音ラインの予算", "knowledge/projects/hush-line"),
        ("今天静音全厂项目开工", "knowledge/projects/hush-line"),
        ("大西蓮さん", "knowledge/people/ren"),
        ("The chamber budget is 5.", "notes/numbers/chamber_budget"),
    ],
)
def test_the_longest_name_in_the_sentence_wins(names: Names, text: str, page: str) -> None:
    assert names.find(text).pages == (page,)


@pytest.mark.parametrize("text", ["A hush lines up", "Renate and children", "It is the one in 2026", "x", ""])
def test_parts_of_words_and_common_words_are_no_names(names: Names, text: str) -> None:
    assert names.find(text).pages == ()


def test_two_pages_of_one_name_are_both_told(names: Names) -> None:
    assert names.find("The twin is here").pages == ("notes/a/first-twin", "notes/b/second-twin")


def test_a_new_page_is_found_at_once(names: Names) -> None:
    more = Names([])
    more.add("notes/x", ("Blue Door",))
    assert more.find("the blue door").pages == ("notes/x",)
    assert more.of("notes/x") == ("blue door",)


def test_many_names_and_a_long_sentence_take_little_time() -> None:
    names = Names([])
    for number in range(20_000):
        names.add(f"notes/{number}", (f"ward number {number}", f"病棟{number}号"))
    start = time.perf_counter()
    assert names.find("ward number 123 " * 2_000).pages == ("notes/123",)
    assert names.find("明日は病棟19999号室です" * 2_000).pages == ("notes/19999",)
    assert time.perf_counter() - start < 3
