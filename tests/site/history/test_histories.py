"""History pages as they are written: revisions, notes, claims, receipts, the line on a page, data; and keys that name all of it."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from brainwiki.model.past import Past
from brainwiki.site.history import view as views
from brainwiki.site.history.chronicle import chronicle
from brainwiki.site.history.histories import histories, history_line, line_key
from brainwiki.site.output import FileOutput, Output, PageOutput
from brainwiki.site.pages.history_line import no_history
from brainwiki.site.pages.parts import Maker
from brainwiki.site.state import Site
from brainwiki.site.templates import Templates
from tests.helpers import REPOSITORY
from tests.site.history.versions import HEAD, PATH, site_with_versions
from tests.site.sites import sourced

TEMPLATES = Templates([str(REPOSITORY / "site_overrides")])
ONE = sourced("It runs at 60 bar. [cite:1]\n", {"id": "1", "resource": "https://a.example", "quote": "60 bar"})
TWO = ONE.replace("60 bar.", "70 bar.")
THREE = TWO + "\nWhales dive very deep. [cite:1]\n"
RECEIPT = "---\ntype: proposal\ntitle: The pressure\n---\nDone.\n"
ADDRESS = "knowledge/a/page/history/"


def outputs(site: Site) -> dict[str, Output]:
    """The outputs of a site by their place."""
    found = histories(Maker(site, TEMPLATES))
    return {one.address if isinstance(one, PageOutput) else one.path: one for one in found}


def page_of(site: Site, address: str = ADDRESS) -> str:
    """The HTML of a history page."""
    output = outputs(site)[address]
    assert isinstance(output, PageOutput)
    return output.make().content


def words_of(markup: str) -> str:
    """The words of some HTML, in one line."""
    return " ".join(re.sub(r"<[^>]*>", " ", markup).split())


def entry(markup: str, number: int) -> str:
    """The HTML of one entry of the list, from 0."""
    return markup.split('<li class="bw-rev')[number + 1].split("</li>", maxsplit=1)[0]


def test_revisions_come_newest_first_with_their_differences() -> None:
    found = page_of(site_with_versions({PATH: [ONE, TWO, THREE]}))
    assert re.findall(r'class="bw-rev[^"]*" id="([^"]*)"', found) == ["r-00000003", "r-00000002", "r-00000001"]
    assert words_of(entry(found, 1)).startswith(
        '" id="r-00000002"> 2026-05-02 09:30 Commit 2 ada 00000002 Claims: 1 changed (number)'
    )
    assert 'href="#r-00000002"' in entry(found, 1)
    assert "<del>" in entry(found, 1)
    assert "<details" in entry(found, 0)
    assert re.findall(r"<details[^>]*>", found)[:2] == [
        '<details class="bw-rev__difference" open>',
        '<details class="bw-rev__difference">',
    ]
    assert f"The page begins here, with {len(ONE)} characters." in entry(found, 2)
    assert "Claims: 1 added" in entry(found, 2)
    assert "<ins>" not in entry(found, 2)
    assert "Claims: 1 added" in entry(found, 0)
    assert f"+{len(THREE) - len(TWO)}" in entry(found, 0)


def test_the_page_leads_back_and_names_what_it_loads() -> None:
    site = site_with_versions({PATH: [ONE, TWO, THREE]})
    output = outputs(site)[ADDRESS]
    assert isinstance(output, PageOutput)
    part = output.make()
    assert part.title == "History of Page"
    assert part.is_whole
    assert '<a href="../" lang="en">Page</a>' in part.content
    assert part.styles == ("assets/stylesheets/bw-history.css",)
    assert part.scripts == ("assets/javascripts/bw-difference.js", "assets/javascripts/bw-history.js")
    assert [one["id"] for one in part.contents] == ["revisions", "claims"]


def test_claims_say_since_when_and_lead_to_the_page() -> None:
    site = site_with_versions({PATH: [ONE, TWO, THREE]})
    found = page_of(site)
    claims = site.wiki.pages[PATH].claims
    rows = re.findall(r'<tr id="claim-(c-\w+)">(.*?)</tr>', found, re.DOTALL)
    assert [claim_id for claim_id, _ in rows] == [claim.id for claim in claims]
    assert f'href="../#{claims[0].id}"' in rows[0][1]
    assert words_of(rows[0][1]) == "It runs at 70 bar. 2026-05-01 2026-05-02 changed (number) 1"
    assert words_of(rows[1][1]) == "Whales dive very deep. 2026-05-03 – 1"
    assert 'href="../#bw-evidence-1" title="60 bar"' in rows[0][1]


def test_claims_that_are_gone_are_told() -> None:
    found = page_of(site_with_versions({PATH: [THREE, TWO]}))
    lost = found.split('class="bw-lives__lost"')[1]
    assert words_of(lost).endswith("Claims that no longer stand: 1 Whales dive very deep. 2026-05-02 removed")


def test_who_wrote_is_told_in_words() -> None:
    agent = {"actor": "dream/0.1", "author": "dream/0.1", "by_agent": True}
    process = {"actor": "process:indexer", "author": "CI", "by_agent": True}
    plain = {"actor": "Bo", "author": "Bo"}
    carried = {"actor": "claude/5", "author": "Ada", "by_agent": True}
    site = site_with_versions({PATH: [ONE, TWO, ONE, TWO]}, c1=agent, c2=process, c3=plain, c4=carried)
    found = page_of(site)
    metas = [words_of(entry(found, n).split('<p class="bw-rev__meta">')[1].split("</p>")[0]) for n in range(4)]
    assert metas == [
        "claude/5 agent 00000004",
        "Bo 00000003",
        "indexer agent 00000002",
        "dream/0.1 agent 00000001",
    ]
    assert '<span class="bw-actor bw-actor--agent" title="Ada">' in entry(found, 0)


def test_a_proposal_leads_to_its_receipt_where_that_is_shown() -> None:
    site = site_with_versions({PATH: [ONE, TWO]}, {"proposals/2026-p.md": RECEIPT}, c2={"proposal": "2026-p"})
    assert '<a class="bw-link" href="../../../../proposals/2026-p/">The pressure</a>' in entry(page_of(site), 0)
    bare = site_with_versions({PATH: [ONE, TWO]}, c2={"proposal": "2026-p"})
    assert "<span>Proposal 2026-p</span>" in entry(page_of(bare), 0)


def test_a_rename_is_named() -> None:
    site = site_with_versions({PATH: [ONE]})
    old = site.past.touches[0]
    commit = "c" * 40
    renamed = old._replace(commit=commit, path=PATH, before=old.after, was="knowledge/a/old.md")
    revision = site.past.revisions[old.commit]._replace(id=commit, summary="Rename")
    past = Past(commit, {commit: revision, **site.past.revisions}, (renamed, old._replace(path="knowledge/a/old.md")))
    found = page_of(replace(site, past=past))
    assert "Renamed from knowledge/a/old.md to knowledge/a/page.md." in entry(found, 0)
    assert "The page begins here" in entry(found, 1)


def test_what_is_not_committed_comes_first() -> None:
    site = site_with_versions({PATH: [ONE, TWO]})
    text = THREE.encode()
    changed = replace(site.wiki, pages={**site.wiki.pages, PATH: site_with_versions({PATH: [THREE]}).wiki.pages[PATH]})
    dirty = replace(site, wiki=changed)
    found = page_of(dirty)
    assert words_of(entry(found, 0)).startswith('bw-rev--open" id="r-uncommitted"> Not committed yet Claims: 1 added')
    line = history_line(dirty, PATH)
    assert line is not None
    assert (line.is_dirty, line.revisions, line.date) == (True, 2, "2026-05-02")
    assert text
    clean = history_line(site, PATH)
    assert clean is not None
    assert not clean.is_dirty


def test_line_ends_alone_are_no_change() -> None:
    site = site_with_versions({PATH: [ONE]})
    blob = site.past.touches[0].after
    kept = replace(
        site,
        past=replace(site.past, touches=(site.past.touches[0]._replace(after="f" * 40),)),
        read_blob=lambda found: (
            site.read_blob(blob).replace(b"\n", b"\r\n") if found == "f" * 40 else site.read_blob(found)
        ),
    )
    assert "uncommitted" not in page_of(kept)


def test_the_line_on_a_page() -> None:
    site = site_with_versions({PATH: [ONE, TWO]}, c2={"actor": "dream/0.1", "by_agent": True})
    line = history_line(site, PATH)
    assert line is not None
    assert line == ("history/", site.past.revisions[site.past.head], "2026-05-02", 2, False)
    foot = Maker(site, TEMPLATES, history=lambda path: history_line(site, path)).page(PATH).foot
    assert words_of(foot.split('<p class="bw-history-line">')[1].split("</p>")[0]) == (
        "Last changed 2026-05-02 dream/0.1 agent 2 revisions"
    )
    assert 'data-at="2026-05-02T09:30:00+02:00"' in foot
    assert history_line(replace(site, past=Past()), PATH) is None
    assert no_history(PATH) is None


def test_pages_without_a_past_have_no_history() -> None:
    site = site_with_versions({PATH: [ONE]}, {"knowledge/a/new.md": HEAD + "b\n"})
    assert list(outputs(site)) == [ADDRESS]
    assert line_key(site, PATH)
    assert not line_key(site, "knowledge/other.md")


def test_data_is_there_from_three_revisions_on() -> None:
    assert [name for name in outputs(site_with_versions({PATH: [ONE, TWO]})) if name.startswith("data/")] == []
    site = site_with_versions({PATH: [ONE, TWO, THREE]})
    (path,) = (name for name in outputs(site) if name.startswith("data/"))
    output = outputs(site)[path]
    assert isinstance(output, FileOutput)
    raw = output.make().decode()
    name = path.removeprefix("data/").removesuffix(".js")
    assert f'data-compare="{name}"' in page_of(site)
    head = f'bw.take("{name}",'
    assert raw.startswith(head)
    data = json.loads(raw.removeprefix(head).removesuffix(");\n"))
    assert list(data["revisions"]) == ["r-00000001", "r-00000002", "r-00000003"]
    assert data["blocks"] == [
        ["p", "", "", [["It runs at 70 bar. ", ["f", "1"]]]],
        ["p", "", "", [["Whales dive very deep. ", ["f", "1"]]]],
        ["p", "", "", [["It runs at 60 bar. ", ["f", "1"]]]],
    ]
    assert [data["revisions"][one][4] for one in sorted(data["revisions"])] == [[2], [0], [0, 1]]
    assert data["revisions"]["r-00000003"][0] == len(THREE)


def test_data_is_kept_between_builds() -> None:
    site = site_with_versions({PATH: [ONE, TWO, THREE]})
    first = {path: one.make() for path, one in outputs(site).items()}

    def refuse(blob: str) -> bytes:
        raise AssertionError(blob)

    again = replace(site, read_blob=refuse)
    for path, page in again.wiki.pages.items():  # nor is a present page read again
        steps = chronicle(site).of(path)
        page.__dict__.update(version=steps[0].touch.after if steps else "-", read=refuse)
        page.forget()
    again.languages.update(site.languages)
    assert {path: one.make() for path, one in outputs(again).items()} == first


def test_data_that_is_too_large_is_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("brainwiki.site.history.histories.MOST_KEPT", 10)
    site = site_with_versions({PATH: [ONE, TWO, THREE]})
    first = {path: one.make() for path, one in outputs(site).items()}
    assert {path: one.make() for path, one in outputs(replace(site)).items()} == first


def test_data_ends_where_it_grows_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("brainwiki.site.history.compared.MOST_CHARACTERS", 10)
    site = site_with_versions({PATH: [ONE, TWO, THREE]})
    output = next(one for name, one in outputs(site).items() if name.startswith("data/"))
    assert isinstance(output, FileOutput)
    assert "r-00000003" in output.make().decode()
    assert "r-00000002" not in output.make().decode()


def test_long_pasts_are_listed_without_differences(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "MOST_TOLD", 2)
    monkeypatch.setattr(views, "MOST_LISTED", 4)
    found = page_of(site_with_versions({PATH: [ONE, TWO, ONE, TWO, ONE, TWO]}))
    assert found.count("<details") == 2
    assert found.count('<li class="bw-rev') == 4
    assert "The 2 oldest of these are listed without their differences." in found
    assert "2 older revisions are not listed." in found
    assert "before this list" in found


def test_two_steps_of_one_commit_have_anchors_of_their_own() -> None:
    site = site_with_versions({PATH: [ONE, TWO]})
    touches = tuple(touch._replace(commit=site.past.touches[0].commit) for touch in site.past.touches)
    found = page_of(replace(site, past=replace(site.past, touches=touches)))
    assert re.findall(r'id="(r-[^"]*)"', found) == ["r-00000002", "r-00000002-2"]


HOSTILE = "</script><script>alert(1)</script>\"'><img src=x onerror=alert(1)>"


def test_commits_are_text() -> None:
    evil = {"author": HOSTILE, "actor": f"human:{HOSTILE}", "summary": HOSTILE, "proposal": HOSTILE, "at": HOSTILE}
    agent = {"author": HOSTILE, "actor": HOSTILE, "by_agent": True}
    body = ONE.replace("It runs", f"It runs {HOSTILE}")
    site = site_with_versions({PATH: [body, TWO, body]}, c3=evil, c2=agent)
    found = page_of(site)
    assert "<script" not in found
    assert "<img" not in found
    assert found.count("alert(1)") > 10
    data = next(one for name, one in outputs(site).items() if name.startswith("data/"))
    assert isinstance(data, FileOutput)
    assert b"<" not in data.make()


def test_keys_name_everything() -> None:
    versions = {PATH: [ONE, TWO]}
    receipt = {"proposals/2026-p.md": RECEIPT}

    def key(site: Site) -> str:
        return outputs(site)[ADDRESS].key

    base = key(site_with_versions(versions, receipt, c2={"proposal": "2026-p"}))
    assert base == key(site_with_versions(versions, receipt, c2={"proposal": "2026-p"}))
    others = [
        site_with_versions(versions, receipt),
        site_with_versions(
            versions, {"proposals/2026-p.md": RECEIPT.replace("pressure", "scope")}, c2={"proposal": "2026-p"}
        ),
        site_with_versions({PATH: [ONE, TWO, THREE]}, receipt, c2={"proposal": "2026-p"}),
        site_with_versions(
            {PATH: [ONE.replace("title: Page", "title: Other"), TWO.replace("title: Page", "title: Other")]}, receipt
        ),
    ]
    assert len({base, *map(key, others)}) == 5
    site = site_with_versions(versions)
    assert line_key(site, PATH) != line_key(site_with_versions({PATH: [ONE, TWO, THREE]}), PATH)


def test_the_words_are_those_of_the_sites_language() -> None:
    site = site_with_versions({PATH: [ONE, TWO]})
    for language, said in (("ja", "記述：変更1（数値）"), ("zh", "陈述：更改1（数字）")):
        spoken = replace(site, config=replace(site.config, language=language))
        assert said in page_of(spoken)
        assert chronicle(spoken).of(PATH)
