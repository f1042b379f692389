"""One browser for all tests of the site."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.site.browsing import BROWSERS


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
