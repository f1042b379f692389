"""Content ids are those that Git gives."""

from __future__ import annotations

import pytest

from brainwiki.model.content import blob_id


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        (b"", "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"),
        (b"hello\n", "ce013625030ba8dba906f756967f9e9ca394464a"),
    ],
)
def test_the_id_of_a_blob(raw: bytes, name: str) -> None:
    assert blob_id(raw) == name
