"""Runs rules over a snapshot: selection, severities, suppression, crash isolation, one deterministic order."""

from __future__ import annotations

import fnmatch
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from brainwiki.errors import BrainwikiError
from brainwiki.model.evidence import out_of_reach
from brainwiki.model.finding import Finding, Report, Severity, Silenced
from brainwiki.model.names import parent
from brainwiki.model.page import Page
from brainwiki.rules import suppression
from brainwiki.rules.examine import CRASH, Noted, Placed, crash, examiner, place
from brainwiki.rules.local import is_local
from brainwiki.rules.register import BY_CODE, RULES
from brainwiki.rules.rule import Hit, Rule, View
from brainwiki.rules.suppression import Suppression

OFF = "off"
_ORDER = (OFF, "WARN", "BLOCK")
_SEVERITIES = {severity.value: severity for severity in Severity}


class ConfigFile(NamedTuple):
    """The file that the workspace's settings stand in, as a page of the kind `raw`, and the spans of its keys by their path."""

    page: Page
    places: Mapping[tuple[str, ...], tuple[int, int]]


@dataclass(frozen=True)
class Settings:
    """How a run is set: `severities` of the profile, `configured` of the workspace (listed where they lower a BLOCK), `paths`
    by pattern, `select` and `ignore` as code prefixes, `only` limits what is reported to these paths (files or folders); `file`
    is where a finding on the settings themselves stands."""

    severities: Mapping[str, str] = field(default_factory=dict)
    configured: Mapping[str, str] = field(default_factory=dict)
    paths: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    rules: tuple[Rule, ...] = RULES
    on_crash: Callable[[BaseException], None] | None = None
    file: ConfigFile | None = None

    @cached_property
    def local(self) -> dict[str, Rule]:
        """The workspace's own rules, by code."""
        return {rule.code: rule for rule in self.rules if is_local(rule.code)}

    @cached_property
    def known(self) -> dict[str, Rule]:
        """Every rule that may be named in this run, by code: the built-in ones, and the workspace's own."""
        return {**BY_CODE, **self.local}

    def severity(self, rule: Rule) -> str:
        """The severity of a rule in this run: BLOCK, WARN or off."""
        return self.configured.get(rule.code) or self.severities.get(rule.code) or rule.severity.value

    def chosen(self) -> list[Rule]:
        """The rules that run: selected, not ignored, not off."""
        return [rule for rule in self.rules if self._selected(rule) and self.severity(rule) != OFF]

    def lowered(self) -> Iterator[tuple[tuple[str, ...], str]]:
        """Every BLOCK that the workspace's configuration lowers: the setting's keys, and what it does in words."""
        for code, severity in sorted(self.configured.items()):
            rule = self.known.get(code)
            if rule and _lowers(rule, self.severities.get(code) or rule.severity.value, severity):
                yield ("rules", code), f"{code} is {severity} by configuration"
        for pattern, table in sorted(self.paths.items()):
            for code, severity in sorted(table.items()):
                rule = self.known.get(code)
                if rule and _lowers(rule, self.severity(rule), severity):
                    yield ("paths", pattern, code), f"{code} is {severity} in {pattern}: {table.get('reason', '')}"

    def _selected(self, rule: Rule) -> bool:
        if self.select and not rule.code.startswith(self.select):
            return False
        return not (self.ignore and rule.code.startswith(self.ignore))

    @cached_property
    def _only(self) -> frozenset[str]:
        return frozenset(one.rstrip("/") for one in self.only)

    def reports(self, path: str) -> bool:
        """Whether findings at `path` are reported."""
        if not self.only or path in self._only:
            return True
        while path := parent(path):
            if path in self._only:
                return True
        return False


def _lowers(rule: Rule, before: str, after: str) -> bool:
    """Whether a setting takes a BLOCK rule down from where it would stand without it."""
    return rule.severity is Severity.BLOCK and _ORDER.index(after) < _ORDER.index(before)


def run(
    view: View,
    settings: Settings,
    noted: Mapping[str, Noted] | None = None,
    focus: frozenset[str] | None = None,
) -> Report:
    """Check a snapshot. A rule that raises becomes one finding of its own and hides no other.

    `noted` is what the pages alone tell, by path, where it was examined before; what is missing is examined now. `focus` are the
    pages that a change can have damaged: others are not looked at, and no rule that the change spares.
    """
    return _Run(view, settings, noted or {}, focus).report()


class _Run:
    """One run: gathers findings, then silences, then sorts."""

    def __init__(
        self, view: View, settings: Settings, noted: Mapping[str, Noted], focus: frozenset[str] | None
    ) -> None:
        self.view = view
        self.settings = settings
        self.noted = noted
        self.findings: list[Finding] = []
        self.silenced: list[Silenced] = []
        self.prefix = view.wiki.path_prefix
        self.focus = focus
        self.comments = {path: one.comments for path, one in noted.items() if one.comments and path in view.wiki.pages}
        # Pages of which nothing is reported need no look, but all of them are there for rules on the whole.
        looked_at = view.wiki if focus is None else [view.wiki.pages[path] for path in sorted(focus)]
        self.pages = [page for page in looked_at if settings.reports(self.prefix + page.path)]
        self.reported = {page.path for page in self.pages}

    def report(self) -> Report:
        """Run everything and put the report together."""
        rules = {rule.code: rule for rule in self.settings.chosen()}
        self.alone(rules)
        for rule in rules.values():
            if rule.scope == "wiki" or rule.scope == "change" and self.view.change is not None:
                self.whole(rule)
        lowered = tuple(self.settings.lowered())
        if "BW905" in rules:
            for keys, words in lowered:
                self.on_setting(keys, words)
        # What a comment silences in one comparison is gone in the next, so none for a rule on changes is without effect.
        kept, suppressed = self.silence({code for code, rule in rules.items() if rule.scope != "change"})
        kept.sort(key=lambda finding: finding[:4])
        silenced = [one for one in self.silenced if self.settings.reports(one.finding.path)]
        return Report(
            tuple(kept),
            len(self.view.wiki.pages),
            suppressed,
            lowered=tuple(words for _, words in lowered),
            unverifiable=out_of_reach(self.view.wiki, self.pages if self.focus is not None else self.view.wiki),
            silenced=tuple(sorted(silenced, key=lambda one: one.finding[:4])),
            local=self.settings.local,
        )

    def alone(self, rules: Mapping[str, Rule]) -> None:
        """What each page alone tells."""
        examine = examiner(rules.values(), self.view, self.settings.on_crash)
        chosen = {**rules, CRASH: BY_CODE[CRASH]}
        others = {rule.code for rule in self.settings.rules} - rules.keys()  # what is kept tells of their crashes too
        for page in self.pages:
            noted = self.noted.get(page.path) or examine(page)
            if noted.comments:
                self.comments[page.path] = noted.comments
            for placed in noted.hits:
                if placed.code in chosen and (placed.code != CRASH or placed.subject not in others):
                    self.tell(chosen[placed.code], page.path, placed)

    def whole(self, rule: Rule) -> None:
        """One rule that looks at the whole snapshot, or at each page as a part of it; listings bear only the rules that are for them."""
        if rule.check is None:
            change = self.view.change if self.focus is not None else None
            if change is None or rule.spared is None or not rule.spared(change):
                self.attempt(rule, None)
            return
        for page in self.looked_at(rule):
            if rule.listings or page.kind not in ("index", "log"):
                self.attempt(rule, page)

    def looked_at(self, rule: Rule) -> Iterable[Page]:
        """The pages on which a rule of scope wiki is asked; what a local one looks at, nobody can tell, so it is asked on all."""
        if self.focus is not None and is_local(rule.code):
            return [page for page in self.view.wiki if self.settings.reports(self.prefix + page.path)]
        if self.focus is not None or rule.among is None:
            return self.pages
        return [page for page in rule.among(self.view.wiki) if page.path in self.reported]

    def attempt(self, rule: Rule, page: Page | None) -> None:
        """Take the hits of a rule; one that raises is one finding, and hides no other."""
        try:
            for hit in self.hits(rule, page):
                self.add(rule, page or self.view.wiki.pages.get(hit.path), hit)
        except BrainwikiError:  # the rule is not wrong: a page could not be read
            raise
        except (Exception, SystemExit) as error:  # the report must say what was not checked
            if self.settings.on_crash is not None:
                self.settings.on_crash(error)
            self.add(BY_CODE[CRASH], page, crash(rule, error))

    def hits(self, rule: Rule, page: Page | None) -> Iterable[Hit]:
        """What a rule of scope wiki finds, on one page or on all of it, or one of scope change between two states."""
        if page is not None and rule.check is not None:
            return rule.check(page, self.view)
        if rule.check_change is not None and self.view.change is not None:
            return rule.check_change(self.view, self.view.change)
        return rule.check_wiki(self.view) if rule.check_wiki is not None else ()

    def add(self, rule: Rule, page: Page | None, hit: Hit) -> None:
        """One finding of a hit."""
        self.tell(rule, page.path if page is not None else hit.path, place(rule.code, page, hit))

    def tell(self, rule: Rule, path: str, placed: Placed) -> None:
        """One finding, silenced where the path's own settings switch it off."""
        severity = self.severity_at(rule, path)
        off = severity == OFF
        if off:
            severity = rule.severity.value
        if placed.mild and severity == rule.severity:
            severity = Severity.WARN
        finding = Finding(
            path.removeprefix("/") if path.startswith("/") else self.prefix + path,
            placed.line,
            placed.column,
            rule.code,
            rule.slug,
            _SEVERITIES[severity],
            placed.end_line,
            placed.end_column,
            placed.message,
            placed.remedy or rule.remedy,
            rule.fix,
            placed.subject,
        )
        if off:
            self.silenced.append(Silenced(finding, "configuration", self.table_at(rule, path).get("reason", "")))
        else:
            self.findings.append(finding)

    def severity_at(self, rule: Rule, path: str) -> str:
        """The severity at one path."""
        return self.table_at(rule, path).get(rule.code) or self.settings.severity(rule)

    def table_at(self, rule: Rule, path: str) -> Mapping[str, str]:
        """The first table of the configuration that is for this path and names the rule; empty where there is none."""
        for pattern, table in self.settings.paths.items():
            if rule.code in table and fnmatch.fnmatchcase(path, pattern):
                return table
        return {}

    def silence(self, ran: set[str]) -> tuple[list[Finding], int]:
        """Drop what comments in the pages silence, and report comments that are wrong."""
        covering = {self.prefix + path: suppression.covering(found) for path, found in self.comments.items()}
        kept: list[Finding] = []
        suppressed = len(self.silenced)
        used: set[tuple[str, int, str]] = set()  # path, where the comment starts, code
        for finding in self.findings:
            table = covering.get(finding.path, {})
            by = table.get((finding.code, finding.line)) or table.get((finding.code, 0))
            if by and not self.settings.known[finding.code].integrity:
                used.add((finding.path, by.start, finding.code))
                self.silenced.append(Silenced(finding, "comment", by.reason))
                suppressed += 1
            else:
                kept.append(finding)
        self.findings = kept
        for path, comments in self.comments.items():
            for one in comments if path in self.reported else ():
                effective = {code for code in one.codes if (self.prefix + path, one.start, code) in used}
                self.comment(self.view.wiki.pages[path], one, effective, ran)
        return [finding for finding in self.findings if self.settings.reports(finding.path)], suppressed

    def comment(self, page: Page, one: Suppression, effective: set[str], ran: set[str]) -> None:
        """What is wrong with one suppression comment; `effective` are its codes that silenced something."""
        for code in one.codes or ("",):
            if code not in self.settings.known:
                if is_local(code) and not self.settings.local:
                    continue  # local rules do not run here, so nobody can say
                self.engine("BW902", page, one, f"The suppression names no rule: {code!r}.", code, ran)
            elif not one.reason:
                self.engine(
                    "BW903", page, one, f"The suppression of {code} gives no reason and has no effect.", code, ran
                )
            elif code not in effective and code in ran:
                why = (
                    "a rule of integrity cannot be silenced in a page"
                    if self.settings.known[code].integrity
                    else "it suppresses nothing"
                )
                self.engine("BW901", page, one, f"The suppression of {code} is without effect: {why}.", code, ran)

    def engine(self, code: str, page: Page, one: Suppression, message: str, subject: str, ran: set[str]) -> None:
        """A finding of the engine's own rules."""
        if code in ran:
            self.add(BY_CODE[code], page, Hit(one.start, one.end, message, subject))

    def on_setting(self, keys: tuple[str, ...], words: str) -> None:
        """A finding on one setting, at its place in the configuration."""
        page, places = self.settings.file or (None, {})
        placed = place("BW905", page, Hit(*places.get(keys, (0, 0)), f"{words}.", " ".join(keys)))
        self.tell(BY_CODE["BW905"], f"/{page.path}" if page else "/", placed)
