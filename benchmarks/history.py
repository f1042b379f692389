"""A repository with a long past for measurements: many commits by people and agents, with renames and merges."""

from __future__ import annotations

import random
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

_START = 1_735_718_400  # 2025-01-01T08:00:00Z
_STEP = 5_400  # seconds between two commits
_PEOPLE = (("Anna Berg", ""), ("森 遥", ""), ("Dream", "dream/0.1"), ("indexer[bot]", ""), ("Wu Lan", "human:wu"))


class _Plan(NamedTuple):
    """One commit: the page whose text each written file has, files that go, and whether it stands on a side branch."""

    written: Mapping[str, str]
    gone: tuple[str, ...]
    is_aside: bool


def write(folder: Path, commits: int, seed: int = 1) -> None:
    """Make `folder`, which holds a brain below `wiki/`, a repository whose newest commit has exactly its files.

    The first of the commits has all pages; each of the others edits one to four, one in twenty renames a page that comes back
    later, and one in fifty comes from a side branch that the next one merges. One `git fast-import` writes them.
    """
    subprocess.run(["git", "init", "-q", "-b", "main", str(folder)], check=True)
    texts = {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*.md"))}
    plans = list(_plans(list(texts), commits, random.Random(seed)))
    subprocess.run(["git", "fast-import", "--quiet"], cwd=folder, input=b"".join(_stream(texts, plans)), check=True)
    subprocess.run(["git", "reset", "-q"], cwd=folder, check=True)


def _plans(paths: list[str], commits: int, chance: random.Random) -> Iterator[_Plan]:
    yield _Plan({path: path for path in paths}, (), False)
    away: dict[str, str] = {}  # the name that a page has for a while
    for number in range(2, commits + 1):
        is_aside = number % 50 == 49
        written = {path: path for path in chance.sample(paths, chance.randint(1, 4)) if path not in away}
        gone: list[str] = []
        back = [path for path in away if not is_aside and (chance.random() < 0.2 or number == commits)]
        for path in back:
            gone.append(away.pop(path))
            written[path] = path
        renamed = next((path for path in written if path not in back), "") if number % 20 == 0 else ""
        if renamed and number < commits:
            away[renamed] = renamed.replace(".md", f"-{number}.md")
            gone.append(renamed)
            del written[renamed]
            written[away[renamed]] = renamed
        yield _Plan(written, tuple(gone), is_aside)


def _stream(texts: Mapping[str, bytes], plans: list[_Plan]) -> Iterator[bytes]:
    last = {page: number for number, plan in enumerate(plans, 1) for page in plan.written.values()}
    aside: dict[str, bytes] = {}
    for number, plan in enumerate(plans, 1):
        new = {
            path: texts[page] + (b"" if number == last[page] else b"\nRevision %d looked at it again.\n" % number)
            for path, page in plan.written.items()
        }
        yield _commit(number, plan, aside | new)
        aside = new if plan.is_aside else {}


def _commit(number: int, plan: _Plan, new: Mapping[str, bytes]) -> bytes:
    """A commit in the language of fast-import."""
    name, actor = _PEOPLE[number % len(_PEOPLE)]
    at = _START + number * _STEP
    message = f"Commit {number}: pages looked at again"
    message += f"\n\nBrainwiki-Actor: {actor}\nProposal: p-{number}" if actor else ""
    parts = [
        b"commit refs/heads/%s\nmark :%d\n" % (b"aside" if plan.is_aside else b"main", number),
        f"author {name} <a@example.org> {at} +0900\ncommitter {name} <a@example.org> {at} +0900\n".encode(),
        _data(message.encode()),
    ]
    if number % 50 == 0:
        parts.append(b"from :%d\nmerge :%d\n" % (number - 2, number - 1))
    elif number > 1:
        parts.append(b"from :%d\n" % (number - 1))
    parts.extend(b"D %s\n" % path.encode() for path in plan.gone)
    parts.extend(b"M 100644 inline %s\n" % path.encode() + _data(text) for path, text in sorted(new.items()))
    return b"".join(parts) + b"\n"


def _data(raw: bytes) -> bytes:
    return b"data %d\n" % len(raw) + raw + b"\n"
