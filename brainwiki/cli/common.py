"""What every command shares: options, the workspace, output, and the way a command ends."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NoReturn

import click

from brainwiki.bootstrap import open_workspace
from brainwiki.errors import BrainwikiError
from brainwiki.model.document import dump
from brainwiki.model.line import plain
from brainwiki.usecases.workspace import Workspace

STYLES: dict[str, dict[str, Any]] = {
    "path": {"bold": True},
    "block": {"fg": "red", "bold": True},
    "warn": {"fg": "yellow"},
    "caret": {"fg": "cyan"},
    "quiet": {"dim": True},
    "good": {"fg": "green"},
    "match": {"fg": "yellow", "bold": True},
}


class Instant(click.ParamType[datetime]):
    """An ISO 8601 instant with an offset, or a date (midnight UTC)."""

    name = "instant"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> datetime:
        """Text to an aware datetime."""
        try:
            text = f"{value}T00:00:00+00:00" if len(str(value)) == 10 else str(value).replace("Z", "+00:00")
            instant = datetime.fromisoformat(text)
        except ValueError:
            self.fail(f"{value!r} is not an instant such as 2026-08-01T09:30:00+02:00", param, ctx)
        if instant.tzinfo is None:
            self.fail(f"{value!r} has no offset; write for example {value}Z", param, ctx)
        return instant


@dataclass(frozen=True)
class Request:
    """The options that every command takes."""

    root: str | None
    as_json: bool
    now: datetime | None
    quiet: bool
    verbose: bool
    debug: bool

    @property
    def shows_progress(self) -> bool:
        """Whether somebody may want to see how far a long run has come."""
        return not (self.quiet or self.as_json)

    def workspace(self, profile: str = "", keep_facts: bool = True) -> Workspace:
        """Open the workspace, and say on stderr which profile was guessed."""
        workspace = open_workspace(self.root, profile, self.now, keep_facts)
        if workspace.guessed and not self.quiet:
            note(
                f"No configuration: reading {workspace.brain.root} with the profile {workspace.profile.name} (guessed; --profile sets it)."
            )
        return workspace

    def show(self, value: Any, text: str) -> None:
        """Print a result: one JSON document, or text."""
        click.echo(dump(value) if self.as_json else text)


def shared(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the shared options to a command, which gets them as one `Request`; turn errors into one line and exit code 2."""

    @click.option("--root", metavar="DIR", help="The workspace; default: the nearest one above.")
    @click.option("--json", "as_json", is_flag=True, help="One JSON document on stdout, nothing else.")
    @click.option(
        "--now", type=Instant(), metavar="INSTANT", help="The instant for everything that looks at the clock."
    )
    @click.option("-q", "--quiet", is_flag=True, help="No progress and no notes.")
    @click.option("-v", "--verbose", is_flag=True, help="Say more.")
    @click.option("--debug", is_flag=True, help="Show tracebacks.")
    @functools.wraps(command)
    def run(
        root: str | None, as_json: bool, now: datetime | None, quiet: bool, verbose: bool, debug: bool, **rest: Any
    ) -> Any:
        try:
            return command(Request(root, as_json, now, quiet, verbose, debug), **rest)
        except BrainwikiError as error:
            if debug:
                _show_traceback()
            stop(str(error), error.exit_code)
        except OSError as error:
            if debug:
                _show_traceback()
            where = f": {error.filename}" if error.filename else ""
            stop(
                f"The system refused{where} ({error.strerror or error}). Check that the file is there and may be read and written.",
                2,
            )

    return run


def waiting(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the option of a command that writes to branches: how long it waits for another one."""
    from brainwiki.usecases.state_branch import WAIT  # commands that only read need none of it

    return click.option(
        "--wait",
        type=click.FloatRange(min=0, max=3600),
        default=WAIT,
        show_default=True,
        metavar="SECONDS",
        help="How long to wait for another command that writes.",
    )(command)


def _show_traceback() -> None:
    import traceback  # 20 ms, for a look behind the scenes only

    traceback.print_exc()


def person() -> str:
    """The actor that a command at a terminal speaks for: the user of this machine."""
    import getpass  # only where somebody decides

    try:
        return f"human:{plain(getpass.getuser(), 190) or 'unknown'}"
    except (OSError, KeyError, ImportError):
        return "human:unknown"


def stop(message: str, code: int) -> NoReturn:
    """End the command with one message on stderr."""
    click.echo(f"brainwiki: {message}", err=True)
    sys.exit(code)


def note(message: str) -> None:
    """Progress and notes go to stderr."""
    click.echo(click.style(message, dim=True), err=True)


def paint(text: str, style: str) -> str:
    """Colour; click drops it where stdout is not a terminal."""
    return click.style(text, **STYLES[style])
