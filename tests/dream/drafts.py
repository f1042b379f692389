"""What tests of drafts share: a small brain with one session, observations of it, a draft and what came of it."""

from __future__ import annotations

import json
from datetime import UTC, datetime

from brainwiki.config.profile import load_profile
from brainwiki.dream.drafting import Drafted, draft
from brainwiki.markup import parser
from brainwiki.model.observation import Observation, observation
from brainwiki.model.page import Page
from brainwiki.model.update import Consolidation, Update
from brainwiki.model.wiki import Wiki
from tests.helpers import Texts, encoded, state_of

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
BY = "dream-test/1"
DIALECT = load_profile("brain").dialect
SESSION = "2026-05-02-test-aaaaaaaaaa"
PAGE = "knowledge/tea"
SAID = (
    ("user", "I prefer green tea now. The budget is 40 euros.\nNo sugar, ever."),
    ("assistant", "Noted: green tea, 40 euros."),
    ("user", "これからは緑茶にします。予算は40ユーロです。"),
    ("tool", "price list: green tea 9.50"),
)
SESSION_HEAD = "---\ntype: session\ntitle: Tea\nstarted: 2026-05-02T10:01:00+02:00\nagent: test\nturns: 4\n---\n"
SOURCES = (
    "sources:\n"
    "  - id: 1\n    resource: https://example.org/old\n    quote: black tea\n"
    "  - id: 4 # four\n    resource: https://example.org/more\n"
)
HEAD = f"---\ntype: preference\ntitle: Tea\ndescription: About tea.\n{SOURCES}---\n"


def transcript(said: tuple[tuple[str, str], ...] = SAID) -> str:
    """A transcript of one day."""
    lines = [
        {"turn": number, "role": role, "at": f"2026-05-02T10:{number:02}:00+02:00", "text": text}
        for number, (role, text) in enumerate(said, 1)
    ]
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def brain(body: str = "- Likes black tea. [cite:1]\n", head: str = HEAD, **more: str) -> dict[str, str | bytes]:
    """The files of a brain: a page on tea, another page, one session."""
    return {
        f"{PAGE}.md": head + body,
        "knowledge/drinks.md": "---\ntype: concept\ntitle: Drinks\ndescription: All.\n---\nSee [[tea]].\n",
        f"sessions/{SESSION}/session.md": SESSION_HEAD + "\n4 turns, not summarised yet.\n",
        f"sessions/{SESSION}/transcript.jsonl": transcript(),
        **more,
    }


def seen(
    quote: str = "I prefer green tea now.", turn: int = 1, page: str = PAGE, at: str = "2026-05-02"
) -> Observation:
    """An observation of the session."""
    return observation(SESSION, turn, quote, page, "Prefers green tea.", "preference", at)


TEA = seen()
BUDGET = seen("The budget is 40 euros.")
CJK = seen("これからは緑茶にします。", 3)


def drafted(texts: Texts, *updates: Update, observations: tuple[Observation, ...] = (TEA, BUDGET, CJK)) -> Drafted:
    """The draft of updates on these files."""
    wiki = state_of(texts, DIALECT)
    return draft(wiki, Consolidation(observations, updates), NOW, BY, lambda path: encoded(texts[path]))


def body_of(found: Drafted, path: str = f"{PAGE}.md") -> str:
    """The body of a drafted page; the draft must have no mistakes."""
    assert found.mistakes == ()
    page = page_of(found, path)
    return page.text[page.body :]


def page_of(found: Drafted, path: str = f"{PAGE}.md") -> Page:
    """A drafted page."""
    assert found.mistakes == ()
    raw = found.files[path]
    assert raw is not None
    return parser.parse(path, raw, DIALECT)


def claim_id(texts: Texts, text: str, path: str = f"{PAGE}.md") -> str:
    """The id of the claim that holds these words."""
    page = state_of(texts, DIALECT).pages[path]
    return next(one.id for one in page.claims if text in one.text)


def wiki_after(texts: Texts, found: Drafted) -> Wiki:
    """The state that a draft leads to."""
    return state_of({**texts, **{path: raw for path, raw in found.files.items() if raw is not None}}, DIALECT)
