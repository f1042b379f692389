"""What a proposal makes of the brain as it is now: its own files where nothing moved, else each page merged claim by claim."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from brainwiki.claims.merging import Conflict, merge_page
from brainwiki.errors import PathEscapeError
from brainwiki.model.content import blob_id
from brainwiki.model.finding import Finding, Report, Severity
from brainwiki.model.line import instant, plain
from brainwiki.model.names import join
from brainwiki.model.receipt import Receipt, Vouched, Write
from brainwiki.model.wiki import Wiki
from brainwiki.ports import FileStore
from brainwiki.review.changelog import Entry
from brainwiki.review.receipts import path_of, receipt_text
from brainwiki.transcripts.pages import turns_of
from brainwiki.usecases.change import check_change
from brainwiki.usecases.listings import listings
from brainwiki.usecases.workspace import States, Workspace

_TOLD = 20  # findings that are told one by one


class Misfit(NamedTuple):
    """A page, or several, on which a proposal and the brain do not fit together; `path` is empty for what is about no page."""

    path: str
    reason: str

    @property
    def told(self) -> str:
        """The reason in one line."""
        return f"{self.path}: {self.reason}" if self.path else self.reason


@dataclass(frozen=True)
class Fitted:
    """What is to be written, by path from the brain's root (None: the file goes): pages, the receipt, and the listings made anew.

    `merged` are the pages that were merged claim by claim. Where there are `misfits`, there are no files.
    """

    files: Mapping[str, bytes | None]
    receipt: Receipt
    merged: tuple[str, ...] = ()
    misfits: tuple[Misfit, ...] = ()


def fit(workspace: Workspace, receipt: Receipt, tip: str, verified: tuple[Vouched, ...], by: str) -> Fitted:
    """What the proposal of this receipt comes to on the commit `tip`, with all rules run on it. Nothing is written.

    Raises GitError, ConfigError, NoBrainError.
    """
    brain = workspace.staged(tip, {}, "").base.brain
    moved = moved_since(brain, receipt)
    files: dict[str, bytes | None] = {}
    misfits: list[Misfit] = []
    for path, write in sorted(receipt.writes.items()):
        found = _page(workspace, brain, path, write)
        if isinstance(found, Conflict):
            misfits += [Misfit(path, reason) for reason in found.reasons]
        else:
            files[path] = found
    receipt = replace(receipt, verified=verified)
    if misfits:
        return Fitted({}, receipt, misfits=tuple(misfits))
    if moved:
        receipt = _renewed(brain, receipt, files, tip)
    merged = tuple(path for path in sorted(moved & files.keys()) if files[path] is not None)
    return _checked(workspace, Fitted({path: files[path] for path in receipt.writes}, receipt, merged), tip, by)


def moved_since(brain: FileStore, receipt: Receipt) -> frozenset[str]:
    """The paths of which a receipt says that they were read or written as they are no more."""
    known = {**receipt.reads, **{path: write.before for path, write in receipt.writes.items()}}
    return frozenset(path for path, version in known.items() if brain.version(path) != version)


def content(workspace: Workspace, version: str) -> bytes | Conflict | None:
    """What a receipt means by a blob id: nothing, or the content; a conflict where this repository has it not."""
    if not version:
        return None
    found = workspace.refs().blob(version)
    return Conflict((f"its content {version[:12]} is not in this repository",)) if found is None else found


def _page(workspace: Workspace, brain: FileStore, path: str, write: Write) -> bytes | Conflict | None:
    """A file as it is to be: that of the proposal, or both sides merged."""
    ours = content(workspace, write.after)
    now = brain.version(path)
    if isinstance(ours, Conflict) or now == write.before:
        return ours
    theirs = content(workspace, now)
    if now == write.after:
        return theirs
    base = content(workspace, write.before)
    for one in (base, theirs):
        if isinstance(one, Conflict):
            return one
    assert not isinstance(base, Conflict)
    assert not isinstance(theirs, Conflict)
    return merged(path, base, ours, theirs)


def merged(path: str, base: bytes | None, ours: bytes | None, theirs: bytes | None) -> bytes | Conflict | None:
    """Three states of a file as one; None stands for no file."""
    if ours in (base, theirs):
        return theirs
    if theirs == base:
        return ours
    if ours is None:
        return Conflict(("the proposal takes it out, and it was changed since",))
    if theirs is None:
        return Conflict(("it was taken out since",))
    if base is None and path.startswith("sessions/"):
        return _further(path, ours, theirs)
    if not path.endswith(".md"):
        return Conflict(("it was changed since, and is no page",))
    return merge_page(base or b"", ours, theirs)


def _further(path: str, ours: bytes, theirs: bytes) -> bytes | Conflict:
    """A session that two proposals bring along, which may have grown in between: the one that goes on where the other ends."""
    if path.endswith(".md"):
        turns = [turns_of(raw.decode("utf-8", "replace")) for raw in (ours, theirs)]
        return ours if turns[0] > turns[1] else theirs
    longer = max(ours, theirs, key=len)
    return longer if longer.startswith(min(ours, theirs, key=len)) else Conflict(("it is another recording",))


def _renewed(brain: FileStore, receipt: Receipt, files: Mapping[str, bytes | None], tip: str) -> Receipt:
    """The receipt for the brain as it is now: what was read, what stood there, and what stands there then."""
    writes = {
        path: Write(brain.version(path), "" if raw is None else blob_id(raw, len(tip))) for path, raw in files.items()
    }
    return replace(
        receipt,
        base=tip,
        reads={path: version for path in receipt.reads if (version := brain.version(path))},
        writes={path: write for path, write in writes.items() if write.before != write.after},
    )


def _checked(workspace: Workspace, fitted: Fitted, tip: str, by: str) -> Fitted:
    """The same with its receipt and the listings, where no rule BLOCKs it."""
    states = staged(workspace, tip, fitted.files, fitted.receipt, by)
    checked = check_change(states)
    blocks = _blocks(checked.report, workspace.prefix)
    if blocks:
        return replace(fitted, files={}, misfits=blocks)
    receipt = fitted.receipt
    if receipt.base == tip:
        counts = Counter(one.severity for one in checked.report.findings)
        receipt = replace(receipt, findings={one.value: counts[one] for one in Severity})
    files = {**fitted.files, path_of(receipt.id): receipt_text(receipt).encode("utf-8", "replace")}
    return replace(fitted, receipt=receipt, files={**files, **_listings(workspace, states, checked.wiki, receipt)})


def _listings(workspace: Workspace, states: States, wiki: Wiki, receipt: Receipt) -> Mapping[str, bytes]:
    return listings(states.head, wiki, [Entry(receipt, instant(workspace.clock.now())[:10])])


def staged(
    workspace: Workspace, commit: str, files: Mapping[str, bytes | None], receipt: Receipt | None, by: str
) -> States:
    """A commit beside what comes of it with these files, by path from the brain's root, and with a receipt. Raises PathEscapeError."""
    texts = dict(files)
    if receipt is not None:
        texts[path_of(receipt.id)] = receipt_text(receipt).encode("utf-8", "replace")
    edits: dict[str, bytes | None] = {}
    for path, raw in texts.items():
        inside = join(workspace.prefix, path)
        if inside is None:
            raise PathEscapeError(path)
        edits[inside] = raw
    return workspace.staged(commit, edits, by)


def _blocks(report: Report, prefix: str) -> tuple[Misfit, ...]:
    """The findings that BLOCK, as misfits."""
    found = [one for one in report.findings if one.severity == Severity.BLOCK]
    told = [_misfit(one, f"{prefix}/" if prefix else "") for one in found[:_TOLD]]
    return (*told, *([Misfit("", f"{len(found) - _TOLD} more findings")] if len(found) > _TOLD else []))


def _misfit(finding: Finding, root: str) -> Misfit:
    return Misfit(finding.path.removeprefix(root), plain(f"{finding.code} in line {finding.line}: {finding.message}"))
