"""From a checked workspace to the state of its site."""

from __future__ import annotations

from brainwiki.model.wiki import Wiki
from brainwiki.ports import Memo
from brainwiki.site.published import OPEN, is_reviewed, select
from brainwiki.site.state import Site
from brainwiki.site.text.placeholders import new_secret
from brainwiki.site.text.sanitise import is_passive_svg
from brainwiki.site.urls import assign
from brainwiki.usecases.workspace import Workspace


def site_of(workspace: Workspace, wiki: Wiki, title: str, url: str, memo: Memo) -> Site:
    """The site of a wiki: what is published of it, and where; `url` is its address, empty where it is unknown."""
    brain, publish = workspace.brain, workspace.config.publish
    selection = select(wiki, publish, lambda path: is_passive_svg(brain.read_listed(path)))
    return Site(
        wiki,
        assign(wiki, selection, ["review"] if is_reviewed(publish) else []),
        workspace.config,
        title,
        workspace.clock.now(),
        new_secret(),
        past=workspace.history.past(workspace.prefix),
        proposals=workspace.history.proposals(workspace.prefix) if OPEN in publish else (),
        read_blob=workspace.history.blob,
        read_blobs=workspace.history.blobs,
        memo=memo,
        url=f"{url.rstrip('/')}/" if url.startswith(("https://", "http://")) else "",
    )
