"""Every configuration key with its form, default and meaning: the parser and the manual are made from this table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

Form = Literal["integer", "text", "texts", "switch", "severities", "by path"]


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
    Option("branch", "text", "main", "The reviewed branch that edit links lead to.", 'branch = "main"'),
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
)

BY_KEY = {option.key: option for option in OPTIONS}
PUBLISHABLE = ("sessions", "tasks", "proposals", "open-proposals")
SEVERITIES = ("BLOCK", "WARN", "off")
