"""BW701 to BW705: sessions as they were recorded, their ledgers, and the observations drawn from them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

from brainwiki.model.finding import Severity
from brainwiki.model.page import Page
from brainwiki.rules.rule import Example, Hit, Rule, View

_NAMED = 3  # of a kind that a message names
_STATES = "/brainwiki/state/"  # how a finding names the branch of the states
_FILES = ("session.md", "transcript.jsonl")


def _halves(view: View) -> Iterator[Hit]:
    """Sessions of which one of the two files is missing, or whose summary is empty."""
    wiki = view.wiki
    for page in wiki:
        if page.kind != "session" or page.path.rpartition("/")[2] != _FILES[0]:
            continue
        if page.id not in wiki.transcripts and not page.text_of("transcript"):
            yield Hit(0, 0, "There is no transcript.jsonl beside the summary.", "transcript", path=page.path)
        if page.lines <= 2 and page.has_front_matter and not page.text[page.body :].strip():
            yield Hit(0, 0, "The session has no summary: its page holds front matter alone.", "summary", path=page.path)
    for folder in sorted(wiki.transcripts):
        if f"{folder}/{_FILES[0]}" not in wiki.pages and folder.startswith("sessions/"):
            yield Hit(0, 0, "There is no session.md beside the transcript.", "page", path=f"{folder}/{_FILES[1]}")


def _gaps(view: View) -> Iterator[Hit]:
    """Transcripts whose turns are not numbered from 1 without a gap, or of which lines cannot be read."""
    for folder, transcript in sorted(view.wiki.transcripts.items()):
        numbers, path = transcript.numbers, f"{folder}/{_FILES[1]}"
        if transcript.broken:
            line, why = transcript.broken[0]
            more = f", and {len(transcript.broken) - 1:,} more" if len(transcript.broken) > 1 else ""
            yield Hit(0, 0, f"Line {line:,} of the transcript is no turn: {why}{more}.", f"line {line}", path=path)
        if numbers and max(numbers) != len(numbers):
            missing = islice((one for one in range(1, max(numbers)) if one not in numbers), _NAMED)
            told = ", ".join(map(str, missing))
            lost = max(numbers) - len(numbers)
            more = f" and {lost - _NAMED:,} more" if lost > _NAMED else ""
            yield Hit(0, 0, f"The transcript goes to turn {max(numbers):,} and lacks {told}{more}.", "gap", path=path)


def _events(view: View) -> Iterator[Hit]:
    """Lines of ledgers and of proposals' files that are no events, and events that do not follow on those before them."""
    for book in view.books:
        told = [(f"line {line}", f"Line {line:,} is damaged: {why}.") for line, why in book.faults]
        told += [(why, f"An event does not follow: {why}.") for why in book.disorder]
        for subject, message in told[:_NAMED]:
            yield Hit(0, 0, message, subject, path=_STATES + book.path)
        if len(told) > _NAMED:
            yield Hit(0, 0, f"{len(told) - _NAMED:,} more events are damaged.", "more", path=_STATES + book.path)


def _sums(view: View) -> Iterator[Hit]:
    """Ledgers of which some range that came in is in no state."""
    for book in view.books:
        if book.came_in != book.kept:
            message = f"{book.came_in:,} ranges of turns came in, and {book.kept:,} are accounted for."
            yield Hit(0, 0, message, "sum", path=_STATES + book.path)


def _twice(view: View) -> Iterator[Hit]:
    """Observations that one receipt adopts and rejects, and those that a page rests on though receipts only reject them."""
    receipts = [page for page in view.wiki if page.kind == "proposal"]
    adopted = {one for page in receipts for one in page.list_of("adopted")}
    for page in receipts:
        for one in sorted(_rejected(page).intersection(page.list_of("adopted"))):
            yield Hit(0, 0, f"The receipt adopts {one} and rejects it.", one, path=page.path)
    doubtful = [
        (page, one)
        for page in view.wiki
        if page.kind != "proposal"
        for one in page.list_of("observations")
        if one not in adopted
    ]
    if doubtful:  # only then receipts have to be read whole
        by = _by_receipt(receipts)
        for page, one in doubtful:
            if one in by:
                yield Hit(0, 0, f"The page rests on {one}, which {by[one]} rejects.", one, path=page.path)


def _rejected(page: Page) -> frozenset[str]:
    """The observations that a receipt rejects, told as ids or as mappings with one."""
    if "rejected" not in page.brief:
        return frozenset()
    value = page.meta.get("rejected")
    entries = value if isinstance(value, list) else [value]
    ids = (one.get("id") if isinstance(one, dict) else one for one in entries)
    return frozenset(one for one in ids if isinstance(one, str))


def _by_receipt(receipts: list[Page]) -> Mapping[str, str]:
    return {one: page.id for page in reversed(receipts) for one in _rejected(page)}


_ID = "2026-05-02-x-abcdefghij"
_SESSION = f"sessions/{_ID}"
_HEAD = "---\ntype: session\ntitle: Talk\nstarted: 2026-05-02T09:00:00Z\nturns: 2\n---\n"
_LEDGER = f"ledger/{_ID}.jsonl"


def _turns(*numbers: int) -> str:
    return "".join(f'{{"turn": {one}, "role": "user", "at": "", "text": "Words."}}\n' for one in numbers)


def _session(text: str, note: str = "", with_transcript: bool = True) -> Example:
    files = {f"{_SESSION}/transcript.jsonl": _turns(1, 2)} if with_transcript else {}
    return Example(text, note, False, files, f"{_SESSION}/session.md")


def _transcript(text: str, note: str = "") -> Example:
    return Example(text, note, False, {f"{_SESSION}/session.md": f"{_HEAD}A talk.\n"}, f"{_SESSION}/transcript.jsonl")


def _ledger(*lines: str, note: str = "") -> Example:
    """The ledger of a session that stands in the brain."""
    files = {f"{_SESSION}/session.md": f"{_HEAD}A talk.\n", f"{_SESSION}/transcript.jsonl": _turns(1, 2)}
    return Example("".join(lines), note, False, files, _STATES[1:] + _LEDGER)


_CAME = '{"event":"ingested","turns":[1,2],"at":"2026-05-02T10:00:00Z","by":"process:ingest","prev":"2a036d44557b5d947a461604a912d642"}\n'
_READ = '{"event":"summarized","turns":[1,2],"at":"2026-05-02T10:01:00Z","by":"dream/0.1","prev":"82c4eca99eaf6b3ffe81035b2ee192fa"}\n'


def _receipt(rejected: str, observations: str = "") -> Example:
    page = f"---\ntype: preference\ntitle: Answers\ndescription: d\nobservations: [{observations}]\n---\nDiagrams.\n"
    text = "---\ntype: proposal\ntitle: Diagrams\nadopted: [o-aaaaaaaaaa]\nrejected:\n"
    text += f"{rejected}---\nDiagrams take the place of lists.\n"
    return Example(text, "", False, {"knowledge/answers.md": page}, "proposals/p.md")


RULES: tuple[Rule, ...] = (
    Rule(
        code="BW701",
        slug="half-a-session",
        severity=Severity.BLOCK,
        summary="A session without its transcript, or without a summary.",
        why="The transcript is what claims are held against, and the summary is what people and searches read of it.",
        remedy="Ingest the session again, or restore the file; a transcript that is kept elsewhere has its digest under `transcript`.",
        bad=(
            _session(f"{_HEAD}A talk.\n", "no transcript", False),
            _session(_HEAD, "no summary"),
        ),
        good=(
            _session(f"{_HEAD}A talk.\n"),
            _session(_HEAD.replace("turns:", "transcript: sha256:00\nturns:") + "A talk.\n", "kept elsewhere", False),
        ),
        scope="wiki",
        check_wiki=_halves,
    ),
    Rule(
        code="BW702",
        slug="turns-not-contiguous",
        severity=Severity.BLOCK,
        summary="A transcript whose turns are not numbered from 1 without a gap, or that holds a line which is no turn.",
        why="Claims cite turns by number: one that is missing or unreadable is evidence that is lost, and nobody would notice.",
        remedy="Restore the transcript from Git, or ingest the session again.",
        bad=(
            _transcript(_turns(1, 3), "turn 2 is missing"),
            _transcript(_turns(1) + '{"turn": 2, "ro\n', "a line is cut"),
        ),
        good=(_transcript(_turns(1, 2)),),
        scope="wiki",
        check_wiki=_gaps,
    ),
    Rule(
        code="BW703",
        slug="ledger-out-of-order",
        severity=Severity.BLOCK,
        summary="A line of a ledger that is no event, or an event that does not follow on those before it.",
        why="What became of a session is known from its ledger alone; a line that was changed or removed may hide that turns were lost.",
        remedy="Take the last sound state of the file from `git log -p brainwiki/state`.",
        bad=(
            _ledger(_CAME.replace("ingested", "swallowed"), note="an event that is none"),
            _ledger(_CAME.replace("[1,2]", "[1,1]"), _READ, note="the second line no longer follows on the first"),
        ),
        good=(_ledger(_CAME),),
        scope="wiki",
        check_wiki=_events,
    ),
    Rule(
        code="BW704",
        slug="accounts-unbalanced",
        severity=Severity.BLOCK,
        summary="A ledger in which ranges of turns came in that are in no state.",
        why="Every turn that came in is read, waits, or was given up by somebody; one that is in no state is lost without a word.",
        remedy="See `brainwiki sessions`; take the last sound state of the ledger from `git log -p brainwiki/state`.",
        bad=(
            _ledger(
                _CAME.replace('"at":"2026-05-02T10:00:00Z",', ""), note="a range came in by a line that is damaged"
            ),
        ),
        good=(_ledger(_CAME),),
        scope="wiki",
        check_wiki=_sums,
    ),
    Rule(
        code="BW705",
        slug="observation-adopted-and-rejected",
        severity=Severity.BLOCK,
        summary="An observation that was both adopted and rejected.",
        why="A reader of the receipt would believe that it was left out while pages rest on it.",
        remedy="Take it out of the one or of the other; where a page rests on it, take its claim back too.",
        bad=(
            _receipt("  - o-aaaaaaaaaa\n"),
            _receipt("  - id: o-bbbbbbbbbb\n    reason: an aside\n", "o-bbbbbbbbbb"),
        ),
        good=(_receipt("  - id: o-bbbbbbbbbb\n    reason: an aside\n", "o-aaaaaaaaaa"),),
        scope="wiki",
        check_wiki=_twice,
    ),
)
