"""Proposals: the open ones from their branches, the decided ones from their receipts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from brainwiki.config.config import Config
from brainwiki.model.past import Touch
from brainwiki.model.proposal import Proposal
from brainwiki.site.published import is_reviewed, select
from brainwiki.site.state import Site
from brainwiki.site.urls import IN_A_PART, assign
from tests.helpers import titled
from tests.site.pages.test_differences import claim, document
from tests.site.sections.rooms import changed, keys, made
from tests.site.sites import site_of

RECEIPT = """---
type: proposal
title: {title}
description: One decision <reversed>.
verified: [{{by: "human:mika", at: "{day}T08:15:00+01:00"}}]
sessions: [a, b]
adopted: [o-1, o-2]
rejected: [o-3]
---
On [[x]].
"""
TEXTS = {
    "k/x.md": titled("X page"),
    "k/y.md": titled("扉", "日本語。\n").replace("description: d", "description: 扉について"),
    "tasks/secret-task.md": "---\ntype: task\ntitle: Secret\n---\nT\n",
    "proposals/a.md": RECEIPT.format(title="First", day="2026-03-06"),
    "proposals/b.md": RECEIPT.format(title="Second", day="2026-05-06"),
}
OPEN = Proposal(
    id="2026-11-29-dream-q",
    ref="refs/remotes/origin/brainwiki/proposal/2026-11-29-dream-q",
    tip="1" * 40,
    base="2" * 40,
    at="2026-11-29T02:00:00+01:00",
    author="Robot",
    actor="dream/0.1",
    by_agent=True,
    summary="Summary of the commit",
    receipt="---\ntype: proposal\ntitle: Change <b>it</b>\ndescription: Why.\n---\nB\n",
    touches=(
        Touch("t", "k/x.md", "a", "b"),
        Touch("t", "k/new.md", "", "b"),
        Touch("t", "k/y.md", "a", ""),
        Touch("t", "k/moved.md", "a", "a", "k/x.md"),
        Touch("t", "tasks/secret-task.md", "a", "b"),
        Touch("t", "tasks/secret-new.md", "", "b"),
        Touch("t", "sessions/secret/transcript.jsonl", "", "b"),
        Touch("t", "proposals/2026-11-29-dream-q.md", "", "b"),
    ),
)


def site(publish: tuple[str, ...] = ("proposals", "open-proposals"), *waiting: Proposal, language: str = "en") -> Site:
    found = site_of(TEXTS, publish=publish, config=Config(language=language))
    more = ["review"] if is_reviewed(publish) else []
    addresses = assign(found.wiki, select(found.wiki, publish, lambda path: True), more)
    return replace(found, addresses=addresses, proposals=waiting)


def site_of_own(*waiting: Proposal, language: str = "en", **more: object) -> Site:
    """The same with pages of the proposals' own."""
    found = site(("proposals", "open-proposals"), *waiting, language=language)
    publish = found.config.publish
    selection = select(found.wiki, publish, lambda path: True)
    addresses = assign(found.wiki, selection, ["review"], [one.id for one in waiting])
    return replace(found, addresses=addresses, **more)  # type: ignore[arg-type]


def content(found: Site) -> str:
    return made(found, "review/").content


def test_decided_ones_newest_first_with_what_their_receipts_say() -> None:
    found = content(site())
    assert found.index("Second") < found.index("First")
    assert "One decision &lt;reversed&gt;." in found
    assert (
        '<span class="bw-state bw-state--applied">applied</span><time datetime="2026-05-06T08:15:00+01:00">2026-05-06'
        in found
    )
    assert "<span>human:mika</span>" in found
    assert "<span>1 page</span><span>2 adopted</span><span>1 rejected</span><span>from 2 sessions</span>" in found


def test_open_ones_with_the_pages_that_they_touch() -> None:
    found = content(site(("proposals", "open-proposals"), OPEN))
    assert "Change &lt;b&gt;it&lt;/b&gt;" in found
    assert '<time datetime="2026-11-29T02:00:00+01:00" data-at="2026-11-29T02:00:00+01:00">2026-11-29</time>' in found
    assert "dream/0.1 (agent)" in found
    assert "on 2222222222" in found
    assert '<span class="bw-change bw-change--edited">edited</span> <a href="../k/x/">X page</a>' in found
    assert '<span class="bw-change bw-change--added">added</span> <code>k/new.md</code>' in found
    assert '<span class="bw-change bw-change--removed">removed</span> <a href="../k/y/" lang="ja">扉</a>' in found
    assert '<span class="bw-change bw-change--renamed">renamed</span> <a href="../k/x/">X page</a>' in found
    assert "git log -p 2222222222..origin/brainwiki/proposal/2026-11-29-dream-q" in found


def test_what_is_not_published_is_only_counted() -> None:
    found = content(site(("proposals", "open-proposals"), OPEN))
    assert "3 more files that are not published" in found
    assert "ecret" not in found
    assert "proposals/2026-11-29-dream-q.md" not in found


def test_without_a_receipt_the_commit_speaks() -> None:
    bare = OPEN._replace(receipt="", actor="", base="", by_agent=False)
    found = content(site(("open-proposals",), bare))
    assert "Summary of the commit" in found
    assert "<span>Robot</span>" in found
    assert "git log -p origin/brainwiki/proposal/2026-11-29-dream-q" in found


def test_each_kind_is_shown_only_where_it_is_named() -> None:
    assert "review/" not in keys(site(()))
    only_open = content(site(("open-proposals",), OPEN))
    assert "Decided" not in only_open
    assert "First" not in only_open
    only_decided = content(site(("proposals",), OPEN))
    assert "Change" not in only_decided
    assert 'id="waiting"' not in only_decided


def test_where_nothing_waits_the_page_says_what_a_proposal_is() -> None:
    found = content(site(("open-proposals",)))
    assert "A proposal is a change to this memory that waits for a person&#39;s decision" in found
    assert "Nothing waits for a review." in found


@pytest.mark.parametrize(
    ("language", "word"), [("ja", "レビュー待ちの提案はありません。"), ("zh", "没有待审阅的提案。")]
)
def test_it_speaks_the_language_of_the_site(language: str, word: str) -> None:
    assert word in content(site(language=language))


def test_the_key_names_proposals_and_the_pages_that_they_touch() -> None:
    before = keys(site(("proposals", "open-proposals"), OPEN))
    other = keys(site(("proposals", "open-proposals"), OPEN._replace(tip="3" * 40)))
    assert changed(before, other) == {"review/"}
    renamed = site(("proposals", "open-proposals"), OPEN)
    renamed = replace(renamed, wiki=site_of({**TEXTS, "k/x.md": titled("Other")}, publish=("proposals",)).wiki)
    assert "review/" in changed(before, keys(renamed))
    assert "review/" not in changed(keys(site(("proposals",))), keys(site(("proposals",))))


def test_many_receipts_go_on() -> None:
    receipts = {
        f"proposals/p{n:04}.md": RECEIPT.format(title=f"P {n:04}", day="2026-03-06") for n in range(IN_A_PART + 1)
    }
    found = site_of({**receipts, "k/x.md": titled("X")}, publish=("proposals",))
    assert "P 0000" in made(found, "review/2/").content
    assert "P 0500" in made(found, "review/").content
    assert "Parts of this list" in made(found, "review/").content


OWN = "review/2026-11-29-dream-q/"


def test_each_open_one_has_a_page_of_its_own_and_the_list_leads_there() -> None:
    found = site_of_own(OPEN, compare=lambda base, head, asks: document(claim("added", after="It <i>hums</i>.")))
    listed = content(found)
    assert f'<a class="bw-link" href="{OWN.removeprefix("review/")}">Change &lt;b&gt;it&lt;/b&gt;</a>' in listed
    assert '<span class="bw-v-risk bw-v-risk--medium">medium risk</span>' in listed
    assert "<span>1 added</span>" in listed
    own = made(found, OWN)
    assert "It &lt;i&gt;hums&lt;/i&gt;." in own.content
    assert "brainwiki review approve 2026-11-29-dream-q" in own.content
    assert "git log -p 2222222222..origin/brainwiki/proposal/2026-11-29-dream-q" in own.content
    assert not own.is_indexed
    assert "ecret" not in own.content


def test_it_is_compared_from_its_base_to_its_tip_with_the_rules() -> None:
    asked = set()

    def compare(*words: object) -> dict[str, object]:
        asked.add(words)
        return {}

    found = site_of_own(OPEN, compare=compare)
    assert "What it changes cannot be shown" in made(found, OWN).content
    assert asked == {(OPEN.base, OPEN.tip, True)}
    assert "bw-v-risk" not in content(found)
    asked.clear()
    made(site_of_own(OPEN._replace(base=""), compare=compare), OWN)
    assert asked == set(), "without a base there is nothing to compare with"


@pytest.mark.parametrize(
    ("state", "word"),
    [("open", "open"), ("approved", "approved"), ("rejected", "rejected"), ("applied", "applied"), ("stale", "stale")],
)
def test_the_five_states(state: str, word: str) -> None:
    fresh = OPEN._replace(touches=(Touch("t", "k/new.md", "", "b"),))
    found = site_of_own(fresh, states={OPEN.id: state})
    assert f'bw-state--{state}">{word}</span>' in made(found, OWN).content
    assert f">{word}</span>" in content(found)


@pytest.mark.parametrize(
    ("touch", "state"),
    [
        (Touch("t", "k/x.md", "v1", "b"), "open"),
        (Touch("t", "k/x.md", "v0", "b"), "stale"),
        (Touch("t", "k/x.md", "", "b"), "stale"),
        (Touch("t", "k/new.md", "", "b"), "open"),
        (Touch("t", "k/gone.md", "a", "b"), "stale"),
        (Touch("t", "k/new.md", "v1", "b", "k/x.md"), "open"),
    ],
)
def test_a_proposal_is_stale_where_a_page_of_it_is_another_by_now(touch: Touch, state: str) -> None:
    found = site_of_own(OPEN._replace(touches=(touch,)))
    object.__setattr__(found.wiki.pages["k/x.md"], "version", "v1")
    shown = made(found, OWN).content
    assert f'bw-state--{state}"' in shown
    assert ("has changed since" in shown) == (state == "stale")


def test_the_key_of_its_page_is_what_it_shows() -> None:
    def with_claim(words: str) -> Site:
        return site_of_own(OPEN, compare=lambda base, head, asks: document(claim("added", after=words)))

    assert changed(keys(with_claim("a")), keys(with_claim("a"))) == set()
    assert OWN in changed(keys(with_claim("a")), keys(with_claim("b")))


@pytest.mark.parametrize(("language", "word"), [("ja", "変更内容"), ("zh", "改动内容")])
def test_its_page_speaks_the_language_of_the_site(language: str, word: str) -> None:
    found = site_of_own(OPEN, language=language, compare=lambda base, head, asks: document(claim("added", after="x")))
    assert word in made(found, OWN).content
