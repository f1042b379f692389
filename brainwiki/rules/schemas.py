"""The JSON Schemas of front matter by kind, and the conversion of declared values from source text."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple

TEXT: dict[str, Any] = {"type": "string", "minLength": 1}
TEXTS: dict[str, Any] = {"type": "array", "items": {"type": "string"}}
ACTOR_AT: dict[str, Any] = {"type": "object", "required": ["by", "at"], "properties": {"by": TEXT, "at": TEXT}}

COMMON: dict[str, Any] = {
    "type": TEXT,
    "title": TEXT,
    "description": TEXT,
    "aliases": TEXTS,
    "tags": TEXTS,
    "sources": {
        "type": "array",
        "items": {
            "type": "object",
            "required": ["id", "resource"],
            "properties": {
                "id": {"type": "string", "pattern": r"^[^\s,\[\]]+$"},
                "resource": TEXT,
                "title": TEXT,
                "quote": TEXT,
                "at": TEXT,
                "author": TEXT,
                "digest": TEXT,
            },
        },
    },
    "status": {"enum": ["draft", "stable", "deprecated"]},
    "superseded_by": TEXT,
    "stale_after": TEXT,
    "confidence": {},  # its form is a rule of its own, which knows the words of the dialect
    "scope": TEXT,
    "generated": ACTOR_AT,
    "verified": {"type": "array", "items": ACTOR_AT},
    "observations": TEXTS,
    "properties": {
        "type": "array",
        "items": {
            "type": "object",
            "required": ["property", "value"],
            "properties": {"property": TEXT, "value": TEXT, "subject": TEXT, "until": TEXT},
        },
    },
}
SESSION: dict[str, Any] = {
    "started": TEXT,
    "ended": TEXT,
    "agent": TEXT,
    "turns": {"type": "integer", "minimum": 0},
    "origin": {"type": "object", "properties": {"format": TEXT, "digest": TEXT}},
}
TASK: dict[str, Any] = {
    "due": TEXT,
    "state": {"enum": ["waiting", "active", "held", "done"]},
    "repeat": TEXT,
    "owner": TEXT,
}
DECLARED = frozenset({*COMMON, *SESSION, *TASK})
BY_KIND: dict[str, dict[str, Any]] = {"session": {**COMMON, **SESSION}, "task": {**COMMON, **TASK}}


def schema_of(kind: str, typed_properties: bool = True) -> dict[str, Any]:
    """The built-in schema of a kind: declared keys only, unknown keys are free; `properties` may be such a one."""
    declared = BY_KIND.get(kind, COMMON)
    if not typed_properties:
        declared = {key: form for key, form in declared.items() if key != "properties"}
    return {"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "properties": declared}


_CONVERTED = ("boolean", "number", "integer")


def typed(meta: Mapping[str, Any], schema: Mapping[str, Any]) -> dict[str, Any]:
    """Front matter with declared numbers and booleans converted; what does not convert stays text for the schema to name."""
    found = dict(meta)
    for key, declared in schema.get("properties", {}).items():
        form = declared.get("type") if isinstance(declared, Mapping) else None
        if form in _CONVERTED and isinstance(found.get(key), str):
            found[key] = _convert(found[key], form)
    return found


def _convert(value: str, form: Any) -> Any:
    if form == "boolean":
        return {"true": True, "false": False}.get(value, value)
    try:
        return int(value) if form == "integer" else float(value)
    except ValueError:
        return value


class Schema(NamedTuple):
    """A JSON Schema and its compiled verdict, which raises where a value does not fit; the explanation is another's work.

    `plainly` says yes at a glance to most values that fit; its no decides nothing.
    """

    schema: Mapping[str, Any]
    verdict: Callable[[Mapping[str, Any]], Any]
    plainly: Callable[[Any], bool] = lambda value: False


def glance(schema: Mapping[str, Any]) -> Callable[[Any], bool]:
    """A quick yes for values of a schema's usual forms: texts, words of a list, lists and mappings of such; never a yes too many."""
    if not schema:
        return lambda value: True
    if schema.keys() == {"enum"}:
        words = schema["enum"]
        return lambda value: isinstance(value, str) and value in words
    form = schema.get("type")
    if form == "string" and schema.keys() <= {"type", "minLength", "pattern"}:
        return _glance_at_text(schema)
    if form == "array" and schema.keys() <= {"type", "items"}:
        item = glance(schema.get("items", {}))
        return lambda value: isinstance(value, list) and all(item(one) for one in value)
    if form == "object" and schema.keys() <= {"$schema", "type", "required", "properties"}:
        return _glance_at_mapping(schema)
    return lambda value: False


def _glance_at_text(schema: Mapping[str, Any]) -> Callable[[Any], bool]:
    least = max(1, schema.get("minLength", 1))
    if "pattern" not in schema:
        return lambda value: isinstance(value, str) and len(value) >= least
    fits = re.compile(schema["pattern"]).search
    return lambda value: isinstance(value, str) and len(value) >= least and fits(value) is not None


def _glance_at_mapping(schema: Mapping[str, Any]) -> Callable[[Any], bool]:
    required = frozenset(schema.get("required", ()))
    forms = schema.get("properties", {})
    texts = frozenset(key for key, form in forms.items() if form == TEXT)  # most fields; a look is cheaper than a call
    others = {key: glance(form) for key, form in forms.items() if key not in texts}

    def plainly(value: Any) -> bool:
        if not isinstance(value, dict) or not required <= value.keys():
            return False
        for key, one in value.items():
            if key in texts:
                if not one or type(one) is not str:
                    return False
            elif key in others and not others[key](one):
                return False
        return True

    return plainly


@cache
def builtin(kind: str, typed_properties: bool = True) -> Schema:
    """The built-in schema of a kind; a test holds that it is one, so that jsonschema need not be loaded.

    It is compiled when a first value does not plainly fit: many a brain has none.
    """
    schema = schema_of(kind, typed_properties)

    @cache
    def compile_once() -> Callable[[Mapping[str, Any]], Any]:
        import fastjsonschema

        found: Callable[[Mapping[str, Any]], Any] = fastjsonschema.compile(schema)
        return found

    def verdict(value: Mapping[str, Any]) -> Any:
        return compile_once()(value)

    return Schema(schema, verdict, glance(schema))


def compiled(schema: Mapping[str, Any]) -> Schema:
    """A workspace's schema with its verdict (fastjsonschema); raises SchemaError with one sentence where it is no JSON Schema."""
    import fastjsonschema
    import jsonschema

    try:
        jsonschema.Draft7Validator.check_schema(schema)
        return Schema(schema, fastjsonschema.compile(dict(schema)))
    except jsonschema.SchemaError as error:
        raise SchemaError(f"not a JSON Schema: {error.message}") from None
    except (fastjsonschema.JsonSchemaDefinitionException, TypeError, ValueError) as error:
        raise SchemaError(f"not a JSON Schema: {error}") from None


class SchemaError(ValueError):
    """A schema that cannot be used; the message says why."""


def explain(schema: Mapping[str, Any], value: Mapping[str, Any]) -> list[tuple[tuple[str | int, ...], str]]:
    """Every way in which a value does not fit: the path in the front matter and one sentence (jsonschema)."""
    import jsonschema

    errors = jsonschema.Draft7Validator(dict(schema)).iter_errors(dict(value))
    return sorted(((tuple(error.absolute_path), _sentence(error)) for error in errors), key=lambda pair: str(pair[0]))


def _sentence(error: Any) -> str:
    where = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in error.absolute_path).lstrip(".")
    name = f"`{where}`" if where else "the front matter"
    forms = {
        "string": "text",
        "array": "a list",
        "object": "a mapping",
        "number": "a number",
        "integer": "a whole number",
    }
    if error.validator == "type" and error.validator_value == "string" and _is_bare_wikilink(error.instance):
        return f"{name} is a list to YAML: a wikilink in front matter goes into quotes"
    if error.validator == "type":
        return f"{name} must be {forms.get(error.validator_value, error.validator_value)}, not {_shown(error.instance)}"
    if error.validator == "enum":
        return f"{name} is {_shown(error.instance)}; it must be one of {', '.join(map(str, error.validator_value))}"
    if error.validator in ("minimum", "maximum"):
        word = "at least" if error.validator == "minimum" else "at most"
        return f"{name} is {error.instance:g}; it must be {word} {error.validator_value}"
    if error.validator == "required":
        missing = [key for key in error.validator_value if key not in error.instance]
        return f"{name} lacks {' and '.join(f'`{key}`' for key in missing)}"
    if error.validator == "minLength":
        return f"{name} is empty"
    return f"{name}: {error.message}"


def _is_bare_wikilink(value: Any) -> bool:
    """`[[page]]` without quotes is a list in a list to YAML."""
    return isinstance(value, list) and len(value) == 1 and isinstance(value[0], list)


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    return f"{str(value)[:40]!r}"
