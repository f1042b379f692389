"""Every format that is read, told apart by what a file holds; and the one way to read a file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from brainwiki.errors import TranscriptError, UnknownFormatError, UnknownNameError
from brainwiki.transcripts import (
    chatgpt,
    claude_ai,
    claude_code,
    codex,
    copilot,
    correction,
    cursor,
    gemini_cli,
    librechat,
    markdown,
    opencode,
)
from brainwiki.transcripts.given import Given
from brainwiki.transcripts.own_runs import without_own_runs
from brainwiki.transcripts.recorded import Account, Recorded, total

AUTO = "auto"


class Format(NamedTuple):
    """One format: its name, whether a file is of it, and its sessions."""

    name: str
    sniff: Callable[[Given], bool]
    parse: Callable[[Given], tuple[Recorded, ...]]


FORMATS: tuple[Format, ...] = tuple(
    Format(module.NAME, module.sniff, module.parse)
    for module in (
        claude_code,
        codex,
        gemini_cli,
        cursor,
        copilot,
        opencode,
        chatgpt,
        claude_ai,
        librechat,
        markdown,
        correction,
    )
)
NAMES: tuple[str, ...] = tuple(one.name for one in FORMATS)


@dataclass(frozen=True)
class Reading:
    """A file as read: its format, the sessions with turns, those without any (empty, or our own runs), and the whole account."""

    format: str
    sessions: tuple[Recorded, ...]
    empty: tuple[Recorded, ...]
    account: Account


def read(raw: bytes, name: str, format_name: str = AUTO) -> Reading:
    """Read a file of recorded sessions. `name` is shown in errors, and its stem may be the session's id.

    TranscriptError where the file is of no known format, of several, broken, or holds no turn; UnknownNameError for a format that
    is not known. A file that holds nothing but our own consolidation runs is no error: all its sessions are in `empty`.
    """
    if not raw.strip():
        raise TranscriptError(name, "it is empty")
    given = Given(raw, name)
    chosen = _chosen(given, format_name)
    found = tuple(without_own_runs(one) for one in chosen.parse(given))
    account = total(one.account for one in found)
    sessions = tuple(one for one in found if one.turns)
    if not sessions and not account.own:
        raise TranscriptError(
            name,
            f"as {chosen.name} it holds no turn ({_broken(given) or account.told()})",
            "Name another format with --format, or leave it out.",
        )
    return Reading(chosen.name, sessions, tuple(one for one in found if not one.turns), account)


def _chosen(given: Given, format_name: str) -> Format:
    if format_name != AUTO:
        for one in FORMATS:
            if one.name == format_name:
                return one
        raise UnknownNameError("format", format_name, NAMES)
    fitting = [one for one in FORMATS if one.sniff(given)]
    if len(fitting) == 1:
        return fitting[0]
    names = ", ".join(one.name for one in fitting or FORMATS)
    if fitting:
        raise TranscriptError(given.name, f"it may be {names}", "Name one of them with --format.")
    why = f" ({_broken(given)})" if _broken(given) else ""
    raise UnknownFormatError(given.name, f"it is of no known format{why}", f"These are read: {names}.")


def _broken(given: Given) -> str:
    """Why a file that begins like JSON is none; empty where it is some, or begins otherwise."""
    is_none = given.text.lstrip()[:1] in ("{", "[") and given.document is None and not given.head
    return given.why_no_document if is_none else ""
