"""Safe fixes: the smallest difference, nothing that bears meaning, the same a second time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given

from brainwiki.config.profile import NAMES, load_profile
from brainwiki.markup import document, frontmatter, parser
from brainwiki.markup.writer import Edit, write
from brainwiki.model.finding import Finding
from brainwiki.model.page import Page
from brainwiki.model.wiki import Wiki
from brainwiki.rules import engine, mending
from brainwiki.rules.mending import Mended, mend, proposed
from brainwiki.rules.register import BY_CODE, RULES
from brainwiki.rules.rule import Mend, View
from tests.helpers import HEAD, NOW, PROPERTY, encoded, titled, wiki_of
from tests.hostile import PAGES

SAFE = [rule for rule in RULES if rule.fix == "safe"]
OTHER = {"knowledge/other.md": titled("Other", "Text.\n"), "knowledge/日本.md": titled("日本", "Text.\n")}
PATH = "knowledge/a.md"
TABLE = "| a | b |\n|---|---|\n"


def found_on(wiki: Wiki, path: str = PATH) -> list[Finding]:
    """The findings of one page that have a safe fix."""
    report = engine.run(View(wiki, NOW), engine.Settings())
    return [finding for finding in report.findings if finding.fix == "safe" and finding.path == path]


def mended(text: str | bytes, quotes: tuple[str, ...] = (), **others: str) -> Mended:
    """What becomes of a page beside `other` and `日本`."""
    wiki = wiki_of({**OTHER, **others, PATH: text})
    return mend(encoded(text), wiki.pages[PATH], found_on(wiki), View(wiki, NOW), quotes)


def codes(findings: tuple[Finding, ...]) -> list[str]:
    """The codes of what was mended."""
    return [finding.code for finding in findings]


def whys(found: Mended) -> list[tuple[str, str]]:
    """The codes of what was left, and why."""
    return [(finding.code, reason) for finding, reason in found.left]


@pytest.mark.parametrize("rule", SAFE, ids=[rule.code for rule in SAFE])
def test_a_rule_with_a_safe_fix_has_one_way_to_mend(rule: object) -> None:
    way = rule.mend  # type: ignore[attr-defined]
    assert sum(form is not None for form in (way.edits, way.recode, way.whole)) == 1


def test_only_rules_with_a_safe_fix_mend() -> None:
    assert [rule.code for rule in RULES if rule.mend is not None] == [rule.code for rule in SAFE]
    assert {"BW102", "BW116", "BW124", "BW207", "BW208"} <= {rule.code for rule in SAFE}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (f"\ufeff{HEAD}One.\r\nTwo.\r\n", f"{HEAD}One.\nTwo.\n"),
        (f"{HEAD}One.\r\n", f"{HEAD}One.\n"),
        ((HEAD + "One.\n").replace("\n", "\r\n") + "Two.\n", (HEAD + "One.\nTwo.\n").replace("\n", "\r\n")),
        (("\ufeff" + HEAD).replace("\n", "\r\n"), HEAD.replace("\n", "\r\n")),
        (titled("A", "x\n", "country: no\n"), titled("A", "x\n", 'country: "no"\n')),
        (titled("A", "x\n", "a: [1.10, no]\nb: {c: 0x1}\n"), titled("A", "x\n", 'a: ["1.10", "no"]\nb: {c: "0x1"}\n')),
        (
            titled("A", "x\n", "a: 12:30 # noon\nb:\n  - 010\n"),
            titled("A", "x\n", 'a: "12:30" # noon\nb:\n  - "010"\n'),
        ),
        (HEAD + TABLE + "| [[other|it]] | x |\n", HEAD + TABLE + "| [[other\\|it]] | x |\n"),
        (HEAD + TABLE + "| ![[other|it]] | [[日本#a|x]] |\n", HEAD + TABLE + "| ![[other\\|it]] | [[日本#a\\|x]] |\n"),
        (HEAD + "See [[ｏｔｈｅｒ]] and [[ Ｏther |ｘ]].\n", HEAD + "See [[other]] and [[ Other |ｘ]].\n"),
    ],
)
def test_what_is_mended_and_nothing_else(before: str, after: str) -> None:
    found = mended(before)
    assert found.raw.decode() == after
    assert (len(found.done) > 0, found.left) == (True, ())
    again = mended(found.raw)
    assert (again.raw, again.done, again.left) == (found.raw, (), ())


def test_other_bytes_stay_as_they_are() -> None:
    text = titled("A", "One.\t \n\n\n[[ｏｔｈｅｒ]]  \nno newline", "# a comment\nversion:   1.10   \nz: 'é'\n")
    raw = b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode()
    wiki = wiki_of({**OTHER, PATH: raw})
    kept = [finding for finding in found_on(wiki) if finding.code != "BW102"]
    found = mend(raw, wiki.pages[PATH], kept, View(wiki, NOW))
    assert found.raw == raw.replace(b"1.10", b'"1.10"').replace("ｏｔｈｅｒ".encode(), b"other")
    assert codes(found.done) == ["BW116", "BW208"]


def test_only_the_findings_that_are_given_are_mended() -> None:
    text = titled("A", TABLE + "| [[other|a]] | x |\n| [[other|b]] | x |\n", "x: no\ny: no\n")
    wiki = wiki_of({**OTHER, PATH: text})
    findings = found_on(wiki)
    chosen = [finding for finding in findings if finding.line in (6, 11)]
    found = mend(text.encode(), wiki.pages[PATH], chosen, View(wiki, NOW))
    assert found.raw.decode() == text.replace("y: no", 'y: "no"').replace("other|b", "other\\|b")
    assert list(found.done) == chosen
    assert mend(text.encode(), wiki.pages[PATH], [], View(wiki, NOW)) == (text.encode(), (), ())


@pytest.mark.parametrize("value", "no Yes on OFF y N 12:30 -010 0x1F 0o7 0b1 1_000 1.10 1. 683e725 -.inf .NaN".split())
def test_a_quoted_value_is_the_same_text_to_the_strict_reader(value: str) -> None:
    found = mended(titled("A", "x\n", f"key: {value}\nlist: [{value}]\n"))
    block = frontmatter.HANDLER.split(found.raw.decode())[0]
    strict = frontmatter.read_strictly(block, 0, 0)
    assert (strict.meta["key"], strict.meta["list"], strict.problems) == (value, [value], ())
    assert not strict.marks["key",].plain
    assert not strict.marks["list", 0].plain


@pytest.mark.parametrize(
    "row",
    [
        "| [[nothing|it]] | x |",  # would be a broken link
        "| [[other | x |",  # never closed
        "| [[other | [[x]] |",
        "| [[twin|it]] | x |",  # two pages answer
        "| [[other|a|b]] | x |",
    ],
)
def test_a_bar_is_left_where_no_one_page_answers_or_the_link_is_not_closed(row: str) -> None:
    text = titled("A", f"{TABLE}{row}\n")
    found = mended(text, **{"x/twin.md": titled("T"), "y/twin.md": titled("U")})
    assert (found.raw.decode(), found.done, found.left) == (text, (), ())


@pytest.mark.parametrize(
    "link",
    [
        "[[x²]]",
        "[[ｏｔｈｅｒ｜ｙ]]",
        "[[ｏｔｈｅｒ＃y]]",
        "[[ｔｗｉｎ]]",
        "[[ｏｔ\\_ｈｅｒ]]",
        "![[ｏｔｈｅｒ]]",
        "[[ＡＢＣ]]",
    ],
)
def test_a_name_of_other_form_is_left_where_more_than_width_differs(link: str) -> None:
    pages = {"x2.md": titled("x2"), "x/twin.md": titled("T"), "y/twin.md": titled("U"), "ot.md": titled("ot")}
    text = titled("A", f"See {link}.\n")
    assert mended(text, **pages).raw.decode() == text


def test_half_width_kana_become_what_the_page_is_called() -> None:
    found = mended(titled("A", "見る [[ｶﾞｲﾄﾞ]]。\n"), **{"knowledge/ガイド.md": titled("ガイド")})
    assert found.raw.decode() == titled("A", "見る [[ガイド]]。\n")


def test_a_row_with_a_claim_is_left_and_the_others_are_mended() -> None:
    more = "sources:\n  - id: 1\n    resource: https://example.org/a\n"
    rows = [f"| [[other|{number}]] | x |\n" for number in range(6)]
    rows[3] = "| [[other|3]] | It runs. [cite:1] |\n"
    text = titled("A", TABLE + "".join(rows), more)
    found = mended(text)
    wanted = [row if "cite" in row else row.replace("other|", "other\\|") for row in rows]
    assert found.raw.decode() == titled("A", TABLE + "".join(wanted), more)
    assert (len(found.done), whys(found)) == (5, [("BW207", "a claim would change")])


def test_many_findings_that_would_do_harm_are_given_up_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[int] = []
    parse = parser.parse
    monkeypatch.setattr(parser, "parse", lambda *given: parsed.append(1) or parse(*given))
    text = titled("A", TABLE + "| [[other|x]] [cite:1] | x |\n" * 500)
    wiki = wiki_of({**OTHER, PATH: text})
    findings = found_on(wiki)
    parsed.clear()
    found = mend(text.encode(), wiki.pages[PATH], findings, View(wiki, NOW))
    assert (found.raw.decode(), len(found.left)) == (text, 500)
    assert len(parsed) < 3 * mending.TRIES


def test_a_width_in_a_claim_changes_no_claim() -> None:
    more = "sources:\n  - id: 1\n    resource: https://example.org/a\n"
    text = titled("A", "It follows [[ｏｔｈｅｒ]]. [cite:1]\n", more)
    found = mended(text)
    assert found.raw.decode() == text.replace("ｏｔｈｅｒ", "other")
    old, new = (wiki_of({PATH: raw}).pages[PATH].claims for raw in (text, found.raw))
    assert [(one.id, one.ids) for one in old] == [(one.id, one.ids) for one in new]


def test_a_heading_keeps_its_anchor() -> None:
    text = titled("A", "# See [[ｏｔｈｅｒ]]\n")
    found = mended(text)
    assert (found.raw.decode(), whys(found)) == (text, [("BW208", "a value or a heading would change")])


def test_a_quote_that_others_take_stands_afterwards() -> None:
    text = titled("A", TABLE + "| [[other|it]] | x |\n\n[[ｏｔｈｅｒ]]\n")
    found = mended(text, ("| [[other|it]] |",))
    assert whys(found) == [("BW207", "a quote that another page takes from it would no longer stand")]
    assert codes(found.done) == ["BW208"]
    assert codes(mended(text, ("| x |",)).done) == ["BW207", "BW208"]


def test_a_file_that_is_not_utf8_is_never_touched() -> None:
    raw = titled("A", "x\r\n\udcff\n", "country: no\n").encode("utf-8", "surrogateescape")
    found = mended(raw)
    assert (found.raw, found.done) == (raw, ())
    assert whys(found) == [("BW116", "the file is not UTF-8"), ("BW124", "the file is not UTF-8")]


@pytest.mark.parametrize("raw", [b"a\r\r\nb\nc\n", "\ufeff\ufeffa\n".encode()])
def test_bytes_are_left_where_the_text_would_change(raw: bytes) -> None:
    found = mended(HEAD.encode() + raw if raw.startswith(b"a") else raw)
    assert [reason for _, reason in whys(found)] == ["the text would change"]
    assert found.done == ()


def test_rules_come_one_after_the_other_and_later_places_are_found_again() -> None:
    text = "\ufeff" + titled("A", f"[[ｏｔｈｅｒ]]\r\n\n{TABLE}| [[other|it]] | [[日本|x]] |\n", "a: [no, no, 1.10]\n")
    found = mended(text)
    assert codes(found.done) == ["BW102", *["BW116"] * 3, "BW124", "BW207", "BW208"]
    assert found.raw.decode() == titled(
        "A", f"[[other]]\n\n{TABLE}| [[other\\|it]] | [[日本\\|x]] |\n", 'a: ["no", "no", "1.10"]\n'
    )


def patched(monkeypatch: pytest.MonkeyPatch, ways: Mapping[str, Mend]) -> None:
    """Give rules another way to mend."""
    for code, way in ways.items():
        monkeypatch.setitem(BY_CODE, code, replace(BY_CODE[code], fix="safe", mend=way))


def test_a_place_that_a_fix_touched_waits_for_another_run(monkeypatch: pytest.MonkeyPatch) -> None:
    whole_line = Mend(edits=lambda page, view, start, end: [Edit(start - 9, end, 'country: "no"')])
    patched(monkeypatch, {"BW116": whole_line, "BW124": whole_line})
    text = titled("A", "x\n", "country: no\n")
    wiki = wiki_of({PATH: text})
    (first,) = found_on(wiki)
    found = mend(text.encode(), wiki.pages[PATH], [first, first._replace(code="BW124")], View(wiki, NOW))
    assert codes(found.done) == ["BW116"]
    assert found.left == ()
    assert found.raw.decode() == titled("A", "x\n", 'country: "no"\n')


def test_two_findings_of_a_rule_that_meet_wait_for_another_run(monkeypatch: pytest.MonkeyPatch) -> None:
    patched(monkeypatch, {"BW204": Mend(edits=lambda page, view, start, end: [Edit(start, end, "()")])})
    text = titled("A", "[[]][[]] [[]]\n")
    wiki = wiki_of({PATH: text})
    findings = list(engine.run(View(wiki, NOW), engine.Settings(select=("BW204",))).findings)
    found = mend(text.encode(), wiki.pages[PATH], findings, View(wiki, NOW))
    assert found.raw.decode() == titled("A", "()[[]] ()\n")
    assert len(found.done) == 2


@pytest.mark.parametrize(
    ("edit", "links", "harm"),
    [
        (Edit(0, 0, "It runs. [cite:1] "), "none", "a claim would change"),
        (Edit(0, 0, "```\n"), "none", "something else would break"),
        (Edit(0, 0, "# Title\n"), "none", "a value or a heading would change"),
        (Edit(0, 0, "[[other]] "), "none", "a link would change"),
        (Edit(0, 0, "[[other]] [[other]]"), "found", "a link would change"),
        (Edit(0, 0, "[[nothing]] "), "found", "a link would lead nowhere"),
        (Edit(0, 9, ""), "found", "a link would change"),
        (Edit(0, 9, "[[日本]]"), "found", "a link would change"),
        (Edit(2, 2, "x"), "found", "a link would change"),
        (Edit(0, 0, "[[other]] "), "found", ""),
        (Edit(0, 0, "[[nothing]] "), "all", ""),
        (Edit(0, 0, "Words. "), "none", ""),
    ],
)
def test_what_a_fix_may_not_do(monkeypatch: pytest.MonkeyPatch, edit: Edit, links: str, harm: str) -> None:
    def edits(page: Page, view: View, start: int, end: int) -> list[Edit]:
        return [edit._replace(start=page.body + edit.start, end=page.body + edit.end)]

    patched(monkeypatch, {"BW204": Mend(edits=edits, links=links)})  # type: ignore[arg-type]
    text = titled("A", "[[other]] and [[]]\n")
    wiki = wiki_of({**OTHER, PATH: text})
    findings = engine.run(View(wiki, NOW), engine.Settings(select=("BW204",))).findings
    found = mend(text.encode(), wiki.pages[PATH], findings, View(wiki, NOW))
    assert whys(found) == ([("BW204", harm)] if harm else [])
    assert (found.raw == text.encode()) == bool(harm)


def test_sources_may_not_change(monkeypatch: pytest.MonkeyPatch) -> None:
    patched(
        monkeypatch, {"BW302": Mend(edits=lambda page, view, start, end: [Edit(page.body - 5, page.body - 4, "b")])}
    )
    text = titled("A", "x\n", "sources:\n  - id: 1\n    resource: a\n")
    wiki = wiki_of({PATH: text})
    findings = engine.run(View(wiki, NOW), engine.Settings(select=("BW302",))).findings
    assert whys(mend(text.encode(), wiki.pages[PATH], findings, View(wiki, NOW))) == [
        ("BW302", "the evidence would change")
    ]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("# Index\n\n- [[b]]\n- [[c]]\n", "# Index\n\n- [[other]]\n- [[c]]\n"),
        ("# Index\r\n\r\n- [[b]]\r\n", "# Index\r\n\r\n- [[b]]\r\n- [[other]]\r\n"),
        ("\ufeff# Index\n", "\ufeff# Index\n\n- [[other]]"),
        ("# Index\n", ""),
        ("", "# Index\n"),
        ("a\na\na\n", "a\na\n"),
        ("a\na\n", "a\na\na\n"),
        ("x", "y"),
    ],
)
def test_a_page_made_from_others_is_written_anew_with_the_smallest_difference(
    monkeypatch: pytest.MonkeyPatch, before: str, after: str
) -> None:
    text = after.replace("\r\n", "\n").removeprefix("\ufeff")
    patched(monkeypatch, {"BW204": Mend(whole=lambda page, view: text, links="all")})
    raw = before.encode()
    wiki = wiki_of({"index.md": raw})
    finding = found_template("index.md")
    found = mend(raw, wiki.pages["index.md"], [finding, finding], View(wiki, NOW))
    assert found.raw.decode() == after if after else found.left
    again = mend(found.raw, parser.parse("index.md", found.raw, wiki.dialect), [finding], View(wiki, NOW))
    assert (again.raw, again.done) == (found.raw, ())


def found_template(path: str) -> Finding:
    """A finding on a page as a whole."""
    page = wiki_of({path: "[[]]\n"})
    (finding,) = engine.run(View(page, NOW), engine.Settings(select=("BW204",))).findings
    return finding


@pytest.mark.parametrize("profile", NAMES)
def test_whatever_the_page_claims_stay_and_a_second_time_changes_nothing(profile: str) -> None:
    how = load_profile(profile)

    @PROPERTY
    @given(PAGES)
    def check(raw: bytes) -> None:
        first, page = once(raw)
        after = parser.parse(PATH, first.raw, how.dialect)
        assert [(one.id, one.ids, one.until) for one in after.claims] == [
            (one.id, one.ids, one.until) for one in page.claims
        ]
        assert after.meta == page.meta
        assert [one.resource for one in after.sources] == [one.resource for one in page.sources]
        second, _ = once(first.raw)
        assert (second.raw, second.done) == (first.raw, ())

    def once(raw: bytes) -> tuple[Mended, Page]:
        texts = {**OTHER, PATH: raw}
        pages = {path: parser.parse(path, encoded(text), how.dialect) for path, text in texts.items()}
        wiki = Wiki(pages=pages, dialect=how.dialect)
        view = View(wiki, NOW, how.required, (), how.options)
        report = engine.run(view, engine.Settings())
        safe = [one for one in report.findings if one.fix == "safe" and one.path == PATH]
        return mend(raw, pages[PATH], safe, view), pages[PATH]

    check()


def proposals(text: str, quotes: tuple[str, ...] = ()) -> list[tuple[str, list[tuple[object, ...]]]]:
    """The code and the edits of each finding that a format may show with its fix."""
    wiki = wiki_of({**OTHER, PATH: text})
    found = proposed(wiki.pages[PATH], found_on(wiki), View(wiki, NOW), quotes)
    return [(finding.code, [tuple(edit) for edit in edits]) for finding, edits in found.items()]


def test_the_edits_of_a_fix_are_given_with_lines_and_columns_of_the_page_as_it_stands() -> None:
    text = titled("A", f"{TABLE}| [[other|it]] | [[日本|x]] |\n\n[[ｏｔｈｅｒ]]\n", "a: [no, 1.10]\n")
    assert proposals(text.replace("\n", "\r\n")) == [
        ("BW116", [(5, 5, 5, 7, '"no"')]),
        ("BW116", [(5, 9, 5, 13, '"1.10"')]),
        ("BW207", [(9, 10, 9, 10, "\\"), (9, 22, 9, 22, "\\")]),
        ("BW208", [(11, 3, 11, 8, "other")]),
    ]


def test_no_edits_are_given_for_what_would_not_be_mended() -> None:
    text = titled("A", f"One.\r\n{TABLE}| [[other|it]] | x |\n")
    assert proposals("\ufeff" + text, ("| [[other|it]] |",)) == []
    assert proposals(text + "\udcff") == proposals("\ufeff\ufeff" + titled("A", "x\n", "a: no\n")) == []


@PROPERTY
@given(PAGES)
def test_edits_that_are_given_do_what_mending_does(raw: bytes) -> None:
    wiki = wiki_of({**OTHER, PATH: raw})
    page, view = wiki.pages[PATH], View(wiki, NOW)
    for finding in found_on(wiki):
        for edits in proposed(page, [finding], view).values():
            changes = [Edit(page.offset(*edit[:2]), page.offset(*edit[2:4]), edit.text) for edit in edits]
            assert write(document.read(raw), changes) == mend(raw, page, [finding], view).raw
