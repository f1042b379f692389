"""Our templates: values are text, what we rendered is markup, a name that is missing is an error."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from jinja2 import Environment, FileSystemLoader, UndefinedError

from brainwiki.config.config import Config
from brainwiki.site.look import overrides
from brainwiki.site.memo import ShortMemo
from brainwiki.site.templates import Compiled, Templates
from brainwiki.site.words import words_of
from tests.helpers import REPOSITORY, write_files
from tests.site.sites import site_of

PARTIALS = sorted((REPOSITORY / "site_overrides").rglob("*.html"))


def test_values_are_escaped_and_rendered_html_is_not(tmp_path: Path) -> None:
    write_files(tmp_path, {"bw/x.html": "{{ a }} {{ b | trusted }} {{ w.home }}"})
    found = Templates([str(tmp_path)]).render("x", site_of({}, config=Config(language="ja")), a="<b>", b="<i>")
    assert found == "&lt;b&gt; <i> ホーム"


def test_a_users_folder_comes_first(tmp_path: Path) -> None:
    write_files(tmp_path, {"bw/names.html": "mine"})
    assert Templates([str(tmp_path), overrides()]).render("names", site_of({})) == "mine"


def test_a_name_that_is_missing_is_an_error(tmp_path: Path) -> None:
    write_files(tmp_path, {"bw/x.html": "{{ nope }}"})
    with pytest.raises(UndefinedError):
        Templates([str(tmp_path)]).render("x", site_of({}))


def test_a_template_that_was_compiled_is_not_read_for_another(tmp_path: Path) -> None:
    memo = ShortMemo()
    for text, wanted in (("{{ a }}", "&lt;"), ("{{ a }}", "&lt;"), ("{{ a | trusted }}", "<")):
        write_files(tmp_path, {"bw/x.html": text})
        assert Templates([str(tmp_path)], memo).render("x", site_of({}), a="<") == wanted
    plain = Environment(loader=FileSystemLoader(str(tmp_path)), bytecode_cache=Compiled(memo, "frame"))
    write_files(tmp_path, {"bw/x.html": "{{ a }}"})
    assert plain.get_template("bw/x.html").render(a="<") == "<"


@pytest.mark.parametrize("path", PARTIALS, ids=[path.relative_to(REPOSITORY).as_posix() for path in PARTIALS])
def test_no_template_asks_another_host_or_carries_a_script(path: Path) -> None:
    text = path.read_text("utf-8")
    for sign in ("http:", "https:", "//cdn", "onclick", "onload", "javascript:", "style=", "<style"):
        assert sign not in text, sign
    scripts = re.findall(r"<script\b[^>]*>", text)
    assert all(" src=" in one or 'type="application/json"' in one for one in scripts)


# What MkDocs' templates may write as it is: our own words and constants, attributes that we built, HTML that we rendered.
READY = re.compile(
    r"""bw\.(?:words|around)(?:\.\w+|\[one\.word\])|bw\.\w*lang|bw\.frame\.\w+|one\.(?:media|scheme|primary|accent|word)
    |one\.name\ or\ bw\.words\[one\.word\]|bw\.(?:policy|config|kind|locale|announce|head|foot)|page\.content|loop.*
    |bw\.nav\.(?:sections|siblings)\ \|\ join\("\\n"\)|(?:one|entry)\.(?:url|title)|script\ \|\ script_tag""",
    re.VERBOSE,
)
THEMES = [path for path in PARTIALS if path.parent.name != "bw" and path.name != "search.html"]


@pytest.mark.parametrize("path", THEMES, ids=[path.name for path in THEMES])
def test_values_of_pages_in_the_themes_own_templates_are_escaped(path: Path) -> None:
    """MkDocs escapes nothing by itself: each value that a page or a setting gives is escaped where it is written."""
    for value in re.findall(r"\{\{-?(.*?)-?\}\}", path.read_text("utf-8"), re.DOTALL):
        assert value.strip().endswith("| e") or READY.fullmatch(value.strip()), value


def test_words_of_another_language_say_so(tmp_path: Path) -> None:
    write_files(tmp_path, {"bw/x.html": "<p{{ w.language | unless(around) }}>"})
    templates = Templates([str(tmp_path)])
    site = site_of({})
    assert templates.render("x", site, around="en") == "<p>"
    assert templates.render("x", site, words_of("ja"), around="en-GB") == '<p lang="ja">'
    assert templates.render("x", site, words_of("zh"), around="zh-TW") == '<p lang="zh-Hans">'
    assert templates.render("x", site, around='de"><b>') == '<p lang="en">'
