"""Typed updates carried out on pages: each kind, alone and together, and every mistake at once."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.claims.difference import difference
from brainwiki.dream.drafting import draft
from brainwiki.markup import document
from brainwiki.model.finding import Severity
from brainwiki.model.update import Consolidation, Update
from brainwiki.usecases.check import check
from tests.dream.drafts import (
    BUDGET,
    BY,
    CJK,
    DIALECT,
    HEAD,
    NOW,
    PAGE,
    SESSION,
    SESSION_HEAD,
    TEA,
    body_of,
    brain,
    claim_id,
    drafted,
    page_of,
    seen,
)
from tests.helpers import PROPERTY, change_of, make_brain, state_of

TWO = "- Likes black tea. [cite:1]\n- Drinks it at noon. [cite:4]\n"
BLACK = claim_id(brain(), "black tea")


def test_nothing_to_do_drafts_nothing() -> None:
    found = drafted(brain())
    assert (dict(found.files), found.reads, found.mistakes) == ({}, frozenset(), ())


def test_add_puts_a_claim_at_the_end_of_the_first_part() -> None:
    body = f"{TWO}\n## History of tea\n\n- Old. [cite:1]\n"
    found = drafted(brain(body), Update("add", PAGE, text="Prefers green tea", observations=(TEA.id,)))
    assert body_of(found) == body.replace("noon. [cite:4]\n", "noon. [cite:4]\n- Prefers green tea. [cite:5]\n")
    assert found.reads == {f"{PAGE}.md"}


def test_add_under_a_heading_and_under_one_that_is_new() -> None:
    body = f"{TWO}\n## Money\n\nSome words.\n\n## More\n"
    found = drafted(
        brain(body),
        Update("add", PAGE, text="The budget is 40 euros.", observations=(BUDGET.id,), heading="money"),
        Update("add", PAGE, text="Prefers green tea.", observations=(TEA.id,), heading="More"),
        Update("add", PAGE, text="これからは緑茶にする。", observations=(CJK.id,), heading="Later"),
    )
    assert body_of(found) == (
        f"{TWO}\n## Money\n\nSome words.\n\n- The budget is 40 euros. [cite:5]\n\n## More\n\n- Prefers green tea. [cite:6]\n"
        "\n## Later\n\n- これからは緑茶にする。[cite:7]\n"
    )


def test_the_evidence_is_numbered_on_and_named_whole() -> None:
    found = drafted(brain(), Update("add", PAGE, text="Prefers green tea.", observations=(TEA.id, BUDGET.id)))
    page = page_of(found)
    assert [one.id for one in page.sources] == ["1", "4", "5", "6"]
    new = page.sources[2]
    assert (new.resource, new.quote, new.at, new.author) == (
        f"sessions/{SESSION}#turn-1",
        "I prefer green tea now.",
        "2026-05-02T10:01:00+02:00",
        "",
    )
    assert page.claims[-1].ids == ("5", "6")
    assert page.meta["observations"] == [TEA.id, BUDGET.id]
    assert page.meta["generated"] == {"by": BY, "at": "2026-11-30T12:00:00+00:00"}
    assert "  - id: 4 # four\n" in page.text


def test_words_of_others_than_the_user_bear_who_said_them() -> None:
    tool = seen("green tea 9.50", 4)
    found = drafted(
        brain(), Update("add", PAGE, text="Green tea costs 9.50.", observations=(tool.id,)), observations=(tool,)
    )
    assert page_of(found).sources[-1].author == "tool"


def test_evidence_that_stands_there_is_not_named_twice() -> None:
    once = drafted(brain(), Update("add", PAGE, text="Prefers green tea.", observations=(TEA.id,)))
    texts = brain() | {f"{PAGE}.md": once.files[f"{PAGE}.md"] or b""}
    found = drafted(texts, Update("support", PAGE, BLACK, observations=(TEA.id,)))
    page = page_of(found)
    assert [one.id for one in page.sources] == ["1", "4", "5"]
    assert page.claims[0].ids == ("1", "5")
    assert page.meta["observations"] == [TEA.id]


def test_supersede_keeps_the_old_as_history_under_an_id_that_stays() -> None:
    found = drafted(brain(TWO), Update("supersede", PAGE, BLACK, "Prefers green tea.", (TEA.id,)))
    assert body_of(found) == (
        f"- Prefers green tea. [cite:5] ^{BLACK}\n    - (until 2026-05-02) Likes black tea. [cite:1]\n"
        "- Drinks it at noon. [cite:4]\n"
    )
    page = page_of(found)
    assert [(one.claim, one.ids, one.old) for one in page.history] == [(BLACK, ("5",), ("1",))]


def test_the_newest_history_comes_first_and_an_id_is_kept() -> None:
    body = "- Likes black tea. [cite:1] ^c-mine\n    - (until 2025-01-01) Liked coffee. [cite:4]\n    - A detail.\n"
    found = drafted(
        brain(body), Update("supersede", PAGE, "c-mine", "Prefers green tea.", (TEA.id,), until="2026-04-30")
    )
    assert body_of(found) == (
        "- Prefers green tea. [cite:5] ^c-mine\n    - (until 2026-04-30) Likes black tea. [cite:1]\n"
        "    - (until 2025-01-01) Liked coffee. [cite:4]\n    - A detail.\n"
    )


def test_what_is_said_later_in_one_run_wins_and_the_earlier_is_its_history() -> None:
    later = seen("No sugar, ever.")
    updates = (
        Update("supersede", PAGE, BLACK, "Prefers green tea.", (TEA.id,)),
        Update("supersede", PAGE, BLACK, "Drinks no tea.", (later.id,)),
    )
    found = drafted(brain(), *updates, observations=(TEA, later))
    assert body_of(found) == (
        f"- Drinks no tea. [cite:6] ^{BLACK}\n    - (until 2026-05-02) Prefers green tea. [cite:5]\n"
        "    - (until 2026-05-02) Likes black tea. [cite:1]\n"
    )


def test_a_claim_that_the_draft_added_is_superseded_by_its_own_id() -> None:
    fresh = drafted(brain(), Update("add", PAGE, text="Prefers green tea.", observations=(TEA.id,)))
    name = page_of(fresh).claims[-1].id
    found = drafted(
        brain(),
        Update("add", PAGE, text="Prefers green tea.", observations=(TEA.id,)),
        Update("supersede", PAGE, name, "Prefers no tea.", (BUDGET.id,)),
    )
    assert body_of(found).endswith(
        f"- Prefers no tea. [cite:6] ^{name}\n    - (until 2026-05-02) Prefers green tea. [cite:5]\n"
    )


@pytest.mark.parametrize(
    ("body", "text", "wanted"),
    [
        (
            "Likes black tea. [cite:1] Drinks it at noon. [cite:4]\n\nMore.\n",
            "black",
            "Prefers green tea. [cite:5] Drinks it at noon. [cite:4]\n\n- (until 2026-05-02) Likes black tea. [cite:1]\n\nMore.\n",
        ),
        (
            "Likes black tea. [cite:1]\n",
            "black",
            f"Prefers green tea. [cite:5] ^{BLACK}\n\n- (until 2026-05-02) Likes black tea. [cite:1]\n",
        ),
        (
            "Likes black tea. [cite:1]\n\n- (until 2025-01-01) Liked coffee. [cite:4]\n",
            "black",
            f"Prefers green tea. [cite:5] ^{BLACK}\n\n- (until 2026-05-02) Likes black tea. [cite:1]\n"
            "- (until 2025-01-01) Liked coffee. [cite:4]\n",
        ),
        (
            "Likes black tea. [cite:1]\n\n- Noon is fine. [cite:4]\n",
            "black",
            f"Prefers green tea. [cite:5] ^{BLACK}\n\n* (until 2026-05-02) Likes black tea. [cite:1]\n\n- Noon is fine. [cite:4]\n",
        ),
    ],
)
def test_history_of_a_sentence_in_a_paragraph_follows_the_paragraph(body: str, text: str, wanted: str) -> None:
    texts = brain(body)
    found = drafted(texts, Update("supersede", PAGE, claim_id(texts, text), "Prefers green tea.", (TEA.id,)))
    assert body_of(found) == wanted


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        (
            "- Likes black tea. [cite:1] Drinks it at noon. [cite:4]\n    - A detail.\n- Last.\n",
            "- Drinks it at noon. [cite:4]\n    - A detail.\n"
            f"- Prefers green tea. [cite:5] ^{BLACK}\n    - (until 2026-05-02) Likes black tea. [cite:1]\n- Last.\n",
        ),
        (
            "- Tea:\n    - Likes black tea. [cite:1]\n    - Other. [cite:4]\n",
            f"- Tea:\n    - Prefers green tea. [cite:5] ^{BLACK}\n        - (until 2026-05-02) Likes black tea. [cite:1]\n"
            "    - Other. [cite:4]\n",
        ),
        (
            "1. Likes black tea. [cite:1]\n2. Other. [cite:4]\n",
            f"1. Prefers green tea. [cite:5] ^{BLACK}\n    - (until 2026-05-02) Likes black tea. [cite:1]\n2. Other. [cite:4]\n",
        ),
        (
            "> - Likes black tea. [cite:1]\n> - Other. [cite:4]\n",
            f"> - Prefers green tea. [cite:5] ^{BLACK}\n>     - (until 2026-05-02) Likes black tea. [cite:1]\n> - Other. [cite:4]\n",
        ),
        (
            "* [x] Likes\n  black tea. [cite:1]\n\n* Other. [cite:4]\n",
            f"* [x] Prefers green tea. [cite:5] ^{BLACK}\n    - (until 2026-05-02) Likes black tea. [cite:1]\n\n* Other. [cite:4]\n",
        ),
    ],
)
def test_history_of_an_item_stands_under_it_whatever_the_list(body: str, wanted: str) -> None:
    found = drafted(brain(body), Update("supersede", PAGE, BLACK, "Prefers green tea.", (TEA.id,)))
    assert body_of(found) == wanted


def test_a_table_is_not_rewritten_but_gets_evidence() -> None:
    body = "| Tea | Since |\n| --- | --- |\n| Likes black tea. [cite:1] | 2020 |\n"
    texts = brain(body)
    name = claim_id(texts, "black tea")
    refused = drafted(texts, Update("supersede", PAGE, name, "Prefers green tea.", (TEA.id,)))
    assert len(refused.mistakes) == 1
    assert "stands in a table" in refused.mistakes[0]
    assert refused.files == {}
    found = drafted(texts, Update("support", PAGE, name, observations=(TEA.id,)))
    assert body_of(found) == body.replace("[cite:1]", "[cite:1,5]")


def test_edit_keeps_the_evidence_and_no_history() -> None:
    found = drafted(brain(TWO), Update("edit", PAGE, BLACK, "Is fond of black tea.", (TEA.id,)))
    assert body_of(found) == TWO.replace("Likes black tea. [cite:1]", "Is fond of black tea. [cite:1,5]")


def test_edit_before_a_block_id_leaves_the_id() -> None:
    found = drafted(brain("- Likes black tea [cite:1] ^c-mine\n"), Update("edit", PAGE, "c-mine", "Is fond of tea."))
    assert body_of(found) == "- Is fond of tea. [cite:1] ^c-mine\n"


def test_links_stand_before_the_stop_and_pages_link_at_their_end() -> None:
    body = f"{TWO}- 緑茶を飲む。[cite:1]\n- No stop [cite:4]\n"
    texts = brain(body)
    found = drafted(
        texts,
        Update("link", PAGE, BLACK, target="knowledge/drinks"),
        Update("link", PAGE, claim_id(texts, "緑茶"), target="knowledge/drinks"),
        Update("link", PAGE, claim_id(texts, "No stop"), target="knowledge/drinks"),
    )
    assert body_of(found) == (
        "- Likes black tea ([[drinks]]). [cite:1]\n- Drinks it at noon. [cite:4]\n- 緑茶を飲む（[[drinks]]）。[cite:1]\n"
        "- No stop ([[drinks]]) [cite:4]\n"
    )
    assert found.reads == {f"{PAGE}.md", "knowledge/drinks.md"}
    page = drafted(brain(TWO), Update("link", PAGE, target="knowledge/drinks"))
    assert body_of(page) == f"{TWO}\n## See also\n\n- [[drinks]]\n"
    more = drafted(brain(f"{TWO}\n## 関連\n\n- [[x]]\n"), Update("link", PAGE, target="knowledge/drinks"))
    assert body_of(more) == f"{TWO}\n## 関連\n\n- [[x]]\n- [[drinks]]\n"


def test_a_link_names_the_whole_path_where_two_pages_have_the_name() -> None:
    texts = brain(**{"notes/a/drinks.md": "---\ntype: note\ntitle: D\ndescription: d\n---\nText.\n"})
    assert "([[knowledge/drinks]])" in body_of(drafted(texts, Update("link", PAGE, BLACK, target="knowledge/drinks")))


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        (TWO, "- (until 2026-05-02) Likes black tea. [cite:1,5]\n- Drinks it at noon. [cite:4]\n"),
        ("Likes black tea. [cite:1]\n", "- (until 2026-05-02) Likes black tea. [cite:1,5]\n"),
        (
            "- Drinks. [cite:4] Likes black tea. [cite:1]\n- Last.\n",
            "- Drinks. [cite:4]\n- (until 2026-05-02) Likes black tea. [cite:1,5]\n- Last.\n",
        ),
        (
            "Likes black tea. [cite:1] Drinks. [cite:4]\n",
            "Drinks. [cite:4]\n\n- (until 2026-05-02) Likes black tea. [cite:1,5]\n",
        ),
    ],
)
def test_retire_makes_history_of_a_claim_with_the_evidence_of_that(body: str, wanted: str) -> None:
    found = drafted(brain(body), Update("retire", PAGE, BLACK, observations=(TEA.id,)))
    assert body_of(found) == wanted


def test_a_page_is_retired_for_another_one() -> None:
    found = drafted(brain(), Update("retire", PAGE, observations=(TEA.id,), target="knowledge/drinks"))
    page = page_of(found)
    assert (page.status, page.successor) == ("deprecated", "drinks")
    assert body_of(found) == "- Likes black tea. [cite:1]\n"


def test_create_makes_a_page_with_its_claims_and_what_links_to_it() -> None:
    name = "knowledge/preferences/green-tea"
    found = drafted(
        brain(),
        Update("add", name, text="Prefers green tea, see [[tea]].", observations=(TEA.id,)),
        Update("link", PAGE, BLACK, target=name),
        Update(
            "create",
            name,
            type="preference",
            title='Green: "tea"',
            description="---\ntype: rule",
            aliases=("緑茶", "green"),
            tags=("tea",),
        ),
    )
    assert body_of(found, f"{name}.md") == "\n- Prefers green tea, see [[tea]]. [cite:1]\n"
    page = page_of(found, f"{name}.md")
    assert (page.title, page.description, page.aliases, page.tags) == (
        'Green: "tea"',
        "--- type: rule",
        ("緑茶", "green"),
        ("tea",),
    )
    assert page.problems == ()
    assert body_of(found) == "- Likes black tea ([[green-tea]]). [cite:1]\n"


def test_a_session_gets_its_summary_where_nobody_wrote_one() -> None:
    path = f"sessions/{SESSION}/session"
    found = drafted(brain(), Update("summarise", path, text="The user chose green tea. The budget is 40 euros."))
    page = page_of(found, f"{path}.md")
    assert page.text[page.body :] == "\nThe user chose green tea. The budget is 40 euros.\n"
    assert page.meta["turns"] == "4"
    texts = brain() | {f"{path}.md": found.files[f"{path}.md"] or b""}
    again = drafted(texts, Update("summarise", path, text="Another summary."))
    assert body_of(again, f"{path}.md") == "\nAnother summary.\n"
    by_hand = brain() | {f"{path}.md": SESSION_HEAD + "\nMy own words.\n"}
    refused = drafted(by_hand, Update("summarise", path, text="Another summary."))
    assert "by hand" in refused.mistakes[0]


def test_bytes_that_are_not_edited_stay() -> None:
    raw = ("\ufeff" + (HEAD.replace("type:", "odd:  'x'   # kept\ntype:") + TWO).replace("\n", "\r\n")).encode()
    texts = brain() | {f"{PAGE}.md": raw}
    found = drafted(texts, Update("supersede", PAGE, BLACK, "Prefers green tea.", (TEA.id,)))
    after = found.files[f"{PAGE}.md"] or b""
    assert after.startswith("\ufeff---\r\nodd:  'x'   # kept\r\n".encode())
    assert b"\n" not in after.replace(b"\r\n", b"")
    assert document.read(after).newline == "\r\n"
    assert "- Prefers green tea. [cite:5] ^" in after.decode()


@pytest.mark.parametrize(
    "head",
    [
        "---\ntype: preference\ntitle: Tea\ndescription: d\n---\n",
        "---\ntype: preference\ntitle: Tea\ndescription: d\nsources: []\n---\n",
        "---\ntype: preference\ntitle: Tea\ndescription: d\nsources: # none yet\ntags: [a]\n---\n",
        "---\ntype: preference\nsources: [{id: 1, resource: 'https://e.org/[a', quote: \"a ] b\"}]\ntitle: Tea\ndescription: d\n---\n",
        "---\ntype: preference\nsources:\n- id: 1\n  resource: https://e.org/a # why\n\n# a comment\ntitle: Tea\ndescription: d\n---\n",
        "---\ntype: preference\nsources: [\n  {id: 1, resource: 'https://e.org/a'}, # one\n]\ntitle: Tea\ndescription: d\nobservations: [o-a]\n---\n",
        '---\ntype: preference\ntitle: Tea\ndescription: d\nobservations:\n    - o-a\ngenerated: {by: me, at: "2026-01-01T00:00:00Z"}\n---\n',
        "---\ntype: preference\ntitle: Tea\ndescription: d\ngenerated:\n  at: 2026-01-01T00:00:00Z # then\n  by: 'me'\n  more: 1\n---\n",
        "---\ntype: preference\ntitle: Tea\ndescription: d\ngenerated: me\n---\n",
    ],
)
def test_front_matter_in_every_form_is_added_to_and_kept(head: str) -> None:
    texts = brain("Text.\n", head)
    before = state_of(texts, DIALECT).pages[f"{PAGE}.md"]
    page = page_of(drafted(texts, Update("add", PAGE, text="Prefers green tea.", observations=(TEA.id,))))
    assert page.sources[-1].quote == TEA.quote
    assert page.claims[0].ids == (page.sources[-1].id,)
    assert len(page.sources) == len(before.sources) + 1
    assert page.meta["observations"][-1] == TEA.id
    assert page.meta["generated"]["by"] == BY
    kept = {key: value for key, value in before.meta.items() if key not in ("sources", "observations", "generated")}
    assert kept.items() <= page.meta.items()
    assert page.problems == before.problems


@pytest.mark.parametrize(
    "head",
    ["---\n{type: preference, title: Tea}\n---\n", "---\ntype: [\n---\n", "---\ntype: x\nsources: none\n---\n"],
)
def test_front_matter_that_cannot_be_edited_is_told(head: str) -> None:
    found = drafted(brain("Text.\n", head), Update("add", PAGE, text="Prefers green tea.", observations=(TEA.id,)))
    assert len(found.mistakes) == 1
    assert found.files == {}


def test_every_mistake_is_told_at_once_and_nothing_is_drafted() -> None:
    lie = seen("I prefer coffee.")
    lost = seen("x", 9)
    updates = (
        Update("add", PAGE, text="Good.", observations=(TEA.id,)),
        Update("add", "knowledge/teaa", text="Good.", observations=(TEA.id,)),
        Update("supersede", PAGE, "c-nothing", "Good.", (TEA.id,)),
        Update("add", "rules/always", text="Good.", observations=(TEA.id,)),
        Update("add", PAGE, text="One.\n\nTwo.", observations=(TEA.id,)),
        Update("add", PAGE, text="Cited. [cite:1]", observations=(TEA.id,)),
        Update("add", PAGE, text="Lie.", observations=(lie.id,)),
        Update("add", PAGE, text="Lost.", observations=(lost.id,)),
        Update("add", PAGE, text="Unseen.", observations=("o-unknown",)),
        Update("add", PAGE, text="Nobody says so."),
        Update("add", PAGE, text="See [[nowhere]].", observations=(TEA.id,)),
        Update("create", "knowledge/untitled", type="concept"),
        Update("create", PAGE, type="concept", title="t", description="d"),
        Update("create", "knowledge/con", type="rule", title="t", description="d"),
        Update("link", PAGE, target="knowledge/none"),
        Update("supersede", PAGE, BLACK, "Good one.", (TEA.id,), until="2026-02-31"),
        Update("mend", PAGE),  # type: ignore[arg-type]
        Update("summarise", PAGE, text="Words."),
        Update("edit", PAGE, "", "Words."),
        Update("supersede", PAGE, BLACK, "Likes black tea.", (TEA.id,)),
    )
    found = drafted(brain(), *updates, observations=(TEA, lie, lost))
    assert found.files == {}
    for number, words in {
        2: "did you mean knowledge/tea",
        3: f"it has {BLACK}",
        4: "outside of what may change (knowledge/, notes/)",
        5: "several paragraphs",
        6: "holds a cite",
        7: "does not stand in turn 1",
        8: "turn 9 of session",
        9: "o-unknown is not among the observations",
        10: "no observation",
        11: "[[nowhere]] leads to nothing",
        12: "`title` is missing",
        13: "is there already",
        14: "no path that every system can keep",
        15: "no page 'knowledge/none'",
        16: "no day",
        17: "no such update",
        18: "is no session",
        19: "names no claim",
        20: "says exactly that already",
    }.items():
        assert any(one.startswith(f"update {number} (") and words in one for one in found.mistakes), (number, words)
    assert not any(one.startswith("update 1 (") for one in found.mistakes)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("edit", "supersede"),
        ("supersede", "edit"),
        ("retire", "retire"),
        ("support", "retire"),
        ("supersede", "support"),
    ],
)
def test_two_updates_of_one_claim_are_refused(first: str, second: str) -> None:
    updates = [
        Update(do, PAGE, BLACK, words if do in ("edit", "supersede") else "", (TEA.id,))  # type: ignore[arg-type]
        for do, words in ((first, "One thing."), (second, "Another thing."))
    ]
    found = drafted(brain(), *updates)
    assert len(found.mistakes) == 1
    assert "another update of this draft" in found.mistakes[0]


def test_what_a_page_says_already_is_not_added_or_linked_twice() -> None:
    texts = brain("- Likes black tea, see [[drinks]]. [cite:1]\n")
    name = claim_id(texts, "black tea")
    found = drafted(
        texts,
        Update("add", PAGE, text="Likes black tea, see [[drinks]].", observations=(TEA.id,)),
        Update("link", PAGE, name, target="knowledge/drinks"),
        Update("link", PAGE, name, target=PAGE),
    )
    assert [words in one for words, one in zip((name, "already", "itself"), found.mistakes, strict=True)] == [True] * 3


def test_two_pages_of_one_name_are_not_made() -> None:
    made = [Update("create", name, type="concept", title="T", description="d") for name in ("notes/a", "notes/A")]
    found = drafted(brain(), *(one._replace(type="note") for one in made))
    assert "another update makes notes/a already" in found.mistakes[0]


def test_what_is_drafted_passes_the_rules(tmp_path: Path) -> None:
    texts = brain(TWO)
    new = "knowledge/preferences/green-tea"
    found = drafted(
        texts,
        Update("supersede", PAGE, BLACK, "Prefers green tea, see [[green-tea]].", (TEA.id,)),
        Update("retire", PAGE, claim_id(texts, "noon"), observations=(BUDGET.id,)),
        Update("add", PAGE, text="これからは<b>緑茶</b>にする。", observations=(CJK.id,), heading="Later"),
        Update("create", new, type="preference", title="Green tea", description="What green tea is for."),
        Update("add", new, text="Green tea is preferred to black tea, whatever the hour.", observations=(TEA.id,)),
        Update("summarise", f"sessions/{SESSION}/session", text="Green tea from now on."),
    )
    assert found.mistakes == ()
    after = {path: raw for path, raw in found.files.items() if raw is not None}
    report = check(make_brain(tmp_path, {**texts, **after})).report
    assert [one.message for one in report.findings if one.severity == Severity.BLOCK] == []


def test_the_same_updates_give_the_same_bytes() -> None:
    update = Update("supersede", PAGE, BLACK, "Prefers green tea.", (TEA.id,))
    assert drafted(brain(), update).files == drafted(brain(), update).files


def test_a_new_page_without_claims_is_a_mistake() -> None:
    found = drafted(brain(), Update("create", "knowledge/empty", type="concept", title="Empty", description="d"))
    assert found.mistakes == ("the new page knowledge/empty holds no claim; add one, or leave it out.",)


_BLOCK = st.sampled_from(
    [
        "- Item {n} says one. [cite:1]\n",
        "- Item {n} says one. [cite:1] And two of it. [cite:4]\n    - (until 2025-01-01) Item {n} said zero. [cite:4]\n",
        "- Parent {n}\n    - Child {n} is here. [cite:1]\n        - Deep {n} too. [cite:4]\n",
        "1. First {n} of all. [cite:1]\n2. Second {n} of all. [cite:1,4]\n",
        "\nParagraph {n} tells. [cite:1] It goes\non for long [cite:4].\n\n",
        "\n## Heading {n}\n\n",
        "\n| A{n} | B |\n| --- | --- |\n| Cell {n} holds. [cite:1] | x |\n\n",
        "\n> - Quoted {n} item. [cite:4]\n\n",
        "\n```\n- Code {n}. [cite:1]\n```\n\n",
        "- 項目{n}はこう。[cite:1]\n",
        "- Same words. [cite:1]\n",
        "- Named {n} one. [cite:1] ^c-own{n}\n",
    ]
)


@PROPERTY
@given(st.lists(_BLOCK, min_size=1, max_size=7), st.data(), st.booleans())
def test_claims_that_no_update_names_stay_as_they_are(blocks: list[str], data: st.DataObject, crlf: bool) -> None:
    body = "".join(block.replace("{n}", str(number)) for number, block in enumerate(blocks))
    text = (HEAD + body).replace("\n", "\r\n" if crlf else "\n")
    texts = brain() | {f"{PAGE}.md": text.encode()}
    wiki = state_of(texts, DIALECT)
    claims = [one for one in wiki.pages[f"{PAGE}.md"].claims if not one.until]
    names = [one.id for one in claims]
    chosen = data.draw(st.lists(st.sampled_from(names), unique=True, max_size=3) if names else st.just([]))
    updates = [Update("add", PAGE, text="A wholly new fact about trains.", observations=(CJK.id,))]
    for number, name in enumerate(chosen):
        do = data.draw(st.sampled_from(["supersede", "support", "edit", "retire", "link"]))
        said = f"Quite other words on topic {number}." if do in ("supersede", "edit") else ""
        target = "knowledge/drinks" if do == "link" else ""
        updates.append(Update(do, PAGE, name, said, (TEA.id,) if do != "link" else (), target=target))  # type: ignore[arg-type]
    found = draft(wiki, Consolidation((TEA, CJK), tuple(updates)), NOW, BY, lambda path: texts[path])  # type: ignore[return-value]
    if found.mistakes:
        assert all("table" in one for one in found.mistakes)
        return
    after = {path: raw for path, raw in found.files.items() if raw is not None}
    change = change_of(texts, {**texts, **after})
    touched = {one.text for one in claims if one.id in chosen}
    lost = [
        one for one in difference(change).changes if one.before is not None and one.change in ("removed", "changed")
    ]
    assert all(one.before and one.before.text in touched for one in lost)
    page = change.head.pages[f"{PAGE}.md"]
    assert not {one.kind for one in page.problems} - {one.kind for one in wiki.pages[f"{PAGE}.md"].problems}
    for claim in claims:
        if claim.text not in touched:
            assert any((one.text, one.ids) == (claim.text, claim.ids) for one in page.claims)


@PROPERTY
@given(st.text(max_size=80))
def test_no_text_breaks_out_of_its_line(text: str) -> None:
    texts = brain()
    found = drafted(
        texts,
        Update("add", PAGE, text=text, observations=(TEA.id,)),
        Update("create", "knowledge/new", type="concept", title=text, description=text, aliases=(text,)),
        Update("add", "knowledge/new", text="Plain words.", observations=(TEA.id,)),
    )
    if found.mistakes:
        return
    page, new = page_of(found), page_of(found, "knowledge/new.md")
    assert len(page.claims) == 2
    assert page.claims[1].ids == ("5",)
    assert not page.problems
    assert not new.problems
    assert not [one for one in page.ranges if one.kind in ("html", "comment")]
    assert set(new.meta) <= {"type", "title", "description", "aliases", "generated", "sources", "observations"}
    assert len(new.claims) == 1
