"""The configuration of a workspace: parsed from TOML, all mistakes at once."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from brainwiki.config.options import (
    ACCEPT,
    BY_KEY,
    EMBEDDERS,
    GATES,
    INGEST,
    PUBLISHABLE,
    RANKING,
    SEVERITIES,
    SHARES,
    Option,
)
from brainwiki.config.profile import NAMES
from brainwiki.errors import ConfigError
from brainwiki.model.names import is_absolute, join, near
from brainwiki.model.pack import LANES

FORMAT = 1


@dataclass(frozen=True)
class Config:
    """Settings of one workspace; each field is documented by the option of the same name in `options`."""

    format: int = FORMAT
    brain: str = "wiki"
    profile: str = "brain"
    title: str = ""
    language: str = "en"
    repository: str = ""
    branch: str = "main"
    publish: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    evidence: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    adopted: str = ""
    ingest: str = "direct"
    transcripts: str = ""
    rules: Mapping[str, str] = field(default_factory=dict)
    paths: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    local_rules: bool = False
    embedder: str = "auto"
    embedder_timeout: int = 300
    ranking: Mapping[str, float] = field(default_factory=dict)
    lanes: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    gate: str = "deterministic"
    accept: Mapping[str, float] = field(default_factory=dict)
    index_budget: int = 8000


def parse_toml(text: str, source: str, table: tuple[str, ...] = ()) -> Config:
    """The configuration in a TOML file, under `table` of it; raises ConfigError with every mistake."""
    try:
        data: Any = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(source, (f"not TOML: {error}",)) from None
    except RecursionError:
        raise ConfigError(source, ("not TOML: nested too deep",)) from None
    for depth, name in enumerate(table, 1):
        data = data.get(name, {})
        if not isinstance(data, dict):
            raise ConfigError(source, (f"`{'.'.join(table[:depth])}` must be a table",))
    config, problems = parse(data)
    if problems:
        raise ConfigError(source, problems)
    return config


def parse(data: Mapping[str, Any]) -> tuple[Config, tuple[str, ...]]:
    """A mapping to settings, and every mistake in it; a wrong value leaves the default in place."""
    problems: list[str] = []
    values: dict[str, Any] = {}
    local = data.get("local_rules") is True
    for key, value in data.items():
        option = BY_KEY.get(key)
        if option is None:
            hint = near(key, BY_KEY)
            problems.append(f"unknown key `{key}`" + (f"; did you mean `{hint[0]}`?" if hint else ""))
            continue
        mistakes = _mistakes(option, value, local)
        problems.extend(mistakes)
        if not mistakes:
            values[key] = tuple(value) if isinstance(value, list) else value
    return Config(**values), tuple(problems)


def _mistakes(option: Option, value: Any, local: bool) -> list[str]:
    """What is wrong with one value; `local` says that local rules are on, so that their codes may be named."""
    key, form = option.key, option.form
    if form == "integer":
        return (
            []
            if value == FORMAT and not isinstance(value, bool)
            else [f"`{key}` is {value!r}; this version reads format {FORMAT}"]
        )
    if form == "count":
        is_count = isinstance(value, int) and not isinstance(value, bool) and value > 0
        return [] if is_count else [f"`{key}` must be a whole number above 0, as in: {option.example}"]
    if form == "text":
        return (
            [f"`{key}` must be text, as in: {option.example}"]
            if not isinstance(value, str)
            else _text_mistakes(key, value)
        )
    if form == "texts":
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            return [f"`{key}` must be a list of texts, as in: {option.example}"]
        return _texts_mistakes(key, value)
    if form == "switch":
        return [] if isinstance(value, bool) else [f"`{key}` must be true or false, as in: {option.example}"]
    if not isinstance(value, dict):
        return [f"`{key}` must be a table, as in: {option.example}"]
    if form == "numbers":
        return [m for name, number in value.items() for m in _number_mistakes(key, name, number)]
    if form == "severities":
        return [m for code, severity in value.items() for m in _severity_mistakes(key, code, severity, local)]
    if form == "lanes":
        return [m for lane, table in value.items() for m in _lane_mistakes(key, lane, table)]
    return [m for pattern, table in value.items() for m in _path_mistakes(key, pattern, table, local)]


def _number_mistakes(key: str, name: str, number: Any) -> list[str]:
    known = ACCEPT if key == "accept" else RANKING
    if name not in known:
        hint = near(name, known)
        return [f"`{key}` knows no `{name}`" + (f"; did you mean `{hint[0]}`?" if hint else "")]
    most = 1.0 if name in SHARES or (key == "accept" and name != "days") else 1e9
    if isinstance(number, bool) or not isinstance(number, int | float) or not 0 <= number <= most:
        return [f"`{key}.{name}` is {number!r}; it must be a number from 0{' to 1' if most == 1 else ' up'}"]
    return []


def _is_date(value: str) -> bool:
    from brainwiki.rules.families.matter import is_date

    return is_date(value)


def _text_mistakes(key: str, value: str) -> list[str]:
    if key == "profile" and value not in NAMES:
        hint = near(value, NAMES)
        return [
            f"no profile `{value}`" + (f"; did you mean `{hint[0]}`?" if hint else f"; there are {', '.join(NAMES)}")
        ]
    if key == "brain" and (is_absolute(value) or join("", value) is None or not value):
        return [f"`brain` is {value!r}; it must be a folder inside the workspace"]
    if key == "adopted" and value and not _is_date(value):
        return [f"`adopted` is {value!r}; it must be a date such as 2026-12-01"]
    if key == "ingest" and value not in INGEST:
        return [f"`ingest` knows {', '.join(INGEST)}, not {value!r}"]
    if key == "transcripts" and ("\0" in value or value.startswith("~")):
        return [f"`transcripts` is {value!r}; it must be the path of a folder, with no sign for a home"]
    if key == "gate" and value not in GATES:
        return [f"`gate` knows {', '.join(GATES)}, not {value!r}"]
    if key == "embedder" and value not in EMBEDDERS:
        return [f"`embedder` knows {', '.join(EMBEDDERS)}, not {value!r}"]
    if key == "repository" and value and not value.startswith("https://"):
        return ["`repository` must be an https: address"]
    return []


def _texts_mistakes(key: str, value: list[str]) -> list[str]:
    if key == "publish":
        return [f"`publish` knows {', '.join(PUBLISHABLE)}, not {item!r}" for item in value if item not in PUBLISHABLE]
    if key == "evidence":
        return [f"`evidence` folder {i!r} leaves the workspace" for i in value if is_absolute(i) or not join("", i)]
    return []


def _severity_mistakes(key: str, code: str, severity: Any, local: bool) -> list[str]:
    from brainwiki.rules.local import is_local  # all rules are loaded with it: only where one is named
    from brainwiki.rules.register import BY_CODE

    found = [] if code in BY_CODE or local and is_local(code) else [f"`{key}`: no rule {code!r}{_hint(code)}"]
    if severity not in SEVERITIES:
        found.append(f"`{key}.{code}` is {severity!r}; it must be one of {', '.join(SEVERITIES)}")
    return found


def _hint(code: str) -> str:
    from brainwiki.rules.local import is_local
    from brainwiki.rules.register import BY_CODE

    if is_local(code):
        return ": the code of a local rule, and `local_rules` is not on"
    hint = near(code.upper(), BY_CODE)
    return f"; did you mean {hint[0]}?" if hint else ""


def _lane_mistakes(key: str, lane: str, table: Any) -> list[str]:
    known = tuple(one.name for one in LANES)
    if lane not in known:
        hint = near(lane, known)
        return [
            f"`{key}`: no lane `{lane}`; " + (f"did you mean `{hint[0]}`?" if hint else f"there are {', '.join(known)}")
        ]
    if not isinstance(table, dict):
        return [f"`{key}.{lane}` must be a table, as in: {BY_KEY[key].example}"]
    found = [f"`{key}.{lane}` knows share and floor, not `{name}`" for name in table if name not in ("share", "floor")]
    for name in ("share", "floor"):
        part = table.get(name, 0)
        if not isinstance(part, int | float) or isinstance(part, bool) or not 0 <= part <= 1:
            found.append(f"`{key}.{lane}.{name}` is {part!r}; it must be a number from 0 to 1")
    return found


def _path_mistakes(key: str, pattern: str, table: Any, local: bool) -> list[str]:
    if not isinstance(table, dict):
        return [f"`{key}.{pattern}` must be a table, as in: {BY_KEY['paths'].example}"]
    found = [] if str(table.get("reason", "")).strip() else [f"`{key}.{pattern}` needs a `reason`"]
    for code, severity in table.items():
        if code != "reason":
            found.extend(_severity_mistakes(f"{key}.{pattern}", code, severity, local))
    return found
