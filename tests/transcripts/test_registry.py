"""A file's format is told from what it holds; what is unknown, ambiguous, broken or empty is a clear error, whatever the bytes."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.errors import BrainwikiError, TranscriptError, UnknownNameError
from brainwiki.transcripts.given import Given
from brainwiki.transcripts.registry import FORMATS, NAMES
from tests.helpers import PROPERTY
from tests.transcripts.samples import FILES, lines, reading

SAMPLES = [(path.name, path.read_bytes()) for path in FILES]


def more_files() -> Iterator[Path]:
    """Recordings that are not part of this repository, where BRAINWIKI_CORPORA names a folder with some."""
    base = os.environ.get("BRAINWIKI_CORPORA")
    for path in sorted((Path(base) / "transcripts").rglob("*")) if base else ():
        if path.suffix in (".json", ".jsonl", ".md"):
            yield path


def test_the_formats() -> None:
    assert NAMES == (
        "claude-code",
        "codex",
        "gemini-cli",
        "cursor",
        "copilot",
        "opencode",
        "chatgpt",
        "claude-ai",
        "librechat",
        "markdown",
        "correction",
    )


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_each_sample_is_of_one_format_and_every_record_is_accounted_for(path: Path) -> None:
    raw = path.read_bytes()
    found = reading(raw, path.name)
    assert path.name.startswith(found.format)
    assert [one.name for one in FORMATS if one.sniff(Given(raw, path.name))] == [found.format]
    assert reading(raw, path.name, found.format) == found


@pytest.mark.parametrize("path", list(more_files()), ids=lambda path: path.name)
def test_every_other_recording_is_of_its_folders_format_and_accounted_for(path: Path) -> None:
    found = reading(path.read_bytes(), path.name)
    assert found.format == path.parent.name
    assert found.sessions
    assert all(
        turn.text.strip() and turn.role in ("user", "assistant", "tool", "system")
        for one in found.sessions
        for turn in one.turns
    )


@pytest.mark.parametrize("raw", [b"", b" \n\n"])
def test_an_empty_file(raw: bytes) -> None:
    with pytest.raises(TranscriptError, match="f: it is empty"):
        reading(raw)


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (b"Some words.\n", "f: it is of no known format"),
        (b"{}", "f: it is of no known format"),
        (b"[]", "f: it is of no known format"),
        (b'{"a": }', r"of no known format \(no JSON at line 1, column 7\)"),
        (b"[" * 100_000, r"of no known format \(it is nested too deep\)"),
        (b"\xff\xfe{\x00}\x00", "line 1 is not UTF-8"),
    ],
)
def test_an_unknown_file_says_why(raw: bytes, why: str) -> None:
    with pytest.raises(TranscriptError, match=why):
        reading(raw)


def test_an_unknown_file_is_told_what_is_read() -> None:
    with pytest.raises(TranscriptError) as caught:
        reading(b"Some words.\n")
    assert all(name in caught.value.remedy for name in NAMES)


def test_an_ambiguous_file_is_told_between_what() -> None:
    claude = {"type": "user", "message": {"content": "hi"}}
    cursor = {"role": "user", "message": {"content": "hi"}}
    with pytest.raises(TranscriptError, match=r"f: it may be claude-code, cursor. Name one of them with --format"):
        reading(lines(claude, cursor))
    assert reading(lines(claude, cursor), format_name="cursor").format == "cursor"


def test_a_format_that_is_not_known() -> None:
    with pytest.raises(UnknownNameError, match="No format 'word'"):
        reading(b"x", format_name="word")


def test_a_broken_document_that_was_named_says_where() -> None:
    with pytest.raises(TranscriptError, match=r"as chatgpt it holds no turn .no JSON at line 1, column 2"):
        reading(b"[}", format_name="chatgpt")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "raw", [b"{}", b"[]", b"7\n", b"[1, null]", b"null", b'"x"', b"{}\n{}\n", b"{", b"words", b"\x00"]
)
def test_no_format_calls_a_file_without_turns_a_success(name: str, raw: bytes) -> None:
    with pytest.raises(TranscriptError):
        reading(raw, format_name=name)


VALUES = st.recursive(
    st.sampled_from([None, True, 0, -1, 1e400, 10**30, "", "x", "user", "\ud800", "2026-08-01", [], {}]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["type", "text", "id", "v"]), inner, max_size=3)
    ),
    max_leaves=5,
)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place inside a JSON value."""
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inner:
        yield from places(one, (*path, key))


def planted(value: Any, path: tuple[Any, ...], what: Any) -> Any:
    """The value with something else at a place."""
    if not path:
        return what
    changed = dict(value) if isinstance(value, dict) else list(value)
    changed[path[0]] = planted(value[path[0]], path[1:], what)
    return changed


def tried(raw: bytes) -> None:
    """Read by every format: an account that balances, or an error with words; nothing else."""
    for name in ("auto", *NAMES):
        try:
            found = reading(raw, "f", name)
        except BrainwikiError:
            continue
        for one in found.sessions:
            assert one.turns
            for turn in one.turns:
                (turn.text + one.native + one.title + "".join(turn.meta.values())).encode()


@given(st.sampled_from([one for one in SAMPLES if one[0].endswith("json")]), st.integers(0, 10**6), VALUES)
@PROPERTY
def test_a_document_with_anything_anywhere_is_read_or_refused(sample: tuple[str, bytes], place: int, what: Any) -> None:
    value = json.loads(sample[1])
    found = list(places(value))
    tried(json.dumps(planted(value, found[place % len(found)], what)).encode())


@given(st.sampled_from([one for one in SAMPLES if one[0].endswith("jsonl")]), st.integers(0, 10**6), VALUES)
@PROPERTY
def test_lines_with_anything_anywhere_are_read_or_refused(sample: tuple[str, bytes], place: int, what: Any) -> None:
    records = [json.loads(line) for line in sample[1].decode().splitlines()]
    found = list(places(records))[1:]
    changed = planted(records, found[place % len(found)], what)
    tried("".join(json.dumps(one) + "\n" for one in changed).encode())


@given(st.sampled_from(SAMPLES), st.integers(0, 10**6), st.binary(max_size=4), st.integers(0, 4))
@PROPERTY
def test_any_bytes_in_the_place_of_others_are_read_or_refused(
    sample: tuple[str, bytes], at: int, new: bytes, cut: int
) -> None:
    raw = sample[1]
    at %= len(raw)
    tried(raw[:at] + new + raw[at + cut :])


@given(st.sampled_from(SAMPLES), st.integers(0, 10**6))
@PROPERTY
def test_a_file_cut_anywhere_is_read_or_refused(sample: tuple[str, bytes], at: int) -> None:
    tried(sample[1][: at % len(sample[1])])
