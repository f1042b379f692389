"""Which files may be found, and under which names."""

from __future__ import annotations

from pathlib import Path

import pytest

from brainwiki.errors import ConfigError
from brainwiki.usecases.load import load_wiki
from brainwiki.usecases.places import evidence_roots, sources
from brainwiki.usecases.workspace import Workspace
from tests.conftest import Build
from tests.helpers import write_files


def names(workspace: Workspace) -> dict[str, tuple[str, ...]]:
    return {source.path: source.files for source in sources(workspace)}


def test_pages_are_found_one_by_one_and_sessions_with_both_their_files(brain: Build) -> None:
    texts = {
        "knowledge/a.md": "x",
        "knowledge/picture.png": b"x",
        "sessions/s/session.md": "x",
        "sessions/s/transcript.jsonl": "",
        "sessions/t/transcript.jsonl": "",
        "sessions/u/session.md": "x",
        "sessions/u/other.jsonl": "",
        ".hidden/b.md": "x",
    }
    assert names(brain(texts)) == {
        "knowledge/a.md": ("knowledge/a.md",),
        "sessions/s/session.md": ("sessions/s/session.md", "sessions/s/transcript.jsonl"),
        "sessions/t/transcript.jsonl": ("sessions/t/transcript.jsonl",),
        "sessions/u/session.md": ("sessions/u/session.md",),
    }


def test_a_session_bears_one_name_whichever_files_it_has(brain: Build) -> None:
    found = list(sources(brain({"sessions/t/transcript.jsonl": "", "sessions/u/session.md": "x"})))
    assert [source.name for source in found] == ["sessions/t/session.md", "sessions/u/session.md"]


def test_what_is_left_out_of_the_wiki_is_left_out_here(brain: Build) -> None:
    workspace = brain({"knowledge/a.md": "x", "drafts/b.md": "x"}, config='exclude = ["drafts/*"]\n')
    assert list(names(workspace)) == ["knowledge/a.md"]
    assert set(names(workspace)) == set(load_wiki(workspace).pages)


def test_names_are_those_of_the_wiki(brain: Build) -> None:
    workspace = brain({"knowledge/cafe\u0301.md": "x", "knowledge/b.md": "x"})
    assert set(names(workspace)) == set(load_wiki(workspace).pages) == {"knowledge/b.md", "knowledge/caf\u00e9.md"}


def test_evidence_has_a_path_that_no_page_can_have(brain: Build, tmp_path: Path) -> None:
    write_files(tmp_path / "raw", {"a.md": "x", "b.txt": "x", "c.bin": b"x"})
    workspace = brain({"raw/a.md": "x"}, config='evidence = ["raw"]\n')
    assert names(workspace) == {"raw/a.md": ("raw/a.md",), "/raw/a.md": ("a.md",), "/raw/b.txt": ("b.txt",)}
    assert evidence_roots(workspace) == ("raw",)


def test_evidence_that_is_not_there_is_a_mistake(brain: Build) -> None:
    with pytest.raises(ConfigError, match="is not there"):
        list(sources(brain({"knowledge/a.md": "x"}, config='evidence = ["nothing"]\n')))
