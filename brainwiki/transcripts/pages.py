"""The two files of a session: `transcript.jsonl`, one turn a line, and `session.md`, whose head says what it is."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from brainwiki.transcripts.recorded import Said

_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]+")
_LONGEST_TITLE = 90
_TURNS = re.compile(r"^turns: (\d{1,9})$", re.MULTILINE)
_DIGEST = re.compile(r"^  digest: .*$", re.MULTILINE)
_SEAL = re.compile(r'^transcript: "?(sha256:[0-9a-f]{64})"?$', re.MULTILINE)
_ENDED = re.compile(r"^ended: .*$", re.MULTILINE)


class Head(NamedTuple):
    """What the head of `session.md` says; `continues` is a place such as `sessions/<id>#turn-3`, or empty."""

    title: str
    agent: str
    format: str
    digest: str
    continues: str = ""


def transcript(turns: Iterable[Said], first: int = 1) -> bytes:
    """Turns as lines of JSON, numbered from `first`: what a transcript holds, or what is appended to it."""
    return b"".join(_line(number, turn) for number, turn in enumerate(turns, first))


def _line(number: int, turn: Said) -> bytes:
    record = {"turn": number, "role": turn.role, "at": turn.at, "text": turn.text, "meta": turn.meta}
    return (json.dumps(record, ensure_ascii=False) + "\n").encode("utf-8", "replace")


def digest(raw: bytes) -> str:
    """A digest as front matter names it: `sha256:…`."""
    return f"sha256:{hashlib.sha256(raw).hexdigest()}"


def title_of(title: str, turns: Sequence[Said]) -> str:
    """A title in one line: the origin's, else the beginning of the user's first words."""
    said = next((turn.text for turn in turns if turn.role == "user"), turns[0].text if turns else "")
    line = " ".join(_CONTROLS.sub(" ", title or said).split())
    return line if len(line) <= _LONGEST_TITLE else f"{line[: _LONGEST_TITLE - 1].rstrip()}…"


def page(head: Head, turns: Sequence[Said], undated: str = "") -> str:
    """`session.md` of a session that nobody has summarised yet.

    Where no turn names an instant it started with the day `undated` (YYYY-MM-DD), and when it ended is not said.
    """
    started, ended = span(turns)
    if not started and undated:
        started = f"{undated}T00:00:00+00:00"
    lines = [
        "type: session",
        f"title: {_quoted(title_of(head.title, turns) or head.agent)}",
        *([f"started: {_quoted(started)}"] if started else []),
        *([f"ended: {_quoted(ended)}"] if ended else []),
        f"agent: {_quoted(head.agent)}",
        "origin:",
        f"  format: {_quoted(head.format)}",
        f"  digest: {_quoted(head.digest)}",
        *([f"  continues: {_quoted(head.continues)}"] if head.continues else []),
        f"turns: {len(turns)}",
    ]
    return "---\n" + "\n".join(lines) + f"\n---\n\n{_body(len(turns))}\n"


def _body(count: int) -> str:
    return f"{count} turn{'' if count == 1 else 's'}, not summarised yet."


def span(turns: Sequence[Said]) -> tuple[str, str]:
    """The first and the last instant that turns name; both empty where none does."""
    named = [turn.at for turn in turns if turn.at]
    return (named[0], named[-1]) if named else ("", "")


def grown_page(text: str, count: int, ended: str, new_digest: str) -> str:
    """`session.md` after the session grew to `count` turns: `ended`, `turns` and the digest follow, all else stays as it is.

    The sentence that says that nobody has summarised it follows too, where it still stands alone. `ended` may be empty.
    """
    opening, head, body = _parted(text)
    before = _TURNS.search(head)
    head = _TURNS.sub(f"turns: {count}", head, count=1)
    head = _DIGEST.sub(f"  digest: {_quoted(new_digest)}", head, count=1)
    if ended:
        head = _ENDED.sub(f"ended: {_quoted(ended)}", head, count=1)
    if before and body.partition("\n")[2].strip() == _body(int(before[1])):
        body = body.replace(_body(int(before[1])), _body(count))
    return opening + head + body


def turns_of(text: str) -> int:
    """How many turns `session.md` says that there are; 0 where it does not say."""
    found = _TURNS.search(_parted(text.replace("\r\n", "\n"))[1])
    return int(found[1]) if found else 0


def sealed_page(text: str, seal: str) -> str:
    """`session.md` of a session whose transcript is kept elsewhere, with the digest of that file in place of any other."""
    opening, head, body = _parted(text)
    line = f"transcript: {_quoted(seal)}"
    if _SEAL.search(head):
        return opening + _SEAL.sub(line, head, count=1) + body
    return opening + _TURNS.sub(rf"{line}\n\g<0>", head, count=1) + body


def seal_of(text: str) -> str:
    """The digest of the transcript that is kept elsewhere; empty where it stands beside `session.md`."""
    found = _SEAL.search(_parted(text.replace("\r\n", "\n"))[1])
    return found[1] if found else ""


def _parted(text: str) -> tuple[str, str, str]:
    """The line that opens the front matter, the front matter, and the rest; without front matter all is rest."""
    end = text.find("\n---", 3)
    return ("---\n", text[4 : end + 1], text[end + 1 :]) if text.startswith("---\n") and end >= 0 else ("", "", text)


def _quoted(text: str) -> str:
    """A scalar in double quotes, whose escapes YAML and JSON share."""
    return json.dumps(_CONTROLS.sub(" ", text), ensure_ascii=False)
