"""Secrets made up for tests, from a fixed seed: none stands whole in a file, so that no scanner takes the tests for a leak."""

from __future__ import annotations

import base64
import json
import random
import string
import zlib

BASE62 = string.digits + string.ascii_uppercase + string.ascii_lowercase
URL_SAFE = BASE62 + "-_"
BASE64 = BASE62 + "+/"
BASE32 = string.ascii_uppercase + "234567"
HEX = string.digits + "abcdef"
_RANDOM = random.Random(501)


def signs(count: int, alphabet: str = BASE62) -> str:
    """So many signs by chance."""
    return "".join(_RANDOM.choice(alphabet) for _ in range(count))


def digits(count: int) -> str:
    """So many digits by chance."""
    return signs(count, string.digits)


def github(start: str = "ghp_") -> str:
    """A token with its checksum."""
    body = signs(30)
    number, checksum = zlib.crc32(body.encode()), ""
    while number:
        number, rest = divmod(number, 62)
        checksum = BASE62[rest] + checksum
    return start + body + checksum.rjust(6, "0")


def signed(header: object, claims: object, signature: str = "") -> str:
    """A JSON Web Token."""
    parts = (base64.urlsafe_b64encode(json.dumps(one).encode()).decode().rstrip("=") for one in (header, claims))
    return ".".join((*parts, signature or signs(43, URL_SAFE)))


def private_key(name: str = "RSA PRIVATE KEY", lines: int = 5) -> str:
    """A block of a private key."""
    return "\n".join((f"-----BEGIN {name}-----", *(signs(64, BASE64) for _ in range(lines)), f"-----END {name}-----"))


# What each kind is called in the message, and one token of it.
KINDS: tuple[tuple[str, str], ...] = (
    ("an AWS access key id", "AKIA" + signs(16, BASE32)),
    ("an AWS access key id", "ASIA" + signs(16, BASE32)),
    ("a GitHub token", github("ghp_")),
    ("a GitHub token", github("gho_")),
    ("a GitHub token", github("ghs_")),
    ("a GitHub token", github("ghu_")),
    ("a GitHub token", "ghr_" + signs(76)),
    ("a GitHub token", "github_pat_" + signs(22) + "_" + signs(59)),
    ("a GitLab token", "glpat-" + signs(20)),
    ("a GitLab token", "gldt-" + signs(20)),
    ("a Slack token", f"xoxb-{digits(12)}-{digits(13)}-{signs(24)}"),
    ("a Slack token", f"xoxp-{digits(12)}-{digits(12)}-{digits(13)}-{signs(32, HEX)}"),
    ("a Slack token", f"xapp-1-A{signs(10, BASE62[:36])}-{digits(13)}-{signs(64, HEX)}"),
    ("a Slack webhook", f"https://hooks.slack.com/services/T{digits(9)}/B{digits(9)}/{signs(24)}"),
    ("a Discord webhook", f"https://discord.com/api/webhooks/{digits(18)}/{signs(68, URL_SAFE)}"),
    ("a Stripe key", "sk_live_" + signs(24)),
    ("a Stripe key", "rk_live_" + signs(99)),
    ("a webhook secret", "whsec_" + signs(32)),
    ("an OpenAI key", "sk-" + signs(20) + "T3BlbkFJ" + signs(20)),
    ("an OpenAI key", "sk-proj-" + signs(74, URL_SAFE) + "T3BlbkFJ" + signs(74)),
    ("an Anthropic key", "sk-ant-api03-" + signs(93, URL_SAFE) + "AA"),
    ("a Google API key", "AIza" + signs(35)),
    ("a Google client secret", "GOCSPX-" + signs(28)),
    ("an npm token", "npm_" + signs(36)),
    ("a PyPI token", "pypi-AgEIcHlwaS5vcmc" + signs(150, URL_SAFE)),
    ("a Hugging Face token", "hf_" + signs(34)),
    ("a SendGrid key", "SG." + signs(22) + "." + signs(43)),
    ("a DigitalOcean token", "dop_v1_" + signs(64, HEX)),
    ("a Shopify token", "shpat_" + signs(32, HEX)),
    ("a Docker token", "dckr_pat_" + signs(27)),
    ("a Vault token", "hvs." + signs(90)),
    ("a Databricks token", "dapi" + signs(32, HEX)),
    ("a Telegram bot token", digits(10) + ":AA" + signs(33)),
    ("an age key", "AGE-SECRET-KEY-1" + signs(58, "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L")),
    ("an Azure storage key", "AccountKey=" + signs(86, BASE64) + "=="),
    ("a signed token", signed({"alg": "HS256"}, {"sub": "u-7731", "iat": 1780000000})),
    ("a bearer token", "Authorization: Bearer " + signs(40)),
    ("a password for basic authentication", "Basic " + base64.b64encode(b"jo:tR7#mq2Vx9z").decode()),
    ("a private key", private_key()),
    ("a private key", private_key("PRIVATE KEY")),
    ("a private key", private_key("PGP PRIVATE KEY BLOCK")),
    ("a password in an address", "postgres://app:" + "v8Kq2mZx7Lp4" + "@db.internal:5432/app"),
    ("a password in an address", "redis://:" + "v8Kq2mZx7Lp4" + "@10.0.0.7"),
)
