"""Receipts of proposals as readers see them: what was decided, what it wrote, what it was drawn from, and what was left out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from brainwiki.model.page import Page
from brainwiki.model.standing import instant
from brainwiki.site.output import digest
from brainwiki.site.state import Site
from brainwiki.site.urls import relative

# States of a proposal and the key of the word for each.
STATES: Mapping[str, str] = {
    "open": "state_open",
    "approved": "state_approved",
    "rejected": "state_rejected",
    "applied": "state_applied",
    "stale": "state_stale",
}
MAX_NAMED = 100  # pages, sessions and observations that are named, each
_LONGEST = 300


class Facts(NamedTuple):
    """What the front matter of a receipt says, as plain values: pages with what was done to them, observations with the reason."""

    state: str
    at: str
    who: str
    by: str
    base: str
    writes: tuple[tuple[str, str], ...]
    sessions: tuple[str, ...]
    adopted: tuple[str, ...]
    rejected: tuple[tuple[str, str], ...]
    gate: tuple[tuple[str, str], ...]


class Written(NamedTuple):
    """A page that a proposal wrote: title, link (empty: there is no such page now), what was done to it, its language."""

    title: str
    href: str
    change: str
    language: str = ""


class Receipt(NamedTuple):
    """A receipt on the page at some address, with the word for its state; of what is not published only the number is told."""

    facts: Facts
    state: str
    base: str
    base_href: str
    writes: tuple[Written, ...]
    hidden_writes: int
    sessions: tuple[Written, ...]
    hidden_sessions: int


def keys(site: Site) -> Mapping[str, str]:
    """By the path of each published receipt a digest of what its page shows of it."""
    pages = [site.wiki.pages[path] for path in site.addresses.pages]
    return {
        page.path: digest(receipt_of(site, page, site.addresses.pages[page.path]))
        for page in pages
        if page.kind == "proposal"
    }


def facts_of(site: Site, page: Page) -> Facts:
    """What a receipt says; kept by its content, since it has to be read for it."""
    if not page.version:
        return _facts(page)
    return Facts._make(site.memo.get("receipts", f"{page.version} {site.reading}", lambda: tuple(_facts(page))))


def _facts(page: Page) -> Facts:
    meta = page.meta
    verified = [one for one in _list(meta.get("verified")) if isinstance(one, dict)]
    last = max(verified, key=lambda one: _text(one.get("at")), default={})
    generated = meta.get("generated")
    made = generated if isinstance(generated, dict) else {}
    state = _text(meta.get("state"))
    at = _text(last.get("at")) or _text(made.get("at"))
    return Facts(
        state if state in STATES else "applied",  # a receipt is in the tree once its proposal is
        at if instant(at) else "",
        _text(last.get("by")),
        _text(made.get("by")),
        _text(meta.get("base")),
        tuple(_writes(meta.get("writes"))) or tuple(_written(page)),
        tuple(dict.fromkeys(filter(None, map(_name, _list(meta.get("sessions"))))))[:MAX_NAMED],
        tuple(filter(None, map(_name, _list(meta.get("adopted")))))[:MAX_NAMED],
        tuple((_name(one), _reason(one)) for one in _list(meta.get("rejected")) if _name(one))[:MAX_NAMED],
        tuple(_gate(meta.get("gate")))[:MAX_NAMED],
    )


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value] if isinstance(value, str | dict) else []


def _text(value: Any) -> str:
    return " ".join(value.split())[:_LONGEST] if isinstance(value, str) else ""


def _name(entry: Any) -> str:
    return _text(entry.get("id")) if isinstance(entry, dict) else _text(entry)


def _reason(entry: Any) -> str:
    return _text(entry.get("reason")) if isinstance(entry, dict) else ""


def _writes(value: Any) -> Iterator[tuple[str, str]]:
    """Paths and what was done to each, from `{path: {from, to}}`."""
    for path, entry in value.items() if isinstance(value, dict) else ():
        before, after = (_text(entry.get(key)) if isinstance(entry, dict) else "" for key in ("from", "to"))
        is_gone = isinstance(entry, dict) and after in ("", "null", "~")
        yield str(path), "removed" if is_gone else "edited" if before not in ("", "null", "~") else "added"


def _written(page: Page) -> Iterator[tuple[str, str]]:
    """The pages that the words of a receipt name, where it has no list of what it wrote."""
    for link in page.links:
        if link.form == "wikilink":
            yield f"[[{link.target}]]", ""


def _gate(value: Any) -> Iterator[tuple[str, str]]:
    """Steps of the gate and their outcomes, from `step: outcome`."""
    if isinstance(value, dict):
        yield from ((_text(str(step)), _text(str(outcome))) for step, outcome in value.items())
    for entry in value if isinstance(value, list) else ():
        step, colon, outcome = _text(entry).partition(":")
        if step:
            yield (step, outcome.strip()) if colon else ("", step)


def receipt_of(site: Site, page: Page, base: str) -> Receipt:
    """A receipt for the page at the address `base`."""
    facts = facts_of(site, page)
    paths = {path: change for name, change in facts.writes if (path := _path(site, page, name)) is not None}
    written = [written_at(site, path, change, base) for path, change in paths.items() if site.may_name(path)]
    sessions = [f"sessions/{name.removeprefix('sessions/').rstrip('/')}/session.md" for name in facts.sessions]
    shown = [path for path in sessions if site.is_shown(path)]
    repository = site.config.repository.rstrip("/")
    return Receipt(
        facts,
        site.words[STATES[facts.state]],
        facts.base[:10],
        f"{repository}/commit/{facts.base}" if repository and _is_commit(facts.base) else "",
        tuple(written[:MAX_NAMED]),
        len(paths) - len(written[:MAX_NAMED]),
        tuple(written_at(site, path, "", base) for path in shown),
        len(sessions) - len(shown),
    )


def _is_commit(text: str) -> bool:
    return len(text) >= 7 and not set(text) - set("0123456789abcdef")


def _path(site: Site, page: Page, name: str) -> str | None:
    """The path in the brain that a receipt means; paths may be seen from the brain or from the workspace."""
    if name.startswith("[["):
        return site.wiki.resolve_name(page.path, name[2:-2]).path
    return name.removeprefix(site.wiki.path_prefix)


def written_at(site: Site, path: str, change: str, base: str) -> Written:
    """A page by its path, seen from the address `base`."""
    page = site.wiki.pages.get(path)
    if page is None or not site.is_shown(path):
        return Written(path, "", change)
    return Written(page.title, relative(base, site.addresses.pages[path]), change, site.language_of_name(page))


def changes_of(counts: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    """What was done to how many pages, in the order in which it is told."""
    return tuple((name, counts[name]) for name in ("added", "edited", "renamed", "removed") if counts.get(name))
