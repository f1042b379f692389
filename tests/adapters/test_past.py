"""The past out of real repositories, friendly and hostile: what each commit did, renames found, nothing started, nothing lost."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from brainwiki.adapters import past as adapter
from brainwiki.adapters.git import GitHistory
from brainwiki.adapters.past import instant, plain
from brainwiki.adapters.plumbing import Plumbing
from brainwiki.adapters.shelf import FactShelf
from brainwiki.errors import GitError
from brainwiki.model.past import NO_PAST, Past, Revision
from tests.adapters.test_git import poison
from tests.repositories import CLEAN, commit, git, new

LONG = "".join(f"Line {number} of a page that is long enough to be known again.\n" for number in range(40))
Deed = tuple[str, str, str]  # what was done, path, old path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An empty repository."""
    return new(tmp_path / "repository")


def past(folder: Path, inside: str = "wiki") -> Past:
    return GitHistory(str(folder)).past(inside)


def deeds(found: Past) -> list[list[Deed]]:
    """What each commit did, newest first."""
    told: dict[str, list[Deed]] = {commit: [] for commit in found.revisions}
    for touch in found.touches:
        did = "renamed" if touch.was else "new" if not touch.before else "edited" if touch.after else "removed"
        told[touch.commit].append((did, touch.path, touch.was))
    return list(told.values())


def raw_commit(folder: Path, head: bytes, message: bytes = b"m\n", tree: str = "") -> str:
    """A commit of any bytes on the present branch."""
    tree = tree or git(folder, "write-tree")
    body = b"tree " + tree.encode() + b"\n" + head + b"\n" + message
    command = ["git", "hash-object", "-t", "commit", "-w", "--stdin", "--literally"]
    made = subprocess.run(command, cwd=folder, env=CLEAN, input=body, check=True, capture_output=True).stdout
    name = made.decode().strip()
    git(folder, "update-ref", "HEAD", name)
    return name


class TestWhatCommitsDid:
    """Files and their names."""

    def test_each_commit_with_its_files_newest_first(self, folder: Path) -> None:
        first = commit(folder, {"wiki/a.md": "1", "wiki/b/c.md": "2", "other.md": "x"}, "one", author="Anna")
        second = commit(folder, {"wiki/a.md": "3"}, "two", gone=("wiki/b/c.md",))
        commit(folder, {"other.md": "y"}, "elsewhere")
        found = past(folder)
        assert found.head == git(folder, "rev-parse", "HEAD")
        assert list(found.revisions) == [second, first]
        assert deeds(found) == [
            [("edited", "a.md", ""), ("removed", "b/c.md", "")],
            [("new", "a.md", ""), ("new", "b/c.md", "")],
        ]
        one, two = git(folder, "rev-parse", f"{first}:wiki/a.md"), git(folder, "rev-parse", f"{second}:wiki/a.md")
        assert (found.touches[0].before, found.touches[0].after) == (one, two)
        assert GitHistory(str(folder)).blob(two) == b"3"
        assert not found.is_cut

    def test_a_rename_with_and_without_an_edit(self, folder: Path) -> None:
        commit(folder, {"wiki/a.md": LONG, "wiki/x.md": "short"})
        commit(folder, {"wiki/b.md": LONG, "wiki/y.md": "short"}, gone=("wiki/a.md", "wiki/x.md"))
        commit(folder, {"wiki/c.md": LONG + "One more line.\n"}, gone=("wiki/b.md",))
        assert deeds(past(folder))[:2] == [
            [("renamed", "c.md", "b.md")],
            [("renamed", "b.md", "a.md"), ("renamed", "y.md", "x.md")],
        ]

    def test_an_empty_file_is_no_other_file_renamed(self, folder: Path) -> None:
        commit(folder, {"wiki/a.md": ""})
        commit(folder, {"wiki/b.md": ""}, gone=("wiki/a.md",))
        assert deeds(past(folder))[0] == [("removed", "a.md", ""), ("new", "b.md", "")]

    def test_a_file_that_comes_from_elsewhere_is_new_and_says_not_whence(self, folder: Path) -> None:
        commit(folder, {"private/a.md": LONG, "wiki/b.md": "b"})
        commit(folder, {"wiki/a.md": LONG}, gone=("private/a.md",))
        commit(folder, {"private/b.md": LONG}, gone=("wiki/a.md",))
        assert deeds(past(folder))[:2] == [[("removed", "a.md", "")], [("new", "a.md", "")]]

    def test_of_many_renames_at_once_those_without_an_edit_are_found(self, folder: Path) -> None:
        texts = {f"{number}.md": f"{number}\n{LONG}" for number in range(150)}
        commit(folder, {f"wiki/a/{name}": text for name, text in texts.items()})
        new = {f"wiki/b/x{name}": text for name, text in texts.items()}
        commit(folder, new, gone=tuple(f"wiki/a/{name}" for name in texts))
        assert {did for did, _, _ in deeds(past(folder))[0]} == {"renamed"}

    def test_names_of_any_bytes(self, folder: Path) -> None:
        names = [
            os.fsdecode(b"caf\xe9.md"),
            "日本.md",
            "a\nb.md",
            'q"\t.md',
            ":(top)x.md",
            "with blank.md",
            "-.md",
            "\x01",
        ]
        commit(folder, {f"wiki/{name}": name for name in names})
        assert sorted(touch.path for touch in past(folder).touches) == sorted(names)

    @pytest.mark.parametrize(
        "name", ["wi ki", "wi*", ":(exclude)wiki", "wiki[1]", "日本", os.fsdecode(b"w\xff"), "a\nb"]
    )
    def test_a_brain_in_a_folder_of_any_name(self, folder: Path, name: str) -> None:
        commit(folder, {f"{name}/a.md": "1", "wiki/b.md": "x", "wiki1/c.md": "x"})
        assert deeds(past(folder, name)) == [[("new", "a.md", "")]]
        inside = folder / name
        (inside / "deep").mkdir()
        assert deeds(past(inside, "")) == [[("new", "a.md", "")]]
        assert past(inside, "deep").touches == ()

    def test_a_brain_that_is_the_repository_and_a_workspace_below_its_top(self, folder: Path) -> None:
        commit(folder, {"a.md": "1", "work/wiki/b.md": "2", "work/wiki2/c.md": "x"})
        assert [path for _, path, _ in deeds(past(folder, ""))[0]] == ["a.md", "work/wiki/b.md", "work/wiki2/c.md"]
        assert deeds(past(folder / "work", "wiki")) == [[("new", "b.md", "")]]

    def test_symlinks_and_submodules_are_no_files(self, folder: Path) -> None:
        commit(folder, {"wiki/a.md": "1", "wiki/b.md": "x"})
        (folder / "wiki/link.md").symlink_to("a.md")
        (folder / "wiki/b.md").unlink()
        (folder / "wiki/b.md").symlink_to("a.md")
        inner = new(folder / "wiki/inner")
        commit(inner, {"c.md": "1"})
        commit(folder, {})
        (folder / "wiki/b.md").unlink()
        commit(folder, {"wiki/b.md": "back"})
        assert git(folder, "ls-files", "-s", "wiki/inner").startswith("160000")
        assert deeds(past(folder)) == [
            [("new", "b.md", "")],
            [("removed", "b.md", "")],
            [("new", "a.md", ""), ("new", "b.md", "")],
        ]

    def test_a_file_that_only_became_executable_was_not_changed(self, folder: Path) -> None:
        commit(folder, {"wiki/a.md": "1"})
        (folder / "wiki/a.md").chmod(0o755)
        commit(folder, {})
        assert deeds(past(folder)) == [[("new", "a.md", "")]]


class TestBranches:
    """A merge shows what it alone did."""

    def test_a_merge_that_only_brings_together_is_not_there(self, folder: Path) -> None:
        commit(folder, {"wiki/a.md": "1", "wiki/b.md": "1"}, "base")
        git(folder, "checkout", "-q", "-b", "side")
        side = commit(folder, {"wiki/b.md": "2"}, "side")
        git(folder, "checkout", "-q", "main")
        main = commit(folder, {"wiki/a.md": "2"}, "main")
        git(folder, "merge", "-q", "--no-ff", "-m", "merge", "side")
        assert set(past(folder).revisions) == {side, main, git(folder, "rev-parse", "main~2")}

    def test_a_merge_that_changes_a_file_itself_shows_it_against_its_first_parent(self, folder: Path) -> None:
        commit(folder, {"wiki/a.md": LONG}, "base")
        git(folder, "checkout", "-q", "-b", "side")
        commit(folder, {"wiki/a.md": f"side\n{LONG}"}, "side")
        git(folder, "checkout", "-q", "main")
        commit(folder, {"wiki/a.md": f"{LONG}main\n"}, "main")
        git(folder, "merge", "-q", "--no-ff", "-m", "merge", "side")
        found = past(folder)
        first = found.touches[0]
        assert next(iter(found.revisions.values())).summary == "merge"
        assert (first.path, first.was) == ("a.md", "")
        assert first.before == git(folder, "rev-parse", "HEAD^1:wiki/a.md")
        assert first.after == git(folder, "rev-parse", "HEAD:wiki/a.md")

    def test_a_merge_of_a_rename_and_an_edit(self, folder: Path) -> None:
        commit(folder, {"wiki/a.md": LONG}, "base")
        git(folder, "checkout", "-q", "-b", "side")
        commit(folder, {"wiki/b.md": LONG}, "side", gone=("wiki/a.md",))
        git(folder, "checkout", "-q", "main")
        commit(folder, {"wiki/a.md": f"{LONG}main\n"}, "main")
        git(folder, "merge", "-q", "--no-ff", "-m", "merge", "side")
        assert [path.name for path in (folder / "wiki").iterdir()] == ["b.md"]
        told = deeds(past(folder))
        assert sorted(told[-3:-1]) == [[("edited", "a.md", "")], [("renamed", "b.md", "a.md")]]
        assert told[-1] == [("new", "a.md", "")]

    def test_a_merge_of_many_that_adds_and_removes_by_itself(self, folder: Path) -> None:
        commit(folder, {"wiki/a.md": "1", "wiki/gone.md": "1"}, "base")
        parents = []
        for name in "xyz":
            git(folder, "checkout", "-q", "-b", name, "main")
            parents.append(commit(folder, {f"wiki/{name}.md": name}, name))
        git(folder, "checkout", "-q", "main")
        git(folder, "read-tree", "--empty")
        for path in ("wiki/a.md", "wiki/evil.md"):
            (folder / path).write_text("1" if path.endswith("a.md") else "by the merge")
        (folder / "wiki/gone.md").unlink()
        git(folder, "add", "-A", ".")
        head = "".join(f"parent {one}\n" for one in [git(folder, "rev-parse", "main"), *parents])
        raw_commit(folder, f"{head}author A <a> 1 +0000\ncommitter A <a> 9999999999 +0000\n".encode())
        found = past(folder)
        assert deeds(found)[0] == [("new", "evil.md", ""), ("removed", "gone.md", "")]
        assert sorted(path for _, path, _ in [one for told in deeds(found)[1:4] for one in told]) == [
            "x.md",
            "y.md",
            "z.md",
        ]

    def test_commits_come_before_their_parents_whatever_their_dates_say(self, folder: Path) -> None:
        dates = ("2026-03-01T00:00:00Z", "2020-01-01T00:00:00Z", "2026-02-01T00:00:00Z")
        for number, date in enumerate(dates):
            (folder / "wiki").mkdir(exist_ok=True)
            (folder / "wiki/a.md").write_text(str(number))
            git(folder, "add", ".")
            git(folder, "commit", "-q", "-m", str(number), GIT_COMMITTER_DATE=date, GIT_AUTHOR_DATE=date)
        assert [one.summary for one in past(folder).revisions.values()] == ["2", "1", "0"]


class TestWhoAndWhen:
    """Heads of commits, also odd ones."""

    def revision(self, folder: Path, head: bytes, message: bytes = b"m\n") -> Revision:
        commit(folder, {"wiki/a.md": "1"})
        (folder / "wiki/b.md").write_text("1")
        git(folder, "add", ".")
        parent = git(folder, "rev-parse", "HEAD").encode()
        name = raw_commit(folder, b"parent " + parent + b"\n" + head, message)
        found = past(folder)
        assert len(found.revisions) == 2
        return found.revisions[name]

    def test_an_author_a_day_and_a_line(self, folder: Path) -> None:
        head = "author 森 遥 <a@b.c> 1772348400 +0900\ncommitter B <b> 1772348500 +0000\n".encode()
        found = self.revision(folder, head, "予算を更新\n\nlong text\n".encode())
        assert found[1:] == ("2026-03-01T16:00:00+09:00", "森 遥", "森 遥", False, "", "予算を更新")

    def test_trailers_name_the_actor_and_the_proposal(self, folder: Path) -> None:
        head = b"author Anna <a@b.c> 1772348400 -0330\ncommitter B <b> 1772348400 +0000\n"
        found = self.revision(folder, head, b"s\nt\n\nBrainwiki-Actor: dream/0.1\nProposal: p-1\n")
        assert found[1:] == ("2026-03-01T03:30:00-03:30", "Anna", "dream/0.1", True, "p-1", "s")

    def test_a_robot_by_its_name_is_an_agent_whatever_the_trailer_says(self, folder: Path) -> None:
        head = b"author dream[bot] <a@b.c> 1772348400 +0000\ncommitter B <b> 1772348400 +0000\n"
        found = self.revision(folder, head, b"s\n\nBrainwiki-Actor: human:anna\n")
        assert (found.actor, found.by_agent) == ("human:anna", True)

    @pytest.mark.parametrize(
        ("encoding", "codec"), [("Shift_JIS", "shift_jis"), ("ISO-8859-1", "latin-1"), ("gb18030", "gb18030")]
    )
    def test_a_message_in_another_encoding(self, folder: Path, encoding: str, codec: str) -> None:
        words = "Größe" if codec == "latin-1" else "予算"
        head = f"author {words} <a> 1 +0000\ncommitter B <b> 1 +0000\nencoding {encoding}\n".encode(codec)
        found = self.revision(folder, head, words.encode(codec))
        assert (found.author, found.summary) == (words, words)

    @pytest.mark.parametrize(
        "encoding", [b"", b"encoding no-such-encoding\n", b"encoding UTF-16\n", b"encoding \xff\n"]
    )
    def test_bytes_of_no_encoding_are_marked(self, folder: Path, encoding: bytes) -> None:
        head = b"author A\xff\xfe <a> 1 +0000\ncommitter B <b> 1 +0000\n" + encoding
        found = self.revision(folder, head, b"s\xe9 t")
        assert found.author.startswith("A") or b"UTF-16" in encoding
        assert found.summary.startswith("s") or b"UTF-16" in encoding
        assert "\udce9" not in found.summary

    @pytest.mark.parametrize(
        ("author", "committer", "at"),
        [
            (b"A <a> 0 +0000", b"B <b> 5 +0000", "1970-01-01T00:00:05+00:00"),
            (b"A <a> 5 +9999", b"B <b> 5 +0000", "1970-01-01T00:00:05+00:00"),
            (b"A <a> 5 -1200", b"B <b> 5 +0000", "1969-12-31T12:00:05-12:00"),
            (b"A <a> 99999999999999999999 +0000", b"B <b> 7 +0100", "1970-01-01T01:00:07+01:00"),
            (b"A <a> 999999999999 +0000", b"B <b> 7 +0100", "1970-01-01T01:00:07+01:00"),
            (b"A <a> nonsense", b"B <b> 7 +0100", "1970-01-01T01:00:07+01:00"),
            (b"A <a> 4102444800 +0000", b"B <b> 1772348400 +0000", "2026-03-01T07:00:00+00:00"),
            (b"", b"", "1970-01-01T00:00:00+00:00"),
        ],
    )
    def test_days_that_no_calendar_has(self, folder: Path, author: bytes, committer: bytes, at: str) -> None:
        head = (b"author " + author + b"\n" if author else b"") + (
            b"committer " + committer + b"\n" if committer else b""
        )
        assert self.revision(folder, head).at == at

    def test_a_huge_message_and_one_of_controls(self, folder: Path) -> None:
        head = b"author A <a> 1 +0000\ncommitter B <b> 1 +0000\n"
        found = self.revision(folder, head, b"x" * 5_000_000 + b"\n" * 100_000)
        assert (len(found.summary), found.summary[-1]) == (300, "…")
        shutil.rmtree(folder)
        new(folder)
        odd = self.revision(folder, head, "a\x01b\x1b[31m\u202ec\u2028d\ufeff\x7f\n\x01:100644 evil".encode())
        assert odd.summary == "a b [31m c d"

    def test_no_message_at_all(self, folder: Path) -> None:
        assert self.revision(folder, b"author A <a> 1 +0000\ncommitter B <b> 1 +0000\n", b"").summary == ""

    def test_a_receipt_that_arrives_names_the_proposal(self, folder: Path) -> None:
        commit(folder, {"wiki/proposals/p-1.md": "r", "wiki/a.md": "1"}, "merge\n\nProposal: another")
        commit(folder, {"wiki/proposals/p-1.md": "r2", "wiki/a.md": "2"}, "edited")
        commit(folder, {"wiki/proposals/deep/p-2.md": "r2"}, "no receipt")
        assert [one.proposal for one in past(folder).revisions.values()] == ["", "", "p-1"]


class TestWhatIsNotThere:
    """No repository, nothing committed, half a history."""

    def test_no_repository_no_past(self, tmp_path: Path) -> None:
        assert past(tmp_path) == NO_PAST

    def test_nothing_committed_yet(self, folder: Path) -> None:
        assert past(folder) == NO_PAST
        (folder / "wiki").mkdir()
        assert past(folder / "wiki", "") == NO_PAST

    def test_a_broken_head_and_a_missing_commit(self, folder: Path) -> None:
        commit(folder, {"wiki/a.md": "1"})
        commit(folder, {"wiki/a.md": "2"})
        git(folder, "config", "gc.auto", "0")
        gone = git(folder, "rev-parse", "HEAD~1")
        os.unlink(folder / ".git/objects" / gone[:2] / gone[2:])
        assert past(folder) == NO_PAST
        (folder / ".git/HEAD").write_text("nonsense")
        assert past(folder) == NO_PAST

    def test_a_brain_that_no_commit_has(self, folder: Path) -> None:
        head = commit(folder, {"other.md": "1"})
        assert past(folder) == Past(head=head)

    def test_a_head_on_no_branch(self, folder: Path) -> None:
        first = commit(folder, {"wiki/a.md": "1"})
        commit(folder, {"wiki/a.md": "2"})
        git(folder, "checkout", "-q", first)
        assert list(past(folder).revisions) == [first]

    def test_a_shallow_clone_leaves_out_what_it_cannot_tell(self, folder: Path, tmp_path: Path) -> None:
        for number in range(5):
            commit(folder, {"wiki/a.md": str(number), f"wiki/{number}.md": "x"}, str(number))
        git(tmp_path, "clone", "-q", "--depth", "3", f"file://{folder}", "shallow")
        shelf = FactShelf(str(tmp_path / "shallow"), "past")
        found = GitHistory(str(tmp_path / "shallow"), shelf).past("wiki")
        assert [one.summary for one in found.revisions.values()] == ["4", "3"]
        assert found.is_cut
        git(tmp_path / "shallow", "fetch", "-q", "--unshallow")
        whole = GitHistory(str(tmp_path / "shallow"), shelf).past("wiki")
        assert [one.summary for one in whole.revisions.values()] == ["4", "3", "2", "1", "0"]
        assert not whole.is_cut

    def test_a_clone_without_old_contents_has_the_renames_that_are_exact(self, folder: Path, tmp_path: Path) -> None:
        git(folder, "config", "uploadpack.allowFilter", "true")
        commit(folder, {"wiki/a.md": LONG, "wiki/x.md": LONG * 2})
        commit(folder, {"wiki/b.md": LONG, "wiki/y.md": LONG * 2 + "more\n"}, gone=("wiki/a.md", "wiki/x.md"))
        commit(folder, {"wiki/b.md": "other", "wiki/y.md": "other"})
        git(tmp_path, "clone", "-q", "--filter=blob:none", f"file://{folder}", "partial")
        found = past(tmp_path / "partial")
        assert len(found.revisions) == 3
        assert sorted(deeds(found)[1]) == [("new", "y.md", ""), ("removed", "x.md", ""), ("renamed", "b.md", "a.md")]

    def test_a_linked_working_tree(self, folder: Path, tmp_path: Path) -> None:
        commit(folder, {"wiki/a.md": "1"})
        git(folder, "worktree", "add", "-q", str(tmp_path / "linked"), "-b", "linked")
        commit(tmp_path / "linked", {"wiki/a.md": "2"}, "linked")
        assert [one.summary for one in past(tmp_path / "linked").revisions.values()] == ["linked", "change"]
        assert [one.summary for one in past(folder).revisions.values()] == ["change"]

    def test_ids_of_another_length(self, tmp_path: Path) -> None:
        folder = new(tmp_path / "long", "--object-format=sha256")
        commit(folder, {"wiki/a.md": LONG})
        commit(folder, {"wiki/b.md": LONG}, gone=("wiki/a.md",))
        found = past(folder)
        assert deeds(found) == [[("renamed", "b.md", "a.md")], [("new", "a.md", "")]]
        assert {len(touch.commit) for touch in found.touches} == {64}
        assert GitHistory(str(folder)).blob(found.touches[0].after) == LONG.encode()

    def test_a_poisoned_repository_starts_nothing(self, folder: Path, tmp_path: Path) -> None:
        commit(folder, {"wiki/a.md": LONG})
        commit(folder, {"wiki/b.md": LONG + "x"}, gone=("wiki/a.md",))
        git(folder, "branch", "brainwiki/proposal/p", "HEAD~1")
        mark = tmp_path / "started"
        poison(folder, mark)
        history = GitHistory(str(folder))
        assert deeds(history.past("wiki")) == [[("renamed", "b.md", "a.md")], [("new", "a.md", "")]]
        assert history.proposals("wiki") == ()
        assert not mark.exists()

    def test_a_replaced_commit_does_not_count(self, folder: Path) -> None:
        commit(folder, {"wiki/a.md": "1"})
        commit(folder, {"wiki/a.md": "2"}, "true")
        git(folder, "replace", "HEAD", "HEAD~1")
        assert [one.summary for one in past(folder).revisions.values()] == ["true", "change"]


class TestKept:
    """What lies on the shelf is the same as what is read anew."""

    @pytest.fixture
    def asked(self, monkeypatch: pytest.MonkeyPatch) -> list[int]:
        """How many commits were compared, by each question."""
        counts: list[int] = []
        fed = Plumbing.fed

        def counted(self: Plumbing, questions: str, *arguments: str) -> bytes:
            if "diff-tree" in arguments:
                counts.append(questions.count("\n"))
            return fed(self, questions, *arguments)

        monkeypatch.setattr(Plumbing, "fed", counted)
        return counts

    def both(self, folder: Path, shelf: FactShelf) -> Past:
        """The past with what is kept and without; they are the same."""
        kept = GitHistory(str(folder), shelf).past("wiki")
        anew = past(folder)
        assert kept == anew
        assert list(kept.revisions) == list(anew.revisions)
        return kept

    def test_only_new_commits_are_compared(self, folder: Path, asked: list[int]) -> None:
        shelf = FactShelf(str(folder), "past")
        for number in range(3):
            commit(folder, {"wiki/a.md": str(number)}, str(number))
        self.both(folder, shelf)
        assert asked == [3, 3]
        self.both(folder, shelf)
        assert asked == [3, 3, 3]
        commit(folder, {"wiki/a.md": "new"}, "new")
        assert [one.summary for one in self.both(folder, shelf).revisions.values()] == ["new", "2", "1", "0"]
        assert asked == [3, 3, 3, 1, 4]

    def test_a_branch_that_is_merged_comes_to_its_place(self, folder: Path, asked: list[int]) -> None:
        shelf = FactShelf(str(folder), "past")
        commit(folder, {"wiki/a.md": "1"}, "base")
        git(folder, "checkout", "-q", "-b", "side")
        commit(folder, {"wiki/b.md": "1"}, "side")
        git(folder, "checkout", "-q", "main")
        commit(folder, {"wiki/a.md": "2"}, "main")
        self.both(folder, shelf)
        git(folder, "merge", "-q", "--no-ff", "-m", "merge", "side")
        commit(folder, {"wiki/b.md": "2"}, "after")
        self.both(folder, shelf)
        assert asked == [2, 2, 3, 5]

    def test_a_history_that_was_rewritten(self, folder: Path) -> None:
        shelf = FactShelf(str(folder), "past")
        commit(folder, {"wiki/a.md": "1"}, "one")
        commit(folder, {"wiki/a.md": "2"}, "two")
        self.both(folder, shelf)
        git(folder, "reset", "-q", "--hard", "HEAD~1")
        assert len(self.both(folder, shelf).revisions) == 1
        git(folder, "checkout", "-q", "--orphan", "fresh")
        commit(folder, {"wiki/z.md": "1"}, "fresh")
        assert [one.summary for one in self.both(folder, shelf).revisions.values()] == ["fresh"]

    def test_two_brains_of_one_workspace_do_not_share(self, folder: Path) -> None:
        shelf = FactShelf(str(folder), "past")
        commit(folder, {"wiki/a.md": "1", "other/b.md": "1"})
        assert deeds(GitHistory(str(folder), shelf).past("wiki")) == [[("new", "a.md", "")]]
        assert deeds(GitHistory(str(folder), shelf).past("other")) == [[("new", "b.md", "")]]

    def test_what_is_rotten_is_read_anew(self, folder: Path) -> None:
        class Rotten(FactShelf):
            def load(self, stamp: str) -> list[object]:
                return ["head"]

        commit(folder, {"wiki/a.md": "1"})
        self.both(folder, Rotten(str(folder), "past"))

    def test_only_the_newest_touches_are_there(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(adapter, "MOST_TOUCHES", 3)
        monkeypatch.setattr(adapter, "_AT_ONCE", 2)
        shelf = FactShelf(str(folder), "past")
        commit(folder, {f"wiki/{number}.md": "1" for number in range(3)}, "first")
        assert not self.both(folder, shelf).is_cut
        commit(folder, {"wiki/0.md": "2"}, "second")
        found = self.both(folder, shelf)
        assert (found.is_cut, len(found.touches), len(found.revisions)) == (True, 3, 2)
        for number in range(4):
            commit(folder, {"wiki/1.md": f"more {number}"}, str(number))
        found = self.both(folder, shelf)
        assert (found.is_cut, [one.summary for one in found.revisions.values()]) == (True, ["3", "2", "1"])
        git(folder, "reset", "-q", "--hard", "HEAD~5")
        found = self.both(folder, shelf)
        assert (found.is_cut, len(found.touches)) == (False, 3)

    def test_only_so_many_commits_are_looked_at(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(adapter, "MOST_COMMITS", 2)
        for number in range(3):
            commit(folder, {"wiki/a.md": str(number)}, str(number))
        found = past(folder)
        assert (found.is_cut, [one.summary for one in found.revisions.values()]) == (True, ["2", "1"])


@pytest.mark.parametrize(
    ("raw", "told"),
    [
        ("1772348400 +0900", "2026-03-01T16:00:00+09:00"),
        ("-5 +0000", "1969-12-31T23:59:55+00:00"),
        ("253402300799 +0000", "9999-12-31T23:59:59+00:00"),
        ("253402300799 +0100", ""),
        ("253402300800 +0000", ""),
        ("-62135596801 +0000", ""),
        ("1 +2400", "1970-01-01T00:00:01+00:00"),
        ("x +0000", ""),
        ("", ""),
        ("1", ""),
        ("１ +0000", ""),
    ],
)
def test_instants(raw: str, told: str) -> None:
    assert instant(raw) == told


def test_a_line_of_plain_text() -> None:
    assert plain("  a \t\x00b\u00a0c\u2066 ", 20) == "a b c"
    assert plain("x" * 30, 20) == f"{'x' * 19}…"
    assert plain("👩\u200d🔬 می\u200cخواهم", 20) == "👩\u200d🔬 می\u200cخواهم"


def test_what_git_cannot_answer_is_an_error_inside(folder: Path) -> None:
    with pytest.raises(GitError):
        adapter.read(Plumbing(str(folder)), "wiki", FactShelf(str(folder), "past"))
