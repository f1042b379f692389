"""What a consolidation adopts."""

from __future__ import annotations

from brainwiki.model.observation import observation
from brainwiki.model.update import DOES, Consolidation, Left, Update


def test_adopted_is_what_an_update_rests_on() -> None:
    seen = tuple(observation("s", number, "q", "knowledge/a", "x") for number in (1, 2, 3))
    found = Consolidation(
        seen,
        (Update("add", "knowledge/a", text="x", observations=(seen[2].id, seen[0].id)),),
        (Left(seen[1].id, "no"),),
    )
    assert found.adopted == (seen[0].id, seen[2].id)
    assert Consolidation().adopted == ()
    assert "supersede" in DOES
