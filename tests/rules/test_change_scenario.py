"""A branch that does several things at once gets exactly the findings that it deserves, and its honest twin gets none."""

from __future__ import annotations

from brainwiki.model.change import Commit
from brainwiki.model.content import blob_id
from brainwiki.model.finding import Severity
from tests.helpers import change_of, titled
from tests.rules.changes import findings

SESSION = "sessions/2026-05-02-chat-aaaaaaaaaa"
TALK = f"{SESSION}/transcript.jsonl"
SOURCES = f"sources:\n  - id: 1\n    resource: {SESSION}#turn-2\n    quote: at 40 bar\n"


def turns(*texts: str) -> str:
    return "".join(
        f'{{"turn": {number}, "role": "user", "at": "", "text": "{text}"}}\n' for number, text in enumerate(texts, 1)
    )


BASE = {
    "index.md": "# Brain\n\n- [[pump]]\n- [[valve]]\n- [[house]]\n",
    "knowledge/pump.md": titled(
        "Pump", "The pump runs at 40 bar. [cite:1]\n\nIt hums all night in the cellar. [cite:1]\n", SOURCES
    ),
    "knowledge/valve.md": titled("The valve", "It is blue. [cite:1]\n", SOURCES),
    "knowledge/house.md": titled("House", "It holds the [[valve]] and the [[pump]].\n"),
    f"{SESSION}/session.md": "---\ntype: session\ntitle: Talk\nstarted: 2026-05-02T09:00:00Z\nturns: 2\n---\nThey spoke of the [[pump]].\n",
    TALK: turns("How high is it?", "It runs at 40 bar."),
}
SLOPPY = {
    **{path: text for path, text in BASE.items() if path != "knowledge/valve.md"},
    "knowledge/tap.md": BASE["knowledge/valve.md"],
    "knowledge/pump.md": titled(
        "Pump",
        "The pump runs at 400 bar. [cite:1]\n",
        SOURCES,
    ),
    TALK: turns("How high is it?", "It runs at 400 bar."),
}


def test_a_sloppy_branch_gets_what_it_deserves() -> None:
    agent = Commit(
        "ab" * 20, "dream/1", True, frozenset({"knowledge/pump.md", "knowledge/tap.md", "knowledge/valve.md", TALK})
    )
    change = change_of(BASE, SLOPPY, commits=(agent,), adopted=True)
    assert change.renamed == {"knowledge/tap.md": "knowledge/valve.md"}
    body = SLOPPY["knowledge/pump.md"].split("The pump")[0].count("\n") + 1
    assert [(one.path, one.line, one.code, one.severity) for one in findings(change)] == [
        ("knowledge/pump.md", 1, "BW601", Severity.BLOCK),
        ("knowledge/pump.md", body, "BW602", Severity.WARN),
        ("knowledge/pump.md", body, "BW605", Severity.WARN),
        ("knowledge/tap.md", 1, "BW601", Severity.BLOCK),
        ("knowledge/tap.md", 1, "BW606", Severity.BLOCK),
        (TALK, 1, "BW607", Severity.BLOCK),
    ]


def test_the_honest_twin_passes() -> None:
    """The same work done as it should be: an alias, history, new evidence, a receipt, and a session that only grew."""
    more = f"{SOURCES}  - id: 2\n    resource: {SESSION}#turn-3\n    quote: at 400 bar\n"
    pump = titled(
        "Pump",
        "- The pump runs at 400 bar. [cite:2]\n    - (until 2026-05-03) The pump ran at 40 bar. [cite:1]\n"
        "- It is silent at night. [cite:2]\n    - (until 2026-05-03) It hummed all night in the cellar. [cite:1]\n",
        more,
    )
    tap = BASE["knowledge/valve.md"].replace("title: The valve\n", "title: The valve\naliases: [valve]\n")
    blobs = {path: blob_id(text.encode()) for path, text in (("knowledge/pump.md", pump), ("knowledge/tap.md", tap))}
    writes = "".join(f"  {path}: {{from: 1111111, to: {blob}}}\n" for path, blob in blobs.items())
    head = {
        **{path: text for path, text in BASE.items() if path != "knowledge/valve.md"},
        "knowledge/pump.md": pump,
        "knowledge/tap.md": tap,
        TALK: BASE[TALK] + '{"turn": 3, "role": "user", "at": "", "text": "Now it runs at 400 bar."}\n',
        "proposals/p.md": f"---\ntype: proposal\ntitle: P\nwrites:\n{writes}---\nText.\n",
    }
    agent = Commit("cd" * 20, "dream/1", True, frozenset(head))
    renamed = {"renamed": {"knowledge/tap.md": "knowledge/valve.md"}, "deleted": frozenset()}
    change = change_of(BASE, head, commits=(agent,), adopted=True, added=frozenset({"proposals/p.md"}), **renamed)
    assert findings(change) == ()
