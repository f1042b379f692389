"""The files around a brain that `init` writes or, where a tool has its file already, tells what to add to it."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import resources
from typing import Literal, NamedTuple

from brainwiki.ports import FileStore

CI = ("github", "gitlab", "none")
Service = Literal["github", "gitlab", "none"]


class Planned(NamedTuple):
    """A file to write, by path from the workspace.

    `lines` is what an existing file needs in its place; `rivals` are other files in which the tool keeps the same, each with
    the lines in its own form.
    """

    path: str
    text: str
    lines: str = ""
    rivals: tuple[tuple[str, str], ...] = ()


class Outcome(NamedTuple):
    """What became of a plan: the files written, and those that were there with the lines that they lack ("" where none)."""

    written: tuple[str, ...]
    kept: tuple[tuple[str, str], ...]


def check_files(service: Service, version: str) -> tuple[Planned, ...]:
    """Where the check runs: before a commit, and in the CI of a service, with this version of brainwiki; on GitHub proposals are made
    and reviewed there too."""
    hook = _template("pre-commit.yaml", version)
    found = [Planned(".pre-commit-config.yaml", hook, _after(hook, "repos:\n"))]
    if service == "github":
        text = _template("github.yml", version)
        job = _after(text, "jobs:\n")
        rivals = ((".github/workflows/brain.yaml", job),)
        found.append(Planned(".github/workflows/brain.yml", text, job, rivals))
        found += [
            Planned(f".github/workflows/brain-{name}.yml", _template(f"github-{name}.yml", version))
            for name in ("dream", "review", "comment")
        ]
    if service == "gitlab":
        text = _template("gitlab.yml", version)
        found.append(Planned(".gitlab-ci.yml", text, _after(text, "\n")))
    return tuple(found)


def write(files: FileStore, planned: Iterable[Planned]) -> Outcome:
    """Write what is not there; an existing file, or a rival of one, is kept and never touched.

    All files are looked for before the first is written.
    """
    there = [(one, _existing(files, one)) for one in planned]
    kept = tuple((path, _lacking(files, path, lines)) for _, (path, lines) in there if path)
    missing = [one for one, (path, _) in there if not path]
    for one in missing:
        files.create(one.path, one.text.encode("utf-8"))
    return Outcome(tuple(one.path for one in missing), kept)


def _existing(files: FileStore, planned: Planned) -> tuple[str, str]:
    """The file that stands in the place of a planned one, and the lines in its form; empty where none does."""
    places = ((planned.path, planned.lines), *planned.rivals)
    return next(((path, lines) for path, lines in places if files.exists(path)), ("", ""))


def _lacking(files: FileStore, path: str, lines: str) -> str:
    """The lines, or nothing where the file at `path` holds each of them already."""
    try:
        present = {line.strip() for line in files.read(path).decode("utf-8", "replace").splitlines()}
    except OSError:  # a folder of that name
        return lines
    return "" if all(line.strip() in present for line in lines.splitlines()) else lines


def _after(text: str, mark: str) -> str:
    return text.partition(mark)[2]


def _template(name: str, version: str) -> str:
    """A data file of this package, for this version of it."""
    text = resources.files("brainwiki.usecases").joinpath(f"templates/{name}").read_text("utf-8")
    return text.replace("{version}", version)
