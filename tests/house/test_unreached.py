"""What no command reaches is dead, unless it is listed here with what it waits for."""

from __future__ import annotations

import ast
from pathlib import Path

PACKAGES = ("geometry", "calibration", "vision", "referee", "hardware", "web", "venue", "overlook")
STARTS = ("overlook.__main__", "overlook.bench.__main__", "web.static.obs.overlook_director")
"""What is started: by a command, and the last by OBS, which loads it as a script of its own."""

WAITING = {
    "geometry.maps": "who sees whom over a whole table at once, for what may be done before a shot",
}

ROOMS = "hardware.simulated.rooms"
"""Rooms to try the eye in: a benchmark is the command that reaches them."""


def modules(checkout: Path) -> dict[str, Path]:
    """Return every module of the packages by its dotted name."""
    files = [path for package in PACKAGES for path in sorted((checkout / package).rglob("*.py"))]
    names = [".".join(path.relative_to(checkout).with_suffix("").parts).removesuffix(".__init__") for path in files]
    return dict(zip(names, files, strict=True))


def imports(source: str, known: set[str]) -> set[str]:
    """Return the known modules that a source imports, wherever in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found & known


def reached(sources: dict[str, str], starts: set[str]) -> set[str]:
    """Return the modules that are imported, by any way, from those to start with."""
    known, seen, todo = set(sources), set[str](), sorted(starts)
    while todo:
        name = todo.pop()
        if name in seen or name not in known:
            continue
        seen.add(name)
        todo += imports(sources[name], known)
        todo += [name.rpartition(".")[0]] if "." in name else []
    return seen


def test_every_module_is_reached_by_a_command_or_waits_for_something(checkout: Path) -> None:
    files = modules(checkout)
    starts = {name for name in files if name.startswith("overlook.cli")} | set(STARTS)
    sources = {name: path.read_text() for name, path in files.items()}
    rooms = {name: sources[name] for name in sources if name.startswith(ROOMS)}
    benches = " \n".join(path.read_text() for path in sorted((checkout / "benchmarks").glob("*.py")))
    left = set(files) - reached(sources, starts) - reached(rooms, imports(benches, set(rooms)))
    assert left == set(WAITING), "delete what nothing reaches, or say here what it waits for"


def test_what_is_imported_in_a_function_is_reached_and_what_is_not_is_left() -> None:
    sources = {"a": "def f():\n    from b import c\n", "b": "", "b.c": "import d", "d": "", "e": "import a"}
    assert reached(sources, {"a"}) == {"a", "b", "b.c", "d"}
