"""Block quotes that are callouts: GitHub's alerts and Obsidian's `> [!type] Title`, as the theme's admonitions."""

from __future__ import annotations

import re

from brainwiki.site.text.balance import is_inline

# Our word for each word that writers use; what is not here is a note.
KINDS = {
    "abstract": "abstract", "summary": "abstract", "tldr": "abstract",
    "info": "info", "todo": "info",
    "tip": "tip", "hint": "tip", "important": "tip",
    "success": "success", "check": "success", "done": "success",
    "question": "question", "help": "question", "faq": "question",
    "warning": "warning", "caution": "warning", "attention": "warning", "contradiction": "warning",
    "failure": "failure", "fail": "failure", "missing": "failure",
    "danger": "danger", "error": "danger",
    "bug": "bug", "example": "example", "quote": "quote", "cite": "quote",
}  # fmt: skip

_ALERT = re.compile(r'class="markdown-alert-([a-z]+)"')
_HEAD = re.compile(r"\s*<p>\[!([A-Za-z][\w\-]{0,30})\]([+\-]?)[ \t]*([^\n]*?)(?:\n|(?=</p>))")


def quote(attributes: str, inner: str) -> str:
    """A block quote with its inner HTML: an admonition where it is a callout, foldable where a sign says so."""
    alert = _ALERT.search(attributes)
    if alert:
        return _admonition(alert[1], "", alert[1].capitalize(), inner)
    head = _HEAD.match(inner)
    if head is None or not is_inline(head[3]):
        return f"<blockquote>{inner}</blockquote>"
    rest = inner[head.end() :]
    rest = rest.removeprefix("</p>") if rest.startswith("</p>") else f"<p>{rest}"
    return _admonition(head[1].lower(), head[2], head[3].strip() or head[1].capitalize(), rest)


def _admonition(word: str, fold: str, title: str, inner: str) -> str:
    kind = KINDS.get(word, "note")
    if fold:
        opened = " open" if fold == "+" else ""
        return f'<details class="{kind}"{opened}><summary>{title}</summary>{inner}</details>'
    return f'<div class="admonition {kind}"><p class="admonition-title">{title}</p>{inner}</div>'
