"""What links mean: the one resolver of names, titles, aliases and paths, over the names of one state of a brain."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple
from urllib.parse import unquote

from brainwiki.model.dialect import Dialect
from brainwiki.model.names import fold, has_scheme, is_absolute, join, parent, stem
from brainwiki.model.page import Link, Page

Tier = Literal[
    "self", "path", "relative", "basename", "title", "alias", "file", "evidence", "outside", "escape", "none"
]


class Target(NamedTuple):
    """What a link means: the tier that decided and its candidates (paths); more than one is an ambiguity."""

    tier: Tier
    paths: tuple[str, ...] = ()

    @property
    def path(self) -> str | None:
        """The one page or file that the link means, or None."""
        return self.paths[0] if len(self.paths) == 1 else None


NOWHERE = Target("none")
ESCAPE = Target("escape")
OUTSIDE = Target("outside")
LOOK_UP = Target("none", ("",))  # no answer yet: it depends on the folder of the link


Edge = tuple[Link, Target]
_MARKDOWN = ("markdown", "image")


@dataclass(frozen=True)
class Resolver:
    """Says what a link means. It knows the paths, titles and aliases of pages, the paths of other files, and read-only evidence."""

    pages: Mapping[str, Page]
    dialect: Dialect = field(default_factory=Dialect)
    files: frozenset[str] = frozenset()
    evidence: Mapping[str, Page] = field(default_factory=dict)
    prefix: str = ""

    def agrees(self, pages: Mapping[str, Page], files: frozenset[str], evidence: Mapping[str, Page]) -> bool:
        """Whether this resolver would answer alike for these pages: the same names stand for the same paths."""
        if pages.keys() != self.pages.keys() or files != self.files or evidence.keys() != self.evidence.keys():
            return False
        return all(
            page is pages[path]
            or (page.title, page.aliases, page.kind) == (pages[path].title, pages[path].aliases, pages[path].kind)
            for path, page in self.pages.items()
        )

    @cached_property
    def _edges(self) -> dict[str, tuple[Page, tuple[Edge, ...]]]:
        return {}

    def edges(self, page: Page) -> tuple[Edge, ...]:
        """Every link of a page with what it means; resolved once for all who ask."""
        known = self._edges.get(page.path)
        if known is not None and known[0] is page:
            return known[1]
        folder = self._folded(parent(page.path))
        found = tuple(
            [
                (
                    link,
                    self.resolve_relative(page, link.target)
                    if link.form in _MARKDOWN
                    else self._named(page.path, folder, link.target),
                )
                for link in page.links
            ]
        )
        self._edges[page.path] = (page, found)
        return found

    @cached_property
    def _memo(self) -> dict[tuple[str, str], Target]:
        return {}

    @cached_property
    def _plain(self) -> dict[str, tuple[str, Target]]:
        return {}

    @cached_property
    def _folders(self) -> dict[str, str]:
        return {}

    @cached_property
    def _paths(self) -> dict[str, tuple[str, ...]]:
        names: dict[str, list[str]] = {}
        for path in self.pages:
            for key in {path.removesuffix(".md"), path, _short(path)}:
                names.setdefault(fold(key), []).append(path)
        return {key: tuple(paths) for key, paths in names.items()}

    @cached_property
    def _files(self) -> dict[str, str]:
        return {fold(path): path for path in self.files}

    @cached_property
    def _file_names(self) -> dict[str, tuple[str, ...]]:
        names: dict[str, list[str]] = {}
        for path in sorted(self.files):
            names.setdefault(fold(path.rpartition("/")[2]), []).append(path)
        return {key: tuple(paths) for key, paths in names.items()}

    @cached_property
    def folders(self) -> frozenset[str]:
        """Every folder that holds a page or a file, folded."""
        found: set[str] = set()
        for path in [*self.pages, *self.files]:
            folder = parent(path)
            while folder and fold(folder) not in found:
                found.add(fold(folder))
                folder = parent(folder)
        return frozenset(found)

    @cached_property
    def _names(self) -> tuple[dict[str, tuple[str, ...]], dict[str, tuple[str, ...]], dict[str, tuple[str, ...]]]:
        tables: tuple[dict[str, list[str]], ...] = ({}, {}, {})
        for page in self.pages.values():
            if page.kind not in ("index", "log"):
                tables[0].setdefault(fold(stem(page.id)), []).append(page.path)
            tables[1].setdefault(fold(page.title), []).append(page.path)
            for alias in page.aliases:
                tables[2].setdefault(fold(alias), []).append(page.path)
        basenames, titles, aliases = ({k: tuple(dict.fromkeys(v)) for k, v in table.items()} for table in tables)
        return basenames, titles, aliases

    def resolve(self, page: Page, link: Link) -> Target:
        """What `link`, standing on `page`, means: the first tier that hits decides."""
        if link.form in _MARKDOWN:
            return self.resolve_relative(page, link.target)
        return self.resolve_name(page.path, link.target)

    def resolve_name(self, path: str, name: str) -> Target:
        """What the wikilink target `name` means on the page at `path`."""
        return self._named(path, self._folded(parent(path)), name)

    def _named(self, path: str, folder: str, name: str) -> Target:
        """The same; `folder` is the page's, folded."""
        base, found = self._plain.get(name) or self._plainly(name)
        if base and folder:  # a page beside the link comes before pages and titles elsewhere
            beside = self._paths.get(f"{folder}/{base}")
            return Target("relative", beside) if beside else found
        if found is not LOOK_UP:
            return Target("self", (path,)) if found.tier == "self" else found
        key = (parent(path), name)
        memo = self._memo.get(key)
        if memo is None:
            memo = self._memo[key] = self._look_up(key[0], name.strip())
        return memo

    def _folded(self, folder: str) -> str:
        """A folder in the form in which names are compared."""
        found = self._folders.get(folder)
        if found is None:
            found = self._folders[folder] = fold(folder)
        return found

    def _plainly(self, name: str) -> tuple[str, Target]:
        """What a name means wherever it stands, with the base name by which a page beside it would come first.

        Most names have no folder in them, and a brain says the same few again and again: this much of the answer is found once.
        """
        known = self._plain[name] = self._without_folder(name.strip())
        return known

    def _without_folder(self, name: str) -> tuple[str, Target]:
        if not name:
            return "", Target("self")
        if is_absolute(name) or "/" in name or "\\" in name or "%" in name:
            return "", LOOK_UP
        target = fold(name)
        base = target.removesuffix(".md")
        exact = self._exactly(target, base)
        return ("", exact) if exact else (base, self._elsewhere(base, target))

    def _exactly(self, target: str, base: str) -> Target | None:
        """The first tier: a page at that very path, with or without its ending."""
        exact = self._paths.get(target) or self._paths.get(base)
        return Target("path", exact) if exact else None

    def _look_up(self, folder: str, name: str) -> Target:
        if is_absolute(name) and not (self.dialect.root_links and name.startswith("/")):
            named = self._by_title(fold(name))  # no path, but a title may be written so: "C: a history"
            return named if named.tier in ("title", "alias") else ESCAPE
        found = self._tiers(folder, name.lstrip("/"))
        if found.tier == "none" and "%" in name:
            decoded = unquote(name)
            found = self._tiers(folder, decoded) if decoded != name else found
        return found

    def _tiers(self, folder: str, name: str) -> Target:
        target = fold(name)
        base = target.removesuffix(".md")
        exact = self._exactly(target, base)
        if exact:
            return exact
        if "/" in target or "\\" in target:
            inside = join(folder, target)
            if inside is None:
                return ESCAPE
            below = self._paths.get(fold(inside)) or self._paths.get(fold(inside).removesuffix(".md"))
            if below:
                return Target("relative", below)
            found = self._files.get(target) or self._files.get(fold(inside))
            return Target("file", (found,)) if found else self._by_title(target)
        beside = self._paths.get(f"{self._folded(folder)}/{base}") if folder else None
        return Target("relative", beside) if beside else self._elsewhere(base, target)

    def _elsewhere(self, base: str, target: str) -> Target:
        """The later tiers: a page of that base name in any folder, a title, an alias, a file."""
        basename = self._names[0].get(base)
        return Target("basename", basename) if basename else self._by_title(target)

    def _by_title(self, target: str) -> Target:
        title = self._names[1].get(target)
        if title:
            return Target("title", title)
        alias = self._names[2].get(target)
        if alias:
            return Target("alias", alias)
        files = self._file_names.get(target) or self._file_names.get(f"{target}.md")
        return Target("file", files) if files else NOWHERE

    def resolve_relative(self, page: Page, target: str) -> Target:
        """What the destination of a Markdown link on `page` means; it is read from the page's folder."""
        if has_scheme(target):
            return OUTSIDE
        if not target:
            return Target("self", (page.path,))
        found = self._relative(page, target)
        if found.tier == "none" and "%" in target:
            found = self._relative(page, unquote(target))
        return found

    def _relative(self, page: Page, target: str) -> Target:
        if is_absolute(target):
            if not (self.dialect.root_links and target.startswith("/")):
                return ESCAPE
            inside = join("", target)
        else:
            inside = join(parent(page.path), target)
        if inside is None:
            return self._outside_brain(page, target)
        return self._file_at(inside)

    def _file_at(self, inside: str) -> Target:
        key = fold(inside)
        exact = self._paths.get(key)
        if exact:
            return Target("path", exact)
        if not self.prefix and inside in self.evidence:
            return Target("evidence", (inside,))
        if key in self._files:
            return Target("file", (self._files[key],))
        if key in self.folders or not key:
            return Target("file", (inside,))
        return NOWHERE

    def _outside_brain(self, page: Page, target: str) -> Target:
        """A relative link that climbs out of the brain is legal only into a read-only evidence root of the workspace."""
        if not self.prefix:
            return ESCAPE
        inside = join(f"{self.prefix}/{parent(page.path)}", target)
        if inside is None:
            return ESCAPE
        return Target("evidence", (inside,)) if inside in self.evidence else self._in_evidence_root(inside)

    def _in_evidence_root(self, inside: str) -> Target:
        roots = {path.partition("/")[0] for path in self.evidence}
        return NOWHERE if inside.partition("/")[0] in roots else ESCAPE

    def path_at(self, name: str) -> str:
        """The path of the page at a path with or without `.md`; empty where nothing or several answer."""
        paths = self._paths.get(fold(name.strip("/")), ())
        return paths[0] if len(paths) == 1 else ""


def _short(path: str) -> str:
    """A second name of a path: a session's folder, a folder's index."""
    for tail in ("/session.md", "/index.md"):
        if path.endswith(tail):
            return path.removesuffix(tail)
    return path
