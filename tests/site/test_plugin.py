"""The plugin in MkDocs' own pipeline: which files come out, which never do, and `mkdocs build` as its users run it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from mkdocs.commands.build import build as mkdocs_build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort

from brainwiki.site.build import build, output_folder
from brainwiki.site.history.redirects import _POLICY as STRICT
from brainwiki.site.look import MARKER, POLICY
from brainwiki.site.text.quotes import quote_anchor
from brainwiki.usecases.check import check
from brainwiki.usecases.workspace import Workspace
from tests.helpers import REPOSITORY, titled, write_files
from tests.site.search.sites import value_of
from tests.site.sites import SESSION, SOURCE_PAGE, TALK_PAGE, requests_of, sourced, text_of

Brain = Callable[..., Workspace]

TURNS = "".join(
    json.dumps({"turn": n, "role": role, "at": f"2026-05-02T09:0{n}:00+02:00", "text": text}) + "\n"
    for n, role, text in (
        (1, "user", "Private words <script>alert(1)</script>"),
        (2, "assistant", "Yes.\nIndeed \ud800."),
        (3, "tool", "exit 0"),
    )
)
TITLE = '</title><script>alert(1)</script> & "T"'
ODD = 'rules.BW119 = "off"\n'  # a folder name that would be active HTML is also illegal on some systems
TEXTS = {
    "index.md": "# Memory\n\n- [[page]]\n",
    "log.md": "# Log\n\n## 2026-05-03\n\n- [[page]] added.\n",
    "knowledge/a/page.md": sourced(
        "# Page\n\nSo it is, see [[odd]] and [[t]]. [cite:1] And so. [cite:2]\n\n![[pic.png]] ![far](https://far.example/x.png)\n\n"
        "[w](https://far.example/page)\n\n```mermaid\ngraph TD\n```\n",
        {"id": "1", "resource": f"{SESSION}#turn-2", "quote": "Indeed"},
        {"id": "2", "resource": "sources/report#L1", "quote": "It runs at 40 bar."},
    ),
    "knowledge/a/odd.md": f"---\ntype: concept\ntitle: '{TITLE}'\ndescription: '\" onload=\"x'\naliases: ['<img src=x>']\ntags: ['<b>']\n---\nText.\n",
    'knowledge/f"onload=x/z.md': titled("Z").replace("type: concept", "type: '\"><script>alert(1)</script>'"),
    "notes/n/y.md": "---\ntype: note\ntitle: N\n---\nSee [[page]].\n",
    "sources/report.md": SOURCE_PAGE,
    "rules/r.md": "---\ntype: rule\ntitle: R\n---\nAlways. See [[page]].\n",
    "tasks/t.md": "---\ntype: task\ntitle: Task words\nstate: done\n---\nSee [[page]].\n\n## Resume instructions\n\nGo.\n",
    f"{SESSION}/session.md": TALK_PAGE.replace("turns: 4", "turns: 3").replace("On diagrams.", "Summary words."),
    f"{SESSION}/transcript.jsonl": TURNS,
    "forgotten.jsonl": '{"id": "x"}\n',
    "img/pic.png": "png",
    "img/unused.png": "png",
    "evil/main.js": "alert(1)",
    "assets/javascripts/bundle.js": "alert(1)",
    "evil/page.html": "<script>alert(1)</script>",
}


def built(workspace: Workspace, out: Path) -> Path:
    """Build into a folder beside the brain."""
    build(workspace, check(workspace), output_folder(workspace, str(out)))
    return out


@pytest.fixture
def site(brain: Brain, tmp_path: Path) -> Path:
    return built(brain(TEXTS, config=ODD), tmp_path / "out")


@pytest.fixture
def open_site(brain: Brain, tmp_path: Path) -> Path:
    return built(
        brain(
            TEXTS,
            config=ODD
            + 'publish = ["sessions", "tasks"]\nrepository = "https://git.example.org/m"\ntitle = "My <memory>"\n',
        ),
        tmp_path / "out",
    )


def files_of(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def own(folder: Path) -> set[str]:
    """Everything that the theme did not bring."""
    return {name for name in files_of(folder) if not name.startswith("assets/")}


PUBLIC = {
    "index.html", "log/index.html", "404.html", MARKER, "data/docs/00.js", "data/search/00.js", "data/search/meta.js", "data/search/tables.js",
    "data/words/en.js", "data/words/ja.js", "data/words/zh.js", "data/words/search.js", "data/words/palette.js",
    "knowledge/index.html", "knowledge/a/index.html", "knowledge/a/page/index.html", "knowledge/a/odd/index.html",
    'knowledge/f"onload=x/index.html', 'knowledge/f"onload=x/z/index.html', "notes/index.html", "notes/n/index.html", "notes/n/y/index.html", "pages/index.html", "sources/index.html",
    "sources/report/index.html", "rules/index.html", "rules/r/index.html", "files/img/pic.png",
    *(LEADS_ON := ("img-srcx/index.html", "knowledge/a/img-srcx/index.html")),
    "health/index.html", "tags/index.html", "tags/b/index.html", "pages/types/concept/index.html", "pages/types/note/index.html",
    "pages/types/scriptalert1-script/index.html", "llms.txt", "robots.txt", "graph/index.html", "data/graph/00.js", "data/graph/global.js",
}  # fmt: skip


def test_exactly_what_is_published_comes_out(site: Path) -> None:
    assert own(site) == PUBLIC


def test_sessions_and_tasks_come_out_on_request(open_site: Path) -> None:
    assert own(open_site) == PUBLIC | {
        "sessions/index.html", f"{SESSION}/index.html", "tasks/index.html", "tasks/t/index.html",
    }  # fmt: skip


def test_no_word_of_what_is_private_is_anywhere(site: Path) -> None:
    for name in files_of(site):
        if name.endswith((".html", ".json", ".xml")) or name.startswith("data/"):
            text = text_of(site, name)
            for word in ("Private words", "Summary words", "Resume instructions", "transcript.jsonl", "forgotten"):
                assert word not in text, f"{word} in {name}"
    page = text_of(site, "knowledge/a/page/index.html")
    assert "Indeed" in page, "the quote is shown"
    assert '<span class="bw-private" title="“Task words” is not published">' in page


@pytest.mark.parametrize("which", ["site", "open_site"])
def test_no_page_asks_another_host_for_anything(which: str, request: pytest.FixtureRequest) -> None:
    folder = request.getfixturevalue(which)
    for name in files_of(folder):
        if name.endswith(".html"):
            text = text_of(folder, name)
            assert [one for one in requests_of(text) if one.startswith(("http:", "https:", "//"))] == [], name
            assert (STRICT if name in LEADS_ON else POLICY) in text, name
            assert "mermaid" not in re.sub(r'data-lang="mermaid"', "", text), name
        if name.endswith(".css"):
            assert not re.search(r"url\([\"']?(?:https?:)?//", text_of(folder, name)), name
            assert "@import" not in text_of(folder, name), name
    text = text_of(folder, "knowledge/a/page/index.html")
    assert 'href="https://far.example/x.png"' in text, "a remote image is a link"


def test_titles_descriptions_and_names_are_text_wherever_they_stand(open_site: Path) -> None:
    for name in sorted(own(open_site)):
        if name.endswith(".html"):
            text = text_of(open_site, name)
            assert "<script>alert" not in text, name
            assert "</title><script" not in text, name
            assert "<img src=x>" not in text, name
            assert '"onload=' not in text, name
            assert text.count("<title>") == 1, name
            assert "My <memory>" not in text, name
    head = text_of(open_site, "knowledge/a/odd/index.html")
    assert (
        "<title>&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; &#34;T&#34; · My &lt;memory&gt;</title>"
        in head
    )
    assert '<meta name="description" content="&#34; onload=&#34;x">' in head
    assert "<" not in text_of(open_site, "data/docs/00.js") + text_of(open_site, "data/search/00.js")


def test_a_session_is_a_conversation_of_plain_text(open_site: Path) -> None:
    text = text_of(open_site, f"{SESSION}/index.html")
    assert "Summary words." in text
    assert 'id="turn-2"' in text
    assert "Private words &lt;script&gt;alert(1)&lt;/script&gt;" in text
    assert '<details class="bw-turn__folded">' in text
    assert "Cited by: " in text
    assert "transcript.jsonl" not in files_of(open_site)


def test_the_evidence_of_a_page_leads_down_and_claims_can_be_reported(open_site: Path) -> None:
    text = text_of(open_site, "knowledge/a/page/index.html")
    assert '<li id="bw-evidence-1" class="bw-entry">' in text
    quoted = quote_anchor("Indeed", "turn-2")
    assert f'href="../../../{SESSION}/#{quoted}"' in text
    assert f'<mark class="bw-quoted" id="{quoted}">Indeed</mark>' in text_of(open_site, f"{SESSION}/index.html")
    assert 'href="../../../sources/report/#L1"' in text
    assert "https://git.example.org/m/edit/main/wiki/knowledge/a/page.md" in text
    assert text.count("https://git.example.org/m/issues/new?title=") == 3
    assert 'id="L1"' in text_of(open_site, "sources/report/index.html")
    assert "https://git.example.org" not in text_of(open_site, "pages/index.html")


def test_search_finds_names_descriptions_and_turns(open_site: Path) -> None:
    docs = value_of((open_site / "data/docs/00.js").read_bytes())
    assert docs["knowledge/a/odd/"][4] == '" onload="x'
    assert any(anchor == "turn-2" and "Indeed" in text for anchor, _, text in docs[f"{SESSION}/"][6])
    assert "quote found" not in str(docs), "the foot is not searched"
    assert docs["knowledge/a/page/"][0] == "Page"


def test_backlinks_come_only_from_what_is_shown(site: Path) -> None:
    text = text_of(site, "knowledge/a/page/index.html")
    assert "Linked from" in text
    assert '<p>See <mark class="bw-linked">Page</mark>.</p>' in text
    assert "Task words</a>" not in text


def test_the_page_for_what_is_not_found_has_links_from_the_root(site: Path) -> None:
    text = text_of(site, "404.html")
    assert 'href="/pages/"' in text
    assert "<h1>There is no such page</h1>" in text
    assert '<meta name="robots" content="noindex">' in text
    assert 'src="/assets/javascripts/' in text


def test_the_home_is_the_index_and_the_log_is_a_page(site: Path) -> None:
    assert '<a class="bw-link" href="knowledge/a/page/">Page</a>' in text_of(site, "index.html")
    assert "<title>" in text_of(site, "index.html")
    assert "Changes" in text_of(site, "index.html")
    assert 'id="2026-05-03"' in text_of(site, "log/index.html")


def test_two_builds_of_one_state_are_the_same(brain: Brain, tmp_path: Path) -> None:
    workspace = brain(TEXTS, config=ODD)
    one, two = built(workspace, tmp_path / "one"), built(workspace, tmp_path / "two")
    assert files_of(one) == files_of(two)
    for name in files_of(one) - {"sitemap.xml", "sitemap.xml.gz"}:
        assert (one / name).read_bytes() == (two / name).read_bytes(), name


def test_names_of_files_may_be_anything(brain: Brain, tmp_path: Path) -> None:
    names = [
        "knowledge/日本/見出し.md",
        "knowledge/a/with space & #hash?.md",
        "knowledge/a/index.html.md",
        "knowledge/assets.md",
        "assets/page.md",
        "data.md",
    ]
    texts = {name: titled(f"T {index}", "Text.\n") for index, name in enumerate(names)}
    out = built(
        brain({**texts, "knowledge/a/all.md": titled("All", "".join(f"[[T {n}]] " for n in range(len(names))) + "\n")}),
        tmp_path / "out",
    )
    text = text_of(out, "knowledge/a/all/index.html")
    hrefs = re.findall(r'class="bw-link" href="([^"]*)">T \d', text)
    assert len(hrefs) == len(names)
    from urllib.parse import unquote

    for href in hrefs:
        assert (out / "knowledge/a/all" / unquote(href) / "index.html").is_file(), href


# mkdocs itself ------------------------------------------------------------------------------------------------------


def test_mkdocs_builds_the_repositorys_own_wiki(tmp_path: Path) -> None:
    config = load_config(str(REPOSITORY / "mkdocs.yml"), site_dir=str(tmp_path / "site"))
    config.plugins["brainwiki"].load_config({"allow_block": True})
    mkdocs_build(config)
    assert (tmp_path / "site/index.html").is_file()
    assert (tmp_path / "site" / MARKER).is_file()
    pages = [name for name in files_of(tmp_path / "site") if name.endswith("/index.html")]
    assert len(pages) > 100
    assert not [name for name in files_of(tmp_path / "site") if name.endswith((".jsonl", ".md", ".toml"))]
    assert "Built with brainwiki" in text_of(tmp_path / "site", "index.html")


YML = "site_name: Own name\ndocs_dir: wiki\ntheme: {name: material}\nplugins: [brainwiki]\n"


def write_config(workspace: Workspace, text: str = YML) -> str:
    write_files(Path(workspace.root), {"mkdocs.yml": text})
    return str(Path(workspace.root, "mkdocs.yml"))


def test_mkdocs_builds_any_workspace_with_three_lines(brain: Brain, tmp_path: Path) -> None:
    config = load_config(write_config(brain(TEXTS, config=ODD)), site_dir=str(tmp_path / "site"))
    mkdocs_build(config)
    assert own(tmp_path / "site") == PUBLIC | {"sitemap.xml", "sitemap.xml.gz"}
    assert "Own name</title>" in text_of(tmp_path / "site", "index.html")
    assert not [one for one in requests_of(text_of(tmp_path / "site", "index.html")) if "//" in one]


def test_mkdocs_stops_where_findings_block(brain: Brain, tmp_path: Path) -> None:
    workspace = brain({"knowledge/a/x.md": titled("X", "See [[nope]].\n")})
    config = load_config(write_config(workspace), site_dir=str(tmp_path / "site"))
    with pytest.raises(Abort):
        mkdocs_build(config)
    assert not (tmp_path / "site/index.html").exists()
    allowed = write_config(workspace, YML.replace("[brainwiki]", "[{brainwiki: {allow_block: true}}]"))
    mkdocs_build(load_config(allowed, site_dir=str(tmp_path / "site")))
    assert "Nothing answers to [[nope]]." in text_of(tmp_path / "site", "findings/index.html")


def test_another_theme_is_refused_with_the_remedy(
    brain: Brain, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    config = load_config(
        write_config(brain(TEXTS, config=ODD), YML.replace("material", "mkdocs")),
        site_dir=str(tmp_path / "site"),
    )
    with pytest.raises(Abort):
        mkdocs_build(config)
    assert "needs the theme material" in caplog.text


def test_a_theme_folder_of_ones_own_comes_before_ours(brain: Brain, tmp_path: Path) -> None:
    workspace = brain(TEXTS, config=ODD)
    write_files(
        Path(workspace.root), {"mine/partials/footer.html": "<footer>Mine alone</footer>", "mine/assets/x.css": "b{}"}
    )
    text = YML.replace("{name: material}", "{name: material, custom_dir: mine}")
    mkdocs_build(load_config(write_config(workspace, text), site_dir=str(tmp_path / "site")))
    assert "Mine alone" in text_of(tmp_path / "site", "index.html")
    assert "assets/x.css" in files_of(tmp_path / "site")
    assert "bw-header" in text_of(tmp_path / "site", "index.html")


def test_a_broken_configuration_is_told(brain: Brain, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    workspace = brain(TEXTS, config=ODD)
    path = write_config(workspace)
    write_files(Path(workspace.root), {"brainwiki.toml": "profil = 'brain'\n"})
    with pytest.raises(Abort):
        mkdocs_build(load_config(path, site_dir=str(tmp_path / "site")))
    assert "unknown key `profil`; did you mean `profile`?" in caplog.text
