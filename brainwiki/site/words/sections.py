"""Words of home, tags, tasks, review and health."""

from __future__ import annotations

from collections.abc import Mapping

from brainwiki.site.words.row import Row

WORDS: Mapping[str, Row] = {}
