"""Evidence: where each form of a resource leads, what breaks, and whether a quote stands there."""

from __future__ import annotations

import pytest

from brainwiki.config.profile import load_profile
from brainwiki.markup import parser
from brainwiki.model.dialect import Dialect
from brainwiki.model.evidence import (
    Evidence,
    cited_paths,
    digest,
    digest_of,
    is_quoted,
    locate,
    located,
    out_of_reach,
    words,
)
from brainwiki.model.page import Source
from brainwiki.model.session import Turn, transcript_of
from brainwiki.model.wiki import Wiki
from tests.helpers import titled, wiki_of

BRAIN = load_profile("brain").dialect
REPORT = "---\ntype: source\ntitle: Report\n---\n# Report\n\nThe pump runs\nat 40 bar. ^b1\n\n## Costs & more\n\nIt is blue. [cite:1] ^c-blue\n"
TURNS = (Turn(1, "user", "", "I prefer diagrams.", 1), Turn(2, "assistant", "", "Noted:\n４０ bar.", 2))
PAGES = {
    "knowledge/pump.md": titled("Pump"),
    "sources/report.md": REPORT,
    "sessions/s1/session.md": "---\ntype: session\n---\nA summary.\n",
    "sessions/s2/session.md": "---\ntype: session\n---\nNo transcript.\n",
    "tasks/order.md": "---\ntype: task\ntitle: Order\nstate: held\n---\nText.\n",
}
FULL = "0123456789abcdef0123456789abcdef01234567"


@pytest.fixture
def wiki() -> Wiki:
    """A brain with a source, two sessions of which one has its transcript, a task, a file, raw evidence and commits."""
    return wiki_of(
        PAGES,
        BRAIN,
        transcripts={"sessions/s1": transcript_of("sessions/s1/transcript.jsonl", TURNS)},
        files=frozenset({"files/plan.pdf"}),
        evidence={"raw/notes.txt": parser.parse("raw/notes.txt", b"one\ntwo\nthree\n", Dialect())},
        commits={"abcdef1": True, "abcdef2": False, FULL: True},
    )


def follow(wiki: Wiki, resource: str, path: str = "knowledge/pump.md", form: str = "resource") -> Evidence:
    """Where a source with this resource leads."""
    source = Source("1", resource, "words", "", "", "", "", 0, 0, form)  # type: ignore[arg-type]
    return locate(wiki, wiki.pages[path], source)


@pytest.mark.parametrize(
    ("resource", "wanted"),
    [
        ("sources/report", Evidence("page", "sources/report.md")),
        ("sources/report.md", Evidence("page", "sources/report.md")),
        ("Sources/REPORT", Evidence("page", "sources/report.md")),
        ("./sources//report", Evidence("page", "sources/report.md")),
        ("sources/report#Costs & more", Evidence("page", "sources/report.md")),
        ("sources/report#costs--more", Evidence("page", "sources/report.md")),
        ("sources/report#^b1", Evidence("page", "sources/report.md")),
        ("sources/report#^c-blue", Evidence("page", "sources/report.md")),
        ("sources/report#c-blue", Evidence("page", "sources/report.md")),
        ("sources/report#L1", Evidence("lines", "sources/report.md", lines=(1, 1))),
        ("sources/report#L3-L4", Evidence("lines", "sources/report.md", lines=(3, 4))),
        ("sources/report#L4-L3", Evidence("lines", "sources/report.md", lines=(4, 4))),
        ("sources/report#L9", Evidence("lines", "sources/report.md", lines=(9, 9))),
        ("sessions/s1", Evidence("session", "sessions/s1/session.md")),
        ("sessions/s1/session.md", Evidence("session", "sessions/s1/session.md")),
        ("sessions/s1#turn-2", Evidence("turn", "sessions/s1/session.md", turn=2)),
        ("task:order", Evidence("page", "tasks/order.md")),
        ("raw/notes.txt", Evidence("raw", "raw/notes.txt")),
        ("raw/notes.txt#L2-L3", Evidence("raw", "raw/notes.txt", lines=(2, 3))),
    ],
)
def test_resources_that_can_be_read(wiki: Wiki, resource: str, wanted: Evidence) -> None:
    assert follow(wiki, resource) == wanted
    assert wanted.verifiable


@pytest.mark.parametrize(
    ("resource", "place", "reason"),
    [
        ("https://a.b/c#d", "url", "a web address is not read while offline"),
        ("http://a.b", "url", "a web address is not read while offline"),
        ("mailto:a@b.c", "url", "an address that is not read here"),
        ("//host/x", "url", "an address that is not read here"),
        ("sessions/s2#turn-1", "turn", "the transcript is not at hand"),
        ("files/plan.pdf", "file", "not a text page"),
        ("git:abcdef3", "commit", "the repository's history is not at hand"),
        ("git:abcdef1", "commit", ""),
        (f"git:{FULL}:src/x.py", "commit", ""),
    ],
)
def test_resources_out_of_reach_are_not_broken(wiki: Wiki, resource: str, place: str, reason: str) -> None:
    found = follow(wiki, resource)
    assert (found.place, found.verifiable, found.reason) == (place, False, reason)
    assert words(wiki, found) is None
    assert is_quoted(wiki, found, "anything") is None


@pytest.mark.parametrize(
    ("resource", "reason"),
    [
        ("sources/reprot", "nothing is there"),
        ("report", "nothing is there"),
        ("", "nothing is there"),
        ("just words", "nothing is there"),
        ("../secret", "the path leaves the brain"),
        ("a/../../secret", "the path leaves the brain"),
        ("/sources/report", "the path leaves the brain"),
        ("\\sources\\report", "the path leaves the brain"),
        ("sources/report#L10", "the page's body has 9 lines"),
        ("sources/report#L0", "no part #L0 on it"),
        ("sources/report#Prices", "no part #Prices on it"),
        ("sources/report#^b2", "no part #^b2 on it"),
        ("sessions/s1#turn-0", "#turn-0 is not #turn-N"),
        ("sessions/s1#turn-01", "#turn-01 is not #turn-N"),
        ("sessions/s1#turn-3", "the session has no turn 3"),
        ("sessions/s1#L1", "#L1 is not #turn-N"),
        ("sessions/s3#turn-1", "nothing is there"),
        ("task:none", "nothing is there"),
        ("raw/notes.txt#L9", "the file has 4 lines"),
        ("git:abcdef2", "the repository has no such commit"),
        ("git:HEAD", "not a commit id of 7 to 64 hex digits"),
        ("git:abc", "not a commit id of 7 to 64 hex digits"),
        ("git:ABCDEF1", "not a commit id of 7 to 64 hex digits"),
        ("git:", "not a commit id of 7 to 64 hex digits"),
    ],
)
def test_resources_that_are_broken_say_why(wiki: Wiki, resource: str, reason: str) -> None:
    found = follow(wiki, resource)
    assert (found.place, found.reason) == ("broken", reason)
    assert words(wiki, found) is None
    assert is_quoted(wiki, found, "x") is None


@pytest.mark.parametrize(
    ("form", "resource", "wanted"),
    [
        ("asserted", "", Evidence("asserted", verifiable=False, reason="only the words of the citation vouch for it")),
        ("wikilink", "Report", Evidence("page", "sources/report.md")),
        ("wikilink", "report#Costs", Evidence("page", "sources/report.md")),
        ("wikilink", "nobody", Evidence("broken", reason="nothing is there")),
        ("wikilink", "session", Evidence("broken", reason="nothing is there")),
        ("wikilink", "plan.pdf", Evidence("file", "files/plan.pdf")),
        ("markdown", "../sources/report.md", Evidence("page", "sources/report.md")),
        ("markdown", "report.md", Evidence("broken", reason="nothing is there")),
        (
            "markdown",
            "https://a.b",
            Evidence("url", address="https://a.b", verifiable=False, reason="a web address is not read while offline"),
        ),
    ],
)
def test_footnotes_lead_where_their_link_does(wiki: Wiki, form: str, resource: str, wanted: Evidence) -> None:
    assert follow(wiki, resource, form=form) == wanted


def test_a_footnote_with_an_ambiguous_link_is_broken() -> None:
    wiki = wiki_of({"a/x.md": titled("X"), "b/x.md": titled("Y"), "c/z.md": titled("Z")})
    assert follow(wiki, "x", "c/z.md", "wikilink").reason == "several pages answer to it"


def test_a_footnote_may_lead_into_raw_evidence() -> None:
    raw = {"raw/r.md": parser.parse("raw/r.md", b"a\nb\n", Dialect())}
    wiki = wiki_of({"a/z.md": titled("Z")}, prefix="wiki", evidence=raw)
    assert follow(wiki, "../../raw/r.md#L2", "a/z.md", "markdown") == Evidence("raw", "raw/r.md", lines=(2, 2))
    assert follow(wiki, "../../raw/r.md#L7", "a/z.md", "markdown").reason == "the file has 3 lines"


def test_resources_are_read_from_the_pages_folder_where_the_dialect_says_so() -> None:
    pages = {"a/b.md": titled("B"), "a/c/d.md": titled("D")}
    assert follow(wiki_of(pages, Dialect(near_resources=True)), "c/d.md", "a/b.md").path == "a/c/d.md"
    assert follow(wiki_of(pages, Dialect(near_resources=False)), "c/d.md", "a/b.md").place == "broken"
    assert follow(wiki_of(pages, Dialect(root_links=True)), "/a/c/d.md", "a/b.md").path == "a/c/d.md"


@pytest.mark.parametrize(
    ("resource", "quote", "stands"),
    [
        ("sources/report", "The pump runs at 40 bar.", True),
        ("sources/report", "runs\n  at　４０ bar", True),
        ("sources/report#L1", "The pump runs at 40 bar.", True),  # lines move, words are found again
        ("sources/report", "the pump runs", False),
        ("sources/report", "title: Report", False),
        ("sources/report", "", True),
        ("sessions/s1#turn-1", "prefer diagrams", True),
        ("sessions/s1#turn-2", "prefer diagrams", False),
        ("sessions/s1#turn-2", "Noted: 40 bar.", True),
        ("sessions/s1", "prefer diagrams", True),
        ("sessions/s1", "A summary.", True),
        ("sessions/s1", "No transcript.", False),
        ("sessions/s2", "No transcript.", True),
        ("raw/notes.txt", "one two", True),
        ("raw/notes.txt", "four", False),
    ],
)
def test_quotes_are_found_after_width_and_white_space(wiki: Wiki, resource: str, quote: str, stands: bool) -> None:
    found = follow(wiki, resource)
    assert is_quoted(wiki, found, quote) is stands
    assert is_quoted(wiki, found, quote) is stands


def test_evidence_of_a_page_is_followed_once() -> None:
    text = titled("A", "[cite:1]\n", "sources:\n  - {id: 1, resource: b}\n  - {id: 2}\n  - {id: 3, resource: c}\n")
    wiki = wiki_of({"a.md": text, "b.md": titled("B")})
    found = located(wiki, wiki.pages["a.md"])
    assert [(source.id, evidence.place) for source, evidence in found] == [("1", "page"), ("3", "broken")]
    assert located(wiki, wiki.pages["a.md"]) is found


def test_cited_paths_leave_out_what_cites_itself() -> None:
    wiki = wiki_of(
        {
            "a.md": titled("A", more="sources: [{id: 1, resource: b}, {id: 2, resource: a}]\n"),
            "b.md": titled("B", more="sources: [{id: 1, resource: 'https://a.b'}]\n"),
            "c.md": titled("C", more="sources: [{id: 1, resource: c}]\n"),
        }
    )
    assert cited_paths(wiki) == {"b.md"}


def test_what_is_out_of_reach_is_counted_by_reason() -> None:
    more = "sources: [{id: 1, resource: 'https://a.b'}, {id: 2, resource: 'https://c.d'}, {id: 3, resource: 'git:abcdef1'}, {id: 4, resource: x}]\n"
    wiki = wiki_of({"a.md": titled("A", more=more)}, commits={})
    assert out_of_reach(wiki, wiki) == (
        ("a web address is not read while offline", 2),
        ("the repository's history is not at hand", 1),
    )


def test_words_of_a_place_without_words_are_none(wiki: Wiki) -> None:
    assert words(wiki, Evidence("file", "files/plan.pdf")) is None
    assert is_quoted(wiki, Evidence("file", "files/plan.pdf"), "x") is None


def test_a_digest_is_sha256_of_the_squeezed_text() -> None:
    assert digest_of("abc") == "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert digest_of("\u3000ａｂｃ\n") == digest_of("abc") != digest_of("Abc")
    assert digest_of("\udcff") != digest_of("")


@pytest.mark.parametrize(
    ("evidence", "text"),
    [
        (Evidence("turn", "sessions/s1/session.md", 2), "Noted: 40 bar."),
        (Evidence("session", "sessions/s1/session.md"), "A summary. I prefer diagrams. Noted: 40 bar."),
        (Evidence("page", "tasks/order.md"), "Text."),
        (Evidence("lines", "sources/report.md", lines=(3, 4)), "The pump runs at 40 bar. ^b1"),
        (Evidence("lines", "sources/report.md", lines=(2, 2)), ""),
        (Evidence("lines", "sources/report.md", lines=(6, 8)), "## Costs & more It is blue. [cite:1] ^c-blue"),
        (Evidence("raw", "raw/notes.txt"), "one two three"),
        (Evidence("raw", "raw/notes.txt", lines=(2, 3)), "two three"),
    ],
)
def test_a_digest_is_of_what_is_cited(wiki: Wiki, evidence: Evidence, text: str) -> None:
    assert digest(wiki, evidence) == digest(wiki, evidence) == digest_of(text)


@pytest.mark.parametrize(
    "evidence",
    [
        Evidence("session", "sessions/s2/session.md"),
        Evidence("turn", "sessions/s2/session.md", 1, verifiable=False),
        Evidence("broken", "sources/report.md"),
        Evidence("file", "files/plan.pdf", verifiable=False),
        Evidence("url", address="https://example.org", verifiable=False),
    ],
)
def test_what_is_not_read_has_no_digest(wiki: Wiki, evidence: Evidence) -> None:
    assert digest(wiki, Evidence("page", "sources/report.md")) is not None
    assert digest(wiki, evidence) is None
