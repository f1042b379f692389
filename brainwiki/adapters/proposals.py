"""The open proposals: branches of a repository and of its remotes that carry a receipt and are not merged."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from brainwiki.adapters.past import Record, plain, records
from brainwiki.adapters.plumbing import Plumbing
from brainwiki.errors import GitError
from brainwiki.model.proposal import Proposal

MOST = 100  # the newest
_LONGEST = 1 << 20  # characters of a receipt
_REF = re.compile(r"refs/(?:heads|remotes/[^/]+)/brainwiki/proposal/([^/\s]+)\Z")


class _Branch(NamedTuple):
    """A branch of a proposal: its id, the name of the branch, its newest commit, and what it shares with the present branch."""

    id: str
    ref: str
    tip: str
    base: str


def read(git: Plumbing, folder: str) -> tuple[Proposal, ...]:
    """The open proposals, newest first, at most a hundred; raises GitError.

    A proposal is merged where the present branch has its commit, or its receipt: then it is left out, as is a branch that does
    nothing. Of branches with one id the repository's own counts.
    """
    prefix, head = git.text("rev-parse", "--show-prefix", "HEAD").rsplit("\n", 1)
    below = prefix + (f"{folder}/" if folder else "")
    merged = _receipts(git, head, below)
    branches = [one for one in _branches(git, head) if one.id not in merged and one.base != one.tip]
    asked = dict.fromkeys(f"{one.tip} {one.base}".strip() for one in branches)
    found = {record.revision.id: record for record in records(git, asked, below)}
    return tuple(_proposal(git, one, found[one.tip]) for one in branches if one.tip in found)


def _branches(git: Plumbing, head: str) -> Iterator[_Branch]:
    """The branches of proposals, newest first."""
    listed = git.text(
        "for-each-ref",
        "--sort=-committerdate",
        "--format=%(objecttype) %(objectname) %(refname)",
        "refs/heads/brainwiki/proposal/",
        "refs/remotes/*/brainwiki/proposal/*",
    )
    found: dict[str, tuple[str, str]] = {}
    for line in listed.split("\n"):
        kind, _, rest = line.partition(" ")
        tip, _, ref = rest.partition(" ")
        match = _REF.match(ref)
        if kind == "commit" and match and (match[1] not in found or ref.startswith("refs/heads/")):
            found[match[1]] = (ref, tip)
    for name, (ref, tip) in list(found.items())[:MOST]:
        yield _Branch(plain(name, 100), ref, tip, _base(git, head, tip))


def _base(git: Plumbing, head: str, tip: str) -> str:
    try:
        return git.text("merge-base", head, tip)
    except GitError:
        return ""


def _receipts(git: Plumbing, head: str, below: str) -> frozenset[str]:
    """The ids of the receipts that the present branch has."""
    raw = git.run("ls-tree", "--name-only", "-z", "--full-tree", head, "--", f"{below}proposals/")
    names = (path.decode("utf-8", "surrogateescape").rpartition("/")[2] for path in raw.split(b"\0"))
    return frozenset(name.removesuffix(".md") for name in names if name.endswith(".md"))


def _proposal(git: Plumbing, branch: _Branch, record: Record) -> Proposal:
    own = f"proposals/{branch.id}.md"
    receipt = next((touch.after for touch in record.touches if touch.path == own and touch.after), "")
    text = git.blob(receipt)[:_LONGEST].decode("utf-8", "replace") if receipt else ""
    told = record.revision
    return Proposal(*branch, told.at, told.author, told.actor, told.by_agent, told.summary, text, record.touches)
