"""Move modules and rename what they define, throughout a checkout: `python tools/restructure/move.py [TABLE]`.

`moves.txt` beside this file says what goes where. A run takes every line whose old place is still there, so it can be
run again, on a branch that began before the moves as well. Imports, dotted names in strings, paths in texts, names
and the tests that mirror the tree are followed; what a name would collide with is printed and left to a person.
"""

from __future__ import annotations

import ast
import io
import re
import subprocess
import sys
import tokenize
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

TEXTS = {".py", ".md", ".toml", ".sh", ".txt", ".html", ".js", ".css", ".yaml", ".service", ""}
OWN = "tools/restructure/"


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


@dataclass
class Edit:
    """A stretch of a file, in bytes, and what stands there instead."""

    start: int
    end: int
    text: str


class Scopes(ast.NodeVisitor):
    """Every use of a module's global names, with the scopes that hide them left out."""

    def __init__(self, wanted: set[str]) -> None:
        self.wanted = wanted
        self.hidden: list[set[str]] = []
        self.uses: list[ast.AST] = []
        self.shadowed: dict[str, int] = {}

    def _bound(self, node: ast.AST) -> set[str]:
        bound: set[str] = set()
        released: set[str] = set()
        args = getattr(node, "args", None)
        if isinstance(args, ast.arguments):
            every = [*args.posonlyargs, *args.args, *args.kwonlyargs, args.vararg, args.kwarg]
            bound |= {arg.arg for arg in every if arg}
        todo = list(ast.iter_child_nodes(node))
        while todo:
            inner = todo.pop()
            if isinstance(inner, ast.Global):
                released |= set(inner.names)
            if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store | ast.Del):
                bound.add(inner.id)
            if isinstance(inner, ast.ExceptHandler) and inner.name:
                bound.add(inner.name)
            if isinstance(inner, ast.MatchAs | ast.MatchStar) and inner.name:
                bound.add(inner.name)
            if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                bound.add(inner.name)
                continue
            if isinstance(inner, ast.Lambda):
                continue
            todo += ast.iter_child_nodes(inner)
        return bound - released

    def _scope(self, node: ast.AST, outer: list[ast.AST], inside: list[ast.AST], bound: set[str]) -> None:
        for part in outer:
            self.visit(part)
        for name in bound & self.wanted:
            self.shadowed[name] = getattr(node, "lineno", 0)
        self.hidden.append(bound)
        for part in inside:
            self.visit(part)
        self.hidden.pop()

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        """Take a function's name, and look inside with its own names hidden."""
        if not self.hidden and node.name in self.wanted:
            self.uses.append(node)
        args = node.args
        outer: list[ast.AST] = [*node.decorator_list, *args.defaults, *(d for d in args.kw_defaults if d)]
        outer += [arg.annotation for arg in ast.walk(args) if isinstance(arg, ast.arg) and arg.annotation]
        outer += [node.returns] if node.returns else []
        self._scope(node, outer, list(node.body), self._bound(node))

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        """As a function."""
        self.visit_FunctionDef(node)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        """Look inside with the arguments hidden."""
        outer: list[ast.AST] = [*node.args.defaults, *(d for d in node.args.kw_defaults if d)]
        args = node.args
        every = [*args.posonlyargs, *args.args, *args.kwonlyargs, args.vararg, args.kwarg]
        self._scope(node, outer, [node.body], {arg.arg for arg in every if arg})

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        """Take a class's name; what it binds in its body hides nothing."""
        if not self.hidden and node.name in self.wanted:
            self.uses.append(node)
        for part in (*node.decorator_list, *node.bases, *(k.value for k in node.keywords), *node.body):
            if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef):
                self.hidden.append(set())
                self.visit(part)
                self.hidden.pop()
            elif isinstance(part, ast.AnnAssign | ast.Assign):
                for value in (part.value, getattr(part, "annotation", None)):
                    if value:
                        self.visit(value)
            else:
                self.visit(part)

    def generic_visit(self, node: ast.AST) -> None:
        """Hide what a comprehension binds."""
        if isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
            self._comprehension(node)
        else:
            super().generic_visit(node)

    def _comprehension(self, node: ast.AST) -> None:
        bound = {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        self._scope(node, [], list(ast.iter_child_nodes(node)), bound)

    def visit_Name(self, node: ast.Name) -> None:
        """Take a use of a global name."""
        if node.id in self.wanted and not any(node.id in scope for scope in self.hidden):
            self.uses.append(node)


def offsets(source: str) -> list[int]:
    """Return where each line begins, in bytes."""
    starts = [0]
    for line in source.encode().splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    return starts


class Rewriter:
    """One file: its imports, its names, its strings."""

    def __init__(self, file: str, table: Table, known: Definitions) -> None:
        self.file, self.table, self.known = file, table, known
        self.source = Path(file).read_text()
        self.raw = self.source.encode()
        self.starts = offsets(self.source)
        self.edits: list[Edit] = []
        self.troubles: list[str] = []

    def at(self, line: int, column: int) -> int:
        """Return the place of a node, in bytes."""
        return self.starts[line - 1] + column

    def run(self) -> str:
        """Return the file's new text."""
        tree = ast.parse(self.source)
        module = dotted(self.file)
        renames: dict[str, str] = {}
        modules: dict[str, tuple[str, str]] = {}
        for name in self.known.own.get(module, ()):
            if (module, name) in self.table.names:
                renames[name] = self.table.names[module, name]
        self._imports(tree, renames, modules)
        scopes = Scopes(set(renames) | set(modules))
        scopes.visit(tree)
        self._collisions(tree, module, renames)
        whole = dict(renames) | {old: new for old, (_, new) in modules.items()}
        for use in scopes.uses:
            self._use(use, whole)
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in modules:
                home = self.known.home(modules[node.value.id][0], node.attr)
                if home in self.table.names:
                    end = self.at(node.end_lineno or 0, node.end_col_offset or 0)
                    self._replace(end - len(node.attr.encode()), end, node.attr, self.table.names[home])
        for node in tree.body:
            if isinstance(node, ast.Assign) and any(
                isinstance(t, ast.Name) and t.id == "__all__" for t in node.targets
            ):
                self._exports(node, renames)
        self._strings(renames)
        return self._applied()

    def _imports(self, tree: ast.Module, renames: dict[str, str], modules: dict[str, tuple[str, str]]) -> None:
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module and not node.level:
                self._import(node, renames, modules)
            if isinstance(node, ast.Import):
                for alias in node.names:
                    if alias.name in self.table.modules and alias.asname:
                        modules[alias.asname] = (alias.name, alias.asname)

    def _collisions(self, tree: ast.Module, module: str, renames: dict[str, str]) -> None:
        taken = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name)} | set(self.known.own.get(module, ()))
        taken |= {n.name for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.ClassDef)}
        taken |= {a.arg for a in ast.walk(tree) if isinstance(a, ast.arg)}
        taken |= set(self.known.from_.get(module, {}))
        for old, new in renames.items():
            if new in taken and new not in renames:
                self.troubles.append(f"{self.file}: {old} -> {new}, but there is a {new} already")

    def _exports(self, node: ast.Assign, renames: dict[str, str]) -> None:
        for one in ast.walk(node.value):
            if isinstance(one, ast.Constant) and one.value in renames:
                start = self.at(one.lineno, one.col_offset) + 1
                self._replace(start, start + len(one.value), one.value, renames[one.value])

    def _strings(self, renames: dict[str, str]) -> None:
        for token in tokenize.generate_tokens(io.StringIO(self.source).readline):
            if token.type in (tokenize.STRING, tokenize.COMMENT):
                text = in_texts(self._prose(token.string, renames), self.table)
                if text != token.string:
                    start = self._byte(*token.start)
                    self.edits.append(Edit(start, start + len(token.string.encode()), text))

    def _byte(self, line: int, character: int) -> int:
        start = self.starts[line - 1]
        return start + len(self.raw[start : self.starts[line]].decode()[:character].encode())

    def _use(self, use: ast.AST, renames: dict[str, str]) -> None:
        if isinstance(use, ast.Name):
            start = self.at(use.lineno, use.col_offset)
            self._replace(start, start + len(use.id.encode()), use.id, renames[use.id])
        elif isinstance(use, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            start = self.raw.index(use.name.encode(), self.at(use.lineno, use.col_offset) + 4)
            self._replace(start, start + len(use.name.encode()), use.name, renames[use.name])

    def _replace(self, start: int, end: int, old: str, new: str) -> None:
        if self.raw[start:end].decode() == old:
            self.edits.append(Edit(start, end, new))
        else:
            self.troubles.append(f"{self.file}: {old} -> {new} in a formatted string near byte {start}")

    def _import(self, node: ast.ImportFrom, renames: dict[str, str], modules: dict[str, tuple[str, str]]) -> None:
        assert node.module
        lines: dict[str, list[str]] = defaultdict(list)
        changed = False
        for alias in node.names:
            whole = f"{node.module}.{alias.name}"
            if whole in self.known.own:
                new = self.table.modules.get(whole, whole)
                parent, _, last = new.rpartition(".")
                lines[parent].append(last + (f" as {alias.asname}" if alias.asname else ""))
                changed |= new != whole
                modules[alias.asname or alias.name] = (whole, alias.asname or last)
                continue
            home = self.known.home(node.module, alias.name)
            name = self.table.names.get(home, alias.name)
            origin = self.table.modules.get(node.module, node.module)
            lines[origin].append(name + (f" as {alias.asname}" if alias.asname else ""))
            if name != alias.name and not alias.asname:
                renames[alias.name] = name
            changed |= name != alias.name or origin != node.module
        if not changed:
            return
        start, end = self.at(node.lineno, node.col_offset), self.at(node.end_lineno or 0, node.end_col_offset or 0)
        indent = "\n" + " " * node.col_offset
        said = indent.join(f"from {origin} import {', '.join(sorted(set(names)))}" for origin, names in lines.items())
        self.edits.append(Edit(start, end, said))

    def _applied(self) -> str:
        raw = self.raw
        last = len(raw)
        for edit in sorted({(e.start, e.end, e.text) for e in self.edits}, reverse=True):
            start, end, text = edit
            if end > last:
                continue
            raw, last = raw[:start] + text.encode() + raw[end:], start
        return raw.decode()

    def _prose(self, text: str, renames: dict[str, str]) -> str:
        for old, new in renames.items():
            if old[:1].isupper() or "_" in old:
                text = re.sub(rf"`{re.escape(old)}(?=[`.(\[])", f"`{new}", text)
        return text


def in_texts(text: str, table: Table) -> str:
    """Return a text with dotted modules, paths and mentioned files at their new places."""
    modules = {old: new for old, new in table.modules.items() if "." in old}
    if modules:
        pattern = r"(?<![\w./])(" + "|".join(map(re.escape, sorted(modules, key=len, reverse=True))) + r")(?!\w)"
        text = re.sub(pattern, lambda found: modules[found[1]], text)
    if table.files:
        pattern = r"(?<![\w.])(" + "|".join(map(re.escape, sorted(table.files, key=len, reverse=True))) + r")(?![\w])"
        text = re.sub(pattern, lambda found: table.files[found[1]], text)
    folders = table.folders
    if folders:
        pattern = r"(?<![\w./])(" + "|".join(map(re.escape, sorted(folders, key=len, reverse=True))) + r")(?=[/\"'`])"
        text = re.sub(pattern, lambda found: folders[found[1]], text)
    return text


def main() -> None:
    """Move everything, and print what a person has to settle."""
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).with_name("moves.txt")
    files = [file for file in tracked() if Path(file).is_file() and not file.startswith(OWN)]
    table = read_table(path, files)
    known = Definitions(files)
    new_texts: dict[str, str] = {}
    troubles: list[str] = []
    for module, name in table.names:
        if module in known.own and name not in known.own[module]:
            troubles.append(f"{module} has no {name}")
    for file in files:
        if Path(file).suffix not in TEXTS:
            continue
        try:
            text = Path(file).read_text()
        except UnicodeDecodeError:
            continue
        if file.endswith(".py"):
            rewriter = Rewriter(file, table, known)
            text = rewriter.run()
            troubles += rewriter.troubles
        else:
            text = in_texts(text, table)
        if text != Path(file).read_text():
            new_texts[file] = text
    for file, text in new_texts.items():
        Path(file).write_text(text)
    move_files(table)
    print("\n".join(troubles))
    print(f"{len(table.files)} files moved, {len(new_texts)} files changed, {len(troubles)} troubles")


def move_files(table: Table) -> None:
    """Move in two steps, so that a file may take the place of a folder and the other way round."""
    aside = Path(".moving")
    for old in table.files:
        place = aside / old
        place.parent.mkdir(parents=True, exist_ok=True)
        Path(old).rename(place)
    for old, new in table.files.items():
        Path(new).parent.mkdir(parents=True, exist_ok=True)
        (aside / old).rename(new)
    for folder in sorted({p for old in table.files for p in PurePosixPath(old).parents}, key=str, reverse=True):
        there = Path(folder)
        if there.is_dir() and str(folder) != ".":
            left = [p for p in there.rglob("*") if p.is_file() and "__pycache__" not in p.parts]
            if not left:
                subprocess.run(["rm", "-rf", str(there)], check=True)
    subprocess.run(["rm", "-rf", str(aside)], check=True)
    subprocess.run(["git", "add", "-A"], check=True)


if __name__ == "__main__":
    main()
