"""`graph`, `links` and `why` as commands: text, JSON, the other formats, exit codes, one line for what could not be done."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import networkx as nx
import pytest
from click.testing import CliRunner, Result

from brainwiki.cli.main import main
from brainwiki.rules.reports.report import width
from brainwiki.usecases.workspace import Workspace
from tests.helpers import REPOSITORY, titled

Build = Callable[..., Workspace]
Run = Callable[..., Result]

EXAMPLE = str(REPOSITORY / "tests/data/example")
SESSION = "sessions/2026-01-01-x-aaaaaaaaaa"
SOURCES = f"""sources:
  - id: 1
    resource: sources/report
    quote: runs at 40 bar
  - id: 2
    resource: https://example.org/x
    quote: seen elsewhere
  - id: 3
    resource: sources/nix
  - id: 4
    resource: {SESSION}#turn-2
    quote: forty
  - id: 5
    resource: git:abcdef1
  - id: 6
    resource: sources/report
    quote: at 400 bar
  - id: 7
    resource: sources/digest#L3
    quote: It hums
  - id: 8
    resource: sources/report
"""
BODY = """- All of it. [cite:1,2,3,4,5,6,7,8,9] ^c-all
    - (until 2026-05-02) It ran at 30 bar. [cite:8]

See [[beta|the *other* one]], [[nobody]], [[twin]], ![[beta]], [[#here]], [[../../x]] and [web](https://example.org).
"""
TEXTS = {
    "index.md": "# Home\n\n- [[alpha]]\n",
    "knowledge/alpha.md": titled("Alpha", BODY, SOURCES),
    "knowledge/beta.md": titled("Beta", "One. Back to [[alpha]] now. Three.\n"),
    "knowledge/x/twin.md": titled("Twin one"),
    "knowledge/y/twin.md": titled("Twin two"),
    f"{SESSION}/session.md": "---\ntype: session\ntitle: A talk\n---\nText.\n",
    f"{SESSION}/transcript.jsonl": "".join(
        json.dumps({"turn": number, "role": role, "at": f"2026-01-01T10:00:0{number}Z", "text": text}) + "\n"
        for number, role, text in [
            (1, "user", "How high?"),
            (2, "assistant", "It is forty\x1b[31m \ud800."),
            (3, "user", "Thanks."),
        ]
    ),
    "sources/digest.md": "---\ntype: source\ntitle: Digest\nresource: https://example.org/digest\n"
    "sources:\n  - id: a\n    resource: sources/report\n---\nIt hums. [cite:a]\n\nNothing else.\n",
    "sources/report.md": "---\ntype: source\ntitle: Report\n---\nThe pump runs at 40 bar.\n",
}


@pytest.fixture
def run(brain: Build) -> Run:
    """Runs a command over the small brain, or over the workspace that `root` names."""

    def call(*arguments: str, root: str = "", code: int = 0) -> Result:
        result = CliRunner().invoke(main, [*arguments, "--root", root or brain(TEXTS).root])
        assert result.exit_code == code, result.output
        return result

    return call


def as_json(result: Result) -> Any:
    return json.loads(result.stdout)


def test_graph_as_text(run: Run) -> None:
    lines = run("graph").stdout.splitlines()
    assert lines[0] == "13 nodes, 12 edges (5 context, 7 evidence)"
    assert lines[1] == "nodes: 1 commit, 4 missing, 4 page, 1 session, 2 source, 1 url"
    assert lines[2] == "connected parts: 3, the largest of 11 nodes"
    assert lines[4] == "Most central, by PageRank"
    assert "Orphans, which nothing links to or cites (2)" in lines
    missing = lines.index("Missing targets (4)")
    assert lines[missing + 1 :] == ["  1 ×  ../../x", "  1 ×  nobody", "  1 ×  sources/nix", "  1 ×  twin"]


def test_graph_as_json_is_the_contract(run: Run) -> None:
    value = as_json(run("graph", "--json"))
    assert set(value) == {"version", "nodes", "edges"}
    assert {(edge["source"], edge["target"], edge["kind"]): edge["count"] for edge in value["edges"]}[
        "knowledge/alpha", "sources/report", "evidence"
    ] == 3
    assert as_json(run("graph", "--format", "json")) == value
    assert all(set(edge) >= {"source", "target", "kind", "count"} for edge in value["edges"])
    assert all(set(node) >= {"id", "kind", "title", "type", "rank"} for node in value["nodes"])


@pytest.mark.parametrize(("kind", "kinds"), [("context", {"context"}), ("evidence", {"evidence"})])
def test_graph_of_one_kind(run: Run, kind: str, kinds: set[str]) -> None:
    assert {edge["kind"] for edge in as_json(run("graph", "--kind", kind, "--json"))["edges"]} == kinds


def test_graph_around_a_page(run: Run) -> None:
    value = as_json(run("graph", "--around", "Beta", "--kind", "context", "--json"))
    assert (value["around"], value["hops"]) == ("knowledge/beta", 1)
    assert [node["id"] for node in value["nodes"]] == ["knowledge/alpha", "knowledge/beta"]
    assert len(as_json(run("graph", "--around", "Beta", "--hops", "2", "--json"))["nodes"]) == 11
    text = run("graph", "--around", "Beta", "--hops", "2").stdout.splitlines()
    assert text[0] == "Beta  knowledge/beta"
    assert text[1].startswith("within 2 hops: 11 nodes")
    assert text[3:5] == ["1 hop", "  page     knowledge/alpha  ← context ×2, → context"]
    assert text[6] == "2 hops"
    assert "  source   sources/report" in text


def test_graphml_and_dot(run: Run) -> None:
    back = nx.parse_graphml(run("graph", "--format", "graphml", "--kind", "evidence").stdout)
    assert set(back.successors("sources/digest")) == {"sources/report"}
    assert back.nodes["sources/digest"]["kind"] == "source"
    text = run("graph", "--format", "dot").stdout
    assert text.startswith("digraph brain {\n")
    assert '  "knowledge/alpha" -> "knowledge/beta" [kind="context", weight=2];' in text.splitlines()


def test_json_wins_over_another_format(run: Run) -> None:
    assert as_json(run("graph", "--format", "dot", "--json"))["version"] == 1


def test_hops_need_a_page(run: Run) -> None:
    result = run("graph", "--hops", "2", code=2)
    assert "--hops says how far to go from a page" in result.stderr


def test_links_as_text(run: Run) -> None:
    lines = run("links", "alpha").stdout.splitlines()
    assert lines == [
        "Alpha  knowledge/alpha",
        "",
        "Out (6)",
        "    31  knowledge/beta  “the *other* one”",
        "    31  missing  nobody  (nothing answers to it)",
        "    31  ambiguous  twin  (several pages answer to it: knowledge/x/twin, knowledge/y/twin)",
        "    31  knowledge/beta  (embed)",
        "    31  knowledge/alpha#here  (itself)",
        "    31  escape  ../../x  (it leaves the brain)",
        "  and 1 to the web",
        "",
        "In (2)",
        "  index:3",
        "      [[alpha]]",
        "  knowledge/beta:6",
        "      Back to [[alpha]] now.",
    ]
    assert run("links", "report").stdout.splitlines()[-3:] == [
        "Cited as evidence by (2)",
        "  knowledge/alpha",
        "  sources/digest",
    ]


def test_links_as_json(run: Run) -> None:
    value = as_json(run("links", "alpha", "--json"))
    assert set(value) == {"version", "page", "out", "in", "cited_by"}
    assert [link["state"] for link in value["out"]] == ["page", "missing", "ambiguous", "page", "self", "escape", "web"]
    assert [(link["from"]["id"], link["text"]) for link in value["in"]] == [
        ("index", "[[alpha]]"),
        ("knowledge/beta", "Back to [[alpha]] now."),
    ]


def test_why_of_a_page(run: Run) -> None:
    lines = run("why", "alpha").stdout.splitlines()
    assert lines[:6] == [
        "Alpha  knowledge/alpha",
        "2 claims; sources: 4 verifiable, 2 unverifiable, 3 broken",
        "",
        "c-all  line 28",
        "  All of it.",
        "    [1] verifiable  sources/report",
    ]
    assert lines[6:14] == [
        "    [2] unverifiable  https://example.org/x",
        "    [3] broken  sources/nix  (nothing is there)",
        f"    [4] verifiable  {SESSION}#turn-2",
        "    [5] unverifiable  git:abcdef1",
        "    [6] broken  sources/report  (the quote does not stand there)",
        "    [7] verifiable  sources/digest#L3",
        "    [8] verifiable  sources/report",
        "    [9] broken  (cited, but defined nowhere)",
    ]
    assert lines[-2:] == ["      (until 2026-05-02) It ran at 30 bar.", "        [8] verifiable  sources/report"]


def block(lines: list[str], mark: str) -> list[str]:
    """The lines from the one that starts with `mark` to the next empty one."""
    start = next(at for at, line in enumerate(lines) if line.startswith(mark))
    end = next((at for at in range(start, len(lines)) if not lines[at]), len(lines))
    return lines[start:end]


def test_why_of_a_claim_down_to_the_words(run: Run) -> None:
    lines = run("why", "alpha#c-all").stdout.splitlines()
    assert lines[2:4] == ["c-all  line 28", "  All of it."]
    assert block(lines, "[1]") == [
        "[1] verifiable  sources/report",
        "    Report",
        "    “runs at 40 bar”",
        "    ✓ stands there",
        "    sources/report.md:5",
        "    5 │ The pump runs at 40 bar.",
    ]
    assert block(lines, "[2]")[1:] == [
        "    “seen elsewhere”",
        "    ? cannot be looked up here: a web address is not read while offline",
    ]
    assert block(lines, "[5]")[1:] == ["    the repository's history is not at hand"]
    assert "    ✗ does not stand there" in block(lines, "[6]")
    assert block(lines, "[8]")[1:] == ["    Report", "    cited as a whole, without a quote"]
    assert block(lines, "[9]") == ["[9] broken  (cited, but defined nowhere)"]


def test_why_shows_the_quoted_turn_between_its_neighbours(run: Run) -> None:
    lines = run("why", "alpha#c-all").stdout.splitlines()
    assert block(lines, "[4]") == [
        f"[4] verifiable  {SESSION}#turn-2",
        "    A talk",
        "    “forty”",
        "    ✓ stands there",
        "      turn 1  user  2026-01-01T10:00:01Z",
        "        How high?",
        "    ▸ turn 2  assistant  2026-01-01T10:00:02Z",
        "        It is forty␛U+001B[31m ␛U+D800.",
        "      turn 3  user  2026-01-01T10:00:03Z",
        "        Thanks.",
    ]


def test_why_follows_a_source_that_cites_on(run: Run) -> None:
    lines = run("why", "alpha#c-all").stdout.splitlines()
    assert block(lines, "[7]")[:4] == [
        "[7] verifiable  sources/digest#L3",
        "    Digest",
        "    “It hums”",
        "    ✓ stands there, but moved: it was cited at L3",
    ]
    assert block(lines, "[7]")[4:7] == [
        "    sources/digest.md:9",
        "    9 │ It hums. [cite:a]",
        "    taken from https://example.org/digest",
    ]
    assert block(lines, "[7]")[7] == "    which rests on"
    assert block(lines, "[7]")[8].endswith(": It hums.")
    assert block(lines, "[7]")[9] == "      [a] verifiable  sources/report"


def test_why_shows_history_and_what_replaced_it(run: Run) -> None:
    lines = run("why", "alpha#c-all").stdout.splitlines()
    history = lines[lines.index("History") :]
    assert history[2] == "    (until 2026-05-02) It ran at 30 bar."
    old = history[1].split()[0]
    assert "  replaced by c-all: All of it." in run("why", f"alpha#{old}").stdout.splitlines()


def test_why_as_json(run: Run) -> None:
    page = as_json(run("why", "alpha", "--json"))
    assert page["claims"][0]["id"] == "c-all"
    claim = as_json(run("why", "alpha#c-all", "--json"))
    supports = [source["support"] for source in claim["sources"]]
    assert supports == [
        "verifiable",
        "unverifiable",
        "broken",
        "verifiable",
        "unverifiable",
        "broken",
        "verifiable",
        "verifiable",
        "broken",
    ]
    assert claim["sources"][3]["turns"][1]["text"] == "It is forty\x1b[31m \ud800."
    assert claim["history"][0]["until"] == "2026-05-02"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("links", "alhpa"), "brainwiki: No page 'alhpa'. Did you mean alpha?"),
        (("why", "alhpa#c-all"), "brainwiki: No page 'alhpa'. Did you mean alpha?"),
        (("why", "alpha#c-alk"), "brainwiki: No claim 'knowledge/alpha#c-alk'. Did you mean c-all?"),
        (("links", "twin"), "brainwiki: 'twin' names 2 pages. Give one of: knowledge/x/twin, knowledge/y/twin."),
        (("why", "alpha#c"), "brainwiki: 'c' names 2 claims. Give one of: c-all, "),
        (("graph", "--around", "alhpa"), "brainwiki: No page 'alhpa'. Did you mean alpha?"),
    ],
)
def test_what_could_not_be_done_is_one_line_and_exit_2(run: Run, arguments: tuple[str, ...], message: str) -> None:
    result = run(*arguments, code=2)
    assert result.stderr.startswith(message)
    assert (result.stdout, result.stderr.count("\n")) == ("", 1)


def test_a_foreign_wiki_with_a_named_profile(run: Run, brain: Build) -> None:
    texts = {
        "a.md": titled(
            "A",
            "Said so.[^1]\n\nBy [a book][1].[^2]\n\n[^1]: Ann told it to the whole team in the kitchen, before the meeting of May had begun at all.\n[^2]: [Page](b.md), page 3\n\n[1]: b.md\n",
        ),
        "b.md": titled("B"),
    }
    root = brain(texts, "brain").root
    assert as_json(run("why", "a", "--json", root=root))["claims"] == []
    lines = run("why", "a", "--profile", "llm-wiki", root=root).stdout.splitlines()
    assert lines[1] == "2 claims; sources: 1 verifiable, 1 asserted"
    assert lines[5] == "    [1] asserted  Ann told it to the whole team in the kitchen, before the meeting of May"
    claims = as_json(run("why", "a", "--profile", "llm-wiki", "--json", root=root))["claims"]
    trail = run("why", f"a#{claims[0]['id']}", "--profile", "llm-wiki", root=root).stdout.splitlines()
    assert trail[-3:] == [
        "[1] asserted  Ann told it to the whole team in the kitchen, before the meeting of May",
        "    Ann told it to the whole team in the kitchen, before the meeting of May had begun at all.",
        "    only the words of the citation vouch for it",
    ]
    second = run("why", f"a#{claims[1]['id']}", "--profile", "llm-wiki", root=root).stdout.splitlines()
    assert second[-3:] == ["[2] verifiable  b", "    Page, page 3", "    cited as a whole, without a quote"]


def test_the_guessed_profile_is_named_on_stderr(run: Run, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("vault")
    (folder / "a.md").write_text("See [[b]].\n", encoding="utf-8")
    result = run("links", "a", root=str(folder))
    assert "with the profile obsidian (guessed; --profile sets it)" in result.stderr
    assert "     1  missing  b  (nothing answers to it)" in result.stdout.splitlines()
    assert run("links", "a", "-q", root=str(folder)).stderr == ""


@pytest.mark.parametrize("name", ["kobe-chamber", "霁川传感器采购", "hush-line"])
def test_japanese_and_chinese_fit_the_terminal(run: Run, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    claims = as_json(run("why", name, "--json", root=EXAMPLE))["claims"]
    for claim in claims:
        lines = run("why", f"{name}#{claim['id']}", root=EXAMPLE).stdout.splitlines()
        names = ("[", "turn", "▸", "sources/")
        prose = [line for line in lines[2:] if not line.strip().startswith(names)]
        assert all(width(line) <= 60 for line in prose)
        assert "✓ stands there" in "".join(lines)


def test_networkx_stays_out_of_links_and_why() -> None:
    """It takes 0.2 s to import, which is more than the two commands take."""
    script = (
        "import sys; from click.testing import CliRunner; from brainwiki.cli.main import main; "
        f"result = CliRunner().invoke(main, ['why', 'answer-format', '--root', {EXAMPLE!r}]); "
        "print(result.exit_code, 'networkx' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "0 False\n"


def test_colour_is_for_terminals(brain: Build) -> None:
    root = brain(TEXTS).root
    assert "\x1b" not in CliRunner().invoke(main, ["why", "alpha#c-all", "--root", root]).output
    coloured = CliRunner().invoke(main, ["why", "alpha#c-all", "--root", root], color=True).output
    assert "\x1b[32mverifiable\x1b[0m" in coloured
    assert "\x1b[31m\x1b[1mbroken\x1b[0m" in coloured
