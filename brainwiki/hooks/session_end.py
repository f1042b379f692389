"""The hook for the end of a session: what was said goes into the brain of the working directory, and the agent is not kept waiting.

It runs as a single file (`python -I -S session_end.py`) or as `brainwiki hook session-end`, imports the standard library only and works
on Python 3.8 and later. The work is done by `brainwiki ingest` in a process of its own, which goes on where the host ends first.
Whatever happens, the hook ends with code 0 and says in a line what became of the session.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from typing import IO

PATIENCE = 1.0  # seconds for the work, after which it goes on alone: a host may end its hooks after 1.5
LISTEN = 0.3  # seconds for the host's input
HEARD = 1024 * 1024  # bytes that are read of it
WAIT = 120  # seconds that the work waits for another command that writes
LINE = 300  # characters of the line

QUIET_EVENTS = ("Stop", "SubagentStop")  # they come after every answer: only trouble is told


class TroubleError(Exception):
    """Why nothing of the session was taken."""


def main(arguments: list[str] | None = None, program: list[str] | None = None) -> int:
    """Take in the session that the host names; `program` is how brainwiki is started. Always 0: a memory must not stop a session."""
    words = sys.argv[1:] if arguments is None else arguments
    quiet = False
    try:
        heard = _heard()
        quiet = heard.get("hook_event_name") in QUIET_EVENTS
        line = _taken(heard, words, program)
        told = {} if quiet else {"systemMessage": f"brainwiki: {line}"}
    except TroubleError as error:
        told = {"systemMessage": f"brainwiki: nothing was taken of this session: {error}"}
    except Exception as error:
        told = {"systemMessage": f"brainwiki: the hook failed ({type(error).__name__}: {error})"[:LINE]}
    try:
        sys.stdout.buffer.write(json.dumps(told, ensure_ascii=False).encode("utf-8", "replace") + b"\n")
        sys.stdout.buffer.flush()
    except OSError:  # nobody listens any more
        os._exit(0)  # not by the usual way: it would try to write the rest again
    return 0


def _heard() -> dict[str, object]:
    """What the host says on standard input."""
    if sys.stdin is None or sys.stdin.isatty():
        raise TroubleError("it is started by an agent, which names the session on standard input")
    pieces: list[bytes] = []
    thread = threading.Thread(target=_listen, args=(sys.stdin.fileno(), pieces), daemon=True)
    thread.start()
    thread.join(LISTEN)
    try:
        value = json.loads(b"".join(pieces).decode("utf-8"))
    except (ValueError, RecursionError):
        raise TroubleError("the host's input is not JSON") from None
    if not isinstance(value, dict):
        raise TroubleError("the host's input is not a JSON object")
    return value


def _listen(handle: int, pieces: list[bytes]) -> None:
    while sum(map(len, pieces)) < HEARD:
        try:
            piece = os.read(handle, 65536)
        except OSError:
            return
        if not piece:
            return
        pieces.append(piece)


def _taken(heard: dict[str, object], words: list[str], program: list[str] | None) -> str:
    """Start the work, and say what became of it as far as that is known."""
    path = heard.get("transcript_path")
    if not isinstance(path, str) or not path:
        raise TroubleError("the host names no transcript")
    if not os.path.isfile(path):
        raise TroubleError(f"there is no transcript {_clean(path)}")
    root = _root(words, heard)
    started = program or _program()
    command = [
        *started,
        "ingest",
        "--json",
        "--quiet",
        "--wait",
        str(WAIT),
        "--root",
        root,
        "--",
        os.path.abspath(path),
    ]
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=out, stderr=err, cwd=root, start_new_session=True
        )
        try:
            code = process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.returncode = 0  # it goes on alone, and nobody waits for it
            return "this session is being taken in."
        return _told(code, _read(out), _read(err))


def _root(words: list[str], heard: dict[str, object]) -> str:
    """The workspace: the one that is named, else the nearest with a configuration, up from the session's folder."""
    if "--root" in words[:-1]:
        named = words[words.index("--root") + 1]
        if not os.path.isdir(named):
            raise TroubleError(
                f"there is no folder {_clean(named)}; `brainwiki init --agent` says where the memory is now"
            )
        return os.path.realpath(named)
    here = heard.get("cwd", os.getcwd())
    if not isinstance(here, str) or not os.path.isdir(here):
        raise TroubleError("the host names no working directory")
    start = os.path.realpath(here)
    at = start
    while not _is_configured(at):
        above = os.path.dirname(at)
        if above == at:
            raise TroubleError(f"no brain at {_clean(start)} or above; `brainwiki init` makes one")
        at = above
    return at


def _is_configured(folder: str) -> bool:
    if os.path.isfile(os.path.join(folder, "brainwiki.toml")):
        return True
    try:
        with open(os.path.join(folder, "pyproject.toml"), "rb") as file:
            return b"[tool.brainwiki]" in file.read(HEARD)
    except OSError:
        return False


def _program() -> list[str]:
    found = shutil.which("brainwiki")
    if not found:
        raise TroubleError("`brainwiki` is not on the path; install it, as with `uv tool install brainwiki`")
    return [found]


def _read(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read(16 * HEARD).decode("utf-8", "replace")


def _told(code: int, out: str, err: str) -> str:
    """What became of the session, from the answer of the command."""
    try:
        answer = json.loads(out)
        failed = [one for one in answer["files"] if one["state"] == "failed"]
        turns = sum(one["turns"] for one in answer["sessions"])
        own = sum(one.get("own", 0) for one in answer["files"])
        missed = answer["not_booked"]
    except (ValueError, KeyError, TypeError):
        lines = err.strip().splitlines()
        raise TroubleError(_clean(lines[-1] if lines else f"`brainwiki ingest` ended with code {code}")) from None
    if failed:
        raise TroubleError(_clean(failed[0].get("reason", "it could not be read")))
    if missed:
        raise TroubleError(_clean(f"{missed[0].get('id')}: {missed[0].get('reason')}"))
    if turns:
        return (
            f"{turns} new turn{'' if turns == 1 else 's'} of this session {'was' if turns == 1 else 'were'} taken in."
        )
    return "nothing but a consolidation run, which is not kept." if own else "nothing new in this session."


def _clean(text: str) -> str:
    """A line without what cannot be seen."""
    seen = "".join(one if one.isprintable() else " " for one in text)
    return seen if len(seen) <= LINE else seen[:LINE] + "…"


if __name__ == "__main__":
    sys.exit(main())
