"""Claims that were dropped, lost their evidence, grew surer, or say something else with the same evidence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.claims import matching
from brainwiki.claims.figures import is_refined
from brainwiki.claims.words import Words
from brainwiki.model.finding import Severity
from brainwiki.rules.families.change_claims import _difference_of
from tests.helpers import PROPERTY, change_of, titled
from tests.rules.changes import RUNS, SOURCES, A, B, findings, on_page, page, told

FIRST_LINE = page("").count("\n") + 1  # of the body
HUMS = "It hums all night in the old cellar."


# BW602


def test_a_dropped_claim_is_told_at_the_claim_before_it() -> None:
    before = f"{RUNS} [cite:1]\n\n{HUMS} [cite:2]\n\nIt is as blue as the sea. [cite:2]\n"
    after = f"Text.\n\n{RUNS} [cite:1]\n\nIt is as blue as the sea. [cite:2]\n"
    assert on_page("BW602", before, after) == [(FIRST_LINE + 2, f"The claim “{HUMS}” was dropped.")]


def test_a_long_claim_is_cut_in_the_message() -> None:
    ((_, message),) = on_page("BW602", f"{'word ' * 40}end. [cite:1]\n", "Text.\n")
    assert message == f"The claim “{'word ' * 15}word…” was dropped."


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (f"{RUNS} [cite:1]\n", f"Text. {RUNS} [cite:2]\n"),
        (f"{RUNS} [cite:1]\n", "The pump down in the cellar runs at forty bar. [cite:1]\n"),
        (f"- {RUNS} [cite:1]\n", f"- It stands still. [cite:2]\n    - (until 2026-05-02) {RUNS} [cite:1]\n"),
        ("- Likes tea. [cite:1]\n", "- Likes coffee more. [cite:2]\n    - (until 2026-05-02) Liked tea. [cite:1]\n"),
        ("- (until 2026-05-02) It was red once. [cite:1]\n", "Text.\n"),
        (f"{RUNS} [cite:1]\n", f"{RUNS}\n"),
        (f"{RUNS} [cite:1] {RUNS} [cite:1]\n", f"{RUNS} [cite:1]\n"),
        (
            f"{RUNS} [cite:1] The pump in the cellar is loud. [cite:1]\n",
            "The pump in the cellar runs at 40 bar and is loud. [cite:1]\n",
        ),
        ("お茶を好む。[cite:1]\n", "- コーヒーを好む。[cite:2]\n    - (until 2026-05-02) お茶を好んだ。[cite:1]\n"),
        ("[cite:1]\n", "Text.\n"),
    ],
)
def test_what_is_kept_in_some_form_was_not_dropped(before: str, after: str) -> None:
    assert on_page("BW602", before, after) == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (f"{RUNS} [cite:1]\n", "The valve on the roof is open at night. [cite:1]\n"),
        ("ポンプは地下室にある。[cite:1]\n", "弁は夜に開いている。[cite:1]\n"),
        ("泵在地下室里。[cite:1]\n", "阀门晚上是开着的。[cite:1]\n"),
        (f"- {RUNS} [cite:1]\n", "- It stands still. [cite:2]\n    - (until 2026-05-02) It was red. [cite:1]\n"),
    ],
)
def test_a_claim_that_another_took_the_place_of_was_dropped(before: str, after: str) -> None:
    ((_, message),) = on_page("BW602", before, after)
    assert message.endswith("was dropped.")


def test_a_claim_that_moved_was_not_dropped() -> None:
    old = {A: page(f"{RUNS} [cite:1]\n"), B: page("Text.\n")}
    new = {A: page("Text.\n"), B: page(f"{RUNS} [cite:1]\n")}
    assert told("BW602", old, new) == []
    assert told("BW602", old, {B: new[B]}) == []


@pytest.mark.parametrize(("more", "count"), [('superseded_by: "[[b]]"\n', 0), ("", 1)])
def test_a_deprecated_page_with_a_successor_may_let_its_claims_go(more: str, count: int) -> None:
    old = {A: page(f"{RUNS} [cite:1]\n"), B: page("Text.\n")}
    assert len(told("BW602", old, {**old, A: page("Gone.\n", f"status: deprecated\n{more}")})) == count


def test_a_deleted_page_is_told_once_with_its_claims() -> None:
    old = {A: page(f"{RUNS} [cite:1] {HUMS} [cite:2]\n"), B: page(f"{HUMS} [cite:1]\n")}
    message = f"The page was deleted with 2 claims of it that stand nowhere else: “{RUNS}”, …"
    assert told("BW602", old, {B: old[B]}) == [(A, 1, message)]
    assert told("BW602", old, {A: old[A]}) == [
        (B, 1, f"The page was deleted with 1 claim of it that stands nowhere else: “{HUMS}”")
    ]


def test_only_pages_and_notes_hold_knowledge() -> None:
    text = page(f"{RUNS} [cite:1]\n")
    paths = ["sources/a.md", "sessions/s/session.md", "tasks/a.md", "proposals/a.md", "rules/a.md", "notes/t/a.md", A]
    old = dict.fromkeys(paths, text)
    new = {path: page(f"Text of {path}.\n") for path in paths}
    assert [path for path, _, _ in told("BW602", old, new)] == [A, "notes/t/a.md"]
    bare = {path: page(f"{RUNS} Text of {path}.\n") for path in paths}
    assert [path for path, _, _ in told("BW603", old, bare)] == [A, "notes/t/a.md"]


@pytest.mark.parametrize(
    ("entry", "count"),
    [
        ('{"id": "knowledge/a"}', 0),
        ('{"path": "knowledge/a.md"}', 0),
        ('{"id": "knowledge/b"}', 1),
        ('{"id": "sessions/s"}', 1),
    ],
)
def test_a_page_that_was_forgotten_drops_nothing(entry: str, count: int) -> None:
    old = {A: page(f"{RUNS} [cite:1]\n"), B: page("Text.\n")}
    assert len(told("BW602", old, {B: old[B], "forgotten.jsonl": f"{entry}\n"})) == count


def test_a_claim_whose_evidence_was_forgotten_goes_with_it() -> None:
    talk = "---\ntype: session\ntitle: Talk\nstarted: 2026-05-02T09:00:00Z\nturns: 1\n---\nA talk.\n"
    turns = '{"turn": 1, "role": "user", "at": "", "text": "x"}\n'
    cited = "sources:\n  - id: 1\n    resource: sessions/s#turn-1\n  - id: 2\n    resource: https://e.org\n"
    old = {
        A: titled("A", f"{RUNS} [cite:1]\n\n{HUMS} [cite:1,2]\n", cited),
        "sessions/s/session.md": talk,
        "sessions/s/transcript.jsonl": turns,
    }
    new = {A: titled("A", "Text.\n", cited), "forgotten.jsonl": '{"ids": ["sessions/s"]}\n'}
    assert [message for _, _, message in told("BW602", old, new)] == [f"The claim “{HUMS}” was dropped."]
    turn = {**old, A: new[A], "forgotten.jsonl": '{"id": "sessions/s#turn-1"}\n'}
    assert len(told("BW602", old, turn)) == 1


def test_a_page_too_long_to_compare_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matching, "MAX_PAIRS", 1)
    before = "Aa bb cc dd. [cite:1]\n\nEe ff gg hh. [cite:1]\n"
    after = "Aa bb cc xx. [cite:1]\n\nEe ff gg yy. [cite:1]\n"
    assert on_page("BW602", before, after) == [
        (1, "2 claims of the page were dropped or rewritten, too many to pair one by one.")
    ]


# BW603


@pytest.mark.parametrize(
    ("after", "more"),
    [
        (f"Text.\n\n{RUNS}\n", SOURCES),
        (f"Text.\n\n{RUNS} [cite:9]\n", SOURCES),
        (f"Text.\n\n{RUNS} [cite:1]\n", ""),
        (f"Text.\n\n{RUNS} [cite:1]\n", "sources:\n  - id: 1\n    resource: sources/none\n"),
        ("Text.\n\nThe pump in the cellar runs at 40 bars.\n", SOURCES),
    ],
)
def test_a_claim_that_lost_its_evidence_is_told_where_it_stands(after: str, more: str) -> None:
    (finding,) = findings(change_of({A: page(f"{RUNS} [cite:1]\n")}, {A: page(after, more)}), "BW603")
    assert finding.line == page(after, more).split("Text.")[0].count("\n") + 3
    assert finding.message.startswith("The claim “The pump in the cellar runs at 40 bar")
    assert finding.severity is Severity.BLOCK


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (f"{RUNS} [cite:1]\n", f"{RUNS} [cite:2]\n"),
        (f"{RUNS} [cite:1,2]\n", f"{RUNS} [cite:2]\n"),
        (f"{RUNS} [cite:9]\n", f"{RUNS}\n"),
        (f"{RUNS} [cite:1]\n", "Text.\n"),
        (f"{RUNS} [cite:1]\n", "The pump in the old house is blue.\n"),
        (f"{RUNS}\n", f"{RUNS}\n\nText.\n"),
        (f"{RUNS} [cite:1]\n\n{RUNS}\n", f"Text.\n\n{RUNS}\n"),
        (f"- {RUNS} [cite:1]\n", f"- (until 2026-05-02) {RUNS}\n"),
    ],
)
def test_other_claims_did_not_lose_their_evidence(before: str, after: str) -> None:
    assert on_page("BW603", before, after) == []


def test_evidence_on_a_renamed_page_is_not_lost() -> None:
    cited = page(f"{RUNS} [cite:1]\n", "sources:\n  - id: 1\n    resource: sources/s\n")
    new = {A: cited.replace("sources/s", "sources/t"), "sources/t.md": titled("S")}
    assert findings(change_of({A: cited, "sources/s.md": titled("S")}, new)) == ()


def test_an_integrity_rule_is_not_silenced_by_a_comment() -> None:
    silenced = f"<!-- bw-ignore-file BW603, BW602: please -->\n\n{RUNS}\n"
    old = {A: page(f"{RUNS} [cite:1]\n\n{HUMS} [cite:2]\n")}
    assert [one.code for one in findings(change_of(old, {A: page(silenced)}), "BW602", "BW603")] == ["BW603"]


# BW604


@pytest.mark.parametrize(
    ("before", "after", "count"),
    [
        ("confidence: 0.6\n", "confidence: 0.9\n", 1),
        ("confidence: 0.9\n", "confidence: 0.6\n", 0),
        ("confidence: 0.6\n", "confidence: 0.60\n", 0),
        ("", "confidence: 0.9\n", 0),
        ("confidence: 0.6\n", "", 0),
        ("confidence: 0.6\n", "confidence: 7\n", 0),
        ("confidence: 0.6\n", "confidence: 0.9\nsources:\n  - id: 1\n    resource: https://e.org/1\n", 0),
        ("confidence: 0.6\n", "confidence: 0.9\nverified:\n  - by: human:a\n    at: 2026-05-02T00:00:00Z\n", 0),
    ],
)
def test_confidence_needs_evidence_to_rise(before: str, after: str, count: int) -> None:
    assert len(told("BW604", {A: page("Text.\n", before)}, {A: page("Text.\n", after)})) == count


def test_a_confidence_is_told_at_its_value_and_an_old_source_is_no_reason() -> None:
    one = "sources:\n  - id: 1\n    resource: sources/s\n"
    old = {A: page("Text.\n", f"confidence: 0.6\n{one}"), "sources/s.md": titled("S")}
    new = {A: page("Text.\n", f'tags: [x]\nconfidence: "0.9"\n{one}'), "sources/s.md": titled("S")}
    assert told("BW604", old, new) == [(A, 6, "The confidence rose from 0.6 to 0.9 without new evidence.")]
    moved = {A: new[A].replace("sources/s", "sources/t"), "sources/t.md": titled("S")}
    assert len(told("BW604", old, moved)) == 1


# BW605


@pytest.mark.parametrize(
    ("before", "after", "what"),
    [
        (RUNS, "The pump in the cellar runs at 400 bar.", "40 became 400"),
        (RUNS, "In the cellar the pump runs at 400 bar.", "40 became 400"),
        ("It has two pumps in use.", "It has three pumps in use.", "2 became 3"),
        ("The pump is below 40 bar.", "The pump is below 1,000 bar.", "40 became 1000"),
        ("It was built on 2 May 2026.", "It was built on 2026-05-03.", "2026-05-02 became 2026-05-03"),
        ("The pump in the cellar runs.", "The pump in the cellar does not run.", "A negation came in"),
        ("The pump never runs at night.", "The pump runs at night.", "A negation went away"),
        ("圧力は40バールである。", "圧力は400バールである。", "40 became 400"),
        ("圧力は四十バールである。", "圧力は四百バールである。", "40 became 400"),
        ("ポンプは夜に動く。", "ポンプは夜に動かない。", "A negation came in"),
        ("2026年5月2日に始まった。", "2026年6月2日に始まった。", "2026-05-02 became 2026-06-02"),
        ("泵没有在晚上运行。", "泵在晚上运行。", "A negation went away"),
        ("会议有两百人参加。", "会议有三百人参加。", "200 became 300"),
        ("On 2 May it ran at 40 bar.", "On 3 June it ran at 50 bar.", "05-02 became 06-03 and 40 became 50"),
    ],
)
def test_another_number_date_or_negation_with_the_same_evidence(before: str, after: str, what: str) -> None:
    ((line, message),) = on_page("BW605", f"{before} [cite:1]\n", f"Text.\n\n{after} [cite:1]\n")
    assert (line, message) == (FIRST_LINE + 2, f"{what}, and the evidence is the same: “{after}”")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (RUNS, "The pump in the cellar runs at forty bar."),
        (RUNS, "The pump in the cellar runs."),
        ("The pump in the cellar runs.", RUNS),
        ("It was built in May 2026.", "It was built on 2 May 2026."),
        ("It was built on 2 May 2026.", "It was built in May 2026."),
        ("It was built on May 2nd, 2026.", "It was built on 2026-05-02."),
        ("The pump is not fast.", "The pump is slow."),
        ("It runs without noise.", "It makes no noise."),
        ("It cannot run at night.", "It can not run at night."),
        ("See [[plan-2025]] for the pumps.", "See [[plan-2026]] for the pumps."),
        ("See [the plan](plan-1.md) for pumps.", "See [the plan](plan-2.md) for pumps."),
        ("See https://e.org/v1 for the pumps.", "See https://e.org/v2 for the pumps."),
        ("It came with commit 44d7180.", "It came with commit 55e8291."),
        ("動かなければならない機械である。", "動かすべき機械である。"),
        ("音が少ない機械である。", "音が小さい機械である。"),
        ("泵不断运行。", "泵一直运行。"),
        ("四十バールで動く。", "40バールで動く。"),
        ("The pump has 3 parts and is blue.", "In 1999 a valve was sold to Kiel for 7 euros."),
    ],
)
def test_a_rewording_says_the_same(before: str, after: str) -> None:
    assert on_page("BW605", f"{before} [cite:1]\n", f"Text.\n\n{after} [cite:1]\n") == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (f"{RUNS} [cite:1]\n", f"{RUNS.replace('40', '400')} [cite:2]\n"),
        (f"{RUNS} [cite:1]\n", f"{RUNS.replace('40', '400')} [cite:1,2]\n"),
        (f"{RUNS} [cite:1]\n", f"{RUNS.replace('40', '400')}\n"),
        (f"- (until 2026-05-02) {RUNS} [cite:1]\n", f"- (until 2026-05-02) {RUNS.replace('40', '400')} [cite:1]\n"),
        (f"- {RUNS} [cite:1]\n", f"- {RUNS.replace('40', '400')} [cite:2]\n    - (until 2026-05-02) {RUNS} [cite:1]\n"),
        ("It has 3 parts. [cite:1] It has 4 doors. [cite:1]\n", "It has 4 doors. [cite:1] It has 3 parts. [cite:1]\n"),
    ],
)
def test_a_claim_with_new_evidence_or_a_history_may_say_something_else(before: str, after: str) -> None:
    assert on_page("BW605", before, after) == []


def test_fewer_sources_are_no_new_evidence() -> None:
    assert len(on_page("BW605", f"{RUNS} [cite:1,2]\n", f"{RUNS.replace('40', '400')} [cite:2]\n")) == 1


def test_what_differs_in_words() -> None:
    assert _difference_of(Words("It has 1 or 2 parts."), Words("It has 3 or 4 parts.")) == "1, 2 became 3, 4"
    assert _difference_of(Words(RUNS), Words(RUNS)) == ""
    assert is_refined(("2026-05",), ("2026-05-02",))
    assert not is_refined(("2026",), ("2026-05",))
    assert not is_refined(("2026-05-02",), ("2026-05-03",))
    assert not is_refined(("4",), ("40",))


def test_the_fingerprint_of_a_restated_claim_holds_no_place() -> None:
    def prints(after: str) -> list[str]:
        change = change_of({A: page(f"{RUNS} [cite:1]\n")}, {A: page(after)})
        return [one.fingerprint for one in findings(change, "BW605")]

    changed = f"{RUNS.replace('40', '400')} [cite:1]\n"
    assert prints(changed) == prints(f"Text.\n\nMore.\n\n{changed}")
    assert prints(changed) != prints(changed.replace("400", "41"))


BODIES = st.lists(
    st.sampled_from(
        [
            f"{RUNS} [cite:1] ",
            f"{HUMS} [cite:2]\n\n",
            "ポンプは動く。[cite:1]",
            "ポンプは動かない。",
            "- (until 2026-05-02) It was 3. [cite:1]\n",
            f"{RUNS} ",
            "- [cite:1]\n",
            "|a|b|\n|-|-|\n|x. [cite:1]|y|\n",
            "```\n",
            "[[",
            "]]",
            "^c-1\n",
            "40 ",
            "\u200b",
            "[cite:",
        ]
    ),
    max_size=8,
).map("".join)


@PROPERTY
@given(BODIES, BODIES)
def test_no_rule_on_changes_crashes_and_every_place_is_real(before: str, after: str) -> None:
    change = change_of({A: page(before), B: page(after)}, {A: page(after), "notes/n.md": page(before)}, adopted=True)
    for finding in findings(change):
        head = change.head.pages.get(finding.path)
        lines = head.text.count("\n") + 1 if head else 1
        assert 1 <= finding.line <= lines
        assert head is None or 1 <= finding.column <= len(head.line(finding.line)) + 1


@PROPERTY
@given(BODIES)
def test_a_page_that_only_got_more_text_gives_no_finding_on_its_claims(body: str) -> None:
    old, new = page(f"{body}\n"), page(f"{body}\n") + "\nMore.\n"
    codes = ("BW602", "BW603", "BW604", "BW605")
    change = change_of({A: old}, {A: new})
    assert findings(change, *codes) == () or "```" in body
