"""Whether a value is a secret or stands for one: placeholders, words and patterns on one side, chance on the other."""

from __future__ import annotations

import binascii
import itertools
import re

# What no secret holds and what people write in its place: <token>, ${VAR}, {{ x }}, %(x)s, ***, …
_BRACKETS = re.compile(r"[<>{}…␛]|\.\.\.|\*\*|^\$|\$[{(]|\$[A-Z_]{3}|%[({]|\[\[")
_STAND_INS = re.compile(
    r"example|sample|dummy|placeholder|redacted|change|replace|password|passwort|passwd|secret|insert|default|lorem"
    r"|qwerty|qwertz|letmein|welcome|hunter2|swordfish|foobar|deadbeef|cafebabe|abc123|123abc|a1b2c3|1a2b3c"
)
_SHORT_STAND_INS = re.compile(r"test|demo|fake|your|mock|todo|xxxx|none|null|token|admin|guest|root")
_LEET = str.maketrans("013457@$!", "oieastasi")
_SAME = re.compile(r"(.)\1{4}", re.DOTALL)
_WORD = re.compile(r"[A-Z][a-z]{3,}|[a-z]{4,}|[A-Z]{4,}")
_VOWEL = re.compile("[aeiou]", re.IGNORECASE)
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_HEX = re.compile(r"[0-9a-f]{32,}|[0-9A-F]{32,}")
_ALPHABET = re.compile(r"[A-Za-z0-9+/=_.~-]+")
_RUN = re.compile(r"[A-Za-z0-9+/=_]{16}")
_MAILBOX = re.compile(r"@[\w-]+\.\w")
_RISE = 6  # so many signs in a row that each follow the one before: 123456, abcdef

_CLASSES = (re.compile("[a-z]"), re.compile("[A-Z]"), re.compile("[0-9]"), re.compile("[^A-Za-z0-9]"))


def decoded(part: str) -> str:
    """A piece of base64, of either alphabet and with or without padding, as text; empty where it is none."""
    try:
        return binascii.a2b_base64(part.replace("-", "+").replace("_", "/") + "=" * (-len(part) % 4)).decode()
    except ValueError:  # binascii.Error and UnicodeDecodeError are such
        return ""


def is_placeholder(value: str) -> bool:
    """Whether a value only stands for a secret: brackets, a word that says so (also in leet), one sign or a run repeated."""
    low = value.lower()
    return bool(
        _BRACKETS.search(value)
        or _SHORT_STAND_INS.search(low)
        or _STAND_INS.search(low)
        or _STAND_INS.search(low.translate(_LEET))
        or _SAME.search(value)
        or _rises(low)
    )


def _rises(value: str) -> bool:
    """Whether six signs in a row go up or down by one."""
    length = step = 0
    for one, after in itertools.pairwise(value):
        change = ord(after) - ord(one)
        length = length + 1 if change == step and abs(change) == 1 else 1
        step = change
        if length >= _RISE - 1:
            return True
    return False


def wordiness(value: str) -> float:
    """The share of a value that reads as words: runs of four letters and more in one case, with a vowel; 0 to 1."""
    return sum(len(word) for word in _WORD.findall(value) if _VOWEL.search(word)) / len(value) if value else 0.0


def is_token(value: str) -> bool:
    """Whether the body of a token of known form can be a real one."""
    return len(set(value)) >= 8 and not is_placeholder(value)


def is_machine_made(value: str) -> bool:
    """Whether a value reads like a generated key: long, of letters and digits, neither words nor a UUID nor a path."""
    if not 16 <= len(value) <= 200 or len(set(value)) < 8 or not _ALPHABET.fullmatch(value) or not _RUN.search(value):
        return False
    lower, upper, digit, _ = (len(one.findall(value)) for one in _CLASSES)
    mixed = bool(lower and upper) or bool(_HEX.fullmatch(value)) or (len(value) >= 20 and value.isalnum())
    if not mixed or digit < 2 or lower + upper < 2 or wordiness(value) > 0.45:
        return False
    if _UUID.fullmatch(value) or value.lower().startswith(("sha", "md5")):
        return False
    return not (is_placeholder(value) or is_placeholder(decoded(value)))


def is_password(value: str) -> bool:
    """Whether a value reads like a password that is in use: eight signs of three kinds, no plain words, no path, no address."""
    if not 8 <= len(value) <= 64 or not value.isascii() or "\\" in value or "(" in value or value.count("/") > 1:
        return False
    if value[0] in "/~" or "://" in value or _MAILBOX.search(value):
        return False
    kinds = [bool(one.search(value)) for one in _CLASSES]
    spread = sum(kinds) >= 3 and kinds[2] and (kinds[0] or kinds[1]) and len(set(value)) >= 6
    return spread and wordiness(value) <= 0.6 and not (is_placeholder(value) or is_placeholder(decoded(value)))
