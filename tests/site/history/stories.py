"""The example brain in a repository with a past: people and agents, pages that were renamed and removed, an open proposal."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.helpers import REPOSITORY
from tests.repositories import git, new

FORMER = "wiki/knowledge/concepts/wrong-reading.md"
NOW = "wiki/knowledge/concepts/insertion-loss.md"
JAPANESE = "wiki/knowledge/people/onishi-ren.md"


def story(folder: Path, language: str = "en") -> Path:
    """A workspace whose brain is the example, committed bit by bit from January to June 2026."""
    shutil.copytree(REPOSITORY / "tests/data/example", folder)
    new(folder)
    config = folder / "brainwiki.toml"
    config.write_text(f'{config.read_text("utf-8")}language = "{language}"\n', "utf-8")
    texts = {path: path.read_bytes() for path in (folder / "wiki").rglob("*.md")}
    at = [folder / NOW, folder / JAPANESE, folder / "wiki/knowledge/decisions/edge-vs-cloud.md"]
    for path in at:
        path.write_bytes(texts[path].replace(b"\n\n", b"\n\nAn older sentence.\n\n", 1))
    (folder / FORMER).write_bytes((folder / NOW).read_bytes())
    (folder / NOW).unlink()
    gone = folder / "wiki/knowledge/learnings/old-cable.md"
    gone.write_text("---\ntype: learning\ntitle: Old cable\ndescription: d\n---\nIt hums.\n", "utf-8")
    for receipt in (folder / "wiki/proposals").iterdir():
        receipt.unlink()
    _commit(folder, "2026-01-05T09:00:00+01:00", "Petra Aldmark", "Start the brain")
    (folder / NOW).write_bytes((folder / FORMER).read_bytes())
    (folder / FORMER).unlink()
    _commit(folder, "2026-02-11T17:20:00+01:00", "Petra Aldmark", "Insertion loss under its own name")
    gone.unlink()
    at[1].write_bytes(texts[at[1]])
    _commit(folder, "2026-02-12T10:02:00+09:00", "大西 蓮", "古いケーブルの学びを削除し、自分のページを直す")
    at[0].write_bytes(texts[at[0]])
    _commit(folder, "2026-03-05T02:00:00+01:00", "indexer[bot]", "Listings made anew")
    at[2].write_bytes(texts[at[2]])
    receipt = next(path for path in texts if "/proposals/" in str(path))
    receipt.parent.mkdir(exist_ok=True)
    receipt.write_bytes(texts[receipt])
    message = f"Reverse the cloud decision\n\nBrainwiki-Actor: dream/0.1\nProposal: {receipt.stem}"
    _commit(folder, "2026-03-06T02:00:00+01:00", "Dream", message)
    for path, text in texts.items():
        path.write_bytes(text)
    _commit(folder, "2026-06-20T08:00:00+08:00", "申若兰", "其余提案的收据\n\nBrainwiki-Actor: human:shen")
    return folder


def _commit(folder: Path, at: str, author: str, message: str) -> None:
    git(folder, "add", "-A", ".")
    git(
        folder,
        "commit",
        "-q",
        "-m",
        message,
        GIT_AUTHOR_NAME=author,
        GIT_AUTHOR_DATE=at,
        GIT_COMMITTER_DATE=at,
    )
