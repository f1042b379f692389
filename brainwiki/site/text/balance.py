"""Reading HTML that the sanitiser wrote: it is well-formed and serialised in one way, so that a tag is one pattern."""

from __future__ import annotations

import html
import re

TAG = re.compile(r'<(/?)([a-z][a-z0-9]*)((?: [^\s=>"/]+="[^"]*")*)>')
_ATTRIBUTE = re.compile(r' ([^\s=>"/]+)="([^"]*)"')

VOID = frozenset({"br", "col", "hr", "img", "input", "wbr"})
INLINE = frozenset(
    "a abbr b bdi bdo br cite code del dfn em i img ins kbd mark q rp rt ruby s samp small span strong sub sup time u var wbr "
    "math mrow mi mo mn mtext ms msub msup msubsup mfrac msqrt mroot mover munder munderover mstyle mspace mpadded mphantom "
    "mtable mtr mtd menclose".split()
)


def attributes(text: str) -> dict[str, str]:
    """The attributes of a tag, decoded."""
    return {name: html.unescape(value) for name, value in _ATTRIBUTE.findall(text)} if text else {}


def is_inline(markup: str) -> bool:
    """Whether a piece of HTML may stand inside one span: inline elements only, each opened and closed within it."""
    if "<" not in markup:
        return True
    depth: list[str] = []
    for match in TAG.finditer(markup):
        closing, name = match[1], match[2]
        if name not in INLINE:
            return False
        if name in VOID:
            continue
        if not closing:
            depth.append(name)
        elif not depth or depth.pop() != name:
            return False
    return not depth


def text_of(markup: str) -> str:
    """The plain words of a piece of HTML, white space as one blank."""
    return " ".join(html.unescape(TAG.sub("", markup)).split())
