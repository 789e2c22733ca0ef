"""The web's contract is apart from the web that serves it: the list that forbids it names every module beside it."""

from __future__ import annotations

import tomllib
from pathlib import Path


def test_the_contract_is_forbidden_every_module_of_the_web_beside_it(checkout: Path) -> None:
    settings = tomllib.loads((checkout / "pyproject.toml").read_text(encoding="utf-8"))
    (forbidden,) = (
        set(each["forbidden_modules"])
        for each in settings["tool"]["importlinter"]["contracts"]
        if each.get("source_modules") == ["web.contract"] and "web.app" in each["forbidden_modules"]
    )
    web = checkout / "web"
    modules = {path.stem for path in web.glob("*.py")} | {path.parent.name for path in web.glob("*/__init__.py")}
    assert forbidden == {f"web.{name}" for name in modules - {"__init__", "contract"}}
