"""Make a new brain, or adopt a folder that holds a wiki already without changing a page of it."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass

from brainwiki import __version__
from brainwiki.errors import ExistsError
from brainwiki.ports import Clock, FileStore
from brainwiki.usecases import starter
from brainwiki.usecases.detect import guess_profile
from brainwiki.usecases.workspace import OWN_FILE, SHARED_FILE


@dataclass(frozen=True)
class Initialised:
    """What `init` did: the files written (from the workspace), the profile, the brain's folder, whether a wiki was adopted."""

    written: tuple[str, ...]
    kept: tuple[str, ...]
    profile: str
    brain: str
    adopted: bool


def initialise(files: FileStore, clock: Clock, profile: str = "") -> Initialised:
    """Write a configuration and CI files; where no Markdown is there yet, a first brain too.

    An existing file is never touched: the configuration raises ExistsError, others are kept and told. Nothing is written
    before everything that must be new was found missing.
    """
    if files.exists(OWN_FILE):
        raise ExistsError(OWN_FILE)
    if _has_table(files):
        raise ExistsError(f"[tool.brainwiki] in {SHARED_FILE}")
    brain = "wiki" if files.exists("wiki") else "."
    inside = files.below(brain)
    adopted = any(path.endswith(".md") for path in inside.listing().files if not _is_about(path))
    chosen = profile or (guess_profile(files, inside) if adopted else "brain")
    planned: dict[str, str] = {}
    if not adopted:
        brain = "wiki"
        date = clock.now().date().isoformat()
        planned.update({f"wiki/{path}": text for path, text in starter.new_brain(date).items()})
        planned[".gitignore"] = starter.IGNORE
    planned.update(starter.around(brain, chosen, __version__))
    kept = tuple(path for path in planned if files.exists(path))
    written = tuple(path for path in planned if path not in kept)
    for path in written:
        files.create(path, planned[path].encode("utf-8"))
    return Initialised(written, kept, chosen, brain, adopted)


def _has_table(files: FileStore) -> bool:
    """Whether the project's own file configures a brain already; two configurations would be a mistake."""
    if not files.exists(SHARED_FILE):
        return False
    try:
        return "brainwiki" in tomllib.loads(files.read(SHARED_FILE).decode("utf-8")).get("tool", {})
    except (tomllib.TOMLDecodeError, UnicodeDecodeError):
        return False


def _is_about(path: str) -> bool:
    """Files that tell about a repository and make no wiki: a README beside the code, for one."""
    return "/" not in path and path.upper().startswith(
        ("README", "LICENSE", "CHANGELOG", "CONTRIBUTING", "AGENTS", "CLAUDE")
    )
