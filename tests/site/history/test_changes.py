"""The changes of the whole wiki: what is told of each commit and what is not, by day, in leaves whose addresses stay."""

from __future__ import annotations

import pytest

from brainwiki.model.past import Past
from brainwiki.site.history import changes as module
from brainwiki.site.history.changes import Changes, changes
from brainwiki.site.state import Site
from tests.helpers import Texts
from tests.site.history.pasts import Deed, edit, gone, moved, new, past, with_past
from tests.site.sites import site_of


def page(title: str) -> str:
    return f"---\ntype: concept\ntitle: {title}\ndescription: d\n---\nText of it.\n"


TEXTS = {"knowledge/a.md": page("Alpha"), "knowledge/b.md": page("Beta"), "index.md": "# Home\n"}


def site(told: Past, publish: tuple[str, ...] = (), **texts: str) -> Site:
    return with_past(site_of({**TEXTS, **texts}, publish=publish), told)


def told(*commits: list[Deed], publish: tuple[str, ...] = (), texts: Texts | None = None) -> Changes:
    return changes(with_past(site_of({**TEXTS, **(texts or {})}, publish=publish), past(*commits)))


def lines(found: Changes) -> list[list[tuple[str, str, str | None]]]:
    return [[(line.did, line.title, line.address) for line in entry.lines] for entry in found.entries]


ALPHA, BETA = ("Alpha", "knowledge/a/"), ("Beta", "knowledge/b/")


def test_each_commit_names_the_pages_by_what_they_are_now() -> None:
    found = told(
        [new("knowledge/old.md"), new("knowledge/b.md")],
        [moved("knowledge/old.md", "knowledge/a.md")],
        [edit("knowledge/b.md", "1", "2"), edit("knowledge/a.md", "1", "2")],
    )
    assert lines(found) == [
        [("edited", *BETA), ("edited", *ALPHA)],
        [("renamed", *ALPHA)],
        [("new", *ALPHA), ("new", *BETA)],
    ]
    assert [line.was for entry in found.entries for line in entry.lines] == ["", "", "old", "", ""]
    assert [entry.revision.summary for entry in found.entries] == ["Commit 3", "Commit 2", "Commit 1"]
    assert found.entries[0].anchor == "r-000000000000"


def test_pages_that_are_gone_have_their_file_name_and_no_address() -> None:
    found = told([new("knowledge/x.md"), new("knowledge/a.md")], [gone("knowledge/x.md")])
    assert lines(found) == [[("removed", "x", None)], [("new", "x", None), ("new", *ALPHA)]]


def test_what_is_not_published_is_not_there() -> None:
    texts = {
        "sessions/s/session.md": "---\ntype: session\ntitle: Private\n---\nx\n",
        "tasks/t.md": "---\ntype: task\ntitle: Hidden\n---\nx\n",
    }
    commits = (
        [new("knowledge/a.md"), new("sessions/s/session.md"), new("tasks/gone.md"), new("tasks/t.md")],
        [edit("sessions/s/session.md", "1", "2"), edit("tasks/t.md", "1", "2"), gone("tasks/gone.md")],
        [new("sessions/s/transcript.jsonl"), new("knowledge/pic.png")],
        [moved("tasks/private-name.md", "knowledge/b.md")],
    )
    found = told(*commits, texts=texts)
    assert lines(found) == [[("renamed", *BETA)], [("new", *ALPHA)]]
    assert found.entries[0].lines[0].was == "", "the name was private"
    assert [entry.more for entry in found.entries] == [0, 0]
    shown = told(*commits, texts=texts, publish=("sessions", "tasks"))
    assert [[line.title for line in entry.lines] for entry in shown.entries] == [
        ["Beta"],
        ["Private", "Hidden", "gone"],
        ["Alpha", "Private", "gone", "Hidden"],
    ]
    assert shown.entries[0].lines[0].was == "private-name"


def test_what_programs_write_of_the_wiki_is_no_change_of_its_own() -> None:
    found = told([new("index.md"), new("log.md"), new("knowledge/a.md")], [edit("index.md", "1", "2")])
    assert lines(found) == [[("new", *ALPHA)]]
    note = {"index.md": "# Home\n\nText.\n", "a.md": "# A\n"}
    other = with_past(site_of(note, "obsidian"), past([new("index.md"), new("a.md")]))
    assert [[line.address for line in entry.lines] for entry in changes(other).entries] == [["", "a/"]]


def test_many_pages_of_one_commit_are_counted() -> None:
    texts = {f"knowledge/n{number:02}.md": page(f"N{number:02}") for number in range(20)}
    found = told([new(path) for path in texts], texts=texts)
    assert [line.title for line in found.entries[0].lines] == [f"N{number:02}" for number in range(12)]
    assert found.entries[0].more == 8


def test_a_proposal_is_named_where_proposals_are_published() -> None:
    commit = [new("knowledge/a.md"), new("proposals/p.md")]
    receipt = {"proposals/p.md": "---\ntype: proposal\ntitle: P\n---\nx\n"}
    told_by = past(commit, c1=lambda one: one._replace(proposal="p"))
    hidden = changes(site(told_by, **receipt)).entries[0]
    assert (hidden.proposal, hidden.names_it, len(hidden.lines)) == ("", False, 1)
    shown = changes(site(told_by, ("proposals",), **receipt)).entries[0]
    assert (shown.proposal, shown.names_it, len(shown.lines)) == ("proposals/p/", True, 2)
    assert changes(site(told_by, ("proposals",))).entries[0].names_it


def test_days_are_those_of_the_author_and_times_are_in_order() -> None:
    commits = [[edit("knowledge/a.md", str(number), str(number + 1))] for number in range(4)]
    at = ("2026-03-02T00:30:00+09:00", "2026-03-01T23:00:00+00:00", "2026-03-01T12:00:00-05:00", "2025-01-01T00:00:00Z")
    told_by = past(*commits, **{f"c{n}": lambda one, n=n: one._replace(at=at[n - 1]) for n in range(1, 5)})
    found = changes(site(told_by))
    assert [entry.revision.at for entry in found.entries] == [at[0], at[1], at[2], at[3]]
    assert [entry.day for entry in found.entries] == ["2026-03-02", "2026-03-01", "2026-03-01", "2025-01-01"]
    assert [(leaf.address, len(leaf.entries)) for leaf in found.leaves] == [
        ("changes/2026-03/", 3),
        ("changes/2025-01/", 1),
    ]


def months(count: int, monkeypatch: pytest.MonkeyPatch) -> Changes:
    monkeypatch.setattr(module, "IN_A_LEAF", 3)
    return told(*([edit("knowledge/a.md", str(number), str(number + 1))] for number in range(count)))


def test_a_full_month_has_parts_whose_addresses_stay_when_commits_arrive(monkeypatch: pytest.MonkeyPatch) -> None:
    found = {count: months(count, monkeypatch) for count in (3, 4, 6, 7, 8)}
    assert {
        count: [(leaf.address, [int(entry.revision.id, 16) for entry in leaf.entries]) for leaf in one.leaves]
        for count, one in found.items()
    } == {
        3: [("changes/2026-03/", [3, 2, 1])],
        4: [("changes/2026-03/", [4]), ("changes/2026-03/1/", [3, 2, 1])],
        6: [("changes/2026-03/", [6, 5, 4]), ("changes/2026-03/1/", [3, 2, 1])],
        7: [("changes/2026-03/", [7]), ("changes/2026-03/2/", [6, 5, 4]), ("changes/2026-03/1/", [3, 2, 1])],
        8: [("changes/2026-03/", [8, 7]), ("changes/2026-03/2/", [6, 5, 4]), ("changes/2026-03/1/", [3, 2, 1])],
    }
    assert found[8].where[f"{4:040x}"] == "changes/2026-03/2/#r-000000000000"


def test_without_a_past_there_are_no_changes() -> None:
    assert told() == Changes((), (), {})


def test_changes_are_worked_out_once() -> None:
    one = site(past([new("knowledge/a.md")]))
    assert changes(one) is changes(one)
