"""What a build makes: pages, files and copies, each with a key of everything that it depends on, so that what is unchanged is kept.

Every part of the site says by these values what it puts where; the build alone decides what is made anew.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

KEPT = "="  # the key of an output that stands as the last build left it


class Part(NamedTuple):
    """One page. `content` is its text; `contents` are nested table-of-contents tokens; `folder` is where the navigation opens
    (None: nowhere); `is_whole` says that head and foot are in `content` already. `styles` and `scripts` name what the page
    loads beyond the site's own: paths from the site's root, scripts in this order. `feed` is the address of a feed.
    `is_indexed` is False for what search engines should pass over."""

    title: str
    language: str
    description: str
    content: str
    head: str = ""
    foot: str = ""
    contents: tuple[Mapping[str, Any], ...] = ()
    folder: str | None = None
    is_whole: bool = False
    styles: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()
    feed: str = ""
    is_indexed: bool = True


class PageOutput(NamedTuple):
    """A page at an address (empty: home, else with a slash at the end); `path` is that of its file in the brain, if it has one.

    `key` is a digest of everything that `make` reads beyond settings, code and templates; empty: made in every build. `KEPT`
    says that nothing of that changed since the last build.
    """

    address: str
    key: str
    make: Callable[[], Part]
    path: str = ""

    @property
    def file(self) -> str:
        """The path of its file from the site's root."""
        return f"{self.address}index.html"


class FileOutput(NamedTuple):
    """A file by its path from the site's root; the key is that of a page."""

    path: str
    key: str
    make: Callable[[], bytes]

    @property
    def file(self) -> str:
        """The path from the site's root."""
        return self.path


class CopyOutput(NamedTuple):
    """An attachment: the path from the site's root, its path in the brain, and its content id."""

    path: str
    source: str
    key: str

    @property
    def file(self) -> str:
        """The path from the site's root."""
        return self.path


Output = PageOutput | FileOutput | CopyOutput


def digest(*values: object) -> str:
    """A short digest of values whose `repr` says all of them: texts, numbers, tuples and lists of these."""
    return hashlib.blake2b(repr(values).encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()
