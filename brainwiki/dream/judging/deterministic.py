"""The judge by fixed checks, each of which may end the case with a verdict and its reason; what passes all of them is supported.

It knows no world and no grammar. It says `supported` only where the cited words hold what the claim brings, `unsupported` where
something is plainly not there, and `unsure` where it cannot tell, as in a translation or a free paraphrase.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from brainwiki.dream.gate import Case, Judgement
from brainwiki.dream.judging import saying, telling, trusting
from brainwiki.dream.judging.view import View

VERSION = "1"
Check = Callable[[View], Judgement | None]

CHECKS: tuple[Check, ...] = (
    trusting.own_output,
    trusting.quote,
    trusting.orders,
    trusting.guarded,
    telling.older,
    saying.retraction,
    telling.dates,
    telling.numbers,
    telling.weekdays,
    saying.doubt,
    saying.denial,
    saying.new_name,
    saying.names,
    saying.strangers,
    saying.apart,
    saying.contradiction,
    saying.subject,
    saying.elsewhere,
    saying.words,
)


class Deterministic:
    """The judge that is always on."""

    name = f"deterministic/{VERSION}"
    model = ""
    prompt = ""

    def judge(self, cases: Sequence[Case]) -> Sequence[Judgement]:
        """One judgement for each case."""
        return [judged(case) for case in cases]


def judged(case: Case) -> Judgement:
    """What the first check says that says anything."""
    view = View(case)
    for check in CHECKS:
        found = check(view)
        if found is not None:
            return found
    return view.says("supported", "the cited words hold what the claim brings")
