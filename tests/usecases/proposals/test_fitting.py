"""Three states of a file as one: pages by claim, sessions by who goes on further, all else only where one side changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from brainwiki.claims.merging import Conflict
from brainwiki.model.receipt import Receipt, Vouched, Write
from brainwiki.usecases.proposals.fitting import Misfit, fit, merged, moved_since
from brainwiki.usecases.workspace import Workspace
from tests.repositories import commit, git
from tests.usecases.proposals.field import PAGE, field, page

TALK = "sessions/2026-06-01-x-aaaaaaaaaa"


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return field(tmp_path)


def test_who_alone_changed_a_file_is_right() -> None:
    """Whatever it is; a removal is a change too."""
    for path in (PAGE, "sources/x.bin"):
        assert merged(path, b"a", b"b", b"a") == b"b"
        assert merged(path, b"a", b"a", b"b") == b"b"
        assert merged(path, b"a", b"b", b"b") == b"b"
        assert merged(path, b"a", None, b"a") is None
        assert merged(path, b"a", b"a", None) is None
        assert merged(path, None, b"b", None) == b"b"


@pytest.mark.parametrize(
    ("path", "states", "why"),
    [
        (PAGE, (b"a", None, b"b"), "the proposal takes it out, and it was changed since"),
        (PAGE, (b"a", b"b", None), "it was taken out since"),
        ("sources/x.bin", (b"a", b"b", b"c"), "it was changed since, and is no page"),
    ],
)
def test_what_a_person_must_decide(path: str, states: tuple[bytes | None, ...], why: str) -> None:
    """Each with its reason."""
    assert merged(path, *states) == Conflict((why,))


def test_a_session_that_grew_between_two_proposals() -> None:
    """The longer one holds the shorter one; another recording under the same name is a conflict."""
    short, long = b'{"turn":1}\n', b'{"turn":1}\n{"turn":2}\n'
    transcript = f"{TALK}/transcript.jsonl"
    assert merged(transcript, None, short, long) == long
    assert merged(transcript, None, long, short) == long
    assert merged(transcript, None, b'{"turn":9}\n', long) == Conflict(("it is another recording",))
    one, two = (f"---\ntype: session\nturns: {n}\n---\nA talk.\n".encode() for n in (1, 2))
    assert merged(f"{TALK}/session.md", None, one, two) == two
    assert merged(f"{TALK}/session.md", None, two, one) == two


def test_content_that_is_not_here_is_told(workspace: Workspace) -> None:
    """A shallow clone, or a proposal that was never fetched."""
    tip = workspace.refs().tip("main")
    receipt = Receipt("p-1", "t", "d", tip, Vouched("x/1", ""), writes={PAGE: Write("0" * 40, "1" * 40)})
    found = fit(workspace, receipt, tip, (), "human:kim")
    assert found.files == {}
    assert found.misfits == (Misfit(PAGE, f"its content {'1' * 12} is not in this repository"),)
    assert found.misfits[0].told.startswith(f"{PAGE}: its content")


def test_what_moved_is_read_or_written(workspace: Workspace) -> None:
    """By content: a commit that changes another page moves nothing."""
    folder = Path(workspace.root)
    blob = git(folder, "rev-parse", f"main:wiki/{PAGE}")
    receipt = Receipt("p-1", "t", "d", "", Vouched("x/1", ""), reads={PAGE: blob, "knowledge/none.md": ""})

    def moved() -> frozenset[str]:
        return moved_since(workspace.staged(workspace.refs().tip("main"), {}, "").base.brain, receipt)

    commit(folder, {"wiki/knowledge/budget.md": page("Budget", "Another.")})
    assert moved() == frozenset()
    commit(folder, {f"wiki/{PAGE}": page("Answers", "Another.")})
    assert moved() == {PAGE}
