"""Values between builds: what is new is known at once, and on the disk when the memo is closed."""

from __future__ import annotations

from pathlib import Path

import pytest

from brainwiki.adapters import memo as module
from brainwiki.adapters.memo import KeptMemo


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("BRAINWIKI_CACHE", str(tmp_path / "cache"))
    (tmp_path / "wiki").mkdir()
    return str(tmp_path / "wiki")


@pytest.mark.parametrize("room", [1, 1 << 20])
def test_a_new_value_is_known_before_it_is_written_and_after(
    root: str, room: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_WAITING", room)
    first = KeptMemo(root, lambda: "stamp")
    assert first.get("a", "k", lambda: (1, "x")) == (1, "x")
    first.keep("a", "l", "y")
    assert first.known("a", ["k", "l", "m"]) == {"k": (1, "x"), "l": "y"}
    first.close(False)
    second = KeptMemo(root, lambda: "stamp")
    assert second.known("a", ["k", "l", "m"]) == {"k": (1, "x"), "l": "y"}
    assert KeptMemo(root, lambda: "another").known("a", ["k"]) == {}


def test_a_memo_that_is_not_closed_leaves_what_was_there(root: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_WAITING", 1)
    before = KeptMemo(root, lambda: "stamp")
    before.keep("a", "k", "old")
    before.close(False)
    killed = KeptMemo(root, lambda: "stamp")
    killed.keep("a", "k", "new")
    assert KeptMemo(root, lambda: "stamp").known("a", ["k"]) == {"k": "old"}


def test_what_cannot_be_written_is_known_as_long_as_the_memo_is(root: str, tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("no folder")
    memo = KeptMemo(root, lambda: "stamp")
    assert memo.get("a", "k", lambda: "x") == "x"
    assert memo.get("a", "k", lambda: "y") == "x"
    memo.close(True)
