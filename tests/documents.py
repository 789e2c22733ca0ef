"""Documents of plain values for tests, each with one thing wrong."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any


def altered(document: Mapping[str, Any], path: tuple[str | int, ...], value: Any) -> dict[str, Any]:
    """Return a copy of a document with one value changed, or taken out where the new one is None."""
    return _with(document, path, ... if value is None else value)


def changed(document: Mapping[str, Any], path: str, value: Any) -> dict[str, Any]:
    """Return a copy of a document with the value at "a.0.b" changed, or taken out where the new one is `...`."""
    return _with(document, tuple(int(step) if step.isdigit() else step for step in path.split(".")), value)


def _with(document: Mapping[str, Any], path: tuple[str | int, ...], value: Any) -> dict[str, Any]:
    data = copy.deepcopy(dict(document))
    place: Any = data
    for step in path[:-1]:
        place = place[step]
    if value is ...:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return data
