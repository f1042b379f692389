"""The only caller of Git: plumbing through GitPython, with hooks, filters, fsmonitor and credentials off.

A brain's repository is untrusted input: nothing in its configuration may start a program.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from typing import Any

from brainwiki.errors import GitError
from brainwiki.model.past import NO_PAST, Past

_ID = re.compile(r"[0-9a-f]{4,64}\Z")  # anything else could be a name, or two lines of input
_SHA1 = 40  # hex digits of an id, where a repository does not say otherwise
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


class GitHistory:
    """The repository that holds a folder, if there is one."""

    def __init__(self, root: str) -> None:
        self._root = root

    def commits(self, ids: Iterable[str]) -> Mapping[str, bool]:
        """Which commits exist, by `cat-file --batch-check`; empty where there is no repository or Git. What is no id is absent."""
        wanted = sorted({name for name in ids if _ID.match(name)})
        if not wanted:
            return {}
        try:
            git = Plumbing(self._root)
            shallow = git.text("rev-parse", "--is-shallow-repository") == "true"
            answers = git.fed("".join(f"{name}\n" for name in wanted), "cat-file", "--batch-check")
        except GitError:
            return {}
        pairs = zip(wanted, answers.decode("utf-8", "replace").splitlines(), strict=False)
        found = {name: " commit " in f"{answer} " for name, answer in pairs}
        return {name: known for name, known in found.items() if known or not shallow}

    def past(self, folder: str) -> Past:  # noqa: ARG002
        """What commits did to the files below a folder of the workspace."""
        return NO_PAST

    def blob(self, version: str) -> bytes:
        """The bytes of an object."""
        return Plumbing(self._root).blob(version)


class Plumbing:
    """Git's plumbing in one folder, as bytes; whatever goes wrong is a GitError of one line."""

    def __init__(self, root: str) -> None:
        try:
            import git  # 80 ms; most runs need no Git
        except ImportError:
            raise GitError("no git executable was found") from None
        self._errors = (git.GitCommandError, git.GitCommandNotFound, git.InvalidGitRepositoryError, OSError, ValueError)
        self._git = git.Git(root)
        self._git.update_environment(**_SAFE, **_settings(os.environ), **_place(root, os.environ))

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

    def fed(self, questions: str, *arguments: str) -> bytes:
        """The output of one command that reads these lines."""
        import tempfile

        with tempfile.TemporaryFile() as lines:
            lines.write(questions.encode("utf-8", "surrogateescape"))
            lines.seek(0)
            return self.run(*arguments, istream=lines)

    def blob(self, version: str) -> bytes:
        """The bytes of an object, through one process that stays for all; GitPython knows SHA-1 only."""
        if len(version) != _SHA1:
            head, _, rest = self.fed(f"{version}\n", "cat-file", "--batch").partition(b"\n")
            if head.endswith(b" missing"):
                raise GitError(f"object {version[:12]} is missing")
            return rest[: int(head.rpartition(b" ")[2])]
        try:
            return bytes(self._git.get_object_data(version)[3])
        except self._errors as error:
            raise GitError(f"object {version[:12]}: {str(error).splitlines()[0]}") from None


def _settings(environment: Mapping[str, str]) -> dict[str, str]:
    """Our settings as variables, after those that the environment has: it may call this very folder safe."""
    count = environment.get("GIT_CONFIG_COUNT", "")
    first = int(count) if count.isdecimal() else 0
    found = {"GIT_CONFIG_COUNT": str(first + len(_SETTINGS))}
    for number, (key, value) in enumerate(_SETTINGS.items(), first):
        found |= {f"GIT_CONFIG_KEY_{number}": key, f"GIT_CONFIG_VALUE_{number}": value}
    return found


def _place(root: str, environment: Mapping[str, str]) -> dict[str, str]:
    """Where the repository is, if a hook's environment says something: Git would take any current folder for the top of its files."""
    top = os.path.abspath(root) if "GIT_DIR" in environment and "GIT_WORK_TREE" not in environment else ""
    while top and not os.path.exists(os.path.join(top, ".git")):
        above = os.path.dirname(top)
        top = above if above != top else ""
    return {"GIT_DIR": os.path.join(top, ".git"), "GIT_WORK_TREE": top} if top else {}
