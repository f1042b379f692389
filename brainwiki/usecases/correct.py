"""A correction of the memory: what is wrong and where, taken in as an event from which a memory is proposed."""

from __future__ import annotations

from typing import NamedTuple

from brainwiki.errors import CorrectionError
from brainwiki.model.line import instant
from brainwiki.model.recording import Recording
from brainwiki.transcripts import correction
from brainwiki.usecases.explore import find_claim, find_page
from brainwiki.usecases.ingest import Asked, ingest
from brainwiki.usecases.load import load_wiki
from brainwiki.usecases.state_branch import WAIT
from brainwiki.usecases.workspace import Workspace

LONGEST = 2_000  # characters
KINDS = ("page", "note")


class Wrong(NamedTuple):
    """What somebody corrects: the right words, who says so (an actor), and the page (a name) and claim (an id or its beginning) that
    are wrong; both may be empty."""

    text: str
    by: str
    page: str = ""
    claim: str = ""


class Corrected(NamedTuple):
    """The session that holds the correction (its id), the page and claim that it names, and what that claim says now."""

    session: str
    page: str = ""
    claim: str = ""
    said: str = ""


def correct(workspace: Workspace, wrong: Wrong, wait: float = WAIT) -> Corrected:
    """Take a correction in as a session; the next consolidation proposes the memory. Nothing else is changed.

    Raises CorrectionError for words that are none, UnknownNameError and AmbiguousNameError for the page or claim, and what `ingest`
    raises.
    """
    text = wrong.text.strip()
    if not text:
        raise CorrectionError("The correction has no words.", "Say what is right.")
    if len(text) > LONGEST:
        raise CorrectionError(
            f"The correction has {len(text):,} characters, and at most {LONGEST:,} are taken.",
            "Say what is right in a few sentences; longer matter is a session or a source.",
        )
    page, claim, said = _place(workspace, wrong)
    event = correction.Correction(text, wrong.by, instant(workspace.clock.now()), page, claim, said)
    raw = correction.written(event)
    recording = Recording("the correction", len(raw), False, lambda: raw)
    done = ingest(workspace, [recording], Asked(correction.NAME, by=wrong.by), wait)
    (file,) = done.files
    if file.intake is None or not file.intake.sessions:
        raise CorrectionError(f"The correction could not be taken in: {file.reason}.", file.remedy)
    return Corrected(file.intake.sessions[0].id, page, claim, said)


def _place(workspace: Workspace, wrong: Wrong) -> tuple[str, str, str]:
    """The page's id, the claim's id and its words; what is not named is empty."""
    if not wrong.page:
        if wrong.claim:
            raise CorrectionError("A claim was named without its page.", "Name the page with --page.")
        return "", "", ""
    page = find_page(load_wiki(workspace), wrong.page)
    if page.kind not in KINDS:
        raise CorrectionError(
            f"{page.id} is a {page.kind}, and corrections are made on pages and notes.",
            "Name the page that says what is wrong.",
        )
    if not wrong.claim:
        return page.id, "", ""
    claim = find_claim(page, wrong.claim)
    return page.id, claim.id, claim.text
