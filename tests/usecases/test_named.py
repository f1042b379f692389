"""What a name or the beginning of one means."""

from __future__ import annotations

import pytest

from brainwiki.errors import AmbiguousNameError, UnknownNameError
from brainwiki.usecases.named import one_named

KNOWN = ("2026-05-02-a", "2026-05-02-ab", "2026-06-01-c")


def test_an_id_or_the_only_one_that_begins_so() -> None:
    assert one_named("run", "2026-05-02-a", KNOWN) == "2026-05-02-a"
    assert one_named("run", "2026-06", KNOWN) == "2026-06-01-c"


def test_several_and_none_are_told() -> None:
    with pytest.raises(AmbiguousNameError, match="names 3 runs"):
        one_named("run", "2026", KNOWN)
    for name in ("", "2027", "2026-06-01-d"):
        with pytest.raises(UnknownNameError, match="No run"):
            one_named("run", name, KNOWN)
