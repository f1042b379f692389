"""Who did something: what a message says, and who is an agent."""

from __future__ import annotations

import pytest

from brainwiki.model.actor import ACTOR, PROPOSAL, is_agent, trailer


@pytest.mark.parametrize(
    ("actor", "agent"),
    [
        ("process:dream", True),
        ("process:", True),
        ("dream/1", True),
        ("claude-code/1.0.2", True),
        ("github-actions[bot]", True),
        ("human:anna", False),
        ("human:a/b", False),
        ("human:x[bot]", False),
        ("Anna Müller", False),
        ("Anna/Bert Müller", False),
        ("/1", False),
        ("dream/", False),
        ("", False),
        ("a@b.c", False),
    ],
)
def test_who_is_an_agent(actor: str, agent: bool) -> None:
    assert is_agent(actor) is agent


@pytest.mark.parametrize(
    ("message", "actor", "proposal"),
    [
        ("s\n\nBrainwiki-Actor: dream/0.1\nProposal: p-1\n", "dream/0.1", "p-1"),
        ("s\n\nbrainwiki-actor:process:dream\nBRAINWIKI-PROPOSAL:  p\n\n", "process:dream", "p"),
        ("s\n\nBrainwiki-Actor: a\nBrainwiki-Actor: b\nProposal: p\nBrainwiki-Proposal: q", "b", "q"),
        ("s\n\nNot-Brainwiki-Actor: a\nProposals: p", "", ""),
        ("Brainwiki-Actor a", "", ""),
        ("", "", ""),
    ],
)
def test_the_last_line_that_names_something_counts(message: str, actor: str, proposal: str) -> None:
    assert (trailer(message, ACTOR), trailer(message, PROPOSAL)) == (actor, proposal)
