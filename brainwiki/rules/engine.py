"""Runs rules over a snapshot: selection, severities, suppression, crash isolation, one deterministic order."""

from __future__ import annotations

import fnmatch
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from brainwiki.model.evidence import out_of_reach
from brainwiki.model.finding import Finding, Report, Severity
from brainwiki.model.page import Page
from brainwiki.model.wiki import Wiki
from brainwiki.rules import suppression
from brainwiki.rules.register import BY_CODE, RULES
from brainwiki.rules.rule import Check, Hit, Rule, View, WikiCheck

OFF = "off"
_SEVERITIES = {severity.value: severity for severity in Severity}


@dataclass(frozen=True)
class Settings:
    """How a run is set: `severities` of the profile, `configured` of the workspace (listed where they lower a BLOCK), `paths`
    by pattern, `select` and `ignore` as code prefixes, `only` limits what is reported to these paths (files or folders)."""

    severities: Mapping[str, str] = field(default_factory=dict)
    configured: Mapping[str, str] = field(default_factory=dict)
    paths: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    rules: tuple[Rule, ...] = RULES
    on_crash: Callable[[Exception], None] | None = None

    def severity(self, rule: Rule) -> str:
        """The severity of a rule in this run: BLOCK, WARN or off."""
        return self.configured.get(rule.code) or self.severities.get(rule.code) or rule.severity.value

    def chosen(self) -> list[Rule]:
        """The rules that run: selected, not ignored, not off."""
        return [rule for rule in self.rules if self._selected(rule) and self.severity(rule) != OFF]

    def _selected(self, rule: Rule) -> bool:
        if self.select and not rule.code.startswith(self.select):
            return False
        return not (self.ignore and rule.code.startswith(self.ignore))

    def reports(self, path: str) -> bool:
        """Whether findings at `path` are reported."""
        return not self.only or any(path == one or path.startswith(one.rstrip("/") + "/") for one in self.only)


def run(view: View, settings: Settings) -> Report:
    """Check a snapshot. A rule that raises becomes one finding of its own and hides no other."""
    return _Run(view, settings).report()


class _Run:
    """One run: gathers findings, then silences, then sorts."""

    def __init__(self, view: View, settings: Settings) -> None:
        self.view = view
        self.alone = replace(view, wiki=Wiki({}, view.wiki.dialect))
        self.settings = settings
        self.findings: list[Finding] = []
        self.switched_off = 0  # by path, in the configuration
        self.prefix = f"{view.wiki.prefix}/" if view.wiki.prefix else ""

    def report(self) -> Report:
        """Run everything and put the report together."""
        rules = self.settings.chosen()
        by_page = [(rule, rule.check) for rule in rules if rule.check is not None]
        for page in self.view.wiki:
            self.page(page, by_page)
        for rule in rules:
            if rule.check_wiki is not None:
                self.whole(rule, rule.check_wiki)
        kept, suppressed = self.silence({rule.code for rule in rules})
        kept.sort(key=lambda finding: finding[:4])
        return Report(
            tuple(kept),
            len(self.view.wiki.pages),
            suppressed,
            lowered=self.lowered(),
            unverifiable=out_of_reach(self.view.wiki),
        )

    def page(self, page: Page, rules: list[tuple[Rule, Check]]) -> None:
        """All page rules on one page; listings (index, log) bear only the rules that are for them."""
        listing = page.kind in ("index", "log")
        kinds = {"", *(problem.kind for problem in page.problems)}
        for rule, check in rules:
            if rule.problem in kinds and (rule.listings or not listing):
                try:
                    for hit in check(page, self.view if rule.scope == "wiki" else self.alone):
                        self.add(rule, page, hit)
                except Exception as error:  # the report must say what was not checked
                    self.crashed(rule, page, error)

    def whole(self, rule: Rule, check: WikiCheck) -> None:
        """One rule on the whole snapshot."""
        try:
            for hit in check(self.view):
                self.add(rule, self.view.wiki.pages.get(hit.path), hit)
        except Exception as error:  # the report must say what was not checked
            self.crashed(rule, None, error)

    def crashed(self, rule: Rule, page: Page | None, error: Exception) -> None:
        """A rule that raises is one finding, and hides no other."""
        if self.settings.on_crash is not None:
            self.settings.on_crash(error)
        message = f"The rule {rule.code} crashed: {type(error).__name__}: {error}."
        self.add(BY_CODE["BW904"], page, Hit(0, 0, message, rule.code))

    def add(self, rule: Rule, page: Page | None, hit: Hit) -> None:
        """One finding, unless the path's own settings switch it off."""
        path = page.path if page is not None else hit.path
        severity = self.severity_at(rule, path)
        if severity == OFF:
            self.switched_off += 1
            return
        if hit.mild and severity == rule.severity:
            severity = Severity.WARN
        line, column = page.place(hit.start) if page else (1, 1)
        end_line, end_column = (line, column + hit.end - hit.start) if page else (1, 1)
        if page and page.text.find("\n", hit.start, hit.end) >= 0:
            end_line, end_column = page.place(hit.end)
        self.findings.append(
            Finding(
                self.prefix + path,
                line,
                column,
                rule.code,
                rule.slug,
                _SEVERITIES[severity],
                end_line,
                end_column,
                hit.message,
                hit.remedy or rule.remedy,
                rule.fix,
                hit.subject,
            )
        )

    def severity_at(self, rule: Rule, path: str) -> str:
        """The severity at one path."""
        for pattern, table in self.settings.paths.items():
            if rule.code in table and fnmatch.fnmatchcase(path, pattern):
                return table[rule.code]
        return self.settings.severity(rule)

    def silence(self, ran: set[str]) -> tuple[list[Finding], int]:
        """Drop what comments in the pages silence, and report comments that are wrong."""
        pages = [page for page in self.view.wiki if "bw-ignore" in page.text]
        comments = {self.prefix + page.path: suppression.read(page) for page in pages}
        covering = {path: suppression.covering(found) for path, found in comments.items()}
        kept: list[Finding] = []
        suppressed = self.switched_off
        for finding in self.findings:
            table = covering.get(finding.path, {})
            by = table.get((finding.code, finding.line)) or table.get((finding.code, 0))
            if by and not BY_CODE[finding.code].integrity:
                by.used.add(finding.code)
                suppressed += 1
            else:
                kept.append(finding)
        self.findings = kept
        for page in pages:
            for one in comments[self.prefix + page.path]:
                self.comment(page, one, ran)
        return [finding for finding in self.findings if self.settings.reports(finding.path)], suppressed

    def comment(self, page: Page, one: suppression.Suppression, ran: set[str]) -> None:
        """What is wrong with one suppression comment."""
        for code in one.codes or ("",):
            if code not in BY_CODE:
                self.engine("BW902", page, one, f"The suppression names no rule: {code!r}.", code, ran)
            elif not one.reason:
                self.engine(
                    "BW903", page, one, f"The suppression of {code} gives no reason and has no effect.", code, ran
                )
            elif code not in one.used and code in ran:
                why = (
                    "a rule of integrity cannot be silenced in a page"
                    if BY_CODE[code].integrity
                    else "it suppresses nothing"
                )
                self.engine("BW901", page, one, f"The suppression of {code} is without effect: {why}.", code, ran)

    def engine(
        self, code: str, page: Page, one: suppression.Suppression, message: str, subject: str, ran: set[str]
    ) -> None:
        """A finding of the engine's own rules."""
        if code in ran:
            self.add(BY_CODE[code], page, Hit(one.start, one.end, message, subject))

    def lowered(self) -> tuple[str, ...]:
        """Every BLOCK that the workspace's configuration lowers, in words."""
        found = []
        for code, severity in sorted(self.settings.configured.items()):
            if code in BY_CODE and BY_CODE[code].severity is Severity.BLOCK and severity != "BLOCK":
                found.append(f"{code} is {severity} by configuration")
        for pattern, table in sorted(self.settings.paths.items()):
            for code, severity in sorted(table.items()):
                if code in BY_CODE and BY_CODE[code].severity is Severity.BLOCK and severity != "BLOCK":
                    found.append(f"{code} is {severity} in {pattern}: {table.get('reason', '')}")
        return tuple(found)
