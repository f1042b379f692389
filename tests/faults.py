"""Seeded faults: plants mistakes of every kind into real wikis, in memory, and sees whether each is found where it stands.

Edits that only look like a mistake (the code `none`) are planted among them: after these nothing may be found.

`python -m tests.faults --count 500` prints a table; wikis below the folder that BRAINWIKI_CORPORA names take part.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from random import Random
from typing import NamedTuple

from brainwiki.bootstrap import open_workspace
from brainwiki.markup import parser
from brainwiki.model.finding import Finding
from brainwiki.rules import engine
from brainwiki.rules.register import BY_CODE
from brainwiki.rules.rule import View
from brainwiki.usecases.check import view_of
from brainwiki.usecases.load import load_wiki
from tests.helpers import NOW, REPOSITORY, encoded, found_corpora
from tests.planting import HARMLESS, PLANTERS, Planted, Spot

FAULTY = tuple(sorted(set(PLANTERS) - {HARMLESS}))
BATCH = 8  # faults that are planted together, on different pages
TRIES = 150  # pages of a wiki that are tried for a fault before another wiki is
Key = tuple[str, str, str]


@dataclass(frozen=True)
class Ground:
    """A wiki that faults are planted into, read once; its page types are closed to those in use."""

    name: str
    view: View
    settings: engine.Settings

    @cached_property
    def untouched(self) -> Counter[Key]:
        """What is found in the wiki as it stands."""
        return Counter(key(finding) for finding in self.check({}))

    @cached_property
    def paths(self) -> list[str]:
        """Its pages, in order."""
        return sorted(self.view.wiki.pages)

    def holds(self, code: str) -> bool:
        """Whether the rule of this code holds for this wiki."""
        return code == HARMLESS or self.settings.severity(BY_CODE[code]) != engine.OFF

    def check(self, edits: Mapping[str, str]) -> tuple[Finding, ...]:
        """The findings with these pages in place of those of the same path, with paths from the brain's root."""
        wiki = self.view.wiki
        pages = {path: parser.parse(path, encoded(edits[path]), wiki.dialect) for path in edits if path.endswith(".md")}
        files = wiki.files | (edits.keys() - pages.keys())
        changed = replace(wiki, pages=dict(sorted({**wiki.pages, **pages}.items())), files=files)
        found = engine.run(replace(self.view, wiki=changed), self.settings).findings
        start = f"{wiki.prefix}/" if wiki.prefix else ""
        return tuple(one._replace(path=one.path.removeprefix(start)) for one in found)


class Fault(NamedTuple):
    """A planted fault: its code, the wiki it is in, and what was planted."""

    code: str
    ground: Ground
    planted: Planted

    @property
    def touched(self) -> set[str]:
        """The pages that it is about."""
        return {self.planted.path, *self.planted.edits}

    def explains(self, finding: Key) -> bool:
        """Whether a finding follows from this fault."""
        path, code, _ = finding
        if path in self.touched:
            return code == self.code or code in self.planted.also
        return code in self.planted.elsewhere


class Verdict(NamedTuple):
    """What came of a fault: whether it was found, new, in its line; and findings that nothing explains."""

    fault: Fault
    found: bool
    unexplained: tuple[Key, ...] = ()


def key(finding: Finding) -> Key:
    """What a finding is about, without its line: an edit above it moves it and makes no new one."""
    return finding.path, finding.code, finding.subject


def grounds() -> list[Ground]:
    """Every wiki that can be found, with the configuration of its workspace."""
    return [ground(name, folder) for name, folder in found_corpora().items()]


def ground(name: str, folder: Path) -> Ground:
    """A wiki made ready; those of this repository are read through their workspace."""
    own = folder.is_relative_to(REPOSITORY)
    workspace = open_workspace(str(folder.parent if own else folder), now=NOW)
    wiki = load_wiki(workspace)
    view = view_of(workspace, wiki)
    types = tuple(sorted({page.type for page in wiki if page.type} | {"concept"}))
    settings = engine.Settings(workspace.profile.severities, workspace.config.rules, workspace.config.paths)
    return Ground(name, replace(view, types=types), settings)


def plan(fields: list[Ground], count: int, seed: int, codes: Iterable[str] = FAULTY) -> list[Fault]:
    """Faults in equal shares of all codes, on pages that chance chooses; a code that fits nowhere is passed by."""
    faults: list[Fault] = []
    open_codes = list(codes)
    turn = 0
    while open_codes and len(faults) < count:
        for code in list(open_codes):
            if len(faults) == count:
                break
            fault = _sown(code, fields, Random(f"{seed} {code} {turn}"))  # the same for a code whatever the others are
            if fault is None:
                open_codes.remove(code)
            else:
                faults.append(fault)
        turn += 1
    return faults


def _sown(code: str, fields: list[Ground], dice: Random) -> Fault | None:
    """One fault of a code in the first wiki, in an order that chance gives, in which it can be planted."""
    for field in dice.sample(fields, k=len(fields)):
        if not field.holds(code):
            continue
        for path in dice.sample(field.paths, k=min(TRIES, len(field.paths))):
            spot = Spot(field.view.wiki.pages[path], field.view, dice)
            for plant in dice.sample(PLANTERS[code], k=len(PLANTERS[code])):
                planted = plant(spot)
                if planted is not None:
                    return Fault(code, field, planted)
    return None


def batches(faults: Iterable[Fault]) -> Iterator[list[Fault]]:
    """Faults of one wiki that touch different pages, a few at a time."""
    waiting: dict[str, list[list[Fault]]] = {}
    for fault in faults:
        rows = waiting.setdefault(fault.ground.name, [])
        row = next((one for one in rows if len(one) < BATCH and not any(f.touched & fault.touched for f in one)), None)
        if row is None:
            rows.append([fault])
        else:
            row.append(fault)
    for rows in waiting.values():
        yield from rows


def judge(faults: list[Fault]) -> list[Verdict]:
    """The verdict on each fault. Those planted together are judged alone where anything is in doubt."""
    together = _judged(faults)
    if len(faults) == 1 or all(one.found and not one.unexplained for one in together):
        return together
    return [verdict for fault in faults for verdict in _judged([fault])]


def _judged(faults: list[Fault]) -> list[Verdict]:
    """The verdict on faults that are planted at once; a finding that none of them explains counts against all."""
    field = faults[0].ground
    findings = field.check({path: text for fault in faults for path, text in fault.planted.edits.items()})
    counts = Counter(key(finding) for finding in findings)
    new = counts - field.untouched
    places = {(finding.path, finding.code, finding.line) for finding in findings if key(finding) in new}
    unexplained = tuple(sorted(one for one in new if not any(fault.explains(one) for fault in faults)))
    return [
        Verdict(
            fault,
            fault.code == HARMLESS or (fault.planted.path, fault.code, fault.planted.line) in places,
            unexplained,
        )
        for fault in faults
    ]


def judge_all(faults: list[Fault]) -> list[Verdict]:
    """The verdicts on all faults."""
    return [verdict for batch in batches(faults) for verdict in judge(batch)]


def told(verdict: Verdict) -> str:
    """What is wrong with a verdict, in one line."""
    fault = verdict.fault
    place = f"{fault.ground.name}: {fault.planted.path}:{fault.planted.line} {fault.code}"
    if not verdict.found:
        return f"missed {place}"
    return f"unexplained after {place}: {', '.join(' '.join(one) for one in verdict.unexplained[:5])}"


def table(verdicts: list[Verdict]) -> str:
    """Planted, found, missed and unexplained by code."""
    rows = [f"{'code':8}{'planted':>8}{'found':>8}{'missed':>8}{'unexplained':>13}"]
    for code in [*sorted({one.fault.code for one in verdicts}), "all"]:
        mine = [one for one in verdicts if code in ("all", one.fault.code)]
        found = sum(one.found for one in mine)
        odd = sum(bool(one.unexplained) for one in mine)
        rows.append(f"{code:8}{len(mine):>8}{found:>8}{len(mine) - found:>8}{odd:>13}")
    return "\n".join(rows)


def main(arguments: list[str] | None = None) -> int:
    """Plant, judge, print; 1 where a fault was missed or something is unexplained."""
    parse = argparse.ArgumentParser(prog="python -m tests.faults", description="Plants faults into real wikis.")
    parse.add_argument("--count", type=int, default=500, help="how many faults (500)")
    parse.add_argument("--seed", type=int, default=1, help="the seed of chance (1)")
    parse.add_argument("--code", action="append", help="only this rule; may be repeated")
    given = parse.parse_args(arguments)
    fields = grounds()
    faults = plan(fields, given.count, given.seed, given.code or FAULTY)
    if not given.code:
        faults += plan(fields, given.count // 5, given.seed, [HARMLESS])
    verdicts = judge_all(faults)
    wrong = [told(one) for one in verdicts if not one.found or one.unexplained]
    print("\n".join([*wrong, *([""] if wrong else []), table(verdicts)]))
    print(f"{len(fields)} wikis: {', '.join(field.name for field in fields)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
