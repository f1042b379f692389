"""Without a calibrated gate people decide."""

from __future__ import annotations

from brainwiki.dream.gate import VERDICTS, Case, People


def test_people_decide_everything() -> None:
    found = People().judge([Case("knowledge/a", "", "x", ())] * 2)
    assert [one.verdict for one in found] == ["unsure", "unsure"]
    assert all(one.reason for one in found)
    assert VERDICTS[0] == "supported"
