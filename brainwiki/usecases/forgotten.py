"""What was forgotten on purpose: the names in the deletion log of a brain, and whether evidence rests on one of them."""

from __future__ import annotations

from collections.abc import Iterable

from brainwiki.claims.support import Proof
from brainwiki.errors import PathEscapeError, UnknownNameError
from brainwiki.rules.families.tombstones import NAME, is_forgotten, names_in, rests_on_forgotten
from brainwiki.usecases.workspace import Workspace


def forgotten_names(workspace: Workspace) -> frozenset[str]:
    """Every name in the deletion log: ids of pages and sessions, and `id#turn-N`. Nothing where there is no log."""
    try:
        return frozenset(names_in(workspace.brain.read(NAME)))
    except (FileNotFoundError, PathEscapeError):
        return frozenset()


def refuse_forgotten(path: str, names: frozenset[str]) -> None:
    """Raise UnknownNameError for a page that was forgotten: what is left of it is not told."""
    if is_forgotten(path, names):
        raise UnknownNameError("page", path.removesuffix(".md"))


def is_withheld(proofs: Iterable[Proof], names: frozenset[str]) -> bool:
    """Whether any of these proofs was erased, so that the words that rest on it must not be told from older revisions.

    A proof as it is written on a page names its turn in the resource, a resolved one by number.
    """
    if not names:
        return False
    return any(rests_on_forgotten(proof, names) or proof.resource.rstrip("/") in names for proof in proofs)


__all__ = ["forgotten_names", "is_forgotten", "is_withheld", "refuse_forgotten"]
