"""Whether a rule keeps the promises of its examples: the test that every rule brings with it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from brainwiki.config.profile import Profile, load_profile
from brainwiki.markup import parser, transcript
from brainwiki.model.wiki import Wiki
from brainwiki.rules import engine
from brainwiki.rules.rule import Example, Rule, View

HEAD = "---\ntype: concept\ntitle: Example\ndescription: d\n---\n"  # what `wrap` puts before an example
NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
_TRANSCRIPT = "/transcript.jsonl"


def broken_promises(rule: Rule, profile: str = "brain", now: datetime = NOW) -> tuple[str, ...]:
    """What is not as the examples of a rule say, one sentence each; empty where every bad one is found and no good one is.

    Each example is checked as a small brain of its own under `profile`, at the instant `now`, by this rule alone. For a rule on
    changes there are no two states to be compared, so its examples are passed by.
    """
    if rule.check_change is not None:
        return ()
    reading = load_profile(profile)
    return (*_promises(rule, reading, now, "bad"), *_promises(rule, reading, now, "good"))


def _promises(rule: Rule, profile: Profile, now: datetime, which: str) -> Iterator[str]:
    examples: tuple[Example, ...] = getattr(rule, which)
    if not examples:
        yield f"{rule.code} has no {which} example."
    for number, example in enumerate(examples, 1):
        view = View(wiki_of(example, profile), now, profile.required, options=profile.options)
        findings = engine.run(view, engine.Settings(rules=(rule,))).findings
        place = f"{which} example {number} of {rule.code}"
        crash = next((finding.message for finding in findings if finding.code != rule.code), "")
        if crash:
            yield f"In {place}: {crash}"
        elif which == "bad" and not findings:
            yield f"The {place} is not found."
        elif which == "good" and findings:
            yield f"The {place} is found: {findings[0].message}"


def wiki_of(example: Example, profile: Profile) -> Wiki:
    """The small brain around an example; lone surrogates stand for bytes that are not UTF-8."""
    texts = {**example.files, example.path: HEAD + example.text if example.wrap else example.text}
    raw = {path: text.encode("utf-8", "surrogateescape") for path, text in sorted(texts.items())}
    return Wiki(
        pages={path: parser.parse(path, one, profile.dialect) for path, one in raw.items() if path.endswith(".md")},
        dialect=profile.dialect,
        files=frozenset(path for path in raw if not path.endswith(".md")),
        transcripts={
            path.removesuffix(_TRANSCRIPT): transcript.parse(path, one)
            for path, one in raw.items()
            if path.endswith(_TRANSCRIPT)
        },
    )
