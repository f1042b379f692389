"""One page that two sides changed, brought together claim by claim, or the reasons why a person must do it.

Three states come in: what both sides started from, the proposal (`ours`) and what the branch has now (`theirs`). The result is
`theirs` with what the proposal changed; bytes that the proposal did not change stay as they are. It is read once more at the end,
and its claims are counted: whatever the text looks like, no claim is dropped or doubled.
"""

from __future__ import annotations

from typing import NamedTuple

from brainwiki.claims.aligning import TooMuchError
from brainwiki.claims.counted import disagreements, superseded_twice
from brainwiki.claims.joining import Side, joined
from brainwiki.claims.merging_keys import Matter, UnmergedError, merge_keys
from brainwiki.claims.renumbering import renumbered
from brainwiki.markup import document, parser
from brainwiki.markup.writer import OverlapError, write
from brainwiki.model.dialect import Dialect

_DIALECT = Dialect()
_PATH = "knowledge/page.md"
_BROKEN = frozenset({"not-utf8", "oversized-page", "unclosed-front-matter", "yaml-error", "yaml-too-complex",
                     "not-a-mapping", "duplicate-key", "second-front-matter", "conflict-marker"})  # fmt: skip


class Conflict(NamedTuple):
    """Why two states of a page cannot be brought together, each reason a phrase for people."""

    reasons: tuple[str, ...]


def merge_page(base: bytes, ours: bytes, theirs: bytes) -> bytes | Conflict:
    """The page with what `ours` and `theirs` each made of `base` (empty: it was not there); an unchanged side gives the other.

    Front matter goes by key and the body by blocks: what one side changed is taken. New sources of `ours` are numbered anew where
    `theirs` has other sources under their ids. Two new pieces at one place both stay, those of `theirs` first.
    """
    if ours in (base, theirs):
        return theirs
    if theirs == base:
        return ours
    first, second, third = map(_side, (base, ours, theirs))
    mirrored = _tried(first, third, second)  # who is called the proposal decides about order, never about a conflict
    return mirrored if isinstance(mirrored, Conflict) else _tried(first, second, third)


def _side(raw: bytes) -> Side:
    source = document.read(raw)
    page = parser.read(_PATH, source, _DIALECT)
    return Side(source, page, Matter(source.text))


def _tried(base: Side, ours: Side, theirs: Side) -> bytes | Conflict:
    try:
        return _merged(base, ours, theirs)
    except UnmergedError as error:
        return Conflict((str(error),))
    except (TooMuchError, OverlapError):
        return Conflict(("too much was changed on both sides",))


def _merged(base: Side, ours: Side, theirs: Side) -> bytes | Conflict:
    for side in (ours, theirs, *([base] if base.source.raw else [])):
        broken = sorted(_BROKEN & {problem.kind for problem in side.page.problems})
        if broken:
            raise UnmergedError(f"one side cannot be read ({', '.join(broken)})")
    raw = renumbered(ours.source.raw, ours.page, base.matter, ours.matter, theirs.matter)
    ours = _side(raw) if raw != ours.source.raw else ours
    keys = merge_keys(base.matter, ours.matter, theirs.matter)
    body = joined(base, ours, theirs)
    reasons = (*keys.reasons, *body.reasons) or superseded_twice(base.page, ours.page, theirs.page)
    if reasons:
        return Conflict(tuple(sorted(dict.fromkeys(reasons))))
    result = write(theirs.source, (*keys.edits, *body.edits))
    wrong = disagreements((base, ours, theirs), _side(result), keys.values)
    return Conflict(wrong) if wrong else result
