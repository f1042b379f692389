"""Runs the files of local rules and takes the rules out of them. This is the one place that runs code of a workspace."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Mapping
from types import ModuleType

from brainwiki.errors import ConfigError
from brainwiki.rules.local import FOLDER, guarded, mistakes
from brainwiki.rules.rule import Rule


class LocalRules:
    """Loads local rules of the workspace at `root`. Nothing is written, and the search path of modules stays as it is."""

    def __init__(self, root: str) -> None:
        self._root = root

    def __call__(self, sources: Mapping[str, bytes]) -> tuple[Rule, ...]:
        """The rules in these files (path from the workspace to content), by code; raises ConfigError with every mistake.

        Where the bytes come from is the caller's business: the disk, or the base of a change.
        """
        found: list[tuple[str, Rule]] = []
        problems: list[str] = []
        for path in sorted(sources):
            try:
                found.extend((path, rule) for rule in _rules_in(self._run(path, sources[path])))
            except (Exception, SystemExit) as error:
                problems.append(f"{path}{self._line(path, error)}: {type(error).__name__}: {error}")
        problems.extend(mistakes(found))
        if problems:
            raise ConfigError(FOLDER, tuple(problems))
        digests = {path: hashlib.sha256(source).hexdigest() for path, source in sources.items()}
        return tuple(sorted((guarded(rule, digests[path]) for path, rule in found), key=lambda rule: rule.code))

    def _name(self, path: str) -> str:
        return os.path.join(self._root, path)

    def _run(self, path: str, source: bytes) -> ModuleType:
        """A fresh module in which the file has run."""
        name = f"brainwiki_local_rules.{path.rpartition('/')[2].removesuffix('.py')}"
        module = ModuleType(name)
        module.__file__ = self._name(path)
        sys.modules[name] = module  # dataclasses look their module up by its name
        exec(compile(source, module.__file__, "exec", dont_inherit=True), module.__dict__)
        return module

    def _line(self, path: str, error: BaseException) -> str:
        """The last line of the file that the error came through, as `:12`; empty where it is unknown."""
        if isinstance(error, SyntaxError) and error.filename == self._name(path):
            return f":{error.lineno}" if error.lineno else ""
        import traceback  # 20 ms, for a file with a mistake only

        frames = traceback.extract_tb(error.__traceback__)
        lines = [frame.lineno for frame in frames if frame.filename == self._name(path) and frame.lineno]
        return f":{lines[-1]}" if lines else ""


def _rules_in(module: ModuleType) -> tuple[Rule, ...]:
    """The rules that a module names: `RULES`, a tuple, or one `RULE`; raises TypeError for anything else."""
    names = [name for name in ("RULES", "RULE") if hasattr(module, name)]
    if len(names) != 1:
        raise TypeError("the file must set either RULES, a tuple of Rule, or RULE")
    value = getattr(module, names[0])
    rules = value if isinstance(value, tuple | list) else (value,)
    if not all(isinstance(rule, Rule) for rule in rules):
        raise TypeError(f"{names[0]} must be {'a tuple of Rule' if names[0] == 'RULES' else 'a Rule'}")
    return tuple(rules)
