"""Front matter of two states goes key by key; what is written in an unusual way is never guessed at."""

from __future__ import annotations

import pytest

from brainwiki.claims.merging_keys import Matter, MergedKeys, UnmergedError, merge_keys, merged_entries
from brainwiki.markup import document
from brainwiki.markup.writer import write


def matter(lines: str) -> Matter:
    """The front matter of a page with these lines in it."""
    return Matter(f"---\n{lines}---\nText.\n")


def both(base: str, ours: str, theirs: str) -> tuple[str, MergedKeys]:
    """The lines that come of two sides, and what was said of it."""
    sides = [matter(lines) for lines in (base, ours, theirs)]
    found = merge_keys(*sides)
    text = write(document.read(sides[2].text.encode()), found.edits).decode()
    return text.split("---\n")[1], found


def lines(base: str, ours: str, theirs: str) -> str:
    """The merged lines; their values are those that were promised."""
    text, found = both(base, ours, theirs)
    assert found.reasons == ()
    held = dict(matter(text).read.meta)
    held.pop("sources", None)
    assert held == found.values
    return text


def test_lines_of_a_key_are_found_whatever_they_hold() -> None:
    """Block text, lists without indent, quoted keys, comments."""
    found = matter("# top\n'a': 1\nb: |\n  c: 2\n\n  d\nlist:\n- x\n- y\n# note\n\"e f\": {g: 1}\n")
    assert list(found.spans) == ["a", "b", "list", "e f"]
    assert found.lines("b") == "b: |\n  c: 2\n\n  d\n"
    assert found.lines("list") == "list:\n- x\n- y\n# note\n"
    assert found.lines("none") is None


def test_what_cannot_be_told_apart_is_refused() -> None:
    """A mapping on one line has no lines of its own keys; a page without a block has none."""
    with pytest.raises(UnmergedError, match="cannot be merged key by key"):
        _ = matter("{a: 1, b: 2}\n").spans
    assert Matter("Text.\n").spans == {}
    with pytest.raises(UnmergedError, match="new on one side"):
        merge_keys(Matter("Text.\n"), matter("a: 1\n"), Matter("Other.\n"))


def test_each_side_has_its_keys() -> None:
    """Changed, new after the key that it follows, and gone."""
    base = "a: 1\nb: 2\nc: 3\n"
    assert (
        lines(base, "a: 1\nb: 9\nnew: 4\nc: 3\n", "a: 7\nb: 2\nc: 3\nend: 5\n") == "a: 7\nb: 9\nnew: 4\nc: 3\nend: 5\n"
    )
    assert lines(base, "b: 2\nc: 3\n", "a: 1\nb: 2\nc: 4\n") == "b: 2\nc: 4\n"
    assert lines(base, "x: 0\ny: 0\na: 1\nb: 2\nc: 3\n", "a: 1\nc: 3\n") == "x: 0\ny: 0\na: 1\nc: 3\n"


def test_the_same_value_written_otherwise_is_no_conflict() -> None:
    """The words of the branch stay."""
    assert lines("a: x\n", 'a: "y"\n', "a: y\n") == "a: y\n"


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("a: 2\n", "a: 3\n"),
        ("b: 1\n", "a: 3\nb: 1\n"),
        ("tags: x\na: 1\n", "tags: y\na: 1\n"),
        ("a: 1\ntags: [x]\n", "a: 1\ntags: y\n"),
    ],
)
def test_a_key_that_both_changed_is_told(ours: str, theirs: str) -> None:
    """Also where one side took it out, or where a list is none."""
    _, found = both("a: 1\n", ours, theirs)
    (reason,) = found.reasons
    assert "was changed on both sides" in reason


@pytest.mark.parametrize(
    ("base", "ours", "theirs", "merged"),
    [
        ("tags: [a, b]\n", "tags: [a, b, c]\n", "tags: [d, a]\n", "tags: [d, a, c]\n"),
        ("tags: []\n", "tags:\n  - a\n", "tags: [b]\n", "tags: [b, a]\n"),
        ("x: 1\n", "x: 1\ntags:\n- a: b\n", "x: 1\ntags: [b]\n", ""),
        ("tags:\n  - a\n", 'tags:\n  - a\n  - "c: d"\n', "tags:\n  - a\n  - b\n", 'tags:\n  - a\n  - b\n  - "c: d"\n'),
        ("tags: [a]\n", 'tags:\n  - a\n  - "c, d"\n', "tags: [a, b]\n", 'tags: [a, b, "c, d"]\n'),
        ("tags:\n- a\n- b\n", "tags:\n- b\n", "tags:\n- a\n- b\n- c\n", "tags:\n- b\n- c\n"),
        ("tags: [a, b]\n", "tags: [a]\n", "tags: [b]\n", "tags: []\n"),
    ],
)
def test_lists_are_united(base: str, ours: str, theirs: str, merged: str) -> None:
    """What either added is in, what either took out is not, in the form that the branch has."""
    if merged:
        assert lines(base, ours, theirs) == merged
    else:
        assert both(base, ours, theirs)[1].reasons


SOURCES = "sources:\n  - id: 1\n    resource: a\n"


def test_sources_go_one_by_one() -> None:
    """At the indent of the branch, in its order; with the lines between them."""
    ours = SOURCES + "  - id: 2\n    resource: b\n    quote: q\n"
    theirs = "sources:\n- id: 1\n  resource: a\n  title: t\n- id: 3\n  resource: c\n"
    base = "sources:\n- id: 1\n  resource: a\n"
    assert lines(base, ours, theirs) == theirs + "- id: 2\n  resource: b\n  quote: q\n"
    taken = merged_entries(matter(base), matter(ours), matter(theirs))
    assert {name: side.text == matter(theirs).text for name, (side, _) in taken.items()} == {
        "1": True,
        "3": True,
        "2": False,
    }


@pytest.mark.parametrize(
    "odd",
    [
        "sources: [{id: 1, resource: a}]\n",
        "sources: text\n",
        "sources:\n  - text\n",
        SOURCES + "  - id: 1\n    resource: b\n",
    ],
)
def test_odd_sources_are_refused(odd: str) -> None:
    """They cannot be taken one by one."""
    with pytest.raises(UnmergedError):
        _ = matter(odd).entries
