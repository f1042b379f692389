"""The history of one page: its revisions through every name that it had, and what each did to its claims."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from brainwiki.claims import life
from brainwiki.claims.support import Proof
from brainwiki.errors import GitError, UnknownNameError
from brainwiki.markup import document, parser
from brainwiki.model.chronicle import Chronicle, Step, trace
from brainwiki.model.dialect import Dialect
from brainwiki.model.names import stem
from brainwiki.model.page import Page
from brainwiki.model.past import Past
from brainwiki.model.wiki import Wiki
from brainwiki.review.comparison import FORGOTTEN
from brainwiki.review.revisions import REVISIONS, PageHistory, Revised
from brainwiki.usecases.explore import find_page
from brainwiki.usecases.forgotten import forgotten_names, is_withheld, refuse_forgotten
from brainwiki.usecases.load import load_wiki
from brainwiki.usecases.workspace import Workspace

UNREAD = "the content of this revision cannot be read here"
LIMITED = "too many claims changed to pair them one by one"
WITHHELD = "words that rest on forgotten evidence are left out"


def view_history(
    workspace: Workspace, name: str, limit: int = REVISIONS, skip: int = 0, wiki: Wiki | None = None
) -> PageHistory:
    """The revisions of the page that `name` means, newest first: `limit` of them after the first `skip`.

    A name that a page had before leads to that page; the path of a page that is gone to what is left of it. `wiki` is the brain
    where it is at hand. Raises UnknownNameError or AmbiguousNameError.
    """
    wiki = load_wiki(workspace) if wiki is None else wiki
    past = workspace.history.past(workspace.prefix)
    names = forgotten_names(workspace)
    page, path = _find(wiki, past, name)
    refuse_forgotten(path, names)
    chronicle = trace(past, [*wiki.pages, path])
    steps = chronicle.of(path)
    versions = _Versions(workspace, wiki.dialect, path, names, steps[0].touch.after if steps else "")
    fresh = _uncommitted(versions, page)
    told: list[Step | Page] = list(fresh)
    told.extend(steps)
    told = told[skip : skip + limit]
    versions.ahead(told)
    revisions = tuple(map(versions.revised, told))
    title = page.title if page else stem(path.removesuffix(".md"))
    return PageHistory(path, title, revisions, len(fresh) + len(steps), skip, past.is_cut, page is None)


def _find(wiki: Wiki, past: Past, name: str) -> tuple[Page | None, str]:
    """The page that a name means, and its path; of one that is gone only the path."""
    try:
        page = find_page(wiki, name)
        return page, page.path
    except UnknownNameError:
        plain = name.strip().removeprefix(wiki.path_prefix)
        path = plain if plain.endswith(".md") else f"{plain}.md"
        known: Chronicle = trace(past, wiki.pages)
        if path in known.old:
            return wiki.pages[known.old[path]], known.old[path]
        if any(path in (touch.path, touch.was) for touch in past.touches):
            return None, path
        raise


def _uncommitted(versions: _Versions, page: Page | None) -> list[Page]:
    """The page as it lies in the working tree, where that is not what the newest commit has."""
    if page is None:
        return []
    newest = versions.text(versions.newest) if versions.newest else None
    return [] if newest == page.text else [page]


@dataclass
class _Versions:
    """The versions of one page, each read once."""

    workspace: Workspace
    dialect: Dialect
    path: str
    names: frozenset[str]
    newest: str
    _raw: dict[str, bytes] = field(default_factory=dict)
    _pages: dict[str, Page] = field(default_factory=dict)

    def ahead(self, steps: Sequence[Step | Page]) -> None:
        """Read the contents of many steps together."""
        ids = [one for step in steps if isinstance(step, Step) for one in (step.touch.before, step.touch.after) if one]
        wanted = [one for one in dict.fromkeys(ids) if one not in self._raw]
        try:
            self._raw |= self.workspace.history.blobs(wanted)
        except GitError:
            return

    def text(self, version: str) -> str | None:
        """The text of a version; None where it cannot be read."""
        if version not in self._raw:
            try:
                self._raw[version] = self.workspace.history.blob(version)
            except GitError:
                return None
        return document.read(self._raw[version]).text

    def page(self, version: str) -> Page | None:
        """A version as a page."""
        if version not in self._pages and self.text(version) is not None:
            self._pages[version] = parser.parse(self.path, self._raw[version], self.dialect)
        return self._pages.get(version)

    def revised(self, step: Step | Page) -> Revised:
        """One revision told."""
        if isinstance(step, Page):
            before = self.page(self.newest) if self.newest else None
            found = Revised(None, "edited" if before else "new", step.path)
            return self._told(found, before, step)
        touch = step.touch
        found = Revised(step.revision, step.did, touch.path, touch.was)
        before = self.page(touch.before) if touch.before else None
        after = self.page(touch.after) if touch.after else None
        if touch.before and before is None or touch.after and after is None:
            return found._replace(note=UNREAD)
        return self._told(found, before, after)

    def _told(self, found: Revised, before: Page | None, after: Page | None) -> Revised:
        if after is None:
            return found
        found = found._replace(claims=len(after.claims), characters=len(after.text))
        if before is None:
            return found
        turns = life.turns(before, after)
        kept = tuple(self._allowed(turn, before, after) for turn in turns.turns)
        note = WITHHELD if kept != turns.turns else LIMITED if turns.limited else ""
        return found._replace(turns=kept, note=note)

    def _allowed(self, turn: life.Turn, before: Page, after: Page) -> life.Turn:
        """A turn without the words that rest on forgotten evidence."""
        old = turn.before >= 0 and self._is_withheld(before, turn.before)
        new = turn.after >= 0 and self._is_withheld(after, turn.after)
        return turn._replace(old=FORGOTTEN if old else turn.old, new=FORGOTTEN if new else turn.new)

    def _is_withheld(self, page: Page, place: int) -> bool:
        proofs: Mapping[str, Proof] = life.proofs_of(page)
        return is_withheld((proofs[one] for one in page.claims[place].ids if one in proofs), self.names)
