"""Tasks by the day on which they are due; nothing depends on the day of the build."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from brainwiki.config.config import Config
from brainwiki.site.sections.tasks import due, repeated
from tests.helpers import bare
from tests.site.sections.rooms import keys, made, room_of
from tests.site.sections.views import listing, shape
from tests.site.sites import site_of


def task(title: str, state: str, due: str = "", more: str = "") -> str:
    day = f"due: {due}\n" if due else ""
    return f"---\ntype: task\ntitle: {title}\nstate: {state}\n{day}{more}owner: human:a\n---\nT\n"


TEXTS = {
    "tasks/late.md": task("Late", "held", "2027-01-01"),
    "tasks/soon.md": task("Soon", "waiting", "2026-12-01", "repeat: FREQ=WEEKLY;INTERVAL=2\n"),
    "tasks/next.md": task("Next", "active", "2026-12-24"),
    "tasks/some.md": task("Some day", "held"),
    "tasks/done.md": task("Over", "done", "2026-01-01"),
    "tasks/odd.md": task("Odd", "<b>odd</b>", "some time"),
}


def test_open_ones_by_month_then_those_without_a_day_then_what_is_done() -> None:
    found = listing(site_of(TEXTS, publish=("tasks",)), "tasks/")
    assert shape(found) == [
        ("2026-12", ["Soon", "Next"]),
        ("2027-01", ["Late"]),
        ("Without a date", ["Odd", "Some day"]),
        ("Done", ["Over"]),
    ]
    assert [group.kind for group in found.groups] == ["due", "due", "undated", "done"]
    soon = found.groups[0].items[0]
    assert (soon.at, soon.when, soon.state) == ("2026-12-01", "due 2026-12-01", ("waiting", "waiting"))
    assert soon.details == ("human:a", "every 2 weeks")
    assert found.groups[2].items[0].state == ("", "<b>odd</b>")


def test_the_page_is_the_same_on_every_day() -> None:
    one, other = (site_of(TEXTS, publish=("tasks",), now=datetime(year, 1, 1, tzinfo=UTC)) for year in (2020, 2040))
    assert keys(one) == keys(other)
    assert made(one, "tasks/") == made(other, "tasks/")


def test_days_are_data_for_a_script_and_words_without_one() -> None:
    content = made(site_of(TEXTS, publish=("tasks",)), "tasks/").content
    assert '<time datetime="2026-12-01">due 2026-12-01</time>' in content
    assert 'data-overdue="Overdue" data-today="Today"' in content
    assert "&lt;b&gt;odd&lt;/b&gt;" in content


def test_states_speak_the_language_of_the_site() -> None:
    site = site_of(TEXTS, publish=("tasks",), config=Config(language="ja"))
    groups = listing(site, "tasks/").groups
    assert [group.title for group in groups] == ["2026-12", "2027-01", "日付なし", "完了したもの"]
    assert groups[0].items[0].state == ("waiting", "待機中")


def test_tasks_stay_inside_until_they_are_named() -> None:
    assert "tasks/" not in keys(site_of(TEXTS))


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("FREQ=DAILY", "every day"),
        ("RRULE:FREQ=MONTHLY;INTERVAL=1", "every month"),
        ("FREQ=YEARLY;INTERVAL=3", "every 3 years"),
        ("FREQ=WEEKLY;BYDAY=MO", "FREQ=WEEKLY;BYDAY=MO"),
        ("FREQ=SECONDLY", "FREQ=SECONDLY"),
        ("", ""),
    ],
)
def test_repetition_in_words_where_it_is_plain(rule: str, words: str) -> None:
    assert repeated(room_of(site_of(TEXTS)), rule) == words


@pytest.mark.parametrize(("text", "day"), [("2026-12-01T09:00:00Z", "2026-12-01"), ("soon", ""), ("", "")])
def test_days(text: str, day: str) -> None:
    assert due(bare(brief={"due": text})) == day
