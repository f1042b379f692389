"""Reports that every format has to stand: none, awkward names and words, places without a page, very many findings."""

from __future__ import annotations

from collections.abc import Mapping

from brainwiki.model.finding import Edit, Finding, Report, Severity, Silenced
from brainwiki.model.page import Page
from tests.helpers import bare

PAGE = "First line.\n「日本語」と 👩‍🚀 の [[ない]] 頁。\nraw \udcff byte [[x]]\nlast"
NAMES = {
    "plain": "wiki/a.md",
    "bad bytes": "wiki/caf\udce9\udcff.md",
    "controls": "wiki/a\x00\x07\x1b[31m\r\n\u202eb\u2028.md",
    "scripts": "wiki/日本/メモ 「1」。.md",
    "emoji": "wiki/👩‍🚀 🇯🇵.md",
    "markup": "wiki/<b>@all #12 `x` ``y`` |z| [l](http://e.org) &amp; *s*_.md",
    "backtick": "`wiki`",
    "reserved": "wiki/a:b,c%d?e#f\\g.md",
    "no path": "",
    "configuration": "brainwiki.toml",
    "surrogate": "wiki/\ud800.md",
    "long": "wiki/" + "日" * 3_000 + ".md",
}


def finding(
    path: str = "wiki/a.md",
    place: tuple[int, int, int, int] = (1, 1, 1, 1),
    code: str = "BW201",
    severity: Severity = Severity.BLOCK,
    **more: object,
) -> Finding:
    """A finding at a place: line, column, end line, end column."""
    values: dict[str, object] = {
        "path": path,
        "line": place[0],
        "column": place[1],
        "code": code,
        "slug": "broken-wikilink",
        "severity": severity,
        "end_line": place[2],
        "end_column": place[3],
        "message": "Nothing answers to [[x]].",
        "remedy": "Mend it.",
        "fix": None,
        "subject": "x",
    }
    return Finding(**{**values, **more})  # type: ignore[arg-type]


def pages(*paths: str) -> Mapping[str, Page]:
    """The same page under each path."""
    return {path: bare(PAGE) for path in paths}


def warning(line: int, path: str = "wiki/a.md") -> Finding:
    """A finding that warns."""
    return finding(path, (line, 1, line, 2), "BW302", Severity.WARN, message=f"Source {line} is never cited.")


def awkward() -> dict[str, tuple[Report, Mapping[str, Page]]]:
    """Each awkward report with its pages."""
    found = {f"name: {name}": (Report((finding(path),), 1), {}) for name, path in NAMES.items()}
    found |= {
        f"words: {name}": (
            Report(
                (finding(message=f"{words} is wrong: {words}.", remedy=f"Did you mean {words}?", subject=words),), 1
            ),
            pages("wiki/a.md"),
        )
        for name, words in NAMES.items()
    }
    many = tuple(finding(f"wiki/{line % 97}.md", (line, 1, line, 2), subject=f"{line}") for line in range(1, 10_001))
    mixed = (finding(place=(2, 11, 2, 17)), warning(3), finding("wiki/b.md", (3, 5, 4, 1)), warning(1, "wiki/c.md"))
    fixable = (finding(place=(2, 11, 2, 17), fix="safe"), finding(place=(3, 1, 3, 4), fix="unsafe", subject="y"))
    edits = {0: (Edit(2, 11, 2, 17, "[[猫\udcff]]"),), 1: (Edit(3, 1, 3, 1, "a"), Edit(3, 2, 3, 4, ""))}
    silenced = (
        Silenced(finding(), "comment", "kept \u202e on purpose"),
        Silenced(warning(2), "configuration", "imported"),
        Silenced(warning(3), "baseline", ""),
    )
    return {
        **found,
        "nothing": (Report((), 0), {}),
        "clean": (Report((), 12_345, 2, 1), {}),
        "mixed": (
            Report(mixed, 3, lowered=("BW1 is off in `x|y`: @all",)),
            pages("wiki/a.md", "wiki/b.md", "wiki/c.md"),
        ),
        "many": (Report(tuple(sorted(many, key=lambda one: one[:4])), 97), {}),
        "twins": (Report((finding(), finding(), finding(place=(2, 1, 2, 2))), 1), pages("wiki/a.md")),
        "fixes": (Report(fixable, 1, fixes=edits), pages("wiki/a.md")),
        "silenced": (Report((), 1, 3, silenced=silenced), pages("wiki/a.md")),
        "lowered": (
            Report((), 1, lowered=tuple("<i>@x</i>" * 50 for _ in range(99)), unverifiable=(("#1 offline", 3),)),
            {},
        ),
    }


AWKWARD = awkward()
