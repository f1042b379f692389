"""Files of local rules are run, and whatever goes wrong in one of them is told with its line and hides nothing."""

from __future__ import annotations

import sys

import pytest

from brainwiki.adapters.local_rules import LocalRules
from brainwiki.errors import ConfigError
from brainwiki.rules.rule import Rule

HEAD = """from __future__ import annotations
from dataclasses import dataclass
from brainwiki.model.finding import Severity
from brainwiki.rules.rule import Hit, Rule

@dataclass(frozen=True)
class Word:
    text: str

def check(page, view):
    yield Hit(0, 1, Word(__file__).text, "x")

def rule(code, slug):
    return Rule(code, slug, Severity.WARN, "S.", "W.", "R.", bad=(), good=(), check=check)

"""


def load(**files: str | bytes) -> tuple[Rule, ...]:
    """The rules in these files of a workspace at /w."""
    sources = {
        f"checks/rules/{name}.py": text if isinstance(text, bytes) else text.encode() for name, text in files.items()
    }
    return LocalRules("/w")(sources)


def problems(**files: str | bytes) -> list[str]:
    """What is wrong with these files."""
    with pytest.raises(ConfigError) as caught:
        load(**files)
    assert str(caught.value).startswith("checks/rules has ")
    return [problem.removeprefix("checks/rules/") for problem in caught.value.problems]


def test_rules_come_from_every_file_in_the_order_of_their_codes() -> None:
    rules = load(
        b=f'{HEAD}RULES = (rule("XW103", "c"), rule("XW101", "a"))\n',
        a=f'{HEAD}RULE = rule("XW102", "b")\n',
        c=f'{HEAD}RULES = [rule("XW104", "d")]\n',
        d=f"{HEAD}RULES = ()\n",
    )
    assert [rule.code for rule in rules] == ["XW101", "XW102", "XW103", "XW104"]
    (hit,) = rules[1].check(None, None)  # type: ignore[misc, arg-type]
    assert hit.message == "/w/checks/rules/a.py"


def test_a_file_is_run_afresh_each_time_and_alone() -> None:
    before = list(sys.path)
    first = load(a=f'{HEAD}RULE = rule("XW101", "a")\n')
    second = load(a=f'{HEAD}assert "RULE" not in globals()\nRULE = rule("XW101", "b")\n')
    assert (first[0].slug, second[0].slug) == ("a", "b")
    assert sys.path == before
    assert problems(a=f'{HEAD}RULE = rule("XW101", "a")\n', b="from a import RULE\n") == [
        "b.py:1: ModuleNotFoundError: No module named 'a'"
    ]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("x = 1\ny = (\n", "a.py:2: SyntaxError: '(' was never closed (a.py, line 2)"),
        ("x = 1\n\nraise ValueError('no\\nline')\n", "a.py:3: ValueError: no\nline"),
        ("def f():\n    return 1 / 0\n\nf()\n", "a.py:2: ZeroDivisionError: division by zero"),
        ("import json\njson.loads('{')\n", "a.py:2: JSONDecodeError: "),
        ("import nothing_of_this_name\n", "a.py:1: ModuleNotFoundError: "),
        ("raise SystemExit(0)\n", "a.py:1: SystemExit: 0"),
        ("", "a.py: TypeError: the file must set either RULES, a tuple of Rule, or RULE"),
        ("RULE = 1\n", "a.py: TypeError: RULE must be a Rule"),
        ("RULES = (1,)\n", "a.py: TypeError: RULES must be a tuple of Rule"),
        ("RULES = RULE = ()\n", "a.py: TypeError: the file must set either RULES"),
        ("def f(): f()\nf()\n", "a.py:1: RecursionError: "),
        (b"x = '\xff'\n", "a.py"),
        (b"x = '\x00'\n", "a.py"),
    ],
)
def test_an_error_in_a_file_is_told_with_its_line(text: str | bytes, wanted: str) -> None:
    (problem,) = problems(a=text)
    assert problem.replace("/w/checks/rules/", "").startswith(wanted)


def test_every_mistake_is_told_at_once() -> None:
    found = problems(
        a="x = \n",
        b=f'{HEAD}RULES = (rule("BW201", "b"), rule("XW101", "stub-page"))\n',
        c=f'{HEAD}RULE = rule("XW101", "c")\n',
        d="RULE = Rule()\n",
    )
    assert [problem.partition(":")[0] for problem in found] == ["a.py", "d.py", "b.py", "b.py", "b.py", "c.py"]
    assert (
        found[2]
        == "b.py: BW201: the code belongs to a built-in rule; local ones are XW and three digits, such as XW101"
    )
    assert found[4] == "b.py: XW101: the slug 'stub-page' belongs to the built-in rule BW122"
