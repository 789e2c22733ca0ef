"""Find the devices that a test of the running table uses, from the steps of its scripts.

A test under `tests/overlook/play` sends only what a phone, the panel, a tray or the camera can send. The devices follow
from the keys of its steps (docs/scripted-table.md), in the test itself and in the helpers and constants that it uses
from its own file and the files beside it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

BY_WORD: Mapping[str, str] = {
    "do": "phone",
    "choose": "phone",
    "dice": "phone",
    "press": "panel",
    "tray": "tray",
    "see": "camera",
    "gone": "camera",
    "open": "camera",
    "closed": "camera",
}
"""Device that sends a step, by the step's key."""
DEVICES = ("phone", "panel", "tray", "camera")


@dataclass(frozen=True)
class PlayedFile:
    """A file of tests or helpers: its top-level names with their definitions, and imported names with their files."""

    names: Mapping[str, ast.AST]
    borrowed: Mapping[str, Path]


def played_by(file: Path, test: str, folder: Path) -> tuple[str, ...]:
    """Return the devices that a test uses, in the order of `DEVICES`; empty if the file has no such test."""
    words = set(_words(file, test, folder, set()))
    return tuple(device for device in DEVICES if any(BY_WORD[word] == device for word in words))


def _words(file: Path, name: str, folder: Path, seen: set[tuple[Path, str]]) -> Iterator[str]:
    """Yield the step keys in the definition of a name, and in everything that it uses."""
    if (file, name) in seen:
        return
    seen.add((file, name))
    known = _read(file, folder)
    if name in known.borrowed:
        yield from _words(known.borrowed[name], name, folder, seen)
        return
    body = known.names.get(name)
    for node in ast.walk(body) if body is not None else ():
        if isinstance(node, ast.Dict):
            keys = (str(key.value) for key in node.keys if isinstance(key, ast.Constant))
            yield from (key for key in keys if key in BY_WORD)
        elif isinstance(node, ast.Name):
            yield from _words(file, node.id, folder, seen)


@cache
def _read(file: Path, folder: Path) -> PlayedFile:
    names: dict[str, ast.AST] = {}
    borrowed: dict[str, Path] = {}
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            names[node.name] = node
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names |= {target.id: node for target in targets if isinstance(target, ast.Name)}
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            beside = folder / f"{node.module.rpartition('.')[2]}.py"
            if beside.is_file():
                borrowed |= {alias.asname or alias.name: beside for alias in node.names}
    return PlayedFile(names, borrowed)
