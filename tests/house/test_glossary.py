"""Names that docs/glossary.md retired do not come back."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

PACKAGES = (
    "geometry",
    "calibration",
    "vision",
    "referee",
    "hardware",
    "web",
    "venue",
    "overlook",
    "tests",
    "benchmarks",
)
ROW = re.compile(r"^\| `(\w+)` \| `(\w+)` \|$", re.M)


def retired(checkout: Path) -> dict[str, str]:
    """Return the retired names, each with what it is called now."""
    _, _, table = (checkout / "docs" / "glossary.md").read_text().partition("## Retired names")
    return dict(ROW.findall(table))


def identifiers(source: str) -> Iterator[tuple[int, str]]:
    """Yield every name that a source defines, imports or uses, with its line."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.ClassDef() | ast.FunctionDef() | ast.AsyncFunctionDef():
                yield node.lineno, node.name
            case ast.Name():
                yield node.lineno, node.id
            case ast.ImportFrom():
                yield from ((node.lineno, name) for alias in node.names for name in (alias.name, alias.asname or ""))
            case _:
                pass


def test_there_are_retired_names_and_none_is_what_another_is_called_now(checkout: Path) -> None:
    names = retired(checkout)
    assert len(names) > 100
    assert not names.keys() & set(names.values())


def test_no_retired_name_comes_back(checkout: Path) -> None:
    names = retired(checkout)
    found = [
        f"{path.relative_to(checkout)}:{line}: {name} is called {names[name]}"
        for package in PACKAGES
        for path in sorted((checkout / package).rglob("*.py"))
        for line, name in identifiers(path.read_text())
        if name in names
    ]
    assert not found


def test_a_retired_name_is_found_wherever_it_stands() -> None:
    source = "from a import Happening as H\nclass Law: ...\ndef f(x: Dicing) -> None: ...\n"
    assert {name for _, name in identifiers(source)} >= {"Happening", "Law", "Dicing"}
