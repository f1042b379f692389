"""Tokens of known forms: each is found alone and in a sentence; what lacks its structure, or is an example, is not."""

from __future__ import annotations

import pytest

from brainwiki.rules.families import secret_forms, secrets
from brainwiki.rules.families.secret_forms import FORMS, has_checksum, is_basic, is_signed_token
from tests.rules.tokens import BASE64, HEX, KINDS, digits, github, private_key, signed, signs


@pytest.mark.parametrize(("kind", "token"), KINDS, ids=[f"{kind} {number}" for number, (kind, _) in enumerate(KINDS)])
@pytest.mark.parametrize(
    "around", ["{}", "It is {} here.", "鍵は{}です。", "密钥（{}）", "| a | {} |", "`{}`", "x={}\n", '"{}",']
)
def test_a_token_is_found_once_in_any_surroundings(kind: str, token: str, around: str) -> None:
    text = around.format(token)
    assert secrets.may_hold(text)
    assert [one.kind for one in secrets.find(text)] == [kind]


@pytest.mark.parametrize(("kind", "token"), KINDS, ids=[f"{kind} {number}" for number, (kind, _) in enumerate(KINDS)])
def test_a_token_that_goes_on_or_breaks_off_is_none(kind: str, token: str) -> None:
    half = token[: len(token) // 2]
    assert [one for one in secrets.find(f"See {half}… for more.") if one.kind == kind] == []


@pytest.mark.parametrize(("kind", "token"), KINDS, ids=[f"{kind} {number}" for number, (kind, _) in enumerate(KINDS)])
def test_of_a_token_only_its_public_beginning_is_shown(kind: str, token: str) -> None:
    (found,) = secrets.find(f"It is {token} here.")
    assert found.shown in ("", token[:4])
    assert len(found.shown) <= 4
    if "password" in kind or "private" in kind or kind.endswith("webhook"):
        assert found.shown == ""


def test_every_form_has_a_token_in_these_tests() -> None:
    assert {form.kind for form in FORMS} <= {kind for kind, _ in KINDS}
    for form in FORMS:
        assert form.literal in form.pattern.replace("\\", "") or form.literal in (
            "k_live_",
            "_v1_",
            "shp",
            "earer ",
            "asic ",
        )


@pytest.mark.parametrize(
    "text",
    [
        "AKIAIOSFODNN7EXAMPLE",
        "AKIA" + "A" * 16,
        "AKIA1234567890ABCDEF",
        "XAKIA" + signs(16, "ABCDEFGHIJ"),
        "ghp_" + "x" * 36,
        "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
        "github_pat_" + "A" * 22 + "_" + "B" * 59,
        "glpat-" + "x" * 20,
        "glpat-your-token-goes-here-1",
        "xoxb-1234-5678-abcdefghijklmnopqrstuvwx",
        "xoxb-token",
        "https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX",
        "sk_test_" + signs(24),
        "sk-ant-api03-...",
        "sk-learn and sk-image",
        "AIzaSyExampleExampleExampleExampleExamp",
        "npm_config_registry_and_other_variables",
        "npm_" + "0" * 36,
        "pypi-AgEIcHlwaS5vcmc<the rest>",
        "hf_hub_download and hf_transfer",
        "SG.xxxxxxxxxxxxxxxxxxxxxx.yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy",
        "dapi" + "0" * 32,
        "123456:AA and 12:AAB",
        "Authorization: Bearer <token>",
        "Authorization: Bearer $TOKEN",
        "Bearer of bad news and otherwise an ordinary sentence",
        "Basic authentication and Basic " + "QWxhZGRpbg==",
        "AccountKey=<key>;EndpointSuffix=core.windows.net",
    ],
)
def test_examples_and_look_alikes_pass(text: str) -> None:
    assert secrets.find(text) == []


def test_a_checksum_is_what_makes_a_token_of_github() -> None:
    token = github()
    assert has_checksum(token)
    wrong = token[:-1] + ("0" if token[-1] != "0" else "1")
    assert not has_checksum(wrong)
    assert [one.kind for one in secrets.find(token)] == ["a GitHub token"]
    assert secrets.find(wrong) == []


def test_a_checksum_keeps_its_leading_zeros() -> None:
    tokens = [github() for _ in range(200)]
    assert all(has_checksum(token) for token in tokens)
    assert any(token[-6] == "0" for token in tokens)


@pytest.mark.parametrize(
    ("header", "claims", "real"),
    [
        ({"alg": "HS256"}, {"sub": "u-7731"}, True),
        ({"alg": "RS256", "kid": "7"}, {"exp": 1780000000, "scope": "all"}, True),
        ({"alg": "none"}, {"sub": "u-7731"}, False),
        ({"typ": "JWT"}, {"sub": "u-7731"}, False),
        ({"alg": "HS256"}, {"some": "payload"}, False),
        ({"alg": "HS256"}, {"sub": "1234567890", "name": "Jo"}, False),
        ({"alg": "HS256"}, {"sub": "7", "name": "John Doe"}, False),
        ({"alg": "HS256"}, {"iss": "https://auth.example.com"}, False),
        ({"alg": "HS256"}, {"iss": "host", "role": "anon"}, False),
        ({"alg": "HS256"}, ["sub"], False),
        (["alg"], {"sub": "u-7731"}, False),
    ],
)
def test_a_signed_token_is_that_of_a_login(header: object, claims: object, real: bool) -> None:
    assert is_signed_token(signed(header, claims)) is real


@pytest.mark.parametrize("token", ["eyJhbGciOi!.eyJzdWIi.x", "eyJ.eyJ." + signs(20), "a.b.c"])
def test_what_is_no_json_is_no_signed_token(token: str) -> None:
    assert not is_signed_token(token)


@pytest.mark.parametrize(
    ("value", "real"),
    [
        ("am86dFI3I21xMlZ4OXo=", True),  # jo:tR7#mq2Vx9z
        ("am86cGFzc3dvcmQ=", False),  # jo:password
        ("czZCaGRSa3F0MzpnWDFmQmF0M2JW", False),  # of RFC 6749
        ("bm8gY29sb24gaGVyZQ==", False),
        ("gICAgICA", False),  # no UTF-8
        ("abc", False),
    ],
)
def test_basic_authentication_is_read(value: str, real: bool) -> None:
    assert is_basic(value) is real


@pytest.mark.parametrize(
    "block",
    [
        "-----BEGIN PRIVATE KEY-----\nMIIE...\n-----END PRIVATE KEY-----",
        "-----BEGIN PRIVATE KEY-----\n<base64>\n-----END PRIVATE KEY-----",
        "A file that starts with `-----BEGIN RSA PRIVATE KEY-----` is a key.",
        "-----BEGIN PUBLIC KEY-----\n" + signs(64, BASE64) + "\n-----END PUBLIC KEY-----",
        "-----BEGIN CERTIFICATE-----\n" + signs(64, BASE64) + "\n-----END CERTIFICATE-----",
        "-----BEGIN PRIVATE KEY-----\n" + "A" * 64 + "\n-----END PRIVATE KEY-----",
        "-----BEGIN PRIVATE KEY-----\nexample\n" + signs(64, BASE64) + "\n-----END PRIVATE KEY-----",
    ],
)
def test_a_frame_without_a_key_and_public_keys_pass(block: str) -> None:
    assert secrets.find(block) == []


def test_a_private_key_in_one_line_of_json_is_found() -> None:
    block = private_key().replace("\n", "\\n")
    (found,) = secrets.find(f'{{"private_key": "{block}"}}')
    assert (found.kind, found.shown) == ("a private key", "")


def test_a_private_key_of_openssh_is_found_though_it_has_long_runs() -> None:
    first = "b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtzc2gtZW"
    block = f"-----BEGIN OPENSSH PRIVATE KEY-----\n{first}\n{signs(70, BASE64)}\n-----END OPENSSH PRIVATE KEY-----"
    assert [one.kind for one in secrets.find(block)] == ["a private key"]


def test_two_keys_in_a_row_are_two() -> None:
    text = f"{private_key()}\n{private_key()}\n"
    assert [one.kind for one in secrets.find(text)] == ["a private key"] * 2


@pytest.mark.parametrize(
    "address",
    [
        "https://user:password@host.corp.net/",
        "https://user:pass@host.corp.net/",
        "postgres://postgres:postgres@db:5432/app",
        "amqp://guest:guest@queue.corp.net",
        "postgres://app:v8Kq2mZx7Lp4@localhost:5432/app",
        "postgres://app:v8Kq2mZx7Lp4@127.0.0.1/app",
        "https://jo:v8Kq2mZx7Lp4@example.com/",
        "https://jo:v8Kq2mZx7Lp4@api.example.co.jp/",
        "https://jo:p4ssw0rd@host.corp.net/",
        "https://x-access-token:${{ secrets.TOKEN }}@github.com/a/b",
        "https://jo:$PASSWORD@host.corp.net/",
        "https://user:he%2F%2Fo@host.corp.net/",
        "https://host.corp.net/a:b1c2d3e4f5@c",
        "https://medium.com/@jo:v8Kq2mZx7Lp4",
        "ssh://git@host.corp.net:22/a",
        "mailto:jo@host.corp.net",
    ],
)
def test_an_address_without_a_secret_passes(address: str) -> None:
    assert secrets.find(f"See {address} for more.") == []


@pytest.mark.parametrize("host", ["db", "10.1.2.3", "examples.corp.net", "example-db.corp.net", "localhost.corp.net"])
def test_a_host_that_only_looks_like_an_example_is_none(host: str) -> None:
    (found,) = secret_forms.addresses(f"mysql://app:v8Kq2mZx7Lp4@{host}/x")
    assert found.kind == "a password in an address"


def test_of_an_address_the_password_is_the_place() -> None:
    text = "mysql://app:v8Kq2mZx7Lp4@db/x"
    (found,) = secrets.find(text)
    assert text[found.start : found.end] == "v8Kq2mZx7Lp4"


def test_a_known_token_in_an_address_is_told_by_its_kind() -> None:
    (found,) = secrets.find(f"https://x:{github()}@github.com/a/b")
    assert found.kind == "a GitHub token"


def test_digests_and_ids_pass() -> None:
    text = f"commit {signs(40, HEX)}, sha256:{signs(64, HEX)}, id {digits(20)}, etag {signs(32)}"
    assert secrets.may_hold(text)
    assert secrets.find(text) == []
