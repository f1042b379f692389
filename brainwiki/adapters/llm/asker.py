"""A language model asked through pydantic-ai: answers of a bounded form at temperature 0, retries, a budget, an account of every call."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import httpx2
import jsonschema
from pydantic_ai import Agent, ModelRetry, NativeOutput, PromptedOutput, StructuredDict, capture_run_messages
from pydantic_ai.exceptions import UnexpectedModelBehavior, UsageLimitExceeded
from pydantic_ai.messages import ModelMessagesTypeAdapter
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider
from pydantic_ai.settings import ModelSettings
from pydantic_ai.usage import RunUsage, UsageLimits

from brainwiki.adapters.llm.settings import LOCAL, Settings
from brainwiki.errors import AnswerError, BudgetError, DriverError

if TYPE_CHECKING:
    from pydantic_ai.models import Model

    from brainwiki.dream.by_model.asking import Question

RETRIES = 2  # after an answer that does not fit
_MISTAKES = 5  # that are told back
CHECK = "Check the address in BRAINWIKI_LLM_URL, the model's name and the key."


class PydanticAsker:
    """The model of some settings. `record` is told each call: what was asked, what came back, what it cost; `model` takes the
    place of the address in tests."""

    def __init__(
        self, settings: Settings, record: Callable[[Mapping[str, Any]], None], model: Model | None = None
    ) -> None:
        self._settings = settings
        self._record = record
        self._model = model

    @property
    def name(self) -> str:
        """The model's name."""
        return self._settings.model

    def ask(self, question: Question) -> Mapping[str, Any]:
        """The answer to one question."""
        settings = self._settings
        settings.budget.demand(_at_most(question.instructions + question.data), question.longest)
        used = RunUsage()
        agent = self._agent(question)
        limits = UsageLimits(request_limit=RETRIES + 1, total_tokens_limit=settings.budget.left)
        answer: Mapping[str, Any] | None = None
        failure: Exception | None = None
        with capture_run_messages() as messages:
            try:
                answer = agent.run_sync(question.data, usage=used, usage_limits=limits).output
            except Exception as error:  # whatever its libraries raise, the run goes on
                failure = error
        why = f"{type(failure).__name__}: {_short(failure)}" if failure else ""
        settings.budget.spend(used.input_tokens, used.output_tokens)
        self._record(
            {
                "question": question.name,
                "model": settings.model,
                "instructions": question.instructions,
                "messages": ModelMessagesTypeAdapter.dump_python(messages, mode="json"),
                "answer": answer,
                "error": why,
                "requests": used.requests,
                "told": used.input_tokens,
                "said": used.output_tokens,
            }
        )
        if answer is None:
            raise _error(settings.model, failure, why) from failure
        return answer

    def _agent(self, question: Question) -> Agent[None, Any]:
        """What asks one question: the form of the answer, and a check that tells the model what is wrong with it."""
        form = StructuredDict(dict(question.schema), name=question.name)
        output: Any = NativeOutput(form, strict=True) if self._settings.form == "native" else PromptedOutput(form)
        agent: Agent[None, Any] = Agent(
            self._answering(),
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

    def _answering(self) -> Model:
        """The model behind the address. Redirections are not followed: neither texts nor the key go where nobody sent them."""
        if self._model is None:
            settings = self._settings
            is_local = urlsplit(settings.url).hostname in LOCAL
            client = httpx2.AsyncClient(follow_redirects=False, trust_env=not is_local, timeout=settings.seconds)
            provider = OpenAIProvider(base_url=settings.url, api_key=settings.key or "none", http_client=client)
            self._model = OpenAIChatModel(settings.model, provider=provider)
        return self._model


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
