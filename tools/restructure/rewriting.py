"""One file rewritten: its imports, its names, and what its strings and comments mention."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from tools.restructure.scopes import Scopes
from tools.restructure.table import Definitions, Table, dotted


@dataclass
class Edit:
    """A stretch of a file, in bytes, and what stands there instead."""

    start: int
    end: int
    text: str


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
