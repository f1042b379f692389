"""Personal data in a text: addresses, telephone numbers, numbers with check digits; each form with what tells it from a look-alike."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple


class Datum(NamedTuple):
    """One piece of personal data: what it is (with its article) and where it stands."""

    kind: str
    start: int
    end: int


_WIDE = {sign: sign - 0xFEE0 for sign in range(0xFF01, 0xFF5F)} | {
    0x3000: 0x20,
    0x2010: 0x2D,
    0x2011: 0x2D,
    0x2013: 0x2D,
    0x2212: 0x2D,
}
_EMAIL = re.compile(
    r"(?<![\w.+%@-])([A-Za-z0-9][A-Za-z0-9._%+-]{0,63})@((?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.){1,4}[A-Za-z]{2,24})(?![\w@-])",
    re.ASCII,
)
# Mailboxes of a role belong to nobody in person.
_ROLES = re.compile(
    r"(?:no|do-?not)[._-]?reply.*|.*no-?reply|info|contact|support|help|hello|admin|administrator|root|postmaster|hostmaster|webmaster|abuse"
    r"|security|privacy|legal|press|media|sales|office|team|jobs|careers|feedback|service|services|billing|orders|git|ops|dev|bot|user|users"
    r"|username|name|you|your|me|someone|first\.last|foo|bar|test|example|newsletter|notifications?|mailer-daemon|.*\[bot\]|\d+\+.*",
    re.IGNORECASE,
)
_NOBODY = re.compile(
    r"(?:.*\.)?(?:example|test|invalid|localhost|local|internal|noreply\.[\w.]+)(?:\.(?:com|net|org|edu|jp|co\.jp|cn))?|domain\.(?:com|tld)"
    r"|(?:your|my|some)[\w-]*\.\w+|.*\.(?:png|jpe?g|gif|svg|webp|avif|js|css|py|md|json|html?)",
    re.IGNORECASE,
)
_INTERNATIONAL = re.compile(
    r"(?<![\w.+])\+(?:\d{1,3}[ -]?(?:\(\d{1,4}\)[ -]?)?\d{1,4}(?:[ -]?\d{2,4}){1,4}|\d{1,3}(?:\.\d{1,4}){2,5})(?![\w]|[.,]\d)",
    re.ASCII,
)
_LOCAL_PHONE = re.compile(
    r"(?<![\w.+-])(?:0[789]0([ -]?)\d{4}\1\d{4}|1[3-9]\d([ -]?)\d{4}\2\d{4}|0\d{1,4}-\d{1,4}-\d{4})(?![\w-]|[.,]\d)",
    re.ASCII,
)
_ABOUT_PHONES = re.compile(
    r"tele?phone|phone|mobile|\btel\b|\bcell\b|電話|携帯|連絡先|ケータイ|手机|手機|电话|联系|聯繫|微信", re.IGNORECASE
)
_CALLING_CODE = re.compile(
    r"7|20|27|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|2[1-69]\d|35\d|37\d|38\d|42[013]|50\d|59\d|67\d|68\d|85\d|88\d|9[679]\d"
)
_CARD = re.compile(
    r"(?<![\w.-])(?:\d{4}([ -]?)\d{4}\1\d{4}\1\d{4}(?:\1\d{3})?|3[47]\d\d([ -]?)\d{6}\2\d{5})(?![\w-]|\.\d)",
    re.ASCII,
)
_ISSUER = re.compile(r"4|5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720|3[47]|35[2-8]|6011|64[4-9]|65|62")
_ABOUT_CARDS = re.compile(r"card|visa|master|amex|credit|カード|クレジット|卡", re.IGNORECASE)
_IBAN = re.compile(r"(?<![A-Za-z0-9])([A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?)(?![A-Za-z0-9])")
_IBAN_LENGTHS = {
    code: int(length)
    for length, codes in {
        "15": "NO", "16": "BE", "18": "DK FI NL", "19": "MK SI", "20": "AT BA EE KZ LT LU", "21": "CH HR LI LV",
        "22": "BG DE GB GE IE ME RS", "23": "AE IL", "24": "AD CZ ES MD PK RO SA SE SK TN", "25": "PT", "26": "IS TR",
        "27": "FR GR IT MC SM", "28": "AL CY DO HU LB PL", "29": "BR UA", "31": "MT",
    }.items()
    for code in codes.split()
}  # fmt: skip
_PRINTED = frozenset(
    {"DE89370400440532013000", "GB82WEST12345698765432", "GB29NWBK60161331926819", "FR1420041010050500013M02606"}
)  # in manuals
_CHINESE_ID = re.compile(
    r"(?<![\w-])[1-9]\d{5}(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dXx](?![\w-])",
    re.ASCII,
)
_MY_NUMBER = re.compile(r"(?<![\w.-])\d{4}([ -]?)\d{4}\1\d{4}(?![\w-]|\.\d)", re.ASCII)
_ABOUT_MY_NUMBER = re.compile(r"マイナンバー|個人番号|my ?number", re.IGNORECASE)
_KOREAN_ID = re.compile(r"(?<![\w-])\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])-[1-4]\d{6}(?![\w-])", re.ASCII)
_CPF = re.compile(r"(?<![\w.-])\d{3}\.\d{3}\.\d{3}-\d\d(?![\w-])", re.ASCII)
_NEAR = 40  # characters before a number in which a word tells what it is


def luhn(digits: str) -> bool:
    """The check digit of payment cards."""
    doubled = (int(digit) * (1 + place % 2) for place, digit in enumerate(reversed(digits)))
    return sum(value - 9 if value > 9 else value for value in doubled) % 10 == 0


def iban(value: str) -> bool:
    """The length of the country's account numbers, and the remainder of 1 by 97."""
    if _IBAN_LENGTHS.get(value[:2]) != len(value):
        return False
    return int("".join(str(int(sign, 36)) for sign in value[4:] + value[:4])) % 97 == 1


def chinese_id(value: str) -> bool:
    """The last sign of a resident number: ISO 7064, MOD 11-2."""
    total = sum(int(digit) * pow(2, 17 - place, 11) for place, digit in enumerate(value[:17]))
    return "10X98765432"[total % 11] == value[17].upper()


def my_number(digits: str) -> bool:
    """The last digit of a Japanese individual number: weights 2 to 7, then 2 to 6, from the right."""
    total = sum(
        int(digit) * (place + 2 if place < 6 else place - 4) for place, digit in enumerate(reversed(digits[:11]))
    )
    return (0 if total % 11 <= 1 else 11 - total % 11) == int(digits[11])


def korean_id(digits: str) -> bool:
    """The last digit of a resident registration number issued before October 2020."""
    total = sum(
        int(digit) * weight for digit, weight in zip(digits, (2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5), strict=False)
    )
    return (11 - total % 11) % 10 == int(digits[12])


def cpf(digits: str) -> bool:
    """The two check digits of a Brazilian taxpayer's number."""
    return all(
        sum(int(digit) * (size + 1 - place) for place, digit in enumerate(digits[:size])) * 10 % 11 % 10
        == int(digits[size])
        for size in (9, 10)
    )


def is_made_up(digits: str) -> bool:
    """Whether a number is one of those that people print in manuals: few different digits, or five and more in a rising row."""
    rising = any(run in digits for run in ("01234", "12345", "23456", "34567", "45678", "56789", "98765", "87654"))
    return rising or len(set(digits)) <= 4 or re.search(r"(\d)\1{4}", digits) is not None


def find(text: str) -> list[Datum]:
    """Every piece of personal data in a text, in order; of two that overlap the first is told."""
    half = text if text.isascii() else text.translate(_WIDE)
    found = sorted((one for search in _SEARCHES for one in search(half)), key=lambda one: (one.start, -one.end))
    kept: list[Datum] = []
    for one in found:
        if not kept or one.start >= kept[-1].end:
            kept.append(one)
    return kept


def _emails(text: str) -> Iterator[Datum]:
    if "@" in text:
        for match in _EMAIL.finditer(text):
            before = text[max(0, match.start() - 100) : match.start()].rpartition(" ")[2]
            if not _ROLES.fullmatch(match[1]) and not _NOBODY.fullmatch(match[2]) and "://" not in before:
                yield Datum("an e-mail address", *match.span())


def _phones(text: str) -> Iterator[Datum]:
    """Numbers with a country's code; without one only where they are grouped as people write them, or called a telephone number."""
    for match in _INTERNATIONAL.finditer(text):
        if is_calling(match[0].replace("(0)", "")):
            yield Datum("a telephone number", *match.span())
    for match in _LOCAL_PHONE.finditer(text):
        digits = _digits(match[0])
        grouped = bool(match[1] or match[2])
        named = grouped or _ABOUT_PHONES.search(text, max(0, match.start() - _NEAR), match.start())
        if named and len(digits) >= 10 and not is_made_up(digits):
            yield Datum("a telephone number", *match.span())


def is_calling(value: str) -> bool:
    """Whether a number with a plus can be called: a calling code that exists, a number behind it that is no round sum or example."""
    digits = _digits(value)
    if not 8 <= len(digits) <= 15 or is_made_up(digits):
        return False
    if digits[0] == "1":
        return (
            re.fullmatch(r"1[2-9]\d\d[2-9]\d{6}", digits) is not None and digits[4:7] != "555" and digits[1:4] != "555"
        )
    code = _CALLING_CODE.match(digits)
    if code is None:
        return False
    rest = digits[code.end() :]
    return len(rest) >= 6 and (rest[0] != "0" or code[0] == "39") and not rest.startswith(("7700900", "2079460"))


def _digits(value: str) -> str:
    return "".join(sign for sign in value if sign.isdigit())


def _cards(text: str) -> Iterator[Datum]:
    for match in _CARD.finditer(text):
        digits = _digits(match[0])
        grouped = bool(match[1] or match[2])
        if not _ISSUER.match(digits) or not luhn(digits) or is_made_up(digits):
            continue
        if grouped or _ABOUT_CARDS.search(text, max(0, match.start() - _NEAR), match.start()):
            yield Datum("a payment card's number", *match.span())


def _ibans(text: str) -> Iterator[Datum]:
    for match in _IBAN.finditer(text):
        value = match[1].replace(" ", "")
        if iban(value) and value not in _PRINTED:
            yield Datum("a bank account's number", *match.span(1))


def _numbers(
    pattern: re.Pattern[str], check: Callable[[str], bool], about: re.Pattern[str] | None
) -> Callable[[str], Iterator[Datum]]:
    """A search for identity numbers of one form; `about` must stand before those that many other numbers look like."""

    def search(text: str) -> Iterator[Datum]:
        for match in pattern.finditer(text):
            value = "".join(sign for sign in match[0] if sign.isalnum())
            named = about is None or about.search(text, max(0, match.start() - _NEAR), match.start())
            if named and check(value) and not is_made_up(value[:12]):
                yield Datum("a national identity number", *match.span())

    return search


_SEARCHES: tuple[Callable[[str], Iterator[Datum]], ...] = (
    _emails,
    _phones,
    _cards,
    _ibans,
    _numbers(_CHINESE_ID, chinese_id, None),
    _numbers(_MY_NUMBER, my_number, _ABOUT_MY_NUMBER),
    _numbers(_KOREAN_ID, korean_id, None),
    _numbers(_CPF, cpf, None),
)
