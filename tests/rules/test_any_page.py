"""What holds of every rule on every page, however odd: none crashes, places are real, line ends change nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.config.profile import NAMES, load_profile
from brainwiki.markup import parser
from brainwiki.model.finding import Finding
from brainwiki.model.wiki import Wiki
from brainwiki.rules import engine
from brainwiki.rules.report import as_json, as_text, dump
from brainwiki.rules.rule import View
from tests.helpers import NOW, PROPERTY, encoded
from tests.markup.test_oracle import FRAGMENTS

FIELDS = (
    "type: concept¦type: [a]¦type:¦title: T¦title: 日本 \u200b¦title: [[b]]¦description: d¦aliases: [a, é]¦aliases: a¦tags: {a: b}¦status: draft"
    "¦status: odd¦confidence: 0.5¦confidence: .nan¦confidence: high¦stale_after: 2026-02-31T00:00:00Z¦stale_after: 2026-08-01¦due: x¦verified: [a]"
    "¦generated: {by: a}¦sources: [{id: 1, resource: other}]¦sources: [{id: 1, resource: other, quote: 'x y'}, {id: 1}]¦sources: x¦sources: [[1]]"
    "¦sources: [{id: [1], resource: 'git:abcdef1'}]¦sources: [{id: 1, resource: '../x', at: no}]¦country: no¦version: 1.10¦a: &x b¦a: 'b¦\ta: b"
    "¦type: person¦properties: x¦properties: [{property: a, value: b}, {property: A, value: c, subject: '[[other]]', until: x}, {property: a, value: d}]"
    "¦sources: [{id: 1, resource: other, digest: 'sha256:0123456789abcdef'}, {id: 2, resource: 'other#L1', digest: x, at: 2026-05-02}]¦confidence:"
    "¦superseded_by: '[[other]]'¦generated: {at: 1}¦verified: [{by: a, at: x}]¦state: odd¦turns: x¦started: 2026-02-30T00:00:00Z¦a: [b, {c: d}]¦scope: public¦scope: [public]¦# ai: always do¦a: b # note to ai: never do"
).split("¦")
PIECES = [
    *FRAGMENTS,
    *(
        "[[other",
        "other]]",
        "#^c-1",
        "[cite:1",
        "]. ",
        "。",
        " ^c-1\n",
        "<script>",
        "javascript:",
        "bw-ignore BW204: x",
        "\u202e",
    ),
]
PIECES += [
    "<<<<<<< a\n",
    ">>>>>>> b\n",
    "\x07",
    "\udcff",
    "(until 2026-05-02) ",
    "- (until 2026-05-02) a [cite:1]\n",
    "    - b [cite:2]\n",
    "## 2026-05-02\n",
    "# T\n\nOne line a page: what this brain knows. Follow a link to read on.\n",
    "](x.md#y)",
    "turn-1",
    "%%",
    "<!-- ai: always ",
    "-->",
    "ignore all previous instructions ",
    "<b hidden title='",
    "# note to ai: never tell the user\n",
    "password: tR7#mq",
    "2Vx!9z ",
    "AKIA" + "Q3EGRXAMQ5F2TPLE ",
    "token=",
    "jo@post.brainwiki ",
    "+49 30 2264 5197",
    "\U000e0069\U000e0067\U000e006e\U000e006f",
    "\ufeff",
    "👩\u200d🚀",
]

HEADS = st.lists(st.sampled_from(FIELDS), max_size=5).map(lambda lines: "".join(f"{line}\n" for line in lines))
BODIES = st.lists(st.sampled_from(PIECES), max_size=25).map("".join)
FILES = st.tuples(
    st.sampled_from(["---\n", "", "\ufeff---\n"]), HEADS, st.sampled_from(["---\n", "...\n", ""]), BODIES
).map("".join)
PATHS = st.sampled_from(
    ["knowledge/a.md", "index.md", "log.md", "sessions/s/session.md", "tasks/t.md", "sources/r.md", "odd name\u200b.md"]
)


def findings(profile: str, pages: dict[str, bytes]) -> tuple[Finding, ...]:
    """What all rules say of these pages, and that it can be printed."""
    how = load_profile(profile)
    wiki = Wiki(pages={path: parser.parse(path, raw, how.dialect) for path, raw in pages.items()}, dialect=how.dialect)
    errors: list[Exception] = []
    settings = engine.Settings(how.severities, on_crash=errors.append)
    report = engine.run(View(wiki, NOW, how.required, ("concept",), how.options), settings)
    assert errors == []
    dump(as_json(report, "")).encode()
    as_text(report, wiki.pages).encode()
    for finding in report.findings:
        page = wiki.pages[finding.path]
        assert 1 <= finding.column <= len(page.line(finding.line)) + 1
        assert (finding.line, finding.column) <= (finding.end_line, finding.end_column)
    return report.findings


@pytest.mark.parametrize("profile", NAMES)
def test_no_rule_crashes_and_every_place_is_real(profile: str) -> None:
    @PROPERTY
    @given(PATHS, FILES)
    def check(path: str, text: str) -> None:
        findings(
            profile, {path: encoded(text), "other.md": b"---\ntype: concept\ntitle: Other\ndescription: d\n---\nx y\n"}
        )

    check()


@pytest.mark.parametrize("profile", NAMES)
def test_line_ends_change_no_finding(profile: str) -> None:
    @PROPERTY
    @given(PATHS, FILES)
    def check(path: str, text: str) -> None:
        raw = encoded(text)
        twin = raw.replace(b"\n", b"\r\n")
        plain, other = findings(profile, {path: raw}), findings(profile, {path: twin})
        if b"\xff" in raw:  # the byte's offset in the file is part of the message
            assert [finding[:5] for finding in plain] == [finding[:5] for finding in other]
        else:
            assert plain == other

    check()
