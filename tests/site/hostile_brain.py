"""A brain in which every text that a site shows is an attack: one page, one source, one turn and one commit for each payload."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import yaml

from tests.helpers import write_files
from tests.repositories import CLEAN, git, new
from tests.site.payloads import PAYLOADS

SESSION = "2026-05-02-claude-code-abcdefghij"
CONFIG = (
    'format = 1\nbrain = "wiki"\nprofile = "brain"\ntitle = {title}\npublish = ["sessions", "tasks", "proposals"]\n'
)


def text_of(number: int, payload: str, version: int) -> str:
    """The page of a payload, which stands in every place that the site shows."""
    line = " ".join(payload.split())
    head = {
        "type": line[:60] or "x",
        "title": f"{line} {number}",
        "description": line,
        "aliases": [f"{line} alias {number}"],
        "tags": [line],
        "sources": [
            {"id": 1, "resource": f"sources/s-{number}", "title": line, "quote": payload.strip(), "author": line},
            {"id": 2, "resource": f"sessions/{SESSION}#turn-{number + 1}", "quote": line, "at": line},
            {"id": 3, "resource": line, "title": line},
        ],
        "status": line,
        "superseded_by": f"[[{line}]]",
        "stale_after": line,
        "generated": {"by": line, "at": line},
        "verified": [{"by": f"human:{line}", "at": line}],
        "property": line,
    }
    following = (number + 1) % len(PAYLOADS)
    body = (
        f"# {line}\n\nClaim {version} {line} [cite:1] and [[knowledge/a/p-{following}|{line}]] [cite:2].\n\n{payload}\n\n"
        f"- Now {line}. [cite:3]\n    - (until 2026-05-02) Before {line}. [cite:1]\n\n```{line}\n{payload}\n```\n\n"
        f'[{line}](sources/s-{number}.md "{line}") ![{line}](x.png) | {line} |\n'
    )
    return f"---\n{yaml.safe_dump(head, allow_unicode=True)}---\n{body}"


def source_of(number: int, payload: str) -> str:
    """The source page that the page of a payload rests on."""
    line = " ".join(payload.split())
    head = {"type": "source", "title": f"{line} {number}", "author": line, "resource": line, "published": line}
    return f"---\n{yaml.safe_dump(head, allow_unicode=True)}---\n{payload}\n\n{line}\n"


def session_texts() -> dict[str, str]:
    """One session: every payload is said by each role in turn, the first as its title."""
    roles = ("user", "assistant", "tool", "system", PAYLOADS[0])
    turns = (
        {"turn": n + 1, "role": roles[n % 5], "at": f"2026-05-02T09:{n % 60:02}:00+00:00", "text": payload}
        for n, payload in enumerate(PAYLOADS)
    )
    head = {"type": "session", "title": PAYLOADS[0], "started": "2026-05-02T09:00:00+00:00", "agent": PAYLOADS[1]}
    return {
        f"wiki/sessions/{SESSION}/session.md": f"---\n{yaml.safe_dump(head)}---\n{PAYLOADS[2]}\n",
        f"wiki/sessions/{SESSION}/transcript.jsonl": "".join(json.dumps(turn) + "\n" for turn in turns),
    }


def texts_of(version: int) -> dict[str, str]:
    """All files of the workspace in a version: the second differs in a word of every page."""
    found = {"brainwiki.toml": CONFIG.format(title=json.dumps(PAYLOADS[0])), **session_texts()}
    for number, payload in enumerate(PAYLOADS):
        found[f"wiki/knowledge/a/p-{number}.md"] = text_of(number, payload, version)
        found[f"wiki/sources/s-{number}.md"] = source_of(number, payload)
    line = json.dumps(PAYLOADS[0])
    found["wiki/tasks/t.md"] = (
        f"---\ntype: task\ntitle: {line}\ndue: {line}\nstate: {line}\nowner: {line}\n---\n{PAYLOADS[0]}\n"
    )
    found["wiki/proposals/p.md"] = (
        f"---\ntype: proposal\ntitle: {line}\nstate: {line}\nbase: {line}\n---\n{PAYLOADS[0]}\n"
    )
    return found


def make(folder: Path) -> Path:
    """Write the workspace with its past: a commit for each payload, which is its message, its author and its trailers."""
    new(folder)
    write_files(folder, texts_of(1))
    git(folder, "add", "-A", ".")
    git(folder, "commit", "-q", "-m", PAYLOADS[0])
    write_files(folder, texts_of(2))
    for number, payload in enumerate(PAYLOADS):
        git(folder, "add", f"wiki/knowledge/a/p-{number}.md")
        line = " ".join(payload.split()).replace("<", "‹") if "\0" in payload else " ".join(payload.split())
        name = line.translate({ord("<"): "＜", ord(">"): "＞"}) or "x"  # Git strips these two from names
        subprocess.run(
            ["git", "commit", "-q", "-F", "-", f"--author={name} <a@b.c>"],
            cwd=folder,
            env=CLEAN,
            check=True,
            capture_output=True,
            input=f"{payload}\n\nBrainwiki-Actor: {line}\nProposal: {line}\n".encode(),
        )
    return folder
