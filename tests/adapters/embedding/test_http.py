"""Vectors from a server: what is asked, what is understood, and a clear line for every answer that is none."""

from __future__ import annotations

import math
from typing import Any

import pytest

from brainwiki.adapters.embedding import http
from brainwiki.adapters.embedding.http import HttpEmbedder
from brainwiki.errors import EmbedderError
from tests.adapters.embedding.server import as_base64, packed, serving, usual, vector


def normal(numbers: list[float]) -> list[float]:
    length = math.hypot(*numbers)
    return [number / length for number in numbers]


@pytest.mark.parametrize("answer", [usual, packed])
def test_vectors_come_in_the_order_of_the_texts_and_with_length_one(answer: Any) -> None:
    with serving(answer) as (url, asked):
        embedder = HttpEmbedder(f"{url}/", "some-model", "s3cret")
        found = embedder.embed_passages(["one", "猫", "three"])
        assert [pytest.approx(one, abs=1e-6) for one in map(normal, map(vector, ["one", "猫", "three"]))] == found
        assert embedder.dim == 3
        path, headers, body = asked[0]
    assert path == "/v1/embeddings"
    assert headers["Authorization"] == "Bearer s3cret"
    assert body == {"model": "some-model", "input": ["one", "猫", "three"], "encoding_format": "base64"}
    assert len(asked) == 1


def test_many_texts_go_in_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "BATCH", 3)
    with serving() as (url, asked):
        texts = [f"{'x' * number}" for number in range(8)]
        found = HttpEmbedder(url, "m").embed_passages(texts)
    assert [len(body["input"]) for _, _, body in asked] == [3, 3, 2]
    assert asked[0][2]["input"][0] == " "  # an empty text would be an error to some
    assert found[5] == pytest.approx(normal(vector("xxxxx")))


def test_prefixes_go_before_questions_and_passages_and_into_the_id() -> None:
    with serving() as (url, asked):
        embedder = HttpEmbedder(url, "e5", prefixes=("query: ", "passage: "))
        embedder.embed_query(["a"])
        embedder.embed_passages(["a"])
        assert [body["input"] for _, _, body in asked] == [["query: a"], ["passage: a"]]
        assert embedder.id != HttpEmbedder(url, "e5").id != HttpEmbedder(url, "e6").id
    assert "Authorization" not in asked[0][1]


def test_the_size_is_asked_for_once() -> None:
    with serving() as (url, asked):
        embedder = HttpEmbedder(url, "m")
        assert (embedder.dim, embedder.dim, len(asked)) == (3, 3, 1)


def test_long_texts_are_cut_before_they_are_sent() -> None:
    with serving() as (url, asked):
        HttpEmbedder(url, "m").embed_passages(["x" * 100_000])
    assert len(asked[0][2]["input"][0]) == http.LONGEST


def items(*embeddings: Any) -> dict[str, Any]:
    return {"data": [{"embedding": one} for one in embeddings]}


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (b"<html>", "gave no vectors"),
        (b"", "gave no vectors"),
        (b"\xff\xfe", "gave no vectors"),
        ([], "gave no vectors"),
        ({}, "gave no vectors"),
        ({"data": []}, "2 were asked for"),
        (items([1.0]), "2 were asked for"),
        (items([1.0], []), "an empty or endless vector"),
        (items([1.0], ["x"]), "gave no vectors"),
        (items([1.0], None), "an empty or endless vector"),
        (items([1.0], "%%%"), "no Base64"),
        (items([1.0], "QUJD"), "a torn vector"),
        (items([1.0], [0.0]), "without length"),
        (items([1.0], [float("nan")]), "without length"),
        (items([1.0], as_base64([float("inf")])), "without length"),
        (items([1.0], [1.0, 2.0]), "different sizes"),
        ({"data": [{"index": 0, "embedding": [1.0]}, {"index": 0, "embedding": [1.0]}]}, "places do not fit"),
        ({"data": [{"index": 7, "embedding": [1.0]}, {"index": 0, "embedding": [1.0]}]}, "places do not fit"),
        (b'{"data": ' + b"[" * 100_000, "gave no vectors"),
    ],
)
def test_an_answer_that_holds_no_vectors_is_one_clear_line(answer: Any, why: str) -> None:
    with serving(lambda _: answer) as (url, _), pytest.raises(EmbedderError, match=why) as caught:
        HttpEmbedder(url, "m").embed_passages(["a", "b"])
    assert "\n" not in str(caught.value)


def test_a_server_that_changes_its_size_is_refused() -> None:
    sizes = iter([2, 5])
    with serving(lambda body: items(*([1.0] * next(sizes) for _ in body["input"]))) as (url, _):
        embedder = HttpEmbedder(url, "m")
        embedder.embed_query(["a"])
        with pytest.raises(EmbedderError, match=r"different sizes: \[2, 5\]"):
            embedder.embed_query(["a"])


@pytest.mark.parametrize("status", [400, 401, 404, 429, 500, 503])
def test_a_refusal_is_told_with_its_words_and_without_the_key(status: int) -> None:
    with serving(lambda _: b"no such\nmodel\x1b[31m", status) as (url, _), pytest.raises(EmbedderError) as caught:
        HttpEmbedder(url, "m", "s3cret").embed_query(["a"])
    assert f"answered {status}: no such model" in str(caught.value)
    assert "s3cret" not in str(caught.value)
    assert "\x1b" not in str(caught.value)


def test_a_redirection_is_not_followed_and_the_key_does_not_travel() -> None:
    with serving() as (other, never), serving(to=other) as (url, _):
        with pytest.raises(EmbedderError, match="answered 302"):
            HttpEmbedder(url, "m", "s3cret").embed_query(["a"])
        assert never == []


def test_a_slow_server_is_given_up() -> None:
    with serving(wait=0.5) as (url, _), pytest.raises(EmbedderError, match="did not answer: timed out"):
        HttpEmbedder(url, "m", seconds=0.05).embed_query(["a"])


def test_no_server_at_all_is_one_clear_line() -> None:
    with serving() as (url, _):
        pass
    with pytest.raises(EmbedderError, match="did not answer"):
        HttpEmbedder(url, "m").embed_query(["a"])


def test_an_endless_answer_is_not_read_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "LARGEST", 1_000)
    with serving(lambda _: b" " * 5_000) as (url, _), pytest.raises(EmbedderError, match="gave more than"):
        HttpEmbedder(url, "m").embed_query(["a"])


def test_a_proxy_is_never_asked_for_what_runs_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    monkeypatch.delenv("no_proxy", raising=False)
    monkeypatch.delenv("NO_PROXY", raising=False)
    with serving() as (url, _):
        assert HttpEmbedder(url, "m").dim == 3


@pytest.mark.parametrize(
    "url",
    [
        "", "localhost:8000", "http://example.org/v1", "http://localhost.example.org/v1", "http://127.0.0.1.example.org/v1",
        "file:///etc/passwd", "ftp://localhost/v1", "https://user:word@example.org/v1", "http://user@localhost/v1", "https://",
        "https://example.org/v1?key=1", "https://example.org/v1#x", "https://example.org:port/v1", "https://exa mple.org/v1",
        "https://example.org/v1\nHost: other", "http://[::1/v1", "http://0.0.0.0/v1",
    ],
)  # fmt: skip
def test_addresses_that_may_not_be_asked(url: str) -> None:
    with pytest.raises(EmbedderError):
        HttpEmbedder(url, "m")


@pytest.mark.parametrize(
    "url",
    ["https://api.example.org/v1", "http://localhost:11434/v1/", "http://127.0.0.1:8000/v1", "http://[::1]:8000/v1"],
)
def test_addresses_that_may_be_asked(url: str) -> None:
    assert HttpEmbedder(url, "m").id == f"openai/{url.rstrip('/')}/m"
