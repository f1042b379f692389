"""The export of ChatGPT: `conversations.json`, each conversation a tree of nodes of which one branch is live."""

from __future__ import annotations

from typing import Any

from brainwiki.transcripts.given import Given, instant, listing, mapping, words
from brainwiki.transcripts.injected import say_user
from brainwiki.transcripts.recorded import Recorded, Recorder
from brainwiki.transcripts.trees import branch, last_leaf

NAME = "chatgpt"
_SPOKEN = frozenset({"text", "multimodal_text"})
_BY_TOOLS = frozenset({"code", "execution_output", "tether_quote", "tether_browsing_display", "system_error"})
_FORGET = ("is_do_not_remember", "is_temporary_chat")


def sniff(given: Given) -> bool:
    """Conversations with a mapping of nodes."""
    return any(isinstance(mapping(one).get("mapping"), dict) for one in _conversations(given))


def _conversations(given: Given) -> list[Any]:
    return given.document if isinstance(given.document, list) else [given.document]


def parse(given: Given) -> tuple[Recorded, ...]:
    """One session a conversation; one without a tree is empty and says so."""
    return tuple(_session(mapping(one)) for one in _conversations(given))


def _session(conversation: dict[str, Any]) -> Recorded:
    native = conversation.get("conversation_id") or conversation.get("id")
    out = Recorder(NAME, native, conversation.get("title"))
    nodes = conversation.get("mapping")
    if not isinstance(nodes, dict) or not nodes:
        out.skip("conversation without messages")
        return out.done()
    if any(conversation.get(flag) for flag in _FORGET):
        out.skip("not to be remembered", len(nodes))
        return out.done()
    live = dict.fromkeys(_live(nodes, words(conversation.get("current_node"))))
    out.skip("abandoned branch", sum(node not in live and bool(_message(nodes[node])) for node in nodes))
    out.skip("node without a message", sum(not _message(nodes[node]) for node in nodes))
    for node in live:
        message = _message(nodes[node])
        if message:
            _say(out, message)
    return out.done()


def _message(node: Any) -> dict[str, Any]:
    return mapping(mapping(node).get("message"))


def _live(nodes: dict[str, Any], current: str) -> list[str]:
    """The nodes of the live branch, root first: from the current node up. Children are not asked: slim exports lack them."""
    parents = {key: words(mapping(node).get("parent")) for key, node in nodes.items()}
    return branch(parents, current if current in nodes else last_leaf(parents, _by_time(nodes)))


def _by_time(nodes: dict[str, Any]) -> list[str]:
    """The nodes in the order of their instants, those without one first."""
    return sorted(nodes, key=lambda key: instant(_message(nodes[key]).get("create_time")))


def _say(out: Recorder, message: dict[str, Any]) -> None:
    author, content, before = mapping(message.get("author")), mapping(message.get("content")), len(out.turns)
    role, kind, at = words(author.get("role")), words(content.get("content_type")), instant(message.get("create_time"))
    meta = mapping(message.get("metadata"))
    text = _text(out, content)
    if role not in ("user", "assistant", "tool", "system"):
        out.skip(f"message by {role}" if role else "of no kind")
        return
    if kind not in _SPOKEN and kind not in _BY_TOOLS and kind != "user_editable_context":
        out.skip(kind or "of no kind")
        return
    if kind == "user_editable_context" or meta.get("is_visually_hidden_from_conversation") and role != "assistant":
        out.say("system", text, at, kind="injected")
    elif kind in _BY_TOOLS or role == "tool" or role == "assistant" and _is_call(message):
        call = role == "assistant"
        named = author.get("name") or message.get("recipient")
        out.say("tool", text, at, kind="call" if call else "result", name=named)
    elif role == "user":
        say_user(out, text, at)
    else:
        out.say(role, text, at, model=meta.get("model_slug"))
    out.settle(before)


def _is_call(message: dict[str, Any]) -> bool:
    return message.get("recipient") not in (None, "", "all")


def _text(out: Recorder, content: dict[str, Any]) -> str:
    """The words of a content, of which files and pictures are none."""
    texts = [words(content.get(key)) for key in ("text", "result", "user_profile", "user_instructions")]
    for part in listing(content.get("parts")):
        text = part if isinstance(part, str) else words(mapping(part).get("text"))
        if not text and not isinstance(part, str):
            out.part(words(mapping(part).get("content_type")) or "part of no kind")
        texts.append(text)
    return "\n".join(text for text in texts if text)
