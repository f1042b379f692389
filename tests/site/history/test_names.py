"""Names of pages that are gone are told only where the pages would be published today."""

from __future__ import annotations

import pytest

from brainwiki.config.config import Config
from brainwiki.errors import GitError
from brainwiki.site.history.names import public
from brainwiki.site.state import Site
from tests.site.history.pasts import edit, new, past, with_past
from tests.site.sites import site_of

PAGE = "---\ntype: concept\ntitle: A\ndescription: d\n---\nx\n"
LOG = b'{"id": "knowledge/secret", "by": "human:m"}\n{"ids": ["notes/t/old"]}\nno json\n'


def site(profile: str = "brain", publish: tuple[str, ...] = (), **blobs: bytes) -> Site:
    def read(version: str) -> bytes:
        if version not in blobs:
            raise GitError(f"object {version} is missing")
        return blobs[version]

    return with_past(site_of({"knowledge/a.md": PAGE}, profile, publish), past([new("knowledge/a.md")]), read_blob=read)


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("knowledge/x.md", True),
        ("notes/t/x.md", True),
        ("sources/x.md", True),
        ("rules/x.md", True),
        ("index.md", True),
        ("sessions/s/session.md", False),
        ("tasks/t.md", False),
        ("proposals/p.md", False),
        ("knowledge/x.png", False),
        ("sessions/s/transcript.jsonl", False),
        ("knowledge/.hidden/x.md", False),
        (".obsidian/x.md", False),
    ],
)
def test_kinds_that_are_published(path: str, told: bool) -> None:
    assert public(site())(path, "1") is told


def test_kinds_that_are_published_on_request() -> None:
    told = public(site(publish=("sessions", "proposals")))
    assert told("sessions/s/session.md", "1")
    assert told("proposals/p.md", "1")
    assert not told("tasks/t.md", "1")
    assert not public(site(publish=("open-proposals",)))("proposals/p.md", "1"), "branches are no pages of the brain"


def test_where_the_folder_says_nothing_the_old_content_says_the_type() -> None:
    head = b"---\ntitle: x\ntype: '%s'\n---\n"
    told = public(site(a=head % b"session", b=head % b"concept", c=b"no head", d=head % b"task"))
    assert [told("loose.md", version) for version in "abcd"] == [False, True, True, False]
    assert not told("loose.md", "missing")
    assert public(site("obsidian"))("loose.md", "missing"), "no type of this profile is private"


def test_what_the_configuration_leaves_out() -> None:
    config = Config(exclude=("knowledge/drafts/*",))
    told = public(with_past(site_of({"knowledge/a.md": PAGE}, config=config), past([new("knowledge/a.md")])))
    assert told("knowledge/x.md", "1")
    assert not told("knowledge/drafts/x.md", "1")


def test_what_was_forgotten_is_not_named() -> None:
    base = site_of({"knowledge/a.md": PAGE}, files=frozenset({"forgotten.jsonl"}))
    told = past([new("forgotten.jsonl", "old")], [edit("forgotten.jsonl", "old", "log")])
    found = public(with_past(base, told, read_blob={"log": LOG, "old": b""}.__getitem__))
    assert not found("knowledge/secret.md", "1")
    assert not found("notes/t/old.md", "1")
    assert found("knowledge/other.md", "1")


def test_where_the_deletion_log_cannot_be_read_nothing_is_named() -> None:
    def refuse(version: str) -> bytes:
        raise GitError("gone")

    base = site_of({"knowledge/a.md": PAGE}, files=frozenset({"forgotten.jsonl"}))
    assert not public(with_past(base, past([new("knowledge/a.md")])))("knowledge/x.md", "1")
    assert not public(with_past(base, past([new("forgotten.jsonl", "f")]), read_blob=refuse))("knowledge/x.md", "1")
