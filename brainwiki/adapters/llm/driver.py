"""The driver that asks the language model of the environment."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from typing import Any

from brainwiki.adapters.llm.settings import settings_of
from brainwiki.dream.by_model.driver import ModelDriver
from brainwiki.errors import MissingExtraError


def llm_driver(record: Callable[[Mapping[str, Any]], None]) -> ModelDriver:
    """The driver; every call of the model is told to `record`. Raises DriverError, MissingExtraError; nothing is asked yet."""
    if find_spec("pydantic_ai") is None or find_spec("openai") is None:
        raise MissingExtraError("language models", "llm")
    from brainwiki.adapters.llm.asker import PydanticAsker  # 1.3 s to import: only for who asks one

    return ModelDriver(PydanticAsker(settings_of(os.environ), record))
