"""Receipts, pages that are gone, logs that may only grow, and checks that change together with knowledge."""

from __future__ import annotations

from dataclasses import replace

import pytest

from brainwiki.config.profile import load_profile
from brainwiki.model.change import Change, Commit, Log
from brainwiki.model.content import blob_id
from brainwiki.model.finding import Severity
from brainwiki.rules import engine
from brainwiki.rules.engine import Settings
from brainwiki.rules.register import BY_CODE
from brainwiki.rules.rule import View
from tests.helpers import NOW, Texts, change_of, titled
from tests.rules.changes import RUNS, A, B, C, findings, page, told

OLD, NEW = page(f"{RUNS} [cite:1]\n"), page(f"{RUNS} [cite:1]\n\nMore.\n")
BLOB = blob_id(NEW.encode())


def receipt(*entries: str) -> str:
    """A receipt that says what was written."""
    return "---\ntype: proposal\ntitle: P\nwrites:\n" + "".join(f"  {entry}\n" for entry in entries) + "---\nText.\n"


def in_folder(change: Change) -> Change:
    """The same change of a brain in the folder `wiki` of its workspace."""
    return replace(change, base=replace(change.base, prefix="wiki"), head=replace(change.head, prefix="wiki"))


# BW601


def unreceipted(base: Texts, head: Texts, **more: object) -> list[tuple[str, Severity, str]]:
    """Path, severity and message of each page without a receipt, in a workspace that asks for them."""
    change = change_of(base, head, **{"adopted": True, **more})
    return [(one.path, one.severity, one.message) for one in findings(change, "BW601")]


def commit(*paths: str, agent: bool = True) -> Commit:
    return Commit("1234567890abcdef", "dream/1" if agent else "human:ada", agent, frozenset(paths))


@pytest.mark.parametrize(
    ("entry", "is_covered"),
    [
        (f"{A}: {{from: 1111111, to: {BLOB}}}", True),
        (f"{A}: {{from: 1111111, to: {BLOB[:7]}}}", True),
        (f'{A}: {{from: 1111111, to: "{BLOB.upper()}"}}', True),
        (f"{A}: {{from: 1111111, to: {BLOB[:6]}}}", False),
        (f"{A}: {{from: {BLOB}, to: 1111111}}", False),
        (f"{A}: {{from: 1111111}}", False),
        (f"{A}: {BLOB}", False),
        (f"{B}: {{from: 1111111, to: {BLOB}}}", False),
        (f"{A}: {{to: null}}", False),
    ],
)
def test_a_receipt_names_the_page_and_its_new_content(entry: str, is_covered: bool) -> None:
    found = unreceipted({A: OLD}, {A: NEW, "proposals/p.md": receipt(entry)})
    assert bool(found) is not is_covered


def test_only_a_receipt_that_came_with_the_change_counts() -> None:
    text = receipt(f"{A}: {{from: 1111111, to: {BLOB}}}")
    assert len(unreceipted({A: OLD, "proposals/p.md": text}, {A: NEW, "proposals/p.md": text})) == 1
    assert unreceipted({A: OLD, "proposals/p.md": receipt("x: {to: 1}")}, {A: NEW, "proposals/p.md": text}) == []
    assert len(unreceipted({A: OLD}, {A: NEW, "notes/t/p.md": text})) == 2
    assert unreceipted({A: OLD, "proposals/q.md": text}, {A: NEW, "proposals/p.md": text}) == []


@pytest.mark.parametrize(
    "writes", ["writes: x", "writes:\n  - a", "writes: {a: [b]}", "writes: {a: {to: [b]}}", "title2: x"]
)
def test_a_receipt_that_says_nothing_covers_nothing(writes: str) -> None:
    text = f"---\ntype: proposal\ntitle: P\n{writes}\n---\nText.\n"
    assert len(unreceipted({A: OLD}, {A: NEW, "proposals/p.md": text})) == 1


@pytest.mark.parametrize(("to", "is_covered"), [("null", True), ('""', True), ("", True), ("~", True), (BLOB, False)])
def test_a_deletion_is_recorded_too(to: str, is_covered: bool) -> None:
    found = unreceipted({A: OLD}, {"proposals/p.md": receipt(f"{A}: {{from: 1111111, to: {to}}}")})
    assert bool(found) is not is_covered
    if found:
        assert found[0][2] == "The page was deleted without a receipt: proposals/p records another content."


def test_paths_may_be_seen_from_the_workspace() -> None:
    change = change_of(
        {A: OLD}, {A: NEW, "proposals/p.md": receipt(f"wiki/{A}: {{from: 1111111, to: {BLOB}}}")}, adopted=True
    )
    assert len(findings(change, "BW601")) == 1
    assert findings(in_folder(change), "BW601") == ()


def test_an_agent_is_blocked_and_a_person_is_warned() -> None:
    base, head = {A: OLD, B: OLD, C: OLD}, {A: NEW, B: NEW, C: NEW}
    commits = (commit(A, agent=False), commit(A, "pyproject.toml"), commit(B, agent=False))
    assert unreceipted(base, head, commits=commits) == [
        (A, Severity.BLOCK, "The page changed without a receipt (dream/1, 1234567890): no new proposal records it."),
        (B, Severity.WARN, "The page changed without a receipt (human:ada, 1234567890): no new proposal records it."),
        (C, Severity.WARN, "The page changed without a receipt: no new proposal records it."),
    ]


def test_commits_name_paths_from_the_workspace() -> None:
    change = change_of({A: OLD}, {A: NEW}, adopted=True, commits=(commit(f"wiki/{A}"),))
    assert [one.severity for one in findings(change, "BW601")] == [Severity.WARN]
    assert [(one.path, one.severity) for one in findings(in_folder(change), "BW601")] == [(f"wiki/{A}", Severity.BLOCK)]


def test_new_and_renamed_pages_and_notes_need_receipts_and_other_kinds_do_not() -> None:
    text = page("Text.\n")
    head = dict.fromkeys((A, "notes/t/n.md", "sources/s.md", "tasks/t.md", "index.md", "sessions/s/session.md"), text)
    assert [(path, message[:15]) for path, _, message in unreceipted({}, head)] == [
        (A, "The page is new"),
        ("notes/t/n.md", "The page is new"),
    ]
    assert [path for path, _, _ in unreceipted({A: text}, {B: text})] == [B]
    assert unreceipted({A: text}, {B: text}, adopted=False) == []


# BW606


def linking(body: str, more: str = "", title: str = "Reader") -> str:
    return titled(title, body, more)


TARGET = titled("Target", "Text.\n", "aliases: [old name]\n")


@pytest.mark.parametrize(
    "text",
    [
        linking("See [[b]].\n"),
        linking("See [[knowledge/b|it]].\n"),
        linking("See [[Target]].\n"),
        linking("See [[old name]].\n"),
        linking("See [[b#part]].\n"),
        linking("See [it](b.md).\n"),
        linking("See ![[b]].\n"),
        linking("It runs. [cite:1]\n", "sources:\n  - id: 1\n    resource: knowledge/b\n"),
    ],
)
def test_a_deleted_page_that_is_still_used_is_told_at_its_path(text: str) -> None:
    message = "knowledge/b was deleted, and 1 page still leads to it: knowledge/a."
    assert told("BW606", {A: text, B: TARGET}, {A: text}) == [(B, 1, message)]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({A: linking("See [[b]].\n")}, {A: linking("See it.\n")}),
        ({A: linking("See [[none]].\n")}, {A: linking("See [[none]].\n")}),
        ({A: linking("See [[b]].\n")}, {A: linking("See [[b]].\n"), "notes/t/b.md": TARGET}),
        ({A: linking("See [[b]].\n")}, {A: linking("See [[b]].\n"), C: linking("Text.\n", "aliases: [b]\n", "C")}),
        ({A: linking("See [[b]].\n")}, {A: linking("`[[b]]`\n")}),
        ({"index.md": "[[b]]\n"}, {"index.md": "[[b]]\n"}),
        ({"log.md": "[[b]]\n"}, {"log.md": "[[b]]\n"}),
        ({"proposals/p.md": linking("[[b]]\n")}, {"proposals/p.md": linking("[[b]]\n")}),
        ({}, {}),
    ],
)
def test_a_deleted_page_that_nobody_uses_or_another_stands_for(before: Texts, after: Texts) -> None:
    assert told("BW606", {**before, B: TARGET}, after) == []


def test_one_finding_names_up_to_three_readers_of_a_page() -> None:
    readers = {f"knowledge/r{number}.md": linking("[[b]] [[b]]\n", "", f"R{number}") for number in range(5)}
    cited = linking("It runs. [cite:1]\n", "sources:\n  - id: 1\n    resource: sources/s\n")
    base = {**readers, B: TARGET, A: cited, "sources/s.md": titled("S")}
    assert told("BW606", base, {**readers, A: cited}) == [
        (
            B,
            1,
            "knowledge/b was deleted, and 5 pages still lead to it: knowledge/r0, knowledge/r1, knowledge/r2 and 2 more.",
        ),
        ("sources/s.md", 1, "sources/s was deleted, and 1 page still leads to it: knowledge/a."),
    ]


def test_a_new_link_to_a_page_that_goes_is_told_too() -> None:
    assert len(told("BW606", {B: TARGET}, {A: linking("See [[b]].\n")})) == 1


def test_a_renamed_page_is_told_where_it_is_now_unless_its_old_name_resolves() -> None:
    text = linking("See [[b]].\n")
    (finding,) = findings(change_of({A: text, B: TARGET}, {A: text, C: TARGET}), "BW606")
    assert (finding.path, finding.line) == (C, 1)
    assert finding.message == "knowledge/b was renamed to knowledge/c, and 1 page still leads to it: knowledge/a."
    assert finding.remedy == "Link to the new name, or keep the old one among the `aliases` of knowledge/c."
    named = linking("See [[Target]] and [[old name]].\n")
    assert told("BW606", {A: named, B: TARGET}, {A: named, C: TARGET}) == []
    moved = {A: text, "notes/t/b.md": TARGET}
    assert told("BW606", {A: text, B: TARGET}, moved) == []


@pytest.mark.parametrize(
    ("profile", "severity"), [("brain", "BLOCK"), ("llm-wiki", "BLOCK"), ("okf", "WARN"), ("obsidian", "WARN")]
)
def test_where_broken_links_are_tolerated_a_deleted_page_is_a_warning(profile: str, severity: str) -> None:
    chosen = load_profile(profile)
    text = linking("See [[b]].\n")
    change = change_of({"a.md": text, "b.md": TARGET}, {"a.md": text}, chosen.dialect)
    report = engine.run(View(change.head, NOW, change=change), Settings(chosen.severities, select=("BW606",)))
    assert [finding.severity for finding in report.findings] == [severity]


# BW607 and BW608

TALK = "sessions/s/transcript.jsonl"
SUMMARY = {
    "sessions/s/session.md": "---\ntype: session\ntitle: Talk\nstarted: 2026-05-02T09:00:00Z\nturns: 2\n---\nA talk.\n"
}


@pytest.mark.parametrize(
    ("before", "after", "line"),
    [
        (b"1\n2\n", b"1\n2\n3\n", 0),
        (b"1\n2", b"1\n2\n3\n", 0),
        (b"1\r\n2\r\n", b"1\n2\n", 0),
        (b"1\n2\n", b"1\r\n2\r\n3\r\n", 0),
        (b"", b"1\n", 0),
        (b"1\n2\n", b"1\nx\n", 2),
        (b"1\n2\n", b"x\n1\n2\n", 1),
        (b"1\n2\n", b"1\n", 2),
        (b"1\n2\n", b"", 1),
        (b"1\n2", b"1\n23\n", 2),
        (b"1\n\n2\n", b"1\n2\n", 2),
    ],
)
def test_a_log_may_only_grow(before: bytes, after: bytes, line: int) -> None:
    for path, code, what in (
        (TALK, "BW607", "The transcript"),
        ("ledger/s.jsonl", "BW608", "The ledger"),
        ("forgotten.jsonl", "BW608", "The deletion log"),
    ):
        wanted = [(path, 1, f"{what} was rewritten from line {line} on; it may only grow.")] if line else []
        assert told(code, SUMMARY, SUMMARY, logs=(Log(path, before, after),)) == wanted


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("sessions/s/transcript.jsonl", "BW607"),
        ("ledger/s.jsonl", "BW608"),
        ("state/ledger/s.jsonl", "BW608"),
        ("forgotten.jsonl", "BW608"),
        ("ledgers/s.jsonl", ""),
        ("knowledge/ledger.jsonl", ""),
        ("sessions/s/other.jsonl", ""),
    ],
)
def test_which_files_are_logs(path: str, code: str) -> None:
    change = change_of({}, {}, logs=(Log(path, b"1\n", b"2\n"), Log(f"x{path}", None, b"2\n")))
    assert [one.code for one in findings(change)] == ([code] if code else [])


def test_a_new_log_is_no_rewriting_and_a_deleted_one_is() -> None:
    assert told("BW607", {}, {TALK: "1\n", **SUMMARY}) == []
    assert told("BW607", {TALK: "1\n2\n", **SUMMARY}, SUMMARY) == [(TALK, 1, "The transcript was deleted.")]
    assert told("BW608", {"forgotten.jsonl": "1\n"}, {}) == [("forgotten.jsonl", 1, "The deletion log was deleted.")]


@pytest.mark.parametrize(
    ("entry", "summary", "count"),
    [
        ('{"id": "sessions/s"}', {}, 0),
        ('{"path": "sessions/s/transcript.jsonl"}', {}, 0),
        ('{"id": "sessions/s"}', SUMMARY, 1),
        ('{"id": "sessions/t"}', {}, 1),
        ('{"id": "sessions/s#turn-1"}', {}, 1),
    ],
)
def test_a_session_may_be_forgotten_as_a_whole(entry: str, summary: Texts, count: int) -> None:
    head = {**summary, "forgotten.jsonl": f"{entry}\n"}
    assert len(told("BW607", {TALK: "1\n", **SUMMARY}, head)) == count


# BW609


@pytest.mark.parametrize(
    ("path", "count"),
    [
        ("checks/baseline.json", 1),
        ("checks/schemas/concept.json", 1),
        ("checks/rules/own.py", 1),
        ("brainwiki.toml", 1),
        ("pyproject.toml", 1),
        ("README.md.txt", 0),
        ("mkdocs.yml", 0),
        ("docs/checks/x.json", 0),
    ],
)
def test_checks_changed_together_with_knowledge_are_told_at_their_own_path(path: str, count: int) -> None:
    change = change_of({A: OLD}, {A: NEW}, outside=frozenset({path}))
    found = [(one.path, one.line, one.message) for one in findings(in_folder(change), "BW609")]
    assert found == [(path, 1, f"{path} changed together with knowledge: knowledge/a.")] * count


@pytest.mark.parametrize(
    ("base", "head"),
    [
        ({A: OLD, "sources/s.md": OLD}, {A: OLD, "sources/s.md": NEW}),
        ({A: OLD}, {B: OLD}),
        ({}, {A: NEW}),
        ({A: OLD}, {A: OLD}),
    ],
)
def test_checks_may_change_without_knowledge_and_in_the_first_state(base: Texts, head: Texts) -> None:
    assert told("BW609", base, head, outside=frozenset({"checks/baseline.json"})) == []


IGNORE = "<!-- bw-ignore BW302: cited soon -->"


def test_a_suppression_together_with_knowledge_is_told_where_it_stands() -> None:
    more = page(f"{RUNS} [cite:1]\n\n{IGNORE}\n\nMore.\n")
    line = page("").count("\n") + 3
    message = "A suppression of BW302 came together with changed knowledge: knowledge/a."
    assert told("BW609", {A: OLD}, {A: more}) == [(A, line, message)]
    alone = page(f"{IGNORE}\n\n{RUNS} [cite:1]\n")
    assert told("BW609", {A: OLD}, {A: alone}) == []
    assert told("BW609", {A: alone}, {A: OLD}) == []
    assert [path for path, _, _ in told("BW609", {A: OLD, B: OLD}, {A: alone, B: NEW})] == [A]
    assert told("BW609", {A: more}, {A: more.replace("More", "Else")}) == []
    assert len(told("BW609", {A: more}, {A: more.replace("More", f"{IGNORE}\n\nElse")})) == 1
    assert len(told("BW609", {A: more}, {A: more.replace("BW302", "BW301").replace("More", "Else")})) == 1


def test_a_new_page_with_a_suppression_and_a_source_with_one() -> None:
    text = page(f"{IGNORE}\n\nText.\n")
    assert [path for path, _, _ in told("BW609", {B: OLD}, {B: OLD, A: text})] == [A]
    assert told("BW609", {B: OLD}, {B: OLD, "sources/s.md": text}) == []
    assert [path for path, _, _ in told("BW609", {B: OLD}, {B: NEW, "sources/s.md": text})] == ["sources/s.md"]


def test_many_pages_are_counted() -> None:
    base = {f"knowledge/p{number}.md": OLD for number in range(5)}
    head = dict.fromkeys(base, NEW)
    ((_, _, message),) = told("BW609", base, head, outside=frozenset({"brainwiki.toml"}))
    assert (
        message
        == "brainwiki.toml changed together with knowledge: knowledge/p0, knowledge/p1, knowledge/p2 and 2 more."
    )


@pytest.mark.parametrize("code", ["BW601", "BW603", "BW607", "BW608"])
def test_rules_of_integrity_among_those_on_changes(code: str) -> None:
    assert BY_CODE[code].integrity


def test_no_change_no_finding() -> None:
    state = {A: NEW, B: TARGET, TALK: "1\n", **SUMMARY, "index.md": "[[a]] [[b]]\n"}
    assert findings(change_of(state, state, adopted=True)) == ()
