"""What a name or the beginning of one means among the ids of its kind."""

from __future__ import annotations

from collections.abc import Collection

from brainwiki.errors import AmbiguousNameError, UnknownNameError
from brainwiki.model.names import near

_TOLD = 5  # candidates


def one_named(what: str, name: str, known: Collection[str]) -> str:
    """The id that is `name`, or the only one that begins so. Raises UnknownNameError with near ids, AmbiguousNameError."""
    if name in known:
        return name
    found = [one for one in known if name and one.startswith(name)]
    if len(found) > 1:
        raise AmbiguousNameError(name, tuple(found[:_TOLD]), f"{what}s")
    if not found:
        raise UnknownNameError(what, name, near(name, known))
    return found[0]
