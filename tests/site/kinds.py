"""A brain with every kind of page and every kind of text that a page may hold, and with a past, for tests that must see all of it."""

from __future__ import annotations

import json
from pathlib import Path

from brainwiki.bootstrap import open_workspace
from brainwiki.site.build import build, output_folder
from brainwiki.usecases.check import check
from tests.helpers import NOW, make_brain, write_files
from tests.repositories import commit, git, new
from tests.site.sites import SESSION, SOURCE_PAGE, TALK_PAGE, sourced

CODE = "\n\n".join(
    f"```{language}\n{text}\n```"
    for language, text in (
        ("python", '@cached\ndef f(x: int) -> str:\n    """Words."""\n    return f"{x + 1.5!r}" or None  # a remark'),
        ("javascript", "const a = /x+/g; // remark\nclass B extends C { get d() { return `e${1e3}`; } }"),
        ("html", '<!doctype html>\n<a href="#x" class="y">Z &amp; z</a><!-- remark -->'),
        ("css", "@media print { a:hover > b { color: #fff !important; margin: 1em } }"),
        ("diff", "--- a\n+++ b\n@@ -1 +1 @@\n-old\n+new"),
        ("bash", "$ export A=1 && echo \"$A\" | grep -v 'x' # remark"),
        ("yaml", "key: [1, two, 'three']\nother: &a {b: true}"),
        ("sql", "SELECT count(*) AS n FROM t WHERE a = 'b' AND c IS NOT NULL; -- remark"),
        ("", "plain words"),
    )
)
EVERYTHING = f"""# Everything

A first paragraph with *emphasis*, **weight**, `code`, ~~gone~~, <kbd>Ctrl</kbd>, <mark>marked</mark>, <abbr title="abbreviation">abbr</abbr>,
H<sub>2</sub>O, [[other]], [[nowhere|private]], [elsewhere](https://far.example/page) and [up](#code). [cite:1] Second. [cite:2,9] Third.[^1]

- One [cite:1]
    - (until 2026-05-02) Before. [cite:2]
- [ ] open
- [x] done

1. first
2. second

> A quotation.

> [!NOTE]
> A note with [[other]].

> [!WARNING]
> A warning.

| Left | Centre | Right |
|:-----|:------:|------:|
| a    | b      | 1     |
| `c`  | [[other]] | 22 |

A formula $a^2 + b^2 = c^2$ in a line, and one of its own:

$$\\int_0^1 \\frac{{x}}{{1 + x^2}} \\, dx = \\tfrac12 \\ln 2$$

<details><summary>Folded</summary>

Hidden words.

</details>

![[pic.png]] ![[other]]

Term with a note.[^1]

[^1]: A footnote that is no evidence.

## Code

{CODE}

### Deeper

#### And deeper

The last words.
"""
JAPANESE = "測定点は9か所で、*強調*もある。[cite:1]「引用」と（括弧）。\n\n## 経過\n\n- 31次の山は消えた。\n"
LONG = "sessions/2026-05-03-claude-code-bcdefghijk"
TEXTS = {
    "index.md": "# Memory\n\n- [[everything]]\n- [[半無響室]]\n",
    "log.md": "# Log\n\n## 2026-05-03\n\n- [[everything]] added.\n",
    "knowledge/a/everything.md": sourced(
        EVERYTHING,
        {"id": "1", "resource": f"{SESSION}#turn-2", "quote": "Indeed"},
        {"id": "2", "resource": "sources/report#L1", "quote": "It runs at 40 bar."},
        {"id": "3", "resource": "https://far.example/work", "title": "A work elsewhere"},
        {"id": "4", "resource": "sources/report", "quote": "Never said."},
    ).replace(
        "description: d\n",
        "description: All that a page can hold.\naliases: [All]\ntags: [a, b]\nstatus: draft\nconfidence: 0.6\nstale_after: 2026-01-01\n"
        "superseded_by: '[[other]]'\nverified:\n  - by: human:a\n    at: 2026-05-01T00:00:00Z\nowner_team: '[[other]]'\n",
    ),
    "knowledge/a/other.md": "---\ntype: concept\ntitle: The other page\ndescription: d\n---\nSee [[everything]].\n",
    "knowledge/日本/半無響室.md": sourced(JAPANESE, {"id": "1", "resource": "sources/report"}).replace(
        "title: Page", "title: 半無響室"
    ),
    "knowledge/a/中文.md": "---\ntype: concept\ntitle: 传感器采购\ndescription: d\n---\n测定点共有九处，*强调*。见[[半無響室]]。\n",
    "notes/n/y.md": "---\ntype: note\ntitle: N\n---\nSee [[everything]].\n",
    "sources/report.md": SOURCE_PAGE,
    "rules/r.md": "---\ntype: rule\ntitle: R\n---\nAlways. See [[everything]].\n",
    "proposals/2026-05-04-dream-abcdefgh.md": "---\ntype: proposal\ntitle: A reviewed change\ndescription: What it did.\nstate: applied\n"
    "base: abcdef1234567890abcdef1234567890abcdef12\ngenerated:\n  by: dream/0.1\n  at: 2026-05-04T02:00:00Z\nverified:\n  - by: human:a\n"
    "    at: 2026-05-04T08:00:00Z\nwrites:\n  knowledge/a/everything.md: {from: a, to: b}\n  knowledge/a/gone.md: {from: a, to: null}\n"
    f"sessions: [{SESSION.removeprefix('sessions/')}]\nadopted: [o-1]\nrejected: [{{id: o-2, reason: said in jest}}]\ngate:\n"
    '  - "deterministic: passed"\n---\n[[everything]] was written.\n',
    "tasks/t.md": "---\ntype: task\ntitle: Task words\nstate: waiting\ndue: 2026-12-24\n---\nSee [[everything]].\n\n## Resume instructions\n\nGo.\n",
    f"{SESSION}/session.md": TALK_PAGE,
    f"{SESSION}/transcript.jsonl": "".join(
        json.dumps({"turn": n, "role": role, "at": f"2026-05-02T09:0{n}:00+02:00", "text": text}) + "\n"
        for n, role, text in (
            (1, "user", "How do I like diagrams?"),
            (2, "assistant", "Yes.\nIndeed."),
            (3, "tool", "exit 0 " * 30),
            (4, "user", "測定点は9か所です。"),
        )
    ),
    f"{LONG}/session.md": "---\ntype: session\ntitle: A long talk\nstarted: 2026-05-03T09:00:00Z\nturns: 130\n---\nOn much.\n",
    f"{LONG}/transcript.jsonl": "".join(
        json.dumps(
            {"turn": n, "role": ("user", "assistant")[n % 2], "at": "2026-05-03T09:00:00Z", "text": f"Turn {n}."}
        )
        + "\n"
        for n in range(1, 131)
    ),
    "img/pic.png": "png",
}
CONFIG = 'publish = ["sessions", "tasks", "proposals", "open-proposals"]\ntitle = "Kinds"\nrepository = "https://git.example.org/m"\n'
PAGES = (
    "",
    "knowledge/a/everything/",
    "knowledge/%E6%97%A5%E6%9C%AC/%E5%8D%8A%E7%84%A1%E9%9F%BF%E5%AE%A4/",
    "knowledge/a/%E4%B8%AD%E6%96%87/",
    f"{SESSION}/",
    "sources/report/",
    "tasks/t/",
    "pages/",
    "sources/",
    "sessions/",
    "tasks/",
    "rules/",
    "log/",
    "knowledge/",
    "knowledge/a/",
    "findings/",
    "404.html",
    "knowledge/a/everything/history/",
    f"{SESSION}/history/",
    "changes/",
    "changes/2026-03/",
    "graph/",
    "health/",
    "review/",
    "proposals/2026-05-04-dream-abcdefgh/",
    "pages/types/concept/",
    "tags/",
    "tags/a/",
    f"{LONG}/part-2/",
)
RAW = {
    "wiki/x.md": "---\ntype: entity\ntitle: X\nsources:\n  - id: 1\n    resource: raw/n.md#L2\n    quote: two <b>\n---\nSo. [cite:1]\n",
    "raw/n.md": "one\ntwo <b>\n",
}
RAW_PAGES = ("", "x/", "raw/n/")


def build_kinds(folder: Path) -> Path:
    """The site of that brain; some findings block, so that their page is there too."""
    workspace = make_brain(new(folder), TEXTS, config=CONFIG)
    remember(folder)
    build(workspace, check(workspace), output_folder(workspace, str(folder / "out")))
    return folder / "out"


def remember(folder: Path) -> None:
    """Give that brain a past: people and agents, pages that were renamed and removed, what is not committed, an open proposal."""
    path, now = "wiki/knowledge/a/everything.md", TEXTS["knowledge/a/everything.md"]
    was = now.replace("weight", "burden").replace("- [x] done\n", "").replace("| a    |", "| aa |")
    dates = dict.fromkeys(("GIT_AUTHOR_DATE", "GIT_COMMITTER_DATE"), "2026-03-05T02:00:00+01:00")
    commit(
        folder, {path: was, "wiki/knowledge/a/old name.md": "Old.\n"}, "Begin\n\nBrainwiki-Actor: dream/0.1", "大西 蓮"
    )
    commit(folder, {path: was.replace("A first", "The first")}, "Proposal: x\n\nProposal: 2026-05-04-dream-abcdefgh")
    git(folder, "mv", "wiki/knowledge/a/other.md", "wiki/knowledge/a/former.md")
    git(folder, "commit", "-qm", "Move", **dates)
    git(folder, "mv", "wiki/knowledge/a/former.md", "wiki/knowledge/a/other.md")
    commit(
        folder,
        {path: now.replace("The last words.", "Last words.")},
        "And back",
        gone=("wiki/knowledge/a/old name.md",),
    )
    git(folder, "branch", "brainwiki/proposal/2026-06-01-dream-bcdefghi")
    git(folder, "checkout", "-q", "brainwiki/proposal/2026-06-01-dream-bcdefghi")
    receipt = "---\ntype: proposal\ntitle: An open proposal\ndescription: What it would do.\n---\n[[other]].\n"
    texts = {"wiki/proposals/2026-06-01-dream-bcdefghi.md": receipt, "wiki/knowledge/a/new.md": "New.\n", path: was}
    commit(folder, texts, "Propose", "dream")
    git(folder, "checkout", "-q", "main")
    write_files(folder, {path: now})


def build_raw(folder: Path) -> Path:
    """The site of a wiki without an index whose evidence is files beside it."""
    write_files(folder, RAW)
    workspace = open_workspace(str(folder), now=NOW, profile="llm-wiki")
    build(workspace, check(workspace), output_folder(workspace, str(folder / "out")))
    return folder / "out"
