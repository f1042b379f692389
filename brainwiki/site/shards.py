"""Data for scripts in shards: small files, each with the values of some addresses, found by the same sum here and in the browser."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

IN_A_SHARD = 40  # values that a shard holds on average
MOST = 256

_PRIME, _BASIS, _MASK = 0x01000193, 0x811C9DC5, 0xFFFFFFFF


def count_of(values: int) -> int:
    """How many shards so many values are spread over: a power of two, so that it seldom changes."""
    count = 1
    while count * IN_A_SHARD < values and count < MOST:
        count *= 2
    return count


def shard_of(key: str, count: int) -> str:
    """The name of the shard of a key: two hex digits of its sum, as in `bw.js`."""
    return f"{sum_of(key) % count:02x}"


def sum_of(key: str) -> int:
    """The FNV-1a sum of a key (32 bits, over UTF-8), its halves folded so that the low bits use all of it."""
    total = _BASIS
    for byte in key.encode("utf-8", "replace"):
        total = (total ^ byte) * _PRIME & _MASK
    return total ^ total >> 16


def spread(keys: Iterable[str], count: int) -> Mapping[str, tuple[str, ...]]:
    """The keys in each shard, sorted; shards without a key are there too, so that no script asks in vain."""
    found: dict[str, list[str]] = {f"{number:02x}": [] for number in range(count)}
    for key in keys:
        found[shard_of(key, count)].append(key)
    return {name: tuple(sorted(inside)) for name, inside in found.items()}


def data_file(name: str, value: Any) -> bytes:
    """The file `data/<name>.js` that gives a value to `bw.load(name)`; it is safe inside HTML too."""
    return f"bw.take({json.dumps(name)},{_safe(value)});\n".encode("utf-8", "replace")


def put_file(markup: str) -> bytes:
    """A script that puts our own HTML where it stands in a page."""
    return f"bwPut({_safe(markup)});\n".encode("utf-8", "replace")


def _safe(value: Any) -> str:
    """A value in JavaScript that may also stand in HTML."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
