"""New sources get numbers that are free on the other side, and their cites follow."""

from __future__ import annotations

import pytest

from brainwiki.claims.merging_keys import Matter, UnmergedError
from brainwiki.claims.renumbering import renumbered
from brainwiki.markup import document, parser
from brainwiki.model.dialect import Dialect


def page(body: str, **sources: str) -> str:
    """A page with sources by id (`s1` is 1) that lead somewhere."""
    entries = "".join(f"  - id: {name[1:]}\n    resource: {where}\n" for name, where in sources.items())
    return f"---\nsources:\n{entries}---\n{body}\n"


def anew(base: str, ours: str, theirs: str, dialect: Dialect | None = None) -> str:
    """`ours` with the numbers that it gets."""
    raw = ours.encode()
    read = parser.read("knowledge/a.md", document.read(raw), dialect or Dialect())
    return renumbered(raw, read, *map(Matter, (base, ours, theirs))).decode()


BASE = page("A. [cite:1]", s1="a")


def test_a_number_that_is_taken_gives_way() -> None:
    """To the next that nobody has; what was there before keeps its own."""
    ours = page("A. [cite:1][cite:2] B. [cite:1,2,3]", s1="a", s2="b", s3="c")
    theirs = page("A. [cite:1]", s1="a", s2="x", s7="y")
    assert anew(BASE, ours, theirs) == page("A. [cite:1][cite:8] B. [cite:1,8,3]", s1="a", s8="b", s3="c")


def test_the_same_source_gets_the_number_that_it_has() -> None:
    """Also where two change places."""
    ours = page("A. [cite:2] B. [cite:3]", s1="a", s2="b", s3="c")
    theirs = page("A. [cite:1]", s1="a", s2="c", s3="b")
    assert anew(BASE, ours, theirs) == page("A. [cite:3] B. [cite:2]", s1="a", s3="b", s2="c")


def test_nothing_in_the_way_changes_nothing() -> None:
    """Not a byte, whatever the line ends."""
    ours = page("A. [cite:2]", s1="a", s2="b").replace("\n", "\r\n")
    assert anew(BASE, ours, BASE) == ours
    assert anew(BASE, ours, "No front matter.\n") == ours


def test_quoted_ids_and_ids_that_are_words() -> None:
    """A word that is taken becomes a number."""
    ours = page("A. [cite:b]", s1="a").replace("---\nA", '  - id: "b"\n    resource: b\n---\nA')
    theirs = page("A. [cite:1]", s1="a", sb="x")
    assert '- id: "2"\n' in anew(BASE, ours, theirs)
    assert "A. [cite:2]" in anew(BASE, ours, theirs)


def test_a_cite_in_code_is_no_cite() -> None:
    """It stays as it is written."""
    ours = page("`[cite:2]` and B. [cite:2]", s1="a", s2="b")
    assert "`[cite:2]` and B. [cite:3]" in anew(BASE, ours, page("", s1="a", s2="x"))


def test_a_footnote_is_not_renumbered() -> None:
    """Its label stands in two places that belong to people."""
    ours = page("B.[^2]\n\n[^2]: b", s1="a", s2="b")
    with pytest.raises(UnmergedError, match="footnote"):
        anew(BASE, ours, page("", s1="a", s2="x"), Dialect(footnotes="evidence"))
