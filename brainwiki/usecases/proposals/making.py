"""From drawn pages to the commit of a proposal: its id, its receipt, what the rules and the judge say, and the objects in Git."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from brainwiki.dream.gate import Judge
from brainwiki.errors import PathEscapeError
from brainwiki.model.actor import is_agent
from brainwiki.model.change import Commit as Change
from brainwiki.model.content import blob_id
from brainwiki.model.digits import base32
from brainwiki.model.finding import Finding, Report, Severity
from brainwiki.model.line import instant, plain
from brainwiki.model.names import is_absolute, join, stem
from brainwiki.model.receipt import Receipt, Vouched, Write
from brainwiki.ports_git import Draft as Commit
from brainwiki.review.comparison import Comparison, headline
from brainwiki.review.happening import Draft
from brainwiki.review.receipts import path_of, receipt_text
from brainwiki.usecases.change import check_change
from brainwiki.usecases.check import Checked
from brainwiki.usecases.compare import compare
from brainwiki.usecases.proposals.books import root_of
from brainwiki.usecases.proposals.judging import cases_of, gate_lines
from brainwiki.usecases.workspace import States, Workspace

_LISTINGS = ("index.md", "log.md")
_OWN = ("proposals", "rules")  # folders that no draft may write into
_TOLD = 20  # findings that a reason names
_UNLISTED = "BW211"

Files = Mapping[str, bytes | None]


@dataclass(frozen=True)
class Made:
    """A commit that no branch leads to yet (empty where findings BLOCK it), its receipt as a value and as the page in it, what the
    rules said, and the comparison of both states."""

    commit: str
    receipt: Receipt
    text: str
    report: Report
    comparison: Comparison | None = None

    @property
    def blocks(self) -> tuple[str, ...]:
        """The findings that refuse it, in words."""
        return blocks_of(self.report)


def blocks_of(report: Report) -> tuple[str, ...]:
    """The findings of a report that BLOCK, in words."""
    found = [one for one in report.findings if one.severity == Severity.BLOCK]
    told = [_told(one) for one in found[:_TOLD]]
    return (*told, *([f"and {len(found) - _TOLD} more"] if len(found) > _TOLD else []))


def _told(finding: Finding) -> str:
    return plain(f"{finding.code} {finding.path}:{finding.line}: {finding.message}")


def changed_files(workspace: Workspace, base: str, files: Files) -> Files:
    """The files whose content is not that of the base, by path from the brain's root."""
    brain = workspace.staged(base, {}, "").base.brain
    found: dict[str, bytes | None] = {}
    for path, content in sorted(files.items()):
        before = brain.version(path)
        after = "" if content is None else blob_id(content, len(base))
        if before != after:
            found[path] = content
    return found


def forbidden(files: Files) -> tuple[str, ...]:
    """Why a draft may not write these files: listings are made anew, receipts and rule files are not for drafts."""
    reasons: list[str] = []
    for path in files:
        top = path.partition("/")[0].casefold()
        if is_absolute(path) or join("", path) != path:
            reasons.append(f"{plain(path)} is no path in the brain")
        elif path.casefold() in _LISTINGS or top in _OWN or "/" not in path:
            reasons.append(f"{plain(path)} is not for proposals to write")
    return tuple(reasons)


def identity(draft: Draft, files: Files) -> str:
    """Eight base32 digits over the base, the turns and what is to be written."""
    named = {
        "base": draft.base,
        "sessions": sorted([*one] for one in draft.sessions),
        "files": {path: content and blob_id(content, 64) for path, content in sorted(files.items())},
        "reverts": draft.reverts,
    }
    number = int.from_bytes(hashlib.sha256(json.dumps(named, sort_keys=True).encode()).digest()[:5], "big")
    return base32(number, 8)


def make(
    workspace: Workspace, proposal: str, draft: Draft, files: Files, reads: frozenset[str], judge: Judge, by: str = ""
) -> Made:
    """Check what would come of a draft, ask the judge, and make the commit. `by` is who made the files, where that is not who drew
    them. Where findings BLOCK, no object is written and the judge is not asked. Raises GitError, PathEscapeError."""
    by = by or draft.by
    receipt = _receipt(workspace, proposal, draft, files, reads, by)
    states = _states(workspace, draft.base, files, receipt, by)
    checked = checked_as_proposal(states)
    findings = Counter(str(one.severity) for one in checked.report.findings)
    if findings[Severity.BLOCK]:
        return Made("", receipt, receipt_text(receipt), checked.report)
    comparison = without_receipt(compare(states, workspace, findings=checked.report.findings), proposal)
    counts = {severity.value: findings[severity] for severity in Severity}
    receipt = replace(
        receipt,
        description=receipt.description or headline(replace(comparison, findings=None)),
        findings=counts,
        gate=gate_lines(judge, cases_of(comparison, checked.wiki), counts),
        risk=comparison.risk,
    )
    text = receipt_text(receipt)
    root = root_of(workspace)
    written = {f"{root}{path}": content for path, content in files.items()}
    written[f"{root}{path_of(proposal)}"] = text.encode("utf-8", "replace")
    message = f"{plain(receipt.title, 100)}\n\nBrainwiki-Proposal: {proposal}\nBrainwiki-Actor: {plain(by, 200)}\n"
    commit = workspace.refs().make(Commit((draft.base,), written, message, workspace.clock.now(), by))
    return Made(commit, receipt, text, checked.report, comparison)


def without_receipt(comparison: Comparison, proposal: str) -> Comparison:
    """A comparison without the receipt, which every proposal brings."""
    path = path_of(proposal)
    return replace(
        comparison,
        pages=tuple(one for one in comparison.pages if one.path != path),
        standings=tuple(one for one in comparison.standings if one.path != path),
        orphaned=tuple(one for one in comparison.orphaned if one != path),
    )


def checked_as_proposal(states: States) -> Checked:
    """What the rules find new in a proposal. Where a program writes the index, a new page is listed in it only once it is applied."""
    return check_change(states, ignore=(_UNLISTED,) if states.head.profile.dialect.generated_index else ())


def states_between(workspace: Workspace, base: str, tip: str, by: str) -> States:
    """The states of two commits under the settings of the first, so that no change loosens the rules that it is judged by."""
    before, after = (workspace.staged(commit, {}, by).base for commit in (base, tip))
    evidence = tuple(root for root in before.config.evidence if after.files.exists(root))
    head = replace(before, files=after.files, brain=after.brain, config=replace(before.config, evidence=evidence))
    return States(before, head, (Change(tip, by, is_agent(by), frozenset()),), base, tip)


def _states(workspace: Workspace, base: str, files: Files, receipt: Receipt, by: str) -> States:
    """The base beside what would come of it, with the receipt in it."""
    edits: dict[str, bytes | None] = {}
    texts = {**files, path_of(receipt.id): receipt_text(receipt).encode("utf-8", "replace")}
    for path, content in texts.items():
        inside = join(workspace.prefix, path)
        if inside is None:
            raise PathEscapeError(path)
        edits[inside] = content
    return workspace.staged(base, edits, by)


def _receipt(
    workspace: Workspace, proposal: str, draft: Draft, files: Files, reads: frozenset[str], by: str
) -> Receipt:
    """The receipt as far as it is known before anybody judged."""
    brain = workspace.staged(draft.base, {}, "").base.brain
    digits = len(draft.base)
    drawn = draft.consolidation
    writes = {
        path: Write(brain.version(path), "" if content is None else blob_id(content, digits))
        for path, content in sorted(files.items())
    }
    note = drawn.note.strip()
    return Receipt(
        proposal,
        plain(drawn.title, 200) or _title(draft, files),
        plain(note.partition("\n\n")[0], 200),
        draft.base,
        Vouched(by, instant(workspace.clock.now())),
        draft.sessions,
        {path: version for path in sorted(reads) if (version := brain.version(path))},
        writes,
        drawn.adopted,
        drawn.left,
        reverts=draft.reverts,
        note=note,
    )


def _title(draft: Draft, files: Files) -> str:
    """A title where nobody gave one."""
    pages = [stem(path.removesuffix(".md")) for path in sorted(files)]
    named = ", ".join(pages[:3]) + (f" and {len(pages) - 3} more" if len(pages) > 3 else "")
    return f"{'Undo' if draft.reverts else 'Update'} {named}"[:200]
