"""Gates that are wrong on purpose: the calibration must fail each of them, else it measures nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from brainwiki.dream.gate import Case, Judgement, Verdict


@dataclass(frozen=True)
class Reference:
    """A gate that does not look at what it judges. It can never be certified."""

    name: str
    says: Callable[[Case], Verdict]
    model: str = ""
    prompt: str = ""

    def judge(self, cases: Sequence[Case]) -> Sequence[Judgement]:
        """One judgement for each case."""
        return [Judgement(self.says(case), "a reference gate, which looks at nothing") for case in cases]


def _tossed(case: Case) -> Verdict:
    """Heads or tails, seeded by the case: the same case always falls the same way."""
    seed = hashlib.sha256(repr(case).encode("utf-8", "surrogatepass")).digest()[0]
    return "supported" if seed & 1 else "unsupported"


ACCEPT_ALL = Reference("accept-all", lambda _: "supported")
REJECT_ALL = Reference("reject-all", lambda _: "unsupported")
COIN = Reference("coin", _tossed)
REFERENCES = (ACCEPT_ALL, REJECT_ALL, COIN)
