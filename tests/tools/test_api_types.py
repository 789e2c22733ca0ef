"""Types for the pages are written from the server's JSON schemas."""

from __future__ import annotations

import pytest

from tools.api_types import HEAD, WRITTEN, typed


def test_the_committed_file_says_how_it_is_written() -> None:
    assert WRITTEN.read_text().startswith(HEAD)


@pytest.mark.parametrize(
    ("schema", "wanted"),
    [
        ({"type": "string", "minLength": 1}, "string"),
        ({"type": "integer"}, "number"),
        ({"const": True, "type": "boolean"}, "true"),
        ({"enum": ["YES", "NO"], "type": "string"}, '"YES" | "NO"'),
        ({"anyOf": [{"type": "number"}, {"type": "null"}]}, "number | null"),
        ({"oneOf": [{"$ref": "A"}, {"$ref": "B"}], "discriminator": {}}, "A | B"),
        ({"type": "array", "items": {"anyOf": [{"type": "number"}, {"type": "null"}]}}, "(number | null)[]"),
        ({"type": "array", "prefixItems": [{"type": "number"}, {"type": "string"}]}, "[number, string]"),
        ({"type": "array", "items": {"type": "array", "items": {"$ref": "A"}}}, "A[][]"),
        ({"type": "object", "additionalProperties": {"type": "integer"}}, "Record<string, number>"),
        ({"type": "object", "additionalProperties": True}, "Record<string, unknown>"),
        ({"title": "Anything"}, "unknown"),
    ],
)
def test_a_schema_becomes_a_typescript_type(schema: dict[str, object], wanted: str) -> None:
    assert typed(schema) == wanted


def test_a_schema_without_a_typescript_type_is_refused() -> None:
    with pytest.raises(ValueError, match="teach tools/api_types"):
        typed({"not": {"type": "string"}})
