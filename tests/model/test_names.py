"""Names: folding, slugs, paths, near misses."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.model import names
from tests.helpers import PROPERTY

TEXT = st.text(st.characters(exclude_categories=("Cs",)), max_size=12)
PATHS = st.lists(st.sampled_from(["a", "b", "..", ".", "", "日本", "\\", "/"]), max_size=8).map("/".join)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Straße", "STRASSE"),
        ("É", "é"),
        ("e\u0301", "é"),
        ("ΣΊΣΥΦΟΣ", "σίσυφος"),
        ("ABC", "abc"),
        ("ガ", "カ\u3099"),
        ("", ""),
    ],
)
def test_names_that_are_the_same(one: str, other: str) -> None:
    assert names.fold(one) == names.fold(other)


@pytest.mark.parametrize(("one", "other"), [("ＡＢＣ", "abc"), ("①", "1"), ("ﬁ", "f i"), ("a b", "a  b"), ("a", "á")])
def test_names_that_are_not_the_same(one: str, other: str) -> None:
    assert names.fold(one) != names.fold(other)


def test_the_wide_form_takes_full_width_for_half() -> None:
    assert names.fold_wide("ＡＢＣ①ﬁ") == "abc1fi"


@PROPERTY
@given(TEXT)
def test_folding_knows_no_composition_and_is_stable(text: str) -> None:
    folded = names.fold(text)
    assert names.fold(unicodedata.normalize("NFD", text)) == folded
    assert names.fold(unicodedata.normalize("NFC", text)) == folded
    assert names.fold(folded) == folded


def test_squeezed_text_has_single_blanks_and_common_widths() -> None:
    assert names.squeeze(" ４０\u3000bar\n\tat ﬁve ") == "40 bar at five"
    assert names.squeeze("a  b\n") == "a b"
    assert names.squeeze("") == ""


@pytest.mark.parametrize(
    ("heading", "slug"),
    [
        ("The Pump", "the-pump"),
        ("A & B", "a--b"),
        ("日本 語！", "日本-語"),
        ("  Spaces  ", "spaces"),
        ("snake_case-and-dash", "snake_case-and-dash"),
        ("C++, v1.2", "c-v12"),
        ("Straße", "straße"),
        ("e\u0301te\u0301", "été"),
        ("!?", ""),
        ("🙂 ok", "-ok"),
    ],
)
def test_slugs_are_githubs(heading: str, slug: str) -> None:
    assert names.slug(heading) == slug


@pytest.mark.parametrize(
    "fragment",
    [
        "The pump & its parts!",
        "the  pump &\tits parts!",
        "the-pump--its-parts",
        "thepumpitsparts",
        "The pump its parts",
    ],
)
def test_a_heading_answers_to_several_forms(fragment: str) -> None:
    assert names.heading_keys(fragment) & names.heading_keys("The pump & its parts!")


def test_a_heading_answers_without_the_hyphens_at_its_ends() -> None:
    assert {"-ok", "ok", "🙂 ok"} <= names.heading_keys("🙂 ok")


@pytest.mark.parametrize(
    "target", ["https://a.b", "mailto:a@b.c", "//host/x", "git:abc", "javascript:x", "HTTP:x", "a+b.c-1:x"]
)
def test_addresses(target: str) -> None:
    assert names.has_scheme(target)


@pytest.mark.parametrize("target", ["a.md", "/a", "C:/x", "a b: c", "日本: x", "", "1a:b", "./a:b", "#a"])
def test_no_addresses(target: str) -> None:
    assert not names.has_scheme(target)


@pytest.mark.parametrize("target", ["/a", "\\a", "\\\\server\\x", "C:/x", "c:x", "C:", "/"])
def test_absolute_paths(target: str) -> None:
    assert names.is_absolute(target)


@pytest.mark.parametrize("target", ["a", "", "a/b", "../a", "問: 答え", "é:x", "1:x", "ab:c", ":x"])
def test_paths_that_are_not_absolute(target: str) -> None:
    assert not names.is_absolute(target)


@pytest.mark.parametrize(
    ("folder", "target", "wanted"),
    [
        ("", "a", "a"),
        ("a/b", "c", "a/b/c"),
        ("a/b", "../c", "a/c"),
        ("a/b", "../../c", "c"),
        ("a/b", "../../../c", None),
        ("", "..", None),
        ("a", "..", ""),
        ("a", ".", "a"),
        ("a", "./b/./c//d/", "a/b/c/d"),
        ("a", "b\\..\\c", "a/c"),
        ("a", "..\\..\\c", None),
        ("a", "/b", "a/b"),
        ("a", "b/../../..", None),
        ("a//b", "c", "a/b/c"),
        ("a", "...", "a/..."),
    ],
)
def test_paths_are_joined_without_leaving_the_root(folder: str, target: str, wanted: str | None) -> None:
    assert names.join(folder, target) == wanted


@PROPERTY
@given(PATHS, PATHS)
def test_a_joined_path_is_clean_and_inside(folder: str, target: str) -> None:
    inside = names.join(names.join("", folder) or "", target)
    if inside is not None:
        assert not {"", ".", ".."} & set(inside.split("/")) or inside == ""
        assert "\\" not in inside
        assert names.join("", inside) == inside


def test_parts_of_a_path() -> None:
    assert (names.parent("a/b/c.md"), names.parent("c.md"), names.parent("")) == ("a/b", "", "")
    assert (names.stem("a/b/c.md"), names.stem("c"), names.stem("a/b.c.md")) == ("c", "c", "b.c")


KNOWN = ["vector database", "Vector DB", "matrix", "ベクトルデータベース", "report-2026"]


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("vector databse", ("vector database",)),
        ("ｖｅｃｔｏｒ ｄｂ", ("Vector DB",)),
        ("VECTOR DB", ("Vector DB",)),
        ("report-2025", ("report-2026",)),
        ("ベクトルデータベス", ("ベクトルデータベース",)),
        ("something else", ()),
        ("", ()),
    ],
)
def test_near_names(name: str, wanted: tuple[str, ...]) -> None:
    assert names.near(name, KNOWN) == wanted
    assert names.Nearby(KNOWN).near(name) == wanted


def test_near_names_are_few_and_each_comes_once() -> None:
    known = [f"page {number}" for number in range(10)] * 2
    assert len(names.near("page", known)) <= 3
    assert len(set(names.near("page 1", known))) == len(names.near("page 1", known))
    assert names.near("page 1", known, limit=1) == ("page 1",)


def test_near_names_out_of_many_are_found_again() -> None:
    nearby = names.Nearby(f"{word} {number}" for word in ("pump", "report", "matrix") for number in range(400))
    assert nearby.near("matrx 17")[0] == "matrix 17"
    assert nearby.near("matrx 17") is nearby.near("matrx 17")
    assert names.Nearby([]).near("a") == ()


@pytest.mark.parametrize(
    ("folder", "path", "wanted"),
    [
        ("", "a.md", "a.md"),
        ("", "x/a.md", "x/a.md"),
        ("x", "a.md", "../a.md"),
        ("x", "x/a.md", "a.md"),
        ("x/y", "x/z/a b.md", "../z/a%20b.md"),
        ("x/y", "x/y/a.md", "a.md"),
        ("x/a.md", "x/a.md", "../a.md"),
        ("x/yz", "x/y/a.md", "../y/a.md"),
    ],
)
def test_a_path_as_a_link_in_a_folder_writes_it(folder: str, path: str, wanted: str) -> None:
    assert names.relative(folder, path) == wanted
    assert names.join(folder, wanted.replace("%20", " ")) == path


def test_after_so_many_questions_no_near_names_are_told() -> None:
    nearby = names.Nearby(["valve", "pump"], 2)
    assert [nearby.near(name) for name in ("valvo", "pmup", "pumo", "valvo")] == [("valve",), ("pump",), (), ("valve",)]
