"""Dialects: what is left out, and of which kind a file is."""

from __future__ import annotations

import pytest

from brainwiki.config.profile import load_profile
from brainwiki.model.dialect import Dialect

DIALECT = Dialect(
    kinds={"knowledge": "page", "sources": "source"},
    reserved={"index.md": "index", "log.md": "log"},
    types={"source": "source", "task": "task"},
    skip=("Templates/*", "LICENSE*"),
)


@pytest.mark.parametrize(
    ("path", "declared", "kind"),
    [
        ("knowledge/a.md", None, "page"),
        ("knowledge/a.md", "task", "page"),
        ("sources/x/a.md", None, "source"),
        ("other/a.md", "task", "task"),
        ("other/a.md", "concept", "page"),
        ("a.md", None, "page"),
        ("sources.md", None, "page"),
        ("sources", "source", "source"),
        ("index.md", "task", "index"),
        ("log.md", None, "log"),
        ("knowledge/index.md", None, "page"),
        ("Index.md", None, "page"),
    ],
)
def test_kinds(path: str, declared: str | None, kind: str) -> None:
    assert DIALECT.kind_of(path, declared) == kind


def test_reserved_names_may_count_at_any_depth() -> None:
    anywhere = Dialect(reserved={"index.md": "index"}, special="any", kinds={"a": "note"})
    assert anywhere.kind_of("a/b/index.md") == "index"
    assert anywhere.kind_of("a/b/c.md") == "note"


def test_what_is_neither_reserved_nor_known_is_of_the_other_kind() -> None:
    assert Dialect(other="note").kind_of("a.md", "odd") == "note"
    assert Dialect().kind_of("a.md") == "page"


@pytest.mark.parametrize(
    ("path", "left_out"),
    [
        ("Templates/a.md", True),
        ("Templates/a/b.md", True),
        ("templates/a.md", False),
        ("x/Templates/a.md", False),
        ("LICENSE.md", True),
        ("a.md", False),
    ],
)
def test_what_is_left_out(path: str, left_out: bool) -> None:
    assert DIALECT.skips(path) is left_out


@pytest.mark.parametrize(
    ("profile", "path", "declared", "kind"),
    [
        ("brain", "knowledge/concepts/a.md", "source", "page"),
        ("brain", "notes/a/b.md", None, "note"),
        ("brain", "sessions/2026-05-02-x/session.md", None, "session"),
        ("brain", "tasks/a.md", None, "task"),
        ("brain", "rules/a.md", None, "rule"),
        ("brain", "proposals/a.md", None, "proposal"),
        ("brain", "index.md", None, "index"),
        ("brain", "knowledge/index.md", None, "page"),
        ("okf", "tables/index.md", None, "index"),
        ("okf", "tables/a.md", "source", "page"),
        ("llm-wiki", "concepts/log.md", None, "log"),
        ("llm-wiki", "concepts/a.md", "source-summary", "source"),
        ("obsidian", "Notes/a.md", None, "page"),
    ],
)
def test_the_kinds_of_each_profile(profile: str, path: str, declared: str | None, kind: str) -> None:
    assert load_profile(profile).dialect.kind_of(path, declared) == kind
