"""A random brain and random steps on it: pages, links, evidence, sessions, attachments and settings come, change and go, and so does
what Git tells: commits, renames, merges, open proposals."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable
from pathlib import Path

from brainwiki.model.finding import Severity
from brainwiki.rules.register import BY_CODE
from tests.helpers import encoded
from tests.site.random_past import RandomPast

FOLDERS = (
    "knowledge/a",
    "knowledge/b",
    "knowledge/b/deep",
    "concepts",
    "sources",
    "notes",
    "",
    "tasks",
    "rules",
    "proposals",
)
KINDS = {"sources": "source", "notes": "note", "tasks": "task", "rules": "rule", "proposals": "proposal"}
NAMES = ("one", "two", "three", "four", "five", "index", "log", "記憶")
TITLES = ("Pump", "Valve & co", "<b>Bold</b>", "記憶の証拠", "数据引用", "Pump", 'Quote "x"', "Zulu", "alpha")
WORDS = "pump runs at 40 bar & more <i>often</i> than not 記憶 は 証拠 である 数据 *then* `code` it stops".split()
TALKS = tuple(f"sessions/2026-0{n}-02-claude-code-abcdefghi{n}" for n in range(1, 6))
# Pages that want an address that something of the site's own may have.
INTRUDERS = (
    f"{TALKS[0]}/part-2", f"{TALKS[0]}/part-2/session", "pages", "Pages", "tags", "tasks", "Review", "changes", "graph", "health/index", "history", "pages/2", "tags/a",
    "pages/types/concept", "changes/2026-03", "knowledge/a", "knowledge/A", "knowledge/b/deep", "knowledge/a/one/history", "knowledge/B/x", "nick",
)  # fmt: skip
TAGS = ("a", "A b", "記憶", "c", "a/b", "d")
CONFIGS = (
    "",
    'publish = ["sessions"]\n',
    'publish = ["sessions", "tasks", "proposals", "open-proposals"]\n',
    'publish = ["sessions", "tasks"]\nlanguage = "ja"\n',
    'publish = ["open-proposals"]\nrepository = "https://example.org/r"\n',
    'title = "Team"\nlanguage = "zh"\npublish = ["proposals"]\n',
    'exclude = ["concepts/*"]\npublish = ["sessions", "tasks", "proposals", "open-proposals"]\n',
)
HEADS = (
    "type: task", "type: concept", "type: session", "type: proposal", "type: note",    "language: ja", "lang: en", "language: fr", "status: deprecated", "status: draft", "confidence: 0.7", "confidence: 0.1",
    "stale_after: 2026-01-01", "stale_after: 2027-05-01", 'verified: [{by: "human:a", at: 2026-05-01T00:00:00Z}]',
    "verified: [{by: checker, at: 2026-05-01T00:00:00Z}]", "resource: https://www.host.example/x", "resource: https://b.example/",
    "author: A. Writer", "published: 2026-01-02", "due: 2026-12-01", "due: 2027-01-05", "state: done", "state: waiting",
    "state: rejected", "owner: 'human:b'", "repeat: FREQ=WEEKLY", "started: 2026-03-03T09:00:00Z", "turns: 7", "agent: codex", "x: '[[one]]'",
)  # fmt: skip
BLOCKING = tuple(code for code, rule in BY_CODE.items() if rule.severity is Severity.BLOCK)
PROFILES = ("brain", "brain", "brain", "llm-wiki", "brain", "okf", "brain", "obsidian")
LOOKS = ("", "site_url: https://pages.example.org/m/\n", "theme:\n  features: [navigation.tabs]\n")


class RandomBrain:
    """A workspace in `folder`; `step` changes one thing of it and says what."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder
        self.rng = random.Random(seed)
        self.texts: dict[str, str | bytes] = {}
        self.talks: dict[str, int] = {}
        self.gone: dict[str, str | bytes] = {}
        self.config, self.look = CONFIGS[2], LOOKS[0]
        self.profile = PROFILES[seed % len(PROFILES)]
        # Where nothing blocks, no number of what blocks stands on every page: then most steps leave most pages as they are.
        self.rules = "".join(f'{code} = "WARN"\n' for code in BLOCKING) if seed % 3 else ""
        for _ in range(12):
            self.write_page()
        for _ in range(3):
            self.talk()
        self.attach()
        self.save()
        self.past = RandomPast(folder, self.rng)

    @property
    def steps(self) -> tuple[Callable[[], None], ...]:
        """Every kind of step; some are more likely than others."""
        often = (self.write_page, self.edit, self.edit, self.link, self.link, self.cite, self.cite)
        return (*often, self.retitle, self.alias, self.heading, self.remove, self.rename, self.talk, self.attach,
                self.supersede, self.describe, self.empty, self.raw, self.configure, self.touch, self.tag, self.tag, self.say,
                self.say, self.intrude, self.intrude, self.bring_back, self.swap, self.line_ends, self.claim, self.claim, self.forget)  # fmt: skip

    def step(self) -> str:
        """Change something, on the disk too, and let Git know of it or not."""
        done = []
        for _ in range(self.rng.choice((1, 1, 1, 2, 4))):
            chosen = self.rng.choice(self.steps)
            chosen()
            done.append(chosen.__name__)
        self.save()
        return " ".join([*done, *self.past.step(self.rng.choice(self.pages()))])

    # Pages ------------------------------------------------------------------------------------------------------------

    def pages(self) -> list[str]:
        return sorted(path for path in self.texts if path.endswith(".md") and not path.startswith("../"))

    def a_page(self) -> str:
        return self.rng.choice(self.pages() or [self.write_page() or self.pages()[0]])

    def words(self, count: int = 8) -> str:
        return " ".join(self.rng.choices(WORDS, k=count))

    def write_page(self) -> None:
        folder, name = self.rng.choice(FOLDERS), self.rng.choice(NAMES)
        path = f"{folder}/{name}.md" if folder else f"{name}.md"
        kind = KINDS.get(folder, self.rng.choice(("concept", "person", "decision", "記憶")))
        title = self.rng.choice(TITLES)
        head = f"---\ntype: {kind}\ntitle: {json.dumps(title, ensure_ascii=False)}\ndescription: {self.words(3)!r}\n"
        if folder == "tasks":
            head += f"state: {self.rng.choice(('waiting', 'active', 'done'))}\ndue: 2026-1{self.rng.randint(0, 2)}-05\n"
        if folder == "proposals":
            head += self.receipt()
        head += f"tags: {self.rng.sample(TAGS, self.rng.randint(0, 3))}\n"
        body = f"# {title}\n\n{self.words()}. See {self.a_link()}.\n\n## Facts\n\n{self.words()}.\n"
        self.texts[path] = f"{head}---\n{body}"

    def receipt(self) -> str:
        """What the receipt of a proposal says."""
        pages = self.pages() or ["one.md"]
        writes = "".join(f"  {json.dumps(self.rng.choice(pages))}: {{from: a, to: b}}\n" for _ in range(2))
        talk = self.rng.choice(TALKS).removeprefix("sessions/")
        base = self.rng.choice(("abcdef1234567890", "x"))
        return f"base: {base}\nwrites:\n{writes}sessions: [{talk}]\nadopted: [o-1]\nrejected: [{{id: o-2, reason: no}}]\ngate: ['a: passed']\n"

    def a_name(self) -> str:
        """Something that a link may lead to, or nothing at all."""
        pages = self.pages()
        stems = [path.removesuffix(".md").rpartition("/")[2] for path in pages]
        return self.rng.choice(
            [*stems, *[path.removesuffix(".md") for path in pages], *TITLES[:3], "nowhere", "Nick", "pic.png"]
        )

    def a_link(self) -> str:
        name = self.a_name()
        part = self.rng.choice(("", "", "", "#Facts", "#More facts", "#^b1"))
        form = self.rng.randrange(8)
        if form == 0:
            return f"[[{name}{part}|so called]]"
        if form == 1:
            return f"![[{name}]]"
        if form == 2:
            return f"[words](../{self.rng.choice(FOLDERS)}/{self.rng.choice(NAMES)}.md{part.replace(' ', '%20').replace('^', '')})"
        if form == 3:
            return f'<a href="{self.rng.choice(NAMES)}.md">html</a> <img src="pic.png" alt="x">'
        return f"[[{name}{part}]]"

    def change(self, path: str, old: str, new: str) -> None:
        text = self.texts[path]
        assert isinstance(text, str)
        self.texts[path] = text.replace(old, new, 1)

    def append(self, path: str, words: str) -> None:
        text = self.texts[path]
        assert isinstance(text, str)
        self.texts[path] = f"{text}\n{words}\n"

    def edit(self) -> None:
        self.append(self.a_page(), f"{self.words()}. {self.words(4)}.{self.rng.choice(('', ' ^b1', ' ^c-own'))}")

    def link(self) -> None:
        self.append(self.a_page(), f"{self.words(3)} {self.a_link()} {self.words(3)}.")

    def heading(self) -> None:
        path = self.a_page()
        if "## Facts" in str(self.texts[path]):
            self.change(path, "## Facts", "## More facts")
        else:
            self.append(path, f"## Facts\n\n{self.words()}.")

    def in_head(self, path: str, line: str) -> None:
        key = line.partition(":")[0]
        lines = str(self.texts[path]).split("\n")
        end = lines.index("---", 1) if lines[0] == "---" and "---" in lines[1:] else 0
        if end:
            kept = [one for one in lines[1:end] if not one.startswith(f"{key}:")]
            self.texts[path] = "\n".join(["---", *kept, line, *lines[end:]])

    def retitle(self) -> None:
        self.in_head(self.a_page(), f"title: {json.dumps(self.rng.choice(TITLES), ensure_ascii=False)}")

    def alias(self) -> None:
        self.in_head(self.a_page(), self.rng.choice(("aliases: [Nick]", "aliases: [Nick, nowhere]", "aliases: []")))

    def describe(self) -> None:
        self.in_head(self.a_page(), f"description: {self.words(3)!r}")

    def supersede(self) -> None:
        self.in_head(self.a_page(), f'superseded_by: "[[{self.a_name()}]]"')

    def tag(self) -> None:
        self.in_head(
            self.a_page(), f"tags: {json.dumps(self.rng.sample(TAGS, self.rng.randint(0, 4)), ensure_ascii=False)}"
        )

    def say(self) -> None:
        """One more or another line in a head."""
        self.in_head(self.a_page(), self.rng.choice(HEADS))

    def claim(self) -> None:
        """A claim is added, or what one says changes."""
        path, value = self.a_page(), self.rng.choice(("40", "41", "記憶"))
        text = str(self.texts[path])
        if "- Now " in text:
            was = text.partition("- Now ")[2].partition("\n")[0]
            before = f"\n    - (until 2026-05-02) {was}" if self.rng.random() < 0.5 else ""
            self.change(path, f"- Now {was}", f"- Now {value} bar. [cite:1]{before}")
        else:
            self.append(path, f"- Now {value} bar. [cite:1]")

    def intrude(self) -> None:
        """A page comes to, or goes from, an address that something else may have."""
        path = f"{self.rng.choice(INTRUDERS)}.md"
        text = (
            f"---\ntype: concept\ntitle: {self.rng.choice(('Intruder', 'Pump'))}\ndescription: d\n---\n{self.words()}\n"
        )
        if self.texts.pop(path, None) is None:
            self.texts[path] = text

    def remove(self) -> None:
        if len(self.pages()) > 4:
            path = self.a_page()
            self.gone[path] = self.texts.pop(path)

    def bring_back(self) -> None:
        """A page that was removed comes back as it was."""
        if self.gone:
            path = self.rng.choice(sorted(self.gone))
            self.texts.setdefault(path, self.gone.pop(path))

    def forget(self) -> None:
        """The deletion log names a page that is gone."""
        if self.gone:
            name = self.rng.choice(sorted(self.gone)).removesuffix(".md")
            log = str(self.texts.get("forgotten.jsonl", ""))
            self.texts["forgotten.jsonl"] = f"{log}{json.dumps({'page': name})}\n"

    def swap(self) -> None:
        """Two pages take each other's place."""
        one, other = self.a_page(), self.a_page()
        if not one.startswith("sessions/") and not other.startswith("sessions/"):
            self.texts[one], self.texts[other] = self.texts[other], self.texts[one]

    def line_ends(self) -> None:
        """Line ends of another system: the file differs, the page says the same."""
        path = self.a_page()
        text = self.texts[path]
        assert isinstance(text, str)
        self.texts[path] = text.replace("\r\n", "\n") if "\r\n" in text else text.replace("\n", "\r\n")

    def rename(self) -> None:
        path = self.a_page()
        folder, name = self.rng.choice(FOLDERS), self.rng.choice(NAMES)
        target = f"{folder}/{name}.md" if folder else f"{name}.md"
        if target not in self.texts and not path.startswith("sessions/"):
            self.texts[target] = self.texts.pop(path)

    def empty(self) -> None:
        folder = self.rng.choice(FOLDERS[1:4])
        for path in [path for path in self.texts if path.startswith(f"{folder}/")]:
            if len(self.pages()) > 4:
                del self.texts[path]

    def touch(self) -> None:
        """Nothing changes but the times of a file."""

    def say_otherwise(self) -> str:
        """A page or note says the same in other words: its sentences come, go and change their places, with what they link to."""
        path = self.rng.choice([one for one in self.pages() if one.startswith(("knowledge/", "concepts/", "notes/"))])
        lines = str(self.texts[path]).split("\n")
        head = lines.index("---", 1) + 1 if lines[0] == "---" else 0
        at = self.rng.randint(head, len(lines))
        did = self.rng.choice(("more", "more", "linked", "linked", "less", "turned", "cited"))
        if did == "less" and at < len(lines) and not lines[at].startswith("#"):
            del lines[at]
        elif did == "turned":
            body = [line for line in lines[head:] if not line.startswith("#")]
            lines[head:] = [line for line in lines[head:] if line.startswith("#")] + body[::-1]
        elif did == "linked":
            sure = f"[[{self.rng.choice(self.pages()).removesuffix('.md')}]]"
            lines.insert(at, f"\n{self.words(3)} {self.rng.choice((sure, self.a_link()))} {self.words(2)}.\n")
        else:
            lines.insert(at, f"\n{self.words()}{' [cite:1]' if did == 'cited' else ''}.\n")
        self.texts[path] = "\n".join(lines)
        return f"{did} {path}"

    # Evidence ---------------------------------------------------------------------------------------------------------

    def cite(self) -> None:
        path = self.a_page()
        if path.startswith("sessions/"):
            return
        resource = self.rng.choice(
            [page.removesuffix(".md") for page in self.pages()]
            + [f"{talk}#turn-{self.rng.randint(1, 12)}" for talk in TALKS * 2]
            + ["sources/one#L1-L2", "raw/a.md#L2", "raw/b.txt", "https://example.org/x", "files/pic.png", "git:abcdef1"]
        )
        number = self.rng.randint(1, 9)
        quote = self.rng.choice(("", f"\n    quote: {self.rng.choice(WORDS)!r}"))
        entry = f"  - id: {number}\n    resource: {resource}{quote}\n"
        text = str(self.texts[path])
        if "\nsources:\n" in text:
            self.change(path, "\nsources:\n", f"\nsources:\n{entry}")
        else:
            self.change(path, "\ntitle:", f"\nsources:\n{entry}title:")
        self.append(path, f"{self.words(5)} {self.a_link()} [cite:{number}].")

    def talk(self) -> None:
        """A session begins or grows."""
        talk = self.rng.choice(TALKS)
        turns = self.talks[talk] = min(28, self.talks.get(talk, 0) + self.rng.choice((1, 3, 8)))
        self.texts.setdefault(
            f"{talk}/session.md",
            f"---\ntype: session\ntitle: {self.rng.choice(TITLES[:2])!r}\nstarted: {talk[9:19]}T09:00:00Z\nturns: 2\n---\nOn pumps.\n",
        )
        lines = [
            {
                "turn": n,
                "role": ("user", "assistant", "tool")[n % 3],
                "at": f"2026-05-02T09:0{n % 10}:00Z",
                "text": f"{n} {WORDS[n % len(WORDS)]}",
            }
            for n in range(1, turns + 1)
        ]
        self.texts[f"{talk}/transcript.jsonl"] = "".join(f"{json.dumps(line)}\n" for line in lines)

    def raw(self) -> None:
        self.texts[self.rng.choice(("../raw/a.md", "../raw/b.txt"))] = f"{self.words()}\n{self.words()}\n"

    def attach(self) -> None:
        path = self.rng.choice(("knowledge/a/pic.png", "files/pic.png", "pic.png"))
        if path in self.texts and self.rng.random() < 0.3:
            del self.texts[path]
        else:
            self.texts[path] = b"\x89PNG" + bytes(self.rng.choices(range(256), k=20))

    def configure(self) -> None:
        if self.rng.random() < 0.5:
            self.config = self.rng.choice(CONFIGS)
        else:
            self.look = self.rng.choice(LOOKS)

    # The disk ---------------------------------------------------------------------------------------------------------

    def save(self) -> None:
        """Write what differs; remove what is gone."""
        brain = self.folder / "wiki"
        brain.mkdir(parents=True, exist_ok=True)
        (self.folder / "raw").mkdir(exist_ok=True)
        settings = f'profile = "{self.profile}"\nevidence = ["raw"]\n{self.config}[rules]\n{self.rules}'
        wanted = {**self.texts, "../brainwiki.toml": settings, "../mkdocs.yml": self.look}
        for path, text in wanted.items():
            target = brain / path
            target.parent.mkdir(parents=True, exist_ok=True)
            if not target.exists() or target.read_bytes() != encoded(text):
                target.write_bytes(encoded(text))
        kept = {(brain / path).resolve() for path in wanted}
        for file in [*brain.rglob("*"), *(self.folder / "raw").rglob("*")]:
            if file.is_file() and file.resolve() not in kept:
                file.unlink()
        for folder in sorted((one for one in brain.rglob("*") if one.is_dir()), reverse=True):
            if not any(folder.iterdir()):
                shutil.rmtree(folder)
