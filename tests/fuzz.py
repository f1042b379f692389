"""What must hold of every page, wiki and change, however hostile; `python -m tests.fuzz --minutes 10` tries new ones."""

from __future__ import annotations

import argparse
import json
import marshal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any
from xml.etree import ElementTree

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from brainwiki.config.profile import NAMES, Profile, load_profile
from brainwiki.markup import parser
from brainwiki.model.affected import affected
from brainwiki.model.change import Change, Commit
from brainwiki.model.content import blob_id
from brainwiki.model.facts import from_plain, to_plain
from brainwiki.model.finding import Report
from brainwiki.model.page import Page, Whole
from brainwiki.model.wiki import Wiki
from brainwiki.rules import engine
from brainwiki.rules.examine import CRASH, Noted, examiner
from brainwiki.rules.mending import mend, proposed
from brainwiki.rules.register import BY_CODE
from brainwiki.rules.reports.formats import FORMATS, Output
from brainwiki.rules.rule import View
from tests import growth
from tests.helpers import NOW, change_of, state_of
from tests.hostile import CHANGES, COMMITS, OTHER, PAGES, PATHS, WIKIS


def said(view: View, how: Profile, noted: Mapping[str, Noted] | None = None) -> Report:
    """What all rules say; none may crash."""
    errors: list[BaseException] = []
    report = engine.run(view, engine.Settings(how.severities, on_crash=errors.append), noted)
    if errors:
        raise errors[0]
    assert not [finding for finding in report.findings if finding.code == CRASH]
    return report


def places_are_real(report: Report, pages: Mapping[str, Page]) -> None:
    """Every finding lies in its file, and its end is not before its start."""
    for one in report.findings:
        page = pages.get(one.path)
        assert (one.line, one.column) <= (one.end_line, one.end_column), one
        if page is None:
            assert one.line >= 1 <= one.column, one
            continue
        assert one.end_line <= page.text.count("\n") + 1, one
        assert 1 <= one.column <= len(page.line(one.line)) + 1, one
        assert 1 <= one.end_column <= len(page.line(one.end_line)) + 1, one


def every_format_renders(report: Report, pages: Mapping[str, Page]) -> None:
    """Each format gives a text that can be written, and read again where it has a grammar."""
    for name, render in FORMATS.items():
        text = render(Output(report, pages, "", silenced=True))
        text.encode()
        if name in ("json", "sarif", "gitlab", "rdjson"):
            json.loads(text)
        elif name == "junit":
            ElementTree.fromstring(text)


def by_facts(pages: Mapping[str, bytes], wiki: Wiki) -> Wiki:
    """The snapshot as a cache gives it: pages by their plain facts, each read again where more is asked for."""

    def whole(path: str) -> Whole:
        return parser.parse(path, pages[path], wiki.dialect).whole

    kept = {
        path: from_plain(path, blob_id(pages[path]), marshal.loads(marshal.dumps(to_plain(page))), partial(whole, path))
        for path, page in wiki.pages.items()
    }
    return replace(wiki, pages=kept, proofs={})


def turned(wiki: Wiki) -> Wiki:
    """The same snapshot with its pages in another order."""
    return replace(wiki, pages=dict(reversed(list(wiki.pages.items()))), proofs={})


def with_crlf(texts: Mapping[str, bytes]) -> dict[str, bytes]:
    """The CRLF twin of a state."""
    return {path: raw.replace(b"\n", b"\r\n") for path, raw in texts.items()}


def mending_is_safe(texts: Mapping[str, bytes], report: Report, view: View) -> None:
    """Whatever the findings, mending ends, and keeps the claims of each page."""
    for path, page in view.wiki.pages.items():
        found = [one for one in report.findings if one.path == path and one.fix == "safe"]
        if found:
            again = parser.parse(path, mend(texts[path], page, found, view).raw, view.wiki.dialect)
            claims = [[(claim.id, claim.ids) for claim in one.claims] for one in (page, again)]
            assert claims[0] == claims[1], "claims after mending"
            proposed(page, found, view)


def outline(report: Report, exact: bool) -> list[Any]:
    """What two reports are compared by: everything, or path, place, code and slug alone."""
    return [tuple(one) if exact else one[:5] for one in report.findings]


def laws_of_wiki(profile: str, texts: Mapping[str, bytes], twin: bool = True) -> None:
    """Everything that holds of a wiki, whatever its files."""
    how = load_profile(profile)
    wiki = state_of(texts, how.dialect)

    def view(state: Wiki) -> View:
        return View(state, NOW, how.required, ("concept",), how.options)

    report = said(view(wiki), how)
    places_are_real(report, wiki.pages)
    every_format_renders(report, wiki.pages)
    mending_is_safe(texts, report, view(wiki))
    assert said(view(state_of(texts, how.dialect)), how) == report, "the same again"
    assert said(view(turned(wiki)), how) == report, "another order of pages"
    examine = examiner(engine.Settings(how.severities).chosen(), view(wiki))
    noted = {path: examine(page) for path, page in wiki.pages.items()}
    assert said(view(by_facts(texts, wiki)), how, noted) == report, "by facts"
    if twin and not any(b"\r" in raw for raw in texts.values()):
        exact = not any(finding.code == "BW101" for finding in report.findings)  # its message counts bytes
        other = said(view(state_of(with_crlf(texts), how.dialect)), how)
        assert outline(other, exact) == outline(report, exact), "the CRLF twin"


def nothing_new_elsewhere(change: Change, how: Profile) -> None:
    """On pages that a change cannot have damaged, the rules that look at one page after another say what they said before."""
    calm = change.base.pages.keys() & change.head.pages.keys() - affected(change)
    told: list[list[Any]] = []
    for state in (change.base, change.head):
        report = said(View(state, NOW, how.required, (), how.options), how)
        pages = [one for one in report.findings if one.path in calm and BY_CODE[one.code].check is not None]
        told.append([one[:9] for one in pages])  # remedies suggest names that may be new
    assert told[0] == told[1], "elsewhere"


def laws_of_change(before: Mapping[str, bytes], after: Mapping[str, bytes], more: Mapping[str, Any]) -> None:
    """Everything that holds of two states, whatever led from the one to the other."""
    how = load_profile("brain")

    def compared(change: Change) -> Report:
        return said(View(change.head, NOW, how.required, (), how.options, change=change), how)

    change = change_of(before, after, how.dialect, **more)
    report = compared(change)
    every_format_renders(report, change.head.pages)
    places_are_real(report, change.head.pages)
    assert compared(change_of(before, after, how.dialect, **more)) == report, "the same again"
    other = replace(change, base=turned(change.base), head=turned(change.head))
    assert compared(other) == report, "another order of pages"
    facts = replace(change, base=by_facts(before, change.base), head=by_facts(after, change.head))
    assert compared(facts) == report, "by facts"
    nothing_new_elsewhere(change, how)
    same = compared(change_of(after, after, how.dialect, **more))
    assert not [one for one in same.findings if BY_CODE[one.code].scope == "change"], "a state against itself"


def page_with_other(profile: str, path: str, raw: bytes) -> None:
    """The laws of a wiki of one hostile page beside a good one."""
    laws_of_wiki(profile, {path: raw, "other.md": OTHER})


def wiki_of_many(profile: str, texts: Mapping[str, bytes]) -> None:
    """The laws of a wiki of hostile files."""
    laws_of_wiki(profile, texts)


def two_states(states: tuple[dict[str, bytes], dict[str, bytes]], commits: tuple[Commit, ...], adopted: bool) -> None:
    """The laws of a change between hostile states."""
    laws_of_change(*states, {"commits": commits, "adopted": adopted})


Law = tuple[Callable[..., None], tuple[st.SearchStrategy[Any], ...]]
LAWS: dict[str, Law] = {
    "pages": (page_with_other, (st.sampled_from(NAMES), PATHS, PAGES)),
    "wikis": (wiki_of_many, (st.sampled_from(NAMES), WIKIS)),
    "changes": (two_states, (CHANGES, COMMITS, st.booleans())),
}


def tried(name: str, counts: Counter[str], examples: int, **more: Any) -> None:
    """Try a law on so many examples, each counted; raises what the smallest failing one raises."""
    law, values = LAWS[name]

    @settings(deadline=None, database=None, suppress_health_check=list(HealthCheck), max_examples=examples, **more)
    @given(st.tuples(*values))
    def run(drawn: tuple[Any, ...]) -> None:
        counts[name] += 1
        law(*drawn)

    run()


def broken_laws(seconds: float, only: list[str], counts: Counter[str]) -> int:
    """Try new examples for so long and print each kind of failure once, with its smallest example; how many there were."""
    end = time.monotonic() + seconds
    failures: set[str] = set()
    while time.monotonic() < end:
        for name in only:
            try:
                tried(name, counts, 100, report_multiple_bugs=False)
            except Exception as error:  # whatever it is: that is what is looked for
                where = traceback.extract_tb(error.__traceback__)[-1]
                key = f"{name}: {type(error).__name__} at {where.filename.rpartition('/')[2]}:{where.lineno}"
                if key not in failures:
                    failures.add(key)
                    print("\n".join([key, str(error), *getattr(error, "__notes__", [])]), flush=True)
    return len(failures)


def main() -> int:
    """Try the laws, then look at how cost grows, each for half of the time; 1 where anything was found."""
    options = argparse.ArgumentParser(description=main.__doc__)
    options.add_argument("--minutes", type=float, default=10)
    options.add_argument("--only", choices=[*LAWS], action="append")
    chosen = options.parse_args()
    counts: Counter[str] = Counter()
    failures = broken_laws(chosen.minutes * 30, chosen.only or [*LAWS], counts)
    forms, suspects = growth.suspects(chosen.minutes * 30, time.time_ns())
    print(", ".join(f"{count:,} {name}" for name, count in counts.items()), f"{failures} kinds of failure")
    print(f"{forms:,} forms, {len(suspects)} grow too fast")
    return 1 if failures or suspects else 0


if __name__ == "__main__":
    sys.exit(main())
