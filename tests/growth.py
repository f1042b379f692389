"""How cost grows with a text: pieces of the grammar, alone and in pairs, repeated n and 4n times; `python -m tests.growth` measures."""

from __future__ import annotations

import argparse
import itertools
import random
import re
import sys
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

from brainwiki.config.profile import NAMES, load_profile
from brainwiki.markup import parser
from brainwiki.model.change import Change
from brainwiki.model.wiki import Wiki
from brainwiki.rules import engine
from brainwiki.rules.rule import View
from brainwiki.usecases.collector import without_collector
from tests.helpers import NOW
from tests.hostile import FIELDS, PIECES

SMALL, TIMES = 20_000, 4  # characters of the smaller text, and how much longer the other one is
PAGES = 60  # of the smaller wiki
RATIO, SECONDS = 6.0, 0.2  # cost that grows by more, and is more than nothing, is looked at
HEAD = "---\ntype: concept\ntitle: T\ndescription: d\nsources:\n  - id: 1\n    resource: other\n  - id: 2\n    resource: https://e.org\n---\n"
_NAME = re.compile(r"\b(?:a|b|c-1|x|y|other|Other|nowhere|1|40)\b")

Texts = dict[str, str]


class Growth(NamedTuple):
    """A form that was measured: its name, the profile, CPU seconds of the small and of the large text."""

    name: str
    profile: str
    small: float
    large: float

    @property
    def suspect(self) -> bool:
        """Whether the cost grows faster than the text."""
        return self.large > SECONDS and self.large > RATIO * self.small


def _body(text: str) -> Texts:
    return {"a.md": HEAD + text, "other.md": HEAD.replace("T", "Other") + "# a\n\nIt runs. ^b\n"}


def _alternating(one: str, two: str, size: int) -> Texts:
    return _body((one + two) * (size // len(one + two) + 1))


def _lines(one: str, two: str, size: int) -> Texts:
    return _body(f"{one}{two}\n\n" * (size // len(f"{one}{two}\n\n") + 1))


def _numbered(one: str, two: str, size: int) -> Texts:
    """The same names with a number each, so that no two are equal."""
    count = size // len(f"{one}{two}0000\n\n") + 1
    return _body("".join(_NAME.sub(rf"\g<0>{n}", f"{one}{two}") + "\n\n" for n in range(count)))


def _one_after_the_other(one: str, two: str, size: int) -> Texts:
    return _body(one * (size // (2 * len(one)) + 1) + two * (size // (2 * len(two)) + 1))


def _before_the_end(one: str, two: str, size: int) -> Texts:
    return _body(one * (size // len(one) + 1) + two)


def _in_front(one: str, two: str, size: int) -> Texts:
    """Fields again and again, each time with a key of its own; a block may have 64 KiB."""
    count = size // (2 * len(one + two) + 8) + 1
    return {
        "a.md": "---\ntype: concept\n" + "".join(f"k{n}{one}\nm{n}{two}\n" for n in range(count)) + "---\nIt runs.\n"
    }


def _pages(one: str, two: str, size: int) -> Texts:
    """Many pages of one title with both pieces."""
    return {f"knowledge/{n:04}.md": f"{HEAD}{one}{two}\n" for n in range(PAGES * size // SMALL)}


Form = Callable[[str, str, int], Texts]
FORMS: tuple[Form, ...] = (_alternating, _lines, _numbered, _one_after_the_other, _before_the_end, _in_front, _pages)


def seconds(profile: str, texts: Texts) -> float:
    """CPU seconds to read two states of a wiki and to run all rules, also those on the change between them."""
    how = load_profile(profile)
    raws = {path: text.encode("utf-8", "replace") for path, text in texts.items()}
    with without_collector():
        start = time.process_time()
        old = {path: parser.parse(path, raw, how.dialect) for path, raw in raws.items()}
        new = {path: parser.parse(path, raw.replace(b"1", b"3"), how.dialect) for path, raw in raws.items()}
        base, head = Wiki(old, how.dialect), Wiki(new, how.dialect)
        change = Change(base, head, edited=frozenset(raws))
        engine.run(View(head, NOW, how.required, (), how.options, change=change), engine.Settings(how.severities))
        return time.process_time() - start


def measure(form: Form, one: str, two: str, profile: str) -> Growth:
    """The growth of one form; what looks wrong is measured again, and the best of three counts."""
    name = f"{form.__name__.strip('_')}: {one!r} {two!r}"
    small, large = (form(one, two, size) for size in (SMALL, SMALL * TIMES))
    found = Growth(name, profile, seconds(profile, small), seconds(profile, large))
    if found.suspect:
        lows = [min(seconds(profile, texts) for _ in range(3)) for texts in (small, large)]
        found = Growth(name, profile, *lows)
    return found


def forms(seed: int) -> Iterator[tuple[Form, str, str, str]]:
    """Every piece by itself in every form, then pairs without end."""
    chance = random.Random(seed)
    singles = [
        (form, piece, "\n", "brain") for piece in dict.fromkeys(PIECES) for form in FORMS if form is not _in_front
    ]
    singles += [(_in_front, field, "", "brain") for field in FIELDS]
    chance.shuffle(singles)
    yield from (single for single in singles if single[1])
    for _ in itertools.count():
        form = chance.choice(FORMS)
        pool = FIELDS if form is _in_front else PIECES
        one, two = chance.choice(pool), chance.choice(pool)
        if one and two:
            yield form, one, two, chance.choice(NAMES)


def suspects(seconds_to_spend: float, seed: int) -> tuple[int, list[Growth]]:
    """How many forms were measured in that time, and those whose cost grows too fast."""
    end = time.monotonic() + seconds_to_spend
    found: list[Growth] = []
    count = 0
    for form, one, two, profile in forms(seed):
        if time.monotonic() > end:
            break
        growth = measure(form, one, two, profile)
        count += 1
        if growth.suspect:
            found.append(growth)
            print(f"{growth.small:.3f} s, then {growth.large:.3f} s in {growth.profile}: {growth.name}", flush=True)
    return count, found


def main() -> int:
    """Measure for so long; 1 where the cost of a form grows faster than its text."""
    options = argparse.ArgumentParser(description=main.__doc__)
    options.add_argument("--minutes", type=float, default=5)
    options.add_argument("--seed", type=int, default=time.time_ns())
    chosen = options.parse_args()
    count, found = suspects(chosen.minutes * 60, chosen.seed)
    print(f"{count:,} forms, {len(found)} grow too fast")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
