"""BW508: personal data on pages that say of themselves that they are public."""

from __future__ import annotations

import zlib
from collections.abc import Iterator

from brainwiki.model.finding import Severity
from brainwiki.model.page import Page
from brainwiki.rules.rule import Example, Hit, Rule, View

PUBLIC = "public"


def is_public(page: Page) -> bool:
    """Whether a page's `scope` is `public`, alone or in a list."""
    return "scope" in page.meta and any(word.strip().lower() == PUBLIC for word in page.list_of("scope"))


def _personal_data(page: Page, view: View) -> Iterator[Hit]:
    """Personal data of a public page. The hit has no width, so that no report prints the line that it stands on."""
    if not is_public(page):
        return
    from brainwiki.rules.families import personal  # a table of patterns that few wikis need

    for one in personal.find(page.text):
        value = page.text[one.start : one.end]
        digest = zlib.crc32(value.encode("utf-8", "replace")) & 0xFFFF
        yield Hit(
            one.start,
            one.start,
            f"The page is public and holds {one.kind}: `{value[:2]}…`.",
            f"{one.kind} {digest:04x}",
        )


def _public(body: str, note: str = "", scope: str = "public") -> Example:
    return Example(f"---\ntype: person\ntitle: Example\ndescription: d\nscope: {scope}\n---\n{body}", note, wrap=False)


RULES: tuple[Rule, ...] = (
    Rule(
        code="BW508",
        slug="personal-data",
        severity=Severity.WARN,
        summary="An e-mail address, telephone number, card, account or identity number on a page whose `scope` is `public`.",
        why="What is public is copied: it cannot be taken back from those who read it.",
        remedy="Take it out, or give the page a narrower `scope`; a mailbox of a role such as `info@` may stay.",
        bad=(
            _public("Write to jo.meyer@post.brainwiki.\n"),
            _public("電話：０９０－０２６４－５１９７\n", "full width"),
            _public("Her card is 4929 7151 8036 2744.\n", "the check digit is right"),
        ),
        good=(
            _public("Write to info@post.brainwiki or to jo@example.com.\n", "a role, and an example's address"),
            _public("Write to jo.meyer@post.brainwiki.\n", "not public", "account"),
            _public(
                "Build 4929715180362744 of 2026-05-02, +10 000 000 calls, ISBN 978-3-16-148410-0.\n", "other numbers"
            ),
        ),
        check=_personal_data,
    ),
)
