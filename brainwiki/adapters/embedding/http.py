"""Vectors from a server that speaks OpenAI's `/v1/embeddings`: OpenAI itself, Ollama, vLLM, LM Studio, TEI, llama.cpp."""

from __future__ import annotations

import base64
import binascii
import json
import math
import struct
from collections.abc import Sequence
from http.client import HTTPException
from typing import Any
from urllib import request
from urllib.error import HTTPError, URLError

from brainwiki.adapters.address import is_address, is_local, may_be_asked
from brainwiki.errors import EmbedderError

BATCH = 64  # texts of one request
LONGEST = 8_000  # characters of a text that are sent
LARGEST = 64 << 20  # bytes of an answer
MOST_DIMENSIONS = 16_384
CHECK = "Check the address in BRAINWIKI_EMBEDDER_URL, the model's name and the key."


class HttpEmbedder:
    """A model behind an address such as `https://api.example.org/v1`. Texts leave this machine unless the server runs on it.

    `key` is sent as a bearer token where it is not empty. Only `https:` addresses are asked, and `http:` ones of this machine;
    a redirection is an error, so that neither texts nor the key go where nobody sent them. `seconds` is for one request.
    `prefixes` go before questions and passages, for models that ask for them.
    """

    def __init__(
        self, url: str, model: str, key: str = "", seconds: float = 60.0, prefixes: tuple[str, str] = ("", "")
    ) -> None:
        self._url = _address(url)
        self._model = model
        self._key = key
        self._seconds = seconds
        self._prefixes = prefixes
        self._dim = 0
        local = [request.ProxyHandler({})] if is_local(self._url) else []
        self._opener = request.build_opener(_NoRedirection, *local)

    @property
    def id(self) -> str:
        """The address, the model and the prefixes."""
        marks = "".join(f"/{prefix!r}" for prefix in self._prefixes) if any(self._prefixes) else ""
        return f"openai/{self._url}/{self._model}{marks}"

    @property
    def dim(self) -> int:
        """Numbers of a vector; the server is asked once. Raises EmbedderError."""
        if not self._dim:
            self._ask(["dimension"])
        return self._dim

    def embed_query(self, texts: Sequence[str]) -> list[list[float]]:
        """Vectors of questions."""
        return self._embed(self._prefixes[0], texts)

    def embed_passages(self, texts: Sequence[str]) -> list[list[float]]:
        """Vectors of texts that are to be found."""
        return self._embed(self._prefixes[1], texts)

    def _embed(self, prefix: str, texts: Sequence[str]) -> list[list[float]]:
        found: list[list[float]] = []
        for start in range(0, len(texts), BATCH):
            # An empty text is an error to some servers.
            found += self._ask([(prefix + text)[:LONGEST] or " " for text in texts[start : start + BATCH]])
        return found

    def _ask(self, texts: list[str]) -> list[list[float]]:
        body = json.dumps({"model": self._model, "input": texts, "encoding_format": "base64"}).encode()
        try:
            vectors = [_normal(vector) for vector in _vectors(json.loads(self._answer(body)), len(texts))]
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            raise EmbedderError(f"{self._url} gave no vectors: {_short(error)}.", CHECK) from None
        sizes = {len(vector) for vector in vectors} | ({self._dim} if self._dim else set())
        if len(sizes) != 1:
            raise EmbedderError(f"{self._url} gave vectors of different sizes: {sorted(sizes)}.", CHECK)
        (self._dim,) = sizes
        return vectors

    def _answer(self, body: bytes) -> bytes:
        """The body of the server's answer; raises EmbedderError where there is none that may be used."""
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if self._key:
            headers["Authorization"] = f"Bearer {self._key}"
        asked = request.Request(f"{self._url}/embeddings", body, headers, method="POST")  # noqa: S310 — checked by `_address`
        try:
            with self._opener.open(asked, timeout=self._seconds) as answer:
                found: bytes = answer.read(LARGEST + 1)
        except HTTPError as error:
            raise EmbedderError(f"{self._url} answered {error.code}: {_detail(error)}.", CHECK) from None
        except (URLError, OSError, HTTPException) as error:
            reason = error.reason if isinstance(error, URLError) else error
            raise EmbedderError(f"{self._url} did not answer: {_short(reason)}.", CHECK) from None
        if len(found) > LARGEST:
            raise EmbedderError(f"{self._url} gave more than {LARGEST >> 20} MB.", CHECK)
        return found


class _NoRedirection(request.HTTPRedirectHandler):
    """Follows nothing."""

    def redirect_request(self, *_: object) -> None:
        """None: the redirection itself is the answer, an error."""


def _address(url: str) -> str:
    """The address without its last slash; raises EmbedderError where it may not be asked."""
    if not is_address(url):
        raise EmbedderError(f"{url!r} is no address of a server for vectors.", CHECK)
    if may_be_asked(url):
        return url.rstrip("/")
    raise EmbedderError(f"{url!r} is neither an https: address nor one of this machine.", CHECK)


def _vectors(answer: Any, count: int) -> list[Sequence[float]]:
    """The vectors in an answer, in the order of the texts; raises ValueError, TypeError or KeyError."""
    items = answer["data"]
    if not isinstance(items, list) or len(items) != count:
        raise ValueError(f"{count} were asked for")
    places = [item.get("index", place) for place, item in enumerate(items)]
    if sorted(places) != list(range(count)):
        raise ValueError("their places do not fit")
    found: list[Sequence[float]] = [()] * count
    for place, item in zip(places, items, strict=True):
        found[place] = _numbers(item["embedding"])
    return found


def _numbers(value: Any) -> Sequence[float]:
    """One vector: a list of numbers, or 32-bit floats in Base64, as the server chose."""
    if isinstance(value, str):
        try:
            raw = base64.b64decode(value, validate=True)
        except binascii.Error:
            raise ValueError("text that is no Base64") from None
        if len(raw) % 4:
            raise ValueError("a torn vector")
        value = struct.unpack(f"<{len(raw) // 4}f", raw)
    if not isinstance(value, list | tuple) or not 0 < len(value) <= MOST_DIMENSIONS:
        raise ValueError("an empty or endless vector")
    return [float(number) for number in value]


def _normal(vector: Sequence[float]) -> list[float]:
    """A vector brought to length 1; raises ValueError where it has none."""
    length = math.sqrt(math.fsum(number * number for number in vector))
    if not math.isfinite(length) or not length:
        raise ValueError("a vector without length")
    return [number / length for number in vector]


def _detail(error: HTTPError) -> str:
    """What a server said about its refusal, in a few words."""
    try:
        said = error.read(2_000).decode("utf-8", "replace")
    except (OSError, HTTPException):
        said = ""
    return _short(said or error.reason)


def _short(words: object) -> str:
    """Words for one line, without control characters."""
    return "".join(char if char.isprintable() else " " for char in str(words)).strip()[:200] or "no reason given"
