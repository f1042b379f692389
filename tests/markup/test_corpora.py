"""What holds on every page of every real wiki that can be found."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from brainwiki.bootstrap import open_workspace
from brainwiki.markup import parser
from brainwiki.markup.scanner import HIDDEN
from brainwiki.model.document import dump
from brainwiki.model.page import Page
from brainwiki.rules.reports.report import as_json
from brainwiki.usecases.check import Checked, check
from tests.helpers import NOW, markdown_files


@pytest.fixture(scope="module")
def checked(corpus: Path) -> Checked:
    """A corpus with what the rules say of it."""
    return check(open_workspace(str(corpus), now=NOW))


def outline(page: Page) -> list[tuple[object, ...]]:
    """Everything that reading found, without its place in the file's own encoding."""
    return [
        page.links,
        page.cites,
        page.claims,
        page.headings,
        page.sources,
        page.ranges,
        page.problems,
        tuple(page.blocks),
    ]


def test_no_rule_crashes_and_two_runs_say_the_same(corpus: Path, checked: Checked) -> None:
    again = check(open_workspace(str(corpus), now=NOW))
    assert [finding for finding in checked.report.findings if finding.code == "BW904"] == []
    assert dump(as_json(again.report, "")) == dump(as_json(checked.report, ""))


def test_findings_come_in_order_and_point_into_their_pages(checked: Checked) -> None:
    findings = checked.report.findings
    assert [finding[:4] for finding in findings] == sorted(finding[:4] for finding in findings)
    pages = checked.pages()
    for finding in findings:
        if finding.path not in pages:
            assert (finding.line, finding.column) == (1, 1)  # a file that is no page
            continue
        lines = pages[finding.path].text.split("\n")
        assert 1 <= finding.line <= finding.end_line <= len(lines)
        assert 1 <= finding.column <= len(lines[finding.line - 1]) + 1
        assert finding.message.endswith((".", "?"))


def test_a_page_with_returns_and_a_mark_reads_the_same(corpus: Path, checked: Checked) -> None:
    dialect = checked.wiki.dialect
    for path in markdown_files(corpus):
        raw = path.read_bytes().removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n")
        name = path.relative_to(corpus).as_posix()
        page = parser.parse(name, raw, dialect)
        twin = parser.parse(name, b"\xef\xbb\xbf" + raw.replace(b"\n", b"\r\n"), dialect)
        assert [p for p in twin.problems if p.kind != "byte-order-mark"] == list(page.problems)
        assert outline(twin)[:6] == outline(page)[:6], name


def test_every_span_shows_what_it_names(checked: Checked) -> None:
    for page in checked.wiki:
        for link in page.links:
            assert HIDDEN not in link.target + link.fragment + link.label
            if link.form in ("wikilink", "embed"):
                assert link.target in page.text[link.start : link.end]
        for cite in page.cites:
            assert page.text[cite.start : cite.end].strip("[]^").removeprefix("cite:") == ",".join(cite.ids)
        for heading in page.headings:
            assert "\n" not in heading.text


def test_claims_are_whole_and_known_by_one_id_each(checked: Checked) -> None:
    for page in checked.wiki:
        assert [identity for identity, count in Counter(claim.id for claim in page.claims).items() if count > 1] == []
        assert [claim.start for claim in page.claims] == sorted(claim.start for claim in page.claims)
        for claim in page.claims:
            assert claim.ids
            assert claim.text == " ".join(claim.text.split())
            assert page.text[claim.start : claim.end] == page.text[claim.start : claim.end].strip()
        cited = sum(any(claim.start <= cite.start < claim.end for claim in page.claims) for cite in page.cites)
        headings = sum(
            any(heading.start <= cite.start < heading.end for heading in page.headings) for cite in page.cites
        )
        assert cited + headings == len(page.cites), page.path


def test_anchors_of_a_page_are_unique(checked: Checked) -> None:
    for page in checked.wiki:
        anchors = [heading.anchor for heading in page.headings]
        assert len(set(anchors)) == len(anchors), page.path


def test_links_of_a_page_resolve_the_same_on_every_look(checked: Checked) -> None:
    wiki = checked.wiki
    for page in wiki:
        for link in page.links:
            target = wiki.resolve(page, link)
            assert wiki.resolve(page, link) == target
            assert all(
                path in wiki.pages
                or path in wiki.files
                or path in wiki.evidence
                or path in wiki.folders
                or target.tier == "file"
                for path in target.paths
            )
