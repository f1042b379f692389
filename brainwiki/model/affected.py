"""Which pages a change can have damaged: those that changed, and those whose links or evidence name something that did.

A finding on any other page is the same before and after, so that a check of a change need not look there. Where it is hard to
tell, a page counts as affected: that costs time, never a finding.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from brainwiki.model.change import Change
from brainwiki.model.evidence import located
from brainwiki.model.names import fold, fold_wide, parent, stem
from brainwiki.model.page import Page
from brainwiki.model.wiki import Wiki


def affected(change: Change) -> frozenset[str]:
    """Paths of the pages in the head on which a new finding may stand."""
    names = frozenset(_names(change))
    touched = change.added | change.edited
    known: dict[str, bool] = {}
    found = set(touched)
    for page in change.head:
        if page.path not in touched and any(_is_named(target, names, known) for target in _targets(page)):
            found.add(page.path)
    return frozenset(found)


def _targets(page: Page) -> Iterator[str]:
    """What a page names: the targets of its links, the paths of its evidence, and its successor."""
    for link in page.links:
        yield link.target
    for source in page.sources:
        yield source.resource.partition("#")[0]
    if "superseded_by" in page.brief:
        yield page.successor


def _is_named(target: str, names: frozenset[str], known: dict[str, bool]) -> bool:
    """Whether a target may mean one of these names; `known` remembers answers."""
    answer = known.get(target)
    if answer is None:
        answer = known[target] = not names.isdisjoint(_forms(target))
    return answer


def _forms(target: str) -> Iterator[str]:
    """Every form in which a target may meet a name; a percent sign may hide any."""
    if "%" in target:
        yield "%"
    for whole in {fold(target.strip()), fold_wide(target.strip())}:
        plain = whole.replace("\\", "/").strip("/")
        yield plain
        yield plain.removesuffix(".md")
        last = plain.rpartition("/")[2].rpartition(":")[2]
        yield last
        yield last.removesuffix(".md")


def _names(change: Change) -> Iterator[str]:
    """The names, in every form, of what changed: pages before and after, other files, sessions whose transcript did."""
    yield "%"
    for path in change.added | change.edited:
        yield from _of_page(change.head.pages[path])
    for path in change.deleted | change.edited:
        yield from _of_page(change.base.pages[path])
    for path in change.base.files ^ change.head.files:
        yield from _of_path(path)
    for path in change.base.evidence.keys() | change.head.evidence.keys():
        if change.base.evidence.get(path) != change.head.evidence.get(path):
            yield from _of_path(path)
    for session in change.base.transcripts.keys() | change.head.transcripts.keys():
        if change.base.transcripts.get(session) is not change.head.transcripts.get(session):
            yield from _of_path(session)
            yield from _of_path(f"{session}/session")


def _of_page(page: Page) -> Iterator[str]:
    yield from _of_path(page.path)
    yield from _of_path(page.id)
    for name in (page.title, stem(page.id), *page.aliases):
        yield from (fold(name.strip()), fold_wide(name.strip()))


def _of_path(path: str) -> Iterator[str]:
    """A path, its last part and its folders, which a link may name too."""
    while path:
        for whole in (fold(path), fold_wide(path)):
            yield whole
            yield whole.removesuffix(".md")
            yield whole.rpartition("/")[2]
            yield whole.rpartition("/")[2].removesuffix(".md")
        path = parent(path)


def same_files(change: Change) -> bool:
    """Whether the same files stand at the same paths."""
    return not (change.added or change.deleted or change.base.files != change.head.files)


def same_names(change: Change) -> bool:
    """Whether every name means the same page before and after."""
    return change.base.resolver is change.head.resolver


def lost_no_way(change: Change) -> bool:
    """Whether every page can still be reached by the links and cites by which it was."""
    return same_names(change) and not any(_ways(change.base, path) - _ways(change.head, path) for path in change.edited)


def _ways(wiki: Wiki, path: str) -> set[str]:
    """The paths that a page leads to."""
    page = wiki.pages[path]
    ways = {target.paths[0] for _, target in wiki.targets(page) if len(target.paths) == 1}
    return ways | {evidence.path for _, evidence in located(wiki, page)}


def same_field(change: Change, keys: Iterable[str]) -> bool:
    """Whether no page that changed has, or had, any of these fields of front matter in another form."""
    if not same_names(change):
        return False
    return all(
        change.base.pages[path].brief.get(key, "") == change.head.pages[path].brief.get(key, "")
        for path in change.edited
        for key in keys
    )
