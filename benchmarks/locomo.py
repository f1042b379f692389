"""LoCoMo: how much of the evidence of a question stands in the first k turns that a search gives, by words and with vectors.

The data set (https://github.com/snap-research/locomo, CC BY-NC 4.0) is not part of this repository: its file is named by the first
argument or by BRAINWIKI_LOCOMO. Each conversation becomes a brain of its own, its sessions as transcripts, and every question is
put to the same search that the command line uses.

The metric is that of the paper's code: for each question the share of its evidence turns among the first k turns, and the mean over
all questions of all five categories. Beside it stand, for sessions, the share of questions of which any or all evidence sessions
are among the first k. Weights were looked at on `TUNED` alone; the other conversations are reported apart.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import mean
from typing import Any, NamedTuple

from benchmarks.check import judged
from brainwiki.adapters.shelf import cache_folder
from brainwiki.bootstrap import open_workspace
from brainwiki.model.hit import Hit, Mode
from brainwiki.usecases.index import embed
from brainwiki.usecases.search import Wanted, ask, freshen
from brainwiki.usecases.workspace import Workspace

TUNED = ("conv-26", "conv-30", "conv-41")
DEPTHS = (5, 10, 25, 50)
GOALS: Mapping[str, Mapping[int, float]] = {"sparse": {5: 69.0, 10: 77.0}, "hybrid": {5: 71.0, 10: 81.0, 50: 91.0}}
CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}
PAPER = "DRAGON in the paper: 56.7, 66.2, 76.7, 82.7"
_TURN = re.compile(r"D(\d+):(\d+)")
_WHEN = "%I:%M %p on %d %B, %Y"


class Question(NamedTuple):
    """A question with its category and its evidence: session and turn of each."""

    text: str
    category: int
    evidence: frozenset[tuple[int, int]]


class Conversation(NamedTuple):
    """A conversation: sessions by their numbers, each with its instant and its turns (speaker, text)."""

    name: str
    sessions: Mapping[int, tuple[datetime, Sequence[tuple[str, str]]]]
    questions: Sequence[Question]


class Score(NamedTuple):
    """What one question got: recall of turns, any and all of its sessions, at each depth."""

    category: int
    turns: tuple[float, ...]
    any: tuple[float, ...]
    all: tuple[float, ...]


def conversations(path: str) -> Iterator[Conversation]:
    """What stands in the data set's file; questions without evidence that can be found are left out, as in the paper's code."""
    for entry in json.loads(Path(path).read_text("utf-8")):
        told = entry["conversation"]
        numbers = sorted(int(key.split("_")[1]) for key in told if re.fullmatch(r"session_\d+", key))
        sessions = {}
        for number in numbers:
            at = datetime.strptime(told[f"session_{number}_date_time"], _WHEN).replace(tzinfo=UTC)
            sessions[number] = (at, [(turn["speaker"], _text(turn)) for turn in told[f"session_{number}"]])
        questions = [Question(one["question"], one["category"], _evidence(one, sessions)) for one in entry["qa"]]
        yield Conversation(entry["sample_id"], sessions, [one for one in questions if one.evidence])


def _text(turn: Mapping[str, Any]) -> str:
    shared = f" [shares a photo of {turn['blip_caption']}]" if turn.get("blip_caption") else ""
    return f"{turn['text']}{shared}"


def _evidence(
    one: Mapping[str, Any], sessions: Mapping[int, tuple[datetime, Sequence[Any]]]
) -> frozenset[tuple[int, int]]:
    named = ((int(session), int(turn)) for session, turn in _TURN.findall(" ".join(one["evidence"])))
    return frozenset(
        (session, turn) for session, turn in named if session in sessions and turn <= len(sessions[session][1])
    )


def write(folder: Path, talk: Conversation) -> None:
    """A brain with the sessions of a conversation; files that are there already stay as they are."""
    (folder / "wiki").mkdir(parents=True, exist_ok=True)
    (folder / "brainwiki.toml").write_text('format = 1\nbrain = "wiki"\nembedder_timeout = 60000\n', "utf-8")
    for number, (at, turns) in talk.sessions.items():
        session = folder / "wiki/sessions" / f"session-{number}"
        session.mkdir(parents=True, exist_ok=True)
        speakers = " and ".join(sorted({speaker for speaker, _ in turns}))
        head = f'---\ntype: session\ntitle: "{speakers}, {at:%d %B %Y}"\nstarted: {at.isoformat()}\nturns: {len(turns)}\n---\n'
        lines = [
            json.dumps({"turn": place, "role": speaker, "at": at.isoformat(), "text": text}, ensure_ascii=False)
            for place, (speaker, text) in enumerate(turns, 1)
        ]
        for name, content in (("session.md", head), ("transcript.jsonl", "\n".join(lines) + "\n")):
            if not (session / name).exists():
                (session / name).write_text(content, "utf-8")


def score(question: Question, hits: Sequence[Hit]) -> Score:
    """How much of a question's evidence the hits hold. A hit that is no turn takes its place all the same."""
    found = [(int(hit.path.rpartition("-")[2]), hit.turn or 0) for hit in hits if hit.path.startswith("sessions/")]
    sessions = list(dict.fromkeys(session for session, _ in found))
    wanted = {session for session, _ in question.evidence}
    return Score(
        question.category,
        tuple(len(question.evidence & set(found[:depth])) / len(question.evidence) for depth in DEPTHS),
        tuple(float(bool(wanted & set(sessions[:depth]))) for depth in DEPTHS),
        tuple(float(wanted <= set(sessions[:depth])) for depth in DEPTHS),
    )


def asked(workspace: Workspace, talk: Conversation, mode: Mode) -> tuple[list[Score], float]:
    """The scores of all questions of a conversation, and the CPU seconds of a question."""
    found = []
    start = time.process_time()
    for question in talk.questions:
        answer = ask(workspace, question.text, Wanted(limit=max(DEPTHS), mode=None if mode == "hybrid" else mode))
        if answer.mode != mode:
            raise SystemExit(f"{answer.mode}, not {mode}: {answer.degraded}")
        found.append(score(question, answer.hits))
    return found, (time.process_time() - start) / max(1, len(talk.questions))


def row(name: str, scores: Iterable[Score]) -> str:
    """One line of figures, in per cent."""
    every = list(scores)
    turns = "  ".join(f"{100 * mean(one.turns[at] for one in every):5.1f}" for at in range(len(DEPTHS)))
    sessions = "  ".join(
        f"{100 * mean(one.any[at] for one in every):5.1f} / {100 * mean(one.all[at] for one in every):5.1f}"
        for at in (0, 1)
    )
    return f"    {name:34} {len(every):5}   {turns}     {sessions}"


def report(mode: Mode, by_talk: Mapping[str, Sequence[Score]]) -> list[str]:
    """Print the figures of a step; the goals that are missed."""
    every = [one for scores in by_talk.values() for one in scores]
    depths = "  ".join(f"R@{depth:<3}" for depth in DEPTHS)
    print(f"\n  {mode:36} {'n':>5}   {depths}     session any / all @5 and @10")
    print(row("all conversations", every))
    for name, chosen in (("tuned", set(TUNED)), ("not tuned", set(by_talk) - set(TUNED))):
        some = [one for talk in sorted(chosen & set(by_talk)) for one in by_talk[talk]]
        if some:
            print(row(f"  {name}: {', '.join(sorted(chosen & set(by_talk)))}", some))
    for number, category in CATEGORIES.items():
        if some := [one for one in every if one.category == number]:
            print(row(f"  {category}", some))
    missed = []
    for depth, goal in GOALS[mode].items():
        reached = 100 * mean(one.turns[DEPTHS.index(depth)] for one in every)
        print(f"    goal R@{depth:<3} {goal:.0f}: {reached:.1f} {judged(reached >= goal)}")
        missed += [] if reached >= goal else [f"{mode} R@{depth}"]
    return missed


def opened(folder: Path, talk: Conversation, vectors: bool) -> Workspace:
    """The brain of a conversation with its index, the day after its last session; vectors are kept between runs."""
    write(folder, talk)
    end = max(at for at, _ in talk.sessions.values()) + timedelta(days=1)
    workspace = open_workspace(str(folder), now=end)
    freshen(workspace)
    if vectors:
        start = time.process_time()
        done = embed(workspace)
        print(f"  {talk.name}: {done} texts embedded in {time.process_time() - start:.1f} CPU s", flush=True)
    return workspace


def main() -> int:
    """Measure and print; 1 where a goal is missed."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("data", nargs="?", default=os.environ.get("BRAINWIKI_LOCOMO", ""))
    arguments.add_argument(
        "--keep", default="", help="folder for brains and vectors; without one, in the user's cache folder"
    )
    arguments.add_argument("--mode", choices=tuple(GOALS), action="append")
    arguments.add_argument("--only", action="append", help="a conversation's name; several times for several")
    options = arguments.parse_args()
    if not options.data:
        print("LoCoMo is not measured: no file is named.")
        return 0
    scratch = Path(options.keep or os.path.join(cache_folder() or ".", "benchmarks", "locomo"))
    os.environ["BRAINWIKI_CACHE"] = str(scratch / "cache")
    modes: list[Mode] = options.mode or list(GOALS)
    found: dict[Mode, dict[str, Sequence[Score]]] = {mode: {} for mode in modes}
    for talk in conversations(options.data):
        if options.only and talk.name not in options.only:
            continue
        workspace = opened(scratch / "brains" / talk.name, talk, "hybrid" in modes)
        for mode in modes:
            found[mode][talk.name], cpu = asked(workspace, talk, mode)
            print(f"  {talk.name}: {mode}, {1000 * cpu:.1f} CPU ms a question", flush=True)
    missed = [name for mode, scores in found.items() for name in report(mode, scores)]
    print(f"\n  {PAPER}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
