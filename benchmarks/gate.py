"""Calibrate a language model as the gate on a sample of pairs, with the sentence on the state before the revision and without it.

    BRAINWIKI_LLM_URL=… BRAINWIKI_LLM_MODEL=… python -m benchmarks.gate --pairs 12 --seed 7 --out FILE

The pairs are drawn by seed from the part of the suite that is for tuning, as many of each language. Each answer is appended to FILE
as it comes, and a second run goes on where the first one stopped.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import time
from collections import Counter
from pathlib import Path
from typing import Any

from brainwiki.adapters.llm.asker import PydanticAsker
from brainwiki.adapters.llm.settings import settings_of
from brainwiki.dream.by_model.asking import Question
from brainwiki.dream.calibration.suite import LANGUAGES, CalibrationCase, load
from brainwiki.dream.gate import Case, Judgement
from brainwiki.dream.judging.by_model import ModelJudge
from brainwiki.dream.judging.prompt import Prompt

BLOCK = 8  # cases after which the prompt changes: a server reads the same beginning only once
PROMPTS = {"with": Prompt(), "without": Prompt(state_before=False)}
PLAIN = (
    "You review edits of a wiki. Accept an edit when proposed_page is supported by the evidence. Reject it when it contradicts "
    "current_page, or says what the evidence does not say, or says it of somebody else.\n"
)
SENTENCE = "current_page is the state before the revision: differing from it is an update, and no contradiction.\n"
PLAIN_ANSWER = {
    "type": "object",
    "properties": {
        "reason": {"type": "string", "minLength": 1, "maxLength": 100},
        "verdict": {"type": "string", "enum": ["accept", "reject"]},
    },
    "required": ["reason", "verdict"],
    "additionalProperties": False,
}


def plainly(asker: PydanticAsker, case: Case, name: str) -> Judgement:
    """The plainest question there is, as somebody writes it first: accept or reject."""
    said = "\n".join(f"{one.role}: {one.text}" for one in case.evidence)
    data = f"current_page: {case.before or '(empty)'}\nproposed_page: {case.after or '(empty)'}\nevidence: {said}"
    told = asker.ask(
        Question("review", PLAIN + (SENTENCE if name == "with" else ""), data, PLAIN_ANSWER, lambda _: (), 200)
    )
    return Judgement("supported" if told["verdict"] == "accept" else "unsupported", str(told["reason"]))


def sample(pairs: int, seed: int) -> list[CalibrationCase]:
    """So many pairs, stratified by language, in an order that mixes them."""
    chance = random.Random(seed)
    chosen: list[str] = []
    for number, language in enumerate(LANGUAGES):
        names = sorted({one.pair for one in load().of("tune") if one.language == language})
        chosen += chance.sample(names, pairs // 3 + (number < pairs % 3))
    chance.shuffle(chosen)
    return [one for pair in chosen for one in load().of("tune") if one.pair == pair]


def main() -> None:
    """Ask, write down, count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=12)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--plain", action="store_true", help="ask the plainest question in place of the judge's")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    cases = sample(options.pairs, options.seed)
    known: dict[tuple[str, str], Any] = {}
    if options.out.exists():
        for line in options.out.read_text("utf-8").splitlines():
            value = json.loads(line)
            known[value["prompt"], value["case"]] = value
    with options.out.open("a", encoding="utf-8") as file:
        for begin in range(0, len(cases), BLOCK):
            for name, case in ((name, case) for name in PROMPTS for case in cases[begin : begin + BLOCK]):
                if (name, case.id) in known:
                    continue
                prompt = PROMPTS[name]
                asker = PydanticAsker(settings_of(os.environ), lambda _: None)
                begun = time.monotonic()
                found = (
                    plainly(asker, case.case, name)
                    if options.plain
                    else ModelJudge(asker, prompt).judge([case.case])[0]
                )
                value = {
                    "prompt": name, "case": case.id, "kind": case.kind, "class": case.name, "language": case.language,
                    "expected": case.expected, "verdict": found.verdict, "reason": found.reason,
                    "probability": found.probability, "seconds": round(time.monotonic() - begun, 1),
                }  # fmt: skip
                known[name, case.id] = value
                file.write(json.dumps(value, ensure_ascii=False) + "\n")
                file.flush()
    for name in PROMPTS:
        done = [known[name, one.id] for one in cases if (name, one.id) in known]
        counts = Counter((one["kind"], one["verdict"]) for one in done)
        print(name, {f"{kind} {verdict}": number for (kind, verdict), number in sorted(counts.items())})


if __name__ == "__main__":
    main()
