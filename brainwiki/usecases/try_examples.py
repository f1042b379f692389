"""Whether a rule keeps the promises of its examples: the test that every rule brings with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime

from brainwiki.config.profile import Profile, load_profile
from brainwiki.markup import parser, transcript
from brainwiki.model.change import Change, Commit, Log
from brainwiki.model.content import blob_id
from brainwiki.model.wiki import Wiki
from brainwiki.rules import engine
from brainwiki.rules.rule import Example, Rule, View
from brainwiki.usecases.booked import booked_of
from brainwiki.usecases.renames import renames

HEAD = "---\ntype: concept\ntitle: Example\ndescription: d\n---\n"  # what `wrap` puts before an example
NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
_TRANSCRIPT = "/transcript.jsonl"
_STATES = "brainwiki/state/"  # what lies there in an example lies on the branch of the states


def broken_promises(rule: Rule, profile: str = "brain", now: datetime = NOW) -> tuple[str, ...]:
    """What is not as the examples of a rule say, one sentence each; empty where every bad one is found and no good one is.

    Each example is checked as a small brain of its own under `profile`, at the instant `now`, by this rule alone; one with a
    `base` as a change that an agent committed to a brain which asks for receipts.
    """
    reading = load_profile(profile)
    return (*_promises(rule, reading, now, "bad"), *_promises(rule, reading, now, "good"))


def _promises(rule: Rule, profile: Profile, now: datetime, which: str) -> Iterator[str]:
    examples: tuple[Example, ...] = getattr(rule, which)
    if not examples:
        yield f"{rule.code} has no {which} example."
    for number, example in enumerate(examples, 1):
        findings = engine.run(_view(example, profile, now), engine.Settings(rules=(rule,))).findings
        place = f"{which} example {number} of {rule.code}"
        crash = next((finding.message for finding in findings if finding.code != rule.code), "")
        if crash:
            yield f"In {place}: {crash}"
        elif which == "bad" and not findings:
            yield f"The {place} is not found."
        elif which == "good" and findings:
            yield f"The {place} is found: {findings[0].message}"


def _view(example: Example, profile: Profile, now: datetime) -> View:
    """What a rule sees of an example."""
    text = HEAD + example.text if example.wrap else example.text
    every = _encoded({**example.files, example.path: text})
    files = {path: raw for path, raw in every.items() if not path.startswith(_STATES)}
    books = {path.removeprefix(_STATES): raw for path, raw in every.items() if path.startswith(_STATES)}
    change = None if example.base is None else _change(_encoded(example.base), files, profile)
    wiki = change.head if change else _wiki(files, profile)
    told = tuple(booked_of(books))
    return View(wiki, now, profile.required, options=profile.options, change=change, books=told)


def _encoded(texts: Mapping[str, str]) -> dict[str, bytes]:
    """Files in order; lone surrogates stand for bytes that are not UTF-8."""
    return {path: text.encode("utf-8", "surrogateescape") for path, text in sorted(texts.items())}


def _wiki(files: Mapping[str, bytes], profile: Profile) -> Wiki:
    """The brain that consists of these files."""
    pages = {path: parser.parse(path, raw, profile.dialect) for path, raw in files.items() if path.endswith(".md")}
    return Wiki(
        pages={path: replace(page, version=blob_id(files[path])) for path, page in pages.items()},
        dialect=profile.dialect,
        files=frozenset(path for path in files if not path.endswith(".md")),
        transcripts={
            path.removesuffix(_TRANSCRIPT): transcript.parse(path, raw)
            for path, raw in files.items()
            if path.endswith(_TRANSCRIPT)
        },
    )


def _change(old: Mapping[str, bytes], new: Mapping[str, bytes], profile: Profile) -> Change:
    """What led from some files to others."""
    differ = {path for path in {*old, *new} if old.get(path) != new.get(path)}
    pages = frozenset(path for path in differ if path.endswith(".md"))
    logs = sorted(path for path in differ if path.endswith(".jsonl"))
    base, head = _wiki(old, profile), _wiki(new, profile)
    deleted, added = pages - new.keys(), pages - old.keys()
    return Change(
        base,
        head,
        added,
        deleted,
        pages - added - deleted,
        renames({path: base.pages[path] for path in deleted}, {path: head.pages[path] for path in added}),
        frozenset(differ - pages - {*logs}),
        {path: blob_id(new[path]) for path in pages if path in new},
        (Commit("1f" * 20, "example/1", True, frozenset(differ)),),
        tuple(Log(path, old.get(path), new.get(path)) for path in logs),
        adopted=True,
    )
