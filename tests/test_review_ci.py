"""Proposals on GitHub: the workflows that `init` writes, run as a runner does, with a `gh` and a `brainwiki` that note their words."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

from brainwiki import __version__
from brainwiki.review.markdown import MARKER
from brainwiki.usecases.around import check_files
from tests.helpers import REPOSITORY
from tests.repositories import CLEAN, commit, git, new
from tests.test_ci_files import parsed, steps

NAMES = ("dream", "review", "comment")
TEXTS = {
    one.path.removeprefix(".github/workflows/brain-").removesuffix(".yml"): one.text
    for one in check_files("github", __version__)
    if "/brain-" in one.path
}
JOBS = {name: yaml.safe_load(text)["jobs"] for name, text in TEXTS.items()}
STATE = "refs/heads/brainwiki/state"
PROPOSAL = "brainwiki/proposal/2026-06-02-dream-a"
GUIDE = (REPOSITORY / "wiki/knowledge/guide/review-on-github.md").read_text("utf-8")


class Ran(NamedTuple):
    """What a script did: its exit code, its words, and the words of each call of `gh` and `brainwiki`."""

    code: int
    out: str
    gh: list[list[str]]
    brainwiki: list[list[str]]


def script(name: str, job: str, step: str) -> str:
    """The script of a step by the beginning of its name."""
    found = next(one for one in JOBS[name][job]["steps"] if one.get("name", "").startswith(step))
    return str(found["run"])


def run(folder: Path, text: str, env: Mapping[str, str], gh: str = "", brainwiki: str = "") -> Ran:
    """Run a script in a folder as a runner does; `gh` and `brainwiki` are what these programs do beside noting their words."""
    tools = folder / ".tools"
    tools.mkdir(exist_ok=True)
    for name, does in (("gh", gh), ("brainwiki", brainwiki)):
        (tools / f"{name}.calls").write_text("", "utf-8")
        note = f'for one in "$@"; do printf "%s\\t" "$one"; done >> {tools}/{name}.calls; echo >> {tools}/{name}.calls'
        (tools / name).write_text(f"#!/bin/bash\n{note}\n{does}\n", "utf-8")
        (tools / name).chmod(0o755)
    place = {"GITHUB_STEP_SUMMARY": str(folder / ".tools/summary"), "RUNNER_TEMP": str(folder / ".tools")}
    whole = {
        **CLEAN,
        **place,
        "GITHUB_WORKSPACE": str(folder),
        **env,
        "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}",
    }
    done = subprocess.run(
        ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", text],
        cwd=folder,
        env=whole,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    calls = [
        [line.split("\t")[:-1] for line in (tools / f"{name}.calls").read_text("utf-8").splitlines()]
        for name in ("gh", "brainwiki")
    ]
    return Ran(done.returncode, done.stdout + done.stderr, *calls)


# What they may do --------------------------------------------------------------------------------------------------------


def test_there_are_three() -> None:
    assert set(TEXTS) == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_no_script_expands_what_an_event_says_and_nothing_runs_with_a_stranger_and_a_token(name: str) -> None:
    assert [step["run"] for step in steps(TEXTS[name]) if "${{" in step.get("run", "")] == []
    assert "pull_request_target" not in TEXTS[name]


@pytest.mark.parametrize("name", NAMES)
def test_actions_are_pinned_and_no_checkout_keeps_credentials(name: str) -> None:
    used = [step for step in steps(TEXTS[name]) if "uses" in step]
    assert all(re.fullmatch(r"actions/[\w-]+@[0-9a-f]{40}", step["uses"]) for step in used)
    out = [step["with"] for step in used if step["uses"].startswith("actions/checkout@")]
    assert all(one["persist-credentials"] is False and one["fetch-depth"] == 0 for one in out)
    assert TEXTS[name].count("# v") == len(used)


@pytest.mark.parametrize("name", NAMES)
def test_each_has_a_group_and_a_limit(name: str) -> None:
    assert yaml.safe_load(TEXTS[name])["concurrency"]["group"].startswith("brain-")
    assert all(job["timeout-minutes"] <= 60 for job in JOBS[name].values())


def test_permissions_are_the_least() -> None:
    assert yaml.safe_load(TEXTS["review"])["permissions"] == {"contents": "read"}
    assert yaml.safe_load(TEXTS["dream"])["permissions"] == yaml.safe_load(TEXTS["comment"])["permissions"] == {}
    assert JOBS["dream"]["dream"]["permissions"] == {"contents": "read"}
    assert JOBS["dream"]["sync"]["permissions"] == {"contents": "write"}
    assert JOBS["comment"]["post"]["permissions"] == {"actions": "read", "pull-requests": "write"}
    assert "secrets" not in TEXTS["review"] + TEXTS["comment"]


def test_who_posts_runs_nothing_of_the_pull_request_and_who_renders_may_only_read() -> None:
    assert not [step for step in steps(TEXTS["comment"]) if "checkout" in step.get("uses", "")]
    assert "GH_TOKEN" not in TEXTS["review"]
    assert yaml.safe_load(TEXTS["comment"])[True] == {
        "workflow_run": {"workflows": [yaml.safe_load(TEXTS["review"])["name"]], "types": ["completed"]}
    }


def test_the_jobs_that_write_are_for_own_branches_and_the_dream_is_off_until_it_is_asked_for() -> None:
    assert "vars.BRAIN_DREAM == 'on'" in JOBS["dream"]["dream"]["if"]
    assert "head.repo.full_name == github.repository" in JOBS["dream"]["sync"]["if"]
    assert "startsWith(github.head_ref, 'brainwiki/proposal/')" in JOBS["dream"]["sync"]["if"]


def test_only_the_steps_that_speak_to_the_forge_have_a_token() -> None:
    for job in (*JOBS["dream"].values(), *JOBS["comment"].values()):
        for step in job["steps"]:
            asks = "gh " in step.get("run", "") or "git push" in step.get("run", "")
            assert ("GH_TOKEN" in step.get("env", {})) == asks, step


@pytest.mark.parametrize("name", NAMES)
def test_the_manual_names_each_and_what_it_needs(name: str) -> None:
    assert f"brain-{name}.yml" in GUIDE
    for setting in re.findall(r"(?:vars|secrets)\.(BRAIN_\w+)", TEXTS[name]):
        assert f"`{setting}`" in GUIDE


# The comment ---------------------------------------------------------------------------------------------------------------


def test_the_comment_and_the_document_are_made_of_the_two_commits(tmp_path: Path) -> None:
    text = script("review", "render", "The difference")
    ran = run(tmp_path, text, {"BASE": "b" * 40, "HEAD": "h" * 40, "NUMBER": "7"}, brainwiki="echo said")
    assert ran.code == 0
    forms = [parsed(call) for call in ran.brainwiki]
    assert [(one["--format"], one["--json"], one["--findings"]) for one in forms] == [
        ("markdown", False, True),
        ("text", True, True),
    ]
    assert {one["states"] for one in forms} == {f"{'b' * 40}..{'h' * 40}"}
    review = tmp_path / ".tools/review"
    assert (review / "number").read_text("utf-8") == "7\n"
    assert (review / "comment.md").read_text("utf-8") == (tmp_path / ".tools/summary").read_text("utf-8") == "said\n"


POST = {
    "LC_ALL": "C.UTF-8",
    "REPOSITORY": "a/b",
    "COMMIT": "c" * 40,
    "IS_OWN": "true",
    "REVIEWERS": "mika",
    "REVIEWERS_HIGH": "aiko,ben",
}
ANSWERS = f"""case "$*" in
  *pulls/7\\ --jq*) echo {"c" * 40} ;;
  *issues/7/comments\\ --jq*) echo "$KNOWN" ;;
esac"""


def post(folder: Path, number: str = "7\n", comment: str = f"{MARKER}\n## x\n", risk: Any = "low", **env: str) -> Ran:
    review = folder / "review"
    review.mkdir()
    (review / "number").write_text(number, "utf-8")
    (review / "comment.md").write_text(comment, "utf-8")
    (review / "difference.json").write_text(json.dumps({"risk": risk}), "utf-8")
    return run(folder, script("comment", "post", "One comment"), {**POST, "KNOWN": "", **env}, gh=ANSWERS)


def sent(ran: Ran, method: str) -> list[str]:
    """What was asked of the forge by a method: the address and what goes with it."""
    return [" ".join(call[4:]) for call in ran.gh if call[:2] == ["api", "--silent"] and call[3] == method]


def test_a_first_comment_is_posted_and_the_next_one_replaces_it(tmp_path: Path) -> None:
    first = post(tmp_path / "a") if (tmp_path / "a").mkdir() is None else None
    assert first is not None
    assert first.code == 0, first.out
    assert "repos/a/b/issues/7/comments -F body=@review/comment.md" in sent(first, "POST")
    (tmp_path / "b").mkdir()
    again = post(tmp_path / "b", KNOWN="11\n12")
    assert sent(again, "PATCH") == ["repos/a/b/issues/comments/11 -F body=@review/comment.md"]
    assert not [one for one in sent(again, "POST") if "comments" in one]


@pytest.mark.parametrize("number", ["", "0\n", "7; rm -rf /\n", "7/../8\n", "99999999999\n", "$(id)\n", "-1\n"])
def test_what_is_no_number_posts_nothing(tmp_path: Path, number: str) -> None:
    ran = post(tmp_path, number)
    assert ran.code == 1
    assert ran.gh == []


def test_another_pull_request_gets_no_comment(tmp_path: Path) -> None:
    ran = post(tmp_path, COMMIT="d" * 40)
    assert ran.code == 0
    assert "is at another commit" in ran.out
    assert sent(ran, "POST") == sent(ran, "PATCH") == []


def test_a_long_comment_in_chinese_is_counted_by_its_signs(tmp_path: Path) -> None:
    assert post(tmp_path, comment=f"{MARKER}\n" + "日" * 59_000).code == 0


@pytest.mark.parametrize("comment", ["## x\n", f" {MARKER}\n", f"{MARKER}\n" + "x" * 70_000, "@all\n"])
def test_what_is_no_comment_of_ours_is_not_posted(tmp_path: Path, comment: str) -> None:
    ran = post(tmp_path, comment=comment)
    assert ran.code != 0
    assert ran.gh == []


@pytest.mark.parametrize(
    ("risk", "own", "label", "reviewers"),
    [
        ("low", "true", "low", ["mika"]),
        ("medium", "true", "medium", ["mika"]),
        ("high", "true", "high", ["aiko", "ben"]),
        ("low", "false", "high", ["aiko", "ben"]),
        ("x -f labels[]=y", "true", "high", ["aiko", "ben"]),
        (None, "true", "high", ["aiko", "ben"]),
    ],
)
def test_the_risk_chooses_label_and_reviewers_and_a_stranger_cannot_lower_it(
    tmp_path: Path, risk: Any, own: str, label: str, reviewers: list[str]
) -> None:
    ran = post(tmp_path, risk=risk, IS_OWN=own)
    assert ran.code == 0, ran.out
    assert f"repos/a/b/issues/7/labels -f labels[]=memory -f labels[]=risk: {label}" in sent(ran, "POST")
    assert sent(ran, "DELETE") == [
        f"repos/a/b/issues/7/labels/risk:%20{other}" for other in ("low", "medium", "high") if other != label
    ]
    asked = [one for one in sent(ran, "POST") if "requested_reviewers" in one]
    assert asked == [f"repos/a/b/pulls/7/requested_reviewers -f reviewers[]={name}" for name in reviewers]


def test_without_reviewers_for_high_risk_the_others_are_asked(tmp_path: Path) -> None:
    ran = post(tmp_path, risk="high", REVIEWERS_HIGH="")
    assert [one.rpartition("=")[2] for one in sent(ran, "POST") if "requested_reviewers" in one] == ["mika"]


# The dream and what became of it ---------------------------------------------------------------------------------------------


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A clone of a repository with one commit, as a runner checks it out."""
    first = new(tmp_path / "first")
    commit(first, {"wiki/index.md": "# A\n"}, "first")
    git(tmp_path, "clone", "-q", "--bare", str(first), "origin.git")
    git(tmp_path, "clone", "-q", "origin.git", "clone")
    return tmp_path / "clone"


def remote(folder: Path, ref: str) -> str:
    """The commit of a branch at the remote; empty where it has none."""
    return git(folder, "ls-remote", "origin", ref).partition("\t")[0]


# What `brainwiki` does to the state here: one more commit on its own branch, else on what was fetched.
WRITES = f"""parent=$(git rev-parse -q --verify {STATE} || git rev-parse -q --verify refs/remotes/origin/brainwiki/state || true)
git update-ref {STATE} $(git commit-tree -m state ${{parent:+-p $parent}} $(git write-tree))"""


def test_the_dream_pushes_the_state_and_opens_one_pull_request_for_each_proposal(clone: Path) -> None:
    for ref in (STATE, f"refs/heads/{PROPOSAL}"):
        git(clone, "update-ref", ref, "HEAD")
    text = script("dream", "dream", "Push")
    ran = run(clone, text, {"BASE": "main"}, gh='test "$2" != list || echo 0')
    assert ran.code == 0, ran.out
    assert remote(clone, STATE) == remote(clone, f"refs/heads/{PROPOSAL}") == git(clone, "rev-parse", "HEAD")
    made = [call for call in ran.gh if call[:2] == ["pr", "create"]]
    assert [call[2:8] for call in made] == [["--base", "main", "--head", PROPOSAL, "--title", "first"]]
    again = run(clone, text, {"BASE": "main"}, gh='test "$2" != list || echo 1')
    assert [call for call in again.gh if call[:2] == ["pr", "create"]] == [], "it has one, open or not"


def test_the_dream_that_loses_the_race_joins_both_states(clone: Path) -> None:
    git(clone, "commit", "-q", "--allow-empty", "-m", "theirs")
    git(clone, "push", "-q", "origin", f"HEAD:{STATE}")
    git(clone, "reset", "-q", "--hard", "HEAD~1")
    git(clone, "update-ref", STATE, "HEAD")
    joins = f"git update-ref {STATE} refs/remotes/origin/brainwiki/state"
    ran = run(clone, script("dream", "dream", "Push"), {"BASE": "main"}, brainwiki=joins)
    assert (ran.code, ran.brainwiki) == (0, [["sessions", "join"]]), ran.out
    never = run(
        clone,
        "git update-ref -d " + STATE + "; git update-ref " + STATE + " HEAD\n" + script("dream", "dream", "Push"),
        {"BASE": "main"},
    )
    assert (never.code, len(never.brainwiki)) == (1, 4)


def test_where_nothing_was_dreamt_nothing_is_pushed(clone: Path) -> None:
    ran = run(clone, script("dream", "dream", "Push"), {"BASE": "main"})
    assert (ran.code, ran.gh, remote(clone, STATE)) == (0, [], "")


def test_a_refused_proposal_is_no_failure_and_a_broken_run_is_one(clone: Path) -> None:
    text = script("dream", "dream", "Dream")
    assert [run(clone, text, {}, brainwiki=f"exit {code}").code for code in (0, 1, 2)] == [0, 0, 1]


SYNC = {"BRANCH": PROPOSAL, "MERGED": "true", "NUMBER": "7", "WHO": "mika"}


def test_a_merge_and_a_closing_are_told_apart(clone: Path) -> None:
    text = script("dream", "sync", "Write down")
    merged = run(clone, text, SYNC, brainwiki=WRITES)
    assert (merged.code, merged.brainwiki) == (0, [["review", "sync"]])
    assert remote(clone, STATE) == git(clone, "rev-parse", STATE)
    closed = run(clone, text, {**SYNC, "MERGED": "false"}, brainwiki=WRITES)
    assert closed.brainwiki == [
        ["review", "sync", "--closed", "2026-06-02-dream-a", "--reason", "closed by mika in pull request 7"]
    ]


def test_who_loses_the_race_fetches_and_tries_again(clone: Path) -> None:
    other = clone.parent / "other"
    git(clone.parent, "clone", "-q", "origin.git", "other")
    theirs = f"git -C {other} commit --quiet --allow-empty -m theirs; git -C {other} push --quiet origin HEAD:{STATE}"
    once = f"{WRITES}\ntest -e .tools/raced || {{ touch .tools/raced; {theirs}; }}"
    ran = run(clone, script("dream", "sync", "Write down"), SYNC, brainwiki=once)
    assert (ran.code, len(ran.brainwiki)) == (0, 2), ran.out
    assert git(clone, "log", "--format=%s", remote(clone, STATE)).splitlines()[:2] == ["state", "theirs"]


def test_who_always_loses_says_so(clone: Path) -> None:
    git(clone, "push", "-q", "origin", f"HEAD:{STATE}")
    never = f"git commit-tree -m other $(git write-tree) | xargs git update-ref {STATE}"
    ran = run(clone, script("dream", "sync", "Write down"), SYNC, brainwiki=never)
    assert (ran.code, len(ran.brainwiki)) == (1, 5)


def test_after_a_merge_only_index_and_log_are_written_anew(clone: Path) -> None:
    text = script("dream", "sync", "The index")
    ran = run(clone, text, {"BASE": "main"}, brainwiki="echo '# B' > wiki/index.md; echo x > wiki/new.md; exit 1")
    assert ran.code == 0, ran.out
    assert ran.brainwiki == [["check", "--fix", "--quiet"]]
    assert git(clone, "show", "--name-only", "--format=%s", remote(clone, "refs/heads/main")).split() == [
        *"The index and the log".split(),
        "wiki/index.md",
    ]
    assert run(clone, text, {"BASE": "main"}).code == 0, "nothing to write is fine"


def test_a_protected_branch_is_told_and_fails_nothing(clone: Path) -> None:
    (clone.parent / "origin.git/hooks/update").write_text("#!/bin/sh\nexit 1\n", "utf-8")
    (clone.parent / "origin.git/hooks/update").chmod(0o755)
    ran = run(clone, script("dream", "sync", "The index"), {"BASE": "main"}, brainwiki="echo '# B' > wiki/index.md")
    assert ran.code == 0
    assert "main is protected" in (clone / ".tools/summary").read_text("utf-8")
