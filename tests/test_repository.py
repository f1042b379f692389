"""The repository's own set-up: pinned actions, least permissions, a lock file that fits, a README that opens with two commands."""

from __future__ import annotations

import re
import tomllib

import yaml

from tests.helpers import REPOSITORY

WORKFLOWS = sorted((REPOSITORY / ".github/workflows").glob("*.yml"))


def test_every_action_is_pinned_by_commit() -> None:
    for path in WORKFLOWS:
        for used in re.findall(r"uses: (\S+)", path.read_text("utf-8")):
            assert used.startswith("./.github/") or re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", used), f"{path.name}: {used}"


def test_workflows_start_with_least_permissions_and_never_check_out_with_a_privileged_trigger() -> None:
    assert len(WORKFLOWS) == 4
    for path in WORKFLOWS:
        workflow = yaml.safe_load(path.read_text("utf-8"))
        assert workflow["permissions"] == {"contents": "read"}, path.name
        assert "pull_request_target" not in path.read_text("utf-8")
        for job in workflow["jobs"].values():
            if job.get("uses", "").startswith("./.github/"):  # called here, and looked at under its own name
                continue
            assert "timeout-minutes" in job
            for step in job["steps"]:
                if step.get("uses", "").startswith("actions/checkout@"):
                    assert step["with"]["persist-credentials"] is False


def test_the_lock_file_holds_every_requirement_with_hashes() -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))
    lock = (REPOSITORY / "requirements.lock").read_text("utf-8").lower()
    wanted = [*project["project"]["dependencies"], *project["dependency-groups"]["dev"]]
    for requirement in wanted:
        name = re.match(r"[A-Za-z0-9.\-_]+", requirement)
        assert name
        assert re.search(rf"^{re.escape(name[0].lower())}==", lock, re.MULTILINE), requirement
    assert lock.count("--hash=sha256:") > 500


def test_the_design_card_is_kept() -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))
    names = " ".join(project["project"]["dependencies"]).lower()
    for package in ("mkdocs", "mkdocs-material", "python-frontmatter", "networkx", "gitpython", "click", "jsonschema"):
        assert package in names
    for name in ("brainwiki", "wiki", "checks", "site_overrides", "tests", "mkdocs.yml", ".github"):
        assert (REPOSITORY / name).exists(), name
