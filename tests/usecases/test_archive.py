"""The archive reads a file once, knows it again by signature, version or content, and never hands out stale facts."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from brainwiki.adapters.filesystem import ConfinedRoot
from brainwiki.errors import ChangedWhileReadError
from brainwiki.markup import parser
from brainwiki.model.content import blob_id
from brainwiki.model.dialect import Dialect
from brainwiki.model.page import Page
from brainwiki.model.wiki import Wiki
from brainwiki.rules.examine import NOTHING, Noted, Placed
from brainwiki.rules.suppression import Suppression
from brainwiki.usecases.archive import Archive, batched
from tests.helpers import bare, encoded, titled

A = "knowledge/a.md"
TALK = "sessions/s/transcript.jsonl"
TURNS = '{"turn": 1, "role": "user", "text": "one"}\n{"turn": 2, "role": "user", "text": "two"}\nnonsense\n'


class Store:
    """Files in memory, and a record of which were read; `known` gives versions, `signed` signatures."""

    def __init__(self, texts: dict[str, str], known: bool = False, signed: bool = False) -> None:
        self.texts = texts
        self.known = known
        self.signed = signed
        self.reads: list[str] = []

    def read_listed(self, path: str) -> bytes:
        """The text, counted."""
        self.reads.append(path)
        if path not in self.texts:
            raise FileNotFoundError(path)
        return encoded(self.texts[path])

    def signature(self, path: str) -> tuple[int | str, ...]:
        """One that changes with the text."""
        return (self.texts[path], 1) if self.signed else ()

    def version(self, path: str) -> str:
        """As Git says it."""
        return blob_id(encoded(self.texts[path])) if self.known else ""


class Memory:
    """A shelf in memory."""

    keeps = True

    def __init__(self) -> None:
        self.kept: dict[str, list[Any]] = {}
        self.saves = 0

    def load(self, stamp: str) -> list[Any]:
        """What was saved."""
        return self.kept.get(stamp, [])

    def save(self, stamp: str, values: Iterable[Any]) -> None:
        """In place of all."""
        self.kept = {stamp: list(values)}
        self.saves += 1


HIT = Noted((Placed("BW204", 1, 2, 3, 4, "m", "s", "r", True),), (Suppression(("BW204",), 3, 1, 2, "why"),))


def archive(shelf: Memory, stamp: str = "s") -> Archive:
    """An archive whose pages with `hit` in their text have one hit."""
    return Archive(shelf, stamp, Dialect(), lambda page: HIT if "hit" in page.text else NOTHING)


def run(shelf: Memory, store: Store, stamp: str = "s") -> tuple[Wiki, Archive]:
    """One run over all files: they are read, and kept."""
    known = archive(shelf, stamp)
    pages = {path: known.page(store, path, path) for path in sorted(store.texts) if path.endswith(".md")}
    talks = {
        path.removesuffix("/transcript.jsonl"): known.transcript(store, path)
        for path in store.texts
        if path.endswith("transcript.jsonl")
    }
    wiki = Wiki(pages, transcripts=talks, proofs=known.proofs)
    known.save(wiki)
    return wiki, known


def test_an_id_is_that_of_git() -> None:
    assert blob_id(b"") == "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"
    assert blob_id(b"one\n") == "5626abf0f72e58d7a153368ba57db4c673c0e171"


@pytest.mark.parametrize("how", [{"signed": True}, {"known": True}, {}])
def test_a_second_run_knows_what_the_first_one_read(how: dict[str, bool]) -> None:
    shelf = Memory()
    texts = {A: titled("A", "# H\n\n[[b]] hit\n"), "b.md": "plain\n", TALK: TURNS}
    cold, first = run(shelf, Store(texts, **how))
    store = Store(texts, **how)
    warm, second = run(shelf, store)
    assert warm.pages == cold.pages
    assert {page.path: page.version for page in warm} == {path: blob_id(encoded(texts[path])) for path in (A, "b.md")}
    assert second.noted == first.noted == {A: HIT, "b.md": NOTHING}
    assert second.noted["b.md"] is NOTHING
    assert warm.transcripts == cold.transcripts
    assert store.reads == ([] if how else ["b.md", A, TALK])
    assert (first.news, second.news, shelf.saves) == (3, 0 if how else 3, 1 if how else 2)
    assert warm.pages[A].text == texts[A]
    assert store.reads[-1] == A


@pytest.mark.parametrize("how", [{"signed": True}, {"known": True}, {}])
def test_what_changed_is_read_again(how: dict[str, bool]) -> None:
    shelf = Memory()
    run(shelf, Store({A: "one hit\n", "b.md": "b\n", TALK: TURNS}, **how))
    changed = {A: "two\n", "b.md": "b\n", TALK: TURNS.partition("\n")[0]}
    store = Store(changed, **how)
    wiki, known = run(shelf, store)
    assert wiki.pages[A] == parser.parse(A, b"two\n", Dialect()).let_go(blob_id(b"two\n"), wiki.pages[A].read)
    assert known.noted == {A: NOTHING, "b.md": NOTHING}
    assert (wiki.transcripts["sessions/s"].numbers, wiki.transcripts["sessions/s"].broken) == ({1}, ())
    if how:
        assert store.reads == [A, TALK]
    again, _ = run(shelf, Store(changed, **how))
    assert again.pages == wiki.pages


def test_another_stamp_forgets_all() -> None:
    shelf = Memory()
    texts = {A: "one\n"}
    run(shelf, Store(texts, signed=True), "s")
    store = Store(texts, signed=True)
    run(shelf, store, "t")
    assert store.reads == [A]


def test_a_file_of_unknown_signature_is_read_and_known_by_its_content() -> None:
    """One that changed a moment ago: a second change could look the same."""
    shelf = Memory()
    run(shelf, Store({A: "hit\n"}, signed=True))
    parsed: list[str] = []
    known = Archive(shelf, "s", Dialect(), lambda page: parsed.append(page.path) or NOTHING)
    page = known.page(Store({A: "hit\n"}), A, A)
    assert (page.version, parsed, known.noted) == (blob_id(b"hit\n"), [], {A: HIT})


def test_a_signature_is_learnt_when_it_can_be_had() -> None:
    shelf = Memory()
    run(shelf, Store({A: "x\n"}))
    run(shelf, Store({A: "x\n"}, signed=True))
    store = Store({A: "x\n"}, signed=True)
    run(shelf, store)
    assert store.reads == []


def test_a_state_of_git_does_not_forget_the_signature_of_the_disk() -> None:
    shelf = Memory()
    run(shelf, Store({A: "x\n"}, signed=True))
    run(shelf, Store({A: "x\n", "b.md": "new\n"}, known=True))
    store = Store({A: "x\n"}, signed=True)
    run(shelf, store)
    assert store.reads == []


def test_two_states_in_one_run_do_not_lend_each_other_their_signatures() -> None:
    """The file on the disk is as it was; a run looks at a later state of it in Git first, then at the one that is on the disk."""
    shelf = Memory()
    disk = Store({A: "old hit\n"}, signed=True)
    run(shelf, disk)
    known = archive(shelf)
    later = known.page(Store({A: "new\n"}, known=True), A, A)
    noted = dict(known.noted)
    before = known.page(Store({A: "old hit\n"}, known=True), A, A)
    assert (later.version, before.version) == (blob_id(b"new\n"), blob_id(b"old hit\n"))
    known.noted = noted
    known.save(Wiki({A: later}))
    wiki, again = run(shelf, disk)
    assert (wiki.pages[A].text, again.noted) == ("old hit\n", {A: HIT})


def test_facts_are_kept_by_the_name_in_the_brain() -> None:
    """A file in another Unicode form has another name as soon as a twin takes the composed one; ids of claims hold the name."""
    shelf = Memory()
    text = "- now [cite:1]\n    - (until 2026-05-02) then [cite:2]\n"
    composed, apart = "caf\u00e9.md", "cafe\u0301.md"
    store = Store({apart: text}, signed=True)
    first = archive(shelf)
    page = first.page(store, apart, composed)
    first.save(Wiki({composed: page}))
    second = archive(shelf)
    twin = second.page(store, apart, apart)
    assert twin.history == parser.parse(apart, text.encode(), Dialect()).history
    assert twin.history != page.history


def test_what_is_asked_for_later_must_be_what_was_read_first() -> None:
    shelf = Memory()
    store = Store({A: "one\n", TALK: TURNS}, signed=True)
    for _ in range(2):  # cold, then warm
        wiki, _ = run(shelf, store)
        store.texts = {A: "two\n", TALK: TURNS + TURNS}
        with pytest.raises(ChangedWhileReadError, match=r"knowledge/a\.md changed while the brain was read"):
            _ = wiki.pages[A].text
        with pytest.raises(ChangedWhileReadError, match="transcript"):
            _ = wiki.transcripts["sessions/s"].turns
        store.texts = {A: "one\n", TALK: TURNS}


def test_what_is_gone_later_changed_too() -> None:
    store = Store({A: "one\n"})
    wiki, _ = run(Memory(), store)
    del store.texts[A]
    with pytest.raises(ChangedWhileReadError):
        _ = wiki.pages[A].text
    store.signature = store.version = lambda path: ""  # type: ignore[assignment, return-value, method-assign]
    with pytest.raises(ChangedWhileReadError):
        archive(Memory()).page(store, A, A)


def test_the_rest_of_a_page_is_read_once_when_asked_for() -> None:
    shelf = Memory()
    texts = {A: titled("A", "# H\n\nA claim. [cite:1]\n")}
    run(shelf, Store(texts, signed=True))
    store = Store(texts, signed=True)
    wiki, _ = run(shelf, store)
    page = wiki.pages[A]
    whole = parser.parse(A, encoded(texts[A]), Dialect())
    assert (page.title, page.links, page.sources, page.fragments) == (whole.title, (), (), whole.fragments)
    assert store.reads == []
    assert (page.text, page.meta, page.headings, page.claims) == (whole.text, whole.meta, whole.headings, whole.claims)
    assert (page.place(20), page.body_lines, page.ranges) == (whole.place(20), whole.body_lines, whole.ranges)
    assert (page.sentences, page.marks, page.problems) == (whole.sentences, whole.marks, whole.problems)
    assert store.reads == [A]


def test_turns_are_read_when_asked_for_and_what_is_broken_is_known_without() -> None:
    shelf = Memory()
    run(shelf, Store({TALK: TURNS}, signed=True))
    store = Store({TALK: TURNS}, signed=True)
    wiki, _ = run(shelf, store)
    talk = wiki.transcripts["sessions/s"]
    assert (talk.numbers, talk.broken, store.reads) == ({1, 2}, ((3, "not JSON: JSONDecodeError"),), [])
    assert [turn.text for turn in talk.turns] == ["one", "two"]
    assert store.reads == [TALK]


def test_proofs_are_kept_while_their_text_is_there() -> None:
    shelf = Memory()
    texts = {A: "one\n", "b.md": "two\n", TALK: TURNS}
    wiki, _ = run(shelf, Store(texts, signed=True))
    one, talk = (wiki.pages[A].version, 0), (wiki.transcripts["sessions/s"].version, 1)
    known = archive(shelf)
    found = {**known.proofs}
    assert found == {}
    pages = {path: known.page(Store(texts, signed=True), path, path) for path in (A, "b.md")}
    talks = {"sessions/s": known.transcript(Store(texts, signed=True), TALK)}
    known.proofs |= {one: {"on"}, talk: {"one"}, ("gone", 0): {"x"}}
    known.save(Wiki(pages, transcripts=talks))
    assert shelf.saves == 2
    _, again = run(shelf, Store(texts, signed=True))
    assert again.proofs == {one: {"on"}, talk: {"one"}}
    assert shelf.saves == 2
    _, later = run(shelf, Store({"b.md": "two\n"}, signed=True))
    assert (later.proofs, shelf.saves) == ({one: {"on"}, talk: {"one"}}, 3)
    assert archive(shelf).proofs == {}


def test_nothing_new_is_not_saved_and_what_is_gone_is() -> None:
    shelf = Memory()
    run(shelf, Store({A: "x\n", "b.md": "y\n"}, signed=True))
    run(shelf, Store({A: "x\n", "b.md": "y\n"}, signed=True))
    assert shelf.saves == 1
    run(shelf, Store({A: "x\n"}, signed=True))
    assert shelf.saves == 2
    assert [list(part) for name, part in shelf.kept["s"] if name == "pages"] == [[A]]


def test_a_real_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.md").write_text("hit\n")
    root = ConfinedRoot(str(tmp_path))
    shelf = Memory()
    monkeypatch.setattr("brainwiki.adapters.filesystem._SETTLED", -(10**12))
    first = archive(shelf)
    first.save(Wiki({"a.md": first.page(root, "a.md", "a.md")}))
    second = archive(shelf)
    assert second.page(root, "a.md", "a.md").version == blob_id(b"hit\n")
    assert (second.noted, second.news) == ({"a.md": HIT}, 0)


def test_lists_of_a_size_hold_everything_once() -> None:
    pages: list[Page] = [bare(path=f"{number}.md") for number in range(7)]
    assert [len(part) for part in batched(pages, 3)] == [3, 3, 1]
    assert [page for part in batched(pages, 3) for page in part] == pages
    assert list(batched([], 3)) == []
