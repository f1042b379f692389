"""What the tests of rules on changes share: findings of one rule, small pages."""

from __future__ import annotations

from brainwiki.model.change import Change
from brainwiki.model.finding import Finding
from brainwiki.rules import engine
from brainwiki.rules.engine import Settings
from brainwiki.rules.rule import View
from tests.helpers import NOW, Texts, change_of, titled

A, B, C = "knowledge/a.md", "knowledge/b.md", "knowledge/c.md"
SOURCES = "sources:\n  - id: 1\n    resource: https://e.org/1\n  - id: 2\n    resource: https://e.org/2\n"
RUNS = "The pump in the cellar runs at 40 bar."


def page(body: str, more: str = SOURCES, title: str = "A") -> str:
    """A page's text with two sources."""
    return titled(title, body, more)


def findings(change: Change, *codes: str) -> tuple[Finding, ...]:
    """What the rules on changes, or these of them, say; a crash fails the test."""
    errors: list[Exception] = []
    settings = Settings(select=codes or ("BW6",), on_crash=errors.append)
    report = engine.run(View(change.head, NOW, change=change), settings)
    assert errors == []
    return report.findings


def told(code: str, base: Texts, head: Texts, **more: object) -> list[tuple[str, int, str]]:
    """Path, line and message of each finding of one rule."""
    return [(one.path, one.line, one.message) for one in findings(change_of(base, head, **more), code)]


def on_page(code: str, before: str, after: str, more: str = SOURCES) -> list[tuple[int, str]]:
    """Line and message of each finding of one rule on a page with these two bodies."""
    found = told(code, {A: page(before)}, {A: page(after, more)})
    return [(line, message) for _, line, message in found]
