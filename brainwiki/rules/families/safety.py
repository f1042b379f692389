"""BW5xx: what a page must not carry into a reader, a browser or an agent."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from html import unescape

from brainwiki.model.finding import Severity
from brainwiki.model.page import Page
from brainwiki.rules.rule import Example, Hit, Rule, View

# Zero width, bidirectional controls, invisible operators, soft hyphen, fillers, variation selectors, tag characters.
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0"
    "\ufff9-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e01ef]"
)
_CODE = frozenset({"code", "fence"})
_NO_MARKUP = frozenset({"code", "fence", "math", "comment"})
_JOINERS = "\u200c\u200d"
_TAG = re.compile(
    r"<\s*(script|iframe|object|embed|applet|form|input|button|style|link|meta|base|frame|frameset|portal)\b",
    re.IGNORECASE,
)
_LOOKS_LIKE_TAG = re.compile(r"(?<!\\)<[A-Za-z/][^<>]{0,10000}>?")
_HANDLER = re.compile(r"[\s\"'/]on[a-z]{3,20}\s*=", re.IGNORECASE)
_SCHEME = re.compile(r"[\x00-\x20]*(javascript|vbscript|data|file)[\x00-\x20]*:", re.IGNORECASE)
_HTML_URL = re.compile(
    r"""(?:href|src|action|formaction|srcdoc|xlink:href)\s*=\s*["']?\s*(javascript|vbscript|data)\s*:""", re.IGNORECASE
)
_IMAGE_DATA = re.compile(r"data:image/(?:png|jpeg|gif|webp)[;,]", re.IGNORECASE)


def _is_emoji(char: str) -> bool:
    return unicodedata.category(char) in ("So", "Sk") or "\U0001f000" <= char <= "\U0001faff"


def _is_at_home(text: str, at: int) -> bool:
    """Whether an invisible character does its proper work: an emoji sequence, a flag, or letters of a joining script."""
    char, before, after = text[at], text[at - 1 : at], text[at + 1 : at + 2]
    if char == "\u200d" and before and after:
        joined = text[at - 2 : at - 1] if before == "\ufe0f" else before
        if (joined and _is_emoji(joined)) and _is_emoji(after):
            return True
    if char in _JOINERS:
        return bool(before and after) and all(_joins(letter) for letter in (before, after))
    if char == "\ufe0f":
        return bool(before) and (
            _is_emoji(before) or before in "0123456789#*" or unicodedata.category(before) in ("Sm", "Po", "Pd")
        )
    if "\ufe00" <= char <= "\ufe0e" or "\U000e0100" <= char <= "\U000e01ef":
        return bool(before) and unicodedata.category(before) in ("Lo", "So", "Sm", "Po")
    if "\U000e0020" <= char <= "\U000e007f":
        return _is_flag(text, at)
    return False


def _joins(letter: str) -> bool:
    """Whether a letter belongs to a script whose shapes depend on joiners (Arabic, Syriac, Indic, Sinhala, Khmer …)."""
    return "\u0600" <= letter <= "\u08ff" or "\u0900" <= letter <= "\u0dff" or "\u1000" <= letter <= "\u18af"


def _is_flag(text: str, at: int) -> bool:
    """Tag characters are at home only in a flag: a black flag, tags, a cancel tag, at most eight signs."""
    start = at
    while start > 0 and at - start < 8 and "\U000e0020" <= text[start - 1] <= "\U000e007f":
        start -= 1
    return text[start - 1 : start] == "\U0001f3f4"


def _invisible(page: Page, view: View) -> Iterator[Hit]:
    """Invisible characters; a run of one kind is told once, and inside code it only warns."""
    text = page.text
    if text.isascii():
        return
    last, run_end = "", -1
    for match in _INVISIBLE.finditer(text):
        at, char = match.start(), match[0]
        if _is_at_home(text, at):
            continue
        repeated = at == run_end and (char == last or char >= "\U000e0000")
        last, run_end = char, match.end()
        if repeated:
            continue
        sign = f"U+{ord(char):04X}"
        mild = page.inside(at, _CODE)
        where = "in code" if mild else "in the text"
        name = unicodedata.name(char, "unnamed")
        yield Hit(at, match.end(), f"An invisible character stands {where}: {sign} {name}.", sign, mild=mild)


def _active(page: Page, view: View) -> Iterator[Hit]:
    """HTML that runs, loads or submits, and addresses that do."""
    if "<" in page.text:
        for start, end in _markup(page):
            yield from _active_html(page.text[start:end], start)
    for link in page.links:
        scheme = _scheme(link.target) if ":" in link.target else None
        if scheme and not (link.form == "image" and _IMAGE_DATA.match(link.target)):
            yield Hit(
                link.start, link.end, f"The link uses the address scheme `{scheme[1].lower()}:`.", scheme[1].lower()
            )
    for source in page.sources:
        scheme = _scheme(source.resource) if ":" in source.resource else None
        if scheme:
            yield Hit(
                source.start,
                source.start + 1,
                f"Source {source.id} uses the address scheme `{scheme[1].lower()}:`.",
                scheme[1].lower(),
            )


def _scheme(address: str) -> re.Match[str] | None:
    """The dangerous scheme of an address; tabs and line ends in it are no disguise, since browsers drop them."""
    return _SCHEME.match(address.replace("\t", "").replace("\n", "").replace("\r", ""))


def _markup(page: Page) -> Iterator[tuple[int, int]]:
    """Stretches that a browser might take for tags: HTML as CommonMark sees it, and what looks like a tag in plain text."""
    for match in _LOOKS_LIKE_TAG.finditer(page.text, page.body):
        if not page.inside(match.start(), _NO_MARKUP):
            yield match.start(), match.end()


def _active_html(html: str, offset: int) -> Iterator[Hit]:
    """What is active in one tag; entities and line ends are no disguise, since browsers see through them."""
    spaced = unescape(html)
    joined = spaced.replace("\t", "").replace("\n", "").replace("\r", "")
    for pattern, text, what in (
        (_TAG, spaced, "the element"),
        (_HANDLER, spaced, "the event handler"),
        (_HTML_URL, joined, "the address scheme"),
    ):
        for match in pattern.finditer(text):
            name = (match[1] if match.lastindex else match[0].strip(" \t\n\"'/=")).lower()
            yield Hit(offset, offset + len(html), f"The page holds active HTML: {what} `{name}`.", name)


def _symlinks(view: View) -> Iterator[Hit]:
    for escape in view.wiki.escapes:
        yield Hit(0, 0, f"The symlink {escape.reason} and was not followed.", escape.reason, path=escape.path)


_FINE = (Example("Plain words and an emoji 👩‍🚀.\n"),)

RULES: tuple[Rule, ...] = (
    Rule(
        "BW503",
        "invisible-character",
        Severity.BLOCK,
        "Zero-width, bidirectional or tag characters in prose or front matter.",
        "They hide instructions from the reviewer and show them to an agent, or turn the order of what is read.",
        "Delete the character. Joiners inside emoji and in scripts that need them are fine.",
        bad=(
            Example("An invisible\u200b blank.\n"),
            Example("Reversed \u202eorder\u202c.\n"),
            Example("Tags\U000e0041\U000e0042 here.\n"),
        ),
        good=_FINE,
        integrity=True,
        listings=True,
        check=_invisible,
    ),
    Rule(
        "BW504",
        "active-html",
        Severity.BLOCK,
        "HTML that runs, loads or submits, or an address with a dangerous scheme.",
        "A page is shown to people who trust it; whoever can edit it must not be able to run code in their browser.",
        "Write Markdown; show code in a fenced block.",
        bad=(
            Example("<script>steal()</script>\n"),
            Example('Hello <b onclick="x()">you</b>.\n'),
            Example("[run](javascript:alert(1))\n"),
        ),
        good=(Example("`<script>` is shown as code, <b>bold</b> is fine.\n"),),
        integrity=True,
        listings=True,
        check=_active,
    ),
    Rule(
        "BW505",
        "symlink-escape",
        Severity.BLOCK,
        "A symlink in the brain that leaves it, leads in a circle or to nothing.",
        "Following it would publish a file of the machine that builds the site.",
        "Replace the link by the file, or remove it.",
        bad=(),
        good=_FINE,
        scope="wiki",
        integrity=True,
        check_wiki=_symlinks,
    ),
)
