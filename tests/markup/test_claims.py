"""Claims: where a sentence ends, what it says, what it cites, what stands above it, and the id by which it is known."""

from __future__ import annotations

import base64
import hashlib
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.markup import claims
from brainwiki.model.page import Claim
from tests.helpers import HEAD, PROPERTY, page_of


def found(body: str, **dialect: object) -> tuple[Claim, ...]:
    """The claims of a body."""
    return page_of(body, **dialect).claims


def said(body: str) -> list[tuple[str, str]]:
    """Text and cited ids of each claim."""
    return [(claim.text, ",".join(claim.ids)) for claim in found(body)]


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ("The pump runs. [cite:1]", [("The pump runs.", "1")]),
        ("The pump runs [cite:1]. It is blue [cite:2].", [("The pump runs.", "1"), ("It is blue.", "2")]),
        ("The pump runs. [cite:1] It is blue. [cite:2]", [("The pump runs.", "1"), ("It is blue.", "2")]),
        ("The pump runs.[cite:1] It is blue.[cite:2]", [("The pump runs.", "1"), ("It is blue.", "2")]),
        ("It runs. It is blue. [cite:1] It is old.", [("It is blue.", "1")]),
        (
            "It runs! [cite:1] Does it? [cite:2] It does [cite:3]",
            [("It runs!", "1"), ("Does it?", "2"), ("It does", "3")],
        ),
        ("It runs [cite:1] and is blue [cite:2].", [("It runs and is blue.", "1,2")]),
        ("It runs. [cite:1][cite:3] It is blue.", [("It runs.", "1,3")]),
        ("It runs. [cite:1] [cite:3] It is blue. [cite:2]", [("It runs.", "1,3"), ("It is blue.", "2")]),
        ("It runs [cite:1,3][cite:3,2].", [("It runs.", "1,3,2")]),
        ("[cite:1] It runs.", [("It runs.", "1")]),
        ("It runs. ([cite:1]) It is blue ([cite:2]).", [("It runs.", "1"), ("It is blue.", "2")]),
        ("It runs. ([cite:1], [cite:3]) It is blue. ([cite:2])", [("It runs.", "1,3"), ("It is blue.", "2")]),
        ("It runs. (See [cite:1]) It is blue. [cite:2]", [("(See) It is blue.", "1,2")]),
        ("It runs... [cite:1] It is blue?! [cite:2]", [("It runs...", "1"), ("It is blue?!", "2")]),
        ("No stop here [cite:1]", [("No stop here", "1")]),
        ("Nothing cited. Not here either.", []),
        (
            "It runs, [cite:1] it is blue; [cite:2] so it is (see [cite:3]).",
            [("It runs, it is blue; so it is (see).", "1,2,3")],
        ),
    ],
)
def test_english_sentences(body: str, wanted: list[tuple[str, str]]) -> None:
    assert said(body) == wanted


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ("ポンプは動く。[cite:1]青い。[cite:2]", [("ポンプは動く。", "1"), ("青い。", "2")]),
        ("ポンプは動く[cite:1]。青い[cite:2]。", [("ポンプは動く。", "1"), ("青い。", "2")]),
        ("動く。青い。[cite:1]古い。", [("青い。", "1")]),
        ("「動く。」と言った。[cite:1]", [("と言った。", "1")]),
        ("本当！？[cite:1]はい。[cite:2]", [("本当！？", "1"), ("はい。", "2")]),
        ("本当！? [cite:1] はい。[cite:2]", [("本当！?", "1"), ("はい。", "2")]),
        ("本当?。次は青い。[cite:1]", [("次は青い。", "1")]),
        ("泵以40巴运行。[cite:1]它是蓝色的！[cite:2]", [("泵以40巴运行。", "1"), ("它是蓝色的！", "2")]),
        ("半角｡[cite:1]次｡[cite:2]", [("半角｡", "1"), ("次｡", "2")]),
        ("圧力は３．５バール。[cite:1]次", [("圧力は３．５バール。", "1")]),
        ("全角の点．[cite:1]次の文．[cite:2]", [("全角の点．", "1"), ("次の文．", "2")]),
        ("**太字の文。**[cite:1]次の文。[cite:2]", [("**太字の文。**", "1"), ("次の文。", "2")]),
        ("動く。\u3000[cite:1]青い。[cite:2]", [("動く。", "1"), ("青い。", "2")]),
        ("動く。（[cite:1]）青い。（[cite:2][cite:3]）", [("動く。", "1"), ("青い。", "2,3")]),
        ("It runs.青い。[cite:1]", [("It runs.青い。", "1")]),
    ],
)
def test_japanese_and_chinese_sentences(body: str, wanted: list[tuple[str, str]]) -> None:
    assert said(body) == wanted


@pytest.mark.parametrize(
    "sentence",
    [
        *(
            "It weighs 3.5 kg at 1.000.000 bar.",
            "See e.g. the pump.",
            "Dr. Smith met Mrs. Jones.",
            "J. R. R. Tolkien wrote it.",
        ),
        *("It costs approx. 5 euros.", "See Fig. 3 and pp. 4.", "Open example.org/a.b now.", "Use v1.2.3 today."),
        *("Das gilt z.B. hier, d.h. immer.", "Siehe Nr. 5 usw. im Buch.", "It is made by Example Inc. of Bonn."),
        *("Call `a. b` twice.", "See [[St. Gallen. A town]] now.", "See [a. b](c.d) now.", "It is $a. b$ here."),
        *("Was it?no.", "The U.S. pump runs.", "It met at 5 p.m. on Monday.", "(e.g. this) is one."),
    ],
)
def test_dots_that_end_no_sentence(sentence: str) -> None:
    assert said(f"{sentence} [cite:1] Next. [cite:2]") == [(sentence, "1"), ("Next.", "2")]


@pytest.mark.parametrize(
    "sentence",
    [
        *(
            'He said "it runs."',
            "He said “it runs.”",
            "(It runs.)",
            "[It runs.]",
            "It **runs.**",
            "_It runs._",
            "It ~~runs.~~",
        ),
        *("It ran in 1999.", "It is version 3.", "It runs!)", "“It runs!”"),
    ],
)
def test_closing_signs_belong_to_the_sentence(sentence: str) -> None:
    assert said(f"{sentence} [cite:1] Next. [cite:2]") == [(sentence, "1"), ("Next.", "2")]


def test_spans_show_the_sentence_with_its_cites() -> None:
    page = page_of("It runs. [cite:1][cite:2] It is\nblue. [cite:3]\n")
    assert [page.text[claim.start : claim.end] for claim in page.claims] == [
        "It runs. [cite:1][cite:2]",
        "It is\nblue. [cite:3]",
    ]


def test_rows_items_and_paragraphs_are_split_each_for_itself() -> None:
    body = "a [cite:1]\n\n- b [cite:2]\n- c [cite:3]\n\n|d|e|\n|-|-|\n|f [cite:4]|g. [cite:5]|\n|h|i [cite:6]|\n"
    assert said(body) == [("a", "1"), ("b", "2"), ("c", "3"), ("f |g.", "4,5"), ("h|i", "6")]


def test_cites_in_headings_code_and_html_make_no_claims() -> None:
    assert said("# A heading. [cite:1]\n\n`x [cite:2]`\n\n<div>\ny [cite:3]\n</div>\n\n- # z [cite:4]\n") == []


def test_a_cite_on_the_next_line_belongs_to_the_sentence_before() -> None:
    wanted = [("It runs.", "1"), ("It is blue.", "2")]
    for body in (
        "It runs.\n[cite:1] It is blue.\n[cite:2]\n",
        "- It runs.\n  [cite:1] It is blue.\n  [cite:2]\n",
        "> It runs.\n> [cite:1] It is blue.\n> [cite:2]\n",
        "> - It runs.\n>   [cite:1] It is blue.\n>   [cite:2]\n",
        "It runs.  \n[cite:1] It is blue. \t [cite:2]\n",
    ):
        assert said(body) == wanted, body


def test_quote_marks_are_no_words() -> None:
    assert said("> It runs\n> at 40 bar. [cite:1]\n") == [("It runs at 40 bar.", "1")]
    assert said("> > It runs\n> > at 40 bar. [cite:1]\n") == [("It runs at 40 bar.", "1")]


def test_footnotes_are_cites_where_the_dialect_says_so() -> None:
    body = "It runs.[^a] It is blue[^b].\n\n[^a]: x\n[^b]: y\n"
    assert [(claim.text, claim.ids) for claim in found(body, footnotes="evidence")] == [
        ("It runs.", ("a",)),
        ("It is blue.", ("b",)),
    ]
    assert found(body) == ()


def test_history_stands_under_its_claim() -> None:
    body = (
        "- Prefers diagrams. [cite:3]\n    - (until 2026-05-02) Preferred lists. [cite:1]\n        - (until 2025-01-01) Preferred prose. [cite:2]\n"
        "- Lives in Bonn. [cite:4]\n"
    )
    now, before, first, other = found(body)
    assert [(claim.until, claim.parent) for claim in (now, before, first, other)] == [
        ("", ""),
        ("2026-05-02", now.id),
        ("2025-01-01", before.id),
        ("", ""),
    ]


def test_history_without_a_claim_above_has_no_parent() -> None:
    (claim,) = found("- Prefers diagrams.\n    - (until 2026-05-02) Preferred lists. [cite:1]\n")
    assert (claim.until, claim.parent) == ("2026-05-02", "")


def test_an_item_hangs_under_the_last_claim_of_its_own_item_only() -> None:
    first, second, third, below = found(
        "- A one. [cite:1]\n- B two. [cite:2] B three. [cite:3]\n    - Below. [cite:4]\n"
    )
    assert below.parent == third.id
    assert (first.parent, second.parent, third.parent) == ("", "", "")


def test_until_counts_at_the_start_of_an_item_only() -> None:
    assert [claim.until for claim in found("- It ran (until 2026-05-02). [cite:1]\n")] == [""]
    assert [claim.until for claim in found("(until 2026-05-02) It ran. [cite:1] It was red. [cite:2]\n")] == [
        "2026-05-02"
    ] * 2


def test_an_id_is_eight_digits_over_path_and_words() -> None:
    (claim,) = found("It runs. [cite:1]")
    assert re.fullmatch(r"c-[a-z2-7]{8}", claim.id)
    assert claim.id == claims.claim_name("knowledge/example.md", "It runs.")
    assert claim.id != claims.claim_name("knowledge/other.md", "It runs.")
    digest = hashlib.sha256("a/é.md\nIt runs at 日本".encode()).digest()
    assert claims.claim_name("a/é.md", " It  runs at\n日本") == f"c-{base64.b32encode(digest)[:8].decode().lower()}"
    assert not claim.explicit


def test_repeats_get_an_ordinal() -> None:
    ids = [claim.id for claim in found("It runs. [cite:1]\n\nIt runs. [cite:2]\n\nIt  runs. [cite:3]\n")]
    assert ids == [ids[0], f"{ids[0]}-2", f"{ids[0]}-3"]


def test_a_block_id_names_the_last_claim_of_its_block() -> None:
    first, second = found("It runs. [cite:1] It is blue. [cite:2] ^c-blue\n")
    assert (second.id, second.explicit, second.text) == ("c-blue", True, "It is blue.")
    assert (first.explicit, first.text) == (False, "It runs.")


def test_a_block_id_on_the_next_line_and_in_items() -> None:
    assert [
        claim.id
        for claim in found("It runs. [cite:1]\n^c-run\n\n- It is blue. [cite:2] ^c-blue\n    - Old. [cite:3] ^c-old\n")
    ] == [
        "c-run",
        "c-blue",
        "c-old",
    ]
    assert found("- It is blue. [cite:2] ^c-blue\n    - Old. [cite:3]\n")[1].parent == "c-blue"


def test_other_block_ids_are_no_names_of_claims() -> None:
    (claim,) = found("It runs at 2 ^b times. [cite:1] ^b\n")
    assert claim.text == "It runs at 2 ^b times."
    assert claim.id == claims.claim_name("knowledge/example.md", claim.text)


def test_a_block_id_of_a_block_without_claims_names_nothing() -> None:
    (claim,) = found("It runs. [cite:1]\n\nNo cite. ^c-none\n")
    assert not claim.explicit


MOVES = ["\n\n", "\n\n# Heading\n\n", "\n\n> A quote.\n\n", "\n\n- An item.\n\n", "\n\n```\ncode\n```\n\n"]


@pytest.mark.parametrize("between", MOVES)
def test_moving_a_paragraph_keeps_ids(between: str) -> None:
    one, two = "It runs. [cite:1]", "It is blue. [cite:2]"
    before = {claim.text: claim.id for claim in found(f"{one}{between}{two}\n")}
    after = {claim.text: claim.id for claim in found(f"{two}{between}{one}\n")}
    assert before == after
    assert len(before) == 2


@pytest.mark.parametrize(
    "body",
    [
        "It runs at\n40 bar. [cite:1]",
        "It   runs\tat 40  bar.[cite:1]",
        "- It runs at 40 bar. [cite:9]",
        "> It runs\n> at 40\n> bar. [cite:1,2]",
        "It runs at 40 bar [cite:1].",
        "It runs at\xa040 bar. [cite:1]",
        "It runs [cite:1] at 40 bar. [cite:2]",
        "It runs at ４０ bar. [cite:1]",
    ],
)
def test_reflowing_and_other_cites_keep_the_id(body: str) -> None:
    (claim,) = found(body)
    assert claim.id == claims.claim_name("knowledge/example.md", "It runs at 40 bar.")


WORDS = st.lists(
    st.sampled_from(["pump", "runs", "日本語", "at", "40", "3.5", "e.g.", "[[a. b]]", "`x. y`", "“so”"]),
    min_size=1,
    max_size=6,
)
SENTENCES = st.lists(
    st.tuples(WORDS, st.sampled_from([".", "!", "?", "。"]), st.sampled_from(["", "1", "2,3"])), min_size=1, max_size=5
)


@PROPERTY
@given(SENTENCES, st.sampled_from([" ", "\n"]), st.booleans())
def test_each_cited_sentence_is_a_claim_wherever_its_cite_stands(
    sentences: list[tuple[list[str], str, str]], blank: str, inside: bool
) -> None:
    pieces, wanted = [], []
    for words, stop, ids in sentences:
        text = blank.join(["It", *words])
        cite = f"[cite:{ids}]" if ids else ""
        pieces.append(f"{text} {cite}{stop}" if cite and inside else f"{text}{stop}{blank}{cite}".rstrip())
        if ids:
            wanted.append((" ".join(["It", *words]) + stop, ids))
    assert said(blank.join(pieces)) == wanted


@PROPERTY
@given(SENTENCES)
def test_claims_of_a_list_are_those_of_its_paragraphs(sentences: list[tuple[list[str], str, str]]) -> None:
    texts = [f"It {' '.join(words)}{stop} [cite:{ids or 4}]" for words, stop, ids in sentences]
    loose = [claim._replace(start=0, end=0) for claim in found("\n\n".join(texts))]
    tight = [claim._replace(start=0, end=0) for claim in found("\n".join(f"- {text}" for text in texts))]
    quoted = [claim._replace(start=0, end=0) for claim in found("\n>\n".join(f"> {text}" for text in texts))]
    assert loose == tight == quoted


@PROPERTY
@given(st.text(st.sampled_from("aB .!?。．\"')*_\n\x02日5\x00"), max_size=40))
def test_sentences_cover_the_prose_without_gaps(prose: str) -> None:
    sentences = claims.split(prose)
    assert "".join(prose[one.start : one.end] for one in sentences) == prose
    assert all(one.start < one.end for one in sentences)


def test_a_page_without_cites_is_not_split() -> None:
    assert found("It runs.\n") == ()
    assert page_of("", head=HEAD).claims == ()


def test_names_of_claims_that_were_read_one_by_one() -> None:
    page = page_of("A. [cite:1]\n\nA. [cite:2] ^c-own\n\nB. [cite:1]\n\nA. [cite:3]\n")
    bare = [claim._replace(id=claim.id if claim.explicit else "") for claim in page.claims]
    assert claims.named(page.path, bare) == page.claims
    assert [claim.id.count("-") for claim in page.claims] == [1, 1, 1, 2]
