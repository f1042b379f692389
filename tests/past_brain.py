"""A small brain with a past in Git: a page that is renamed, a number that changes, a claim that goes, a page that is removed."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from tests.helpers import titled
from tests.repositories import commit, git, new

SESSION = "sessions/2026-01-01-chat-aaaaaaaaaa"
SOURCES = f"""sources:
  - id: 1
    resource: {SESSION}#turn-2
    quote: runs at 40 bar
  - id: 2
    resource: sources/manual
    quote: "It weighs 9 kg."
"""
TALK = """{"turn": 1, "role": "user", "at": "2026-01-01T10:00:00Z", "text": "How high is the pressure?"}
{"turn": 2, "role": "assistant", "at": "2026-01-01T10:00:05Z", "text": "The pump runs at 40 bar, as ever."}
"""
FIRST = "- The pump runs at 40 bar. [cite:1]\n- The pump weighs 9 kg. [cite:2]\n\nSee [[valve]].\n"
SECOND = "- The pump runs at 45 bar. [cite:1]\n- The pump weighs 9 kg. [cite:2]\n\nSee [[valve]].\n"
THIRD = "- The pump runs at 45 bar. [cite:1]\n- It is painted red, as the manual says. [cite:2]\n\nSee [[valve]].\n"
FILES = {
    "brainwiki.toml": 'profile = "brain"\n',
    "wiki/index.md": "# Home\n\n- [[pump]]\n- [[valve]]\n- [[hose]]\n",
    "wiki/knowledge/pump.md": titled("The pump", FIRST, SOURCES),
    "wiki/knowledge/valve.md": titled("The valve", "It shuts. See [[hose]] and [[pump|the pump]].\n"),
    "wiki/knowledge/hose.md": titled("The hose", "It bends.\n"),
    "wiki/sources/manual.md": "---\ntype: source\ntitle: Manual\n---\nIt weighs 9 kg.\n",
    f"wiki/{SESSION}/session.md": "---\ntype: session\ntitle: A talk on pumps\n---\nThe pressure was asked for.\n",
    f"wiki/{SESSION}/transcript.jsonl": TALK,
}


class Told(NamedTuple):
    """The folder of the repository and its commits, oldest first."""

    folder: Path
    commits: tuple[str, ...]


def build(folder: Path) -> Told:
    """Make the repository: written, edited, renamed, edited, and a page taken out."""
    new(folder)
    first = commit(folder, FILES, "The pump is written down", "Anna")
    second = commit(
        folder, {"wiki/knowledge/pump.md": titled("The pump", SECOND, SOURCES)}, "A new pressure\n\nBrainwiki-Actor: x"
    )
    git(folder, "mv", "wiki/knowledge/pump.md", "wiki/knowledge/main-pump.md")
    third = commit(folder, {}, "A longer name")
    fourth = commit(folder, {"wiki/knowledge/main-pump.md": titled("The pump", THIRD, SOURCES)}, "Its colour")
    fifth = commit(folder, {}, "No hose any more", gone=("wiki/knowledge/hose.md",))
    return Told(folder, (first, second, third, fourth, fifth))
