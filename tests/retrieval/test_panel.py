"""The context window panel: everything of a pack is told, nothing of it is markup, and the bar is to scale."""

from __future__ import annotations

import base64
import hashlib
import re
from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st

from brainwiki.model.pack import LANES, LaneUse, Pack, Section
from brainwiki.retrieval.panel import WIDTH, page, stretches
from tests.helpers import PROPERTY


def use(name: str, used: int, admitted: int = 1, left_out: int = 0) -> LaneUse:
    lane = next(lane for lane in LANES if lane.name == name)
    return LaneUse(name, lane.title, lane.share, lane.floor, used, used, admitted, left_out)


def pack_of(**fields: object) -> Pack:
    given = {
        "query": "pump",
        "budget": 1_000,
        "reserve": 200,
        "used": 500,
        "tokenizer": "estimate",
        "text": "# Head\n\nText.",
        "sections": (
            Section("knowledge", "Pump", "knowledge/pump.md", 300, "truncated", "found", "stale", 90, "2026-05-02", "human-reviewed", "account", 12),
            Section("sessions", "Talk, turn 3", "sessions/x", 150, "included", "found", "fresh", None, "", "", "", 4, 3),
            Section("notes", "Late", "", 800, "skipped", "budget: needs 800 tokens, 300 are left"),
        ),
        "lanes": (use("knowledge", 310), use("notes", 0, 0, 1), use("sessions", 150)),
        "head": 40,
        "mode": "sparse",
        "degraded": "no model",
        "warnings": ("Standing rules are missing: rules/x.md.",),
    }  # fmt: skip
    return Pack(**{**given, **fields})  # type: ignore[arg-type]


class Tags(HTMLParser):
    """The tags and the words of a page."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.words: list[str] = []
        self.feed(markup)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def test_everything_is_told() -> None:
    found = Tags(page(pack_of()))
    assert found.open == []
    words = " ".join(" ".join(found.words).split())
    for said in ("pump", "500", "of 1,000 tokens, 200 in reserve, 300 free", "Searched by words: no model.", "Standing rules are missing", "Pump",
                 "knowledge/pump.md:12", "sessions/x#turn-3", "cut", "stale", "90 %", "2026-05-02", "human-reviewed", "account",
                 "1 candidates did not get in", "budget: needs 800 tokens, 300 are left", "# Head Text."):  # fmt: skip
        assert said in words, said


def test_the_page_forbids_itself_everything_but_its_style() -> None:
    markup = page(pack_of())
    style = markup.partition("<style>")[2].partition("</style>")[0]
    seal = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = next(attrs["content"] for _, attrs in Tags(markup).tags if attrs.get("http-equiv"))
    assert policy == f"default-src 'none'; style-src 'sha256-{seal}'; base-uri 'none'; form-action 'none'"
    assert "url(" not in style
    assert "@import" not in style
    assert not re.search(r"https?:|//[a-z]", markup)


def test_the_bar_is_to_scale_and_says_what_the_table_says() -> None:
    pack = pack_of()
    found = stretches(pack)
    assert sum(tokens for *_, tokens in found) == pack.budget
    assert found == [
        ("head", "Opening lines", 40),
        ("lane-knowledge", "Knowledge", 310),
        ("lane-sessions", "Session evidence", 150),
        ("free", "Free", 300),
        ("reserve", "Reserve", 200),
    ]
    rects = [attrs for tag, attrs in Tags(page(pack)).tags if tag == "rect"]
    assert [round(float(rect["width"] or 0)) for rect in rects] == [40, 310, 150, 300, 200]
    assert float(rects[-1]["x"] or 0) + float(rects[-1]["width"] or 0) == WIDTH


def test_an_empty_pack_is_a_page_too() -> None:
    empty = Pack("", 5, 0, 0, "estimate", "")
    assert stretches(empty) == [("free", "Free", 5)]
    assert "(no question)" in page(empty)
    assert Tags(page(Pack("", 0, 0, 0, "estimate", ""))).open == []


EVIL = st.text(alphabet="<>\"'&/=! \x00\ud800\u202eabscript:", max_size=30)


@PROPERTY
@given(EVIL, EVIL, EVIL)
def test_no_text_is_markup(one: str, two: str, three: str) -> None:
    quiet = Tags(page(pack_of()))
    section = Section("knowledge", one, two, 1, "included", three, "fresh", 1, one, two, three, 1)
    left = section._replace(lane="notes", status="skipped")
    other = pack_of(
        query=one,
        text=two,
        tokenizer=three,
        degraded=one,
        warnings=(two,),
        sections=(section, pack_of().sections[1], left),
    )
    found = Tags(page(other))
    assert found.open == []
    names = [tag for tag, _ in found.tags]
    assert set(names) <= {tag for tag, _ in quiet.tags}
    assert not [
        name for _, attrs in found.tags for name in attrs if name.startswith("on") or name in ("src", "href", "style")
    ]
