"""The frame around every page as it is written: its policy, its size, its languages, what it tells other programs, its colours."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from mkdocs.config import load_config
from mkdocs.exceptions import PluginError

from brainwiki.site.build import build, output_folder
from brainwiki.site.language import locale_of, unless
from brainwiki.site.look import DARK, LIGHT, PALETTE, POLICY, STYLES, look_of, overrides, prepare, settings_of
from brainwiki.usecases.check import check
from brainwiki.usecases.workspace import Workspace
from tests.helpers import REPOSITORY, titled, write_files
from tests.site.kinds import build_kinds, build_raw
from tests.site.sites import text_of

Brain = Callable[..., Workspace]
CSS = (REPOSITORY / "site_overrides" / STYLES).read_text("utf-8")


@pytest.fixture(scope="module")
def kinds(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Two built sites with every kind of page."""
    return [build_kinds(tmp_path_factory.mktemp("kinds")), build_raw(tmp_path_factory.mktemp("raw"))]


def built(brain: Brain, out: Path, texts: dict[str, str], mkdocs: str = "", config: str = "") -> Path:
    """The site of these pages with this look."""
    workspace = brain(texts, config=config)
    if mkdocs:
        write_files(Path(workspace.root), {"mkdocs.yml": mkdocs})
    build(workspace, check(workspace), output_folder(workspace, str(out)))
    return out


# The policy ----------------------------------------------------------------------------------------------------------


class Active(HTMLParser):
    """Collects what a page would run or paint by itself, and the headings in their order."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.headings: list[int] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = dict(attrs)
        self.found += [f"{tag} {name}" for name in names if name.startswith("on") or name == "style"]
        if tag == "style" or tag == "script" and "src" not in names and names.get("type") != "application/json":
            self.found.append(tag)
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))
        if names.get("id"):
            self.ids.append(str(names["id"]))


def read(path: Path) -> Active:
    parser = Active()
    parser.feed(path.read_text("utf-8"))
    return parser


def leads_on(text: str) -> bool:
    """Whether a page is nothing but the way from an old name to a new one."""
    return "bw-redirect.js" in text


def html_of(folders: list[Path]) -> Iterator[Path]:
    for folder in folders:
        yield from sorted(folder.rglob("*.html"))


def test_no_page_holds_a_script_a_style_or_a_handler(kinds: list[Path]) -> None:
    pages = list(html_of(kinds))
    assert len(pages) > 25
    for path in pages:
        assert read(path).found == [], path


def test_the_policy_allows_files_of_the_site_and_nothing_else(kinds: list[Path]) -> None:
    assert "unsafe" not in POLICY
    assert POLICY.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
    for path in html_of(kinds):
        text = path.read_text("utf-8")
        if leads_on(text):
            assert "default-src 'none'; script-src 'self';" in text
            continue
        assert text.index(f'<meta http-equiv="Content-Security-Policy" content="{POLICY}') < text.index("<link"), path


def test_headings_are_in_order_and_names_are_there_once(kinds: list[Path]) -> None:
    for path in html_of(kinds):
        if leads_on(path.read_text("utf-8")):
            continue
        parser = read(path)
        assert parser.headings[:1] == [1], path
        assert parser.headings.count(1) == 1, path
        steps = [after - before for before, after in zip(parser.headings, parser.headings[1:], strict=False)]
        assert max(steps, default=0) <= 1, path
        assert len(parser.ids) == len(set(parser.ids)), path


# Its size --------------------------------------------------------------------------------------------------------------


def frame_of(text: str) -> str:
    """A page without what stands in its middle."""
    return re.sub(r'(<article class="md-content__inner md-typeset">).*(</article>)', r"\1\2", text, flags=re.DOTALL)


def test_the_frame_is_small_and_does_not_grow_with_the_wiki(brain: Brain, tmp_path: Path) -> None:
    few = {f"knowledge/a/p{n:03}.md": titled(f"A page with a usual title {n:03}", "Text.\n") for n in range(40)}
    many = {f"knowledge/a/q{n:03}.md": titled(f"Q page {n:03}", "Text.\n") for n in range(200)}
    name = "knowledge/a/p010/index.html"
    small = text_of(built(brain, tmp_path / "small", few), name)
    large = text_of(built(brain, tmp_path / "large", {**few, **many}), name)
    shards = re.compile(' data-shards="[0-9]+"')  # doubles as the wiki does
    assert shards.sub("", small) == shards.sub("", large)
    assert len(frame_of(large).encode()) <= 6_400
    assert not re.search(r"\n\s*\n|\n[ \t]+<", frame_of(small)), "no idle white space"


# Languages ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "around", "expected"),
    [("ja", "ja", ""), ("ja", "ja-JP", ""), ("en", "ja", "en"), ("zh", "zh-Hant", "zh-Hans"), ("zh", "zh-CN", "")],
)
def test_words_say_their_language_where_it_changes(language: str, around: str, expected: str) -> None:
    assert unless(language, around) == expected


@pytest.mark.parametrize(
    ("language", "expected"),
    [("en", "en_US"), ("en-GB", "en_GB"), ("ja", "ja_JP"), ("zh-Hant", "zh_TW"), ("zh-Hant-HK", "zh_HK"), ("fi", "")],
)
def test_locales_of_link_previews(language: str, expected: str) -> None:
    assert locale_of(language) == expected


# What it tells other programs --------------------------------------------------------------------------------------------

ADDRESS = "site_url: https://pages.example.org/memory/\n"
PAGE = {"knowledge/a/日本.md": titled('A "title" <b>', "Text.\n").replace("description: d", "description: '<i> & so'")}


def metas(text: str) -> dict[str, str]:
    """The meta elements of a page by name."""
    return dict(re.findall(r'<meta (?:name|property)="([^"]*)" content="([^"]*)">', text))


def test_a_page_tells_its_name_and_place(brain: Brain, tmp_path: Path) -> None:
    out = built(brain, tmp_path / "out", PAGE, ADDRESS, 'title = "My memory"\n')
    text = text_of(out, "knowledge/a/日本/index.html")
    place = "https://pages.example.org/memory/knowledge/a/%E6%97%A5%E6%9C%AC/"
    found = metas(text)
    assert found["og:title"] == "A &#34;title&#34; &lt;b&gt;"
    assert found["description"] == found["og:description"]
    assert found["og:url"] == place
    assert f'<link rel="canonical" href="{place}">' in text
    assert (found["og:type"], found["og:site_name"], found["og:locale"]) == ("article", "My memory", "en_US")
    assert found["twitter:card"] == "summary"
    assert "robots" not in found
    assert metas(text_of(out, "pages/index.html"))["og:type"] == "website"
    assert "ld+json" not in text


def test_without_an_address_there_is_no_canonical_place(brain: Brain, tmp_path: Path) -> None:
    text = text_of(built(brain, tmp_path / "out", PAGE), "knowledge/a/日本/index.html")
    assert "canonical" not in text
    assert "og:url" not in text


def test_the_page_for_what_is_not_found_helps_and_is_not_found_by_searchers(brain: Brain, tmp_path: Path) -> None:
    text = text_of(built(brain, tmp_path / "out", PAGE, ADDRESS), "404.html")
    assert metas(text)["robots"] == "noindex"
    assert '<li><a href="/memory/">Home</a></li>' in text
    assert '<li><a href="/memory/pages/">Pages</a></li>' in text
    assert 'aria-current="page"' not in text
    assert set(re.findall(r'(?:src|href)="(?!#)([^/"])', text)) == set(), "every address starts at the root"


# The theme's settings ------------------------------------------------------------------------------------------------------


def config_of(tmp_path: Path, theme: str = "{name: material}") -> object:
    (tmp_path / "docs").mkdir()
    write_files(tmp_path, {"mkdocs.yml": f"site_name: X\ntheme: {theme}\nplugins: []\n"})
    config = load_config(str(tmp_path / "mkdocs.yml"))
    prepare(config, "en")
    return config


def test_the_themes_files_are_found_by_their_sums(tmp_path: Path) -> None:
    found = look_of(config_of(tmp_path))
    assert re.fullmatch(r"assets/javascripts/bundle\.[0-9a-f]+\.min\.js", found.bundle)
    assert [re.sub(r"\.[0-9a-f]{8}\.", ".", path) for path in found.styles] == [
        "assets/stylesheets/main.min.css",
        "assets/stylesheets/palette.min.css",
        STYLES,
    ]
    assert (found.light, found.dark, found.scheme) == ("default", "slate", "default")
    assert [one.word for one in found.palette] == ["scheme_auto", "scheme_light", "scheme_dark"]
    assert found.policy == POLICY


def test_fixed_colours_have_no_switch_and_names_of_ones_own_stay(tmp_path: Path) -> None:
    one = look_of(config_of(tmp_path, "{name: material, palette: {scheme: slate, primary: deep purple}}"))
    assert (one.palette, one.scheme, one.primary, one.light) == ((), "slate", "deep-purple", "")


def test_names_in_a_palette_are_text(tmp_path: Path) -> None:
    entries = ", ".join(
        f"{{media: '{media}', scheme: {scheme}, toggle: {{name: '<b>'}}}}"
        for media, scheme in ((LIGHT, "default"), (DARK, "slate"))
    )
    found = look_of(config_of(tmp_path, f"{{name: material, palette: [{entries}]}}"))
    assert [scheme.name for scheme in found.palette] == ["&lt;b&gt;", "&lt;b&gt;"]


def test_another_version_of_the_theme_is_told(tmp_path: Path) -> None:
    config = config_of(tmp_path)
    config.theme.dirs[:] = [overrides()]  # type: ignore[attr-defined]
    with pytest.raises(PluginError, match="needs mkdocs-material"):
        look_of(config)


def test_settings_stand_in_a_page_as_data(tmp_path: Path) -> None:
    found = look_of(config_of(tmp_path))
    assert settings_of(found, "../") == '{"base":"../","features":["toc.follow"],"translations":{}}'
    assert "</" not in settings_of(found, "</script>")
    assert settings_of(found, "").startswith('{"base":"."')


def test_the_colours_of_this_repositorys_configuration_are_the_builtin_ones() -> None:
    import yaml

    theme = yaml.safe_load((REPOSITORY / "mkdocs.yml").read_text("utf-8"))["theme"]
    assert theme["palette"] == PALETTE


# Colours -------------------------------------------------------------------------------------------------------------------


def colours(which: int) -> dict[str, str]:
    """The style sheet's variables in a scheme: 0 light, 1 dark; what another names is followed."""
    block = CSS[CSS.index("[data-md-color-scheme] {") :]
    found = dict(re.findall(r"(--[\w-]+): ([^;]+);", block[: block.index("\n}")]))
    pairs = {name: re.fullmatch(r"light-dark\((#\w{6}), (#\w{6})\)", value) for name, value in found.items()}
    known = {name: pair[which + 1] for name, pair in pairs.items() if pair}
    for name, value in found.items():
        named = re.fullmatch(r"var\((--[\w-]+)\)", value)
        if named:
            known[name] = known[named[1]]
    return known


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2 defines it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


SYNTAX = [f"--md-code-hl-{kind}-color" for kind in (
    "comment", "number", "special", "function", "constant", "keyword", "string", "name", "operator", "punctuation", "variable"
)]  # fmt: skip
TEXT_ON = [
    *((text, ground) for text in ("ink", "soft", "link", "evidence", "missing", "good", "warn") for ground in ("paper", "tint")),
    ("ink", "mark"), ("link", "mark"), ("soft", "mark"), ("evidence", "evidence-tint"), ("ink", "evidence-tint"), ("soft", "evidence-tint"),
    ("link", "evidence-tint"), ("good", "good-tint"), ("warn", "warn-tint"), ("paper", "evidence"), ("paper", "ink"), ("good", "evidence-tint"),
    ("missing", "evidence-tint"), ("evidence", "mark"),
]  # fmt: skip


@pytest.mark.parametrize("which", [0, 1], ids=["light", "dark"])
def test_text_stands_out_from_every_ground_it_is_written_on(which: int) -> None:
    known = colours(which)
    pairs = [(f"--bw-{text}", f"--bw-{ground}") for text, ground in TEXT_ON] + [(one, "--bw-tint") for one in SYNTAX]
    weak = {pair: round(contrast(known[pair[0]], known[pair[1]]), 2) for pair in pairs}
    assert {pair: ratio for pair, ratio in weak.items() if ratio < 4.5} == {}
    assert contrast(known["--bw-ink"], known["--bw-paper"]) >= 7
    assert contrast(known["--bw-edge"], known["--bw-paper"]) >= 3, "an edge that says where a control is"


def test_contrast_is_counted_as_the_standard_does() -> None:
    assert round(contrast("#ffffff", "#000000"), 2) == 21
    assert round(contrast("#777777", "#ffffff"), 2) == 4.48


def test_the_style_sheet_loads_nothing_and_knows_no_other_host() -> None:
    assert re.findall(r"url\((?!'data:image/svg)", CSS) == []
    assert "@import" not in CSS
    assert "@font-face" not in CSS
