"""A brain that is asked again and again by one process: what did not change since the last question is not read again."""

from __future__ import annotations

from brainwiki.markup import parser, transcript
from brainwiki.model.page import Page
from brainwiki.model.session import Transcript
from brainwiki.model.wiki import Wiki
from brainwiki.ports import FileStore, Signature
from brainwiki.usecases.collector import without_collector
from brainwiki.usecases.load import load
from brainwiki.usecases.places import evidence_roots
from brainwiki.usecases.workspace import Workspace

_Seen = tuple[tuple[str, Signature], ...]


class WarmBrain:
    """The snapshot of a workspace's brain as it lies there now. A file is parsed again where its size, times or place differ."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self._pages: dict[str, tuple[Signature, Page]] = {}
        self._transcripts: dict[str, tuple[Signature, Transcript]] = {}
        self._seen: _Seen = ()
        self._wiki: Wiki | None = None

    def wiki(self) -> Wiki:
        """The present snapshot; the same value as before where no file changed."""
        seen = self._look()
        is_settled = all(signature for _, signature in seen)
        if self._wiki is None:
            with without_collector():
                self._wiki = load(self.workspace, self)
        elif seen != self._seen or not is_settled:
            self._wiki = load(self.workspace, self)
        self._seen = seen
        self._drop(self._wiki)
        return self._wiki

    def page(self, store: FileStore, path: str, name: str) -> Page:
        """The page at a listed path; the one of before where the file is the same."""
        signature = store.signature(path)
        known = self._pages.get(name)
        if known is not None and signature and known[0] == signature:
            return known[1]
        page = parser.parse(name, store.read_listed(path), self.workspace.profile.dialect)
        self._pages[name] = (signature, page)
        return page

    def transcript(self, store: FileStore, path: str) -> Transcript:
        """The transcript at a listed path; the one of before where the file is the same."""
        signature = store.signature(path)
        known = self._transcripts.get(path)
        if known is not None and signature and known[0] == signature:
            return known[1]
        found = transcript.parse(path, store.read_listed(path))
        self._transcripts[path] = (signature, found)
        return found

    def _look(self) -> _Seen:
        """Every file that the snapshot depends on, with what tells whether it changed."""
        brain, files = self.workspace.brain, self.workspace.files
        found = [(path, brain.signature(path)) for path in brain.listing().files]
        for root in evidence_roots(self.workspace):
            folder = files.below(root)
            found.extend((f"{root}/{path}", folder.signature(path)) for path in folder.listing().files)
        return tuple(found)

    def _drop(self, wiki: Wiki) -> None:
        """Forget files that are gone."""
        for name in self._pages.keys() - wiki.pages.keys():
            del self._pages[name]
        gone = self._transcripts.keys() - {f"{session}/transcript.jsonl" for session in wiki.transcripts}
        for path in gone:
            del self._transcripts[path]
