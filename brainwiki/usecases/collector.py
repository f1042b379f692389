"""When the garbage collector looks: what reads a brain makes many values and hardly a cycle."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def calm_collector() -> Iterator[None]:
    """A build keeps most of what it makes until its end: the collector looks seldom, and then at what is new."""
    was = gc.get_threshold()
    gc.set_threshold(20_000, 10, 10)
    try:
        yield
    finally:
        gc.set_threshold(*was)


@contextmanager
def without_collector(stays: bool = True) -> Iterator[None]:
    """Parsing makes hundreds of thousands of small values and no cycles: the collector would only walk them again and again.

    Where it `stays`, what was made is out of its sight afterwards too (`gc.freeze`); values without cycles are freed by their last
    reference.
    """
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            if stays:
                gc.freeze()
            gc.enable()
