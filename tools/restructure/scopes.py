"""Every use of a module's global names, with the scopes that hide them left out."""

from __future__ import annotations

import ast


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
