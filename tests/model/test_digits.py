"""Digits of ids."""

from __future__ import annotations

import base64

from brainwiki.model.digits import base32


def test_digits_are_base32_in_lower_case() -> None:
    raw = bytes(range(7, 47, 8))
    assert base32(int.from_bytes(raw, "big"), 8) == base64.b32encode(raw).decode().lower()
    assert (base32(0, 3), base32(31, 2), base32(32, 2)) == ("aaa", "a7", "ba")
