"""One item put into a JSON text or taken out of it; whatever else stands there keeps its bytes.

An item goes behind the last one, so that nothing that others count by its place moves. How a container looks tells, when the
item is taken out, whether it was made for the item: an empty one that was there gets it on one line after a blank or in a line
of its own, a new one is written in the form of `_written`; behind an item on one line another one stands on one line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from brainwiki.usecases.agents.jsonc import Node, commas, parse

_UNIT = "  "
_LEADING = re.compile("[ \t]*")

Step = str | int


def created(value: Any) -> str:
    """A whole new file."""
    return _written(value, "", _UNIT) + "\n"


def is_created(text: str) -> bool:
    """Whether the text is one that `created` made and nobody touched."""
    node = parse(text, with_comments=True)
    return text.replace("\r\n", "\n") == created(node.value)


def with_item(text: str, path: Sequence[str], key: str | None, value: Any, with_comments: bool = False) -> str:
    """The text with one more item in the container at `path`, made where it is missing; `key` is None for a list.

    Raises JsonTextError, and TypeError with the keys that lead to something else than a container.
    """
    node = parse(text, with_comments)
    for depth, name in enumerate(path):
        _demand(node, dict, path[:depth])
        inner = node_at(node, (name,))
        if inner is None:
            return _put(text, node, parse(text, with_comments), name, _nested(path[depth + 1 :], key, value))
        node = inner
    _demand(node, list if key is None else dict, path)
    return _put(text, node, parse(text, with_comments), key, value)


def without_item(text: str, steps: Sequence[Step], with_comments: bool = False) -> str:
    """The text without the item at `steps`, and without the containers that were made for it alone; raises JsonTextError."""
    root = parse(text, with_comments)
    unit = _unit(text, root)
    steps = tuple(steps)
    if node_at(root, steps) is None:
        return text
    while len(steps) > 1 and _is_made(text, root, steps[:-1], unit):
        steps = steps[:-1]
    parent = node_at(root, steps[:-1]) or root
    return _cut(text, parent, _position(parent, steps[-1]) or 0)


def with_value(text: str, node: Node, value: Any) -> str:
    """The text with another value in the place of a node."""
    return text[: node.start] + json.dumps(value, ensure_ascii=False) + text[node.end :]


def node_at(node: Node, steps: Sequence[Step]) -> Node | None:
    """What stands at keys and places, from a node; None where nothing does."""
    for step in steps:
        position = _position(node, step)
        if position is None:
            return None
        node = node.items[position].node
    return node


def _position(node: Node, step: Step) -> int | None:
    if isinstance(step, int):
        return step if step < len(node.items) else None
    return next((number for number, item in enumerate(node.items) if item.key == step), None)


def _demand(node: Node, kind: type, path: Sequence[str]) -> None:
    if not isinstance(node.value, kind):
        name = "`" + ".".join(path) + "`" if path else "the whole"
        raise TypeError(f"{name} is {'no list' if kind is list else 'no object'}")


def _nested(path: Sequence[str], key: str | None, value: Any) -> Any:
    """A value in containers that do not exist yet."""
    inner: Any = [value] if key is None else {key: value}
    for name in reversed(path):
        inner = {name: inner}
    return inner


def _put(text: str, parent: Node, root: Node, key: str | None, value: Any) -> str:
    """One more item behind the last one of a container, in its manner."""
    end = _end_of_line(text)
    if not parent.items:
        inside = text[parent.start + 1 : parent.end - 1]
        apart = end + _indent(text, parent.start) + _unit(text, root) if "\n" in inside else " "
        return _spliced(text, parent.start + 1, apart + _label(key) + json.dumps(value, ensure_ascii=False))
    last = parent.items[-1]
    before = parent.items[-2].node.end if len(parent.items) > 1 else parent.start + 1
    apart = re.split("[^ \t\r\n]", text[before : last.start])[-1]  # the blanks that stand before the last item
    if "\n" not in apart:
        return _spliced(text, last.node.end, f",{apart}{_label(key)}{json.dumps(value, ensure_ascii=False)}")
    indent = apart.rpartition("\n")[2]
    is_short = last.node.items and "\n" not in text[last.node.start : last.node.end]  # as an item in an empty one is
    written = json.dumps(value, ensure_ascii=False) if is_short else _written(value, indent, _unit(text, root))
    written = written.replace("\n", end)
    return _spliced(text, last.node.end, f",{end}{indent}{_label(key)}{written}")


def _label(key: str | None) -> str:
    return "" if key is None else json.dumps(key, ensure_ascii=False) + ": "


def _spliced(text: str, at: int, piece: str) -> str:
    return text[:at] + piece + text[at:]


def _end_of_line(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _indent(text: str, at: int) -> str:
    """The blanks at the start of the line of a place."""
    line = text.rfind("\n", 0, at) + 1
    match = _LEADING.match(text, line)
    return match.group() if match else ""


def _unit(text: str, root: Node) -> str:
    """How far one level is indented: as the first item of the whole, else two blanks."""
    if not root.items:
        return _UNIT
    apart = text[root.start + 1 : root.items[0].start]
    return (apart.rpartition("\n")[2] if "\n" in apart and not apart.strip() else "") or _UNIT


def _written(value: Any, indent: str, unit: str) -> str:
    """A value over several lines; those after the first begin with `indent`."""
    return json.dumps(value, ensure_ascii=False, indent=unit).replace("\n", f"\n{indent}")


def _is_made(text: str, root: Node, steps: Sequence[Step], unit: str) -> bool:
    """Whether a container holds one item only, and looks as those do that are made for one."""
    node, parent = node_at(root, steps), node_at(root, steps[:-1])
    position = _position(parent, steps[-1]) if parent else None
    if node is None or parent is None or position is None or len(node.items) != 1:
        return False
    stands = text[node.start : node.end].replace("\r\n", "\n")
    indent = _indent(text, parent.items[position].start)
    return stands in (json.dumps(node.value, ensure_ascii=False), _written(node.value, indent, unit))


def _cut(text: str, parent: Node, position: int) -> str:
    """The text without one item of a container and without the comma that parted it from others."""
    item = parent.items[position]
    before = parent.items[position - 1].node.end if position else parent.start + 1
    gap = text[before : item.start]
    if position and gap.strip() == "," or not position and not gap.strip() and len(parent.items) == 1:
        start, end = before, item.node.end
    else:
        start, end = item.start, item.node.end
    after = parent.items[position + 1].start if position + 1 < len(parent.items) else parent.end - 1
    needed = not (position and start == before)  # a comma must go, and the one before the item did not
    follower = next(commas(text, end, after), None) if needed else None
    if follower is not None:
        kept = text[end:follower] + text[follower + 1 : after]
        return text[:start] + (kept.lstrip() if position + 1 < len(parent.items) else kept) + text[after:]
    leader = next(commas(text, before, start), None) if needed else None
    if leader is not None:
        return text[:leader] + text[leader + 1 : start] + text[end:]
    return text[:start] + text[end:]
