"""The compact index: grouped, in order, under its budget."""

from __future__ import annotations

from brainwiki.config.profile import load_profile
from brainwiki.model.wiki import Wiki
from brainwiki.rules.compact_index import compact_index
from tests.helpers import titled, wiki_of


def small(more: dict[str, str] | None = None) -> Wiki:
    return wiki_of(
        {
            "knowledge/systems/zeta.md": titled("Zeta"),
            "knowledge/systems/alpha.md": titled("Alpha system"),
            "knowledge/people/ann.md": titled("Ann"),
            "notes/tips/tea.md": titled("Tea"),
            "sources/report.md": "---\ntype: source\ntitle: Report\n---\nText.\n",
            **(more or {}),
        },
        load_profile("brain").dialect,
    )


def test_groups_and_order() -> None:
    lines = compact_index(small(), "Mine").splitlines()
    assert lines[0] == "# Mine"
    assert [line for line in lines if line.startswith("## ")] == ["## People", "## Systems", "## Notes / tips"]
    systems = lines.index("## Systems")
    assert lines[systems + 2 : systems + 4] == ["- [[alpha|Alpha system]] — d", "- [[zeta]] — d"]


def test_sources_are_not_listed() -> None:
    assert "report" not in compact_index(small(), "Mine").lower()


def test_an_ambiguous_name_is_written_as_a_path() -> None:
    text = compact_index(small({"knowledge/people/zeta.md": titled("Other zeta")}), "Mine")
    assert "[[knowledge/systems/zeta|Zeta]]" in text
    assert "[[knowledge/people/zeta|Other zeta]]" in text


def test_every_link_of_the_index_resolves() -> None:
    wiki = small({"knowledge/people/bar.md": titled('"A | B"')})
    text = compact_index(wiki, "Mine")
    with_index = wiki_of({**{page.path: page.text for page in wiki}, "index.md": text}, wiki.dialect)
    targets = [with_index.resolve(with_index.pages["index.md"], link) for link in with_index.pages["index.md"].links]
    assert len(targets) == 5
    assert all(target.path for target in targets)


def test_the_budget_is_kept_and_what_is_left_out_is_counted() -> None:
    many = {f"knowledge/items/item-{number}.md": titled(f"Item number {number}") for number in range(500)}
    text = compact_index(small(many), "Mine", budget=6_000)
    assert len(text) <= 6_000
    shown = text.count("- [[item-")
    assert f"- … and {500 - shown} more in `items/`" in text
    assert "[[ann]]" in text
