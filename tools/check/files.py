"""Find and read the files of the checkout for its static checks."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent.parent
PACKAGES = (
    "messages",
    "geometry",
    "calibration",
    "vision",
    "referee",
    "hardware",
    "simulation",
    "web",
    "venue",
    "overlook",
)

Found = Iterator[tuple[int, str]]
"""Findings: line numbers, each with the code found there."""


@cache
def files(folder: str, *suffixes: str) -> tuple[Path, ...]:
    """Return the files below a folder of the checkout with these suffixes; `FileNotFoundError` if there are none."""
    found = tuple(sorted(path for path in (CHECKOUT / folder).rglob("*") if path.suffix in suffixes and path.is_file()))
    if not found:
        raise FileNotFoundError(f"no file below {folder} ends with {', '.join(suffixes)}: correct tools/check")
    return found


@cache
def text_of(path: Path) -> str:
    """Return the text of a file."""
    return path.read_text(encoding="utf-8")


@cache
def tree_of(path: Path) -> ast.Module:
    """Return the syntax tree of a Python file."""
    return ast.parse(text_of(path))


def name_of(path: Path) -> str:
    """Return a file's path in the checkout, or its whole path if it is elsewhere."""
    return path.relative_to(CHECKOUT).as_posix() if path.is_relative_to(CHECKOUT) else path.as_posix()


def in_python(paths: Iterable[Path], find: Callable[[ast.Module], Found]) -> list[str]:
    """Return the findings of a search in the syntax trees of Python files, with file and line."""
    return [f"{name_of(path)}:{line}: {found}" for path in paths for line, found in find(tree_of(path))]
