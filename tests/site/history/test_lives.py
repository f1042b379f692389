"""The life of claims through the versions of a page: since when, what changed, what is gone."""

from __future__ import annotations

import pytest

from brainwiki.site.history import lives as told_lives
from brainwiki.site.history.chronicle import Step, chronicle
from brainwiki.site.history.lives import Life, Lost, lives, lost, plain
from brainwiki.site.history.told import Told, teller
from brainwiki.site.state import Site
from tests.site.history.versions import PATH, site_with_versions
from tests.site.sites import sourced

SOURCES = ({"id": "1", "resource": "https://a.example"}, {"id": "2", "resource": "https://b.example"})


def text(*lines: str) -> str:
    return sourced("\n\n".join(lines) + "\n", *SOURCES)


def of(site: Site, most: int = 200) -> tuple[list[Life], list[Lost]]:
    page, steps = site.wiki.pages[PATH], chronicle(site).of(PATH)[:most]
    known = teller(site, page, steps[0].touch.after)

    def tell(step: Step) -> Told:
        return known.told(step.touch.before, step.touch.after)

    return lives(page.claims, steps, tell), lost(page.claims, steps, tell)


BEGIN = text("It runs at 60 bar. [cite:1]", "The hall is cold. [cite:1]")
NUMBER = text("It runs at 70 bar. [cite:1]", "The hall is cold. [cite:1]")
MORE = text("Whales dive very deep. [cite:2]", "It runs at 70 bar. [cite:1]", "The hall is cold. [cite:1]")
EVIDENCE = text("Whales dive very deep. [cite:2]", "It runs at 70 bar. [cite:1,2]", "The hall is cold. [cite:1]")
LESS = text("It runs at 70 bar. [cite:1,2]", "The hall is cold. [cite:1]")


def test_since_when_and_what_changed() -> None:
    found, gone = of(site_with_versions({PATH: [BEGIN, NUMBER, MORE, EVIDENCE]}))
    assert [(one.words, one.since) for one in found] == [
        ("Whales dive very deep.", 1),
        ("It runs at 70 bar.", 3),
        ("The hall is cold.", 3),
    ]
    assert [[(event.step, event.kind, event.flags) for event in one.events] for one in found] == [
        [],
        [(0, "changed", ("evidence",)), (2, "changed", ("number",))],
        [],
    ]
    assert gone == []


def test_what_is_gone_and_what_came_back() -> None:
    _, gone = of(site_with_versions({PATH: [MORE, LESS]}))
    assert [(one.words, one.step, one.kind) for one in gone] == [("Whales dive very deep.", 0, "removed")]
    found, gone = of(site_with_versions({PATH: [MORE, NUMBER, MORE]}))
    assert gone == []
    assert [one.since for one in found] == [0, 2, 2]


def test_a_past_that_is_cut_does_not_say_since_when() -> None:
    found, _ = of(site_with_versions({PATH: [BEGIN, NUMBER, MORE]}), most=1)
    assert [one.since for one in found] == [0, -1, -1]


def test_only_the_newest_changes_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(told_lives, "MOST_EVENTS", 2)
    found, _ = of(site_with_versions({PATH: [text(f"It runs at {n} bar. [cite:1]") for n in (10, 20, 30, 40)]}))
    assert [event.step for event in found[0].events] == [0, 1]
    assert found[0].more == 1
    assert found[0].since == 3


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("See [[a#b|the **pilot**]] and [[c]].", "See the pilot and c."),
        ("It is `set_x` at [home](x.md).", "It is set_x at home."),
        ("*高い* 2*3", "高い 2*3"),
    ],
)
def test_plain_words(words: str, shown: str) -> None:
    assert plain(words) == shown


def test_links_without_words_show_the_name_of_their_page() -> None:
    assert plain(
        "See [[pilot]], [[pilot#End]] and [[other]].", {"pilot": "The Pilot", "pilot#End": "The Pilot › End"}
    ) == ("See The Pilot, The Pilot › End and other.")
