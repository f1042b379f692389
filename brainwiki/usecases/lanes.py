"""The lanes of a context that are never ranked: standing rules, the compact index, tasks that are due, and what the caller brings."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from brainwiki.markup import document, frontmatter, parser
from brainwiki.markup.parser import Outline
from brainwiki.model.dialect import Kind
from brainwiki.model.names import fold, stem
from brainwiki.model.pack import Offer
from brainwiki.model.standing import at_of, day, entries_of, freshness, instant, latest, trust
from brainwiki.retrieval.packing import Candidate, Part
from brainwiki.rules.compact_index import is_generated, shortened
from brainwiki.rules.families.tombstones import is_forgotten
from brainwiki.usecases.places import patterns
from brainwiki.usecases.workspace import Workspace

INDEX = "index.md"
AWAKE = ("waiting", "active", "held")
RESUME = ("resume instructions", "復帰時の指示", "恢复指令")


def rules(workspace: Workspace, forgotten: frozenset[str]) -> Iterator[Candidate]:
    """Every rule file, whole, in the order of their paths."""
    for path, found in _files(workspace, "rule"):
        barred = "forgotten" if is_forgotten(path, forgotten) else ""
        if found.status == "deprecated":
            barred = barred or "deprecated: this rule no longer holds"
        yield Candidate(
            "rules", _title(path, found), path, (Part(_body(found)),), "standing rule: always, whole", barred=barred
        )


def index(workspace: Workspace) -> Candidate | None:
    """The compact index, which gets shorter where there is no room for all of it; None where the brain has none."""
    if not workspace.brain.exists(INDEX):
        return None
    text = document.read(workspace.brain.read(INDEX)).text
    body = text[frontmatter.read(text).body :].strip("\n")
    return Candidate(
        "index",
        "Compact index",
        INDEX,
        (Part(body),),
        "what this brain knows, one line a page",
        shorten=(lambda count, room: shortened(body, count, room)) if is_generated(body) else None,
    )


def due(workspace: Workspace, forgotten: frozenset[str]) -> Iterator[Candidate]:
    """Tasks whose day has come and that are not done, the longest due first, each with its instructions for resuming it."""
    now = workspace.clock.now()
    found = []
    for path, task in _files(workspace, "task"):
        when, state = day(_text(task, "due")), _text(task, "state").lower()
        if state in AWAKE and instant(when) is not None and when <= now.date().isoformat():
            found.append((when, path, state, task))
    for when, path, state, task in sorted(found, key=lambda one: one[:2]):
        days = (now.date() - date.fromisoformat(when)).days
        late = f", {days} day{'s' if days != 1 else ''} ago" if days else ", today"
        steps = _resume(task)
        fresh = freshness(task.status, _text(task, "stale_after"), _looked_at(task), now)
        yield Candidate(
            "tasks",
            _title(path, task),
            path,
            (Part(steps or _text(task, "description") or _body(task)),),
            f"due {when}{late}; {state}" + ("" if steps else "; it has no instructions for resuming it"),
            (("due", when), ("state", state)),
            fresh,
            None if task.confidence is None else round(task.confidence * 100),
            when,
            trust(task),
            _text(task, "scope"),
            barred="forgotten" if is_forgotten(path, forgotten) else "",
        )


def offered(offer: Offer) -> Candidate:
    """A text that the caller brings."""
    return Candidate(offer.lane, offer.label, offer.path, (Part(offer.text),), offer.reason or "given by the caller")


def _files(workspace: Workspace, kind: Kind) -> Iterator[tuple[str, Outline]]:
    """The files of the folders that hold a kind, in order; only these are read."""
    left_out = patterns(workspace)
    for folder in sorted(name for name, known in workspace.profile.dialect.kinds.items() if known == kind):
        if not workspace.brain.exists(folder):
            continue
        for name in workspace.brain.below(folder).listing().files:
            path = f"{folder}/{name}"
            if name.endswith(".md") and not left_out(path):
                yield path, _outline(workspace, path)


def _outline(workspace: Workspace, path: str) -> Outline:
    return parser.outline(path, workspace.brain.read(path), workspace.profile.dialect)


def _resume(task: Outline) -> str:
    """The instructions for resuming a task, without their heading; empty where there are none."""
    for at, heading in enumerate(task.headings):
        if fold(heading.text).strip(" :：") in RESUME:
            after = (one.start for one in task.headings[at + 1 :] if one.level <= heading.level)
            return task.text[heading.end : next(after, len(task.text))].strip()
    return ""


def _looked_at(found: Outline) -> str:
    return latest([at_of(found.meta.get("generated")), *(at_of(one) for one in entries_of(found, "verified"))])


def _text(found: Outline, key: str) -> str:
    value = found.meta.get(key)
    return " ".join(value.split()) if isinstance(value, str) else ""


def _title(path: str, found: Outline) -> str:
    return _text(found, "title") or next((one.text for one in found.headings), "") or stem(path)


def _body(found: Outline) -> str:
    return found.text[found.body :].strip("\n")
