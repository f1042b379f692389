"""Plan an installation, or its removal, as steps on files; then carry the steps out, all or none."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from brainwiki.errors import AgentFileError
from brainwiki.ports import AgentFiles
from brainwiki.usecases.agents import sealed, texts
from brainwiki.usecases.agents.hosts import HOSTS, SKILL, Places
from brainwiki.usecases.agents.parts import Part, block_part, file_part, hook_part, server_name, server_part
from brainwiki.usecases.agents.texts import Brain


class Step(NamedTuple):
    """One file before and after; None is no file. `folders` were made for it and go with it where they are empty."""

    path: str
    before: bytes | None
    after: bytes | None
    folders: tuple[str, ...] = ()

    @property
    def change(self) -> str:
        """`created`, `changed`, `removed` or `unchanged`."""
        if self.before == self.after:
            return "unchanged"
        return "created" if self.before is None else "removed" if self.after is None else "changed"


class Draft:
    """Texts of files as they will be; nothing is written."""

    def __init__(self, files: AgentFiles, after: Mapping[str, str | None] | None = None) -> None:
        self._files = files
        self.before: dict[str, bytes | None] = {}
        self.now: dict[str, str | None] = {}
        self.folders: dict[str, tuple[str, ...]] = {}
        self._given = after or {}

    def text(self, path: str) -> str | None:
        """The text of a file as it will be; None where none stands."""
        if path not in self.now:
            raw = self._files.read(path)
            self.before[path] = raw
            if raw is not None and b"\0" in raw:
                raise AgentFileError(path, "this is no text in UTF-8")
            self.now[path] = None if raw is None else raw.decode("utf-8", "surrogateescape")
            if path in self._given:
                self.now[path] = self._given[path]
        return self.now[path]

    def add(self, part: Part) -> None:
        """Install a part."""
        self.now[part.path] = part.add(self.text(part.path))

    def remove(self, part: Part) -> None:
        """Take a part out."""
        stood = self.text(part.path)
        self.now[part.path] = left = part.remove(stood)
        made = _made(part.path, stood) - _made(part.path, left)
        self.folders[part.path] = (*self.folders.get(part.path, ()), *made)

    def steps(self) -> tuple[Step, ...]:
        """What has to be written, in the order in which the files came up."""
        return tuple(
            Step(path, self.before[path], _encoded(text), self.folders.get(path, ())) for path, text in self.now.items()
        )


def _encoded(text: str | None) -> bytes | None:
    return None if text is None else text.encode("utf-8", "surrogateescape")


def _made(path: str, text: str | None) -> set[str]:
    """The folders that a whole file of ours says were made for it."""
    return {folder for one in _users(path, text) for folder in one.made}


def _users(path: str, text: str | None) -> tuple[sealed.User, ...]:
    """Who needs a file; nobody where it is not a whole file of ours."""
    try:
        return sealed.unseal(text or "", sealed.comment_of(path)).users
    except sealed.SealError:
        return ()


def plan(files: AgentFiles, agents: Iterable[str], brain: Brain) -> tuple[Step, ...]:
    """The steps that install a brain into agents; those that change nothing are among them. Raises AgentFileError.

    Where nothing of this brain was there before, the way back is tried at once: what it would not restore byte for byte is refused.
    """
    agents = tuple(dict.fromkeys(agents))
    if not brain.root.isprintable():
        raise AgentFileError(repr(brain.root), "no settings file can hold this path", "Rename the folder.")
    draft = Draft(files)
    for agent in agents:
        for part in _parts(files, agent, brain, draft):
            draft.add(part)
    steps = _demanded(files, draft)
    if not any(step.change != "unchanged" for step in plan_removal(files, agents, brain)):
        for step in _removal(files, agents, brain, draft.now).steps():
            if step.after != step.before:
                raise AgentFileError(step.path, "the entry could not be taken out again without a trace")
    return steps


def plan_removal(files: AgentFiles, agents: Iterable[str], brain: Brain) -> tuple[Step, ...]:
    """The steps that take a brain out of agents; raises AgentFileError."""
    return _demanded(files, _removal(files, tuple(dict.fromkeys(agents)), brain, {}))


def _removal(files: AgentFiles, agents: Iterable[str], brain: Brain, after: Mapping[str, str | None]) -> Draft:
    """The draft of a removal, from texts that are planned or those of the files."""
    draft = Draft(files, after)
    for agent in agents:
        for part in reversed(_parts(files, agent, brain, draft)):
            draft.remove(part)
    return draft


def _demanded(files: AgentFiles, draft: Draft) -> tuple[Step, ...]:
    steps = draft.steps()
    for step in steps:
        if step.change != "unchanged":
            files.demand_writable(step.path)
    return steps


def _parts(files: AgentFiles, agent: str, brain: Brain, draft: Draft) -> list[Part]:
    """The parts of one agent in the order of installing."""
    host = HOSTS[agent]
    places = host.places(brain.scope)
    user = sealed.user(agent, brain.name)
    missing: tuple[str, ...] = ()
    skills = places.skill.removesuffix(f"{SKILL}/SKILL.md")
    dreaming = {f"{skills}{path}": text for path, text in texts.dream_skill().items()}
    for path in filter(None, (*places, *dreaming)):
        missing = sealed.joined(missing, files.missing_folders(path))
    found = [file_part(places.skill, texts.skill(), user, missing)]
    found += [file_part(path, text, user, missing) for path, text in dreaming.items()]
    if places.script:
        found.append(file_part(places.script, texts.script(), user, missing))
    if places.hooks:
        script = files.full(places.script) if places.script else ""
        for hook in (texts.start_hook(brain, script), texts.end_hook(brain, host.end)):
            found.append(hook_part(places.hooks, host, hook))
    if places.servers:
        found.append(server_part(places.servers, brain, host))
    if places.block:
        found.append(_shared_block(places, agent, brain, draft))
    return found


def _shared_block(places: Places, agent: str, brain: Brain, draft: Draft) -> Part:
    """The block, made when it is asked for: by then the name of the MCP entry is known, and who else reads the file."""

    def add(text: str | None) -> str | None:
        name = server_name(draft.text(places.servers), brain, HOSTS[agent]) if brain.scope == "user" else ""
        return block_part(places.block, brain, name).add(text)

    def remove(text: str | None) -> str | None:
        others = _others(places, draft.text(places.skill), agent, brain)
        if any(HOSTS[other].places(brain.scope).block == places.block for other in others):
            return text
        return block_part(places.block, brain, "").remove(text)

    return Part(places.block, add, remove)


def _others(places: Places, skill: str | None, agent: str, brain: Brain) -> list[str]:
    """The other agents that use this brain by the same skill."""
    names = {one.name for one in _users(places.skill, skill)}
    return [other for other in HOSTS if other != agent and sealed.user(other, brain.name) in names]


def carry_out(files: AgentFiles, steps: Iterable[Step]) -> None:
    """Write what changes; where one file fails, those that were written are put back, and the error is raised."""
    done: list[Step] = []
    try:
        for step in steps:
            if step.change != "unchanged":
                files.write(step.path, step.before, step.after)
                done.append(step)
    except BaseException:
        for step in reversed(done):
            with contextlib.suppress(Exception):
                files.write(step.path, step.after, step.before)
        raise
    folders = {folder for step in done for folder in step.folders}
    files.drop_folders(sorted(folders, key=lambda folder: -folder.count("/")))
