"""Updates that cannot be carried out go, and nothing that was observed is lost with them."""

from __future__ import annotations

from brainwiki.dream.pruning import without
from brainwiki.model.update import Consolidation, Left, Update
from tests.dream.drafts import BUDGET, CJK, PAGE, TEA

NEW = "notes/x/new"
DRAWN = Consolidation(
    (TEA, BUDGET, CJK),
    (
        Update("create", NEW, type="note", title="T", description="d"),
        Update("add", NEW, text="One.", observations=(TEA.id,)),
        Update("link", PAGE, target=NEW),
        Update("add", PAGE, text="Two.", observations=(BUDGET.id, TEA.id)),
    ),
    (Left(CJK.id, "no"),),
)


def test_nothing_wrong_changes_nothing() -> None:
    assert without(DRAWN, {}) == DRAWN


def test_observations_without_an_update_are_left_with_why() -> None:
    found = without(DRAWN, {4: "it is\nlong"})
    assert found.updates == DRAWN.updates[:3]
    assert found.left == (Left(CJK.id, "no"), Left(BUDGET.id, "could not be drafted: it is long"))
    assert set(found.adopted) == {TEA.id}


def test_what_is_about_a_page_that_is_not_made_goes_with_it() -> None:
    found = without(DRAWN, {1: "bad name"})
    assert found.updates == DRAWN.updates[3:]
    assert found.left == (Left(CJK.id, "no"),)


def test_a_page_without_claims_is_not_made() -> None:
    assert [one.do for one in without(DRAWN, {2: "bad text"}).updates] == ["link", "add"]
