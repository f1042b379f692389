"""What a step tells, and that it is worked out once."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from brainwiki.site.history.chronicle import chronicle
from brainwiki.site.history.told import Told, teller
from brainwiki.site.memo import ShortMemo
from brainwiki.site.state import Site
from tests.site.history.versions import HEAD, PATH, site_with_versions
from tests.site.sites import sourced

ONE = sourced("It runs at 60 bar. [cite:1]\n", {"id": "1", "resource": "https://a.example"})
TWO = ONE.replace("60", "70")


def all_told(site: Site) -> list[Told]:
    steps = chronicle(site).of(PATH)
    known = teller(site, site.wiki.pages[PATH], steps[0].touch.after)
    return [known.told(step.touch.before, step.touch.after) for step in steps]


def test_an_edit_and_a_beginning() -> None:
    edit, begin = all_told(site_with_versions({PATH: [ONE, TWO]}))
    assert "<del>" in edit.html
    assert (edit.before, edit.after, edit.claims) == (len(ONE), len(TWO), 1)
    assert [(turn.kind, turn.flags) for turn in edit.turns] == [("changed", ("number",))]
    assert edit.origins == (0,)
    assert begin == Told("", 0, len(ONE), 1, (), (-1,), False)


def test_a_second_build_reads_no_old_version() -> None:
    site = site_with_versions({PATH: [ONE, HEAD + "b\n", TWO]})
    first = all_told(site)

    def refuse(blob: str) -> bytes:
        raise AssertionError(blob)

    assert all_told(replace(site, read_blob=refuse)) == first
    assert all_told(replace(site, memo=ShortMemo())) == first


def test_what_was_kept_as_lists_comes_back_as_it_was() -> None:
    site = site_with_versions({PATH: [ONE, TWO]})
    first = all_told(site)

    class Lists(ShortMemo):
        """A memo that keeps lists where it was given tuples."""

        def known(self, room: str, keys: Collection[str]) -> Mapping[str, object]:
            return {key: listed(value) for key, value in site.memo.known(room, keys).items()}

    def listed(value: object) -> object:
        return [listed(one) for one in value] if isinstance(value, tuple) else value

    assert all_told(replace(site, memo=Lists())) == first


def test_old_contents_are_read_together_and_once() -> None:
    texts = [f"{ONE}\nLine {number}.\n" for number in range(5)]
    site = site_with_versions({PATH: texts})
    asked: list[int] = []

    def alone(blob: str) -> bytes:
        asked.append(1)
        return site.read_blob(blob)

    def together(blobs: Sequence[str]) -> dict[str, bytes]:
        asked.append(len(blobs))
        return {blob: site.read_blob(blob) for blob in blobs[1:]}  # one of them can only be had alone

    steps = chronicle(site).of(PATH)
    fresh = replace(site, memo=ShortMemo(), read_blob=alone, read_blobs=together)
    told = teller(fresh, site.wiki.pages[PATH], steps[0].touch.after)
    told.recall((step.touch.before, step.touch.after) for step in steps)
    assert [told.told(step.touch.before, step.touch.after) for step in steps] == all_told(site)
    assert asked == [5, 1]


def test_the_claims_of_the_present_page_are_told_without_reading_it_twice() -> None:
    site = site_with_versions({PATH: [ONE, TWO]})
    page = site.wiki.pages[PATH]
    content = chronicle(site).of(PATH)[0].touch.after
    wanted = [(claim.id, claim.text, claim.ids) for claim in page.claims]
    assert [(claim.id, claim.text, claim.ids) for claim in teller(site, page, content).claims()] == wanted
    again = replace(site, read_blob=bytes.fromhex)
    assert [(claim.id, claim.text, claim.ids) for claim in teller(again, page, content).claims()] == wanted


def test_a_page_that_was_removed_and_came_back() -> None:
    site = site_with_versions({PATH: [ONE]})
    steps = chronicle(site).of(PATH)
    known = teller(site, site.wiki.pages[PATH], steps[0].touch.after)
    assert known.told(steps[0].touch.after, "") == Told("", len(ONE), 0, 0, (), (), False)


def test_bytes_that_are_no_text_are_told_too() -> None:
    site = site_with_versions({PATH: [ONE, TWO]})
    old = chronicle(site).of(PATH)[1].touch.after
    read = site.read_blob
    site = replace(site, read_blob=lambda blob: b"\xff\xfe\x00" if blob == old else read(blob))
    assert all_told(site)[0].html
