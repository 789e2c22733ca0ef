"""A table in play and a table being set up are plain: they know no FastAPI, camera, program or clock of their own."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

LAYERS = ("overlook/table", "overlook/setup")
FORBIDDEN = ("fastapi", "starlette", "sse_starlette", "uvicorn", "cv2", "hardware", "venue", "time")
ALLOWED_OF_WEB = ("web.contract",)
ALLOWED_OF_OVERLOOK = {
    "overlook/table": ("overlook.table", "overlook.writing"),
    "overlook/setup": ("overlook.table", "overlook.setup", "overlook.writing"),
}
CLOCKS = {"now", "utcnow", "today", "monotonic", "perf_counter", "time", "sleep"}
OWNERS = {"datetime", "date", "time", "asyncio", "loop"}
MOST_BY_POSITION = 3


def sources(checkout: Path, layer: str) -> list[Path]:
    found = sorted((checkout / layer).rglob("*.py"))
    assert found
    return found


def imported(source: str) -> Iterator[tuple[int, str]]:
    """Yield every module that a source imports, also inside functions and for types alone, with the line's number."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, name.name) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ((node.lineno, f"{node.module}.{name.name}") for name in node.names)


def _is_in(module: str, packages: tuple[str, ...]) -> bool:
    return any(f"{module}.".startswith(f"{package}.") for package in packages)


def forbidden_imports(source: str, layer: str) -> list[tuple[int, str]]:
    """Return what a source of a layer imports that it must not know."""
    return [
        (number, module)
        for number, module in imported(source)
        if _is_in(module, FORBIDDEN)
        or (_is_in(module, ("web",)) and not _is_in(module, ALLOWED_OF_WEB))
        or (_is_in(module, ("overlook",)) and not _is_in(module, ALLOWED_OF_OVERLOOK[layer]))
    ]


def clocks(source: str) -> list[tuple[int, str]]:
    """Return where a source asks what time it is, or waits: `datetime.now()`, `date.today`, `loop.time()`, a sleep."""
    return [
        (node.lineno, ast.unparse(node))
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Attribute) and node.attr in CLOCKS and _owner(node.value) in OWNERS
    ]


def _owner(node: ast.expr) -> str:
    """Return the last word of what an attribute belongs to: `datetime` of `datetime.datetime`, `loop` of any loop."""
    if isinstance(node, ast.Call):
        name = _owner(node.func)
        return "loop" if name.endswith("_loop") else name
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def by_position(source: str) -> list[tuple[int, str]]:
    """Return the functions that take more than three arguments by position, their own object not counted."""
    return [
        (node.lineno, node.name)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and len([one for one in (*node.args.posonlyargs, *node.args.args) if one.arg not in ("self", "cls")])
        > MOST_BY_POSITION
    ]


@pytest.mark.parametrize("layer", LAYERS)
def test_no_file_of_the_layer_imports_what_it_must_not_know(checkout: Path, layer: str) -> None:
    found = [
        f"{path.relative_to(checkout)}:{number}: {module}"
        for path in sources(checkout, layer)
        for number, module in forbidden_imports(path.read_text(), layer)
    ]
    assert not found, "hand it in as a port:\n" + "\n".join(found)


@pytest.mark.parametrize("layer", LAYERS)
def test_no_file_of_the_layer_has_a_clock_of_its_own(checkout: Path, layer: str) -> None:
    found = [
        f"{path.relative_to(checkout)}:{number}: {asked}"
        for path in sources(checkout, layer)
        for number, asked in clocks(path.read_text())
    ]
    assert not found, "take the time as a parameter, or a clock as a port:\n" + "\n".join(found)


@pytest.mark.parametrize("place", [*LAYERS, "overlook/program.py"])
def test_more_than_three_arguments_are_taken_by_name(checkout: Path, place: str) -> None:
    files = [checkout / place] if place.endswith(".py") else sources(checkout, place)
    found = [
        f"{path.relative_to(checkout)}:{number}: {name}"
        for path in files
        for number, name in by_position(path.read_text())
    ]
    assert not found, "put a `*` before those that are hard to tell apart:\n" + "\n".join(found)


def test_the_reconciler_does_not_reach_the_session(checkout: Path) -> None:
    reached, waiting = set[str](), ["overlook.table.reconciler"]
    while waiting:
        module = waiting.pop()
        path = checkout / f"{module.replace('.', '/')}.py"
        if module not in reached and path.is_file():
            reached.add(module)
            waiting += [name.rpartition(".")[0] for _, name in imported(path.read_text()) if "overlook." in name]
    assert "overlook.table.seen_table" in reached
    assert not reached & {"overlook.table.session", "overlook.table.games", "overlook.table.service"}


@pytest.mark.parametrize(
    ("source", "layer"),
    [
        ("import cv2", "overlook/table"),
        ("from hardware.simulated.bench import Bench", "overlook/setup"),
        ("def f() -> None:\n    from fastapi import APIRouter", "overlook/table"),
        ("from web.problems import problems", "overlook/setup"),
        ("from web import sessions", "overlook/setup"),
        ("from overlook.setup.draft import Draft", "overlook/table"),
        ("from overlook import program", "overlook/setup"),
        ("import time", "overlook/table"),
    ],
)
def test_what_must_not_be_known_is_recognised(source: str, layer: str) -> None:
    assert forbidden_imports(source, layer)


@pytest.mark.parametrize(
    ("source", "layer"),
    [
        ("from overlook.table.session import TableSession", "overlook/setup"),
        ("from overlook.writing import write_json", "overlook/table"),
        ("from web.contract.views import HealthState", "overlook/table"),
        ("from vision.frame import Frame", "overlook/table"),
        ("import timeit", "overlook/table"),
    ],
)
def test_what_may_be_known_is_let_be(source: str, layer: str) -> None:
    assert not forbidden_imports(source, layer)


@pytest.mark.parametrize(
    "source",
    [
        "datetime.now(UTC)",
        "datetime.datetime.utcnow()",
        "f(today=date.today)",
        "asyncio.get_running_loop().time()",
        "loop.time()",
        "await_me = asyncio.sleep(1)",
    ],
)
def test_a_clock_is_recognised(source: str) -> None:
    assert clocks(source)


@pytest.mark.parametrize("source", ["self.now(at_s)", "table.now_s()", "self._today()", "view.time"])
def test_a_time_that_was_handed_in_is_no_clock(source: str) -> None:
    assert not clocks(source)
