"""BW1xx on front matter: its block, its YAML, its fields."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from brainwiki.markup.canonical import AMBIGUOUS
from brainwiki.markup.frontmatter import MAX_BLOCK, MAX_DEPTH
from brainwiki.markup.writer import Edit
from brainwiki.model.finding import Severity
from brainwiki.model.names import near
from brainwiki.model.page import MetaPath, Page
from brainwiki.rules import schemas
from brainwiki.rules.rule import Example, Hit, Mend, Rule, View, from_problem

_GOOD = "---\ntype: concept\ntitle: Good\ndescription: One line.\n---\nText.\n"
_INSTANT = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,9})?)?(?:[Zz]|[+-][0-9]{2}:?[0-9]{2})$"
)
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}$")
_UNBOUND = ("index", "log")


def instant(value: str) -> datetime | None:
    """An ISO 8601 instant with offset that exists in the calendar; None for any other text."""
    if _INSTANT.match(value) is None:
        return None
    try:
        return datetime.fromisoformat(value.upper().replace(" ", "T"))
    except ValueError:
        return None


def is_date(value: str) -> bool:
    """Whether a text is a date YYYY-MM-DD that exists in the calendar."""
    return _DATE.match(value) is not None and _exists(value)


def _exists(value: str) -> bool:
    try:
        datetime.fromisoformat(value)
    except ValueError:
        return False
    return True


def _no_front_matter(page: Page, view: View) -> Iterator[Hit]:
    if page.has_front_matter or page.kind in _UNBOUND or not page.text.strip():
        return
    for problem in page.problems:
        if problem.kind == "no-front-matter":
            yield Hit(0, 0, "The page has no front matter.", "no front matter")


def _duplicate(page: Page, words: list[str]) -> str:
    return f"The key `{words[0]}` stands twice: first in line {page.place(int(words[1]))[0]}."


def _readable(page: Page) -> bool:
    """Whether the front matter could be read: otherwise its own finding says all that is known."""
    whole = page.whole
    return whole.has_front_matter and bool(whole.meta) and page.kind not in _UNBOUND


def _missing(page: Page, view: View) -> Iterator[Hit]:
    if not _readable(page) or any(p.kind in ("yaml-error", "yaml-too-complex") for p in page.problems):
        return
    for demand in view.required.get(page.kind, ()):
        value = page.meta.get(demand)
        if isinstance(value, str) and value.strip():
            continue
        choices = demand.split("|")
        if not any(_has(page, choice) for choice in choices):
            fields = [choice for choice in choices if choice not in ("folder", "heading")]
            mark = page.marks.get((fields[0],))
            start, what = (mark.start, "empty") if mark else (0, "missing")
            yield Hit(start, start + 3, f"The required field `{fields[0]}` is {what}.", fields[0], _demand(choices))


def _has(page: Page, choice: str) -> bool:
    if choice == "folder":
        return "/" in page.path
    if choice == "heading":
        return bool(page.headings)
    value = page.meta.get(choice)
    return value not in (None, "") and not (isinstance(value, str) and not value.strip())


def _demand(choices: list[str]) -> str:
    fields = [f"a {choice}" if choice in ("folder", "heading") else f"`{choice}`" for choice in choices]
    return f"Add {' or '.join(fields)} to the page."


def _unfit(page: Page, view: View) -> Iterator[Hit]:
    if not _readable(page):
        return
    builtin = schemas.builtin(page.kind, view.wiki.dialect.typed_properties)
    if not builtin.plainly(page.meta):
        yield from _against(page, builtin, view)
    own = view.schemas.get(page.type)
    if own is not None:
        yield from _against(page, own, view)


def _against(page: Page, schema: schemas.Schema, view: View) -> Iterator[Hit]:
    value = schemas.typed(page.meta, schema.schema)
    if isinstance(value.get("status"), str) and view.wiki.dialect.status_words:
        value["status"] = page.status
    if isinstance(value.get("confidence"), str) and page.confidence is not None:
        value["confidence"] = page.confidence
    if _fits(schema.verdict, value):
        return
    for path, sentence in schemas.explain(schema.schema, value):
        if len(path) == 1 and (sentence.endswith(" is empty") or _is_missed(page, str(path[0]), view)):
            continue  # an empty required field is BW114
        mark = page.marks.get(path)
        start = mark.start if mark else 0
        yield Hit(start, start + 1, f"{sentence[0].upper()}{sentence[1:]}.", sentence)


def _is_missed(page: Page, key: str, view: View) -> bool:
    """Whether a required field is there and empty."""
    return key in view.required.get(page.kind, ()) and not _has(page, key)


def _fits(verdict: Any, value: Mapping[str, Any]) -> bool:
    try:
        verdict(value)
    except Exception as error:
        if type(error).__name__ != "JsonSchemaValueException":
            raise
        return False
    return True


def _untyped(page: Page, view: View) -> Iterator[Hit]:
    if page.kind in _UNBOUND or not page.whole.ambiguous:
        return
    for path, mark in page.marks.items():
        if not mark.plain or not path:
            continue
        if path[0] in schemas.DECLARED and path[-1] != "id":
            continue  # a declared field is read as declared; an id is compared, and must be the same to every reader
        value = _value_at(page.meta, path)
        if isinstance(value, str) and AMBIGUOUS.match(value):
            name = ".".join(str(part) for part in path)
            shown = value if len(value) <= 40 else f"{value[:40]}…"
            message = f"`{name}: {shown}` means another value to other YAML readers."
            yield Hit(mark.start, mark.start + len(value), message, f"{name} {value}")


def _quoted(page: Page, view: View, start: int, end: int) -> Iterator[Edit]:
    """The same characters in double quotes: none of the values that the rule knows holds one that quotes would change."""
    value = page.text[start:end]
    if AMBIGUOUS.match(value):
        yield Edit(start, end, f'"{value}"')


def _value_at(meta: Any, path: MetaPath) -> Any:
    """The value at a path of the front matter; None for the dropped repeat of a key."""
    for part in path:
        if isinstance(meta, dict):
            meta = meta.get(part)
        elif isinstance(meta, list) and isinstance(part, int) and 0 <= part < len(meta):
            meta = meta[part]
        else:
            return None
    return meta


_TIMES = {"stale_after": False, "started": False, "ended": False, "due": True, "published": True}
_TIMES_INSIDE = {"verified": ("at", False), "sources": ("at", True), "properties": ("until", True)}


def _instants(meta: Mapping[str, Any]) -> Iterator[tuple[MetaPath, Any, bool]]:
    """Fields that hold time: path, value, and whether a bare date is enough."""
    for key, value in meta.items():
        if key in _TIMES:
            yield (key,), value, _TIMES[key]
        elif key == "generated" and isinstance(value, dict):
            yield (key, "at"), value.get("at"), False
        elif key in _TIMES_INSIDE and isinstance(value, list):
            name, bare = _TIMES_INSIDE[key]
            for index, entry in enumerate(value):
                if isinstance(entry, dict) and name in entry:
                    yield (key, index, name), entry[name], bare


def _impossible(page: Page, view: View) -> Iterator[Hit]:
    if page.kind in _UNBOUND:
        return
    for path, value, bare in _instants(page.meta):
        if not isinstance(value, str) or not value or instant(value) or bare and is_date(value):
            continue
        if path[0] == "properties" and not view.wiki.dialect.typed_properties:
            continue
        if len(path) == 1 and _is_missed(page, str(path[0]), view):
            continue  # BW114 says that it is empty
        mark = page.marks[path]
        name = ".".join(str(part) for part in path)
        form = "a date (2026-08-01) or an instant with offset" if bare else "an instant with offset"
        lost = _INSTANT.match(value) or _DATE.match(value[:10]) and not is_date(value[:10])
        why = "does not exist" if lost else f"is not {form}"
        yield Hit(mark.start, mark.start + len(value), f"`{name}` is {value!r}, which {why}.", f"{name} {value}")


def _unknown_type(page: Page, view: View) -> Iterator[Hit]:
    if not view.types or page.kind != "page" or not page.type or page.type in view.types:
        return
    hint = near(page.type, view.types)
    remedy = f"Did you mean `{hint[0]}`?" if hint else ""
    yield Hit(
        page.marks[("type",)].start,
        page.marks[("type",)].start + len(page.type),
        f"The type `{page.type}` is not in the configured list.",
        page.type,
        remedy,
    )


def _page(front_matter: str, body: str = "Text.\n", note: str = "") -> Example:
    return Example(f"---\n{front_matter}---\n{body}", note, wrap=False)


_HEAD = "type: concept\ntitle: Good\ndescription: One line.\n"
_FINE = (Example(_GOOD, wrap=False),)

RULES: tuple[Rule, ...] = (
    Rule(
        "BW107",
        "no-front-matter",
        Severity.BLOCK,
        "A page without front matter.",
        "Without a type and a title a page can be neither listed, nor filtered, nor checked.",
        "Start the page with a block between two lines `---` that gives type, title and description.",
        bad=(Example("# Title\n\nText.\n", wrap=False), Example("---\n\nA rule, not front matter.\n", wrap=False)),
        good=_FINE,
        problem="no-front-matter",
        check=_no_front_matter,
    ),
    Rule(
        "BW108",
        "unclosed-front-matter",
        Severity.BLOCK,
        "A front-matter block that is never closed.",
        "Readers then take all of the page for metadata, or none of it.",
        "Close the block with a line that is exactly `---`; `...` and longer rules do not close it.",
        bad=(Example("---\ntype: concept\ntitle: Open\n\nText.\n", wrap=False),),
        good=_FINE,
        problem="unclosed-front-matter",
        check=from_problem(
            "unclosed-front-matter", lambda page, words: "The front matter opened here is never closed."
        ),
    ),
    Rule(
        "BW109",
        "yaml-error",
        Severity.BLOCK,
        "Front matter that is not YAML.",
        "A reader that skips what it cannot read loses the title, the sources and the checks with it.",
        "Mend the YAML; a value with a colon, a hash or brackets goes into double quotes, and indentation is blanks, not tabs.",
        bad=(
            _page("type: concept\ntitle: key: with: colons\ndescription: d\n"),
            _page("type: concept\n\ttitle: Tab\n"),
        ),
        good=(_page('type: concept\ntitle: "key: with: colons"\ndescription: d\n'),),
        problem="yaml-error",
        check=from_problem("yaml-error", lambda page, words: f"The front matter is not YAML: {words[0]}."),
    ),
    Rule(
        "BW110",
        "duplicate-key",
        Severity.BLOCK,
        "A key that stands twice in one mapping.",
        "YAML readers keep one of the two in silence, and not the same one.",
        "Keep one of the two.",
        bad=(_page(_HEAD + "tags: [a]\ntags: [b]\n"),),
        good=_FINE,
        problem="duplicate-key",
        check=from_problem("duplicate-key", _duplicate, "{}"),
    ),
    Rule(
        "BW111",
        "yaml-too-complex",
        Severity.BLOCK,
        f"Anchors, aliases, tags, or front matter over {MAX_BLOCK // 1024} KiB or deeper than {MAX_DEPTH}.",
        "A few lines with aliases can grow to gigabytes, and a tag can ask a reader to build objects.",
        "Write the value out; move long lists into the page.",
        bad=(_page(_HEAD + "a: &x [1]\nb: *x\n"), _page(_HEAD + "run: !!python/name:os.system\n")),
        good=_FINE,
        problem="yaml-too-complex",
        check=from_problem(
            "yaml-too-complex", lambda page, words: f"The front matter holds what the format refuses: {words[0]}."
        ),
    ),
    Rule(
        "BW112",
        "not-a-mapping",
        Severity.BLOCK,
        "Front matter that is a list, a single value or empty.",
        "Only keys with values can be fields of a page.",
        "Write `key: value` lines.",
        bad=(_page("- one\n- two\n"), _page("just words\n"), _page("")),
        good=_FINE,
        problem="not-a-mapping",
        check=from_problem(
            "not-a-mapping", lambda page, words: f"The front matter is {words[0]}, not a mapping of keys."
        ),
    ),
    Rule(
        "BW113",
        "second-front-matter",
        Severity.BLOCK,
        "A second front-matter block right after the first.",
        "A tool that did not see the first block has added its own; readers know only one of the two.",
        "Join both into one block.",
        bad=(_page(_HEAD, "---\ntitle: Again\n---\nText.\n"),),
        good=(_page(_HEAD, "---\n\nA rule may open a body.\n"),),
        problem="second-front-matter",
        check=from_problem("second-front-matter", lambda page, words: "A second front-matter block follows the first."),
    ),
    Rule(
        "BW114",
        "missing-field",
        Severity.BLOCK,
        "A required field that is missing or empty.",
        "The index, the site and the search show a page by its type, title and description.",
        "Add the field to the front matter.",
        bad=(_page("type: concept\ntitle: No description\n"), _page('type: concept\ntitle: ""\ndescription: d\n')),
        good=_FINE,
        check=_missing,
    ),
    Rule(
        "BW115",
        "schema",
        Severity.BLOCK,
        "A field that does not fit the JSON Schema of the page's kind or type.",
        "A tag list that is a text, or a status that nobody knows, is read differently by every consumer.",
        "Give the value the form that the message names.",
        bad=(
            _page(_HEAD + "tags: one\n"),
            _page(_HEAD + "status: finished\n"),
            _page(_HEAD + "properties:\n  - colour: blue\n"),
            _page(_HEAD + "sources:\n  - resource: https://example.org\n"),
        ),
        good=(_page(_HEAD + "tags: [one]\nstatus: draft\nproperties:\n  - property: colour\n    value: blue\n"),),
        check=_unfit,
    ),
    Rule(
        "BW116",
        "ambiguous-scalar",
        Severity.WARN,
        "An unquoted value that another YAML reader takes for another value.",
        "`no` is false to one reader and text to another; `1.10` becomes 1.1, and the commit id `683e725` becomes infinity.",
        "Put the value in double quotes.",
        bad=(_page(_HEAD + "country: no\n"), _page(_HEAD + "version: 1.10\n"), _page(_HEAD + "commit: 683e725\n")),
        good=(_page(_HEAD + 'country: "no"\nversion: "1.10"\nyear: 2026\nday: 2026-08-01\n'),),
        fix="safe",
        mend=Mend(edits=_quoted),
        check=_untyped,
    ),
    Rule(
        "BW117",
        "impossible-instant",
        Severity.BLOCK,
        "A date that does not exist, or an instant without an offset.",
        "Freshness, schedules and history compare instants; one without an offset means another moment on each machine.",
        "Write `2026-08-01T09:30:00+02:00`; dates alone are enough for `due`, `published`, `sources[].at` and `properties[].until`.",
        bad=(_page(_HEAD + "stale_after: 2026-02-31T00:00:00Z\n"), _page(_HEAD + "stale_after: 2026-08-01T09:30:00\n")),
        good=(_page(_HEAD + "stale_after: 2026-08-01T09:30:00+02:00\n"),),
        check=_impossible,
    ),
    Rule(
        "BW118",
        "unknown-type",
        Severity.WARN,
        "A page type that the configured list does not hold.",
        "Where a team closed the list, a misspelt type drops a page out of every listing by type.",
        "Use a type of the list, or add this one to `types` in the configuration.",
        bad=(_page("type: concpt\ntitle: T\ndescription: d\n", note='with `types = ["concept"]`'),),
        good=_FINE,
        check=_unknown_type,
    ),
)
