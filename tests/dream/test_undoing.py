"""A page without a proposal: what held before holds again, and every statement of the proposal is kept as history."""

from __future__ import annotations

import pytest

from brainwiki.dream.pages import MisfitError
from brainwiki.dream.undoing import Day, undone
from brainwiki.markup import parser
from brainwiki.model.dialect import Dialect

WHEN = Day("2026-06-01", "2026-06-01T10:00:00Z", "human:kim")
PATH = "knowledge/tea.md"
HEAD = "---\ntype: preference\ntitle: Tea\ndescription: d\nsources:\n  - id: 1\n    resource: sessions/s#turn-1\n    quote: one\n{0}---\n"
SECOND = "  - id: 2\n    resource: sessions/s#turn-2\n    quote: two\n"
DIALECT = Dialect(kinds={"knowledge": "page", "sessions": "session"})


def without(before: str | None, after: str) -> str:
    """The page undone."""
    return undone(PATH, before.encode() if before is not None else None, after.encode(), WHEN, DIALECT).decode()


def body(text: str) -> str:
    return text.split("---\n", 2)[2]


def claims(text: str) -> list[tuple[str, str, tuple[str, ...]]]:
    """Words, until when and evidence by quote, of every claim."""
    page = parser.parse(PATH, text.encode(), DIALECT)
    quotes = {one.id: one.quote for one in page.sources}
    return [(one.text, one.until, tuple(quotes[name] for name in one.ids)) for one in page.claims]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Likes green tea.", "Prefers coffee."),
        ("緑茶が好きだ。", "コーヒーのほうがいい。"),
        ("喜欢喝绿茶。", "更喜欢咖啡。"),
    ],
)
def test_a_superseded_claim_holds_again(old: str, new: str) -> None:
    """Its successor stands under it, with its own evidence."""
    before = HEAD.format("") + f"- {old} [cite:1]\n"
    after = HEAD.format(SECOND) + f"- {new} [cite:2] ^c-abcdefgh\n    - (until 2026-05-02) {old} [cite:1]\n"
    assert claims(without(before, after)) == [
        (old, "", ("one",)),
        (f"(until 2026-06-01) {new}", "2026-06-01", ("two",)),
    ]
    assert body(without(before, after)).split("\n")[1].startswith("    - (until 2026-06-01)")


def test_an_added_claim_is_history_under_its_heading() -> None:
    """Or at the end of the first part, where the heading came with it."""
    before = HEAD.format("") + "# Tea\n\n- Likes tea. [cite:1]\n\n## Cups\n\n- Has two cups. [cite:1]\n"
    after = before.replace("---\n# Tea", "---\n# Tea").replace("quote: one\n", f"quote: one\n{SECOND}")
    added = without(before, after + "- Has a pot. [cite:2]\n")
    assert body(added).endswith("- Has two cups. [cite:1]\n- (until 2026-06-01) Has a pot. [cite:2]\n")
    other = without(before, after + "\n## Pots\n\n- Has a pot. [cite:2]\n")
    assert "- Likes tea. [cite:1]\n- (until 2026-06-01) Has a pot. [cite:2]\n\n## Cups" in body(other)


def test_other_words_and_more_evidence_leave_nothing() -> None:
    """Nothing else had been said."""
    before = HEAD.format("") + "- Likes to drink green tea. [cite:1]\n"
    for line in ("- Likes to drink tea that is green. [cite:1]\n", "- Likes to drink green tea. [cite:1,2]\n"):
        assert claims(without(before, HEAD.format(SECOND) + line)) == claims(before)


@pytest.mark.parametrize("new", ["Drinks 5 cups.", "Does not drink 3 cups."])
def test_another_number_or_a_negation_is_history(new: str) -> None:
    """Also where the proposal had put it in the place of the old one."""
    before = HEAD.format("") + "- Drinks 3 cups. [cite:1]\n"
    found = claims(without(before, HEAD.format(SECOND) + f"- {new} [cite:2]\n"))
    assert found == [("Drinks 3 cups.", "", ("one",)), (f"(until 2026-06-01) {new}", "2026-06-01", ("two",))]


def test_a_claim_that_was_retired_holds_again() -> None:
    """It is the page as it was, but for who wrote it last."""
    before = HEAD.format("") + "- Likes tea. [cite:1]\n"
    found = without(before, HEAD.format("") + "- (until 2026-05-02) Likes tea. [cite:1]\n")
    assert body(found) == body(before)
    assert 'by: "human:kim"' in found


def test_a_page_that_came_is_out_of_use_and_says_what_it_said() -> None:
    """Claims in items and in paragraphs."""
    found = without(None, HEAD.format(SECOND) + "# Tea\n\nLikes tea. [cite:1]\n\n- Has a pot. [cite:2]\n")
    assert "status: deprecated\n" in found
    assert [(text, until) for text, until, _ in claims(found)] == [
        ("(until 2026-06-01) Likes tea.", "2026-06-01"),
        ("(until 2026-06-01) Has a pot.", "2026-06-01"),
    ]


def test_what_is_no_page_goes_back_whole() -> None:
    """The summary of a session holds no claims."""
    raw = b"---\ntype: session\n---\nOld.\n"
    assert undone("sessions/s/session.md", raw, b"---\ntype: session\n---\nNew.\n", WHEN, DIALECT) == raw


def test_a_table_has_no_place_for_history() -> None:
    """It is refused, and a person does it."""
    with pytest.raises(MisfitError):
        without(None, HEAD.format("") + "| a |\n|---|\n| Likes tea. [cite:1] |\n")
