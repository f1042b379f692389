"""Make a new brain, or adopt a folder that holds a wiki already without changing a page of it."""

from __future__ import annotations

from dataclasses import dataclass

from brainwiki import __version__
from brainwiki.config.profile import load_profile
from brainwiki.errors import ExistsError
from brainwiki.ports import Clock, FileStore
from brainwiki.usecases import starter
from brainwiki.usecases.around import Outcome, Planned, Service, check_files, write
from brainwiki.usecases.detect import guess_profile
from brainwiki.usecases.linters import linter_files, records
from brainwiki.usecases.workspace import OWN_FILE, SHARED_FILE, Workspace, configures


@dataclass(frozen=True)
class Initialised:
    """What `init` did: the files written and kept (from the workspace), the profile, the brain's folder, whether a wiki was
    adopted, and whether the workspace was configured before, so that only settings for linters were asked for."""

    outcome: Outcome
    profile: str
    brain: str
    adopted: bool = False
    configured: bool = False


def initialise(
    files: FileStore, clock: Clock, profile: str = "", service: Service = "github", linters: bool = False
) -> Initialised:
    """Write a configuration, a hook and a CI file; where no Markdown is there yet, a first brain too; with `linters` their settings.

    An existing file is never touched: the configuration raises ExistsError, others are kept and told. Nothing is written
    before everything that must be new was found missing.
    """
    if files.exists(OWN_FILE):
        raise ExistsError(OWN_FILE)
    if configures(files, "brainwiki"):
        raise ExistsError(f"[tool.brainwiki] in {SHARED_FILE}")
    brain = "wiki" if files.exists("wiki") else "."
    inside = files.below(brain)
    adopted = any(path.endswith(".md") for path in inside.listing().files if not _is_about(path))
    chosen = profile or (guess_profile(files, inside) if adopted else "brain")
    planned: list[Planned] = []
    if not adopted:
        brain = "wiki"
        date = clock.now().date().isoformat()
        planned.extend(Planned(f"wiki/{path}", text) for path, text in starter.new_brain(date).items())
        planned.append(Planned(".gitignore", starter.IGNORE, starter.IGNORE))
    planned.append(Planned(OWN_FILE, starter.configuration(brain, chosen)))
    planned.extend(check_files(service, __version__))
    if linters:
        prefix = "" if brain == "." else brain
        planned.extend(linter_files(files, prefix, records(load_profile(chosen), prefix)))
    return Initialised(write(files, planned), chosen, brain, adopted)


def set_linters(workspace: Workspace) -> Initialised:
    """Write settings for linters beside a brain that is configured already; files that are there are kept and told."""
    evidence = records(workspace.profile, workspace.prefix, workspace.config.evidence)
    outcome = write(workspace.files, linter_files(workspace.files, workspace.prefix, evidence))
    return Initialised(outcome, workspace.profile.name, workspace.prefix or ".", configured=True)


def _is_about(path: str) -> bool:
    """Files that tell about a repository and make no wiki: a README beside the code, for one."""
    return "/" not in path and path.upper().startswith(
        ("README", "LICENSE", "CHANGELOG", "CONTRIBUTING", "AGENTS", "CLAUDE")
    )
