"""GitLab's Code Quality and rdjson: fingerprints of their own, severities, and columns that count bytes of the real file."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from brainwiki.markup import parser
from brainwiki.model.dialect import Dialect
from brainwiki.model.finding import Edit, Report, Severity
from brainwiki.rules.reports.exchange_forges import as_gitlab, as_rdjson, unique_fingerprints
from tests.helpers import PROPERTY, bare, encoded
from tests.rules.awkward import AWKWARD, finding, warning

TEXTS = st.lists(st.sampled_from(["a", "é", "日", "。", "👩‍🚀", "ß", " ", "\n"]), max_size=30).map("".join)


def test_an_issue_of_gitlab_has_place_severity_and_rule() -> None:
    first, second = as_gitlab(Report((finding(place=(2, 5, 2, 10)), warning(7)), 1))
    assert first == {
        "description": "Nothing answers to [[x]]. Mend it.",
        "check_name": "BW201 broken-wikilink",
        "fingerprint": finding().fingerprint,
        "severity": "blocker",
        "location": {
            "path": "wiki/a.md",
            "lines": {"begin": 2, "end": 2},
            "positions": {"begin": {"line": 2, "column": 5}, "end": {"line": 2, "column": 10}},
        },
    }
    assert second["severity"] == "minor"


def test_the_last_line_of_an_issue_is_one_that_it_touches() -> None:
    issues = as_gitlab(Report(tuple(finding(place=(2, 5, *end)) for end in ((4, 1), (4, 2), (2, 5))), 1))
    assert [issue["location"]["lines"]["end"] for issue in issues] == [3, 4, 2]


def test_every_issue_has_a_fingerprint_of_its_own() -> None:
    report, _ = AWKWARD["twins"]
    prints = list(unique_fingerprints(report.findings))
    assert len(set(prints)) == 3
    assert prints[0] == finding().fingerprint
    assert list(unique_fingerprints(report.findings[:2])) == prints[:2], "a further finding changes none before it"
    many, _ = AWKWARD["many"]
    assert len({issue["fingerprint"] for issue in as_gitlab(many)}) == 10_000


def test_a_diagnostic_has_place_severity_and_code() -> None:
    pages = {"wiki/a.md": bare("One.\n日本 [[x]]\n")}
    document = as_rdjson(Report((finding(place=(2, 4, 2, 9)), warning(1)), 1), pages)
    assert document["source"] == {"name": "brainwiki"}
    assert document["diagnostics"][0] == {
        "message": "Nothing answers to [[x]]. Mend it.",
        "location": {
            "path": "wiki/a.md",
            "range": {"start": {"line": 2, "column": 8}, "end": {"line": 2, "column": 13}},
        },
        "severity": "ERROR",
        "code": {"value": "BW201"},
    }
    assert document["diagnostics"][1]["severity"] == "WARNING"


def test_names_that_are_not_utf8_stay_readable() -> None:
    report, pages = AWKWARD["name: bad bytes"]
    assert as_gitlab(report)[0]["location"]["path"] == "wiki/caf\\udce9\\udcff.md"
    assert as_rdjson(report, pages)["diagnostics"][0]["location"]["path"] == "wiki/caf\\udce9\\udcff.md"


def test_one_edit_is_a_suggestion_and_several_are_none() -> None:
    report, pages = AWKWARD["fixes"]
    first, second = as_rdjson(report, pages)["diagnostics"]
    place = first["location"]["range"]
    assert first["suggestions"] == [{"range": place, "text": "[[猫\\udcff]]"}]
    assert place["start"]["column"] == len("「日本語」と 👩‍🚀".encode()) + 1
    assert "suggestions" not in second


def test_an_insertion_is_a_range_of_no_width_and_may_stand_at_the_end_of_a_line() -> None:
    pages = {"wiki/a.md": bare("日本\n")}
    report = Report((finding(severity=Severity.WARN),), 1, fixes={0: (Edit(1, 3, 1, 3, "。"),)})
    (diagnostic,) = as_rdjson(report, pages)["diagnostics"]
    end = {"line": 1, "column": 7}
    assert diagnostic["suggestions"] == [{"range": {"start": end, "end": end}, "text": "。"}]


@PROPERTY
@given(st.sampled_from(["", "\ufeff"]), TEXTS, st.data())
def test_columns_count_the_bytes_of_the_file(mark: str, text: str, data: st.DataObject) -> None:
    raw = encoded(mark + text)
    page = parser.parse("a.md", raw, Dialect())
    start = data.draw(st.integers(0, len(page.text)))
    end = data.draw(st.integers(start, len(page.text)))
    place = (*page.place(start), *page.place(end))
    (diagnostic,) = as_rdjson(Report((finding("a.md", place),), 1), {"a.md": page})["diagnostics"]
    where = diagnostic["location"]["range"]
    lines = raw.split(b"\n")
    offsets = [
        sum(len(line) + 1 for line in lines[: place["line"] - 1]) + place["column"] - 1
        for place in (where["start"], where["end"])
    ]
    assert raw[offsets[0] : offsets[1]] == encoded(page.text[start:end])
