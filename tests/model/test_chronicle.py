"""Every page gets the commits that it owes its text to, through renames, reuse of names, branches and returns."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from brainwiki.model.chronicle import Chronicle, trace
from brainwiki.model.past import NO_PAST, Past
from tests.site.history.pasts import Deed, edit, gone, moved, new, past


def numbers(found: Chronicle, path: str) -> list[int]:
    """The numbers of the commits of a page, newest first."""
    return [int(step.revision.id, 16) for step in found.of(path)]


def told(*commits: list[Deed], pages: str) -> Chronicle:
    return trace(past(*commits), [f"{name}.md" for name in pages])


def test_a_page_has_its_commits_newest_first() -> None:
    found = told([new("a.md"), new("b.md")], [edit("a.md", "1", "2")], [edit("a.md", "2", "3")], pages="ab")
    assert numbers(found, "a.md") == [3, 2, 1]
    assert [(step.did, step.is_edit) for step in found.of("a.md")] == [
        ("edited", True),
        ("edited", True),
        ("new", True),
    ]
    assert numbers(found, "b.md") == [1]
    assert found.first("a.md") == found.of("a.md")[-1]
    assert found.last("a.md") == found.of("a.md")[0]
    assert found.pages == ("a.md", "a.md", "a.md", "b.md")
    assert found.old == {}


def test_what_no_commit_has_has_no_past() -> None:
    found = told([new("a.md")], pages="ax")
    assert (found.of("x.md"), found.first("x.md"), found.last("x.md")) == ((), None, None)
    assert trace(NO_PAST, ["a.md"]) == Chronicle()


def test_a_page_keeps_its_past_through_renames() -> None:
    found = told([new("a.md")], [moved("a.md", "b.md", "1", "2")], [moved("b.md", "c.md", "2")], pages="c")
    assert numbers(found, "c.md") == [3, 2, 1]
    assert [(step.did, step.is_edit) for step in found.of("c.md")] == [
        ("renamed", False),
        ("renamed", True),
        ("new", True),
    ]
    assert found.old == {"a.md": "c.md", "b.md": "c.md"}


def test_a_page_that_comes_back_to_its_name() -> None:
    found = told([new("a.md")], [moved("a.md", "b.md")], [moved("b.md", "a.md")], [edit("a.md", "1", "2")], pages="a")
    assert numbers(found, "a.md") == [4, 3, 2, 1]
    assert found.old == {"b.md": "a.md"}


def test_two_pages_that_change_their_names_in_a_circle() -> None:
    found = told(
        [new("a.md", "1"), new("b.md", "2")],
        [moved("a.md", "c.md", "1")],
        [moved("b.md", "a.md", "2")],
        [moved("c.md", "b.md", "1")],
        pages="ab",
    )
    assert numbers(found, "b.md") == [4, 2, 1]
    assert numbers(found, "a.md") == [3, 1]
    assert found.of("b.md")[-1].touch.after == "1"
    assert found.old == {"c.md": "b.md"}


def test_a_name_that_is_used_again_is_another_page() -> None:
    found = told([new("a.md")], [moved("a.md", "b.md")], [new("a.md", "9")], [edit("a.md", "9", "10")], pages="ab")
    assert numbers(found, "a.md") == [4, 3]
    assert numbers(found, "b.md") == [2, 1]
    assert found.old == {}


def test_a_name_that_is_used_again_after_a_removal_is_another_page() -> None:
    found = told([new("a.md")], [gone("a.md")], [new("a.md", "9")], pages="a")
    assert numbers(found, "a.md") == [3]
    assert found.pages == ("a.md", "", "")


def test_a_removal_that_is_taken_back_is_the_same_page() -> None:
    found = told([new("a.md")], [gone("a.md", "1")], [new("a.md", "1")], pages="a")
    assert numbers(found, "a.md") == [3, 2, 1]
    assert [step.did for step in found.of("a.md")] == ["new", "removed", "new"]


def test_a_page_that_takes_the_place_of_another() -> None:
    """b goes, and a gets its name: the old b is gone."""
    found = told([new("a.md", "1"), new("b.md", "2")], [gone("b.md", "2")], [moved("a.md", "b.md")], pages="b")
    assert numbers(found, "b.md") == [3, 1]
    assert found.old == {"a.md": "b.md"}
    over = told([new("a.md", "1"), new("b.md", "2")], [moved("a.md", "b.md")], pages="b")
    assert numbers(over, "b.md") == [2, 1]


def test_a_page_that_is_gone_has_touches_and_no_page() -> None:
    found = told([new("a.md")], [moved("a.md", "b.md")], [gone("b.md")], pages="")
    assert found == Chronicle({}, ("", "", ""), {})


def test_an_edit_under_the_old_name_beside_the_rename_belongs_to_the_page() -> None:
    """Two branches: one renames a, the other edits it, and the merge has the new name with the edit."""
    found = told(
        [new("a.md", "1")],
        [moved("a.md", "b.md", "1")],
        [edit("a.md", "1", "2")],
        [edit("b.md", "1", "2")],
        pages="b",
    )
    assert numbers(found, "b.md") == [4, 3, 2, 1]


def test_a_removal_beside_the_rename_leaves_the_page_where_it_is() -> None:
    found = told([new("a.md")], [moved("a.md", "b.md")], [gone("a.md")], [edit("b.md", "1", "2")], pages="b")
    assert numbers(found, "b.md") == [4, 3, 2, 1]


def test_a_page_that_two_branches_made_is_one() -> None:
    found = told([new("a.md", "1")], [new("a.md", "2")], [edit("a.md", "1", "3")], pages="a")
    assert numbers(found, "a.md") == [3, 2, 1]


def test_a_merge_that_keeps_both_names_tells_them_apart_by_name() -> None:
    found = told([new("a.md")], [moved("a.md", "b.md")], [edit("a.md", "1", "2")], pages="ab")
    assert numbers(found, "b.md") == [2]
    assert numbers(found, "a.md") == [3, 1]


def test_a_page_that_was_removed_and_lies_there_again_uncommitted_has_its_past() -> None:
    assert numbers(told([new("a.md")], [gone("a.md")], pages="a"), "a.md") == [2, 1]


def test_a_past_that_begins_in_the_middle() -> None:
    found = told([edit("a.md", "1", "2")], [moved("b.md", "c.md")], [gone("d.md")], pages="ac")
    assert numbers(found, "a.md") == [1]
    assert numbers(found, "c.md") == [2]
    assert found.old == {"b.md": "c.md"}


def test_names_of_two_forms_are_one_page_and_other_files_are_none() -> None:
    found = trace(
        past([new("e\u0301.md"), new("x.png"), new("t.jsonl")], [edit("\u00e9.md", "1", "2")]), ["\u00e9.md", "x.png"]
    )
    assert numbers(found, "\u00e9.md") == [2, 1]
    assert found.pages == ("\u00e9.md", "\u00e9.md", "", "")


def test_a_name_that_is_not_utf_8() -> None:
    assert numbers(trace(past([new("caf\udce9.md")]), ["caf\udce9.md"]), "caf\udce9.md") == [1]


NAMES = st.sampled_from(["a.md", "b.md", "c.md"])
DEEDS = st.one_of(
    st.builds(new, NAMES, st.sampled_from("123")),
    st.builds(edit, NAMES, st.just("1"), st.sampled_from("23")),
    st.builds(gone, NAMES, st.sampled_from("123")),
    st.builds(moved, NAMES, NAMES),
)


@given(st.lists(st.lists(DEEDS, max_size=3), max_size=8), st.sets(NAMES))
def test_whatever_commits_did_each_touch_belongs_to_one_page_at_most(
    commits: list[list[Deed]], pages: set[str]
) -> None:
    told: Past = past(*commits)
    found = trace(told, pages)
    assert len(found.pages) == len(told.touches)
    assert set(found.pages) <= pages | {""}
    for path, steps in found.steps.items():
        assert path in pages
        assert [step.touch for step in steps] == [
            touch for touch, page in zip(told.touches, found.pages, strict=True) if page == path
        ]
    assert set(found.old.values()) <= pages
    assert not set(found.old) & pages
    for path in pages:
        assert bool(found.of(path)) == (found.last(path) is not None)
