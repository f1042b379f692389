"""How well statements are read on the development set, and that the scores count what they say."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from benchmarks import statements as benchmark
from tests.statements import DEVELOPMENT, GROUPS, HELD_OUT, LANGUAGES, Count, read_cases, report, score, wilson


def test_the_development_set_has_enough_of_each_language_and_kind_and_of_nothing() -> None:
    cases = read_cases(DEVELOPMENT)
    assert len({case.id for case in cases}) == len(cases) >= 120
    for language in LANGUAGES:
        own = [case for case in cases if case.language == language]
        assert len(own) >= 40
        assert sum(not case.expected for case in own) >= 40
    kinds = Counter(one.kind for case in cases for one in case.expected)
    assert all(kinds[kind] >= 15 for kind in GROUPS)


def test_precision_and_recall_on_the_development_set() -> None:
    found = score(read_cases(DEVELOPMENT))
    right, emitted = found.whole.precision
    assert right / emitted >= 0.99, "\n".join(found.mistakes)
    right, expected = found.whole.recall
    assert right / expected >= 0.98, "\n".join(found.mistakes)


def test_precision_on_the_held_out_set(capsys: pytest.CaptureFixture[str]) -> None:
    """A fact of 150 turns that were written before the rules and are not mended on."""
    found = score(read_cases(HELD_OUT))
    with capsys.disabled():
        print(f"\n{report(found)}")
    right, emitted = found.whole.precision
    assert right / emitted >= 0.95
    assert emitted >= 60


def _file(folder: Path, *lines: dict[str, object]) -> Path:
    path = folder / "turns.jsonl"
    path.write_text("".join(json.dumps({"language": "en", "expect": [], **line}) + "\n" for line in lines), "utf-8")
    return path


def test_right_wrong_and_missed_are_counted_once_each(tmp_path: Path) -> None:
    said = "I prefer tea to coffee."
    right = {"id": "1", "text": said, "expect": [{"kind": "standing", "quote": said}]}  # of the same group
    other = {"id": "2", "text": said, "expect": [{"kind": "decision", "quote": said}]}
    short = {"id": "3", "text": f"{said} Yes.", "expect": [{"kind": "preference", "quote": "Yes."}]}
    left = {"id": "4", "text": "Remember that it is there."}
    agent = {"id": "5", "role": "assistant", "text": said}
    found = score(read_cases(_file(tmp_path, right, other, short, left, agent)))
    assert found.whole == Count(1, 2, 2)
    assert found.languages["en"] == Count(1, 2, 2)
    assert found.kinds["preference"] == Count(1, 2, 1)
    assert found.kinds["decision"] == Count(0, 0, 1)
    assert [one.split(":")[0] for one in found.mistakes] == [
        "2 wrong preference",
        "2 missed decision",
        "3 wrong preference",
        "3 missed preference",
    ]


def test_a_quote_that_does_not_stand_in_its_turn_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="does not stand"):
        read_cases(_file(tmp_path, {"id": "1", "text": "x", "expect": [{"kind": "decision", "quote": "y"}]}))


def test_wilson_intervals() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(20, 20)[0] == pytest.approx(0.839, abs=0.001)
    low, high = wilson(95, 100)
    assert (low, high) == (pytest.approx(0.888, abs=0.001), pytest.approx(0.978, abs=0.001))


def test_the_table_names_languages_and_kinds(tmp_path: Path) -> None:
    said = "I prefer tea to coffee."
    table = report(
        score(read_cases(_file(tmp_path, {"id": "1", "text": said, "expect": [{"kind": "preference", "quote": said}]})))
    )
    assert "en          1.000 [0.207, 1.000] 1/1" in table
    assert "ja          -" in table


def test_the_benchmark_says_whether_precision_is_enough(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(
        "sys.argv", ["statements", str(_file(tmp_path, {"id": "1", "text": "I prefer tea to coffee."}))]
    )
    assert benchmark.main() == 1
    assert "1 wrong preference: 'I prefer tea to coffee.'" in capsys.readouterr().out
    monkeypatch.setattr("sys.argv", ["statements"])
    assert benchmark.main() == 0
