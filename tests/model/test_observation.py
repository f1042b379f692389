"""Ids of observations: of what was said and what it is about, never of how it is put."""

from __future__ import annotations

import re

from brainwiki.model.observation import observation


def test_an_id_is_of_turn_span_and_subject() -> None:
    one = observation("s", 3, "Diagrams,\n please.", "knowledge/a", "Prefers diagrams.")
    assert re.fullmatch("o-[a-z2-7]{10}", one.id)
    assert one.id == observation("s", 3, "Diagrams, please.", "knowledge/a", "Wants pictures.", "preference").id
    others = [("t", 3, "Diagrams, please.", "knowledge/a"), ("s", 4, "Diagrams, please.", "knowledge/a")]
    others += [("s", 3, "Diagrams", "knowledge/a"), ("s", 3, "Diagrams, please.", "knowledge/b")]
    assert len({one.id, *(observation(*other, "x").id for other in others)}) == 5
    assert one.resource == "sessions/s#turn-3"


def test_ids_are_spread() -> None:
    ids = {observation("s", number, "q", "p", "").id for number in range(2000)}
    assert len(ids) == 2000
    assert len({one[2] for one in ids}) == len({one[-1] for one in ids}) == 32
