"""Recorded conversations go into the brain once, with an account of every record, and whatever is killed is completed by the next run."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from brainwiki.bootstrap import open_workspace, recordings
from brainwiki.dream.telling import balanced
from brainwiki.errors import BrainwikiError, NoStateError, OutsideError
from brainwiki.model.evidence import located, out_of_reach
from brainwiki.transcripts import correction, registry
from brainwiki.transcripts.own_runs import mark
from brainwiki.usecases import ingest as module
from brainwiki.usecases.check import check
from brainwiki.usecases.inbox import inbox
from brainwiki.usecases.ingest import Asked, Ingested, ingest
from brainwiki.usecases.ledger import read_books
from brainwiki.usecases.load import load_wiki
from brainwiki.usecases.state_branch import BRANCH
from brainwiki.usecases.workspace import Workspace
from tests.crashes import DISK_BROKEN, DISK_FULL, calls, killed, refused
from tests.helpers import NOW, make_brain, titled
from tests.repositories import CLEAN, commit, git, new
from tests.rules.tokens import KINDS
from tests.usecases.test_intake import rollout

TOKEN = dict(KINDS)["a GitHub token"]
INDEX = {"index.md": "# Index\n"}
STRIDE = int(
    os.environ.get("BRAINWIKI_STRIDE", "5")
)  # of the steps at which a run is stopped, each so many-th; 1 takes minutes


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A repository with an empty brain, and a folder `talks` beside it."""
    return made(tmp_path / "r")


def made(place: Path, config: str = "") -> Path:
    folder = new(place)
    make_brain(folder, INDEX, config=config)
    commit(folder, {})
    (place.parent / "talks").mkdir(exist_ok=True)
    return folder


def opened(folder: Path) -> Workspace:
    return open_workspace(str(folder), now=NOW)


def talk(folder: Path, name: str, raw: bytes) -> str:
    """A file beside the repository."""
    place = folder.parent / "talks" / name
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(raw)
    return str(place)


def take(folder: Path, *paths: str, **asked: object) -> Ingested:
    return ingest(opened(folder), recordings(paths), Asked(**asked))  # type: ignore[arg-type]


def ranges(folder: Path) -> dict[str, list[tuple[int, int]]]:
    books = read_books(opened(folder))
    assert balanced(books.books)
    return {one.account.session: [(held.first, held.last) for held in one.account.ranges] for one in books.books}


def committed(folder: Path) -> list[str]:
    """The files of sessions on the brain's branch."""
    return git(folder, "ls-tree", "-r", "--name-only", "main", "wiki/sessions/").split()


def demand_sound(folder: Path) -> None:
    assert git(folder, "fsck", "--full", "--strict", "--no-dangling") == ""
    assert check(opened(folder)).found == ()
    assert git(folder, "status", "--porcelain", "-uall") == ""


def test_a_session_is_committed_and_booked(folder: Path) -> None:
    done = take(folder, talk(folder, "a.jsonl", rollout("hi", "there")))
    (one,) = [taken for _, taken in done.sessions]
    assert (one.kind, done.failed, done.left) == ("new", False, ())
    assert committed(folder) == [f"wiki/sessions/{one.id}/{name}" for name in ("session.md", "transcript.jsonl")]
    assert ranges(folder) == {one.id: [(1, 2)]}
    assert [(held.session, held.first, held.last) for held in done.booking.booked] == [(one.id, 1, 2)]
    assert git(folder, "log", "-1", "--format=%an%n%B", "main") == (
        f"process:ingest\nTake in 1 session\n\n{one.id}: 2 turns"
    )
    demand_sound(folder)


def test_read_again_nothing_changes_and_grown_it_appends(folder: Path) -> None:
    path = talk(folder, "a.jsonl", rollout("hi"))
    take(folder, path)
    before = git(folder, "for-each-ref")
    again = take(folder, path)
    assert ([taken.kind for _, taken in again.sessions], again.commits) == (["nothing-new"], ())
    assert git(folder, "for-each-ref") == before
    talk(folder, "a.jsonl", rollout("hi", "there", "you"))
    grown = take(folder, path)
    ((_, one),) = grown.sessions
    assert (one.kind, one.first, one.turns) == ("appended", 2, 2)
    assert ranges(folder) == {one.id: [(1, 1), (2, 3)]}
    demand_sound(folder)


def test_many_files_are_one_commit_and_a_bad_one_keeps_no_other_out(folder: Path) -> None:
    names = [talk(folder, f"{number}.jsonl", rollout("hi", native=f"n{number}")) for number in range(3)]
    bad = talk(folder, "bad.jsonl", rollout())
    odd = talk(folder, "odd.json", b'{"a": 1}')
    done = take(folder, names[0], bad, odd, str(folder / "nothing"), *names[1:])
    assert [one.state for one in done.files] == ["read", "failed", "failed", "failed", "read", "read"]
    assert "holds no turn (1 records" in done.files[1].reason
    assert "of no known format" in done.files[2].reason
    assert "No such file" in done.files[3].reason
    assert (done.failed, len(done.commits), len(ranges(folder))) == (True, 1, 3)
    demand_sound(folder)


def test_a_folder_is_walked_in_order(folder: Path) -> None:
    talk(folder, "b/2.jsonl", rollout("hi", native="b"))
    talk(folder, "a/1.jsonl", rollout("hi", native="a"))
    talk(folder, "a/readme.md", b"# A page\n\nNo conversation.\n")
    talk(folder, "a/empty.json", b"")
    talk(folder, "a/picture.png", b"\x89PNG")
    talk(folder, "a/.hidden/x.jsonl", rollout("hidden", native="x"))
    (folder.parent / "talks/link").symlink_to(folder)
    root = str(folder.parent / "talks")
    done = take(folder, root, f"{root}/a/1.jsonl")
    told = [(one.name.removeprefix(f"{root}/"), one.state) for one in done.files]
    assert told == [("a/1.jsonl", "read"), ("a/empty.json", "passed"), ("a/readme.md", "passed"), ("b/2.jsonl", "read")]
    assert (done.failed, len(ranges(folder))) == (False, 2)
    talk(folder, "b/3.jsonl", rollout())
    assert take(folder, root).failed


def test_in_batches(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What waits in memory is bounded; a session may go on in the next batch."""
    monkeypatch.setattr(module, "TOGETHER", 300)
    names = [talk(folder, f"{number}.jsonl", rollout("hi", native=f"n{number}")) for number in range(3)]
    names.append(talk(folder, "more.jsonl", rollout("hi", "more", native="n0")))
    done = take(folder, *names)
    assert (len(done.commits), sorted(map(len, ranges(folder).values()))) == (4, [1, 1, 1])
    assert [taken.kind for _, taken in done.sessions] == ["new", "new", "new", "appended"]
    demand_sound(folder)


def test_two_files_of_one_session_in_one_commit(folder: Path) -> None:
    names = [talk(folder, "1.jsonl", rollout("hi")), talk(folder, "2.jsonl", rollout("hi", "there"))]
    for dry_run in (True, False):
        done = take(folder, *names, dry_run=dry_run)
        assert [taken.kind for _, taken in done.sessions] == ["new", "appended"]
    assert [*ranges(folder).values()] == [[(1, 2)]]


def test_a_dry_run_writes_nothing(folder: Path) -> None:
    before = git(folder, "for-each-ref")
    done = take(folder, talk(folder, "a.jsonl", rollout(f"my key is {TOKEN}")), dry_run=True)
    ((_, one),) = done.sessions
    assert ([(told.kind, told.turn) for told in one.redactions], done.commits) == ([("a GitHub token", 1)], ())
    assert (git(folder, "for-each-ref"), git(folder, "status", "--porcelain")) == (before, "")
    assert done.booking.booked == ()


def test_no_secret_reaches_git(folder: Path) -> None:
    take(folder, talk(folder, "a.jsonl", rollout(f"my key is {TOKEN}")))
    told = ["git", "cat-file", "--batch-all-objects", "--batch"]
    objects = subprocess.run(told, cwd=folder, capture_output=True, check=True).stdout
    assert b"[redacted: a GitHub token]" in objects
    assert TOKEN.encode() not in objects


def test_own_runs_are_never_kept(folder: Path) -> None:
    done = take(folder, talk(folder, "a.jsonl", rollout(mark("run-1"), "attach")))
    assert (done.failed, [*done.sessions], committed(folder)) == (False, [], [])
    intake = done.files[0].intake
    assert intake is not None
    assert intake.account.own == 2


def test_a_reader_that_crashes_is_one_failure(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = [talk(folder, "a.jsonl", rollout("hi")), talk(folder, "b.jsonl", rollout("ho", native="b"))]
    read = registry.read

    def broken(raw: bytes, name: str, format_name: str) -> object:
        if name == names[0]:
            raise KeyError("x")
        return read(raw, name, format_name)

    monkeypatch.setattr(registry, "read", broken)
    done = take(folder, *names)
    assert [one.state for one in done.files] == ["failed", "read"]
    assert "KeyError" in done.files[0].reason


def test_a_dirty_working_tree_keeps_its_bytes(folder: Path) -> None:
    path = talk(folder, "a.jsonl", rollout("hi"))
    ((_, one),) = take(folder, path).sessions
    (folder / "wiki/index.md").write_text("# Mine\n")
    page = folder / f"wiki/sessions/{one.id}/session.md"
    page.write_text("mine\n")
    talk(folder, "a.jsonl", rollout("hi", "there"))
    done = take(folder, path)
    assert done.left == (f"wiki/sessions/{one.id}/session.md",)
    assert (page.read_text(), (folder / "wiki/index.md").read_text()) == ("mine\n", "# Mine\n")
    assert "turns: 2" in git(folder, "show", f"main:wiki/sessions/{one.id}/session.md")
    assert ranges(folder) == {one.id: [(1, 1), (2, 2)]}


def test_what_no_ledger_tells_of_is_booked(folder: Path) -> None:
    """Sessions that came by hand, or by a run that was killed before the ledgers."""
    ((_, one),) = take(folder, talk(folder, "a.jsonl", rollout("hi", "there"))).sessions
    git(folder, "update-ref", "-d", f"refs/heads/{BRANCH}")
    done = take(folder, talk(folder, "b.jsonl", rollout("ho", native="b")))
    assert len(done.booking.booked) == 2
    assert ranges(folder)[one.id] == [(1, 2)]
    page = folder / f"wiki/sessions/{one.id}/session.md"
    commit(folder, {f"wiki/sessions/{one.id}/session.md": page.read_text().replace("turns: 2", "turns: 900")})
    assert take(folder).booking.booked == ()  # the transcript says how many there are


def test_a_damaged_ledger_is_told_and_left_alone(folder: Path) -> None:
    path = talk(folder, "a.jsonl", rollout("hi"))
    ((_, one),) = take(folder, path).sessions
    tip = opened(folder).refs().tip(BRANCH)
    git(folder, "worktree", "add", "-q", str(folder.parent / "state"), BRANCH)
    commit(folder.parent / "state", {f"ledger/{one.id}.jsonl": "no ledger\n"})
    talk(folder, "a.jsonl", rollout("hi", "there"))
    done = take(folder, path)
    assert (done.failed, done.booking.refused) == (True, ((one.id, "its ledger is damaged at line 1"),))
    assert git(folder, "rev-parse", f"{BRANCH}~1") == tip
    assert len(done.commits) == 1


def test_without_a_repository_nothing_is_read(tmp_path: Path) -> None:
    workspace = make_brain(tmp_path, INDEX)
    with pytest.raises(NoStateError):
        ingest(workspace, recordings(["/dev/zero"]))


def test_sessions_wait_for_a_proposal(tmp_path: Path) -> None:
    """On the branch of states, in the commit of their ledger; what arrived in the brain is taken out of there."""
    folder = made(tmp_path / "r", 'ingest = "with-proposal"\n')
    path = talk(folder, "a.jsonl", rollout("hi"))
    ((_, one),) = take(folder, path).sessions
    assert (committed(folder), git(folder, "rev-list", "--count", BRANCH)) == ([], "1")
    assert (ranges(folder), [*inbox(opened(folder))]) == ({one.id: [(1, 1)]}, [one.id])
    assert take(folder, path).commits == ()
    talk(folder, "a.jsonl", rollout("hi", "there"))
    assert [taken.kind for _, taken in take(folder, path).sessions] == ["appended"]
    held = inbox(opened(folder))[one.id]
    assert (held.transcript.count(b"\n"), "turns: 2" in held.page) == (2, True)
    commit(
        folder,
        {f"wiki/sessions/{one.id}/session.md": held.page, f"wiki/sessions/{one.id}/transcript.jsonl": held.transcript},
    )
    assert inbox(opened(folder)) == {}
    take(folder, talk(folder, "b.jsonl", rollout("ho", native="b")))
    assert one.id not in git(folder, "ls-tree", "-r", "--name-only", BRANCH, "inbox/")
    assert ranges(folder)[one.id] == [(1, 1), (2, 2)]
    talk(folder, "a.jsonl", rollout("hi", "there", "you"))
    assert [taken.kind for _, taken in take(folder, path).sessions] == ["appended"]
    assert inbox(opened(folder))[one.id].transcript.count(b"\n") == 3
    assert check(opened(folder)).found == ()


def test_transcripts_outside_of_git(tmp_path: Path) -> None:
    folder = made(tmp_path / "r", 'transcripts = "../kept"\n')
    path = talk(folder, "a.jsonl", rollout("hi"))
    ((_, one),) = take(folder, path).sessions
    assert committed(folder) == [f"wiki/sessions/{one.id}/session.md"]
    place = tmp_path / f"kept/{one.id}/transcript.jsonl"
    assert place.read_bytes().count(b"\n") == 1
    talk(folder, "a.jsonl", rollout("hi", "there"))
    place.write_bytes(place.read_bytes() + b"half a line of a writer that died")
    assert [taken.kind for _, taken in take(folder, path).sessions] == ["appended"]
    assert [json.loads(line)["text"] for line in place.read_bytes().splitlines()] == ["hi", "there"]
    assert ranges(folder) == {one.id: [(1, 1), (2, 2)]}
    demand_sound(folder)
    cited(folder, one.id)
    assert support(folder) == ["turn"]
    before = check(opened(folder)).found
    talk(folder, "a.jsonl", rollout("hi", "there", "you"))
    place.write_bytes(b"{}\n" * 2)
    assert support(folder) == []
    assert "not the one of its digest" in take(folder, path).files[0].reason
    place.unlink()
    assert support(folder) == []
    assert check(opened(folder)).found == before
    assert out_of_reach(load_wiki(opened(folder)), load_wiki(opened(folder))) == (("the transcript is not at hand", 1),)
    assert "not at hand" in take(folder, path).files[0].reason


def cited(folder: Path, session: str) -> None:
    """A page that rests on a turn."""
    head = f'sources:\n- id: 1\n  resource: sessions/{session}#turn-2\n  quote: "there"\n'
    page = titled("Greeting", "It was said there. [cite:1]\n\nSee [[b]].\n", head)
    commit(folder, {"wiki/knowledge/a.md": page, "wiki/knowledge/b.md": titled("B", "[[a]]\n")})


def support(folder: Path) -> list[str]:
    """Where the sources lead whose words can be read here."""
    wiki = load_wiki(opened(folder))
    found = located(wiki, wiki.pages["knowledge/a.md"])
    return [place.place for _, place in found if place.verifiable]


@pytest.mark.parametrize("where", ["kept", "wiki/kept", "."])
def test_a_folder_that_git_takes_in_is_refused(tmp_path: Path, where: str) -> None:
    folder = made(tmp_path / "r", f'transcripts = "{where}"\n')
    with pytest.raises(OutsideError, match="lies in the repository"):
        take(folder, talk(folder, "a.jsonl", rollout("hi")))
    assert committed(folder) == []
    (folder / ".gitignore").write_text("kept/\n")
    if where == "kept":
        assert not take(folder, talk(folder, "a.jsonl", rollout("hi"))).failed
        assert list((folder / "kept").rglob("*.jsonl"))


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    folder = made(tmp_path / "r", 'transcripts = "../no/where"\n')
    with pytest.raises(OutsideError, match="there is no folder"):
        take(folder, talk(folder, "a.jsonl", rollout("hi")))


CONFIGS = ["", 'ingest = "with-proposal"\n', 'transcripts = "../kept"\n']


@pytest.mark.parametrize("config", CONFIGS)
def test_a_kill_at_every_step_is_completed_by_the_next_run(tmp_path: Path, config: str) -> None:
    def run(folder: Path) -> Callable[[], object]:
        names = [talk(folder, "a.jsonl", rollout("hi", "there")), talk(folder, "b.jsonl", rollout("ho", native="b"))]
        return lambda: take(folder, *names)

    def begun(place: Path) -> Path:
        folder = made(place, config)
        take(folder, talk(folder, "a.jsonl", rollout("hi")))
        return folder

    steps = calls(run(begun(tmp_path / "0" / "r")))
    for at in range(1 + len(config) % STRIDE, steps + 1, STRIDE):
        folder = begun(tmp_path / str(at) / "r")
        mine = folder / "mine.md"
        mine.write_text("mine\n")
        assert killed(run(folder), at, "before"), at
        killed(run(folder), at, "after")
        run(folder)()
        assert mine.read_text() == "mine\n"
        mine.unlink()
        demand_sound(folder)
        assert sorted(ranges(folder).values()) == [[(1, 1)], [(1, 1), (2, 2)]]
        held = len(inbox(opened(folder)))
        assert len(committed(folder)) + 2 * held == (2 if "transcripts" in config else 4)


@pytest.mark.parametrize("code", [DISK_FULL, DISK_BROKEN])
def test_a_disk_that_refuses_at_every_step(tmp_path: Path, code: int) -> None:
    def run(folder: Path) -> Callable[[], object]:
        return lambda: take(folder, talk(folder, "a.jsonl", rollout("hi", "there")))

    for at in range(1 + code % STRIDE, calls(run(made(tmp_path / "0" / "r"))) + 1, STRIDE):
        folder = made(tmp_path / str(at) / "r")
        with contextlib.suppress(BrainwikiError, OSError):  # told to whoever ran it
            refused(run(folder), at, code)
        run(folder)()
        demand_sound(folder)
        assert [*ranges(folder).values()] == [[(1, 2)]]


INGEST = """
import sys
from brainwiki.bootstrap import open_workspace, recordings
from brainwiki.usecases.ingest import ingest
root, *paths = sys.argv[1:]
for path in paths:
    done = ingest(open_workspace(root), recordings([path]), wait=300)
    assert not done.failed and not done.left, done
"""


def run_writers(folder: Path, writers: int, files: int) -> None:
    """So many processes, each with so many files, one run a file."""
    running = []
    for who in range(writers):
        paths = [talk(folder, f"{who}-{n}.jsonl", rollout("hi", native=f"{who}-{n}")) for n in range(files)]
        running.append(
            subprocess.Popen([sys.executable, "-c", INGEST, str(folder), *paths], env={**os.environ, **CLEAN})
        )
    assert [one.wait() for one in running] == [0] * writers
    assert len(committed(folder)) == 2 * writers * files
    assert [*ranges(folder).values()] == [[(1, 1)]] * (writers * files)
    demand_sound(folder)


def test_several_writers_lose_nothing(folder: Path) -> None:
    run_writers(folder, 3, 4)


def test_nothing_that_the_repository_names_is_run(folder: Path, tmp_path: Path) -> None:
    mark_of, trap = tmp_path / "mark", tmp_path / "trap"
    trap.write_text(f"#!/bin/sh\necho $0 $* >> {mark_of}\ncat\n")
    trap.chmod(0o755)
    for hook in ("reference-transaction", "post-checkout", "post-commit", "post-index-change", "pre-commit"):
        (folder / ".git/hooks" / hook).symlink_to(trap)
    for key in ("core.fsmonitor", "filter.x.clean", "filter.x.smudge", "filter.x.process"):
        git(folder, "config", key, str(trap))
    (folder / ".git/info/attributes").write_text("* filter=x text eol=crlf\n")
    mark_of.unlink(missing_ok=True)
    ((_, one),) = take(folder, talk(folder, "a.jsonl", rollout("hi\r\nthere"))).sessions
    assert not mark_of.exists()
    raw = (folder / f"wiki/sessions/{one.id}/transcript.jsonl").read_bytes()
    assert b"\r" not in raw


def samples() -> list[Path]:
    """Recorded conversations of every tool, where they can be found: below the folder that BRAINWIKI_CORPORA names."""
    base = Path(os.environ.get("BRAINWIKI_CORPORA", "/nonexistent")) / "transcripts"
    return sorted(path for path in base.rglob("*") if path.is_file() and "LICENSE" not in path.name)


@pytest.mark.skipif(not samples(), reason="no corpus of transcripts here")
def test_every_record_of_the_corpus_is_accounted_for(folder: Path) -> None:
    done = take(folder, *map(str, samples()))
    assert not done.failed
    assert {one.intake.format for one in done.files if one.intake} == {*registry.NAMES} - {correction.NAME}
    assert all(one.intake is not None and one.intake.account.balanced for one in done.files)
    turns = {name: last for name, ((_, last), *_) in ranges(folder).items()}
    for name, count in turns.items():
        assert git(folder, "show", f"main:wiki/sessions/{name}/transcript.jsonl").count("\n") + 1 == count
    assert sum(turns.values()) == sum(taken.turns for _, taken in done.sessions)
    assert take(folder, *map(str, samples())).commits == ()
    demand_sound(folder)
