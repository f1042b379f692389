"""What several tests share: small brains, one page, the corpora that can be found, the state of a run as values."""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import click
from hypothesis import HealthCheck, settings

from brainwiki.bootstrap import open_workspace
from brainwiki.cli.main import main
from brainwiki.config.profile import load_profile
from brainwiki.markup import parser, transcript
from brainwiki.model.change import Change, Log
from brainwiki.model.content import blob_id
from brainwiki.model.dialect import Dialect
from brainwiki.model.page import Page, only_text
from brainwiki.model.wiki import Wiki
from brainwiki.usecases.workspace import Workspace

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
HEAD = "---\ntype: concept\ntitle: Example\ndescription: d\n---\n"
REPOSITORY = Path(__file__).parent.parent
PROPERTY = settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.too_slow], derandomize=True)

Texts = Mapping[str, str | bytes]


def encoded(text: str | bytes) -> bytes:
    """A file's bytes; lone surrogates stand for bytes that are not UTF-8."""
    return text if isinstance(text, bytes) else text.encode("utf-8", "surrogateescape")


def write_files(folder: Path, texts: Texts) -> None:
    """Write each text to its path below `folder`."""
    for path, text in texts.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(encoded(text))


def make_brain(folder: Path, texts: Texts, profile: str = "brain", config: str = "") -> Workspace:
    """A workspace with `texts` as the files of its brain, which is the folder `wiki`."""
    write_files(folder / "wiki", texts)
    (folder / "wiki").mkdir(exist_ok=True)
    (folder / "brainwiki.toml").write_text(f'profile = "{profile}"\n{config}', encoding="utf-8")
    return open_workspace(str(folder), now=NOW)


def page_of(body: str, head: str = HEAD, path: str = "knowledge/example.md", **dialect: object) -> Page:
    """One page, parsed with a bare dialect."""
    return parser.parse(path, encoded(head + body), Dialect(**dialect))  # type: ignore[arg-type]


def bare(text: str = "", path: str = "a.md", kind: str = "page", **facts: object) -> Page:
    """A page that is nothing but text and the facts that a test names."""
    facts.setdefault("lines", text.count("\n") + 1)
    return Page(path, kind, only_text(text), **facts)  # type: ignore[arg-type]


def wiki_of(texts: Texts, dialect: Dialect | None = None, **more: object) -> Wiki:
    """A snapshot of pages that were never on a disk."""
    dialect = dialect or Dialect()
    pages = {path: parser.parse(path, encoded(text), dialect) for path, text in texts.items()}
    return Wiki(pages=pages, dialect=dialect, **more)  # type: ignore[arg-type]


def state_of(texts: Texts, dialect: Dialect) -> Wiki:
    """A snapshot of pages, transcripts and other files that were never on a disk."""
    pages = {path: text for path, text in texts.items() if path.endswith(".md")}
    talks = {
        path.removesuffix("/transcript.jsonl"): transcript.parse(path, encoded(text))
        for path, text in texts.items()
        if path.endswith("/transcript.jsonl")
    }
    return wiki_of(pages, dialect, files=frozenset(texts) - set(pages), transcripts=talks)


def change_of(base: Texts, head: Texts, dialect: Dialect | None = None, **more: object) -> Change:
    """What led from one state of a brain to another, from all files of both by path.

    Pages whose bytes stand at another path are renamed, which is added and deleted too; a `.jsonl` file is a log; of the rest what differs is outside.
    `more` are further fields of the change, or others in place of those that were worked out.
    """
    dialect = dialect or load_profile("brain").dialect
    old, new = ({path: encoded(text) for path, text in texts.items()} for texts in (base, head))
    touched = sorted(path for path in {*old, *new} if old.get(path) != new.get(path))
    pages = [path for path in touched if path.endswith(".md")]
    by_content = {old[path]: path for path in reversed(pages) if path not in new}
    renamed: dict[str, str] = {}
    for path in pages:
        if path not in old and new[path] in by_content:
            renamed[path] = by_content.pop(new[path])
    logs = [path for path in touched if path.endswith(".jsonl")]
    fields: dict[str, object] = {
        "added": frozenset(path for path in pages if path not in old),
        "deleted": frozenset(path for path in pages if path not in new),
        "edited": frozenset(path for path in pages if path in old and path in new),
        "renamed": renamed,
        "outside": frozenset({*touched} - {*pages} - {*logs}),
        "blobs": {path: blob_id(new[path]) for path in pages if path in new},
        "logs": tuple(Log(path, old.get(path), new.get(path)) for path in logs),
    }
    return Change(state_of(base, dialect), state_of(head, dialect), **{**fields, **more})  # type: ignore[arg-type]


def titled(title: str, body: str = "Text.\n", more: str = "") -> str:
    """A page's text with valid front matter; `more` are further lines of it."""
    return f"---\ntype: concept\ntitle: {title}\ndescription: d\n{more}---\n{body}"


def command_of(name: str) -> click.Command:
    """A command of the program."""
    found = main.get_command(click.Context(main), name)
    assert found is not None
    return found


def found_corpora() -> dict[str, Path]:
    """Wikis to try things on: this repository's own, and those below the folder that BRAINWIKI_CORPORA names."""
    found = {"own": REPOSITORY / "wiki", "example": REPOSITORY / "tests/data/example/wiki"}
    base = os.environ.get("BRAINWIKI_CORPORA")
    if base:
        folders = [*Path(base).glob("citadel/*"), *Path(base).glob("okf/bundles/*"), *Path(base).glob("*")]
        for folder in sorted(folder for folder in folders if folder.is_dir()):
            if folder.name not in ("citadel", "okf") and any(folder.rglob("*.md")):
                found[folder.relative_to(base).as_posix()] = folder
    return {name: folder for name, folder in found.items() if folder.is_dir()}


def markdown_files(folder: Path) -> list[Path]:
    """Every Markdown file below a folder, in order."""
    return sorted(path for path in folder.rglob("*.md") if path.is_file())
