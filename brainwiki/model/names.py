"""How names are compared: folding, heading slugs, targets and near misses."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable

_NOT_SLUG = re.compile(r"[^\w\- ]+", re.UNICODE)
_SPACE = re.compile(r"\s+")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]+:")
_DRIVE = re.compile(r"[A-Za-z]:")


def fold(text: str) -> str:
    """The form in which names are compared: NFC, then case-folded."""
    return text.lower() if text.isascii() else unicodedata.normalize("NFC", text).casefold()


def fold_wide(text: str) -> str:
    """A looser form for `did you mean`: NFKC and case-folded, so full width equals half width."""
    return unicodedata.normalize("NFKC", text).casefold()


def squeeze(text: str) -> str:
    """NFKC text with every run of white space as one blank: the form in which quotes are compared."""
    return " ".join((text if text.isascii() else unicodedata.normalize("NFKC", text)).split())


def slug(text: str) -> str:
    """A heading's anchor: lower case, letters and digits of every script kept, blanks as hyphens (GitHub's form)."""
    if text.isascii() and text.replace(" ", "").isalnum():
        return text.strip().lower().replace(" ", "-")
    kept = _NOT_SLUG.sub("", unicodedata.normalize("NFC", text).strip().lower())
    return kept.replace(" ", "-")


def heading_keys(text: str) -> frozenset[str]:
    """Every form in which a link may name a heading."""
    plain = fold(_SPACE.sub(" ", text).strip())
    return frozenset({plain, slug(text), slug(text).strip("-"), _SPACE.sub("", _NOT_SLUG.sub("", plain))})


def has_scheme(target: str) -> bool:
    """Whether a link target is an address (`https:`, `mailto:`, `//host`) and not a path in the wiki."""
    return target.startswith("//") or _SCHEME.match(target) is not None


def is_absolute(target: str) -> bool:
    """Whether a path starts at the root of a disk: `/x`, `\\\\server`, `C:/x`."""
    return target.startswith(("/", "\\")) or _DRIVE.match(target) is not None


def join(folder: str, target: str) -> str | None:
    """`target` seen from `folder`, both with forward slashes; None where it climbs above the root."""
    parts = [part for part in folder.split("/") if part]
    for part in target.replace("\\", "/").split("/"):
        if part in ("", "."):
            continue
        if part == "..":
            if not parts:
                return None
            parts.pop()
        else:
            parts.append(part)
    return "/".join(parts)


def relative(folder: str, path: str) -> str:
    """A path from the root as a Markdown link in `folder` writes it."""
    here, there = [part for part in folder.split("/") if part], path.split("/")
    shared = 0
    while shared < len(here) and shared < len(there) - 1 and here[shared] == there[shared]:
        shared += 1
    return "/".join([".."] * (len(here) - shared) + there[shared:]).replace(" ", "%20")


def parent(path: str) -> str:
    """The folder of a path with forward slashes, empty at the root."""
    return path.rpartition("/")[0]


def stem(path: str) -> str:
    """The last part of a path without `.md`."""
    return path.rpartition("/")[2].removesuffix(".md")


def near(name: str, known: Iterable[str], limit: int = 3) -> tuple[str, ...]:
    """Up to `limit` known names that look like `name`, nearest first; equal under NFKC comes before all."""
    pool = sorted(set(known))
    wide = fold_wide(name)
    same = [other for other in pool if fold_wide(other) == wide]
    close = difflib.get_close_matches(name, pool, n=limit, cutoff=0.75)
    return tuple(dict.fromkeys([*same, *close]))[:limit]


class Nearby:
    """Near names out of many: pairs of characters choose a few candidates, which are then compared in full.

    Built once for a set of names; a question costs about as much as the names that share a pair with it, not all names. Of
    other names than `questions` (the first that are asked) no near ones are told: so many are no slips of the pen, and each
    costs a millisecond.
    """

    CANDIDATES = 24

    def __init__(self, names: Iterable[str], questions: int = 2_000) -> None:
        self._questions = questions
        self._names = tuple(sorted(set(names)))
        self._by_pair: dict[str, list[int]] = {}
        self._known: dict[tuple[str, int], tuple[str, ...]] = {}
        for number, name in enumerate(self._names):
            for pair in _pairs(name):
                self._by_pair.setdefault(pair, []).append(number)

    def near(self, name: str, limit: int = 3) -> tuple[str, ...]:
        """Up to `limit` names that look like `name`, nearest first; the same question is answered from memory."""
        found = self._known.get((name, limit))
        if found is None and len(self._known) >= self._questions:
            return ()
        if found is None:
            found = self._known[name, limit] = near(name, self._candidates(name), limit)
        return found

    def _candidates(self, name: str) -> list[str]:
        shared: Counter[int] = Counter()
        for pair in _pairs(name):
            shared.update(self._by_pair.get(pair, ()))
        wanted = len(_pairs(name))
        scored = [(2 * count / (wanted + len(_pairs(self._names[n]))), -n) for n, count in shared.most_common(400)]
        best = sorted(scored, reverse=True)[: self.CANDIDATES]
        return [self._names[-number] for _, number in best]


def _pairs(name: str) -> set[str]:
    """The pairs of neighbouring characters of a folded name, with its ends marked."""
    marked = f"\x02{fold_wide(name)}\x03"
    return {marked[at : at + 2] for at in range(len(marked) - 1)}
