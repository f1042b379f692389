"""Where the language model is and what it may cost: only the user's own environment says it, since a repository is untrusted input."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple, get_args

from brainwiki.adapters.address import may_be_asked
from brainwiki.adapters.llm.budget import Budget, Price
from brainwiki.errors import DriverError

Form = Literal["native", "prompted"]

URL, MODEL, KEY = "BRAINWIKI_LLM_URL", "BRAINWIKI_LLM_MODEL", "BRAINWIKI_LLM_KEY"
TOKENS, MONEY, PRICE = "BRAINWIKI_LLM_TOKENS", "BRAINWIKI_LLM_MONEY", "BRAINWIKI_LLM_PRICE"
FORM, SECONDS = "BRAINWIKI_LLM_FORM", "BRAINWIKI_LLM_SECONDS"
DEFAULT_TOKENS = 200_000
DEFAULT_SECONDS = 120.0


class Settings(NamedTuple):
    """Where a model is and what it may cost: `seconds` for one request, `form` of how the schema of an answer is asked for."""

    url: str
    model: str
    key: str
    budget: Budget
    seconds: float
    form: Form


def settings_of(environment: Mapping[str, str]) -> Settings:
    """The settings in an environment; raises DriverError with every mistake."""
    forms: tuple[Form, ...] = get_args(Form)
    mistakes = [f"{name} is not set" for name in (URL, MODEL) if not environment.get(name)]
    if environment.get(URL) and not may_be_asked(environment[URL]):
        mistakes.append(
            f"{URL} must be an https: address, or an http: one of this machine, without a user name, query or fragment"
        )
    form = next((one for one in forms if one == environment.get(FORM, forms[0])), None)
    if form is None:
        mistakes.append(f"{FORM} may be {' or '.join(forms)}")
    tokens = _number(environment, TOKENS, DEFAULT_TOKENS, mistakes)
    money = _number(environment, MONEY, 0.0, mistakes)
    seconds = _number(environment, SECONDS, DEFAULT_SECONDS, mistakes)
    price = _price(environment.get(PRICE, ""))
    if price is None:
        mistakes.append(f"{PRICE} must be two prices for a million tokens, in and out, such as 0.25,2")
    if money and not environment.get(PRICE):
        mistakes.append(f"{MONEY} is set, and without {PRICE} nobody knows what is spent")
    if mistakes or form is None or price is None:
        raise DriverError(f"The language model is not set up: {'; '.join(mistakes)}.", "Set the environment variables.")
    url = environment[URL].rstrip("/")
    return Settings(url, environment[MODEL], environment.get(KEY, ""), Budget(int(tokens), money, price), seconds, form)


def _number(environment: Mapping[str, str], name: str, default: float, mistakes: list[str]) -> float:
    text = environment.get(name, "")
    if not text:
        return default
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not 0 < found < 1e12:
        mistakes.append(f"{name} must be a number above 0")
        return default
    return found


def _price(text: str) -> Price | None:
    """Two prices; nothing costs nothing, None where the text is something else."""
    if not text:
        return Price(0.0, 0.0)
    try:
        told, said = (float(part) for part in text.split(","))
    except ValueError:
        return None
    return Price(told, said) if 0 <= told < 1e6 and 0 <= said < 1e6 else None
