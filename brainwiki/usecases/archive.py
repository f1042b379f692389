"""Files to pages and transcripts, through what earlier runs noted of them: facts by content, so that a file is parsed once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice
from typing import Any

from brainwiki.errors import ChangedWhileReadError
from brainwiki.markup import parser, transcript
from brainwiki.model.content import blob_id
from brainwiki.model.dialect import Dialect
from brainwiki.model.facts import from_plain, to_plain
from brainwiki.model.page import Page, Whole
from brainwiki.model.session import Transcript, Turn
from brainwiki.model.wiki import Wiki
from brainwiki.ports import FileStore, Shelf, Signature
from brainwiki.rules.examine import NOTHING, Examine, Noted, Placed
from brainwiki.rules.suppression import Suppression

Entry = tuple[Signature, str, Any, Any]  # signature, version, facts, what the page alone tells; all plain values


class Archive:
    """Reads the files of one or more stores. `stamp` stands for everything but the content that the facts depend on.

    Pages come without their text: it is read again where it is asked for. `proofs` holds the quotes that were found, by the
    version of the text and the turn in which they stand.
    """

    def __init__(self, shelf: Shelf, stamp: str, dialect: Dialect, examine: Examine) -> None:
        self._shelf = shelf
        self._looks = shelf.keeps
        self._stamp = stamp
        self._dialect = dialect
        self._examine = examine
        self._pages: dict[str, Entry] = {}
        self._sessions: dict[str, Entry] = {}
        self.proofs: dict[tuple[str, int], set[str]] = {}
        kept: dict[str, dict[Any, Any]] = {"pages": self._pages, "sessions": self._sessions, "proofs": self.proofs}
        for name, part in shelf.load(stamp):
            kept[name].update(part)
        # By name and version: a run may see two states of a file.
        self._signatures: dict[tuple[str, str], Signature] = {}
        self._proven = self._count_proofs()
        self.noted: dict[str, Noted] = {}
        self.news = 0  # files that were read in this run, since nothing or something else was known of them

    def page(self, store: FileStore, path: str, name: str) -> Page:
        """The page at a listed `path`, called `name` in the brain; what it alone tells is put into `noted`."""
        (signature, version, facts, noted), raw = self._find(self._pages.get(name), store, path)
        self._signatures[name, version] = signature
        again = partial(_whole, store, path, name, self._dialect, version)
        if raw is None:
            self.noted[name] = NOTHING if noted is None else _noted(noted)
            return from_plain(name, version, facts, again)
        page = parser.parse(name, raw, self._dialect)
        self.noted[name] = self._examine(page)
        return page.let_go(version, again)

    def transcript(self, store: FileStore, path: str) -> Transcript:
        """The transcript at a listed path."""
        (signature, version, numbers, broken), raw = self._find(self._sessions.get(path), store, path)
        self._signatures[path, version] = signature
        if raw is not None:
            found = transcript.parse(path, raw)
            numbers, broken = found.numbers, found.broken
        return Transcript(path, partial(_turns, store, path, version), frozenset(numbers), broken, version)

    def _find(self, entry: Entry | None, store: FileStore, path: str) -> tuple[Entry, bytes | None]:
        """What is known of a file; its bytes too where that is no more than its signature and version."""
        signature = store.signature(path) if self._looks else ()
        if entry is not None and signature and entry[0] == signature:
            return entry, None
        version = store.version(path)
        if entry is not None and version == entry[1]:
            return entry, None
        self.news += 1
        raw = _read(store, path)
        version = blob_id(raw)
        if entry is not None and version == entry[1]:
            return (signature, *entry[1:]), None
        return (signature, version, (), None), raw

    def save(self, wiki: Wiki) -> None:
        """Keep what is known now, where anything is new."""
        gone = len(self._pages) != len(wiki.pages) or len(self._sessions) != len(wiki.transcripts)
        if not (self.news or gone or self._count_proofs() != self._proven):
            return
        self._shelf.save(self._stamp, self._parts(wiki))

    def _parts(self, wiki: Wiki) -> Iterator[tuple[str, dict[Any, Any]]]:
        """What is kept, in parts that are small beside the whole."""
        for pages in batched(wiki, 500):
            yield "pages", {page.path: self._entry(page) for page in pages}
        yield "sessions", {found.path: self._session(found) for found in wiki.transcripts.values()}
        versions = {page.version for page in wiki} | {found.version for found in wiki.transcripts.values()}
        yield "proofs", {key: quotes for key, quotes in self.proofs.items() if key[0] in versions}

    def _count_proofs(self) -> int:
        return sum(map(len, self.proofs.values()))

    def _session(self, found: Transcript) -> Entry:
        return self._signatures[found.path, found.version], found.version, tuple(sorted(found.numbers)), found.broken

    def _entry(self, page: Page) -> Entry:
        noted = self.noted[page.path]
        plain = None if noted is NOTHING else (tuple(map(tuple, noted.hits)), tuple(map(tuple, noted.comments)))
        return self._signatures[page.path, page.version], page.version, to_plain(page), plain


def _noted(plain: Any) -> Noted:
    hits, comments = plain
    return Noted(tuple(map(Placed._make, hits)), tuple(map(Suppression._make, comments)))


def _read(store: FileStore, path: str) -> bytes:
    """The bytes of a listed file; one that is gone by now changed while it was read."""
    try:
        return store.read_listed(path)
    except FileNotFoundError:
        raise ChangedWhileReadError(path) from None


def _again(store: FileStore, path: str, version: str) -> bytes:
    """A file's bytes, which must be those that its facts were taken from; one that is refused now was not then."""
    try:
        raw = store.read_listed(path)
    except OSError:
        raise ChangedWhileReadError(path) from None
    if blob_id(raw) != version:
        raise ChangedWhileReadError(path)
    return raw


def _whole(store: FileStore, path: str, name: str, dialect: Dialect, version: str) -> Whole:
    return parser.parse(name, _again(store, path, version), dialect).whole


def _turns(store: FileStore, path: str, version: str) -> tuple[Turn, ...]:
    return transcript.parse(path, _again(store, path, version)).turns


def batched(pages: Iterable[Page], size: int) -> Iterator[list[Page]]:
    """The pages in lists of at most `size`."""
    left = iter(pages)
    while batch := list(islice(left, size)):
        yield batch
