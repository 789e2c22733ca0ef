"""The web's contract is apart from the web that serves it."""

from __future__ import annotations

import ast
from pathlib import Path


def web_modules_imported(source: str) -> set[str]:
    """Return the modules of `web` that a source imports, wherever in it."""
    nodes = list(ast.walk(ast.parse(source)))
    named = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    named |= {
        f"{node.module}.{alias.name}"
        for node in nodes
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
    }
    return {name for name in named if name.split(".")[0] == "web"}


def test_the_contract_imports_no_module_of_the_web_beside_it(checkout: Path) -> None:
    files = sorted((checkout / "web" / "contract").rglob("*.py"))
    assert files
    found = [
        f"{path.relative_to(checkout)}: {name}"
        for path in files
        for name in web_modules_imported(path.read_text(encoding="utf-8"))
        if not name.startswith("web.contract.")
    ]
    assert not found


def test_an_import_of_the_web_is_found() -> None:
    assert web_modules_imported("def f():\n    from web import app\n") == {"web.app"}
    assert web_modules_imported("import web.security\nfrom web.contract.views import View") == {
        "web.security",
        "web.contract.views.View",
    }
