"""The managed block: in and out byte for byte, edits and torn markers are refused."""

from __future__ import annotations

import pytest
from hypothesis import given

from brainwiki.usecases.agents.block import BlockError, block, find, name_of, with_block, without_block
from brainwiki.usecases.agents.tail import created
from tests.helpers import PROPERTY
from tests.usecases.agents.texts_of_others import instruction_texts

LINES = ["## Memory", "", "Text — é."]
ROOT = "/home/ann/my notes"


@PROPERTY
@given(instruction_texts())
def test_what_stood_there_keeps_its_bytes(raw: bytes) -> None:
    text = raw.decode("utf-8", "surrogateescape")
    changed = with_block(text, ROOT, LINES)
    assert changed.startswith(text)
    assert with_block(changed, ROOT, LINES) == changed
    left = without_block(changed, ROOT)
    assert left is not None
    assert left.encode("utf-8", "surrogateescape") == raw


@PROPERTY
@given(instruction_texts())
def test_blocks_of_two_brains_stand_side_by_side(raw: bytes) -> None:
    text = raw.decode("utf-8", "surrogateescape")
    both = with_block(with_block(text, "/one", LINES), "/two", LINES)
    one, two = without_block(both, "/two"), without_block(both, "/one")
    assert one == with_block(text, "/one", LINES)
    assert two is not None
    assert find(two, "/two") is not None
    assert without_block(without_block(both, "/two") or "", "/one") == text


def test_a_new_text_takes_the_place_of_the_old() -> None:
    text = with_block("# A\r\n", ROOT, LINES) + "more\r\n"
    changed = with_block(text, ROOT, ["## New"])
    assert changed == "\r\n".join(["# A", "", *block(ROOT, ["## New"]), "more", ""])


def test_text_behind_the_block_stays() -> None:
    text = with_block("# A\n", ROOT, LINES) + "\nmine\n"
    assert without_block(text, ROOT) == "# A\n\nmine\n"


def test_a_file_that_was_made_for_it_goes() -> None:
    made = created(block(ROOT, LINES))
    assert without_block(made, ROOT) is None
    assert without_block(made.replace("\n", "\r\n"), ROOT) is None
    assert without_block(with_block("", ROOT, LINES), ROOT) == ""


def test_without_a_block_nothing_changes() -> None:
    assert without_block("# A\n", ROOT) == "# A\n"
    assert find("# A\n", ROOT) is None


def test_an_edit_between_the_markers_is_seen() -> None:
    text = with_block("", ROOT, LINES).replace("Text", "My text")
    for change in (lambda: with_block(text, ROOT, LINES), lambda: without_block(text, ROOT)):
        with pytest.raises(BlockError, match="was edited"):
            change()


BEGIN, END = block(ROOT, LINES)[0], block(ROOT, LINES)[-1]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (BEGIN, "pairs"),
        (END, "pairs"),
        (f"{END}\n{BEGIN}\n", "pairs"),
        (f"{BEGIN}\n{BEGIN}\n{END}\n{END}\n", "pairs"),
        (f"{BEGIN}\n{END}\n{BEGIN}\n", "pairs"),
        (f"{BEGIN}\n{END}\n{BEGIN}\n{END}\n", "twice"),
        (f"{BEGIN}\n{END.replace('notes', 'other')}\n", "pairs"),
        (f"{BEGIN} x\n{END}\n", "damaged"),
        (f"{BEGIN}\n  {END}\n", "damaged"),
        ("<!-- brainwiki:begin -->\n", "damaged"),
        (f"{BEGIN[:-4]}\n{END}\n", "damaged"),
    ],
)
def test_torn_markers_are_refused(text: str, message: str) -> None:
    with pytest.raises(BlockError, match=message):
        with_block(text, ROOT, LINES)
    with pytest.raises(BlockError, match=message):
        without_block(text, "/another/brain")


@pytest.mark.parametrize("root", ["/a b", "/x-->y", "/a--b", "/語", "C:\\brain", "/a\udce9", "~/x", "."])
def test_any_path_fits_into_a_marker(root: str) -> None:
    assert "--" not in name_of(root)
    assert " " not in name_of(root)
    text = with_block("x\n", root, LINES)
    assert find(text, root) is not None
    assert without_block(text, root) == "x\n"
