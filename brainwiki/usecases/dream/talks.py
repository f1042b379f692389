"""The sessions that a run reads: those of the brain at its commit, with their transcripts wherever these are kept."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace

from brainwiki.dream.task import Assigned
from brainwiki.errors import TranscriptError
from brainwiki.markup import parser, transcript
from brainwiki.model.names import squeeze
from brainwiki.model.receipt import Span
from brainwiki.model.session import Transcript
from brainwiki.model.wiki import Wiki
from brainwiki.usecases.brain_branch import place_of
from brainwiki.usecases.change import MANY_NEWS
from brainwiki.usecases.check import archive_of, settings_of, view_of
from brainwiki.usecases.collector import without_collector
from brainwiki.usecases.inbox import PAGE, TRANSCRIPT, bytes_of, inbox
from brainwiki.usecases.kept import Sessions
from brainwiki.usecases.load import load
from brainwiki.usecases.workspace import Workspace


@dataclass(frozen=True)
class Memory:
    """The brain at a commit as a run sees it. `wiki` holds sessions that wait too, `arriving` the files of these, by path from the
    brain's root; `state` is the workspace at the commit."""

    wiki: Wiki
    arriving: Mapping[str, bytes]
    state: Workspace

    def read(self, path: str) -> bytes:
        """The bytes of a page."""
        return self.arriving[path] if path in self.arriving else self.state.brain.read(path)


def memory_of(workspace: Workspace, base: str, sessions: Iterable[str]) -> Memory:
    """The brain at a commit with these sessions: those that wait for their first proposal too, and transcripts that are kept outside of
    Git. Raises NoCommitError, NoBrainError, ConfigError, NoBranchError, NoStateError, StateMergeError, GitError."""
    state = workspace.staged(base, {}, "").base
    wiki = _known(state)
    waiting = inbox(workspace)
    kept = Sessions(workspace, place_of(workspace), waiting)
    arriving: dict[str, bytes] = {}
    pages, talks = dict(wiki.pages), dict(wiki.transcripts)
    for session in dict.fromkeys(sessions):
        folder = f"sessions/{session}"
        if session in waiting:
            page = arriving[f"{folder}/{PAGE}"] = bytes_of(waiting[session].page)
            pages[f"{folder}/{PAGE}"] = parser.parse(f"{folder}/{PAGE}", page, wiki.dialect)
            if waiting[session].transcript:
                arriving[f"{folder}/{TRANSCRIPT}"] = waiting[session].transcript
        if session in waiting or folder not in talks:
            with suppress(TranscriptError):
                raw = kept.transcript(session)
                talks[folder] = transcript.parse(f"{folder}/{TRANSCRIPT}", raw)
    return Memory(replace(wiki, pages=pages, transcripts=talks), arriving, state)


def _known(state: Workspace) -> Wiki:
    """The brain of a state, its pages by the facts that are kept of them where they are known."""
    archive = archive_of(view_of(state, Wiki({}, state.profile.dialect)), settings_of(state), state.shelf)
    with without_collector():
        wiki = load(state, archive, archive.proofs)
        if archive.news > MANY_NEWS:
            archive.save(wiki)
        return wiki


def assigned(wiki: Wiki, span: Span) -> Assigned | None:
    """The turns of a range with all before them; None where they cannot be read here."""
    talk: Transcript | None = wiki.transcripts.get(f"sessions/{span.session}")
    if talk is None or talk.broken or not talk.numbers.issuperset((span.first, span.last)):
        return None
    turns = tuple(turn for turn in talk.turns if turn.number <= span.last)
    page = wiki.pages.get(f"sessions/{span.session}/{PAGE}")
    started = page.text_of("started") if page else ""
    return Assigned(span.session, span.first, span.last, turns, squeeze(page.title) if page else "", started)
