"""The sessions that a brain has, as an intake asks for them, and the files of those that are to be written."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from brainwiki.errors import TranscriptError
from brainwiki.transcripts import pages
from brainwiki.usecases.brain_branch import Place
from brainwiki.usecases.inbox import PAGE, TRANSCRIPT, bytes_of, has_arrived, stored_pages
from brainwiki.usecases.intake import Files, Intake
from brainwiki.usecases.workspace import Workspace


class Sessions:
    """The sessions on the brain's branch, before them those that wait, and before these the ones that `put` was told of."""

    def __init__(self, workspace: Workspace, place: Place, waiting: Mapping[str, Files] | None = None) -> None:
        self._workspace = workspace
        self._place = place
        self._stored = stored_pages(workspace, place)
        held = (waiting or {}).items()
        self._waiting = {name: one for name, one in held if not has_arrived(one, self._stored.get(name, ""))}
        self.settled = (waiting or {}).keys() - self._waiting.keys()  # those that waited, and have arrived
        self._pages = {**self._stored, **{name: one.page for name, one in self._waiting.items()}}
        self._fresh: dict[str, Files] = {}
        self._outer = {name for name, page in self._pages.items() if pages.seal_of(page)}

    def pages(self, tool: str) -> Mapping[str, str]:  # noqa: ARG002 — all of them do no harm
        """`session.md` of every stored session, by its id."""
        return self._pages

    def transcript(self, name: str) -> bytes:
        """`transcript.jsonl` of one of them; raises TranscriptError where it is kept elsewhere and not at hand."""
        if name in self._fresh:
            return self._fresh[name].transcript
        if name in self._outer:
            return self._outside(name)
        if name in self._waiting:
            return self._waiting[name].transcript
        return self._files.get(f"{self._place.prefix}sessions/{name}/{TRANSCRIPT}", b"")

    @cached_property
    def _files(self) -> Mapping[str, bytes]:
        return self._workspace.refs().lazily(self._place.tip, f"{self._place.prefix}sessions")

    def _outside(self, name: str) -> bytes:
        """The transcript as its digest vouches for it: lines behind it are those of a writer that did not come to its end."""
        folder = self._workspace.outside()
        raw = folder.read(name) if folder is not None else None
        if raw is None:
            why = "the transcript is kept outside of Git, and is not at hand here"
            raise TranscriptError(f"sessions/{name}", why, "Take the file in where `transcripts` leads to it.")
        lines = raw.splitlines(keepends=True)
        vouched = b"".join(lines[: pages.turns_of(self._pages[name])])
        if pages.digest(vouched) != pages.seal_of(self._pages[name]):
            raise TranscriptError(f"sessions/{name}", "the transcript outside of Git is not the one of its digest")
        return vouched

    def put(self, intake: Intake) -> None:
        """Keep what an intake brought, for the files after it; its bytes are kept until `take`."""
        for one in intake.sessions:
            if one.files is not None:
                if one.id not in self._pages and self._workspace.config.transcripts:
                    self._outer.add(one.id)
                self._fresh[one.id] = one.files
                self._pages[one.id] = one.files.page

    @property
    def fresh(self) -> Mapping[str, Files]:
        """What is to be written, by id."""
        return self._fresh

    def changes(self, folder: str) -> dict[str, bytes | None]:
        """The files to be written below a folder; a transcript that is kept elsewhere is put there first, and its digest comes here.

        A session stays where it began, whatever the settings say later. Raises OutsideError.
        """
        outside = self._workspace.outside()
        found: dict[str, bytes | None] = {}
        for name, files in self._fresh.items():
            page = files.page
            if name in self._outer and outside is not None:
                outside.write(name, files.transcript)
                page = pages.sealed_page(page, pages.digest(files.transcript))
            else:
                found[f"{folder}/{name}/{TRANSCRIPT}"] = files.transcript
            found[f"{folder}/{name}/{PAGE}"] = bytes_of(page)
        return found
