"""A correction that somebody made of the memory itself: an event of our own form, read as a session of one or two turns."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import NamedTuple

from brainwiki.errors import TranscriptError
from brainwiki.transcripts.given import Given, instant, mapping, words
from brainwiki.transcripts.recorded import Recorded, Recorder

NAME = "correction"
_MARK = "brainwiki"


class Correction(NamedTuple):
    """What is right (`text`), who says so (an actor) and when (an instant with offset); the page (its id) and the claim (its id and
    what it says) that are wrong, each empty where nobody named it."""

    text: str
    by: str
    at: str
    page: str = ""
    claim: str = ""
    said: str = ""


def written(correction: Correction) -> bytes:
    """The event as it is handed to `ingest`."""
    told = {key: value for key, value in correction._asdict().items() if value}
    return json.dumps({_MARK: NAME, **told}, ensure_ascii=False).encode("utf-8", "replace")


def place(page: str, claim: str, said: str) -> str:
    """The turn that says what a correction is about, in the form that consolidation reads again."""
    where = f"Correction of {page}" + (f", claim {claim}" if claim else "")
    return f"{where}: {said}" if said else f"{where}."


def sniff(given: Given) -> bool:
    """An object that says that it is one."""
    return mapping(given.document).get(_MARK) == NAME


def parse(given: Given) -> tuple[Recorded, ...]:
    """The session: a turn of the system that names what is corrected, if anything is named, then the user's words."""
    document: Mapping[str, object] = mapping(given.document)
    text, page = words(document.get("text")), words(document.get("page"))
    if not text.strip():
        raise TranscriptError(given.name, "the correction has no `text`")
    at = instant(document.get("at"))
    recorder = Recorder(NAME, "", " ".join(text.split())[:80])
    recorder.take()
    if page:
        recorder.say(
            "system", place(page, words(document.get("claim")), " ".join(words(document.get("said")).split())), at
        )
    recorder.say("user", text, at, by=document.get("by"))
    return (recorder.done(),)
