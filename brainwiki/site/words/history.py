"""Words of the past: revisions, differences, changes by day."""

from __future__ import annotations

from collections.abc import Mapping

from brainwiki.site.words.row import Row

WORDS: Mapping[str, Row] = {}
