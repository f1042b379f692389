"""The export of Claude.ai: `conversations.json` with `chat_messages`; edited talks are trees by `parent_message_uuid`."""

from __future__ import annotations

from typing import Any

from brainwiki.transcripts.blocks import TEXT, Block, blocks, say_block
from brainwiki.transcripts.given import Given, instant, listing, mapping, words
from brainwiki.transcripts.injected import say_user
from brainwiki.transcripts.recorded import Recorded, Recorder
from brainwiki.transcripts.trees import branch, last_leaf

NAME = "claude-ai"
_ROLES = {"human": "user", "user": "user", "assistant": "assistant"}


def sniff(given: Given) -> bool:
    """Conversations with `chat_messages`."""
    return any(isinstance(mapping(one).get("chat_messages"), list) for one in _conversations(given))


def _conversations(given: Given) -> list[Any]:
    return given.document if isinstance(given.document, list) else [given.document]


def parse(given: Given) -> tuple[Recorded, ...]:
    """One session a conversation; one without messages is empty and says so."""
    return tuple(_session(mapping(one)) for one in _conversations(given))


def _session(conversation: dict[str, Any]) -> Recorded:
    out = Recorder(NAME, conversation.get("uuid"), conversation.get("name"))
    messages = listing(conversation.get("chat_messages"))
    if not messages:
        out.skip("conversation without messages")
    live = _live(messages, words(conversation.get("current_leaf_message_uuid")))
    for message in messages:
        if not isinstance(message, dict):
            out.skip("not an object")
        elif live and words(message.get("uuid")) not in live:
            out.skip("abandoned branch")
        else:
            _say(out, message)
    return out.done()


def _live(messages: list[Any], leaf: str) -> frozenset[str]:
    """The ids of the live branch; empty where messages name no parents, as in older exports, and all are live."""
    parents: dict[str, str] = {}
    for message in messages:
        one = mapping(message)
        if words(one.get("uuid")):
            parents[one["uuid"]] = words(one.get("parent_message_uuid"))
    if not any(parent in parents for parent in parents.values()):
        return frozenset()
    return frozenset(branch(parents, leaf if leaf in parents else last_leaf(parents, parents)))


def _say(out: Recorder, message: dict[str, Any]) -> None:
    role, at, before = _ROLES.get(words(message.get("sender")), ""), instant(message.get("created_at")), len(out.turns)
    if not role:
        out.skip(f"message by {words(message.get('sender'))}")
        return
    for block in _blocks(message):
        if role == "user" and block.kind == TEXT:
            say_user(out, block.text, at)
        else:
            say_block(out, block, role, at)
    for one in listing(message.get("attachments")):
        attachment = mapping(one)
        text = words(attachment.get("extracted_content"))
        if text:
            out.say("system", text, at, kind="attachment", name=attachment.get("file_name"))
        else:
            out.part("attachment without text")
    if listing(message.get("files")):
        out.part("files", len(message["files"]))
    out.settle(before)


def _blocks(message: dict[str, Any]) -> list[Block]:
    """The content's blocks; where none of them is text, the message's own text comes first."""
    found = list(blocks(message.get("content")))
    text = words(message.get("text"))
    if any(block.kind == TEXT and block.text.strip() for block in found) or not text.strip():
        return found
    return [Block(TEXT, text), *found]
