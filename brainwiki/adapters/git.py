"""The only caller of Git: plumbing through GitPython, with hooks, filters, fsmonitor and credentials off.

A brain's repository is untrusted input: nothing in its configuration may start a program.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping

from brainwiki.errors import GitError

_ID = re.compile(r"[0-9a-f]{4,64}\Z")  # anything else could be a name, or two lines of input
_SAFE = {
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",  # outranks a repository's own `protocol.ext.allow`, also where Git knows no GIT_NO_LAZY_FETCH
    "GIT_CONFIG_COUNT": "4",
    "GIT_CONFIG_KEY_0": "core.hooksPath",
    "GIT_CONFIG_VALUE_0": os.devnull,
    "GIT_CONFIG_KEY_1": "core.fsmonitor",
    "GIT_CONFIG_VALUE_1": "false",
    "GIT_CONFIG_KEY_2": "core.untrackedCache",
    "GIT_CONFIG_VALUE_2": "false",
    "GIT_CONFIG_KEY_3": "protocol.allow",
    "GIT_CONFIG_VALUE_3": "never",
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
            return self._existing(wanted)
        except GitError:
            return {}

    def _existing(self, wanted: list[str]) -> dict[str, bool]:
        import tempfile

        try:
            import git  # 80 ms; most runs need no commit
        except ImportError:
            raise GitError("no git executable was found") from None
        try:
            command = git.Git(self._root)
            command.update_environment(**_SAFE)
            shallow = command.rev_parse("--is-shallow-repository") == "true"
            with tempfile.TemporaryFile() as questions:
                questions.write("".join(f"{name}\n" for name in wanted).encode("ascii"))
                questions.seek(0)
                process = command.cat_file("--batch-check", istream=questions)
        except (git.GitCommandError, git.GitCommandNotFound, git.InvalidGitRepositoryError, OSError) as error:
            raise GitError(str(error).splitlines()[0]) from None
        answers = dict(zip(wanted, str(process).splitlines(), strict=False))
        found = {name: " commit " in f"{answer} " for name, answer in answers.items()}
        return {name: known for name, known in found.items() if known or not shallow}
