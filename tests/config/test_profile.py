"""Profiles: data that loads, names what exists, and differs where it says so."""

from __future__ import annotations

from typing import get_args

import pytest

from brainwiki.config.options import SEVERITIES
from brainwiki.config.profile import NAMES, Profile, load_profile
from brainwiki.errors import UnknownNameError
from brainwiki.model.dialect import Kind
from brainwiki.rules.register import BY_CODE

PROFILES = [load_profile(name) for name in NAMES]
EACH = pytest.mark.parametrize("profile", PROFILES, ids=NAMES)


@EACH
def test_a_profile_is_named_and_described(profile: Profile) -> None:
    assert profile.name in NAMES
    assert profile.dialect.name == profile.name
    assert profile.summary.endswith(".")
    assert profile.source.startswith("summary = ")


@EACH
def test_a_profile_names_rules_kinds_and_severities_that_exist(profile: Profile) -> None:
    kinds = set(get_args(Kind))
    assert set(profile.severities) <= set(BY_CODE)
    assert set(profile.severities.values()) <= set(SEVERITIES)
    assert set(profile.options) <= set(BY_CODE)
    assert set(profile.required) <= kinds
    for table in (profile.dialect.kinds, profile.dialect.reserved, profile.dialect.types):
        assert set(table.values()) <= kinds


@EACH
def test_a_profile_lowers_no_rule_of_integrity(profile: Profile) -> None:
    assert not [code for code in profile.severities if BY_CODE[code].integrity]


@EACH
def test_vocabularies_lead_to_our_words(profile: Profile) -> None:
    assert set(profile.dialect.status_words.values()) <= {"draft", "stable", "deprecated"}
    assert all(0 <= value <= 1 for value in profile.dialect.confidence_words.values())
    assert all(word == word.lower() for word in (*profile.dialect.status_words, *profile.dialect.confidence_words))


def test_a_profile_is_loaded_once() -> None:
    assert load_profile("brain") is load_profile("brain")


@pytest.mark.parametrize(
    ("name", "hint"), [("obsidan", "obsidian"), ("llmwiki", "llm-wiki"), ("zzz", "brain, okf, obsidian, llm-wiki")]
)
def test_an_unknown_profile_is_told_with_its_neighbours(name: str, hint: str) -> None:
    with pytest.raises(UnknownNameError) as caught:
        load_profile(name)
    assert caught.value.message == f"No profile {name!r}."
    assert caught.value.remedy == f"Did you mean {hint}?"


def test_no_profile_is_looked_for_outside_the_package() -> None:
    for name in ("../profiles/brain", "brain.toml", "", "/etc/hosts"):
        with pytest.raises(UnknownNameError):
            load_profile(name)


def test_the_profiles_differ_as_the_format_says() -> None:
    dialects = {profile.name: profile.dialect for profile in PROFILES}
    assert {name for name, dialect in dialects.items() if dialect.root_links} == {"okf"}
    assert {name for name, dialect in dialects.items() if dialect.footnotes == "evidence"} == {"okf", "llm-wiki"}
    assert {name for name, dialect in dialects.items() if dialect.meta_links} == {"obsidian"}
    assert {name for name, dialect in dialects.items() if dialect.front_matter == "optional"} == {"obsidian"}
    assert load_profile("brain").required["page"] == ("type", "title", "description")
    assert load_profile("okf").severities["BW201"] == "WARN"
    assert load_profile("llm-wiki").evidence == ("raw",)
