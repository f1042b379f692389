"""Pasts made by hand: commits with their touches, oldest first as they happened."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from brainwiki.model.past import Past, Revision, Touch
from brainwiki.site.state import Site

Deed = tuple[str, str, str, str]  # path, before, after, old path


def new(path: str, after: str = "1") -> Deed:
    """A file that a commit adds."""
    return (path, "", after, "")


def edit(path: str, before: str, after: str) -> Deed:
    """A file that a commit edits."""
    return (path, before, after, "")


def gone(path: str, before: str = "1") -> Deed:
    """A file that a commit removes."""
    return (path, before, "", "")


def moved(was: str, path: str, before: str = "1", after: str = "") -> Deed:
    """A file that a commit renames, and edits where `after` is given."""
    return (path, before, after or before, was)


def revision(number: int, **more: object) -> Revision:
    """The revision of the commit with this number, one each hour of 2026-03-01 and after."""
    day, hour = divmod(number, 24)
    base = Revision(
        f"{number:040x}", f"2026-03-{day + 1:02}T{hour:02}:00:00+01:00", "Anna", "Anna", False, "", f"Commit {number}"
    )
    return base._replace(**more)  # type: ignore[arg-type]


def past(*commits: list[Deed], **more: Callable[[Revision], Revision]) -> Past:
    """The past of these commits, oldest first; `more` alters revisions: `c1=lambda revision: …` that of commit 1."""
    told = {number: more.get(f"c{number}", lambda one: one)(revision(number)) for number, _ in enumerate(commits, 1)}
    newest = list(reversed(list(enumerate(commits, 1))))
    return Past(
        head=told[len(commits)].id if commits else "",
        revisions={told[number].id: told[number] for number, _ in newest},
        touches=tuple(
            Touch(told[number].id, path, before, after, was)
            for number, deeds in newest
            for path, before, after, was in deeds
        ),
    )


def with_past(site: Site, found: Past, **more: object) -> Site:
    """The site with this past."""
    return replace(site, past=found, **more)  # type: ignore[arg-type]
