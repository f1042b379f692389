"""Which profile fits a folder that says nothing: told by its files, never by its name."""

from __future__ import annotations

import re

from brainwiki.errors import NoBrainError
from brainwiki.ports import FileStore

_SAMPLE = 200
_FOOTNOTE = re.compile(rb"^\[\^[^\]\s]+\]:", re.MULTILINE)
_TYPE = re.compile(rb"\A---\r?\n(?:[^\n]*\n){0,40}?type:")


def guess_profile(files: FileStore, brain: FileStore) -> str:
    """The name of the profile that reads this folder best, from its layout and a sample of its pages; raises NoBrainError
    where not one Markdown file is there, so that a folder named by mistake never passes for clean."""
    if files.exists(".obsidian") or brain.exists(".obsidian"):
        return "obsidian"
    if brain.exists("knowledge"):
        return "brain"
    paths = [path for path in brain.listing().files if path.endswith(".md")]
    if not paths:
        raise NoBrainError(brain.root)
    step = max(1, len(paths) // _SAMPLE)
    sample = [brain.read_listed(path) for path in paths[::step]]
    linked = sum(1 for raw in sample if b"[[" in raw)
    footnoted = sum(1 for raw in sample if _FOOTNOTE.search(raw))
    typed = sum(1 for raw in sample if _TYPE.match(raw))
    if files.exists("raw") and footnoted * 5 >= len(sample):
        return "llm-wiki"
    if typed * 2 >= len(sample) and linked * 10 < len(sample):
        return "okf"
    return "llm-wiki" if footnoted * 5 >= len(sample) else "obsidian"
