"""Inputs made to be slow: CPU seconds to check, split into claims and mend each, or to compare two states; fails above the limit."""

from __future__ import annotations

import sys
import time
from datetime import UTC, datetime
from hashlib import sha256
from typing import NamedTuple

from brainwiki.claims.difference import Difference, difference
from brainwiki.config.profile import load_profile
from brainwiki.markup import parser
from brainwiki.model.change import Change
from brainwiki.model.finding import Report
from brainwiki.model.page import Page
from brainwiki.model.wiki import Wiki
from brainwiki.rules import engine, mending
from brainwiki.rules.rule import View
from brainwiki.usecases.collector import without_collector

LIMIT = 1.0
NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
HEAD = (
    "---\ntype: concept\ntitle: Slow\ndescription: Made to be slow.\n"
    "sources:\n  - id: 1\n    resource: https://example.org/slow\n---\n"
)
PUBLIC = HEAD.replace("sources:", "scope: public\nsources:")


class Input(NamedTuple):
    """One input: its name, its whole text, the profile that reads it."""

    name: str
    text: str
    profile: str = "brain"


def _page(name: str, body: str, profile: str = "brain") -> Input:
    return Input(name, HEAD + body, profile)


def _dated(name: str, body: str) -> Input:
    """A page whose second source is newer than its first."""
    sources = "".join(f"  - {{id: {n}, resource: 'https://example.org', at: 2026-0{n}-01}}\n" for n in (1, 2))
    return Input(name, f"---\ntype: concept\nsources:\n{sources}---\n{body}")


def _block(name: str, yaml: str) -> Input:
    return Input(name, f"---\n{yaml}\n---\nText.\n")


def _sealed(count: int, lines: int) -> str:
    """A page that cites its own lines, each time one more, with a digest of each; then those lines."""
    seal = "digest: 'sha256:0123456789abcdef'"
    entries = "".join(f"- {{id: {n}, resource: knowledge/slow#L2-L{lines - n}, {seal}}}\n" for n in range(count))
    return f"---\ntype: concept\nsources:\n{entries}---\n" + "It runs on and on.\n" * lines


def _numbered(form: str, count: int) -> str:
    return "".join(form.format(n) for n in range(count))


def _sourced(count: int) -> str:
    """Front matter with so many sources."""
    return HEAD.replace("sources:\n", "sources:\n" + _numbered("  - {{id: s{}, resource: x}}\n", count))


def _ladder(count: int) -> str:
    return "".join(f"{'  ' * depth}- Fact. [cite:1]\n" for depth in range(count))


INPUTS: tuple[Input, ...] = (
    _page("40,000 opening brackets", "[" * 40_000),
    _page("300,000 opening links", "[[a" * 300_000),
    _page("10,000 open cites", "[cite:" * 10_000),
    _page("backtick runs of 1 to 400", " ".join("`" * length for length in range(1, 401))),
    _page("backtick runs of 1 to 1,400", " ".join("`" * length for length in range(1, 1_401))),
    _page("a page of 10 MB", "It runs. " * 1_150_000),
    _page("30,000 paragraphs with block ids", "".join(f"Fact {i}. [cite:1] ^c-{i}\n\n" for i in range(30_000))),
    _page("100,000 dots", "." * 100_000 + "x [cite:1]"),
    _page("dots and stars", "a.**" * 180_000 + " [cite:1]"),
    _page("100,000 cites in one sentence", "[cite:1]" * 100_000 + " runs"),
    _page("one cite of 100,000 ids", "[cite:" + "1," * 100_000 + "1]"),
    _page("50,000 fences with conflicts", "```\n<<<<<<< x\n```\n" * 50_000),
    _page("90,000 conflict markers", "<<<<<<< x\n" * 90_000),
    _page("20,000 rows of a table", "|a|b|\n|-|-|\n" + "|x. [cite:1]|[[slow\\|b]]|\n" * 20_000),
    _page("20,000 bare bars in a table", "|a|b|\n|-|-|\n" + "|[[slow|a]]|[[slow|b]]|\n" * 20_000),
    _page("20,000 bare bars in a row", f"|{'a|' * 40_000}\n|{'-|' * 40_000}\n|{'[[slow|a]]|' * 20_000}\n"),
    _page("40,000 bare bars behind a row", f"|a|b|\n|-|-|\n|{'[[slow|a]]|' * 40_000}\n"),
    _page("2,000 bare bars beside claims", "|a|b|\n|-|-|\n" + "|[[slow|a]]. [cite:1]|b|\n" * 2_000),
    _page("40,000 names of other width", "[[ｓｌｏｗ]] " * 40_000),
    _page("100,000 mixed line ends", "a\r\nb\n" * 100_000),
    _page("lists 900 deep", _ladder(900)),
    _page("quotes 10,000 deep", ">" * 10_000 + " a [cite:1]"),
    _page("80,000 escapes and emphases", "\\[*a _b " * 80_000),
    _page("200,000 open links", "[a](" * 200_000),
    _page("200,000 open comments", "<!--" * 200_000),
    _page("300,000 open tags", "<a " * 300_000),
    _page("900,000 dollars", "$" * 900_000),
    _page("900,000 carets", "^" * 900_000),
    _page("30,000 equal headings", "# a\n" * 30_000),
    _page("900,000 blanks in a link", "[[" + " " * 900_000 + "]]"),
    _page("900,000 blanks before a cite", "a" + " " * 900_000 + "[cite:1]"),
    _page("30,000 Japanese sentences", "動く。[cite:1]" * 30_000),
    _page("40,000 footnotes with links", "".join(f"[^{i}]: [[slow]]\n\n" for i in range(40_000)), "llm-wiki"),
    _page("15,000 history items", "- (until 2026-05-02) a [cite:1]\n" * 7_500 + "- (until spring) `b`\n" * 7_500),
    _dated("8,000 claims over newer ones", "- a. [cite:1]\n  - (until 2026-05-02) b. [cite:2]\n" * 8_000),
    _page("8,000 claims under their history", "- (until 2026-05-02) a. [cite:1]\n  - b. [cite:1]\n" * 8_000),
    Input("50,000 bare statements", HEAD.replace("concept", "person") + "It runs. " * 50_000 + "[cite:1]"),
    Input("600 digests of lines", _sealed(600, 40_000)),
    _block(
        "1,500 values of one property",
        "properties:\n" + "".join(f"- {{property: a, value: b{n}}}\n" for n in range(1_500)),
    ),
    _page("open comments of Obsidian", "%% " * 300_000, "obsidian"),
    _page("20,000 links to no claim", "It runs. [cite:1] [[#a]]\n\n" * 20_000),
    _page("dead links beside 20,000 headings", "a\n===\n" * 20_000 + "[x](#b) " * 20_000),
    _page("5,000 misspelt headings", _numbered("# part {}\n", 5_000) + _numbered("[x](#prat-{}) ", 5_000)),
    _page("20,000 links to equal headings", "## Facts\n" * 20_000 + "[[#Facts]]\n" * 20_000),
    Input("20,000 misspelt sources", _sourced(1_500) + _numbered("a [cite:s{}x]\n", 20_000)),
    _page("100,000 zero-width blanks", "a\u200b" * 100_000),
    _page("2,000 broken links", "".join(f"[[no page of this name {i}]] " for i in range(2_000))),
    _page("a run of letters and 140,000 names of secrets", "a" * 16 + " token:" * 140_000),
    _page("14,000 values of secrets", "".join(f"secret={sha256(bytes(i)).hexdigest()} " for i in range(14_000))),
    _page("36,000 private keys without an end", "-----BEGIN PRIVATE KEY-----\n" * 36_000 + "a" * 16),
    _page("330,000 openings of a signed token", "eyJ" * 330_000),
    _page("160,000 openings of an address", "a://a:" * 160_000 + "@"),
    _page("one comment that calls agents 90,000 times", f"<!-- {'note to ai ' * 90_000} -->"),
    _page("one comment of 320,000 は", f"<!-- {'aiは' * 320_000} -->"),
    _page("60,000 comments", "<!-- ai: do -->\n" * 60_000),
    _page("28,000 quoted instructions", '"ignore all previous instructions" ' * 28_000),
    _page("28,000 instructions", "Ignore all previous instructions. " * 28_000),
    _page("90,000 hidden elements without an end", "<p hidden>" * 90_000),
    _page("150,000 attributes without an end", "<a b='" * 75_000 + '<a b="' * 75_000),
    _page("300,000 tag characters", "\U000e0041" * 300_000),
    Input("180,000 groups of digits on a public page", PUBLIC + "4929 7151 +49 30 " * 60_000),
    Input("250,000 beginnings of mail addresses on a public page", PUBLIC + "a@a." * 250_000),
    _block("60,000 brackets in YAML", "a: " + "[" * 60_000),
    _block("60,000 braces in YAML", "a: " + "{" * 60_000),
    _block("30,000 nested lists in YAML", "- " * 30_000),
    _block("12,000 equal keys", "a: 1\n" * 12_000),
    _block("900,000 letters in YAML", "a: " + "x" * 900_000),
    _block(
        "nine levels of nine aliases", "\n".join(f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, 10))
    ),
    _block("6,000 ambiguous values", "type: concept\n" + "".join(f"k{i}: no\n" for i in range(6_000))),
    _block("2,400 sources", "sources:\n" + "  - {id: 1, resource: x}\n" * 2_400),
    Input("300,000 lines that close no block", "---\n" + "--- x\n" * 160_000),
    Input("900,000 line ends", "\n" * 900_000),
)


class States(NamedTuple):
    """Two states of one page: a name, and both bodies."""

    name: str
    before: str
    after: str


def _claims(form: str, count: int) -> str:
    return "".join(f"{form.format(n, n * n % 9973, n * n * n % 9973)} [cite:1]\n\n" for n in range(count))


def _grown(name: str, piece: str, count: int) -> States:
    """One long claim, and the same with one piece more."""
    return States(name, f"{piece * count}x [cite:1]\n", f"{piece * (count + 1)}x [cite:1]\n")


STATES: tuple[States, ...] = (
    States(
        "2,000 claims with other numbers",
        _claims("Part a{} of b{} runs at 40 c{}", 2_000),
        _claims("Part a{} of b{} runs at 41 c{}", 2_000),
    ),
    States(
        "2,000 claims in other words",
        _claims("Part a{} of b{} runs c{}", 2_000),
        _claims("Of b{1} the part a{0} quite runs c{2} there", 2_000),
    ),
    States(
        "400 claims of the same words",
        _claims("It a{} runs so well here", 400),
        _claims("It b{} runs so badly here now", 400),
    ),
    States(
        "2,000 claims that lost their cite",
        _claims("Part a{} of b{} runs c{}", 2_000),
        _claims("Part a{} of b{} runs c{}", 2_000).replace(" [cite:1]", ""),
    ),
    States(
        "2,000 claims dropped beside 2,000",
        _claims("Part a{} of b{} c{}", 4_000),
        _claims("Part a{} of b{} c{}", 2_000),
    ),
    States("5,000 equal claims", _claims("It runs.", 5_000), _claims("It runs.", 4_000)),
    _grown("100,000 digits", "1", 100_000),
    _grown("50,000 numbers with commas", "1,", 50_000),
    _grown("100,000 signs of a thousand", "千", 100_000),
    _grown("20,000 spelled numbers", "two hundred and ", 20_000),
    _grown("20,000 millions", "9 million ", 20_000),
    _grown("15,000 dates", "2026-05-02 2 May 2026 5月2日 ", 5_000),
    _grown("50,000 days without a month", "2st ", 50_000),
    _grown("50,000 commit ids", "a1b2c3d ", 50_000),
    _grown("50,000 negations", "not ", 50_000),
    _grown("50,000 Japanese negations", "ない", 50_000),
    _grown("50,000 open labels", "[[a|", 50_000),
    _grown("50,000 open addresses", "[a](https://", 50_000),
)


def change_of(given: States) -> Change:
    """The change from the one state to the other, both read."""
    dialect = load_profile("brain").dialect
    before, after = (
        parser.parse("knowledge/slow.md", (HEAD + body).encode(), dialect) for body in (given.before, given.after)
    )
    states = [Wiki(pages={page.path: page}, dialect=dialect) for page in (before, after)]
    return Change(states[0], states[1], edited=frozenset({before.path}))


def compare(change: Change) -> Difference:
    """The claims of both states, after the rules on changes have looked at them."""
    engine.run(View(change.head, NOW, change=change), engine.Settings(select=("BW6",)))
    return difference(change)


def check(given: Input) -> Page:
    """The page, after all rules of its profile have looked at it."""
    return _checked(given)[0]


def _checked(given: Input) -> tuple[Page, View, Report]:
    profile = load_profile(given.profile)
    page = parser.parse("knowledge/slow.md", given.text.encode(), profile.dialect)
    wiki = Wiki(pages={page.path: page}, dialect=profile.dialect)
    view = View(wiki, NOW, profile.required, options=profile.options)
    return page, view, engine.run(view, engine.Settings(profile.severities))


def measure(given: Input) -> tuple[float, float, float]:
    """CPU seconds to check an input, to split it into claims, and to mend what can be mended safely."""
    times = [time.process_time()]
    with without_collector():  # as the command runs it
        page, view, report = _checked(given)
    times.append(time.process_time())
    len(page.claims)
    times.append(time.process_time())
    mending.mend(given.text.encode(), page, [one for one in report.findings if one.fix == "safe"], view)
    times.append(time.process_time())
    return times[1] - times[0], times[2] - times[1], times[3] - times[2]


def measure_states(given: States) -> float:
    """CPU seconds to compare two states under the rules on changes."""
    with without_collector():
        change = change_of(given)
        start = time.process_time()
        compare(change)
    return time.process_time() - start


def _row(name: str, size: int, *costs: float) -> bool:
    """Print a line of the table; whether it is over the limit."""
    missed = max(costs) > LIMIT
    cells = "  ".join(f"{cost:6.2f}" for cost in costs)
    print(f"{name:54}  {size:10,}  {cells}{'   MISSED' if missed else ''}", flush=True)
    return missed


def main() -> int:
    """Print both tables; 1 where an input is over the limit."""
    print(f"{'input':54}  {'characters':>10}  {'check':>6}  {'claims':>6}  {'mend':>6}   CPU s")
    slow = sum(_row(given.name, len(given.text), *measure(given)) for given in INPUTS)
    print(f"{'two states':54}  {'characters':>10}  {'compare':>6}   CPU s")
    slow += sum(_row(given.name, len(given.before + given.after), measure_states(given)) for given in STATES)
    print(f"limit {LIMIT:.1f} CPU s for each: {'kept' if not slow else f'{slow} MISSED'}")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
