"""Which commits a page owes its text to, through every name that it had."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from brainwiki.model.past import Past, Revision, Touch

Did = Literal["new", "edited", "renamed", "removed"]


class Step(NamedTuple):
    """What one commit did to one file: who, when and why (`revision`), and the contents before and after (`touch`)."""

    revision: Revision
    touch: Touch

    @property
    def did(self) -> Did:
        """The kind of change; a file that was renamed and edited in one commit counts as renamed."""
        if self.touch.was:
            return "renamed"
        if not self.touch.before:
            return "new"
        return "edited" if self.touch.after else "removed"

    @property
    def is_edit(self) -> bool:
        """Whether the content is another one than before."""
        return self.touch.before != self.touch.after


@dataclass(frozen=True)
class Chronicle:
    """The past of all pages. Page paths are those of the wiki; what is not published is here too.

    `steps` has, for each path of a present page that commits touched, what they did to it, newest first. `pages` is parallel to
    the touches of the Past: the path of the present page that each of them belongs to, empty where that page is gone (or the file
    is no page). `old` leads from every path that a present page had and that no page has now to the present one.
    """

    steps: Mapping[str, tuple[Step, ...]] = field(default_factory=dict)
    pages: tuple[str, ...] = ()
    old: Mapping[str, str] = field(default_factory=dict)

    def of(self, path: str) -> tuple[Step, ...]:
        """What commits did to the present page at `path`, newest first, through renames; nothing where no commit has it yet.

        The last step is the page's beginning, unless Git's past is cut (`Past.is_cut`). In a history with merges two steps may
        stand side by side in truth: then `before` of the one is not `after` of the next.
        """
        return self.steps.get(path, ())

    def first(self, path: str) -> Step | None:
        """The oldest step that is known of a page."""
        return self.steps[path][-1] if path in self.steps else None

    def last(self, path: str) -> Step | None:
        """The newest step of a page."""
        return self.steps[path][0] if path in self.steps else None


def trace(past: Past, present: Iterable[str]) -> Chronicle:
    """Follow every file from its beginning, commit by commit, to the page that it is now.

    A path that is used again after its page was renamed or removed is another page, unless the same content comes back. An edit
    under an old name, in a commit beside the one that renamed the file, belongs to the renamed page. Linear in the touches.
    """
    lines = _Lines()
    owners = [lines.take(touch) for touch in reversed(past.touches)]
    owners.reverse()
    pages = frozenset(present)
    found, orphans = _present(lines, pages)
    old = {
        path: found[line]
        for path, line in lines.owner.items()
        if line in found and found[line] != path and path not in pages
    }
    by_touch: list[str] = []
    steps: dict[str, list[Step]] = {}
    for touch, line in zip(past.touches, owners, strict=True):
        name = _composed(touch.path)
        page = name if name in orphans else found.get(line, "")
        by_touch.append(page)
        if page:
            steps.setdefault(page, []).append(Step(past.revisions[touch.commit], touch))
    return Chronicle({path: tuple(one) for path, one in steps.items()}, tuple(by_touch), old)


def _present(lines: _Lines, pages: frozenset[str]) -> tuple[dict[int, str], frozenset[str]]:
    """The present page of each line, and the pages whose line is that of another page: then their name alone tells."""
    found = {line: path for path, line in lines.owner.items() if path in pages and lines.home[line] == path}
    rest = [path for path in sorted(pages) if path in lines.owner and found.get(lines.owner[path]) != path]
    orphans = {path for path in rest if found.setdefault(lines.owner[path], path) != path}
    return found, frozenset(orphans)


class _Lines:
    """Files through their names. A line is a number; `owner` is the last line that had a path, `home` where each line stands."""

    def __init__(self) -> None:
        self.owner: dict[str, int] = {}
        self.home: list[str] = []
        self._removed: dict[int, str] = {}  # what a line held when it was removed

    def take(self, touch: Touch) -> int:
        """The line that a touch belongs to; -1 for a file that is no page. To be called from the oldest to the newest."""
        if not touch.path.endswith(".md"):
            return -1
        path = _composed(touch.path)
        if touch.was:
            line = self._line(_composed(touch.was))
            self._settle(path, line)
        elif not touch.before:
            line = self._begin(path, touch.after)
        elif touch.after:
            line = self._line(path)
            self.home[line] = self.home[line] or path
        else:
            line = self._line(path)
            self._remove(path, line, touch.before)
        return line

    def _line(self, path: str) -> int:
        line = self.owner.get(path, -1)
        return line if line >= 0 else self._new(path)

    def _new(self, path: str) -> int:
        self.home.append("")
        self._settle(path, len(self.home) - 1)
        return len(self.home) - 1

    def _settle(self, path: str, line: int) -> None:
        """Let a line stand at a path; one that stood there stands nowhere."""
        before = self.owner.get(path, line)
        if before != line and self.home[before] == path:
            self.home[before] = ""
        self.owner[path] = line
        self.home[line] = path

    def _begin(self, path: str, content: str) -> int:
        line = self.owner.get(path, -1)
        is_there = line >= 0 and self.home[line] == path  # made on two branches
        is_back = line >= 0 and not self.home[line] and self._removed.get(line) == content
        if not is_there and not is_back:
            return self._new(path)
        self.home[line] = path
        return line

    def _remove(self, path: str, line: int, content: str) -> None:
        if self.home[line] == path:
            self.home[line] = ""
            self._removed[line] = content


def _composed(path: str) -> str:
    """The name that the wiki gives a file."""
    return path if path.isascii() else unicodedata.normalize("NFC", path)
