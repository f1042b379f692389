"""Remote repositories: which addresses may be asked, and Git with a way to the network.

An address comes from a user or out of a repository's settings. Only transports that cannot start a program of the address's
choice are allowed, and nothing that Git could take for an option.
"""

from __future__ import annotations

import os
import re
from urllib.parse import quote, urlsplit

from brainwiki.adapters.plumbing import Plumbing
from brainwiki.errors import GitError, RemoteError

ALLOWED = ("https", "ssh", "file")

_HELPER = re.compile(r"[A-Za-z0-9+.\-]*::")  # `ext::sh -c …` runs a command
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.\-]*)://")
_SCP = re.compile(r"(?:([^/@:\s]+)@)?([^/@:\s]+):(?!/?/)(\S*)\Z")  # git@example.org:team/brain.git
_UNSEEN = re.compile(r"[\x00-\x20\x7f]")
_BRANCH = re.compile(r"(?!-)(?!.*(?:\.\.|//|@\{|[\x00-\x20\x7f~^:?*\[\\]))[^/][^\n]*\Z")
_NETWORK = {
    "GIT_ALLOW_PROTOCOL": ":".join(ALLOWED),
    "GIT_CONFIG_NOSYSTEM": "0",  # a system's own keeper of passwords
    "GIT_LFS_SKIP_SMUDGE": "1",
}


def checked_remote(text: str) -> str:
    """The address of a remote as Git gets it; raises RemoteError for one that is refused. A folder of this machine becomes a
    `file:` URL."""
    url = text.strip()
    if _HELPER.match(url):
        raise _refused(text, "it names a program that would carry the data")
    if not url or url.startswith("-") or _UNSEEN.search(url.replace(" ", "") if os.path.isdir(url) else url):
        raise _refused(text, "it is no address")
    scheme = _SCHEME.match(url)
    if scheme is not None:
        return _checked_url(url, scheme[1].lower())
    if os.path.isdir(url):
        return f"file://{quote(os.path.abspath(url))}"
    scp = _SCP.match(url)
    parts = [part or "" for part in scp.groups()] if scp else []
    if len("".join(parts[1:2])) < 2 or any(part.startswith("-") for part in parts):  # one letter is a drive
        raise _refused(text, "no folder is there and it is no URL")
    return url


def _checked_url(url: str, scheme: str) -> str:
    if scheme not in ALLOWED:
        raise _refused(url, f"{scheme} is not among {', '.join(ALLOWED)}")
    try:
        parts = urlsplit(url)
        host, user = parts.hostname or "", parts.username or ""
        _ = parts.port
    except ValueError:
        raise _refused(url, "it is no URL") from None
    if host.startswith("-") or user.startswith("-") or (scheme != "file" and not host):
        raise _refused(url, "its host is no name")
    if scheme == "file" and not os.path.isdir(parts.path) and "%" not in parts.path:
        raise _refused(url, "no folder is there")
    return url


def _refused(url: str, why: str) -> RemoteError:
    return RemoteError(
        f"The remote {shown(url)!r} is refused: {why}.", "Name it by https://, ssh://, user@host:path or a folder."
    )


def shown(url: str) -> str:
    """An address without the password or token in it."""
    return re.sub(r"(://)[^/@\s]*@", r"\1…@", url)


def checked_branch(name: str) -> str:
    """The name of a branch; raises RemoteError for one that Git would read otherwise."""
    if not _BRANCH.match(name) or name.endswith(("/", ".lock", ".")) or "/." in name or name.startswith("."):
        raise RemoteError(f"{name!r} is no name of a branch.", "Name one as the remote has it.")
    return name


class Network(Plumbing):
    """Git's plumbing with a way to the remotes that are allowed; for repositories alone whose settings this program wrote."""

    def __init__(self, root: str, place: str) -> None:
        super().__init__(root, place)
        self._git.update_environment(**_NETWORK)

    def asked(self, url: str, *arguments: str, fed: str = "") -> bytes:
        """The output of a command that asks a remote; raises RemoteError."""
        slow = (
            "-c",
            "http.lowSpeedLimit=1000",
            "-c",
            "http.lowSpeedTime=60",
            "-c",
            "gc.auto=0",
            "-c",
            "maintenance.auto=false",
        )
        try:
            return self.fed(fed, *slow, *arguments) if fed else self.run(*slow, *arguments)
        except GitError as error:
            reason = error.message.removeprefix("Git could not answer: ").removeprefix("fatal: ").rstrip(".")
            raise RemoteError(
                f"The remote {shown(url)} did not give what was asked: {shown(reason)}.",
                "Check the address, the network and your rights there, and run the command again.",
            ) from None
