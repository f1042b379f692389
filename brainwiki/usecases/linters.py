"""Settings that keep rumdl, markdownlint and prettier from rewriting claims, links and cites.

Each rule named here takes the format for a mistake, or its fix changes what claims, links, headings or line numbers rest on.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import NamedTuple

from brainwiki.config.profile import Profile
from brainwiki.model.names import join
from brainwiki.ports import FileStore
from brainwiki.usecases.around import Planned
from brainwiki.usecases.workspace import SHARED_FILE, configures


class Off(NamedTuple):
    """A rule to switch off, why, and whether markdownlint has it in this sense too."""

    code: str
    reason: str
    shared: bool = True


OFF = (
    Off("MD007", "the history of a claim is nested by four blanks"),
    Off("MD011", "`(a remark)[cite:1]` is no reversed link"),
    Off("MD013", "a sentence with its cite is as long as it is"),
    Off("MD018", "a tag at the start of a line is no heading"),
    Off("MD025", "a page has both a title and a heading of level 1"),
    Off("MD026", "links name headings by their words"),
    Off("MD034", "an address in a claim stays as it was written"),
    Off("MD037", "blanks inside marks belong to the words of a claim"),
    Off("MD038", "the same in code"),
    Off("MD039", "the same in links"),
    Off("MD049", "marks of emphasis belong to the words of a claim"),
    Off("MD050", "the same for strong emphasis"),
    Off("MD052", "`[cite:1][cite:2]` is no link by reference"),
    Off("MD053", "`[cite:1]: …` is no definition without a use"),
    Off("MD056", "`[[page|label]]` in a row is one cell", shared=False),
    Off("MD060", "the same, where tables are aligned", shared=False),
    Off("MD062", "blanks in a link belong to the words of a claim", shared=False),
    Off("MD063", "links name headings by their words", shared=False),
    Off("MD071", "evidence names lines of a body, which a blank line would move", shared=False),
    Off("MD072", "front matter keeps the order of its keys", shared=False),
    Off("MD088", "dashes and quotation marks belong to the words of a claim", shared=False),
    Off("MD089", "Chinese and Japanese are not parted from Latin letters", shared=False),
)

_WHY = "Keeps formatters from rewriting what brainwiki reads"


def records(profile: Profile, brain: str, evidence: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Folders of evidence, from the workspace; quotes and line numbers lead into them, so that no formatter may touch them.

    `brain` is the brain's folder, "" for the workspace itself; `evidence` what the configuration names beside it.
    """
    inside = (name for name, kind in profile.dialect.kinds.items() if kind in ("session", "source"))
    beside = (join("", root) or "" for root in evidence or profile.evidence)
    return (*(f"{brain}/{name}".lstrip("/") for name in inside), *beside)


def linter_files(files: FileStore, brain: str, evidence: Iterable[str]) -> tuple[Planned, ...]:
    """The settings for a brain in the folder `brain` ("" for the workspace itself) with these folders of evidence."""
    rumdl, members = _rumdl(brain, tuple(evidence)), _members()
    in_project = rumdl.replace("[global]", "[tool.rumdl]").replace("[per-file", "[tool.rumdl.per-file")
    project = ((SHARED_FILE, in_project),) if configures(files, "rumdl") else ()
    yaml = "".join(f"{one.code}: false # {one.reason}\n" for one in OFF if one.shared)
    forms = {"json": members, "yaml": yaml, "yml": yaml, "cjs": members, "mjs": members}
    # prettier would also put a comma behind the last rule, and then rumdl does not read that file.
    ignored = f"{f'/{brain}/' if brain else '*.md'}\n/.markdownlint.jsonc\n"
    return (
        Planned(
            ".rumdl.toml",
            f"# {_WHY}.\n{rumdl}",
            rumdl,
            (("rumdl.toml", rumdl), (".config/rumdl.toml", rumdl), *project),
        ),
        Planned(
            ".markdownlint.jsonc",
            f"// {_WHY}.\n{{\n{members}}}\n",
            members,
            tuple((f".markdownlint.{form}", lines) for form, lines in forms.items()),
        ),
        Planned(".prettierignore", f"# {_WHY}; prettier has no setting for it.\n{ignored}", ignored),
    )


def _rumdl(brain: str, evidence: tuple[str, ...]) -> str:
    """The settings as TOML: evidence left alone, and the rules off in the brain only."""
    listed = ", ".join(_quoted(f"{folder}/**") for folder in evidence)
    lines = [f"[global]\nexclude = [{listed}] # evidence: quotes and line numbers lead into it\n"] if listed else []
    lines.append("[per-file-ignores]")
    lines.append(f"{_quoted(f'{brain}/**' if brain else '**')} = [")
    lines.extend(f'  "{one.code}", # {one.reason}' for one in OFF)
    return "\n".join([*lines, "]\n"])


def _members() -> str:
    """The settings of markdownlint as the members of a JSON object with comments."""
    shared = [one for one in OFF if one.shared]
    return "".join(f'  "{one.code}": false{"," if one is not shared[-1] else ""} // {one.reason}\n' for one in shared)


def _quoted(text: str) -> str:
    """A text as a basic string of TOML; JSON writes the same escapes."""
    return json.dumps(text, ensure_ascii=False)
