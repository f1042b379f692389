"""The one place that imports NumPy: it is part of the extra `semantic`, and its threads are held to one."""

from __future__ import annotations

import os
from importlib.util import find_spec
from types import ModuleType

from brainwiki.errors import EmbedderError

INSTALL = "Install it with `pip install 'brainwiki[semantic]'`; search works without it: by words."
_THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")


def has_numpy() -> bool:
    """Whether NumPy is installed; it is not imported to find out."""
    return find_spec("numpy") is not None


def load_numpy() -> ModuleType:
    """NumPy, on one thread where nobody said otherwise: more of them spin, and answers then take many times as long.

    Raises EmbedderError where it is not installed.
    """
    for name in _THREADS:
        os.environ.setdefault(name, "1")
    try:
        import numpy as np
    except ImportError:
        raise EmbedderError("NumPy is not installed.", INSTALL) from None
    return np
