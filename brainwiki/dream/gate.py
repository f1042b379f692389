"""The semantic gate as a protocol: what a judge of proposed claims is asked, and what it may answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, Protocol, get_args

Verdict = Literal["supported", "unsupported", "contradicts", "injected", "unsure"]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)


class Evidence(NamedTuple):
    """A cited piece of evidence: where it stands, the quoted words, and the whole turn or passage around them."""

    resource: str
    quote: str
    text: str
    role: str = ""


class Case(NamedTuple):
    """One proposed change of a claim. `before` is what the page says now, the state before the revision (empty: nothing);
    `after` what it would say (empty: nothing any more); `related` are other claims on the subject; `told` is the day of the latest
    evidence of `before` (`2026-05-02`, empty: not known), `names` what the page is called."""

    page: str
    before: str
    after: str
    evidence: tuple[Evidence, ...]
    related: tuple[str, ...] = ()
    told: str = ""
    names: tuple[str, ...] = ()


class Judgement(NamedTuple):
    """What a judge says of a case: the verdict, why, the claim that it contradicts, and a probability where the judge gives one."""

    verdict: Verdict
    reason: str = ""
    contradicts: str = ""
    probability: float | None = None


class Judge(Protocol):
    """A gate. Its answers are advice until a calibration for exactly it shows that they may be more."""

    @property
    def name(self) -> str:
        """What it is called in receipts."""
        ...

    def judge(self, cases: Sequence[Case]) -> Sequence[Judgement]:
        """One judgement for each case, in their order."""
        ...


class People:
    """The gate where there is no calibrated one: a person decides everything."""

    name = "people"
    model = ""
    prompt = ""

    def __init__(self, why: str = "a person decides") -> None:
        self._why = why

    def judge(self, cases: Sequence[Case]) -> Sequence[Judgement]:
        """Every case waits for a person, who is told why."""
        return [Judgement("unsure", self._why) for _ in cases]
