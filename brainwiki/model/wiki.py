"""The immutable snapshot of a brain, and the one resolver of links."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, NamedTuple
from urllib.parse import unquote

from brainwiki.model.dialect import Dialect
from brainwiki.model.names import Nearby, fold, fold_wide, has_scheme, is_absolute, join, parent, stem
from brainwiki.model.page import Link, Page
from brainwiki.model.session import Transcript

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


class Escape(NamedTuple):
    """A file that the reader did not follow: a symlink that leaves the brain, a loop, or a link to nothing."""

    path: str
    reason: str


@dataclass(frozen=True)
class Wiki:
    """One state of a brain.

    `pages` by path from the brain's root, in order; `files` every other file; `transcripts` by session id path
    (`sessions/<id>`); `evidence` read-only texts by path from the workspace; `prefix` the brain's folder in the workspace;
    `commits` says which cited commits exist (absent: cannot be known here). `proofs` is a memory of quotes that were found, by the
    version of the text and the turn: `evidence` fills it, and a run may be given that of an earlier one.
    """

    pages: Mapping[str, Page]
    dialect: Dialect = field(default_factory=Dialect)
    files: frozenset[str] = frozenset()
    transcripts: Mapping[str, Transcript] = field(default_factory=dict)
    evidence: Mapping[str, Page] = field(default_factory=dict)
    prefix: str = ""
    commits: Mapping[str, bool] = field(default_factory=dict)
    escapes: tuple[Escape, ...] = ()
    proofs: dict[tuple[str, int], set[str]] = field(default_factory=dict, compare=False, repr=False)

    def __iter__(self) -> Iterator[Page]:
        return iter(self.pages.values())

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
    def places(self) -> dict[str, Page | None]:
        """A cache of the pages that paths in evidence name; filled by `evidence`."""
        return {}

    @cached_property
    def _resolved(self) -> dict[str, tuple[tuple[Link, Target], ...]]:
        return {}

    @cached_property
    def evidence_of(self) -> dict[str, tuple[Any, ...]]:
        """A cache of located evidence by page; filled by `evidence.located`."""
        return {}

    @cached_property
    def squeezed(self) -> dict[tuple[str, int], str]:
        """A cache of texts in the form in which quotes are compared, by path and turn; filled by `evidence`."""
        return {}

    @cached_property
    def first_mentions(self) -> dict[str, tuple[str, int]]:
        """Where each wikilink target is first named: folded target to (path, offset)."""
        found: dict[str, tuple[str, int]] = {}
        for page in self:
            for link in page.links:
                if link.form not in ("markdown", "image"):
                    found.setdefault(fold(link.target), (page.path, link.start))
        return found

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
        for page in self:
            if page.kind not in ("index", "log"):
                tables[0].setdefault(fold(stem(page.id)), []).append(page.path)
            tables[1].setdefault(fold(page.title), []).append(page.path)
            for alias in page.aliases:
                tables[2].setdefault(fold(alias), []).append(page.path)
        basenames, titles, aliases = ({k: tuple(dict.fromkeys(v)) for k, v in table.items()} for table in tables)
        return basenames, titles, aliases

    @cached_property
    def known_names(self) -> tuple[str, ...]:
        """Every name that a wikilink may use, for `did you mean`."""
        return tuple(
            sorted({stem(p.id) for p in self} | {p.title for p in self} | {a for p in self for a in p.aliases})
        )

    @cached_property
    def deprecated(self) -> frozenset[str]:
        """Paths of the pages that are deprecated."""
        return frozenset(page.path for page in self if page.status == "deprecated")

    @cached_property
    def nearby(self) -> Nearby:
        """Near misses among the known names."""
        return Nearby(self.known_names)

    @cached_property
    def nearby_files(self) -> Nearby:
        """Near misses among the names of files."""
        return Nearby(path.rpartition("/")[2] for path in (*self.pages, *self.files))

    @cached_property
    def wide_names(self) -> dict[str, str]:
        """Names under NFKC, for links that match in no stricter way."""
        return {fold_wide(name): name for name in self.known_names}

    def targets(self, page: Page) -> tuple[tuple[Link, Target], ...]:
        """Every link of a page with what it means; resolved once for all who ask."""
        found = self._resolved.get(page.path)
        if found is None:
            found = self._resolved[page.path] = tuple((link, self.resolve(page, link)) for link in page.links)
        return found

    @cached_property
    def doubtful(self) -> tuple[Page, ...]:
        """The pages with a link that is not plainly right: to nothing, to several pages, out of the brain, to a part of a page, or to itself."""
        return tuple(page for page in self if any(self._is_doubtful(page, *edge) for edge in self.targets(page)))

    def _is_doubtful(self, page: Page, link: Link, target: Target) -> bool:
        if len(target.paths) != 1:
            return target.tier != "outside"
        return bool(link.fragment) or target.paths[0] == page.path

    def context(self, page: Page) -> Iterator[tuple[Link, Target]]:
        """The context edges of a page: its links without those in the definition of a footnote that is evidence."""
        notes = sorted(page.footnotes.values()) if self.dialect.footnotes == "evidence" else []
        at = 0  # links and notes both come in the order of the page
        for link, target in self.targets(page):
            while at < len(notes) and notes[at][1] <= link.start:
                at += 1
            if at == len(notes) or link.start < notes[at][0]:
                yield link, target

    def resolve(self, page: Page, link: Link) -> Target:
        """What `link`, standing on `page`, means: the first tier that hits decides."""
        if link.form in ("markdown", "image"):
            return self.resolve_relative(page, link.target)
        return self.resolve_name(page.path, link.target)

    def resolve_name(self, path: str, name: str) -> Target:
        """What the wikilink target `name` means on the page at `path`."""
        known = self._plain.get(name)
        if known is None:
            known = self._plain[name] = self._plainly(name)
        base, found = known
        folder = parent(path)
        if base and folder:  # a page beside the link comes before pages and titles elsewhere
            beside = self._paths.get(f"{self._folded(folder)}/{base}")
            return Target("relative", beside) if beside else found
        if found is not LOOK_UP:
            return Target("self", (path,)) if found.tier == "self" else found
        memo = self._memo.get((folder, name))
        if memo is None:
            memo = self._memo[folder, name] = self._look_up(folder, name.strip())
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
        bare = name.strip()
        if not bare:
            return "", Target("self")
        if is_absolute(bare) or "/" in bare or "\\" in bare or "%" in bare:
            return "", LOOK_UP
        target = fold(bare)
        base = target.removesuffix(".md")
        exact = self._paths.get(target) or self._paths.get(base)
        if exact:
            return "", Target("path", exact)
        return base, self._elsewhere(base, target)

    def _look_up(self, folder: str, name: str) -> Target:
        if is_absolute(name) and not self.dialect.root_links:
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
        exact = self._paths.get(target) or self._paths.get(base)
        if exact:
            return Target("path", exact)
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

    def page_at(self, name: str) -> Page | None:
        """The page at a path, with or without `.md`; None where nothing or several answer."""
        paths = self._paths.get(fold(name.strip("/")), ())
        return self.pages[paths[0]] if len(paths) == 1 else None


def _short(path: str) -> str:
    """A second name of a path: a session's folder, a folder's index."""
    for tail in ("/session.md", "/index.md"):
        if path.endswith(tail):
            return path.removesuffix(tail)
    return path
