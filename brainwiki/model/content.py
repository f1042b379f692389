"""What names the content of a file."""

from __future__ import annotations

import hashlib

_SHA256 = 64  # hex digits of an id in a repository of that form


def blob_id(raw: bytes, digits: int = 40) -> str:
    """The content id of a file's bytes: Git's blob id, so that trees in Git and files on a disk share their facts.

    `digits` is how long ids are in the repository: 40, or 64 where it is one of SHA-256.
    """
    whole = b"blob %d\0" % len(raw) + raw
    return (
        hashlib.sha256(whole).hexdigest()
        if digits == _SHA256
        else hashlib.sha1(whole, usedforsecurity=False).hexdigest()
    )
