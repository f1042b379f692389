"""One step from a site as it stands to the next: what has another key is made, what is gone is removed, the rest is kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from brainwiki.adapters.site_folder import SiteFolder
from brainwiki.model.content import blob_id
from brainwiki.ports import FileStore, Progress
from brainwiki.site.frame import NOT_FOUND, Frame
from brainwiki.site.last import THEME, Entry, marker_of
from brainwiki.site.look import MARKER
from brainwiki.site.output import KEPT, CopyOutput, Output, PageOutput, digest


class Step:
    """Makes outputs into a folder; `last` says what stands there (None: nothing of use), `entries` what will."""

    def __init__(self, frame: Frame, folder: SiteFolder, last: Mapping[str, Entry] | None, brain: FileStore) -> None:
        self.frame = frame
        self.folder = folder
        self.is_full = last is None
        self.last = last or {}
        self.brain = brain
        self.memo = frame.around.maker.site.memo
        self.entries: dict[str, Entry] = {}
        self.made = 0
        self.kept = 0

    def make(self, outputs: Sequence[Output], on_progress: Progress | None) -> None:
        """Make what changed; of two outputs at one path the first counts."""
        wanted: list[tuple[str, Output]] = []
        for output in outputs:
            path, last = output.file, self.last.get(output.file)
            if path in self.entries:
                continue
            if output.key == KEPT and last is not None:
                self.entries[path] = last
                continue
            entry = self.entries[path] = self.entry(output, last)
            if not entry.key or entry != last:
                wanted.append((path, output))
        for count, (path, output) in enumerate(wanted, 1):
            self.write(path, output)
            if on_progress is not None:
                on_progress(count, len(wanted))
        self.made, self.kept = len(wanted), len(self.entries) - len(wanted)

    def entry(self, output: Output, last: Entry | None) -> Entry:
        """The entry of an output, as far as it is known before it is made: a page with the same key opens the same folder."""
        if isinstance(output, CopyOutput):
            return Entry(output.key or self.version(output.source))
        if not isinstance(output, PageOutput) or last is None or last.key != output.key:
            return Entry(output.key)
        return Entry(output.key, last.folder, self.frame.around.key(output.address, last.folder))

    def version(self, path: str) -> str:
        """The content id of an attachment; kept by what the disk tells of it, so that it is read once."""
        signature = self.brain.signature(path)
        if not signature:
            return blob_id(self.brain.read_listed(path))
        return self.memo.get("files", digest(path, signature), lambda: blob_id(self.brain.read_listed(path)))

    def write(self, path: str, output: Output) -> None:
        """Make one output."""
        if isinstance(output, CopyOutput):
            self.folder.copy(path, f"{self.brain.root}/{output.source}")
        elif isinstance(output, PageOutput):
            part = output.make()
            self.entries[path] = Entry(output.key, part.folder, self.frame.around.key(output.address, part.folder))
            self.folder.write(path, self.frame.page(output.address, part))
        else:
            self.folder.write(path, output.make())

    def finish(self) -> int:
        """Write what is the same for all pages, and let the new state take the place of the old; how many files went."""
        self.entries[NOT_FOUND] = Entry(self.frame.around.common)
        if self.entries[NOT_FOUND] != self.last.get(NOT_FOUND):
            self.folder.write(NOT_FOUND, self.frame.not_found())
        self._theme()
        gone = [path for path in self.last if path not in self.entries]
        if self.is_full or self.folder.staged or gone:
            self.folder.write(MARKER, marker_of(self.entries))
        if self.is_full:
            self.folder.swap()
        elif self.folder.staged:
            self.folder.change(gone)
        return len(gone)

    def _theme(self) -> None:
        """The theme's own files: a full build copies them, others leave them where they are."""
        if not self.is_full:
            rest = {path: entry for path, entry in self.last.items() if entry == THEME}
            self.entries = {**rest, **self.entries}
            return
        for path, source in self.frame.files():
            if path not in self.entries:
                self.folder.copy(path, source)
                self.entries[path] = THEME
