"""What a check reports: findings with a place, a message and a remedy, and the report that holds them."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, NamedTuple

FixKind = Literal["safe", "unsafe"]


class Severity(StrEnum):
    """BLOCK stops a merge and a build; WARN is shown."""

    BLOCK = "BLOCK"
    WARN = "WARN"


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


@dataclass(frozen=True)
class Report:
    """The outcome of a check: findings in order, how much was looked at and silenced, and sources that could not be read here by reason."""

    findings: tuple[Finding, ...]
    files: int
    suppressed: int = 0
    baselined: int = 0
    lowered: tuple[str, ...] = ()
    unverifiable: tuple[tuple[str, int], ...] = ()

    @property
    def block(self) -> int:
        """How many findings block."""
        return sum(1 for finding in self.findings if finding.severity is Severity.BLOCK)

    @property
    def warn(self) -> int:
        """How many findings only warn."""
        return len(self.findings) - self.block
