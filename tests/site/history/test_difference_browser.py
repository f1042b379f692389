"""The difference that a browser works out says the same as the one that the build wrote: element by element."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from brainwiki.site.history.blocks import version
from brainwiki.site.words import words_of
from tests.helpers import REPOSITORY, page_of
from tests.site.history.versions import HEAD, SECRET, drawn

SCRIPTS = REPOSITORY / "site_overrides/assets/javascripts"
EXAMPLE = REPOSITORY / "tests/data/example/wiki/knowledge"
DRAW = """([data, a, b, said]) => {
  const words = (key, ...values) => said["d_" + key].replace(/\\{\\}/g, () => String(values.shift()));
  const box = document.createElement("div");
  for (const part of window.bw.difference(data, data.revisions[a], data.revisions[b], words)) box.append(part);
  return box.innerHTML;
}"""
NORMAL = "markup => { const box = document.createElement('template'); box.innerHTML = markup; return box.innerHTML; }"

PAIRS = {
    "numbers": ("It runs at 60 bar. [cite:1]\n", "It runs at 70 bar. [cite:2]\n"),
    "japanese": ("精度は高い。コンプレッサーを東京で使う。𠮷\n", "精度は低い。モーターを京都で使う。𠮷野\n"),
    "chinese": ("温度很高，压力是60巴。\n", "温度很低，压力是70巴。\n"),
    "moved": (
        "## A\n\nA paragraph that goes away from here.\n\nAnother one goes with it, too.\n\nb\n\n## B\n\nc\n",
        "## A\n\nb\n\n## B\n\nc\n\nA paragraph that goes away from here.\n\nAnother one goes with it, too.\n",
    ),
    "moved and changed": (
        "one two three four five six seven\n\nb\n\nc\n",
        "b\n\nc\n\none two three four five six eight\n",
    ),
    "moved within": (
        "A paragraph that moves a little.\n\nb\n\nc\n\nd\n",
        "b\n\nc\n\nd\n\nA paragraph that moves a little.\n",
    ),
    "table": (
        "| a | b |\n|-|-|\n| 1 | 2 |\n| 3 | 4 |\n| 5 | 6 |\n| 7 | 8 |\n",
        "| a | b |\n|-|-|\n| 1 | 2 |\n| 3 | 4 |\n| 5 | 6 |\n| 7 | 9 |\n",
    ),
    "column": ("| a | b |\n|-|-|\n| 1 | 2 |\n", "| a | c | b |\n|-|-|-|\n| 1 | 9 | 2 |\n"),
    "code": ("```py\na = 1\nb = 2\nc = 3\nd = 4\n```\n", "```py\na = 1\n  b = 2\nc = 3\ne = 5\n```\n"),
    "forms": (
        "## Head\n\n- [ ] **a** *b* `c` [d](e) $f$ <b>g</b> ![h](i)\n",
        "### Head\n\n1. [x] **a** *j* `k` [d](l) $m$ <i>g</i> ![h](n)\n",
    ),
    "space": ("a\n\nb c\n", "a\n\n\nb  c\n"),
    "signs": ("* a\n", "- a\n"),
    "none": ("a\n", "a\n"),
    "hostile": (
        "<script>alert(1)</script>\n\n<b onclick=x>y</b> </del>\n",
        "<img src=x onerror=alert(2)>\n\n<b onclick=z>y</b> </ins>\n",
    ),
    "long": ("word " * 400 + "end.\n\nx\n", "other " + "word " * 400 + "stop.\n\nx\n"),
    "very long": ("word " * 3100 + "\n\nb\n", "other " * 3100 + "\n\nb\n"),
    "many": (
        "\n\n".join(f"old paragraph {n}" for n in range(260)),
        "\n\n".join(f"new text number {n}" for n in range(260)),
    ),
    "nested": (
        "> - a b c d\n>     - e\n\n---\n\nf[^1]\n\n[^1]: Note.\n",
        "> - a b c x\n>     - g\n\nf[^1]\n\n[^1]: Notes.\n",
    ),
}
FRONTS = {
    "front": (
        "title: A\ntags: [a, b]\nsources:\n  - id: 1\n    resource: x\n    quote: It runs at 60 bar.\n",
        "title: B c\ntags: [a, c, d]\nsources:\n  - id: 1\n    resource: x\n    quote: It runs at 70 bar.\n  - id: 2\n    resource: y\n",
    ),
    "gone": ("title: A\nowner: x\nlist: [a, b, c, d, e, f]\n", "title: A\nlist: [a, b, c, d, z, f]\n"),
    "broken": ("title: A\n", "title: [\n"),
}


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    """An empty page with the rules of differences."""
    context = browser.new_context()
    page = context.new_page()
    page.set_content("<!doctype html><title>t</title>")
    for name in ("bw.js", "bw-difference.js"):
        page.add_script_tag(path=str(SCRIPTS / name))
    yield page
    context.close()


def data_of(before: str, after: str) -> dict[str, Any]:
    """Two versions as the data file holds them, without its tables."""
    values: list[Any] = []
    blocks: list[Any] = []
    revisions = {}
    for name, text in (("a", before), ("b", after)):
        found = version(page_of(text, head=""), SECRET)
        rows = [
            list(range(len(values), len(values) + len(found.values))),
            list(range(len(blocks), len(blocks) + len(found.blocks))),
        ]
        values.extend(found.values)
        blocks.extend(found.blocks)
        revisions[name] = [found.size, text, "".join(text.split()), *rows]
    return {"values": values, "blocks": blocks, "revisions": revisions}


def both(page: Page, before: str, after: str, language: str = "en") -> tuple[str, str]:
    """What the build writes and what the browser makes, as the browser reads each."""
    words = {key: said for key, said in words_of(language).items() if key.startswith("d_")}
    built = page.evaluate(NORMAL, drawn(before, after, language))
    return built, page.evaluate(DRAW, [data_of(before, after), "a", "b", words])


@pytest.mark.parametrize("name", PAIRS)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_texts(page: Page, name: str, language: str) -> None:
    before, after = PAIRS[name]
    built, made = both(page, HEAD + before, HEAD + after, language)
    assert made == built
    back, again = both(page, HEAD + after, HEAD + before, language)
    assert again == back


@pytest.mark.parametrize("name", FRONTS)
def test_front_matter(page: Page, name: str) -> None:
    before, after = FRONTS[name]
    built, made = both(page, f"---\n{before}---\nx\n", f"---\n{after}---\nx\n")
    assert made == built
    assert "bw-d-values" in made


def test_too_long_to_compare(page: Page) -> None:
    before, after = (HEAD + "\n\n".join(f"{word} {n}" for n in range(3100)) for word in ("old", "new"))
    built, made = both(page, before, after)
    assert made == built
    assert "bw-d-two" in made


def test_pages_of_the_example_edited_at_random(page: Page) -> None:
    chance = random.Random(7)
    texts = [path.read_text("utf-8") for path in sorted(EXAMPLE.rglob("*.md"))]
    for before in texts:
        after = edited(before, chance)
        built, made = both(page, before, after)
        assert made == built
        assert made or before == after


def edited(text: str, chance: random.Random) -> str:
    """A text with some lines changed, doubled, moved and left out."""
    lines = text.split("\n")
    for _ in range(chance.randint(1, 8)):
        at, to = chance.randrange(6, len(lines)), chance.randrange(6, len(lines))
        deed = chance.randrange(5)
        if deed == 0:
            lines.insert(to, lines.pop(at))
        elif deed == 1:
            del lines[at]
        elif deed == 2:
            lines.insert(to, lines[at])
        elif deed == 3:
            lines[at] = lines[at].replace("e", "i", 3).replace("の", "を", 1)
        else:
            words = lines[at].split(" ")
            chance.shuffle(words)
            lines[at] = " ".join(words)
    return "\n".join(lines)
