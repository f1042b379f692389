"""`check`, `rule`, `profile`: what is wrong, what a rule means, what a profile holds."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import click

from brainwiki.bootstrap import known_rules, states_of
from brainwiki.cli.common import Request, note, paint, shared
from brainwiki.cli.mending import baseline_as_json, baseline_as_text, mending_as_json, mending_as_text
from brainwiki.cli.progress import reading
from brainwiki.config.profile import NAMES, load_profile
from brainwiki.ports import Progress
from brainwiki.rules import explain
from brainwiki.rules.register import BY_CODE, BY_SLUG, find
from brainwiki.rules.reports.formats import FORMATS, Output
from brainwiki.usecases.baseline import prune, renew
from brainwiki.usecases.check import Checked
from brainwiki.usecases.check import check as run_check
from brainwiki.usecases.mend import mend, with_fixes
from brainwiki.usecases.scope import paths_in_workspace
from brainwiki.usecases.workspace import Workspace

WITH_FIXES = ("sarif", "rdjson")  # formats that carry what would mend a finding


def _codes(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> tuple[str, ...]:
    """Codes or prefixes, comma-separated or repeated."""
    return tuple(code.strip().upper() for words in value for code in words.split(",") if code.strip())


@dataclass(frozen=True)
class Asked:
    """What `check` was asked for: paths, codes, which state, and what to do besides looking."""

    paths: tuple[str, ...]
    form: str
    select: tuple[str, ...]
    ignore: tuple[str, ...]
    profile: str | None
    changed: str | None
    staged: bool
    silenced: bool
    no_cache: bool
    fix: bool
    baseline: str | None

    def states(self) -> tuple[str, str]:
        """The commits to compare, the later one empty where the index is meant."""
        base, _, head = (self.changed or "HEAD").partition("..")
        return base, "" if self.staged else head or "HEAD"

    def agree(self, as_json: bool) -> None:
        """Refuse options that contradict one another, with a usage error."""
        if self.silenced and (self.form != "sarif" or as_json):
            raise click.UsageError("--silenced goes with --format sarif, which can mark a finding as suppressed")
        if self.staged and ".." in (self.changed or ""):
            raise click.UsageError("--staged compares the index with BASE; it takes no BASE..HEAD")
        if (self.fix or self.baseline) and (self.changed or self.staged):
            raise click.UsageError(
                "--fix and --baseline work on the files as they lie: not with --changed or --staged."
            )
        if self.fix and self.baseline:
            raise click.UsageError("--fix and --baseline go one after the other: mend first, then write the baseline.")
        if self.baseline and (self.paths or self.select or self.ignore or self.profile):
            raise click.UsageError(
                "--baseline is about the whole brain: it goes with no PATH, --select, --ignore or --profile."
            )


@click.command()
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option("--format", "form", type=click.Choice(list(FORMATS)), default="text", help="Form of the report.")
@click.option("--select", multiple=True, callback=_codes, metavar="CODES", help="Only these rules: codes or prefixes.")
@click.option("--ignore", multiple=True, callback=_codes, metavar="CODES", help="All but these rules.")
@click.option("--profile", type=click.Choice(NAMES), help="Read the wiki with this profile.")
@click.option("--changed", metavar="BASE", help="Only what is new since BASE (a commit, or BASE..HEAD), read from Git.")
@click.option("--staged", is_flag=True, help="What is in the index, and new against HEAD: for a hook before a commit.")
@click.option("--silenced", is_flag=True, help="Also report what is silenced, marked as such (with --format sarif).")
@click.option("--no-cache", is_flag=True, help="Read every file anew, and keep nothing.")
@click.option("--fix", is_flag=True, help="Mend in the working tree what can be mended safely.")
@click.option(
    "--baseline", type=click.Choice(("write", "prune")), help="Allow the findings of now, or lower what is allowed."
)
@shared
def check(request: Request, **options: Any) -> None:
    """Check the brain, or only PATHs of it; exit 1 where something blocks."""
    asked = Asked(**options)
    asked.agree(request.as_json)
    form = "json" if request.as_json else asked.form
    workspace = request.workspace(asked.profile or "", keep_facts=not asked.no_cache)
    with reading(request.shows_progress) as on_progress:
        checked, done, more = _checked(workspace, asked, _tell if request.debug else None, on_progress)
    report = with_fixes(workspace, checked) if form in WITH_FIXES else checked.report
    if done and form != "json" and not request.quiet:
        click.echo(f"{done}\n", err=form != "text")
    if form != "text" or checked.report.findings or not request.quiet:
        shown = Output(report, checked.pages(), checked.root, paint, asked.silenced, more)
        click.echo(FORMATS[form](shown))
    sys.exit(1 if checked.report.block else 0)


def _checked(
    workspace: Workspace, asked: Asked, on_crash: Callable[[BaseException], None] | None, on_progress: Progress | None
) -> tuple[Checked, str, dict[str, Any]]:
    """The check that was asked for, of the files as they are or of a change in Git; what was written before it, as text and for JSON."""
    which = (paths_in_workspace(workspace, asked.paths), asked.select, asked.ignore, on_crash)
    if asked.changed or asked.staged:
        from brainwiki.usecases.change import check_change  # not every check is one of a change

        return check_change(states_of(workspace, *asked.states(), asked.profile or ""), *which, on_progress), "", {}
    run = partial(run_check, workspace, *which, workspace.shelf, on_progress)
    if asked.fix:
        mending = mend(workspace, run)
        return mending.checked, mending_as_text(mending), mending_as_json(mending)
    if asked.baseline:
        before = run()
        shrunk = (renew if asked.baseline == "write" else prune)(workspace, before.found, before.report.local)
        return run(), baseline_as_text(asked.baseline, shrunk), baseline_as_json(asked.baseline, shrunk)
    return run(), "", {}


def _tell(error: BaseException) -> None:
    import traceback  # 20 ms, for a look behind the scenes only

    traceback.print_exception(error)


@click.command()
@click.argument("code", required=False)
@shared
def rule(request: Request, code: str | None) -> None:
    """Explain one rule (a code or a slug), or list them all, those of the workspace too where its configuration runs them."""
    if code is None:
        rules = known_rules(request.root)
        request.show(explain.list_as_json(rules), explain.list_as_text(rules, paint))
        return
    found = BY_CODE.get(code.upper()) or BY_SLUG.get(code.lower()) or find(code, known_rules(request.root))
    request.show(explain.as_json(found), explain.as_text(found, paint))


@click.command()
@click.argument("name", required=False, metavar="[NAME]")
@shared
def profile(request: Request, name: str | None) -> None:
    """Show a profile (brain, okf, obsidian, llm-wiki), or list them."""
    if name is None:
        found: list[Any] = [load_profile(one) for one in NAMES]
        listed = "\n".join(f"{paint(one.name, 'path')}  {one.summary}" for one in found)
        request.show({"version": 1, "profiles": [{"name": one.name, "summary": one.summary} for one in found]}, listed)
        return
    one = load_profile(name)
    value = {
        "version": 1,
        "name": one.name,
        "summary": one.summary,
        "required": {kind: list(fields) for kind, fields in one.required.items()},
        "rules": dict(one.severities),
        "options": {code: dict(table) for code, table in one.options.items()},
        "evidence": list(one.evidence),
        "data": one.source,
    }
    request.show(value, one.source.rstrip())
    if request.verbose:
        note("The file above is the profile; `brainwiki.toml` may override its severities under [rules].")
