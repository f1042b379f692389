"""The pages that sessions may be about: by the names that stand in them, and by the search of the brain."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from brainwiki.dream.task import Assigned, Task
from brainwiki.model.names import fold, stem
from brainwiki.model.page import Page

MOST = 12  # pages of one session
_ASKED = 6  # turns of a session of which the search is asked
_WORDS = 400  # characters of a turn that the search is given
_SHORTEST = 2  # characters of a name in a script without blanks; others have twice as many
_HYPHENS = re.compile(r"[-_]+")


def candidates(task: Task, assigned: Assigned, most: int = MOST) -> tuple[Page, ...]:
    """The pages of the scope that the new turns of a session may be about: those named in them first, the longest name first."""
    said = fold("\n".join(turn.text for turn in assigned.new))
    named: list[tuple[int, str]] = []
    for page in task.wiki:
        if page.path.startswith(tuple(f"{one}/" for one in task.scope)):
            longest = max((len(name) for name in names_of(page) if stands_in(name, said)), default=0)
            if longest:
                named.append((-longest, page.path))
    found = dict.fromkeys(path for _, path in sorted(named))
    found |= dict.fromkeys(path for path in _searched(task, assigned) if path in task.wiki.pages)
    return tuple(task.wiki.pages[path] for path in [*found][:most])


def _searched(task: Task, assigned: Assigned) -> Iterable[str]:
    """The paths that the search gives for the longest of the user's new turns."""
    turns = [turn for turn in assigned.new if turn.role == "user" and turn.text.strip()]
    for turn in sorted(turns, key=lambda one: (-len(one.text), one.number))[:_ASKED]:
        yield from (f"{name}.md" for name in task.find(turn.text[:_WORDS]) if name.startswith(task.scope))


def names_of(page: Page) -> frozenset[str]:
    """The names by which people speak of a page, folded."""
    names = (page.title, *page.aliases, _HYPHENS.sub(" ", stem(page.id)))
    return frozenset(fold(name).strip() for name in names) - {""}


def stands_in(name: str, said: str) -> bool:
    """Whether a folded name stands in a folded text: in scripts with blanks as whole words."""
    if name.isascii():
        return len(name) >= 2 * _SHORTEST and name in said and _whole(name).search(said) is not None
    return len(name) >= _SHORTEST and name in said


@lru_cache(4096)
def _whole(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![^\W_]){re.escape(name)}(?![^\W_])")
