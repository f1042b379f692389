"""What the tables of the languages are made of: a trigger, what it is a sign of, and where its content stands."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple, get_args

Kind = Literal["remember", "standing", "decision", "preference", "number", "correction", "retraction"]
KINDS: tuple[Kind, ...] = get_args(Kind)

After = Literal["after", "before", "whole", "next", "last"]


class Trigger(NamedTuple):
    """One row of a table.

    `where` tells the content: what stands `after` or `before` the match, the `whole` sentence, or, where the trigger stands
    alone, the `next` sentence (else the one before) or the `last` one (else the next). In a whole sentence, groups whose name
    begins with `cut` are taken off; the group `gone` is what is no more. `rank` 0 comes before all others of a sentence.
    """

    kind: Kind
    where: After
    pattern: re.Pattern[str]
    rank: int = 1


def table(*rows: tuple[Kind, After, str] | tuple[Kind, After, str, int]) -> tuple[Trigger, ...]:
    """Rows as they are written: kind, place of the content, pattern, and the rank where it is not 1."""
    return tuple(
        Trigger(row[0], row[1], re.compile(row[2], re.IGNORECASE), row[3] if len(row) == 4 else 1) for row in rows
    )


def any_of(*patterns: str) -> re.Pattern[str]:
    """One pattern out of several."""
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns), re.IGNORECASE)


def words(text: str) -> str:
    """Words parted by blanks as alternatives of a pattern, longest first."""
    return "|".join(re.escape(word).replace("_", " ") for word in sorted(text.split(), key=lambda word: -len(word)))


class Doubts(NamedTuple):
    """What takes the force from a trigger, as patterns of one language.

    `report` is what others say, `negated` a trigger that is denied, `open` what is not decided yet, `story` what is told of
    the past, `idle` cheers somebody up, `everyday` is what nobody keeps a memory of, `once` what is for this time only.
    """

    question: re.Pattern[str]
    guess: re.Pattern[str]
    condition: re.Pattern[str]
    report: re.Pattern[str]
    negated: re.Pattern[str]
    open: re.Pattern[str]
    story: re.Pattern[str]
    idle: re.Pattern[str]
    everyday: re.Pattern[str]
    once: re.Pattern[str]


class Language(NamedTuple):
    """All that is known of one language.

    `opening` are words before a sentence begins (`OK, by the way,`), `polite` words without content, `ending` the signs at
    its end, `vague` the beginning of a sentence that names nothing, `request` a question that is none.
    """

    name: str
    triggers: tuple[Trigger, ...]
    doubts: Doubts
    opening: re.Pattern[str]
    polite: re.Pattern[str]
    ending: re.Pattern[str]
    vague: re.Pattern[str]
    request: re.Pattern[str]
    stop: str
