"""No module imports itself through others: not for types alone, not inside a function, not through a package."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

PACKAGES = ("geometry", "calibration", "vision", "referee", "hardware", "web", "venue", "overlook")
Imports = Mapping[str, frozenset[str]]
"""What each module imports, among the modules there are. A package's `__init__.py` is a module of its name."""


def modules_of(root: Path, *packages: str) -> dict[str, Path]:
    """Return every module below the packages of a folder, by its dotted name."""
    paths = [path for package in packages for path in sorted((root / package).rglob("*.py"))]
    return {".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__"): path for path in paths}


def imports_of(root: Path, *packages: str) -> dict[str, frozenset[str]]:
    """Return what each module below the packages of a folder imports from them, by dotted names."""
    modules = modules_of(root, *packages)
    return {name: frozenset(_imported(name, path, modules)) for name, path in modules.items()}


def _imported(name: str, path: Path, modules: Mapping[str, Path]) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            wanted = [each.name for each in node.names]
        elif isinstance(node, ast.ImportFrom):
            package = name.split(".") if path.name == "__init__.py" else name.split(".")[:-1]
            outer = package[: len(package) - node.level + 1] if node.level else []
            source = ".".join([*outer, *(node.module or "").split(".")]).strip(".")
            wanted = [f"{source}.{each.name}" for each in node.names]
        else:
            continue
        for each in wanted:
            module = next((part for part in _outwards(each) if part in modules), None)
            if module is not None:
                yield module


def _outwards(dotted: str) -> Iterator[str]:
    """Yield the name, then what it is in: "a.b.c", "a.b", "a"."""
    parts = dotted.split(".")
    for length in range(len(parts), 0, -1):
        yield ".".join(parts[:length])


def circles(imports: Imports) -> list[tuple[str, ...]]:
    """Return circles of imports, one import of each left out before the next is looked for; empty when there is none.

    Each circle begins and ends with the same module, and every module of it imports the next.
    """
    left = {name: set(others) for name, others in imports.items()}
    found: list[tuple[str, ...]] = []
    while True:
        try:
            TopologicalSorter(left).prepare()
        except CycleError as error:
            circle = tuple(reversed(error.args[1]))
            found.append(circle)
            left[circle[0]].remove(circle[1])
        else:
            return found


def test_no_module_imports_itself_through_others(checkout: Path) -> None:
    found = circles(imports_of(checkout, *PACKAGES))
    assert not found, "cut these circles:\n" + "\n".join(" -> ".join(circle) for circle in found)


def test_one_import_upwards_in_this_tree_is_found(checkout: Path) -> None:
    imports = imports_of(checkout, *PACKAGES)
    low, high = "referee.rules.edition", "referee.editions.registry"
    found = circles({**imports, low: imports[low] | {high}})
    assert any(low in circle and high in circle for circle in found)


def written(root: Path, files: Mapping[str, str]) -> Path:
    for name, source in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source)
    return root


ROUND = {
    "at the top": {"p/a.py": "import p.b\n", "p/b.py": "from p.a import A\n"},
    "of three": {"p/a.py": "from p import b\n", "p/b.py": "from p import c\n", "p/c.py": "import p.a as other\n"},
    "for types alone": {
        "p/a.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from p.b import B\n",
        "p/b.py": "from p.a import A\n",
    },
    "in a function": {"p/a.py": "def f():\n    from p.b import B\n", "p/b.py": "from p.a import A\n"},
    "through a package": {"p/q/__init__.py": "from p.q.a import A\n", "p/q/a.py": "from p.q import B\n"},
    "through a package above": {"p/__init__.py": "from p.q.a import A\n", "p/q/a.py": "import p\n"},
    "with dots": {"p/a.py": "from .b import B\n", "p/b.py": "from . import a\n"},
    "with two dots": {"p/q/a.py": "from ..b import B\n", "p/b.py": "from .q.a import A\n"},
    "in a package with dots": {"p/q/__init__.py": "from .a import A\n", "p/q/a.py": "from . import B\n"},
}
STRAIGHT = {
    "down": {"p/a.py": "from p.b import B\nfrom p.c import C\n", "p/b.py": "from p.c import C\n", "p/c.py": "X = 1\n"},
    "a package that gathers": {
        "p/q/__init__.py": "from p.q.a import A\nfrom p.q.b import B\n",
        "p/q/a.py": "from p.q.b import B\n",
        "p/q/b.py": "B = 1\n",
    },
    "a neighbour named beside its package": {"p/q/__init__.py": "", "p/q/a.py": "from p.q import b\n", "p/q/b.py": ""},
    "what only a docstring says": {"p/a.py": '"""import p.b"""\n', "p/b.py": "import p.a\n"},
    "what is not in the tree": {"p/a.py": "import json\nfrom other.a import A\n"},
}


@pytest.mark.parametrize("files", ROUND.values(), ids=ROUND)
def test_a_circle_is_found_and_named(tmp_path: Path, files: Mapping[str, str]) -> None:
    (circle,) = circles(imports_of(written(tmp_path, files), "p"))
    names = {name.removesuffix(".py").replace("/", ".").removesuffix(".__init__") for name in files}
    assert set(circle) == names
    assert circle[0] == circle[-1]


@pytest.mark.parametrize("files", STRAIGHT.values(), ids=STRAIGHT)
def test_imports_that_point_down_are_no_circle(tmp_path: Path, files: Mapping[str, str]) -> None:
    assert circles(imports_of(written(tmp_path, files), "p")) == []


NAMES = "abcdef"


@given(st.frozensets(st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES))))
def test_what_is_found_is_a_circle_and_none_is_overlooked(pairs: frozenset[tuple[str, str]]) -> None:
    imports = {name: frozenset(there for here, there in pairs if here == name) for name in NAMES}
    found = circles(imports)
    reached = {name: set(others) for name, others in imports.items()}
    for middle in NAMES:
        for name in NAMES:
            if middle in reached[name]:
                reached[name] |= reached[middle]
    assert bool(found) == any(name in reached[name] for name in NAMES)
    assert all(there in imports[here] for circle in found for here, there in pairwise(circle))
