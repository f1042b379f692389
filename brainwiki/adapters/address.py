"""Which addresses of servers may be asked: none that could lead texts or a key where nobody sent them."""

from __future__ import annotations

from urllib.parse import urlsplit

LOCAL = ("localhost", "127.0.0.1", "::1")


def is_address(url: str) -> bool:
    """Whether a text is the plain address of a server: a host, no user name, query, fragment or blank."""
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        return False
    odd = parts.username or parts.query or parts.fragment or any(ord(char) <= 32 for char in url)
    return bool(host) and not odd


def is_local(url: str) -> bool:
    """Whether an address is of this machine."""
    return urlsplit(url).hostname in LOCAL


def may_be_asked(url: str) -> bool:
    """Whether it is such an address, and `https:` or `http:` of this machine."""
    scheme = urlsplit(url).scheme if is_address(url) else ""
    return scheme == "https" or (scheme == "http" and is_local(url))
