"""A lock between commands: held by one, waited for, gone with its holder."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from brainwiki.adapters.lock import is_older, locked
from brainwiki.errors import LockedError


def test_one_holds_it_at_a_time(tmp_path: Path) -> None:
    path = str(tmp_path / "lock")
    with locked(path, 0), pytest.raises(LockedError, match="lock"), locked(path, 0.03):
        pass
    with locked(path, 0):
        assert os.path.exists(path)


def test_it_is_let_go_after_an_error(tmp_path: Path) -> None:
    path = str(tmp_path / "lock")
    with pytest.raises(KeyError), locked(path, 0):
        raise KeyError
    with locked(path, 0):
        pass


def test_it_ends_with_a_process_that_was_killed_and_is_waited_for(tmp_path: Path) -> None:
    path = str(tmp_path / "lock")
    code = "import sys,time;from brainwiki.adapters.lock import locked\nwith locked(sys.argv[1],0): print('held',flush=True); time.sleep(60)"
    with subprocess.Popen([sys.executable, "-c", code, path], stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(LockedError), locked(path, 0):
            pass
        holder.kill()
        with locked(path, 30):
            pass


def test_a_file_is_older_by_the_clock_of_its_disk(tmp_path: Path) -> None:
    file, beside = tmp_path / "a", tmp_path / "b"
    file.touch()
    beside.touch()
    assert not is_older(str(file), 5, str(beside))
    os.utime(file, (time.time() - 10, time.time() - 10))
    assert is_older(str(file), 5, str(beside))
    assert not is_older(str(tmp_path / "gone"), 5, str(beside))
    assert not is_older(str(file), 5, str(tmp_path / "gone"))
