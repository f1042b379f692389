"""The log gets a line for each proposal that came in, and keeps whatever else stands in it."""

from __future__ import annotations

import pytest

from brainwiki.model.receipt import Receipt, Vouched
from brainwiki.review.changelog import Entry, logged, names


def entry(proposal: str, day: str, title: str = "New wishes", words: str = "One claim changed.") -> Entry:
    """A proposal of a day."""
    return Entry(Receipt(proposal, title, words, "", Vouched("dream/1", "")), day)


def test_a_new_log_begins_with_its_first_entry() -> None:
    """Nothing to say is no log."""
    assert logged(None, []) is None
    assert logged(None, [entry("p-1", "2026-05-02")]) == (
        b"# Log\n\n## 2026-05-02\n\n- [[proposals/p-1|New wishes]]: One claim changed.\n"
    )


def test_the_newest_day_stands_first_and_in_a_day_the_newest_line() -> None:
    """Also where an older day comes late."""
    log = logged(None, [entry("p-1", "2026-05-02"), entry("p-2", "2026-05-04"), entry("p-3", "2026-05-04")])
    log = logged(log, [entry("p-4", "2026-05-03"), entry("p-5", "2026-05-01")])
    assert log is not None
    lines = [line for line in log.decode().split("\n") if line.startswith(("##", "-"))]
    assert [line[:18] for line in lines] == [
        "## 2026-05-04",
        "- [[proposals/p-3|",
        "- [[proposals/p-2|",
        "## 2026-05-03",
        "- [[proposals/p-4|",
        "## 2026-05-02",
        "- [[proposals/p-1|",
        "## 2026-05-01",
        "- [[proposals/p-5|",
    ]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_what_people_wrote_stays(end: str) -> None:
    """Byte for byte, with the line ends of the file; an entry goes into the day that is there."""
    log = end.join(
        ["# Log", "", "Our log.", "", "## 2026-05-02: a day", "", "- By hand.", "", "## 2026-05-01", "", "Prose.", ""]
    )
    found = logged(log.encode(), [entry("p-1", "2026-05-02"), entry("p-2", "2026-05-01")])
    assert found is not None
    first = f"- [[proposals/p-1|New wishes]]: One claim changed.{end}"
    second = f"{end}{end}- [[proposals/p-2|New wishes]]: One claim changed."
    assert found.decode() == log.replace("- By hand.", f"{first}- By hand.").replace(
        "## 2026-05-01", f"## 2026-05-01{second}"
    )


def test_an_entry_is_written_once() -> None:
    """However the log names it."""
    log = logged(None, [entry("p-1", "2026-05-02")])
    assert log is not None
    assert logged(log, [entry("p-1", "2026-05-09")]) == log
    assert names(b"- [[proposals/p-1]]", "p-1")
    assert not names(b"- [[proposals/p-10]]", "p-1")


def test_the_words_of_a_model_link_to_nothing() -> None:
    """Titles and descriptions are shown and not obeyed."""
    log = logged(None, [entry("p-1", "2026-05-02", "A ]] [[trap|x]] <b>", "See [[secret]] and <script>.")])
    assert log is not None
    line = log.decode().strip().split("\n")[-1]
    assert line.count("[[") - line.count("`[[") == 1
    assert "<b>" not in line
    assert "`<script>`" in line
