"""Everything that the site of one state is made of, room by room; each room says for itself what it puts where."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from brainwiki.model.finding import Report
from brainwiki.site.output import CopyOutput, Output, PageOutput
from brainwiki.site.pages.parts import Maker


def outputs(maker: Maker, report: Report, is_served: bool) -> Iterator[Output]:
    """All outputs; where findings block, `is_served` makes their page the home page."""
    home = is_served and bool(report.block)
    yield from pages(maker, home)
    yield from listings(maker)
    if report.block:
        address = "" if home else maker.site.addresses.findings
        yield PageOutput(address, "", partial(maker.findings, report, address, home))
    for path, address in maker.site.addresses.files.items():
        yield CopyOutput(address, path, "")


def pages(maker: Maker, is_home_taken: bool) -> Iterator[PageOutput]:
    """The pages of the brain, its evidence files, and a home page where it has none."""
    addresses = maker.site.addresses
    for path, address in addresses.pages.items():
        if path != "index.md" or not is_home_taken:
            yield PageOutput(address, "", partial(maker.page, path), path)
    for path, address in addresses.raws.items():
        yield PageOutput(address, "", partial(maker.raw, path))
    if "index.md" not in addresses.pages and not is_home_taken:
        yield PageOutput("", "", maker.home)


def listings(maker: Maker) -> Iterator[PageOutput]:
    """Listings and folders that the wiki has no page of its own for."""
    addresses = maker.site.addresses
    taken = set(addresses.pages.values())
    for name, address in addresses.listings.items():
        if address not in taken:
            taken.add(address)
            yield PageOutput(address, "", partial(maker.listing, name))
    for folder, address in addresses.folders.items():
        if address not in taken:
            taken.add(address)
            yield PageOutput(address, "", partial(maker.folder, folder))
