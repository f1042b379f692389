"""Who did something: the actor that a commit's message names, and whether one is an agent or a person."""

from __future__ import annotations

ACTOR = ("brainwiki-actor",)
PROPOSAL = ("brainwiki-proposal", "proposal")


def trailer(message: str, keys: tuple[str, ...]) -> str:
    """The value of the last line `Key: value` of a message whose key is one of these (in lower case); empty where there is none."""
    for line in reversed(message.strip().split("\n")):
        key, colon, value = line.partition(":")
        if colon and key.strip().lower() in keys:
            return value.strip()
    return ""


def is_agent(actor: str) -> bool:
    """Whether an actor is an agent or a process: `process:…`, `producer/version`, or a name that a code host marks as a robot's."""
    if actor.startswith("human:"):
        return False
    name, slash, version = actor.partition("/")
    return (
        actor.startswith("process:") or actor.endswith("[bot]") or bool(slash and name and version) and " " not in actor
    )
