"""The workspace's own JSON Schemas by page type: `checks/schemas/<type>.json`."""

from __future__ import annotations

import json

from brainwiki.errors import ConfigError
from brainwiki.model.names import stem
from brainwiki.rules.schemas import Schema, SchemaError, compiled
from brainwiki.usecases.workspace import Workspace

FOLDER = "checks/schemas"


def own_schemas(workspace: Workspace) -> dict[str, Schema]:
    """Schemas by page type, compiled; raises ConfigError that names the file which is no JSON Schema."""
    if not workspace.configured or not workspace.settings.exists(FOLDER):
        return {}
    paths = [path for path in workspace.settings.below(FOLDER).listing().files if path.endswith(".json")]
    return {stem(path).removesuffix(".json"): _schema(workspace, f"{FOLDER}/{path}") for path in paths}


def _schema(workspace: Workspace, path: str) -> Schema:
    try:
        value = json.loads(workspace.settings.read(path))
        if not isinstance(value, dict):
            raise SchemaError("not a JSON Schema: the file must hold one object")
        return compiled(value)
    except SchemaError as error:
        raise ConfigError(path, (str(error),)) from None
    except (ValueError, RecursionError) as error:
        raise ConfigError(path, (f"not JSON: {error}",)) from None
