"""The words of the site's own scripts: every one that a script asks for is in the data, in every language, and no other."""

from __future__ import annotations

import re
from pathlib import Path

import material
import pytest

from brainwiki.site.interface import SAID, outputs
from brainwiki.site.look import overrides
from brainwiki.site.templates import Templates
from brainwiki.site.words import LANGUAGES, words_of
from tests.helpers import REPOSITORY
from tests.site.search.sites import value_of
from tests.site.sites import site_of

SCRIPTS = REPOSITORY / "site_overrides/assets/javascripts"


def asked() -> set[str]:
    """The keys that scripts name."""
    text = {name: (SCRIPTS / f"bw-{name}.js").read_text("utf-8") for name in ("page", "history", "difference")}
    found = set(re.findall(r'bw\.say\("(\w+)"', text["page"]))
    found.update(*re.findall(r'bw\.say\(\w+ \? "(\w+)" : "(\w+)"', text["page"]))
    found |= {f"h_{key}" for key in re.findall(r'\bsay\("(\w+)"', text["history"])} | {"h_from", "h_to"}
    return found


def test_every_word_that_a_script_asks_for_is_there() -> None:
    assert asked() <= set(SAID)
    assert {key for key in SAID if not key.startswith("d_")} <= asked()
    difference = (SCRIPTS / "bw-difference.js").read_text("utf-8")
    for key in SAID:
        if key.startswith("d_") and not key.startswith("d_kind_"):
            assert re.search(rf'"{key[2:]}"', difference), key
    for call in re.findall(r"\bwords\(([^;]*)\)[;,\])]", difference):
        for key in re.findall(r'"([a-z_]+)"', call):
            assert f"d_{key}" in SAID or key == "kind_" or key in ("-", "+"), call


def made() -> dict[str, bytes]:
    templates = Templates([overrides(), f"{Path(material.__file__).parent}/templates"])
    return {one.path: one.make() for one in outputs(site_of({}), templates)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_are_those_of_the_language(language: str) -> None:
    files = made()
    said = value_of(files[f"data/words/{language}.js"])
    assert words_of(language)["zoom_in"] in said.pop("graph_tools")
    assert said == {key: words_of(language)[key] for key in SAID}
    assert all("<" not in word for word in said.values())


def test_the_dialog_says_its_language() -> None:
    files = made()
    assert (
        value_of(files["data/words/search.js"]).strip().startswith('<dialog class="bw-search" id="bw-search" lang="en"')
    )
