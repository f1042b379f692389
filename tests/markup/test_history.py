"""Which claims replaced which, as the facts of a page keep it."""

from __future__ import annotations

import pytest

from brainwiki.model.facts import from_plain, to_plain
from brainwiki.model.page import Replaced
from tests.helpers import page_of

OLD = "(until 2026-05-02) It was red. [cite:2]"


def pairs(body: str) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """The source ids of each claim that replaced another, and of the other."""
    page = page_of(body)
    names = {claim.id for claim in page.claims if not claim.until}
    assert all(found.claim in names for found in page.history)
    return [(found.ids, found.old) for found in page.history]


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        (f"- It is blue. [cite:1]\n    - {OLD}\n", [(("1",), ("2",))]),
        (f"- It is blue. [cite:1,3]\n    - {OLD}\n    - {OLD}\n", [(("1", "3"), ("2",))] * 2),
        (f"- Planned. [cite:3] It is blue. [cite:1]\n    - {OLD}\n", [(("1", "3"), ("2",))]),
        (f"- Planned. [cite:3] Open. It is blue. [cite:1]\n    - {OLD}\n", [(("1", "3"), ("2",))]),
        (f"- It is loud. [cite:3]\n- It is blue. [cite:1]\n    - {OLD}\n", [(("1",), ("2",))]),
        (f"- It is loud. [cite:3]\n- Open.\n- It is blue. [cite:1]\n    - {OLD}\n", [(("1",), ("2",))]),
        (f"> 1. 青い。[cite:1]\n>     - {OLD}\n", [(("1",), ("2",))]),
        (f"- It is loud. [cite:3]\n    - It is blue. [cite:1]\n        - {OLD}\n", [(("1",), ("2",))]),
        (f"- It is blue. [cite:1] ^c-blue\n    - {OLD}\n", [(("1",), ("2",))]),
        (
            "- It is blue. [cite:1]\n    - (until 2026-05-02) Red. [cite:2] Loud. [cite:3]\n",
            [(("1",), ("2",)), (("1",), ("3",))],
        ),
    ],
)
def test_a_history_item_stands_under_what_replaced_it(body: str, wanted: list[object]) -> None:
    assert pairs(body) == wanted


@pytest.mark.parametrize(
    "body",
    [
        "- It is blue. [cite:1]\n",
        f"- {OLD}\n",
        f"- It is blue.\n    - {OLD}\n",
        f"- {OLD}\n    - {OLD}\n",
        f"It is blue. [cite:1]\n\n- {OLD}\n",
        "- It is blue. [cite:1]\n    - (until spring) It was red. [cite:2]\n",
        "- It is blue. [cite:1]\n    - It was red (until 2026-05-02). [cite:2]\n",
    ],
)
def test_other_claims_replaced_nothing(body: str) -> None:
    assert pairs(body) == []


def test_an_explicit_id_names_the_claim() -> None:
    assert page_of(f"- It is blue. [cite:1] ^c-blue\n    - {OLD}\n").history == (Replaced("c-blue", ("1",), ("2",)),)


def test_facts_keep_it() -> None:
    page = page_of(f"- It is blue. [cite:1]\n    - {OLD}\n")
    kept = from_plain(page.path, page.version, to_plain(page), page.read)
    assert kept == page
    assert kept.history == page.history != ()
