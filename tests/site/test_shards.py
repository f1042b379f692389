"""Shards: the same for the same keys, spread evenly, and scripts that hold nothing but data."""

from __future__ import annotations

import json

from brainwiki.site.shards import count_of, data_file, shard_of, spread


def test_the_sum_is_that_of_fnv_1a() -> None:
    """The published value for `foobar` is bf9cf968; its halves are folded so that few shards use all of it."""
    assert shard_of("foobar", 256) == f"{(0xBF9CF968 ^ 0xBF9C) % 256:02x}"
    assert shard_of("", 256) == f"{(0x811C9DC5 ^ 0x811C) % 256:02x}"


def test_there_are_few_shards_for_few_values_and_never_too_many() -> None:
    assert [count_of(n) for n in (0, 40, 41, 300, 10_000, 1_000_000)] == [1, 1, 2, 8, 256, 256]


def test_keys_spread_evenly_and_every_shard_is_there() -> None:
    found = spread((f"knowledge/projects/page-{n}/" for n in range(10_000)), 256)
    assert len(found) == 256
    assert 15 < min(map(len, found.values())) <= max(map(len, found.values())) < 70
    assert spread((), 2) == {"00": (), "01": ()}


def test_a_data_file_is_one_call_and_opens_no_tag() -> None:
    raw = data_file("docs/0a", {"b": "</script>\u2028", "a": "猫"})
    assert raw == 'bw.take("docs/0a",{"a":"猫","b":"\\u003c/script>\\u2028"});\n'.encode()
    assert json.loads(raw.decode().removeprefix('bw.take("docs/0a",').removesuffix(");\n"))["b"] == "</script>\u2028"
