"""A working set out of a big brain: what it begins with, and what is brought when something is missing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, zip_longest
from typing import NamedTuple

from brainwiki.markup import parser
from brainwiki.model.hit import Answer, Hit
from brainwiki.model.page import Page
from brainwiki.ports import Progress, RemoteStore, WorkTree
from brainwiki.retrieval.asking import query_of
from brainwiki.retrieval.counting import estimate
from brainwiki.rules.families.tombstones import NAME as TOMBSTONES
from brainwiki.usecases.places import TRANSCRIPT, evidence_roots
from brainwiki.usecases.search import Wanted, search
from brainwiki.usecases.workspace import OWN_FILE, SHARED_FILE, Workspace

BUDGET = 4_000_000  # bytes of files
TOKENS = 4_000  # of an extract
HITS = 12
_BATCH, _MOST = 64, 5_000  # files that are fetched together, at first and at most
_TEXTS = (".md", ".txt", ".jsonl")


class Brought(NamedTuple):
    """What came into a working set: paths from its top, bytes of all files that were asked for, how many had no room, and by
    path why one was refused. `present` were there already."""

    files: tuple[str, ...]
    present: tuple[str, ...]
    size: int
    left_out: int
    refused: tuple[tuple[str, str], ...]


class Added(NamedTuple):
    """The answer to what was missing: the hits, the extract with its evidence, and the files that came."""

    answer: Answer
    extract: str
    brought: Brought


def boot(whole: Workspace, store: RemoteStore, work: WorkTree, budget: int = BUDGET) -> Brought:
    """Bring what a session begins with: settings, rules, the index and the deletion log; then, as far as there is room, what was
    changed last of pages, notes with tasks, and summaries of sessions. Raises RemoteError."""
    always, rest = plan(whole, store.recent(work.commit))
    return _bring(whole, store, work, [*always, *rest], budget, len(always))


def plan(whole: Workspace, recent: Iterable[str]) -> tuple[list[str], list[str]]:
    """The paths, from the top, that always come, and those that come in this order while there is room. Of the latter two are
    pages, one a note or a task, one a session's summary, and so on."""
    prefix = f"{whole.prefix}/" if whole.prefix else ""
    order = {path: place for place, path in enumerate(recent)}
    lanes: dict[str, list[str]] = {"always": [], "page": [], "note": [], "session": []}
    for path in whole.brain.listing().files:
        lane = _lane(whole, path)
        if lane:
            lanes[lane].append(f"{prefix}{path}")
    first = [name for name in (OWN_FILE, SHARED_FILE) if whole.files.version(name)]
    newest = {name: sorted(lane, key=lambda path: (order.get(path, len(order)), path)) for name, lane in lanes.items()}
    newest["session"] = sorted(lanes["session"], reverse=True)  # an id begins with its date
    pages = iter(newest["page"])
    twos = zip_longest(pages, pages)
    mixed = zip_longest(twos, newest["note"], newest["session"])
    rest = [path for pair, note, session in mixed for path in (*(pair or ()), note, session) if path]
    return [*first, *newest["always"]], rest


def _lane(whole: Workspace, path: str) -> str:
    """The lane of a file of the brain; empty for what does not come at the beginning."""
    if path == TOMBSTONES:
        return "always"
    if not path.endswith(".md"):
        return ""
    kind = whole.profile.dialect.kind_of(path)
    if kind == "session":
        return "session" if path.endswith("/session.md") else ""
    return {"rule": "always", "index": "always", "page": "page", "note": "note", "task": "note"}.get(kind, "")


def add(
    whole: Workspace,
    store: RemoteStore,
    work: WorkTree,
    query: str,
    budget: int = BUDGET,
    tokens: int = TOKENS,
    on_progress: Progress | None = None,
) -> Added:
    """Search the whole brain for what is missing, and bring the files that bear on it, with the evidence that they cite.

    The whole text is fetched once to be searched, into the store; the working set gets only the files. Raises RemoteError and
    what `search` raises.
    """
    commit = work.commit
    store.fetch(_texts(whole), commit)
    answer = search(whole, query, Wanted(limit=HITS), on_progress)
    if answer.mode == "recency" and query_of(query, whole.clock.now().date()).words.strip():
        answer = answer._replace(hits=())  # the newest texts are no answer to what nothing speaks of
    pages = {hit.path: page for hit in answer.hits if (page := _page(whole, hit)) is not None}
    paths = list(dict.fromkeys(path for hit in answer.hits for path in _files(whole, hit, pages.get(hit.path))))
    brought = _bring(whole, store, work, paths, budget, 0)
    return Added(answer, extract_of(answer, pages, tokens), brought)


def _texts(whole: Workspace) -> Iterator[str]:
    """The content ids of all that a search reads."""
    prefix = f"{whole.prefix}/" if whole.prefix else ""
    roots = tuple(f"{root}/" for root in evidence_roots(whole))
    for path in whole.files.listing().files:
        if path.endswith(_TEXTS) and path.startswith((prefix, *roots)):
            yield whole.files.version(path)


def _page(whole: Workspace, hit: Hit) -> Page | None:
    """The page of a hit, which may cite something; None for what is no page of the brain."""
    if hit.turn is not None or not whole.brain.exists(hit.path) or not hit.path.endswith(".md"):
        return None
    return parser.parse(hit.path, whole.brain.read(hit.path), whole.profile.dialect)


def _files(whole: Workspace, hit: Hit, page: Page | None) -> Iterator[str]:
    """The files that a hit stands in, then those that its page cites, from the top."""
    yield from _found(whole, hit.path)
    for source in page.sources if page else ():
        yield from _found(whole, source.resource.partition("#")[0])


def _found(whole: Workspace, name: str) -> Iterator[str]:
    """The files that a path in the brain, or a resource without its fragment, means; from the top."""
    prefix = f"{whole.prefix}/" if whole.prefix else ""
    inside = [f"{prefix}{name}{ending}" for ending in ("", ".md", "/session.md", TRANSCRIPT)]
    outside = [name] if any(name.startswith(f"{root}/") for root in evidence_roots(whole)) else []
    yield from (path for path in (*inside, *outside) if name and whole.files.version(path))


def _bring(
    whole: Workspace, store: RemoteStore, work: WorkTree, paths: Sequence[str], budget: int, always: int
) -> Brought:
    """Bring files in this order while there is room; the first `always` come whatever they take."""
    commit, held = work.commit, work.held()
    known = {path: version for path in paths if (version := whole.files.version(path))}
    chosen: dict[str, bytes] = {}
    size = seen = 0
    left = iter(known.items())
    while batch := list(islice(left, _next_batch(size, seen, budget))):
        versions = [version for _, version in batch]
        store.fetch(versions, commit)
        contents = store.blobs(versions)
        before = len(chosen)
        for path, version in batch:
            content = contents.get(version, b"")
            if version in contents and (seen < always or size + len(content) <= budget):
                chosen[path] = content
                size += len(content)
            seen += 1
        if seen >= always and (size >= budget or len(chosen) - before < len(batch) // 2):
            break  # a large file has no room; where most have none, what comes later need not be fetched
    refused = work.bring({path: content for path, content in chosen.items() if path not in held})
    files = tuple(path for path in chosen if path not in held and path not in refused)
    present = tuple(path for path in chosen if path in held)
    return Brought(files, present, size, len(known) - len(chosen), tuple(sorted(refused.items())))


def _next_batch(size: int, seen: int, budget: int) -> int:
    """How many files are fetched next: a few to learn how large they are, then about as many as there is room for."""
    if not seen or size >= budget:
        return _BATCH
    return max(_BATCH, min(_MOST, (budget - size) * seen // max(size, 1)))


def extract_of(answer: Answer, pages: dict[str, Page], tokens: int) -> str:
    """The best passages, each with where it stands and the evidence that it cites, under a budget of tokens."""
    told: list[str] = []
    for hit in answer.hits:
        entry = _entry(hit, pages.get(hit.path))
        tokens -= estimate(entry) + 1
        if tokens < 0:
            break
        told.append(entry)
    return "\n\n".join(told)


def _entry(hit: Hit, page: Page | None) -> str:
    where = f"{hit.path}#turn-{hit.turn}" if hit.turn is not None else f"{hit.path}:{hit.line}"
    section = f" > {hit.section}" if hit.section else ""
    date = f" ({hit.date})" if hit.date else ""
    lines = [f"## {hit.title}{section}{date}", where, "", hit.text.strip()]
    for source in page.sources if page else ():
        if f"cite:{source.id}]" in hit.text or f"cite:{source.id}," in hit.text or f",{source.id}]" in hit.text:
            quote = f" “{source.quote}”" if source.quote else ""
            lines.append(f"[{source.id}] {source.resource or source.title}{quote}")
    return "\n".join(lines)
