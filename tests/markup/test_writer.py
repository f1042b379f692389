"""The smallest difference: nothing but the edited span changes."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.markup import document
from brainwiki.markup.writer import Edit, OverlapError, write
from tests.helpers import PROPERTY, markdown_files
from tests.markup.test_document import RAW


def test_without_edits_every_real_file_stays_as_it_is(corpus: Path) -> None:
    for path in markdown_files(corpus):
        raw = path.read_bytes()
        assert write(document.read(raw)) == raw


@PROPERTY
@given(RAW)
def test_without_edits_any_bytes_stay_as_they_are(raw: bytes) -> None:
    assert write(document.read(raw)) == raw
    assert write(document.read(raw), [Edit(0, 0, "")]) == raw


@pytest.mark.parametrize(
    ("raw", "edits", "wanted"),
    [
        (b"one two\n", [Edit(4, 7, "three")], b"one three\n"),
        (b"one\r\ntwo\r\n", [Edit(4, 7, "a\nb")], b"one\r\na\r\nb\r\n"),
        (b"one\r\ntwo\r\n", [Edit(3, 4, " ")], b"one two\r\n"),
        (b"\xef\xbb\xbfone\n", [Edit(0, 3, "1")], b"\xef\xbb\xbf1\n"),
        (b"\xef\xbb\xbf", [Edit(0, 0, "x")], b"\xef\xbb\xbfx"),
        (b"a\nb\nc\r\n", [Edit(6, 6, "d\n")], b"a\nb\nc\r\nd\n"),
        (b"caf\xe9 x\r\n", [Edit(5, 6, "y")], b"caf\xe9 y\r\n"),
        (b"ab", [Edit(1, 1, "2"), Edit(0, 0, "1"), Edit(2, 2, "3")], b"1a2b3"),
        (b"abc", [Edit(0, 1, ""), Edit(1, 1, "x"), Edit(1, 2, "y")], b"xyc"),
        ("日本🙂".encode(), [Edit(2, 3, "é")], "日本é".encode()),
    ],
)
def test_only_the_span_changes(raw: bytes, edits: list[Edit], wanted: bytes) -> None:
    assert write(document.read(raw), edits) == wanted


@pytest.mark.parametrize(
    "edits", [[Edit(0, 2, "x"), Edit(1, 3, "y")], [Edit(1, 1, "x"), Edit(1, 1, "y")], [Edit(0, 2, "x")] * 2]
)
def test_edits_that_meet_are_refused(edits: list[Edit]) -> None:
    with pytest.raises(OverlapError, match="edits overlap at"):
        write(document.read(b"abcd"), edits)


@pytest.mark.parametrize("edit", [Edit(-1, 0, ""), Edit(0, 5, ""), Edit(3, 2, ""), Edit(9, 9, "")])
def test_a_span_outside_the_text_is_refused(edit: Edit) -> None:
    with pytest.raises(ValueError, match=r"no span .* in a text of 4 characters"):
        write(document.read(b"abcd"), [edit])


def units(raw: bytes) -> list[str]:
    """The file cut into pieces, one for each character of the LF view."""
    text = raw.decode("utf-8", "surrogateescape")
    found = []
    at = text.startswith("\ufeff") and 1
    while at < len(text):
        size = 2 if text.startswith("\r\n", at) else 1
        found.append(text[at : at + size])
        at += size
    return found


@PROPERTY
@given(
    RAW,
    st.lists(
        st.tuples(st.integers(0, 40), st.integers(0, 6), st.sampled_from(["", "x", "\n", "é\n\n日", "🙂"])), max_size=5
    ),
)
def test_any_edits_change_their_spans_and_nothing_else(raw: bytes, wishes: list[tuple[int, int, str]]) -> None:
    found = document.read(raw)
    pieces = units(raw)
    assert len(pieces) == len(found.text)
    wanted, edits, at = "\ufeff" if found.has_bom else "", [], 0
    for gap, length, text in wishes:
        start = at + gap
        end = start + length
        if end > len(pieces) or (edits and start == at):
            continue
        edits.append(Edit(start, end, text))
        wanted += "".join(pieces[at:start]) + text.replace("\n", found.newline)
        at = end
    wanted += "".join(pieces[at:])
    assert write(found, reversed(edits)) == wanted.encode("utf-8", "surrogateescape")


@PROPERTY
@given(st.text(st.sampled_from("ab é日\n"), max_size=30), st.booleans(), st.data())
def test_a_file_with_returns_is_edited_like_its_twin_without(text: str, bom: bool, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    edit = Edit(start, data.draw(st.integers(start, len(text))), data.draw(st.sampled_from(["", "x", "y\n"])))
    mark = "\ufeff" if bom else ""
    plain = document.read((mark + text).encode())
    twin = document.read((mark + text.replace("\n", "\r\n")).encode())
    assert twin.text == plain.text
    wanted = write(plain, [edit])
    if "\n" in text:
        wanted = wanted.replace(b"\n", b"\r\n")
    assert write(twin, [edit]) == wanted
