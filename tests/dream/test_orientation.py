"""What an agent reads: rules and limits, what was said as data that nothing breaks out of, and the pages it may be about."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from brainwiki.dream.candidates import candidates, stands_in
from brainwiki.dream.orientation import orientation, orientation_as_json
from brainwiki.dream.task import Assigned, Standing
from brainwiki.model.session import Turn
from tests.dream.drafts import DIALECT, PAGE, SESSION, brain
from tests.dream.test_checking import TURNS, refusal, task
from tests.helpers import PROPERTY, state_of

MARK = "[brainwiki consolidation run run-1]"
FENCE = re.compile(r"^(~{4,})(?:data|rules) [0-9a-f]{8}$")


def blocks(text: str) -> list[str]:
    """The blocks of data of a text, read as a strict reader reads fences."""
    found: list[str] = []
    fence, inside = "", []
    for line in text.split("\n"):
        opening = FENCE.match(line)
        if not fence and opening:
            fence, inside = opening[1], []
        elif fence and line == fence:
            found.append("\n".join(inside))
            fence = ""
        elif fence:
            inside.append(line)
    assert not fence
    return found


def test_the_mark_comes_first_then_limits_rules_sessions_and_pages() -> None:
    held = task(
        standing=(Standing("rules/a.md", "Be brief."),),
        forgotten=frozenset({"knowledge/old"}),
        refused=refusal("I prefer green tea now."),
        sessions=(Assigned(SESSION, 3, 4, TURNS, "A title", "2026-05-02T10:00:00Z"),),
    )
    text = orientation(held, MARK)
    assert text.startswith(f"{MARK}\n\n# Consolidation run run-1\n")
    places = [
        text.index(words)
        for words in (
            "brainwiki dream submit run-1",
            "Stop at 200 observations, 40 pages that change, 10 claims that go.",
            "### rules/a.md",
            "- `knowledge/old`",
            f"### {SESSION}, turns 3 to 4",
            "- turn 1, knowledge/tea",
            "Read before",
            "New:",
            "Turn 3, user, 2026-05-02T10:03:00+02:00",
            "## Pages that they may be about",
        )
    ]
    assert places == sorted(places)
    assert SESSION in text
    assert "これからは緑茶にします。" in "\n".join(blocks(text))


def test_the_same_as_data() -> None:
    value = orientation_as_json(task(sessions=(Assigned(SESSION, 2, 3, TURNS),), find=lambda _: (PAGE,)), MARK)
    assert (value["mark"], value["run"], value["scope"]) == (MARK, "run-1", ["knowledge", "notes"])
    (session,) = value["sessions"]
    assert ([one["turn"] for one in session["before"]], [one["turn"] for one in session["turns"]]) == ([1], [2, 3])
    assert session["pages"][0] == PAGE
    assert value["pages"][0]["claims"][0]["text"] == "Likes black tea."


@PROPERTY
@given(
    st.lists(
        st.sampled_from(["~~~~", "~~~~~~ data", "```", "> ~~~~~", "# Head", "text", "\u202e", "\r", ""]), max_size=8
    )
)
def test_nothing_that_was_said_breaks_out_of_its_block(lines: list[str]) -> None:
    said = "\n".join(["first", *lines, "last"])
    turn = Turn(1, "user", "", said, 1)
    held = task(sessions=(Assigned(SESSION, 1, 1, (turn,)),))
    text = orientation(held, MARK)
    assert any(block.startswith("first") and block.endswith("last") for block in blocks(text))
    assert "\u202e" not in text


def test_what_tools_put_out_at_length_is_cut_and_that_is_said() -> None:
    turns = (Turn(1, "tool", "", "x" * 50_000, 1), Turn(2, "user", "", "y" * 20_000, 2))
    text = orientation(task(sessions=(Assigned(SESSION, 1, 2, turns),)), MARK)
    assert "(… 47,000 more characters of this turn are not shown)" in text
    assert text.count("y" * 20_000) == 1
    assert len(text) < 30_000


def test_pages_are_found_by_the_names_that_stand_in_what_was_said() -> None:
    more = {
        "knowledge/green.md": "---\ntype: x\ntitle: Green tea\ndescription: d\n---\nT.\n",
        "knowledge/ryokucha.md": "---\ntype: x\ntitle: R\ndescription: d\naliases: [緑茶]\n---\nT.\n",
        "knowledge/no.md": "---\ntype: x\ntitle: gree\ndescription: d\n---\nT.\n",
        "rules/budget.md": "---\ntype: rule\ntitle: The budget\ndescription: d\n---\nT.\n",
    }
    held = task(
        wiki=state_of(brain(**more), DIALECT), find=lambda _: ("knowledge/drinks", "knowledge/gone", "rules/budget")
    )
    found = [page.id for page in candidates(held, held.sessions[0])]
    assert found == ["knowledge/green", "knowledge/ryokucha", "knowledge/drinks"]
    assert len(candidates(held, held.sessions[0], 1)) == 1


def test_names_in_latin_script_are_whole_words() -> None:
    assert stands_in("green tea", "i like green tea!")
    assert not stands_in("tea", "steam")
    assert not stands_in("ai", "ai is short")
    assert stands_in("緑茶", "緑茶を飲む")
    assert not stands_in("茶", "緑茶を飲む")
