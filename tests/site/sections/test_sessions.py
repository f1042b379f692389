"""Sessions newest first by month; many of them get a listing for each month."""

from __future__ import annotations

from brainwiki.site.state import Site
from brainwiki.site.urls import IN_A_PART, relative
from tests.site.sections.rooms import changed, keys, made
from tests.site.sections.views import listing, shape
from tests.site.sites import site_of


def session(title: str, started: str) -> str:
    when = f"started: {started}\n" if started else ""
    return f"---\ntype: session\ntitle: {title}\n{when}agent: x/1\nturns: 3\n---\nS\n"


def of(*days: str) -> Site:
    texts = {
        f"sessions/{n:05}/session.md": session(f"T {n}", day and f"{day}T09:00:00+02:00") for n, day in enumerate(days)
    }
    return site_of(texts, publish=("sessions",))


def test_newest_first_by_month() -> None:
    found = listing(of("2026-05-02", "2026-06-02", "2026-05-20", ""), "sessions/")
    assert shape(found) == [("2026-06", ["T 1"]), ("2026-05", ["T 2", "T 0"]), ("Without a date", ["T 3"])]
    first = found.groups[0].items[0]
    assert (first.at, first.when, first.details) == ("2026-06-02", "2026-06-02", ("x/1", "3 turns"))
    assert found.size == 4


def test_many_sessions_have_listings_by_month() -> None:
    site = of(*["2026-05-02"] * (IN_A_PART + 3), *["2026-06-01"] * 2, "2025-12-31", "")
    found = listing(site, "sessions/")
    assert [group.title for group in found.groups] == ["Newest", "2026", "2025", "Without a date"]
    assert [(item.title, item.href, item.details) for item in found.groups[1].items] == [
        ("2026-06", relative("sessions/", "sessions/2026-06/"), ("2",)),
        ("2026-05", relative("sessions/", "sessions/2026-05/"), ("503",)),
    ]
    assert [item.title for item in found.groups[0].items][:3] == ["T 504", "T 503", "T 502"]
    assert len(listing(site, "sessions/2026-05/").groups[0].items) == IN_A_PART
    last = listing(site, "sessions/2026-05/2/")
    assert shape(last) == [("", ["T 2", "T 1", "T 0"])]
    assert last.crumbs[0].href == relative("sessions/2026-05/2/", "sessions/")
    assert shape(listing(site, "sessions/other/")) == [("", [f"T {IN_A_PART + 6}"])]


def test_a_new_session_leaves_the_months_before_alone() -> None:
    days = ["2026-05-02"] * (IN_A_PART + 3) + ["2026-06-01"] * 2
    found = changed(keys(of(*days)), keys(of(*days, "2026-06-03")))
    assert found - {"health/"} == {"sessions/", "sessions/2026-06/"}


def test_sessions_that_are_not_published_have_no_listing() -> None:
    site = site_of(
        {"sessions/a/session.md": session("Secret", "2026-05-02T09:00:00Z"), "k/a.md": "---\ntitle: A\n---\nA\n"}
    )
    assert "sessions/" not in keys(site)
    assert not any(
        "Secret" in made(site, address).content for address in ("pages/", "health/") if address in keys(site)
    )
