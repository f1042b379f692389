"""A remote brain for tests: a bare repository that answers with a part of itself, as forges do."""

from __future__ import annotations

import json
from pathlib import Path

from tests.helpers import Texts, titled
from tests.repositories import commit, git, new

SESSION = "sessions/2026-05-02-chat-aaaaaaaaaa"
OLD = "sessions/2026-01-01-chat-bbbbbbbbbb"
SOURCES = f"""sources:
  - id: 1
    resource: {SESSION}#turn-1
    quote: the pump runs at 40 bar
  - id: 2
    resource: sources/manual
    quote: "It weighs 9 kg."
"""


def talk(*words: str) -> str:
    """A transcript."""
    lines = [
        {"turn": n, "role": "user", "at": f"2026-05-02T10:00:0{n}Z", "text": text} for n, text in enumerate(words, 1)
    ]
    return "".join(json.dumps(line) + "\n" for line in lines)


FILES: Texts = {
    "brainwiki.toml": 'profile = "brain"\n',
    "README.md": "# The repository\n",
    "wiki/index.md": "# Home\n\n- [[pump]]\n- [[valve]]\n",
    "wiki/log.md": "# Log\n",
    "wiki/forgotten.jsonl": "",
    "wiki/rules/units.md": "---\ntype: rule\ntitle: Units\ndescription: d\n---\nWrite bar.\n",
    "wiki/knowledge/pump.md": titled(
        "The pump", "The pump runs at 40 bar. [cite:1] It weighs 9 kg. [cite:2]\n", SOURCES
    ),
    "wiki/knowledge/valve.md": titled("The valve", "It shuts. See [[pump]].\n"),
    "wiki/knowledge/hose.md": titled("The hose", "It bends. See [[pump]].\n"),
    "wiki/notes/care/oil.md": "---\ntype: note\ntitle: Oil\ndescription: d\n---\nOil it in May.\n",
    "wiki/tasks/mend.md": "---\ntype: task\ntitle: Mend\nstate: waiting\n---\nMend it.\n",
    "wiki/sources/manual.md": "---\ntype: source\ntitle: Manual\n---\nIt weighs 9 kg.\n",
    f"wiki/{SESSION}/session.md": "---\ntype: session\ntitle: On pumps\n---\nPressure.\n",
    f"wiki/{SESSION}/transcript.jsonl": talk("Yes, the pump runs at 40 bar.", "Fine."),
    f"wiki/{OLD}/session.md": "---\ntype: session\ntitle: On hoses\n---\nBends.\n",
    f"wiki/{OLD}/transcript.jsonl": talk("The hose bends."),
}


def make_remote(folder: Path, files: Texts = FILES) -> Path:
    """A bare repository `origin.git` and beside it the working copy `author` that pushes to it."""
    author = new(folder / "author")
    commit(author, {path: text for path, text in files.items() if "valve" not in path}, "First")
    commit(author, files, "The valve")
    git(folder, "clone", "-q", "--bare", "author", "origin.git")
    remote = folder / "origin.git"
    git(remote, "config", "uploadpack.allowFilter", "true")
    git(author, "remote", "add", "origin", str(remote))
    return remote


def push(remote: Path, files: Texts, message: str = "More", gone: tuple[str, ...] = ()) -> str:
    """Commit in the working copy and push; the commit."""
    author = remote.parent / "author"
    made = commit(author, files, message, gone=gone)
    git(author, "push", "-q", "origin", "main")
    return made
