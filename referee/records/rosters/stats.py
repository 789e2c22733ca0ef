"""Numbers and words on cards as other people's files write them: read where they can be, told where they cannot."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Any

LONGEST_NAME = 80
LONGEST_QUOTE = 60

_GAUGES = {"▲": 1.0, "△": 1.0, "●": 2.0, "⬤": 2.0, "○": 2.0, "■": 3.0, "⬛": 3.0, "□": 3.0, "⬟": 6.0, "⬠": 6.0}
_INCHES = re.compile(r"(\d{1,4}(?:\.\d{1,4})?)\s*(?:\"|”|″|''|′′|in(?:ch(?:es)?)?\.?)?", re.IGNORECASE)
_GAUGED = re.compile(rf"(\d{{0,2}})\s*([{''.join(_GAUGES)}])")
_WHOLE = re.compile(r"(\d{1,4})")
_ROLL = re.compile(r"(\d{1,2})\s*\+?")
_DAMAGE = re.compile(r"(\d{1,4})\s*[/|-]\s*(\d{1,4})")
_SIDE = re.compile(r"\d{1,4}(?:\.\d{1,4})?")


@dataclass(frozen=True, slots=True)
class Stat:
    """One number of a card: what is expected of it, its bounds, and what stands where it cannot be read."""

    expected: str
    pattern: re.Pattern[str]
    low: float
    high: float
    usual: float


MOVE = Stat('a distance such as 6"', _INCHES, 0, 30, 6)
APL = Stat('a number such as "2"', _WHOLE, 0, 9, 2)
SAVE = Stat('a roll such as "4+"', _ROLL, 2, 7, 4)
WOUNDS = Stat('a number such as "8"', _WHOLE, 1, 99, 8)
ATK = Stat('a number such as "4"', _WHOLE, 0, 20, 4)
HIT = Stat('a roll such as "4+"', _ROLL, 2, 7, 4)
DEFENCE = Stat('a number such as "3"', _WHOLE, 0, 9, 3)
GROUP = Stat('a number such as "1"', _WHOLE, 1, 9, 1)
DAMAGE = 'normal and critical damage such as "3/4"'
BASE = 'a diameter such as 32, or "60x35"'


def read_stat(value: Any, stat: Stat) -> float | None:
    """Return the number that a value of a file is, None where it is none or beyond the stat's bounds."""
    if isinstance(value, str):
        found = _number_in(value.strip(), stat)
    elif isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value):
        found = float(value)
    else:
        return None
    if found is None or not stat.low <= found <= stat.high:
        return None
    return found if stat is MOVE or found == int(found) else None


def _number_in(text: str, stat: Stat) -> float | None:
    match = stat.pattern.fullmatch(text)
    if match is not None:
        return float(match[1])
    gauged = _GAUGED.fullmatch(text) if stat is MOVE else None
    return float(gauged[1] or 1) * _GAUGES[gauged[2]] if gauged is not None else None


def read_damage(value: Any) -> tuple[int, int] | None:
    """Return normal and critical damage, None where a value says neither."""
    if isinstance(value, str):
        match = _DAMAGE.fullmatch(value.strip())
        pair = match.groups() if match is not None else ()
    else:
        pair = tuple(value) if isinstance(value, list) else ()
    numbers = [read_stat(one, Stat(DAMAGE, _WHOLE, 0, 99, 0)) for one in pair]
    if len(numbers) != 2 or numbers[0] is None or numbers[1] is None:
        return None
    return int(numbers[0]), int(numbers[1])


def read_base(value: Any) -> float | tuple[float, float] | None:
    """Return a base's diameter or its (long, short) sides, mm; None where a value is no base."""
    if isinstance(value, str):
        sides = [float(side) for side in _SIDE.findall(value)]
    elif isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value):
        sides = [float(value)]
    else:
        sides = []
    if len(sides) not in {1, 2} or not all(0 < side < 500 for side in sides):
        return None
    return sides[0] if len(sides) == 1 else (max(sides), min(sides))


def read_text(value: Any) -> str | None:
    """Return a text without what no screen can show; numbers are texts, nothing is empty, None for anything else."""
    if value is None:
        return ""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    return " ".join("".join(letter if letter.isprintable() else " " for letter in str(value)).split())


def read_prose(value: Any) -> str | None:
    """Return a text of several lines, its lines kept; else as `read_text`."""
    if not isinstance(value, str):
        return read_text(value)
    lines = (read_text(line) or "" for line in value.splitlines())
    return "\n".join(lines).strip("\n")


def quoted(value: Any) -> str:
    """Return a value as a message quotes it: printable, in one line, the first characters."""
    return ascii(value)[:LONGEST_QUOTE] if not isinstance(value, str) else repr(value)[:LONGEST_QUOTE]
