"""Values that are assigned to the name of a secret, in English, Japanese and Chinese: `password: …`, `api_key = …`, パスワード：…"""

from __future__ import annotations

import re
from collections.abc import Iterator

from brainwiki.rules.families.secret_forms import Found
from brainwiki.rules.families.secret_values import is_machine_made, is_password

PASSWORD, KEY = "a password", "a key or token"
_OTHER_NAMES = ("パスワード", "暗証番号", "密码", "密碼", "口令", "キー", "秘密鍵", "トークン", "密钥", "密鑰", "令牌")
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


def assigned(text: str) -> Iterator[Found]:
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
            yield Found(PASSWORD if secret else KEY, start, start + len(value))


def _names_one(text: str) -> bool:
    low = text.lower()
    words = ("passw", "secret", "token", "key")
    return any(word in low for word in words) or not text.isascii() and any(word in text for word in _OTHER_NAMES)


def is_literal(text: str, one: Found) -> bool:
    """Whether a value in code is written out: in quotes, or the end of a line of settings. Names of variables are not."""
    if one.end - one.start < 12:
        return False
    if text[one.end : one.end + 1] in ("'", '"'):
        return True
    line_end = text.find("\n", one.end)
    rest = text[one.end : line_end if line_end >= 0 else len(text)].partition("`")[0].strip(" \t;,")
    return not rest and "." not in text[one.start : one.end]
