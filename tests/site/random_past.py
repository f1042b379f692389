"""What Git is told of a random brain: commits of people and agents, merges, branches of proposals that wait for their review."""

from __future__ import annotations

import json
import random
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tests.repositories import git, new

PEOPLE = ("Anna", "indexer[bot]", "大西 蓮", "<b>Bold</b> & co")
MESSAGES = (
    "Pump",
    "記憶を直す",
    "数据",
    "<i>Words</i> & more",
    "A line\n\nBrainwiki-Actor: dream/0.1",
    "x\n\nProposal: one",
)
BRANCHES = tuple(f"brainwiki/proposal/{name}" for name in ("one", "2026-05-02-dream", "六"))


class RandomPast:
    """The repository of a workspace in `folder`."""

    def __init__(self, folder: Path, rng: random.Random) -> None:
        self.folder = new(folder)
        self.rng = rng
        self.at = datetime(2026, 3, 30, 8, tzinfo=UTC)
        if rng.random() < 0.8:  # else there is no commit at first
            self.commit()

    def step(self, page: str) -> list[str]:
        """Now and then a commit, a branch that touches this page, or the end of a branch."""
        chance = self.rng.random()
        if chance < 0.55:
            return [self.commit()]
        if chance < 0.7 and self.has_commits:
            return [self.propose(page)]
        if chance < 0.8 and self.has_commits:
            return [self.merge()]
        return []

    @property
    def has_commits(self) -> bool:
        """Whether there is a commit at all."""
        return bool(git(self.folder, "for-each-ref", "refs/heads/main"))

    def who(self) -> dict[str, str]:
        """The next author and instant, as variables of the environment; time leaps over months."""
        self.at += timedelta(hours=self.rng.choice((1, 5, 30, 400)))
        at = self.at.isoformat()
        return {"GIT_AUTHOR_NAME": self.rng.choice(PEOPLE), "GIT_AUTHOR_DATE": at, "GIT_COMMITTER_DATE": at}

    def commit(self) -> str:
        """Commit all, or what is new of the pages alone."""
        git(self.folder, "add", "-A", self.rng.choice((".", ".", "wiki")))
        git(self.folder, "commit", "-q", "--allow-empty", "-m", self.rng.choice(MESSAGES), **self.who())
        return "commit"

    def propose(self, page: str) -> str:
        """A branch that writes into a page and brings its receipt, or goes."""
        branch = self.rng.choice(BRANCHES)
        if git(self.folder, "for-each-ref", f"refs/heads/{branch}") and self.rng.random() < 0.4:
            git(self.folder, "update-ref", "-d", f"refs/heads/{branch}")
            return "withdraw"
        name = branch.rpartition("/")[2]
        title = json.dumps(self.rng.choice(("Proposal", "<b>提案</b>")), ensure_ascii=False)
        texts = {f"wiki/{page}": "Changed.\n", "wiki/tasks/new.md": "---\ntype: task\ntitle: New\n---\nx\n"}
        if self.rng.random() < 0.8:
            texts[f"wiki/proposals/{name}.md"] = f"---\ntype: proposal\ntitle: {title}\n---\nOn [[one]].\n"
        index = {"GIT_INDEX_FILE": str(self.folder / ".git/other-index")}
        git(self.folder, "read-tree", "HEAD", **index)
        for path, text in texts.items():
            (self.folder / ".git/blob").write_text(text, "utf-8")
            blob = git(self.folder, "hash-object", "-w", ".git/blob")
            git(self.folder, "update-index", "--add", "--cacheinfo", f"100644,{blob},{path}", **index)
        tree = git(self.folder, "write-tree", **index)
        tip = git(self.folder, "commit-tree", tree, "-p", "HEAD", "-m", self.rng.choice(MESSAGES), **self.who())
        git(self.folder, "update-ref", f"refs/heads/{branch}", tip)
        return "propose"

    def merge(self) -> str:
        """The present files as the merge of a branch."""
        branch = self.rng.choice(BRANCHES)
        if not git(self.folder, "for-each-ref", f"refs/heads/{branch}"):
            return self.commit()
        git(self.folder, "add", "-A", ".")
        parents = ("-p", "HEAD", "-p", f"refs/heads/{branch}")
        made = git(
            self.folder, "commit-tree", git(self.folder, "write-tree"), *parents, "-m", f"Merge {branch}", **self.who()
        )
        git(self.folder, "update-ref", "refs/heads/main", made)
        return "merge"
