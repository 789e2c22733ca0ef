"""Rules for editions: code outside of an edition's package never asks which edition is played."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import TypeGuard

from tools.check.files import CHECKOUT, PACKAGES, Found, files, in_python, name_of, text_of

EDITIONS = {"kt24", "kt21", "2024", "2021"}
REGISTRY = "referee/editions/registry.py"
LOOKUPS = {"get", "pop", "setdefault", "startswith", "endswith", "index", "count", "find"}
IMPORTING = re.compile(r"^\s*(?:from|import)\s+referee\.editions\.kt2[14]\b", re.M)
IN_A_PAGE = re.compile(r"[\"'`](?:kt2[14]|202[14])[\"'`]|\bkt2[14]\b")


def find() -> list[str]:
    """Return questions about the edition, imports of an edition's package, and references between editions."""
    own = {CHECKOUT / "referee" / "editions" / edition for edition in ("kt21", "kt24")}
    own |= {CHECKOUT / "referee" / "corpus" / f"{edition}_answers.py" for edition in ("kt21", "kt24")}
    everywhere = [path for package in PACKAGES for path in files(package, ".py")]
    outside = [path for path in everywhere if not own & {path, *path.parents} and name_of(path) != REGISTRY]
    return [
        *(f"{line} (let the edition fill a port)" for line in in_python(outside, questions)),
        *(f"{name_of(path)}: imports an edition" for path in outside if IMPORTING.search(text_of(path))),
        *_each_other("kt21", "kt24"),
        *_each_other("kt24", "kt21"),
        *(
            f"{name_of(path)}: {match.group()}"
            for path in files("web", ".js", ".html", ".css")
            for match in IN_A_PAGE.finditer(text_of(path))
        ),
    ]


def _each_other(edition: str, other: str) -> list[str]:
    sources: tuple[Path, ...] = files(f"referee/editions/{edition}", ".py")
    return [f"{name_of(path)}: names {other}" for path in sources if other in text_of(path)]


def questions(tree: ast.Module) -> Found:
    """Yield the places where code asks which edition is played.

    It compares with an edition's name, matches one, has one as a key, or looks something up by an edition's name, id or
    title.
    """
    for node in ast.walk(tree):
        if _asks(node):
            yield node.pattern.lineno if isinstance(node, ast.match_case) else node.lineno, ast.unparse(node)


def _asks(node: ast.AST) -> TypeGuard[ast.expr | ast.match_case]:
    if isinstance(node, ast.Compare):
        return any(_contains_edition(side) or _is_constant(side) for side in (node.left, *node.comparators))
    if isinstance(node, ast.match_case):
        return _contains_edition(node.pattern)
    if isinstance(node, ast.Dict):
        return any(key is not None and _is_key(key) for key in node.keys)
    if isinstance(node, ast.Subscript):
        return _is_key(node.slice)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in LOOKUPS:
        return any(map(_is_key, node.args))
    return False


def _contains_edition(node: ast.AST) -> bool:
    return any(isinstance(one, ast.Constant) and str(one.value) in EDITIONS for one in ast.walk(node))


def _is_constant(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and re.fullmatch(r"KT2[14]", node.id) is not None


def _is_key(node: ast.AST) -> bool:
    return (isinstance(node, ast.Constant) and str(node.value) in EDITIONS) or _reads_edition(node)


def _reads_edition(node: ast.AST) -> bool:
    if not isinstance(node, ast.Attribute) or node.attr not in {"id", "year", "title"}:
        return False
    owner = node.value
    name = owner.attr if isinstance(owner, ast.Attribute) else owner.id if isinstance(owner, ast.Name) else ""
    return "edition" in name.lower()
