"""Whole files of ours in folders of others: the last line says for whom they stand there, and a sum whether they were edited."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import NamedTuple
from urllib.parse import quote, unquote

_MARK = "brainwiki:sealed"


class SealError(ValueError):
    """The file is not ours, or was edited."""


class User(NamedTuple):
    """Who needs a file (`agent=brain`), and the folders that were made when it came, outermost first."""

    name: str
    made: tuple[str, ...] = ()


class Sealed(NamedTuple):
    """A file of ours: its text, and who needs it."""

    text: str
    users: tuple[User, ...]


def comment_of(path: str) -> tuple[str, str]:
    """What opens and closes a comment in a file."""
    return ("#", "") if path.endswith(".py") else ("<!--", " -->")


def user(agent: str, root: str) -> str:
    """The name of an agent that needs the file for a brain."""
    return f"{agent}={root}"


def seal(sealed: Sealed, comment: tuple[str, str]) -> str:
    """The file's whole text; `comment` is what opens and closes a comment there. The text must end with a line end."""
    users = " ".join("|".join(map(_quoted, (one.name, *one.made))) for one in sorted(sealed.users))
    line = f"{comment[0]} {_MARK} for {users}"
    return f"{sealed.text}{line} {_sum(sealed.text + line)}{comment[1]}\n"


def unseal(text: str, comment: tuple[str, str]) -> Sealed:
    """What `seal` was given; raises SealError where the text is another's or was edited."""
    whole = text.replace("\r\n", "\n")
    body, _, last = whole.removesuffix("\n").rpartition("\n")
    body += "\n"
    opened = f"{comment[0]} {_MARK} for "
    if not last.startswith(opened) or not last.endswith(comment[1]):
        raise SealError("is not a file that this command wrote")
    line, _, total = last.removesuffix(comment[1]).rpartition(" ")
    if total != _sum(body + line):
        raise SealError("was edited since this command wrote it")
    return Sealed(body, tuple(_user(word) for word in line.removeprefix(opened).split()))


def _user(word: str) -> User:
    name, *made = (unquote(part, errors="surrogateescape") for part in word.split("|"))
    return User(name, tuple(made))


def with_user(users: tuple[User, ...], new: User) -> tuple[User, ...]:
    """The users with one more; who is there already keeps its folders."""
    old = next((one for one in users if one.name == new.name), User(new.name))
    return (*(one for one in users if one.name != new.name), User(new.name, joined(old.made, new.made)))


def without_user(users: tuple[User, ...], name: str, path: str) -> tuple[User, ...]:
    """The users without one; the folders that it made above the file at `path` are handed on to another."""
    gone = next((one for one in users if one.name == name), User(name))
    left = sorted(one for one in users if one.name != name)
    above = tuple(folder for folder in gone.made if path.startswith(f"{folder}/"))
    return (User(left[0].name, joined(above, left[0].made)), *left[1:]) if left else ()


def _quoted(name: str) -> str:
    return quote(name, safe="/~:.=", errors="surrogateescape").replace("--", "-%2D")


def _sum(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:8]


def joined(one: Iterable[str], other: Iterable[str]) -> tuple[str, ...]:
    """Both lists without repeats, in order."""
    return tuple(dict.fromkeys([*one, *other]))
