"""Options: every key is documented, and its documentation is true."""

from __future__ import annotations

import tomllib
from dataclasses import fields

import pytest

from brainwiki.config.config import Config, parse
from brainwiki.config.options import BY_KEY, OPTIONS, PUBLISHABLE, SEVERITIES, Option
from brainwiki.model.finding import Severity

FORMS = {
    "integer": int,
    "count": int,
    "numbers": dict,
    "text": str,
    "texts": tuple,
    "switch": bool,
    "severities": dict,
    "by path": dict,
    "lanes": dict,
}


def test_every_setting_is_an_option_and_every_option_a_setting() -> None:
    assert [option.key for option in OPTIONS] == [field.name for field in fields(Config)]
    assert set(BY_KEY) == {option.key for option in OPTIONS}


@pytest.mark.parametrize("option", OPTIONS, ids=[option.key for option in OPTIONS])
def test_an_option_says_what_it_means_and_shows_it(option: Option) -> None:
    assert option.meaning.endswith(".")
    assert isinstance(option.default, FORMS[option.form])
    assert getattr(Config(), option.key) == option.default


@pytest.mark.parametrize("option", OPTIONS, ids=[option.key for option in OPTIONS])
def test_an_options_example_is_valid(option: Option) -> None:
    data = tomllib.loads(option.example)
    assert list(data) == [option.key]
    config, problems = parse(data)
    assert problems == ()
    value = data[option.key]
    assert getattr(config, option.key) == (tuple(value) if isinstance(value, list) else value)


def test_vocabularies_are_those_of_the_code() -> None:
    assert (*(severity.value for severity in Severity), "off") == SEVERITIES
    assert PUBLISHABLE == ("sessions", "tasks", "proposals", "open-proposals")
