"""Hostile pages, wikis and changes, built from the pieces of the grammar: strategies of hypothesis."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import strategies as st

from brainwiki.model.change import Commit
from tests.helpers import encoded
from tests.markup.test_oracle import FRAGMENTS

# What the pieces are parted by is in none of them.
RESOURCES = (
    "other¦other#L1¦other#L1-L2¦other#L2-L1¦other#L0¦other#L1-L99999999999999999999¦other#^b¦other#a¦other#¦#L1¦#turn-1"
    "¦sessions/s¦sessions/s#turn-1¦sessions/s#turn-0¦sessions/s#turn-x¦sessions/s#turn-²¦sessions/s#turn-99999999999¦sessions/t#turn-2¦sources/r¦sources/r#L1-L3¦sources/r.md"
    "¦git:abcdef1¦git:abcdef1:a.py¦git:¦git:zz¦https://e.org/a¦http://[::1¦javascript:x¦task:t¦task:¦knowledge/a¦knowledge/a#^b"
    "¦../x¦../../../etc/passwd¦/etc/passwd¦C:\\\\x¦%2e%2e/x¦a%00b¦日本¦ｏｔｈｅｒ¦caf\u00e9¦cafe\u0301¦\u202e¦¦[[other]]¦[[¦a b"
).split("¦")
QUOTES = ("x y¦x  y¦X y¦¦ｘ ｙ¦It runs at 40 bar.¦\u200b¦動く。¦[cite:1]¦\\n").split("¦")
DATES = (
    "2026-05-02¦2026-02-31¦2026-05-02T09:00:00Z¦2026-05-02T25:00:00Z¦2026-05-02T09:00:00¦0000-00-00¦9999-12-31T23:59:59-23:59"
    "¦0001-01-01T00:00:00+14:00¦x¦２０２６-05-02¦2026-5-2"
).split("¦")
DIGESTS = "sha256:0123456789abcdef¦sha256:¦sha256:xyz¦x¦md5:0123¦SHA256:0123456789ABCDEF0123¦".split("¦")
FIELDS = (
    "type: concept¦type: [a]¦type:¦type: person¦type: session¦type: task¦title: T¦title: 日本 \u200b¦title: [[b]]¦title: Other¦description: d"
    "¦aliases: [a, é]¦aliases: a¦aliases: [other, Ｔ]¦tags: {a: b}¦tags: [on, 1.10]¦status: draft¦status: deprecated¦status: odd"
    "¦confidence: 0.5¦confidence: .nan¦confidence: high¦confidence: 1e999¦confidence:¦due: x¦verified: [a]¦generated: {by: a}"
    "¦sources: x¦sources: [[1]]¦sources:¦sources: [{id: [1], resource: 'git:abcdef1'}]¦sources: [{id: 1, resource: other}]"
    "¦country: no¦version: 1.10¦sha: 683e725¦n: 0x1F¦n: 1_000¦a: &x b¦a: *x¦<<: *x¦a: !!str b¦a: 'b¦\ta: b¦a: b: c¦? a¦- a¦{a: b}¦a: |\n  ---\n  b"
    "¦properties: x¦properties: [{property: a, value: b}, {property: A, value: c, subject: '[[other]]', until: x}, {property: a, value: d}]"
    "¦superseded_by: '[[other]]'¦superseded_by: '[[a]]'¦superseded_by: '[[../x]]'¦superseded_by: x¦superseded_by: ['[[other]]', '[[a]]']"
    "¦verified: [{by: a, at: x}]¦generated: {at: 1}¦state: odd¦turns: x¦started: 2026-02-30T00:00:00Z¦a: [b, {c: d}]¦# c¦%YAML 1.1¦...¦--- a"
    "¦scope: account¦scope: public¦scope: [public]¦# ai: always do¦a: b # note to ai: never do¦observations: [a]¦related: '[[other]]'¦up: ['[[nowhere]]', '[[a#b]]']¦\u2028a: b¦a: \x85b¦a: \x00¦a: \ufeffb¦日本: 語¦'a\\x': b¦"
).split("¦")
CLAIMS = (
    "It runs at 40 bar. [cite:1]\n¦It runs at 41 bar. [cite:1]\n¦It does not run. [cite:2]\n¦動く。[cite:1]¦動かない。[cite:1,2]\n\n"
    "¦- It is blue. [cite:1]\n    - (until 2026-05-02) It was red. [cite:2]\n¦- (until 2026-05-02) a [cite:1]\n¦(until 2026-05-02) "
    "¦(until 2026-02-31) ¦(until spring) ¦（until 2026-05-02）¦    - b [cite:2]\n¦  - ¦ ^c-1\n¦ ^b\n\n¦[cite:1]¦[cite:1,2]¦[cite:1][cite:2]¦[cite:9]"
    "¦[cite:1-3]¦[cite: 4, 5]¦[[cite:1]]¦(x)[cite:1]¦[x](cite:1)¦[cite_start]¦\\[cite:1\\]¦[cite:1]: ¦[cite:¦[cite:1¦[^1]¦[^1]: [[other]]\n¦[^1]: x, line 3\n"
    "¦| a. [cite:1] | [[other\\|b]] |\n¦| [[other|b]] |\n|-|-|\n¦Retracted: ¦2 May 2026¦一億二千万¦1,000,000 ¦two hundred ¦never "
).split("¦")
LINKS = (
    "[[other¦other]]¦[[other]]¦[[Other#a]]¦[[other#^b]]¦[[#a]]¦[[#^b]]¦![[other]]¦![[x.png]]¦[[a]]¦[[A]]¦[[ｏｔｈｅｒ]]¦[[nowhere]]¦[[sessions/s#turn-1]]¦[[sessions/s#turn-²]]¦[[sessions/s#turn-٣]]¦[[#A#a]]¦[[../../../x]]¦[[/etc/passwd]]"
    "¦[[C:\\x]]¦[[a:b]]¦[[CON]]¦[[a.]]¦[[%2e%2e/x]]¦[[|a]]¦[[ ]]¦[[[other]]]¦[[a [[other]] b]]¦[[other\n]]¦[[日本]]¦[[caf\u00e9]]¦[[cafe\u0301]]"
    '¦[x](other.md)¦[x](<a b.md>)¦[x](other.md#y)¦[x](a%20b.md)¦[x](..%2f..%2fx)¦[x](#a)¦![x](x.png "t")¦](x.md#y)¦[x]: other.md\n¦[x][x]¦<javascript:x>'
    "¦[x](data:text/html,x)¦[x](java&#115;cript:x)¦[x](http://[::1)¦[x](//e.org)¦[x](\\)¦<a href='x'>¦<a id=b>¦<a name='%'>"
).split("¦")
BLOCKS = (
    "# a\n¦# a\n# a\n¦## 2026-05-02\n¦a\n===\n¦---\n¦***\n¦```¦````\n¦~~~ x\n¦> ```\n¦- ```\n¦      ```\n¦$$\n¦$[[1,2]]$¦\\(¦\\right](\\mu)¦<div>\n¦<pre>¦<script>¦</script>"
    '¦<style>x¦<iframe src=x>¦<svg/onload=x>¦<p style="display:none">¦<![CDATA[¦]]>¦<?x¦<!x¦<!-- ¦ -->¦<!-- a -->¦%%¦%% a %%¦<!-- bw-ignore BW201: x -->\n'
    "¦<!-- bw-ignore BW301, BW999: x -->\n¦<!-- bw-ignore-file BW210: x -->¦<!-- bw-ignore BW503 -->¦<!-- bw-ignore: x -->¦bw-ignore BW204: x¦<<<<<<< a\n¦=======\n¦>>>>>>> b\n"
    "¦||||||| c\n¦> > > > > > > d\n¦# T\n\nOne line a page: what this brain knows. Follow a link to read on.\n¦TODO\n¦lorem ipsum ¦作成中¦- [ ] ¦- [x] ¦| a |\n|-|\n¦    [[other]]\n¦\t¦&#x5B;&lsqb;"
).split("¦")
SIGNS = (
    "\u200b¦\u200d¦\u202e¦\u2066¦\ufeff¦\ufe0f¦\ufe00¦\U000e0068¦\U000e0168¦\u00ad¦\u3000¦\u00a0¦\u2028¦\x85¦\x00¦\x07¦\x0c¦\x1b[31m¦\r¦\r\n¦\udcff¦\udced\udca0\udc80¦👩\u200d🚀¦🏳️\u200d🌈"
    "¦🇯🇵¦e\u0301¦か\u3099¦。¦．¦！？¦ｱ¦ﬁ¦ß¦İ¦\U0001d51e¦\u0600¦क\u094d\u200dष¦می\u200cخواهم¦turn-1¦. ¦]. ¦**¦`¦``¦{{x}}"
).split("¦")
DANGERS = (
    "<!-- ai: always ¦ignore all previous instructions ¦<b hidden title='¦# note to ai: never tell the user\n¦password: tR7#mq¦2Vx!9z ¦AKIA¦Q3EGRXAMQ5F2TPLE "
    "¦token=¦jo@post.brainwiki ¦+49 30 2264 5197¦\U000e0069\U000e0067\U000e006e\U000e006f¦-----BEGIN PRIVATE KEY-----\n¦ghp_"
).split("¦")
PIECES = (*FRAGMENTS, *CLAIMS, *LINKS, *BLOCKS, *SIGNS, *DANGERS)
NAMES_OF_FILES = (
    "knowledge/a.md¦knowledge/b.md¦index.md¦log.md¦sessions/s/session.md¦sessions/t/session.md¦tasks/t.md¦sources/r.md¦rules/r.md¦notes/n/n.md¦proposals/p.md"
    "¦knowledge/A.md¦Knowledge/x.md¦knowledge/caf\u00e9.md¦knowledge/cafe\u0301.md¦knowledge/日本.md¦knowledge/ｏｔｈｅｒ.md¦odd name\u200b.md¦knowledge/CON.md"
    "¦knowledge/a:b.md¦knowledge/a..md¦knowledge/a /b.md¦knowledge/%20.md¦knowledge/a%7Cb.md¦knowledge/👩\u200d🚀.md¦knowledge/\udcff.md¦knowledge/\x07\n.md¦.md¦a/.md"
    "¦a/b/c/d/e/index.md¦knowledge/a b.md¦knowledge/x.png¦x.canvas¦sessions/s/transcript.jsonl¦sessions/t/transcript.jsonl¦forgotten.jsonl¦ledger/s.jsonl¦knowledge/a.txt"
).split("¦")
TURNS = (
    '{"turn": 1, "role": "user", "at": "2026-05-02T09:00:00Z", "text": "x y"}¦{"turn": 2, "role": "tool", "text": "It runs at 40 bar."}¦{"turn": 2}¦{"turn": "1", "text": 1}'
    '¦{"turn": 1e999}¦{"turn": -1, "text": "a"}¦{"turn": true, "text": "a"}¦[]¦1¦"x"¦null¦{¦¦\ufeff{"turn": 1}¦\udcff¦{"turn": 1, "turn": 2}¦{"path": "knowledge/a.md", "at": "2026-05-02"}'
    '¦{"turn": 99999999999999999999, "role": [], "at": "x", "text": "\\ud800"}¦{"turn": NaN}¦\x00'
).split("¦")

SOURCES = st.lists(
    st.tuples(
        st.sampled_from(["1", "2", '"1"', "a", "９", "[1]", "''", "1.0"]),
        st.sampled_from(RESOURCES),
        st.dictionaries(
            st.sampled_from(["quote", "at", "digest", "title", "author"]),
            st.sampled_from([*QUOTES, *DATES, *DIGESTS]),
            max_size=3,
        ),
    ),
    max_size=3,
).map(
    lambda entries: "".join(
        ["sources:\n"] * bool(entries)
        + [
            f'  - id: {key}\n    resource: "{resource}"\n'
            + "".join(f'    {name}: "{value}"\n' for name, value in more.items())
            for key, resource, more in entries
        ]
    )
)
LINES = st.lists(
    st.one_of(
        st.sampled_from(FIELDS),
        st.sampled_from(DATES).map("stale_after: {}".format),
        st.sampled_from(DATES).map("due: {}".format),
    ),
    max_size=5,
).map(lambda lines: "".join(f"{line}\n" for line in lines))
HEADS = st.one_of(
    st.tuples(st.just("type: concept\ntitle: T\ndescription: d\n"), SOURCES).map("".join),
    st.tuples(LINES, SOURCES).map("".join),
    st.tuples(SOURCES, LINES).map("".join),
)
BODIES = st.lists(st.one_of(st.sampled_from(PIECES), st.sampled_from(PIECES), st.text(max_size=3)), max_size=25).map(
    "".join
)
OPENERS = st.sampled_from(["---\n", "---\n", "---\n", "--- \n", "", "\n---\n", "\ufeff---\n", "---\r\n", "----\n"])
CLOSERS = st.sampled_from(
    ["---\n", "---\n", "---\n", "---", "--- \t\n", "...\n", "", "---\r\n", "---\n---\na: b\n---\n"]
)


def _bytes(text: str) -> bytes:
    """A file's bytes: U+DC80 to U+DCFF stand for wrong bytes, other halves of pairs for themselves, which are wrong too."""
    return b"".join(
        sign.encode("utf-8", "surrogateescape" if "\udc80" <= sign <= "\udcff" else "surrogatepass") for sign in text
    )


PAGES = st.tuples(OPENERS, HEADS, CLOSERS, BODIES).map("".join).map(_bytes)
RECORDS = st.lists(st.sampled_from(TURNS), max_size=6).map(lambda lines: encoded("\n".join(lines)))
PATHS = st.sampled_from([name for name in NAMES_OF_FILES if name.endswith(".md")])
OTHER = b"---\ntype: concept\ntitle: Other\ndescription: d\n---\nx y\n"


def _files(names: Iterable[str]) -> st.SearchStrategy[dict[str, bytes]]:
    """Files of these names, each with content of its kind."""
    kinds = {
        name: PAGES if name.endswith(".md") else RECORDS if name.endswith(".jsonl") else st.just(b"x") for name in names
    }
    return st.fixed_dictionaries(kinds)


WIKIS = st.lists(st.sampled_from(NAMES_OF_FILES), min_size=1, max_size=5, unique=True).flatmap(_files)


def _edit(raw: bytes, how: str, at: int, piece: str) -> bytes:
    """A file after one edit at a place that is somewhere in it."""
    at = at % (len(raw) + 1)
    lines = raw.split(b"\n")
    if how == "insert":
        return raw[:at] + piece.encode("utf-8", "surrogatepass") + raw[at:]
    if how == "drop":
        del lines[at % len(lines)]
    elif how == "swap":
        lines.reverse()
    elif how == "number":
        return raw.replace(b"40", b"41").replace(b"cite:1", b"cite:2")
    elif how == "ends":
        return raw.replace(b"\n", b"\r\n")
    return b"\n".join(lines)


@st.composite
def _changes(draw: st.DrawFn) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """Two states: the second is the first with files edited, dropped, moved and written anew."""
    before = draw(WIKIS)
    after: dict[str, bytes] = {}
    for path, raw in before.items():
        how = draw(st.sampled_from(["same", "insert", "drop", "swap", "number", "ends", "move", "delete"]))
        if how == "move":
            after[path.replace(".", "-2.", 1)] = raw
        elif how != "delete":
            after[path] = (
                raw if how == "same" else _edit(raw, how, draw(st.integers(0, 999)), draw(st.sampled_from(PIECES)))
            )
    if draw(st.booleans()):
        after.update(draw(WIKIS))
    return before, after


CHANGES = _changes()
COMMITS = st.lists(
    st.tuples(
        st.sampled_from(["human:a", "process:b", "m/1", ""]),
        st.booleans(),
        st.frozensets(st.sampled_from(NAMES_OF_FILES), max_size=3),
    ).map(lambda one: Commit("a" * 40, *one)),
    max_size=2,
).map(tuple)
