"""Quantities in base units: the same in another unit is the same, and numbers alone are none."""

from __future__ import annotations

from decimal import Decimal

import pytest

from brainwiki.claims.quantities import quantities, spelled_out, without_units


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("12 mm", "1.2 cm"),
        ("1500米", "1.5公里"),
        ("450グラム", "0.45キロ"),
        ("3,600リットル", "3.6立方メートル"),
        ("350 millikelvin", "0.35 kelvin"),
        ("12000升", "1.2万升"),
        ("1.2 million litres", "1200000 l"),
        ("3割", "30 %"),
        ("90 minutes", "1.5 hours"),
        ("一千二百公斤", "1.2吨"),
        ("12k m", "12 km"),
    ],
)
def test_the_same_in_another_unit(one: str, other: str) -> None:
    def sizes(text: str) -> set[tuple[str, Decimal]]:
        return {(found.kind, found.size) for found in quantities(text)}

    assert sizes(one) & sizes(other)


@pytest.mark.parametrize("text", ["12", "mm", "room 12b", "12 mice", "v1.2.3", "2026-05-02", "a12 mm"])
def test_no_quantity(text: str) -> None:
    assert quantities(text) == ()


def test_other_sizes_differ_and_the_number_is_kept_as_written() -> None:
    assert quantities("12 mm")[0] != quantities("12 cm")[0]
    assert [one.number for one in quantities("1,200 kg of salt and 3 m of rope")] == ["1200", "3"]


def test_short_thousands_and_units_left_out() -> None:
    assert spelled_out("12k crates, 1.5k doors") == "12000 crates, 1500 doors"
    assert without_units("12 mm thick") == "12  thick"
    assert without_units("水が3.6立方メートル入る") == "水が3.6入る"
