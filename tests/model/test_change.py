"""A change pairs the pages of two states, and keeps what was worked out from it."""

from __future__ import annotations

from brainwiki.model.change import Change
from tests.helpers import change_of, titled, wiki_of

A, B, C, D, E = (f"knowledge/{name}.md" for name in "abcde")


def paths(change: Change) -> list[tuple[str | None, str | None]]:
    """The paths of each pair."""
    return [(before and before.path, after and after.path) for before, after in change.pairs]


def test_pairs_come_in_the_order_of_the_present_path() -> None:
    base = {A: titled("A"), B: titled("B"), D: titled("D"), E: titled("E")}
    head = {A: titled("A", "Else.\n"), C: titled("D"), B: titled("B"), "knowledge/0.md": titled("0")}
    change = change_of(base, head)
    assert paths(change) == [(None, "knowledge/0.md"), (A, A), (D, C), (E, None)]
    assert (change.added, change.deleted, change.edited) == ({"knowledge/0.md", C}, {D, E}, {A})
    assert change.renamed == {C: D}


def test_a_rename_is_one_pair_whether_or_not_it_is_told_as_added_and_deleted_too() -> None:
    base, head = wiki_of({A: titled("A")}), wiki_of({B: titled("A", "Else.\n")})
    for both in (True, False):
        touched = {"added": frozenset({B}), "deleted": frozenset({A})} if both else {}
        assert paths(Change(base, head, renamed={B: A}, **touched)) == [(A, B)]


def test_nothing_touched_is_no_pair() -> None:
    assert paths(change_of({A: titled("A")}, {A: titled("A")})) == []
    assert change_of({}, {}).pairs == ()


def test_what_was_worked_out_is_kept_with_the_change() -> None:
    one, other = change_of({}, {}), change_of({}, {})
    one.derived["x"] = 1
    assert (one.derived, other.derived) == ({"x": 1}, {})


def test_the_helper_tells_logs_and_other_files_from_pages() -> None:
    change = change_of(
        {A: titled("A"), "checks/x.json": "1", "forgotten.jsonl": "1\n"}, {"checks/x.json": "2", "pic.png": b"\xff"}
    )
    assert change.outside == {"checks/x.json", "pic.png"}
    assert [(log.path, log.before, log.after) for log in change.logs] == [("forgotten.jsonl", b"1\n", None)]
    assert change.head.files == {"checks/x.json", "pic.png"}
    assert change.blobs == {}
