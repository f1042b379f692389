"""Which addresses may be asked."""

from __future__ import annotations

import pytest

from brainwiki.adapters.address import is_address, is_local, may_be_asked


@pytest.mark.parametrize(
    ("url", "asked"),
    [
        ("https://e.org/v1", True),
        ("http://127.0.0.1:80/v1", True),
        ("http://[::1]:80", True),
        ("http://e.org", False),
        ("ftp://localhost", False),
        ("https://u@e.org", False),
        ("https://e.org?x", False),
        ("https://e.org#x", False),
        ("https://e.org:x", False),
        ("https://e .org", False),
        ("https://", False),
        ("", False),
    ],
)
def test_https_or_this_machine(url: str, asked: bool) -> None:
    assert may_be_asked(url) is asked


def test_what_is_no_address() -> None:
    assert is_address("http://e.org")
    assert not is_address("https://[")
    assert (is_local("http://localhost/v1"), is_local("https://e.org")) == (True, False)
