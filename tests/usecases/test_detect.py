"""Which profile is guessed for a folder that says nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from brainwiki.adapters.filesystem import ConfinedRoot
from brainwiki.errors import NoBrainError
from brainwiki.usecases.detect import guess_profile
from tests.helpers import Texts, titled, write_files

FOOTNOTED = "# A\n\nx[^1]\n\n[^1]: y\n"
LINKED = "# A\n\n[[b]]\n"
TYPED = "---\r\nname: x\r\ntype: table\r\n---\r\nText.\r\n"


@pytest.mark.parametrize(
    ("files", "wanted"),
    [
        ({".obsidian/app.json": "{}", "knowledge/a.md": "x"}, "obsidian"),
        ({"knowledge/a.md": "x"}, "brain"),
        ({"a.md": FOOTNOTED, "b.md": LINKED}, "llm-wiki"),
        ({"raw/x.md": "x", "a.md": FOOTNOTED, "b.md": TYPED}, "llm-wiki"),
        ({"a.md": TYPED, "b/c.md": TYPED}, "okf"),
        ({"a.md": TYPED, "b.md": titled("B", "[[a]]\n")}, "obsidian"),
        ({"a.md": LINKED}, "obsidian"),
        ({"a.md": "plain", "b.md": "plain"}, "obsidian"),
        ({"a.md": "---\n" + "x: y\n" * 60 + "type: z\n---\n"}, "obsidian"),
        ({"a.md": "text\n---\ntype: x\n---\n"}, "obsidian"),
        ({"a.md": b"\xff\xfe\x00", "b.md": b""}, "obsidian"),
    ],
)
def test_a_folder_is_told_by_its_files(tmp_path: Path, files: Texts, wanted: str) -> None:
    write_files(tmp_path, files)
    root = ConfinedRoot(str(tmp_path))
    assert guess_profile(root, root) == wanted


@pytest.mark.parametrize("files", [{}, {"readme.txt": "x"}])
def test_a_folder_without_a_page_is_no_brain(tmp_path: Path, files: Texts) -> None:
    write_files(tmp_path, files)
    root = ConfinedRoot(str(tmp_path))
    with pytest.raises(NoBrainError):
        guess_profile(root, root)


def test_a_brain_in_a_workspace_is_told_by_both_folders(tmp_path: Path) -> None:
    write_files(tmp_path, {"wiki/a.md": FOOTNOTED, "raw/b.md": "x", "other/.obsidian/app.json": "{}"})
    files = ConfinedRoot(str(tmp_path))
    assert guess_profile(files, files.below("wiki")) == "llm-wiki"
    write_files(tmp_path, {".obsidian/app.json": "{}"})
    assert guess_profile(files, files.below("wiki")) == "obsidian"


def test_a_big_folder_is_told_by_a_sample(tmp_path: Path) -> None:
    write_files(tmp_path, {f"{number:04}.md": TYPED for number in range(450)})
    root = ConfinedRoot(str(tmp_path))
    assert guess_profile(root, root) == "okf"


@pytest.mark.parametrize("name", ["a\\b.md", "C:x.md", "\\x.md"])
def test_names_of_another_system_are_no_obstacle(tmp_path: Path, name: str) -> None:
    write_files(tmp_path, {name: TYPED})
    root = ConfinedRoot(str(tmp_path))
    assert guess_profile(root, root) == "okf"


def test_real_wikis_are_read_with_the_profile_that_fits(corpora: dict[str, Path]) -> None:
    wanted = {
        "llm-wiki-zh": "llm-wiki",
        "obsidian-template": "obsidian",
        "okf/bundles/ga4": "okf",
        "citadel/kelvarra": "llm-wiki",
        "example": "brain",
        "own": "brain",
    }
    for name, folder in corpora.items():
        files = ConfinedRoot(str(folder))
        brain = files.below("wiki") if files.exists("wiki") else files
        assert guess_profile(files, brain) == wanted.get(name, guess_profile(files, brain)), name
