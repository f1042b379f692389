"""Patterns are compiled once, when they are asked for, and not because a rule's module was loaded."""

from __future__ import annotations

import subprocess
import sys

from brainwiki.claims.patterns import compiled


def test_a_pattern_is_compiled_once_and_keeps_its_flags() -> None:
    assert compiled("(?i)a+") is compiled("(?i)a+")
    assert compiled("(?i)a+").fullmatch("aA")


def test_loading_the_rules_compiles_none_and_leaves_the_tables_alone() -> None:
    code = (
        "import sys, brainwiki.rules.register; from brainwiki.claims.patterns import compiled;"
        "print(compiled.cache_info().currsize, [name for name in sys.modules if name.startswith('brainwiki.rules.')"
        " and name.rpartition('.')[2] in ('secret_forms', 'secret_names', 'secret_values', 'personal')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "0 []\n"
