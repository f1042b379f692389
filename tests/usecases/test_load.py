"""From files to a snapshot: pages, other files, transcripts, evidence, commits, schemas, and what is left out."""

from __future__ import annotations

import gc
import os
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from brainwiki.errors import ConfigError
from brainwiki.usecases.collector import calm_collector, without_collector
from brainwiki.usecases.load import load_wiki
from brainwiki.usecases.own_schemas import own_schemas
from tests.conftest import Build
from tests.helpers import titled, write_files


def test_pages_files_and_transcripts_are_told_apart(brain: Build) -> None:
    wiki = load_wiki(
        brain(
            {
                "knowledge/a.md": titled("A"),
                "knowledge/plan.pdf": b"%PDF",
                "sessions/s/session.md": "---\ntype: session\n---\n",
                "sessions/s/transcript.jsonl": '{"turn": 1, "text": "x"}\n{\n',
                "notes.markdown": "x",
                "UPPER.MD": "x",
            }
        )
    )
    assert list(wiki.pages) == ["knowledge/a.md", "sessions/s/session.md"]
    assert wiki.files == {"UPPER.MD", "knowledge/plan.pdf", "notes.markdown", "sessions/s/transcript.jsonl"}
    transcript = wiki.transcripts["sessions/s"]
    assert (transcript.path, len(transcript.turns), len(transcript.broken)) == ("sessions/s/transcript.jsonl", 1, 1)
    assert (wiki.prefix, wiki.dialect.name) == ("wiki", "brain")


def test_kinds_come_from_the_profile(brain: Build) -> None:
    wiki = load_wiki(brain({"index.md": "# I\n", "sources/a.md": "x", "odd/b.md": "---\ntype: task\n---\n"}))
    assert {path: page.kind for path, page in wiki.pages.items()} == {
        "index.md": "index",
        "odd/b.md": "task",
        "sources/a.md": "source",
    }


def test_what_is_left_out_is_no_page_but_a_file_that_may_be_linked(brain: Build) -> None:
    wiki = load_wiki(brain({"a.md": "x", "drafts/b.md": "y", "README.md": "z"}, "llm-wiki", 'exclude = ["drafts/*"]\n'))
    assert list(wiki.pages) == ["a.md"]
    assert wiki.files == {"README.md", "drafts/b.md"}


def test_names_are_composed_and_bytes_are_found(brain: Build) -> None:
    name = unicodedata.normalize("NFD", "notes/été.md")
    wiki = load_wiki(brain({name: titled("E")}))
    assert list(wiki.pages) == ["notes/été.md"]
    assert wiki.pages["notes/été.md"].title == "E"


@pytest.mark.parametrize("name", ["a\\b.md", "C:x.md", "-x.md", "a b.md", "%20.md", "日本.md", "[[a]].md", "a#b.md"])
def test_any_name_that_a_disk_allows_is_read(brain: Build, tmp_path: Path, name: str) -> None:
    write_files(tmp_path, {f"raw/{name}": "raw"})
    wiki = load_wiki(brain({name: titled("T")}, "llm-wiki"))
    assert wiki.pages[name].title == "T"
    assert wiki.evidence[f"raw/{name}"].text == "raw"


def test_a_name_that_is_no_text_is_read_too(brain: Build, tmp_path: Path) -> None:
    workspace = brain({"a.md": titled("A")})
    with open(os.fsencode(tmp_path) + b"/wiki/b\xff.md", "wb") as file:
        file.write(titled("B").encode())
    assert [page.title for page in load_wiki(workspace)] == ["A", "B"]


def test_symlinks_are_told_as_escapes(brain: Build, tmp_path: Path) -> None:
    workspace = brain({"a.md": titled("A")})
    (tmp_path / "secret.md").write_text("secret")
    (tmp_path / "wiki/out.md").symlink_to("../secret.md")
    wiki = load_wiki(workspace)
    assert list(wiki.pages) == ["a.md"]
    assert [escape.path for escape in wiki.escapes] == ["out.md"]


@pytest.mark.parametrize("declared", ["raw", "raw/", "./raw", "x/../raw"])
def test_declared_evidence_is_read_however_it_is_written(brain: Build, tmp_path: Path, declared: str) -> None:
    write_files(
        tmp_path, {"raw/a.md": b"\xef\xbb\xbfone\r\ntwo\r\n", "raw/b/c.txt": "x", "raw/d.pdf": b"%PDF", "x/y": ""}
    )
    wiki = load_wiki(brain({"a.md": titled("A")}, config=f'evidence = ["{declared}"]\n'))
    assert {path: page.text for path, page in wiki.evidence.items()} == {"raw/a.md": "one\ntwo\n", "raw/b/c.txt": "x"}
    assert all(page.kind == "raw" for page in wiki.evidence.values())
    assert wiki.resolve_relative(wiki.pages["a.md"], "../raw/a.md").tier == "evidence"


def test_evidence_is_found_by_name_where_the_profile_knows_one(brain: Build, tmp_path: Path) -> None:
    write_files(tmp_path, {"raw/a.md": "x"})
    assert set(load_wiki(brain({"a.md": "x"}, "llm-wiki")).evidence) == {"raw/a.md"}
    assert load_wiki(brain({"a.md": "x"}, "brain")).evidence == {}


@pytest.mark.parametrize(
    ("declared", "words"),
    [("none", "is not there"), ("wiki", "lies inside the brain"), ("wiki/raw", "lies inside the brain")],
)
def test_evidence_that_cannot_be_is_a_mistake(brain: Build, declared: str, words: str) -> None:
    with pytest.raises(ConfigError, match=f"`evidence` folder '{declared}' {words}"):
        load_wiki(brain({"a.md": "x", "raw/b.md": "y"}, config=f'evidence = ["{declared}"]\n'))


def test_evidence_never_leaves_the_workspace(brain: Build, tmp_path: Path) -> None:
    write_files(tmp_path, {"raw/a.md": "x"})
    (tmp_path / "raw/out.md").symlink_to("/etc/hosts")
    assert set(load_wiki(brain({"a.md": "x"}, "llm-wiki")).evidence) == {"raw/a.md"}


class Asked:
    """A history that remembers what it was asked."""

    def __init__(self) -> None:
        self.ids: list[str] = []

    def commits(self, ids: Iterable[str]) -> Mapping[str, bool]:
        """Every commit that begins with a digit exists."""
        self.ids = list(ids)
        return {name: name[0].isdigit() for name in self.ids}


def test_cited_commits_are_asked_for_once(brain: Build) -> None:
    sources = "sources: [{id: 1, resource: 'git:1234567:a/b.py'}, {id: 2, resource: 'git:abcdef1'}, {id: 3, resource: 'https://a.b'}]\n"
    history = Asked()
    wiki = load_wiki(replace(brain({"a.md": titled("A", more=sources)}), history=history))
    assert history.ids == ["1234567", "abcdef1"]
    assert wiki.commits == {"1234567": True, "abcdef1": False}


def test_schemas_of_the_workspace_are_read_by_page_type(brain: Build, tmp_path: Path) -> None:
    write_files(
        tmp_path,
        {"checks/schemas/decision.json": '{"type": "object", "required": ["owner"]}', "checks/schemas/notes.txt": "x"},
    )
    assert list(own_schemas(brain({"a.md": "x"}))) == ["decision"]


@pytest.mark.parametrize("text", ["{", "[]", "3", "\xff", '{"type": 7}', "[" * 100_000])
def test_a_schema_that_is_none_is_told_by_its_file(brain: Build, tmp_path: Path, text: str) -> None:
    write_files(tmp_path, {"checks/schemas/x.json": text.encode("latin-1")})
    with pytest.raises(ConfigError, match=r"checks/schemas/x\.json has 1 mistake"):
        own_schemas(brain({"a.md": "x"}))


def test_the_collector_is_as_it_was() -> None:
    assert gc.isenabled()
    with without_collector():
        assert not gc.isenabled()
        with without_collector():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()
    with pytest.raises(ZeroDivisionError), without_collector():
        raise ZeroDivisionError
    assert gc.isenabled()


def test_twins_by_composition_both_stay(brain: Build) -> None:
    wiki = load_wiki(brain({"knowledge/caf\u00e9.md": titled("One"), "knowledge/cafe\u0301.md": titled("Two")}))
    assert sorted(page.title for page in wiki) == ["One", "Two"]
    assert len(wiki.resolve_name("", "caf\u00e9").paths) == 2


def test_the_collector_is_as_it_was_after_a_build() -> None:
    before = gc.get_threshold()
    with calm_collector():
        assert gc.get_threshold() > before
    assert gc.get_threshold() == before
