"""Our templates: values are text, what we rendered is markup, a name that is missing is an error."""

from __future__ import annotations

from pathlib import Path

import pytest
from jinja2 import UndefinedError

from brainwiki.config.config import Config
from brainwiki.site.look import overrides
from brainwiki.site.templates import Templates
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


@pytest.mark.parametrize("path", PARTIALS, ids=[path.relative_to(REPOSITORY).as_posix() for path in PARTIALS])
def test_no_template_asks_another_host_or_carries_a_script(path: Path) -> None:
    text = path.read_text("utf-8")
    for sign in ("http:", "https:", "//cdn", "onclick", "onload", "javascript:", "style="):
        assert sign not in text, sign
    assert text.count("<script") == text.count("<script src=")


def test_values_of_pages_in_the_themes_own_templates_are_escaped() -> None:
    """MkDocs escapes nothing by itself: each value that a page sets is escaped where it is written."""
    import re

    for name in ("main.html", "404.html", "partials/footer.html", "partials/search.html"):
        text = (REPOSITORY / "site_overrides" / name).read_text("utf-8")
        for value in re.findall(r"\{\{(.*?)\}\}", text):
            safe = (
                "| e" in value
                or "| url" in value
                or value.strip() in ("bw.announce", "bw.head", "bw.foot", "page.content", "super()")
            )
            assert safe or value.strip() == 'lang.t("search.result.initializer")', f"{name}: {value}"
    for name in ("partials/header.html", "partials/nav.html", "partials/contents.html"):
        text = (REPOSITORY / "site_overrides" / name).read_text("utf-8")
        assert "{% autoescape true %}" in text
        assert text.count("safe") == (1 if "contents" in name else 0)
