"""Search in Japanese and Chinese: a set of questions of our own among 10,000 real passages, and rare words of real wikis.

The pages and questions are `tests/data/cjk/gold.json`. They are hidden among passages that are cut from folders which the arguments
or BRAINWIKI_CJK name: Markdown, text, HTML or manual pages, packed or not. On Debian, for example, the packages manpages-ja,
manpages-zh, debian-reference-ja and debian-reference-zh-cn hold more than enough (`apt-get download`, `dpkg-deb -x`).

Each folder is then a wiki of its own: of words that stand in one of its documents alone, 200 are drawn, and that document must be
among the first ten hits of each. All questions go to the same search that the command line uses, without vectors.
"""

from __future__ import annotations

import argparse
import gzip
import html
import json
import os
import random
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import mean
from typing import NamedTuple

from benchmarks.check import judged
from brainwiki.bootstrap import open_workspace
from brainwiki.usecases.index import embed
from brainwiki.usecases.search import Wanted, ask, freshen
from brainwiki.usecases.workspace import Workspace

GOLD = Path(__file__).resolve().parent.parent / "tests/data/cjk/gold.json"
SEED = 20261201
PASSAGES = 10_000
PLAIN_GOAL, ALIAS_GOAL = 0.80, 0.97  # R@5
WORDS, DEPTH, RARE_GOAL = 200, 10, 1.0
LEAST, MOST = 120, 400  # characters of a passage
MANUAL = re.compile(r"\.[1-9][a-z]*(\.gz)?$")
ENDINGS = (".md", ".txt", ".html", ".htm")
_CJK = re.compile("[\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff]")
_RUN = re.compile("[\u4e00-\u9fff]{2,6}|[\u30a1-\u30faー]{3,10}")
_UNSEEN = re.compile(r"(?is)<(script|style|head)\b.*?</\1>")
_BLOCK = re.compile(r"(?i)</?(p|div|li|ul|ol|dl|dt|dd|pre|table|tr|td|h[1-6]|section|br|hr|blockquote)\b[^>]*>")
_TAG = re.compile(r"<[^>]*>")
_ROFF = re.compile(r"\\f(\[[^\]]*\]|\(..|.)|\\[&|^%]|\\s[-+]?\d|\\\*?\(..|\\\*?\[[^\]]*\]")
_MARK_UP = re.compile(r"\A---\n.*?\n---\n|^```.*?^```$", re.DOTALL | re.MULTILINE)


class Gold(NamedTuple):
    """Our own pages (slug, language, title, aliases, text) and the questions to them (words, slug, class)."""

    pages: Sequence[Mapping[str, object]]
    questions: Sequence[tuple[str, str, str]]


class Document(NamedTuple):
    """A real document: its name, and its text with empty lines between paragraphs."""

    name: str
    text: str


def gold() -> Gold:
    """Our own set."""
    data = json.loads(GOLD.read_text("utf-8"))
    return Gold(data["pages"], [(one["query"], one["page"], one["class"]) for one in data["queries"]])


def documents(folder: Path) -> Iterator[Document]:
    """What can be read below a folder, in the order of its paths; the same document is read once."""
    seen: set[str] = set()
    for path in sorted(folder.rglob("*")):
        is_manual = bool(MANUAL.search(path.name))
        if not path.is_file() or path.is_symlink() or not (is_manual or path.suffix in ENDINGS):
            continue
        raw = path.read_bytes()
        text = (gzip.decompress(raw) if path.suffix == ".gz" else raw).decode("utf-8", "replace")
        if path.suffix in (".html", ".htm"):
            text = html.unescape(_TAG.sub("", _BLOCK.sub("\n\n", _UNSEEN.sub("", text))))
        elif is_manual:
            text = "\n".join(_ROFF.sub("", line) if line[:1] not in (".", "'") else "" for line in text.split("\n"))
        else:
            text = _MARK_UP.sub("", text)
        if len(_CJK.findall(text)) >= LEAST and text not in seen:
            seen.add(text)
            yield Document(str(path.relative_to(folder)), text)


def passages(document: Document) -> Iterator[str]:
    """A document cut between paragraphs, and at stops where these are long; what is mostly not CJK is left out."""
    waiting = ""
    for paragraph in re.split(r"\n\s*\n", document.text):
        for part in re.findall(
            rf"(?s).{{1,{MOST}}}(?:[。！？]|$)|.{{1,{MOST}}}", re.sub(r"\s+", " ", paragraph).strip()
        ):
            waiting = f"{waiting}\n{part}".strip()
            if len(waiting) >= LEAST:
                if 2 * len(_CJK.findall(waiting)) >= len(waiting):
                    yield waiting
                waiting = ""


def page(title: str, aliases: object, text: str, language: str) -> str:
    """A page as a file."""
    front = {"type": "concept", "title": title, "aliases": aliases, "language": language}
    lines = "".join(f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in front.items() if value)
    return f"---\n{lines}---\n# {title}\n\n{text}\n"


def write(folder: Path, files: Iterable[tuple[str, str]]) -> None:
    """A workspace with these pages."""
    (folder / "wiki").mkdir(parents=True)
    (folder / "brainwiki.toml").write_text('format = 1\nbrain = "wiki"\nembedder_timeout = 60000\n', "utf-8")
    for path, text in files:
        file = folder / "wiki/knowledge" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")


def own_pages(own: Gold, with_aliases: bool) -> Iterator[tuple[str, str]]:
    """The files of our own pages."""
    for one in own.pages:
        aliases = one["aliases"] if with_aliases else []
        yield f"own/{one['slug']}.md", page(str(one["title"]), aliases, str(one["text"]), str(one["language"]))


def real_pages(texts: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The files of real passages; the first words are the title."""
    for number, text in enumerate(texts):
        title = re.sub(r"[\"\\#\[\]|]", " ", text.split("\n", 1)[0])[:20]
        yield f"real/{number // 500}/{number}.md", page(title, [], text, "")


def ranks(workspace: Workspace, own: Gold) -> list[tuple[str, int]]:
    """For each question its class and the rank of its page; 0 where it is not among the first ten."""
    found = []
    for words, slug, kind in own.questions:
        hits = [hit.path for hit in ask(workspace, words, Wanted(limit=10)).hits]
        path = f"knowledge/own/{slug}.md"
        found.append((kind, hits.index(path) + 1 if path in hits else 0))
    return found


def recall(found: Iterable[tuple[str, int]], depth: int) -> float:
    """The share of questions whose page is among the first so many."""
    return mean(0 < rank <= depth for _, rank in found)


def rare_words(texts: Sequence[str], count: int, seed: int = SEED) -> list[tuple[str, int]]:
    """Words that stand in one text alone, and its number: runs of Chinese characters or katakana, drawn at random."""
    holders: Counter[str] = Counter()
    where: dict[str, int] = {}
    for number, text in enumerate(texts):
        for word in sorted({match[0] for match in _RUN.finditer(text)}):
            holders[word] += 1
            where[word] = number
    once = sorted(word for word, times in holders.items() if times == 1)
    random.Random(seed).shuffle(once)
    chosen: list[tuple[str, int]] = []
    for word in once:
        if sum(word in text for text in texts) == 1:  # nor within a longer run elsewhere
            chosen.append((word, where[word]))
        if len(chosen) == count:
            break
    return chosen


def rare_share(scratch: Path, told: list[Document], count: int) -> tuple[float, int, list[str]]:
    """The share of a folder's rare words whose document is found, how many were drawn, and some that were missed."""
    write(scratch, ((f"d{number}.md", page(f"d{number}", [], one.text, "")) for number, one in enumerate(told)))
    workspace = open_workspace(str(scratch))
    freshen(workspace)
    words = rare_words([one.text for one in told], count)
    missed = []
    for word, number in words:
        hits = [hit.path for hit in ask(workspace, word, Wanted(limit=DEPTH, mode="sparse")).hits]
        if f"knowledge/d{number}.md" not in hits:
            missed.append(word)
    return 1 - len(missed) / max(1, len(words)), len(words), missed[:5]


def drawn(folders: Sequence[Sequence[Document]], count: int) -> list[str]:
    """So many passages of all folders, drawn at random; all where there are not more."""
    every = list(dict.fromkeys(text for told in folders for document in told for text in passages(document)))
    random.Random(SEED).shuffle(every)
    print(f"  {len(every):,} real passages, {min(count, len(every)):,} of them used", flush=True)
    return every[:count]


def measure_own(scratch: Path, texts: Sequence[str], with_vectors: bool) -> list[str]:
    """Print what our own set gets without and with aliases; the goals that are missed."""
    own, missed = gold(), []
    for with_aliases, goal in ((False, PLAIN_GOAL), (True, ALIAS_GOAL)):
        folder = scratch / f"own-{with_aliases}-{with_vectors}"
        write(folder, (*own_pages(own, with_aliases), *real_pages(texts)))
        workspace = open_workspace(str(folder))
        start = time.process_time()
        freshen(workspace)
        built = time.process_time() - start
        if with_vectors:
            embed(workspace)
        start = time.process_time()
        found = ranks(workspace, own)
        each = 1000 * (time.process_time() - start) / len(found)
        name = f"{'with' if with_aliases else 'without'} aliases{', with vectors' if with_vectors else ''}"
        reached = recall(found, 5)
        print(
            f"  {name:30} R@1 {recall(found, 1):.2f}  R@5 {reached:.2f}  R@10 {recall(found, 10):.2f}   goal R@5 {goal:.2f} "
            f"{judged(reached >= goal)}   index {built:.1f} CPU s, question {each:.1f} CPU ms"
        )
        for kind in dict.fromkeys(kind for kind, _ in found):
            some = [one for one in found if one[0] == kind]
            print(f"      {kind:16} {sum(0 < rank <= 5 for _, rank in some):3} of {len(some)}")
        missed += [] if reached >= goal else [name]
    return missed


def main() -> int:
    """Measure and print; 1 where a goal is missed."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("folders", nargs="*", default=os.environ.get("BRAINWIKI_CJK", "").split(os.pathsep))
    arguments.add_argument("--passages", type=int, default=PASSAGES)
    arguments.add_argument("--words", type=int, default=WORDS, help="rare words of each folder; 0: none")
    arguments.add_argument("--vectors", action="store_true", help="also with vectors; embedding takes minutes")
    options = arguments.parse_args()
    folders = [Path(one) for one in options.folders if one]
    missed: list[str] = []
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        os.environ["BRAINWIKI_CACHE"] = str(scratch / "cache")
        told = [list(documents(folder)) for folder in folders]
        texts = drawn(told, options.passages)
        os.environ["BRAINWIKI_EMBEDDER"] = "none"
        missed += measure_own(scratch, texts, False)
        for number, (folder, some) in enumerate(zip(folders if options.words else [], told, strict=False)):
            share, words, examples = rare_share(scratch / f"rare-{number}", some, options.words)
            kept = share >= RARE_GOAL
            print(
                f"  {words} rare words of {folder.name} ({len(some)} documents): hit@{DEPTH} {share:.3f} {judged(kept)} {examples}"
            )
            missed += [] if kept else [folder.name]
        if options.vectors:
            os.environ["BRAINWIKI_EMBEDDER"] = "auto"
            missed += measure_own(scratch, texts, True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
