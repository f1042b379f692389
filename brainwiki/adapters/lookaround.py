"""A look at the files of a repository, for a question that is asked too often to start Git for it."""

from __future__ import annotations

import glob
import os
import re


def holds_branch(folder: str, branch: str) -> bool:
    """Whether the repository around a folder may have a branch, its own or one that was fetched from a remote. A yes is no promise."""
    shared = _shared_folder(folder)
    if not shared:
        return False
    if os.path.isdir(os.path.join(shared, "reftable")):
        return True
    refs = os.path.join(glob.escape(shared), "refs")
    if os.path.exists(os.path.join(shared, "refs", "heads", branch)) or glob.glob(f"{refs}/remotes/*/{branch}"):
        return True
    try:
        with open(os.path.join(shared, "packed-refs"), "rb") as file:
            packed = rb" refs/(?:heads|remotes/[^/\n]+)/%s\n" % re.escape(branch.encode())
            return re.search(packed, file.read()) is not None
    except OSError:
        return False


def _shared_folder(folder: str) -> str:
    """Git's folder that all working trees share, of the repository around a folder; empty where there is none."""
    at = os.path.abspath(folder)
    while not os.path.exists(os.path.join(at, ".git")):
        above = os.path.dirname(at)
        if above == at:
            return ""
        at = above
    own = os.path.join(at, ".git")
    if os.path.isfile(own):
        own = os.path.join(at, _line(own).removeprefix("gitdir:").strip())
    common = os.path.join(own, "commondir")
    return os.path.join(own, _line(common)) if os.path.isfile(common) else own


def _line(path: str) -> str:
    """The first line of a small file; empty where it cannot be read."""
    try:
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            return file.readline(4096).strip().replace("\0", "")
    except OSError:
        return ""
