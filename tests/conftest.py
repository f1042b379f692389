"""Fixtures: small brains, and the real wikis that can be found."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from brainwiki.usecases.workspace import Workspace
from tests.helpers import Texts, found_corpora, make_brain

Build = Callable[..., Workspace]


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test reads or writes the cache of the user."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BRAINWIKI_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture
def brain(tmp_path: Path) -> Build:
    """Makes a workspace out of texts by path; the clock stands at 2026-11-30T12:00:00Z."""

    def build(texts: Texts, profile: str = "brain", config: str = "") -> Workspace:
        return make_brain(tmp_path, texts, profile, config)

    return build


@pytest.fixture
def corpora() -> dict[str, Path]:
    """Every wiki that can be found, by name."""
    return found_corpora()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that asks for `corpus` runs once for each wiki that can be found."""
    if "corpus" in metafunc.fixturenames:
        found = found_corpora()
        metafunc.parametrize("corpus", list(found.values()), ids=list(found), scope="session")
