"""What a check reports: findings with a place, a message and a remedy, and the report that holds them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal, NamedTuple, Protocol

FixKind = Literal["safe", "unsafe"]
How = Literal["comment", "configuration", "baseline"]


class Severity(StrEnum):
    """BLOCK stops a merge and a build; WARN is shown."""

    BLOCK = "BLOCK"
    WARN = "WARN"


class RuleInfo(Protocol):
    """What a report tells of a rule: every rule is one."""

    @property
    def code(self) -> str:
        """The code that findings name."""
        ...

    @property
    def slug(self) -> str:
        """Its name in words."""
        ...

    @property
    def severity(self) -> Severity:
        """Its own severity, before any configuration."""
        ...

    @property
    def summary(self) -> str:
        """One sentence on what it finds."""
        ...

    @property
    def why(self) -> str:
        """One sentence on why that is wrong."""
        ...

    @property
    def remedy(self) -> str:
        """How it is mended."""
        ...

    @property
    def integrity(self) -> bool:
        """Whether neither a comment nor a baseline silences it."""
        ...


class Finding(NamedTuple):
    """One finding. Lines and columns start at 1 and count code points; `subject` names the thing, for the fingerprint."""

    path: str
    line: int
    column: int
    code: str
    slug: str
    severity: Severity
    end_line: int
    end_column: int
    message: str
    remedy: str
    fix: FixKind | None
    subject: str

    @property
    def fingerprint(self) -> str:
        """Sixteen hex digits that survive a move within the page: no line number goes in."""
        words = "\0".join((self.code, self.path, self.subject))
        return hashlib.sha256(words.encode("utf-8", "surrogatepass")).hexdigest()[:16]


class Edit(NamedTuple):
    """One replacement in the file of a finding: what stands between two places becomes `text`.

    Lines and columns start at 1 and count code points, the end is exclusive; equal places insert, an empty text deletes.
    """

    start_line: int
    start_column: int
    end_line: int
    end_column: int
    text: str


class Silenced(NamedTuple):
    """A finding that is not reported: what silences it, and the reason that stands there (empty where none is asked for)."""

    finding: Finding
    how: How
    reason: str


@dataclass(frozen=True)
class Report:
    """The outcome of a check: findings in order, how much was looked at and silenced, and sources that could not be read here by reason.

    `silenced` holds what was silenced at the paths that are reported; `suppressed` counts the whole brain. `fixes` holds the
    edits that mend a finding by its index in `findings`.
    `baselined` findings are left out because the baseline allows them; `unpruned` says how many more it would still allow.
    `local` holds the workspace's own rules by code, which no register knows.
    """

    findings: tuple[Finding, ...]
    files: int
    suppressed: int = 0
    baselined: int = 0
    lowered: tuple[str, ...] = ()
    unverifiable: tuple[tuple[str, int], ...] = ()
    silenced: tuple[Silenced, ...] = ()
    fixes: Mapping[int, tuple[Edit, ...]] = field(default_factory=dict)
    unpruned: int = 0
    local: Mapping[str, RuleInfo] = field(default_factory=dict)

    @property
    def block(self) -> int:
        """How many findings block."""
        return sum(1 for finding in self.findings if finding.severity is Severity.BLOCK)

    @property
    def warn(self) -> int:
        """How many findings only warn."""
        return len(self.findings) - self.block
