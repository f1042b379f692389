"""BW706 to BW708: tasks that will not wake, that say nothing when they do, or whose recurrence is none."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime

from brainwiki.model.finding import Severity
from brainwiki.model.page import Page
from brainwiki.model.standing import instant
from brainwiki.rules.rule import Example, Hit, Rule, View

# The heading under which a task says what to do when it wakes, in the languages of the format.
RESUME = ("resume instructions", "復帰時の指示", "恢复指令")

_DAYS = "(?:MO|TU|WE|TH|FR|SA|SU)"
_PART = re.compile(r"([A-Za-z-]{1,20})=([A-Za-z0-9:+,.-]{1,300})\Z")
_UNTIL = re.compile(r"[0-9]{8}(?:T[0-9]{6}Z?)?\Z")


def _listed(item: str) -> Callable[[str], bool]:
    """What says whether a value is a list of such items."""
    form = re.compile(rf"(?:{item})(?:,(?:{item}))*\Z")
    return lambda value: bool(form.match(value))


# The parts of a recurrence (RFC 5545, section 3.3.10) and the values that each may have.
_FORMS: Mapping[str, Callable[[str], bool]] = {
    "FREQ": _listed("SECONDLY|MINUTELY|HOURLY|DAILY|WEEKLY|MONTHLY|YEARLY"),
    "INTERVAL": _listed("[1-9][0-9]{0,5}"),
    "COUNT": _listed("[1-9][0-9]{0,5}"),
    "UNTIL": lambda value: bool(_UNTIL.match(value)),
    "BYSECOND": _listed("[0-5]?[0-9]|60"),
    "BYMINUTE": _listed("[0-5]?[0-9]"),
    "BYHOUR": _listed("[01]?[0-9]|2[0-3]"),
    "BYDAY": _listed(rf"[+-]?(?:[1-4]?[0-9]|5[0-3])?{_DAYS}"),
    "BYMONTHDAY": _listed("[+-]?(?:0?[1-9]|[12][0-9]|3[01])"),
    "BYYEARDAY": _listed("[+-]?[1-9][0-9]{0,2}"),
    "BYWEEKNO": _listed("[+-]?(?:0?[1-9]|[1-4][0-9]|5[0-3])"),
    "BYMONTH": _listed("0?[1-9]|1[0-2]"),
    "BYSETPOS": _listed("[+-]?[1-9][0-9]{0,2}"),
    "WKST": _listed(_DAYS),
}
_SINGLE = ("FREQ", "INTERVAL", "COUNT", "UNTIL", "WKST")


def mistake_in(rule: str) -> str:
    """What is wrong with a recurrence such as `FREQ=WEEKLY;BYDAY=MO`; empty where nothing is."""
    found: dict[str, str] = {}
    for part in rule.strip().removeprefix("RRULE:").split(";"):
        match = _PART.match(part)
        if match is None:
            return f"{part[:40]!r} is not of the form KEY=VALUE"
        key, value = match[1].upper(), match[2].upper()
        if key not in _FORMS:
            return f"there is no part {key}"
        if key in found:
            return f"{key} stands twice"
        if not _FORMS[key](value) or key in _SINGLE and "," in value:
            return f"{key} cannot be {value[:40]}"
        found[key] = value
    if "FREQ" not in found:
        return "it has no FREQ"
    return "COUNT and UNTIL exclude each other" if {"COUNT", "UNTIL"} <= found.keys() else ""


def _asleep(page: Page, view: View) -> Iterator[Hit]:
    """A held task that no date wakes."""
    if page.kind == "task" and page.text_of("state") == "held" and not page.text_of("due"):
        yield Hit(0, 0, "The task is held and has no date on which it wakes.", "due")


def _silent(page: Page, view: View) -> Iterator[Hit]:
    """A task whose date has come and that does not say how to go on."""
    if page.kind != "task" or page.text_of("state") == "done":
        return
    due = _day(page.text_of("due"))
    if due is None or due > view.now:
        return
    if not any(" ".join(words.casefold().split()) in RESUME for words, _ in page.parts):
        mark = page.marks[("due",)]
        day = page.text_of("due")
        yield Hit(
            mark.start, mark.start + len(day), f"The task was due on {day} and does not say how to go on.", "resume"
        )


def _day(text: str) -> datetime | None:
    """The beginning of a day, or an instant; None where it is neither."""
    try:
        return datetime.fromisoformat(text).replace(tzinfo=UTC) if len(text) == len("2026-08-01") else instant(text)
    except ValueError:
        return None


def _recurring(page: Page, view: View) -> Iterator[Hit]:
    """A recurrence that is none."""
    rule = page.text_of("repeat")
    if page.kind != "task" or not rule:
        return
    why = mistake_in(rule)
    if why:
        start = page.marks[("repeat",)].start
        yield Hit(start, start + len(rule), f"The recurrence cannot be read: {why}.", rule[:100])


def _task(head: str, body: str = "Call the maker.\n", note: str = "") -> Example:
    text = f"---\ntype: task\ntitle: Call the maker\n{head}---\n{body}"
    return Example(text, note, False, path="tasks/call.md")


_RESUME = "Call the maker.\n\n## Resume instructions\n\nRead the offer first; decide on the price; go no further.\n"

RULES: tuple[Rule, ...] = (
    Rule(
        code="BW706",
        slug="held-without-date",
        severity=Severity.WARN,
        summary="A held task without a due date.",
        why="A held task is woken by its date; without one it sleeps for ever, and everybody believes that it is taken care of.",
        remedy="Give it a `due` date, or set its state to waiting, active or done.",
        bad=(_task("state: held\n"),),
        good=(_task("state: held\ndue: 2027-01-18\n"), _task("state: waiting\n", note="it waits for something else")),
        check=_asleep,
    ),
    Rule(
        code="BW707",
        slug="due-without-instructions",
        severity=Severity.WARN,
        summary="A task whose date has come and that says nothing on how to go on.",
        why="Whoever is woken knows nothing of the day on which it was put aside: what to read, what to decide, how far to go.",
        remedy="Write a part `## Resume instructions` (復帰時の指示, 恢复指令): what to read first, what to decide, how far to go.",
        bad=(_task("state: held\ndue: 2026-11-02\n"),),
        good=(
            _task("state: held\ndue: 2026-11-02\n", _RESUME),
            _task("state: held\ndue: 2027-01-18\n", note="its date has not come"),
            _task("state: done\ndue: 2026-11-02\n", note="it is done"),
        ),
        scope="wiki",
        among=lambda wiki: [page for page in wiki if page.kind == "task"],
        check=_silent,
    ),
    Rule(
        code="BW708",
        slug="bad-recurrence",
        severity=Severity.BLOCK,
        summary="A recurrence that is not of the form of RFC 5545.",
        why="A calendar either refuses it or reads it in its own way; the task wakes on another day, or never.",
        remedy="Write for example `FREQ=MONTHLY;BYMONTHDAY=1`.",
        bad=(
            _task("state: waiting\ndue: 2027-01-18\nrepeat: every monday\n"),
            _task("state: waiting\ndue: 2027-01-18\nrepeat: FREQ=WEEKLY;BYDAY=MON\n", note="a day that is none"),
        ),
        good=(_task("state: waiting\ndue: 2027-01-18\nrepeat: FREQ=WEEKLY;BYDAY=MO,TH;INTERVAL=2\n"),),
        check=_recurring,
    ),
)
