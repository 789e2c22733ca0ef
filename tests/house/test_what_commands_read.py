"""A command reads no heavy library that it does nothing with: what each may read when it is asked for stands here."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from overlook.cli.main import MODULES

PACKAGES = ("geometry", "calibration", "vision", "referee", "hardware", "web", "venue", "overlook")
HEAVY = frozenset({"cv2", "fastapi", "gpiozero", "onnxruntime", "reportlab", "scipy", "segno", "uvicorn"})
"""Libraries that take a twentieth of a second or more to read, or ten MiB."""

PICTURES = frozenset({"cv2"})
SETTINGS = frozenset({"fastapi", "gpiozero"})
"""What the settings of a table read with the parts that they describe."""

SERVER = frozenset({"cv2", "fastapi", "gpiozero", "uvicorn"})

MAY_READ: Mapping[str, frozenset[str]] = {
    "adjudicate": frozenset(),
    "bench": PICTURES,
    "broadcast": frozenset(),
    "calibrate": PICTURES | SETTINGS | {"uvicorn"},
    "dice": PICTURES,
    "doctor": SERVER,
    "example": PICTURES,
    "hub": frozenset({"fastapi", "uvicorn"}),
    "keep": SETTINGS,
    "locate": PICTURES,
    "measure": PICTURES,
    "mission": frozenset(),
    "mount": PICTURES | {"gpiozero"},
    "odds": frozenset(),
    "pack": frozenset(),
    "play": SERVER - {"gpiozero"},
    "recover": frozenset(),
    "replay": frozenset(),
    "report": frozenset({"gpiozero"}),
    "roster": frozenset(),
    "run": SERVER,
    "sheets": PICTURES,
    "terrain": PICTURES,
    "tray": PICTURES,
    "verify": PICTURES | SETTINGS,
}
"""By the command's module in `overlook.cli`."""


def modules(root: Path, *packages: str) -> dict[str, frozenset[str]]:
    """Return what every module below the packages of a folder imports when it is read, by its dotted name."""
    files = [path for package in packages for path in sorted((root / package).rglob("*.py"))]
    names = [".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__") for path in files]
    return {name: imports(path.read_text()) for name, path in zip(names, files, strict=True)}


def imports(source: str) -> frozenset[str]:
    """Return the names that a source imports when it is read."""
    return frozenset(at_once(ast.parse(source).body))


def at_once(body: list[ast.stmt]) -> Iterator[str]:
    """Yield the names that statements import when they are read: not in functions, not for types alone."""
    for node in body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "no import with dots"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            yield from at_once(node.orelse)
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            inner = [one for one in ast.iter_child_nodes(node) if isinstance(one, ast.stmt | ast.ExceptHandler)]
            yield from at_once([one for one in inner if isinstance(one, ast.stmt)])
            yield from (name for one in inner if isinstance(one, ast.ExceptHandler) for name in at_once(one.body))


def outwards(dotted: str) -> Iterator[str]:
    """Yield a name and every package that it is in."""
    parts = dotted.split(".")
    yield from (".".join(parts[:length]) for length in range(len(parts), 0, -1))


def read_with(tree: Mapping[str, frozenset[str]], start: str) -> frozenset[str]:
    """Return the top names of what is read, at once, when one module is read: with every package that it is in."""
    seen, todo, strangers = set[str](), [*outwards(start)], set[str]()
    while todo:
        name = todo.pop()
        if name in seen:
            continue
        seen.add(name)
        if name not in tree:
            strangers.add(name.partition(".")[0])
            continue
        for wanted in tree[name]:
            known = [one for one in outwards(wanted) if one in tree]
            todo += known or [wanted]
    return frozenset(strangers)


def test_every_command_reads_the_heavy_libraries_that_stand_here_and_no_other(checkout: Path) -> None:
    tree = modules(checkout, *PACKAGES)
    found = {name: read_with(tree, f"overlook.cli.{name}") & HEAVY for name in dict.fromkeys(MODULES.values())}
    assert found == MAY_READ


def test_the_list_of_commands_reads_none(checkout: Path) -> None:
    assert not read_with(modules(checkout, *PACKAGES), "overlook.cli.main") & (HEAVY | {"numpy", "shapely", "pydantic"})


@pytest.mark.parametrize(
    ("source", "read"),
    [
        ("import cv2", {"cv2"}),
        ("from p.b import B", {"scipy"}),
        ("import p.b", {"scipy"}),
        ("try:\n    import p.b\nexcept ImportError:\n    import cv2", {"scipy", "cv2"}),
        ("class A:\n    import cv2", {"cv2"}),
        ("def f():\n    import cv2", set()),
        ("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from p.b import B\nelse:\n    import cv2", {"cv2"}),
    ],
)
def test_what_a_function_or_a_type_imports_is_not_read_at_once(source: str, read: set[str]) -> None:
    tree = {"p": imports(""), "p.a": imports(source), "p.b": imports("from scipy.stats import norm")}
    assert read_with(tree, "p.a") & HEAVY == read


def test_the_package_that_a_module_is_in_is_read_with_it() -> None:
    assert read_with({"p": frozenset({"cv2"}), "p.a": frozenset()}, "p.a") == {"cv2"}
