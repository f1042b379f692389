"""What evidence is worth: changed since it was cited, older than what it replaced, or none under a confidence."""

from __future__ import annotations

import itertools
from collections.abc import Mapping

import pytest

from brainwiki.config.profile import NAMES, load_profile
from brainwiki.model.evidence import digest_of
from brainwiki.model.finding import Finding, Severity
from brainwiki.model.page import Page, only_text
from brainwiki.model.session import Transcript, Turn, transcript_of
from brainwiki.rules import engine
from brainwiki.rules.engine import Settings
from brainwiki.rules.rule import View
from tests.helpers import NOW, titled, wiki_of

SESSION = "---\ntype: session\ntitle: Talk\nstarted: {}\nturns: 2\n---\nA talk.\n"
REPORT = "---\ntype: source\ntitle: Report\n{}---\nFirst line.\nIt runs at 40 bar.\n\nLast line.\n"
BODY = "First line.\nIt runs at 40 bar.\n\nLast line.\n"
PAGE = "knowledge/a.md"


def turns(session: str, *ats: str) -> Transcript:
    """A transcript whose turns say `turn 1` and so on, at these instants."""
    said = (Turn(number, "user", at, f"turn {number}", number) for number, at in enumerate(ats, 1))
    return transcript_of(f"{session}/transcript.jsonl", tuple(said))


def findings(texts: Mapping[str, str], code: str, profile: str = "brain", **more: object) -> tuple[Finding, ...]:
    """The findings of one rule on a small brain with a report and a session of two turns."""
    chosen = load_profile(profile)
    whole = {"sources/report.md": REPORT.format(""), "sessions/s/session.md": SESSION.format("2026-05-02T09:00:00Z")}
    given = {"transcripts": {"sessions/s": turns("sessions/s", "", "2026-05-02T10:00:00Z")}, **more}
    wiki = wiki_of({**whole, **texts}, chosen.dialect, **given)
    return engine.run(View(wiki, NOW), Settings(chosen.severities, select=(code,))).findings


def entries(*entries: Mapping[str, str]) -> str:
    """A list of sources, numbered from 1."""
    lines = ["sources:\n"]
    for number, entry in enumerate(entries, 1):
        lines.append(f"  - id: {number}\n")
        lines.extend(f"    {key}: {value}\n" for key, value in entry.items() if value)
    return "".join(lines)


def sealed(resource: str, digest: str, quote: str = "", **more: object) -> tuple[Finding, ...]:
    """What is said of one source with a digest."""
    source = entries({"resource": resource, "digest": f'"{digest}"', "quote": quote})
    return findings({PAGE: titled("A", "It runs. [cite:1]\n", source)}, "BW310", **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("resource", "text"),
    [
        ("sources/report", BODY),
        ("sources/report", "  First line. It runs\tat 40 bar. Last\u3000line."),
        ("sources/report", "Ｆirst line. It runs at ４０ bar. Last line."),
        ("sources/report#L2", "It runs at 40 bar."),
        ("sources/report#L2-L4", "It runs at 40 bar.\n\nLast line."),
        ("sources/report#L1-L3", "First line.\nIt runs at 40 bar.\n"),
        ("sources/report#L3", ""),
        ("sessions/s#turn-2", "turn 2"),
        ("sessions/s", "A talk.\n\n\nturn 1\n\nturn 2"),
    ],
)
def test_a_digest_is_of_what_is_cited(resource: str, text: str) -> None:
    whole = digest_of(text)
    for digest in (whole, whole[:23], f"sha256:{whole[7:].upper()}"):
        assert sealed(resource, digest) == ()
    assert len(sealed(resource, digest_of(f"{text} x"))) == 1


def test_a_digest_is_also_of_a_file_of_evidence() -> None:
    raw = {"evidence": {"raw/a.txt": Page("raw/a.txt", "raw", only_text("One.\n二\n"))}}
    assert sealed("raw/a.txt", digest_of("One. 二"), **raw) == ()
    assert sealed("raw/a.txt#L2", digest_of("二"), **raw) == ()
    assert len(sealed("raw/a.txt#L1", digest_of("二"), **raw)) == 1


def test_changed_evidence_blocks_and_is_told_at_its_digest() -> None:
    (found,) = sealed("sources/report", digest_of("Something else."))
    assert (found.path, found.line, found.severity) == (PAGE, 8, Severity.BLOCK)
    assert found.message == "Source 1 has changed since it was cited: sources/report."
    assert found.subject == "1 sources/report"


@pytest.mark.parametrize(
    ("resource", "quote", "severity"),
    [
        ("sources/report", "It runs at 40 bar.", Severity.WARN),
        ("sources/report#L1", "It runs at 40 bar.", Severity.WARN),
        ("sources/report", "It runs at 50 bar.", Severity.BLOCK),
        ("sessions/s#turn-1", "turn 1", Severity.WARN),
        ("sessions/s#turn-1", "turn 2", Severity.BLOCK),
    ],
)
def test_a_quote_that_still_stands_makes_it_mild(resource: str, quote: str, severity: Severity) -> None:
    (found,) = sealed(resource, digest_of("Something else."), quote)
    assert found.severity is severity
    assert ("; the quote still stands there." in found.message) is (severity is Severity.WARN)


@pytest.mark.parametrize(
    "digest",
    ["md5:d41d8cd98f00b204e9800998ecf8427e", "sha256:0123456789abcde", "0123456789abcdef", "sha256:" + "0" * 65],
)
def test_a_digest_in_another_form_is_told_mildly(digest: str) -> None:
    (found,) = sealed("https://example.org/a", digest)
    assert found.severity is Severity.WARN
    assert found.message.startswith(f"The digest of source 1 has no known form: '{digest[:40]}")


@pytest.mark.parametrize(
    ("resource", "more"),
    [
        ("https://example.org/a", {}),
        ("git:0123456", {}),
        ("git:0123456", {"commits": {"0123456": True}}),
        ("sessions/s#turn-1", {"transcripts": {}}),
        ("sessions/s", {"transcripts": {}}),
        ("sources/nothing", {}),
        ("sources/report#L9", {}),
    ],
)
def test_what_cannot_be_read_has_not_changed(resource: str, more: dict[str, object]) -> None:
    assert sealed(resource, digest_of("Something else."), **more) == ()


@pytest.mark.parametrize("name", [name for name in NAMES if name != "brain"])
def test_in_other_wikis_a_digest_may_be_of_other_bytes(name: str) -> None:
    assert load_profile(name).severities["BW310"] == "WARN"


NEW_OVER_OLD = "- It is blue. [cite:1]\n    - (until 2026-05-02) It was red. [cite:2]\n"


def replaced(now: Mapping[str, str], before: Mapping[str, str], body: str = NEW_OVER_OLD, **texts: str) -> list[str]:
    """The severities of what is said of a claim and the one it replaced, whose sources are these."""
    given = {path.replace("__", "/") + ".md": text for path, text in texts.items()}
    page = titled("A", body, entries(now, before))
    two = {
        "sessions/s": turns("sessions/s", "", "2026-05-02T10:00:00Z"),
        "sessions/t": turns("sessions/t", "2026-05-02T11:00:00Z"),
    }
    given["sessions/t/session.md"] = SESSION.format("2026-05-01T00:00:00Z")
    return [one.severity.name for one in findings({**given, PAGE: page}, "BW311", transcripts=two)]


def web(at: str) -> dict[str, str]:
    return {"resource": "https://example.org/a", "at": at}


def in_brain(resource: str) -> dict[str, str]:
    return {"resource": resource}


@pytest.mark.parametrize(
    ("now", "before"),
    [
        (web("2026-03-01"), web("2026-03-02")),
        (web("2026-03-01T10:00:00Z"), web("2026-03-01T10:01:00Z")),
        (web("2026-03-01T23:30:00+02:00"), web("2026-03-01T22:00:00Z")),
        (web("2026-03-01"), web("2026-03-02T12:01:00Z")),
        (web("2026-03-01T09:00:00Z"), web("2026-03-02")),
        (in_brain("sessions/s#turn-2"), in_brain("sessions/t#turn-1")),
        (in_brain("sessions/s#turn-1"), in_brain("sessions/t#turn-1")),
        (in_brain("sessions/t"), in_brain("sessions/s")),
        (web("2026-04-30"), in_brain("sessions/s#turn-2")),
    ],
)
def test_a_claim_on_older_evidence_is_told(now: dict[str, str], before: dict[str, str]) -> None:
    assert replaced(now, before) == ["BLOCK"]
    assert replaced(before, now) == []


@pytest.mark.parametrize(
    ("now", "before"),
    [
        (web("2026-03-01"), web("2026-03-01")),
        (web(""), web("2026-03-02")),
        (web("2026-03-01"), web("")),
        (web("spring"), web("2026-03-02")),
        (web("2026-03-01"), web("2026-03-02T11:59:00Z")),
        (web("2026-03-01T10:00:00Z"), web("2026-03-02")),
        (web("2026-03-01T10:00:00Z"), web("2026-03-01")),
        (web("0001-01-01"), web("2026-03-02T12:00:00Z")),
        (web("2026-03-01T10:00:00Z"), web("9999-12-31")),
        (in_brain("sessions/s#turn-1"), in_brain("sessions/s#turn-2")),
        (in_brain("sources/nothing"), web("2026-03-02")),
        (in_brain("git:0123456"), web("2026-03-02")),
    ],
)
def test_what_is_not_known_to_be_older_is_not_told(now: dict[str, str], before: dict[str, str]) -> None:
    assert replaced(now, before) == []


def test_a_source_page_says_when_it_dates_from() -> None:
    for key in ("at", "published"):
        report = {"sources__late": REPORT.format(f"{key}: 2026-04-01\n")}
        assert replaced(web("2026-03-01"), in_brain("sources/late"), **report) == ["BLOCK"]
        assert replaced(web("2026-04-02"), in_brain("sources/late"), **report) == []
    report = {"sources__late": REPORT.format("published: 2026-04-01\n")}
    assert replaced(web("2026-03-01"), {"resource": "sources/late", "at": "2026-02-01"}, **report) == []


def test_when_a_page_was_written_down_is_a_weaker_date() -> None:
    report = {"sources__late": REPORT.format('generated:\n  by: human:a\n  at: "2026-04-01T00:00:00Z"\n')}
    assert replaced(web("2026-03-01"), in_brain("sources/late"), **report) == ["WARN"]
    assert replaced(in_brain("sources/late"), web("2026-05-01"), **report) == ["WARN"]
    odd = {"sources__late": REPORT.format("generated: [2026-04-01]\n")}
    assert replaced(web("2026-03-01"), in_brain("sources/late"), **odd) == []


def told(body: str, *days: str) -> list[tuple[int, str]]:
    """Line and message of what is said of a page whose sources date from these days."""
    page = titled("A", body, entries(*map(web, days)))
    first = page.count("\n", 0, page.index(body))
    return [(one.line - first, one.message) for one in findings({PAGE: page}, "BW311")]


def test_the_current_claim_is_named_with_both_dates() -> None:
    (found,) = told(f"Text.\n\n{NEW_OVER_OLD}", "2026-03-01", "2026-04-01")
    assert found == (3, "The claim rests on evidence of 2026-03-01; what it replaced rests on evidence of 2026-04-01.")


def test_all_evidence_of_the_current_item_counts() -> None:
    body = "- Blue was planned. [cite:3] It is blue. [cite:1]\n    - (until 2026-05-02) It was red. [cite:2]\n"
    assert told(body, "2026-03-01", "2026-04-01", "2026-04-02") == []
    assert len(told(body, "2026-03-01", "2026-04-01", "2026-03-02")) == 1
    beside = "- It is loud. [cite:3]\n- It is blue. [cite:1]\n    - (until 2026-05-02) It was red. [cite:2]\n"
    assert len(told(beside, "2026-03-01", "2026-04-01", "2026-04-02")) == 1


def test_several_old_claims_are_told_once_and_mixed_ones_mildly() -> None:
    old = "    - (until 2026-05-02) It was red. [cite:2]\n"
    assert len(told(f"- It is blue. [cite:1]\n{old}{old}", "2026-03-01", "2026-04-01")) == 1
    mixed = "- It is blue. [cite:1]\n    - (until 2026-05-02) It was red. [cite:2,3]\n"
    page = titled("A", mixed, entries(*map(web, ("2026-03-01", "2026-04-01", "2026-02-01"))))
    assert [one.severity.name for one in findings({PAGE: page}, "BW311")] == ["WARN"]


@pytest.mark.parametrize(
    "body",
    [
        "- (until 2026-05-02) It was red. [cite:2]\n    - (until 2026-04-02) It was green. [cite:1]\n",
        "- (until 2026-05-02) It was red. [cite:1]\n    - (until 2026-04-02) It was green. [cite:2]\n",
        "- It is blue.\n    - (until 2026-04-02) It was green. [cite:2]\n",
        "- It is blue. [cite:1]\n- (until 2026-04-02) It was green. [cite:2]\n",
        "It is blue. [cite:1] (until 2026-04-02) It was green. [cite:2]\n",
    ],
)
def test_only_a_current_claim_over_an_old_one_is_held_against_it(body: str) -> None:
    assert told(body, "2026-03-01", "2026-04-01") == []


def unread() -> tuple[Turn, ...]:
    raise AssertionError("the transcript was read")


@pytest.mark.parametrize(("now", "before"), [("t", "s"), ("s", "s"), ("s", "t")])
def test_transcripts_are_read_only_where_a_session_may_be_later(now: str, before: str) -> None:
    head = "---\ntype: session\ntitle: Talk\nstarted: {}T09:00:00Z\nended: {}T10:00:00Z\nturns: 1\n---\nA talk.\n"
    texts = {
        "sessions/s/session.md": head.format("2026-05-01", "2026-05-01"),
        "sessions/t/session.md": head.format("2026-05-02", "2026-05-02"),
    }
    closed = {f"sessions/{one}": Transcript(f"sessions/{one}/transcript.jsonl", unread, frozenset({1})) for one in "st"}
    sources = entries(in_brain(f"sessions/{now}#turn-1"), in_brain(f"sessions/{before}#turn-1"))
    wiki = wiki_of(
        {**texts, PAGE: titled("A", NEW_OVER_OLD, sources)}, load_profile("brain").dialect, transcripts=closed
    )
    codes = [one.code for one in engine.run(View(wiki, NOW), Settings(select=("BW311",))).findings]
    assert codes == (["BW904"] if (now, before) == ("s", "t") else [])


def confident(value: str, body: str = "It runs. [cite:1]\n", kind: str = PAGE, profile: str = "brain") -> list[str]:
    """The messages about a page with this confidence and one source."""
    text = titled("A", body, f"confidence: {value}\n{entries(web(''))}")
    return [one.message for one in findings({kind: text}, "BW408", profile)]


@pytest.mark.parametrize("value", ["0", "1", "0.8", "1.0", '"0.5"', "1e-3"])
def test_a_confidence_is_a_number_from_0_to_1(value: str) -> None:
    assert confident(value) == []


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("1.5", "'1.5'"),
        ("-0.1", "'-0.1'"),
        (".nan", "'.nan'"),
        ("high", "'high'"),
        ("1,0", "'1,0'"),
        ("9" * 50, f"'{'9' * 40}'"),
    ],
)
def test_other_values_are_told(value: str, shown: str) -> None:
    assert confident(value) == [f"The confidence is {shown}; it must be a number from 0 to 1."]


@pytest.mark.parametrize(
    ("value", "shown"), [("", "empty"), ('""', "empty"), ("[0.5]", "not one value"), ("{a: 1}", "not one value")]
)
def test_what_is_no_value_is_told(value: str, shown: str) -> None:
    assert confident(value) == [f"The confidence is {shown}; it must be a number from 0 to 1."]


def test_words_of_the_dialect_are_confidences() -> None:
    llm = {"profile": "llm-wiki", "kind": "a.md"}
    assert confident("high", **llm) == []
    assert confident("sure", **llm) != []
    (found,) = findings({"a.md": titled("A", "It runs.\n", "confidence: sure\n")}, "BW408", "llm-wiki")
    assert found.remedy.startswith("Write a number from 0 to 1, or one of certain, high, low,")
    assert found.severity is Severity.WARN


@pytest.mark.parametrize(
    ("body", "count"), [("It runs.\n", 1), ("It runs. [cite:2]\n", 1), ("`[cite:1]`\n", 1), ("動く。[cite:1]\n", 0)]
)
def test_a_confidence_rests_on_a_source_that_is_cited(body: str, count: int) -> None:
    found = confident("0.8", body)
    assert found == ["The confidence of 0.8 rests on nothing: no sentence of the page cites a source."] * count


@pytest.mark.parametrize("path", ["sources/a.md", "tasks/a.md", "sessions/a/session.md", "rules/a.md"])
def test_only_pages_and_notes_need_evidence_for_it(path: str) -> None:
    assert confident("0.8", "It runs.\n", path) == []
    assert len(confident("8", "It runs.\n", path)) == 1
    assert len(confident("0.8", "It runs.\n", "notes/t/a.md")) == 1


def test_one_mistake_is_one_finding() -> None:
    chosen = load_profile("brain")
    texts = {
        f"knowledge/{n}.md": titled(f"P{n}", "It runs.\n", f"confidence: {value}\n")
        for n, value in enumerate(("1.5", "high", "[1]", "0.5"))
    }
    report = engine.run(View(wiki_of(texts, chosen.dialect), NOW, chosen.required), Settings(ignore=("BW2",)))
    assert [one.code for one in report.findings] == list(itertools.repeat("BW408", 4))
