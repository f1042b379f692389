"""What a page alone tells: the hits of the rules of scope file, placed, and nothing that another page or the clock decides."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import NoReturn

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.config.profile import load_profile
from brainwiki.errors import ChangedWhileReadError
from brainwiki.markup import parser
from brainwiki.model.dialect import Dialect
from brainwiki.model.page import Page
from brainwiki.model.wiki import Wiki
from brainwiki.rules import examine as examining
from brainwiki.rules.examine import CRASH, NOTHING, Noted, Placed, examiner, place
from brainwiki.rules.register import BY_CODE, RULES
from brainwiki.rules.rule import Hit, Rule, View
from tests.helpers import NOW, PROPERTY, REPOSITORY, bare, markdown_files, page_of, wiki_of

VIEW = View(Wiki({}), NOW)
FILE_RULES = [rule for rule in RULES if rule.scope == "file"]


def noted(page: Page, rules: object = RULES, view: View = VIEW) -> Noted:
    """What these rules note on a page; a crash fails the test."""
    errors: list[Exception] = []
    found = examiner(rules, view, errors.append)(page)  # type: ignore[arg-type]
    assert errors == []
    return found


def rule_of(check: object, **more: object) -> Rule:
    """A rule of scope file that is nothing but its check."""
    fields = {"check": check, "problem": "", "listings": False, **more}
    return replace(BY_CODE["BW204"], **fields)  # type: ignore[arg-type]


def test_a_page_of_which_nothing_is_told_is_the_same_nothing() -> None:
    assert noted(page_of("Words.\n")) is NOTHING
    assert Noted() == NOTHING == ((), ())


def test_hits_and_comments_are_told_with_their_places() -> None:
    found = noted(page_of("See [[]].\n<!-- bw-ignore BW204: why -->\n"))
    assert [(one.code, one.line, one.column, one.end_line, one.end_column) for one in found.hits] == [
        ("BW204", 6, 5, 6, 9)
    ]
    assert [(one.codes, one.line, one.reason) for one in found.comments] == [(("BW204",), 8, "why")]


def test_a_comment_alone_is_something() -> None:
    found = noted(page_of("<!-- bw-ignore-file BW301: why -->\nWords.\n"))
    assert found.hits == ()
    assert len(found.comments) == 1


def test_only_rules_of_scope_file_look() -> None:
    page = page_of("[[nothing]] [cite:9]\n")
    assert "BW201" not in {one.code for one in noted(page).hits}
    assert examiner([BY_CODE["BW201"]], VIEW)(page) is NOTHING


def test_no_other_page_can_be_seen() -> None:
    seen: list[int] = []

    def look(page: Page, view: View) -> list[Hit]:
        seen.append(len(view.wiki.pages))
        assert view.wiki.dialect.name == "okf"
        return []

    view = View(wiki_of({"a.md": "x", "b.md": "y"}, Dialect(name="okf")), NOW)
    assert noted(page_of(""), [rule_of(look)], view) is NOTHING
    assert seen == [0]


class _NoClock:
    """A clock that nobody may look at."""

    def __getattribute__(self, name: str) -> NoReturn:
        raise AssertionError("the clock decides nothing on one page")

    def __le__(self, other: object) -> NoReturn:
        raise AssertionError("the clock decides nothing on one page")

    __ge__ = __lt__ = __gt__ = __sub__ = __rsub__ = __le__


def test_no_rule_of_scope_file_looks_at_the_clock_or_at_the_title() -> None:
    """So what a page alone tells is as true tomorrow."""
    profile = load_profile("brain")
    view = View(Wiki({}, profile.dialect), NOW, profile.required, ("concept",), profile.options)
    blind = replace(view, now=_NoClock(), title=_NoClock())  # type: ignore[arg-type]
    errors: list[Exception] = []
    one, other = examiner(RULES, view), examiner(RULES, blind, errors.append)
    for path in markdown_files(REPOSITORY / "tests/badwiki/cases"):
        page = parser.parse(f"knowledge/{path.name}", path.read_bytes(), profile.dialect)
        assert one(page) == other(page), path.name
    for rule in FILE_RULES:
        for example in rule.bad:
            page = page_of(example.text) if example.wrap else page_of(example.text, head="")
            assert one(page) == other(page), rule.code
    assert errors == []


def test_a_rule_for_a_problem_looks_only_where_that_was_found() -> None:
    def look(page: Page, view: View) -> list[Hit]:
        return [Hit(0, 1, "m", "s")]

    rule = replace(rule_of(look), problem="unclosed-fence")
    assert noted(page_of("x\n"), [rule]) is NOTHING
    assert len(noted(page_of("```\nx\n"), [rule]).hits) == 1


@pytest.mark.parametrize("path", ["index.md", "log.md"])
def test_listings_bear_only_the_rules_that_are_for_them(path: str) -> None:
    def look(page: Page, view: View) -> list[Hit]:
        return [Hit(0, 1, "m", "s")]

    page = parser.parse(path, b"# Brain\n\nx\n", load_profile("brain").dialect)
    assert page.kind in ("index", "log")
    assert noted(page, [rule_of(look)]) is NOTHING
    assert len(noted(page, [rule_of(look, listings=True)]).hits) == 1


def test_a_rule_that_raises_is_one_hit_and_hides_no_other() -> None:
    def half(page: Page, view: View) -> object:
        yield Hit(0, 1, "first", "s")
        raise ValueError("no\nmore")

    errors: list[Exception] = []
    rules = [rule_of(half), *FILE_RULES]
    found = examiner(rules, VIEW, errors.append)(page_of("[[]]\n"))
    assert [(one.code, one.message) for one in found.hits] == [
        ("BW204", "first"),
        (CRASH, "The rule BW204 crashed: ValueError: no\nmore."),
        ("BW204", found.hits[2].message),
    ]
    assert found.hits[1][1:5] == (1, 1, 1, 1)
    assert found.hits[1].subject == "BW204"
    assert [str(error) for error in errors] == ["no\nmore"]
    assert examiner(rules, VIEW)(page_of("[[]]\n")) == found


def test_a_page_that_cannot_be_read_is_no_crash_of_a_rule() -> None:
    def look(page: Page, view: View) -> object:
        raise ChangedWhileReadError("a.md")

    with pytest.raises(ChangedWhileReadError):
        examiner([rule_of(look)], VIEW)(page_of("x\n"))


def test_a_rule_that_opens_a_file_for_itself_crashes() -> None:
    def look(page: Page, view: View) -> object:
        raise PermissionError(13, "no")

    assert [one.code for one in examiner([rule_of(look)], VIEW)(page_of("x\n")).hits] == [CRASH]


def test_a_place_is_lines_and_columns_in_code_points() -> None:
    page = bare("日本🙂\nab\n\nc")
    hit = Hit(1, 3, "m", "s", "r", mild=True)
    assert place("BW204", page, hit) == Placed("BW204", 1, 2, 1, 4, "m", "s", "r", True)
    assert place("X", page, Hit(2, 5, "m", "s"))[1:5] == (1, 3, 2, 2)
    assert place("X", page, Hit(8, 9, "m", "s"))[1:5] == (4, 1, 4, 2)
    assert place("X", page, Hit(0, 0, "m", "s"))[1:5] == (1, 1, 1, 1)
    assert place("X", None, Hit(4, 5, "m", "s"))[1:5] == (1, 1, 1, 1)


@PROPERTY
@given(st.text(st.sampled_from("a日\n\r\u2028"), max_size=20), st.data())
def test_a_place_is_what_the_page_says_of_both_ends(text: str, data: st.DataObject) -> None:
    page = bare(text)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(max(start, 1), max(len(text), 1)))
    found = place("X", page, Hit(start, end, "m", "s"))
    assert (found.line, found.column) == page.place(start)
    if end <= len(text):
        assert (found.end_line, found.end_column) == page.place(end)


def test_the_text_is_not_asked_for_where_a_hit_is_on_the_whole_file() -> None:
    def never() -> NoReturn:
        raise AssertionError("read")

    page = Page("a.md", "page", never)
    assert place("X", page, Hit(0, 0, "m", "s")) == examining.Placed("X", 1, 1, 1, 1, "m", "s", "", False)


def test_what_is_noted_is_plain_and_comes_back(corpus: Path) -> None:
    """Names, numbers and texts only, so that a cache can keep them by themselves."""
    import marshal

    profile = load_profile("obsidian")
    look = examiner(RULES, View(Wiki({}, profile.dialect), NOW, profile.required, options=profile.options))
    for path in markdown_files(corpus):
        found = look(parser.parse(path.relative_to(corpus).as_posix(), path.read_bytes(), profile.dialect))
        plain = (tuple(map(tuple, found.hits)), tuple(map(tuple, found.comments)))
        assert marshal.loads(marshal.dumps(plain)) == plain
