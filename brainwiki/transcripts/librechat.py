"""LibreChat: the export of one conversation (flat, or a tree of children), and its collection `messages` of many."""

from __future__ import annotations

from typing import Any

from brainwiki.transcripts.blocks import CALL, RESULT, TEXT, Block, blocks, called, say_block
from brainwiki.transcripts.given import UNFINISHED, Given, instant, listing, mapping, words, written
from brainwiki.transcripts.injected import say_user
from brainwiki.transcripts.recorded import Recorded, Recorder
from brainwiki.transcripts.trees import branch, last_leaf

NAME = "librechat"


def sniff(given: Given) -> bool:
    """Messages that say whether the user made them."""
    found = given.document if isinstance(given.document, list) else _exported(mapping(given.document))
    return any(_is_message(one) for one in (*given.head[:5], *found[:5]))


def _is_message(one: Any) -> bool:
    return "isCreatedByUser" in mapping(one) and "messageId" in mapping(one)


def _exported(document: dict[str, Any]) -> list[Any]:
    tree = document.get("messagesTree")
    return (
        tree if isinstance(tree, list) else listing(mapping(tree).get("children")) or listing(document.get("messages"))
    )


def parse(given: Given) -> tuple[Recorded, ...]:
    """One session a conversation."""
    document = given.document
    if isinstance(document, dict) and not _is_message(document):
        title, native = words(document.get("title")), words(document.get("conversationId"))
        return (_session(native, title, _flat(_exported(document))),)
    records = document if isinstance(document, list) else [entry.value for entry in given.entries()]
    sessions: dict[str, list[Any]] = {}
    for record in records:
        sessions.setdefault(words(mapping(record).get("conversationId")), []).append(record)
    return tuple(_session(native, "", found) for native, found in sessions.items())


def _flat(tree: list[Any]) -> list[Any]:
    """The messages of a tree, parents before children; one that names no parent gets the one that it stands under."""
    found: list[Any] = []
    waiting = [(one, "") for one in reversed(tree)]
    while waiting:
        one, parent = waiting.pop()
        message = mapping(one)
        children = listing(message.get("children"))
        if not isinstance(one, dict):
            found.append(one)
            continue
        alone = {key: value for key, value in message.items() if key != "children"}
        found.append({**alone, "parentMessageId": parent} if parent else alone)
        waiting += [(child, words(message.get("messageId"))) for child in reversed(children)]
    return found


def _session(native: str, title: str, messages: list[Any]) -> Recorded:
    out = Recorder(NAME, native, title)
    by_id = {_id(one): one for one in messages if _id(one)}
    parents = {key: words(one.get("parentMessageId")) for key, one in by_id.items()}
    order = sorted(parents, key=lambda key: instant(by_id[key].get("createdAt")))
    live = dict.fromkeys(branch(parents, last_leaf(parents, order)))
    for message in messages:
        if not _id(message):
            unfinished = message is UNFINISHED
            out.skip("unfinished last line" if unfinished else "message without an id")
        elif message is not by_id[_id(message)]:
            out.merge()
        elif _id(message) not in live:
            out.skip("abandoned branch")
        elif _is_temporary(message):
            out.skip("temporary")
    for key in live:
        if not _is_temporary(by_id[key]):
            _say(out, by_id[key])
    return out.done()


def _id(message: Any) -> str:
    return words(mapping(message).get("messageId"))


def _is_temporary(message: dict[str, Any]) -> bool:
    """Whether the user asked that it be not kept."""
    return bool(message.get("isTemporary") or message.get("expiredAt"))


def _say(out: Recorder, message: dict[str, Any]) -> None:
    role = "user" if message.get("isCreatedByUser") is True else "assistant"
    at, before = instant(message.get("createdAt")), len(out.turns)
    state = "unfinished" if message.get("unfinished") is True else ""
    if message.get("error") is True:
        role = "system"
    for block in _blocks(message):
        if role == "user" and block.kind == TEXT:
            say_user(out, block.text, at)
        else:
            say_block(out, block, role, at, model=message.get("model"), state=state)
    out.settle(before)


def _blocks(message: dict[str, Any]) -> list[Block]:
    """The content's blocks, calls of tools with what they answered; without content the message's text."""
    found: list[Block] = []
    for one in listing(message.get("content")):
        call = mapping(mapping(one).get("tool_call"))
        name, ref = words(call.get("name")), words(call.get("id"))
        if not call:
            found.extend(blocks([one]))
            continue
        found.append(Block(CALL, called(name, call.get("args")), name, ref))
        if call.get("output"):
            found.append(Block(RESULT, written(call["output"]), name, ref))
    return found or [Block(TEXT, words(message.get("text")))]
