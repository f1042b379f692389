"""Our own set of Japanese and Chinese questions among generated pages; `benchmarks/cjk.py` asks it among real ones."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise

import pytest

from benchmarks.cjk import Gold, gold, own_pages, page, ranks, recall, write
from brainwiki.bootstrap import open_workspace
from brainwiki.usecases.search import freshen

FILLERS = 600


def fillers(own: Gold) -> Iterator[tuple[str, str]]:
    """Pages in which each character follows one that it follows in our own texts: full of their pairs, and without meaning."""
    rng = random.Random(1)
    after: dict[str, list[str]] = defaultdict(list)
    for one in own.pages:
        text = str(one["text"])
        for left, right in pairwise(text):
            after[left].append(right)
    starts = sorted(after)
    for number in range(FILLERS):
        char = rng.choice(starts)
        chars = [char]
        while len(chars) < 200:
            char = rng.choice(after.get(char) or starts)
            chars.append(char)
        text = "".join(chars)
        yield f"filler/f{number}.md", page(text[:12].strip("。，、"), [], text, "")


@pytest.fixture(scope="module", params=[False, True], ids=["without aliases", "with aliases"])
def found(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[bool, list[tuple[str, int]]]:
    folder = tmp_path_factory.mktemp("cjk")
    own = gold()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BRAINWIKI_CACHE", str(folder / "cache"))
        patch.setenv("BRAINWIKI_EMBEDDER", "none")
        write(folder / "brain", (*own_pages(own, request.param), *fillers(own)))
        workspace = open_workspace(str(folder / "brain"))
        freshen(workspace)
        answers = ranks(workspace, own)
        workspace.index().close()
        return request.param, answers


def test_the_page_is_among_the_first_five(found: tuple[bool, list[tuple[str, int]]]) -> None:
    with_aliases, answers = found
    assert recall(answers, 5) >= (0.97 if with_aliases else 0.80)


@pytest.mark.parametrize("kind", ["width", "long-vowel", "script", "okurigana", "neighbour", "question"])
def test_forms_of_the_same_word_need_no_alias(found: tuple[bool, list[tuple[str, int]]], kind: str) -> None:
    _, answers = found
    some = [one for one in answers if one[0] == kind]
    assert recall(some, 5) >= 0.9


def test_the_set_is_whole() -> None:
    own = gold()
    slugs = [one["slug"] for one in own.pages]
    assert len(own.questions) >= 60
    assert len(set(slugs)) == len(slugs)
    assert {slug for _, slug, _ in own.questions} == set(slugs)
    assert len({words for words, _, _ in own.questions}) == len(own.questions)
    assert {one["language"] for one in own.pages} == {"ja", "zh"}
    kinds = {kind for _, _, kind in own.questions}
    assert len(kinds) == 9
    for kind in kinds:
        assert sum(one[2] == kind for one in own.questions) >= 7, kind
