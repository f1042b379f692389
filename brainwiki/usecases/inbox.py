"""Sessions that wait on the branch of states, until the first proposal that cites them brings them into the brain."""

from __future__ import annotations

from collections.abc import Mapping

from brainwiki.transcripts import pages
from brainwiki.usecases.brain_branch import Place, place_of
from brainwiki.usecases.intake import Files
from brainwiki.usecases.state_branch import INBOX, State, read_state
from brainwiki.usecases.workspace import Workspace

PAGE, TRANSCRIPT = "session.md", "transcript.jsonl"


def text_of(raw: bytes) -> str:
    """A page's bytes as text that can be turned back into them."""
    return raw.decode("utf-8", "surrogateescape")


def bytes_of(text: str) -> bytes:
    """The bytes of such a text."""
    return text.encode("utf-8", "surrogateescape")


def waiting(state: State) -> dict[str, Files]:
    """Every session below the inbox, by its id."""
    held = state.files(INBOX)
    ids = sorted({path.split("/")[1] for path in held if path.count("/") == 2})
    found = {}
    for name in ids:
        page = held.get(f"{INBOX}/{name}/{PAGE}")
        if page is not None:
            found[name] = Files(text_of(page), held.get(f"{INBOX}/{name}/{TRANSCRIPT}", b""))
    return found


def inbox(workspace: Workspace) -> Mapping[str, Files]:
    """The sessions that wait, by id, in the form in which they go into the brain below `sessions/`; of those that arrived in the
    meantime only what grew since. Raises NoStateError, NoBranchError, StateMergeError."""
    held = waiting(read_state(workspace.refs()))
    known = stored_pages(workspace, place_of(workspace)) if held else {}
    return {name: files for name, files in held.items() if not has_arrived(files, known.get(name, ""))}


def has_arrived(files: Files, page: str) -> bool:
    """Whether the brain's page of a session tells of every turn of the one that waits."""
    return bool(page) and pages.turns_of(page) >= pages.turns_of(files.page)


def stored_pages(workspace: Workspace, place: Place) -> dict[str, str]:
    """`session.md` of every session of the brain as its branch has it, by id."""
    folder = f"{place.prefix}sessions"
    found = workspace.refs().files(place.tip, folder, f"/{PAGE}")
    names = {path[len(folder) + 1 :].removesuffix(f"/{PAGE}"): raw for path, raw in found.items()}
    return {name: text_of(raw) for name, raw in names.items() if "/" not in name}
