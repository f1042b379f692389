"""The baseline: findings that were there when a brain was adopted, counted by page and rule, so that only new ones are told."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from brainwiki.errors import BaselineError, ConfigError
from brainwiki.model.document import dump
from brainwiki.model.finding import Finding, Report, RuleInfo, Silenced
from brainwiki.rules.register import BY_CODE

PATH = "checks/baseline.json"  # from the workspace
VERSION = 1

NO_LOCAL: Mapping[str, RuleInfo] = {}
Counts = Mapping[str, Mapping[str, int]]  # by path from the workspace, then by code

_CODE = re.compile(r"[BX]W[1-9][0-9]{2}")  # built-in rules, and local ones


def parse(raw: bytes) -> Counts:
    """The counts in a baseline's file; raises ConfigError with every mistake."""
    try:
        data = json.loads(raw.decode("utf-8"), object_pairs_hook=_once)
    except UnicodeDecodeError as error:
        raise ConfigError(PATH, (f"not UTF-8 at byte {error.start}",)) from None
    except (ValueError, RecursionError) as error:
        raise ConfigError(PATH, (f"not JSON: {error}",)) from None
    problems = tuple(_mistakes(data))
    if problems:
        raise ConfigError(PATH, problems)
    return {path: dict(codes) for path, codes in data["counts"].items()}


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON; a key that stands twice, as after a careless merge, is a mistake."""
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(key for key, count in Counter(key for key, _ in pairs).items() if count > 1)
        raise ValueError(f"the key {twice!r} stands twice")
    return found


def _mistakes(data: Any) -> Iterable[str]:
    if not isinstance(data, dict):
        yield f'must be an object with the keys "version" and "counts", not {_named(data)}'
        return
    if data.get("version") != VERSION or isinstance(data.get("version"), bool):
        yield f'"version" is {json.dumps(data.get("version"))}; this version reads {VERSION}'
    yield from (f"unknown key {json.dumps(key)}" for key in data if key not in ("version", "counts"))
    counts = data.get("counts")
    if not isinstance(counts, dict):
        yield f'"counts" must be an object with pages as keys, not {_named(counts)}'
        return
    for path, codes in counts.items():
        if not isinstance(codes, dict):
            yield f"{path}: must be an object with rule codes as keys, not {_named(codes)}"
            continue
        for code, count in codes.items():
            if not _CODE.fullmatch(code):
                yield f"{path}: {json.dumps(code)} is no rule code"
            elif _is_integrity(code, NO_LOCAL):
                yield f"{path}: {code} is a rule of integrity, which no baseline silences"
            elif not isinstance(count, int) or isinstance(count, bool) or count < 1:
                yield f"{path}: {code} must be a number from 1, not {_named(count)}"


def _named(value: Any) -> str:
    return "nothing" if value is None else json.dumps(value)[:40]


def written(counts: Counts) -> bytes:
    """A baseline as its file: sorted, a line a count, so that a difference shows what changed."""
    ordered = {path: dict(sorted(counts[path].items())) for path in sorted(counts) if counts[path]}
    return f"{dump({'version': VERSION, 'counts': ordered})}\n".encode()


def count(findings: Iterable[Finding], local: Mapping[str, RuleInfo] = NO_LOCAL) -> Counts:
    """Findings by page and rule; `local` holds the workspace's own rules. Those of rules of integrity are not counted, and so
    stay reported."""
    found: dict[str, dict[str, int]] = {}
    for finding in findings:
        if not _is_integrity(finding.code, local):
            page = found.setdefault(finding.path, {})
            page[finding.code] = page.get(finding.code, 0) + 1
    return found


def _is_integrity(code: str, local: Mapping[str, RuleInfo]) -> bool:
    rule = BY_CODE.get(code) or local.get(code)
    return rule is not None and rule.integrity


def apply(report: Report, counts: Counts, judged: Callable[[str, str], bool]) -> Report:
    """The report without what the baseline allows.

    Where a page has more findings of a rule than it allows, all of them are told, since nobody can say which of them is new.
    `judged(path, code)` says whether this run would have told such a finding at all: only then can the count be too high.
    """
    present = count(report.findings, report.local)
    silent = {
        (path, code)
        for path, codes in present.items()
        for code, number in codes.items()
        if number <= counts.get(path, {}).get(code, 0)
    }
    kept = tuple(finding for finding in report.findings if (finding.path, finding.code) not in silent)
    hidden = (finding for finding in report.findings if (finding.path, finding.code) in silent)
    silenced = (*report.silenced, *(Silenced(finding, "baseline", "") for finding in hidden))
    unpruned = sum(
        max(0, allowed - present.get(path, {}).get(code, 0))
        for path, codes in counts.items()
        for code, allowed in codes.items()
        if judged(path, code)
    )
    return replace(
        report,
        findings=kept,
        baselined=len(report.findings) - len(kept),
        unpruned=unpruned,
        silenced=tuple(sorted(silenced, key=lambda one: one.finding[:4])),
    )


def pruned(counts: Counts, present: Counts) -> Counts:
    """The counts lowered to what is still found."""
    lowered = {
        path: {code: min(allowed, present.get(path, {}).get(code, 0)) for code, allowed in codes.items()}
        for path, codes in counts.items()
    }
    left = {path: {code: number for code, number in codes.items() if number} for path, codes in lowered.items()}
    return {path: codes for path, codes in left.items() if codes}


def renewed(counts: Counts, present: Counts) -> Counts:
    """What is found now, as the new baseline; raises BaselineError where that is more than the old one allows."""
    grown = tuple(
        f"{path}: {code} from {counts.get(path, {}).get(code, 0)} to {number}"
        for path, codes in sorted(present.items())
        for code, number in sorted(codes.items())
        if number > counts.get(path, {}).get(code, 0)
    )
    if grown:
        raise BaselineError(PATH, grown)
    return present


def total(counts: Counts) -> int:
    """How many findings the counts allow."""
    return sum(sum(codes.values()) for codes in counts.values())
