"""The schemas of front matter: the built-in ones are schemas, others are refused with a sentence."""

from __future__ import annotations

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.config.profile import load_profile
from brainwiki.rules import schemas
from tests.helpers import PROPERTY


@pytest.mark.parametrize("kind", sorted({*load_profile("brain").dialect.kinds.values(), *schemas.BY_KIND}))
def test_a_built_in_schema_is_a_json_schema(kind: str) -> None:
    jsonschema.Draft7Validator.check_schema(schemas.schema_of(kind))
    assert schemas.builtin(kind).verdict({"type": "x", "confidence": 0.5}) == {"type": "x", "confidence": 0.5}


@pytest.mark.parametrize("kind", ["page", "session", "task"])
@pytest.mark.parametrize(
    "meta",
    [
        {"tags": "one"},
        {"status": "done"},
        {"properties": {"colour": "blue"}},
        {"properties": [{"property": "colour"}]},
        {"properties": [{"property": "colour", "value": ["blue"]}]},
        {"sources": [{"id": "1"}]},
        {"sources": [{"id": "a b", "resource": "x"}]},
        {"generated": {"by": "x"}},
        {"verified": [{"at": "x"}]},
        {"title": ""},
        {"aliases": [["x"]]},
    ],
)
def test_verdict_and_explanation_agree(kind: str, meta: dict[str, object]) -> None:
    schema = schemas.builtin(kind)
    with pytest.raises(Exception, match="data") as caught:
        schema.verdict(meta)
    assert type(caught.value).__name__ == "JsonSchemaValueException"
    assert len(schemas.explain(schema.schema, meta)) == 1


def test_declared_numbers_are_converted_and_others_stay_text() -> None:
    schema = {
        "properties": {
            "n": {"type": "integer"},
            "x": {"type": "number"},
            "b": {"type": "boolean"},
            "t": {"type": "string"},
        }
    }
    meta = {"n": "12", "x": "1.50", "b": "true", "t": "12", "free": "12"}
    assert schemas.typed(meta, schema) == {"n": 12, "x": 1.5, "b": True, "t": "12", "free": "12"}
    assert schemas.typed({"n": "1.5", "x": "many", "b": "yes"}, schema) == {"n": "1.5", "x": "many", "b": "yes"}


@pytest.mark.parametrize("schema", [{"type": "objekt"}, {"properties": []}, {"properties": {"a": {"pattern": "("}}}])
def test_what_is_no_schema_is_refused(schema: dict[str, object]) -> None:
    with pytest.raises(schemas.SchemaError, match="not a JSON Schema"):
        schemas.compiled(schema)


def test_a_wikilink_without_quotes_is_told_as_such() -> None:
    (found,) = schemas.explain(schemas.schema_of("page"), {"superseded_by": [["other"]]})
    assert found == (
        ("superseded_by",),
        "`superseded_by` is a list to YAML: a wikilink in front matter goes into quotes",
    )


VALUES = st.recursive(
    st.sampled_from(["", "draft", "stable", "x y", "a[b", "1", "2026-01-01"]) | st.none() | st.integers(0, 3),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["id", "resource", "by", "at", "property", "value", "quote"]), inner, max_size=4
        )
    ),
    max_leaves=8,
)


@PROPERTY
@given(st.sampled_from(["page", "session", "task", "note"]), st.booleans(), st.data())
def test_a_glance_never_says_yes_too_often(kind: str, typed: bool, data: st.DataObject) -> None:
    schema = schemas.builtin(kind, typed)
    meta = data.draw(st.dictionaries(st.sampled_from(sorted(schemas.DECLARED)), VALUES, max_size=5))
    if schema.plainly(meta):
        schema.verdict(meta)


def test_a_glance_says_yes_to_the_usual_forms() -> None:
    entry = {"id": "1", "resource": "sources/a", "quote": "q"}
    meta = {
        "type": "concept",
        "tags": ["a"],
        "status": "draft",
        "sources": [entry],
        "generated": {"by": "a", "at": "b"},
    }
    assert schemas.builtin("page").plainly(meta)
    assert not schemas.builtin("page").plainly({**meta, "sources": [{"id": "1"}]})
    assert not schemas.builtin("session").plainly({"turns": "3"})
