"""Where a statement goes that no page is about yet: folder, file name, title, description."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from brainwiki.dream.statements.trigger import Kind
from brainwiki.model.names import fold
from brainwiki.model.update import Update

_FOLDERS: dict[Kind, tuple[str, str]] = {
    "preference": ("knowledge/preferences", "preference"),
    "standing": ("knowledge/preferences", "preference"),
    "decision": ("knowledge/decisions", "decision"),
}
_ELSEWHERE = ("notes/remembered", "note")
WORDS = 6
SIGNS = 12  # of a name in Chinese or Japanese
TITLE = 60
DESCRIPTION = 200
_LONGEST_WORD = 40

STOP_WORDS = frozenset(
    "a an the this that these those i we you he she it they me us him her them my our your his its their mine ours yours myself "
    "is are was were be been being am do does did done has have had having will would shall should can could may might must "
    "of to in on at by for from with without into onto over under about as and or but nor so if than then too very not no "
    "there here who whom whose which what when where why how just also only now please s t d ll m re ve".split()
)
_CJK = re.compile("[\u3005-\u3007\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_STOP = re.compile(r"[.!?。！？．｡]+$")
_DEVICE = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])\Z")


def place(kind: Kind, statement: str, taken: Iterable[str]) -> Update:
    """The `create` of a page for a statement, by an id that is not among the folded ids of `taken`."""
    folder, page_type = _FOLDERS.get(kind, _ELSEWHERE)
    wanted = f"{folder}/{file_name(statement)}"
    known = taken if isinstance(taken, set | frozenset | dict) else frozenset(taken)
    page, number = wanted, 1
    while fold(page) in known:
        number += 1
        page = f"{wanted}-{number}"
    return Update(
        "create",
        page,
        type=page_type,
        title=title(statement),
        description=_cut(statement, DESCRIPTION),
    )


def file_name(statement: str) -> str:
    """Up to six words that say something, joined by hyphens; in Chinese and Japanese the first twelve signs."""
    text = unicodedata.normalize("NFKC", statement)
    if _CJK.search(text):
        name = "".join(sign for sign in text if sign.isalnum())[:SIGNS].lower()
    else:
        said = [re.sub("['’]", "", word.lower()) for word in _WORD.findall(text)]
        kept = [word[:_LONGEST_WORD] for word in said if word not in STOP_WORDS] or said
        name = "-".join(kept[:WORDS])
    name = unicodedata.normalize("NFC", name) or "statement"
    return f"{name}-page" if _DEVICE.match(name) else name


def title(statement: str) -> str:
    """The statement without its stop, cut between words where it is long."""
    return _cut(_STOP.sub("", statement), TITLE)


def _cut(text: str, most: int) -> str:
    if len(text) <= most:
        return text
    cut = text[:most]
    blank = cut.rfind(" ")
    return (cut[:blank] if blank > most // 2 else cut).rstrip(" ,;:、，")
