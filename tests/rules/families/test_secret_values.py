"""What reads like a secret by chance, and what people write in its place."""

from __future__ import annotations

import pytest

from brainwiki.rules.families.secret_values import (
    decoded,
    is_machine_made,
    is_password,
    is_placeholder,
    is_token,
    wordiness,
)
from tests.rules.tokens import BASE62, BASE64, HEX, signs


@pytest.mark.parametrize(
    "value",
    [
        "<your-token>", "${API_KEY}", "$API_KEY", "$(pass show x)", "{{ secret }}", "%(token)s", "%{token}", "[[token]]", "abc...xyz",
        "sk-ant-…", "abcd␛+efgh", "****", "ab**cd", "EXAMPLEKEY", "my-sample-key", "changeme", "change_me_please", "REPLACE_THIS",
        "password1!", "P4ssw0rd!", "p@$$w0rd", "s3cr3t", "qwerty99", "letmein1", "hunter2", "deadbeef00", "aaaaa", "x7xxxxx9", "123456",
        "987654", "abcdef", "fedcba", "test-token", "demo123", "your_api_key", "guest", "TODO", "none", "a1b2c3d4", "abc123def",
    ],
)  # fmt: skip
def test_placeholders(value: str) -> None:
    assert is_placeholder(value)


@pytest.mark.parametrize(
    "value", ["v8Kq2mZx7Lp4", "tR7#mq2Vx!9z", "12345", "abcde", "aaaa", "aabbccdd", "Kx7mQ2", "13579", ""]
)
def test_values_that_stand_for_themselves(value: str) -> None:
    assert not is_placeholder(value)


def test_hardly_any_token_by_chance_is_taken_for_a_placeholder() -> None:
    assert sum(is_token(signs(36)) for _ in range(500)) >= 495
    assert sum(is_token(signs(32, HEX)) for _ in range(500)) >= 490
    assert not is_token("abababababababababab")


@pytest.mark.parametrize(
    ("value", "share"),
    [("", 0.0), ("a1b2", 0.0), ("word", 1.0), ("Word1234", 0.5), ("WORD1234", 0.5), ("abc", 0.0), ("twoWords", 0.625)],
)
def test_wordiness(value: str, share: float) -> None:
    assert wordiness(value) == share


def test_base64_is_read_with_and_without_padding_in_both_alphabets() -> None:
    assert decoded("am86eA==") == decoded("am86eA") == "jo:x"
    assert decoded("Pz8_") == decoded("Pz8/") == "???"
    assert decoded("gICA") == ""
    assert decoded("a") == ""


@pytest.mark.parametrize("alphabet", [BASE62, BASE64, HEX], ids=["base62", "base64", "hex"])
def test_most_keys_by_chance_are_machine_made(alphabet: str) -> None:
    assert sum(is_machine_made(signs(40, alphabet)) for _ in range(400)) >= 360


@pytest.mark.parametrize(
    "value",
    [
        "short1A", "a" * 40, "settings.OPENAI_API_KEY_2024", "generate_token_for_user_42", "my-service-account-token-2024",
        "0f8fad5b-d9cb-469f-a165-70867728950e", "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=", "MD5abcdefABCDEF0123",
        "12345678901234567890", "abcdefghijklmnopqrstuvwxyz", "projects/42/secrets/db/versions/7", "process.env.SECRET_2_VALUE",
        "arn:aws:iam::1:role/x", "https://host/a1b2C3d4e5F6g7H8", "kx7mq2vp9zt4ab3c", "ThisIsOneLongNameInCamelCase2024",
        "bm90IG15IHJlYWwgcGFzc3dvcmQ=", signs(201),
    ],
)  # fmt: skip
def test_other_long_values_are_not(value: str) -> None:
    assert not is_machine_made(value)


@pytest.mark.parametrize(
    "value", ["tR7#mq2Vx!9z", "Kx7mQ2vP", "mQ7vX2kP9z", "9zt4-Kx7m!", "h7$Gt!2p", "Zx9+qLm3/ab", "Sommer7x!Q9z4"]
)
def test_passwords(value: str) -> None:
    assert is_password(value)


@pytest.mark.parametrize(
    "value",
    [
        "Kx7mQ2v", "K" * 9, "12345678", "abcdefgh", "kx7mq2vp", "Upper-Case4Letters", "/home/User1/file", "~/Keys1/abc", "C:\\Keys1\\abc",
        "a/B1/c2D", "https://H1/x", "jo1@Host.net", "getPass1()", "Password1!", "MySecret99", "Welcome2024", "パスワード1aA", "bm90IG15IHJlYWwgcGFzc3dvcmQ=",
        "aA1aA1aA", "Kx7mQ2vP" * 9,
    ],
)  # fmt: skip
def test_what_is_no_password(value: str) -> None:
    assert not is_password(value)
