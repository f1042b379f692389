"""The rules of a run: the built-in ones, and those of the workspace where its configuration asks for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from brainwiki.config.config import Config
from brainwiki.errors import ConfigError
from brainwiki.model.names import near
from brainwiki.ports import FileStore, LoadRules
from brainwiki.rules.local import FOLDER, is_local
from brainwiki.rules.register import RULES
from brainwiki.rules.rule import Rule


def rule_sources(files: FileStore) -> dict[str, bytes]:
    """The files of local rules in a workspace, by path: the Python files that lie directly in `checks/rules`."""
    if not files.exists(FOLDER):
        return {}
    folder = files.below(FOLDER)
    names = [name for name in folder.listing().files if name.endswith(".py") and "/" not in name]
    return {f"{FOLDER}/{name}": folder.read_listed(name) for name in names}


def rules_of_run(config: Config, configured: str, files: FileStore, load: LoadRules) -> tuple[Rule, ...]:
    """Built-in and local rules for a workspace with this configuration, which stands in the file `configured`.

    Local ones are code, so nothing of them is read unless the configuration says `local_rules = true`. For a check of a
    change, `config` and `files` are those of its base. Raises ConfigError with every mistake.
    """
    return with_local(config, configured, rule_sources(files), load) if config.local_rules else RULES


def with_local(config: Config, configured: str, sources: Mapping[str, bytes], load: LoadRules) -> tuple[Rule, ...]:
    """Built-in rules and those in `sources`, wherever these come from; raises ConfigError with every mistake."""
    if not sources:
        raise ConfigError(configured, (f"`local_rules` is on, and there is no Python file in {FOLDER}",))
    local = load(sources)
    problems = tuple(_unknown(config, {rule.code for rule in local}))
    if problems:
        raise ConfigError(configured, problems)
    return (*RULES, *local)


def _unknown(config: Config, codes: set[str]) -> Iterator[str]:
    """Codes of local rules that the configuration names and no file defines."""
    tables = {"rules": config.rules, **{f"paths.{pattern}": table for pattern, table in config.paths.items()}}
    for key, table in tables.items():
        for code in table:
            if is_local(code) and code not in codes:
                hint = near(code, codes)
                yield f"`{key}`: no rule {code!r}" + (f"; did you mean {hint[0]}?" if hint else f" in {FOLDER}")
