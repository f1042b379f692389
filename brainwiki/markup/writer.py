"""Text edits to bytes with the smallest difference: what was not edited stays byte for byte, line ends and BOM included."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from brainwiki.markup.document import Document


class Edit(NamedTuple):
    """Replace the span `start` to `end` of a document's text (LF view) by `text`, written with LF."""

    start: int
    end: int
    text: str


class OverlapError(ValueError):
    """Two edits touch the same text; nothing was written."""

    def __init__(self, first: Edit, second: Edit) -> None:
        super().__init__(f"edits overlap at {first.start}-{first.end} and {second.start}-{second.end}")


def write(document: Document, edits: Iterable[Edit] = ()) -> bytes:
    """The file with the edits applied; without edits exactly the bytes that were read.

    New text gets the line end that the file mostly has. Raises OverlapError, and ValueError for a span outside the text.
    """
    ordered = sorted(edits)
    if not ordered:
        return document.raw
    pieces: list[str] = []
    at = 0
    last: Edit | None = None
    for edit in ordered:
        if not 0 <= edit.start <= edit.end <= len(document.text):
            raise ValueError(f"no span {edit.start}-{edit.end} in a text of {len(document.text)} characters")
        if last is not None and (edit.start < last.end or edit[:2] == last[:2]):
            raise OverlapError(last, edit)
        pieces.append(document.decoded[at : document.to_raw(edit.start)])
        pieces.append(edit.text.replace("\n", document.newline) if document.newline != "\n" else edit.text)
        at = document.to_raw(edit.end)
        last = edit
    pieces.append(document.decoded[at:])
    return "".join(pieces).encode("utf-8", "surrogateescape")
