"""Comments that silence a finding: `<!-- bw-ignore BW301: reason -->` on the line above, `bw-ignore-file` for the page."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from brainwiki.model.page import Page

_COMMENT = re.compile(r"\s*bw-ignore(?P<file>-file)?\b(?P<codes>[^:]*)(?::(?P<reason>.*))?\Z", re.DOTALL)


class Suppression(NamedTuple):
    """One comment: the codes it names, the line that it covers (0: the whole page), its span and its reason."""

    codes: tuple[str, ...]
    line: int
    start: int
    end: int
    reason: str


def read(page: Page) -> list[Suppression]:
    """The suppressions of a page, in order."""
    if "bw-ignore" not in page.text:
        return []
    found = []
    for comment in page.ranges:
        words = page.text[comment.start : comment.end] if comment.kind == "comment" else ""
        match = _COMMENT.match(words[4:-3]) if words.startswith("<!--") and words.endswith("-->") else None
        if match:
            codes = tuple(match["codes"].replace(",", " ").split())
            line = 0 if match["file"] else page.place(comment.end - 1)[0] + 1
            found.append(Suppression(codes, line, comment.start, comment.end, (match["reason"] or "").strip()))
    return found


def covering(suppressions: Iterable[Suppression]) -> dict[tuple[str, int], Suppression]:
    """The first suppression for each code and line (0: the whole page); without a reason one covers nothing."""
    found: dict[tuple[str, int], Suppression] = {}
    for one in suppressions:
        for code in one.codes if one.reason else ():
            found.setdefault((code, one.line), one)
    return found
