"""What is current: values that disagree, lines in the wrong order, an index and a log that fell behind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from brainwiki.config.profile import NAMES, load_profile
from brainwiki.model.change import Change
from brainwiki.model.finding import Finding
from brainwiki.rules import engine
from brainwiki.rules.compact_index import LEAD, compact_index
from brainwiki.rules.engine import Settings
from brainwiki.rules.rule import View
from brainwiki.usecases.check import check
from tests.helpers import NOW, make_brain, titled, wiki_of

BRAIN = load_profile("brain").dialect


def findings(texts: Mapping[str, str], code: str, title: str = "") -> tuple[Finding, ...]:
    """The findings of one rule on a brain."""
    return engine.run(View(wiki_of(texts, BRAIN), NOW, title=title), Settings(select=(code,))).findings


def typed(*entries: Mapping[str, str]) -> str:
    """Front matter with these properties."""
    lines = ["properties:\n"]
    for entry in entries:
        lines.extend(
            f"  {'-' if number == 0 else ' '} {key}: {value}\n" for number, (key, value) in enumerate(entry.items())
        )
    return "".join(lines)


def rate(value: str, **more: str) -> dict[str, str]:
    return {"property": "rate", "value": value, **more}


def values(**pages: list[dict[str, str]]) -> list[tuple[str, str]]:
    """Path and message of what is said of pages with these properties."""
    texts = {f"knowledge/{name}.md": titled(name.capitalize(), more=typed(*entries)) for name, entries in pages.items()}
    return [(one.path.removeprefix("knowledge/"), one.message) for one in findings(texts, "BW405")]


def test_two_values_are_told_at_the_later_one() -> None:
    found = values(a=[rate("48 kHz", subject="box")], box=[rate("25.6 kHz")])
    assert found == [("box.md", "`rate` of Box is '25.6 kHz' here and '48 kHz' on knowledge/a.")]


def test_two_values_of_one_page_are_told_at_the_value() -> None:
    text = titled("A", more=typed(rate("48 kHz"), {"property": "colour", "value": "blue"}, rate("25.6 kHz")))
    (found,) = findings({"knowledge/a.md": text}, "BW405")
    assert (found.line, found.column) == (11, 12)
    assert found.message == "`rate` of A is '25.6 kHz' here and '48 kHz' further up."
    assert found.subject == "a rate 25.6 kHz"


def test_each_value_that_differs_from_the_first_is_told() -> None:
    assert (
        len(values(a=[rate("1")], b=[rate("2", subject="a")], c=[rate("1", subject="a")], d=[rate("3", subject="a")]))
        == 2
    )


@pytest.mark.parametrize(
    "subject", ["box", "Box", "knowledge/box", '"[[box]]"', '"[[Box#Rates|the box]]"', "ＢＯＸ", "the crate"]
)
def test_a_subject_is_a_name_as_links_have_it(subject: str) -> None:
    box = titled("Box", more=f'aliases: ["the crate"]\n{typed(rate("25.6 kHz"))}')
    texts = {"knowledge/box.md": box, "knowledge/z.md": titled("Z", more=typed(rate("48 kHz", subject=subject)))}
    assert len(findings(texts, "BW405")) == 1


@pytest.mark.parametrize(
    ("one", "other", "count"),
    [
        ("the old pump", "The Old Pump", 1),
        ("l'été", "L'ÉTÉ", 1),
        ("古いポンプ", "古いポンプ", 1),
        ("the old pump", "the new pump", 0),
        ("a", "b", 0),
        ("", "the old pump", 0),
    ],
)
def test_a_subject_without_a_page_is_compared_as_a_name(one: str, other: str, count: int) -> None:
    found = values(a=[rate("1", subject=f'"{one}"')], b=[rate("2", subject=f'"{other}"')])
    assert len(found) == count


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (rate("48 kHz"), rate("48 kHz", subject="a")),
        (rate('"48  kHz"'), rate("48 KHZ", subject="a")),
        (rate("４８ kHz"), rate("48 kHz", subject="a")),
        (rate("48 kHz", until="2026-04-07"), rate("25.6 kHz", subject="a")),
        (rate("48 kHz"), rate("25.6 kHz", subject="a", until="2026-04-07")),
        (rate("48 kHz"), rate("25.6 kHz")),
        (rate("48 kHz"), {"property": "other rate", "value": "25.6 kHz", "subject": "a"}),
        (rate("48 kHz"), {"property": "rate", "subject": "a"}),
        (rate("48 kHz"), {"value": "25.6 kHz", "subject": "a"}),
        (rate("48 kHz"), rate("[25.6 kHz]", subject="a")),
    ],
)
def test_values_that_agree_or_do_not_compare(one: dict[str, str], other: dict[str, str]) -> None:
    assert values(a=[one], b=[other]) == []


@pytest.mark.parametrize(
    ("path", "more"), [("sources/b.md", ""), ("sessions/b/session.md", ""), ("knowledge/b.md", "status: deprecated\n")]
)
def test_what_is_no_current_page_has_no_current_value(path: str, more: str) -> None:
    texts = {
        "knowledge/a.md": titled("A", more=typed(rate("1"))),
        path: titled("B", more=more + typed(rate("2", subject="a"))),
    }
    assert findings(texts, "BW405") == ()


@pytest.mark.parametrize(
    "more", ["properties: rate\n", "properties:\n  rate: 1\n", "properties: [rate, 1]\n", "properties:\n"]
)
def test_other_shapes_are_the_schemas_business(more: str) -> None:
    texts = {
        "knowledge/a.md": titled("A", more=more),
        "knowledge/b.md": titled("B", more=typed(rate("2", subject="a"))),
    }
    assert findings(texts, "BW405") == ()
    assert {one.code for one in findings(texts, "BW1")} == {"BW115"}


@pytest.mark.parametrize("name", [name for name in NAMES if name != "brain"])
def test_in_other_wikis_properties_belong_to_others(name: str) -> None:
    profile = load_profile(name)
    texts = {
        "a.md": titled("A", more="properties:\n  rate: 1\n"),
        "b.md": titled("B", more=typed(rate("1"), rate("2", until="soon"))),
    }
    report = engine.run(
        View(wiki_of(texts, profile.dialect), NOW, profile.required), Settings(profile.severities, ignore=("BW2",))
    )
    assert report.findings == ()


HISTORY = "(until 2026-05-02) It was red. [cite:1]"
CURRENT = "It is blue. [cite:1]"


def upside_down(body: str) -> list[tuple[int, str]]:
    """Line of the body and message of what is said of the order of its items."""
    text = titled("A", body, "sources:\n  - id: 1\n    resource: https://example.org/a\n")
    return [(one.line - 8, one.message) for one in findings({"knowledge/a.md": text}, "BW406")]


@pytest.mark.parametrize(
    ("body", "line"),
    [
        (f"- {HISTORY}\n", 1),
        (f"- {HISTORY}\n- {CURRENT}\n", 1),
        (f"- {CURRENT}\n- {HISTORY}\n", 2),
        (f"{CURRENT}\n\n1. {HISTORY}\n", 3),
        (f"* {HISTORY}\n    - {HISTORY}\n", 1),
        (f"> + {HISTORY}\n", 1),
        (f"- {CURRENT}\n\n## Earlier\n\n- {HISTORY}\n", 5),
        (f"- [ ] {HISTORY}\n", 1),
        ("- (until 2026-05-02) 赤かった。[cite:1]\n", 1),
        ("- (until 2026-02-31) It was red. [cite:1]\n", 1),
    ],
)
def test_history_stands_under_what_holds(body: str, line: int) -> None:
    ((found, message),) = upside_down(body)
    assert found == line
    assert message.startswith("No current item stands over the history item '(until 2026-")


@pytest.mark.parametrize(("day", "lines"), [("2026-05-01", [1]), ("2026-05-02", []), ("2026-06-01", []), ("", [1])])
def test_what_was_retracted_has_nothing_over_it(day: str, lines: list[int]) -> None:
    """Evidence that is not older than the end of a claim says that it holds no more."""
    at = f"    at: {day}T09:00:00+02:00\n" if day else "    title: b\n"
    sources = (
        "sources:\n  - id: 1\n    resource: https://example.org/a\n  - id: 2\n    resource: https://example.org/b\n"
    )
    text = titled("A", f"- {HISTORY.replace('cite:1', 'cite:1,2')}\n- {CURRENT}\n", sources + at)
    assert [one.line - 11 for one in findings({"knowledge/a.md": text}, "BW406")] == lines


@pytest.mark.parametrize(
    ("body", "line"),
    [
        (f"- {HISTORY}\n    - {CURRENT}\n", 2),
        (f"- {HISTORY}\n\n    - {CURRENT}\n", 3),
        (f"- {CURRENT}\n    - {HISTORY}\n        - {CURRENT}\n", 3),
        (f"- {CURRENT}\n    - {HISTORY}\n    - {HISTORY}\n        1. {CURRENT}\n", 4),
    ],
)
def test_what_holds_does_not_stand_under_history(body: str, line: int) -> None:
    assert upside_down(body) == [
        (line, "The item 'It is blue. [cite:1]' stands under the history item '(until 2026-05-02)'.")
    ]


def test_every_current_item_under_history_is_told() -> None:
    found = upside_down(f"- {HISTORY}\n    - {CURRENT}\n    - {CURRENT}\n- {HISTORY}\n")
    assert [line for line, _ in found] == [2, 3, 4]


@pytest.mark.parametrize(
    "body",
    [
        f"- {CURRENT}\n    - {HISTORY}\n",
        f"- {CURRENT}\n    - {HISTORY}\n    - {HISTORY}\n",
        f"- {CURRENT}\n    - {HISTORY}\n        - {HISTORY}\n",
        f"- {CURRENT}\n\n    Of the sky.\n\n    - {HISTORY}\n\n      It was dark.\n",
        f"- Colours\n    - {CURRENT}\n        - {HISTORY}\n",
        f"> - {CURRENT}\n>     - {HISTORY}\n",
        f"- [x] {CURRENT}\n    - {HISTORY}\n",
        f"{HISTORY}\n",
        "- It is open (until 2026-05-02).\n",
        "- (until spring) It was red.\n",
        "- (until 5 pm) buy milk\n",
        f"```\n- {HISTORY}\n```\n\n    - {HISTORY}\n\n<!--\n- {HISTORY}\n-->\n",
        "- `(until 2026-05-02)` opens history.\n",
        f"- ```\n  x\n  ```\n    - {HISTORY}\n",
    ],
)
def test_history_in_its_place_is_not_told(body: str) -> None:
    assert upside_down(body) == []


PAGES = {
    "knowledge/pump.md": titled("Pump"),
    "knowledge/valve.md": titled("Valve"),
    "notes/tips/oil.md": titled("Oil", "Text.\n"),
    "sources/report.md": "---\ntype: source\ntitle: Report\n---\nText.\n",
}


def generated(texts: Mapping[str, str], title: str = "Machines") -> str:
    return compact_index(wiki_of(texts, BRAIN), title)


def outdated(index: str, texts: Mapping[str, str] = PAGES, title: str = "") -> list[str]:
    """What is said of an index over these pages."""
    found = findings({**texts, "index.md": index}, "BW407", title)
    assert {one.path for one in found} <= {"index.md"}
    return [one.message.removeprefix("The index is out of date: ") for one in found]


def test_an_index_as_generated_is_not_told() -> None:
    assert outdated(generated(PAGES)) == []
    assert outdated(generated(PAGES), title="Machines") == []
    assert outdated(generated({}), {}) == []


def test_an_index_that_lacks_pages_is_told() -> None:
    some = {"knowledge/pump.md": titled("Pump")}
    assert outdated(generated(some)) == ["it lacks knowledge/valve, notes/tips/oil."]
    many = {f"knowledge/p{number}.md": titled(f"P{number}") for number in range(1, 6)}
    assert outdated(generated({}), many) == ["it lacks knowledge/p1, knowledge/p2, knowledge/p3 and 2 more."]


def test_an_index_that_lists_pages_which_are_gone_is_told() -> None:
    more = {**PAGES, "knowledge/seal.md": titled("Seal")}
    assert outdated(generated(more)) == ["it lists seal, gone since."]
    moved = {**more, "knowledge/crank.md": titled("Crank")}
    del moved["knowledge/pump.md"]
    assert outdated(generated(moved)) == ["it lacks knowledge/pump; it lists crank, seal, gone since."]


def test_an_index_with_old_lines_is_told_at_the_first() -> None:
    index = generated(PAGES).replace("- [[pump]] — d", "- [[pump]] — a pump")
    assert outdated(index) == ["1 of its lines differ from what the pages say."]
    (found,) = findings({**PAGES, "index.md": index}, "BW407")
    assert (found.line, found.subject, found.fix) == (7, "index", "safe")
    lines = generated(PAGES).split("\n")
    swapped = "\n".join([*lines[:6], lines[7], lines[6], *lines[8:]])
    assert outdated(swapped) == ["its lines stand in another order."]
    assert outdated(generated(PAGES) + "\nMore.\n") == ["1 of its lines differ from what the pages say."]


def test_the_title_counts_where_the_workspace_declares_one() -> None:
    assert outdated(generated(PAGES, "Old name")) == []
    assert outdated(generated(PAGES, "Old name"), title="New name") == [
        "1 of its lines differ from what the pages say."
    ]


def test_a_name_that_became_ambiguous_is_an_old_line_and_no_missing_page() -> None:
    twins = {**PAGES, "knowledge/old/pump.md": titled("Old pump")}
    assert outdated(generated(PAGES), twins) == ["3 of its lines differ from what the pages say."]
    index = generated(twins).replace("|Old pump]]", "|Pump of old]]")
    assert outdated(index, twins) == ["1 of its lines differ from what the pages say."]


@pytest.mark.parametrize(
    "index",
    ["", "# Machines\n", "# Machines\n\nOne line a page.\n\n- [[pump]]\n", f"{LEAD}\n\n- [[pump]]\n", f"# M\n{LEAD}\n"],
)
def test_an_index_that_a_person_wrote_is_left_alone(index: str) -> None:
    assert outdated(index) == []


def test_a_change_brings_no_index_and_other_wikis_have_their_own() -> None:
    old = {**PAGES, "index.md": generated({}), "log.md": "# Log\n\n## soon\n"}
    view = View(wiki_of(old, BRAIN), NOW)
    assert len(engine.run(view, Settings(select=("BW407",))).findings) == 2
    change = Change(base=wiki_of({}, BRAIN), head=view.wiki)
    assert engine.run(replace(view, change=change), Settings(select=("BW407",))).findings == ()
    for name in NAMES[1:]:
        other = View(wiki_of(old, load_profile(name).dialect), NOW)
        assert engine.run(other, Settings(select=("BW407",))).findings == ()


def log(*headings: str) -> list[tuple[int, str]]:
    """Line and message of what is said of a log with these headings."""
    text = "# Log\n" + "".join(f"\n{heading}\n" for heading in headings)
    return [(one.line, one.message) for one in findings({"log.md": text}, "BW407")]


def test_a_log_goes_from_the_newest_day_to_the_oldest() -> None:
    assert log("## 2026-05-02", "## 2026-05-01", "## 2026-05-01", "### Later", "## 2025-12-31 (release)") == []
    assert log("## 2026-05-01", "## 2026-05-02", "## 2026-05-03") == [
        (5, "The log goes from the newest day to the oldest, and 2026-05-02 stands under 2026-05-01.")
    ]


@pytest.mark.parametrize("heading", ["soon", "2026-02-31", "2026-5-1", "2026-05-011", "May 2026", "2026年5月1日"])
def test_a_heading_of_a_log_is_a_date(heading: str) -> None:
    assert log("## 2026-05-02", f"## {heading}", "## 2026-05-01") == [
        (5, f"The log's heading '{heading}' is not a date YYYY-MM-DD.")
    ]


def test_the_title_of_the_configuration_reaches_the_rule(tmp_path: object) -> None:
    workspace = make_brain(tmp_path, {**PAGES, "index.md": generated(PAGES, "Old")}, config='title = "New"\n')  # type: ignore[arg-type]
    assert [one.code for one in check(workspace, select=("BW407",)).report.findings] == ["BW407"]
