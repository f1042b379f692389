"""What the last build saw of the brain, so that the next one looks only at what a change can reach.

Where a page's text changed and nothing else, the pages that show something of it are few: itself, those that it links to or
cites, and those that cite it; where its links lead elsewhere too, also those that are near in the graph. All others, and whole
rooms of the site, are what they were, and their keys are not worked out again. What others can see of a page is its *face*:
name, front matter, headings, sources, language, all without their places in the text. Where any face, address, file or commit
differs, everything is looked at as if nothing were known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import NamedTuple, NoReturn

from brainwiki.model.evidence import located
from brainwiki.model.finding import Report
from brainwiki.model.page import Page
from brainwiki.site.graph.connections import Connections
from brainwiki.site.output import KEPT, FileOutput, Output, PageOutput, digest
from brainwiki.site.pages.parts import Maker

MOST = 50  # changed pages; with more, looking at everything costs hardly more
KINDS = frozenset({"page", "note"})  # of which nothing is shown elsewhere but what is accounted for here

Paths = tuple[tuple[str, bool], ...]  # of a room's files from the site's root, and whether each is a page


class Sight(NamedTuple):
    """What a build saw: by path the content ids, faces and languages of the pages, and where their links lead (paths, one a line);
    by address the keys in the search; digests of all else and of the findings; and what the rooms made that are taken over as a
    whole."""

    versions: Mapping[str, str]
    faces: Mapping[str, str]
    languages: Mapping[str, str]
    reach: Mapping[str, str]
    searched: Mapping[str, str]
    rest: str
    report: str
    rooms: Mapping[str, Paths]


class Before:
    """The present state beside what the last build saw of the brain (None: nothing is known)."""

    def __init__(self, maker: Maker, report: Report, last: Sight | None) -> None:
        self.site = maker.site
        self.edges = maker.edges
        self.connections = maker.connections
        self.report = digest(report)
        self.last = last
        self._rooms: dict[str, Paths] = {}

    @cached_property
    def changed(self) -> frozenset[str] | None:
        """The paths of the pages whose text changed, where that is all; None where more did or nothing is known."""
        last, pages = self.last, self.site.wiki.pages
        if last is None or last.rest != self._rest or not self._versions or last.versions.keys() != pages.keys():
            return None
        found = {path for path, version in self._versions.items() if last.versions[path] != version}
        if len(found) > MOST or any(pages[path].kind not in KINDS for path in found):
            return None
        self._remember(last, found)
        faces = last.faces
        return frozenset(found) if all(self._face(pages[path]) == faces[path] for path in found) else None

    @cached_property
    def reached(self) -> frozenset[str]:
        """The paths of all pages that show something of a changed one."""
        found = set(self.changed or ())
        wiki = self.site.wiki
        for path in self.changed or ():
            page = wiki.pages[path]
            found.update(one for _, target in wiki.targets(page) for one in target.paths)
            found.update(evidence.path for _, evidence in located(wiki, page))
            found.update(citing for citing, _, _ in self.edges.cites.get(path, ()))
        return frozenset(found | self._near_moved)

    @cached_property
    def moved(self) -> frozenset[str]:
        """The changed pages whose links lead elsewhere now, and all that they led to and lead to."""
        found: set[str] = set()
        for path in self.changed or ():
            now, was = self._reach(path), self.last.reach[path] if self.last is not None else ""
            if now != was:
                found.update((path, *now.split("\n"), *was.split("\n")))
        return frozenset(found)

    @property
    def _near_moved(self) -> set[str]:
        """All that is at most two steps away from those, in the graph as it is now: what is told to be related reaches so far."""
        if not self.moved or not isinstance(self.connections, Connections):
            return set()
        near = self.connections.adjacency
        numbers = {near.numbers[path] for path in self.moved if path in near.numbers}
        for _ in range(2):
            numbers |= {one for number in numbers for one in near.near[number]}
        return {near.pages[number].path for number in numbers}

    def searched(self, path: str, address: str) -> str:
        """The key in the search of what stands at a path and an address, where it is the one that it had; else empty."""
        last, changed = self.last, self.changed
        return (
            last.searched.get(address, "") if last is not None and changed is not None and path not in changed else ""
        )

    @property
    def is_same(self) -> bool:
        """Whether nothing changed at all, the findings included."""
        return self.changed == frozenset() and self.last is not None and self.last.report == self.report

    def is_unseen(self, path: str) -> bool:
        """Whether nothing that is shown of or on the page at `path` can have changed."""
        return self.changed is not None and path not in self.reached

    def room(self, name: str, is_kept: bool, make: Callable[[], Iterator[Output]]) -> Iterator[Output]:
        """The outputs of a room: those of the last build where it `is_kept`."""
        if is_kept and self.last is not None and name in self.last.rooms:
            self._rooms[name] = self.last.rooms[name]
            yield from (_kept(*one) for one in self._rooms[name])
            return
        made: list[tuple[str, bool]] = []
        for output in make():
            made.append((output.file, isinstance(output, PageOutput)))
            yield output
        self._rooms[name] = tuple(made)

    def sight(self, searched: Mapping[str, str]) -> Sight | None:
        """What this build saw, once all rooms were asked; None where the next one could do nothing with it. `searched` holds the
        keys in the search by address; it is empty where that was not asked."""
        pages, changed = self.site.wiki.pages, self.changed
        if not self._versions:
            return None
        if self.last is not None and changed is not None:
            return self.last._replace(
                versions=self._versions,
                reach={**self.last.reach, **{path: self._reach(path) for path in changed}},
                searched=searched or self.last.searched,
                report=self.report,
                rooms=self._rooms,
            )
        language = self.edges.facts.language
        return Sight(
            self._versions,
            {path: self._face(page) for path, page in pages.items()},
            {path: language(path) for path in self.site.addresses.pages},
            {path: self._reach(path) for path in pages},
            searched,
            self._rest,
            self.report,
            self._rooms,
        )

    def _remember(self, last: Sight, changed: set[str]) -> None:
        """Take over the languages of all pages but these."""
        known = self.site.languages
        known.update({path: language for path, language in last.languages.items() if path not in changed})

    @cached_property
    def _versions(self) -> Mapping[str, str]:
        """The content ids of all pages; empty where some page or transcript has none."""
        wiki = self.site.wiki
        found = {path: page.version for path, page in wiki.pages.items()}
        is_known = all(found.values()) and all(one.version for one in wiki.transcripts.values())
        return found if is_known else {}

    @cached_property
    def _rest(self) -> str:
        """A digest of everything that is not in a page."""
        site, wiki = self.site, self.site.wiki
        return digest(
            site.addresses,
            sorted(wiki.files),
            sorted((name, one.version) for name, one in wiki.transcripts.items()),
            [(path, page.text) for path, page in wiki.evidence.items()],
            sorted(wiki.commits.items()),
            wiki.escapes,
            (site.past.head, site.past.is_cut, len(site.past.touches)),
            site.proposals,
            (site.compared_by, sorted(site.states.items())),
        )

    def _reach(self, path: str) -> str:
        """Where the links of a page lead, each path once; those first that count as edges of the graph."""
        wiki, page = self.site.wiki, self.site.wiki.pages[path]
        edges = sorted({target.path for _, target in wiki.context(page) if target.path is not None})
        others = sorted({one for _, target in wiki.targets(page) for one in target.paths}.difference(edges))
        return "\n".join([*edges, "", *others])

    def _face(self, page: Page) -> str:
        """A digest of what others can see of a page."""
        is_shown = self.site.is_shown(page.path)
        return digest(
            page.kind,
            tuple(page.brief.items()),
            page.parts,
            page.first,
            sorted(page.blocks),
            [source._replace(start=0) for source in page.sources],
            sorted(page.footnotes),
            sorted(page.anchors),
            (page.confidence, page.status, page.history),
            self.edges.facts.language(page.path) if is_shown else "",
        )


def _kept(path: str, is_page: bool) -> Output:
    """An output that stands as it stood."""
    if is_page:
        return PageOutput(path.removesuffix("index.html"), KEPT, _never)
    return FileOutput(path, KEPT, _never)


def _never() -> NoReturn:
    raise AssertionError("what is kept is not made")
