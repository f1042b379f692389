"""Where a statement goes that no page is about."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.dream.proposing import is_file_name, name_mistake
from brainwiki.dream.statements.placing import DESCRIPTION, TITLE, file_name, place, title
from brainwiki.dream.statements.trigger import KINDS, Kind
from tests.helpers import PROPERTY, wiki_of


@pytest.mark.parametrize(
    ("statement", "name"),
    [
        ("The mill gate closes at six in the evening.", "mill-gate-closes-six-evening"),
        (
            "We don't compare levels with different weightings at all, ever, I said.",
            "dont-compare-levels-different-weightings-all",
        ),
        ("半無響室の予算は、3,150万円になった。", "半無響室の予算は3150"),
        ("以后都用ABC格式。", "以后都用abc格式"),
        ("It is not for us.", "it-is-not-for-us"),
        ("Con.", "con-page"),
        ("?!", "statement"),
    ],
)
def test_a_file_is_named_by_the_first_words_that_say_something(statement: str, name: str) -> None:
    assert file_name(statement) == name


@pytest.mark.parametrize(
    ("kind", "folder", "page_type"),
    [
        ("preference", "knowledge/preferences", "preference"),
        ("standing", "knowledge/preferences", "preference"),
        ("decision", "knowledge/decisions", "decision"),
        ("remember", "notes/remembered", "note"),
        ("number", "notes/remembered", "note"),
        ("correction", "notes/remembered", "note"),
    ],
)
def test_the_kind_tells_the_folder_and_the_type(kind: Kind, folder: str, page_type: str) -> None:
    made = place(kind, "Blue in charts.", ())
    assert (made.do, made.page, made.type) == ("create", f"{folder}/blue-charts", page_type)
    assert (made.title, made.description) == ("Blue in charts", "Blue in charts.")


def test_a_name_that_is_taken_gets_a_number() -> None:
    taken = {"notes/remembered/blue-charts", "notes/remembered/blue-charts-2"}
    assert place("remember", "Blue in charts.", taken).page == "notes/remembered/blue-charts-3"


def test_a_title_is_cut_between_words() -> None:
    long = "The gate of the mill at Sundhamn closes at six in the evening on each day of the week."
    assert title(long) == "The gate of the mill at Sundhamn closes at six in the"
    assert title("門" * 80 + "。") == "門" * TITLE
    assert len(place("remember", "gate " * 90, ()).description) <= DESCRIPTION


@PROPERTY
@given(st.text(min_size=1, max_size=80), st.sampled_from(KINDS))
def test_any_statement_gives_a_page_that_may_be_made(statement: str, kind: Kind) -> None:
    made = place(kind, statement, ())
    assert is_file_name(f"{made.page}.md")
    wrong = [one for one in name_mistake(f"{made.page}.md", wiki_of({}), made) if "missing" not in one]
    assert wrong == []
