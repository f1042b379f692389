"""The pages of the changes: what stands on them, how they lead to one another, and when they are made again."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from brainwiki.config.config import Config
from brainwiki.model.past import Past
from brainwiki.site.history import changes as module
from brainwiki.site.history.leaves import outputs
from brainwiki.site.look import overrides
from brainwiki.site.output import FileOutput, PageOutput
from brainwiki.site.pages.parts import Maker
from brainwiki.site.state import Site
from brainwiki.site.templates import Templates
from tests.site.history.pasts import Deed, edit, gone, moved, new, past, with_past
from tests.site.sites import site_of


def page(title: str, text: str = "Text of it.") -> str:
    return f"---\ntype: concept\ntitle: {title}\ndescription: d\n---\n{text}\n"


TEXTS = {"knowledge/a.md": page("Alpha"), "knowledge/b.md": page("予算の決め方"), "log.md": "# Log\n"}


def site(told: Past, texts: dict[str, str] | None = None, **settings: object) -> Site:
    publish = settings.pop("publish", ())
    return with_past(site_of({**TEXTS, **(texts or {})}, publish=publish, config=Config(**settings)), told)


def made(one: Site) -> dict[str, PageOutput | FileOutput]:
    """The outputs by address or path."""
    found = outputs(Maker(one, Templates([overrides()])))
    return {output.address if isinstance(output, PageOutput) else output.path: output for output in found}


def html(one: Site, address: str) -> str:
    output = made(one)[address]
    assert isinstance(output, PageOutput)
    return output.make().content


def keys(one: Site) -> dict[str, str]:
    return {name: output.key for name, output in made(one).items()}


def edits(count: int) -> list[list[Deed]]:
    return [[edit("knowledge/a.md", str(number), str(number + 1))] for number in range(count)]


def test_without_a_past_there_is_nothing() -> None:
    assert made(site(past())) == {}


def test_where_everything_is_private_the_page_is_empty() -> None:
    one = site(past([new("tasks/t.md")]))
    assert list(made(one)) == ["changes/", "changes.xml"]
    assert "Nothing here yet." in html(one, "changes/")
    assert "t.md" not in html(one, "changes/")


def test_a_commit_on_its_page() -> None:
    told = past(
        [new("knowledge/old-name.md"), new("knowledge/x.md"), new("knowledge/b.md")],
        [moved("knowledge/old-name.md", "knowledge/a.md"), gone("knowledge/x.md")],
    )
    one = site(told)
    content = html(one, "changes/")
    assert content.count('<h2 id="d-2026-03-01"><time datetime="2026-03-01">2026-03-01</time></h2>') == 1
    assert '<time datetime="2026-03-01T02:00:00+01:00" data-at="2026-03-01T02:00:00+01:00">02:00</time>' in content
    assert (
        '<a class="bw-link" href="../knowledge/a/" lang="en">Alpha</a> <span class="bw-was">formerly old-name</span>'
        in content
    )
    assert '<span class="bw-did bw-did--removed">removed</span>' in content
    assert '<s class="bw-gone">x</s>' in content
    assert '<a class="bw-link" href="../knowledge/b/" lang="ja">予算の決め方</a>' in content
    assert '<a href="2026-03/">2026-03</a> <span class="bw-count">2</span>' in content
    assert '<a href="../log/">' in content
    assert '<a href="../changes.xml" type="application/atom+xml">' in content
    assert "style=" not in content
    assert "<script" not in content


def test_agents_are_told_apart_by_a_mark_and_a_word() -> None:
    told = past(
        *edits(4),
        c1=lambda one: one._replace(actor="human:mika", author="Mika H"),
        c2=lambda one: one._replace(actor="dream/0.1", author="Mika H", by_agent=True),
        c3=lambda one: one._replace(actor="process:indexer", author="x", by_agent=True),
        c4=lambda one: one._replace(actor="", author=""),
    )
    content = html(site(told), "changes/")
    actors = re.findall(r'<span class="bw-actor.*?</span>(?=\s*<)', content, re.DOTALL)
    plain = [re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", actor)).strip() for actor in actors]
    assert plain == ["unknown", "indexer agent", "dream/0.1 agent", "mika"]
    assert [("bw-actor--agent" in actor, 'title="Mika H"' in actor) for actor in actors] == [
        (False, False),
        (True, False),
        (True, True),
        (False, True),
    ]


def test_text_of_commits_is_text() -> None:
    evil = "<img src=x onerror=alert(1)>\"'&"
    told = past(
        [new("knowledge/a.md"), new(f"knowledge/{evil}.md")],
        c1=lambda one: one._replace(summary=evil, actor=evil, author=evil, proposal=evil),
    )
    for address in ("changes/", "changes/2026-03/"):
        content = html(site(told, publish=("proposals",)), address)
        assert "<img" not in content
        assert content.count("&lt;img src=x onerror=alert(1)&gt;") >= 3


def test_a_proposal_and_a_commit_are_links_where_there_is_something() -> None:
    receipt = {"proposals/p.md": "---\ntype: proposal\ntitle: P\n---\nx\n"}
    told = past([new("knowledge/a.md")], c1=lambda one: one._replace(proposal="p", id=f"{7:040x}"))
    shown = html(site(told, receipt, publish=("proposals",), repository="https://code.example/r/"), "changes/")
    assert '<a href="../proposals/p/">Proposal p</a>' in shown
    assert f'href="https://code.example/r/commit/{7:040x}" rel="noopener nofollow">0000000</a>' in shown
    named = html(site(told, publish=("proposals",)), "changes/")
    assert "<span>Proposal p</span>" in named
    hidden = html(site(told, receipt), "changes/")
    assert "<span>Proposal</span>" in hidden
    assert '<span class="bw-hash">0000000</span>' in hidden


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leaves of two commits, the first page of three."""
    monkeypatch.setattr(module, "IN_A_LEAF", 2)
    monkeypatch.setattr("brainwiki.site.history.leaves.NEWEST", 3)


def turns(content: str) -> list[tuple[str, str]]:
    return re.findall(r'<a href="([^"]*)" rel="(prev|next)">', content)


@pytest.mark.usefixtures("short")
def test_leaves_lead_to_one_another() -> None:
    told = past(*edits(5), c1=lambda one: one._replace(at="2026-02-01T00:00:00Z"))
    one = site(told)
    assert list(made(one)) == [
        "changes/",
        "changes/2026-03/",
        "changes/2026-03/1/",
        "changes/2026-02/",
        "changes.xml",
    ]
    assert html(one, "changes/").count('class="bw-change"') == 3
    assert turns(html(one, "changes/2026-03/")) == [("1/", "next")]
    assert turns(html(one, "changes/2026-03/1/")) == [
        ("../", "prev"),
        ("../../2026-02/", "next"),
    ]
    assert turns(html(one, "changes/2026-02/")) == [("../2026-03/1/", "prev")]
    assert "<h1>Changes in 2026-03 (part 1)</h1>" in html(one, "changes/2026-03/1/")
    assert '<a href="../../">Changes</a>' in html(one, "changes/2026-03/1/")


@pytest.mark.usefixtures("short")
def test_a_past_that_is_cut_says_so_at_its_end() -> None:
    one = site(replace(past(*edits(4)), is_cut=True))
    said = {name: "Older changes are not at hand." in html(one, name) for name in list(made(one))[:-1]}
    assert said == {"changes/": False, "changes/2026-03/": False, "changes/2026-03/1/": True}


@pytest.mark.usefixtures("short")
def test_only_what_shows_something_new_has_another_key() -> None:
    before, after = keys(site(past(*edits(3)))), keys(site(past(*edits(4))))
    assert before["changes/2026-03/1/"] == after["changes/2026-03/1/"]
    assert {name for name in before if before[name] != after[name]} == {"changes/", "changes/2026-03/", "changes.xml"}
    again = keys(site(past(*edits(3))))
    assert again == before


def test_keys_name_all_that_is_shown() -> None:
    told = past([new("knowledge/a.md")], [gone("knowledge/x.md")])
    base = keys(site(told))
    others = {
        "title": keys(site(told, {"knowledge/a.md": page("Other")})),
        "language of the page": keys(site(told, {"knowledge/a.md": page("Alpha", "ポンプは四十バールで動く。")})),
        "code host": keys(site(told, repository="https://code.example/r")),
        "cut": keys(site(replace(told, is_cut=True))),
        "summary": keys(
            site(past([new("knowledge/a.md")], [gone("knowledge/x.md")], c1=lambda o: o._replace(summary="z")))
        ),
    }
    for what, found in others.items():
        assert found["changes/2026-03/"] != base["changes/2026-03/"], what
    moved_site = replace(site(told), url="https://x.example/")
    assert keys(moved_site)["changes.xml"] != base["changes.xml"]
    assert keys(moved_site)["changes/"] == base["changes/"]
    no_log = with_past(site_of({key: text for key, text in TEXTS.items() if key != "log.md"}), told)
    assert keys(no_log)["changes/"] != base["changes/"]


@pytest.mark.parametrize(
    ("language", "words"),
    [("ja", ["変更履歴", "新規", "月別"]), ("zh", ["变更", "新增", "按月查看"])],
)
def test_the_sites_language(language: str, words: list[str]) -> None:
    content = html(site(past([new("knowledge/a.md")]), language=language), "changes/")
    assert all(word in content for word in words)


def test_the_part_of_a_page() -> None:
    output = made(site(past([new("knowledge/a.md")])))["changes/"]
    assert isinstance(output, PageOutput)
    part = output.make()
    assert (part.title, part.feed, part.styles, part.scripts) == (
        "Changes",
        "changes.xml",
        ("assets/stylesheets/bw-changes.css",),
        (),
    )
    assert [token["id"] for token in part.contents] == ["d-2026-03-01", "months"]
