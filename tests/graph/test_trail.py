"""The trail of a claim: support classes, turns with their neighbours, lines, what a source rests on, and where a walk ends."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.config.profile import load_profile
from brainwiki.graph.trail import Step, Trail, first_steps, quote_span, step_of, trail, uncited
from brainwiki.model.dialect import Dialect
from brainwiki.model.names import squeeze
from brainwiki.model.session import Turn, transcript_of
from brainwiki.model.wiki import Wiki
from tests.helpers import PROPERTY, bare, titled, wiki_of

BRAIN = load_profile("brain").dialect
LLM = load_profile("llm-wiki").dialect
SESSION = "sessions/2026-01-01-x-aaaaaaaaaa"
REPORT = "---\ntype: source\ntitle: Report\nresource: https://example.org/report\n---\n# Report\n\nThe pump runs\nat 40 bar.\n\nIt is blue.\n"
TURNS = (
    Turn(1, "user", "2026-01-01T10:00:00Z", "How high is the pressure?", 1),
    Turn(2, "tool", "2026-01-01T10:00:05Z", "pump: 40 bar", 2),
    Turn(3, "assistant", "2026-01-01T10:00:09Z", "The pump runs at 40 bar.", 3),
)


def entry(number: int, resource: str, quote: str = "") -> str:
    return f"  - id: {number}\n    resource: {resource}\n" + (f"    quote: {quote}\n" if quote else "")


def small(
    *entries: str, body: str = "", more: dict[str, str] | None = None, dialect: Dialect = BRAIN, **rest: object
) -> Wiki:
    cited = ",".join(str(number) for number in range(1, len(entries) + 1))
    texts = {
        "knowledge/a.md": titled("Alpha", body or f"A claim. [cite:{cited}]\n", f"sources:\n{''.join(entries)}"),
        "sources/report.md": REPORT,
        f"{SESSION}/session.md": "---\ntype: session\ntitle: A talk\n---\nThey spoke of the pump.\n",
        **(more or {}),
    }
    rest.setdefault("transcripts", {SESSION: transcript_of("t", TURNS)})
    return wiki_of(texts, dialect, **rest)


def followed(wiki: Wiki, path: str = "knowledge/a.md", at: int = 0) -> Trail:
    page = wiki.pages[path]
    return trail(wiki, page, page.claims[at])


def only(wiki: Wiki) -> Step:
    (step,) = followed(wiki).steps
    return step


@pytest.mark.parametrize(
    ("resource", "quote", "support", "quoted", "reason"),
    [
        ("sources/report", "The pump runs at 40 bar.", "verifiable", True, ""),
        ("sources/report", "", "verifiable", None, ""),
        ("sources/report", "at 400 bar", "broken", False, "the quote does not stand there"),
        (f"{SESSION}#turn-3", "runs at 40 bar", "verifiable", True, ""),
        (f"{SESSION}#turn-1", "runs at 40 bar", "broken", False, "the quote does not stand there"),
        (f"{SESSION}#turn-9", "x", "broken", None, "the session has no turn 9"),
        ("sources/nix", "", "broken", None, "nothing is there"),
        ("https://example.org/x", "x", "unverifiable", None, "a web address is not read while offline"),
        ("git:abcdef1", "", "unverifiable", None, "the commit is there; what it says is not read here"),
        ("git:abcdef2", "", "unverifiable", None, "the repository's history is not at hand"),
        ("git:abcdef3", "", "broken", None, "the repository has no such commit"),
        ("img/pump.png", "", "unverifiable", None, "not a text page"),
    ],
)
def test_support(resource: str, quote: str, support: str, quoted: bool | None, reason: str) -> None:
    wiki = small(
        entry(1, resource, quote), files=frozenset({"img/pump.png"}), commits={"abcdef1": True, "abcdef3": False}
    )
    step = only(wiki)
    assert (step.support, step.quoted, step.reason) == (support, quoted, reason)


def test_a_footnote_that_only_asserts() -> None:
    wiki = wiki_of({"a.md": titled("Alpha", "A claim.[^1]\n\n[^1]: Heard from Ann in May.\n")}, LLM)
    (step,) = followed(wiki, "a.md").steps
    assert (step.support, step.node, step.source.title) == ("asserted", None, "Heard from Ann in May.")
    assert step.reason == "only the words of the citation vouch for it"


def test_an_attachment_of_a_footnote_cannot_be_verified() -> None:
    texts = {"a.md": titled("Alpha", "A claim.[^1]\n\n[^1]: [plan](plan.pdf)\n")}
    (step,) = followed(wiki_of(texts, LLM, files=frozenset({"plan.pdf"})), "a.md").steps
    assert (step.support, step.reason) == ("unverifiable", "not a text page")


def test_a_cite_without_an_entry_is_broken() -> None:
    step = followed(small(entry(1, "sources/report"), body="A claim. [cite:1,7]\n")).steps[1]
    assert (step.source.id, step.support, step.reason) == ("7", "broken", "cited, but defined nowhere")


def test_the_quoted_turn_stands_between_its_neighbours() -> None:
    step = only(small(entry(1, f"{SESSION}#turn-2", "40 bar")))
    assert [(said.turn.number, said.is_cited) for said in step.turns] == [(1, False), (2, True), (3, False)]
    assert step.turns[1].turn == TURNS[1]
    assert step.node is not None
    assert (step.node.id, step.node.title) == (SESSION, "A talk")


def test_the_first_turn_has_no_turn_before_it() -> None:
    step = only(small(entry(1, f"{SESSION}#turn-1", "How high")))
    assert [(said.turn.number, said.is_cited) for said in step.turns] == [(1, True), (2, False)]


def test_a_whole_session_shows_the_turn_that_bears_the_quote() -> None:
    step = only(small(entry(1, SESSION, "The pump  runs")))
    assert [(said.turn.number, said.is_cited) for said in step.turns] == [(2, False), (3, True)]


def test_a_whole_session_shows_the_line_of_its_summary_that_bears_the_quote() -> None:
    step = only(small(entry(1, SESSION, "spoke of the pump")))
    assert step.turns == ()
    assert [(line.number, line.text) for line in step.lines] == [(5, "They spoke of the pump.")]


def test_a_whole_session_without_a_quote_shows_no_turn() -> None:
    assert only(small(entry(1, SESSION))).turns == ()


def test_a_transcript_that_is_kept_elsewhere() -> None:
    step = only(small(entry(1, f"{SESSION}#turn-2", "40 bar"), transcripts={}))
    assert (step.support, step.quoted, step.turns) == ("unverifiable", None, ())
    assert step.reason == "the transcript is not at hand"


def test_the_quoted_lines_have_numbers_of_the_file_and_of_the_body() -> None:
    step = only(small(entry(1, "sources/report", "pump runs at 40 bar")))
    assert [tuple(line) for line in step.lines] == [(8, 3, "The pump runs"), (9, 4, "at 40 bar.")]
    assert step.span is not None
    assert REPORT[slice(*step.span)] == "pump runs\nat 40 bar"
    assert step.origin == "https://example.org/report"


def test_cited_lines_are_shown_with_the_quote_or_without() -> None:
    with_quote = only(small(entry(1, "sources/report#L3-L4", "pump runs")))
    without = only(small(entry(1, "sources/report#L3-L4")))
    assert [line.number for line in with_quote.lines] == [line.number for line in without.lines] == [8, 9]
    assert (with_quote.moved, without.moved) == (False, False)


def test_a_quote_that_moved_is_found_again() -> None:
    step = only(small(entry(1, "sources/report#L3-L4", "It is blue")))
    assert (step.support, step.moved) == ("verifiable", True)
    assert [(line.number, line.body_number) for line in step.lines] == [(11, 6)]


def test_cited_lines_whose_quote_is_gone_are_still_shown() -> None:
    step = only(small(entry(1, "sources/report#L1", "at 400 bar")))
    assert (step.support, step.moved) == ("broken", False)
    assert [line.text for line in step.lines] == ["# Report"]


def test_a_read_only_text_shows_its_lines() -> None:
    raw = {"raw/talk.txt": bare("One.\nThe pump runs.\n", "raw/talk.txt", "raw")}
    step = only(small(entry(1, "raw/talk.txt", "pump runs"), evidence=raw, prefix="wiki"))
    assert [tuple(line) for line in step.lines] == [(2, 2, "The pump runs.")]


def test_history_comes_with_its_own_trail() -> None:
    body = "- It runs at 40 bar. [cite:1] ^c-now\n    - (until 2026-05-02) It ran at 30 bar. [cite:2]\n    - A detail. [cite:1]\n"
    wiki = small(entry(1, "sources/report"), entry(2, f"{SESSION}#turn-1"), body=body)
    found = followed(wiki)
    ((old, steps),) = found.history
    assert (old.until, old.parent) == ("2026-05-02", "c-now")
    assert [step.source.id for step in steps] == ["2"]
    assert found.replaced_by is None
    above = followed(wiki, at=1).replaced_by
    assert above is not None
    assert above.id == "c-now"
    assert followed(wiki, at=2).replaced_by is None


def below(body: str, *entries: str) -> dict[str, str]:
    """A source page that cites further sources."""
    listed = f"sources:\n{''.join(entries)}" if entries else ""
    return {"sources/digest.md": f"---\ntype: source\ntitle: Digest\n{listed}---\n{body}"}


def test_a_quoted_claim_of_a_source_is_followed_down() -> None:
    body = "It is red. [cite:1]\n\nIt runs. [cite:2] It is old. [cite:1]\n"
    more = below(body, entry(1, "sources/nix"), entry(2, f"{SESSION}#turn-3", "The pump runs"))
    step = only(small(entry(1, "sources/digest", "It runs"), more=more))
    (down,) = step.down
    assert down.claim is not None
    assert down.claim.text == "It runs."
    assert [(one.source.id, one.support) for one in down.steps] == [("2", "verifiable")]
    assert down.steps[0].turns[-1].turn.number == 3


def test_a_quote_over_two_claims_follows_both() -> None:
    more = below("It runs. [cite:1]\nIt is old. [cite:2]\n", entry(1, "sources/report"), entry(2, "sources/report"))
    step = only(small(entry(1, "sources/digest#L1-L2"), more=more))
    assert [down.claim.text for down in step.down if down.claim] == ["It runs.", "It is old."]


def test_quoted_words_without_a_cite_rest_on_themselves() -> None:
    more = below("It runs.\n\nIt is old. [cite:1]\n", entry(1, "sources/report"))
    assert only(small(entry(1, "sources/digest", "It runs"), more=more)).down == ()
    assert only(small(entry(1, "sources/digest", "It flies"), more=more)).down == ()


@pytest.mark.parametrize("fragment", ["#^c-old", "#c-old"])
def test_a_claim_that_is_cited_by_its_id(fragment: str) -> None:
    more = below(
        "It runs. [cite:1]\n\nIt is old. [cite:2] ^c-old\n", entry(1, "sources/nix"), entry(2, "sources/report")
    )
    (down,) = only(small(entry(1, f"sources/digest{fragment}"), more=more)).down
    assert down.claim is not None
    assert (down.claim.id, [one.source.id for one in down.steps]) == ("c-old", ["2"])


def test_a_page_that_is_cited_as_a_whole_is_followed_to_each_source_once() -> None:
    body = "It runs. [cite:2] It is old. [cite:1,2]\n"
    more = below(body, entry(1, "sources/report"), entry(2, "https://example.org"), entry(3, "sources/nix"))
    (down,) = only(small(entry(1, "sources/digest"), more=more)).down
    assert down.claim is None
    assert [one.source.id for one in down.steps] == ["2", "1"]


def test_what_was_told_is_not_told_twice() -> None:
    more = below("It runs. [cite:1]\n", entry(1, "sources/report"))
    first, second = followed(small(entry(1, "sources/digest"), entry(2, "sources/digest"), more=more)).steps
    assert (first.cut, len(first.down)) == ("", 1)
    assert (second.cut, second.down) == ("told", ())


def test_a_source_page_that_cites_itself() -> None:
    texts = {
        "a.md": titled("Alpha", "A claim.[^s]\n\n[^s]: [[source-x]]\n"),
        "source-x.md": titled("X", "It says so.[^s]\n\n[^s]: [[source-x]]\n"),
    }
    (step,) = followed(wiki_of(texts, LLM), "a.md").steps
    (inner,) = step.down[0].steps
    assert (inner.cut, inner.down, inner.support) == ("self", (), "verifiable")


def test_circular_support_ends() -> None:
    more = {"knowledge/b.md": titled("Beta", "B claim. [cite:1]\n", f"sources:\n{entry(1, 'knowledge/a')}")}
    step = only(small(entry(1, "knowledge/b"), more=more))
    (back,) = step.down[0].steps
    assert (step.cut, back.cut, back.down) == ("", "circular", ())


def test_a_trail_ends_eight_pages_down() -> None:
    more = {
        f"knowledge/n{one:02}.md": titled(
            f"N{one}", "A claim. [cite:1]\n", f"sources:\n{entry(1, f'knowledge/n{one + 1:02}')}"
        )
        for one in range(15)
    }
    step = only(small(entry(1, "knowledge/n00"), more=more))
    depth = 0
    while step.down:
        step = step.down[0].steps[0]
        depth += 1
    assert (depth, step.cut) == (8, "deep")


def test_first_steps_and_what_no_claim_cites() -> None:
    wiki = small(entry(1, "sources/report"), entry(2, "sources/nix"), body="A claim. [cite:2]\n")
    page = wiki.pages["knowledge/a.md"]
    assert [(step.source.id, step.support) for step in first_steps(wiki, page, page.claims[0])] == [("2", "broken")]
    assert [(step.source.id, step.support) for step in uncited(wiki, page)] == [("1", "verifiable")]
    assert step_of(wiki, page, page.sources[0]).lines == ()


@pytest.mark.parametrize(
    ("text", "quote", "span"),
    [
        ("The pump runs.", "pump", (4, 8)),
        ("The pump\n  runs.", "pump runs", (4, 15)),
        ("１６ dB(A)以下とする。", "16 dB(A)以下", (0, 10)),
        ("か\u3099くせい", "がくせい", (0, 5)),
        ("Twice. Twice.", "Twice.", (0, 6)),
        ("a b", "  b ", (2, 3)),
        ("The pump runs.", "pump  walks", None),
        ("The pump runs.", "", None),
        ("", "pump", None),
    ],
)
def test_where_a_quote_stands(text: str, quote: str, span: tuple[int, int] | None) -> None:
    assert quote_span(text, quote) == span


@PROPERTY
@given(st.text("aｱ が\n\tか\u3099１", max_size=40), st.data())
def test_a_quote_that_is_there_is_found_and_its_span_bears_it(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    quote = unicodedata.normalize("NFKC", text[start : data.draw(st.integers(start, len(text)))])
    span = quote_span(text, quote)
    if squeeze(quote) and squeeze(quote) in squeeze(text):
        assert span is not None
        assert squeeze(quote) in squeeze(text[slice(*span)])
    else:
        assert span is None
