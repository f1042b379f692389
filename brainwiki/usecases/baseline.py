"""The baseline of a workspace: read for every check; written and pruned on request."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from brainwiki.model.finding import Finding, RuleInfo
from brainwiki.rules import baseline
from brainwiki.rules.baseline import NO_LOCAL, PATH, Counts
from brainwiki.usecases.workspace import Workspace


class Shrunk(NamedTuple):
    """What became of a baseline: how many findings it allowed and allows, on how many pages, and whether the file was written."""

    before: int
    after: int
    pages: int
    written: bool


def read_baseline(workspace: Workspace) -> Counts:
    """The counts of the workspace's baseline, none where it has no such file; raises ConfigError where the file is wrong."""
    return baseline.parse(workspace.files.read(PATH)) if workspace.files.exists(PATH) else {}


def renew(workspace: Workspace, found: Iterable[Finding], local: Mapping[str, RuleInfo] = NO_LOCAL) -> Shrunk:
    """Make what was found (baselined or not) the baseline; raises BaselineError where one is there and would grow. `local` holds
    the workspace's own rules by code."""
    present = baseline.count(found, local)
    if not workspace.files.exists(PATH):
        if present:
            workspace.files.create(PATH, baseline.written(present))
        return Shrunk(0, baseline.total(present), len(present), bool(present))
    return _replaced(workspace, baseline.renewed(read_baseline(workspace), present))


def prune(workspace: Workspace, found: Iterable[Finding], local: Mapping[str, RuleInfo] = NO_LOCAL) -> Shrunk:
    """Lower the baseline to what was still found; `local` as in `renew`."""
    if not workspace.files.exists(PATH):
        return Shrunk(0, 0, 0, False)
    return _replaced(workspace, baseline.pruned(read_baseline(workspace), baseline.count(found, local)))


def _replaced(workspace: Workspace, counts: Counts) -> Shrunk:
    """Put the counts in the place of those that are there, where they differ."""
    raw = workspace.files.read(PATH)
    before = baseline.parse(raw)
    if counts != before:
        workspace.files.replace(PATH, raw, baseline.written(counts))
    return Shrunk(baseline.total(before), baseline.total(counts), len(counts), counts != before)
