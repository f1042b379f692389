"""What names the content of a file."""

from __future__ import annotations

import hashlib


def blob_id(raw: bytes) -> str:
    """The content id of a file's bytes: Git's blob id, so that trees in Git and files on a disk share their facts."""
    return hashlib.sha1(b"blob %d\0" % len(raw) + raw, usedforsecurity=False).hexdigest()
