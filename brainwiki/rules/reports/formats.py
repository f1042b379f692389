"""The formats of a report, one entry each: what `check --format` offers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from brainwiki.model.document import dump
from brainwiki.model.finding import Report
from brainwiki.model.page import Page
from brainwiki.rules.reports import exchange, exchange_forges, junit, summary
from brainwiki.rules.reports.report import Paint, as_json, as_text, plain


@dataclass(frozen=True)
class Output:
    """What a format may use: the report, the pages by the path that findings use, the workspace's root as it is named, how to
    paint, whether silenced findings are asked for (only SARIF has a place for them), and further keys for JSON."""

    report: Report
    pages: Mapping[str, Page]
    root: str = ""
    paint: Paint = plain
    silenced: bool = False
    more: Mapping[str, Any] = field(default_factory=dict)


Format = Callable[[Output], str]

FORMATS: Mapping[str, Format] = {
    "text": lambda out: as_text(out.report, out.pages, out.paint),
    "json": lambda out: dump({**as_json(out.report, out.root), **out.more}),
    "sarif": lambda out: dump(exchange.as_sarif(out.report, out.silenced)),
    "github": lambda out: exchange.as_github(out.report) or as_text(out.report, {}),
    "gitlab": lambda out: dump(exchange_forges.as_gitlab(out.report)),
    "rdjson": lambda out: dump(exchange_forges.as_rdjson(out.report, out.pages)),
    "junit": lambda out: junit.as_junit(out.report, out.pages),
    "markdown": lambda out: summary.as_markdown(out.report),
}
