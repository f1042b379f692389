"""What a reader must know of a profile to read its pages: vocabularies, footnotes, kinds of folder."""

from __future__ import annotations

import fnmatch
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Kind = Literal["page", "note", "session", "source", "task", "rule", "proposal", "index", "log", "raw"]


@dataclass(frozen=True)
class Dialect:
    """How the Markdown of one profile is read.

    `kinds` maps a top-level folder to a kind, `reserved` a file name to a kind; `special` says at which depth reserved
    names count ("root" or "any"). `footnotes` is "evidence" where `[^x]` is a citation, "foreign" where it is a finding,
    "text" where it is a plain footnote. `near_resources` lets a `resource` be read from the page's folder too; `generated_index`
    says that the index is written by a program, so that being listed there is no link. `typed_properties` says that `properties` in front
    matter are this format's and not another tool's. Vocabularies map words to a confidence (0 to 1) or a status.
    """

    name: str = "brain"
    kinds: Mapping[str, Kind] = field(default_factory=dict)
    other: Kind = "page"
    reserved: Mapping[str, Kind] = field(default_factory=dict)
    special: Literal["root", "any"] = "root"
    types: Mapping[str, Kind] = field(default_factory=dict)
    skip: tuple[str, ...] = ()
    front_matter: Literal["required", "optional"] = "required"
    footnotes: Literal["evidence", "foreign", "text"] = "foreign"
    cites: bool = True
    root_links: bool = False
    near_resources: bool = True
    generated_index: bool = False
    typed_properties: bool = False
    meta_links: bool = False
    comments: bool = False
    confidence_words: Mapping[str, float] = field(default_factory=dict)
    status_words: Mapping[str, str] = field(default_factory=dict)

    def skips(self, path: str) -> bool:
        """Whether `path` (from the brain's root) is left out of the wiki by this dialect."""
        return any(fnmatch.fnmatchcase(path, pattern) for pattern in self.skip)

    def kind_of(self, path: str, declared: str | None = None) -> Kind:
        """The kind of the file at `path`, from its name, its folder, then its declared type."""
        folder, _, name = path.rpartition("/")
        if name in self.reserved and (not folder or self.special == "any"):
            return self.reserved[name]
        top = path.partition("/")[0]
        if folder and top in self.kinds:
            return self.kinds[top]
        return self.types.get(declared or "", self.other)
