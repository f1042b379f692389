"""The drivers that draw memory from sessions, by name; each is loaded when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, NamedTuple

from brainwiki.dream.task import Driver
from brainwiki.errors import DriverError

Record = Callable[[Mapping[str, Any]], None]


class Maker(NamedTuple):
    """Where a driver is made: a module, a name in it, and whether it is told where its calls are recorded."""

    module: str
    name: str
    records: bool = False


DRIVERS: dict[str, Maker] = {
    "rules": Maker("brainwiki.dream.statements.driver", "RulesDriver"),
    "llm": Maker("brainwiki.adapters.llm.driver", "llm_driver", records=True),
}


def driver(name: str, record: Record) -> Driver:
    """The driver of this name; what it asks of a model is told to `record`. Raises DriverError, and MissingExtraError."""
    if name not in DRIVERS:
        raise DriverError(f"There is no driver {name!r}.", f"There are {', '.join(DRIVERS)}.")
    maker = DRIVERS[name]
    try:
        make = getattr(import_module(maker.module), maker.name)
    except ModuleNotFoundError as error:
        if error.name is None or not maker.module.startswith(error.name):
            raise
        raise DriverError(f"The driver {name} is not part of this version.", "Take another one.") from None
    found: Driver = make(record) if maker.records else make()
    return found
