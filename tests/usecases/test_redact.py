"""Secrets are taken out of turns, titles and meta before anything is written, and told without their value."""

from __future__ import annotations

import json

import pytest

from brainwiki.rules.families import secrets
from brainwiki.transcripts.recorded import Recorded, Said
from brainwiki.usecases.redact import Redaction, redacted
from tests.rules.tokens import KINDS, private_key


def talk(*texts: str, title: str = "", **meta: str) -> Recorded:
    """A session of the user's turns."""
    return Recorded("codex", "n", title, tuple(Said("user", "", text, meta) for text in texts))


@pytest.mark.parametrize(("kind", "token"), KINDS, ids=[f"{kind} {number}" for number, (kind, _) in enumerate(KINDS)])
@pytest.mark.parametrize("around", ["{}", "Use {} now.", "鍵は{}です。", "x={}\nnext", '{{"a": "{}"}}'])
def test_every_known_form_goes_and_is_told_by_kind_and_place(kind: str, token: str, around: str) -> None:
    safe, told = redacted(talk("hi", around.format(token)))
    assert told == (Redaction(kind, 2, "text"),)
    assert safe.turns[0].text == "hi"
    assert f"[redacted: {kind}]" in safe.turns[1].text
    assert token not in safe.turns[1].text
    assert not secrets.find(safe.turns[1].text)
    assert token not in repr(told)


@pytest.mark.parametrize("before", ["\n", "\t", "\r\n", '"'])
def test_a_secret_inside_the_json_of_a_call_goes_too(before: str) -> None:
    token = dict(KINDS)["a GitHub token"]
    text = "Write " + json.dumps({"content": f"export{before}{token}{before}end"})
    safe, told = redacted(talk(text))
    assert [one.kind for one in told] == ["a GitHub token"]
    assert token not in safe.turns[0].text
    assert safe.turns[0].text.endswith('end"}')


@pytest.mark.parametrize("lines", [3, 50, 200])
@pytest.mark.parametrize("in_json", [False, True])
@pytest.mark.parametrize("whole", [True, False])
def test_a_private_key_goes_to_its_end_however_long(lines: int, in_json: bool, whole: bool) -> None:
    key = private_key(lines=lines)
    if not whole:
        key = key[: key.index("-----END")]
    text = f"before\n{key}\nafter: it works"
    safe, told = redacted(talk(json.dumps(text) if in_json else text))
    assert [one.kind for one in told] == ["a private key"]
    assert all(line not in safe.turns[0].text for line in key.split("\n")[1:] if len(line) > 40)
    assert "it works" in safe.turns[0].text or not whole
    assert "before" in safe.turns[0].text


def test_titles_and_meta_are_read_too() -> None:
    token = dict(KINDS)["a GitHub token"]
    safe, told = redacted(talk("hi", title=f"Use {token}", name=token))
    assert told == (Redaction("a GitHub token", 0, "title"), Redaction("a GitHub token", 1, "meta.name"))
    assert (safe.title, safe.turns[0].meta) == (
        "Use [redacted: a GitHub token]",
        {"name": "[redacted: a GitHub token]"},
    )


def test_passwords_by_name_in_three_languages() -> None:
    word = "".join(("mQ7vX2", "kP9zt4"))
    for text in (f"password: {word}", f"パスワード：{word}", f"密码是 {word}"):
        safe, told = redacted(talk(text))
        assert [one.kind for one in told] == ["a password"]
        assert word not in safe.turns[0].text


@pytest.mark.parametrize(
    "text", ["Just words.", "password: <token>", "ghp_abc…", "commit 0381a524da4c363a02ecd2ee720d8b641b187af9"]
)
def test_what_is_no_secret_stays(text: str) -> None:
    one = talk(text, name="Bash")
    assert redacted(one) == (one, ())


def test_a_veil_is_no_secret() -> None:
    token = dict(KINDS)["an OpenAI key"]
    once, _ = redacted(talk(f"api_key = {token}", f"{token} {token}"))
    assert redacted(once) == (once, ())
    assert once.turns[1].text == "[redacted: an OpenAI key] [redacted: an OpenAI key]"
