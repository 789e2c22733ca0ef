"""Which test files can see a change of one file, the most likely ones first."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath

FARTHEST = 2
"""Imports between a test file and the changed module up to which the file is chosen."""

LEFT_OUT = ("tests/mutants/", "tests/house/", "tests/lab/", "tests/docs/")
"""Linters and documents do not judge behaviour, and the list of mutants would find every mutant in it."""

NODE_TESTS = "tests/web/test_web_units.py"


class Selection:
    """The tests of a checkout and what they import."""

    def __init__(self, root: Path, files: Sequence[str]) -> None:
        self._modules = {_module(file): file for file in files if file.endswith(".py")}
        self._texts = {file: (root / file).read_text(encoding="utf-8") for file in self._modules.values()}
        self._tests = [file for file in self._texts if _is_test(file)]
        self._importers: dict[str, set[str]] = defaultdict(set)
        for module, file in self._modules.items():
            for name in _imported(self._texts[file]):
                self._importers[name if name in self._modules else name.rpartition(".")[0]].add(module)

    def groups(self, file: str) -> list[list[str]]:
        """Return the test files for a changed file in groups, which are run in this order."""
        near = self._browser_tests(file) if file.endswith(".js") else self._python_tests(file)
        groups: dict[str, list[str]] = {}
        for test, away in near.items():
            groups.setdefault("" if away == 1 else test.split("/")[1], []).append(test)
        own = file.split("/", maxsplit=1)[0]
        names = sorted(groups, key=lambda name: (name != "", name != own, name))
        return [_by_folder(groups[name]) for name in names]

    def _python_tests(self, file: str) -> Mapping[str, int]:
        """Return the test files with how many imports away the changed module is, the nearest and smallest first."""
        away = self._distances(_module(file))
        folder, stem = self._mirror(file), PurePosixPath(file).stem
        found: dict[str, int] = {}
        for test in self._tests:
            far = away.get(_module(test), FARTHEST + 1)
            if re.fullmatch(rf"test_(web_)?{stem}s?", PurePosixPath(test).stem) or file in self._texts[test]:
                far = 1
            if far <= FARTHEST or test.startswith(folder):
                found[test] = min(far, FARTHEST)
        return dict(sorted(found.items(), key=lambda one: (one[1], len(self._texts[one[0]]))))

    def _browser_tests(self, file: str) -> Mapping[str, int]:
        """Return the tests of modules under node, then those that open pages in a browser."""
        own = "tests/venue/" if file.startswith("venue/") else "tests/web/"
        pages = [test for test in self._tests if "chromium" in self._texts[test]]
        pages.sort(key=lambda test: (not test.startswith(own), len(self._texts[test])))
        return {NODE_TESTS: 1, **dict.fromkeys(pages, FARTHEST)}

    def _mirror(self, file: str) -> str:
        """Return the folder of tests that mirrors the file's own, or the nearest folder above that does."""
        for folder in PurePosixPath(file).parents:
            mirror = f"tests/{folder}/"
            if any(test.startswith(mirror) for test in self._tests):
                return mirror
        return "tests/"

    def _distances(self, module: str) -> Mapping[str, int]:
        """Return by how many imports each module depends on this one."""
        away, level = {module: 0}, {module}
        while level:
            level = {one for known in level for one in self._importers[known]} - away.keys()
            away.update(dict.fromkeys(level, max(away.values()) + 1))
        return away


def _by_folder(files: Sequence[str]) -> list[str]:
    """Return files folder by folder: pytest loses a folder's fixtures where it comes back to the folder later."""
    folders: dict[PurePosixPath, list[str]] = {}
    for file in files:
        folders.setdefault(PurePosixPath(file).parent, []).append(file)
    return [file for folder in folders.values() for file in folder]


def _is_test(file: str) -> bool:
    name = PurePosixPath(file).name
    return file.startswith("tests/") and name.startswith("test_") and not file.startswith(LEFT_OUT)


def _module(file: str) -> str:
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _imported(source: str) -> Collection[str]:
    """Return the modules that a source imports, and `module.name` for what it takes from one."""
    return set(_imports(ast.parse(source)))


def _imports(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            yield node.module
            yield from (f"{node.module}.{name.name}" for name in node.names)
