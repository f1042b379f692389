"""The judges by name; one that asks a model is made when it is asked for."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from typing import Any

from brainwiki.dream.gate import People
from brainwiki.dream.judging.deterministic import Deterministic
from brainwiki.dream.judging.ports import Calibrated
from brainwiki.dream.judging.reference import REFERENCES
from brainwiki.errors import JudgeError, MissingExtraError

Record = Callable[[Mapping[str, Any]], None]
MODELS = ("llm", "ensemble")
_REFERENCES = {one.name: one for one in REFERENCES}
NAMES = ("deterministic", *MODELS, *_REFERENCES)


def judge(name: str, record: Record) -> Calibrated:
    """The judge of this name; what it asks of a model is told to `record`. Raises JudgeError, DriverError, MissingExtraError."""
    if name == "deterministic":
        return Deterministic()
    if name == "people":
        return People()
    if name in MODELS:
        return _by_model(name, record)
    if name in _REFERENCES:
        return _REFERENCES[name]
    raise JudgeError(f"There is no judge {name!r}.", f"There are {', '.join(NAMES)}.")


def _by_model(name: str, record: Record) -> Calibrated:
    """A judge that asks the model of the environment."""
    if find_spec("pydantic_ai") is None or find_spec("openai") is None:
        raise MissingExtraError("language models", "llm")
    from brainwiki.adapters.llm.asker import PydanticAsker  # 1.3 s to import: only for who asks one
    from brainwiki.adapters.llm.settings import settings_of
    from brainwiki.dream.judging.by_model import ModelJudge
    from brainwiki.dream.judging.ensemble import Ensemble

    settings = settings_of(os.environ)
    asked = ModelJudge(PydanticAsker(settings, record), address=f"{settings.url} ({settings.form})")
    return Ensemble(asked) if name == "ensemble" else asked
