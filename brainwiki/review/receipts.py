"""The receipt of a proposal as a page of the brain: written, and read again, also as older ones were written by hand."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, get_args

from brainwiki.markup.shown import code, prose
from brainwiki.model.line import plain
from brainwiki.model.page import Page
from brainwiki.model.receipt import Receipt, Risk, Span, Vouched, Write
from brainwiki.model.update import Left

FOLDER = "proposals"
HEADING = "## What it changes"
NOTHING = ("", "null", "~")  # how a receipt says that there is no such file

_LINE = 300  # characters of a text in the front matter
_REASON, _SHORTEST = 160, 20
_REASONS = 24_000  # characters of all reasons: a block of front matter has room for 64 KiB
_NOTE = 4000
_TURNS = re.compile(r"([1-9][0-9]{0,8})(?:-([1-9][0-9]{0,8}))?\Z")
_UNDOES = re.compile(r"(?:\A|\n\n)It undoes the proposal `[^`\n]+`\.\Z")
_LINKABLE = re.compile(r"[^\[\]|#^\x00-\x1f\\]+\Z")


def path_of(proposal: str) -> str:
    """Where the receipt of a proposal stands, from the brain's root."""
    return f"{FOLDER}/{proposal}.md"


def receipt_text(receipt: Receipt) -> str:
    """The page of a receipt: every key that is not empty, then in words what the proposal does, with links to its pages.

    Titles, reasons and the note may be a model's words: they are shown as they are, and nothing in them links or renders.
    """
    return "\n".join(["---", *_front_matter(receipt), "---", "", *_body(receipt)]) + "\n"


def _front_matter(receipt: Receipt) -> Iterator[str]:
    yield "type: proposal"
    title = plain(receipt.title) or receipt.id
    yield f"title: {_quoted(title)}"
    yield f"description: {_quoted(plain(receipt.description) or title)}"
    if receipt.base:
        yield f"base: {_quoted(receipt.base)}"
    yield from _mapped("generated", {"by": receipt.generated.by, "at": receipt.generated.at})
    yield from _listed("verified", [{"by": one.by, "at": one.at} for one in receipt.verified])
    yield from _listed(
        "sessions", [{"id": one.session, "turns": f"{one.first}-{one.last}"} for one in receipt.sessions]
    )
    yield from _mapped("reads", receipt.reads)
    if receipt.writes:
        yield "writes:"
    for path, one in sorted(receipt.writes.items()):
        yield f"  {_quoted(path, 0)}:"
        yield f"    from: {_quoted(one.before)}"
        yield f"    to: {_quoted(one.after)}"
    yield from _listed("adopted", [*receipt.adopted])
    room = max(_SHORTEST, min(_REASON, _REASONS // max(1, len(receipt.left))))
    yield from _listed("rejected", [{"id": one.observation, "reason": plain(one.reason, room)} for one in receipt.left])
    if receipt.findings:
        yield "findings:"
    yield from (f"  {name}: {count}" for name, count in sorted(receipt.findings.items()))
    yield from _listed("gate", [*receipt.gate])
    yield f"risk: {receipt.risk}"
    if receipt.reverts:
        yield f"reverts: {_quoted(receipt.reverts)}"


def _quoted(text: str, most: int = _LINE) -> str:
    """A text between quotation marks, as YAML reads it; `most` characters of it as one line, 0: all as it is."""
    shown = json.dumps(plain(text, most) if most else text, ensure_ascii=False)
    return "".join(char if char.isprintable() else f"\\U{ord(char):08X}" for char in shown)


def _mapped(key: str, values: Mapping[str, str]) -> Iterator[str]:
    if values:
        yield f"{key}:"
    for name, text in sorted(values.items()) if key == "reads" else values.items():
        yield f"  {name if key != 'reads' else _quoted(name, 0)}: {_quoted(text)}"


def _listed(key: str, entries: list[str] | list[dict[str, str]]) -> Iterator[str]:
    if entries:
        yield f"{key}:"
    for entry in entries:
        lines = (
            [_quoted(entry)] if isinstance(entry, str) else [f"{name}: {_quoted(text)}" for name, text in entry.items()]
        )
        yield f"  - {lines[0]}"
        yield from (f"    {line}" for line in lines[1:])


def _body(receipt: Receipt) -> Iterator[str]:
    note = [" ".join(part.split()) for part in re.split(r"\n\s*\n", receipt.note[:_NOTE]) if part.strip()]
    for part in note:
        yield prose(part, _NOTE)
        yield ""
    if receipt.reverts:
        yield f"It undoes the proposal {code(receipt.reverts)}."
        yield ""
    yield HEADING
    yield ""
    if not receipt.writes:
        yield "Nothing."
    for path, one in sorted(receipt.writes.items()):
        did = "Adds" if one.before in NOTHING else "Removes" if one.after in NOTHING else "Edits"
        yield f"- {did} {_named(path, one)}."


def _named(path: str, one: Write) -> str:
    """A page as the words of a receipt name it: by a link, where it is a page and stands there afterwards."""
    name = path.removesuffix(".md")
    is_page = path.endswith(".md") and one.after not in NOTHING and _LINKABLE.match(name)
    return f"[[{name}]]" if is_page else code(plain(path))


def read_receipt(page: Page) -> Receipt | None:
    """The receipt that a page is; None where it is none. What is missing or of another form is empty."""
    if page.kind != "proposal" and page.type != "proposal":
        return None
    meta = page.meta
    risk = _text(meta.get("risk"))
    return Receipt(
        page.path.rpartition("/")[2].removesuffix(".md"),
        _text(meta.get("title")),
        _text(meta.get("description")),
        _text(meta.get("base")),
        _vouched(meta.get("generated")),
        tuple(_span(one) for one in _list(meta.get("sessions")) if _id(one)),
        {path: _text(blob) for path, blob in _dict(meta.get("reads")).items()},
        {path: Write(_blob(one, "from"), _blob(one, "to")) for path, one in _dict(meta.get("writes")).items()},
        tuple(filter(None, map(_id, _list(meta.get("adopted"))))),
        tuple(Left(_id(one), _text(_dict(one).get("reason"))) for one in _list(meta.get("rejected")) if _id(one)),
        {name: int(n) for name, n in _dict(meta.get("findings")).items() if _text(n).isdecimal()},
        tuple(filter(None, map(_text, _list(meta.get("gate"))))),
        risk if risk in get_args(Risk) else "medium",  # type: ignore[arg-type]  # it is one of them
        tuple(_vouched(one) for one in _list(meta.get("verified")) if isinstance(one, dict)),
        _text(meta.get("reverts")),
        _note(page),
    )


def _note(page: Page) -> str:
    """The words of a receipt without what it says by itself: the proposal that it undoes, and the list of its pages."""
    return _UNDOES.sub("", page.text[page.body :].partition(f"\n{HEADING}\n")[0].strip())


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value] if isinstance(value, str | dict) else []


def _dict(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _text(value: Any) -> str:
    return " ".join(value.split()) if isinstance(value, str) else ""


def _id(entry: Any) -> str:
    return _text(entry.get("id")) if isinstance(entry, dict) else _text(entry)


def _blob(entry: Any, key: str) -> str:
    text = _text(_dict(entry).get(key)).lower()
    return "" if text in NOTHING else text


def _vouched(entry: Any) -> Vouched:
    return Vouched(_text(_dict(entry).get("by")), _text(_dict(entry).get("at")))


def _span(entry: Any) -> Span:
    """The turns of a session; one that is named alone is meant as a whole, which turns 0 to 0 say."""
    name = _id(entry).removeprefix("sessions/").rstrip("/")
    found = _TURNS.match(_text(_dict(entry).get("turns")))
    return Span(name, int(found[1]), int(found[2] or found[1])) if found else Span(name, 0, 0)
