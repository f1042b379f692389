"""Comments that silence a finding: which lines and codes they cover."""

from __future__ import annotations

import pytest

from brainwiki.rules import suppression
from brainwiki.rules.suppression import Suppression
from tests.helpers import page_of


def read(body: str, **dialect: object) -> list[Suppression]:
    """The suppressions of a body; lines are counted from the body's first."""
    page = page_of(body, **dialect)
    first = page.place(page.body)[0] - 1
    return [
        Suppression(
            one.codes, one.line - first if one.line else 0, one.start - page.body, one.end - page.body, one.reason
        )
        for one in suppression.read(page)
    ]


@pytest.mark.parametrize(
    ("body", "codes", "line", "reason"),
    [
        ("<!-- bw-ignore BW204: on purpose -->\n[[]]\n", ("BW204",), 2, "on purpose"),
        ("<!--bw-ignore BW204:x-->\n[[]]\n", ("BW204",), 2, "x"),
        ("<!-- bw-ignore BW204, BW201 BW301: a: b -->\n", ("BW204", "BW201", "BW301"), 2, "a: b"),
        ("<!-- bw-ignore-file BW204: all of it -->\n", ("BW204",), 0, "all of it"),
        ("<!-- bw-ignore BW204: over\ntwo lines -->\n[[]]\n", ("BW204",), 3, "over\ntwo lines"),
        ("<!--\nbw-ignore BW204: x\n-->\n[[]]\n", ("BW204",), 4, "x"),
        ("Words. <!-- bw-ignore BW204: x --> More.\n", ("BW204",), 2, "x"),
        ("<div><!-- bw-ignore BW204: x --></div>\n", ("BW204",), 2, "x"),
        ("> <!-- bw-ignore BW204: x -->\n> [[]]\n", ("BW204",), 2, "x"),
        ("<!-- bw-ignore BW204 -->\n", ("BW204",), 2, ""),
        ("<!-- bw-ignore BW204: -->\n", ("BW204",), 2, ""),
        ("<!-- bw-ignore -->\n", (), 2, ""),
        ("<!-- bw-ignore: x -->\n", (), 2, "x"),
        ("<!-- bw-ignore bw204: x -->\n", ("bw204",), 2, "x"),
    ],
)
def test_what_a_comment_says(body: str, codes: tuple[str, ...], line: int, reason: str) -> None:
    (found,) = read(body)
    assert (found.codes, found.line, found.reason) == (codes, line, reason)
    assert body[found.start : found.end].startswith("<!--")
    assert body[found.start : found.end].endswith("-->")


@pytest.mark.parametrize(
    "body",
    [
        *(
            "bw-ignore BW204: x\n",
            "`<!-- bw-ignore BW204: x -->`\n",
            "```\n<!-- bw-ignore BW204: x -->\n```\n",
            "\\<!-- bw-ignore BW204: x -->\n",
        ),
        *(
            "<!-- bw-ignored BW204: x -->\n",
            "<!-- no bw-ignore BW204: x -->\n",
            "<!-- bw-ignore BW204: never closed\n",
            "[bw-ignore](x)\n",
        ),
        *("<!-- bw-ignore BW204: x --!>\n", "$<!-- bw-ignore BW204: x -->$\n"),
    ],
)
def test_what_is_no_suppression(body: str) -> None:
    assert read(body) == []


def test_comments_of_other_dialects_silence_nothing() -> None:
    assert read("%% bw-ignore BW204: x %%\n", comments=True) == []


def test_the_first_comment_for_a_code_and_line_covers_it() -> None:
    first = Suppression(("BW204", "BW201"), 5, 0, 1, "a")
    second = Suppression(("BW204",), 5, 2, 3, "b")
    mute = Suppression(("BW301",), 5, 4, 5, "")
    whole = Suppression(("BW204",), 0, 6, 7, "c")
    assert suppression.covering([first, second, mute, whole]) == {
        ("BW204", 5): first,
        ("BW201", 5): first,
        ("BW204", 0): whole,
    }


@pytest.mark.parametrize(
    "body",
    [
        "<!-- bw-ignore " * 20_000,
        "<!-- bw-ignore BW204:" + " " * 200_000 + "x -->",
        "<!-- bw-ignore BW204: x -->\n" * 10_000,
    ],
)
def test_comments_without_end_are_read_once(body: str) -> None:
    assert len(read(body)) in (0, 1, 10_000)
