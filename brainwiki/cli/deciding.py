"""The gate of one command: the judge that was asked for, watched by canaries where it may accept, and its decision afterwards."""

from __future__ import annotations

from dataclasses import replace

from brainwiki.bootstrap_gate import gate_key
from brainwiki.bootstrap_gate import judge as chosen
from brainwiki.dream.judging.canaries import Watched
from brainwiki.errors import GitError, NoBranchError, NoCommitError, NoRepositoryError
from brainwiki.usecases.brain_branch import place_of
from brainwiki.usecases.dream.run import write_call
from brainwiki.usecases.dream.submit import Submitted
from brainwiki.usecases.gate.accepting import Decision, decide, watched
from brainwiki.usecases.proposals.opening import Opened
from brainwiki.usecases.workspace import Workspace


class Gate:
    """`workspace` asks the judge of this name, or that of its configuration; what a language model is asked is put on record. Raises JudgeError, DriverError, MissingExtraError."""

    def __init__(self, workspace: Workspace, name: str = "") -> None:
        record = f"gate-{workspace.clock.now().date().isoformat()}"
        self._judge = chosen(name or workspace.config.gate, lambda call: write_call(workspace, record, call))
        self._key = gate_key(workspace.root)
        self._watched: Watched | None = None
        try:
            tip = place_of(workspace).tip
            self._watched = watched(workspace, tip, self._judge, self._key) if tip else None
        except (GitError, NoBranchError, NoCommitError, NoRepositoryError):
            pass  # whoever goes on is told so in its own words
        asked = self._watched or self._judge
        self.workspace = replace(workspace, judge=lambda: asked)

    def decided(self, done: Submitted | None, wait: float) -> Decision | None:
        """The decision about what was proposed; None where nothing was, or no gate may accept anything here."""
        if self._watched is None or done is None or not isinstance(done.proposal, Opened):
            return None
        return decide(self.workspace, done.proposal, self._judge, self._watched, self._key, wait)
