"""Searches: the right page first, with its reason and its standing; filters hold; each step of the chain works and says so."""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.adapters.index import FileIndex
from brainwiki.errors import EmbedderError, IndexWriteError, RottenIndexError
from brainwiki.model.hit import Answer, Hit, Mode
from brainwiki.model.query import Query
from brainwiki.usecases.search import Wanted, ask, freshen, search
from brainwiki.usecases.workspace import Workspace
from tests.conftest import Build
from tests.helpers import PROPERTY, make_brain

FUZZED = int(os.environ.get("BRAINWIKI_FUZZED", "300"))


def page(title: str, body: str, head: str = "") -> str:
    return f"---\ntype: concept\ntitle: {title}\ndescription: about it\n{head}---\n# {title}\n\n{body}\n"


SESSION = "sessions/2026-05-06-x-abc"
TEXTS = {
    "knowledge/pump.md": page("Pump", "The pump runs at forty bar.\n\n## Valves\n\nThe red valve is C++ controlled.", "aliases: [Pumpe, ポンプ]\ntags: [Water]\nconfidence: 0.5\nupdated: 2026-03-01\n"),
    "knowledge/db.md": page("ベクトルDB", "ベクトルデータベースの使い方。猫がいる。圖書館。", "type: reference\n".replace("type", "scope") + "updated: 2026-09-09\n"),
    "knowledge/old.md": page("Old pump", "The pump ran at thirty bar.", "status: deprecated\nupdated: 2020-01-01\n"),
    "knowledge/past.md": page("Past", "Turbine words.", "stale_after: 2026-01-01T00:00:00Z\n"),
    "knowledge/soon.md": page("Soon", "Turbine words.", "stale_after: 2026-12-10T00:00:00Z\n"),
    "notes/water/n.md": "---\ntype: note\ntitle: A note\nscope: account\ngenerated:\n  by: process:x\n  at: 2026-10-01T00:00:00Z\n---\nThe pump wants oil.\n",
    f"{SESSION}/session.md": "---\ntype: session\ntitle: A talk\nstarted: 2026-05-06T07:00:00Z\nturns: 3\n---\nWe spoke of machines.\n",
    f"{SESSION}/transcript.jsonl": "".join(
        f'{{"turn": {number}, "role": "user", "at": "2026-05-06T07:0{number}:00Z", "text": "{text}"}}\n'
        for number, text in ((1, "Is the pump loud?"), (2, "It hums quietly"), (3, "foo_bar is v1.10"))
    ),
    "sources/report.md": "---\ntype: source\ntitle: Report\n---\nMeasured: forty bar.\n",
    "tasks/t.md": "---\ntype: task\ntitle: Oil it\ndue: 2026-12-24\nstate: waiting\n---\nBring oil.\n",
    "rules/r.md": "---\ntype: rule\ntitle: Pump rule\n---\nNever run the pump dry.\n",
    "proposals/p.md": "---\ntype: proposal\ntitle: Pump\n---\nThe pump.\n",
    "index.md": "# Home\n\nThe pump.\n",
    "log.md": "# Log\n\n## 2026-01-01\n\n- The pump.\n",
}  # fmt: skip


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    """A small brain with a bit of everything; its index is in memory, so that nothing of it outlives the test."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BRAINWIKI_EMBEDDER", "none")
        found = make_brain(tmp_path_factory.mktemp("brain"), TEXTS)
        search(found, "warm")
        return found


def paths(answer: Answer) -> list[str]:
    return [hit.path for hit in answer.hits]


def first(workspace: Workspace, text: str) -> Hit:
    return ask(workspace, text).hits[0]


def test_the_best_passage_of_the_right_page_comes_first_with_all_that_is_known_of_it(workspace: Workspace) -> None:
    hit = first(workspace, "red valve")
    assert hit._replace(text="", score=0, why=hit.why._replace(fused=0)) == Hit(
        "knowledge/pump.md", "Pump", "Valves", 16, None, "page", "concept", "2026-03-01",
        "The red valve is C++ controlled.", "", 0, hit.why._replace(fused=0), 50, "fresh", False, "unverified", "",
    )  # fmt: skip
    assert hit.text == "# Pump\n\nThe pump runs at forty bar.\n\n## Valves\n\nThe red valve is C++ controlled."
    assert (hit.why.lexical_rank, hit.why.semantic_rank, hit.why.confidence) == (1, None, 0.9)


def test_a_turn_is_found_as_a_turn_of_its_session(workspace: Workspace) -> None:
    hit = first(workspace, "loud")
    assert (hit.path, hit.turn, hit.kind, hit.date, hit.title, hit.line) == (
        SESSION,
        1,
        "session",
        "2026-05-06",
        "A talk",
        1,
    )
    assert first(workspace, "spoke machines").turn is None
    assert first(workspace, "6 May 2026 hums").turn == 2


def test_rules_receipts_index_and_log_are_never_found(workspace: Workspace) -> None:
    found = {path.partition("/")[0] for path in paths(ask(workspace, "pump", Wanted(limit=50)))}
    assert found == {"knowledge", "notes", "sessions"}
    found = {path.partition("/")[0] for path in paths(ask(workspace, "", Wanted(limit=50, mode="recency")))}
    assert found == {"knowledge", "notes", "sessions", "sources", "tasks"}


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("Pumpe", "knowledge/pump.md"),
        ("ポンプ", "knowledge/pump.md"),
        ("猫", "knowledge/db.md"),
        ("ﾍﾞｸﾄﾙ", "knowledge/db.md"),
        ("图书馆", "knowledge/db.md"),
        ("C++", "knowledge/pump.md"),
        ("v1.10", SESSION),
        ("FOO_BAR", SESSION),
        ("running pumps", "knowledge/pump.md"),
    ],
)
def test_words_are_found_in_every_form(workspace: Workspace, text: str, path: str) -> None:
    assert first(workspace, text).path == path


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("pump kind:note", {"notes/water/n.md"}),
        ("pump scope:account", {"notes/water/n.md"}),
        ("pump tag:water", {"knowledge/pump.md"}),
        ("pump in:knowledge/o", {"knowledge/old.md"}),
        ("pump in:sessions/", {SESSION}),
        ("pump before:2021", {"knowledge/old.md"}),
        ("pump after:2026-09", {"notes/water/n.md"}),
        ("pump after:2026-03-01 before:2026-03-02", {"knowledge/pump.md"}),
        ("oil type:task", {"tasks/t.md"}),
        ("pump kind:note kind:session", {"notes/water/n.md", SESSION}),
        ("pump -thirty -oil -loud", {"knowledge/pump.md", SESSION}),
        ('"forty bar" pump', {"knowledge/pump.md", "sources/report.md"}),
        ('"Forty  BAR"', {"knowledge/pump.md", "sources/report.md"}),
        ('pump -"at forty"', {"knowledge/old.md", "notes/water/n.md", SESSION}),
        ("kind:task oil", {"tasks/t.md"}),
    ],
)
def test_filters_phrases_and_exclusions_hold(workspace: Workspace, text: str, expected: set[str]) -> None:
    assert set(paths(ask(workspace, text, Wanted(limit=50)))) == expected


def test_an_exclusion_is_about_words_and_not_about_parts_of_them(workspace: Workspace) -> None:
    assert "knowledge/pump.md" in paths(ask(workspace, "pump -fort"))


def test_a_phrase_that_stands_nowhere_is_searched_by_its_words_and_that_is_told(workspace: Workspace) -> None:
    answer = ask(workspace, '"forty red pumps"')
    assert "knowledge/pump.md" in paths(answer)
    assert answer.notes == ("No passage holds the quoted words as they are; these hold some of them.",)


def test_what_a_caller_wants_narrows_the_answer(workspace: Workspace) -> None:
    assert paths(ask(workspace, "pump", Wanted(kinds=("note",)))) == ["notes/water/n.md"]
    assert set(paths(ask(workspace, "pump", Wanted(inside=("knowledge/o", "notes"))))) == {
        "knowledge/old.md",
        "notes/water/n.md",
    }
    assert len(ask(workspace, "pump", Wanted(limit=2)).hits) == 2


@pytest.mark.parametrize(
    ("text", "label"),
    [("thirty", "stale"), ("past turbine", "stale"), ("soon turbine", "aging"), ("forty bar pump", "fresh")],
)
def test_freshness_is_told(workspace: Workspace, text: str, label: str) -> None:
    hit = first(workspace, text)
    assert (hit.freshness, hit.stale) == (label, label == "stale")


def test_a_question_that_names_a_page_says_so(workspace: Workspace) -> None:
    assert first(workspace, "how does the Pumpe run").why.alias == "Pumpe"


def test_a_question_for_the_latest_is_ordered_by_date(workspace: Workspace) -> None:
    answer = ask(workspace, "the latest pump")
    days = [hit.date for hit in answer.hits[:5]]
    assert days == sorted(days, reverse=True)
    assert answer.hits[0].path == "notes/water/n.md"
    assert "asks for the latest" in answer.hits[0].why.note


def test_a_long_question_is_cut_and_told(workspace: Workspace) -> None:
    answer = search(workspace, "pump " * 20_000)
    assert answer.notes == ("The question has 100,000 characters; the first 2,000 were read.",)
    assert answer.hits


HOSTILE = (
    "C++", '"a b', "NOT", "foo-bar*", "🎉", "猫", "", " ", "a AND", "OR", "NEAR(a b)", "{title}: x", "title:x", "^a", "a*", "'", '"', '""',
    '"""', "\\", "%", "_", ";--", "\x00", "a\x00b", "\ud800", "(", ")", "-", "--", "+", "tag:", 'tag:"', "before:x", "-\x00", "ー", "のの",
    "x" * 100_000, "🎉" * 50_000, '"' * 100_000, "SELECT * FROM words", "\u202e\u200b", "{}[]()", "type:\ud800 pump", '"\ud800"',
)  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE, ids=[repr(text[:12]) for text in HOSTILE])
def test_whatever_is_asked_is_answered(workspace: Workspace, text: str) -> None:
    for mode in (None, "sparse", "recency", "semantic", "hybrid"):
        answer = ask(workspace, text, Wanted(mode=mode))  # type: ignore[arg-type]
        assert answer.hits or answer.degraded


def test_questions_by_chance_are_answered(workspace: Workspace) -> None:
    chance = random.Random(20261201)
    parts = ["pump", '"', "-", "tag:", "kind:", "(", ")", "*", "NEAR", "AND", "猫", "データ", "🎉", "\x00", "'", " ", "before:", "2026", "+", ":", "C++", "\ud800", "^", "{", "bar", "\n"]  # fmt: skip
    for _ in range(FUZZED):
        text = "".join(chance.choices(parts, k=chance.randint(1, 12)))
        answer = ask(workspace, text)
        assert answer.hits or answer.degraded or answer.notes is not None


@PROPERTY
@given(st.text(st.characters(), max_size=60))
def test_any_text_is_answered(workspace: Workspace, text: str) -> None:
    assert ask(workspace, text).query == text


class Model:
    """A model that knows two subjects: water and beasts."""

    id = "test/1"
    dim = 2

    def __init__(self, error: str = "") -> None:
        self.error = error

    def embed_query(self, texts: Sequence[str]) -> list[list[float]]:
        if self.error:
            raise EmbedderError(self.error)
        return [[1.0, 0.0] if "water" in text else [0.0, 1.0] for text in texts]

    embed_passages = embed_query


def with_model(workspace: Workspace, found: list[tuple[str, float]], error: str = "") -> Workspace:
    """The workspace with a model whose nearest passages are those of these paths."""
    index = cast("FileIndex", workspace.index())

    class Near(FileIndex):
        """The same index, with a list by meaning that is given."""

        def has_vectors(self, embedder: object) -> bool:
            return bool(found)

        def nearest(
            self, embedder: object, vector: Sequence[float], limit: int, query: Query
        ) -> list[tuple[int, float]]:
            rows = {
                path: row for row, path in index.connection.execute("SELECT max(id), path FROM passages GROUP BY path")
            }
            return [(rows[path], cosine) for path, cosine in found]

    near = Near.__new__(Near)
    near.__dict__.update(index.__dict__)
    return replace(workspace, embedder=lambda: Model(error), index=lambda: near)


@pytest.mark.parametrize(
    ("mode", "text", "near", "error", "reached", "degraded"),
    [
        (None, "pump", ["knowledge/db.md"], "", "hybrid", ""),
        (None, "xyzzy", ["knowledge/db.md"], "", "semantic", "no passage holds a word of the question"),
        (None, "🎉", ["knowledge/db.md"], "", "semantic", "no word of the question can be looked up"),
        (None, "pump", [], "", "sparse", "there are no vectors of the model yet; `brainwiki index` makes them"),
        (None, "pump", ["knowledge/db.md"], "It broke.", "sparse", "It broke."),
        (
            None,
            "xyzzy",
            [],
            "",
            "recency",
            "there are no vectors of the model yet; `brainwiki index` makes them; no passage holds a word of the question",
        ),
        (None, "", ["knowledge/db.md"], "", "recency", "the question has no words"),
        ("hybrid", "pump", ["knowledge/db.md"], "", "hybrid", ""),
        ("semantic", "pump", ["knowledge/db.md"], "", "semantic", "semantic was asked for"),
        ("semantic", "pump", ["knowledge/db.md"], "It broke.", "recency", "It broke.; semantic was asked for"),
        ("sparse", "pump", ["knowledge/db.md"], "", "sparse", "sparse was asked for"),
        (
            "sparse",
            "xyzzy",
            ["knowledge/db.md"],
            "",
            "recency",
            "sparse was asked for; no passage holds a word of the question",
        ),
        ("recency", "pump", ["knowledge/db.md"], "", "recency", "recency was asked for"),
    ],
)
def test_each_step_can_be_reached_and_forced_and_says_why(
    workspace: Workspace, mode: Mode | None, text: str, near: list[str], error: str, reached: str, degraded: str
) -> None:
    answer = ask(with_model(workspace, [(path, 0.9) for path in near], error), text, Wanted(mode=mode))
    assert (answer.mode, answer.degraded) == (reached, degraded)
    assert answer.hits
    if reached in ("hybrid", "semantic"):
        assert any(hit.path == "knowledge/db.md" and hit.why.cosine == 0.9 for hit in answer.hits)
    if reached == "recency":
        assert [hit.date for hit in answer.hits] == sorted((hit.date for hit in answer.hits), reverse=True)


def test_hybrid_takes_what_either_list_holds(workspace: Workspace) -> None:
    found = paths(ask(with_model(workspace, [("sources/report.md", 0.9), ("knowledge/pump.md", 0.8)]), "pump"))
    assert found[0] == "knowledge/pump.md"
    assert "sources/report.md" in found


def test_ranking_is_configured(brain: Build, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BRAINWIKI_EMBEDDER", "none")
    workspace = brain(TEXTS, config="ranking = { confidence_floor = 0.1 }\n")
    hit = next(hit for hit in search(workspace, "pump").hits if hit.path == "knowledge/pump.md")
    assert hit.why.confidence == pytest.approx(0.55)


def test_an_index_that_cannot_be_written_answers_as_it_stands_and_says_so(
    brain: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BRAINWIKI_EMBEDDER", "none")
    workspace = brain(TEXTS)
    search(workspace, "pump")
    (Path(workspace.root) / "wiki/knowledge/new.md").write_text("Newest pump.\n", "utf-8")

    def busy(*_: object) -> None:
        raise IndexWriteError("x", "another process writes into it")

    monkeypatch.setattr(FileIndex, "update", busy)
    answer = search(workspace, "pump")
    assert answer.hits
    assert answer.notes == (
        "The index x cannot be written: another process writes into it. The newest changes are not in this answer.",
    )


def test_without_any_index_a_writer_that_is_in_the_way_is_an_error(
    brain: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*_: object) -> None:
        raise IndexWriteError("x", "another process writes into it")

    monkeypatch.setattr(FileIndex, "update", busy)
    with pytest.raises(IndexWriteError):
        search(brain(TEXTS), "pump")


def test_a_rotten_index_is_built_anew_within_the_search(brain: Build, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BRAINWIKI_EMBEDDER", "none")
    workspace = brain(TEXTS)
    lexical = FileIndex.lexical
    broken = [True]

    def rotten(self: FileIndex, *arguments: object) -> list[int]:
        if broken.pop() if broken else False:
            place = self.place
            self.close()
            raise RottenIndexError(place, "malformed")
        return lexical(self, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(FileIndex, "lexical", rotten)
    assert search(workspace, "pump").hits
    assert freshen(workspace) == ()
