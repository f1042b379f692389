"""A rule explained: for the terminal, as JSON, and as its page of the manual, all from the rule's own data."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from brainwiki.rules.families import secrets
from brainwiki.rules.reports.report import Paint
from brainwiki.rules.rule import Example, Rule

_MANY = 12  # lines of an example that are shown
_MANY_COMPARED = 16  # of each file of two states
_SEAM = "␛+"  # where a token is parted


def parted(text: str) -> str:
    """A text with every secret in it parted after its fourth sign, so that what is printed is none; `␛` is in no real one."""
    pieces, at = [], 0
    for secret in secrets.find(text):
        pieces.append(text[at : secret.start + 4])
        at = secret.start + 4
    return _SEAM.join([*pieces, text[at:]])


def escaped(text: str) -> str:
    """An example as it may be printed: invisible and control characters by their code, so that the manual passes its own rules."""
    shown = []
    for char in text:
        if char in "\n\t" or unicodedata.category(char) not in ("Cc", "Cf", "Co", "Cn", "Cs", "Zl", "Zp"):
            shown.append(char)
        elif "\udc80" <= char <= "\udcff":
            shown.append(f"␛0x{ord(char) - 0xDC00:02X}")
        else:
            shown.append(f"␛U+{ord(char):04X}")
    return "".join(shown)


class _Block(NamedTuple):
    """A part of an example: its heading, and the lines that are shown."""

    heading: str
    lines: list[str]


def _blocks(example: Example) -> list[_Block]:
    """An example as one block, or as the two states of a change; of those only the files that differ, and its own page."""
    note = f"{example.note[0].upper()}{example.note[1:]}" if example.note else ""
    if example.base is None:
        return [_Block(note, _lines(example.text))]
    after = {**example.files, example.path: example.text}
    paths = sorted({*example.base, *after})
    shown = [path for path in paths if path == example.path or example.base.get(path) != after.get(path)]
    states = (("before", example.base), ("after", after))
    return [_Block(f"{note}, {when}" if note else when.capitalize(), _files(shown, state)) for when, state in states]


def _files(paths: list[str], state: Mapping[str, str]) -> list[str]:
    """The lines of some files, each under its name where there are several."""
    if len(paths) == 1 and paths[0] in state:
        return _lines(state[paths[0]], _MANY_COMPARED)
    found: list[str] = []
    for path in paths:
        lines = _lines(state[path], _MANY_COMPARED) if path in state else ["(no such file)"]
        found.extend([*([""] if found else []), f"── {path} ──", *lines])
    return found


def _lines(text: str, many: int = _MANY) -> list[str]:
    """The lines of a file, a long one cut, an empty one named."""
    text = escaped(parted(text))
    if not text.strip():
        return ["(a file of white space)" if text else "(a file of zero bytes)"]
    lines = text.rstrip("\n").split("\n")
    cut = [line if len(line) <= 100 else f"{line[:60]}… ({len(line):,} characters)" for line in lines[:many]]
    return cut + (["…"] if len(lines) > many else [])


def as_json(rule: Rule) -> dict[str, Any]:
    """A rule as data."""
    return {
        "version": 1,
        "code": rule.code,
        "slug": rule.slug,
        "severity": rule.severity.value,
        "scope": rule.scope,
        "since": rule.since,
        "fix": rule.fix,
        "integrity": rule.integrity,
        "summary": rule.summary,
        "why": rule.why,
        "remedy": rule.remedy,
        "bad": [_as_data(example) for example in rule.bad],
        "good": [_as_data(example) for example in rule.good],
    }


def _as_data(example: Example) -> dict[str, Any]:
    """An example as data; `base` stands only where two states are compared."""
    data = {"text": example.text, "note": example.note, "files": dict(example.files)}
    return data if example.base is None else {**data, "base": dict(example.base)}


def list_as_json(rules: Iterable[Rule]) -> dict[str, Any]:
    """All rules, a short entry each."""
    keys = ("code", "slug", "severity", "summary")
    return {"version": 1, "rules": [{key: as_json(rule)[key] for key in keys} for rule in rules]}


def list_as_text(rules: Iterable[Rule], paint: Paint) -> str:
    """All rules, a line each."""
    lines = [
        f"{paint(rule.code, 'path')}  {paint(f'{rule.severity.value:5}', rule.severity.value.lower())}  {rule.slug:26} {rule.summary}"
        for rule in rules
    ]
    return "\n".join([*lines, "", "`brainwiki rule CODE` explains one with examples."])


def _remedy(rule: Rule) -> str:
    return (
        f"{rule.remedy} `brainwiki check --fix` does it where nothing else would change." if rule.mend else rule.remedy
    )


def as_text(rule: Rule, paint: Paint) -> str:
    """A rule for the terminal."""
    marks = [f"scope {rule.scope}", f"since {rule.since}", f"fix {rule.fix or 'none'}"]
    if rule.integrity:
        marks.append("cannot be silenced in a page")
    parts = [
        f"{paint(f'{rule.code} {rule.slug}', 'path')}  {paint(rule.severity.value, rule.severity.value.lower())}  ({', '.join(marks)})",
        rule.summary,
        "",
        f"Why: {rule.why}",
        f"Mend: {_remedy(rule)}",
    ]
    for title, examples in (("Bad", rule.bad), ("Good", rule.good)):
        for example in examples:
            for block in _blocks(example):
                heading = f" ({block.heading[0].lower()}{block.heading[1:]})" if block.heading else ""
                parts.extend(["", f"{title}{heading}:", *(f"    {line}" for line in block.lines)])
    return "\n".join(parts)


def as_page(rule: Rule) -> str:
    """The rule's page of the manual, a Markdown file with front matter."""
    parts = [
        "---",
        "type: reference",
        f'title: "{rule.code} {rule.slug}"',
        f'description: "{rule.summary}"',
        f"aliases: [{rule.code}, {rule.slug}]",
        "tags: [rule]",
        "generated:",
        f"  by: brainwiki/{rule.since}",
        "  at: 2026-11-30T00:00:00Z",
        "---",
        f"# {rule.code} {rule.slug}",
        "",
        f"**{rule.severity.value}** · scope {rule.scope} · since {rule.since} · fix {rule.fix or 'none'}"
        + (" · cannot be silenced in a page" if rule.integrity else ""),
        "",
        rule.summary,
        "",
        "## Why",
        "",
        rule.why,
        "",
        "## How to mend it",
        "",
        _remedy(rule),
    ]
    for title, examples in (("Bad", rule.bad), ("Good", rule.good)):
        if examples:
            parts.extend(["", f"## {title}"])
        for example in examples:
            for block in _blocks(example):
                heading = [f"{block.heading}:", ""] if block.heading else []
                parts.extend(["", *heading, *_fenced(block.lines)])
    parts.extend(["", "See [[rule-families]] for the other rules and how a finding is silenced.", ""])
    return "\n".join(parts)


def _fenced(lines: list[str]) -> list[str]:
    """Lines in a fence that is longer than any fence in them."""
    longest = max((len(line) - len(line.lstrip("`~")) for line in lines), default=0)
    fence = "`" * max(4, longest + 1)
    return [f"{fence}markdown", *lines, fence]
