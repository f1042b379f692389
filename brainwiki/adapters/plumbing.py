"""The only way to Git: plumbing through GitPython, with hooks, filters, fsmonitor and credentials off.

A brain's repository is untrusted input: nothing in its configuration may start a program.
"""

from __future__ import annotations

import os
import weakref
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from subprocess import PIPE
from typing import Any

from brainwiki.errors import GitError

_TOGETHER = 48  # ids that are asked for at once: all of them fit into a pipe, so that nobody waits for the other
_SAFE = {
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",  # outranks a repository's own `protocol.ext.allow`, also where Git knows no GIT_NO_LAZY_FETCH
}
_SETTINGS = {
    "core.hooksPath": os.devnull,
    "core.fsmonitor": "false",
    "core.untrackedCache": "false",
    "protocol.allow": "never",
}


class Plumbing:
    """Git's plumbing in one folder, as bytes; whatever goes wrong is a GitError of one line.

    `place` is where the repository itself lies, if that is known: then no variable of the environment leads elsewhere.
    """

    def __init__(self, root: str, place: str = "") -> None:
        try:
            import git  # 80 ms; most runs need no Git
        except ImportError:
            raise GitError("no git executable was found") from None
        self._errors = (git.GitCommandError, git.GitCommandNotFound, git.InvalidGitRepositoryError, OSError, ValueError)
        self._git = git.Git(root)
        self._git.update_environment(
            **_SAFE, **_settings(os.environ), **(_alone(root, place) if place else _place(root, os.environ))
        )

    def run(self, *arguments: str, **options: Any) -> bytes:
        """The output of one command."""
        try:
            output = self._git.execute(
                ["git", *arguments],
                stdout_as_string=False,
                strip_newline_in_stdout=False,
                with_extended_output=False,
                **options,
            )
        except self._errors as error:
            told = getattr(error, "stderr", "") or str(error)
            raise GitError(str(told).strip().removeprefix("stderr:").strip(" '\n").splitlines()[0]) from None
        return output if isinstance(output, bytes) else b""

    def text(self, *arguments: str) -> str:
        """The output of one command as text without its line end."""
        return self.run(*arguments).decode("utf-8", "surrogateescape").rstrip("\n")

    def fed(self, questions: str, *arguments: str, **options: Any) -> bytes:
        """The output of one command that reads these lines."""
        import tempfile

        with tempfile.TemporaryFile() as lines:
            lines.write(questions.encode("utf-8", "surrogateescape"))
            lines.seek(0)
            return self.run(*arguments, istream=lines, **options)

    def blob(self, version: str) -> bytes:
        """The bytes of an object, through one process that stays for all."""
        found = self.blobs((version,))
        if version not in found:
            raise GitError(f"object {version[:12]} is missing")
        return found[version]

    def blobs(self, versions: Sequence[str]) -> dict[str, bytes]:
        """The bytes of many objects by their ids, asked for together; those that are missing are left out."""
        found: dict[str, bytes] = {}
        for start in range(0, len(versions), _TOGETHER):
            asked = versions[start : start + _TOGETHER]
            try:
                self._answers(asked, found)
            except self._errors as error:
                self.__dict__.pop("_contents", None)  # what it would say next answers something else
                raise GitError(f"object {asked[0][:12]}: {str(error).splitlines()[0]}") from None
        return found

    @cached_property
    def _contents(self) -> Any:
        """A process that gives the contents of objects; it ends with this object, also where that is found in a circle of others."""
        started = self._git.execute(["git", "cat-file", "--batch"], as_process=True, istream=PIPE)
        weakref.finalize(self, _end, started).atexit = False
        return started

    def close(self) -> None:
        """End the process that gives contents, if one was started; the next question starts another."""
        started = self.__dict__.pop("_contents", None)
        if started is not None:
            _end(started)

    def _answers(self, asked: Sequence[str], found: dict[str, bytes]) -> None:
        process = self._contents
        process.stdin.write("".join(f"{version}\n" for version in asked).encode("ascii"))
        process.stdin.flush()
        for version in asked:
            head = process.stdout.readline()
            if not head.endswith(b"\n"):
                raise ValueError("git cat-file ended before it answered")
            size = head.rpartition(b" ")[2]
            if head.endswith((b" missing\n", b" ambiguous\n")):
                continue
            raw = process.stdout.read(int(size) + 1)
            if len(raw) <= int(size):
                raise ValueError("git cat-file ended before it answered")
            found[version] = raw[:-1]


def _end(started: Any) -> None:
    """End a process that reads questions, and close all that leads to it; nothing where it has ended."""
    process = started.proc
    if process is None:
        return
    for stream in (process.stdin, process.stdout, process.stderr):  # whoever still writes an answer ends by that, too
        if stream is not None:
            with suppress(OSError, ValueError):
                stream.close()
    process.wait()


def _settings(environment: Mapping[str, str]) -> dict[str, str]:
    """Our settings as variables, after those that the environment has: it may call this very folder safe."""
    count = environment.get("GIT_CONFIG_COUNT", "")
    first = int(count) if count.isdecimal() else 0
    found = {"GIT_CONFIG_COUNT": str(first + len(_SETTINGS))}
    for number, (key, value) in enumerate(_SETTINGS.items(), first):
        found |= {f"GIT_CONFIG_KEY_{number}": key, f"GIT_CONFIG_VALUE_{number}": value}
    return found


def _alone(root: str, place: str) -> dict[str, str]:
    """Every variable by which a hook's environment could name another repository."""
    found = {"GIT_DIR": place, "GIT_COMMON_DIR": place, "GIT_NAMESPACE": "", "GIT_ALTERNATE_OBJECT_DIRECTORIES": ""}
    found |= {"GIT_INDEX_FILE": os.path.join(place, "index"), "GIT_OBJECT_DIRECTORY": os.path.join(place, "objects")}
    return {**found, "GIT_WORK_TREE": root}


def _place(root: str, environment: Mapping[str, str]) -> dict[str, str]:
    """Where the repository is, if a hook's environment says something: Git would take any current folder for the top of its files."""
    top = os.path.abspath(root) if "GIT_DIR" in environment and "GIT_WORK_TREE" not in environment else ""
    while top and not os.path.exists(os.path.join(top, ".git")):
        above = os.path.dirname(top)
        top = above if above != top else ""
    return {"GIT_DIR": os.path.join(top, ".git"), "GIT_WORK_TREE": top} if top else {}
