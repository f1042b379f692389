"""The well-known forms of secrets: by which literal each is found, how it is built, and what its structure lets us check."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Callable, Iterator
from typing import NamedTuple
from urllib.parse import unquote

from brainwiki.claims.patterns import compiled
from brainwiki.rules.families.secret_values import (
    decoded,
    is_machine_made,
    is_password,
    is_placeholder,
    is_token,
    wordiness,
)

_BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_OWN_OR_EXAMPLE = re.compile(
    r"localhost|127\.[0-9.]+|0\.0\.0\.0|host|hostname|host\.docker\.internal"
    r"|(?:[\w-]{1,63}\.){0,8}(?:example|test|invalid|localhost)(?:\.[a-z]{2,3}){0,2}",
    re.IGNORECASE,
)
_ELIDED = re.compile(r"\.\.\.|[…␛<>]|example", re.IGNORECASE)
_CLAIMS = frozenset({"iss", "sub", "aud", "exp", "iat", "nbf", "jti"})
_EXAMPLE_CLAIMS = re.compile(r"John Doe|1234567890|example", re.IGNORECASE)
_PRINTED = frozenset({"gX1fBat3bV"})  # the password of RFC 6749's examples
_KEY_LINE = re.compile(r"[A-Za-z0-9+/]{48,}")
_KEY_REACH = 1200  # characters after the first line of a private key in which its own lines must come


class Found(NamedTuple):
    """A secret: what it is (with its article), where its value stands, and how much of it may be shown."""

    kind: str
    start: int
    end: int
    shown: str = ""


class Form(NamedTuple):
    """One form: a literal without which it cannot stand in a text, its pattern (group 1 is the value, else all of it), its test."""

    kind: str
    literal: str
    pattern: str
    is_real: Callable[[str], bool] = is_token


def has_checksum(token: str) -> bool:
    """Whether the last six signs of a GitHub token are the CRC-32 of those between prefix and them, in base 62."""
    body, said = token[4:-6], token[-6:]
    number, digits = zlib.crc32(body.encode()), ""
    while number:
        number, rest = divmod(number, 62)
        digits = _BASE62[rest] + digits
    return said == digits.rjust(6, "0")


def is_signed_token(token: str) -> bool:
    """Whether a JSON Web Token is one: its header names an algorithm, its claims are those of a login and no example."""
    header, claims, signature = (decoded(part) if place < 2 else part for place, part in enumerate(token.split(".")))
    try:
        named, said = json.loads(header), json.loads(claims)
    except (ValueError, RecursionError):
        return False
    if not isinstance(named, dict) or not isinstance(said, dict) or named.get("alg") in (None, "none"):
        return False
    in_use = not _CLAIMS.isdisjoint(said) and said.get("role") != "anon"  # such a role is made to be public
    return in_use and not _EXAMPLE_CLAIMS.search(claims) and is_token(signature)


def is_basic(value: str) -> bool:
    """Whether the words after `Basic` are a name and a password in base64."""
    name, colon, password = decoded(value).partition(":")
    return bool(name and colon) and is_password(password) and password not in _PRINTED


def _whole(pattern: str) -> str:
    """A pattern that starts and ends where a token does."""
    return rf"(?a)(?<![\w+-]){pattern}(?![\w+-])"


FORMS: tuple[Form, ...] = (
    *(Form("an AWS access key id", start, _whole(f"{start}[A-Z2-7]{{16}}")) for start in ("AKIA", "ASIA")),
    *(
        Form("a GitHub token", start, _whole(f"{start}[A-Za-z0-9]{{36}}"), has_checksum)
        for start in ("ghp_", "gho_", "ghs_", "ghu_")
    ),
    Form("a GitHub token", "ghr_", _whole("ghr_[A-Za-z0-9]{36,76}")),
    Form("a GitHub token", "github_pat_", _whole("github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}")),
    *(
        Form("a GitLab token", start, _whole(rf"{start}[\w.-]{{20,300}}"))
        for start in ("glpat-", "gldt-", "glrt-", "glptt-")
    ),
    Form("a Slack token", "xox", _whole(r"xox[abeoprs](?:\.xox[bp])?-(?:[A-Za-z0-9]{1,14}-){1,4}[A-Za-z0-9]{20,300}")),
    Form("a Slack token", "xapp-", _whole(r"xapp-\d-[A-Z0-9]{9,14}-\d{9,14}-[a-f0-9]{64}")),
    Form(
        "a Slack webhook",
        "hooks.slack.com/services/",
        r"hooks\.slack\.com/services/(T[A-Z0-9]{8,12}/B[A-Z0-9]{8,12}/[A-Za-z0-9]{24})",
    ),
    Form(
        "a Discord webhook",
        "/api/webhooks/",
        r"(?a)discord(?:app)?\.com/api/webhooks/(\d{17,20}/[\w-]{60,100})",
    ),
    Form("a Stripe key", "k_live_", _whole("[rs]k_live_[A-Za-z0-9]{24,250}")),
    Form("a webhook secret", "whsec_", _whole("whsec_[A-Za-z0-9+/]{32,64}")),
    Form("an OpenAI key", "T3BlbkFJ", _whole(r"sk-[\w-]{20,120}T3BlbkFJ[\w-]{20,120}")),
    Form("an Anthropic key", "sk-ant-", _whole(r"sk-ant-[a-z]{2,6}\d\d-[\w-]{80,140}")),
    Form("a Google API key", "AIza", _whole(r"AIza[\w-]{35}")),
    Form("a Google client secret", "GOCSPX-", _whole(r"GOCSPX-[\w-]{28}")),
    Form("an npm token", "npm_", _whole("npm_[A-Za-z0-9]{36}")),
    Form("a PyPI token", "pypi-AgE", _whole(r"pypi-AgE[\w-]{60,400}")),
    Form("a Hugging Face token", "hf_", _whole("hf_[A-Za-z0-9]{34}")),
    Form("a SendGrid key", "SG.", _whole(r"SG\.[\w-]{22}\.[\w-]{43}")),
    Form("a DigitalOcean token", "_v1_", _whole("do[opr]_v1_[a-f0-9]{64}")),
    Form("a Shopify token", "shp", _whole("shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}")),
    Form("a Docker token", "dckr_pat_", _whole(r"dckr_pat_[\w-]{27}")),
    Form("a Vault token", "hvs.", _whole(r"hvs\.[\w-]{24,200}")),
    Form("a Databricks token", "dapi", _whole(r"dapi[a-f0-9]{32}(?:-\d)?")),
    Form("a Telegram bot token", ":AA", r"(?a)(?<!\w)\d{8,10}:AA[\w-]{33}(?![\w-])"),
    Form("an age key", "AGE-SECRET-KEY-1", _whole("AGE-SECRET-KEY-1([02-9AC-HJ-NP-Z]{58})")),
    Form("an Azure storage key", "AccountKey=", r"AccountKey=([A-Za-z0-9+/]{86}==)"),
    Form("a signed token", "eyJ", _whole(r"eyJ[\w-]{10,4000}\.eyJ[\w-]{10,8000}\.[\w-]{20,2000}"), is_signed_token),
    Form("a bearer token", "earer ", r"(?a)\b[Bb]earer ([\w.~+/-]{30,4000})", is_machine_made),
    Form(
        "a password for basic authentication",
        "asic ",
        r"(?a)\b[Bb]asic ([\w+/]{12,300}={0,2})",
        is_basic,
    ),
)

_ADDRESS = re.compile(
    r"(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]{1,20}://([^\s/@:\"'<>`]{0,100}):([^\s/@\"'<>`]{3,200})@([A-Za-z0-9._-]{1,253})"
)
_PRIVATE_KEY = re.compile(r"-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----")


def known(text: str) -> Iterator[Found]:
    """Every token of a known form in a text, form by form; one that is cut short (`ghp_abc…`) is none."""
    for form in FORMS:
        if form.literal in text:
            for match in compiled(form.pattern).finditer(text):
                group = 1 if match.lastindex else 0
                if not text.startswith(("…", "...", "␛"), match.end()) and form.is_real(match[group]):
                    shown = "" if group else match[0][:4]
                    yield Found(form.kind, *match.span(group), shown)


def private_keys(text: str) -> Iterator[Found]:
    """Blocks of a private key that hold one: at least one full line of it, not only the first and last line or `MIIE...`."""
    if "PRIVATE KEY" in text:
        for match in _PRIVATE_KEY.finditer(text):
            closing = text.find("-----", match.end(), match.end() + _KEY_REACH)
            limit = closing if closing >= 0 else match.end() + _KEY_REACH
            line = _KEY_LINE.search(text, match.end(), limit)
            if line and len(set(line[0])) >= 16 and not _ELIDED.search(text, match.end(), limit):
                yield Found("a private key", match.start(), limit)


def addresses(text: str) -> Iterator[Found]:
    """Addresses and connection strings with a password in them; on the own machine or an example's host they pass."""
    if "@" in text and "://" in text:
        for match in _ADDRESS.finditer(text):
            user, password, host = match.groups()
            if password.lower() != user.lower() and not _OWN_OR_EXAMPLE.fullmatch(host) and _opens(unquote(password)):
                yield Found("a password in an address", *match.span(2))


def _opens(password: str) -> bool:
    """Whether a password in an address is one: eight signs of two kinds, and no words. A connection needs no stronger one."""
    kinds = {"d" if char.isdigit() else "u" if char.isupper() else "l" if char.islower() else "s" for char in password}
    return len(password) >= 8 and len(kinds) >= 2 and wordiness(password) <= 0.6 and not is_placeholder(password)
