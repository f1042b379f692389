"""Bodies are joined piece by piece; between pieces that were no neighbours before stands what keeps them apart."""

from __future__ import annotations

import pytest

from brainwiki.claims.joining import Side, joined
from brainwiki.claims.merging_keys import Matter
from brainwiki.markup import document, parser
from brainwiki.markup.writer import write
from brainwiki.model.dialect import Dialect


def side(body: str) -> Side:
    source = document.read(body.encode())
    return Side(source, parser.read("knowledge/a.md", source, Dialect()), Matter(source.text))


def join(base: str, ours: str, theirs: str) -> str:
    """The joined body, or the reasons why there is none."""
    sides = [side(body) for body in (base, ours, theirs)]
    found = joined(*sides)
    return "; ".join(found.reasons) or write(sides[2].source, found.edits).decode()


@pytest.mark.parametrize(
    ("base", "ours", "theirs", "result"),
    [
        ("A.\n", "A.\n\nMine.\n", "A.\n\nTheirs.\n", "A.\n\nTheirs.\n\nMine.\n"),
        ("# H\nA.\n", "# H\n\nMine.\n\nA.\n", "# H\nA!\n", "# H\n\nMine.\n\nA!\n"),
        ("- a\n- c\n", "- a\n- b\n- c\n", "- a\n- c\n- d\n", "- a\n- b\n- c\n- d\n"),
        ("- a\n", "- a\n- mine\n", "- a\n- theirs\n", "- a\n- theirs\n- mine\n"),
        ("- a\n\n- b\n", "- a\n\n- b\n\n- mine\n", "- a\n\n- b\n\n- theirs\n", "- a\n\n- b\n\n- theirs\n\n- mine\n"),
        ("- a\n", "- a\n- mine\n", "- a\n\nTheirs.\n", "- a\n\nTheirs.\n\n- mine\n"),
        ("A.\n\nB.\n\nC.\n", "A.\n\nC.\n", "A.\n\nB.\n\nC!\n", "A.\n\nC!\n"),
        ("A.", "A.\n\nMine.", "A!", "A!\n\nMine."),
        ("", "Mine.\n", "Theirs.\n", "Theirs.\n\nMine.\n"),
        ("\nA.\n", "\nFirst.\n\nA.\n", "\nA.\n\n\nLast.\n", "\nFirst.\n\nA.\n\n\nLast.\n"),
        ("A.\n\n\n\nB.\n", "A!\n\n\n\nB.\n", "A.\n\nB.\n\nC.\n", "A!\n\n\n\nB.\n\nC.\n"),
        ("A.\n", "## Same\n\nMine.\n\nA.\n", "## Same\n\nTheirs.\n\nA.\n", "## Same\n\nTheirs.\n\nMine.\n\nA.\n"),
    ],
)
def test_what_both_added_changed_and_took_out(base: str, ours: str, theirs: str, result: str) -> None:
    """Those of the branch first; a heading that both added at one place is one."""
    assert join(base, ours, theirs) == result


def test_two_changes_of_one_piece_are_told_with_its_words() -> None:
    """Cut where they are long."""
    long = "A sentence that is rather long, so that it does not fit into one line of a report."
    told = join(f"{long}\n", f"{long} Mine.\n", f"{long} Theirs.\n")
    assert told == "“A sentence that is rather long, so that it does not fit into …” was changed on both sides"
    assert join("A.\n\nB.\n", "A.\n", "A.\n\nB!\n") == "“B.” was changed on one side and taken out on the other"


def test_other_white_space_in_the_same_words_is_no_conflict() -> None:
    """The branch keeps its own."""
    assert join("A b.\n", "A  b c.\n", "A b\nc.\n") == "A b\nc.\n"
