"""What a rule is: data, examples and one function from a page or a wiki to hits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, NamedTuple

from brainwiki.markup.document import Document
from brainwiki.markup.writer import Edit
from brainwiki.model.books import Booked
from brainwiki.model.change import Change
from brainwiki.model.finding import FixKind, Severity
from brainwiki.model.page import Page
from brainwiki.model.wiki import Wiki
from brainwiki.rules.schemas import Schema

# file: decided by the page alone, so its hits may be cached with the page. wiki: looks at other pages, files or the clock.
# change: compares two states. engine: raised by the engine itself.
Scope = Literal["file", "wiki", "change", "engine"]


class Hit(NamedTuple):
    """What a rule found: a span of a page's text, or a line of another file where `page` is None; `subject` names the thing.

    `path` is from the brain's root; with a slash before it, from the workspace. `mild` makes a hit of a BLOCK rule a WARN where
    nothing is configured for the rule.
    """

    start: int
    end: int
    message: str
    subject: str
    remedy: str = ""
    path: str = ""
    mild: bool = False


@dataclass(frozen=True)
class View:
    """What a rule may look at: the snapshot, the instant of the run, required fields by kind, settings by rule code, the
    workspace's own schemas by page type, the change that led here where two states are compared, and the title that the
    workspace declares (empty where it declares none); `index_budget` is the size of a generated index in tokens; `books` are
    the files of events on the branch of the states, none where there is no such branch.

    A rule of scope file gets a snapshot without pages: it can only look at the page that it is given.
    """

    wiki: Wiki
    now: datetime
    required: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    types: tuple[str, ...] = ()
    options: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    schemas: Mapping[str, Schema] = field(default_factory=dict)
    change: Change | None = None
    title: str = ""
    index_budget: int = 8_000
    books: tuple[Booked, ...] = ()


@dataclass(frozen=True)
class Example:
    """A page that shows a rule. `text` is the whole file, unless `wrap` puts valid front matter before it.

    `files` holds other files of the small brain around it. `note` says what to see. For a rule on changes `base` is the state
    before: all its files by path from the brain's root.
    """

    text: str
    note: str = ""
    wrap: bool = True
    files: Mapping[str, str] = field(default_factory=dict)
    path: str = "knowledge/example.md"
    base: Mapping[str, str] | None = None


Check = Callable[[Page, View], Iterable[Hit]]
WikiCheck = Callable[[View], Iterable[Hit]]
ChangeCheck = Callable[[View, Change], Iterable[Hit]]


@dataclass(frozen=True)
class Mend:
    """How findings of a rule are mended where no reader has to judge; exactly one of the first three is set.

    `edits` gets the page and the span of one finding, and gives nothing where this one is not plain enough; `recode` gives the
    bytes of a file whose text stays as it is; `whole` gives the new text of a page that is made from others. `links` says which
    links may change: none, those that a finding is about (what it makes of one must lead to one page or file), or all.
    """

    edits: Callable[[Page, View, int, int], Iterable[Edit]] | None = None
    recode: Callable[[Document], bytes] | None = None
    whole: Callable[[Page, View], str] | None = None
    links: Literal["none", "found", "all"] = "none"


@dataclass(frozen=True)
class Rule:
    """One rule. `check` looks at one page, `check_wiki` at the snapshot, `check_change` at two states of it; exactly one is set,
    none for rules of the engine.

    `problem` names the kind of problem that reading must have found for `check` to have anything to say; `among` gives the
    pages of a wiki on which a `check` of scope wiki can have anything to say; `spared` tells of a change that it cannot have brought
    a new hit of `check_wiki`: all three only save time.
    `mend` is there where `fix` is safe. `digest` stands for the code of a rule that does not come with this program, so that
    nothing is kept of an older form of it.
    """

    code: str
    slug: str
    severity: Severity
    summary: str
    why: str
    remedy: str
    bad: tuple[Example, ...]
    good: tuple[Example, ...]
    scope: Scope = "file"
    since: str = "0.1"
    fix: FixKind | None = None
    mend: Mend | None = None
    integrity: bool = False
    listings: bool = False
    problem: str = ""
    among: Callable[[Wiki], Iterable[Page]] | None = None
    spared: Callable[[Change], bool] | None = None
    check: Check | None = None
    check_wiki: WikiCheck | None = None
    check_change: ChangeCheck | None = None
    digest: str = ""


def from_problem(kind: str, message: Callable[[Page, list[str]], str], subject: str = "") -> Check:
    """A check that reports what reading already found; `message` gets the page and the words of the problem's detail.

    The subject is that detail, or the words at the place where there is none; where the detail holds numbers that every edit
    changes, `subject` says what it is instead, with `{}` for the first word.
    """

    def check(page: Page, view: View) -> Iterator[Hit]:
        for problem in page.problems:
            if problem.kind == kind:
                words = problem.detail.split("\0")
                what = subject.format(words[0]) or problem.detail or page.text[problem.start : problem.end]
                yield Hit(problem.start, problem.end, message(page, words), what)

    return check
