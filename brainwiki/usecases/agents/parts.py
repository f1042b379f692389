"""The parts of an installation, each a change of one file's text and its way back: hook, MCP entry, block, whole file."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any, NamedTuple

from brainwiki.errors import AgentFileError
from brainwiki.usecases.agents import block, json_edit, sealed, tail, toml_edit
from brainwiki.usecases.agents.hosts import SERVER, Host
from brainwiki.usecases.agents.jsonc import Node, parse
from brainwiki.usecases.agents.texts import SECONDS, Brain, Hook, block_lines, is_server, server

# From a file's text to another; None is no file.
Change = Callable[[str | None], str | None]


class Part(NamedTuple):
    """One file and what is done to it: `add` to install, `remove` to take it out again."""

    path: str
    add: Change
    remove: Change


def hook_part(path: str, host: Host, hook: Hook) -> Part:
    """A hook in a JSON file: a group of its own in the list of the event."""
    handler = {"type": "command", "command": hook.command, "timeout": SECONDS * host.per_second}
    group = {"hooks": [handler]}

    def add(text: str | None) -> str:
        if text is None:
            return json_edit.created({"hooks": {hook.event: [group]}})
        node = parse(text, host.with_comments)
        found = _handlers(node, hook)
        if not found:
            return json_edit.with_item(text, ("hooks", hook.event), None, group, host.with_comments)
        stands = json_edit.node_at(node, (*found[0], "command"))
        return (
            text if stands is None or stands.value == hook.command else json_edit.with_value(text, stands, hook.command)
        )

    def remove(text: str | None) -> str | None:
        if text is None:
            return None
        for steps in reversed(_handlers(parse(text, host.with_comments), hook)):
            text = _without(text, steps, host)
            if text is None:
                return None
        return text

    return Part(path, _told(path, add), _told(path, remove))


def _handlers(node: Node, hook: Hook) -> list[tuple[str | int, ...]]:
    """Where the handlers of a hook stand."""
    groups = json_edit.node_at(node, ("hooks", hook.event))
    found: list[tuple[str | int, ...]] = []
    for number, group in enumerate(groups.value if groups and isinstance(groups.value, list) else []):
        handlers = group.get("hooks") if isinstance(group, Mapping) else None
        for place, handler in enumerate(handlers if isinstance(handlers, list) else []):
            if isinstance(handler, Mapping) and hook.is_own(handler.get("command")):
                found.append(("hooks", hook.event, number, "hooks", place))
    return found


def _without(text: str, steps: tuple[str | int, ...], host: Host) -> str | None:
    """The text without an item; None where the file was made for it and holds nothing else."""
    left = json_edit.without_item(text, steps, host.with_comments)
    is_empty = not parse(left, host.with_comments).items
    return None if is_empty and json_edit.is_created(text) else left


def server_part(path: str, brain: Brain, host: Host) -> Part:
    """The MCP entry in a JSON or TOML file."""
    entry = server(brain)
    return _toml_part(path, brain, host, entry) if path.endswith(".toml") else _json_part(path, brain, host, entry)


def _json_part(path: str, brain: Brain, host: Host, entry: Mapping[str, Any]) -> Part:
    whole = {"type": "stdio", **entry} if host.typed else dict(entry)

    def add(text: str | None) -> str:
        if text is None:
            return json_edit.created({host.table: {SERVER: whole}})
        node = parse(text, host.with_comments)
        there = json_edit.node_at(node, (host.table,))
        names = _names(there.value if there else {}, brain)
        if not names:
            name = free_name(there.value if there else {}, brain.root)
            return json_edit.with_item(text, (host.table,), name, whole, host.with_comments)
        for key in reversed(list(entry)):  # from behind, so that places stay
            stands = json_edit.node_at(node, (host.table, names[0], key))
            if stands is not None and stands.value != entry[key]:
                text = json_edit.with_value(text, stands, entry[key])
                node = parse(text, host.with_comments)
        return text

    def remove(text: str | None) -> str | None:
        there = json_edit.node_at(parse(text, host.with_comments), (host.table,)) if text is not None else None
        for name in _names(there.value if there else {}, brain):
            if text is not None:
                text = _without(text, (host.table, name), host)
        return text

    return Part(path, _told(path, add), _told(path, remove))


def _toml_part(path: str, brain: Brain, host: Host, entry: Mapping[str, Any]) -> Part:
    def add(text: str | None) -> str:
        values = toml_edit.parse(text or "").get(host.table, {})
        names = _names(values, brain)
        if not names:
            lines = toml_edit.table((host.table, free_name(values, brain.root)), entry)
            changed = tail.created(lines) if text is None else tail.with_lines(text, lines)
            toml_edit.parse(changed)  # a table cannot follow where its parent is written in line
            return changed
        stands = values[names[0]]
        other = {key: value for key, value in entry.items() if stands.get(key) != value}
        return toml_edit.with_values(text or "", (host.table, names[0]), other) if other else text or ""

    def remove(text: str | None) -> str | None:
        for name in _names(toml_edit.parse(text or "").get(host.table, {}), brain):
            made = tail.created(toml_edit.table((host.table, name), entry))
            if text is None or text.replace("\r\n", "\n") == made:
                return None
            text = toml_edit.without_table(text, (host.table, name))
        return text

    return Part(path, _told(path, add), _told(path, remove))


def _names(servers: Any, brain: Brain) -> list[str]:
    """The entries of a brain."""
    return [name for name, entry in servers.items() if is_server(brain, entry)] if isinstance(servers, Mapping) else []


def free_name(servers: Any, root: str) -> str:
    """A name for the entry of a brain that no other entry has: plain, with the folder's name, with a sum of its path."""
    folder = re.sub("[^a-z0-9]+", "-", root.replace("\\", "/").rstrip("/").rpartition("/")[2].lower()).strip("-")[:24]
    total = sha256(root.encode("utf-8", "surrogateescape")).hexdigest()[:6]
    taken = servers if isinstance(servers, Mapping) else {}
    names = [SERVER, f"{SERVER}-{folder}" if folder else f"{SERVER}-{total}", f"{SERVER}-{total}"]
    return next((name for name in names if name not in taken), names[-1])


def server_name(text: str | None, brain: Brain, host: Host) -> str:
    """The name under which the entry of a brain stands in a file that was planned."""
    is_toml = host.table == "mcp_servers"
    data = toml_edit.parse(text or "") if is_toml else parse(text or "{}", host.with_comments).value
    return next(iter(_names(data.get(host.table, {}), brain)), "")


def block_part(path: str, brain: Brain, name: str) -> Part:
    """The managed block of an instruction file."""
    lines = block_lines(brain, name)

    def add(text: str | None) -> str:
        made = tail.created(block.block(brain.name, lines))
        return made if text is None else block.with_block(text, brain.name, lines)

    def remove(text: str | None) -> str | None:
        return None if text is None else block.without_block(text, brain.name)

    return Part(path, _told(path, add), _told(path, remove))


def file_part(path: str, text: str, name: str, missing: tuple[str, ...]) -> Part:
    """A whole file of ours; it goes when nobody needs it any more. `missing` are the folders that are made with it."""
    comment = sealed.comment_of(path)

    def add(stands: str | None) -> str:
        old = sealed.unseal(stands, comment) if stands is not None else sealed.Sealed("", ())
        new = sealed.Sealed(text, sealed.with_user(old.users, sealed.User(name, missing)))
        if stands is not None and old.text == new.text and set(old.users) == set(new.users):
            return stands
        return sealed.seal(new, comment)

    def remove(stands: str | None) -> str | None:
        if stands is None:
            return None
        old = sealed.unseal(stands, comment)
        if name not in [one.name for one in old.users]:
            return stands
        users = sealed.without_user(old.users, name, path)
        return sealed.seal(old._replace(users=users), comment) if users else None

    return Part(path, _told(path, add), _told(path, remove))


def _told(path: str, change: Change) -> Change:
    """The change with its errors as one line that names the file."""

    def run(text: str | None) -> str | None:
        try:
            return change(text)
        except sealed.SealError as error:
            raise AgentFileError(path, f"this file {error}", "Move it away, and run the command again.") from None
        except (ValueError, TypeError) as error:
            raise AgentFileError(path, str(error)) from None

    return run
