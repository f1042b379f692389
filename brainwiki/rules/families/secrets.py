"""BW501: keys, tokens and passwords in a page, in prose, front matter and code alike."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING

from brainwiki.model.finding import Severity
from brainwiki.model.page import Page
from brainwiki.rules.rule import Example, Hit, Rule, View

if TYPE_CHECKING:
    from brainwiki.rules.families.secret_forms import Found

_CODE = frozenset({"code", "fence"})
# Every generated key holds sixteen letters, digits or `_` in a row; one table and one search tell which pages have such a run.
_LETTERS = bytes(
    ord("a") if chr(sign).isalnum() and sign < 128 or chr(sign) == "_" else ord(" ") for sign in range(256)
)
_RUN = b"a" * 16
_NAMES_OF_PASSWORDS = ("パスワード", "暗証番号", "密码", "密碼", "口令")
_NEAR = 4000  # signs on both sides of a place: more than a report prints, and room for a long token


def find(text: str) -> list[Found]:
    """Every secret in a text, in order; of two that overlap the first is told, and the one of a known form before one by name.

    Assignments are taken as in prose; where they stand in code, `secret_names.is_literal` is asked as well.
    """
    from brainwiki.rules.families.secret_forms import addresses, known, private_keys
    from brainwiki.rules.families.secret_names import assigned

    found = sorted(chain(known(text), private_keys(text), addresses(text), assigned(text)), key=lambda one: one.start)
    kept: list[Found] = []
    for one in found:
        if not kept or one.start >= kept[-1].end:
            kept.append(one)
    return kept


def may_hold(text: str) -> bool:
    """Whether a text can hold a secret at all: the cheap question that all but a few pages answer with no."""
    if "@" in text and "://" in text or "glpat-" in text:
        return True
    if _RUN in text.encode("utf-8", "replace").translate(_LETTERS) or "passw" in text.lower():
        return True
    return not text.isascii() and any(word in text for word in _NAMES_OF_PASSWORDS)


def veiled(line: str, at: int) -> str:
    """A line as a report may print what is near `at`: every secret there as dots, sign for sign."""
    first = max(0, at - _NEAR)
    near = line[first : at + _NEAR]
    for one in find(near) if may_hold(near) else ():
        near = near[: one.start] + "•" * (one.end - one.start) + near[one.end :]
    return line[:first] + near + line[at + _NEAR :]


def _secrets(page: Page, view: View) -> Iterator[Hit]:
    """Secrets of a page. The hit has no width, so that no report prints the line that it stands on."""
    if not may_hold(page.text):
        return
    from brainwiki.rules.families.secret_names import KEY, PASSWORD, is_literal

    for one in find(page.text):
        if one.kind in (KEY, PASSWORD) and page.inside(one.start, _CODE) and not is_literal(page.text, one):
            continue
        shown = f" (`{one.shown}…`)" if one.shown else ""
        digest = zlib.crc32(page.text[one.start : one.end].encode("utf-8", "replace")) & 0xFFFF
        yield Hit(one.start, one.start, f"The page holds {one.kind}{shown}.", f"{one.kind} {digest:04x}")


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
