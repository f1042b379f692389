"""A JSON document as commands print it."""

from __future__ import annotations

import json

from brainwiki.model.document import dump


def test_texts_stay_readable_and_halves_of_characters_stay_escapes() -> None:
    written = dump({"a": "日本 🙂 \ud800", "b": [1, None, True]})
    assert "日本 🙂" in written
    assert "\\ud800" in written
    assert json.loads(written) == {"a": "日本 🙂 \ud800", "b": [1, None, True]}
    assert written.encode()
