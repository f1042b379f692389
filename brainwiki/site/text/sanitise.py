"""What HTML a page may hold: one written allow-list, applied to page content only; our own markup is put in afterwards."""

from __future__ import annotations

import re

import nh3

MAX_DEPTH = 400  # sanitising takes time by the square of the depth, and browsers flatten at 512

# Tags that prose, tables and lists are made of. No forms, frames, media, vector graphics, styles or scripts.
TAGS = frozenset(
    "a abbr b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl dt em figcaption figure "
    "h1 h2 h3 h4 h5 h6 hr i img input ins kbd li mark ol p pre q rp rt ruby s samp section small span strong sub summary sup "
    "table tbody td tfoot th thead time tr u ul var wbr".split()
)
# Tags that go with everything in them: their text was never meant to be read.
DROPPED = frozenset(
    "script style iframe object embed noscript template title textarea svg math select xmp noembed noframes".split()
)

# `id` and `name` are link targets; names in `__…` belong to the theme, those in `bw-…` to us. Classes are only those that the Markdown reader writes.
ATTRIBUTES = {
    "*": {"id", "title", "lang", "dir"},
    "a": {"href", "name"},
    "img": {"src", "alt", "width", "height"},
    "input": {"checked"},
    "ol": {"start", "reversed"},
    "li": {"value"},
    "td": {"colspan", "rowspan", "align"},
    "th": {"colspan", "rowspan", "align", "scope"},
    "details": {"open"},
    "time": {"datetime"},
    "code": {"class"},
}
CLASSES = {
    "span": {"math", "math-inline", "math-display"},
    "sup": {"footnote-reference", "footnote-definition-label"},
    "div": {"footnote-definition"},
    "blockquote": {f"markdown-alert-{kind}" for kind in ("note", "tip", "important", "warning", "caution")},
}
SCHEMES = frozenset({"http", "https", "mailto"})

_LANGUAGE_CLASS = re.compile(r"language-[\w+#.\-]{1,40}$")
_ALIGNMENT = re.compile(r'<(t[dh]) style="text-align: (left|center|right)">')
_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)")
_FLAT = frozenset("p li dd dt td th tr br hr img input col wbr".split())
_NUMBER = re.compile(r"[0-9]{1,4}$")


def _attribute(tag: str, name: str, value: str) -> str | None:
    """The last word on one attribute that the allow-list lets through."""
    if name in ("id", "name"):
        return None if value.startswith(("__", "bw-")) or tag in ("img", "input") else value
    if tag == "code" and name == "class":
        return value if _LANGUAGE_CLASS.match(value) else None
    if name in ("width", "height", "colspan", "rowspan", "start", "value"):
        return value if _NUMBER.match(value) else None
    return value


_CLEANER = nh3.Cleaner(
    tags=set(TAGS),
    clean_content_tags=set(DROPPED),
    attributes={tag: set(names) for tag, names in ATTRIBUTES.items()},
    attribute_filter=_attribute,
    allowed_classes={tag: set(names) for tag, names in CLASSES.items()},
    set_tag_attribute_values={"input": {"type": "checkbox"}},
    url_schemes=set(SCHEMES),
    link_rel=None,
    strip_comments=True,
)


def clean(markup: str) -> str | None:
    """HTML with only what the allow-list names, well-formed and serialised in one way; None where it nests too deeply."""
    if _is_too_deep(markup):
        return None
    return _CLEANER.clean(_ALIGNMENT.sub(r'<\1 align="\2">', markup))


def _is_too_deep(markup: str) -> bool:
    """Whether elements nest, or are left open, more than `MAX_DEPTH` deep."""
    if markup.count("<") <= MAX_DEPTH:
        return False
    depth = 0
    for closing, name in _TAG.findall(markup):
        if name.lower() not in _FLAT:
            depth += -1 if closing else 1
            if depth > MAX_DEPTH:
                return True
    return False


_ACTIVE_SVG = re.compile(
    r"<!|<\?xml-stylesheet|<\s*(?:script|foreignobject|iframe|embed|object|handler|set|animate)|\bon[a-z]+\s*=|javascript:|@import"
    r"|url\(\s*[\"']?(?!#)|(?:href|src)\s*=\s*[\"']?(?!#|[\"']|data:image/(?:png|jpeg|gif|webp);)",
    re.IGNORECASE,
)


def is_passive_svg(raw: bytes) -> bool:
    """Whether an SVG file holds nothing that runs, loads or links: only then may it be an attachment."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        return False
    declared = re.search(r"encoding\s*=\s*[\"']([^\"']*)", text[:200])
    if declared and declared[1].lower() not in ("utf-8", "us-ascii", "ascii"):
        return False
    return "<svg" in text and "\0" not in text and "&#" not in text and _ACTIVE_SVG.search(text) is None
