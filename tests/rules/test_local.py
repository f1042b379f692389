"""Local rules: codes that collide with no built-in one, every mistake at once, and the same engine for both kinds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from brainwiki.model.finding import Severity
from brainwiki.model.page import Page
from brainwiki.rules import baseline, engine, mending
from brainwiki.rules.local import guarded, is_local, mistakes
from brainwiki.rules.register import BY_CODE, RULES, find
from brainwiki.rules.reports import exchange
from brainwiki.rules.rule import Example, Hit, Rule, View
from tests.helpers import NOW, page_of, titled, wiki_of


def shouting(page: Page, view: View) -> Iterator[Hit]:
    """Every exclamation mark of the body."""
    at = page.text.find("!\n", page.body)
    if at >= 0:
        yield Hit(at, at + 1, "The page shouts.", "!")


SHOUT = Rule(
    "XW101",
    "shouting",
    Severity.BLOCK,
    "A page that shouts.",
    "Nobody listens.",
    "Use a full stop.",
    bad=(Example("No!\n"),),
    good=(Example("No.\n"),),
    check=shouting,
)


@pytest.mark.parametrize(
    ("code", "local"),
    [
        ("XW101", True),
        ("XW999", True),
        ("XW099", False),
        ("XW1000", False),
        ("XW10", False),
        ("xw101", False),
        ("BW101", False),
        ("XW101\n", False),
        ("XW１01", False),
        ("", False),
    ],
)
def test_the_form_of_local_codes(code: str, local: bool) -> None:
    assert is_local(code) is local


def test_no_built_in_rule_has_a_local_code() -> None:
    assert not [rule.code for rule in RULES if is_local(rule.code) or rule.code.startswith("X")]


@pytest.mark.parametrize(
    ("change", "wanted"),
    [
        ({}, []),
        ({"code": "BW201"}, ["the code belongs to a built-in rule; local ones are XW and three digits, such as XW101"]),
        ({"code": "LW101"}, ["the code must be XW and three digits, such as XW101"]),
        ({"code": None}, ["the code must be XW and three digits, such as XW101"]),
        ({"slug": "Shouting!"}, ["the slug 'Shouting!' must be lower-case words joined by hyphens"]),
        ({"slug": 3}, ["the slug 3 must be lower-case words joined by hyphens"]),
        ({"slug": "broken-wikilink"}, ["the slug 'broken-wikilink' belongs to the built-in rule BW201"]),
        ({"summary": "", "why": 3}, ["`summary` must be a sentence", "`why` must be a sentence"]),
        ({"severity": "BLOCK "}, ["`severity` must be Severity.BLOCK or Severity.WARN"]),
        ({"scope": "engine"}, ["`scope` must be one of file, wiki, change"]),
        ({"check": None}, ["a rule of scope file needs a function in `check`, and only there"]),
        ({"check": 3}, ["a rule of scope file needs a function in `check`, and only there"]),
        ({"check_wiki": print}, ["a rule of scope file needs a function in `check`, and only there"]),
        ({"scope": "wiki"}, []),
        ({"scope": "wiki", "check": None, "check_wiki": print}, []),
        ({"scope": "change"}, ["a rule of scope change needs a function in `check_change`, and only there"]),
        ({"bad": ("No!",)}, ["`bad` must be a tuple of Example"]),
        ({"good": []}, ["`good` must be a tuple of Example"]),
        ({"fix": "safe"}, ["a local rule only looks; leave out `fix` and `mend`"]),
        ({"code": "x", "slug": "", "remedy": " "}, 3),
    ],
)
def test_what_is_wrong_with_a_rule(change: dict[str, object], wanted: list[str] | int) -> None:
    found = mistakes([("checks/rules/a.py", replace(SHOUT, **change))])  # type: ignore[arg-type]
    if isinstance(wanted, int):
        assert len(found) == wanted
    else:
        assert found == tuple(f"checks/rules/a.py: {change.get('code', 'XW101')}: {words}" for words in wanted)


def test_two_rules_of_one_name_are_told_at_both_places() -> None:
    assert mistakes([("a.py", SHOUT), ("b.py", SHOUT), ("b.py", replace(SHOUT, code="XW102"))]) == (
        "a.py: XW101: the code is used twice",
        "a.py: XW101: the slug 'shouting' is used twice",
        "b.py: XW101: the code is used twice",
        "b.py: XW101: the slug 'shouting' is used twice",
        "b.py: XW102: the slug 'shouting' is used twice",
    )


def run(body: str, rule: Rule | None = SHOUT, **settings: object) -> engine.Report:
    """The report on one page with all built-in rules, and a local one."""
    rules = (*RULES, rule) if rule else RULES
    how = {"ignore": ("BW210",), **settings}
    return engine.run(View(wiki_of({"a.md": titled("A", body)}), NOW), engine.Settings(rules=rules, **how))  # type: ignore[arg-type]


def codes(body: str, rule: Rule | None = SHOUT, **settings: object) -> list[str]:
    """The codes in such a report."""
    return [finding.code for finding in run(body, rule, **settings).findings]


def test_a_local_rule_finds_what_it_looks_for() -> None:
    (finding,) = run("Stop!\n").findings
    assert finding[:6] == ("a.md", 6, 5, "XW101", "shouting", Severity.BLOCK)
    assert (finding.message, finding.remedy) == ("The page shouts.", "Use a full stop.")
    assert codes("Stop.\n") == []


@pytest.mark.parametrize(
    ("settings", "wanted"),
    [
        ({"select": ("XW",)}, ["XW101"]),
        ({"select": ("BW",)}, []),
        ({"ignore": ("XW101", "BW210")}, []),
        ({"configured": {"XW101": "off"}, "ignore": ("BW",)}, []),
        ({"configured": {"XW101": "off"}}, ["BW905"]),
        ({"paths": {"a*": {"XW101": "off", "reason": "r"}}, "ignore": ("BW",)}, []),
    ],
)
def test_a_local_rule_is_set_like_any_other(settings: dict[str, object], wanted: list[str]) -> None:
    assert [code for code in codes("Stop!\n", **settings) if code != "BW210"] == wanted


def test_a_severity_that_is_set_counts() -> None:
    report = run("Stop!\n", configured={"XW101": "WARN"}, ignore=("BW",))
    assert [finding.severity for finding in report.findings] == [Severity.WARN]
    assert report.lowered == ("XW101 is WARN by configuration",)


@pytest.mark.parametrize(
    ("comment", "rule", "wanted"),
    [
        ("XW101: it is a title", SHOUT, []),
        ("XW101", SHOUT, ["XW101", "BW903"]),
        ("XW102: misspelt", SHOUT, ["XW101", "BW902"]),
        ("XW101: please", replace(SHOUT, integrity=True), ["XW101", "BW901"]),
        ("XW101: it is a title", None, []),
        ("XW101", None, []),
        ("XW1: misspelt", None, ["BW902"]),
    ],
)
def test_a_comment_silences_a_local_rule_and_is_judged_where_it_runs(
    comment: str, rule: Rule | None, wanted: list[str]
) -> None:
    assert sorted(codes(f"<!-- bw-ignore {comment} -->\nStop!\n", rule)) == sorted(wanted)


def test_a_crash_names_the_place_to_mend() -> None:
    def crash(page: Page, view: View) -> Iterator[Hit]:
        raise KeyError("x")

    (finding,) = run("Text.\n", replace(SHOUT, check=crash)).findings
    assert (finding.code, finding.message) == ("BW904", "The rule XW101 crashed: KeyError: 'x'.")
    assert finding.remedy == "Mend the rule in checks/rules; `--debug` prints the traceback."


@pytest.mark.parametrize(
    "hit",
    [
        Hit(0, 1, "Found.", "x"),
        Hit(-1, 1, "Found.", "x"),
        Hit(3, 1, "Found.", "x"),
        Hit(0, 1, None, "x"),  # type: ignore[arg-type]
        Hit(0, 1, "Found.", 3),  # type: ignore[arg-type]
        Hit(0, 1.5, "Found.", "x"),  # type: ignore[arg-type]
        (0, 1, "Found.", "x"),
        None,
        "x" * 500,
    ],
)
def test_a_hit_that_is_none_is_a_crash(hit: Hit) -> None:
    rule = guarded(replace(SHOUT, check=lambda page, view: [hit]), "d")
    (finding,) = run("Text.\n", rule, ignore=("BW2",)).findings
    assert finding.code == ("XW101" if hit == Hit(0, 1, "Found.", "x") and isinstance(hit, Hit) else "BW904")
    assert finding.code == "XW101" or "TypeError: no Hit with offsets and texts" in finding.message
    assert len(finding.message) < 300


def test_every_sort_of_function_is_guarded() -> None:
    rule = replace(SHOUT, scope="wiki", check=None, check_wiki=lambda view: [None])  # type: ignore[list-item, return-value]
    assert codes("Text.\n", guarded(rule, "d"), ignore=("BW2",)) == ["BW904"]
    assert (guarded(rule, "d").check, guarded(rule, "d").digest) == (None, "d")


def test_reports_in_foreign_forms_explain_a_local_rule() -> None:
    (sarif,) = exchange.as_sarif(run("[[x]] Stop!\n"))["runs"]
    listed = sarif["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in listed] == ["BW201", "XW101"]
    assert listed[1]["shortDescription"] == {"text": "A page that shouts."}
    assert "title=XW101 shouting::The page shouts." in exchange.as_github(run("Stop!\n"))


def test_a_baseline_allows_findings_of_a_local_rule_but_not_of_integrity() -> None:
    findings = run("Stop!\n", ignore=("BW",)).findings
    counts = baseline.count(findings, {"XW101": SHOUT})
    assert baseline.parse(baseline.written(counts)) == counts == {"a.md": {"XW101": 1}}
    assert baseline.apply(run("Stop!\n", ignore=("BW",)), counts, lambda path, code: True).findings == ()
    strict = replace(SHOUT, integrity=True)
    assert baseline.count(findings, {"XW101": strict}) == {}
    assert baseline.apply(run("Stop!\n", strict, ignore=("BW",)), counts, lambda path, code: True).findings != ()


def test_findings_of_a_local_rule_have_no_fix() -> None:
    page = page_of("Stop!\n")
    view = View(wiki_of({}), NOW)
    findings = run("Stop!\n", ignore=("BW",)).findings
    assert mending.mend(page.text.encode(), page, findings, view) == mending.Mended(page.text.encode(), (), ())
    assert mending.proposed(page, findings, view) == {}


def test_a_local_rule_is_found_by_its_names() -> None:
    rules = (*RULES, SHOUT)
    assert find("xw101", rules) is find("Shouting", rules) is SHOUT
    assert find("BW201", rules) is BY_CODE["BW201"]
    with pytest.raises(Exception, match=r"No rule 'XW1O1'\. Did you mean XW101"):
        find("XW1O1", rules)
    with pytest.raises(Exception, match="No rule 'XW101'"):
        find("XW101")
