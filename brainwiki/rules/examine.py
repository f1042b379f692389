"""What the page alone decides: every rule of scope file on one page, placed by line and column, so that it can be kept without the text."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import NamedTuple

from brainwiki.errors import BrainwikiError
from brainwiki.model.page import Page
from brainwiki.model.wiki import Wiki
from brainwiki.rules import suppression
from brainwiki.rules.local import FOLDER, is_local
from brainwiki.rules.rule import Check, Hit, Rule, View
from brainwiki.rules.suppression import Suppression

CRASH = "BW904"


class Placed(NamedTuple):
    """A hit of the rule `code` with its place: lines and columns from 1, in code points."""

    code: str
    line: int
    column: int
    end_line: int
    end_column: int
    message: str
    subject: str
    remedy: str
    mild: bool


class Noted(NamedTuple):
    """What one page alone tells: hits, and comments that silence. Severities and silence are applied later, by the run."""

    hits: tuple[Placed, ...] = ()
    comments: tuple[Suppression, ...] = ()


NOTHING = Noted()
Examine = Callable[[Page], Noted]


def examiner(rules: Iterable[Rule], view: View, on_crash: Callable[[BaseException], None] | None = None) -> Examine:
    """A function that notes what the rules of scope file find on a page; it sees no other page, so its answer may be kept."""
    alone = replace(view, wiki=Wiki({}, view.wiki.dialect))
    looking = [(rule, rule.check) for rule in rules if rule.scope == "file" and rule.check is not None]
    usual = [(rule, check) for rule, check in looking if not rule.problem]

    def asked(page: Page) -> list[tuple[Rule, Check]]:
        """The rules that can have anything to say about a page."""
        kinds = {problem.kind for problem in page.problems}
        found = [one for one in looking if not one[0].problem or one[0].problem in kinds] if kinds else usual
        return [one for one in found if one[0].listings] if page.kind in ("index", "log") else found

    def examine(page: Page) -> Noted:
        hits: list[Placed] = []
        for rule, check in asked(page):
            try:
                for hit in check(page, alone):
                    hits.append(place(rule.code, page, hit))
            except BrainwikiError:  # the rule is not wrong: the page could not be read
                raise
            except (Exception, SystemExit) as error:  # the report must say what was not checked
                if on_crash is not None:
                    on_crash(error)
                hits.append(place(CRASH, page, crash(rule, error)))
        comments = tuple(suppression.read(page)) if "bw-ignore" in page.text else ()
        return Noted(tuple(hits), comments) if hits or comments else NOTHING

    return examine


def crash(rule: Rule, error: BaseException) -> Hit:
    """The hit that tells of a rule that raised."""
    remedy = f"Mend the rule in {FOLDER}; `--debug` prints the traceback." if is_local(rule.code) else ""
    return Hit(0, 0, f"The rule {rule.code} crashed: {type(error).__name__}: {error}.", rule.code, remedy)


def place(code: str, page: Page | None, hit: Hit) -> Placed:
    """A hit with its lines and columns; the first place of a file that is no page."""
    line, column, end_line, end_column = 1, 1, 1, 1
    if page is not None and hit.end:
        line, column = page.place(hit.start)
        end_line, end_column = line, column + hit.end - hit.start
        if page.text.find("\n", hit.start, hit.end) >= 0:
            end_line, end_column = page.place(hit.end)
    return Placed(code, line, column, end_line, end_column, hit.message, hit.subject, hit.remedy, hit.mild)
