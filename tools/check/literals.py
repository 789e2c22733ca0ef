"""Count English sentences in the product's Python: `python -m tools.check.literals [--list] [PATH ...]`.

A sentence is a string literal of four or more words. Docstrings, SQL, regular expressions, HTML and log calls are told
apart by syntax and are not counted. Sentences belong in the catalogue (`messages/en`).
"""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tools.check.files import CHECKOUT, PACKAGES, files, name_of, tree_of

WORD = re.compile(r"[A-Za-z][a-z']+|\b[aAI]\b")
LEAST_WORDS = 4
LOG_METHODS = {"debug", "info", "warning", "error", "exception", "critical", "log"}
PATTERN_METHODS = {"compile", "match", "search", "fullmatch", "findall", "finditer", "split", "sub"}
SQL = re.compile(r"\s*(?:SELECT|INSERT|UPDATE|DELETE|CREATE|PRAGMA|ALTER|DROP|BEGIN|WITH|VACUUM)\b")
HTML = re.compile(r"<\w+[^>]*>|</\w+>")


def literals(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the sentences in a Python file with their lines; what an f-string inserts is written `{}`."""
    tree = tree_of(path)
    exempt = {id(node) for each in _exempt(tree) for node in ast.walk(each)}
    for node in ast.walk(tree):
        if id(node) in exempt:
            continue
        text = _text(node)
        for inner in ast.iter_child_nodes(node) if isinstance(node, ast.JoinedStr) else ():
            exempt.add(id(inner))
        if len(WORD.findall(text)) >= LEAST_WORDS and " " in text and not SQL.match(text) and not HTML.search(text):
            yield getattr(node, "lineno", 0), text


def _text(node: ast.AST) -> str:
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    if isinstance(node, ast.JoinedStr):
        return "".join(_text(part) or "{}" for part in node.values)
    return ""


def _exempt(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield docstrings, calls of loggers, and calls with regular expressions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            owner = ast.unparse(node.func.value).lower()
            if (node.func.attr in LOG_METHODS and "log" in owner) or (
                node.func.attr in PATTERN_METHODS and owner == "re"
            ):
                yield node


def main(arguments: list[str]) -> int:
    """Print the number of sentences by folder and in all, or each one."""
    each = "--list" in arguments
    wanted = [name.rstrip("/") for name in arguments if name != "--list"] or list(PACKAGES)
    paths = [CHECKOUT / name for name in wanted]
    found: Counter[str] = Counter()
    for path in (file for root in paths for file in ([root] if root.is_file() else files(str(root), ".py"))):
        for line, text in literals(path):
            found[name_of(path.parent)] += 1
            if each:
                print(f"{name_of(path)}:{line}: {text}")
    for folder, number in sorted(found.items()):
        print(f"{number:5} {folder}")
    print(f"{sum(found.values()):5} in all")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
