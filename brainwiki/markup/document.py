"""Bytes to text and back without loss: encoding, byte order mark, line ends."""

from __future__ import annotations

import bisect
import re
from dataclasses import dataclass
from functools import cached_property

from brainwiki.model.page import Problem

BOM = "\ufeff"
# C0 and C1 controls other than tab, line feed and carriage return; a literal carriage return inside a line stays visible.
CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x80-\x9f]")
_CONTROL_BYTES = bytes((*range(9), 11, 12, *range(14, 32), 127))
_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True)
class Document:
    """A file's text as the parser sees it: decoded, without BOM, every CRLF as LF.

    `text` is that view; `raw` the bytes as read. `to_raw` maps offsets of the view back, so that a writer can leave
    everything else byte for byte as it was.
    """

    raw: bytes
    text: str
    has_bom: bool
    problems: tuple[Problem, ...]

    @cached_property
    def decoded(self) -> str:
        """The text with its own line ends and BOM; not UTF-8 bytes stand as lone surrogates, so that encoding restores them."""
        return self.raw.decode("utf-8", "surrogateescape")

    @cached_property
    def _returns(self) -> list[int]:
        """Offsets in the view of each LF that is a CRLF in the file."""
        returns = enumerate(re.finditer("\r\n", self.decoded))
        return [match.start() - removed - self.has_bom for removed, match in returns]

    @cached_property
    def newline(self) -> str:
        """The line end that most lines of the file have."""
        returns = len(self._returns)
        return "\r\n" if returns * 2 > self.text.count("\n") else "\n"

    def to_raw(self, offset: int) -> int:
        """The offset in `decoded` of an offset in `text`; between CR and LF it is never."""
        return offset + self.has_bom + bisect.bisect_left(self._returns, offset)


def read(raw: bytes) -> Document:
    """Decode a file. Wrong bytes, a BOM and control characters are problems of the document, never exceptions."""
    problems: list[Problem] = []
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        text = _SURROGATE.sub("\ufffd", raw.decode("utf-8", "surrogateescape"))
        place = len(raw[: error.start].decode("utf-8").removeprefix(BOM).replace("\r\n", "\n"))
        detail = f"byte 0x{raw[error.start]:02x} at offset {error.start}"
        if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
            detail += ", as UTF-16 begins"
        problems.append(Problem("not-utf8", place, place + 1, detail))
    garbled = any(problem.start == 0 for problem in problems)  # from the first byte on: no text at all
    has_bom = text.startswith(BOM)
    if has_bom:
        text = text[1:]
        problems.append(Problem("byte-order-mark", 0, 0, ""))
    if "\r" in text:
        returns = text.count("\r\n")
        text = text.replace("\r\n", "\n")
        kinds = {"CRLF": returns, "LF": text.count("\n") - returns, "CR alone": text.count("\r")}
        words = [f"{count} {kind}" for kind, count in kinds.items() if count]
        if (len(words) > 1 or kinds["CR alone"]) and not garbled:
            problems.append(Problem("mixed-line-ends", 0, 0, "\0".join(words)))
    is_plain = text.isascii() and len(raw.translate(None, _CONTROL_BYTES)) == len(raw)
    if not is_plain and not garbled:
        problems.extend(_controls(text))
    if not text.strip():
        problems.append(Problem("empty-page", 0, 0, "no bytes" if not raw else "only white space"))
    return Document(raw, text, has_bom, tuple(problems))


def _controls(text: str) -> list[Problem]:
    """The first of each kind of control character; one finding a kind is enough to mend the file."""
    seen: dict[str, Problem] = {}
    for match in CONTROL.finditer(text):
        char = match[0]
        if char not in seen:
            seen[char] = Problem("control-character", match.start(), match.end(), f"U+{ord(char):04X}")
    return list(seen.values())
