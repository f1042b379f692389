"""Building: for any wiki, into a folder that may be emptied, with nothing written into the wiki and no code of it run."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from brainwiki.bootstrap import open_workspace
from brainwiki.errors import ConfigError, OutputError
from brainwiki.site.build import Wish, build, configuration, output_folder, settings
from brainwiki.site.look import MARKER, PALETTE, overrides
from brainwiki.site.text.quotes import quote_anchor
from brainwiki.usecases.check import check
from brainwiki.usecases.workspace import Workspace
from tests.helpers import REPOSITORY, titled, write_files
from tests.site.sites import text_of

Brain = Callable[..., Workspace]

PAGES = {"knowledge/a/x.md": titled("X", "Text.\n")}


def state_of(folder: Path) -> dict[str, int]:
    return {path.relative_to(folder).as_posix(): path.stat().st_mtime_ns for path in folder.rglob("*")}


def foreign(tmp_path: Path, texts: dict[str, str]) -> Workspace:
    """A wiki of someone else: a folder of pages and no configuration."""
    write_files(tmp_path / "foreign", texts)
    return open_workspace(str(tmp_path / "foreign"))


def test_the_folder_is_the_workspaces_site_unless_another_is_named(brain: Brain, tmp_path: Path) -> None:
    workspace = brain(PAGES)
    assert output_folder(workspace, None) == os.path.join(workspace.root, "site")
    assert output_folder(workspace, str(tmp_path / "x/y")) == str(tmp_path / "x/y")


def test_a_wiki_without_configuration_needs_a_name(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="Name one with --out"):
        output_folder(foreign(tmp_path, {"x.md": "# X\n"}), None)


@pytest.mark.parametrize("inside", ["wiki", "wiki/site", ".", ".."])
def test_the_wikis_own_folder_is_never_built_into(brain: Brain, inside: str) -> None:
    workspace = brain(PAGES)
    with pytest.raises(OutputError, match="the wiki's own folder"):
        output_folder(workspace, os.path.join(workspace.root, inside))


def test_nothing_goes_into_a_foreign_folder(tmp_path: Path) -> None:
    workspace = foreign(tmp_path, {"x.md": "# X\n"})
    with pytest.raises(OutputError):
        output_folder(workspace, os.path.join(workspace.root, "site"))


def test_a_folder_that_is_no_site_is_not_emptied(brain: Brain, tmp_path: Path) -> None:
    workspace = brain(PAGES)
    write_files(tmp_path / "home", {"letters.txt": "mine"})
    with pytest.raises(OutputError, match="holds files and no site of ours"):
        output_folder(workspace, str(tmp_path / "home"))
    with pytest.raises(OutputError, match="is no folder"):
        output_folder(workspace, str(tmp_path / "home/letters.txt"))
    assert (tmp_path / "home/letters.txt").read_text() == "mine"


def test_a_link_to_the_wiki_is_the_wiki(brain: Brain, tmp_path: Path) -> None:
    workspace = brain(PAGES)
    (tmp_path / "alias").symlink_to(workspace.brain.root)
    with pytest.raises(OutputError):
        output_folder(workspace, str(tmp_path / "alias"))


def test_a_site_is_replaced_whole_where_that_is_asked_for(brain: Brain, tmp_path: Path) -> None:
    workspace = brain(PAGES)
    out = output_folder(workspace, str(tmp_path / "out"))
    first = build(workspace, check(workspace), out)
    assert (first.out, first.pages, first.files, first.block) == (out, 8, 0, 0)
    assert (first.made, first.kept, first.removed) == (21, 0, 0)
    assert (tmp_path / "out" / MARKER).is_file()
    (tmp_path / "out/old.html").write_text("old")
    again = build(workspace, check(workspace), output_folder(workspace, str(tmp_path / "out")), Wish(is_full=True))
    assert (again.made, again.kept) == (21, 0)
    assert not (tmp_path / "out/old.html").exists()


@pytest.mark.parametrize(
    ("texts", "home"),
    [
        (
            {"note.md": "---\ntags: [a]\n---\nSee [[other]].\n", "other.md": "Words\n", ".obsidian/app.json": "{}"},
            "This wiki has no index",
        ),
        (
            {"index.md": "# Own home\n", "a/x.md": "---\ntype: entity\ntitle: X\n---\nSo.[^1]\n\n[^1]: words\n"},
            "Own home",
        ),
        (
            {"index.md": "# Bundle\n", "t/index.md": "# Tables\n", "t/o.md": "---\ntype: table\n---\n# Orders\n"},
            "Bundle",
        ),
    ],
)
def test_foreign_wikis_are_built_and_left_as_they_are(tmp_path: Path, texts: dict[str, str], home: str) -> None:
    workspace = foreign(tmp_path, texts)
    before = state_of(tmp_path / "foreign")
    built = build(workspace, check(workspace), output_folder(workspace, str(tmp_path / "out")))
    assert built.pages >= 2
    assert home in text_of(tmp_path / "out", "index.html")
    assert state_of(tmp_path / "foreign") == before


def test_evidence_folders_beside_the_wiki_are_shown(tmp_path: Path) -> None:
    page = "---\ntype: entity\ntitle: X\nsources:\n  - id: 1\n    resource: raw/n.md#L2\n    quote: two <b>\n---\nSo. [cite:1]\n\n# More\n"
    texts = {
        "wiki/x.md": page,
        "wiki/y.md": page.replace("X", "Y"),
        "raw/n.md": "one\ntwo <b>\n",
        "raw/data.jsonl": "{}",
    }
    workspace = open_workspace(str(write(tmp_path / "w", texts)), profile="llm-wiki")
    build(workspace, check(workspace), output_folder(workspace, str(tmp_path / "out")))
    raw = text_of(tmp_path / "out", "raw/n/index.html")
    mark = f'<mark class="bw-quoted" id="{quote_anchor("two <b>")}">two &lt;b&gt;</mark>'
    line = f'<div class="bw-line bw-line--cited" id="L2"><a href="#L2">2</a><span>{mark}</span></div>'
    assert line in raw
    assert "Cited by" in raw
    assert 'href="../raw/n/#L2"' in text_of(tmp_path / "out", "x/index.html")
    assert not list((tmp_path / "out").rglob("*.jsonl"))


def write(folder: Path, texts: dict[str, str]) -> Path:
    write_files(folder, texts)
    return folder


def test_findings_become_a_page_where_a_build_is_allowed(brain: Brain, tmp_path: Path) -> None:
    workspace = brain(
        {
            "index.md": "# Home\n",
            "knowledge/a/x.md": titled("X", "See [[nope]].\n"),
            "tasks/t.md": "---\ntype: task\ntitle: T\nstate: done\n---\n[[gone]]\n",
        }
    )
    built = build(workspace, check(workspace), output_folder(workspace, str(tmp_path / "out")))
    assert built.block >= 2
    page = text_of(tmp_path / "out", "findings/index.html")
    assert "Nothing answers to [[nope]]." in page
    assert "<mark>[[nope]]</mark>" in page
    assert "gone" not in page
    assert "more in files that are not published" in page
    assert 'href="../../../findings/">Show the findings</a>' in text_of(tmp_path / "out", "knowledge/a/x/index.html")


def test_circles_of_links_on_the_disk_do_not_trap_the_build(brain: Brain, tmp_path: Path) -> None:
    workspace = brain({"knowledge/a/x.md": titled("X", "Text.\n")})
    for name in ("one", "two"):
        (Path(workspace.brain.root) / "knowledge" / name).symlink_to(workspace.brain.root, target_is_directory=True)
    built = build(workspace, check(workspace), output_folder(workspace, str(tmp_path / "out")))
    assert built.pages < 10


# The configuration --------------------------------------------------------------------------------------------------

HOSTILE = """
site_name: !ENV [NAME, Own name]
site_url: https://pages.example.org/memory/
copyright: The team
hooks: [evil.py]
plugins:
  - search
  - evil
markdown_extensions:
  - pymdownx.emoji:
      emoji_index: !!python/name:os.system
extra_javascript: [https://far.example/x.js]
extra_css: [https://far.example/x.css]
theme:
  name: mkdocs
  custom_dir: evil
  palette: {scheme: slate, primary: custom}
  features: [navigation.tabs]
"""


def test_theme_and_look_come_from_the_workspace_and_code_does_not(brain: Brain, tmp_path: Path) -> None:
    workspace = brain(PAGES)
    write_files(
        Path(workspace.root), {"mkdocs.yml": HOSTILE, "evil.py": "raise SystemExit(9)", "evil/main.html": "evil"}
    )
    found = settings(workspace, "out", "docs")
    assert set(found) == {"site_name", "site_url", "copyright", "docs_dir", "site_dir", "theme", "plugins"}
    assert found["theme"] == {
        "name": "material",
        "font": False,
        "palette": {"scheme": "slate", "primary": "custom"},
        "features": ["navigation.tabs"],
    }
    assert found["plugins"] == []
    build(workspace, check(workspace), output_folder(workspace, str(tmp_path / "out")))
    text = text_of(tmp_path / "out", "index.html")
    assert "far.example" not in text
    assert 'data-md-color-scheme="slate"' in text
    assert '<link rel="canonical" href="https://pages.example.org/memory/">' in text
    assert 'href="/memory/pages/"' in text_of(tmp_path / "out", "404.html")


def test_a_foreign_wikis_own_configuration_is_not_read(tmp_path: Path) -> None:
    workspace = foreign(tmp_path, {"x.md": "# X\n", "mkdocs.yml": "site_name: [\n"})
    assert settings(workspace, "out", "docs")["theme"]["palette"] == PALETTE
    assert settings(workspace, "out", "docs")["site_name"] == "foreign"


def test_a_title_in_the_configuration_is_the_sites(brain: Brain) -> None:
    workspace = brain(PAGES, config='title = "Team memory"\n')
    write_files(Path(workspace.root), {"mkdocs.yml": "site_name: Other\n"})
    assert settings(workspace, "out", "docs")["site_name"] == "Team memory"


@pytest.mark.parametrize(
    ("text", "words"),
    [("site_name: [\n", "not YAML"), ("site_url: 'no address'\n", "site_url")],
)
def test_mistakes_in_the_look_are_told(brain: Brain, tmp_path: Path, text: str, words: str) -> None:
    workspace = brain(PAGES)
    write_files(Path(workspace.root), {"mkdocs.yml": text})
    with pytest.raises(ConfigError, match=words):
        configuration(workspace, str(tmp_path / "out"))


@pytest.mark.parametrize("text", ["", "just words\n", "- a\n", "theme: text\n"])
def test_an_odd_look_is_no_look(brain: Brain, text: str) -> None:
    workspace = brain(PAGES)
    write_files(Path(workspace.root), {"mkdocs.yml": text})
    assert settings(workspace, "out", "docs")["theme"] == {"name": "material", "font": False, "palette": PALETTE}


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("ja", ("ホーム", "根拠", "測定点は9か所です。", 'lang="ja"', "")),
        ("ja", ("ホーム", "Evidence", "Nine points.", 'lang="en"', ' lang="ja"')),
        ("zh-Hans", ("首页", "依据", "测定点共有九处。", 'lang="zh-Hans"', "")),
        ("en", ("Home", "根拠", "測定点は9か所です。", 'lang="ja"', ' lang="en"')),
        ("fi", ("Home", "Evidence", "Yhdeksän kohtaa.", 'lang="fi"', ' lang="en"')),
    ],
)
def test_the_frame_speaks_the_sites_language_and_what_is_around_a_page_the_pages(
    brain: Brain, tmp_path: Path, language: str, words: tuple[str, ...]
) -> None:
    more = "sources:\n  - id: 1\n    resource: https://example.org\n"
    workspace = brain(
        {"knowledge/a/x.md": titled("X", f"{words[2]} [cite:1]\n", more)}, config=f'language = "{language}"\n'
    )
    build(workspace, check(workspace), output_folder(workspace, str(tmp_path / "out")))
    text = text_of(tmp_path / "out", "knowledge/a/x/index.html")
    assert f"<html {words[3]}" in text
    assert f">{words[0]}</a>" in text
    assert f'<h2 id="bw-evidence">{words[1]}</h2>' in text
    assert f'data-md-component="header"{words[4]}><nav' in text
    assert f'<footer class="md-footer bw-footer"{words[4]}>' in text


def test_the_templates_lie_beside_the_package_or_in_it() -> None:
    assert Path(overrides()) == REPOSITORY / "site_overrides"
    assert (Path(overrides()) / "main.html").is_file()
    project = (REPOSITORY / "pyproject.toml").read_text("utf-8")
    assert '"site_overrides" = "brainwiki/site_overrides"' in project
