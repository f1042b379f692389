"""Renames are told where one reason is clear, the same whatever the order of the pages, and each page at most once."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from brainwiki.config.profile import load_profile
from brainwiki.markup import parser
from brainwiki.model.content import blob_id
from brainwiki.model.page import Page
from brainwiki.usecases import renames as module
from brainwiki.usecases.renames import renames
from tests.helpers import PROPERTY, titled

BODY = "One line.\n\nTwo lines.\n\nThree lines.\n\nFour lines.\n\nFive lines.\n"


def pages(texts: dict[str, str]) -> dict[str, Page]:
    """Pages with the versions that an archive gives them."""
    dialect = load_profile("brain").dialect
    found = {path: parser.parse(path, text.encode(), dialect) for path, text in texts.items()}
    return {path: page.let_go(blob_id(texts[path].encode()), page.read) for path, page in found.items()}


def told(deleted: dict[str, str], added: dict[str, str]) -> dict[str, str]:
    """New path to old path; the order of the pages must not matter."""
    old, new = pages(deleted), pages(added)
    found = renames(old, new)
    assert found == renames(dict(reversed(old.items())), dict(reversed(new.items())))
    assert list(found) == sorted(found)
    return found


def test_nothing_from_nothing() -> None:
    assert told({}, {}) == told({"a.md": "x"}, {}) == told({}, {"a.md": "x"}) == {}


def test_equal_bytes() -> None:
    assert told({"k/a.md": titled("A")}, {"k/b.md": titled("A"), "k/c.md": titled("C")}) == {"k/b.md": "k/a.md"}


def test_equal_bytes_that_stood_twice_name_no_page() -> None:
    assert told({"k/a.md": "x\n", "k/b.md": "x\n"}, {"k/c.md": "x\n"}) == {"k/c.md": "k/a.md"}
    assert told({"k/a.md": "", "k/b.md": ""}, {"k/c.md": ""}) == {}


def test_of_two_copies_the_first_by_name_is_the_page() -> None:
    assert told({"k/a.md": BODY}, {"k/z.md": BODY, "k/c.md": BODY}) == {"k/c.md": "k/a.md"}


def test_a_page_in_another_folder_keeps_its_name() -> None:
    assert told({"k/pump.md": titled("P", "Old.\n")}, {"n/Pump.md": titled("P", "New.\n")}) == {
        "n/Pump.md": "k/pump.md"
    }


def test_a_page_that_keeps_its_old_name_as_an_alias() -> None:
    new = titled("Tap", "Else.\n", "aliases: [other, Valve]\n")
    assert told({"k/valve.md": titled("Valve", "Old.\n")}, {"k/tap.md": new}) == {"k/tap.md": "k/valve.md"}


def test_a_name_that_stood_twice_names_no_page() -> None:
    deleted = {"k/x/pump.md": titled("P", "One.\n"), "k/y/pump.md": titled("Q", "Two.\n")}
    assert told(deleted, {"k/pump.md": titled("R", "Three.\n")}) == {}


def test_each_folder_has_its_own_index() -> None:
    deleted, added = {"a/index.md": "# A\n\n[[x]]\n"}, {"b/index.md": "# B\n\n[[y]]\n"}
    assert told(deleted, added) == {}
    assert told({"a/index.md": "# A\n"}, {"b/index.md": "# A\n"}) == {"b/index.md": "a/index.md"}


def test_most_of_its_lines() -> None:
    new = BODY.replace("Three", "Thirty")
    assert told({"k/a.md": titled("A", BODY)}, {"k/b.md": titled("B", new)}) == {"k/b.md": "k/a.md"}
    half = "".join(f"{number}.\n" for number in range(4)) + BODY
    assert told({"k/a.md": titled("A", BODY)}, {"k/b.md": titled("B", half)}) == {"k/b.md": "k/a.md"}
    more = "".join(f"{number}.\n" for number in range(9)) + BODY
    assert told({"k/a.md": titled("A", BODY)}, {"k/b.md": titled("B", more)}) == {}


def test_alike_front_matter_makes_no_rename() -> None:
    more = "status: stable\nscope: account\ntags: [a]\nsources:\n  - id: 1\n    resource: sessions/s#turn-1\n"
    assert told({"k/a.md": titled("A", "On pumps.\n", more)}, {"k/b.md": titled("B", "On soup.\n", more)}) == {}
    assert told({"k/a.md": titled("A", "", more)}, {"k/b.md": titled("B", "", more)}) == {}


def test_the_most_alike_pairs_win() -> None:
    deleted = {"k/a.md": titled("A", BODY), "k/b.md": titled("B", BODY.replace("One", "Eleven"))}
    added = {
        "k/c.md": titled("C", BODY.replace("One", "Eleven") + "More.\n"),
        "k/d.md": titled("D", BODY + "More.\n"),
    }
    assert told(deleted, added) == {"k/c.md": "k/b.md", "k/d.md": "k/a.md"}


def test_bytes_come_before_names_and_names_before_lines() -> None:
    deleted = {"k/a.md": titled("A", BODY), "k/b.md": titled("B", "Short.\n")}
    added = {"n/a.md": titled("B", "Short.\n"), "k/c.md": titled("C", BODY)}
    assert told(deleted, added) == {"n/a.md": "k/b.md", "k/c.md": "k/a.md"}
    added = {"n/b.md": titled("N", BODY), "k/c.md": titled("C", BODY + "x\n")}
    assert told(deleted, added) == {"n/b.md": "k/b.md", "k/c.md": "k/a.md"}


def test_a_large_move_is_found_by_bytes_and_names_only() -> None:
    count = module.MOST + 1
    deleted = {f"k/{n}.md": titled(str(n), f"{BODY}{n}.\n") for n in range(count)}
    same = {f"n/x{n}.md": text for n, text in enumerate(deleted.values())}
    assert told(deleted, same) == {f"n/x{n}.md": f"k/{n}.md" for n in range(count)}
    edited = {path: f"{text}More.\n" for path, text in same.items()}
    assert told(deleted, edited) == {}
    assert told(deleted, {f"n/{n}.md": text for n, text in enumerate(edited.values())}) == {
        f"n/{n}.md": f"k/{n}.md" for n in range(count)
    }


def test_lines_are_read_only_where_a_page_has_no_partner_yet() -> None:
    """Reading the text of a page costs; most renames are plain moves."""

    def never() -> object:
        raise AssertionError("read")

    old = {path: page.let_go(page.version, never) for path, page in pages({"k/a.md": BODY, "k/b.md": "x\n"}).items()}
    new = {path: page.let_go(page.version, never) for path, page in pages({"n/a.md": "z\n", "n/c.md": "x\n"}).items()}
    assert renames(old, new) == {"n/a.md": "k/a.md", "n/c.md": "k/b.md"}  # type: ignore[arg-type]


LINE = st.sampled_from(["One.\n", "Two.\n", "Three.\n", "\n"])
SOME = st.dictionaries(st.sampled_from("abcdef"), st.lists(LINE, max_size=4).map("".join), max_size=5)


@PROPERTY
@given(SOME, SOME)
def test_every_page_has_one_partner_at_most(old: dict[str, str], new: dict[str, str]) -> None:
    deleted = {f"k/{name}.md": text for name, text in old.items()}
    added = {f"n/{name}.md": text for name, text in new.items()}
    found = told(deleted, added)
    assert found.keys() <= added.keys()
    assert set(found.values()) <= deleted.keys()
    assert len(set(found.values())) == len(found)
    for path, text in added.items():
        if list(deleted.values()).count(text) == 1 and list(added.values()).count(text) == 1:
            assert deleted[found[path]] == text
