"""From a checked workspace to the state of its site."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from brainwiki.bootstrap import states_of
from brainwiki.errors import BrainwikiError
from brainwiki.model.wiki import Wiki
from brainwiki.ports import Memo
from brainwiki.review.document import comparison_as_json
from brainwiki.site.output import digest
from brainwiki.site.published import OPEN, is_reviewed, select
from brainwiki.site.state import Site
from brainwiki.site.text.placeholders import new_secret
from brainwiki.site.text.sanitise import is_passive_svg
from brainwiki.site.urls import assign
from brainwiki.usecases.change import check_change
from brainwiki.usecases.compare import compare
from brainwiki.usecases.forgotten import forgotten_names
from brainwiki.usecases.proposals.books import read_proposals
from brainwiki.usecases.workspace import Workspace


def site_of(workspace: Workspace, wiki: Wiki, title: str, url: str, memo: Memo) -> Site:
    """The site of a wiki: what is published of it, and where; `url` is its address, empty where it is unknown."""
    brain, publish = workspace.brain, workspace.config.publish
    selection = select(wiki, publish, lambda path: is_passive_svg(brain.read_listed(path)))
    proposals = workspace.history.proposals(workspace.prefix) if OPEN in publish else ()
    stamp = digest(sorted(forgotten_names(workspace)), repr(workspace.config))
    return Site(
        wiki,
        assign(wiki, selection, ["review"] if is_reviewed(publish) else [], [one.id for one in proposals]),
        workspace.config,
        title,
        workspace.clock.now(),
        new_secret(),
        past=workspace.history.past(workspace.prefix),
        proposals=proposals,
        states=_states(workspace) if proposals else {},
        read_blob=workspace.history.blob,
        read_blobs=workspace.history.blobs,
        compare=_comparing(workspace, memo, stamp),
        compared_by=stamp,
        memo=memo,
        url=f"{url.rstrip('/')}/" if url.startswith(("https://", "http://")) else "",
    )


def _states(workspace: Workspace) -> Mapping[str, str]:
    """The states of proposals by their ids, as far as the books can be read here."""
    try:
        return {one.id: one.state for one in read_proposals(workspace)}
    except (BrainwikiError, NotImplementedError):
        return {}


def _comparing(workspace: Workspace, memo: Memo, stamp: str) -> Callable[[str, str, bool], Mapping[str, Any]]:
    """What gives the difference of two commits. Commits never change, so that it is worked out once for each pair; what was forgotten
    meanwhile is a part of the key."""
    profile = "" if workspace.configured else workspace.profile.name

    def document(base: str, head: str, asks: bool) -> Mapping[str, Any]:
        def made() -> dict[str, Any]:
            states = states_of(workspace, base, head, profile)
            findings = check_change(states).report.findings if asks else None
            return comparison_as_json(compare(states, workspace, findings=findings))

        try:
            return memo.get("differences", f"{base} {head} {asks} {profile} {stamp}", made)
        except BrainwikiError:
            return {}  # the commits are not here, or hold no brain; they may come

    return document
