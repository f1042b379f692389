"""The workspace: settings and ports in one frozen bundle."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from brainwiki.config.config import Config
from brainwiki.config.profile import Profile
from brainwiki.errors import PathEscapeError
from brainwiki.ports import Clock, Embedder, FileStore, History, LoadRules, Memo, Outside, SearchIndex, Shelf
from brainwiki.ports_dream import Staging
from brainwiki.ports_git import Refs

if TYPE_CHECKING:
    from brainwiki.dream.gate import Judge
    from brainwiki.model.change import Commit

OWN_FILE = "brainwiki.toml"
SHARED_FILE = "pyproject.toml"
TABLES = {OWN_FILE: (), SHARED_FILE: ("tool", "brainwiki")}  # where the settings stand in each


class Kept(NamedTuple):
    """What builds of a site keep between runs: values worked out once, and by output folder what was built into it last."""

    memo: Callable[[], Memo]
    last: Callable[[str], Shelf]


def _no_index() -> SearchIndex:
    raise NotImplementedError("a state in Git is not searched")


def _no_refs() -> Refs:
    raise NotImplementedError("a state in Git has no branches")


def _no_staging() -> Staging:
    raise NotImplementedError("a state in Git has no runs")


def fixed_checks() -> Judge:
    """The judge that is always on."""
    from brainwiki.dream.judging.deterministic import Deterministic  # only where something is proposed

    return Deterministic()


# Two states under the settings of the first: a commit, and that commit with contents by path from the workspace (None: the file
# goes), which an actor would write. Nothing is written. Raises NoRepositoryError, NoCommitError, NoBrainError, ConfigError, GitError.
Staged = Callable[[str, "Mapping[str, bytes | None]", str], "States"]


def _not_staged(commit: str, edits: Mapping[str, bytes | None], by: str) -> States:
    raise NotImplementedError("a state in Git has no other states")


@dataclass(frozen=True)
class Workspace:
    """What every use case gets. `brain` is the store of the brain's folder, `files` of the whole workspace, `prefix` the
    former seen from the latter; `settings` is the store that the configuration, schemas and local rules are read from: `files`, or
    the base of a change. `configured` is the configuration's file name, empty where there is none; `guessed` says
    that the profile was found by looking; `kept` is None where builds keep nothing; `embedder` gives the model for vectors, None
    where there is none, and raises EmbedderError where the one that was asked for is not there; `index` gives the search index,
    the same each time; `refs` gives the branches of the repository around it, `staged` a commit beside what would come of it;
    `outside` gives the folder of transcripts that are kept outside of Git, None where they are in it, and raises OutsideError;
    `staging` gives the folders of consolidation runs; `judge` gives the gate that is asked about proposals."""

    config: Config
    profile: Profile
    brain: FileStore
    files: FileStore
    prefix: str
    history: History
    clock: Clock
    shelf: Shelf
    settings: FileStore
    load_rules: LoadRules
    configured: str = ""
    guessed: bool = False
    kept: Kept | None = None
    embedder: Callable[[], Embedder | None] = lambda: None
    index: Callable[[], SearchIndex] = _no_index
    refs: Callable[[], Refs] = _no_refs
    staged: Staged = _not_staged
    outside: Callable[[], Outside | None] = lambda: None
    staging: Callable[[], Staging] = _no_staging
    judge: Callable[[], Judge] = fixed_checks

    @property
    def root(self) -> str:
        """The workspace's folder."""
        return self.files.root

    @property
    def title(self) -> str:
        """The name of the brain, for people."""
        return self.config.title or self.root.rstrip("/\\").replace("\\", "/").rpartition("/")[2]


class States(NamedTuple):
    """Two states of one workspace, under the settings of the base: before and after, the commits between, and the commits
    of both, empty where there is none yet; `tip` is empty for the index, too."""

    base: Workspace
    head: Workspace
    commits: tuple[Commit, ...]
    fork: str
    tip: str = ""


def configures(files: FileStore, tool: str) -> bool:
    """Whether the project's own file has a table for this tool; a file of the tool's own beside it would be a mistake."""
    try:
        tools = tomllib.loads(files.read(SHARED_FILE).decode("utf-8")).get("tool")
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError, PathEscapeError):
        return False
    return isinstance(tools, dict) and tool in tools
