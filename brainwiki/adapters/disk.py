"""The calls that change a disk, each a method: a test may refuse the n-th of them, as a killed process does."""

from __future__ import annotations

import contextlib
import ctypes
import errno
import os
import shutil
import sys

_EXCHANGE = 2  # RENAME_EXCHANGE of Linux
_HERE = -100  # AT_FDCWD: a relative path would start at the current folder


class Disk:
    """The real disk."""

    def mkdir(self, path: str) -> None:
        """Make a folder."""
        os.mkdir(path)

    def write(self, path: str, content: bytes) -> None:
        """Write a file, over one that is there."""
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0), 0o666)
        try:
            left = memoryview(content)
            while left:
                left = left[os.write(handle, left) :]
        finally:
            os.close(handle)

    def write_durably(self, path: str, content: bytes) -> None:
        """Write a file that is not there yet, and wait until it is on the disk."""
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
        try:
            left = memoryview(content)
            while left:
                left = left[os.write(handle, left) :]
            os.fsync(handle)
        finally:
            os.close(handle)

    def settle(self, folder: str) -> None:
        """Wait until the names in a folder are on the disk, where the system can."""
        with contextlib.suppress(OSError):
            handle = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)

    def link(self, source: str, path: str) -> None:
        """Give a file a second name that is not taken; raises FileExistsError where it is."""
        os.link(source, path)

    def copy(self, source: str, path: str) -> None:
        """Copy a file's content."""
        shutil.copyfile(source, path)

    def replace(self, source: str, path: str) -> None:
        """Move a file or folder into the place of a file, or of nothing."""
        os.replace(source, path)

    def exchange(self, one: str, other: str) -> bool:
        """Let two folders change places in one step; False where the system cannot."""
        return _exchange(os.fsencode(one), os.fsencode(other))

    def unlink(self, path: str) -> None:
        """Remove a file."""
        os.unlink(path)

    def rmdir(self, path: str) -> None:
        """Remove an empty folder."""
        os.rmdir(path)


def _exchange(one: bytes, other: bytes) -> bool:
    if not sys.platform.startswith("linux"):
        return False
    try:
        call = ctypes.CDLL(None, use_errno=True).renameat2
    except (OSError, AttributeError):
        return False
    if call(_HERE, one, _HERE, other, _EXCHANGE) == 0:
        return True
    refused = ctypes.get_errno()
    if refused in (errno.EINVAL, errno.ENOSYS, errno.EBUSY, errno.EXDEV, errno.EPERM, errno.EOPNOTSUPP):
        return False
    raise OSError(refused, os.strerror(refused), os.fsdecode(other))
