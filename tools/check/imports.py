"""Rules for imports that import-linter has no contract for: cycles, unreachable modules, slow start of commands."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter

import grimp

from tools.check.files import CHECKOUT, PACKAGES, files, tree_of

STARTS = ("overlook.__main__", "overlook.api", "overlook.cli.bench")
"""Modules that are started or imported by name, by no command."""

SIMULATED_ROOMS = "simulation.degradations"
"""Simulated rooms for tests of the vision code, used only by benchmarks."""

HEAVY = frozenset({"cv2", "fastapi", "gpiozero", "onnxruntime", "reportlab", "scipy", "segno", "uvicorn"})
"""Libraries that take 50 ms or 10 MiB to import."""

_IMAGES = frozenset({"cv2"})
_SERVER = frozenset({"cv2", "fastapi", "uvicorn"})

ALLOWED: Mapping[str, frozenset[str]] = {
    "main": frozenset(),
    "bench": _IMAGES,
    "broadcast": frozenset(),
    "calibrate": _IMAGES,
    "content": frozenset(),
    "dice": _IMAGES,
    "doctor": _SERVER | {"gpiozero"},
    "games": frozenset(),
    "hub": frozenset({"fastapi", "uvicorn"}),
    "locate": _IMAGES,
    "maintenance": frozenset(),
    "mount": _IMAGES,
    "play": _SERVER,
    "printing": _IMAGES,
    "run": _SERVER | {"gpiozero"},
}
"""Heavy libraries that a command may import at start, by its module in `overlook.cli`."""


def _graph() -> grimp.ImportGraph:
    return grimp.build_graph(*PACKAGES, cache_dir=None)


def circles() -> list[str]:
    """Return import cycles, including imports inside functions and for types only."""
    graph = _graph()
    left = {name: set(graph.find_modules_directly_imported_by(name)) for name in graph.modules}
    found = []
    while True:
        try:
            TopologicalSorter(left).prepare()
        except CycleError as error:
            circle = list(reversed(error.args[1]))
            found.append(" -> ".join(circle))
            left[circle[0]].remove(circle[1])
        else:
            return found


def unreachable() -> list[str]:
    """Return the modules that no command reaches."""
    graph = _graph()
    benchmarks = grimp.build_graph("benchmarks", *PACKAGES, cache_dir=None)
    rooms = {name for name in graph.modules if f"{name}.".startswith(f"{SIMULATED_ROOMS}.")}
    used_rooms = {name for name in rooms if benchmarks.find_modules_that_directly_import(name)}
    starts = {name for name in graph.modules if f"{name}.".startswith("overlook.cli.")} | set(STARTS) | used_rooms
    reached, todo = set[str](), list(starts)
    while todo:
        name = todo.pop()
        if name not in reached:
            reached.add(name)
            todo += [*graph.find_modules_directly_imported_by(name), *_packages(name)[1:]]
    return [f"{name}: no command reaches it; delete it" for name in sorted(graph.modules - reached)]


def heavy() -> list[str]:
    """Return the commands whose heavy imports at start differ from `ALLOWED`."""
    tree = module_imports()
    commands = {path.stem for path in files("overlook/cli", ".py")} & ALLOWED.keys()
    read = {name: imported_at_start(tree, f"overlook.cli.{name}") & HEAVY for name in sorted(commands)}
    return [
        f"overlook {name} imports {sorted(read[name]) or 'nothing heavy'}; allowed: {sorted(ALLOWED[name])}"
        for name in read
        if read[name] != ALLOWED[name]
    ]


@cache
def module_imports() -> dict[str, frozenset[str]]:
    """Return the imports of each module of the packages at import time, by dotted names."""
    paths = [path for package in PACKAGES for path in files(package, ".py")]
    names = [".".join(path.relative_to(CHECKOUT).with_suffix("").parts).removesuffix(".__init__") for path in paths]
    return {name: frozenset(at_once(tree_of(path).body)) for name, path in zip(names, paths, strict=True)}


def at_once(body: Iterable[ast.stmt]) -> Iterator[str]:
    """Yield the names that statements import when they run, without those in functions and for types only."""
    for node in body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            yield from at_once(node.orelse)
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            for inner in ast.iter_child_nodes(node):
                if isinstance(inner, ast.stmt):
                    yield from at_once([inner])
                elif isinstance(inner, ast.ExceptHandler):
                    yield from at_once(inner.body)


def _packages(dotted: str) -> list[str]:
    parts = dotted.split(".")
    return [".".join(parts[:length]) for length in range(len(parts), 0, -1)]


def imported_at_start(tree: Mapping[str, frozenset[str]], start: str) -> frozenset[str]:
    """Return the top-level names outside the tree that importing a module imports, parent packages included."""
    seen, todo, outside = set[str](), _packages(start), set[str]()
    while todo:
        name = todo.pop()
        if name in seen:
            continue
        seen.add(name)
        if name not in tree:
            outside.add(name.partition(".")[0])
            continue
        for wanted in tree[name]:
            todo += [known for known in _packages(wanted) if known in tree] or [wanted]
    return frozenset(outside)
