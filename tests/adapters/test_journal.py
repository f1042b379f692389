"""Notes of moves that are to be followed: whole or not there, and never more than a few."""

from __future__ import annotations

from pathlib import Path

import pytest

from brainwiki.adapters import journal as module
from brainwiki.adapters.disk import Disk
from brainwiki.adapters.journal import MOST, NAME, Journal, Moved, chains

A, B, C = ("a" * 40, "b" * 40, "c" * 64)


def test_notes_are_kept_in_order_and_gone_when_none_is_left(tmp_path: Path) -> None:
    journal = Journal(str(tmp_path), Disk())
    assert journal.read() == ()
    journal.write([])
    moves = (Moved("main", "", A), Moved("été", A, B), Moved("main", A, C))
    journal.write(moves)
    assert journal.read() == moves
    assert [path.name for path in tmp_path.iterdir()] == [NAME]
    journal.write([])
    assert list(tmp_path.iterdir()) == []


def test_only_the_newest_are_kept(tmp_path: Path) -> None:
    journal = Journal(str(tmp_path), Disk())
    journal.write([Moved(f"b{number}", "", A) for number in range(MOST + 3)])
    assert [moved.branch for moved in journal.read()] == [f"b{number}" for number in range(3, MOST + 3)]


@pytest.mark.parametrize(
    "line",
    ["", "{", "1", "[]", '["main", "", ""]', f'["", "", "{A}"]', f'["main", "--all", "{A}"]', f'["main", null, "{A}"]'],
)
def test_a_line_that_is_no_note_is_left_out(tmp_path: Path, line: str) -> None:
    (tmp_path / NAME).write_text(f'{line}\n["main", "{A}", "{B}"]\n["cut')
    assert Journal(str(tmp_path), Disk()).read() == (Moved("main", A, B),)


def test_what_a_killed_writer_left_is_in_nobodys_way(tmp_path: Path) -> None:
    (tmp_path / f"{NAME}.new").write_text("half")
    journal = Journal(str(tmp_path), Disk())
    journal.write([Moved("main", "", A)])
    assert journal.read() == (Moved("main", "", A),)
    assert module.NAME.startswith("brainwiki.")


def test_moves_that_go_on_where_the_last_ended_are_one_chain() -> None:
    one, two, other = Moved("main", A, B), Moved("main", B, C), Moved("x", C, A)
    assert chains([one, two, other, one]) == ((one, two), (other,), (one,))
    assert chains([]) == ()
