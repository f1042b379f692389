"""A state in Git keeps the promises of a folder on a disk; commits, the index and who wrote what are read as they are."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest

from brainwiki.adapters.filesystem import ConfinedRoot
from brainwiki.adapters.plumbing import Plumbing
from brainwiki.adapters.tree import Entry, GitStates, GitTree
from brainwiki.errors import (
    ExistsError,
    NoBrainError,
    NoCommitError,
    NoRepositoryError,
    PathEscapeError,
    UnmergedError,
)
from brainwiki.model.content import blob_id
from brainwiki.model.escape import Escape
from brainwiki.ports import FileStore
from tests.adapters.test_filesystem import OUTSIDE
from tests.helpers import Texts, write_files
from tests.repositories import commit, git, new

TEXTS = {"a.md": "A", "b/c.md": "C"}
Make = Callable[..., FileStore]


@pytest.fixture(params=["disk", "commit", "index"])
def make(request: pytest.FixtureRequest, tmp_path: Path) -> Make:
    """Makes a store of these files and symlinks: a folder on the disk, its last commit, or its index."""
    folder = new(tmp_path / "brain")
    write_files(tmp_path, {"secret": "s", "brain-private/x.md": "x"})

    def build(texts: Texts = TEXTS, links: dict[str, str] | None = None) -> FileStore:
        write_files(folder, texts)
        for path, target in (links or {}).items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            os.symlink(target, folder / path)
        git(folder, "add", "-A", ".")
        if request.param == "disk":
            return ConfinedRoot(str(folder))
        if request.param == "index":
            return GitStates(str(folder)).index()
        git(folder, "commit", "-q", "-m", "all")
        states = GitStates(str(folder))
        return states.tree(states.commit("HEAD"))

    return build


class TestEveryStore:
    """What every store of files promises."""

    def test_files_are_listed_in_order_and_read(self, make: Make) -> None:
        texts = {
            f"{name}.md": name
            for name in ("z", "b", "b-a", "B", "é", "日", "b/a", "b/deep/er/x", "with blank", "a\nb", 'q"\t')
        }
        store = make(texts)
        assert store.listing() == (tuple(sorted(texts)), ())
        for path, text in texts.items():
            assert store.read(path) == store.read_listed(path) == text.encode()
            assert store.exists(path)

    def test_names_keep_the_form_they_have(self, make: Make) -> None:
        texts = {unicodedata.normalize(form, "été/å.md"): form for form in ("NFC", "NFD")}
        store = make(texts)
        assert store.listing().files == tuple(sorted(texts))
        assert {path: store.read_listed(path).decode() for path in texts} == texts

    def test_names_that_are_not_utf_8(self, make: Make) -> None:
        name = os.fsdecode(b"caf\xe9/\xff.md")
        store = make({name: "x"})
        assert store.listing().files == (name,)
        assert store.read(name) == store.read_listed(name) == b"x"
        assert store.below(os.fsdecode(b"caf\xe9")).listing().files == (os.fsdecode(b"\xff.md"),)

    def test_bytes_are_as_they_are(self, make: Make) -> None:
        raw = b"\xef\xbb\xbfone\r\ntwo\rthree\x00\xff\n\n"
        write_files(Path(make().root), {".gitattributes": "* text=auto eol=lf ident\n"})
        store = make({"x.md": raw.replace(b"\r\n", b"\n"), "big.md": b"x" * 200_000, "empty.md": b""})
        assert store.read("x.md") == raw.replace(b"\r\n", b"\n")
        assert (len(store.read_listed("big.md")), store.read("empty.md")) == (200_000, b"")

    def test_hidden_folders_are_left_out_and_hidden_files_are_not(self, make: Make) -> None:
        hidden = {"b/.obsidian/app.json": "x", ".github/x.md": "x", "..odd/x.md": "x", "b/.o/d/e.md": "x"}
        store = make({**TEXTS, **hidden, ".hidden.md": "x", "b/..md": "x", "c.d/e.f.md": "x"})
        assert store.listing().files == (".hidden.md", "a.md", "b/..md", "b/c.md", "c.d/e.f.md")
        assert store.exists("b/.obsidian")
        assert store.read(".github/x.md") == b"x"

    def test_a_symlink_to_a_file_inside_is_a_file(self, make: Make) -> None:
        links = {
            "one.md": "b/c.md",
            "b/two.md": "../one.md",
            "b/d/three.md": "../../a.md",
            "four.md": "./b/../b/./c.md",
        }
        store = make(TEXTS, links)
        assert store.listing() == (tuple(sorted((*TEXTS, *links))), ())
        for path, text in (("one.md", b"C"), ("b/two.md", b"C"), ("b/d/three.md", b"A"), ("four.md", b"C")):
            assert store.read(path) == store.read_listed(path) == text
            assert store.exists(path)

    def test_a_symlink_through_a_symlink_to_a_folder(self, make: Make) -> None:
        store = make(TEXTS, {"twin": "b", "far.md": "twin/c.md", "near.md": "twin/../a.md"})
        assert store.listing() == (
            ("a.md", "b/c.md", "far.md", "near.md"),
            (Escape("twin", "leads to a folder that is already read"),),
        )
        assert (store.read_listed("far.md"), store.read_listed("near.md")) == (b"C", b"A")
        assert store.read("twin/c.md") == b"C"
        assert store.exists("twin")
        assert store.exists("twin/c.md")
        assert not store.exists("twin/none.md")
        assert store.below("twin").listing().files == ("c.md",)

    @pytest.mark.parametrize(
        ("target", "reason"),
        [
            ("../secret", "leaves the brain"),
            ("/etc/hosts", "leaves the brain"),
            ("b/../../secret", "leaves the brain"),
            ("../brain-private/x.md", "leaves the brain"),
            ("out.md", "leaves the brain"),
            (".git/config", "leaves the brain"),
            ("none.md", "leads to nothing"),
            ("a.md/x", "leads to nothing"),
            ("a.md/", "leads to nothing"),
            ("none/../a.md", "leads to nothing"),
            ("dead.md", "leads to nothing"),
            ("link.md", "leads in a circle"),
            ("one", "leads in a circle"),
            (".", "leads in a circle"),
            ("b/..", "leads in a circle"),
            ("b", "leads to a folder that is already read"),
            ("b/", "leads to a folder that is already read"),
        ],
    )
    def test_a_symlink_that_is_not_followed_is_told(self, make: Make, target: str, reason: str) -> None:
        others = {"out.md": "../secret", "dead.md": "none.md", "one": "two", "two": "one"}
        store = make(TEXTS, {**others, "link.md": target})
        assert store.listing().files == ("a.md", "b/c.md")
        assert dict(store.listing().escapes) == {
            "out.md": "leaves the brain",
            "dead.md": "leads to nothing",
            "one": "leads in a circle",
            "two": "leads in a circle",
            "link.md": reason,
        }
        if reason == "leaves the brain" and ".git" not in target:
            assert not store.exists("link.md")
            with pytest.raises(PathEscapeError):
                store.read("link.md")
        elif target in ("none.md", "a.md/x", "dead.md", "link.md", "one"):
            assert not store.exists("link.md")
            with pytest.raises(OSError):  # noqa: PT011 — a disk knows several reasons
                store.read("link.md")

    def test_a_symlink_upwards_leads_in_a_circle(self, make: Make) -> None:
        store = make(TEXTS, {"b/up": "..", "b/here": ".", "b/d/up": "../..", "b/d/two": ".."})
        assert dict(store.listing().escapes) == dict.fromkeys(
            ("b/up", "b/here", "b/d/up", "b/d/two"), "leads in a circle"
        )

    def test_many_symlinks_in_a_row(self, make: Make) -> None:
        links = {f"{number}.md": f"{number + 1}.md" for number in range(30)}
        store = make({"30.md": "end"}, links)
        assert store.read_listed("0.md") == b"end"
        assert len(store.listing().files) == 31

    def test_a_folder_that_is_a_symlink_out_is_not_entered(self, make: Make) -> None:
        store = make(TEXTS, {"notes": "../brain-private"})
        assert store.listing().escapes == (Escape("notes", "leaves the brain"),)
        for path in ("notes", "notes/x.md", "notes/none.md"):
            assert not store.exists(path)
            with pytest.raises(PathEscapeError):
                store.read(path)
        with pytest.raises(PathEscapeError):
            store.below("notes")

    @pytest.mark.parametrize("path", OUTSIDE)
    def test_paths_that_leave_the_root_are_refused(self, make: Make, path: str) -> None:
        store = make()
        assert not store.exists(path)
        with pytest.raises(PathEscapeError):
            store.read(path)
        with pytest.raises(PathEscapeError):
            store.below(path)

    @pytest.mark.parametrize("path", ["a.md", "./a.md", "b/../a.md", "b//../a.md", "b\\..\\a.md"])
    def test_paths_that_stay_inside_are_read(self, make: Make, path: str) -> None:
        store = make()
        assert store.exists(path)
        assert store.read(path) == b"A"

    def test_what_is_not_there(self, make: Make) -> None:
        store = make()
        for path in ("none.md", "a.md/x", "b/none.md", "b/c.md/d", "c.md", "x" * 5_000):
            assert not store.exists(path)
        for path in ("none.md", "b/none.md"):
            with pytest.raises(FileNotFoundError):
                store.read(path)
        with pytest.raises(OSError):  # noqa: PT011 — a folder is no file
            store.read("b")

    def test_folders_are_there(self, make: Make) -> None:
        store = make({"x/y/z.md": "z"})
        assert [store.exists(path) for path in ("x", "x/y", "x/", "", ".", "x/..", "y", "x/y/z")] == [True] * 6 + [
            False
        ] * 2

    def test_a_store_below_is_confined_in_its_turn(self, make: Make) -> None:
        store = make({**TEXTS, "b/d/e.md": "E"}, {"b/out.md": "../a.md", "b/in.md": "d/e.md"})
        below = store.below("b")
        assert below.root == os.path.join(store.root, "b")
        assert below.listing() == (("c.md", "d/e.md", "in.md"), (Escape("out.md", "leaves the brain"),))
        assert (below.read("c.md"), below.read("in.md"), below.below("d").read("e.md")) == (b"C", b"E", b"E")
        assert (below.exists("c.md"), below.exists("a.md"), below.exists("b")) == (True, False, False)
        with pytest.raises(PathEscapeError):
            below.read("../a.md")
        with pytest.raises(PathEscapeError):
            below.read("out.md")
        assert store.below("") is store.below(".") is store
        assert store.below("b/d/").listing() == store.below("./b/../b/d").listing() == (("e.md",), ())
        for path in ("none", "a.md", "b/c.md"):
            with pytest.raises(NoBrainError):
                store.below(path)

    def test_a_folder_whose_name_begins_like_another(self, make: Make) -> None:
        store = make({"b/x.md": "1", "b-private/y.md": "2", "bb.md": "3"})
        assert store.below("b").listing().files == ("x.md",)

    def test_what_is_there_is_not_written_over(self, make: Make) -> None:
        with pytest.raises(ExistsError):
            make().create("a.md", b"new")

    def test_a_version_is_none_or_the_content_id_of_what_is_read(self, make: Make) -> None:
        store = make({**TEXTS, "empty.md": ""}, {"link.md": "b/c.md", "dead.md": "none.md"})
        for path in store.listing().files:
            assert store.version(path) in ("", blob_id(store.read_listed(path)))
        for path in ("none.md", "b", "dead.md"):
            assert store.version(path) == ""


def tree_of(folder: Path, name: str = "HEAD") -> GitTree:
    """The files of a commit."""
    states = GitStates(str(folder))
    return states.tree(states.commit(name))


def test_the_version_of_a_symlink_is_that_of_its_end(tmp_path: Path) -> None:
    folder = new(tmp_path / "r")
    os.symlink("a.md", folder / "link.md")
    os.symlink("link.md", folder / "link2.md")
    commit(folder, TEXTS)
    tree = tree_of(folder)
    assert tree.version("link.md") == tree.version("link2.md") == tree.version("a.md") == blob_id(b"A")
    assert tree.signature("a.md") == ()


def test_the_state_of_a_folder_that_is_not_there_is_empty(tmp_path: Path) -> None:
    commit(new(tmp_path / "r"), TEXTS)
    none = tree_of(tmp_path / "r").none()
    assert none.listing() == ((), ())
    assert none.exists("")
    assert not none.exists("a.md")
    with pytest.raises(NoBrainError):
        none.below("b")


def test_symlinks_to_folders_cost_no_walk_through_all_files(tmp_path: Path) -> None:
    """Asked of every entry once: thousands of links and thousands of files stay far below their product."""

    class Counted(dict[str, Entry]):
        walks = 0

        def __iter__(self) -> object:  # type: ignore[override]
            Counted.walks += 1
            return super().__iter__()

        def items(self) -> object:  # type: ignore[override]
            Counted.walks += 1
            return super().items()

    class Links:
        def blob(self, version: str) -> bytes:
            return b"folder"

    entries = Counted({f"folder/{n}.md": Entry(b"100644", "v") for n in range(50)})
    entries.update({f"link{n}": Entry(b"120000", "l") for n in range(50)})
    tree = GitTree(Links(), "/", entries)  # type: ignore[arg-type]
    assert len(tree.listing().escapes) == 50
    assert Counted.walks <= 3


def test_commits_by_name(tmp_path: Path) -> None:
    folder = new(tmp_path / "r")
    one = commit(folder, {"a": "1"})
    two = commit(folder, {"a": "2"})
    git(folder, "tag", "-a", "-m", "t", "v1", one)
    git(folder, "update-ref", "refs/heads/-x", one)
    states = GitStates(str(folder))
    for name, wanted in (
        ("HEAD", two),
        ("main", two),
        ("v1", one),
        (two[:8], two),
        ("HEAD~1", one),
        ("main^", one),
        ("refs/heads/-x", one),
    ):
        assert states.commit(name) == wanted


@pytest.mark.parametrize(
    "name", ["", "-x", "--help", "--all", "-h", "none", "HEAD:a", "0" * 40, "a\0b", "HEAD\nmain", "HEAD~9", ".."]
)
def test_what_is_no_name_of_a_commit(tmp_path: Path, name: str) -> None:
    folder = new(tmp_path / "r")
    first = commit(folder, {"a": "1"})
    git(folder, "update-ref", "refs/heads/-x", first)
    with pytest.raises(NoCommitError, match=r"no commit|no name of a commit"):
        GitStates(str(folder)).commit(name)


def test_outside_a_repository_nothing_can_be_asked(tmp_path: Path) -> None:
    with pytest.raises(NoRepositoryError, match="lies in no Git repository"):
        GitStates(str(tmp_path))


def test_a_commit_that_a_shallow_clone_lacks_is_named_with_the_remedy(tmp_path: Path) -> None:
    folder = new(tmp_path / "r")
    old = commit(folder, {"a": "1"})
    commit(folder, {"a": "2"})
    git(tmp_path, "clone", "-q", "--depth", "1", f"file://{folder}", "shallow")
    with pytest.raises(NoCommitError, match="a shallow clone needs older commits first"):
        GitStates(str(tmp_path / "shallow")).commit(old)


def test_where_two_branches_part(tmp_path: Path) -> None:
    folder = new(tmp_path / "r")
    fork = commit(folder, {"a": "1"})
    main = commit(folder, {"a": "2"})
    git(folder, "checkout", "-q", "-b", "side", fork)
    side = commit(folder, {"b": "1"})
    git(folder, "checkout", "-q", "--orphan", "alone")
    alone = commit(folder, {"c": "1"})
    states = GitStates(str(folder))
    assert states.fork(main, side) == fork
    assert states.fork(main, fork) == states.fork(fork, main) == fork
    assert states.fork(main, alone) == main


def test_where_two_branches_part_is_not_guessed_in_a_shallow_clone(tmp_path: Path) -> None:
    """Against the tip of the base, all that was done there since would look undone."""
    folder = new(tmp_path / "r")
    fork = commit(folder, {"a": "1"})
    main = commit(folder, {"a": "2"})
    git(folder, "checkout", "-q", "-b", "side", fork)
    side = commit(folder, {"b": "1"})
    git(tmp_path, "clone", "-q", "--depth", "1", "--no-single-branch", f"file://{folder}", "shallow")
    states = GitStates(str(tmp_path / "shallow"))
    assert (states.commit("origin/main"), states.commit("HEAD")) == (main, side)
    with pytest.raises(NoCommitError, match="This shallow clone lacks the commit that"):
        states.fork(main, side)
    assert states.fork(side, side) == side


def test_before_the_first_commit(tmp_path: Path) -> None:
    folder = new(tmp_path / "r")
    states = GitStates(str(folder))
    assert states.is_unborn()
    assert states.index().listing() == ((), ())
    write_files(folder, {"a.md": "A", "b.md": ""})
    git(folder, "add", "a.md")
    git(folder, "add", "-N", "b.md")
    assert GitStates(str(folder)).index().listing().files == ("a.md",)
    commit(folder, {})
    assert not GitStates(str(folder)).is_unborn()


def test_the_index_holds_what_is_staged_and_nothing_else(tmp_path: Path) -> None:
    folder = new(tmp_path / "r")
    commit(folder, {"a.md": "committed", "gone.md": "x", "kept.md": "k", "empty.md": ""})
    write_files(folder, {"a.md": "staged", "new.md": "new", "announced.md": "soon", "e2.md": ""})
    git(folder, "add", "a.md", "new.md", "e2.md")
    git(folder, "rm", "-q", "gone.md")
    git(folder, "add", "-N", "announced.md")
    write_files(folder, {"a.md": "edited", "new.md": "newer", "untracked.md": "u"})
    (folder / "kept.md").unlink()
    index = GitStates(str(folder)).index()
    assert index.listing().files == ("a.md", "e2.md", "empty.md", "kept.md", "new.md")
    assert (index.read("a.md"), index.read("new.md"), index.read("kept.md"), index.read("e2.md")) == (
        b"staged",
        b"new",
        b"k",
        b"",
    )


def test_an_index_in_conflict_is_told(tmp_path: Path) -> None:
    folder = new(tmp_path / "r")
    commit(folder, {"é.md": "1\n"})
    git(folder, "checkout", "-q", "-b", "side")
    commit(folder, {"é.md": "2\n"})
    git(folder, "checkout", "-q", "main")
    commit(folder, {"é.md": "3\n"})
    with pytest.raises(Exception, match="exit status 1"):
        git(folder, "merge", "side")
    with pytest.raises(UnmergedError, match=r"é\.md is not merged"):
        GitStates(str(folder)).index()


@pytest.mark.parametrize("sub", ["sub", "süß/日本", "with blank"])
def test_a_workspace_below_the_top_sees_its_own_files(tmp_path: Path, sub: str) -> None:
    folder = new(tmp_path / "r")
    commit(folder, {"top.md": "t", f"{sub}/a.md": "A", f"{sub}-not/x.md": "x"})
    base = GitStates(str(folder)).commit("HEAD")
    head = commit(folder, {"top.md": "u", f"{sub}/b/c.md": "C"})
    write_files(folder, {f"{sub}/d.md": "D", "other.md": "o"})
    git(folder, "add", ".")
    states = GitStates(str(folder / sub))
    assert states.tree(head).listing().files == ("a.md", "b/c.md")
    assert states.tree(head).root == str(folder / sub)
    assert states.tree(head).read("a.md") == b"A"
    assert states.index().listing().files == ("a.md", "b/c.md", "d.md")
    assert [one.paths for one in states.between(base, head)] == [{"b/c.md"}]


def test_submodules_are_folders_without_files_of_this_repository(tmp_path: Path) -> None:
    other, folder = new(tmp_path / "other"), new(tmp_path / "r")
    commit(other, {"x.md": "x"})
    commit(folder, TEXTS)
    git(folder, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(other), "sub")
    os.symlink("sub", folder / "link")
    os.symlink("sub/x.md", folder / "in.md")
    commit(folder, {})
    for tree in (tree_of(folder), GitStates(str(folder)).index()):
        assert tree.listing().files == (".gitmodules", "a.md", "b/c.md")
        assert dict(tree.listing().escapes) == {
            "in.md": "leads to nothing",
            "link": "leads to a folder that is already read",
        }
        assert (tree.exists("sub"), tree.exists("sub/x.md"), tree.version("sub")) == (True, False, "")
        assert tree.below("sub").listing() == ((), ())
        with pytest.raises(FileNotFoundError):
            tree.read("sub")


def test_a_repository_of_longer_ids(tmp_path: Path) -> None:
    folder = new(tmp_path / "r", "--object-format=sha256")
    os.symlink("a.md", folder / "link.md")
    base = commit(folder, {**TEXTS, "empty.md": ""}, author="dream[bot]")
    head = commit(folder, {"a.md": "A2"})
    write_files(folder, {"n.md": "", "e.md": ""})
    git(folder, "add", "e.md")
    git(folder, "add", "-N", "n.md")
    states = GitStates(str(folder))
    assert states.tree(base).read("link.md") == b"A"
    assert states.index().listing().files == ("a.md", "b/c.md", "e.md", "empty.md", "link.md")
    assert states.index().read("a.md") == b"A2"
    assert states.fork(base, head) == base
    assert [(one.id, one.paths) for one in states.between(base, head)] == [(head, {"a.md"})]


def test_commits_between_come_with_their_paths_and_writers(tmp_path: Path) -> None:
    folder = new(tmp_path / "r")
    base = commit(folder, {"a.md": "1", "b.md": "1"})
    one = commit(folder, {"a.md": "2"}, author="Anna Müller")
    two = commit(folder, {"c d.md": "1"}, gone=("b.md",), author="renovate[bot]")
    three = commit(folder, {}, message="nothing")
    four = commit(folder, {"e.md": "1"}, message="t\n\nBody.\n\nBrainwiki-Actor: process:dream\n", author="Anna")
    assert GitStates(str(folder)).between(base, four) == (
        (one, "Anna Müller", False, {"a.md"}),
        (two, "renovate[bot]", True, {"b.md", "c d.md"}),
        (three, "a@b.c", False, frozenset()),
        (four, "process:dream", True, {"e.md"}),
    )
    assert GitStates(str(folder)).between(four, base) == ()
    assert GitStates(str(folder)).between(base, base) == ()


def test_a_merge_touches_what_differs_from_either_parent(tmp_path: Path) -> None:
    folder = new(tmp_path / "r")
    base = commit(folder, {"a.md": "1"})
    git(folder, "checkout", "-q", "-b", "side")
    side = commit(folder, {"s.md": "1"})
    git(folder, "checkout", "-q", "main")
    main = commit(folder, {"m.md": "1"})
    git(folder, "merge", "-q", "--no-edit", "side")
    merge = git(folder, "rev-parse", "HEAD")
    found = {one.id: one.paths for one in GitStates(str(folder)).between(base, merge)}
    assert found == {side: {"s.md"}, main: {"m.md"}, merge: {"s.md", "m.md"}}
    assert [one.id for one in GitStates(str(folder)).between(main, merge)] == [side, merge]


def test_a_file_that_is_named_like_a_commit(tmp_path: Path) -> None:
    folder = new(tmp_path / "r")
    base = commit(folder, {"a.md": "1"})
    one = commit(folder, {base: "x", ":100644 x": "y", "n\nl": "z"})
    two = commit(folder, {"b.md": "1"})
    assert [(found.id, found.paths) for found in GitStates(str(folder)).between(base, two)] == [
        (one, {base, ":100644 x", "n\nl"}),
        (two, {"b.md"}),
    ]


def test_of_many_commits_the_last_are_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = new(tmp_path / "r")
    base = commit(folder, {"a.md": "0"})
    ids = [commit(folder, {"a.md": str(number)}) for number in range(1, 5)]
    monkeypatch.setattr("brainwiki.adapters.tree.MANY", 3)
    assert [one.id for one in GitStates(str(folder)).between(base, ids[-1])] == ids[1:]


def test_commits_between_are_asked_for_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = new(tmp_path / "r")
    base = commit(folder, {"a.md": "0"})
    ids = [commit(folder, {"a.md": str(number)}) for number in range(1, 6)]
    states, asked = GitStates(str(folder)), []
    run = Plumbing.run
    monkeypatch.setattr(
        Plumbing, "run", lambda self, *words, **more: asked.append(words[0]) or run(self, *words, **more)
    )
    assert len(states.between(base, ids[-1])) == 5
    assert asked == ["rev-list", "diff-tree"]


@pytest.mark.parametrize(
    ("message", "actor"),
    [
        ("subject", "a@b.c"),
        ("subject\n\nBrainwiki-Actor: process:x", "process:x"),
        ("subject\n\nbrainwiki-actor :  human:anna \nSigned-off-by: A <a@b>", "human:anna"),
        ("subject\n\nBrainwiki-Actor: dream/1\nBrainwiki-Actor: dream/2", "dream/2"),
        ("subject\n\nThe Brainwiki-Actor: no\n", "a@b.c"),
        ("Brainwiki-Actor: process:x", "process:x"),
    ],
)
def test_the_trailer_names_the_actor(tmp_path: Path, message: str, actor: str) -> None:
    folder = new(tmp_path / "r")
    base = commit(folder, {"a": "1"})
    head = commit(folder, {"a": "2"}, message=message)
    (one,) = GitStates(str(folder)).between(base, head)
    assert one.actor == actor


def test_a_trailer_does_not_make_a_robot_a_person(tmp_path: Path) -> None:
    folder = new(tmp_path / "r")
    base = commit(folder, {"a": "1"})
    head = commit(folder, {"a": "2"}, message="s\n\nBrainwiki-Actor: human:anna", author="dream[bot]")
    (one,) = GitStates(str(folder)).between(base, head)
    assert (one.actor, one.by_agent) == ("human:anna", True)
