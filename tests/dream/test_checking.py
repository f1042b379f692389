"""What was drawn is held against its task: each mistake alone, and nothing where all is well."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from brainwiki.dream.checking import is_refused, mistakes
from brainwiki.dream.task import Assigned, Budget, Refusal, Task
from brainwiki.model.observation import Observation, observation, quote_digest
from brainwiki.model.session import Turn
from brainwiki.model.update import Consolidation, Left, Update
from tests.dream.drafts import DIALECT, NOW, PAGE, SAID, SESSION, TEA, brain, seen
from tests.helpers import state_of

TURNS = tuple(
    Turn(number, role, f"2026-05-02T10:{number:02}:00+02:00", text, number)
    for number, (role, text) in enumerate(SAID, 1)
)


def task(**more: Any) -> Task:
    """A task of the session, of which all turns are new."""
    sessions = (Assigned(SESSION, 1, 4, TURNS),)
    return replace(Task("run-1", "base", NOW, state_of(brain(), DIALECT), sessions), **more)


def adopt(*observed: Observation, **more: Any) -> Consolidation:
    """All of them adopted, each by a claim of its own."""
    updates = tuple(Update("add", one.subject, text=one.statement, observations=(one.id,)) for one in observed)
    return replace(Consolidation(observed, updates), **more)


def test_what_is_sound_has_no_mistakes() -> None:
    left = seen("これからは緑茶にします。", 3)
    drawn = adopt(TEA, seen("green tea 9.50", 4), left=(Left(left.id, "said twice"),))
    assert mistakes(task(), replace(drawn, observations=(*drawn.observations, left))) == ()
    assert mistakes(task(), Consolidation()) == ()


@pytest.mark.parametrize(
    "quote", ["I prefer  green\ntea now.", "The budget is 40 euros. No sugar, ever.", "Ｉ prefer green tea"]
)
def test_quotes_are_compared_after_nfkc_and_white_space(quote: str) -> None:
    assert mistakes(task(), adopt(seen(quote))) == ()


@pytest.mark.parametrize(
    ("one", "words"),
    [
        (seen("I prefer black tea."), "does not stand in turn 1"),
        (seen(" \n"), "the quote is empty"),
        (seen("x", 5), "none of the new turns 1 to 4"),
        (seen(at="2026-05-03"), "`at` is the day of the turn, 2026-05-02"),
        (observation("2026-01-01-x-other", 1, "x", PAGE, "X."), "is not of this run"),
        (TEA._replace(id="o-aaaaaaaaaa"), "does not belong to this session"),
        (TEA._replace(statement=" "), "the statement is empty"),
    ],
)
def test_what_is_wrong_with_an_observation_is_told(one: Observation, words: str) -> None:
    assert [told for told in mistakes(task(), adopt(one)) if words in told] != []


def test_turns_that_were_read_before_give_nothing_new() -> None:
    later = task(sessions=(Assigned(SESSION, 3, 4, TURNS),))
    assert "turn 1 is none of the new turns 3 to 4" in mistakes(later, adopt(TEA))[0]
    both = task(sessions=(Assigned(SESSION, 1, 2, TURNS[:2]), Assigned(SESSION, 4, 4, TURNS)))
    assert mistakes(both, adopt(TEA)) == ()
    assert "1 to 2, 4 to 4" in mistakes(both, adopt(seen("これからは緑茶にします。", 3)))[0]


def said(role: str, text: str) -> Task:
    turn = Turn(1, role, "", text, 1)
    return task(sessions=(Assigned(SESSION, 1, 1, (turn,)),))


def test_who_may_be_evidence() -> None:
    one = seen("words", at="")
    assert "role 'system'" in mistakes(said("system", "some words"), adopt(one))[0]
    assert mistakes(said("tool", "some words"), adopt(one)) == ()


@pytest.mark.parametrize(
    ("role", "text", "quote"),
    [
        ("tool", "- Likes black tea. [cite:1]", "Likes black tea. [cite:1]"),
        ("assistant", "Your memory says: Likes black tea.", "Likes black tea."),
        ("tool", "[brainwiki consolidation run abcd-1]\nNew words", "New words"),
    ],
)
def test_memory_is_never_made_of_itself(role: str, text: str, quote: str) -> None:
    assert any("made of itself" in one for one in mistakes(said(role, text), adopt(seen(quote, at=""))))


def test_the_user_may_say_what_the_memory_says() -> None:
    assert mistakes(said("user", "Likes black tea."), adopt(seen("Likes black tea.", at=""))) == ()


def test_a_quote_with_hidden_signs_is_refused() -> None:
    assert any("nobody sees" in one for one in mistakes(said("user", "a\u202eb"), adopt(seen("a\u202eb", at=""))))


def test_every_observation_is_adopted_or_left_and_never_both() -> None:
    assert "neither adopted" in mistakes(task(), Consolidation((TEA,)))[0]
    assert "both adopted and left" in mistakes(task(), adopt(TEA, left=(Left(TEA.id, "no"),)))[0]
    assert "without a reason" in mistakes(task(), Consolidation((TEA,), (), (Left(TEA.id, " "),)))[0]
    assert "not among" in mistakes(task(), Consolidation((), (), (Left("o-x", "no"),)))[0]
    assert "left 2 times" in mistakes(task(), Consolidation((TEA,), (), (Left(TEA.id, "a"), Left(TEA.id, "b"))))[0]
    assert "is there 2 times" in mistakes(task(), adopt(TEA, TEA))[0]


def test_an_observation_is_about_the_page_that_it_changes() -> None:
    drawn = Consolidation((TEA,), (Update("add", "knowledge/drinks", text="X.", observations=(TEA.id,)),))
    assert mistakes(task(), drawn) == (
        f"observation {TEA.id}: its subject is {PAGE}, and it changes knowledge/drinks; name that page as its subject.",
    )


def refusal(quote: str, subject: str = PAGE, turn: int = 1) -> frozenset[Refusal]:
    return frozenset({Refusal(SESSION, turn, subject, quote_digest(quote))})


@pytest.mark.parametrize(
    ("quote", "rejected"),
    [
        ("I prefer green tea now.", True),
        ("I  prefer green\ntea now.", True),
        ("I prefer green tea now", True),
        ("green tea", True),
        ("I prefer green tea now. The budget is 40 euros.", True),
        ("The budget is 40 euros.", False),
    ],
)
def test_what_was_rejected_does_not_come_back_by_words_around_it(quote: str, rejected: bool) -> None:
    held = task(refused=refusal("I prefer green tea now."))
    assert is_refused(held, seen(quote)) is rejected
    assert bool(mistakes(held, adopt(seen(quote)))) is rejected
    left = seen(quote)
    assert mistakes(held, Consolidation((left,), (), (Left(left.id, "rejected before"),))) == ()


def test_a_rejection_is_of_one_subject_and_one_turn() -> None:
    assert not is_refused(task(refused=refusal(TEA.quote, "knowledge/drinks")), TEA)
    assert not is_refused(task(refused=refusal(TEA.quote, turn=2)), TEA)


def test_the_budget_is_kept() -> None:
    two = (TEA, seen("The budget is 40 euros."))
    held = task(budget=Budget(observations=1, pages=0, retired=0))
    drawn = adopt(*two)
    gone = Update("retire", PAGE, observations=(TEA.id,), target="knowledge/drinks")
    found = mistakes(held, replace(drawn, updates=(*drawn.updates, gone)))
    assert [one.split(";")[0] for one in found] == ["2 observations", "1 pages that change", "1 claims that go"]


def test_what_was_forgotten_does_not_come_back() -> None:
    held = task(forgotten=frozenset({"knowledge/old-plan", f"sessions/{SESSION}#turn-3"}))
    one = seen(page="knowledge/old-plan")
    for update in (
        Update("create", "notes/x/Old-Plan", type="note", title="T", description="d"),
        Update("link", PAGE, target="knowledge/old-plan"),
        Update("create", "notes/x/y", type="note", title="Old-plan", description="d"),
        Update("create", "notes/x/y", type="note", title="T", description="d", aliases=("old-plan",)),
    ):
        assert any("was forgotten on purpose" in told for told in mistakes(held, Consolidation((), (update,))))
    assert any(
        "what was said there was forgotten" in told for told in mistakes(held, adopt(seen("予算は40ユーロです。", 3)))
    )
    assert any("forgotten" in told for told in mistakes(held, adopt(one)))


def test_sessions_that_were_not_come_to_give_nothing() -> None:
    assert "not of this run" in mistakes(task(), Consolidation(unread=("other",)))[0]
    assert "something was observed" in mistakes(task(), adopt(TEA, unread=(SESSION,)))[0]


def test_only_sessions_of_the_run_are_summarised_and_once() -> None:
    own, other = (Update("summarise", f"sessions/{one}/session", text="Words.") for one in (SESSION, "other"))
    found = mistakes(task(), Consolidation((), (own, own, other)))
    assert [one.split(" ", 1)[1][:25] for one in found] == ["is summarised 2 times.", "is no session of this run"]
