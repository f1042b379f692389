"""Quantities of a sentence: a number with its unit, in the base unit of its dimension, so that 12 mm and 1.2 cm are one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple

from brainwiki.claims.figures import in_digits
from brainwiki.model.names import squeeze

_MYRIADS = {"百": 100, "千": 1000, "万": 10**4, "萬": 10**4, "億": 10**8, "亿": 10**8}
_POWERS = {"thousand": 10**3, "million": 10**6, "billion": 10**9}

# The dimension, the size in its base unit, and the names of a unit; the longer name is tried first.
_UNITS: tuple[tuple[str, str, str], ...] = (
    ("length", "1e-6", "µm|micrometres|micrometers|微米|マイクロメートル"),
    ("length", "1e-3", "mm|millimetres|millimetre|millimeters|millimeter|毫米|ミリメートル|ミリ"),
    ("length", "1e-2", "cm|centimetres|centimetre|centimeters|centimeter|厘米|公分|センチメートル|センチ"),
    ("length", "1", "m|metres|metre|meters|meter|米|メートル"),
    ("length", "1e3", "km|kilometres|kilometre|kilometers|kilometer|公里|千米|キロメートル"),
    ("mass", "1e-3", "mg|milligrams|milligram|毫克|ミリグラム"),
    ("mass", "1", "g|grams|gram|grammes|克|グラム"),
    ("mass", "500", "斤"),
    ("mass", "1e3", "kg|kilos|kilo|kilograms|kilogram|公斤|千克|キログラム"),
    ("mass", "1e6", "t|tonnes|tonne|tons|吨|噸|トン"),
    ("volume", "1e-3", "ml|millilitres|milliliters|毫升|ミリリットル"),
    ("volume", "1e-2", "cl|centilitres|centiliters"),
    ("volume", "1e-1", "dl|decilitres|デシリットル"),
    ("volume", "1", "l|litres|litre|liters|liter|升|公升|リットル"),
    ("volume", "1e3", "m3|m³|cubic metres|cubic meters|立方米|立方メートル"),
    ("duration", "1", "seconds|second|秒|秒間|秒钟"),
    ("duration", "60", "minutes|minute|min|分間|分钟|分鐘"),
    ("duration", "3600", "hours|hour|時間|小时|小時|个小时|個小時"),
    ("duration", "86400", "days|day|日間|天"),
    ("duration", "604800", "weeks|week|週間|周|星期|个星期"),
    ("temperature", "1e-3", "mk|millikelvin|ミリケルビン|毫开"),
    ("temperature", "1", "kelvin|ケルビン|开尔文"),
    ("power", "1", "w|watts|watt|ワット|瓦"),
    ("power", "1e3", "kw|kilowatts|kilowatt|キロワット|千瓦"),
    ("power", "1e6", "mw|megawatts|megawatt|メガワット|兆瓦"),
    ("energy", "1", "wh|watt hours"),
    ("energy", "1e3", "kwh|kilowatt hours|キロワット時|千瓦时|度电"),
    ("energy", "1e6", "mwh|megawatt hours"),
    ("frequency", "1", "hz|hertz|ヘルツ|赫兹|赫"),
    ("frequency", "1e3", "khz|kilohertz|キロヘルツ|千赫"),
    ("frequency", "1e6", "mhz|megahertz|メガヘルツ|兆赫"),
    ("data", "1e3", "kb|kilobytes|キロバイト"),
    ("data", "1e6", "mb|megabytes|メガバイト"),
    ("data", "1e9", "gb|gigabytes|ギガバイト|ギガ"),
    ("data", "1e12", "tb|terabytes|テラバイト"),
    ("part", "1e-3", "‰|permille|per mille|パーミル"),
    ("part", "1e-2", "%|percent|per cent|パーセント"),
    ("part", "1e-1", "割|成"),
    ("area", "1", "m2|m²|square metres|square meters|平方米|平方メートル|平米"),
    ("area", "1e4", "ha|hectares|hectare|公顷|ヘクタール"),
    ("area", "1e6", "km2|km²|square kilometres|平方公里|平方キロメートル"),
)
_BY_NAME = {name: (kind, Decimal(size)) for kind, size, names in _UNITS for name in names.split("|")}
_NAMES = "|".join(re.escape(name) for name in sorted(_BY_NAME, key=len, reverse=True))
_QUANTITY = re.compile(
    rf"(?<![0-9a-z.,])([0-9][0-9,]{{0,20}}(?:\.[0-9]{{1,12}})?)(k\b)? ?([百千万萬億亿]?)(?: (thousand|million|billion))?[ -]?"
    rf"({_NAMES}|キロ)(?![a-z0-9])"
)
_SHORT = re.compile(r"(?<![0-9a-z.,])([0-9]{1,12}(?:\.[0-9]{1,6})?)k\b")


class Quantity(NamedTuple):
    """A number as it is written, without signs for thousands, and what it comes to in the base unit of its dimension."""

    number: str
    kind: str
    size: Decimal


def quantities(text: str) -> tuple[Quantity, ...]:
    """The quantities of a sentence. A bare `キロ` may be a length or a mass, and is both."""
    return tuple(_found(in_digits(squeeze(text).lower())))


def _found(text: str) -> Iterator[Quantity]:
    for match in _QUANTITY.finditer(text):
        number = match[1].replace(",", "")
        value = Decimal(number) * (1000 if match[2] else 1) * _MYRIADS.get(match[3], 1) * _POWERS.get(match[4] or "", 1)
        kinds = [("mass", Decimal(1000)), ("length", Decimal(1000))] if match[5] == "キロ" else [_BY_NAME[match[5]]]
        for kind, size in kinds:
            yield Quantity(number, kind, (value * size).normalize())


def without_units(text: str) -> str:
    """A text in small letters without the units of its quantities."""
    return _QUANTITY.sub(lambda match: match[0][: match.start(5) - match.start()], text)


def spelled_out(text: str) -> str:
    """A sentence with `12k` as 12000."""
    return _SHORT.sub(lambda match: format((Decimal(match[1]) * 1000).to_integral_value(), "f"), text)
