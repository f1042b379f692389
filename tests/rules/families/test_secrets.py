"""BW501 on pages: prose, front matter and code, names in three languages, what is reported and what is never printed."""

from __future__ import annotations

import pytest

from brainwiki.markup.parser import parse
from brainwiki.model.dialect import Dialect
from brainwiki.model.finding import Finding, Severity
from brainwiki.model.wiki import Wiki
from brainwiki.rules import engine, explain
from brainwiki.rules.engine import Settings
from brainwiki.rules.families import secrets
from brainwiki.rules.register import BY_CODE, RULES
from brainwiki.rules.reports.formats import FORMATS, Output
from brainwiki.rules.rule import View
from tests.helpers import HEAD, NOW, titled, wiki_of
from tests.rules.tokens import HEX, KINDS, github, signs

PASSWORD = "tR7#mq" + "2Vx!9z"
KEY = "wF3zQ8" + "kLm2Xv7Rt9Yb4Nc6Hd1"


def report(text: str, path: str = "knowledge/a.md") -> tuple[engine.Report, Wiki]:
    """The report on one page, and the snapshot that it is in."""
    wiki = wiki_of({path: text})
    return engine.run(View(wiki, NOW), Settings(select=("BW501",))), wiki


def leaks(token: str, text: str) -> bool:
    """Whether eight signs in a row of the secret in a token stand in a text, behind its first four."""
    (found,) = secrets.find(token)
    token = token[found.start : found.end]
    return any(token[at : at + 8] in text for at in range(4, len(token) - 8) if token[at : at + 8].isalnum())


def told(text: str) -> list[Finding]:
    """The findings of BW501 on one page."""
    return list(report(text)[0].findings)


@pytest.mark.parametrize(
    "line",
    [
        f"password: {PASSWORD}", f"Password = {PASSWORD}", f"PASSWORD={PASSWORD}", f"DB_PASSWORD: '{PASSWORD}'", f"**Password:** `{PASSWORD}`",
        f'"password": "{PASSWORD}",', f"passwd := {PASSWORD}", f"The password is {PASSWORD}.", f"| password | {PASSWORD} |", f"passwd => {PASSWORD}",
        f"(password: {PASSWORD})", f"dbPassword={PASSWORD};", f"パスワードは{PASSWORD}です。", f"パスワード：{PASSWORD}", f"暗証番号＝{PASSWORD}", f"密码：{PASSWORD}，请保管",
        f"密码是{PASSWORD}", f"密碼為「{PASSWORD}」", f"口令: {PASSWORD}",
    ],
)  # fmt: skip
def test_a_password_by_its_name(line: str) -> None:
    (finding,) = told(f"{HEAD}{line}\n")
    assert (finding.code, finding.severity, finding.line) == ("BW501", Severity.BLOCK, 6)
    assert finding.message == "The page holds a password."


@pytest.mark.parametrize(
    "line",
    [
        f"token: {KEY}", f"API_KEY={KEY}", f"api-key: {KEY}", f"apiKey = '{KEY}'", f"API key: `{KEY}`", f"aws_secret_access_key = {KEY}",
        f"client_secret: {KEY}", f"secret={KEY}", f"private key: {KEY}", f"GITHUB_TOKEN: {KEY}", f"X-Api-Key: {KEY}", f"encryption_key: {KEY}",
        f"APIキー：{KEY}", f"トークンは{KEY}", f"秘密鍵：{KEY}", f"密钥：{KEY}", f"令牌是{KEY}", f"access key: {signs(32, HEX)}", f"password: {KEY}",
    ],
)  # fmt: skip
def test_a_key_by_its_name(line: str) -> None:
    (finding,) = told(f"{HEAD}{line}\n")
    assert finding.message in ("The page holds a key or token.", "The page holds a password.")


@pytest.mark.parametrize(
    "line",
    [
        "password: <your password>", "password: ${DB_PASSWORD}", "password: changeme", "password: hunter2", "Password: at least 12 characters",
        "password: Upper-Case4Letters", "the password is in the vault", "password: |", "passwords: many", f"password reset {PASSWORD}",
        "token: 128000", "tokens per second: 4200", f"next_page_token: {KEY}", f"csrf_token: {KEY}", f"sync token: {KEY}", f"public_token={KEY}",
        "token: abc123def456ghi789", "api key: see the vault", "API_KEY=...", f"key: {KEY}", f"cache_key: {KEY}", "secret: arn:aws:secretsmanager:x:1:secret:Db1-aB3dE5",
        "secret santa", "token: 0f8fad5b-d9cb-469f-a165-70867728950e", "keyword: value", "api_key: settings.OPENAI_API_KEY_2024",
        f"password: {PASSWORD[:9]}…", f"token: {KEY}<", "パスワードは16文字以上です。", "密码：不少于八位", "令牌环网络", "password: jo1@Host.net",
    ],
)  # fmt: skip
def test_what_is_no_secret_in_prose(line: str) -> None:
    assert told(f"{HEAD}{line}\n") == []


@pytest.mark.parametrize(
    ("fence", "count"),
    [
        (f"password = '{PASSWORD}'", 1),
        (f'{{"password": "{PASSWORD}"}}', 1),
        (f"PASSWORD={PASSWORD}", 1),
        (f"  password: {PASSWORD}  # of the trial", 0),
        (f"api_key: {KEY}", 1),
        (f"curl -H 'token: {KEY}' https://host", 1),
        (f"token = read({KEY})", 0),
        (f"token = {KEY}.value()", 0),
        (f"token = {KEY} + suffix", 0),
        ("password = os.environ['DB_PASSWORD_2']", 0),
        ("password = Settings().Db1Pw", 0),
        ("secret = vault.Read1(kv)", 0),
        (f"password = '{PASSWORD[:9]}'", 0),
    ],
)
def test_in_code_a_value_by_name_must_be_written_out(fence: str, count: int) -> None:
    assert len(told(f"{HEAD}```\n{fence}\n```\n")) == count


@pytest.mark.parametrize(
    ("code", "count"), [(f"`password={PASSWORD}`", 1), (f"`token={KEY}` and", 1), (f"`f(token={KEY}, 1)`", 0)]
)
def test_code_in_a_line_counts_as_code(code: str, count: int) -> None:
    assert len(told(f"{HEAD}Run {code}.\n")) == count


@pytest.mark.parametrize(("kind", "token"), KINDS, ids=[f"{kind} {number}" for number, (kind, _) in enumerate(KINDS)])
@pytest.mark.parametrize("page", ["{}\n", "```\n{}\n```\n", "Text. <!-- {} -->\n", "[^1]: {}\n"])
def test_a_known_form_blocks_in_prose_code_and_comments(kind: str, token: str, page: str) -> None:
    (finding,) = told(HEAD + page.format(token))
    assert finding.severity is Severity.BLOCK
    assert kind in finding.message


def test_front_matter_is_read_too() -> None:
    (finding,) = told(titled("A", more=f"database: mysql://app:{KEY}@db/x\n"))
    assert (finding.line, finding.message) == (5, "The page holds a password in an address.")


@pytest.mark.parametrize("path", ["index.md", "log.md", "sessions/s/session.md", "sources/a.md", "notes/a.md"])
def test_every_kind_of_page_is_read(path: str) -> None:
    found, _ = report(f"{HEAD}{github()}\n", path)
    assert [finding.code for finding in found.findings] == ["BW501"]


def test_it_cannot_be_silenced_in_the_page() -> None:
    text = f"{HEAD}<!-- bw-ignore BW501: a trial -->\n{github()}\n"
    assert [finding.code for finding in told(text)] == ["BW501"]
    assert BY_CODE["BW501"].integrity


def test_two_secrets_have_two_fingerprints_and_one_keeps_its_own() -> None:
    first, second = told(f"{HEAD}{github()} and {github()}\n")
    assert first.fingerprint != second.fingerprint
    token = github()
    (before,), (after,) = told(f"{HEAD}{token}\n"), told(f"{HEAD}Moved.\n\n{token}\n")
    assert before.fingerprint == after.fingerprint


@pytest.mark.parametrize(("kind", "token"), KINDS, ids=[f"{kind} {number}" for number, (kind, _) in enumerate(KINDS)])
def test_no_report_prints_the_secret(kind: str, token: str) -> None:
    found, wiki = report(f"{HEAD}It is {token} here.\n")
    printed = [form(Output(found, wiki.pages)) for form in FORMATS.values()]
    for text in (*printed, str([finding.subject for finding in found.findings])):
        assert kind in text
        assert not leaks(token, text)


@pytest.mark.parametrize(
    ("kind", "token"),
    [(kind, token) for kind, token in KINDS if "\n" not in token],
    ids=[f"{kind} {number}" for number, (kind, token) in enumerate(KINDS) if "\n" not in token],
)
def test_nor_does_the_report_of_another_finding_on_its_line(kind: str, token: str) -> None:
    wiki = wiki_of({"knowledge/a.md": f"{HEAD}It is {token}, see [[nowhere]].\n"})
    found = engine.run(View(wiki, NOW), Settings(select=("BW201", "BW501")))
    assert [finding.code for finding in found.findings] == ["BW501", "BW201"]
    for form in FORMATS.values():
        assert not leaks(token, form(Output(found, wiki.pages)))


def test_a_veil_keeps_every_place() -> None:
    token = github()
    assert secrets.veiled(f"日本 {token} end", 0) == f"日本 {'•' * 40} end"
    assert secrets.veiled("plain", 3) == "plain"
    far = "x " * 5_000
    assert secrets.veiled(f"{far}{token} {far}", len(far)) == f"{far}{'•' * 40} {far}"
    assert secrets.veiled(f"{token} {far}", len(far)) == f"{token} {far}"


def test_line_and_column_lead_to_the_secret() -> None:
    token = github()
    (finding,) = told(f"{HEAD}\nIt is {token}.\n")
    assert (finding.line, finding.column) == (7, 7)
    assert (finding.end_line, finding.end_column) == (7, 7)


def test_overlapping_finds_are_one() -> None:
    (finding,) = told(f"{HEAD}GITHUB_TOKEN={github()}\n")
    assert finding.message == "The page holds a GitHub token (`ghp_…`)."


def test_a_page_without_a_long_run_or_a_name_is_not_read_further() -> None:
    assert not secrets.may_hold("An ordinary page with words, numbers 12345 and a link to https://host/path.\n" * 50)
    assert not secrets.may_hold("日本語の普通のページ。中文页面。\n" * 50)
    assert secrets.may_hold("a" * 16)
    assert secrets.may_hold("Password")
    assert secrets.may_hold("密码")
    assert secrets.may_hold("a://b@c")
    assert not secrets.may_hold("jo@host.net")


def test_bytes_that_are_no_text_do_no_harm() -> None:
    page = parse("knowledge/a.md", HEAD.encode() + b"\xff\xfe token=" + KEY.encode() + b"\xed\xa0\xbd\n", Dialect())
    found = engine.run(View(Wiki({page.path: page}), NOW), Settings(select=("BW501",))).findings
    assert [finding.code for finding in found] == ["BW501"]


@pytest.mark.parametrize(("kind", "token"), KINDS, ids=[f"{kind} {number}" for number, (kind, _) in enumerate(KINDS)])
def test_a_parted_secret_is_none(kind: str, token: str) -> None:
    printed = explain.parted(f"It is {token} here.\n")
    assert "␛+" in printed
    assert printed.replace("␛+", "") == f"It is {token} here.\n"
    assert secrets.find(printed) == []
    assert told(HEAD + printed) == []


@pytest.mark.parametrize("line", [f"password: {PASSWORD}", f"api_key = '{KEY}'", f"パスワード：{PASSWORD}"])
def test_a_parted_value_is_none(line: str) -> None:
    assert secrets.find(explain.parted(line)) == []


def test_a_text_without_a_secret_is_printed_as_it_is() -> None:
    assert explain.parted("Plain ␛ text, password: <x>.\n") == "Plain ␛ text, password: <x>.\n"


@pytest.mark.parametrize("rule", RULES, ids=[rule.code for rule in RULES])
def test_no_page_of_the_manual_holds_a_secret(rule: engine.Rule) -> None:
    assert secrets.find(explain.as_page(rule)) == []


def test_the_manual_shows_the_examples_parted() -> None:
    page = explain.as_page(BY_CODE["BW501"])
    assert "AKIA␛+THISISNOTREALKEY" in page
    assert "AKIATHIS" not in page
