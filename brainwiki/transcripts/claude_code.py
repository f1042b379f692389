"""Claude Code: `projects/*/<session>.jsonl`, one line a content block, a graph of uuids; also the web export with `loglines`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from brainwiki.transcripts.blocks import RESULT, TEXT, Block, blocks, say_block
from brainwiki.transcripts.given import UNFINISHED, Given, instant, listing, mapping, words
from brainwiki.transcripts.injected import is_injected, say_user
from brainwiki.transcripts.recorded import Recorded, Recorder
from brainwiki.transcripts.trees import under

NAME = "claude-code"
_SPEAKERS = ("user", "assistant")


def sniff(given: Given) -> bool:
    """Lines (or `loglines`) of type user or assistant that wrap a message."""
    lines = listing(mapping(given.document).get("loglines"))
    return any(_speaks(one) for one in (*given.head, *lines[:60]))


def _speaks(record: Any) -> bool:
    one = mapping(record)
    return one.get("type") in _SPEAKERS and isinstance(one.get("message"), dict) and "kind" not in one


def parse(given: Given) -> tuple[Recorded, ...]:
    """One session for each session id; a line without one belongs to the session around it."""
    lines = mapping(given.document).get("loglines")
    records = lines if isinstance(lines, list) else (entry.value for entry in given.entries())
    sessions: dict[str, list[Any]] = {}
    leading: list[Any] = []
    current: str | None = None
    for record in records:
        own = words(mapping(record).get("sessionId"))
        if own or current is None and _speaks(record):
            current = own or given.own_id
        if current is None:
            leading.append(record)
        else:
            sessions.setdefault(current, []).append(record)
    if not sessions:
        return (_session(given.own_id, leading),)
    first = next(iter(sessions))
    sessions[first] = [*leading, *sessions[first]]
    return tuple(_session(native, found) for native, found in sessions.items())


def _session(native: str, records: list[Any]) -> Recorded:
    reader = _Reader(Recorder(NAME, native, _title(records)), _abandoned(records))
    for record in records:
        reader.read(record)
    return reader.out.done()


def _title(records: list[Any]) -> str:
    """The title that the tool gave last. A summary counts where it is of a line of this session: tools put those of others first."""
    nodes = {words(mapping(record).get("uuid")) for record in records}
    found = ""
    for record in records:
        one = mapping(record)
        if one.get("type") in ("ai-title", "custom-title"):
            found = words(one.get("title") or one.get("aiTitle") or one.get("customTitle")) or found
        elif one.get("type") == "summary" and words(one.get("leafUuid")) in nodes:
            found = found or words(one.get("summary"))
    return found


def _abandoned(records: list[Any]) -> set[str]:
    """The uuids of branches that the user left: of several prompts after one message, only the last is live.

    Other forks are none: results of tools that ran side by side hang on several lines, and a resumed session has several roots.
    """
    parents: dict[str, str] = {}
    prompts: dict[str, dict[str, None]] = {}
    for record in records:
        one = mapping(record)
        node, parent = words(one.get("uuid")), words(one.get("parentUuid"))
        if not node or not parent:
            continue
        parents[node] = parent
        if _is_prompt(one):
            prompts.setdefault(parent, {}).setdefault(node)
    left = [node for nodes in prompts.values() for node in list(nodes)[:-1]]
    return under(parents, parents, left) if left else set()


def _is_prompt(record: dict[str, Any]) -> bool:
    if record.get("type") != "user" or any(record.get(flag) for flag in ("isSidechain", "isMeta", "isCompactSummary")):
        return False
    found = list(blocks(mapping(record.get("message")).get("content")))
    if any(block.kind == RESULT for block in found):
        return False
    return any(block.kind == TEXT and not is_injected(block.text) for block in found)


class _Reader:
    """Reads the lines of one session in order; a message that comes in pieces or again is merged by its id."""

    def __init__(self, out: Recorder, abandoned: set[str]) -> None:
        self.out = out
        self.abandoned = abandoned
        self.lines: dict[str, Any] = {}
        self.seen: dict[str, set[tuple[str, str]]] = {}
        self.last_text: dict[str, int] = {}

    def read(self, record: Any) -> None:
        """One line: turns, or an entry in the account."""
        if record is UNFINISHED or not isinstance(record, dict):
            self.out.skip("unfinished last line" if record is UNFINISHED else "not an object")
            return
        kind = self._left_out(record)
        if kind:
            self.out.skip(kind)
        elif self._is_repeated(record):
            self.out.merge()
        elif record["type"] == "user":
            self._user(record)
        else:
            self._assistant(record)

    def _left_out(self, record: dict[str, Any]) -> str:
        """Why a line makes no turns, or empty."""
        kind = words(record.get("type"))
        if kind not in _SPEAKERS:
            subtype = words(record.get("subtype"))
            return f"{kind}/{subtype}" if subtype else kind or "of no kind"
        if record.get("isSidechain"):
            return "sidechain"
        if words(record.get("uuid")) in self.abandoned:
            return "abandoned branch"
        return "" if isinstance(record.get("message"), dict) else f"{kind} without a message"

    def _is_repeated(self, record: dict[str, Any]) -> bool:
        """Whether the same line came before, as in a session that was resumed into a copy."""
        node = words(record.get("uuid"))
        if not node:
            return False
        message = record["message"]
        if node in self.lines and self.lines[node] == message:
            return True
        self.lines[node] = message
        return False

    def _user(self, record: dict[str, Any]) -> None:
        before, at = len(self.out.turns), instant(record.get("timestamp"))
        system = "compaction summary" if record.get("isCompactSummary") else "injected" if record.get("isMeta") else ""
        for block in blocks(record["message"].get("content")):
            if block.kind == TEXT and system:
                self.out.say("system", block.text, at, kind=system)
            elif block.kind == TEXT:
                say_user(self.out, block.text, at)
            else:
                say_block(self.out, block, "user", at)
        self.out.settle(before)

    def _assistant(self, record: dict[str, Any]) -> None:
        message = record["message"]
        key, at = words(message.get("id")), instant(record.get("timestamp"))
        role = "system" if record.get("isApiErrorMessage") or message.get("model") == "<synthetic>" else "assistant"
        before, known = len(self.out.turns), bool(key) and key in self.seen
        for block in self._new(key, blocks(message.get("content"))):
            spoken = len(self.out.turns)
            say_block(self.out, block, role, at, model=message.get("model"))
            if block.kind == TEXT and len(self.out.turns) > spoken:
                self.last_text[key] = spoken
        if len(self.out.turns) == before and known:
            self.out.merge()
        else:
            self.out.settle(before)

    def _new(self, key: str, found: Iterable[Block]) -> Iterator[Block]:
        """The blocks that this message has not said yet; a text that grew takes the place of its beginning."""
        if not key:
            yield from found
            return
        seen = self.seen.setdefault(key, set())
        for block in found:
            mark = (block.kind, block.ref or block.text)
            if mark in seen:
                continue
            seen.add(mark)
            if not (block.kind == TEXT and self._grew(key, block.text.strip())):
                yield block

    def _grew(self, key: str, text: str) -> bool:
        place = self.last_text.get(key, -1)
        if place < 0 or not text or not text.startswith(self.out.turns[place].text):
            return False
        longer = Recorder(NAME)
        longer.say("assistant", text)
        self.out.turns[place] = self.out.turns[place]._replace(text=longer.turns[0].text)
        return True
