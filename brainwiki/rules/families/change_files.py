"""BW601 and BW606 to BW609: receipts, pages that are gone, logs that may only grow, and checks changed together with knowledge."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from brainwiki.model.change import Change, Log
from brainwiki.model.evidence import locate, located
from brainwiki.model.finding import Severity
from brainwiki.model.page import Page
from brainwiki.rules import suppression
from brainwiki.rules.families.change_claims import KNOWLEDGE, changed, page_text
from brainwiki.rules.families.tombstones import NAME, forgotten, is_forgotten
from brainwiki.rules.rule import Example, Hit, Rule, View

_SHORTEST = 7  # hex digits that name a blob
_NOTHING = ("", "null", "~")  # how `to:` says that the page is gone
_CHECKS = ("brainwiki.toml", "pyproject.toml")  # besides everything below checks/
_NO_READERS = frozenset({"index", "log", "proposal"})  # made by programs, or records of what was


class _Receipt(NamedTuple):
    """A receipt that came with the change, and the content that it records by path."""

    id: str
    writes: Mapping[str, str]


def _without_receipt(view: View, change: Change) -> Iterator[Hit]:
    """Pages of knowledge whose new content no receipt of this change records."""
    if not change.adopted:
        return
    receipts = list(_receipts(change))
    for before, after in change.pairs:
        page = after or before
        if page is None or page.kind not in KNOWLEDGE:
            continue
        blob = change.blobs.get(page.path, "") if after else ""
        recorded = [(one, one.writes[page.path]) for one in receipts if page.path in one.writes]
        if any(_is_same(to, blob, after is None) for _, to in recorded):
            continue
        why = f"{recorded[0][0].id} records another content" if recorded else "no new proposal records it"
        who, is_agent = _writer(change, {path.path for path in (before, after) if path is not None})
        verb = "was deleted" if after is None else "is new" if before is None else "changed"
        yield Hit(0, 0, f"The page {verb} without a receipt{who}: {why}.", "receipt", path=page.path, mild=not is_agent)


def _receipts(change: Change) -> Iterator[_Receipt]:
    """The receipts that are new or edited in the new state."""
    for path in sorted({*change.added, *change.edited, *change.renamed}):
        page = change.head.pages.get(path)
        if page is not None and page.kind == "proposal":
            yield _Receipt(page.id, dict(_writes(page.meta.get("writes"), change.head.prefix)))


def _writes(value: Any, prefix: str) -> Iterator[tuple[str, str]]:
    """The content that a receipt says each page has now; paths may be seen from the brain or from the workspace."""
    for path, entry in value.items() if isinstance(value, dict) else ():
        to = entry.get("to") if isinstance(entry, dict) else None
        if to is None or isinstance(to, str):
            name = path.removeprefix(f"{prefix}/") if prefix else path
            yield name, (to or "").strip().lower()


def _is_same(to: str, blob: str, is_deleted: bool) -> bool:
    if is_deleted:
        return to in _NOTHING
    return len(to) >= _SHORTEST and blob.startswith(to)


def _writer(change: Change, paths: set[str]) -> tuple[str, bool]:
    """Who wrote a page in this change, for a message, and whether one of them is an agent or a process."""
    prefix = change.head.path_prefix
    commits = [commit for commit in change.commits if any(prefix + path in commit.paths for path in paths)]
    by_agent = next((commit for commit in commits if commit.by_agent), None)
    commit = by_agent or next(iter(commits), None)
    return (f" ({commit.actor}, {commit.id[:10]})" if commit else ""), by_agent is not None


def _still_used(view: View, change: Change) -> Iterator[Hit]:
    """Pages that are gone by their name and that others still link or cite by it."""
    renamed = {old: new for new, old in change.renamed.items()}
    gone = frozenset(path for path in (*change.deleted, *renamed) if path not in change.head.pages)
    users: dict[str, list[str]] = {}
    doubtful = {page.path for page in change.head.survey.doubtful} if gone else set()
    for page in change.head if gone else ():
        if page.kind not in _NO_READERS:
            for path in sorted(set(_lost(page, change, page.path in doubtful)) & gone):
                users.setdefault(path, []).append(page.id)
    for path, ids in sorted(users.items()):
        new = renamed.get(path)
        what = f"was renamed to {change.head.pages[new].id}" if new else "was deleted"
        name = change.base.pages[path].id
        count = "1 page still leads" if len(ids) == 1 else f"{len(ids):,} pages still lead"
        message = f"{name} {what}, and {count} to it: {_first_three(ids)}."
        remedy = (
            f"Link to the new name, or keep the old one among the `aliases` of {change.head.pages[new].id}."
            if new
            else ""
        )
        yield Hit(0, 0, message, "gone", remedy, new or path)


def _first_three(names: list[str]) -> str:
    """Up to three names, and how many more there are."""
    return ", ".join(names[:3]) + (f" and {len(names) - 3:,} more" if len(names) > 3 else "")


def _lost(page: Page, change: Change, has_lost_links: bool) -> Iterator[str]:
    """What the links and sources of a page led to in the old state, where they lead nowhere now."""
    for link, target in change.head.targets(page) if has_lost_links else ():
        if target.tier == "none":
            yield change.base.resolve(page, link).path or ""
    for source, evidence in located(change.head, page):
        if evidence.place == "broken":
            yield locate(change.base, page, source).path


def _transcript(view: View, change: Change) -> Iterator[Hit]:
    """Transcripts of which a line was changed or removed."""
    names = forgotten(change)
    for log in change.logs:
        if log.path.rpartition("/")[2] != "transcript.jsonl" or log.before is None:
            continue
        session = log.path.removesuffix("transcript.jsonl") + "session.md"
        if log.after is None and session not in change.head.pages and is_forgotten(session, names):
            continue
        yield from _rewritten(log, "The transcript")


def _ledger(view: View, change: Change) -> Iterator[Hit]:
    """Append-only files of which a line was changed or removed."""
    for log in change.logs:
        folder, _, name = log.path.rpartition("/")
        if name == NAME or "ledger" in folder.split("/"):
            yield from _rewritten(log, "The deletion log" if name == NAME else "The ledger")


def _rewritten(log: Log, what: str) -> Iterator[Hit]:
    """The first old line that does not stand in its place any more; line ends do not count."""
    if log.before is None:
        return
    old, new = _lines(log.before), _lines(log.after or b"")
    if log.after is None:
        yield Hit(0, 0, f"{what} was deleted.", "deleted", path=log.path)
    elif old != new[: len(old)]:
        number = next(n for n, line in enumerate(old, 1) if n > len(new) or new[n - 1] != line)
        yield Hit(0, 0, f"{what} was rewritten from line {number:,} on; it may only grow.", "rewritten", path=log.path)


def _lines(raw: bytes) -> list[bytes]:
    lines = raw.replace(b"\r\n", b"\n").split(b"\n")
    return lines if lines[-1] else lines[:-1]


def _checks_too(view: View, change: Change) -> Iterator[Hit]:
    """Checks that were changed in the change that also changed knowledge; the first state of a brain is no such change."""
    pages = list(_changed_knowledge(change)) if change.base.pages else []
    if not pages:
        return
    knowledge = _first_three([page.id for page in pages])
    for path in sorted(change.outside):
        if path in _CHECKS or path.startswith("checks/"):
            yield Hit(0, 0, f"{path} changed together with knowledge: {knowledge}.", "checks", path=f"/{path}")
    for before, after in change.pairs:
        for comment in new_suppressions(before, after):
            codes = ", ".join(comment.codes)
            message = f"A suppression of {codes} came together with changed knowledge: {knowledge}."
            yield Hit(comment.start, comment.end, message, f"suppression {codes}", path=after.path if after else "")


def _changed_knowledge(change: Change) -> Iterator[Page]:
    """Pages of knowledge that say something else than before: more than a suppression came or went."""
    for before, after in change.pairs:
        page = after or before
        if page is not None and page.kind in KNOWLEDGE and _spoken(before) != _spoken(after):
            yield page


def _spoken(page: Page | None) -> list[str] | None:
    """The words of a page without its suppressions."""
    if page is None:
        return None
    pieces, at = [], 0
    for comment in suppression.read(page):
        pieces.append(page.text[at : comment.start])
        at = comment.end
    return "".join([*pieces, page.text[at:]]).split()


def new_suppressions(before: Page | None, after: Page | None) -> Iterator[suppression.Suppression]:
    """Suppressions of a page that it did not have before, one for one by their codes."""
    if after is None:
        return
    known = Counter(one.codes for one in suppression.read(before)) if before else Counter[tuple[str, ...]]()
    for one in suppression.read(after):
        known[one.codes] -= 1
        if known[one.codes] < 0:
            yield one


_BEFORE = page_text("The pump runs at 40 bar. [cite:1]\n")
_AFTER = page_text("The pump runs at 40 bar. [cite:1] It hums at night. [cite:1]\n")
_EDITED = changed(_BEFORE, _AFTER)
_AFTER_BLOB = "55bea550a94f81724a2f75c2cfa7d441cbc7aeee"  # what `git hash-object` says of the page after


def _receipt(to: str) -> str:
    return (
        "---\ntype: proposal\ntitle: The pump at night\nwrites:\n"
        f"  {Example.path}: {{from: d6a2511, to: {to}}}\n---\nOne claim on the noise of the pump.\n"
    )


def _with(example: Example, files: Mapping[str, str], base: Mapping[str, str] | None = None, note: str = "") -> Example:
    """An example with more files after, and in the base these or no others."""
    return replace(example, files=files, base={**(example.base or {}), **(base or {})}, note=note)


_SESSION = "sessions/2026-05-02-x-a"
_SUMMARY = {
    f"{_SESSION}/session.md": "---\ntype: session\ntitle: Talk\nstarted: 2026-05-02T09:00:00Z\nturns: 2\n---\nA talk.\n"
}


def _transcripts(*texts: str) -> dict[str, str]:
    turns = (
        f'{{"turn": {number}, "role": "user", "at": "", "text": "{text}"}}\n' for number, text in enumerate(texts, 1)
    )
    return {**_SUMMARY, f"{_SESSION}/transcript.jsonl": "".join(turns)}


_ENTRY = '{"id": "sessions/2026-04-01-x-b", "at": "2026-05-02T09:00:00Z"}\n'
_IGNORING = page_text(
    "<!-- bw-ignore BW302: cited soon -->\nThe pump runs at 40 bar. [cite:1] It hums at night. [cite:1]\n"
)
_BARE = page_text("The pump is in the cellar.\n", "")
_SAME = changed(_BARE, _BARE)
_READER = page_text("It pushes water to the [[valve]].\n", "")
_VALVE = page_text("The valve is blue.\n", "", "Valve")

RULES: tuple[Rule, ...] = (
    Rule(
        code="BW601",
        slug="no-receipt",
        severity=Severity.BLOCK,
        summary="Knowledge that changed without a receipt, where the workspace asks for receipts.",
        why="A receipt says who proposed the change, what was read for it and what a gate said; without one nobody can ask.",
        remedy="Let the change come as a proposal; its receipt names each page with the content that it wrote.",
        bad=(_EDITED, _with(_EDITED, {"proposals/p.md": _receipt("0" * 40)}, note="a receipt of another content")),
        good=(_with(_EDITED, {"proposals/p.md": _receipt(_AFTER_BLOB)}),),
        scope="change",
        integrity=True,
        check_change=_without_receipt,
    ),
    Rule(
        code="BW606",
        slug="used-page-deleted",
        severity=Severity.BLOCK,
        summary="A page that was deleted or renamed while others still link or cite it by its old name.",
        why="Each of them now sends its readers, or its proof, to nothing.",
        remedy="Restore the page, deprecate it with a successor, or change the pages that lead to it.",
        bad=(replace(changed(_READER, _READER), base={Example.path: _READER, "knowledge/valve.md": _VALVE}),),
        good=(
            Example(
                _READER,
                "a page that took its place answers to the name",
                wrap=False,
                files={"knowledge/gate.md": page_text("It was a valve.\n", "aliases: [valve]\n", "Gate")},
                base={Example.path: _READER, "knowledge/valve.md": _VALVE},
            ),
        ),
        scope="change",
        check_change=_still_used,
    ),
    Rule(
        code="BW607",
        slug="transcript-rewritten",
        severity=Severity.BLOCK,
        summary="A session's transcript of which a line was changed or removed.",
        why="Transcripts are what everything else rests on: a claim can be no more true than the record under it.",
        remedy="Restore the old lines; a session that goes on appends, one that was edited at its origin becomes a new session.",
        bad=(_with(_SAME, _transcripts("It runs at 400 bar."), _transcripts("It runs at 40 bar.")),),
        good=(
            _with(
                _SAME,
                _transcripts("It runs at 40 bar.", "It hums."),
                _transcripts("It runs at 40 bar."),
                "the session went on",
            ),
            _with(
                _SAME,
                {NAME: f'{{"id": "{_SESSION}", "at": "2026-05-02T09:00:00Z"}}\n'},
                _transcripts("It runs at 40 bar."),
                "the whole session was forgotten",
            ),
        ),
        scope="change",
        integrity=True,
        check_change=_transcript,
    ),
    Rule(
        code="BW608",
        slug="ledger-rewritten",
        severity=Severity.BLOCK,
        summary="A ledger or the deletion log of which a line was changed or removed.",
        why="They say what was decided and what must not come back; whoever rewrites them undoes it unseen.",
        remedy="Restore the old lines and append what is new.",
        bad=(_with(_SAME, {NAME: _ENTRY.replace("x-b", "x-c")}, {NAME: _ENTRY}),),
        good=(_with(_SAME, {NAME: _ENTRY + _ENTRY.replace("x-b", "x-c")}, {NAME: _ENTRY}),),
        scope="change",
        integrity=True,
        check_change=_ledger,
    ),
    Rule(
        code="BW609",
        slug="checks-changed-too",
        severity=Severity.WARN,
        summary="Rules, schemas, baseline, configuration or a suppression that changed together with knowledge.",
        why="A change that brings its own exemption passes a gate that it moved itself.",
        remedy="Change the checks first, in a change of their own that people review as such.",
        bad=(
            changed(_BEFORE, _IGNORING),
            _with(_EDITED, {"checks/baseline.json": "{}\n"}, note="the baseline changed too"),
        ),
        good=(_EDITED, changed(_AFTER, _IGNORING, "the suppression alone")),
        scope="change",
        check_change=_checks_too,
    ),
)
