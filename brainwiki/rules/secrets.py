"""BW501: keys, tokens and passwords in a page, in prose, front matter and code alike."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from itertools import chain

from brainwiki.model.finding import Severity
from brainwiki.model.page import Page
from brainwiki.rules.rule import Example, Hit, Rule, View
from brainwiki.rules.secret_forms import Found, addresses, known, private_keys
from brainwiki.rules.secret_values import is_machine_made, is_password

_CODE = frozenset({"code", "fence"})
# Every generated key holds sixteen letters, digits or `_` in a row; one table and one search tell which pages have such a run.
_LETTERS = bytes(
    ord("a") if chr(sign).isalnum() and sign < 128 or chr(sign) == "_" else ord(" ") for sign in range(256)
)
_RUN = b"a" * 16
_ASSIGNED = ("a password", "a key or token")
_NAMES_OF_PASSWORDS = ("パスワード", "暗証番号", "密码", "密碼", "口令")
_OTHER_NAMES = (*_NAMES_OF_PASSWORDS, "キー", "秘密鍵", "トークン", "密钥", "密鑰", "令牌")
_WORDS_FOR_IT = r"pass(?:word|wd)|パスワード|暗証番号|密码|密碼|口令"
_KEY = (
    r"(?:api|access|account|private|secret|encryption|signing|master)[ _-]?key|(?:client|app|shared)?[ _-]?secret|token"
    r"|apiキー|秘密鍵|トークン|密钥|密鑰|令牌"
)
_ASSIGNMENT = re.compile(
    rf"(?P<name>{_WORDS_FOR_IT}|{_KEY})[\"'`*_\]）)]{{0,4}}[ \t]{{0,3}}(?::=|=>|[:=：＝|]|は|是|为|為|\bis\b)"
    r"[*_]{0,3}[ \t]{0,3}[\"'`*「『“]{0,3}(?P<value>[!#-&(-+\--:=?-_a-{}~]{8,201})",
    re.IGNORECASE,
)
_NAMES_A_PASSWORD = re.compile(_WORDS_FOR_IT, re.IGNORECASE)
# Tokens of a language model, of a page of results, of a form: long, and no secret.
_HARMLESS = re.compile(
    r"(?:page|sync|next|prev|cursor|csrf|xsrf|continuation|continue|resume|public|publishable|anon|cancel\w*|design|idempotency"
    r"|bos|eos|pad|mask|cls|sep|unk|special|start|end|stop)[ _-]?\Z",
    re.IGNORECASE,
)
_CUT = frozenset("…␛<")  # signs behind a value that was cut short, parted or is a placeholder's beginning
_ENDS = ".,:!?)]}*）」"


def find(text: str) -> list[Found]:
    """Every secret in a text, in order; of two that overlap the first is told, and the one of a known form before one by name.

    Assignments are taken as in prose; where they stand in code, `_is_literal` is asked as well.
    """
    found = sorted(chain(known(text), private_keys(text), addresses(text), _assigned(text)), key=lambda one: one.start)
    kept: list[Found] = []
    for one in found:
        if not kept or one.start >= kept[-1].end:
            kept.append(one)
    return kept


def _assigned(text: str) -> Iterator[Found]:
    """Values that are assigned to the name of a secret, where they look like one."""
    if not _names_one(text):
        return
    for match in _ASSIGNMENT.finditer(text):
        value = match["value"].rstrip(_ENDS)
        if text[match.end() : match.end() + 1] in _CUT or _HARMLESS.search(
            text, max(0, match.start() - 16), match.start()
        ):
            continue
        secret = _NAMES_A_PASSWORD.match(match["name"]) is not None
        if secret and is_password(value) or is_machine_made(value):
            start = match.start("value")
            yield Found(_ASSIGNED[0] if secret else _ASSIGNED[1], start, start + len(value))


def _names_one(text: str) -> bool:
    low = text.lower()
    words = ("passw", "secret", "token", "key")
    return any(word in low for word in words) or not text.isascii() and any(word in text for word in _OTHER_NAMES)


def may_hold(text: str) -> bool:
    """Whether a text can hold a secret at all: the cheap question that all but a few pages answer with no."""
    if "@" in text and "://" in text or "glpat-" in text:
        return True
    if _RUN in text.encode("utf-8", "replace").translate(_LETTERS) or "passw" in text.lower():
        return True
    return not text.isascii() and any(word in text for word in _NAMES_OF_PASSWORDS)


def _secrets(page: Page, view: View) -> Iterator[Hit]:
    """Secrets of a page. The hit has no width, so that no report prints the line that it stands on."""
    if not may_hold(page.text):
        return
    for one in find(page.text):
        if one.kind in _ASSIGNED and page.inside(one.start, _CODE) and not _is_literal(page.text, one):
            continue
        shown = f" (`{one.shown}…`)" if one.shown else ""
        digest = zlib.crc32(page.text[one.start : one.end].encode("utf-8", "replace")) & 0xFFFF
        yield Hit(one.start, one.start, f"The page holds {one.kind}{shown}.", f"{one.kind} {digest:04x}")


def _is_literal(text: str, one: Found) -> bool:
    """Whether a value in code is written out: in quotes, or the end of a line of settings. Names of variables are not."""
    if one.end - one.start < 12:
        return False
    if text[one.end : one.end + 1] in ("'", '"'):
        return True
    line_end = text.find("\n", one.end)
    rest = text[one.end : line_end if line_end >= 0 else len(text)].partition("`")[0].strip(" \t;,")
    return not rest and "." not in text[one.start : one.end]


def _joined(*pieces: str) -> str:
    """An example's secret, put together here so that no scanner takes this file for a leak."""
    return "".join(pieces)


_AWS = _joined("AKIA", "THISISNOTREALKEY")
_GITHUB = _joined("ghp_", "NotARealTokenButOfTheRightForm", "0MyhBH")
_ADDRESS = _joined("postgres://app:", "v8Kq2mZx7Lp4", "@db.internal:5432/app")

RULES: tuple[Rule, ...] = (
    Rule(
        code="BW501",
        slug="secret",
        severity=Severity.BLOCK,
        summary="A key, token or password in a page.",
        why="A page is read by people, agents and search engines, and Git keeps every version of it: what was pushed once is known.",
        remedy="Replace the secret at its issuer first, then put a placeholder such as `<token>` in its place; deleting the text is not enough.",
        bad=(
            Example(
                f"The upload uses {_AWS} until May.\n", "a key of known form (`␛+` parts it here and is not in it)"
            ),
            Example(f"```sh\nexport GITHUB_TOKEN={_GITHUB}\n```\n", "code is no excuse"),
            Example(f"The database is at {_ADDRESS}.\n", "a password in an address"),
            Example(f"管理画面のパスワード：{_joined('mQ7vX2', 'kP9zt4')}\n", "a value assigned to a name"),
        ),
        good=(
            Example("Set `api_key = ${API_KEY}` or `Authorization: Bearer <token>`.\n", "placeholders"),
            Example("AWS writes AKIAIOSFODNN7EXAMPLE in its manual.\n", "a vendor's own example"),
            Example("Locally it is postgres://app:password@localhost/app, token: see the vault.\n"),
        ),
        integrity=True,
        listings=True,
        check=_secrets,
    ),
)
