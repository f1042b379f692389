"""`check`, `rule`, `profile`: what is wrong, what a rule means, what a profile holds."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Any

import click

from brainwiki.bootstrap import states_of
from brainwiki.cli.common import Request, note, paint, shared
from brainwiki.config.profile import NAMES, load_profile
from brainwiki.rules import explain
from brainwiki.rules.formats import FORMATS, Output
from brainwiki.rules.register import RULES, find
from brainwiki.usecases.check import Checked
from brainwiki.usecases.check import check as run_check
from brainwiki.usecases.scope import paths_in_workspace


def _codes(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> tuple[str, ...]:
    """Codes or prefixes, comma-separated or repeated."""
    codes = tuple(code.strip().upper() for words in value for code in words.split(",") if code.strip())
    for code in codes:
        if not any(rule.code.startswith(code) for rule in RULES):
            raise click.BadParameter(f"no rule has a code that starts with {code}")
    return codes


@dataclass(frozen=True)
class Asked:
    """The options of `check`."""

    form: str
    select: tuple[str, ...]
    ignore: tuple[str, ...]
    profile: str | None
    changed: str | None
    staged: bool
    silenced: bool
    no_cache: bool


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
@shared
def check(request: Request, paths: tuple[str, ...], **options: Any) -> None:
    """Check the brain, or only PATHs of it; exit 1 where something blocks."""
    asked = Asked(**options)
    if asked.silenced and (asked.form != "sarif" or request.as_json):
        raise click.UsageError("--silenced goes with --format sarif, which can mark a finding as suppressed")
    checked = _checked(request, asked, paths)
    if asked.form != "text" or request.as_json or checked.report.findings or not request.quiet:
        shown = Output(checked.report, checked.pages(), checked.root, paint, asked.silenced)
        click.echo(FORMATS["json" if request.as_json else asked.form](shown))
    sys.exit(1 if checked.report.block else 0)


def _checked(request: Request, asked: Asked, paths: tuple[str, ...]) -> Checked:
    """The check that was asked for: of the files as they are, or of a change in Git."""
    workspace = request.workspace(asked.profile or "", keep_facts=not asked.no_cache)
    only = paths_in_workspace(workspace, paths)
    on_crash = _tell if request.debug else None
    if not asked.changed and not asked.staged:
        return run_check(workspace, only, asked.select, asked.ignore, on_crash, workspace.shelf)
    base, dots, head = (asked.changed or "HEAD").partition("..")
    if asked.staged and dots:
        raise click.UsageError("--staged compares the index with BASE; it takes no BASE..HEAD")
    from brainwiki.usecases.change import check_change  # not every check is one of a change

    states = states_of(workspace, base, "" if asked.staged else head or "HEAD", asked.profile or "")
    return check_change(states, only, asked.select, asked.ignore, on_crash)


def _tell(error: Exception) -> None:
    import traceback  # 20 ms, for a look behind the scenes only

    traceback.print_exception(error)


@click.command()
@click.argument("code", required=False)
@shared
def rule(request: Request, code: str | None) -> None:
    """Explain one rule (a code or a slug), or list them all."""
    if code is None:
        request.show(explain.list_as_json(RULES), explain.list_as_text(RULES, paint))
        return
    found = find(code)
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
