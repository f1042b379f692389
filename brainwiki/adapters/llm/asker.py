"""A language model asked through pydantic-ai: answers of a bounded form at temperature 0, retries, a budget, an account of every call."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, NamedTuple

import httpx2
import jsonschema
from pydantic_ai import Agent, ModelRetry, NativeOutput, PromptedOutput, StructuredDict, capture_run_messages
from pydantic_ai.exceptions import UnexpectedModelBehavior, UsageLimitExceeded
from pydantic_ai.messages import ModelMessagesTypeAdapter
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider
from pydantic_ai.settings import ModelSettings
from pydantic_ai.usage import RunUsage, UsageLimits

from brainwiki.adapters.address import is_local
from brainwiki.adapters.llm.settings import Settings
from brainwiki.errors import AnswerError, BudgetError, DriverError

if TYPE_CHECKING:
    from pydantic_ai.models import Model

    from brainwiki.dream.by_model.asking import Question

RETRIES = 2  # after an answer that does not fit
_MISTAKES = 5  # that are told back
CHECK = "Check the address in BRAINWIKI_LLM_URL, the model's name and the key."


class _Told(NamedTuple):
    """What came of a question: an answer or a failure, what was used, and every message."""

    answer: Mapping[str, Any] | None
    failure: Exception | None
    used: RunUsage
    messages: Any


class PydanticAsker:
    """The model of some settings. `record` is told each call: what was asked, what came back, what it cost."""

    def __init__(self, settings: Settings, record: Callable[[Mapping[str, Any]], None]) -> None:
        self._settings = settings
        self._record = record

    @property
    def name(self) -> str:
        """The model's name."""
        return self._settings.model

    def ask(self, question: Question) -> Mapping[str, Any]:
        """The answer to one question."""
        settings = self._settings
        settings.budget.demand(_at_most(question.instructions + question.data), question.longest)
        with ThreadPoolExecutor(1) as thread:  # whoever asks may have an event loop of its own
            told = thread.submit(asyncio.run, self._asked(question)).result()
        why = f"{type(told.failure).__name__}: {_short(told.failure)}" if told.failure else ""
        settings.budget.spend(told.used.input_tokens, told.used.output_tokens)
        self._record(
            {
                "question": question.name,
                "model": settings.model,
                "instructions": question.instructions,
                "messages": told.messages,
                "answer": told.answer,
                "error": why,
                "requests": told.used.requests,
                "told": told.used.input_tokens,
                "said": told.used.output_tokens,
            }
        )
        if told.answer is None:
            raise _error(settings.model, told.failure, why) from told.failure
        return told.answer

    async def _asked(self, question: Question) -> _Told:
        """What comes of a question. Redirections are not followed: neither texts nor the key go where nobody sent them."""
        settings, used = self._settings, RunUsage()
        limits = UsageLimits(request_limit=RETRIES + 1, total_tokens_limit=settings.budget.left)
        answer: Mapping[str, Any] | None = None
        failure: Exception | None = None
        with capture_run_messages() as messages:
            try:
                async with httpx2.AsyncClient(
                    follow_redirects=False, trust_env=not is_local(settings.url), timeout=settings.seconds
                ) as client:
                    provider = OpenAIProvider(base_url=settings.url, api_key=settings.key or "none", http_client=client)
                    agent = self._agent(question, OpenAIChatModel(settings.model, provider=provider))
                    answer = (await agent.run(question.data, usage=used, usage_limits=limits)).output
            except Exception as error:  # whatever its libraries raise, the run goes on
                failure = error
        return _Told(answer, failure, used, ModelMessagesTypeAdapter.dump_python(messages, mode="json"))

    def _agent(self, question: Question, model: Model) -> Agent[None, Any]:
        """What asks one question: the form of the answer, and a check that tells the model what is wrong with it."""
        form = StructuredDict(dict(question.schema), name=question.name)
        output: Any = NativeOutput(form, strict=True) if self._settings.form == "native" else PromptedOutput(form)
        agent: Agent[None, Any] = Agent(
            model,
            output_type=output,
            instructions=question.instructions,
            retries=RETRIES,
            model_settings=ModelSettings(temperature=0.0, max_tokens=question.longest, timeout=self._settings.seconds),
        )
        validator = jsonschema.Draft202012Validator(question.schema)

        def check(answer: dict[str, Any]) -> dict[str, Any]:
            wrong = [f"{error.json_path}: {error.message[:200]}" for error in validator.iter_errors(answer)]
            wrong = wrong or list(question.mistakes(answer))
            if wrong:
                raise ModelRetry("The answer cannot be used:\n" + "\n".join(f"- {one}" for one in wrong[:_MISTAKES]))
            return answer

        agent.output_validator(check)
        return agent


def _error(model: str, failure: Exception | None, why: str) -> Exception:
    """The failure in our words."""
    if isinstance(failure, UsageLimitExceeded):
        return BudgetError("The tokens of this run are spent.", "Allow more with BRAINWIKI_LLM_TOKENS.")
    if isinstance(failure, UnexpectedModelBehavior):
        return AnswerError(f"The model {model} gave no answer that can be used: {why}.", "Try another model.")
    return DriverError(f"The model {model} gave no answer: {why}.", CHECK)


def _at_most(text: str) -> int:
    """Tokens of a text, rather too many: one for each sign that is not ASCII, one for three others."""
    plain = sum(char.isascii() for char in text)
    return len(text) - plain + plain // 3 + 50


def _short(error: BaseException) -> str:
    return json.dumps(" ".join(str(error).split())[:300], ensure_ascii=False).strip('"')
