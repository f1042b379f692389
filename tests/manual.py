"""Writes the generated pages of this repository's wiki: a page for each rule, and the compact index. `make manual` runs it."""

from __future__ import annotations

from pathlib import Path

from brainwiki.bootstrap import open_workspace
from brainwiki.rules.compact_index import compact_index
from brainwiki.rules.explain import as_page
from brainwiki.rules.register import RULES
from brainwiki.usecases.load import load_wiki

ROOT = Path(__file__).resolve().parent.parent
PAGES = ROOT / "wiki" / "knowledge" / "rules"


def rule_pages() -> dict[str, str]:
    """The manual's page of each rule by file name."""
    return {f"{rule.code.lower()}-{rule.slug}.md": as_page(rule) for rule in RULES}


def index() -> str:
    """The compact index of the wiki as it stands."""
    workspace = open_workspace(str(ROOT))
    return compact_index(load_wiki(workspace), workspace.title)


def main() -> None:
    """Write what is generated; pages of rules that are gone are removed."""
    PAGES.mkdir(parents=True, exist_ok=True)
    wanted = rule_pages()
    for path in PAGES.glob("*.md"):
        if path.name not in wanted:
            path.unlink()
    for name, text in wanted.items():
        (PAGES / name).write_text(text, "utf-8", newline="\n")
    (ROOT / "wiki" / "index.md").write_text(index(), "utf-8", newline="\n")


if __name__ == "__main__":
    main()
