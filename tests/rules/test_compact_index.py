"""The compact index: grouped, in order, under its budget."""

from __future__ import annotations

import re

import pytest

from brainwiki.config.profile import load_profile
from brainwiki.model.wiki import Wiki
from brainwiki.retrieval.counting import estimate
from brainwiki.rules.compact_index import LEAD, compact_index, is_generated, shortened, size, usefulness
from tests.helpers import titled, wiki_of

BRAIN = load_profile("brain").dialect


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


def linked(**counts: int) -> dict[str, str]:
    """Pages of one folder, each linked from so many others."""
    found = {f"knowledge/a/{name}.md": titled(name.capitalize()) for name in counts}
    for name, count in counts.items():
        for number in range(count):
            found[f"knowledge/z/{name}-{number}.md"] = titled(f"From {name} {number}", f"See [[{name}]].\n")
    return found


def names(text: str, heading: str) -> list[str]:
    section = text.partition(f"## {heading}\n")[2].partition("## ")[0]
    return re.findall(r"\[\[([^\]|]+)", section)


def test_what_many_pages_link_to_comes_first() -> None:
    text = compact_index(wiki_of(linked(alpha=0, beta=2, gamma=9), BRAIN), "Mine")
    assert names(text, "A") == ["gamma", "beta", "alpha"]


def test_steps_are_coarse_so_that_few_edits_move_a_line() -> None:
    text = compact_index(wiki_of(linked(alpha=4, beta=7, gamma=5), BRAIN), "Mine")
    assert names(text, "A") == ["alpha", "beta", "gamma"]


def test_listings_give_no_weight() -> None:
    texts = {**linked(alpha=0, beta=1), "log.md": "# Log\n\n" + "- [[alpha]]\n", "index.md": "# I\n\n- [[alpha]]\n"}
    wiki = wiki_of(texts, BRAIN)
    assert usefulness(wiki, wiki.pages.values())["knowledge/a/alpha.md"] == 0


def dated(day: str) -> str:
    return f'sources:\n  - id: 1\n    resource: https://example.org\n    at: "{day}T10:00:00Z"\n'


def test_what_rests_on_the_newest_comes_first_and_what_is_out_of_use_last() -> None:
    texts = {
        "knowledge/a/alpha.md": titled("Alpha", more="status: deprecated\n" + dated("2026-05-02")),
        "knowledge/a/beta.md": titled("Beta", more=dated("2025-01-01")),
        "knowledge/a/gamma.md": titled("Gamma", more=dated("2026-01-10")),
        "knowledge/a/zeta.md": titled(
            "Zeta", more="sources:\n  - {id: 1, resource: sessions/2026-05-01-x-aaaaaaaaaa}\n"
        ),
        "knowledge/a/bad.md": titled("Bad", more=dated("2026-02-31")),
    }
    assert names(compact_index(wiki_of(texts, BRAIN), "Mine"), "A") == ["zeta", "gamma", "bad", "beta", "alpha"]


def test_a_day_that_is_none_stops_nothing() -> None:
    for day in ("9999-12-31", "0001-01-01", "2026-13-01", "soon"):
        assert "[[beta]]" in compact_index(
            wiki_of({"knowledge/beta.md": titled("Beta", more=dated(day))}, BRAIN), "Mine"
        )


def test_the_most_useful_of_a_group_stay() -> None:
    texts = linked(**{f"p{number}": 0 for number in range(200)}, zzz=5)
    assert names(compact_index(wiki_of(texts, BRAIN), "Mine", 4_000), "A")[0] == "zzz"


def test_wide_characters_count_four_times() -> None:
    assert (size("abcd"), size("日本"), size("é"), size("😀")) == (4, 8, 1, 4)
    many = {f"knowledge/items/p{number}.md": titled(f"日本語の題名{number}") for number in range(500)}
    text = compact_index(wiki_of(many, BRAIN), "Mine", 6_000)
    assert 5_500 < size(text) <= 6_000


def test_so_many_folders_are_taken_together() -> None:
    for depth, count in ((1, 400), (2, 400), (3, 400)):
        many = {
            "knowledge/" + "/".join([f"f{number}"] * depth) + f"/p{number}.md": titled(f"P{number}")
            for number in range(count)
        }
        text = compact_index(wiki_of(many, BRAIN), "Mine", 8_000)
        assert len(text) <= 8_000
        assert "[[p" in text


@pytest.mark.parametrize("room", [10_000, 1_500, 400, 150, 60, 1, 0, -5])
def test_a_shorter_form_keeps_to_the_room_and_counts_what_it_lost(room: int) -> None:
    many = {
        f"knowledge/{folder}/{folder}-{number}.md": titled(f"Title {number}")
        for folder in ("a", "b")
        for number in range(100)
    }
    text = compact_index(wiki_of(many, BRAIN), "Mine", 6_000)
    found = shortened(text, estimate, room)
    assert not found or estimate(found) <= room
    if room == 10_000:
        assert found == text
    elif found:
        assert is_generated(found)
        left_out = [int(number) for number in re.findall("- … and ([0-9]+) more$", found, re.MULTILINE)]
        also = [int(number) for number in re.findall(r"[AB] \(([0-9]+)\)", found)]
        assert sum(left_out) + sum(also) + found.count("[[") == 200
    assert bool(found) == (room >= 60)


@pytest.mark.parametrize("room", [110, 200, 260])
def test_groups_without_room_for_a_line_are_named_with_their_number(room: int) -> None:
    many = {
        f"knowledge/{folder}/{folder}-{number}.md": titled(f"Title {number}")
        for folder in "abcdefghijkl"
        for number in range(30)
    }
    found = shortened(compact_index(wiki_of(many, BRAIN), "Mine", 20_000), estimate, room)
    assert estimate(found) <= room
    shown = re.findall("^## (.)$", found, re.MULTILINE)
    also = re.findall(r"([A-L]) \(30\)", found.partition("\nAlso: ")[2])
    assert shown
    assert also
    assert sorted(shown + also) == list("ABCDEFGHIJKL")
    for section in found.split("## ")[1:]:
        assert "[[" in section


def test_shortened_again_the_number_of_what_is_left_out_grows() -> None:
    many = {f"knowledge/a/p{number}.md": titled(f"Title {number}") for number in range(500)}
    text = compact_index(wiki_of(many, BRAIN), "Mine", 6_000)
    found = shortened(text, estimate, 400)
    number = re.search(r"^- … and ([0-9]+) more in `a/`$", found, re.MULTILINE)
    assert number
    assert int(number[1]) + found.count("[[p") == 500


def test_an_index_is_known_by_its_lead() -> None:
    assert is_generated(f"# A\n\n{LEAD}\n")
    assert not is_generated(f"---\nx: y\n---\n# A\n\n{LEAD}\n")
    assert not is_generated("# A\n\nMine.\n")
