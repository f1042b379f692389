"""BW9xx: what the engine itself reports. These have no check of their own; `engine` raises them."""

from __future__ import annotations

from brainwiki.model.finding import Severity
from brainwiki.rules.rule import Example, Rule

_GOOD = (Example("<!-- bw-ignore BW204: shown on purpose -->\nSee [[]].\n"),)

RULES: tuple[Rule, ...] = (
    Rule(
        "BW901",
        "useless-suppression",
        Severity.WARN,
        "A suppression that suppresses nothing.",
        "It hides the next finding of its kind before anybody sees it.",
        "Remove the comment. Rules of integrity cannot be silenced in a page.",
        bad=(Example("<!-- bw-ignore BW204: once needed -->\nAll is well.\n"),),
        good=_GOOD,
        scope="engine",
        listings=True,
    ),
    Rule(
        "BW902",
        "unknown-code",
        Severity.WARN,
        "A suppression that names no rule.",
        "A misspelt code silences nothing, and nobody notices.",
        "Name a rule code such as BW204; `brainwiki rule` lists them.",
        bad=(Example("<!-- bw-ignore BW99: misspelt -->\nText.\n"),),
        good=_GOOD,
        scope="engine",
        listings=True,
    ),
    Rule(
        "BW903",
        "suppression-without-reason",
        Severity.WARN,
        "A suppression without a reason; it has no effect.",
        "Whoever reads the page later must be able to judge whether the reason still holds.",
        "Write `<!-- bw-ignore BW204: reason -->`.",
        bad=(Example("<!-- bw-ignore BW204 -->\nSee [[]].\n"),),
        good=_GOOD,
        scope="engine",
        listings=True,
    ),
    Rule(
        "BW904",
        "rule-crashed",
        Severity.BLOCK,
        "A rule crashed on this page; the others ran.",
        "What was not checked must not pass for checked.",
        "Report the crash with the page; `--debug` prints the traceback.",
        bad=(),
        good=(Example("Text.\n"),),
        scope="engine",
        integrity=True,
        listings=True,
    ),
    Rule(
        "BW905",
        "lowered-block",
        Severity.WARN,
        "A BLOCK rule that the configuration lowers, for the whole brain or for some paths.",
        "Whoever reads a clean report must know which rules were not held; what a profile sets belongs to the kind of wiki and is not told.",
        "Remove the setting when the reason for it is gone. It may stay where there is one: a warning stops nothing.",
        bad=(),
        good=(Example("Text.\n"),),
        scope="engine",
        listings=True,
    ),
)
