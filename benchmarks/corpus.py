"""A generated brain of any size: seeded, 150 to 300 words a page, front matter, six wikilinks and four cites each, 5 % CJK."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

SEED = 20261130
FOLDERS = ("concepts", "people", "projects", "decisions", "learnings", "places", "systems", "teams", "events", "tools")
SOURCES = 200
_SYLLABLES = "ka mi to re no sa lu ve di po an er ol in us ta be ro ni sol mar ten gra vel pro con".split()
_CJK = "記憶証拠引用知識頁会議予算測定音響工場計画決定資料数据证据引用页面会议预算测量决定资料"
_CJK_SHARE = 20  # one page in twenty


def words(rng: random.Random, count: int) -> str:
    """Pseudo-words, separated by blanks."""
    return " ".join("".join(rng.choices(_SYLLABLES, k=rng.randint(1, 4))) for _ in range(count))


def cjk(rng: random.Random, count: int) -> str:
    """A run of Chinese and Japanese characters."""
    return "".join(rng.choices(_CJK, k=count))


def source(number: int, rng: random.Random) -> str:
    """One source page."""
    body = "\n\n".join(f"{words(rng, 30).capitalize()}." for _ in range(5))
    return f"---\ntype: source\ntitle: Report {number}\n---\n# Report {number}\n\n{body}\n"


def page(number: int, total: int, sources: list[str], rng: random.Random) -> str:
    """One knowledge page with six links and four cites, each with a quote that stands in its source."""
    picked = [rng.randrange(len(sources)) for _ in range(4)]
    entries = "".join(
        f'  - id: {index}\n    resource: sources/report-{which}\n    title: "Report {which}"\n'
        f'    quote: "{" ".join(sources[which].split(chr(10) * 2)[1].split()[3:8])}"\n'
        for index, which in enumerate(picked, 1)
    )
    links = [f"[[page-{rng.randrange(total)}]]" for _ in range(6)]
    chinese = number % _CJK_SHARE == 0
    paragraphs = []
    for index in range(1, 5):
        text = f"{cjk(rng, 60)}。" if chinese else f"{words(rng, rng.randint(20, 38)).capitalize()}."
        tail = (
            f"{cjk(rng, 24)}[cite:{index}]。"
            if chinese
            else f"{words(rng, rng.randint(12, 24)).capitalize()} [cite:{index}]."
        )
        paragraphs.append(f"## {words(rng, 3).capitalize()}\n\n{text} See {links[index]} and more. {tail}\n")
    return (
        f'---\ntype: concept\ntitle: "Page {number}"\ndescription: "{words(rng, 9)}"\ntags: [alpha, beta]\nconfidence: 0.8\n'
        f"sources:\n{entries}generated:\n  by: process:bench\n  at: 2026-11-30T08:00:00Z\n---\n"
        f"# Page {number}\n\n{words(rng, 12).capitalize()} {links[0]}.\n\n"
        + "\n".join(paragraphs)
        + f"\n- {words(rng, 6)} {links[5]}\n"
    )


def generate(total: int) -> Iterator[tuple[str, str]]:
    """Paths and texts of a brain with `total` knowledge pages."""
    rng = random.Random(SEED)
    sources = [source(number, rng) for number in range(SOURCES)]
    for number, text in enumerate(sources):
        yield f"sources/report-{number}.md", text
    for number in range(total):
        folder = FOLDERS[number % len(FOLDERS)]
        yield f"knowledge/{folder}/set-{number // 500}/page-{number}.md", page(number, total, sources, rng)


def write(folder: Path, total: int) -> None:
    """Write a brain into a workspace folder, with its configuration."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "brainwiki.toml").write_text('format = 1\nbrain = "wiki"\nprofile = "brain"\n', "utf-8")
    for path, text in generate(total):
        file = folder / "wiki" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
