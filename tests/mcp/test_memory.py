"""What the tools answer: the right text for every form of a name, bounded, and nothing that was forgotten."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from brainwiki.errors import AmbiguousNameError, BrainwikiError, NoCommitError, UnknownNameError
from brainwiki.mcp.memory import HOW, INDEX_ROOM, RULES_ROOM, NoBaseError
from brainwiki.mcp.parts import MOST, CursorError
from brainwiki.retrieval.counting import estimate
from tests.helpers import make_brain, titled, write_files
from tests.mcp.brains import memory_of
from tests.past_brain import FILES, SESSION, SOURCES, Told, build

PUMP = titled(
    "The pump",
    "# Pump\n\nIntro. [cite:1]\n\n## Costs\n\nTen. ^c-costs\n\n### Parts\n\nFew.\n\n## Care\n\nOil. [cite:2]\n",
    SOURCES + 'aliases: ["main pump"]\nconfidence: 0.7\nstale_after: 2026-05-02T00:00:00Z\n',
)


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Told:
    """A brain with five commits; no test changes it."""
    return build(tmp_path_factory.mktemp("past") / "r")


@pytest.fixture
def plain(tmp_path: Path) -> Path:
    """A brain without a repository."""
    write_files(tmp_path, {**FILES, "wiki/knowledge/pump.md": PUMP})
    return tmp_path


@pytest.mark.parametrize("name", ["knowledge/pump", "knowledge/pump.md", "wiki/knowledge/pump.md", "pump", "main pump"])
def test_a_page_is_read_by_any_of_its_names(plain: Path, name: str) -> None:
    text = memory_of(plain).read(name, "")
    assert text.startswith(
        "# The pump\npath: knowledge/pump (kind: page; type: concept; check after: 2026-05-02T00:00:00Z; confidence: 70 %)\n"
        f"sources (`why` follows them):\n  [1] {SESSION}#turn-2\n  [2] sources/manual\n\n# Pump\n"
    )
    assert text.endswith("Oil. [cite:2]")
    assert "---" not in text


@pytest.mark.parametrize(
    ("part", "begins", "ends"),
    [
        ("Costs", "## Costs", "Few."),
        ("costs", "## Costs", "Few."),
        ("Parts", "### Parts", "Few."),
        ("care", "## Care", "Oil. [cite:2]"),
    ],
)
def test_a_section_is_read_alone(plain: Path, part: str, begins: str, ends: str) -> None:
    text = memory_of(plain).read(f"pump#{part}", "")
    body = text.partition("\n\n")[2]
    assert (body.startswith(begins), body.endswith(ends)) == (True, True)
    assert f"section: {part}" in text


def test_a_block_is_read_alone(plain: Path) -> None:
    assert memory_of(plain).read("pump#^c-costs", "").endswith("\n\nTen. ^c-costs")


def test_turns_are_read(plain: Path) -> None:
    memory = memory_of(plain)
    one = memory.read(f"{SESSION}#turn-2", "")
    assert one.startswith(
        f"# A talk on pumps\npath: {SESSION} (transcript)\n\n## turn 1 · user · 2026-01-01T10:00:00Z\n"
    )
    assert one.endswith("The pump runs at 40 bar, as ever.")
    assert memory.read(f"{SESSION}/transcript", "") == memory.read(f"wiki/{SESSION}/transcript.jsonl", "") == one
    summary = memory.read(SESSION, "")
    assert f"turns: 2; read {SESSION}/transcript" in summary
    assert summary.endswith("The pressure was asked for.")


def test_only_neighbours_of_a_turn_are_read(plain: Path) -> None:
    turns = [{"turn": n, "role": "user", "at": "", "text": f"Word {n}."} for n in range(1, 21)]
    write_files(plain, {f"wiki/{SESSION}/transcript.jsonl": "".join(json.dumps(turn) + "\n" for turn in turns)})
    text = memory_of(plain).read(f"{SESSION}#turn-10", "")
    assert re.findall(r"Word (\d+)", text) == ["7", "8", "9", "10", "11", "12", "13"]


def test_evidence_that_is_no_page_is_read(tmp_path: Path) -> None:
    write_files(tmp_path, {"raw/report.txt": "It hums.\n"})
    make_brain(tmp_path, {"a.md": "# A\n\nText.\n"}, "llm-wiki", 'evidence = ["raw"]\n')
    assert memory_of(tmp_path).read("raw/report.txt", "").endswith("It hums.\n")


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("pmp", "Did you mean"),
        ("pump#cost", "Did you mean Costs"),
        ("pump#^nix", "No block"),
        (f"{SESSION}#turn-9", f"Did you mean {SESSION}#turn-2"),
        ("sessions/2026-01-01-chat-aaaaaaaaa/transcript", f"Did you mean {SESSION}"),
        ("../../etc/passwd", "No page"),
        ("/etc/passwd", "No page"),
        ("brainwiki.toml", "No page"),
        ("../brainwiki.toml", "No page"),
        (f"{SESSION}/transcript.jsonl/../../../../brainwiki.toml", "No page"),
        ("\0", "No page"),
        (" ", "No page"),
    ],
)
def test_a_name_that_means_nothing(plain: Path, name: str, says: str) -> None:
    with pytest.raises(UnknownNameError, match=re.escape(says)):
        memory_of(plain).read(name, "")


def test_a_name_that_means_two(plain: Path) -> None:
    write_files(plain, {"wiki/notes/x/pump.md": titled("Other")})
    with pytest.raises(AmbiguousNameError, match="knowledge/pump, notes/x/pump"):
        memory_of(plain).read("pump", "")


def test_a_long_page_comes_in_parts_and_a_change_ends_them(plain: Path) -> None:
    body = "".join(f"Sentence number {n} of a long page.\n\n" for n in range(4_000))
    write_files(plain, {"wiki/knowledge/long.md": titled("Long", body)})
    memory, found, cursor = memory_of(plain), "", ""
    for _ in range(20):
        text = memory.read("long", cursor)
        assert estimate(text) <= MOST
        found += text
        match = re.search(r'cursor="([^"]+)"', text)
        if match is None:
            break
        cursor = match[1]
    assert [int(n) for n in re.findall(r"number (\d+)", found)] == list(range(4_000))
    write_files(plain, {"wiki/knowledge/long.md": titled("Long", "Short now.\n")})
    with pytest.raises(CursorError, match="has changed"):
        memory.read("long", cursor)


def test_what_was_written_a_moment_ago_is_read(plain: Path) -> None:
    memory = memory_of(plain)
    assert "Oil" in memory.read("pump", "")
    write_files(
        plain, {"wiki/knowledge/pump.md": titled("The pump", "Grease.\n"), "wiki/notes/n/new.md": titled("New")}
    )
    assert "Grease" in memory.read("pump", "")
    assert memory.read("new", "").startswith("# New")
    (plain / "wiki/knowledge/hose.md").unlink()
    with pytest.raises(UnknownNameError):
        memory.read("hose", "")


def test_links(plain: Path) -> None:
    text = memory_of(plain).links("valve", "")
    assert "Links out (2):\n- knowledge/hose: See [[hose]] and [[pump|the pump]].\n- knowledge/pump: See" in text
    assert "Links in (1):\n- index: [[valve]]" in text
    assert "Cited as evidence by (1):\n- knowledge/pump" in memory_of(plain).links("sources/manual", "")
    write_files(plain, {"wiki/knowledge/valve.md": titled("The valve", "See [[nix]].\n")})
    assert "- nix (missing): See [[nix]]." in memory_of(plain).links("valve", "")


def test_why_walks_down_to_the_quoted_turn(told: Told) -> None:
    memory = memory_of(told.folder)
    claims = memory.why("main-pump", "", "")
    (one,) = re.findall(r"- (c-\w+): The pump runs at 45 bar\.\n  rests on: \[1\] verifiable (\S+)", claims)
    assert one[1] == f"{SESSION}#turn-2"
    trail = memory.why("main-pump", one[0], "")
    assert "quote “runs at 40 bar”: stands there" in trail
    assert "> turn 2 assistant 2026-01-01T10:00:05Z: The pump runs at 40 bar, as ever." in trail
    assert "  turn 1 user" in trail
    for other in (one[0][:6], "runs at 45", "RUNS  at 45"):
        assert memory.why("main-pump", other, "") == trail
    assert memory.why(f"main-pump#{one[0]}", "", "") == trail


def test_why_of_words_that_many_claims_hold_or_none(told: Told) -> None:
    with pytest.raises(UnknownNameError, match="No claim"):
        memory_of(told.folder).why("main-pump", "nothing of that", "")
    with pytest.raises(UnknownNameError, match=r"No single claim .* Did you mean c-"):
        memory_of(told.folder).why("main-pump", "s", "")


def test_history_and_its_rest(told: Told) -> None:
    text = memory_of(told.folder).history("main-pump", 0, "")
    assert text.startswith("## The pump\n")
    assert "now: The pump runs at 45 bar." in text
    assert "`new`" not in text
    assert "Call again with skip" not in text
    assert "A longer name" not in memory_of(told.folder).history("main-pump", 3, "")


def test_diff(told: Told) -> None:
    memory = memory_of(told.folder)
    whole = memory.diff(told.commits[0], "", "", "")
    assert whole.startswith("<!-- brainwiki:diff -->\n## brainwiki: ")
    assert "now: The pump runs at <ins>45</ins> bar." in whole
    last = memory.diff("", "", "main-pump", "")
    assert f"From `{told.commits[2][:10]}` to `{told.commits[3][:10]}`" in last
    assert "+- It is painted red, as the manual says. [cite:2]" in last
    with pytest.raises(NoBaseError, match="Name a commit"):
        memory.diff("", "", "", "")
    with pytest.raises(NoBaseError, match="has no two revisions"):
        memory.diff("", "", "valve", "")
    for name in ("nix", "--help", "-x", "a b"):
        with pytest.raises(NoCommitError):
            memory.diff(name, "", "", "")


def test_what_needs_git_says_so_without_it(plain: Path) -> None:
    with pytest.raises(BrainwikiError, match="no Git repository"):
        memory_of(plain).diff("HEAD", "", "", "")


def test_what_was_forgotten_is_not_told(plain: Path) -> None:
    log = [{"page": "knowledge/hose"}, {"turns": [f"{SESSION}#turn-2"]}]
    write_files(plain, {"wiki/forgotten.jsonl": "".join(json.dumps(one) + "\n" for one in log)})
    memory = memory_of(plain)
    with pytest.raises(UnknownNameError):
        memory.read("hose", "")
    with pytest.raises(UnknownNameError):
        memory.links("hose", "")
    with pytest.raises(UnknownNameError):
        memory.why("hose", "", "")
    talk = memory.read(f"{SESSION}/transcript", "")
    assert "How high is the pressure?" in talk
    assert "40 bar" not in talk
    trail = memory.why("pump", "Intro", "")
    assert "(forgotten)" in trail
    assert "40 bar" not in trail


def test_the_start_of_a_session(plain: Path) -> None:
    memory = memory_of(plain)
    assert "Standing rules" not in memory.start("")
    rule = "---\ntype: rule\ntitle: Units\n---\nWrite bar.\n"
    long = "---\ntype: rule\ntitle: Long\n---\n" + "Mind this well. " * 2_000
    write_files(plain, {"wiki/rules/units.md": rule, "wiki/rules/zz-long.md": long})
    text = memory.start("mend the pump")
    assert text.startswith(HOW)
    assert "### Units (rules/units)\nWrite bar." in text
    assert "Read these as well, they count as much: rules/zz-long" in text
    assert "[[pump|The pump]] — d" in text
    assert "## The task\nmend the pump" in text
    assert estimate(text) <= MOST


def test_the_index_has_its_bound(tmp_path: Path) -> None:
    for letters in ("word", "日本語の頁"):
        texts = {
            f"knowledge/p{n}.md": titled(f"{letters} {n}", "x\n").replace(": d", f": {letters * 20}")
            for n in range(900)
        }
        make_brain(tmp_path, texts)
        assert estimate(memory_of(tmp_path).index()) <= INDEX_ROOM
    assert estimate(HOW) + INDEX_ROOM + RULES_ROOM < MOST


def test_context_says_what_has_no_room(plain: Path) -> None:
    memory = memory_of(plain)
    assert "40 bar" in memory.context("pump pressure", 2_000)
    long = "---\ntype: rule\ntitle: Long\n---\n" + "Mind this well. " * 2_000
    write_files(plain, {"wiki/rules/long.md": long})
    text = memory.context("pump pressure", 2_000)
    assert text.startswith("note: Standing rules are missing: rules/long.md.")
    assert estimate(text) <= 2_200
