"""Numbers as the digits of ids: base32 in lower case, which no eye and no file system confuses."""

from __future__ import annotations

_BASE32 = "abcdefghijklmnopqrstuvwxyz234567"


def base32(number: int, count: int) -> str:
    """The last `count` digits of a number, five bits each."""
    return "".join(_BASE32[number >> shift & 31] for shift in range(5 * count - 5, -1, -5))
