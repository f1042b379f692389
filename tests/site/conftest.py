"""One browser for all tests of the site, and the example brain's site, built once."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from brainwiki.bootstrap import open_workspace
from brainwiki.site.build import build, output_folder
from brainwiki.usecases.check import check
from tests.helpers import NOW, REPOSITORY
from tests.site.browsing import BROWSERS, served

expect.set_options(timeout=15_000)  # a machine may have more to do


@pytest.fixture(scope="session")
def example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the example brain's site, which nobody writes into."""
    out = tmp_path_factory.mktemp("example") / "site"
    workspace = open_workspace(str(REPOSITORY / "tests/data/example"), now=NOW)
    checked = check(workspace)
    assert checked.report.block == 0
    build(workspace, checked, output_folder(workspace, str(out)))
    return out


@pytest.fixture(scope="session")
def example_address(example: Path) -> Iterator[str]:
    """The same, served on this machine."""
    with served(example) as address:
        yield address


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A browser of this machine; the site must be seen in one, so that none is a failure and no skip."""
    path = next((found for found in map(shutil.which, BROWSERS) if found), None)
    if path is None:
        pytest.fail(
            f"No browser on the PATH ({', '.join(BROWSERS)}): `make test` installs one, or run tests/browser.sh."
        )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()
