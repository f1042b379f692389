"""A machine, brains, and homes as agents leave them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from brainwiki.adapters.home import AgentFolder
from brainwiki.ports import AgentFiles, Machine, Scope
from brainwiki.usecases.agents.install import Step, carry_out, plan, plan_removal
from brainwiki.usecases.agents.texts import Brain

MACHINE = Machine("/usr/bin/python3.11", ("/opt/venv/bin/brainwiki",))


def brain_at(root: str = "/home/ann/notes", scope: Scope = "user") -> Brain:
    """A brain on the machine of these tests."""
    return Brain(root, scope, MACHINE)


class MemoryFiles:
    """A home in memory: many of them in a second. `tree` holds bytes by path, and None for a folder."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self.tree: dict[str, bytes | None] = {}
        for path, raw in files.items():
            self.write(path, None, raw)

    def full(self, path: str) -> str:
        return f"/home/ann/{path}"

    def read(self, path: str) -> bytes | None:
        return self.tree.get(path)

    def demand_writable(self, path: str) -> None:
        pass

    def write(self, path: str, before: bytes | None, after: bytes | None) -> None:
        assert self.tree.get(path) == before
        if after is None:
            del self.tree[path]
        else:
            self.tree |= dict.fromkeys(self.missing_folders(path))
            self.tree[path] = after

    def missing_folders(self, path: str) -> tuple[str, ...]:
        parts = path.split("/")[:-1]
        above = ["/".join(parts[: number + 1]) for number in range(len(parts))]
        return tuple(folder for folder in above if folder not in self.tree)

    def drop_folders(self, paths: Iterable[str]) -> None:
        for path in paths:
            if path in self.tree and not any(other.startswith(f"{path}/") for other in self.tree):
                del self.tree[path]


def apply(files: AgentFiles, *agents: str, brain: Brain, remove: bool = False) -> set[str]:
    """Install, or take out, and give the kinds of changes."""
    steps = (plan_removal if remove else plan)(files, agents, brain)
    carry_out(files, steps)
    return {step.change for step in steps}


def snapshot(folder: Path) -> dict[str, bytes | str]:
    """Everything below a folder: bytes of files, targets of links, and folders."""
    return {
        path.relative_to(folder).as_posix(): f"-> {path.readlink()}"
        if path.is_symlink()
        else path.read_bytes()
        if path.is_file()
        else "folder"
        for path in sorted(folder.rglob("*"))
    }


def install(folder: Path, *agents: str, brain: Brain | None = None) -> tuple[Step, ...]:
    """Install a brain into agents whose files lie in a folder."""
    files = AgentFolder(str(folder))
    steps = plan(files, agents, brain or brain_at())
    carry_out(files, steps)
    return steps


def uninstall(folder: Path, *agents: str, brain: Brain | None = None) -> tuple[Step, ...]:
    """Take it out again."""
    files = AgentFolder(str(folder))
    steps = plan_removal(files, agents, brain or brain_at())
    carry_out(files, steps)
    return steps
