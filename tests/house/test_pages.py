"""The pages' own rules, as their tools prove them: types, format, lint, and that they say what the server says."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from tools.api_types import HEAD, WRITTEN, api_types, typed

TOOLS = Path(".venv/page-tools/node_modules")


def run(checkout: Path, name: str, *arguments: str) -> None:
    """Run one of the pages' tools; its output becomes the failure's message."""
    tool = checkout / TOOLS / ".bin" / name
    if not tool.exists():
        pytest.fail(f"{tool} is missing: run 'sh deploy/prepare.sh test'")
    done = subprocess.run([tool, *arguments], cwd=checkout, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_type_in_the_pages_holds(checkout: Path) -> None:
    run(checkout, "tsc", "--project", "tsconfig.json")


def test_biome_finds_nothing_and_would_format_nothing_otherwise(checkout: Path) -> None:
    run(checkout, "biome", "ci", "--colors=off", "--error-on-warnings", ".")


def test_types_are_checked_strictly_and_nowhere_switched_off(checkout: Path) -> None:
    options = json.loads((checkout / "tsconfig.json").read_text())["compilerOptions"]
    assert options["strict"]
    assert options["checkJs"]
    scripts = [*(checkout / "web" / "static").rglob("*.js"), *(checkout / "tests" / "web" / "js").rglob("*.js")]
    assert scripts
    silenced = re.compile(r"@ts-|biome-ignore")
    assert [path.name for path in scripts if silenced.search(path.read_text())] == []


def test_tools_are_pinned_and_nothing_names_a_host(checkout: Path) -> None:
    package = json.loads((checkout / "package.json").read_text())
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in package["devDependencies"].values())
    for name in ("package.json", "tsconfig.json", "biome.jsonc"):
        assert "://" not in (checkout / name).read_text()
    assert not list(checkout.glob("*lock*"))


def test_the_written_types_are_what_the_server_says() -> None:
    assert WRITTEN.read_text() == api_types(), "run 'python -m tools.api_types'"
    assert api_types().startswith(HEAD)


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
def test_a_schema_is_told_in_typescript(schema: dict[str, object], wanted: str) -> None:
    assert typed(schema) == wanted


def test_a_schema_that_has_no_type_here_is_refused() -> None:
    with pytest.raises(ValueError, match="teach tools/api_types"):
        typed({"not": {"type": "string"}})
