"""Words as HTML: escaped, in the few forms that differences show, with what was removed and added marked.

`bw-history.js` makes the same elements in the browser: a change here is a change there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from brainwiki.site.history.blocks import WHOLE
from brainwiki.site.history.tokens import Stretch, Token, is_blank, length, word
from brainwiki.site.words import Words

LONG = 300  # characters of unchanged words beside a change, beyond which their middle is left out
EDGE = 100  # characters that stay at each end
CONTEXT = 200  # characters of an unchanged block that are shown
MOST_WHOLE = 4000  # characters of a block that came or went

_TAGS = {"s": "strong", "e": "em", "d": "s", "c": "code"}
_MARKS = {"-": ("del", "d_removed"), "+": ("ins", "d_added")}
_CLASSES = {"l": "link", "i": "image", "f": "cite", "m": "math", "x": "html", "t": "box"}
_ELEMENTS = {"f": "sup", "m": "code", "x": "code"}
CUT = '<span class="bw-d-cut">…</span>'


def inline(words: Sequence[Token], marked: bool = False) -> str:
    """Words in their forms; `marked` shows too what readers of a page do not see: where a link leads, and ids."""
    out: list[str] = []
    said: list[str] = []  # words of one form, that are still to be written
    form = ""
    for token in words:
        own = "" if type(token) is str else token[0]
        is_whole = own != "" and own in WHOLE
        if said and (is_whole or own != form):
            out.append(_formed(form, said))
            said = []
        if is_whole:
            out.append(_thing(token, marked))
        else:
            form = own
            said.append(token if type(token) is str else token[1])
    if said:
        out.append(_formed(form, said))
    return "".join(out)


def _formed(form: str, said: Sequence[str]) -> str:
    """Words of one form."""
    words = escape("".join(said))
    tags = [_TAGS[letter] for letter in form if letter in _TAGS]
    return (
        "".join(f"<{tag}>" for tag in tags) + words + "".join(f"</{tag}>" for tag in reversed(tags)) if tags else words
    )


def _thing(token: Token, marked: bool) -> str:
    """A link, image, cite, formula, tag, box or id."""
    form, said = token[0], token[1]
    if form == "a":
        return f'<small class="bw-d-id">{escape(said)}</small>' if marked else ""
    name = _ELEMENTS.get(form, "span")
    found = f'<{name} class="bw-d-{_CLASSES[form]}">{escape(said)}</{name}>'
    if marked and len(token) > 2 and token[2] != said:
        found += f' <span class="bw-d-target">→ {escape(token[2])}</span>'
    return found


def mark(state: str, inner: str, words: Words) -> str:
    """A piece of HTML that was removed (`-`) or added (`+`); a screen reader hears which."""
    tag, key = _MARKS[state]
    return f'<{tag}><span class="bw-said">{escape(words[key])} </span>{inner}</{tag}>' if inner else ""


def marked(stretches: Sequence[Stretch], words: Words, is_code: bool, states: str = "=-+") -> str:
    """The words of a changed block; long ones that did not change are shortened. `states` says which words are shown."""
    out = []
    for place, (state, said) in enumerate(stretches):
        if state not in states:
            continue
        if state == "=":
            out.append("".join(_shortened(said, place == 0, place == len(stretches) - 1)))
        elif is_code or not all(is_blank(token) for token in said):
            out.append(mark(state, inline(said, True), words))
        elif state == "+":
            out.append(inline(said))
    return "".join(out)


def _shortened(said: Sequence[Token], is_first: bool, is_last: bool) -> Iterator[str]:
    """Unchanged words as HTML, without their middle where it is long; at the ends of a block without what is far from a change."""
    if length(said) <= LONG:
        yield inline(said)
        return
    head, tail = (0 if is_first else _edge(said)), (0 if is_last else _edge(said[::-1]))
    yield inline(said[:head])
    yield CUT
    yield inline(said[len(said) - tail :])


def _edge(said: Sequence[Token]) -> int:
    """How many words make up an edge."""
    count = size = 0
    while count < len(said) and size < EDGE:
        size += len(word(said[count]))
        count += 1
    return count


def context(said: Sequence[Token]) -> str:
    """The words of an unchanged block beside a change, shortened at the end."""
    return _clipped(said, CONTEXT, False)


def whole(state: str, said: Sequence[Token], words: Words) -> str:
    """All words of a block that was removed or added, up to a great many."""
    return mark(state, _clipped(said, MOST_WHOLE, True), words)


def _clipped(said: Sequence[Token], most: int, is_marked: bool) -> str:
    """Words without those beyond so many characters, where that is worth it."""
    if length(said) <= most * 3 // 2:
        return inline(said, is_marked)
    count = size = 0
    while size < most:
        size += len(word(said[count]))
        count += 1
    return inline(said[:count], is_marked) + CUT
