"""The past of a folder in one pass over Git: what each commit did to each file, renames found, kept between runs by commit."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta, timezone
from hashlib import sha256
from itertools import groupby, islice
from typing import NamedTuple

from brainwiki.adapters.plumbing import Plumbing
from brainwiki.errors import GitError
from brainwiki.model.actor import ACTOR, PROPOSAL, is_agent, trailer
from brainwiki.model.past import Past, Revision, Touch
from brainwiki.ports import Shelf

MOST_TOUCHES = 100_000  # the newest; a site shows no more
MOST_COMMITS = 200_000  # that are looked at, whether they touch the folder or not
_AT_ONCE = 4_000  # commits that one process compares: what it answers is held in memory
_FORM = 1  # of what lies on the shelf

# A merge shows what differs from every parent (`-c`): what came in unchanged is shown by the commits that did it. A rename is
# looked for among at most 100 times 100 files of a commit, where names or contents are not equal already; an empty file is no
# other file renamed.
_RENAMES, _EXACT = ("-M", "-l100"), ("-M100%",)
_OPTIONS = ("--stdin", "--root", "-r", "-z", "-c", "--combined-all-paths", "--raw", "--no-abbrev", "--no-rename-empty")
_FORMAT = ("--encoding=UTF-8", "--date=raw", "--format=%x01%H%n%P%n%an%n%ad%n%cd%n%B")
_FILES = (b"100644", b"100755", b"100664")
_DATE = re.compile(r"(-?[0-9]{1,12}) ([+-])([0-9]{2})([0-9]{2})\Z")
_RECEIPT = re.compile(r"proposals/([^/]+)\.md\Z")
# Controls, line and paragraph separators, and marks that turn the direction of what follows.
_UNSEEN = re.compile("[\x00-\x20\x7f-\xa0\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff]+")
_LONG = 300  # characters of a summary
_NAME = 100


class Record(NamedTuple):
    """A commit as Git told it: the revision, whether it has a parent here, and what it did below the folder."""

    revision: Revision
    is_root: bool
    touches: tuple[Touch, ...]


class _Kept(NamedTuple):
    """What an earlier run found: its head, all commits that it looked at in order, and what they did."""

    head: str = ""
    walked: tuple[str, ...] = ()
    revisions: Mapping[str, Revision] = {}
    touches: tuple[Touch, ...] = ()
    is_cut: bool = False

    @property
    def past(self) -> Past:
        return Past(self.head, self.revisions, self.touches, self.is_cut)


def read(git: Plumbing, folder: str, shelf: Shelf) -> Past:
    """What the commits of the present branch did below a folder of the workspace; raises GitError.

    What the shelf has is taken from there while the head is the same; after new commits only these are compared. A shallow
    clone is read anew each time: it may be deepened under the same head. Its oldest commits are left out: there everything
    looks new.
    """
    prefix, shallow, head = git.text("rev-parse", "--show-prefix", "--is-shallow-repository", "HEAD").rsplit("\n", 2)
    below = prefix + (f"{folder}/" if folder else "")
    stamp = f"past {_FORM} {sha256(below.encode('utf-8', 'surrogateescape')).hexdigest()[:20]}"
    if shallow == "true":
        return _walk(git, head, below, _Kept(), True).past
    kept = _load(shelf, stamp)
    if kept.head != head:
        kept = _walk(git, head, below, kept, False)
        shelf.save(stamp, _plain(kept))
    return kept.past


def _walk(git: Plumbing, head: str, below: str, kept: _Kept, is_shallow: bool) -> _Kept:
    """The past of `head`: commits in Git's order, children first; those that were compared before are not again."""
    ids = git.text("--no-replace-objects", "rev-list", "--date-order", f"--max-count={MOST_COMMITS + 1}", head).split()
    is_cut = is_shallow or len(ids) > MOST_COMMITS
    ids = ids[:MOST_COMMITS]
    if kept.head not in ids:  # another history: what was cut from the old one may belong to it
        kept = _Kept()
    revisions = dict(kept.revisions)
    touches = {commit: tuple(found) for commit, found in groupby(kept.touches, key=lambda touch: touch.commit)}
    seen = set(kept.walked)
    unseen = [commit for commit in ids if commit not in seen]
    count = 0
    for record in records(git, unseen, below):
        if is_shallow and record.is_root and b"\nparent " in git.blob(record.revision.id).partition(b"\n\n")[0]:
            continue
        revisions[record.revision.id] = record.revision
        touches[record.revision.id] = record.touches
        count += len(record.touches)
        if count > MOST_TOUCHES:
            break
    ordered = tuple(islice((one for commit in ids for one in touches.get(commit, ())), MOST_TOUCHES + 1))
    is_cut = is_cut or len(ordered) > MOST_TOUCHES or kept.is_cut
    ordered = ordered[:MOST_TOUCHES]
    shown = dict.fromkeys(touch.commit for touch in ordered)
    return _Kept(head, tuple(ids), {commit: revisions[commit] for commit in shown}, ordered, is_cut)


def _load(shelf: Shelf, stamp: str) -> _Kept:
    values = shelf.load(stamp)
    if len(values) != 5:
        return _Kept()
    head, walked, revisions, touches, is_cut = values
    return _Kept(
        head,
        tuple(walked.split()),
        {one[0]: Revision._make(one) for one in revisions},
        tuple(map(Touch._make, touches)),
        is_cut,
    )


def _plain(kept: _Kept) -> Iterator[object]:
    yield kept.head
    yield " ".join(kept.walked)
    yield [tuple(one) for one in kept.revisions.values()]
    yield [tuple(one) for one in kept.touches]
    yield kept.is_cut


def records(git: Plumbing, commits: Iterable[str], below: str) -> Iterator[Record]:
    """What these commits did below a folder (from the repository's top, with a slash at its end), in their order; those that did
    nothing there are left out. A commit may be followed by blanks and the parents to compare it with. Raises GitError."""
    where = ("--", f":(top,literal){below.rstrip('/')}") if below else ()
    lines = iter(commits)
    while asked := "".join(f"{line}\n" for line in islice(lines, _AT_ONCE)):
        try:
            raw = _compared(git, asked, _RENAMES, where)
        except GitError:  # a partial clone lacks the contents that a likeness is measured by
            raw = _compared(git, asked, _EXACT, where)
        yield from _parsed(raw, below)


def _compared(git: Plumbing, asked: str, renames: tuple[str, ...], where: tuple[str, ...]) -> bytes:
    return git.fed(asked, "--no-replace-objects", "diff-tree", *_OPTIONS, *renames, *_FORMAT, *where)


def _parsed(raw: bytes, below: str) -> Iterator[Record]:
    """The commits in the answer of `diff-tree -z`: a message, then for each file its modes and ids, and its names."""
    head, commit = b"", ""
    touches: list[Touch] = []
    parts = iter(raw.split(b"\0"))
    for part in parts:
        part = part.lstrip(b"\n")
        if part.startswith(b"\x01"):
            if touches:
                yield _record(head, touches)
            head, touches = part[1:], []
            commit = head[: head.find(b"\n")].decode("ascii")
        elif part.startswith(b":"):
            touch = _touch(part, parts, commit, below)
            if touch is not None:
                touches.append(touch)
    if touches:
        yield _record(head, touches)


def _touch(part: bytes, names: Iterator[bytes], commit: str, below: str) -> Touch | None:
    """What is said of one file; None where it was and is no file of the folder, or only its mode is another one. Of a merge the
    first parent counts."""
    parents = len(part) - len(part.lstrip(b":"))
    fields = part.lstrip(b":").split(b" ")
    modes, ids, status = fields[: parents + 1], fields[parents + 1 : -1], fields[-1]
    if parents > 1:
        paths = list(islice(names, parents + 1))
    else:
        paths = list(islice(names, 2 if status[:1] in b"RC" else 1))
    before = _content(modes[0], ids[0])
    after = _content(modes[-1], ids[-1])
    path, was = _path(paths[-1], below), _path(paths[0], below)
    is_renamed = bool(status[:1] == b"R" and was is not None and was != path and before and after)
    if path is None or before == after and not is_renamed:
        return None
    return Touch(commit, path, before, after, was if is_renamed and was else "")


def _content(mode: bytes, version: bytes) -> str:
    """The id of a file's content; empty where nothing, a symlink or a submodule stands."""
    return version.decode("ascii") if mode in _FILES else ""


def _path(name: bytes, below: str) -> str | None:
    path = name.decode("utf-8", "surrogateescape")
    return path[len(below) :] if path.startswith(below) else None


def _record(head: bytes, touches: list[Touch]) -> Record:
    """The revision in a head: id, parents, author, two dates, message."""
    commit, parents, author, written, committed, *message = head.decode("utf-8", "replace").split("\n", 5)
    text = message[0] if message else ""
    name = plain(author, _NAME)
    actor = plain(trailer(text, ACTOR), _NAME) or name
    revision = Revision(
        commit,
        _at(written, committed),
        name,
        actor,
        is_agent(actor) or is_agent(name),
        _receipt(touches) or plain(trailer(text, PROPOSAL), _NAME),
        plain(text.strip().partition("\n")[0], _LONG),
    )
    return Record(revision, not parents, tuple(touches))


def _at(written: str, committed: str) -> str:
    """When a commit was written; where that cannot be, or would be after it was made, when it was made. What Git cannot read of
    a date it gives as zero."""
    made = instant(committed)
    found = "" if written.startswith("0 ") else instant(written)
    if found and made and datetime.fromisoformat(found) > datetime.fromisoformat(made):
        found = made
    return found or made or instant("0 +0000")


def _receipt(touches: Iterable[Touch]) -> str:
    """The proposal whose receipt arrives among these files."""
    found = (_RECEIPT.match(touch.path) for touch in touches if not touch.before)
    return next((plain(match[1], _NAME) for match in found if match), "")


def plain(text: str, longest: int) -> str:
    """One line of a commit's text without characters that are not seen, cut where it is too long."""
    line = _UNSEEN.sub(" ", text[: 8 * longest]).strip()
    return line if len(line) <= longest else f"{line[: longest - 1]}…"


def instant(raw: str) -> str:
    """Git's raw date (seconds and offset) as an ISO 8601 instant; empty where a calendar has no such day. A wrong offset is UTC."""
    match = _DATE.match(raw.strip())
    if match is None:
        return ""
    offset = timedelta(hours=int(match[3]), minutes=int(match[4])) * (-1 if match[2] == "-" else 1)
    try:
        zone = timezone(offset) if abs(offset) < timedelta(hours=24) else UTC
        found = datetime.fromtimestamp(0, UTC) + timedelta(seconds=int(match[1]))
        return found.astimezone(zone).isoformat()
    except (OverflowError, ValueError):
        return ""
