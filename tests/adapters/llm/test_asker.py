"""A language model over HTTP: bounded answers, mistakes told back, a budget, and an account of every call."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from brainwiki.adapters.llm.asker import PydanticAsker
from brainwiki.adapters.llm.budget import Budget, Price
from brainwiki.adapters.llm.driver import llm_driver
from brainwiki.adapters.llm.settings import settings_of
from brainwiki.dream.by_model import schemas
from brainwiki.dream.by_model.asking import Question
from brainwiki.errors import AnswerError, BudgetError, DriverError

QUESTION = Question(
    "summarise",
    "Summarise.",
    "| data",
    schemas.SUMMARY,
    lambda told: ["it is not good"] if told["summary"] == "bad" else [],
    100,
)
Reply = str | int | tuple[int, str]


@contextmanager
def served(*replies: Reply, used: int = 10) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """A server that gives these answers one after another: a text, or a status (with an address: a redirection). Each says that
    its question took `used` tokens."""
    waiting, seen = [*replies], list[dict[str, Any]]()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            seen.append(body | {"key": self.headers["Authorization"], "path": self.path})
            reply = waiting.pop(0) if waiting else 500
            if isinstance(reply, tuple):
                self.send_response(reply[0])
                self.send_header("Location", reply[1])
                self.end_headers()
                return
            message = {"role": "assistant", "content": reply if isinstance(reply, str) else ""}
            usage = {"prompt_tokens": used, "completion_tokens": 5, "total_tokens": used + 5}
            choice = {"index": 0, "message": message, "finish_reason": "stop"}
            document = {
                "id": "x",
                "object": "chat.completion",
                "created": 1,
                "model": "m",
                "choices": [choice],
                "usage": usage,
            }
            raw = json.dumps(document).encode()
            self.send_response(200 if isinstance(reply, str) else reply)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(raw)))
            self.end_headers()
            self.wfile.write(raw)

        def log_message(self, *_: object) -> None:
            """Nothing is told."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1", seen
    finally:
        server.shutdown()
        server.server_close()


def asker(url: str, record: list[Any], **more: str) -> PydanticAsker:
    """A model at an address."""
    names = {"URL": url, "MODEL": "m", "KEY": "sesame"} | more
    return PydanticAsker(settings_of({f"BRAINWIKI_LLM_{name}": value for name, value in names.items()}), record.append)


def test_an_answer_of_the_form_comes_back() -> None:
    calls: list[Any] = []
    with served('{"summary": "One."}', '{"summary": "Two."}') as (url, seen):
        model = asker(url, calls)
        assert [model.ask(QUESTION)["summary"], model.ask(QUESTION)["summary"]] == ["One.", "Two."]
    asked = seen[0]
    assert (asked["key"], asked["path"], asked["temperature"]) == ("Bearer sesame", "/v1/chat/completions", 0.0)
    assert asked["response_format"]["json_schema"]["schema"] == schemas.SUMMARY
    assert [one["content"] for one in asked["messages"]] == ["Summarise.", "| data"]
    messages = calls[0].pop("messages")
    assert [part["content"] for one in messages for part in one["parts"]] == ["| data", '{"summary": "One."}']
    assert calls[0] == {
        "question": "summarise",
        "model": "m",
        "instructions": "Summarise.",
        "answer": {"summary": "One."},
        "error": "",
        "requests": 1,
        "told": 10,
        "said": 5,
    }


@pytest.mark.parametrize("wrong", ["no JSON", '{"summary": ""}', '{"summary": "x", "more": 1}', '{"summary": "bad"}'])
def test_a_wrong_answer_is_told_back(wrong: str) -> None:
    calls: list[Any] = []
    with served(wrong, '{"summary": "Good."}') as (url, seen):
        assert asker(url, calls).ask(QUESTION) == {"summary": "Good."}
    assert len(seen) == 2
    assert (calls[0]["requests"], calls[0]["told"]) == (2, 20)


def test_three_wrong_answers_are_an_error_that_is_on_record() -> None:
    calls: list[Any] = []
    with (
        served(*['{"summary": "bad"}'] * 5) as (url, seen),
        pytest.raises(AnswerError, match="no answer that can be used"),
    ):
        asker(url, calls).ask(QUESTION)
    assert len(seen) == 3
    assert calls[0]["answer"] is None
    assert calls[0]["error"]
    assert "it is not good" in str(calls[0]["messages"])
    assert calls[0]["said"] == 15


@pytest.mark.parametrize("status", [401, 404, 400])
def test_a_refusal_is_one_clear_error(status: int) -> None:
    with served(status, status, status, status) as (url, _), pytest.raises(DriverError) as caught:
        asker(url, []).ask(QUESTION)
    assert "BRAINWIKI_LLM_URL" in str(caught.value)
    assert "sesame" not in str(caught.value)


def test_nothing_follows_a_redirection() -> None:
    with served('{"summary": "stolen"}') as (other, stolen), served((307, f"{other}/chat/completions")) as (url, _):
        with pytest.raises(DriverError):
            asker(url, []).ask(QUESTION)
        assert stolen == []


def test_whoever_asks_may_have_an_event_loop_of_its_own() -> None:
    async def inside(url: str) -> Any:
        return asker(url, []).ask(QUESTION)

    with served('{"summary": "One."}') as (url, _):
        assert asyncio.run(inside(url)) == {"summary": "One."}


def test_nobody_there_is_an_error() -> None:
    with served() as (url, _):
        pass
    with pytest.raises(DriverError, match="gave no answer"):
        asker(url, [], SECONDS="5").ask(QUESTION)


def test_tokens_are_counted_before_and_after() -> None:
    """A question of 55 tokens at most and an answer of 100 need 155; each call took 15."""
    with served(*['{"summary": "One."}'] * 9) as (url, seen):
        model = asker(url, [], TOKENS="230")
        for _ in range(6):
            model.ask(QUESTION)
        with pytest.raises(BudgetError, match="and 140 of 230 are left"):
            model.ask(QUESTION)
    assert len(seen) == 6


def test_tries_of_one_question_stay_in_the_budget() -> None:
    calls: list[Any] = []
    with served(*['{"summary": "bad"}'] * 3, used=120) as (url, seen):
        with pytest.raises(BudgetError, match="are spent"):
            asker(url, calls, TOKENS="200").ask(QUESTION)
        assert len(seen) == 2
    assert calls[0]["told"] + calls[0]["said"] == 250


def test_money_is_counted() -> None:
    budget = Budget(10**9, 0.01, Price(1.0, 10.0))
    budget.demand(1000, 100)
    budget.spend(4000, 500)
    assert budget.spent == pytest.approx(0.009)
    with pytest.raises(BudgetError, match="dollars"):
        budget.demand(1000, 100)
    Budget(10**9, 0.0, Price(1.0, 10.0)).demand(10**8, 10**8)


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({}, "BRAINWIKI_LLM_URL is not set; BRAINWIKI_LLM_MODEL is not set"),
        ({"URL": "http://example.org/v1"}, "must be an https: address"),
        ({"URL": "https://user:pw@example.org"}, "must be an https: address"),
        ({"URL": "https://example.org/v1?x=1"}, "must be an https: address"),
        ({"URL": "https://e.org", "MODEL": "m", "TOKENS": "-1"}, "TOKENS must be a number above 0"),
        ({"URL": "https://e.org", "MODEL": "m", "PRICE": "1"}, "two prices"),
        ({"URL": "https://e.org", "MODEL": "m", "MONEY": "1"}, "without BRAINWIKI_LLM_PRICE"),
        ({"URL": "https://e.org", "MODEL": "m", "FORM": "xml"}, "FORM may be native or prompted"),
    ],
)
def test_settings_are_judged_at_once(settings: dict[str, str], why: str) -> None:
    with pytest.raises(DriverError, match=why.replace("(", r"\(")):
        settings_of({f"BRAINWIKI_LLM_{name}": value for name, value in settings.items()})


def test_the_prompted_form_is_for_servers_without_schemas() -> None:
    with served('{"summary": "One."}') as (url, seen):
        assert asker(url, [], FORM="prompted").ask(QUESTION) == {"summary": "One."}
    assert seen[0].get("response_format", {}).get("type") != "json_schema"
    assert "summary" in json.dumps(seen[0]["messages"])


def test_the_driver_is_set_up_by_the_environment_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("URL", "MODEL"):
        monkeypatch.delenv(f"BRAINWIKI_LLM_{name}", raising=False)
    with pytest.raises(DriverError, match="is not set"):
        llm_driver(lambda _: None)
    monkeypatch.setenv("BRAINWIKI_LLM_URL", "https://e.org/v1")
    monkeypatch.setenv("BRAINWIKI_LLM_MODEL", "m")
    assert llm_driver(lambda _: None).name == "dream-llm/1"
