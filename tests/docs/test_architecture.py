"""A reader who has only docs/architecture.md or docs/adding.md finds every file that it names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

NAMED = re.compile(r"`([\w./{},-]+)`")
BRACES = re.compile(r"(.*)\{(.*)\}(.*)")
FILE = re.compile(r".*\.(py|sh|md|js|toml)|.*/")


def named(text: str) -> set[str]:
    """Return the files and folders that a text names, a name in braces once for each."""
    found = set()
    for name in NAMED.findall(text):
        braces = BRACES.fullmatch(name)
        parts = [f"{braces[1]}{one}{braces[3]}" for one in braces[2].split(",")] if braces else [name]
        found |= {one for one in parts if FILE.fullmatch(one) and not one.startswith("/") and "LANGUAGE" not in one}
    return found


def is_there(checkout: Path, name: str) -> bool:
    """Whether there is such a file; one that is named without its whole way lies somewhere under a program's folder."""
    if (checkout / name).exists():
        return True
    tail = Path(name).parts
    return len(tail) == 1 and any(
        one.name == tail[0] and ".venv" not in one.parts
        for folder in ("overlook", "referee", "web", "hardware", "simulation", "vision", "geometry", "deploy")
        for one in (checkout / folder).rglob(tail[0])
    )


@pytest.mark.parametrize(("document", "least"), [("architecture.md", 100), ("adding.md", 20)])
def test_every_file_that_a_document_names_is_there(checkout: Path, document: str, least: int) -> None:
    names = named((checkout / "docs" / document).read_text())
    assert len(names) > least
    assert sorted(name for name in names if not is_there(checkout, name)) == []


@pytest.mark.parametrize("name", ["web/nobody.py", "nobody.py"])
def test_a_file_that_has_gone_is_found(checkout: Path, name: str) -> None:
    assert named(f"see `{name}`") == {name}
    assert not is_there(checkout, name)
