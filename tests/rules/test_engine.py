"""The engine: what runs, at which severity, what is silenced, what a crash hides (nothing), and in which order it is told."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace

import pytest

from brainwiki.model.change import Change
from brainwiki.model.dialect import Dialect
from brainwiki.model.document import dump
from brainwiki.model.finding import Finding, Report, Severity
from brainwiki.model.page import Page, only_text
from brainwiki.model.wiki import Wiki
from brainwiki.rules import engine
from brainwiki.rules.engine import Settings
from brainwiki.rules.register import BY_CODE, RULES
from brainwiki.rules.reports.report import as_json
from brainwiki.rules.rule import ChangeCheck, Hit, View
from tests.helpers import NOW, change_of, titled, wiki_of

EMPTY_LINK = BY_CODE["BW204"]
BROKEN_LINK = BY_CODE["BW201"]


def run(texts: Mapping[str, str] | Wiki, **settings: object) -> Report:
    """The report over these pages."""
    wiki = texts if isinstance(texts, Wiki) else wiki_of(texts)
    return engine.run(View(wiki, NOW), Settings(**settings))  # type: ignore[arg-type]


def told(report: Report) -> list[tuple[str, str]]:
    """Path and code of each finding."""
    return [(finding.path, finding.code) for finding in report.findings]


def codes(body: str, **settings: object) -> list[str]:
    """The codes that a page gives, without those of orphans."""
    return [code for _, code in told(run({"a.md": titled("A", body)}, **{"ignore": ("BW210",), **settings}))]


def test_every_rule_runs_when_nothing_is_said() -> None:
    assert [rule.code for rule in Settings().chosen()] == [rule.code for rule in RULES]


@pytest.mark.parametrize(
    ("settings", "wanted"),
    [
        ({"select": ("BW2",)}, lambda code: code.startswith("BW2")),
        ({"select": ("BW2", "BW503")}, lambda code: code.startswith("BW2") or code == "BW503"),
        ({"ignore": ("BW2", "BW1")}, lambda code: code[:3] not in ("BW2", "BW1")),
        (
            {"select": ("BW2",), "ignore": ("BW20",)},
            lambda code: code.startswith("BW2") and not code.startswith("BW20"),
        ),
        ({"severities": {"BW201": "off"}}, lambda code: code != "BW201"),
        ({"configured": {"BW201": "off", "BW202": "WARN"}}, lambda code: code != "BW201"),
        ({"severities": {"BW201": "off"}, "configured": {"BW201": "WARN"}}, lambda code: True),
        ({"select": ("BW201",), "configured": {"BW201": "off"}}, lambda code: False),
    ],
)
def test_which_rules_run(settings: dict[str, object], wanted: object) -> None:
    chosen = [rule.code for rule in Settings(**settings).chosen()]  # type: ignore[arg-type]
    assert chosen == [rule.code for rule in RULES if wanted(rule.code)]  # type: ignore[operator]


@pytest.mark.parametrize(
    ("settings", "severity"),
    [
        ({}, Severity.BLOCK),
        ({"severities": {"BW201": "WARN"}}, Severity.WARN),
        ({"configured": {"BW201": "WARN"}}, Severity.WARN),
        ({"severities": {"BW201": "WARN"}, "configured": {"BW201": "BLOCK"}}, Severity.BLOCK),
        ({"paths": {"a.md": {"BW201": "WARN", "reason": "r"}}}, Severity.WARN),
        ({"paths": {"b*": {"BW201": "WARN", "reason": "r"}}}, Severity.BLOCK),
        ({"paths": {"b*": {"BW201": "off"}, "*": {"BW201": "WARN"}}}, Severity.WARN),
        ({"configured": {"BW201": "WARN"}, "paths": {"*": {"BW201": "BLOCK"}}}, Severity.BLOCK),
    ],
)
def test_severities_of_profile_configuration_and_path(settings: dict[str, object], severity: Severity) -> None:
    (finding,) = run({"a.md": titled("A", "[[x]]\n")}, select=("BW201",), **settings).findings
    assert finding.severity is severity


def test_severities_are_counted() -> None:
    report = run({"a.md": titled("A", "[[x]] [[]]\n")}, select=("BW201", "BW204"))
    assert (report.block, report.warn, report.files) == (1, 1, 1)


def test_a_rule_may_be_off_on_a_path_and_that_is_counted() -> None:
    pages = {"a/x.md": titled("X", "[[n]]\n"), "b/y.md": titled("Y", "[[n]]\n")}
    report = run(pages, select=("BW201",), paths={"a/*": {"BW201": "off", "reason": "r"}})
    assert told(report) == [("b/y.md", "BW201")]
    assert report.suppressed == 1


def test_what_is_silenced_is_kept_with_its_reason() -> None:
    body = "[[n]]\n\n<!-- bw-ignore BW204: shown on purpose -->\n[[]]\n"
    pages = {"a/x.md": titled("X", body), "b/y.md": titled("Y", body)}
    settings = {"select": ("BW201", "BW204"), "paths": {"a/*": {"BW201": "off", "reason": "imported"}}}
    report = run(pages, **settings)
    assert [(one.finding.path, one.finding.code, one.how, one.reason) for one in report.silenced] == [
        ("a/x.md", "BW201", "configuration", "imported"),
        ("a/x.md", "BW204", "comment", "shown on purpose"),
        ("b/y.md", "BW204", "comment", "shown on purpose"),
    ]
    assert report.suppressed == 3
    off = report.silenced[0].finding
    assert (off.severity, off.line, off.message) == (Severity.BLOCK, 6, "Nothing answers to [[n]].")
    part = run(pages, only=("b",), **settings)
    assert (part.silenced, part.suppressed) == (report.silenced[2:], 1)


def test_a_rule_that_is_off_may_not_be_switched_on_for_a_path() -> None:
    assert (
        run(
            {"a.md": titled("A", "[[x]]\n")},
            configured={"BW201": "off"},
            paths={"*": {"BW201": "BLOCK"}},
            select=("BW201",),
        ).findings
        == ()
    )


def test_lowered_blocks_are_listed_and_nothing_else() -> None:
    report = run(
        {},
        configured={"BW201": "WARN", "BW301": "off", "BW202": "BLOCK", "BW204": "off", "BW999": "off"},
        paths={
            "b/*": {"BW201": "off", "BW204": "off", "reason": "old notes"},
            "a/*": {"BW203": "BLOCK", "reason": "r"},
        },
        severities={"BW305": "off"},
    )
    assert report.lowered == (
        "BW201 is WARN by configuration",
        "BW301 is off by configuration",
        "BW201 is off in b/*: old notes",
    )


@pytest.mark.parametrize(
    ("settings", "wanted"),
    [
        ({"severities": {"BW201": "WARN"}}, []),
        ({"severities": {"BW201": "WARN"}, "configured": {"BW201": "WARN"}}, []),
        ({"severities": {"BW201": "off"}, "configured": {"BW201": "WARN"}}, []),
        ({"severities": {"BW201": "WARN"}, "configured": {"BW201": "off"}}, ["BW201 is off by configuration."]),
        ({"configured": {"BW201": "WARN"}, "paths": {"a": {"BW201": "WARN", "reason": "r"}}}, 1),
        ({"configured": {"BW201": "WARN"}, "paths": {"a": {"BW201": "off", "reason": "r"}}}, 2),
        ({"configured": {"BW204": "off"}}, []),
        ({"configured": {"BW905": "off", "BW201": "off"}}, []),
        ({"configured": {"BW201": "off"}, "ignore": ("BW9",)}, []),
    ],
)
def test_a_lowered_block_is_a_warning(settings: dict[str, object], wanted: object) -> None:
    messages = [finding.message for finding in run({}, **settings).findings]
    assert messages == wanted or len(messages) == wanted


def test_a_lowered_block_stands_in_the_file_of_the_settings() -> None:
    text = '[rules]\nBW201 = "off"\n'
    file = engine.ConfigFile(Page("conf/x.toml", "raw", only_text(text)), {("rules", "BW201"): (8, 13)})
    wiki = wiki_of({}, prefix="wiki")
    (finding,) = run(wiki, configured={"BW201": "off", "BW301": "BLOCK"}, file=file).findings
    assert (finding.path, finding.line, finding.column, finding.end_column) == ("conf/x.toml", 2, 1, 6)
    assert (finding.code, finding.severity) == ("BW905", Severity.WARN)
    (nowhere,) = run(wiki, configured={"BW203": "off"}, file=file).findings
    assert (nowhere.path, nowhere.line, nowhere.column) == ("conf/x.toml", 1, 1)


@pytest.mark.parametrize(
    ("only", "paths"),
    [
        ((), ["a.md", "b/c.md", "b/d.md", "bb.md"]),
        (("b",), ["b/c.md", "b/d.md"]),
        (("b/",), ["b/c.md", "b/d.md"]),
        (("b/c.md", "a.md"), ["a.md", "b/c.md"]),
        (("none",), []),
    ],
)
def test_only_some_paths_may_be_reported_but_all_are_read(only: tuple[str, ...], paths: list[str]) -> None:
    pages = {path: titled(path, "[[x]]\n") for path in ("a.md", "b/c.md", "b/d.md", "bb.md")}
    report = run(pages, select=("BW201",), only=only)
    assert [path for path, _ in told(report)] == paths
    assert report.files == 4


def test_findings_name_their_path_from_the_workspace() -> None:
    wiki = wiki_of({"a.md": titled("A", "[[x]]\n")}, prefix="wiki")
    assert told(run(wiki, select=("BW201",))) == [("wiki/a.md", "BW201")]
    assert told(run(wiki, select=("BW201",), only=("wiki",))) == [("wiki/a.md", "BW201")]
    assert told(run(wiki, select=("BW201",), paths={"a.md": {"BW201": "off"}})) == []


def test_a_comment_silences_the_next_line_only() -> None:
    body = "<!-- bw-ignore BW204: shown on purpose -->\n[[]]\n\n[[]]\n"
    report = run({"a.md": titled("A", body)}, ignore=("BW210",))
    assert [(finding.code, finding.line) for finding in report.findings] == [("BW204", 9)]
    assert report.suppressed == 1


def test_a_comment_for_the_file_silences_all_of_it() -> None:
    report = run(
        {"a.md": titled("A", "[[]]\n\n<!-- bw-ignore-file BW204: a page on forms -->\n\n[[]]\n")}, ignore=("BW210",)
    )
    assert (report.findings, report.suppressed) == ((), 2)


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ("<!-- bw-ignore BW204: x -->\n[[]] [[y]]\n", ["BW201"]),
        ("<!-- bw-ignore BW204, BW201: x -->\n[[]] [[y]]\n", []),
        ("<!-- bw-ignore BW204: x -->\n\n[[]]\n", ["BW901", "BW204"]),
        ("[[]] <!-- bw-ignore BW204: x -->\n", ["BW204", "BW901"]),
        ("<!-- bw-ignore BW204 -->\n[[]]\n", ["BW903", "BW204"]),
        ("<!-- bw-ignore BW204:  -->\n[[]]\n", ["BW903", "BW204"]),
        ("<!-- bw-ignore BW99: x -->\n[[]]\n", ["BW902", "BW204"]),
        ("<!-- bw-ignore bw204: x -->\n[[]]\n", ["BW902", "BW204"]),
        ("<!-- bw-ignore: x -->\n[[]]\n", ["BW902", "BW204"]),
        ("<!-- bw-ignore BW204: x -->\nFine.\n", ["BW901"]),
        ("<!-- bw-ignore BW204, BW201: x -->\n[[]]\n", ["BW901"]),
        ("<!-- bw-ignore-file BW204: x -->\n\n<!-- bw-ignore BW204: y -->\n[[]]\n", ["BW901"]),
        ("<!-- bw-ignore BW901: x -->\n<!-- bw-ignore BW204: y -->\nFine.\n", ["BW901", "BW901"]),
    ],
)
def test_what_comments_do_and_what_is_wrong_with_them(body: str, wanted: list[str]) -> None:
    assert codes(body) == wanted


def test_wrong_comments_are_told_where_they_stand() -> None:
    (finding,) = run({"a.md": titled("A", "Words.\n<!-- bw-ignore BW99: x -->\n")}, select=("BW9",)).findings
    assert (finding.line, finding.column, finding.end_column) == (7, 1, 27)
    assert "'BW99'" in finding.message


@pytest.mark.parametrize("code", sorted(rule.code for rule in RULES if rule.integrity))
def test_rules_of_integrity_cannot_be_silenced_in_a_page(code: str) -> None:
    def check(page: Page, view: View) -> Iterator[Hit]:
        yield Hit(page.body, page.body + 1, "Found.", "x")

    rule = replace(BY_CODE[code], check=check, check_wiki=None, scope="file", problem="")
    page = titled("A", f"Found. <!-- bw-ignore-file {code}: please -->\n")
    report = run({"a.md": page}, rules=(rule, BY_CODE["BW901"]))
    assert sorted(found for _, found in told(report)) == sorted([code, "BW901"])
    assert report.suppressed == 0
    (useless,) = (finding for finding in report.findings if finding.code == "BW901")
    assert "a rule of integrity cannot be silenced in a page" in useless.message


@pytest.mark.parametrize(
    "code", ["BW101", "BW103", "BW105", "BW205", "BW307", "BW503", "BW504", "BW505", "BW601", "BW603", "BW607", "BW608"]
)
def test_the_rules_of_integrity_are_those_of_the_contract(code: str) -> None:
    assert BY_CODE[code].integrity


def test_comments_about_rules_that_did_not_run_are_not_judged() -> None:
    body = "<!-- bw-ignore BW204: x -->\nFine.\n"
    assert codes(body, select=("BW201", "BW901")) == []
    assert codes(body, select=("BW204",)) == []
    assert codes(body, ignore=("BW901", "BW210")) == []
    assert codes(body, configured={"BW204": "off"}) == []


def boom(page: Page, view: View) -> Iterator[Hit]:
    """A rule that finds one thing, then breaks."""
    yield Hit(page.body, page.body + 1, "Before the crash.", "before")
    raise ZeroDivisionError("broken\ninside")


def test_a_rule_that_raises_is_one_finding_a_page_and_hides_no_other() -> None:
    rules = (replace(EMPTY_LINK, check=boom, problem=""), BROKEN_LINK)
    errors: list[Exception] = []
    pages = {"a.md": titled("A", "[[x]]\n"), "b.md": titled("B", "[[y]]\n")}
    report = run(pages, rules=rules, on_crash=errors.append)
    for path in pages:
        assert sorted(code for at, code in told(report) if at == path) == ["BW201", "BW204", "BW904"]
    assert [type(error) for error in errors] == [ZeroDivisionError] * 2
    crash = next(finding for finding in report.findings if finding.code == "BW904")
    assert (crash.severity, crash.line, crash.column) == (Severity.BLOCK, 1, 1)
    assert crash.message.startswith("The rule BW204 crashed: ZeroDivisionError: broken")


def test_a_rule_that_ends_the_program_is_a_crash_too() -> None:
    def leave(page: Page, view: View) -> Iterator[Hit]:
        raise SystemExit(0)

    report = run({"a.md": titled("A", "[[x]]\n")}, rules=(replace(EMPTY_LINK, check=leave, problem=""), BROKEN_LINK))
    assert sorted(code for _, code in told(report)) == ["BW201", "BW904"]


def test_a_hit_outside_its_page_is_no_crash_of_the_run() -> None:
    def wild(page: Page, view: View) -> Iterator[Hit]:
        yield Hit(10**9, 10**9 + 1, "Far away.", "far")
        yield None  # type: ignore[misc]

    report = run({"a.md": titled("A", "[[x]]\n")}, rules=(replace(EMPTY_LINK, check=wild, problem=""), BROKEN_LINK))
    assert "BW904" in [code for _, code in told(report)]
    assert "BW201" in [code for _, code in told(report)]


def test_a_rule_over_the_whole_wiki_may_raise_too() -> None:
    def break_down(view: View) -> Iterator[Hit]:
        yield Hit(0, 0, "Found first.", "x", path="a.md")
        raise KeyError("gone")

    rule = replace(BY_CODE["BW210"], check_wiki=break_down)
    report = run({"a.md": titled("A", "[[x]]\n")}, rules=(rule, BROKEN_LINK))
    assert sorted(code for _, code in told(report)) == ["BW201", "BW210", "BW904"]


def compared(body: str, check: ChangeCheck | None = None, **settings: object) -> Report:
    """The report over a page with this body that was another one before."""
    change = change_of({"knowledge/a.md": titled("A", "Before.\n")}, {"knowledge/a.md": titled("A", body)})
    rules = (replace(BY_CODE["BW602"], check_change=check), BROKEN_LINK) if check else RULES
    return engine.run(View(change.head, NOW, change=change), Settings(**{"rules": rules, **settings}))  # type: ignore[arg-type]


def found_in_change(view: View, change: Change) -> Iterator[Hit]:
    """A rule on changes that finds something in the page, in a page that is gone, and beside the brain."""
    page = change.head.pages["knowledge/a.md"]
    yield Hit(page.body, page.body + 1, f"{len(change.edited)} edited.", "x", path=page.path)
    yield Hit(0, 0, "Gone.", "y", path="knowledge/gone.md")
    yield Hit(0, 0, "Beside.", "z", path="/brainwiki.toml")


def test_rules_on_changes_run_only_where_two_states_are_compared() -> None:
    report = compared("[[x]]\n", found_in_change)
    assert [(one.path, one.line, one.code) for one in report.findings] == [
        ("brainwiki.toml", 1, "BW602"),
        ("knowledge/a.md", 6, "BW201"),
        ("knowledge/a.md", 6, "BW602"),
        ("knowledge/gone.md", 1, "BW602"),
    ]
    alone = run(
        {"knowledge/a.md": titled("A", "[[x]]\n")}, rules=(replace(BY_CODE["BW602"], check_change=found_in_change),)
    )
    assert alone.findings == ()


def test_a_rule_on_changes_that_raises_hides_no_other() -> None:
    def break_down(view: View, change: Change) -> Iterator[Hit]:
        yield Hit(0, 0, "First.", "x", path="knowledge/a.md")
        raise KeyError("gone")

    report = compared("[[x]]\n", break_down)
    assert sorted(code for _, code in told(report)) == ["BW201", "BW602", "BW904"]


def test_a_rule_on_changes_is_selected_lowered_and_silenced_like_any_other() -> None:
    comment = "<!-- bw-ignore-file BW602: on purpose -->\n\nText.\n"
    assert compared(comment, found_in_change).suppressed == 1
    assert len(compared(comment, found_in_change, ignore=("BW602",)).findings) == 0
    assert len(compared("Text.\n", found_in_change, paths={"knowledge/*": {"BW602": "off"}}).findings) == 1


def test_a_comment_on_a_rule_on_changes_is_never_without_effect() -> None:
    comment = "<!-- bw-ignore BW602: dropped on purpose -->\nText.\n"
    assert codes(comment) == []
    assert [code for _, code in told(compared(comment, select=("BW602", "BW9")))] == []
    assert codes("<!-- bw-ignore BW602 -->\nText.\n") == ["BW903"]


def test_a_crash_is_told_whatever_was_selected() -> None:
    rules = (replace(EMPTY_LINK, check=boom, problem=""),)
    report = run({"a.md": titled("A")}, rules=rules, select=("BW2",), ignore=("BW9",))
    assert sorted(code for _, code in told(report)) == ["BW204", "BW904"]


def test_listings_bear_only_the_rules_that_are_for_them() -> None:
    dialect = Dialect(reserved={"index.md": "index"})
    wiki = wiki_of({"index.md": "[[x]]\n"}, dialect)
    found = {code for _, code in told(run(wiki))}
    assert "BW201" in found
    assert all(BY_CODE[code].listings or BY_CODE[code].scope == "wiki" for code in found)


def test_a_hit_may_be_milder_than_its_rule_but_not_than_the_configuration() -> None:
    def mild(page: Page, view: View) -> Iterator[Hit]:
        yield Hit(0, 1, "Mild.", "x", mild=True)

    rules = (replace(BROKEN_LINK, check=mild, among=None),)
    pages = {"a.md": titled("A")}
    assert run(pages, rules=rules).findings[0].severity is Severity.WARN
    assert run(pages, rules=(replace(EMPTY_LINK, check=mild, problem=""),)).findings[0].severity is Severity.WARN


def test_findings_come_by_path_line_column_and_code() -> None:
    pages = {
        "b.md": titled("B", "[[x]] [[y]]\n[[z]] [[]]\n"),
        "a.md": titled("A", "[[]]\n[[x]]\n", more="country: no\n"),
    }
    report = run(pages, ignore=("BW210",))
    places = [(finding.path, finding.line, finding.column, finding.code) for finding in report.findings]
    assert places == sorted(places)
    assert [place[0] for place in places] == ["a.md"] * 3 + ["b.md"] * 4


def test_two_runs_give_the_same_bytes_whatever_the_order_of_the_rules() -> None:
    pages = {
        f"{name}.md": titled(name, "[[x]] [[]] \u200b\n\n[cite:9] [[y]] <script>\n", more="country: no\n")
        for name in "cab"
    }
    first = dump(as_json(run(pages), "/w"))
    assert dump(as_json(run(pages), "/w")) == first
    shuffled = list(RULES)
    random.Random(1).shuffle(shuffled)
    assert dump(as_json(run(pages, rules=tuple(shuffled)), "/w")) == first


def test_a_fingerprint_survives_a_move_and_tells_subjects_apart() -> None:
    def prints(body: str) -> list[str]:
        findings: tuple[Finding, ...] = run({"a.md": titled("A", body)}, select=("BW201",)).findings
        return [finding.fingerprint for finding in findings]

    (alone,) = prints("[[x]]\n")
    assert prints("Words.\n\nMore. [[x]]\n") == [alone]
    assert prints("[[X]]\n") == [alone]
    assert prints("[[y]]\n") != [alone]
    assert len(alone) == 16
    other = run({"b.md": titled("A", "[[x]]\n")}, select=("BW201",)).findings[0].fingerprint
    assert other != alone


def test_what_cannot_be_read_here_is_counted() -> None:
    text = titled("A", "x [cite:1]\n", "sources: [{id: 1, resource: 'https://a.b'}]\n")
    assert run({"a.md": text}).unverifiable == (("a web address is not read while offline", 1),)
