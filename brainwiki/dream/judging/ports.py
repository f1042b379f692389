"""What a judge says of itself, so that a certificate can be for exactly it."""

from __future__ import annotations

from typing import Protocol

from brainwiki.dream.gate import Judge


class Calibrated(Judge, Protocol):
    """A judge with its model and the digest of what the model is asked; both are empty where there is none."""

    @property
    def model(self) -> str:
        """The model and where it is asked."""
        ...

    @property
    def prompt(self) -> str:
        """The digest of the question."""
        ...
