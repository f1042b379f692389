"""A profile: how one kind of wiki is read and which rules hold for it, loaded from a data file of this package."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any

from brainwiki.errors import UnknownNameError
from brainwiki.model.dialect import Dialect
from brainwiki.model.names import near

NAMES = ("brain", "okf", "obsidian", "llm-wiki")


@dataclass(frozen=True)
class Profile:
    """Name, dialect, required front matter by kind (`a|b`: one of them; `folder` and `heading` may stand in), severities by
    rule code where they differ from the rule's own, options by rule code, and names of read-only evidence folders."""

    name: str
    summary: str
    dialect: Dialect
    required: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    severities: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    evidence: tuple[str, ...] = ()
    source: str = ""


@cache
def load_profile(name: str) -> Profile:
    """The profile of this name; raises UnknownNameError."""
    if name not in NAMES:
        raise UnknownNameError("profile", name, near(name, NAMES) or NAMES)
    source = resources.files("brainwiki.config").joinpath(f"profiles/{name}.toml").read_text("utf-8")
    data = tomllib.loads(source)
    dialect = Dialect(name=name, **{key: _freeze(value) for key, value in data.get("dialect", {}).items()})
    return Profile(
        name=name,
        summary=data["summary"],
        dialect=dialect,
        required={kind: tuple(fields) for kind, fields in data.get("required", {}).items()},
        severities=dict(data.get("rules", {})),
        options=dict(data.get("options", {})),
        evidence=tuple(data.get("evidence", ())),
        source=source,
    )


def _freeze(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
