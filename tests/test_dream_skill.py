"""The skill that consolidates sessions: a folder to the specification, whose examples are drafted as they stand."""

from __future__ import annotations

import json
import re

import pytest
import yaml

from brainwiki.dream import checking
from brainwiki.dream.drafting import draft
from brainwiki.dream.task import Assigned, Task
from brainwiki.dream.wire import read_consolidation
from brainwiki.model.session import Turn, transcript_of
from brainwiki.model.update import DOES
from brainwiki.usecases.agents.hosts import DREAM_SKILL
from brainwiki.usecases.agents.texts import dream_skill
from tests.dream.drafts import DIALECT, NOW, page_of
from tests.helpers import command_of, wiki_of

FILES = dream_skill()
SKILL = FILES[f"{DREAM_SKILL}/SKILL.md"]
FORM = FILES[f"{DREAM_SKILL}/references/consolidation.md"]


def test_the_folder_is_to_the_specification() -> None:
    _, head, body = SKILL.split("---\n", 2)
    meta = yaml.safe_load(head)
    assert meta["name"] == DREAM_SKILL
    assert re.fullmatch(r"[a-z0-9]+(?:-[a-z0-9]+)*", meta["name"])
    assert 1 <= len(meta["description"]) <= 1024
    assert len(meta["compatibility"]) <= 500
    assert body.count("\n") < 500
    links = re.findall(r"\]\(([^)]+)\)", body)
    assert [f"{DREAM_SKILL}/{link}" for link in links] == [f"{DREAM_SKILL}/references/consolidation.md"]


def test_every_command_and_option_that_it_names_is_there() -> None:
    group = command_of("dream")
    named = set(re.findall(r"(?:brainwiki dream|^`?)\s?(start|submit|drop)\b", SKILL))
    assert named == {"start", "submit", "drop"}
    for name, option in re.findall(r"`(start) (--\w+)", SKILL):
        assert any(option in one.opts for one in group.commands[name].params)  # type: ignore[attr-defined]
    assert {*re.findall(r"^\| `(\w+)` \| `page`", FORM, re.MULTILINE)} == {*DOES}


CASES = [
    (
        "knowledge/answer-format",
        "Answers come as bullet lists.",
        "c-7f3k2m9q",
        "Please stop with the bullet lists. From now on show me diagrams\nwhere you can. Oh, and the acceptance test moved to "
        "14 June. Could you run the linter again?",
    ),
    (
        "knowledge/半無響室",
        "予算は3,000万円である。",
        "c-x2m4k7qa",
        "予算は3,150万円になりました。報告書では単位を必ず書いてください。来週また話しましょう。",
    ),
]


@pytest.mark.parametrize("number", [0, 1])
def test_the_examples_are_drafted_as_they_stand(number: int) -> None:
    raw = re.findall(r"```json\n(.*?)```", FORM, re.DOTALL)[number]
    page, claim, name, said = CASES[number]
    one = json.loads(raw)["observations"][0]
    head = "---\ntype: preference\ntitle: T\ndescription: d\nsources:\n  - id: 1\n    resource: https://example.org/a\n---\n"
    wiki = wiki_of({f"{page}.md": f"{head}- {claim} [cite:1] ^{name}\n"}, DIALECT)
    turn = Turn(one["turn"], "user", f"{one['session'][:10]}T09:00:00+00:00", said, 1)
    talk = transcript_of(f"sessions/{one['session']}/transcript.jsonl", (turn,))
    wiki.transcripts[f"sessions/{one['session']}"] = talk  # type: ignore[index]
    task = Task("run-1", "base", NOW, wiki, (Assigned(one["session"], 1, 9, (turn,)),))
    read = read_consolidation(raw.encode(), task)
    assert read.mistakes == ()
    assert checking.mistakes(task, read.consolidation) == ()
    found = draft(wiki, read.consolidation, NOW, "dream-agent/1")
    assert found.mistakes == ()
    assert len(found.files) == 2
    assert page_of(found, f"{page}.md").claims[0].id == name
