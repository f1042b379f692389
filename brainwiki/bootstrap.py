"""The composition root: from a folder to settings, adapters and a `Workspace`. Nothing else knows which adapter serves which port."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING, Any

from brainwiki.adapters.clock import FixedClock, SystemClock
from brainwiki.adapters.filesystem import ConfinedRoot
from brainwiki.adapters.git import GitHistory
from brainwiki.adapters.shelf import FactShelf, NoShelf
from brainwiki.adapters.stamp import PARSERS, WHOLE, stamp_of
from brainwiki.config.config import Config, parse_toml
from brainwiki.config.profile import load_profile
from brainwiki.errors import BrainwikiError, ConfigError, NoBrainError, WorksetError
from brainwiki.model.names import join
from brainwiki.model.recording import Recording
from brainwiki.ports import (
    AgentFiles,
    Clock,
    Counter,
    Embedder,
    FileStore,
    History,
    LoadRules,
    Machine,
    Memo,
    Outside,
    Scope,
    SearchIndex,
    Shelf,
)
from brainwiki.ports_dream import Staging
from brainwiki.ports_git import Refs
from brainwiki.usecases.detect import guess_profile
from brainwiki.usecases.workspace import OWN_FILE, SHARED_FILE, TABLES, Kept, Staged, States, Workspace, configures

if TYPE_CHECKING:  # a search loads none of these: it must answer before anybody waits
    from brainwiki.adapters.sparse import WorkingSet
    from brainwiki.adapters.store import Store
    from brainwiki.adapters.tree import GitTree
    from brainwiki.dream.gate import Judge
    from brainwiki.dream.task import Driver
    from brainwiki.rules.rule import Rule


def open_workspace(
    root: str | None = None, profile: str = "", now: datetime | None = None, keep_facts: bool = True
) -> Workspace:
    """The workspace at `root`, or the nearest one above the current folder; raises NoBrainError or ConfigError.

    `keep_facts` lets a check keep the facts of files between runs.
    """
    folder = os.path.abspath(root) if root else nearest(os.getcwd())
    files = ConfinedRoot(folder)
    clock: Clock = FixedClock(now) if now else SystemClock()
    shelf, past = (FactShelf(files.root, room) if keep_facts else NoShelf() for room in ("facts", "past"))
    workspace = _workspace(files, GitHistory(files.root, past), clock, shelf, profile)
    workspace = replace(
        workspace, index=_index(files.root), embedder=_embedder(workspace.config), refs=_refs(files.root)
    )
    workspace = replace(workspace, staged=_staged(workspace, profile), outside=_outside(workspace))
    workspace = replace(workspace, staging=_staging(workspace), judge=_judge_of(workspace))
    return replace(workspace, kept=_kept(files.root)) if keep_facts else workspace


def _index(root: str) -> Callable[[], SearchIndex]:
    """What gives the search index of a workspace, the same one each time; it is opened when first asked for."""

    @cache
    def opened() -> SearchIndex:
        from brainwiki.adapters.index import FileIndex

        return FileIndex(root)

    return opened


def _refs(root: str) -> Callable[[], Refs]:
    """What gives the branches of the repository around a workspace, the same each time; Git is not asked before."""

    @cache
    def opened() -> Refs:
        from brainwiki.adapters.refs import GitRefs

        return GitRefs(root)

    return opened


def _staging(workspace: Workspace) -> Callable[[], Staging]:
    """What gives the folders of consolidation runs, the same each time."""

    @cache
    def opened() -> Staging:
        from brainwiki.adapters.staging import StagingFolder

        return StagingFolder(workspace.root, bool(workspace.configured))

    return opened


def _outside(workspace: Workspace) -> Callable[[], Outside | None]:
    """What gives the folder of transcripts outside of Git, the same each time."""

    @cache
    def opened() -> Outside | None:
        from brainwiki.adapters.outside import OutsideFolder

        name = workspace.config.transcripts
        return OutsideFolder(os.path.join(workspace.root, name), workspace.refs) if name else None

    return opened


def driver(name: str, record: Callable[[Mapping[str, Any]], None]) -> Driver:
    """The driver of this name; every call of a model is told to `record`. Raises DriverError, MissingExtraError."""
    from brainwiki.adapters.drivers import driver as chosen

    return chosen(name, record)


def _judge_of(workspace: Workspace) -> Callable[[], Judge]:
    """What gives the judge of the configuration, the same each time."""

    @cache
    def chosen() -> Judge:
        from brainwiki.bootstrap_gate import judge
        from brainwiki.dream.gate import People

        try:
            return judge(workspace.config.gate)
        except BrainwikiError as error:  # what is proposed or edited by hand goes on without it, and says so
            return People(f"the judge {workspace.config.gate} is not to be had: {error.message}")

    return chosen


def recordings(paths: Sequence[str]) -> Iterator[Recording]:
    """The recorded conversations in these files and folders."""
    from brainwiki.adapters.recordings import found_in

    return found_in(paths)


def _embedder(config: Config) -> Callable[[], Embedder | None]:
    """What gives the model for vectors, the same one each time; nothing of it is imported before."""

    @cache
    def chosen() -> Embedder | None:
        from brainwiki.adapters.embedding.choose import choose_embedder

        return choose_embedder(config.embedder, config.embedder_timeout)

    return chosen


def _kept(root: str) -> Kept:
    """What builds keep, in the user's cache folder."""

    def memo() -> Memo:
        from brainwiki.adapters.memo import KeptMemo

        return KeptMemo(root, lambda: stamp_of(WHOLE, (*PARSERS, "nh3", "pygments", "latex2mathml")))

    return Kept(memo, lambda out: FactShelf(root, "sites", out))


def _load_rules(root: str) -> LoadRules:
    """What loads the local rules of a workspace."""

    def load(sources: Mapping[str, bytes]) -> tuple[Rule, ...]:
        from brainwiki.adapters.local_rules import LocalRules

        return LocalRules(root)(sources)

    return load


def _workspace(files: FileStore, history: History, clock: Clock, shelf: Shelf, profile: str) -> Workspace:
    """The workspace in a store of files: a folder, or a state of it in Git."""
    config, source = read_config(files)
    name = config.brain if source else ("wiki" if files.exists("wiki") else ".")
    if not files.exists(name):
        raise NoBrainError(os.path.join(files.root, name), source)
    brain = files.below(name)
    chosen = profile or (config.profile if source else guess_profile(files, brain))
    prefix = join("", name) or ""
    return Workspace(
        config,
        load_profile(chosen),
        brain,
        files,
        prefix,
        history,
        clock,
        shelf,
        files,
        _load_rules(files.root),
        source,
        not source and not profile,
    )


def counter(name: str) -> Counter:
    """The counter of tokens of this name (`estimate`, `o200k`); raises MissingExtraError."""
    from brainwiki.adapters.counters import counter as chosen

    return chosen(name)


def open_store(remote: str, branch: str = "") -> Store:
    """What is at hand of a remote brain, in the user's cache folder; the remote is not asked yet. Raises RemoteError."""
    from brainwiki.adapters.store import Store

    return Store(remote, branch)


def stored_workspace(store: Store, commit: str, profile: str = "", now: datetime | None = None) -> Workspace:
    """The whole brain of a remote at a commit, searched by an index of its own; contents must be fetched before they are read.

    Raises RemoteError, NoCommitError, NoBrainError, ConfigError, and WorksetError where nothing says how to read it.
    """
    tree = store.tree(commit)
    store.fetch(filter(None, map(tree.version, (OWN_FILE, SHARED_FILE))), commit)
    if not profile and not read_config(tree)[1]:
        raise WorksetError(f"{tree.root} has no {OWN_FILE}.", "Say how to read it with --profile.")
    clock: Clock = FixedClock(now) if now else SystemClock()
    workspace = _workspace(tree, GitHistory(store.folder), clock, NoShelf(), profile)
    return replace(workspace, index=_index(store.folder))  # by words alone: vectors of a whole brain take minutes


def open_working_set(folder: str) -> WorkingSet:
    """The working set in a folder; raises WorksetError."""
    from brainwiki.adapters.sparse import WorkingSet

    return WorkingSet(folder)


def new_working_set(store: Store, commit: str, folder: str, profile: str) -> WorkingSet:
    """A working set without files in a new or empty folder; raises WorksetError."""
    from brainwiki.adapters.sparse import make_working_set

    return make_working_set(store, commit, folder, profile)


def known_rules(root: str | None = None) -> tuple[Rule, ...]:
    """The rules that are known at `root`, or in the nearest workspace above: no brain is needed, and without a configuration
    there are only the built-in ones; raises ConfigError."""
    files = ConfinedRoot(root or nearest(os.getcwd()))
    config, source = read_config(files)
    from brainwiki.usecases.own_rules import rules_of_run

    return rules_of_run(config, source, files, _load_rules(files.root))


def states_of(workspace: Workspace, base: str, head: str, profile: str = "") -> States:
    """Two states of a workspace out of its repository: from where `head` left `base`, to `head` (empty: the index).

    Settings come from `base` as it is now, schemas and local rules with them, so that no change can loosen the rules that it is
    judged by, or bring code to run; a base without a brain lends none, and an empty one takes its place. Before the first commit
    everything in the index is new. Raises NoRepositoryError, NoCommitError and GitError.
    """
    from brainwiki.adapters.tree import GitStates

    git = GitStates(workspace.root)
    first = base == "HEAD" and not head and git.is_unborn()
    tip, end = ("", "") if first else (git.commit(base), git.commit(head or "HEAD"))
    fork = "" if first else git.fork(tip, end)
    after = git.tree(end) if head else git.index()
    tree = after.none() if first else git.tree(fork)

    def opened(files: FileStore) -> Workspace:
        return _workspace(files, workspace.history, workspace.clock, workspace.shelf, profile)

    rules = replace(_judge(opened, git.tree(tip) if tip != fork else tree, after), outside=workspace.outside)
    return States(
        _state(rules, tree), _state(rules, after), () if first else git.between(fork, end), fork, end if head else ""
    )


def _staged(workspace: Workspace, profile: str) -> Staged:
    """What gives a commit beside what would come of it."""

    def states(commit: str, edits: Mapping[str, bytes | None], by: str) -> States:
        from brainwiki.adapters.tree import GitStates
        from brainwiki.model.actor import is_agent
        from brainwiki.model.change import Commit

        git = GitStates(workspace.root)
        tree = git.tree(git.commit(commit))
        rules = _workspace(tree, workspace.history, workspace.clock, workspace.shelf, profile)
        rules = replace(rules, outside=workspace.outside)
        written = Commit("staged", by, is_agent(by), frozenset(edits))
        return States(_state(rules, tree), _state(rules, tree.edited(edits)), (written,), commit)

    return states


def _judge(opened: Callable[[FileStore], Workspace], base: GitTree, head: GitTree) -> Workspace:
    """The workspace of the base; that of the head where the base has no brain, or has none where the head declares its own."""
    try:
        rules = opened(base)
        declared, source = (rules.config, rules.configured) if rules.configured else read_config(head)
        if rules.configured or not source or base.exists(declared.brain):
            return rules
    except (NoBrainError, ConfigError):
        pass
    rules = opened(head)
    return replace(rules, config=replace(rules.config, local_rules=False))  # nobody has reviewed them yet


def _state(rules: Workspace, files: GitTree) -> Workspace:
    """A state under settings that need not be its own: a folder that is not there holds nothing, and is no mistake."""
    evidence = tuple(root for root in rules.config.evidence if files.exists(root))
    brain = _below(files, rules.prefix or ".")
    return replace(rules, files=files, brain=brain, config=replace(rules.config, evidence=evidence))


def _below(tree: GitTree, folder: str) -> GitTree:
    """The state of a folder; an empty one where it did not exist yet."""
    return tree.below(folder) if tree.exists(folder) else tree.none()


def new_workspace_files(folder: str, now: datetime | None = None) -> tuple[ConfinedRoot, Clock]:
    """The store and the clock for a workspace that is about to be made; the folder is created where it is missing."""
    os.makedirs(folder, exist_ok=True)
    return ConfinedRoot(folder), FixedClock(now) if now else SystemClock()


def agent_files(root: str, scope: Scope) -> tuple[AgentFiles, Machine]:
    """The files of coding agents, in the user's home or in the workspace as a project, and what the machine offers them."""
    from brainwiki.adapters.home import AgentFolder, home_folder, this_machine

    return home_folder() if scope == "user" else AgentFolder(root), this_machine()


def nearest(folder: str) -> str:
    """The nearest folder upwards with a configuration, else the folder itself."""
    at = folder
    while True:
        if is_configured(at):
            return at
        above = os.path.dirname(at)
        if above == at:
            return folder
        at = above


def is_configured(folder: str) -> bool:
    """Whether a folder is there and is a workspace by its own configuration."""
    if not os.path.isdir(folder):
        return False
    return os.path.exists(os.path.join(folder, OWN_FILE)) or configures(ConfinedRoot(folder), "brainwiki")


def read_config(files: FileStore) -> tuple[Config, str]:
    """The configuration and the name of its file, empty where there is none; both files at once are a mistake."""
    own = files.exists(OWN_FILE)
    shared = configures(files, "brainwiki")
    if own and shared:
        raise ConfigError(OWN_FILE, (f"both {OWN_FILE} and [tool.brainwiki] in {SHARED_FILE} are there; keep one",))
    if own:
        return parse_toml(_text(files, OWN_FILE), OWN_FILE), OWN_FILE
    if shared:
        return parse_toml(_text(files, SHARED_FILE), SHARED_FILE, TABLES[SHARED_FILE]), SHARED_FILE
    return Config(), ""


def _text(files: FileStore, name: str) -> str:
    try:
        return files.read(name).decode("utf-8")
    except UnicodeDecodeError as error:
        raise ConfigError(name, (f"not UTF-8 at byte {error.start}",)) from None


__all__ = [
    "agent_files",
    "counter",
    "driver",
    "is_configured",
    "known_rules",
    "nearest",
    "new_working_set",
    "new_workspace_files",
    "open_store",
    "open_working_set",
    "open_workspace",
    "read_config",
    "recordings",
    "states_of",
    "stored_workspace",
]
