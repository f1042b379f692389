"""A brain in which every text that a site shows is an attack, now and in its past: pages, sources, turns, tasks, receipts, evidence
files, names of files, commits with their authors, branches of proposals."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

import yaml

from tests.helpers import encoded, write_files
from tests.repositories import CLEAN, git, new
from tests.site.payloads import PAYLOADS

SESSION = "2026-05-02-claude-code-abcdefghij"
CONFIG = (
    'format = 1\nbrain = "wiki"\nprofile = "brain"\ntitle = {title}\nevidence = ["raw"]\n'
    'publish = ["sessions", "tasks", "proposals", "open-proposals"]\n'
)
VERSIONS = (1, 2, 3)  # of each page of a payload
IN_ONE = 5  # payloads that a task, a receipt or a branch holds

Files = Mapping[str, str]


def line_of(payload: str) -> str:
    """A payload on one line."""
    return " ".join(payload.split())


def written(head: Mapping[str, object], body: str) -> str:
    """A page."""
    return f"---\n{yaml.safe_dump(dict(head), allow_unicode=True)}---\n{body}"


def text_of(number: int, payload: str, version: int) -> str:
    """The page of a payload, which stands in every place that the site shows; its versions differ in words, blocks and properties."""
    line = line_of(payload)
    head = {
        "type": line[:60] or "x",
        "title": f"{line} {number}" + " once" * (version == 1),
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
        "property": f"{line} {version}",
        f"{line} key": version,
    }
    following = (number + 1) % len(PAYLOADS)
    past = (f"{payload}\n\nOnce {line} was said.\n\n", f"Then {line} was said.\n\n{payload} then\n\n", "")[version - 1]
    body = (
        f"# {line}\n\nClaim {version} {line} [cite:1] and [[knowledge/a/p-{following}|{line}]] [cite:2].\n\n{past}{payload}\n\n"
        f"- Now {line}. [cite:3]\n    - (until 2026-05-02) Before {line}. [cite:1]\n\n```{line}\n{payload}\n{version}\n```\n\n"
        f'[{line}](sources/s-{number}.md "{line}") ![{line}](x.png) | {line} |\n\n## {line}\n\n[[x {line}]] [[p-{following}#{line}]]\n'
    )
    return written(head, body)


def source_of(number: int, payload: str) -> str:
    """The source page that the page of a payload rests on."""
    line = line_of(payload)
    head = {"type": "source", "title": f"{line} {number}", "author": line, "resource": line, "published": line}
    return written(head, f"{payload}\n\n{line}\n")


def session_texts() -> dict[str, str]:
    """One session: every payload is said by each role in turn, the first as its title."""
    roles = ("user", "assistant", "tool", "system", PAYLOADS[0])
    turns = (
        {"turn": n + 1, "role": roles[n % 5], "at": f"2026-05-02T09:{n % 60:02}:00+00:00", "text": payload}
        for n, payload in enumerate(PAYLOADS)
    )
    head = {"type": "session", "title": PAYLOADS[0], "started": "2026-05-02T09:00:00+00:00", "agent": PAYLOADS[1]}
    return {
        f"wiki/sessions/{SESSION}/session.md": written(head, f"{PAYLOADS[2]}\n"),
        f"wiki/sessions/{SESSION}/transcript.jsonl": "".join(json.dumps(turn) + "\n" for turn in turns),
    }


def task_of(one: str, two: str, three: str, four: str, five: str) -> str:
    """A task."""
    head = {"type": "task", "title": one, "description": two, "due": f"2026-12-01{three}", "state": four, "owner": five}
    return written({**head, "repeat": one, "origin": two}, f"{three}\n\n## {line_of(four)}\n\n{five}\n")


def receipt_of(one: str, two: str, three: str, four: str, five: str) -> str:
    """The receipt of a proposal."""
    head = {
        "type": "proposal",
        "title": one,
        "description": two,
        "state": three,
        "base": four,
        "generated": {"by": five, "at": one},
        "verified": [{"by": two, "at": three}],
        "writes": {f"{one}.md": {"from": two, "to": three}, f"knowledge/{four}.md": {"from": "null", "to": "x"}},
        "sessions": [five, SESSION],
        "adopted": [one, {"id": two}],
        "rejected": [{"id": three, "reason": four}],
        "gate": {five: one, two: three},
    }
    return written(head, f"{four}\n\n[[{five}]] [[p-1|{one}]]\n")


def groups() -> Iterator[tuple[int, tuple[str, ...]]]:
    """All payloads on one line each, some at a time."""
    lines = [line_of(payload) for payload in PAYLOADS]
    for number in range(0, len(lines) - IN_ONE + 1, IN_ONE):
        yield number // IN_ONE, tuple(lines[number : number + IN_ONE])


def names() -> list[str]:
    """Payloads that a file may be named by."""
    lines = dict.fromkeys(line_of(payload).strip(". ") for payload in PAYLOADS if "/" not in payload)
    return [one for one in lines if 0 < len(one.encode()) < 200]


def texts_of(version: int) -> dict[str, str]:
    """All files of the workspace in a version; in the first there are pages more, whose names are attacks too."""
    found = {"brainwiki.toml": CONFIG.format(title=json.dumps(PAYLOADS[0])), **session_texts()}
    for number, payload in enumerate(PAYLOADS):
        found[f"wiki/knowledge/a/p-{number}.md"] = text_of(number, payload, version)
        found[f"wiki/sources/s-{number}.md"] = source_of(number, payload)
    for number, some in groups():
        found[f"wiki/tasks/t-{number}.md"] = task_of(*some)
        found[f"wiki/proposals/r-{number}.md"] = receipt_of(*some)
    for number, name in enumerate(names()):
        if version == 1 or number % 8 == 0:
            path = f"wiki/knowledge/named/{name}.md" if number % 8 == 0 else f"wiki/knowledge/gone/{name}.md"
            found[path] = written({"type": "concept", "title": name, "description": name}, f"Named. {version}\n")
    shown = "\n".join(f"- {line_of(payload)} [[p-{n}]]" for n, payload in enumerate(PAYLOADS))
    found["wiki/rules/r.md"] = written({"type": "rule", "title": PAYLOADS[0]}, shown)
    found["wiki/knowledge/a/index.md"] = written({"title": PAYLOADS[30], "description": PAYLOADS[31]}, shown)
    found["wiki/log.md"] = f"# {PAYLOADS[1]}\n\n## 2026-05-02\n\n{shown}\n"
    found["raw/all.txt"] = "\n".join(PAYLOADS)
    found["raw/named.md"] = written({"type": "source", "title": PAYLOADS[0]}, "\n\n".join(PAYLOADS))
    return found


class Stream:
    """What `git fast-import` reads: commits one after another, each an hour after the one before."""

    def __init__(self) -> None:
        self.parts: list[bytes] = []
        self.count = 0

    def commit(
        self, ref: str, name: str, message: str, texts: Files, gone: tuple[str, ...] = (), base: str = ""
    ) -> None:
        """A commit by someone of this name."""
        self.count += 1
        # Git takes no author with these two signs.
        author = name.translate({ord("<"): "＜", ord(">"): "＞", ord("\0"): " "}) or "x"
        at = 1_777_000_000 + 3600 * self.count
        self.add(f"commit {ref}", f"author {author} <a@b.c> {at} +0200", f"committer c <a@b.c> {at} +0200")
        self.data(message)
        if base:
            self.add(f"from {base}")
        self.add(*(f"D {quoted(path)}" for path in gone))
        for path, text in texts.items():
            self.add(f"M 100644 inline {quoted(path)}")
            self.data(text)

    def add(self, *lines: str) -> None:
        """Lines of the stream."""
        self.parts.extend(f"{line}\n".encode() for line in lines)

    def data(self, text: str) -> None:
        """A text with its size before it."""
        raw = encoded(text)
        self.parts.append(b"data %d\n%b\n" % (len(raw), raw))


def quoted(path: str) -> str:
    """A path as Git quotes it."""
    return '"' + path.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def past() -> Stream:
    """All at once; then a commit for each payload, which is its message, its author and its trailers; then all once more. And a
    branch for some payloads each, with names and receipts made of them."""
    stream, main = Stream(), "refs/heads/main"
    first, second, last = map(texts_of, VERSIONS)
    stream.commit(main, PAYLOADS[0], PAYLOADS[0], first)
    for number, payload in enumerate(PAYLOADS):
        line, path = line_of(payload), f"wiki/knowledge/a/p-{number}.md"
        message = f"{payload}\n\nBrainwiki-Actor: {line}\nProposal: {line if number % 2 else f'r-{number % 30}'}\n"
        stream.commit(main, line, message, {path: second[path]})
    gone = tuple(path for path in first if path not in last)
    stream.commit(main, PAYLOADS[1], f"{PAYLOADS[2]}\n", last, gone)
    for number, some in groups():
        name = "".join(sign for sign in some[0] if sign not in "/ ~^:?*[\\\t").replace("..", "").replace("@{", "")
        branch = f"{name[:80]}{number}"
        texts = {
            f"wiki/knowledge/{'x'.join(some[1].split('/'))}.md": "New.\n",
            f"wiki/knowledge/a/p-{number}.md": "Now.\n",
        }
        if number % 3:
            texts[f"wiki/proposals/{branch}.md"] = receipt_of(*some)
        message = f"{some[2]}\n\nBrainwiki-Actor: {some[3]}\n"
        stream.commit(f"refs/heads/brainwiki/proposal/{branch}", some[4], message, texts, base=main)
    return stream


def make(folder: Path) -> Path:
    """Write the workspace with its past."""
    new(folder)
    raw = b"".join(past().parts)
    subprocess.run(["git", "fast-import", "--quiet"], cwd=folder, env=CLEAN, check=True, capture_output=True, input=raw)
    write_files(folder, texts_of(VERSIONS[-1]))
    git(folder, "reset", "-q")
    return folder
