"""What the tests of the search share: the files of the search of a site, read as the browser reads them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from brainwiki.site.output import FileOutput
from brainwiki.site.search.room import outputs
from brainwiki.site.state import Site


def value_of(raw: bytes) -> Any:
    """The value that a data file gives."""
    text = raw.decode()
    assert text.startswith("bw.take(")
    return json.loads(text[text.index(",") + 1 :].removesuffix(");\n"))


def made(found: Iterable[FileOutput]) -> dict[str, bytes]:
    """The bytes of all files by path."""
    return {output.path: output.make() for output in found}


def docs_of(files: Mapping[str, bytes]) -> dict[str, list[Any]]:
    """The entries of all shards by address."""
    return {
        address: entry
        for path, raw in files.items()
        if path.startswith("data/docs/")
        for address, entry in value_of(raw).items()
    }


def postings_of(files: Mapping[str, bytes]) -> dict[str, str]:
    """The postings of all terms."""
    found: dict[str, str] = {}
    for path, raw in files.items():
        if path.startswith("data/search/") and len(path) == len("data/search/00.js"):
            for entry in value_of(raw).split():
                term, _, postings = entry.rpartition("=")
                assert term not in found, "a term stands in one shard"
                found[term] = postings
    return found


class Found:
    """The search of a site: who is found by a term, best first."""

    def __init__(self, site: Site) -> None:
        self.files = made(outputs(site))
        self.docs = docs_of(self.files)
        self.postings = postings_of(self.files)
        self.address = {entry[8]: address for address, entry in self.docs.items()}
        self.width = value_of(self.files["data/search/meta.js"])["width"]

    def ids(self, term: str) -> list[str]:
        """The ids of the pages that have a term, in order of their weights."""
        text = self.postings.get(term, "").rpartition(":")[2]
        records = [text[at : at + self.width] for at in range(0, len(text), self.width)]
        return [record[:-1] for record in sorted(records, key=lambda record: record[-1], reverse=True)]

    def pages(self, term: str) -> list[str]:
        """The addresses of these pages."""
        return [self.address[one] for one in self.ids(term)]
