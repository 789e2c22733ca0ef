"""Whether what a script expects is so."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

EXACT = 1e-6
ROUNDED_IN = 1e-4
"""How far a place that is written down may be from the one that it stands for, inches."""

SIGMAS = 4.0
"""How many standard deviations a place that was seen may be from the one that the script has."""


def near(sigma_in: float) -> float:
    """Return how far a place may be seen from where it was put, inches."""
    return SIGMAS * sigma_in + ROUNDED_IN


def differences(expected: Any, found: Any, *, near_in: float, at: str = "") -> Iterator[str]:
    """Yield what is not as expected, in words.

    Of an object every field that is named must be so. Of a list every item that is named must be among what is found;
    numbers in a list (a place) are compared one by one, to within `near_in`.
    """
    if isinstance(expected, Mapping):
        yield from _of_object(expected, found, near_in=near_in, at=at)
    elif isinstance(expected, Sequence) and not isinstance(expected, str):
        yield from _of_list(expected, found, near_in=near_in, at=at)
    elif not _same(expected, found, EXACT):
        yield f"{at or 'it'}: found {_shown(found)}; expected {_shown(expected)}"


def _of_object(expected: Mapping[str, Any], found: Any, *, near_in: float, at: str) -> Iterator[str]:
    if not isinstance(found, Mapping):
        yield f"{at or 'it'}: found {_shown(found)}; expected an object with {', '.join(expected)}"
        return
    for name, value in expected.items():
        where = f"{at}.{name}" if at else name
        if name not in found:
            yield f"{where}: found nothing of that name; there: {', '.join(map(str, found)) or 'nothing'}"
        else:
            yield from differences(value, found[name], near_in=near_in, at=where)


def _of_list(expected: Sequence[Any], found: Any, *, near_in: float, at: str) -> Iterator[str]:
    if not isinstance(found, Sequence) or isinstance(found, str):
        yield f"{at or 'it'}: found {_shown(found)}; expected a list"
        return
    if expected and all(map(_is_number, expected)):
        alike = len(expected) == len(found) and all(map(_is_number, found))
        if not alike or not all(_same(one, other, near_in) for one, other in zip(expected, found, strict=True)):
            yield f"{at or 'it'}: found {_shown(found)}; expected {_shown(expected)}"
        return
    for item in expected:
        if not any(_holds(item, one, near_in) for one in found):
            yield f"{at or 'it'}: found {_shown(found)}; expected {_shown(item)} among them"


def _holds(expected: Any, found: Any, near_in: float) -> bool:
    return next(differences(expected, found, near_in=near_in), None) is None


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _same(expected: Any, found: Any, tolerance: float) -> bool:
    if _is_number(expected) and _is_number(found):
        return math.isclose(expected, found, rel_tol=0.0, abs_tol=tolerance)
    return type(expected) is type(found) and bool(expected == found)


def _shown(value: Any) -> str:
    words = repr(value)
    return words if len(words) <= 240 else f"{words[:237]}..."
