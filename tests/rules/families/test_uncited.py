"""Which sentences state something, and which of them bear no evidence, on pages whose type asks for it."""

from __future__ import annotations

import pytest

from brainwiki.config.profile import NAMES, load_profile
from brainwiki.rules import engine
from brainwiki.rules.engine import Settings
from brainwiki.rules.rule import View
from tests.helpers import NOW, wiki_of

PROFILE = load_profile("brain")
PATH = "knowledge/people/ann.md"


def told(body: str, kind: str = "person", more: str = "", path: str = PATH) -> list[str]:
    """The sentences that the rule tells on a page of a type, as its messages show them."""
    head = f"---\ntype: {kind}\ntitle: Ann\ndescription: d\n{more}sources:\n  - id: 1\n    resource: https://example.org/a\n---\n"
    wiki = wiki_of({path: head + body}, PROFILE.dialect)
    report = engine.run(View(wiki, NOW, options=PROFILE.options), Settings(select=("BW306",)))
    assert all(finding.message.startswith(("The sentence", "No sentence")) for finding in report.findings)
    return [finding.message.partition(": '")[2].removesuffix("'.") for finding in report.findings]


PROVED = "She leads the team. [cite:1]\n\n"  # so that the page cites something


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ("She speaks Swedish.\n", ["She speaks Swedish."]),
        ("She speaks Swedish", ["She speaks Swedish"]),
        ("She speaks Swedish. She is tall. [cite:1]\n", ["She speaks Swedish."]),
        ("She is tall. [cite:1] She speaks Swedish.\n", ["She speaks Swedish."]),
        ("She is tall.[cite:1] She speaks Swedish. She sings. [cite:1]\n", ["She speaks Swedish."]),
        ("She is 1.8 m tall, e.g. [cite:1] taller. Than Bo.\n", ["Than Bo."]),
        ("背が高い。[cite:1]スウェーデン語を話す。歌う。[cite:1]\n", ["スウェーデン語を話す。"]),
        ("她很高[cite:1]。她会说瑞典语。\n", ["她会说瑞典语。"]),
        ("- She is tall. [cite:1]\n- She speaks Swedish.\n", ["She speaks Swedish."]),
        ("- She is tall. [cite:1]\n    - Since birth.\n", ["Since birth."]),
        ("- She is tall.\n    - Since birth. [cite:1]\n", ["She is tall."]),
        ("- She works\n  in Malmö.\n", ["She works in Malmö."]),
        ("**She is allergic to nuts.**\n", ["**She is allergic to nuts.**"]),
        ("`uv` is her tool.\n", ["`uv` is her tool."]),
        ("In [[hush-line]] she leads the field work.\n", ["In [[hush-line]] she leads the field work."]),
        ("[[ann]] speaks Swedish.\n", ["[[ann]] speaks Swedish."]),
        ("She speaks Swedish. ^c-abc\n", ["She speaks Swedish."]),
        ("> She speaks Swedish.\n", ["She speaks Swedish."]),
        ("Why? She speaks Swedish.\n", ["She speaks Swedish."]),
    ],
)
def test_a_statement_without_a_cite_is_told(body: str, wanted: list[str]) -> None:
    assert told(PROVED + body) == wanted


@pytest.mark.parametrize(
    "body",
    [
        "She is tall. [cite:1]\n",
        "She is tall [cite:1].\n",
        "She is tall.[cite:1][cite:1]\n",
        "背が高い。[cite:1]\n歌う。[cite:1]\n",
        "- She is tall.\n  [cite:1]\n",
        "# Ann\n\n## Languages\n",
        "Is she tall?\n",
        "背が高い？\n",
        "“Is she tall?”\n",
        "What she likes:\n\n- tea [cite:1]\n",
        "她喜欢：\n\n- 茶[cite:1]\n",
        "- Languages\n    - She speaks Swedish. [cite:1]\n",
        "1. **Languages**\n    1. She speaks Swedish. [cite:1]\n",
        "**Languages**\n\nShe speaks Swedish. [cite:1]\n",
        "**Languages.** She speaks Swedish. [cite:1]\n",
        "__Her work__\n",
        "[[a]], [[b]]\n",
        "- [[a]] and [[b|B]]\n- [[c]] — how she works\n- [c](c.md): her tools\n- [[d]]：工具\n",
        "See [[a]].\n",
        "See the page on [[a]] for more.\n",
        "(see also [[a]])\n",
        "詳しくは[[a]]を参照。\n",
        "另见[[a]]和[[b]]。\n",
        "![[picture.png]]\n\n![](picture.png)\n",
        "```\nShe speaks Swedish.\n```\n\n    She speaks Danish.\n\n`code.`\n",
        "$x = 4$\n\n$$\ny = 5\n$$\n",
        "<!-- She speaks Swedish. -->\n\n<div>She speaks Danish.</div>\n",
        "***\n\n---\n\n* * *\n",
        "| what | since |\n|---|:-:|\n| leads. Alone. [cite:1] | 2025 |\n",
        "what | since\n--- | ---\nleads [cite:1] | 2025\n",
        "> She is tall. She sings. [cite:1]\n",
        "> - She is tall. She sings. [cite:1]\n",
    ],
)
def test_what_is_proved_or_states_nothing_is_not_told(body: str) -> None:
    assert told(PROVED + body) == []


def test_a_row_is_told_as_a_whole() -> None:
    table = "| what | since |\n|---|---|\n| leads [cite:1] | 2025 |\n| speaks. Swedish. | 2024 |\n"
    assert told(table) == ["speaks. Swedish. | 2024"]


def test_a_table_at_the_end_of_a_file_has_a_head() -> None:
    assert told(PROVED + "| what |\n|---|") == []


def test_long_words_are_cut_and_the_place_is_the_sentence() -> None:
    body = f"{PROVED}\n  {'Word ' * 40}end.\n"
    (shown,) = told(body)
    assert shown.endswith("…")
    assert len(shown) == 81


def test_the_span_is_that_of_the_sentence() -> None:
    text = f"---\ntype: preference\ntitle: T\n---\n{PROVED}- Likes tea.\n- 茶が好き。 [cite:1] 嫌いなものはない。\n"
    wiki = wiki_of({PATH: text}, PROFILE.dialect)
    found = engine.run(View(wiki, NOW, options=PROFILE.options), Settings(select=("BW306",))).findings
    places = [(one.line, one.column, one.end_line, one.end_column) for one in found]
    assert places == [(7, 3, 7, 13), (8, 18, 8, 27)]
    assert [one.subject for one in found] == ["Likes tea.", "嫌いなものはない。"]


def test_a_page_without_any_cite_is_told_once() -> None:
    wiki = wiki_of({PATH: "---\ntype: person\n---\n# Ann\n\nShe is tall.\n\nShe sings.\n"}, PROFILE.dialect)
    (found,) = engine.run(View(wiki, NOW, options=PROFILE.options), Settings(select=("BW306",))).findings
    assert (found.line, found.message) == (6, "No sentence of this page names evidence; the first is 'She is tall.'.")
    assert found.subject == "no evidence"


@pytest.mark.parametrize(
    ("kind", "more", "path"),
    [
        ("concept", "", PATH),
        ("decision", "", PATH),
        ("", "", PATH),
        ("person", "status: deprecated\n", PATH),
        ("person", "", "sources/ann.md"),
        ("person", "", "index.md"),
    ],
)
def test_other_pages_need_no_evidence(kind: str, more: str, path: str) -> None:
    assert told(PROVED + "She speaks Swedish.\n", kind, more, path) == []


def test_a_note_is_asked_as_a_page_is() -> None:
    assert told(PROVED + "She speaks Swedish.\n", path="notes/people/ann.md") == ["She speaks Swedish."]


def test_a_page_over_the_cap_is_not_read() -> None:
    assert told("She speaks Swedish. " * 60_000) == []


@pytest.mark.parametrize("name", [name for name in NAMES if name != "brain"])
def test_other_profiles_ask_no_type_for_evidence(name: str) -> None:
    assert "BW306" not in load_profile(name).options


def test_the_definition_of_a_footnote_is_evidence() -> None:
    llm = load_profile("llm-wiki")
    text = "---\ntype: person\n---\nShe is tall.[^a] She sings.\n\n[^a]: A report of May. It is long.\n\nShe paints.\n"
    view = View(wiki_of({"ann.md": text}, llm.dialect), NOW, options={"BW306": {"types": ["person"]}})
    found = engine.run(view, Settings(select=("BW306",))).findings
    assert [one.subject for one in found] == ["She sings.", "She paints."]
