"""What stops a command: each error writes its own message, names the remedy and knows its exit code.

A wrong wiki is never an error here: it is a `Finding`.
"""

from __future__ import annotations


class BrainwikiError(Exception):
    """Base of "could not run": `message` says what, `remedy` how to mend it; exit code 2."""

    exit_code = 2

    def __init__(self, message: str, remedy: str) -> None:
        super().__init__(f"{message}{'' if message.endswith(chr(10)) else ' '}{remedy}")
        self.message = message
        self.remedy = remedy


class NoBrainError(BrainwikiError):
    """The folder that should hold a brain is missing or is not a folder; `configured` names the file that asks for it."""

    def __init__(self, root: str, configured: str = "") -> None:
        remedy = (
            f"Make the folder, or correct `brain` in {configured}."
            if configured
            else "Run `brainwiki init` to make one, or name another folder with --root."
        )
        super().__init__(f"No brain at {root}.", remedy)


class ConfigError(BrainwikiError):
    """The configuration is wrong; every mistake is listed at once."""

    def __init__(self, source: str, problems: tuple[str, ...]) -> None:
        listed = "\n".join(f"  - {problem}" for problem in problems)
        super().__init__(
            f"{source} has {len(problems)} mistake{'s' if len(problems) != 1 else ''}:\n{listed}\n",
            "Mend the file and run the command again.",
        )
        self.problems = problems


class PathEscapeError(BrainwikiError):
    """A path leaves the root that it is confined to; the disk was not touched."""

    def __init__(self, path: str) -> None:
        super().__init__(f"The path {path!r} leaves the workspace.", "Name a path inside it.")


class UnknownNameError(BrainwikiError):
    """A page, claim, rule or profile that was named does not exist."""

    def __init__(self, what: str, name: str, near: tuple[str, ...] = ()) -> None:
        hint = f"Did you mean {', '.join(near)}?" if near else "Check the name."
        super().__init__(f"No {what} {name!r}.", hint)


class AmbiguousNameError(BrainwikiError):
    """A name that several pages (or claims: `what`) answer to."""

    def __init__(self, name: str, candidates: tuple[str, ...], what: str = "pages") -> None:
        super().__init__(f"{name!r} names {len(candidates)} {what}.", f"Give one of: {', '.join(candidates)}.")


class ExistsError(BrainwikiError):
    """A file that `init` would write is there already."""

    def __init__(self, path: str) -> None:
        super().__init__(f"{path} exists already.", "Nothing was written; remove it or run in another folder.")


class ChangedFileError(BrainwikiError):
    """A file that was to be written is no longer what was read; it was left as it is."""

    def __init__(self, path: str) -> None:
        super().__init__(f"{path} changed since it was read.", "It was left as it is; run the command again.")


class SymlinkError(BrainwikiError):
    """A file that was to be written is reached through a symlink; nothing was written."""

    def __init__(self, path: str) -> None:
        super().__init__(f"{path} is reached through a symlink.", "It was left as it is; name the file itself.")


class BaselineError(BrainwikiError):
    """A baseline may only shrink; `grown` says what there is more of."""

    def __init__(self, path: str, grown: tuple[str, ...]) -> None:
        shown = [f"  - {words}" for words in grown[:10]]
        shown += [f"  - and {len(grown) - 10} more"] if len(grown) > 10 else []
        super().__init__(
            f"{path} would grow:\n{chr(10).join(shown)}\n",
            f"Mend these findings; whoever accepts them removes {path} and writes it anew.",
        )
        self.grown = grown


class GitError(BrainwikiError):
    """Git is missing, or a repository cannot be read."""

    def __init__(self, detail: str) -> None:
        super().__init__(f"Git could not answer: {detail}.", "Check that git is installed and the repository is whole.")


class NoRepositoryError(BrainwikiError):
    """States in Git were asked for, and the folder lies in no repository."""

    def __init__(self, root: str) -> None:
        super().__init__(
            f"{root} lies in no Git repository, and --changed and --staged compare states of one.",
            "Check without them, or make a repository with `git init`.",
        )


class NoCommitError(BrainwikiError):
    """A name means no commit here, or a shallow clone lacks one that is needed."""

    def __init__(self, message: str) -> None:
        super().__init__(message, "Check the name; a shallow clone needs older commits first: `git fetch --unshallow`.")


class UnmergedError(BrainwikiError):
    """The index holds a file in several versions."""

    def __init__(self, path: str) -> None:
        super().__init__(f"{path} is not merged.", "End the merge and add the file.")


class OutputError(BrainwikiError):
    """A site cannot be built where it was asked for: the folder is the wiki's, or holds what is no site."""


class BusyError(BrainwikiError):
    """Another build is writing into the same folder."""

    def __init__(self, out: str) -> None:
        super().__init__(f"Another build is writing into {out}.", "Run the command again when it has ended.")


class ServeError(BrainwikiError):
    """A server cannot listen at its address."""

    def __init__(self, host: str, port: int, reason: str, option: str = "--port") -> None:
        super().__init__(f"Cannot serve on {host}:{port}: {reason}.", f"Name another port with {option}.")


class ChangedWhileReadError(BrainwikiError):
    """A file of the brain changed between two looks of one run."""

    def __init__(self, path: str) -> None:
        super().__init__(f"{path} changed while the brain was read.", "Run the command again.")


class RemoteError(BrainwikiError):
    """A remote repository is refused, cannot be reached, or lacks what was asked of it."""


class WorksetError(BrainwikiError):
    """A folder is no working set, or one cannot be made there."""


class EmbedderError(BrainwikiError):
    """A model for vectors is not there, or did not answer; a search goes on without it."""

    def __init__(self, what: str, remedy: str = "Search works without it: by words.") -> None:
        super().__init__(what, remedy)


class IndexWriteError(BrainwikiError):
    """The search index cannot be written now: another process writes, or the disk refuses."""

    def __init__(self, place: str, reason: str) -> None:
        super().__init__(
            f"The index {place} cannot be written: {reason}.", "Run the command again when that has passed."
        )


class RottenIndexError(BrainwikiError):
    """The search index cannot be read; it was removed, and the next search builds it anew."""

    def __init__(self, place: str, detail: str) -> None:
        super().__init__(f"The index {place} cannot be read ({detail}).", "It was removed; run the command again.")


class MissingExtraError(BrainwikiError):
    """Something was asked for that an extra of this package brings, and the extra is not installed."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(
            f"There are no {what} without the extra `{extra}`.", f"Run `pip install 'brainwiki[{extra}]'`."
        )


class OfferError(BrainwikiError):
    """A file of texts for a context is not in the form that it must have."""

    def __init__(self, path: str, why: str) -> None:
        super().__init__(
            f"{path} is not a list of texts: {why}.",
            'Write JSON such as [{"label": "Notes", "text": "…", "path": "a.md"}].',
        )


class HandWrittenError(BrainwikiError):
    """A file that would be generated was written by a person; it is never overwritten."""

    def __init__(self, path: str) -> None:
        super().__init__(
            f"{path} was written by hand and stays as it is.",
            "Agents get it as it is; to have one generated instead, move it away and run the command again.",
        )


class AgentFileError(BrainwikiError):
    """A settings or instruction file of an agent cannot be changed safely; nothing was written, there or elsewhere."""

    def __init__(self, path: str, what: str, remedy: str = "Mend it and run the command again.") -> None:
        super().__init__(f"{path}: {what}. Nothing was written.", remedy)


class TranscriptError(BrainwikiError):
    """A recorded conversation cannot be read: of no known form, broken at a place, or without a single turn."""

    def __init__(
        self, name: str, why: str, remedy: str = "Nothing was taken from it; mend the file or leave it out."
    ) -> None:
        super().__init__(f"{name}: {why}.", remedy)


class UnknownFormatError(TranscriptError):
    """A file is of no format that is read: in a folder it is passed over, by its name it is a mistake."""


class MovedError(BrainwikiError):
    """A branch is no longer where it was read; nothing was written."""

    def __init__(self, branch: str) -> None:
        super().__init__(f"The branch {branch} moved while it was written to.", "Run the command again.")
        self.branch = branch


class LockedError(BrainwikiError):
    """Another command writes into the repository, and did not end in time."""

    def __init__(self, path: str) -> None:
        super().__init__(
            f"Another command holds {path}.", "Run the command again when it has ended, or wait with --wait."
        )


class NoStateError(BrainwikiError):
    """What is asked lies in Git, and the folder lies in no repository."""

    def __init__(self, root: str) -> None:
        super().__init__(
            f"{root} lies in no Git repository, and the states of sessions are kept in one.",
            "Make one with `git init`.",
        )


class LedgerError(BrainwikiError):
    """A session's ledger is damaged, or does not take an event; nothing was written."""


class StateMergeError(BrainwikiError):
    """Two states of the branch that holds the ledgers cannot be made one."""

    def __init__(self, path: str, why: str) -> None:
        super().__init__(
            f"The fetched branch brainwiki/state cannot be taken in: {path}: {why}.",
            "Look at both with `git log -p`, and keep the sound one.",
        )
        self.path = path


class DriverError(BrainwikiError):
    """What draws memory from sessions could not work; the sessions are tried again later."""


class BudgetError(BrainwikiError):
    """A language model may be asked nothing more: the tokens or the money of a run are spent."""


class AnswerError(DriverError):
    """A language model gave answers, and none of them could be used."""


class NoBranchError(BrainwikiError):
    """Nothing says which branch holds the brain."""

    def __init__(self, why: str) -> None:
        super().__init__(
            f"There is no branch to write the brain's files to: {why}.",
            "Check out the branch that holds the brain, or name it as `branch` in the configuration.",
        )


class OutsideError(BrainwikiError):
    """The folder for transcripts that are kept outside Git cannot serve."""

    def __init__(self, folder: str, why: str, remedy: str) -> None:
        super().__init__(f"`transcripts` names {folder}: {why}.", remedy)


class ProposalError(BrainwikiError):
    """A proposal is damaged, or is not in a state in which what was asked can be done; nothing was written."""


class StagingError(BrainwikiError):
    """The folder of a consolidation run cannot serve."""


class RunError(BrainwikiError):
    """A consolidation run cannot begin, or cannot go on as it was asked."""


class CorrectionError(BrainwikiError):
    """A correction that cannot be taken in; nothing was written."""


class RebasedError(BrainwikiError):
    """The branch to be written to is being rebased, and would not be where Git expects it at the end."""

    def __init__(self, branch: str) -> None:
        super().__init__(
            f"The branch {branch} is being rebased. Nothing was written.",
            "Finish it with `git rebase --continue` or `--abort`, and run the command again.",
        )


class JudgeError(BrainwikiError):
    """There is no such judge, or it cannot be calibrated or certified as it was asked."""
