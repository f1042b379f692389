"""BW508: only pages whose scope is public, and never the value itself."""

from __future__ import annotations

import pytest

from brainwiki.config.profile import NAMES, load_profile
from brainwiki.model.finding import Finding, Severity
from brainwiki.rules import engine
from brainwiki.rules.engine import Settings
from brainwiki.rules.families.privacy import is_public
from brainwiki.rules.reports.exchange import as_sarif
from brainwiki.rules.reports.report import as_text
from brainwiki.rules.rule import View
from tests.helpers import NOW, page_of, titled, wiki_of

MAIL = "jo.meyer@post.brainwiki"


def told(more: str, body: str = f"Write to {MAIL}.\n", profile: str = "brain") -> list[Finding]:
    """The findings on one page."""
    chosen = load_profile(profile)
    wiki = wiki_of({"knowledge/a.md": titled("A", body, more)}, chosen.dialect)
    return list(engine.run(View(wiki, NOW), Settings(chosen.severities, select=("BW508",))).findings)


@pytest.mark.parametrize(
    ("more", "public"),
    [
        ("scope: public\n", True),
        ("scope: 'Public '\n", True),
        ("scope: [account, public]\n", True),
        ("scope:\n  - public\n", True),
        ("scope: account\n", False),
        ("scope: project:public\n", False),
        ("scope: public-ish\n", False),
        ("scope: {public: yes}\n", False),
        ("scope:\n", False),
        ("scope: []\n", False),
        ("visibility: public\n", False),
        ("", False),
    ],
)
def test_only_public_pages_are_looked_at(more: str, public: bool) -> None:
    assert is_public(page_of("Text.\n", f"---\ntype: concept\n{more}---\n")) is public
    assert len(told(more)) == public


@pytest.mark.parametrize("profile", NAMES)
def test_it_holds_in_every_profile(profile: str) -> None:
    ((finding),) = told("scope: public\n", profile=profile)
    assert (finding.severity, finding.line) == (Severity.WARN, 7)


def test_a_page_without_front_matter_is_not_public() -> None:
    assert not is_public(page_of(f"{MAIL}\n", ""))


def test_the_value_is_masked_wherever_it_is_printed() -> None:
    body = f"Write to {MAIL} or +49 30 2264 5197 by day.\n"
    wiki = wiki_of({"knowledge/a.md": titled("A", body, "scope: public\n")})
    report = engine.run(View(wiki, NOW), Settings(select=("BW508",)))
    assert [finding.message for finding in report.findings] == [
        "The page is public and holds an e-mail address: `jo…`.",
        "The page is public and holds a telephone number: `+4…`.",
    ]
    for printed in (as_text(report, wiki.pages), str(as_sarif(report))):
        assert "meyer" not in printed
        assert "2264" not in printed


def test_front_matter_and_code_are_read_too() -> None:
    found = told(f"scope: public\nowner: {MAIL}\n", f"```\n{MAIL}\n```\n<!-- {MAIL} -->\n")
    assert [finding.line for finding in found] == [6, 9, 11]


def test_it_can_be_silenced_with_a_reason() -> None:
    body = f"<!-- bw-ignore BW508: she asked for it -->\nWrite to {MAIL}.\n"
    assert told("scope: public\n", body) == []


def test_two_values_have_two_fingerprints_and_one_has_one() -> None:
    first, second, again = told("scope: public\n", f"{MAIL}, al@post.brainwiki, {MAIL}\n")
    assert first.fingerprint == again.fingerprint != second.fingerprint
