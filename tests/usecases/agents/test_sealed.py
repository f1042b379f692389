"""Whole files of ours: who needs them, which folders were made, and whether somebody edited them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.usecases.agents.sealed import (
    Sealed,
    SealError,
    User,
    joined,
    seal,
    unseal,
    user,
    with_user,
    without_user,
)
from tests.helpers import PROPERTY

MARKDOWN, PYTHON = ("<!--", " -->"), ("#", "")
PATHS = st.text(alphabet="ab /-=é%\n made", max_size=12)


@PROPERTY
@given(st.lists(PATHS, max_size=3), st.lists(PATHS.filter(bool), max_size=3), st.sampled_from([MARKDOWN, PYTHON]))
def test_it_is_read_as_it_was_written(roots: list[str], made: list[str], comment: tuple[str, str]) -> None:
    users = tuple(sorted(User(name, tuple(made)) for name in {user("claude", root) for root in roots}))
    sealed = Sealed("# Text\n\nbody é\n", users)
    text = seal(sealed, comment)
    assert text.startswith(sealed.text)
    assert text.count("\n") == sealed.text.count("\n") + 1
    assert unseal(text, comment) == sealed
    assert unseal(text.replace("\n", "\r\n"), comment) == sealed


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda text: text.replace("body", "my body"), "edited"),
        (lambda text: text.replace("claude=", "codex="), "edited"),
        (lambda text: text + "mine\n", "not a file that this command wrote"),
        (lambda text: "", "not a file that this command wrote"),
        (lambda text: text.rsplit("\n", 2)[0] + "\n", "not a file that this command wrote"),
    ],
)
def test_what_was_edited_is_seen(change: object, message: str) -> None:
    text = seal(Sealed("# Text\nbody\n", (User(user("claude", "/n")),)), MARKDOWN)
    with pytest.raises(SealError, match=message):
        unseal(change(text), MARKDOWN)  # type: ignore[operator]


def test_lists_are_joined_without_repeats() -> None:
    assert joined(("a", "b"), ("b", "c")) == ("a", "b", "c")


def test_a_user_that_comes_again_keeps_its_folders() -> None:
    users = with_user((User("a", (".x",)), User("b")), User("a", (".x/y",)))
    assert set(users) == {User("a", (".x", ".x/y")), User("b")}


def test_who_goes_hands_the_folders_above_the_file_on() -> None:
    users = (User("a", (".x", ".x/y", ".z")), User("b", (".w",)), User("c"))
    assert without_user(users, "a", ".x/y/file") == (User("b", (".x", ".x/y", ".w")), User("c"))
    assert without_user(users[:1], "a", ".x/y/file") == ()
    assert without_user(users, "none", ".x/y/file") == users[:1] + users[1:]
