"""Mistakes of rules that seeded faults brought to light (`tests/faults.py`)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from brainwiki.config.profile import load_profile
from brainwiki.markup.parser import MAX_PAGE
from brainwiki.model.dialect import Dialect
from brainwiki.rules import engine
from brainwiki.rules.register import RULES
from brainwiki.rules.rule import Example, Rule, View
from tests.helpers import HEAD, NOW, titled, wiki_of

SOURCE = "sources: [{id: 1, resource: 'https://example.org'}]\n"


def codes(texts: Mapping[str, str], profile: str = "brain", dialect: Dialect | None = None) -> list[str]:
    """The codes that these pages give, without those on orphans."""
    reading = load_profile(profile)
    wiki = wiki_of(texts, dialect or reading.dialect)
    settings = engine.Settings(reading.severities, ignore=("BW210", "BW211"))
    return [finding.code for finding in engine.run(View(wiki, NOW, reading.required), settings).findings]


@pytest.mark.parametrize(
    ("profile", "more", "body"),
    [
        ("llm-wiki", f"confidence: medium\nstatus: active\n{SOURCE}", "Text. [cite:1]\n"),
        ("brain", SOURCE, "- It is red. [cite:1]\n    - (until 2026-01-01) It was blue. [cite:1]\n"),
        ("brain", f"confidence: 0.5\n{SOURCE}", "- (until 2026-01-01) It was blue. [cite:1]\n"),
    ],
)
def test_a_page_whose_body_was_not_read_shows_no_faults_of_the_body(profile: str, more: str, body: str) -> None:
    assert codes({"knowledge/a.md": titled("A", body + "x" * MAX_PAGE, more)}, profile) == ["BW121"]
    found = codes({"knowledge/a.md": titled("A", body.replace("[cite:1]", ""), more)}, profile)
    assert {"BW302", "BW404" if "until" in body else "BW408"} <= set(found)


@pytest.mark.parametrize(
    ("field", "wanted"),
    [
        ('turns: ""', ["BW114"]),
        ('turns: " "', ["BW114"]),
        ("turns: x", ["BW115"]),
        ('started: ""', ["BW114"]),
        ('started: "  "', ["BW114"]),
        ("started: soon", ["BW117"]),
        ('ended: " "', ["BW117"]),
        ('ended: ""', []),
    ],
)
def test_an_empty_required_field_is_one_finding(field: str, wanted: list[str]) -> None:
    fields = {"started": "started: 2026-05-02T09:00:00Z", "turns": "turns: 2", field.partition(":")[0]: field}
    text = "---\ntype: session\n" + "\n".join(fields.values()) + "\n---\nA talk.\n"
    assert [one for one in codes({"sessions/x/session.md": text}) if one != "BW701"] == wanted


def test_a_drive_is_no_path_from_the_root_of_the_wiki() -> None:
    body = "[[/b]] [[C:\\x]] [[\\\\host\\x]] [x](C:\\x.md)\n"
    texts = {"a.md": titled("A", body), "b.md": titled("B")}
    assert codes(texts, dialect=Dialect(root_links=True)) == ["BW205"] * 3
    assert codes(texts, dialect=Dialect()) == ["BW205"] * 4


@pytest.mark.parametrize("address", ["java\tscript:x()", "\tjavascript:x()", "javascript\t:x()", "vb\tscript:x"])
def test_a_tab_in_a_scheme_is_no_disguise(address: str) -> None:
    assert "BW504" in codes({"a.md": titled("A", f"[run](<{address}>)\n")})
    escaped = address.replace("\t", "\\t")
    more = f'sources: [{{id: 1, resource: "{escaped}"}}]\n'
    assert "BW504" in codes({"a.md": titled("A", "Text. [cite:1]\n", more)})


@pytest.mark.parametrize("value", ["ends in n", "no", "[a, no]", "{a: no}"])
def test_the_repeat_of_a_key_is_no_value_of_its_own(value: str) -> None:
    """The dropped repeat has a place and no value: neither a letter of the first nor its last item."""
    once = codes({"knowledge/a.md": titled("A", more=f"planted: {value}\n")})
    twice = codes({"knowledge/a.md": titled("A", more=f"planted: {value}\nplanted: {value}\n")})
    assert once == ([] if "n n" in value else ["BW116"])
    assert sorted(twice) == sorted([*once, "BW110"])


MOVABLE = [
    pytest.param(rule, example, id=f"{rule.code}-{number}")
    for rule in RULES
    for number, example in enumerate(rule.bad, 1)
    if example.base is None
    and rule.scope == "file"
    and (example.wrap or example.text.startswith("---\n"))
    and rule.code not in ("BW107", "BW112")  # a field more would mend them
]


@pytest.mark.parametrize(("rule", "example"), MOVABLE)
def test_a_finding_is_the_same_after_an_edit_above_it(rule: Rule, example: Example) -> None:
    """A fingerprint holds no place and no count: else every edit above a finding would make it a new one."""
    text = HEAD + example.text if example.wrap else example.text
    moved = text.replace("---\n", "---\nplanted_a: b\nplanted_b: 1\n", 1)
    settings = engine.Settings(rules=(rule,))
    prints = [
        [finding.fingerprint for finding in engine.run(View(wiki_of({"knowledge/a.md": one}), NOW), settings).findings]
        for one in (text, moved)
    ]
    assert prints[0] == prints[1]
