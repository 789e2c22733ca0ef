"""What goes where: the table of a move, and where each name of a checkout is really defined."""

from __future__ import annotations

import ast
import subprocess
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath


@dataclass
class Table:
    """What goes where: `modules` by dotted name, `folders` by path, `names` by (old module, old name)."""

    modules: dict[str, str] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)
    folders: dict[str, str] = field(default_factory=dict)
    names: dict[tuple[str, str], str] = field(default_factory=dict)


def tracked() -> list[str]:
    """Return the checkout's files that git knows."""
    return subprocess.run(["git", "ls-files"], capture_output=True, text=True, check=True).stdout.splitlines()


def dotted(path: str) -> str:
    """Return the dotted name of a module's file."""
    module = path.removesuffix(".py").replace("/", ".")
    return module.removesuffix(".__init__")


def read_table(path: Path, files: list[str]) -> Table:
    """Return the table of a file, for the files that are still at their old places."""
    table, section = Table(), ""
    there = set(files)
    exact: dict[str, str] = {}
    for line in path.read_text().splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith("["):
            section = line.strip("[] ")
            continue
        old, new = (side.strip() for side in line.split("->"))
        if section == "names":
            module, name = (side.strip() for side in old.split(":"))
            table.names[module.replace("/", ".").removesuffix(".__init__"), name] = new
        elif f"{old}.py" in there:
            exact[f"{old}.py"] = f"{new}.py"
        elif any(file.startswith(f"{old}/") for file in there):
            table.folders[old] = new
        else:
            print(f"nothing at {old}")
    for file in files:
        place = exact.get(file) or moved_folder(file, table.folders)
        if place and place != file:
            table.files[file] = place
            if file.endswith(".py"):
                table.modules[dotted(file)] = dotted(place)
    return table


def moved_folder(path: str, folders: dict[str, str]) -> str | None:
    """Return where a file goes with the nearest folder that moves."""
    for parent in PurePosixPath(path).parents:
        if str(parent) in folders:
            return folders[str(parent)] + path[len(str(parent)) :]
    return None


class Definitions:
    """Where each name of each module is really defined, through re-exports."""

    def __init__(self, files: list[str]) -> None:
        self.own: dict[str, set[str]] = {}
        self.from_: dict[str, dict[str, tuple[str, str]]] = {}
        for file in files:
            if file.endswith(".py"):
                self._read(dotted(file), Path(file).read_text())

    def _read(self, module: str, source: str) -> None:
        own, imported = set(), {}
        for node in ast.parse(source).body:
            match node:
                case ast.ClassDef() | ast.FunctionDef() | ast.AsyncFunctionDef():
                    own.add(node.name)
                case ast.Assign():
                    own |= {target.id for target in node.targets if isinstance(target, ast.Name)}
                case ast.AnnAssign(target=ast.Name(id=name)):
                    own.add(name)
                case ast.ImportFrom(module=str(origin)):
                    for alias in node.names:
                        imported[alias.asname or alias.name] = (origin, alias.name)
                case ast.If():
                    for inner in node.body:
                        if isinstance(inner, ast.ImportFrom) and inner.module:
                            for alias in inner.names:
                                imported[alias.asname or alias.name] = (inner.module, alias.name)
                case _:
                    pass
        self.own[module], self.from_[module] = own, imported

    def home(self, module: str, name: str) -> tuple[str, str]:
        """Return the module that defines a name which another one offers, and the name there."""
        for _ in range(8):
            if name in self.own.get(module, ()) or name not in self.from_.get(module, {}):
                return module, name
            module, name = self.from_[module][name]
        return module, name
